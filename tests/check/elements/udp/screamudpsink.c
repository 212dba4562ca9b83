/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What leaves screamudpsink; the other end is a plain socket */
#include "tests/check/elements/sink/udpreceiver.h"

#include <gst/check/gstharness.h>

#include "plugins/packet/gstscreamecn.h"
#include "plugins/packet/gstsystem.h"

/* No codepoint. */
#define NONE 4

typedef struct
{
  GstElement *sink;
  GstHarness *harness;
  GstBus *bus;
  Receiver to;
} Out;

static GstElement *
sink_new (const Receiver * to, gboolean v6)
{
  GstElement *sink = gst_element_factory_make ("screamudpsink", NULL);

  fail_unless (sink != NULL);
  g_object_set (sink, "host", v6 ? "::1" : "127.0.0.1", "port", to->port, NULL);
  return sink;
}

static void
out_start_sink (Out * out)
{
  out->bus = gst_bus_new ();
  gst_element_set_bus (out->sink, out->bus);
  out->harness = gst_harness_new_with_element (out->sink, "sink", NULL);
  gst_harness_set_src_caps_str (out->harness, "application/x-rtp");
}

static void
out_start (Out * out, gboolean v6, gboolean gso)
{
  receiver_open (&out->to, v6 ? G_SOCKET_FAMILY_IPV6 : G_SOCKET_FAMILY_IPV4);
  out->sink = sink_new (&out->to, v6);
  g_object_set (out->sink, "gso", gso, NULL);
  out_start_sink (out);
}

static void
out_stop (Out * out)
{
  gst_harness_teardown (out->harness);
  gst_element_set_bus (out->sink, NULL);
  gst_object_unref (out->sink);
  gst_object_unref (out->bus);
  receiver_close (&out->to);
}

static guint64
stat_of (Out * out, const gchar * name)
{
  GstStructure *stats;
  guint64 value;

  g_object_get (out->sink, "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, name, &value), "%s", name);
  gst_structure_free (stats);
  return value;
}

static guint
count_messages (Out * out, GstMessageType types)
{
  GstMessage *message;
  guint n = 0;

  while ((message = gst_bus_pop_filtered (out->bus, types)) != NULL) {
    gst_message_unref (message);
    n++;
  }
  return n;
}

/* @i is in each byte.  In two memories, if it has the bytes for it. */
static GstBuffer *
buffer_new (gsize size, guint8 i)
{
  GstBuffer *buffer = gst_buffer_new ();
  gsize first = size > 12 ? 12 : size;

  if (first > 0)
    gst_buffer_append_memory (buffer, gst_allocator_alloc (NULL, first, NULL));
  if (size > first)
    gst_buffer_append_memory (buffer, gst_allocator_alloc (NULL, size - first,
            NULL));
  gst_buffer_memset (buffer, 0, i, size);
  return buffer;
}

static void
push (Out * out, gsize size, guint8 i)
{
  fail_unless_equals_int (gst_harness_push (out->harness, buffer_new (size, i)),
      GST_FLOW_OK);
}

static void
push_list (Out * out, const gsize * sizes, guint n)
{
  GstBufferList *list = gst_buffer_list_new ();
  guint i;

  for (i = 0; i < n; i++)
    gst_buffer_list_add (list, buffer_new (sizes[i], (guint8) i));
  fail_unless_equals_int (gst_pad_push_list (out->harness->srcpad, list),
      GST_FLOW_OK);
}

static void
expect (Out * out, gsize size, guint8 i)
{
  gsize at;

  fail_unless (receive (&out->to, g_get_monotonic_time () + PATIENCE));
  fail_unless_equals_int (out->to.size, (gint) size);
  for (at = 0; at < size; at++)
    fail_unless_equals_int (out->to.data[at], i);
}

static void
expect_list (Out * out, const gsize * sizes, guint n)
{
  guint i;

  for (i = 0; i < n; i++)
    expect (out, sizes[i], (guint8) i);
}

static gboolean
kernel_has_gso (Out * out)
{
  gint size;

  /* SOL_UDP, UDP_SEGMENT */
  return USE_LINUX && g_socket_get_option (out->to.socket, 17, 103, &size,
      NULL);
}

/* ---- packets ---- */

static const gsize sizes[] = { 1200, 0, 1, 12, 13, 65000, 1400 };

GST_START_TEST (test_udpsink_buffers)
{
  gboolean v6 = __i__ % 2 != 0;
  guint64 bytes = 0, served;
  Out out;
  guint i;

  out_start (&out, v6, TRUE);
  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    push (&out, sizes[i], (guint8) i);
    expect (&out, sizes[i], (guint8) i);
    bytes += sizes[i];
  }
  g_object_get (out.sink, "bytes-served", &served, NULL);
  fail_unless_equals_uint64 (served, bytes);
  fail_unless_equals_uint64 (stat_of (&out, "packets"), G_N_ELEMENTS (sizes));
  fail_unless_equals_uint64 (stat_of (&out, "gso-sends"), 0);
  out_stop (&out);
}

GST_END_TEST;

/* Runs of one size, with a shorter one at the end, and what ends a run. */
static const gsize odd[] = { 1200, 1200, 1200, 700, 1200, 0, 0, 1200, 1200, 1,
  500, 500, 600, 600, 500, 500, 1, 1, 1, 2, 20000, 20000, 20000, 20000, 9
};

GST_START_TEST (test_udpsink_list)
{
  gboolean v6 = __i__ % 2 != 0, gso = __i__ / 2 != 0;
  Out out;

  out_start (&out, v6, gso);
  push_list (&out, odd, G_N_ELEMENTS (odd));
  expect_list (&out, odd, G_N_ELEMENTS (odd));
  fail_unless_equals_uint64 (stat_of (&out, "packets"), G_N_ELEMENTS (odd));
  fail_unless_equals_uint64 (stat_of (&out, "system-calls"),
      USE_LINUX ? 1 : G_N_ELEMENTS (odd));
  if (gso && kernel_has_gso (&out)) {
    /* 1200 1200 1200 700 | 1200 | 0 | 0 | 1200 1200 1 | 500 500 | 600 600 500 |
     * 500 1 | 1 1 | 2 | 20000 20000 20000 | 20000 9 */
    fail_unless_equals_uint64 (stat_of (&out, "gso-sends"), 8);
    fail_unless_equals_uint64 (stat_of (&out, "gso-packets"), 21);
  } else {
    fail_unless_equals_uint64 (stat_of (&out, "gso-sends"), 0);
  }
  fail_unless_equals_int (count_messages (&out, GST_MESSAGE_WARNING
          | GST_MESSAGE_ERROR), 0);
  out_stop (&out);
}

GST_END_TEST;

/* More than one message of the kernel may hold, small enough for the receiver's
 * buffer. */
GST_START_TEST (test_udpsink_long_list)
{
  gsize many[150];
  Out out;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (many); i++)
    many[i] = 100;
  out_start (&out, FALSE, TRUE);
  push_list (&out, many, G_N_ELEMENTS (many));
  expect_list (&out, many, G_N_ELEMENTS (many));
  if (kernel_has_gso (&out))
    fail_unless_equals_uint64 (stat_of (&out, "gso-sends"), 3);
  out_stop (&out);
}

GST_END_TEST;

GST_START_TEST (test_udpsink_empty_list)
{
  Out out;

  out_start (&out, FALSE, TRUE);
  push_list (&out, NULL, 0);
  fail_unless_equals_uint64 (stat_of (&out, "system-calls"), 0);
  push (&out, 100, 1);
  expect (&out, 100, 1);
  out_stop (&out);
}

GST_END_TEST;

/* ---- traffic class ---- */

static const guint8 codepoints[] = { 1, 1, 2, NONE, 3, 0, 1, NONE, NONE, 2 };

static GstBufferList *
marked_list (void)
{
  GstBufferList *list = gst_buffer_list_new ();
  guint i;

  for (i = 0; i < G_N_ELEMENTS (codepoints); i++) {
    GstBuffer *buffer = buffer_new (1000, (guint8) i);

    if (codepoints[i] != NONE)
      gst_scream_ecn_set (buffer, codepoints[i]);
    gst_buffer_list_add (list, buffer);
  }
  return list;
}

static void
check_marks (Out * out, guint dscp)
{
  guint i;

  fail_unless_equals_int (gst_pad_push_list (out->harness->srcpad,
          marked_list ()), GST_FLOW_OK);
  for (i = 0; i < G_N_ELEMENTS (codepoints); i++) {
    guint ecn = codepoints[i] == NONE ? 0 : codepoints[i];

    expect (out, 1000, (guint8) i);
    fail_unless_equals_int (out->to.traffic_class, dscp << 2 | ecn);
  }
}

GST_START_TEST (test_udpsink_ecn)
{
  Out out;

  out_start (&out, __i__ % 2 != 0, TRUE);
  check_marks (&out, 0);
  g_object_set (out.sink, "qos-dscp", 34, NULL);
  check_marks (&out, 34);
  g_object_set (out.sink, "qos-dscp", 46, NULL);
  check_marks (&out, 46);
  out_stop (&out);
}

GST_END_TEST;

/* ---- sockets ---- */

static GSocket *
given_socket (GSocketFamily family)
{
  GSocket *socket = g_socket_new (family, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);

  fail_unless (socket != NULL);
  return socket;
}

/* A socket of IPv6 that sends to IPv4. */
GST_START_TEST (test_udpsink_dual_stack)
{
  GSocket *socket = given_socket (G_SOCKET_FAMILY_IPV6);
  GSocket *used;
  Out out;

  receiver_open (&out.to, G_SOCKET_FAMILY_IPV4);
  out.sink = sink_new (&out.to, FALSE);
  g_object_set (out.sink, "socket", socket, "qos-dscp", 34, "close-socket",
      FALSE, NULL);
  out_start_sink (&out);
  g_object_get (out.sink, "used-socket", &used, NULL);
  fail_unless (used == socket);
  g_object_unref (used);
  check_marks (&out, 34);
  out_stop (&out);
  fail_if (g_socket_is_closed (socket));
  g_object_unref (socket);
}

GST_END_TEST;

GST_START_TEST (test_udpsink_closes_given_socket)
{
  GSocket *socket = given_socket (G_SOCKET_FAMILY_IPV4);
  Out out;

  receiver_open (&out.to, G_SOCKET_FAMILY_IPV4);
  out.sink = sink_new (&out.to, FALSE);
  g_object_set (out.sink, "socket", socket, NULL);
  out_start_sink (&out);
  push (&out, 100, 7);
  expect (&out, 100, 7);
  out_stop (&out);
  fail_unless (g_socket_is_closed (socket));
  g_object_unref (socket);
}

GST_END_TEST;

static void
expect_refused_start (GstElement * sink, const gchar * property)
{
  GstBus *bus = gst_bus_new ();
  GstMessage *message;
  GError *error;

  gst_element_set_bus (sink, bus);
  fail_unless_equals_int (gst_element_set_state (sink, GST_STATE_PAUSED),
      GST_STATE_CHANGE_FAILURE);
  message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  fail_unless (message != NULL);
  gst_message_parse_error (message, &error, NULL);
  fail_unless (strstr (error->message, property) != NULL, "%s", error->message);
  g_error_free (error);
  gst_message_unref (message);
  gst_element_set_state (sink, GST_STATE_NULL);
  gst_element_set_bus (sink, NULL);
  gst_object_unref (bus);
  gst_object_unref (sink);
}

GST_START_TEST (test_udpsink_user_errors)
{
  GSocket *v4 = given_socket (G_SOCKET_FAMILY_IPV4);
  GSocket *closed = given_socket (G_SOCKET_FAMILY_IPV4);
  Receiver to = {.port = 5004 };
  GstElement *sink = sink_new (&to, TRUE);

  g_object_set (sink, "socket", v4, NULL);
  expect_refused_start (sink, "host");

  g_socket_close (closed, NULL);
  sink = sink_new (&to, FALSE);
  g_object_set (sink, "socket", closed, NULL);
  expect_refused_start (sink, "property socket");

  sink = sink_new (&to, FALSE);
  g_object_set (sink, "bind-address", "nonsense", NULL);
  expect_refused_start (sink, "bind-address");

  sink = sink_new (&to, FALSE);
  g_object_set (sink, "bind-address", "::1", NULL);
  expect_refused_start (sink, "bind-address");

  sink = sink_new (&to, FALSE);
  g_object_set (sink, "bind-address", "203.0.113.77", NULL);
  expect_refused_start (sink, "bind-address");
  g_object_unref (v4);
  g_object_unref (closed);
}

GST_END_TEST;

/* The application closes it. */
GST_START_TEST (test_udpsink_socket_goes)
{
  GSocket *socket = given_socket (G_SOCKET_FAMILY_IPV4);
  Out out;

  receiver_open (&out.to, G_SOCKET_FAMILY_IPV4);
  out.sink = sink_new (&out.to, FALSE);
  g_object_set (out.sink, "socket", socket, NULL);
  out_start_sink (&out);
  push (&out, 100, 7);
  g_socket_close (socket, NULL);
  fail_unless_equals_int (gst_harness_push (out.harness, buffer_new (100, 8)),
      GST_FLOW_ERROR);
  fail_unless_equals_int (count_messages (&out, GST_MESSAGE_ERROR), 1);
  out_stop (&out);
  g_object_unref (socket);
}

GST_END_TEST;

GST_START_TEST (test_udpsink_starts_again)
{
  Out out;
  guint i;

  out_start (&out, FALSE, TRUE);
  for (i = 0; i < 3; i++) {
    GSocket *socket = NULL;
    gchar *clients = NULL, *wanted;

    push (&out, 300, (guint8) i);
    expect (&out, 300, (guint8) i);
    fail_unless_equals_uint64 (stat_of (&out, "packets"), 1);
    wanted = g_strdup_printf ("127.0.0.1:%u", out.to.port);
    g_object_get (out.sink, "clients", &clients, NULL);
    fail_unless_equals_string (clients, wanted);
    g_free (clients);
    g_free (wanted);

    gst_element_set_state (out.sink, GST_STATE_NULL);
    g_object_get (out.sink, "used-socket", &socket, NULL);
    fail_unless (socket == NULL);
    fail_unless_equals_int (gst_harness_push (out.harness, buffer_new (9, 9)),
        GST_FLOW_FLUSHING);
    gst_element_set_state (out.sink, GST_STATE_PLAYING);
    gst_harness_set_src_caps_str (out.harness, "application/x-rtp");
  }
  out_stop (&out);
}

GST_END_TEST;

GST_START_TEST (test_udpsink_flush_and_eos)
{
  Out out;

  out_start (&out, FALSE, TRUE);
  push (&out, 100, 1);
  fail_unless (gst_harness_push_event (out.harness,
          gst_event_new_flush_start ()));
  fail_unless_equals_int (gst_harness_push (out.harness, buffer_new (100, 2)),
      GST_FLOW_FLUSHING);
  fail_unless (gst_harness_push_event (out.harness,
          gst_event_new_flush_stop (TRUE)));
  gst_harness_set_src_caps_str (out.harness, "application/x-rtp");
  push (&out, 100, 3);
  expect (&out, 100, 1);
  expect (&out, 100, 3);
  fail_unless (gst_harness_push_event (out.harness, gst_event_new_eos ()));
  fail_unless_equals_int (count_messages (&out, GST_MESSAGE_EOS), 1);
  out_stop (&out);
}

GST_END_TEST;

GST_START_TEST (test_udpsink_several)
{
  Out outs[5];
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (outs); i++)
    out_start (&outs[i], i % 2 != 0, TRUE);
  for (k = 0; k < 10; k++) {
    for (i = 0; i < G_N_ELEMENTS (outs); i++)
      push (&outs[i], 100 + i, (guint8) (10 * i + k));
  }
  for (i = 0; i < G_N_ELEMENTS (outs); i++) {
    for (k = 0; k < 10; k++)
      expect (&outs[i], 100 + i, (guint8) (10 * i + k));
    out_stop (&outs[i]);
  }
}

GST_END_TEST;

/* One socket of the application for many addresses. */
GST_START_TEST (test_udpsink_shared_socket)
{
  GSocket *socket = given_socket (G_SOCKET_FAMILY_IPV4);
  Out outs[5];
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (outs); i++) {
    receiver_open (&outs[i].to, G_SOCKET_FAMILY_IPV4);
    outs[i].sink = sink_new (&outs[i].to, FALSE);
    g_object_set (outs[i].sink, "socket", socket, "close-socket", FALSE, NULL);
    out_start_sink (&outs[i]);
  }
  for (k = 0; k < 10; k++) {
    for (i = 0; i < G_N_ELEMENTS (outs); i++)
      push (&outs[i], 100 + i, (guint8) (10 * i + k));
  }
  for (i = 0; i < G_N_ELEMENTS (outs); i++) {
    for (k = 0; k < 10; k++)
      expect (&outs[i], 100 + i, (guint8) (10 * i + k));
    fail_if (receive (&outs[i].to, g_get_monotonic_time ()));
    out_stop (&outs[i]);
    fail_if (g_socket_is_closed (socket));
  }
  g_object_unref (socket);
}

GST_END_TEST;

/* ---- what the system refuses ---- */

/* Each is lost, the others arrive, and one warning tells. */
GST_START_TEST (test_udpsink_too_large)
{
  static const gsize mixed[] = { 100, 70000, 100, 70000, 70000, 100 };
  Out out;

  out_start (&out, FALSE, TRUE);
  push_list (&out, mixed, G_N_ELEMENTS (mixed));
  push (&out, 80000, 9);
  expect (&out, 100, 0);
  expect (&out, 100, 2);
  expect (&out, 100, 5);
  fail_unless_equals_uint64 (stat_of (&out, "packets"), 3);
  fail_unless_equals_uint64 (stat_of (&out, "dropped"), 4);
  fail_unless_equals_int (count_messages (&out, GST_MESSAGE_WARNING), 1);
  out_stop (&out);
}

GST_END_TEST;

/* Nobody listens, and the socket hears of it: it is connected. */
GST_START_TEST (test_udpsink_refused)
{
  GSocket *socket = given_socket (G_SOCKET_FAMILY_IPV4);
  GSocketAddress *nobody;
  Receiver closed;
  Out out;

  receiver_open (&closed, G_SOCKET_FAMILY_IPV4);
  nobody = g_socket_get_local_address (closed.socket, NULL);
  receiver_close (&closed);
  fail_unless (g_socket_connect (socket, nobody, NULL, NULL));

  receiver_open (&out.to, G_SOCKET_FAMILY_IPV4);
  out.sink = sink_new (&closed, FALSE);
  g_object_set (out.sink, "socket", socket, NULL);
  out_start_sink (&out);
  push (&out, 100, 1);
  push (&out, 100, 2);
  push (&out, 100, 3);
  fail_unless_equals_uint64 (stat_of (&out, "refused"), 2);
  fail_unless_equals_uint64 (stat_of (&out, "packets"), 3);
  fail_unless_equals_uint64 (stat_of (&out, "dropped"), 0);
  fail_unless_equals_int (count_messages (&out, GST_MESSAGE_WARNING
          | GST_MESSAGE_ERROR), 0);
  out_stop (&out);
  g_object_unref (nobody);
  g_object_unref (socket);
}

GST_END_TEST;

static Suite *
screamudpsink_suite (void)
{
  Suite *s = suite_create ("screamudpsink");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_udpsink_buffers, 0, 2);
  tcase_add_loop_test (tc, test_udpsink_list, 0, 4);
  tcase_add_test (tc, test_udpsink_long_list);
  tcase_add_test (tc, test_udpsink_empty_list);
  tcase_add_loop_test (tc, test_udpsink_ecn, 0, 2);
  tcase_add_test (tc, test_udpsink_dual_stack);
  tcase_add_test (tc, test_udpsink_closes_given_socket);
  tcase_add_test (tc, test_udpsink_user_errors);
  tcase_add_test (tc, test_udpsink_socket_goes);
  tcase_add_test (tc, test_udpsink_starts_again);
  tcase_add_test (tc, test_udpsink_flush_and_eos);
  tcase_add_test (tc, test_udpsink_several);
  tcase_add_test (tc, test_udpsink_shared_socket);
  tcase_add_test (tc, test_udpsink_too_large);
  tcase_add_test (tc, test_udpsink_refused);
  return s;
}

GST_CHECK_MAIN (screamudpsink);
