/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamthin.h: size and frame rate of raw video, by the rate
 *
 * An element of screamsink, not registered by name.  It drops frames itself; a capsfilter
 * behind a scaler sets the size. */
#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/rtpcc/picture/rtpcc-ladder.h>

#define GST_TYPE_SCREAM_THIN (gst_scream_thin_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamThin, gst_scream_thin, GST, SCREAM_THIN,
    GstBaseTransform)

/* @stream: a pad of screamtx, @filter: the capsfilter behind the scaler. */
GstElement *gst_scream_thin_new (RtpCcLadderMode mode, GstPad * stream,
    GstElement * filter);
