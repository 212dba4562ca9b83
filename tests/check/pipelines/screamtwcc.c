/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* TWCC and REMB in whole pipelines over UDP, and TWCC with rtpsession as the other
 * side, on the system's clock */
#include "tests/check/elements/tx/screamtxtest.h"
#include "pipelinetest.h"

#include <gst/rtpcc/receiver/rtpcc-reporter.h>
#include <string.h>

#define URI \
    "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01"
#define RTP_CAPS "application/x-rtp,media=video,encoding-name=H264," \
    "clock-rate=90000"
#define TWCC_CAPS RTP_CAPS ",payload=96,extmap-3=(string)" URI

static void
play_for (GstElement * pipeline, GstClockTime time)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (bus, time, GST_MESSAGE_ERROR
      | GST_MESSAGE_WARNING);
  fail_unless (message == NULL, "%s", message ? gst_structure_get_string
      (gst_message_get_structure (message), "debug") : "");
  gst_object_unref (bus);
}

/* ---- a link that changes ---- */

/* A line of its own each, all at the same time.  On the link 6 s of 2 Mbit/s, then
 * 400 kbit/s: less than what they begin with. */
static const struct
{
  const gchar *controller, *feedback;
  guint rises_over;             /* bit/s after 5.5 s */
} lines[] = {
  {"gcc", "twcc", 800000},
  {"scream", "twcc", 1000000},
  {"nada", "twcc", 800000},
  {"fixed", "remb", 640000},
  {"fixed", "twcc", 0},
};

static gchar *
make_line (guint i)
{
  guint16 port = free_port ();

  return g_strdup_printf ("screamvideosrc is-live=true ! screamtx name=tx%u "
      "controller=%s twcc-extension=3 initial-bitrate=600000 ! linkemu "
      "schedule=\"0:2M,6:400k\" delay=20 queue-limit-time=300 ! "
      "udpsink host=127.0.0.1 port=%u async=false udpsrc address=127.0.0.1 "
      "port=%u caps=\"" RTP_CAPS "\" ! screamrx name=rx%u feedback=%s "
      "twcc-extension=3 ! fakesink async=false ", i, lines[i].controller, port,
      port, i, lines[i].feedback);
}

static guint
estimate (GstElement * pipeline, guint i)
{
  gchar *name = g_strdup_printf ("tx%u", i);
  guint bitrate;

  g_object_get (get (pipeline, name), "estimated-bitrate", &bitrate, NULL);
  g_free (name);
  return bitrate;
}

/* Of each line, over a second: at a single moment it may be testing the link. */
static void
take_means (GstElement * pipeline, guint64 * means)
{
  guint i, sample, n_samples = 10;

  memset (means, 0, G_N_ELEMENTS (lines) * sizeof (*means));
  for (sample = 0; sample < n_samples; sample++) {
    g_usleep (G_USEC_PER_SEC / n_samples);
    for (i = 0; i < G_N_ELEMENTS (lines); i++)
      means[i] += estimate (pipeline, i);
  }
  for (i = 0; i < G_N_ELEMENTS (lines); i++)
    means[i] /= n_samples;
}

/* What is over 400 kbit/s at the end would fill the queue for ever; under 150 the
 * link is empty.  Without control it is 600 all the time. */
GST_START_TEST (test_screamtwcc_rate_follows_the_link)
{
  GString *all = g_string_new (NULL);
  guint64 rates[G_N_ELEMENTS (lines)];
  GstElement *pipeline;

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    gchar *line = make_line (i);

    g_string_append (all, line);
    g_free (line);
  }
  pipeline = launch ("%s", all->str);
  g_string_free (all, TRUE);
  play_for (pipeline, 5500 * GST_MSECOND);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    fail_unless (estimate (pipeline, i) > lines[i].rises_over,
        "%s with %s: %u", lines[i].controller, lines[i].feedback,
        estimate (pipeline, i));

  g_usleep (4 * G_USEC_PER_SEC);
  take_means (pipeline, rates);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    gboolean controlled = lines[i].rises_over > 0;
    guint rate = (guint) rates[i];

    if (strcmp (lines[i].controller, "nada") == 0)
      continue;                 /* it swings around the link */
    fail_unless ((rate < 430000) == controlled, "%s with %s: %u",
        lines[i].controller, lines[i].feedback, rate);
    fail_unless (rate > 150000, "%s with %s: %u", lines[i].controller,
        lines[i].feedback, rate);
  }
  fail_unless (tx_stat (get (pipeline, "tx0"), "feedback-twcc") > 80);
  fail_unless_equals_uint64 (tx_stat (get (pipeline, "tx0"), "feedback-ccfb"),
      0);
  fail_unless (tx_stat (get (pipeline, "tx3"), "feedback-remb") > 8);
  finish (pipeline);
}

GST_END_TEST;

/* ---- rtpsession on the other side ---- */

/* Its receiver reports, and we understand.  Without a bandwidth it would hold
 * reports back: RTCP gets a part of that. */
GST_START_TEST (test_screamtwcc_takes_what_rtpsession_writes)
{
  guint16 media = free_port (), rtcp = free_port ();
  GstElement *pipeline = launch ("screamvideosrc is-live=true "
      "! screamtx name=tx twcc-extension=3 ! udpsink host=127.0.0.1 port=%u "
      "async=false udpsrc address=127.0.0.1 port=%u caps=\"" TWCC_CAPS
      "\" ! "
      "rtpsession name=session rtp-profile=avpf bandwidth=10000000 ! "
      "fakesink async=false "
      "session.send_rtcp_src ! udpsink host=127.0.0.1 port=%u sync=false "
      "async=false udpsrc address=127.0.0.1 port=%u caps=application/x-rtcp "
      "! tx.rtcp_sink", media, media, rtcp, rtcp);
  GstElement *tx = get (pipeline, "tx");

  play_for (pipeline, 3 * GST_SECOND);
  /* As often as frames come */
  fail_unless (tx_stat (tx, "feedback-twcc") > 20);
  fail_unless_equals_uint64 (tx_stat (tx, "rtcp-refused"), 0);
  fail_unless_equals_uint64 (tx_stat (tx, "unknown-seqnum"), 0);
  fail_unless_equals_uint64 (tx_stat (tx, "packets-lost"), 0);
  /* All but what is on its way; on a busy machine that is much. */
  fail_unless (tx_stat (tx, "packets-received")
      > tx_stat (tx, "packets-sent") / 2);
  fail_unless (tx_stat (tx, "rtt") < 200 * GST_MSECOND);
  finish (pipeline);
}

GST_END_TEST;

/* A payloader that was told to by its caps has written them. */
GST_START_TEST (test_screamtwcc_reads_the_numbers_of_a_payloader)
{
  guint16 media = free_port ();
  GstElement *pipeline = launch ("videotestsrc is-live=true ! "
      "video/x-raw,width=160,height=120 ! x264enc tune=zerolatency "
      "speed-preset=ultrafast ! rtph264pay ! "
      "application/x-rtp,extmap-3=(string)" URI " ! screamtx name=tx ! "
      "udpsink host=127.0.0.1 port=%u async=false udpsrc "
      "address=127.0.0.1 port=%u caps=\"" RTP_CAPS "\" ! screamrx "
      "feedback=twcc twcc-extension=3 ! fakesink async=false", media,
      media);
  GstElement *tx = get (pipeline, "tx");

  play_for (pipeline, 2 * GST_SECOND);
  fail_unless (tx_stat (tx, "feedback-twcc") > 10);
  fail_unless_equals_uint64 (tx_stat (tx, "packets-lost"), 0);
  fail_unless (tx_stat (tx, "packets-received")
      > tx_stat (tx, "packets-sent") / 2);
  finish (pipeline);
}

GST_END_TEST;

/* What the event says, in all. */
typedef struct
{
  guint reported, lost, events, gaps;
  gint last;                    /* number, -1: none yet */
} Told;

static void
note_packet (Told * told, const GstStructure * s)
{
  guint number;
  gboolean lost;

  fail_unless (gst_structure_get_uint (s, "seqnum", &number));
  fail_unless (gst_structure_get_boolean (s, "lost", &lost));
  told->gaps += told->last >= 0 && (guint16) (told->last + 1) != number;
  told->last = (gint) number;
  told->reported++;
  told->lost += lost;
}

static GstPadProbeReturn
on_event (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  const GstStructure *s =
      gst_event_get_structure (GST_PAD_PROBE_INFO_EVENT (info));
  const GValue *array;
  Told *told = user_data;
  guint i;

  if (s == NULL || !gst_structure_has_name (s, "RTPTWCCPackets"))
    return GST_PAD_PROBE_OK;
  told->events++;
  array = gst_structure_get_value (s, "packets");
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS;
  for (i = 0; i < ((GValueArray *) g_value_get_boxed (array))->n_values; i++)
    note_packet (told, gst_value_get_structure (g_value_array_get_nth
            (g_value_get_boxed (array), i)));
  G_GNUC_END_IGNORE_DEPRECATIONS;
  return GST_PAD_PROBE_OK;
}

#define REPORTING \
    "rtpsession name=rtpsession rtp-profile=avpf " \
    "rtpsession.send_rtp_src ! udpsink host=127.0.0.1 port=%u async=false " \
    "sync=false " \
    "udpsrc address=127.0.0.1 port=%u caps=\"" RTP_CAPS "\" ! screamrx " \
    "name=rx feedback=twcc twcc-extension=3 ! fakesink async=false " \
    "rx.rtcp_src ! udpsink host=127.0.0.1 port=%u sync=false async=false " \
    "udpsrc address=127.0.0.1 port=%u caps=application/x-rtcp ! " \
    "rtpsession.recv_rtcp_sink"

/* What the rtpsession behind @name's src pad says of the reports that it gets */
static Told
play_and_listen (GstElement * pipeline, const gchar * name)
{
  GstPad *pad = gst_element_get_static_pad (get (pipeline, name), "src");
  Told told = { 0, 0, 0, 0, -1 };

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM, on_event, &told,
      NULL);
  play_for (pipeline, 3 * GST_SECOND);
  gst_object_unref (pad);
  return told;
}

/* We report, and a sender understands that has nothing of ours around it. A socket holds
 * some 90 packets: of 2 Mbit/s, what comes in half a second. */
GST_START_TEST (test_screamtwcc_rtpsession_takes_what_screamrx_writes)
{
  guint16 numbered = free_port (), media = free_port (), rtcp = free_port ();
  GstElement *pipeline = launch ("screamvideosrc is-live=true "
      "! screamtx controller=fixed twcc-extension=3 max-bitrate=2000000 "
      "! udpsink host=127.0.0.1 port=%u async=false "
      "udpsrc address=127.0.0.1 port=%u caps=\"" TWCC_CAPS "\" name=sender "
      "! rtpsession.send_rtp_sink " REPORTING, numbered, numbered, media,
      media, rtcp, rtcp);
  Told told = play_and_listen (pipeline, "sender");

  fail_unless (told.events > 20, "%u", told.events);
  fail_unless (told.reported > 100, "%u", told.reported);
  fail_unless_equals_int (told.lost, 0);
  fail_unless_equals_int (told.gaps, 0);
  finish (pipeline);
}

GST_END_TEST;

/* So does screamtx in front of it, though rtpsession has given the packets other numbers;
 * rtpsession gets nothing of it then. */
GST_START_TEST (test_screamtwcc_reads_before_the_rtpsession)
{
  guint16 media = free_port (), rtcp = free_port ();
  GstElement *pipeline = launch ("screamvideosrc is-live=true "
      "! screamtx name=tx twcc-extension=3 max-bitrate=2000000 "
      "! rtpsession.send_rtp_sink " REPORTING, media, media, rtcp, rtcp);
  GstElement *tx = get (pipeline, "tx");
  Told told = play_and_listen (pipeline, "tx");

  fail_unless (tx_stat (tx, "feedback-twcc") > 20);
  fail_unless (tx_stat (tx, "rtcp-withheld") > 20);
  fail_unless_equals_uint64 (tx_stat (tx, "packets-lost"), 0);
  fail_unless (tx_stat (tx, "packets-received")
      > tx_stat (tx, "packets-sent") / 2);
  fail_unless_equals_int (told.events, 0);
  finish (pipeline);
}

GST_END_TEST;

static Suite *
screamtwcc_suite (void)
{
  Suite *s = suite_create ("screamtwcc");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_screamtwcc_rate_follows_the_link);
  tcase_add_test (tc, test_screamtwcc_takes_what_rtpsession_writes);
  tcase_add_test (tc, test_screamtwcc_reads_the_numbers_of_a_payloader);
  tcase_add_test (tc, test_screamtwcc_rtpsession_takes_what_screamrx_writes);
  tcase_add_test (tc, test_screamtwcc_reads_before_the_rtpsession);

  return s;
}

GST_CHECK_MAIN (screamtwcc);
