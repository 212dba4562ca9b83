/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamwish.h: choice among the picture sizes of a camera */
#ifndef __GST_SCREAM_WISH_H__
#define __GST_SCREAM_WISH_H__

#include <gst/gst.h>
#include <gst/rtpcc/picture/rtpcc-ladder.h>

G_BEGIN_DECLS

/* Takes @caps, returns the same with those first that @rate, bit/s, can carry, in the same
 * order; what is offered in ranges is limited in front and whole behind.  It is a wish: a
 * source takes the first that it can. */
GstCaps *gst_scream_wish_order (GstCaps * caps, RtpCcLadderMode mode,
    guint64 rate);

G_END_DECLS

#endif /* __GST_SCREAM_WISH_H__ */
