/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencodertable.h: known encoders */
#pragma once

#include <gst/gst.h>

/**
 * GstEncoderCost:
 * @GST_ENCODER_COST_NONE: takes effect on the next frame, at no cost
 * @GST_ENCODER_COST_STEPS: the same, but a large change at once makes it forget what it
 *     has made too much
 * @GST_ENCODER_COST_DRAIN: each change waits until what is inside has come out
 * @GST_ENCODER_COST_KEY_FRAME: each change makes a key frame
 * @GST_ENCODER_COST_RESTART: each change re-creates the encoder
 * @GST_ENCODER_COST_FIXED: takes a bitrate before it starts, never later
 * @GST_ENCODER_COST_AUDIO: audio: left alone, its rate is only measured
 * @GST_ENCODER_COST_NO_RATE: has no bitrate (quality only, or lossless)
 *
 * What it costs to change the bitrate while running. Those before FIXED can, each is
 * dearer than the one before it.
 */
typedef enum
{
  GST_ENCODER_COST_NONE,
  GST_ENCODER_COST_STEPS,
  GST_ENCODER_COST_DRAIN,
  GST_ENCODER_COST_KEY_FRAME,
  GST_ENCODER_COST_RESTART,
  GST_ENCODER_COST_FIXED,
  GST_ENCODER_COST_AUDIO,
  GST_ENCODER_COST_NO_RATE
} GstEncoderCost;

/* The value is the number of bit/s in one unit. */
typedef enum
{
  GST_ENCODER_UNIT_UNKNOWN = 0,
  GST_ENCODER_UNIT_BPS = 1,
  GST_ENCODER_UNIT_KBPS = 1000
} GstEncoderUnit;

/**
 * GstEncoderEntry:
 * @factory: name of the factory, * and ? as in g_pattern_match_simple()
 * @when: condition under which the row counts: "type=NAME", of this class or derived from
 *     it; "version>=1.26.1" of the plugin; "property=value"; %NULL for always
 * @property: alternatives separated by '|', the first one that exists counts;
 *     "name:field" is a field of a property that is a #GstStructure
 * @unit: of @property
 * @cost: of a change
 * @tune_start: companions as "name=value name=value", only before the encoder
 *     has started. A value that ends in '!' is needed for those after it: if
 *     it cannot be set, they are left alone too.
 * @tune_live: companions that may also be set while it runs
 * @tune_change: companions that go with each change of the bitrate, in the same gap
 *     between two frames
 *
 * Companions are what rate control needs, not matters of quality or taste. A value in
 * "ms" is a buffer of that length at the bitrate, in kbit; "name:field" is a field of a
 * structure.
 */
typedef struct
{
  const gchar *factory;
  const gchar *when;
  const gchar *property;
  GstEncoderUnit unit;
  GstEncoderCost cost;
  const gchar *tune_start;
  const gchar *tune_live;
  const gchar *tune_change;
} GstEncoderEntry;

extern const GstEncoderEntry gst_encoder_table[];
extern const guint gst_encoder_table_size;

const GstEncoderEntry *gst_encoder_table_lookup (const gchar * name,
    GstElementFactory * factory, GstElement * encoder);
const gchar *gst_encoder_table_get_short (const GstEncoderEntry * entry);
const GstEncoderEntry *gst_encoder_table_fallback (GstEncoderUnit unit);
GstEncoderUnit gst_encoder_unit_from_text (const gchar * text);
const gchar *gst_encoder_cost_get_name (GstEncoderCost cost);
const gchar *gst_encoder_cost_get_text (GstEncoderCost cost);
