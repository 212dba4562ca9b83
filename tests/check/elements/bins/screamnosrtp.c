/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A build without nettle: who asks for encryption gets an error, and nothing is sent or
 * received in the clear. */
#include <string.h>

#include "tests/check/elements/elementtest.h"

#define KEY "0123456789abcdef0123456789abcdef0123456789abcdef0123456789ab"

static const gchar *const senders[] = {
  "screamvideosrc ! screamsink host=127.0.0.1 port=%u srtp-key=" KEY,
  "screamvideosrc ! scream://127.0.0.1:%u?srtp-key=" KEY,
};

static const gchar *const receivers[] = {
  "screamsrc address=127.0.0.1 port=%u srtp-key=" KEY " ! fakesink",
  "scream://127.0.0.1:%u?srtp-key=" KEY " ! fakesink",
};

static guint16 port;

static void
setup (void)
{
  port = free_port ();
}

static GstElement *
launch (const gchar * format)
{
  gchar *line = g_strdup_printf (format, port);
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch (line, &error);

  fail_unless (error == NULL, "%s: %s", line, error ? error->message : "");
  g_free (line);
  return pipeline;
}

static void
assert_error (GstElement * pipeline)
{
  GstMessage *message = gst_bus_pop_filtered (GST_ELEMENT_BUS (pipeline),
      GST_MESSAGE_ERROR);
  GError *error;
  gchar *debug;

  fail_unless (message != NULL);
  gst_message_parse_error (message, &error, &debug);
  fail_unless (g_error_matches (error, GST_CORE_ERROR,
          GST_CORE_ERROR_DISABLED), "%s", error->message);
  fail_unless (strstr (error->message, "srtp-key") != NULL, "%s",
      error->message);
  fail_unless (strstr (debug, "-Dsrtp=enabled") != NULL, "%s", debug);
  g_error_free (error);
  g_free (debug);
  gst_message_unref (message);
}

static void
assert_refused (const gchar * format)
{
  GstElement *pipeline = launch (format);

  fail_unless_equals_int (gst_element_set_state (pipeline, GST_STATE_PLAYING),
      GST_STATE_CHANGE_FAILURE);
  assert_error (pipeline);
  finish (pipeline);
}

GST_START_TEST (test_nosrtp_sends_nothing_with_a_key)
{
  GSocket *receiver = bind_shared (port);

  assert_refused (senders[__i__]);
  fail_if (g_socket_condition_check (receiver, G_IO_IN));
  g_object_unref (receiver);
}

GST_END_TEST;

GST_START_TEST (test_nosrtp_receives_nothing_with_a_key)
{
  assert_refused (receivers[__i__]);
}

GST_END_TEST;

GST_START_TEST (test_nosrtp_works_without_a_key)
{
  GSocket *receiver = bind_shared (port);
  GstElement *pipeline = launch ("screamvideosrc ! screamsink "
      "host=127.0.0.1 port=%u srtp-key=\"\"");

  play (pipeline);
  fail_unless (g_socket_condition_timed_wait (receiver, G_IO_IN,
          10 * G_TIME_SPAN_SECOND, NULL, NULL));
  finish (pipeline);
  g_object_unref (receiver);
  pipeline = launch ("screamsrc address=127.0.0.1 port=%u ! fakesink");
  play (pipeline);
  finish (pipeline);
}

GST_END_TEST;

static Suite *
screamnosrtp_suite (void)
{
  Suite *s = suite_create ("screamnosrtp");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, NULL);
  tcase_add_loop_test (tc, test_nosrtp_sends_nothing_with_a_key, 0, 2);
  tcase_add_loop_test (tc, test_nosrtp_receives_nothing_with_a_key, 0, 2);
  tcase_add_test (tc, test_nosrtp_works_without_a_key);
  return s;
}

GST_CHECK_MAIN (screamnosrtp);
