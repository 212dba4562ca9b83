/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencoderproperty.h: the bitrate property of an encoder */
#pragma once

#include <gst/gst.h>

#include "gstencodertable.h"

/* Where the bitrate of one encoder is written. Valid as long as the class of
 * the encoder is, which for elements is for ever. */
typedef struct
{
  const GstEncoderEntry *entry; /* NULL: audio without one */
  GstEncoderCost cost;
  gboolean is_sure;             /* no driver, version or setting makes it dearer */
  GstEncoderUnit unit;
  GParamSpec *pspec;            /* NULL: no such property */
  gchar field[32];              /* of a structure property, or empty */
} GstEncoderProperty;

gboolean gst_encoder_is_encoder (GstElement * element);
gboolean gst_encoder_is_camera (GstElement * element);
gboolean gst_encoder_has_started (GstElement * encoder);
void gst_encoder_property_resolve (GstEncoderProperty * p,
    GstElement * encoder);
void gst_encoder_property_restore (const GstEncoderProperty * p,
    GstElement * encoder);
guint64 gst_encoder_property_set (const GstEncoderProperty * p,
    GstElement * encoder, guint64 bitrate);
gboolean gst_encoder_property_get (const GstEncoderProperty * p,
    GstElement * encoder, guint64 * bitrate);
