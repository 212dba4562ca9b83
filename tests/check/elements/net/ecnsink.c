/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* ECN codepoints out of stock UDP sinks; the other end is a plain socket */
#include <gst/check/gstcheck.h>

#include <netinet/in.h>
#include <unistd.h>

#include "plugins/scream/net/gstecnsink.h"
#include "plugins/scream/net/gstecnsocket.h"

#include "ecntest.h"

typedef struct
{
  GstElement *pipeline;
  GstElement *source;           /* appsrc */
  GstElement *sink;
  GstEcnSink *ecn;
  gint fd;
} Out;

/* appsrc ! @middle ! @sink */
static void
out_start (Out * out, gint family, const gchar * middle, const gchar * sink,
    gint fd, guint16 port)
{
  const gchar *host = family == AF_INET ? "127.0.0.1" : "::1";
  gchar *line = g_strdup_printf ("appsrc name=a ! %s udpsink name=s host=%s "
      "port=%u sync=false async=false %s", middle, host, port, sink);
  GError *error = NULL;

  out->pipeline = gst_parse_launch (line, &error);
  fail_unless (error == NULL, "%s", error ? error->message : "");
  out->source = gst_bin_get_by_name (GST_BIN (out->pipeline), "a");
  out->sink = gst_bin_get_by_name (GST_BIN (out->pipeline), "s");
  out->fd = fd;
  gst_element_set_state (out->pipeline, GST_STATE_PLAYING);
  out->ecn = gst_ecn_sink_new (out->sink);
  fail_unless (out->ecn != NULL);
  g_free (line);
}

static void
out_stop (Out * out)
{
  gst_ecn_sink_free (out->ecn);
  gst_element_set_state (out->pipeline, GST_STATE_NULL);
  gst_object_unref (out->source);
  gst_object_unref (out->sink);
  gst_object_unref (out->pipeline);
}

static void
push (Out * out, GstBuffer * buffer)
{
  GstFlowReturn ret;

  g_signal_emit_by_name (out->source, "push-buffer", buffer, &ret);
  gst_buffer_unref (buffer);
  fail_unless_equals_int (ret, GST_FLOW_OK);
}

/* The codepoints of the buffers in order; RTCP, for example, has none. */
static const guint8 codepoints[] = { 1, 1, 2, NONE, 3, 0, 1, NONE, NONE, 2 };

static void
check_out (Out * out, guint8 dscp)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (codepoints); i++)
    push (out, buffer_new (codepoints[i]));
  for (i = 0; i < G_N_ELEMENTS (codepoints); i++) {
    guint8 ecn = codepoints[i] == NONE ? 0 : codepoints[i];

    fail_unless_equals_int (receive (out->fd, NULL), dscp << 2 | ecn);
  }
}

typedef struct
{
  const gchar *middle, *sink;
  guint8 dscp;
} OutCase;

static const OutCase out_cases[] = {
  {"", "", 0},
  {"queue !", "", 0},
  {"tee ! queue !", "", 0},
  {"", "qos-dscp=34", AF41},
  {"queue !", "qos-dscp=34", AF41},
};

GST_START_TEST (test_ecn_out)
{
  static const gint families[] = { AF_INET, AF_INET6 };
  const OutCase *c = &out_cases[__i__];
  guint i;

  for (i = 0; i < G_N_ELEMENTS (families); i++) {
    guint16 port;
    gint fd = receiver_new (families[i], &port);
    Out out;

    out_start (&out, families[i], c->middle, c->sink, fd, port);
    check_out (&out, c->dscp);
    out_stop (&out);
    close (fd);
  }
}

GST_END_TEST;

/* A socket of IPv6 that sends to an address of IPv4. */
GST_START_TEST (test_ecn_out_dual_stack)
{
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_IPV6, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);
  GSocketAddress *mapped;
  GOutputVector vector = { "x", 1 };
  guint16 port;
  gint fd = receiver_new (AF_INET, &port);

  mapped = g_inet_socket_address_new_from_string ("::ffff:127.0.0.1", port);
  fail_unless (gst_ecn_socket_set (socket, 1));
  fail_unless_equals_int (g_socket_send_message (socket, mapped, &vector, 1,
          NULL, 0, 0, NULL, NULL), 1);
  fail_unless_equals_int (receive (fd, NULL), 1);
  g_object_unref (mapped);
  g_object_unref (socket);
  close (fd);
}

GST_END_TEST;

/* It sets the whole byte; and again by hand, behind everyone's back, where the
 * probe looks itself after a while. */
GST_START_TEST (test_ecn_out_dscp_changes_later)
{
  guint16 port;
  gint fd = receiver_new (AF_INET, &port), i;
  GSocket *socket;
  Out out;

  out_start (&out, AF_INET, "", "", fd, port);
  push (&out, buffer_new (1));
  fail_unless_equals_int (receive (fd, NULL), 1);
  g_object_set (out.sink, "qos-dscp", AF41, NULL);
  for (i = 0; i < 3; i++) {
    push (&out, buffer_new (1));
    fail_unless_equals_int (receive (fd, NULL), AF41 << 2 | 1);
  }
  g_object_get (out.sink, "used-socket", &socket, NULL);
  set_option (g_socket_get_fd (socket), IPPROTO_IP, IP_TOS, 0);
  g_object_unref (socket);
  for (i = 0; i < 64; i++) {
    push (&out, buffer_new (1));
    receive (fd, NULL);
  }
  push (&out, buffer_new (1));
  fail_unless_equals_int (receive (fd, NULL), 1);
  out_stop (&out);
  close (fd);
}

GST_END_TEST;

/* One system call sends a list. */
GST_START_TEST (test_ecn_out_lists)
{
  guint16 port;
  gint fd = receiver_new (AF_INET, &port);
  GstBufferList *list = gst_buffer_list_new ();
  GstFlowReturn ret;
  Out out;
  guint i;

  out_start (&out, AF_INET, "queue !", "", fd, port);
  for (i = 0; i < G_N_ELEMENTS (codepoints); i++)
    gst_buffer_list_add (list, buffer_new (codepoints[i]));
  g_signal_emit_by_name (out.source, "push-buffer-list", list, &ret);
  gst_buffer_list_unref (list);
  for (i = 0; i < G_N_ELEMENTS (codepoints); i++) {
    guint8 byte;
    gint value = receive (fd, &byte);

    fail_unless_equals_int (byte, codepoints[i]);
    fail_unless_equals_int (value, codepoints[i] == NONE ? 0 : codepoints[i]);
  }
  check_out (&out, 0);
  out_stop (&out);
  close (fd);
}

GST_END_TEST;

GST_START_TEST (test_ecn_out_ends)
{
  guint16 port;
  gint fd = receiver_new (AF_INET, &port);
  Out out;

  out_start (&out, AF_INET, "", "qos-dscp=34", fd, port);
  push (&out, buffer_new (1));
  fail_unless_equals_int (receive (fd, NULL), AF41 << 2 | 1);
  g_clear_pointer (&out.ecn, gst_ecn_sink_free);
  push (&out, buffer_new (1));
  fail_unless_equals_int (receive (fd, NULL), AF41 << 2);
  out_stop (&out);
  close (fd);
}

GST_END_TEST;

/* The SRTP packet is another buffer. */
GST_START_TEST (test_ecn_out_srtp)
{
  static const guint8 ecn[] = { 1, 1, 2, 0, 1 };
  guint16 port;
  gint fd = receiver_new (AF_INET, &port);
  GstCaps *caps = gst_caps_from_string ("application/x-rtp,payload=96,"
      "media=video,clock-rate=90000,ssrc=(uint)1");
  Out out;
  guint i;

  out_start (&out, AF_INET, "srtpenc key=0123456789012345678901234567890123"
      "45678901234567890123456789 !", "", fd, port);
  g_object_set (out.source, "caps", caps, "format", GST_FORMAT_TIME, NULL);
  gst_caps_unref (caps);
  for (i = 0; i < G_N_ELEMENTS (ecn); i++) {
    guint8 header[12] = { 0x80, 96, 0, i, 0, 0, 0, 0, 0, 0, 0, 1 };
    GstBuffer *buffer = buffer_new (ecn[i]);

    gst_buffer_fill (buffer, 0, header, sizeof (header));
    push (&out, buffer);
  }
  for (i = 0; i < G_N_ELEMENTS (ecn); i++)
    fail_unless_equals_int (receive (fd, NULL), ecn[i]);
  out_stop (&out);
  close (fd);
}

GST_END_TEST;

GST_START_TEST (test_ecn_feedback_is_not_ect)
{
  static const gint families[] = { AF_INET, AF_INET6 };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (families); i++) {
    GSocket *socket = g_socket_new ((GSocketFamily) families[i],
        G_SOCKET_TYPE_DATAGRAM, G_SOCKET_PROTOCOL_UDP, NULL);
    struct sockaddr_storage storage;
    GSocketAddress *address;
    socklen_t size;
    guint16 port;
    gint fd = receiver_new (families[i], &port);
    gint fd_out = g_socket_get_fd (socket);
    guint8 ecn;

    size = loopback (families[i], port, &storage);
    address = g_socket_address_new_from_native (&storage, size);
    if (families[i] == AF_INET)
      set_option (fd_out, IPPROTO_IP, IP_TOS, AF41 << 2);
    else
      set_option (fd_out, IPPROTO_IPV6, IPV6_TCLASS, AF41 << 2);
    for (ecn = 0; ecn < 4; ecn++) {
      fail_unless (gst_ecn_socket_set (socket, ecn));
      fail_unless_equals_int (gst_ecn_socket_send_not_ect (socket, address,
              NULL, (const guint8 *) "rtcp", 4, NULL), 4);
      fail_unless_equals_int (receive (fd, NULL), AF41 << 2);
    }
    g_object_unref (address);
    g_object_unref (socket);
    close (fd);
  }
}

GST_END_TEST;

static Suite *
ecnsink_suite (void)
{
  Suite *s = suite_create ("ecnsink");
  TCase *tc = tcase_create ("all");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_ecn_out, 0, G_N_ELEMENTS (out_cases));
  tcase_add_test (tc, test_ecn_out_dual_stack);
  tcase_add_test (tc, test_ecn_out_dscp_changes_later);
  tcase_add_test (tc, test_ecn_out_lists);
  tcase_add_test (tc, test_ecn_out_ends);
  tcase_add_test (tc, test_ecn_out_srtp);
  tcase_add_test (tc, test_ecn_feedback_is_not_ect);
  return s;
}

GST_CHECK_MAIN (ecnsink);
