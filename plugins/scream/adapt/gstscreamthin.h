/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamthin.h: raw video as large, and as many frames, as the rate is good for
 *
 * An element that is no one's to create by name: screamsink makes it.  It leaves frames
 * out itself; the size is that of a capsfilter behind a scaler. */
#ifndef __GST_SCREAM_THIN_H__
#define __GST_SCREAM_THIN_H__

#include <gst/base/gstbasetransform.h>
#include <gst/rtpcc/picture/rtpcc-ladder.h>

G_BEGIN_DECLS

#define GST_TYPE_SCREAM_THIN (gst_scream_thin_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamThin, gst_scream_thin, GST, SCREAM_THIN,
    GstBaseTransform)

/* @stream: a pad of screamtx, @filter: the capsfilter behind the scaler. */
GstElement *gst_scream_thin_new (RtpCcLadderMode mode, GstPad * stream,
    GstElement * filter);

G_END_DECLS

#endif /* __GST_SCREAM_THIN_H__ */
