/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* latchtest.h: a latch, and packets of three addresses */
#ifndef LATCHTEST_H
#define LATCHTEST_H

#include <gst/check/gstcheck.h>

#include "plugins/scream/rx/gstscreampeers.h"

#define T0 (G_GUINT64_CONSTANT (7654321987))
#define MS GST_MSECOND
#define SSRC 0x12345678

extern GstScreamPeers peers;
extern GSocketAddress *camera, *moved, *thief;
extern GstClockTime now;
extern guint16 seq;

GSocketAddress *new_address (guint port);
void setup (void);
void teardown (void);
/* One that comes now; whether the address of the feedback is another then. */
gboolean packet (GSocketAddress * from, guint32 ssrc, guint16 number);

/* Packets of the stream, 20 ms apart; how many until the address moved, 0: it
 * did not. */
guint stream_from (GSocketAddress * from, guint n);

/* The camera has sent for a while, and has the feedback. */
void start (void);

#endif /* LATCHTEST_H */
