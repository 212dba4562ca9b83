/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpscreambwe in a pipeline as of an application that knows rtpgccbwe: two encoders that it
 * sets by itself, one rtpsession with TWCC, another one at the other end of a link; in real
 * time.  webrtc.c has webrtcbin. */
#include "tests/check/elements/tx/screamtxtest.h"
#include "pipelinetest.h"

#define URI \
    "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01"
#define CAPS "application/x-rtp,media=video,encoding-name=H264," \
    "clock-rate=90000,payload=96,extmap-3=(string)" URI

typedef struct
{
  GstElement *a, *b;
} Encoders;

/* May run once more after NULL */
static void
on_estimate (GObject * bwe, GParamSpec * pspec, Encoders * encoders)
{
  guint bitrate;

  g_object_get (bwe, "estimated-bitrate", &bitrate, NULL);
  g_object_set (encoders->a, "bitrate", bitrate / 2, NULL);
  g_object_set (encoders->b, "bitrate", bitrate / 2, NULL);
}

static void
encoders_free (gpointer data, GClosure * closure)
{
  Encoders *encoders = data;

  gst_object_unref (encoders->a);
  gst_object_unref (encoders->b);
  g_free (encoders);
}

static guint
mean_estimate (GstElement * pipeline)
{
  guint i, n = 20, bitrate;
  guint64 sum = 0;

  for (i = 0; i < n; i++) {
    g_usleep (G_USEC_PER_SEC / n);
    g_object_get (get (pipeline, "bwe"), "estimated-bitrate", &bitrate, NULL);
    sum += bitrate;
  }
  return (guint) (sum / n);
}

/* On the link 6 s of 2 Mbit/s, then 600 kbit/s.  What is over that for a second would fill
 * its queue. */
GST_START_TEST (test_bwe_follows_the_link)
{
  guint16 media = free_port (), rtcp = free_port ();
  GstElement *pipeline = launch ("rtpsession name=s rtp-profile=avpf "
      "rtpsession name=r rtp-profile=avpf bandwidth=10000000 "
      "funnel name=f ! rtpscreambwe name=bwe estimated-bitrate=800000 "
      "twcc-extension=3 ! s.send_rtp_sink s.send_rtp_src ! linkemu "
      "schedule=\"0:2M,6:600k\" delay=20 queue-limit-time=300 ! "
      "udpsink host=127.0.0.1 port=%u async=false sync=false "
      "screamvideosrc is-live=true name=a bitrate=400000 ! f. "
      "screamvideosrc is-live=true name=b bitrate=400000 ! f. "
      "udpsrc address=127.0.0.1 port=%u caps=\"" CAPS "\" ! r.recv_rtp_sink "
      "r.recv_rtp_src ! fakesink async=false "
      "r.send_rtcp_src ! udpsink host=127.0.0.1 port=%u sync=false async=false "
      "udpsrc address=127.0.0.1 port=%u caps=application/x-rtcp ! "
      "s.recv_rtcp_sink", media, media, rtcp, rtcp);
  GstElement *bwe = get (pipeline, "bwe");
  Encoders *encoders = g_new (Encoders, 1);
  guint high, low;

  encoders->a = gst_object_ref (get (pipeline, "a"));
  encoders->b = gst_object_ref (get (pipeline, "b"));
  g_signal_connect_data (bwe, "notify::estimated-bitrate",
      G_CALLBACK (on_estimate), encoders, encoders_free, 0);
  play (pipeline);
  g_usleep (4500000);
  high = mean_estimate (pipeline);
  g_usleep (3500000);
  low = mean_estimate (pipeline);
  fail_unless (tx_stat (bwe, "feedback-twcc") > 80);
  fail_unless (high > 1300000 && high < 2000000, "%u", high);
  fail_unless (low > 300000 && low < 620000, "%u", low);
  finish (pipeline);
}

GST_END_TEST;

static Suite *
rtpscreambwe_suite (void)
{
  Suite *s = suite_create ("rtpscreambwe");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_bwe_follows_the_link);
  return s;
}

GST_CHECK_MAIN (rtpscreambwe);
