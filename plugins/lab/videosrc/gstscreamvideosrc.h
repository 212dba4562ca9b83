/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __GST_SCREAM_VIDEO_SRC_H__
#define __GST_SCREAM_VIDEO_SRC_H__

#include <gst/base/gstpushsrc.h>

G_BEGIN_DECLS

#define GST_TYPE_SCREAM_VIDEO_SRC (gst_scream_video_src_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamVideoSrc, gst_scream_video_src, GST,
    SCREAM_VIDEO_SRC, GstPushSrc)
GST_ELEMENT_REGISTER_DECLARE (screamvideosrc);

G_END_DECLS

#endif /* __GST_SCREAM_VIDEO_SRC_H__ */
