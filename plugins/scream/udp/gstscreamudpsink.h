/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/base/gstbasesink.h>

#define GST_TYPE_SCREAM_UDP_SINK (gst_scream_udp_sink_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamUdpSink, gst_scream_udp_sink, GST,
    SCREAM_UDP_SINK, GstBaseSink)
GST_ELEMENT_REGISTER_DECLARE (screamudpsink);
