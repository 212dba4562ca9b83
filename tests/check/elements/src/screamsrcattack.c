/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamsrc, and packets of those who are not the sender: media and RTCP in the clear. */
#include <string.h>

#include "attacktest.h"

/* One of which has been pulled. */
static void
start_sender (void)
{
  assert_out (send_until_seen (&sender, SSRC, "out") - 1);
}

/* ---- without a key ---- */

/* The sender goes on.  A pause of a busy machine may let a few in, that is one a
 * second. */
GST_START_TEST (test_screamsrc_strangers_media_is_not_for_the_session)
{
  gint64 begin;
  guint i, few;

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  start_sender ();
  begin = g_get_monotonic_time ();
  for (i = 1; i <= FLOOD; i++) {
    send_pcmu (&stranger, 1000 + i / 2);
    if (i % AT_ONCE != 0)
      continue;
    send_pcmu (&sender, SSRC);
    wait_for_stat ("from-unknown-peers", i);
  }
  few = 4 + (g_get_monotonic_time () - begin) / G_TIME_SPAN_SECOND;
  fail_unless (get_stat ("ssrcs") <= 1 + few, "%" G_GUINT64_FORMAT,
      get_stat ("ssrcs"));
  fail_unless (count_sources () <= 2 + few, "%u", count_sources ());
  assert_out (FLOOD / AT_ONCE);
  fail_unless (get_stat ("rtp-from-unknown-peers") + get_stat ("rtp-excess") >
      0);
  stop ();
}

GST_END_TEST;

/* Of the day after tomorrow. */
GST_START_TEST (test_screamsrc_believes_no_times_of_strangers)
{
  const gint64 age = 70 * GST_MSECOND, early = -48 * 3600 * GST_SECOND;
  GstStructure *stats = NULL;
  gint64 latency = 0;
  guint i;

  build ("", "fakesink");
  play (pipeline);
  for (i = 1; i <= 5; i++) {
    send_stamped (&sender, 5, age);
    wait_for_stat ("packets", i);
    send_stamped (&stranger, 5, early);
    wait_for_stat ("from-unknown-peers", i);
  }
  g_object_get (source, "stats", &stats, NULL);
  fail_unless (gst_structure_get_int64 (stats, "latency", &latency));
  fail_unless (latency >= age - GST_USECOND, "%" G_GINT64_FORMAT, latency);
  fail_unless_equals_string (gst_structure_get_string (stats, "clocks"),
      "unknown");
  gst_structure_free (stats);
  stop ();
}

GST_END_TEST;

/* ---- streams that end, and do not ---- */

/* Pads are taken off slowly, while packets come. They come from here until @removed
 * counts: one thread at a time sends. */
static void
on_removed (GstElement * demux, guint ssrc, GstPad * pad, gint * removed)
{
  guint i;

  for (i = 0; i < 5; i++) {
    send_pcmu (&sender, SSRC);
    g_usleep (20 * G_TIME_SPAN_MILLISECOND);
  }
  g_atomic_int_inc (removed);
}

static void
watch_removal (gint * removed)
{
  GstElement *demux = get_inside ("rtpssrcdemux");

  g_signal_connect (demux, "removed-ssrc-pad", G_CALLBACK (on_removed),
      removed);
  gst_object_unref (demux);
}

static void
on_forgotten (GstElement * rtpbin, guint session, guint ssrc, gint * forgotten)
{
  g_atomic_int_inc (forgotten);
}

/* A player that shows a film again says BYE at its end, and so may anybody who writes the
 * sender's address on a packet. The session forgets the source two seconds later, or
 * more. */
GST_START_TEST (test_screamsrc_goes_on_after_a_bye)
{
  gint removed = 0, forgotten = 0, after = 0;
  GstElement *rtpbin;
  guint sent;

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  start_sender ();
  watch_removal (&removed);
  rtpbin = get_inside ("rtpbin");
  g_signal_connect (rtpbin, "on-bye-timeout", G_CALLBACK (on_forgotten),
      &forgotten);
  send_rtcp (&sender, SSRC, TRUE);
  for (sent = 0; sent < 500 && after < 10; sent++) {
    send_pcmu (&sender, SSRC);
    g_usleep (20 * G_TIME_SPAN_MILLISECOND);
    after += g_atomic_int_get (&forgotten);
  }
  fail_unless (g_atomic_int_get (&forgotten) > 0);
  assert_out (sent);
  fail_unless_equals_int (g_atomic_int_get (&removed), 0);
  gst_object_unref (rtpbin);
  stop ();
}

GST_END_TEST;

/* One that comes again just when it is taken off. */
GST_START_TEST (test_screamsrc_begins_again_after_a_bye)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;
  gint removed = 0;

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  start_sender ();
  watch_removal (&removed);
  send_rtcp (&sender, SSRC, TRUE);
  while (get_stat ("streams") != 0 || g_atomic_int_get (&removed) == 0) {
    fail_unless (g_get_monotonic_time () < end);
    g_usleep (10 * G_TIME_SPAN_MILLISECOND);
  }
  send_until_seen (&sender, SSRC, "out");
  stop ();
}

GST_END_TEST;

/* ---- what is no H.264 ---- */

#define H264 96

static GstPadProbeReturn
fail_with_strangers (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstElement *depayloader = gst_pad_get_parent_element (pad);
  guint8 ssrc[4] = { 0 };

  gst_buffer_extract (GST_PAD_PROBE_INFO_BUFFER (info), 8, ssrc, 4);
  if (GST_READ_UINT32_BE (ssrc) == OTHER_SSRC)
    GST_ELEMENT_ERROR (depayloader, STREAM, FORMAT, (NULL),
        ("not implemented"));
  gst_object_unref (depayloader);
  return GST_READ_UINT32_BE (ssrc) == OTHER_SSRC ? GST_PAD_PROBE_DROP :
      GST_PAD_PROBE_OK;
}

static void
on_element (GstBin * bin, GstBin * sub, GstElement * element)
{
  GstPad *pad;

  if (!g_str_has_prefix (GST_OBJECT_NAME (element), "rtph264depay"))
    return;
  pad = gst_element_get_static_pad (element, "sink");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, fail_with_strangers, NULL,
      NULL);
  gst_object_unref (pad);
}

/* A depayloader posts an error for what it does not implement. Until the sender comes,
 * packets are anybody's. */
GST_START_TEST (test_screamsrc_waits_on_after_what_cannot_be_decoded)
{
  static const guint8 idr[] = { 0x65, 0x88 };
  GstBus *bus;
  guint i;

  build ("", "video/x-h264,stream-format=byte-stream ! " OUT);
  g_signal_connect (source, "deep-element-added", G_CALLBACK (on_element),
      NULL);
  play (pipeline);
  for (i = 1; i <= 20; i++) {
    send_rtp (&stranger, H264, OTHER_SSRC, idr, sizeof (idr));
    wait_for_stat ("packets", i);
  }
  assert_says (wait_for (GST_MESSAGE_WARNING | GST_MESSAGE_ERROR),
      "H264 arrived with payload type 96, and cannot be", "property caps");
  for (i = 0; i < 1000 && pull ("out", 0) == NULL; i++) {
    send_rtp (&sender, H264, SSRC, idr, sizeof (idr));
    g_usleep (5000);
  }
  fail_unless (i < 1000);
  bus = gst_element_get_bus (pipeline);
  fail_unless (gst_bus_pop_filtered (bus,
          GST_MESSAGE_WARNING | GST_MESSAGE_ERROR) == NULL);
  gst_object_unref (bus);
  stop ();
}

GST_END_TEST;

#define H265 99

typedef struct
{
  guint payload_type;
  const gchar *caps;
  guint8 slice[3], fragment[4], next[4];
  gsize size;                   /* of a fragment */
} Nals;

static const Nals nals[] = {
  {H264, "video/x-h264", {0x65, 0x88, 0}, {0x7c, 0x85, 0x88}, {0x7c, 0x05,
          0x88}, 3},
  {H265, "video/x-h265", {0x26, 0x01, 0x80}, {0x62, 0x01, 0x93, 0x88}, {0x62,
          0x01, 0x13, 0x88}, 4},
};

/* A fragment begins, then a packet without payload or with one that is too short, then
 * the fragment goes on, which is no longer there: depayloaders end the process then. */
GST_START_TEST (test_screamsrc_outlives_fragments_that_are_none)
{
  const Nals *n = &nals[__i__ / 3];
  gchar *description = g_strdup_printf ("%s,stream-format=byte-stream ! " OUT,
      n->caps);
  guint i;

  build ("latency=10", description);
  play (pipeline);
  for (i = 0; i <= PROBATION; i++)
    send_rtp (&stranger, n->payload_type, SSRC, n->slice, sizeof (n->slice));
  send_rtp (&stranger, n->payload_type, SSRC, n->fragment, n->size);
  send_rtp (&stranger, n->payload_type, SSRC, n->next, __i__ % 3);
  send_rtp (&stranger, n->payload_type, SSRC, n->next, n->size);
  for (i = 0; i <= PROBATION; i++)
    send_rtp (&stranger, n->payload_type, SSRC, n->slice, sizeof (n->slice));
  for (i = 0; i <= 2 * PROBATION; i++)
    assert_next ("out", n->caps, 4 + sizeof (n->slice));
  stop ();
  g_free (description);
}

GST_END_TEST;

static const GstFlowReturn refusals[] = {
  GST_FLOW_ERROR, GST_FLOW_NOT_NEGOTIATED
};

static GstPadProbeReturn
refuse (GstPad * pad, GstPadProbeInfo * info, gpointer ret)
{
  gst_clear_buffer ((GstBuffer **) & info->data);
  GST_PAD_PROBE_INFO_FLOW_RETURN (info) = *(const GstFlowReturn *) ret;
  return GST_PAD_PROBE_HANDLED;
}

/* As a decoder does that gets parameters of a picture that it does not know. */
GST_START_TEST (test_screamsrc_outlives_a_stream_that_is_refused)
{
  GstFlowReturn ret = refusals[__i__];
  GstElement *out;
  GstBus *bus;
  GstPad *pad;
  gulong probe;
  guint i;

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  start_sender ();
  out = gst_bin_get_by_name (GST_BIN (pipeline), "out");
  pad = gst_element_get_static_pad (out, "sink");
  probe = gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, refuse, &ret,
      NULL);
  for (i = 0; i < 20; i++) {
    send_pcmu (&sender, SSRC);
    g_usleep (5000);
  }
  gst_pad_remove_probe (pad, probe);
  for (i = 0; i < 1000 && pull ("out", 0) == NULL; i++) {
    send_pcmu (&sender, SSRC);
    g_usleep (5000);
  }
  fail_unless (i < 1000);
  if (ret == GST_FLOW_NOT_NEGOTIATED)
    assert_says (wait_for (GST_MESSAGE_WARNING | GST_MESSAGE_ERROR),
        "PCMU arrived with payload type 0, and cannot be decoded: not-negotiated",
        "property caps");
  bus = gst_element_get_bus (pipeline);
  fail_unless (gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR) == NULL);
  gst_object_unref (bus);
  stop ();
  gst_object_unref (pad);
  gst_object_unref (out);
}

GST_END_TEST;

/* Of the sender's own address, which anyone may write on a packet. */
GST_START_TEST (test_screamsrc_has_so_many_streams_of_one_sender)
{
  guint64 before;
  gint64 begin;
  guint i, most;

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  before = send_until_seen (&sender, SSRC, "out");
  wait_for_stat ("packets", before);
  begin = g_get_monotonic_time ();
  for (i = 1; i <= FLOOD; i++) {
    send_pcmu (&sender, 1000 + i);
    if (i % AT_ONCE == 0)
      wait_for_stat ("packets", before + i);
  }
  most = 32 + 2 * (g_get_monotonic_time () - begin) / G_TIME_SPAN_SECOND;
  fail_unless (get_stat ("ssrcs") <= 32);
  fail_unless (count_sources () <= 2 + most, "%u", count_sources ());
  fail_unless (get_stat ("rtp-excess") >= FLOOD / 2);
  send_until_seen (&sender, SSRC, "out");
  stop ();
}

GST_END_TEST;

/* The NAT gives the sender another address: nothing is lost. */
GST_START_TEST (test_screamsrc_loses_nothing_when_the_address_changes)
{
  guint i;

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  start_sender ();
  for (i = 0; i < 5; i++)
    send_pcmu (&sender, SSRC);
  stranger.seq = sender.seq;
  stranger.time = sender.time;
  for (i = 0; i < 30; i++) {
    send_pcmu (&stranger, SSRC);
    g_usleep (20 * G_TIME_SPAN_MILLISECOND);
  }
  assert_out (35);
  stop ();
}

GST_END_TEST;

static void
on_gone (gpointer pads, GObject * pad)
{
  g_atomic_int_add ((gint *) pads, -1);
}

static void
count_pad (GstElement * rtpbin, GstPad * pad, gint * pads)
{
  if (!g_str_has_prefix (GST_PAD_NAME (pad), "recv_rtp_src_"))
    return;
  g_atomic_int_inc (pads);
  g_object_weak_ref (G_OBJECT (pad), on_gone, pads);
}

/* Ten of who was first, and the sender comes: those leave, and take their threads
 * and pads with them. */
GST_START_TEST (test_screamsrc_ends_the_streams_of_who_was_first)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;
  GstElement *rtpbin;
  gint pads = 0;
  guint i;

  build ("", "application/x-rtp ! " OUT);
  gst_element_set_state (pipeline, GST_STATE_READY);
  rtpbin = get_inside ("rtpbin");
  g_signal_connect (rtpbin, "pad-added", G_CALLBACK (count_pad), &pads);
  gst_object_unref (rtpbin);
  play (pipeline);
  for (i = 0; i < 50; i++) {
    send_pcmu (&stranger, 1000 + i / 5);
    wait_for_stat ("packets", i + 1);
  }
  while (get_stat ("streams") != 10 && g_get_monotonic_time () < end)
    g_usleep (2000);
  fail_unless_equals_uint64 (get_stat ("streams"), 10);
  while (get_stat ("streams") != 1 && g_get_monotonic_time () < end) {
    send_pcmu (&sender, SSRC);
    g_usleep (20 * G_TIME_SPAN_MILLISECOND);
  }
  fail_unless_equals_uint64 (get_stat ("streams"), 1);
  fail_unless_equals_uint64 (get_stat ("ssrcs"), 1);
  fail_unless (is_believed (&sender));
  send_until_seen (&sender, SSRC, "out");
  while (g_atomic_int_get (&pads) != 1 && g_get_monotonic_time () < end)
    g_usleep (2000);
  fail_unless_equals_int (g_atomic_int_get (&pads), 1);
  stop ();
  fail_unless_equals_int (g_atomic_int_get (&pads), 0);
}

GST_END_TEST;

typedef struct
{
  GMutex lock;
  GCond cond;
  gboolean hold, held;
} Holder;

/* As a decoder does that is cut off while it has a packet. */
static GstPadProbeReturn
hold_packet (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Holder *holder = user_data;
  GstPadProbeReturn ret = GST_PAD_PROBE_OK;

  g_mutex_lock (&holder->lock);
  if (holder->hold && !holder->held) {
    holder->held = TRUE;
    g_cond_broadcast (&holder->cond);
    while (holder->hold)
      g_cond_wait (&holder->cond, &holder->lock);
    gst_clear_buffer ((GstBuffer **) & info->data);
    GST_PAD_PROBE_INFO_FLOW_RETURN (info) = GST_FLOW_NOT_NEGOTIATED;
    ret = GST_PAD_PROBE_HANDLED;
  }
  g_mutex_unlock (&holder->lock);
  return ret;
}

static void
set_hold (Holder * holder, gboolean hold)
{
  g_mutex_lock (&holder->lock);
  holder->hold = hold;
  g_cond_broadcast (&holder->cond);
  while (hold && !holder->held)
    g_cond_wait (&holder->cond, &holder->lock);
  g_mutex_unlock (&holder->lock);
}

/* Another stream takes the pad while a packet of the first is behind it: neither
 * ends the pipeline, and the first can be shown again. */
GST_START_TEST (test_screamsrc_survives_a_stream_that_is_cut_off)
{
  Holder holder = { 0, };
  gboolean shown = FALSE;
  GstSample *sample;
  GstElement *sink;
  GstBus *bus;
  GstPad *pad;
  guint i;

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  start_sender ();
  sink = gst_bin_get_by_name (GST_BIN (pipeline), "out");
  pad = gst_element_get_static_pad (sink, "sink");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, hold_packet, &holder,
      NULL);
  holder.hold = TRUE;
  send_pcmu (&sender, SSRC);
  set_hold (&holder, TRUE);
  for (i = 0; i < 40; i++) {
    send_pcmu (&sender, OTHER_SSRC);
    g_usleep (10 * G_TIME_SPAN_MILLISECOND);
  }
  set_hold (&holder, FALSE);
  for (i = 0; i < 500 && !shown; i++) {
    send_pcmu (&sender, SSRC);
    sample = pull ("out", 20 * GST_MSECOND);
    shown = i > 20 && sample != NULL && get_ssrc (sample) == SSRC;
    g_clear_pointer (&sample, gst_sample_unref);
  }
  bus = gst_element_get_bus (pipeline);
  fail_unless (gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR) == NULL);
  fail_unless (shown);
  gst_object_unref (bus);
  gst_object_unref (pad);
  gst_object_unref (sink);
  stop ();
}

GST_END_TEST;

/* ---- RTCP ---- */

/* RFC 3550 section 6.5: of so many SSRCs behind a report of @ssrc, which may come in alone */
static void
send_descriptions (Sender * s, guint32 ssrc, guint count)
{
  guint8 packet[8 + 4 + 31 * 8] = { 0x80, 201, 0, 1, };
  guint i;

  GST_WRITE_UINT32_BE (packet + 4, ssrc);
  packet[8] = 0x80 | count;
  packet[9] = 202;
  packet[11] = 2 * count;
  for (i = 0; i < count; i++)
    GST_WRITE_UINT32_BE (packet + 12 + 8 * i, i == 0 ? ssrc : 7000 + i);
  send_bytes (s, packet, 12 + 8 * count);
}

/* Of streams that are not there, by the sender's own address. */
GST_START_TEST (test_screamsrc_takes_rtcp_of_its_streams_only)
{
  guint before, i;

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  send_until_seen (&sender, SSRC, "out");
  send_descriptions (&sender, SSRC, 1);
  wait_for_stat ("rtcp-packets", 1);
  before = count_sources ();
  for (i = 1; i <= AT_ONCE; i++) {
    send_rtcp (&sender, 5000 + i, TRUE);
    send_descriptions (&sender, SSRC, 31);
    wait_for_stat ("rtcp-refused", 2 * i);
  }
  fail_unless_equals_int (count_sources (), before);
  stop ();
}

GST_END_TEST;

/* The name of a sender, in bytes that are no text, makes GStreamer ask for a bug report. */
GST_START_TEST (test_screamsrc_refuses_names_that_are_no_text)
{
  guint8 packet[28 + 16] = { 0x80, 200, 0, 6, };
  guint8 *sdes = packet + 28;
  const guint8 cname[] = { 1, 3, 'a', 0xff, 'b', 0 };

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  start_sender ();
  GST_WRITE_UINT32_BE (packet + 4, SSRC);
  GST_WRITE_UINT32_BE (packet + 8, 0xe0000000);
  GST_WRITE_UINT32_BE (packet + 16, sender.time);
  sdes[0] = 0x81;
  sdes[1] = 202;
  sdes[3] = 3;
  GST_WRITE_UINT32_BE (sdes + 4, SSRC);
  memcpy (sdes + 8, cname, sizeof (cname));
  send_bytes (&sender, packet, sizeof (packet));
  wait_for_stat ("rtcp-refused", 1);
  sdes[11] = 'c';
  send_bytes (&sender, packet, sizeof (packet));
  wait_for_stat ("rtcp-packets", 2);
  send_pcmu (&sender, SSRC);
  assert_out (1);
  stop ();
}

GST_END_TEST;

/* Cut short at each byte, and with lengths that lead beyond the end. */
GST_START_TEST (test_screamsrc_refuses_broken_rtcp)
{
  guint8 packet[64] = { 0x80, 200, 0, 6, };
  guint i, n = 0;

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  send_until_seen (&sender, SSRC, "out");
  GST_WRITE_UINT32_BE (packet + 4, SSRC);
  for (i = 8; i < 28; i++, n++)
    send_bytes (&sender, packet, i);
  for (i = 29; i < sizeof (packet); i++, n++) {
    packet[28] = 0x9f;
    packet[29] = 200 + i % 8;
    packet[31] = i;
    send_bytes (&sender, packet, i);
  }
  wait_for_stat ("rtcp-refused", n);
  fail_unless_equals_uint64 (get_stat ("rtcp-packets"), 0);
  stop ();
}

GST_END_TEST;

GST_START_TEST (test_screamsrc_bounds_the_rate_of_rtcp)
{
  gint64 begin;
  guint64 most;
  guint i;

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  send_until_seen (&sender, SSRC, "out");
  begin = g_get_monotonic_time ();
  for (i = 1; i <= FLOOD; i++) {
    send_rtcp (&sender, SSRC, FALSE);
    while (i % AT_ONCE == 0 && get_stat ("rtcp-packets")
        + get_stat ("rtcp-refused") < i
        && g_get_monotonic_time () < begin + PATIENCE)
      g_usleep (1000);
  }
  most = 201 + 200 * (g_get_monotonic_time () - begin) / G_TIME_SPAN_SECOND;
  fail_unless (get_stat ("rtcp-packets") >= 200);
  fail_unless (get_stat ("rtcp-packets") <= most);
  stop ();
}

GST_END_TEST;

static Suite *
screamsrcattack_suite (void)
{
  Suite *s = suite_create ("screamsrcattack");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_screamsrc_strangers_media_is_not_for_the_session);
  tcase_add_test (tc, test_screamsrc_believes_no_times_of_strangers);
  tcase_add_test (tc, test_screamsrc_goes_on_after_a_bye);
  tcase_add_test (tc, test_screamsrc_begins_again_after_a_bye);
  tcase_add_test (tc, test_screamsrc_waits_on_after_what_cannot_be_decoded);
  tcase_add_loop_test (tc, test_screamsrc_outlives_fragments_that_are_none, 0,
      3 * G_N_ELEMENTS (nals));
  tcase_add_loop_test (tc, test_screamsrc_outlives_a_stream_that_is_refused, 0,
      G_N_ELEMENTS (refusals));
  tcase_add_test (tc, test_screamsrc_has_so_many_streams_of_one_sender);
  tcase_add_test (tc, test_screamsrc_loses_nothing_when_the_address_changes);
  tcase_add_test (tc, test_screamsrc_ends_the_streams_of_who_was_first);
  tcase_add_test (tc, test_screamsrc_survives_a_stream_that_is_cut_off);
  tcase_add_test (tc, test_screamsrc_takes_rtcp_of_its_streams_only);
  tcase_add_test (tc, test_screamsrc_refuses_names_that_are_no_text);
  tcase_add_test (tc, test_screamsrc_refuses_broken_rtcp);
  tcase_add_test (tc, test_screamsrc_bounds_the_rate_of_rtcp);

  return s;
}

GST_CHECK_MAIN (screamsrcattack);
