/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Two senders that both want the feedback of screamrx: who has it, and what asking costs. */
#include <gst/rtpcc/wire/rtpcc-echo.h>

#include "udpsource.h"

/* All that waits at @socket, with IP and UDP. */
static guint64
count_bytes (GSocket * socket)
{
  gchar data[2000];
  guint64 sum = 0;

  while (has_datagram (socket))
    sum += g_socket_receive (socket, data, sizeof (data), NULL, NULL) + 28;
  return sum;
}

/* Packets from address after address, with the longest gaps that count: none of
 * them gets more than it has sent. */
GST_START_TEST (test_screamrx_returns_less_than_comes)
{
  Net net = new_net ();
  guint i, k;

  for (i = 0; i < 8; i++) {
    GSocket *socket = new_socket (G_SOCKET_FAMILY_IPV4);
    guint64 in = 0, out = 0;

    advance (3 * GST_SECOND);
    for (k = 0; k < 200; k++) {
      push_from (&net, socket, new_rtp (SSRC + i, (guint16) (k * 71), TRUE));
      in += 128;
      out += count_bytes (socket);
      fail_unless (out <= in, "%" G_GUINT64_FORMAT " for %" G_GUINT64_FORMAT,
          out, in);
      advance (MS);
    }
    fail_unless (out > in / 4);
    g_object_unref (socket);
  }
  fail_unless_equals_uint64 (get_stat (net.h->element, "sender-moves"), 7);
  fail_unless (get_stat (net.h->element, "feedback-held") > 100);
  free_net (&net);
}

GST_END_TEST;

typedef enum
{
  ANSWERS_NOT,
  ANSWERS_WRONG,
  ANSWERS_RIGHT,
  N_ANSWERS
} Answers;

/* Takes all that waits at @socket, @bytes on the wire; answers what asks.  Returns
 * the number of questions. */
static guint
take_questions (Net * net, GSocket * socket, Answers answers, guint64 * bytes)
{
  guint8 data[2000];
  guint32 ssrc, number;
  guint n = 0;

  while (has_datagram (socket)) {
    gssize size = g_socket_receive (socket, (gchar *) data, sizeof (data), NULL,
        NULL);

    *bytes += size + 28;
    if (!rtp_cc_echo_read_question (data, size, &ssrc, &number))
      continue;
    n++;
    rtp_cc_echo_write_answer (data, ssrc, number + (answers == ANSWERS_WRONG));
    if (answers != ANSWERS_NOT)
      push_from (net, socket, gst_buffer_new_memdup (data,
              RTP_CC_ECHO_ANSWER_SIZE));
  }
  return n;
}

static void
push_media (Net * net, GSocket * sender, guint32 ssrc, guint16 seq)
{
  GstBuffer *buffer = new_rtp (ssrc, seq, TRUE);
  guint8 time[4];

  GST_WRITE_UINT32_BE (time, seq * 3000u);
  gst_buffer_fill (buffer, 4, time, sizeof (time));
  push_from (net, sender, buffer);
}

/* The first sends five packets a second, the second media, each of its own SSRC. It is the
 * first that is asked, and if it answers the second never is. The second never answers, so the
 * first keeps the feedback in any case. */
GST_START_TEST (test_screamrx_dispute)
{
  gboolean answers = __i__ == ANSWERS_RIGHT;
  Net net = new_net ();
  GSocket *other = new_socket (G_SOCKET_FAMILY_IPV4);
  GstBus *bus = gst_bus_new ();
  const GstStructure *s;
  GstMessage *message;
  guint64 bytes = 0;
  guint i, asked = 0, others = 0;

  gst_element_set_bus (net.h->element, bus);
  for (i = 0; i < 150; i++) {
    if (i % 10 == 0)
      push_media (&net, net.sender, SSRC, i / 10);
    if (i >= 50)
      push_media (&net, other, SSRC + 1, i);
    asked += take_questions (&net, net.sender, (Answers) __i__, &bytes);
    others += take_questions (&net, other, ANSWERS_NOT, &bytes);
    advance (20 * MS);
  }
  /* Three at once, and then one a second. */
  fail_unless (answers ? asked >= 1 && asked <= 2 : asked >= 3 && asked <= 5,
      "%u", asked);
  fail_unless (answers ? others == 0 : others >= 3 && others <= 5, "%u",
      others);
  fail_unless_equals_uint64 (get_stat (net.h->element, "sender-moves"), 0);
  fail_unless_equals_uint64 (get_stat (net.h->element, "sender-refusals"), 1);

  message = gst_bus_timed_pop_filtered (bus, 0, GST_MESSAGE_ELEMENT);
  s = gst_message_get_structure (message);
  fail_unless (gst_structure_has_name (s, "scream-sender-refused"));
  gst_message_unref (message);
  gst_element_set_bus (net.h->element, NULL);
  gst_object_unref (bus);
  g_object_unref (other);
  free_net (&net);
}

GST_END_TEST;

/* A sender of slides that could not be asked, as feedback goes by the pad: nobody
 * gets its place by that, and both are told. */
GST_START_TEST (test_screamrx_dispute_without_questions)
{
  Net net = new_net ();
  GSocket *other = new_socket (G_SOCKET_FAMILY_IPV4);
  GstHarness *rtcp = gst_harness_new_with_element (net.h->element, NULL,
      "rtcp_src");
  guint64 bytes = 0;
  guint i;

  for (i = 0; i < 300; i++) {
    if (i % 10 == 0)
      push_media (&net, net.sender, SSRC, i / 10);
    if (i >= 50)
      push_media (&net, other, SSRC + 1, i);
    fail_unless_equals_int (take_questions (&net, net.sender, ANSWERS_NOT,
            &bytes), 0);
    fail_unless_equals_int (take_questions (&net, other, ANSWERS_NOT, &bytes),
        0);
    advance (20 * MS);
  }
  fail_unless_equals_uint64 (get_stat (net.h->element, "sender-moves"), 0);
  fail_unless_equals_uint64 (get_stat (net.h->element, "sender-refusals"), 1);
  /* It is silent for 2 s: the other one is next. */
  for (; i < 420; i++) {
    push_media (&net, other, SSRC + 1, i);
    advance (20 * MS);
  }
  fail_unless_equals_uint64 (get_stat (net.h->element, "sender-moves"), 1);
  gst_harness_teardown (rtcp);
  g_object_unref (other);
  free_net (&net);
}

GST_END_TEST;

/* Feedback takes nearly all that the first has sent, and it is asked even so: for both
 * together not more goes to it than came. */
GST_START_TEST (test_screamrx_question_costs)
{
  Net net = new_net ();
  GSocket *other = new_socket (G_SOCKET_FAMILY_IPV4);
  guint64 in = 0, out = 0, rest = 0;
  guint i, asked = 0;

  for (i = 0; i < 300; i++) {
    if (i % 10 == 0) {
      push_media (&net, net.sender, SSRC, i / 10 * 71);
      in += 128;
    }
    if (i >= 50)
      push_media (&net, other, SSRC + 1, i);
    asked += take_questions (&net, net.sender, ANSWERS_NOT, &out);
    take_questions (&net, other, ANSWERS_NOT, &rest);
    fail_unless (out <= in, "%" G_GUINT64_FORMAT " for %" G_GUINT64_FORMAT,
        out, in);
    advance (20 * MS);
  }
  fail_unless (asked >= 1);
  g_object_unref (other);
  free_net (&net);
}

GST_END_TEST;

static Suite *
screamrxdispute_suite (void)
{
  Suite *s = suite_create ("screamrxdispute");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_screamrx_returns_less_than_comes);
  tcase_add_loop_test (tc, test_screamrx_dispute, 0, N_ANSWERS);
  tcase_add_test (tc, test_screamrx_dispute_without_questions);
  tcase_add_test (tc, test_screamrx_question_costs);

  return s;
}

GST_CHECK_MAIN (screamrxdispute);
