/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Feedback of screamrx by the socket of a udpsrc, and what udpsrc knows of packets: arrival
 * times and ECN. */
#include <string.h>
#include <sys/socket.h>
#include <netinet/in.h>

#include "udpsource.h"

typedef struct
{
  GSocketControlMessage parent;
  gint level, type, value;
  gsize size;
} TestMessage;

typedef struct
{
  GSocketControlMessageClass parent_class;
} TestMessageClass;

GType test_message_get_type (void);

G_DEFINE_TYPE (TestMessage, test_message, G_TYPE_SOCKET_CONTROL_MESSAGE);

static gsize
test_message_get_size (GSocketControlMessage * message)
{
  return ((TestMessage *) message)->size;
}

static gint
test_message_get_level (GSocketControlMessage * message)
{
  return ((TestMessage *) message)->level;
}

static gint
test_message_get_msg_type (GSocketControlMessage * message)
{
  return ((TestMessage *) message)->type;
}

static void
test_message_serialize (GSocketControlMessage * message, gpointer data)
{
  TestMessage *self = (TestMessage *) message;

  if (self->size == 1)
    *(guint8 *) data = self->value;
  else
    memcpy (data, &self->value, sizeof (self->value));
}

static void
test_message_class_init (TestMessageClass * klass)
{
  GSocketControlMessageClass *message_class =
      G_SOCKET_CONTROL_MESSAGE_CLASS (klass);

  message_class->get_size = test_message_get_size;
  message_class->get_level = test_message_get_level;
  message_class->get_type = test_message_get_msg_type;
  message_class->serialize = test_message_serialize;
}

static void
test_message_init (TestMessage * self)
{
}

static void
add_message (GstBuffer * buffer, gint level, gint type, gsize size, gint value)
{
  TestMessage *message = g_object_new (test_message_get_type (), NULL);

  message->level = level;
  message->type = type;
  message->size = size;
  message->value = value;
  gst_buffer_add_net_control_message_meta (buffer,
      G_SOCKET_CONTROL_MESSAGE (message));
  g_object_unref (message);
}

GST_START_TEST (test_screamrx_ecn_from_control_messages)
{
  static const struct
  {
    gint level, type;
    gsize size;
    gint value;
    RtpCcEcn ecn;
  } table[] = {
    {IPPROTO_IP, IP_TOS, 1, 0xb8 | 3, RTP_CC_ECN_CE},
    {IPPROTO_IP, IP_TOS, 4, 1, RTP_CC_ECN_ECT_1},
    {IPPROTO_IPV6, IPV6_TCLASS, 4, 2, RTP_CC_ECN_ECT_0},
    {IPPROTO_IPV6, IPV6_TCLASS, 4, 0xb8, RTP_CC_ECN_NOT_ECT},
    {IPPROTO_IP, IP_TTL, 4, 3, RTP_CC_ECN_NOT_ECT},
    {SOL_SOCKET, IP_TOS, 4, 3, RTP_CC_ECN_NOT_ECT},
    {IPPROTO_IP, IP_TOS, 64, 3, RTP_CC_ECN_NOT_ECT},
  };
  Rx rx = new_rx ();
  guint i;

  for (i = 0; i < G_N_ELEMENTS (table); i++) {
    GstBuffer *buffer = new_rtp (SSRC, i, TRUE);

    add_message (buffer, IPPROTO_IP, IP_TTL, 4, 3);
    add_message (buffer, table[i].level, table[i].type, table[i].size,
        table[i].value);
    push (&rx, buffer);
    pull_feedback (&rx);
    fail_unless_equals_int (find_metric (SSRC, i)->ecn, table[i].ecn);
  }
  fail_unless_equals_uint64 (get_stat (rx.element, "ce"), 1);
  fail_unless_equals_uint64 (get_stat (rx.element, "ect0"), 1);
  fail_unless_equals_uint64 (get_stat (rx.element, "ect1"), 1);
  fail_unless_equals_uint64 (get_stat (rx.element, "not-ect"), 4);
  free_rx (&rx);
}

GST_END_TEST;

/* What @sender gets must come from the source's port. */
static void
receive_feedback (GSocket * sender, GSocket * from)
{
  GSocketAddress *expected = g_socket_get_local_address (from, NULL);
  GSocketAddress *address = NULL;
  GError *error = NULL;
  gchar data[2000];
  gssize size;

  size = g_socket_receive_from (sender, &address, data, sizeof (data), NULL,
      &error);
  fail_unless (size > 0, "%s", error ? error->message : "");
  fail_unless_equals_int (g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS
          (address)),
      g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (expected)));
  parse_bytes ((guint8 *) data, size);
  g_object_unref (address);
  g_object_unref (expected);
}

/* Address and port. */
static gchar *
get_place (GSocket * socket)
{
  GSocketAddress *address = g_socket_get_local_address (socket, NULL);
  gchar *text = g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (address));

  g_object_unref (address);
  return text;
}

GST_START_TEST (test_screamrx_socket_route)
{
  Net net = new_net ();
  GSocket *other = new_socket (G_SOCKET_FAMILY_IPV4);
  gchar *old_place = get_place (net.sender);
  gchar *new_place = get_place (other);
  GstBus *bus = gst_bus_new ();
  GstMessage *message;
  GstPad *pad;
  guint i;

  gst_element_set_bus (net.h->element, bus);
  /* As much as feedback on the next four will be. */
  for (i = 65530; i <= 65537; i++) {
    push_from (&net, net.sender, new_rtp (SSRC, (guint16) i, TRUE));
    receive_feedback (net.sender, net.source->socket);
  }
  find_metric (SSRC, 1);
  check_text_stat (net.h->element, "route", "socket");

  /* The sender has moved. */
  advance (300 * MS);
  for (i = 2; i <= 5; i++) {
    push_from (&net, other, new_rtp (SSRC, i, TRUE));
    receive_feedback (net.sender, net.source->socket);
  }
  check_text_stat (net.h->element, "sender", old_place);
  push_from (&net, other, new_rtp (SSRC, 6, TRUE));
  receive_feedback (other, net.source->socket);
  fail_if (has_datagram (net.sender));
  check_text_stat (net.h->element, "sender", new_place);
  fail_unless_equals_uint64 (get_stat (net.h->element, "sender-moves"), 1);
  fail_unless_equals_uint64 (get_stat (net.h->element, "from-unknown-peers"),
      5);
  message = gst_bus_timed_pop_filtered (bus, 0, GST_MESSAGE_ELEMENT);
  fail_unless (gst_message_has_name (message, "scream-sender-moved"));
  fail_unless_equals_string (gst_structure_get_string
      (gst_message_get_structure (message), "from"), old_place);
  fail_unless_equals_string (gst_structure_get_string
      (gst_message_get_structure (message), "to"), new_place);
  gst_message_unref (message);

  /* A pad that is not linked changes nothing. */
  pad = gst_element_request_pad_simple (net.h->element, "rtcp_src");
  push_from (&net, other, new_rtp (SSRC, 7, TRUE));
  receive_feedback (other, net.source->socket);
  gst_element_release_request_pad (net.h->element, pad);
  gst_object_unref (pad);
  fail_unless_equals_uint64 (get_stat (net.h->element, "feedback-errors"), 0);
  gst_element_set_bus (net.h->element, NULL);
  gst_object_unref (bus);
  g_free (old_place);
  g_free (new_place);
  g_object_unref (other);
  free_net (&net);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_linked_pad_goes_first)
{
  Net net = new_net ();
  GstHarness *rtcp = gst_harness_new_with_element (net.h->element, NULL,
      "rtcp_src");

  push_from (&net, net.sender, new_rtp (SSRC, 1, TRUE));
  parse_feedback (gst_harness_pull (rtcp));
  fail_if (has_datagram (net.sender));
  check_text_stat (net.h->element, "route", "pad");
  gst_harness_teardown (rtcp);

  push_from (&net, net.sender, new_rtp (SSRC, 2, TRUE));
  receive_feedback (net.sender, net.source->socket);
  free_net (&net);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_socket_timer)
{
  Net net = new_net ();

  push_from (&net, net.sender, new_rtp (SSRC, 1, FALSE));
  receive_feedback (net.sender, net.source->socket);
  push_from (&net, net.sender, new_rtp (SSRC, 2, FALSE));
  fire_timer (NULL, T0 + 40 * MS);
  receive_feedback (net.sender, net.source->socket);
  check_age (2, 40 * MS);
  free_net (&net);
}

GST_END_TEST;

/* udpsrc stops, or cannot reach the sender. */
GST_START_TEST (test_screamrx_socket_is_closed)
{
  Net net = new_net ();
  GSocket *v6;
  guint i;

  push_from (&net, net.sender, new_rtp (SSRC, 1, TRUE));
  receive_feedback (net.sender, net.source->socket);
  g_socket_close (net.source->socket, NULL);
  for (i = 2; i < 5; i++)
    push_from (&net, net.sender, new_rtp (SSRC, i, TRUE));
  check_text_stat (net.h->element, "route", "none");
  fail_unless_equals_uint64 (get_stat (net.h->element, "feedback-errors"), 3);

  /* It starts again with another socket. */
  g_object_unref (net.source->socket);
  net.source->socket = new_socket (G_SOCKET_FAMILY_IPV4);
  gst_pad_push_event (net.source->srcpad, gst_event_new_stream_start ("new"));
  push_from (&net, net.sender, new_rtp (SSRC, 5, TRUE));
  receive_feedback (net.sender, net.source->socket);

  if (g_file_test ("/proc/net/if_inet6", G_FILE_TEST_EXISTS)) {
    v6 = new_socket (G_SOCKET_FAMILY_IPV6);
    advance (300 * MS);
    for (i = 6; i < 11; i++)
      push_from (&net, v6, new_rtp (SSRC, i, TRUE));
    check_text_stat (net.h->element, "route", "none");
    g_object_unref (v6);
  }
  free_net (&net);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_arrival_times)
{
  static const struct
  {
    GstClockTime dts, age;
  } table[] = {
    /* Running time is 540 ms when the timer fires, 500 ms when they come. */
    {475 * MS, 25 * MS},
    {500 * MS, 0},
    {501 * MS, 0},              /* in the future */
    {GST_CLOCK_TIME_NONE, 0},
    {1 * MS, 499 * MS},
    {5000 * GST_SECOND, 0},     /* clock time in place of running time */
  };
  Net net = new_net ();
  guint i;

  fail_unless_equals_string (net.source->socket_timestamp, "realtime");
  check_text_stat (net.h->element, "arrival-times", "kernel");
  push_from (&net, net.sender, new_rtp (SSRC, 99, FALSE));
  receive_feedback (net.sender, net.source->socket);
  for (i = 0; i < G_N_ELEMENTS (table); i++) {
    GstBuffer *buffer = new_rtp (SSRC, 100 + i, FALSE);

    GST_BUFFER_DTS (buffer) = table[i].dts;
    push_from (&net, net.sender, buffer);
  }
  fire_timer (NULL, T0 + 40 * MS);
  receive_feedback (net.sender, net.source->socket);
  for (i = 0; i < G_N_ELEMENTS (table); i++)
    check_age (100 + i, table[i].age + 40 * MS);

  /* Older than anything that a socket holds back. */
  advance (2 * GST_SECOND);
  {
    GstBuffer *buffer = new_rtp (SSRC, 200, TRUE);

    GST_BUFFER_DTS (buffer) = 500 * MS;
    push_from (&net, net.sender, buffer);
  }
  receive_feedback (net.sender, net.source->socket);
  check_age (200, 0);
  free_net (&net);
}

GST_END_TEST;

/* Before udpsrc opens its socket, so that no packet is without. */
GST_START_TEST (test_screamrx_arrival_times_from_ready_on)
{
  GstElement *rx = gst_element_factory_make ("screamrx", NULL);
  TestSource *source = g_object_new (test_source_get_type (), NULL);

  gst_object_ref_sink (source);
  fail_unless (gst_element_link (GST_ELEMENT (source), rx));
  fail_if (source->socket_timestamp);
  gst_element_set_state (rx, GST_STATE_READY);
  fail_unless_equals_string (source->socket_timestamp, "realtime");
  gst_element_set_state (rx, GST_STATE_NULL);
  gst_object_unref (source);
  gst_object_unref (rx);
}

GST_END_TEST;

/* Media with a DTS that is not from a udpsrc. */
GST_START_TEST (test_screamrx_no_arrival_times_without_udpsrc)
{
  Rx rx = new_rx ();
  GstBuffer *buffer;

  gst_element_set_clock (rx.element, GST_CLOCK (test_clock));
  gst_element_set_base_time (rx.element, T0 - 500 * MS);
  buffer = new_rtp (SSRC, 2, TRUE);
  GST_BUFFER_DTS (buffer) = 475 * MS;
  push (&rx, buffer);
  pull_feedback (&rx);
  check_age (2, 0);
  check_text_stat (rx.element, "arrival-times", "element");
  free_rx (&rx);
}

GST_END_TEST;

/* @own: where the sender sends to, and the only address that it takes feedback from. */
static void
check_real_udpsrc (const gchar * element, const gchar * own)
{
  gchar *text = g_strdup_printf ("%s name=u port=0 address=0.0.0.0 "
      "caps=application/x-rtp ! queue ! screamrx name=r ! "
      "fakesink async=false sync=false", element);
  GstElement *pipeline = gst_parse_launch (text, NULL);
  GstElement *rx = gst_bin_get_by_name (GST_BIN (pipeline), "r");
  GSocket *sender = new_socket (G_SOCKET_FAMILY_IPV4);
  GSocket *used;
  GSocketAddress *address;
  GstMapInfo map;
  gint port, i;

  g_free (text);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  gst_element_get_state (pipeline, NULL, NULL, GST_SECOND);
  gst_child_proxy_get (GST_CHILD_PROXY (pipeline), "u::port", &port,
      "u::used-socket", &used, NULL);
  address = g_inet_socket_address_new_from_string (own, port);
  fail_unless (g_socket_connect (sender, address, NULL, NULL));

  for (i = 0; i < 20; i++) {
    GstBuffer *buffer = new_rtp (SSRC, 65530 + i, TRUE);

    gst_buffer_map (buffer, &map, GST_MAP_READ);
    g_socket_send_to (sender, address, (gchar *) map.data, map.size, NULL,
        NULL);
    gst_buffer_unmap (buffer, &map);
    gst_buffer_unref (buffer);
    receive_feedback (sender, used);
    fail_unless (find_metric (SSRC, 65530 + i)->received);
    /* It waited for a thread or two, known and less than a second. */
    fail_unless (find_metric (SSRC, 65530 + i)->age >= 0);
    fail_unless (find_metric (SSRC, 65530 + i)->age < GST_SECOND);
  }
  check_text_stat (rx, "route", "socket");
  check_text_stat (rx, "arrival-times", "kernel");

  gst_element_set_state (pipeline, GST_STATE_NULL);
  g_object_unref (used);
  g_object_unref (address);
  g_object_unref (sender);
  gst_object_unref (rx);
  gst_object_unref (pipeline);
}

GST_START_TEST (test_screamrx_behind_udpsrc)
{
  teardown ();                  /* udpsrc lives in real time */
  check_real_udpsrc ("udpsrc", "127.0.0.1");
}

GST_END_TEST;

/* A host has several addresses, and the one that the system would choose is another. */
GST_START_TEST (test_screamrx_answers_from_the_address_that_is_spoken_to)
{
  teardown ();
  check_real_udpsrc (__i__ ? "screamudpsrc" : "udpsrc", "127.0.0.5");
}

GST_END_TEST;

static Suite *
screamrxsocket_suite (void)
{
  Suite *s = suite_create ("screamrxsocket");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_screamrx_ecn_from_control_messages);
  tcase_add_test (tc, test_screamrx_socket_route);
  tcase_add_test (tc, test_screamrx_linked_pad_goes_first);
  tcase_add_test (tc, test_screamrx_socket_timer);
  tcase_add_test (tc, test_screamrx_socket_is_closed);
  tcase_add_test (tc, test_screamrx_arrival_times);
  tcase_add_test (tc, test_screamrx_arrival_times_from_ready_on);
  tcase_add_test (tc, test_screamrx_no_arrival_times_without_udpsrc);
  tcase_add_test (tc, test_screamrx_behind_udpsrc);
  tcase_add_loop_test (tc,
      test_screamrx_answers_from_the_address_that_is_spoken_to, 0, 2);

  return s;
}

GST_CHECK_MAIN (screamrxsocket);
