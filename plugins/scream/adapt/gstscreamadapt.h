/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamadapt.h: adaptation of raw video before an encoder to the rate */
#pragma once

#include <gst/gst.h>
#include <gst/rtpcc/picture/rtpcc-ladder.h>

GType gst_scream_adapt_get_type (void);

/* Appends the elements for @mode between raw video and an encoder to @chain, the
 * elements of @bin in their order. @stream: the pad of screamtx with the rate. If an
 * element is missing, @bin posts a warning, and the picture stays unchanged. */
void gst_scream_adapt_append (GstBin * bin, GPtrArray * chain,
    RtpCcLadderMode mode, GstPad * stream);

/* @name is a stream that @mode does not change: says so, if a change was wanted. */
void gst_scream_adapt_refuse (GstElement * owner, RtpCcLadderMode mode,
    const gchar * name);
