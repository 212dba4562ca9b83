/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Who sends one stream to several viewers through one screamtx: the rate followed the best
 * path, and the others lost a third of all packets, without a word. */
#include "../pipelinetest.h"

#include <string.h>

#define PATIENCE (15 * GST_SECOND)
#define MINIMUM 100000

/* A screamvideosrc is an encoder that follows its rate. */
#define SENDER "screamvideosrc ! screamtx name=tx min-bitrate=100000 " \
    "initial-bitrate=1000000 ! "

static const gchar *const fans[] = {
  SENDER "multiudpsink clients=127.0.0.1:%u,127.0.0.1:%u",
  SENDER "tee name=t ! queue ! udpsink host=127.0.0.1 port=%u "
      "t. ! queue ! udpsink host=127.0.0.1 port=%u",
};

static const gchar *const receivers[] = {
  "screamsrc port=%u ! application/x-rtp ! fakesink sync=false",
  "udpsrc port=%u caps=application/x-rtp,media=video,clock-rate=90000,payload=96 "
      "! screamrx ! fakesink sync=false",
};

static guint
get_rate (GstElement * sender)
{
  guint rate;

  g_object_get (get (sender, "tx"), "estimated-bitrate", &rate, NULL);
  return rate;
}

static gboolean
is_about_several (GstMessage * message)
{
  GError *error = NULL;
  gchar *debug = NULL;
  gboolean is;

  gst_message_parse_warning (message, &error, &debug);
  is = strstr (error->message, "Several receivers") != NULL
      && strstr (debug, "tee upstream of screamtx") != NULL;
  fail_unless (is, "%s", error->message);
  g_error_free (error);
  g_free (debug);
  return is;
}

static void
wait_for_warning (GstElement * sender)
{
  GstBus *bus = gst_element_get_bus (sender);
  GstMessage *message = gst_bus_timed_pop_filtered (bus, PATIENCE,
      GST_MESSAGE_WARNING);

  fail_unless (message != NULL && is_about_several (message));
  gst_message_unref (message);
  gst_object_unref (bus);
}

static void
wait_for_rate (GstElement * sender, gboolean minimum)
{
  gint64 end = g_get_monotonic_time () + PATIENCE / GST_USECOND;

  while ((get_rate (sender) <= MINIMUM) != minimum) {
    fail_unless (g_get_monotonic_time () < end, "%u bit/s", get_rate (sender));
    g_usleep (10000);
  }
}

/* It is said, and nobody gets more than the least; the one that stays has control again. */
GST_START_TEST (test_two_receivers_of_one_stream_are_said)
{
  guint first = free_port (), second = free_port ();
  GstElement *one = launch (receivers[__i__ % 2], first);
  GstElement *other = launch (receivers[__i__ % 2], second);
  GstElement *sender = launch (fans[__i__ / 2], first, second);

  play (one);
  play (other);
  play (sender);
  wait_for_warning (sender);
  wait_for_rate (sender, TRUE);
  finish (other);
  wait_for_rate (sender, FALSE);
  finish (sender);
  finish (one);
}

GST_END_TEST;

static Suite *
severalreceivers_suite (void)
{
  Suite *s = suite_create ("severalreceivers");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 90);
  tcase_add_loop_test (tc, test_two_receivers_of_one_stream_are_said, 0, 4);
  return s;
}

GST_CHECK_MAIN (severalreceivers);
