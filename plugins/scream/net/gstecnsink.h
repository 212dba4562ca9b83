/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstecnsink.h: packets leave a UDP or ICE sink with the codepoint of their buffers
 *
 * The stock sinks have no control of the ECN bits.  Their sockets do: a probe on
 * the sink's pad, which runs in the thread that sends and right before it,
 * sets them to what the buffer carries (gstscreamecn.h).  So each packet has its
 * own, also behind a queue, and what carries none is Not-ECT: RTCP, and media
 * that is not controlled.
 */
#pragma once

#include <gst/gst.h>

typedef struct _GstEcnSink GstEcnSink;

/* A UDP sink has its sockets by now, an ICE sink (nicesink) may get one. NULL if it has no sink pad, or the system has no
 * control of ECN. */
GstEcnSink *gst_ecn_sink_new (GstElement * sink);

/* Elements of this type send each packet with its codepoint by themselves. */
void gst_ecn_sink_note_type (GType type);

gboolean gst_ecn_sink_is_for (const GstEcnSink * self, GstElement * sink);

/* What the sink sends is Not-ECT again. NULL is allowed. */
void gst_ecn_sink_free (GstEcnSink * self);
