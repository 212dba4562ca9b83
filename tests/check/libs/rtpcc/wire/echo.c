/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Questions and answers about who has an address: bytes, and what only looks like one. */
#include <string.h>
#include <gst/rtpcc/wire/rtpcc-echo.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define SSRC 0xabcdef01
#define NUMBER 0x12345678

/* RFC 3550 section 6.4.2, RFC 3611 sections 2, 4.4 and 4.5 */
GST_START_TEST (test_echo_bytes)
{
  static const guint8 question[] = { 0x80, 201, 0, 1, 0xab, 0xcd, 0xef, 0x01,
    0x80, 207, 0, 4, 0xab, 0xcd, 0xef, 0x01, 4, 0, 0, 2,
    0, 0, 0x12, 0x34, 0x56, 0x78, 0, 0
  };
  static const guint8 answer[] = { 0x80, 207, 0, 5, 0, 0, 0, 0, 5, 0, 0, 3,
    0xab, 0xcd, 0xef, 0x01, 0x12, 0x34, 0x56, 0x78, 0, 0, 0, 0
  };
  guint8 data[28];
  guint32 ssrc, number;

  rtp_cc_echo_write_question (data, SSRC, NUMBER);
  fail_unless_equals_int (sizeof (question), RTP_CC_ECHO_QUESTION_SIZE);
  fail_unless (memcmp (data, question, sizeof (question)) == 0);
  fail_unless (rtp_cc_echo_read_question (data, 28, &ssrc, &number));
  fail_unless (ssrc == SSRC && number == NUMBER);
  fail_if (rtp_cc_echo_read_answer (data, 28, SSRC, &number));

  rtp_cc_echo_write_answer (data, SSRC, NUMBER);
  fail_unless_equals_int (sizeof (answer), RTP_CC_ECHO_ANSWER_SIZE);
  fail_unless (memcmp (data, answer, sizeof (answer)) == 0);
  number = 0;
  fail_unless (rtp_cc_echo_read_answer (data, 24, SSRC, &number));
  fail_unless (number == NUMBER);
  fail_if (rtp_cc_echo_read_answer (data, 24, SSRC + 1, &number));
  fail_if (rtp_cc_echo_read_question (data, 24, &ssrc, &number));
}

GST_END_TEST;

/* Behind other packets and other blocks, and second of two. */
GST_START_TEST (test_echo_in_a_compound)
{
  static const guint8 compound[] = {
    0x80, 200, 0, 6, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0,
    0x80, 207, 0, 10, 0, 0, 0, 9, 77, 0, 0, 1, 1, 2, 3, 4, 5, 0, 0, 6,
    0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 6
  };
  guint32 number;
  gsize size;

  fail_unless (rtp_cc_echo_read_answer (compound, sizeof (compound), 4,
          &number));
  fail_unless_equals_int (number, 5);
  fail_unless (rtp_cc_echo_read_answer (compound, sizeof (compound), 1,
          &number));
  fail_unless_equals_int (number, 2);
  fail_if (rtp_cc_echo_read_answer (compound, sizeof (compound), 5, &number));
  for (size = 0; size < sizeof (compound); size++)
    fail_if (rtp_cc_echo_read_answer (compound, size, 4, &number));
}

GST_END_TEST;

/* Of the two packets the one with the question says who asks. */
GST_START_TEST (test_echo_who_asks)
{
  guint8 data[28];
  guint32 ssrc, number;

  rtp_cc_echo_write_question (data, SSRC, NUMBER);
  data[4] = 0;
  fail_unless (rtp_cc_echo_read_question (data, 28, &ssrc, &number));
  fail_unless (ssrc == SSRC);
}

GST_END_TEST;

/* RTCP of another type whose bytes are the same, and blocks that are too short. */
GST_START_TEST (test_echo_looks_like_it)
{
  guint8 question[28], answer[24];
  guint32 ssrc, number;

  rtp_cc_echo_write_question (question, SSRC, NUMBER);
  question[9] = 204;            /* APP */
  fail_if (rtp_cc_echo_read_question (question, 28, &ssrc, &number));
  rtp_cc_echo_write_question (question, SSRC, NUMBER);
  question[19] = 1;             /* word, and another block behind it */
  fail_if (rtp_cc_echo_read_question (question, 28, &ssrc, &number));

  rtp_cc_echo_write_answer (answer, SSRC, NUMBER);
  answer[1] = 204;
  fail_if (rtp_cc_echo_read_answer (answer, 24, SSRC, &number));
  rtp_cc_echo_write_answer (answer, SSRC, NUMBER);
  answer[11] = 2;
  fail_if (rtp_cc_echo_read_answer (answer, 24, SSRC, &number));
}

GST_END_TEST;

/* Any bytes, in memory of their own for the sanitizer. */
GST_START_TEST (test_echo_any_bytes)
{
  GRand *rand = g_rand_new_with_seed (__i__);
  guint32 ssrc, number;
  guint i, k, read = 0;

  for (i = 0; i < 200000; i++) {
    gsize size = g_rand_int_range (rand, 0, 60);
    guint8 *data = g_malloc (size);

    for (k = 0; k < size; k++)
      data[k] = g_rand_int (rand);
    if (size >= 28 && i % 2)
      rtp_cc_echo_write_question (data, 1, 2);
    for (k = 0; size > 0 && k < 2; k++)
      data[g_rand_int_range (rand, 0, size)] = g_rand_int_range (rand, 0, 8);
    read += rtp_cc_echo_read_question (data, size, &ssrc, &number);
    read += rtp_cc_echo_read_answer (data, size, 1, &number);
    g_free (data);
  }
  fail_unless (read > 1000);
  g_rand_free (rand);
}

GST_END_TEST;

static Suite *
echo_suite (void)
{
  Suite *s = suite_create ("echo");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_echo_bytes);
  tcase_add_test (tc, test_echo_in_a_compound);
  tcase_add_test (tc, test_echo_who_asks);
  tcase_add_test (tc, test_echo_looks_like_it);
  tcase_add_loop_test (tc, test_echo_any_bytes, 0, 2);
  return s;
}

GST_CHECK_MAIN (echo);
