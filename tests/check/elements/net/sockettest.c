/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* sockettest.c: see sockettest.h */
#include "sockettest.h"

GstScreamLoop *loop;

void
loop_setup (void)
{
  GstClock *clock = gst_system_clock_obtain ();

  loop = gst_scream_loop_new (clock);
  gst_object_unref (clock);
}

void
loop_teardown (void)
{
  gst_clear_object (&loop);
}

GSocket *
new_socket (GSocketFamily family)
{
  GSocket *socket = g_socket_new (family, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);
  GInetAddress *loopback = g_inet_address_new_loopback (family);
  GSocketAddress *address = g_inet_socket_address_new (loopback, 0);

  fail_unless (g_socket_bind (socket, address, FALSE, NULL));
  g_object_unref (address);
  g_object_unref (loopback);
  return socket;
}
