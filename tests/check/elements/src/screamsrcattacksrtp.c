/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamsrc with a key, and packets of those who are not the sender: without the key, or as a
 * recording. */
#include <gst/rtpcc/wire/rtpcc-capturetime.h>

#include "attacktest.h"

#define HOUR (3600 * GST_SECOND)

static gboolean
count_key (GSignalInvocationHint * hint, guint n, const GValue * values,
    gpointer keys)
{
  g_atomic_int_inc ((gint *) keys);
  return TRUE;
}

/* srtpdec makes its context, 30 kB, after it has asked for a key. */
GST_START_TEST (test_screamsrc_srtp_keeps_nothing_of_strangers)
{
  GstHarness *h = new_encryption ();
  GstElement *srtpdec;
  gint keys = 0;
  gulong hook;
  guint signal, i;

  build ("srtp-key=" KEY, "application/x-rtp ! " OUT);
  gst_element_set_state (pipeline, GST_STATE_READY);
  srtpdec = get_inside ("srtpdec");
  signal = g_signal_lookup ("request-key", G_OBJECT_TYPE (srtpdec));
  hook = g_signal_add_emission_hook (signal, 0, count_key, &keys, NULL);
  play (pipeline);
  for (i = 0; i < 10; i++)
    send_encrypted (h, &sender, FALSE, FALSE);
  wait_for_stat ("packets", 10);
  for (i = 1; i <= FLOOD; i++) {
    send_pcmu (&stranger, 1000 + i);
    send_rtcp (&stranger, 1000 + i, TRUE);
    if (i % AT_ONCE != 0)
      continue;
    wait_for_stat ("rtp-refused", i);
    wait_for_stat ("rtcp-refused", i);
    send_encrypted (h, &sender, FALSE, FALSE);
  }
  wait_for_stat ("packets", 10 + FLOOD / AT_ONCE);
  assert_out (10 + FLOOD / AT_ONCE);
  fail_unless_equals_int (g_atomic_int_get (&keys), 1);
  fail_unless_equals_uint64 (get_stat ("ssrcs"), 1);
  fail_unless_equals_int (count_sources (), 2);
  g_signal_remove_emission_hook (signal, hook);
  gst_object_unref (srtpdec);
  stop ();
  gst_harness_teardown (h);
}

GST_END_TEST;

/* Each trial costs a score of hashes: 2000 a second, and 128 at once. */
GST_START_TEST (test_screamsrc_srtp_tries_so_many_packets_of_strangers)
{
  const guint flood = 4000;
  GstHarness *h = new_encryption ();
  guint64 tried, most;
  gint64 begin;
  guint i;

  build ("srtp-key=" KEY, "application/x-rtp ! " OUT);
  play (pipeline);
  begin = g_get_monotonic_time ();
  for (i = 1; i <= flood; i++) {
    send_pcmu (&stranger, 1000 + i);
    if (i % AT_ONCE == 0)
      wait_for_stat ("rtp-refused", i);
  }
  most = 128 + (g_get_monotonic_time () - begin) / 500;
  tried = flood - get_stat ("rtp-untried");
  fail_unless (tried >= 128 && tried <= most, "%" G_GUINT64_FORMAT, tried);
  g_usleep (128 * 500);         /* so that there are turns */
  send_encrypted (h, &sender, FALSE, FALSE);
  wait_for_stat ("packets", 1);
  stop ();
  gst_harness_teardown (h);
}

GST_END_TEST;

/* A packet of a stream, encrypted, that was captured @ago. */
static GstBuffer *
encrypt (GstHarness * h, guint32 ssrc, guint16 seq, gint64 ago)
{
  guint8 packet[12 + 4 + 20 + 160] = { 0x90, 0x80 | PCMU, };
  guint8 *extension = packet + 12;

  GST_WRITE_UINT16_BE (packet + 2, seq);
  GST_WRITE_UINT32_BE (packet + 4, 160 * seq);
  GST_WRITE_UINT32_BE (packet + 8, ssrc);
  GST_WRITE_UINT16_BE (extension, 0xbede);
  GST_WRITE_UINT16_BE (extension + 2, 20 / 4);
  extension[4] = 5 << 4 | (RTP_CC_CAPTURE_TIME_SIZE - 1);
  rtp_cc_capture_time_write (extension + 5, g_get_real_time () * 1000 - ago);
  return gst_harness_push_and_pull (h, gst_buffer_new_memdup (packet,
          sizeof (packet)));
}

/* Takes @buffer. */
static void
send_buffer (Sender * s, GstBuffer * buffer)
{
  GstMapInfo map;

  gst_buffer_map (buffer, &map, GST_MAP_READ);
  send_bytes (s, map.data, map.size);
  gst_buffer_unmap (buffer, &map);
  gst_buffer_unref (buffer);
}

/* Both send; TRUE if what comes out is the stream of @ssrc. */
static gboolean
shows (GstHarness * h, guint32 ssrc, guint n, gboolean live, gint64 ago)
{
  GstSample *sample;
  gboolean shown;

  send_buffer (&stranger, encrypt (h, OTHER_SSRC, n, ago));
  if (live)
    send_buffer (&sender, encrypt (h, SSRC, n, 0));
  sample = pull ("out", 20 * GST_MSECOND);
  shown = sample != NULL && get_ssrc (sample) == ssrc;
  if (sample != NULL)
    gst_sample_unref (sample);
  return shown;
}

/* A receiver with a key, and what encrypts for it. */
static GstHarness *
start_with_key (const gchar * properties)
{
  GstHarness *h = new_encryption ();

  build (properties, "application/x-rtp ! " OUT);
  play (pipeline);
  return h;
}

static void
stop_with_key (GstHarness * h)
{
  stop ();
  gst_harness_teardown (h);
}

/* It has begun before the sender, and goes on; the sender is shown and gets the
 * feedback. */
GST_START_TEST (test_screamsrc_srtp_prefers_what_is_live_to_a_recording)
{
  GstHarness *h = start_with_key ("srtp-key=" KEY);
  gint64 end;
  guint n = 0;

  end = g_get_monotonic_time () + PATIENCE;
  while (!shows (h, OTHER_SSRC, n++, FALSE, HOUR))
    fail_unless (g_get_monotonic_time () < end);
  while (!shows (h, SSRC, n++, TRUE, HOUR))
    fail_unless (g_get_monotonic_time () < end);
  while (!is_believed (&sender)) {
    fail_unless (g_get_monotonic_time () < end);
    fail_if (shows (h, OTHER_SSRC, n++, TRUE, HOUR));
  }
  fail_unless (get_stat ("rtp-recorded") > 0);
  /* At once, and not after a silence. */
  fail_unless_equals_uint64 (get_stat ("sender-moves"), 0);
  stop_with_key (h);
}

GST_END_TEST;

/* Nor the other way round: a recording cannot take the place of what is live. */
GST_START_TEST (test_screamsrc_srtp_shows_no_recording_beside_what_is_live)
{
  GstHarness *h = start_with_key ("srtp-key=" KEY);
  guint n;

  for (n = 0; n < 10; n++)
    send_buffer (&sender, encrypt (h, SSRC, n, 0));
  wait_for_stat ("packets", 10);
  for (; n < 50; n++)
    fail_if (shows (h, OTHER_SSRC, n, TRUE, HOUR));
  wait_for_stat ("rtp-recorded", 40);
  fail_unless (is_believed (&sender));
  stop_with_key (h);
}

GST_END_TEST;

GST_START_TEST (test_screamsrc_srtp_max_age_shows_no_recording)
{
  GstHarness *h = start_with_key ("max-age=10000 srtp-key=" KEY);
  guint8 data[1500];
  gsize size = sizeof (data);
  guint n;

  for (n = 0; n < 20; n++)
    fail_if (shows (h, OTHER_SSRC, n, FALSE, HOUR));
  wait_for_stat ("rtp-recorded", 20);
  fail_unless_equals_uint64 (get_stat ("packets"), 0);
  fail_if (receive (&stranger, data, &size, 1));
  while (!shows (h, SSRC, n, TRUE, HOUR))
    fail_unless (n++ < 200);
  stop_with_key (h);
}

GST_END_TEST;

/* What old peers send tells no time. */
GST_START_TEST (test_screamsrc_srtp_shows_a_stream_that_tells_no_time)
{
  GstHarness *h = start_with_key ("srtp-key=" KEY);
  guint n;

  for (n = 0; n < 20; n++)
    send_encrypted (h, &sender, FALSE, FALSE);
  assert_out (20);
  stop_with_key (h);
}

GST_END_TEST;

/* Number of the next packet that is shown, below 0: none for @patience. */
static gint
pull_number (GstClockTime patience)
{
  GstSample *sample = pull ("out", patience);
  guint8 header[4];

  if (sample == NULL)
    return -1;
  gst_buffer_extract (gst_sample_get_buffer (sample), 0, header, 4);
  gst_sample_unref (sample);
  return GST_READ_UINT16_BE (header + 2);
}

/* From before the numbers wrapped.  Each is sent before a packet of the sender, and
 * must not shut that out.  The first ones of it are refused before anything is in doubt,
 * or are lost with the jitter buffer that begins anew meanwhile; then each is shown. */
GST_START_TEST (test_screamsrc_srtp_old_packets_do_not_shut_out_the_stream)
{
  GstHarness *h = start_with_key ("srtp-key=" KEY);
  GstBuffer *old[40];
  guint shown = 0, n;

  for (n = 0; n < G_N_ELEMENTS (old); n++)
    old[n] = encrypt (h, SSRC, 100 + n, 0);
  for (n = 0; n < 4; n++)
    gst_buffer_unref (encrypt (h, SSRC, (n + 1) * 20000, 0));
  for (n = 0; n < G_N_ELEMENTS (old); n++) {
    gint number;

    send_buffer (&stranger, old[n]);
    send_buffer (&sender, encrypt (h, SSRC, 30000 + n, 0));
    do {
      number = pull_number ((shown > 0 ? 10000 : 100) * GST_MSECOND);
    } while (number >= 0 && number < 30000);
    fail_unless (number >= 0 || shown == 0, "%u of %u", shown, n);
    shown += number >= 30000;
  }
  fail_unless (shown >= G_N_ELEMENTS (old) - 5, "%u", shown);
  stop_with_key (h);
}

GST_END_TEST;

GST_START_TEST (test_screamsrc_says_that_max_age_needs_a_key)
{
  build ("max-age=10000", "fakesink");
  gst_element_set_state (pipeline, GST_STATE_READY);
  assert_says (wait_for (GST_MESSAGE_WARNING), "max-age", "srtp-key");
  stop ();
}

GST_END_TEST;

/* SSRC of all RTCP that comes while the stream goes on, reports and feedback. */
static guint32
get_reporter (GstHarness * h)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;
  guint32 ssrc = 0;
  guint kinds = 0;

  while (kinds != 3) {
    guint8 data[1500];
    gsize size = sizeof (data);

    fail_unless (g_get_monotonic_time () < end);
    send_encrypted (h, &sender, FALSE, FALSE);
    if (!receive (&sender, data, &size, 20 * G_TIME_SPAN_MILLISECOND))
      continue;
    if (ssrc == 0)
      ssrc = GST_READ_UINT32_BE (data + 4);
    fail_unless_equals_int (GST_READ_UINT32_BE (data + 4), ssrc);
    kinds |= data[1] == 201 ? 1 : 2;
  }
  return ssrc;
}

GST_START_TEST (test_screamsrc_says_that_a_key_needs_other_ssrcs)
{
  build ("sender-ssrc=1 srtp-key=" KEY, "fakesink");
  gst_element_set_state (pipeline, GST_STATE_READY);
  assert_says (wait_for (GST_MESSAGE_WARNING), "sender-ssrc",
      "Set sender-ssrc to 0");
  stop ();
}

GST_END_TEST;

/* Or its packets would be a replay, which the sender does not take: srtpenc counts them
 * from zero after READY. */
GST_START_TEST (test_screamsrc_srtp_reports_as_another_after_ready)
{
  GstHarness *h = new_encryption ();
  guint8 data[1500];
  gsize size = sizeof (data);
  guint32 before;

  build ("srtp-key=" KEY, "application/x-rtp ! " OUT);
  play (pipeline);
  before = get_reporter (h);
  fail_unless_equals_int (gst_element_set_state (pipeline, GST_STATE_READY),
      GST_STATE_CHANGE_SUCCESS);
  while (receive (&sender, data, &size, 1))
    size = sizeof (data);
  play (pipeline);
  fail_if (get_reporter (h) == before);
  stop ();
  gst_harness_teardown (h);
}

GST_END_TEST;

/* When the elements inside are there already: first no key, then one that is none. */
GST_START_TEST (test_screamsrc_srtp_takes_a_key_in_ready)
{
  build ("", "fakesink");
  fail_unless_equals_int (gst_element_set_state (pipeline, GST_STATE_READY),
      GST_STATE_CHANGE_SUCCESS);
  g_object_set (source, "srtp-key", "0123", NULL);
  assert_fails ("srtp-key", "60 hexadecimal");
  g_object_set (source, "srtp-key", KEY, NULL);
  play (pipeline);
  gst_object_unref (get_inside ("srtpdec"));
  stop ();
}

GST_END_TEST;

static Suite *
screamsrcattacksrtp_suite (void)
{
  Suite *s = suite_create ("screamsrcattacksrtp");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_screamsrc_says_that_max_age_needs_a_key);
  if (!has_elements ("srtpdec", "srtpenc", NULL))
    return s;
  tcase_add_test (tc, test_screamsrc_srtp_keeps_nothing_of_strangers);
  tcase_add_test (tc, test_screamsrc_srtp_tries_so_many_packets_of_strangers);
  tcase_add_test (tc, test_screamsrc_srtp_prefers_what_is_live_to_a_recording);
  tcase_add_test (tc,
      test_screamsrc_srtp_shows_no_recording_beside_what_is_live);
  tcase_add_test (tc, test_screamsrc_srtp_max_age_shows_no_recording);
  tcase_add_test (tc, test_screamsrc_srtp_shows_a_stream_that_tells_no_time);
  tcase_add_test (tc,
      test_screamsrc_srtp_old_packets_do_not_shut_out_the_stream);
  tcase_add_test (tc, test_screamsrc_says_that_a_key_needs_other_ssrcs);
  tcase_add_test (tc, test_screamsrc_srtp_reports_as_another_after_ready);
  tcase_add_test (tc, test_screamsrc_srtp_takes_a_key_in_ready);

  return s;
}

GST_CHECK_MAIN (screamsrcattacksrtp);
