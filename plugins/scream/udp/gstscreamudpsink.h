/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __GST_SCREAM_UDP_SINK_H__
#define __GST_SCREAM_UDP_SINK_H__

#include <gst/base/gstbasesink.h>

G_BEGIN_DECLS

#define GST_TYPE_SCREAM_UDP_SINK (gst_scream_udp_sink_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamUdpSink, gst_scream_udp_sink, GST,
    SCREAM_UDP_SINK, GstBaseSink)
GST_ELEMENT_REGISTER_DECLARE (screamudpsink);

G_END_DECLS

#endif /* __GST_SCREAM_UDP_SINK_H__ */
