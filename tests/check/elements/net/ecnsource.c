/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* ECN codepoints into buffers of stock udpsrc, from a plain socket */
#include <gst/check/gstcheck.h>

#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

#include "plugins/scream/net/source/gstecnsource.h"
#include "plugins/packet/gstscreamecn.h"

#include "ecntest.h"

typedef struct
{
  GstElement *pipeline;
  gint fd;                      /* sends */
  struct sockaddr_storage address;
  socklen_t address_size;
  gint family;
  gint right, wrong, without;   /* atomic */
} In;

/* Each packet says in its first byte what it was sent with. */
static void
on_handoff (GstElement * sink, GstBuffer * buffer, GstPad * pad, In * in)
{
  guint8 sent, ecn = gst_scream_ecn_get (buffer, NONE);

  gst_buffer_extract (buffer, 0, &sent, 1);
  if (ecn == NONE)
    g_atomic_int_inc (&in->without);
  else if (ecn == (sent & 3))
    g_atomic_int_inc (&in->right);
  else
    g_atomic_int_inc (&in->wrong);
}

static void
in_start (In * in, gint family, const gchar * options)
{
  gchar *line = g_strdup_printf ("udpsrc name=u address=%s port=0 "
      "socket-timestamp=realtime %s ! queue max-size-buffers=0 max-size-time=0 "
      "max-size-bytes=0 ! fakesink name=f signal-handoffs=true sync=false",
      family == AF_INET ? "127.0.0.1" : "::1", options);
  GstElement *source, *sink;
  gint port;

  memset (in, 0, sizeof (*in));
  in->pipeline = gst_parse_launch (line, NULL);
  source = gst_bin_get_by_name (GST_BIN (in->pipeline), "u");
  sink = gst_bin_get_by_name (GST_BIN (in->pipeline), "f");
  g_signal_connect (sink, "handoff", G_CALLBACK (on_handoff), in);
  fail_if (gst_ecn_source_enable (source));
  gst_element_set_state (in->pipeline, GST_STATE_READY);
  fail_unless (gst_ecn_source_enable (source));
  gst_element_set_state (in->pipeline, GST_STATE_PLAYING);
  g_object_get (source, "port", &port, NULL);
  gst_object_unref (source);
  gst_object_unref (sink);
  in->family = family;
  in->fd = socket (family, SOCK_DGRAM, 0);
  in->address_size = loopback (family, port, &in->address);
  g_free (line);
}

static void
in_stop (In * in)
{
  gst_element_set_state (in->pipeline, GST_STATE_NULL);
  gst_object_unref (in->pipeline);
  close (in->fd);
}

static void
send_packet (In * in, gint traffic_class)
{
  gchar control[CMSG_SPACE (sizeof (gint))] = { 0, };
  guint8 packet[SIZE];
  struct iovec vector = { packet, sizeof (packet) };
  struct msghdr header = { 0, };
  struct cmsghdr *c;

  memset (packet, traffic_class, sizeof (packet));
  header.msg_name = &in->address;
  header.msg_namelen = in->address_size;
  header.msg_iov = &vector;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof (control);
  c = CMSG_FIRSTHDR (&header);
  c->cmsg_level = in->family == AF_INET ? IPPROTO_IP : IPPROTO_IPV6;
  c->cmsg_type = in->family == AF_INET ? IP_TOS : IPV6_TCLASS;
  c->cmsg_len = CMSG_LEN (sizeof (gint));
  memcpy (CMSG_DATA (c), &traffic_class, sizeof (gint));
  fail_unless (sendmsg (in->fd, &header, 0) == sizeof (packet));
}

static gint
n_received (In * in)
{
  return g_atomic_int_get (&in->right) + g_atomic_int_get (&in->wrong)
      + g_atomic_int_get (&in->without);
}

#define MANY 100000

/* For IPv6, which differs in nothing but the message */
#define SOME 10000

/* As fast as it goes into a small socket buffer, so that it overflows. */
GST_START_TEST (test_ecn_in_many_packets)
{
  gint64 end = g_get_monotonic_time () + 20 * G_TIME_SPAN_SECOND;
  gint many = __i__ == 0 ? MANY : SOME;
  guint32 random = 1;
  gint sent = 0;
  In in;

  in_start (&in, __i__ == 0 ? AF_INET : AF_INET6, "buffer-size=20000");
  while (n_received (&in) < many && g_get_monotonic_time () < end) {
    random = random * 1664525u + 1013904223u;
    send_packet (&in, (random >> 24) & 0xff);
    sent++;
  }
  fail_unless (n_received (&in) >= many, "%d of %d", n_received (&in), sent);
  fail_unless (sent > many, "no packet was lost: the buffer was not full");
  fail_unless_equals_int (in.wrong, 0);
  fail_unless_equals_int (in.without, 0);
  in_stop (&in);
}

GST_END_TEST;

static void
wait_for_packets (In * in, gint n)
{
  gint64 end = g_get_monotonic_time () + 5 * G_TIME_SPAN_SECOND;

  while (n_received (in) < n && g_get_monotonic_time () < end)
    g_usleep (1000);
  fail_unless_equals_int (n_received (in), n);
}

/* What is known of a packet is not known of the next one. */
GST_START_TEST (test_ecn_in_cannot_be_read)
{
  GstElement *source;
  GSocket *socket;
  In in;

  in_start (&in, AF_INET, "");
  send_packet (&in, 3);
  wait_for_packets (&in, 1);
  source = gst_bin_get_by_name (GST_BIN (in.pipeline), "u");
  g_object_get (source, "used-socket", &socket, NULL);
  set_option (g_socket_get_fd (socket), IPPROTO_IP, IP_RECVTOS, 0);
  send_packet (&in, 3);
  wait_for_packets (&in, 2);
  fail_unless_equals_int (in.right, 1);
  fail_unless_equals_int (in.without, 1);
  g_object_unref (socket);
  gst_object_unref (source);
  in_stop (&in);
}

GST_END_TEST;

static Suite *
ecnsource_suite (void)
{
  Suite *s = suite_create ("ecnsource");
  TCase *tc = tcase_create ("all");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_ecn_in_many_packets, 0, 2);
  tcase_add_test (tc, test_ecn_in_cannot_be_read);
  return s;
}

GST_CHECK_MAIN (ecnsource);
