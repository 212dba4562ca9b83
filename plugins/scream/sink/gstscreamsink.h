/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __GST_SCREAM_SINK_H__
#define __GST_SCREAM_SINK_H__

#include <gst/gst.h>

G_BEGIN_DECLS

#define GST_TYPE_SCREAM_SINK (gst_scream_sink_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamSink, gst_scream_sink, GST, SCREAM_SINK, GstBin)
GST_ELEMENT_REGISTER_DECLARE (screamsink);

G_END_DECLS

#endif /* __GST_SCREAM_SINK_H__ */
