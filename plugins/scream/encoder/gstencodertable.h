/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencodertable.h: what is known about encoders */
#ifndef __GST_ENCODER_TABLE_H__
#define __GST_ENCODER_TABLE_H__

#include <glib.h>

G_BEGIN_DECLS

/* The value is the number of bit/s in one unit. */
typedef enum
{
  GST_ENCODER_UNIT_UNKNOWN = 0,
  GST_ENCODER_UNIT_BPS = 1,
  GST_ENCODER_UNIT_KBPS = 1000
} GstEncoderUnit;

/**
 * GstEncoderCost:
 * @GST_ENCODER_COST_NONE: takes effect on the next frame, at no cost
 * @GST_ENCODER_COST_KEY_FRAME: each change makes a key frame
 * @GST_ENCODER_COST_RESTART: each change re-creates the encoder
 * @GST_ENCODER_COST_FIXED: takes a bitrate before it starts, never later
 * @GST_ENCODER_COST_AUDIO: audio: left alone, its rate is only measured
 * @GST_ENCODER_COST_NO_RATE: has no bitrate (quality only, or lossless)
 *
 * What it costs to change the bitrate while running.
 */
typedef enum
{
  GST_ENCODER_COST_NONE,
  GST_ENCODER_COST_KEY_FRAME,
  GST_ENCODER_COST_RESTART,
  GST_ENCODER_COST_FIXED,
  GST_ENCODER_COST_AUDIO,
  GST_ENCODER_COST_NO_RATE
} GstEncoderCost;

/**
 * GstEncoderEntry:
 * @factory: name of the factory, * and ? as in g_pattern_match_simple()
 * @property: alternatives separated by '|', the first one that exists counts;
 *     "name:field" is a field of a property that is a #GstStructure
 * @unit: of @property
 * @cost: of a change
 * @tune_start: companions as "name=value name=value", only before the encoder
 *     has started. A value that ends in '!' is needed for those after it: if
 *     it cannot be set, they are left alone too.
 * @tune_live: companions that may also be set while it runs
 *
 * Companions are what rate control needs, not matters of quality or taste.
 */
typedef struct
{
  const gchar *factory;
  const gchar *property;
  GstEncoderUnit unit;
  GstEncoderCost cost;
  const gchar *tune_start;
  const gchar *tune_live;
} GstEncoderEntry;

extern const GstEncoderEntry gst_encoder_table[];
extern const guint gst_encoder_table_size;

const GstEncoderEntry *gst_encoder_table_lookup (const gchar * factory);
const GstEncoderEntry *gst_encoder_table_fallback (GstEncoderUnit unit);
GstEncoderUnit gst_encoder_unit_from_text (const gchar * text);
gboolean gst_encoder_cost_allows (GstEncoderCost cost, guint64 current,
    guint64 wanted, guint64 since_change);
const gchar *gst_encoder_cost_get_text (GstEncoderCost cost);

G_END_DECLS

#endif /* __GST_ENCODER_TABLE_H__ */
