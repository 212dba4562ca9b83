/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/gst.h>

#define GST_TYPE_SCREAM_SINK (gst_scream_sink_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamSink, gst_scream_sink, GST, SCREAM_SINK, GstBin)
GST_ELEMENT_REGISTER_DECLARE (screamsink);
