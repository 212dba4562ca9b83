/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamwish.h: choice among the picture sizes of a camera */
#pragma once

#include <gst/gst.h>
#include <gst/rtpcc/picture/rtpcc-ladder.h>

/* Takes @caps, returns the same with the sizes for @rate, bit/s, first, in the same
 * order; ranges come limited at the front and whole at the end. A source takes the
 * first that it can. */
GstCaps *gst_scream_wish_order (GstCaps * caps, RtpCcLadderMode mode,
    guint64 rate);
