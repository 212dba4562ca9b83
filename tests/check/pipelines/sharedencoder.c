/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One encoder for five receivers, each behind its own emulated link, and for one that
 * never reports, on the system's clock */
#include "pipelinetest.h"

#define N_RECEIVERS 5
#define SETTLE_TIME 6           /* s */
#define N_SAMPLES 20            /* in two seconds */

/* Mbit/s */
static const gdouble links[N_RECEIVERS] = { 1, 3, 0.5, 2, 1.5 };

static GstElement *
launch_receivers (const gchar * policy)
{
  GString *line = g_string_new ("screamvideosrc name=enc ! tee name=tee");
  GstElement *pipeline;
  guint i;

  for (i = 0; i < N_RECEIVERS; i++) {
    guint16 port = free_port ();

    g_string_append_printf (line, " tee. ! queue ! screamtx name=tx%u "
        "%s ! linkemu bitrate=%.0f delay=20 ! udpsink "
        "host=127.0.0.1 port=%u sync=false async=false udpsrc "
        "address=127.0.0.1 port=%u caps=\"application/x-rtp,media=video,"
        "encoding-name=X-SCREAM-TEST,clock-rate=90000,payload=96\" ! screamrx "
        "! fakesink async=false", i, policy, links[i] * 1e6, port, port);
  }
  g_string_append_printf (line, " tee. ! queue ! screamtx %s "
      "no-feedback-bitrate=6000000 ! udpsink host=127.0.0.1 port=%u sync=false "
      "async=false", policy, free_port ());
  pipeline = launch ("%s", line->str);
  g_string_free (line, TRUE);
  return pipeline;
}

static gdouble
mean_bitrate (GstElement * encoder)
{
  gdouble sum = 0;
  guint i, bitrate;

  for (i = 0; i < N_SAMPLES; i++) {
    g_usleep (100000);
    g_object_get (encoder, "bitrate", &bitrate, NULL);
    sum += bitrate / 1e6;
  }
  return sum / N_SAMPLES;
}

typedef struct
{
  const gchar *properties;
  gdouble least, most;          /* Mbit/s */
} Policy;

/* Of a link half is used at least, on a busy machine too; and no more than all. The ranges
 * do not meet, so that whoever sets the encoder last fails, and so does the rate of the one
 * that never reports. The percentile alone selects its policy. */
static const Policy policies[] = {
  {"shared-policy=slowest", 0.25, 0.5},
  {"shared-percentile=50", 0.8, 1.5},
  {"shared-policy=fastest-that-fits", 1.6, 3},
};

GST_START_TEST (test_shared_encoder_of_five_receivers)
{
  const Policy *policy = &policies[__i__];
  GstElement *pipeline = launch_receivers (policy->properties);
  gdouble rate;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  g_usleep (SETTLE_TIME * G_USEC_PER_SEC);
  rate = mean_bitrate (get (pipeline, "enc"));
  fail_unless (rate >= policy->least && rate <= policy->most,
      "%s: %.2f Mbit/s", policy->properties, rate);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
}

GST_END_TEST;

static Suite *
sharedencoder_suite (void)
{
  Suite *s = suite_create ("sharedencoder");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
  tcase_add_loop_test (tc, test_shared_encoder_of_five_receivers, 0,
      G_N_ELEMENTS (policies));
  return s;
}

GST_CHECK_MAIN (sharedencoder);
