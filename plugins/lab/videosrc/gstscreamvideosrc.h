/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/base/gstpushsrc.h>

#define GST_TYPE_SCREAM_VIDEO_SRC (gst_scream_video_src_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamVideoSrc, gst_scream_video_src, GST,
    SCREAM_VIDEO_SRC, GstPushSrc)
GST_ELEMENT_REGISTER_DECLARE (screamvideosrc);
