/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamsrc, and packets of those who are not the sender. */
#include <string.h>
#include <gst/rtpcc/wire/rtpcc-capturetime.h>

#include "screamsrctest.h"

/* Of a stranger; at once as many as a socket holds */
#define FLOOD 600
#define AT_ONCE 50

#define HOUR (3600 * GST_SECOND)

static GstElement *
get_inside (const gchar * factory)
{
  GstIterator *it = gst_bin_iterate_all_by_element_factory_name
      (GST_BIN (source), factory);
  GValue value = G_VALUE_INIT;
  GstElement *element;

  fail_unless_equals_int (gst_iterator_next (it, &value), GST_ITERATOR_OK);
  element = g_value_dup_object (&value);
  g_value_unset (&value);
  gst_iterator_free (it);
  return element;
}

/* What the session remembers, itself among it */
static guint
count_sources (void)
{
  GstElement *rtpbin = get_inside ("rtpbin");
  GObject *session = NULL;
  guint n = 0;

  g_signal_emit_by_name (rtpbin, "get-internal-session", 0, &session);
  g_object_get (session, "num-sources", &n, NULL);
  g_object_unref (session);
  gst_object_unref (rtpbin);
  return n;
}

/* Where feedback goes is where @s is. */
static gboolean
is_believed (Sender * s)
{
  GSocketAddress *own = g_socket_get_local_address (s->socket, NULL);
  gchar *text = g_strdup_printf (":%u",
      g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (own)));
  GstStructure *stats = NULL;
  const gchar *believed;
  gboolean same;

  g_object_get (source, "stats", &stats, NULL);
  believed = gst_structure_get_string (stats, "sender");
  same = believed != NULL && g_str_has_suffix (believed, text);
  gst_structure_free (stats);
  g_free (text);
  g_object_unref (own);
  return same;
}

/* So many come out, and no more. */
static void
assert_out (guint n)
{
  GstSample *sample;

  for (; n > 0; n--) {
    sample = pull ("out", 10 * GST_SECOND);
    fail_unless (sample != NULL, "%u are missing", n);
    gst_sample_unref (sample);
  }
  fail_unless (pull ("out", 20 * GST_MSECOND) == NULL);
}

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

static guint32
get_ssrc (GstSample * sample)
{
  guint8 header[12];

  gst_buffer_extract (gst_sample_get_buffer (sample), 0, header, 12);
  return GST_READ_UINT32_BE (header + 8);
}

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

/* RFC 3550 section 6.5: of so many SSRCs behind a report of @ssrc */
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
  fail_unless_equals_uint64 (get_stat ("rtcp-packets"), 1);
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
  most = 101 + 100 * (g_get_monotonic_time () - begin) / G_TIME_SPAN_SECOND;
  fail_unless (get_stat ("rtcp-packets") >= 100);
  fail_unless (get_stat ("rtcp-packets") <= most);
  stop ();
}

GST_END_TEST;

/* ---- SRTP ---- */

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
  GstHarness *h = start_with_key ("max-age=10000000000 srtp-key=" KEY);
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

/* From before the numbers wrapped.  Each is sent before a packet of the sender, and
 * must not shut that out. */
GST_START_TEST (test_screamsrc_srtp_old_packets_do_not_shut_out_the_stream)
{
  GstHarness *h = start_with_key ("srtp-key=" KEY);
  GstBuffer *old[40];
  GstSample *sample;
  guint shown = 0, n;

  for (n = 0; n < G_N_ELEMENTS (old); n++)
    old[n] = encrypt (h, SSRC, 100 + n, 0);
  for (n = 0; n < 4; n++)
    gst_buffer_unref (encrypt (h, SSRC, (n + 1) * 20000, 0));
  for (n = 0; n < G_N_ELEMENTS (old); n++) {
    send_buffer (&stranger, old[n]);
    send_buffer (&sender, encrypt (h, SSRC, 30000 + n, 0));
  }
  /* One is refused before anything is in doubt. */
  while (shown < G_N_ELEMENTS (old) - 5) {
    guint8 header[4];

    sample = pull ("out", 10 * GST_SECOND);
    fail_unless (sample != NULL, "%u", shown);
    gst_buffer_extract (gst_sample_get_buffer (sample), 0, header, 4);
    shown += GST_READ_UINT16_BE (header + 2) >= 30000;
    gst_sample_unref (sample);
  }
  stop_with_key (h);
}

GST_END_TEST;

GST_START_TEST (test_screamsrc_says_that_max_age_needs_a_key)
{
  build ("max-age=10000000000", "fakesink");
  gst_element_set_state (pipeline, GST_STATE_READY);
  assert_says (wait_for (GST_MESSAGE_WARNING), "max-age", "srtp-key");
  stop ();
}

GST_END_TEST;

static guint
send_until_number (GstHarness * h, guint16 first)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;
  guint n, number = 0;

  for (n = 0; number < first; n++) {
    GstSample *sample;
    guint8 header[4];

    fail_unless (g_get_monotonic_time () < end);
    send_buffer (&sender, encrypt (h, SSRC, first + n, 0));
    sample = pull ("out", 20 * GST_MSECOND);
    if (sample == NULL)
      continue;
    gst_buffer_extract (gst_sample_get_buffer (sample), 0, header, 4);
    number = GST_READ_UINT16_BE (header + 2);
    gst_sample_unref (sample);
  }
  return n;
}

static void
wait_until_believed (Sender * s)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;

  while (!is_believed (s)) {
    fail_unless (g_get_monotonic_time () < end);
    g_usleep (1000);
  }
}

/* First comes what the stream was, and then what it is: that gets the feedback with
 * its first packet, and does not wait for what lies between, which the jitter buffer
 * would do for a minute.  Of the second kind srtpdec refuses one: numbers have
 * wrapped. */
GST_START_TEST (test_screamsrc_srtp_live_stream_overtakes_its_recording)
{
  const guint16 live = __i__ == 0 ? 1000 : 30000;
  GstHarness *h = new_encryption ();
  GstBuffer *old[20];
  gint n;

  for (n = 0; n < 20; n++)
    old[n] = encrypt (h, SSRC, 100 + n, 0);
  for (n = 0; n < 4 * __i__; n++)
    gst_buffer_unref (encrypt (h, SSRC, (n + 1) * 20000, 0));
  build ("latency=60000 srtp-key=" KEY, "application/x-rtp ! " OUT);
  play (pipeline);
  for (n = 0; n < 20; n++)
    send_buffer (&stranger, old[n]);
  wait_for_stat ("packets", 20);
  fail_unless (is_believed (&stranger));
  for (n = 0; n <= __i__; n++)
    send_buffer (&sender, encrypt (h, SSRC, live + n, 0));
  wait_until_believed (&sender);
  send_until_number (h, live + n);
  stop ();
  gst_harness_teardown (h);
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
      "Leave sender-ssrc at 0");
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

static Suite *
screamsrcattack_suite (void)
{
  Suite *s = suite_create ("screamsrcattack");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_screamsrc_strangers_media_is_not_for_the_session);
  tcase_add_test (tc, test_screamsrc_has_so_many_streams_of_one_sender);
  tcase_add_test (tc, test_screamsrc_loses_nothing_when_the_address_changes);
  tcase_add_test (tc, test_screamsrc_ends_the_streams_of_who_was_first);
  tcase_add_test (tc, test_screamsrc_survives_a_stream_that_is_cut_off);
  tcase_add_test (tc, test_screamsrc_takes_rtcp_of_its_streams_only);
  tcase_add_test (tc, test_screamsrc_refuses_broken_rtcp);
  tcase_add_test (tc, test_screamsrc_bounds_the_rate_of_rtcp);
  tcase_add_test (tc, test_screamsrc_says_that_max_age_needs_a_key);
  if (!has_elements ("srtpdec", "srtpenc", NULL))
    return s;
  tcase_add_test (tc, test_screamsrc_srtp_keeps_nothing_of_strangers);
  tcase_add_test (tc, test_screamsrc_srtp_prefers_what_is_live_to_a_recording);
  tcase_add_test (tc,
      test_screamsrc_srtp_shows_no_recording_beside_what_is_live);
  tcase_add_test (tc, test_screamsrc_srtp_max_age_shows_no_recording);
  tcase_add_test (tc, test_screamsrc_srtp_shows_a_stream_that_tells_no_time);
  tcase_add_test (tc,
      test_screamsrc_srtp_old_packets_do_not_shut_out_the_stream);
  tcase_add_loop_test (tc,
      test_screamsrc_srtp_live_stream_overtakes_its_recording, 0, 2);
  tcase_add_test (tc, test_screamsrc_says_that_a_key_needs_other_ssrcs);
  tcase_add_test (tc, test_screamsrc_srtp_reports_as_another_after_ready);
  return s;
}

GST_CHECK_MAIN (screamsrcattack);
