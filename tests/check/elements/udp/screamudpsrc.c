/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packets of sockets into buffers of screamudpsrc, and its states */
#include <string.h>
#include <gst/net/net.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "plugins/packet/gstscreamecn.h"
#include "plugins/packet/gstsystem.h"
#include "tests/check/elements/elementtest.h"
#include "udptest.h"

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif
#ifndef SOL_UDP
#define SOL_UDP 17
#endif

#define LOOPBACK "address=127.0.0.1 port=0 "

static guint8 bytes[65507];

static void
fill_bytes (void)
{
  gsize i;

  for (i = 0; i < sizeof (bytes); i++)
    bytes[i] = (guint8) (i * 7 + i / 256);
}

static void
check_bytes (GstBuffer * buffer, gsize offset, gsize size)
{
  fail_unless_equals_uint64 (gst_buffer_get_size (buffer), size);
  fail_unless (gst_buffer_memcmp (buffer, 0, bytes + offset, size) == 0);
}

GST_START_TEST (test_screamudpsrc_packets)
{
  static const gsize sizes[] = { 1, 12, 1200, 1500, 9000, 65507 };
  GSocket *sender = sender_new (G_SOCKET_FAMILY_IPV4);
  GstNetAddressMeta *meta;
  Receiver receiver;
  guint i;

  receiver_start (&receiver, LOOPBACK);
  /* Nobody can do anything with it. */
  send_bytes (sender, receiver.port, bytes, 0);
  for (i = 0; i < G_N_ELEMENTS (sizes); i++)
    send_bytes (sender, receiver.port, bytes + i, MIN (sizes[i],
            sizeof (bytes) - i));
  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    GstBuffer *buffer = receiver_get (&receiver, i + 1);

    check_bytes (buffer, i, MIN (sizes[i], sizeof (bytes) - i));
    meta = gst_buffer_get_net_address_meta (buffer);
    fail_unless (meta != NULL);
    fail_unless_equals_int (g_inet_socket_address_get_port
        (G_INET_SOCKET_ADDRESS (meta->addr)), port_of (sender));
  }
  fail_unless_equals_uint64 (receiver_count (&receiver, "packets"), 6);
  fail_unless_equals_uint64 (receiver_count (&receiver, "empty-datagrams"), 1);
  fail_unless_equals_uint64 (receiver_count (&receiver, "dropped-packets"), 0);
  receiver_stop (&receiver);
  g_object_unref (sender);
}

GST_END_TEST;

/* Both families by one socket, as screamsrc has it; the codepoint of each packet. */
GST_START_TEST (test_screamudpsrc_families_and_codepoints)
{
  static const GSocketFamily families[] = {
    G_SOCKET_FAMILY_IPV4, G_SOCKET_FAMILY_IPV6
  };
  Receiver receiver;
  guint i, n = 0, ecn;

  receiver_start (&receiver, "port=0");
  for (i = 0; i < G_N_ELEMENTS (families); i++) {
    GSocket *sender = sender_new (families[i]);

    for (ecn = 0; ecn < 4; ecn++) {
      if (families[i] == G_SOCKET_FAMILY_IPV4)
        fail_unless (g_socket_set_option (sender, IPPROTO_IP, IP_TOS,
                (gint) ecn, NULL));
      else
        fail_unless (g_socket_set_option (sender, IPPROTO_IPV6, IPV6_TCLASS,
                (gint) ecn, NULL));
      send_bytes (sender, receiver.port, bytes, 100);
      fail_unless_equals_int (gst_scream_ecn_get (receiver_get (&receiver,
                  ++n), 0xff), ecn);
    }
    g_object_unref (sender);
  }
  receiver_stop (&receiver);
}

GST_END_TEST;

/* Nothing is read while the first packet is held, then all at once. */
GST_START_TEST (test_screamudpsrc_lists)
{
  static const struct
  {
    const gchar *options;
    gboolean lists;
  } cases[] = {
    {LOOPBACK, TRUE}, {LOOPBACK "buffer-lists=false", FALSE}
  };
  guint i, k;

  for (k = 0; k < G_N_ELEMENTS (cases); k++) {
    GSocket *sender = sender_new (G_SOCKET_FAMILY_IPV4);
    Receiver receiver;

    receiver_start (&receiver, cases[k].options);
    receiver_hold (&receiver, TRUE);
    for (i = 0; i < 40; i++)
      send_bytes (sender, receiver.port, bytes + i, 500 + i);
    receiver_hold (&receiver, FALSE);
    for (i = 0; i < 40; i++)
      check_bytes (receiver_get (&receiver, i + 1), i, 500 + i);
    if (cases[k].lists)
      fail_unless (receiver.lists >= 2, "%u", receiver.lists);
    else
      fail_unless_equals_int (receiver.lists, 0);
    /* 8 at once, and one with the first. */
    fail_unless (receiver_count (&receiver, "reads") <= 10);
    receiver_stop (&receiver);
    g_object_unref (sender);
  }
}

GST_END_TEST;

/* On loopback a datagram that is to be cut on its way comes in one piece to who takes
 * that. */
GST_START_TEST (test_screamudpsrc_gro)
{
  static const struct
  {
    const gchar *options;
    gboolean coalesced;
  } cases[] = {
    {LOOPBACK, TRUE}, {LOOPBACK "gro=false", FALSE},
    {LOOPBACK "buffer-lists=false", TRUE}
  };
  guint i, k;

  for (k = 0; k < G_N_ELEMENTS (cases); k++) {
    GSocket *sender = sender_new (G_SOCKET_FAMILY_IPV4);
    Receiver receiver;
    GstBuffer *buffer;

    if (!g_socket_set_option (sender, SOL_UDP, UDP_SEGMENT, 1000, NULL)) {
      g_print ("skipped: no UDP_SEGMENT in this kernel\n");
      g_object_unref (sender);
      return;
    }
    receiver_start (&receiver, cases[k].options);
    send_bytes (sender, receiver.port, bytes, 40500);
    for (i = 0; i < 41; i++) {
      buffer = receiver_get (&receiver, i + 1);
      check_bytes (buffer, 1000 * i, i < 40 ? 1000 : 500);
      fail_unless (gst_buffer_get_net_address_meta (buffer) != NULL);
      /* A packet that somebody keeps keeps no other. */
      fail_unless (gst_buffer_get_sizes (buffer, NULL, NULL) <= 1000);
    }
    fail_unless_equals_uint64 (receiver_count (&receiver, "packets"), 41);
    fail_unless_equals_uint64 (receiver_count (&receiver, "coalesced-packets"),
        cases[k].coalesced ? 41 : 0);
    receiver_stop (&receiver);
    g_object_unref (sender);
  }
}

GST_END_TEST;

/* DTS is when the kernel took it, not when it was read. */
GST_START_TEST (test_screamudpsrc_arrival_times)
{
  GSocket *sender = sender_new (G_SOCKET_FAMILY_IPV4);
  GSocket *noting = switch_arrival_times_on ();
  GstClockTime before, after, late;
  GstBuffer *buffer;
  Receiver receiver;
  gboolean known;

  receiver_start (&receiver, LOOPBACK);
  g_object_get (receiver.source, "arrival-times", &known, NULL);
  fail_unless (known);
  receiver_hold (&receiver, TRUE);
  send_bytes (sender, receiver.port, bytes, 10);
  g_usleep (G_TIME_SPAN_MILLISECOND);
  before = gst_element_get_current_running_time (receiver.source);
  send_bytes (sender, receiver.port, bytes, 20);
  after = gst_element_get_current_running_time (receiver.source);
  g_usleep (50 * G_TIME_SPAN_MILLISECOND);
  late = gst_element_get_current_running_time (receiver.source);
  receiver_hold (&receiver, FALSE);
  buffer = receiver_get (&receiver, 2);
  check_bytes (buffer, 0, 20);
  fail_unless (late >= after + 50 * GST_MSECOND);
  /* The two clocks are read one after the other, on a busy machine. */
  fail_unless (GST_BUFFER_DTS (buffer) + 5 * GST_MSECOND >= before);
  fail_unless (GST_BUFFER_DTS (buffer) <= after + 30 * GST_MSECOND,
      "%" GST_TIME_FORMAT " and not before %" GST_TIME_FORMAT,
      GST_TIME_ARGS (GST_BUFFER_DTS (buffer)), GST_TIME_ARGS (after));
  fail_unless_equals_uint64 (GST_BUFFER_PTS (buffer), GST_BUFFER_DTS (buffer));
  receiver_stop (&receiver);
  g_object_unref (noting);
  g_object_unref (sender);
}

GST_END_TEST;

/* The running time stands still in a pause: what came in it did not come before what came
 * before it. */
GST_START_TEST (test_screamudpsrc_arrival_times_in_a_pause)
{
  GSocket *sender = sender_new (G_SOCKET_FAMILY_IPV4);
  GSocket *noting = switch_arrival_times_on ();
  GstBuffer *first, *second;
  Receiver receiver;

  receiver_start (&receiver, LOOPBACK);
  g_usleep (200 * G_TIME_SPAN_MILLISECOND);
  send_bytes (sender, receiver.port, bytes, 10);
  first = receiver_get (&receiver, 1);
  gst_element_set_state (receiver.pipeline, GST_STATE_PAUSED);
  send_bytes (sender, receiver.port, bytes, 20);
  g_usleep (100 * G_TIME_SPAN_MILLISECOND);
  gst_element_set_state (receiver.pipeline, GST_STATE_PLAYING);
  second = receiver_get (&receiver, 2);
  fail_unless (GST_BUFFER_DTS (second) >= GST_BUFFER_DTS (first));
  receiver_stop (&receiver);
  g_object_unref (noting);
  g_object_unref (sender);
}

GST_END_TEST;

/* The socket takes packets from READY on. */
GST_START_TEST (test_screamudpsrc_before_the_start)
{
  GSocket *sender = sender_new (G_SOCKET_FAMILY_IPV4);
  GSocket *noting = switch_arrival_times_on ();
  Receiver receiver;
  gint port;

  receiver_start (&receiver, LOOPBACK);
  gst_element_set_state (receiver.pipeline, GST_STATE_READY);
  g_object_get (receiver.source, "port", &port, NULL);
  send_bytes (sender, (guint16) port, bytes, 10);
  /* Longer than a start takes, on most machines. */
  g_usleep (500 * G_TIME_SPAN_MILLISECOND);
  gst_element_set_state (receiver.pipeline, GST_STATE_PLAYING);
  fail_unless_equals_uint64 (GST_BUFFER_DTS (receiver_get (&receiver, 1)), 0);
  receiver_stop (&receiver);
  g_object_unref (noting);
  g_object_unref (sender);
}

GST_END_TEST;

GST_START_TEST (test_screamudpsrc_drops)
{
  GSocket *sender = sender_new (G_SOCKET_FAMILY_IPV4);
  Receiver receiver;
  guint i;

  receiver_start (&receiver, LOOPBACK "buffer-size=4096");
  receiver_hold (&receiver, TRUE);
  for (i = 0; i < 100; i++)
    send_bytes (sender, receiver.port, bytes, 1200);
  receiver_hold (&receiver, FALSE);
  receiver_get (&receiver, 1);
  /* The kernel tells it with the next packet that it takes. */
  for (i = 0; receiver_count (&receiver, "dropped-packets") == 0; i++) {
    fail_unless (i < 1000);
    send_bytes (sender, receiver.port, bytes, 1200);
    g_usleep (G_TIME_SPAN_MILLISECOND);
  }
  fail_unless (receiver_count (&receiver, "dropped-packets") < 100);
  receiver_stop (&receiver);
  g_object_unref (sender);
}

GST_END_TEST;

GST_START_TEST (test_screamudpsrc_states)
{
  static const GstState states[] = {
    GST_STATE_PAUSED, GST_STATE_PLAYING, GST_STATE_READY, GST_STATE_PLAYING,
    GST_STATE_NULL, GST_STATE_PLAYING
  };
  GSocket *sender = sender_new (G_SOCKET_FAMILY_IPV4);
  GSocket *used;
  Receiver receiver;
  guint i, n = 0;
  gint port;

  receiver_start (&receiver, LOOPBACK);
  for (i = 0; i < G_N_ELEMENTS (states); i++) {
    gst_element_set_state (receiver.pipeline, states[i]);
    gst_element_get_state (receiver.pipeline, NULL, NULL, GST_CLOCK_TIME_NONE);
    g_object_get (receiver.source, "used-socket", &used, "port", &port, NULL);
    fail_unless ((used != NULL) == (states[i] != GST_STATE_NULL));
    g_clear_object (&used);
    if (states[i] == GST_STATE_PLAYING) {
      send_bytes (sender, (guint16) port, bytes, 100 + n);
      n++;
      check_bytes (receiver_get (&receiver, n), 0, 99 + n);
    }
  }
  receiver_stop (&receiver);
  g_object_unref (sender);
}

GST_END_TEST;

/* A flush and the end of the stream, while nothing comes. */
GST_START_TEST (test_screamudpsrc_flush_and_eos)
{
  GSocket *sender = sender_new (G_SOCKET_FAMILY_IPV4);
  GstMessage *message;
  Receiver receiver;
  GstBus *bus;

  receiver_start (&receiver, LOOPBACK);
  fail_unless (gst_element_send_event (receiver.source,
          gst_event_new_flush_start ()));
  fail_unless (gst_element_send_event (receiver.source,
          gst_event_new_flush_stop (FALSE)));
  send_bytes (sender, receiver.port, bytes, 30);
  check_bytes (receiver_get (&receiver, 1), 0, 30);
  fail_unless (gst_element_send_event (receiver.pipeline,
          gst_event_new_eos ()));
  bus = gst_element_get_bus (receiver.pipeline);
  message = gst_bus_timed_pop_filtered (bus, PATIENCE * GST_USECOND,
      GST_MESSAGE_EOS);
  fail_unless (message != NULL);
  gst_message_unref (message);
  gst_object_unref (bus);
  receiver_stop (&receiver);
  g_object_unref (sender);
}

GST_END_TEST;

GST_START_TEST (test_screamudpsrc_negotiation)
{
  GSocket *sender = sender_new (G_SOCKET_FAMILY_IPV4);
  GstQuery *query = gst_query_new_latency ();
  GstCaps *first = gst_caps_from_string ("application/x-rtp, payload=8");
  GstCaps *given = gst_caps_from_string ("application/x-rtp, payload=9");
  GstCaps *caps;
  Receiver receiver;
  gboolean live;
  GstPad *pad;

  receiver_start (&receiver, LOOPBACK "caps=application/x-rtp,payload=8");
  pad = gst_element_get_static_pad (receiver.source, "src");
  send_bytes (sender, receiver.port, bytes, 30);
  receiver_get (&receiver, 1);
  caps = gst_pad_get_current_caps (pad);
  fail_unless (gst_caps_is_subset (caps, first));
  gst_caps_unref (caps);
  g_object_set (receiver.source, "caps", given, NULL);
  send_bytes (sender, receiver.port, bytes, 30);
  receiver_get (&receiver, 2);
  send_bytes (sender, receiver.port, bytes, 30);
  receiver_get (&receiver, 3);
  caps = gst_pad_get_current_caps (pad);
  fail_unless (gst_caps_is_equal (caps, given));
  gst_caps_unref (caps);
  fail_unless (gst_pad_query (pad, query));
  gst_query_parse_latency (query, &live, NULL, NULL);
  fail_unless (live);
  gst_query_unref (query);
  gst_caps_unref (first);
  gst_caps_unref (given);
  gst_object_unref (pad);
  receiver_stop (&receiver);
  g_object_unref (sender);
}

GST_END_TEST;

GST_START_TEST (test_screamudpsrc_socket_of_the_application)
{
  guint i;

  for (i = 0; i < 2; i++) {
    GstElement *source = gst_element_factory_make ("screamudpsrc", NULL);
    GSocket *socket = bound_socket (), *used = NULL;
    gboolean closes = i == 1;
    gint gro = -1;

    g_object_set (source, "socket", socket, "close-socket", closes, NULL);
    gst_element_set_state (source, GST_STATE_READY);
    g_object_get (source, "used-socket", &used, NULL);
    fail_unless (used == socket);
    gst_element_set_state (source, GST_STATE_NULL);
    fail_unless_equals_int (g_socket_is_closed (socket), closes);
    /* Who reads it next does not know of packets that were put together. */
    if (!closes && g_socket_get_option (socket, SOL_UDP, 104, &gro, NULL))
      fail_unless_equals_int (gro, 0);
    g_object_unref (used);
    g_object_unref (socket);
    gst_object_unref (source);
  }
}

GST_END_TEST;

GST_START_TEST (test_screamudpsrc_mistakes)
{
  GSocket *closed = bound_socket (), *taken = bound_socket ();
  gint port = port_of (taken);
  const struct
  {
    const gchar *address;
    gint port;
    GSocket *socket;
    const gchar *text;
  } cases[] = {
    {"127.0.0.1", port, NULL, "in use"},
    {"239.1.2.3", 0, NULL, "multicast"},
    {"203.0.113.77", 0, NULL, "address"},
    {"", 0, closed, "property socket"},
  };
  guint i;

  g_socket_close (closed, NULL);
  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    GstElement *pipeline = gst_pipeline_new (NULL);
    GstElement *source = gst_element_factory_make ("screamudpsrc", NULL);
    gchar *text;

    gst_bin_add (GST_BIN (pipeline), source);
    g_object_set (source, "address", cases[i].address, "port", cases[i].port,
        "socket", cases[i].socket, NULL);
    fail_unless_equals_int (gst_element_set_state (pipeline, GST_STATE_READY),
        GST_STATE_CHANGE_FAILURE);
    text = get_error (pipeline);
    fail_unless (strstr (text, cases[i].text) != NULL, "%u: %s", i, text);
    g_free (text);
    gst_element_set_state (pipeline, GST_STATE_NULL);
    gst_object_unref (pipeline);
  }
  g_object_unref (closed);
  g_object_unref (taken);
}

GST_END_TEST;

/* Somebody closes it while the element waits. */
GST_START_TEST (test_screamudpsrc_socket_is_closed)
{
  GSocket *sender = sender_new (G_SOCKET_FAMILY_IPV4), *used = NULL;
  Receiver receiver;
  gchar *text;

  receiver_start (&receiver, LOOPBACK);
  receiver_hold (&receiver, TRUE);
  send_bytes (sender, receiver.port, bytes, 10);
  while (receiver_count (&receiver, "packets") == 0)
    g_usleep (G_TIME_SPAN_MILLISECOND);
  g_object_get (receiver.source, "used-socket", &used, NULL);
  g_socket_close (used, NULL);
  receiver_hold (&receiver, FALSE);
  text = get_error (receiver.pipeline);
  fail_unless (strstr (text, "Cannot read") != NULL, "%s", text);
  g_free (text);
  g_object_unref (used);
  receiver_stop (&receiver);
  g_object_unref (sender);
}

GST_END_TEST;

GST_START_TEST (test_screamudpsrc_timeout)
{
  GstMessage *message;
  guint64 timeout = 0;
  Receiver receiver;
  GstBus *bus;

  receiver_start (&receiver, LOOPBACK "timeout=20");
  bus = gst_element_get_bus (receiver.pipeline);
  message = gst_bus_timed_pop_filtered (bus, PATIENCE * GST_USECOND,
      GST_MESSAGE_ELEMENT);
  fail_unless (message != NULL);
  fail_unless (gst_message_has_name (message, "GstUDPSrcTimeout"));
  fail_unless (gst_structure_get_uint64 (gst_message_get_structure (message),
          "timeout", &timeout));
  fail_unless_equals_uint64 (timeout, 20000000);
  gst_message_unref (message);
  gst_object_unref (bus);
  receiver_stop (&receiver);
}

GST_END_TEST;

/* More senders than addresses are kept: each packet has its own nevertheless. */
GST_START_TEST (test_screamudpsrc_strangers)
{
  GSocket *senders[40];
  Receiver receiver;
  guint i;

  receiver_start (&receiver, LOOPBACK);
  receiver_hold (&receiver, TRUE);
  for (i = 0; i < G_N_ELEMENTS (senders); i++) {
    senders[i] = bound_socket ();
    send_bytes (senders[i], receiver.port, bytes, 10 + i);
  }
  receiver_hold (&receiver, FALSE);
  for (i = 0; i < G_N_ELEMENTS (senders); i++) {
    GstBuffer *buffer = receiver_get (&receiver, i + 1);

    check_bytes (buffer, 0, 10 + i);
    fail_unless_equals_int (g_inet_socket_address_get_port
        (G_INET_SOCKET_ADDRESS (gst_buffer_get_net_address_meta
                (buffer)->addr)), port_of (senders[i]));
    g_object_unref (senders[i]);
  }
  receiver_stop (&receiver);
}

GST_END_TEST;

GST_START_TEST (test_screamudpsrc_several)
{
  GSocket *sender = sender_new (G_SOCKET_FAMILY_IPV4);
  Receiver receivers[3];
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (receivers); i++)
    receiver_start (&receivers[i], LOOPBACK);
  for (k = 0; k < 20; k++)
    for (i = 0; i < G_N_ELEMENTS (receivers); i++)
      send_bytes (sender, receivers[i].port, bytes + i, 100 + k);
  for (i = 0; i < G_N_ELEMENTS (receivers); i++)
    for (k = 0; k < 20; k++)
      check_bytes (receiver_get (&receivers[i], k + 1), i, 100 + k);
  for (i = 0; i < G_N_ELEMENTS (receivers); i++)
    receiver_stop (&receivers[i]);
  g_object_unref (sender);
}

GST_END_TEST;

/* With recvmmsg, and with what the kernel says beside each packet. */
static void
add_tests_of_linux (TCase * tc)
{
  tcase_add_test (tc, test_screamudpsrc_families_and_codepoints);
  tcase_add_test (tc, test_screamudpsrc_lists);
  tcase_add_test (tc, test_screamudpsrc_gro);
  tcase_add_test (tc, test_screamudpsrc_arrival_times);
  tcase_add_test (tc, test_screamudpsrc_arrival_times_in_a_pause);
  tcase_add_test (tc, test_screamudpsrc_before_the_start);
  tcase_add_test (tc, test_screamudpsrc_drops);
}

static Suite *
screamudpsrc_suite (void)
{
  Suite *s = suite_create ("screamudpsrc");
  TCase *tc = tcase_create ("general");

  tcase_add_checked_fixture (tc, fill_bytes, NULL);
  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_screamudpsrc_packets);
  if (USE_LINUX)
    add_tests_of_linux (tc);
  tcase_add_test (tc, test_screamudpsrc_states);
  tcase_add_test (tc, test_screamudpsrc_flush_and_eos);
  tcase_add_test (tc, test_screamudpsrc_negotiation);
  tcase_add_test (tc, test_screamudpsrc_socket_of_the_application);
  tcase_add_test (tc, test_screamudpsrc_mistakes);
  tcase_add_test (tc, test_screamudpsrc_socket_is_closed);
  tcase_add_test (tc, test_screamudpsrc_timeout);
  tcase_add_test (tc, test_screamudpsrc_strangers);
  tcase_add_test (tc, test_screamudpsrc_several);
  return s;
}

GST_CHECK_MAIN (screamudpsrc);
