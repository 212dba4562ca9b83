/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamdecode.h: from RTP to what is in it */
#pragma once

#include <gst/gst.h>

/**
 * GstScreamForm:
 * @GST_SCREAM_FORM_NONE: the peer takes none of them
 * @GST_SCREAM_FORM_RTP: packets as they came
 * @GST_SCREAM_FORM_ENCODED: depayloaded
 * @GST_SCREAM_FORM_RAW: decoded
 */
typedef enum
{
  GST_SCREAM_FORM_NONE,
  GST_SCREAM_FORM_RTP,
  GST_SCREAM_FORM_ENCODED,
  GST_SCREAM_FORM_RAW
} GstScreamForm;

/* In which form to show a stream with the caps @rtp to a peer that accepts
 * @accepted: RTP or encoded if it says so, decoded if it takes anything. */
GstScreamForm gst_scream_decode_choose (const GstCaps * rtp,
    const GstCaps * accepted);

/* The names of caps that a stream with the caps @rtp may be shown as, for people. */
gchar *gst_scream_decode_describe (const GstCaps * rtp);

/* A bin with pads sink and src; for video, what comes before the first key frame
 * stays in it, and it asks for one.  NULL and @error if an element is missing. */
GstElement *gst_scream_decode_new (const GstCaps * rtp, GstScreamForm form,
    GError ** error);

/* In the stream's thread. Such a bin of a video waits again, since packets were left
 * out. */
void gst_scream_decode_wait_for_key_frame (GstElement * bin);

gboolean gst_scream_decode_is_video (const GstCaps * rtp);
