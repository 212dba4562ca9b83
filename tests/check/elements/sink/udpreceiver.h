/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* udpreceiver.h: a UDP socket of a test, for what an element sends */
#ifndef __UDP_RECEIVER_H__
#define __UDP_RECEIVER_H__

#include <gst/check/gstcheck.h>
#include <gio/gio.h>

/* us: what has not come by then does not come.  The slowest is an encoder that
 * starts under a sanitizer. */
#define PATIENCE (10 * G_TIME_SPAN_SECOND)

typedef struct
{
  GSocket *socket;
  guint16 port;
  GSocketAddress *from;         /* of the last datagram */
  guint8 data[65536];
  gssize size;
  gint traffic_class;           /* byte with DSCP and ECN, -1: unknown */
} Receiver;

void receiver_open (Receiver * r, GSocketFamily family);
void receiver_close (Receiver * r);

/* FALSE: nothing came until then. */
gboolean receive (Receiver * r, gint64 end);
/* The next one that is RTP or, if not @rtp, RTCP. */
void receive_kind (Receiver * r, gboolean rtp);
/* Back to where the last datagram came from. */
void answer (Receiver * r, GSocket * socket, const guint8 * data, gsize size);

gboolean is_rtcp (const Receiver * r);
guint32 ssrc_of (const Receiver * r);
/* The part of a compound packet of type @pt, NULL if there is none. */
const guint8 *find_rtcp (const Receiver * r, guint8 pt);

#endif /* __UDP_RECEIVER_H__ */
