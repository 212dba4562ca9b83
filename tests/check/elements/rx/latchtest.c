/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* latchtest.c: see latchtest.h */
#include "latchtest.h"

GstScreamPeers peers;
GSocketAddress *camera, *moved, *thief;
GstClockTime now;
guint16 seq;

GSocketAddress *
new_address (guint port)
{
  return g_inet_socket_address_new_from_string ("192.0.2.1", port);
}

void
setup (void)
{
  camera = new_address (1000);
  moved = new_address (1001);
  thief = new_address (1002);
  now = T0;
  seq = 65530;
}

void
teardown (void)
{
  gst_scream_peers_clear (&peers);
  g_object_unref (camera);
  g_object_unref (moved);
  g_object_unref (thief);
}

gboolean
packet (GSocketAddress * from, guint32 ssrc, guint16 number)
{
  GstScreamPeerPacket p = { ssrc, number, 128 };
  GSocketAddress *before;
  gboolean is_new = gst_scream_peers_packet (&peers, from, &p, now, &before);

  g_clear_object (&before);
  return is_new;
}

guint
stream_from (GSocketAddress * from, guint n)
{
  guint i;

  for (i = 1; i <= n; i++) {
    now += 20 * MS;
    if (packet (from, SSRC, seq++))
      return i;
  }
  return 0;
}

void
start (void)
{
  fail_unless_equals_int (stream_from (camera, 20), 1);
  fail_unless_equals_int (stream_from (camera, 20), 0);
  fail_unless (peers.own.address == camera);
  fail_unless_equals_uint64 (peers.from_unknown_peers, 0);
}
