/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamsink, with a UDP socket of the test as the receiver: settings, feedback, SRTP, and
 * streams that come, pause and end. */
#include "screamsinktest.h"

static void
wait_for_stat (GstElement * pipeline, const gchar * name, guint64 value)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;

  while (get_stat (pipeline, name) < value) {
    fail_unless (g_get_monotonic_time () < end, "%s stays below %"
        G_GUINT64_FORMAT, name, value);
    g_usleep (1000);
  }
}

/* ---- settings ---- */

GST_START_TEST (test_properties_of_screamtx)
{
  GstElement *sink = gst_element_factory_make ("screamsink", NULL);
  GstPad *pad = gst_element_request_pad_simple (sink, "sink_%u");
  GstElement *tx;
  GstPad *tx_pad;
  guint max_bitrate;
  gdouble priority;

  gst_element_set_state (sink, GST_STATE_READY);
  tx = gst_bin_get_by_name (GST_BIN (sink), "screamtx");
  tx_pad = gst_element_get_static_pad (tx, "sink_0");

  g_object_set (sink, "max-bitrate", 7000000, NULL);
  g_object_get (tx, "max-bitrate", &max_bitrate, NULL);
  fail_unless_equals_int (max_bitrate, 7000000);
  g_object_set (pad, "priority", 0.25, NULL);
  g_object_get (tx_pad, "priority", &priority, NULL);
  fail_unless_equals_float (priority, 0.25);

  gst_element_release_request_pad (sink, pad);
  fail_unless (gst_element_get_static_pad (tx, "sink_0") == NULL);
  gst_object_unref (pad);
  gst_object_unref (tx_pad);
  gst_object_unref (tx);
  gst_element_set_state (sink, GST_STATE_NULL);
  gst_object_unref (sink);
}

GST_END_TEST;

GST_START_TEST (test_uri)
{
  GError *error = NULL;
  GstElement *sink = gst_element_make_from_uri (GST_URI_SINK,
      "scream://[::1]:6000?max-bitrate=3000000&srtp-key=" KEY, NULL, &error);
  guint port, max_bitrate;
  gchar *host, *uri;

  fail_unless (sink != NULL, "%s", error ? error->message : "");
  g_object_get (sink, "host", &host, "port", &port, "max-bitrate",
      &max_bitrate, NULL);
  fail_unless_equals_string (host, "::1");
  fail_unless_equals_int (port, 6000);
  fail_unless_equals_int (max_bitrate, 3000000);
  /* the key stays inside */
  uri = gst_uri_handler_get_uri (GST_URI_HANDLER (sink));
  fail_unless_equals_string (uri, "scream://[::1]:6000");
  g_free (host);
  g_free (uri);
  gst_object_unref (sink);
}

GST_END_TEST;

/* It fails, and the message has @words. */
static void
assert_error (const gchar * settings, const gchar * words)
{
  GstElement *pipeline = launch (NULL,
      "screamvideosrc ! screamsink name=s %s", settings);
  GstMessage *message;
  GError *error;
  gchar *debug;

  fail_unless (gst_element_set_state (pipeline, GST_STATE_PLAYING) ==
      GST_STATE_CHANGE_FAILURE, "%s was taken", settings);
  message = gst_bus_pop_filtered (GST_ELEMENT_BUS (pipeline),
      GST_MESSAGE_ERROR);
  fail_unless (message != NULL, "%s: no error", settings);
  gst_message_parse_error (message, &error, &debug);
  fail_unless (strstr (error->message, words) != NULL, "%s: %s", settings,
      error->message);
  g_error_free (error);
  g_free (debug);
  gst_message_unref (message);
  finish (pipeline);
}

GST_START_TEST (test_wrong_settings_are_named)
{
  assert_error ("host=239.1.2.3", "host=239.1.2.3 is a multicast");
  assert_error ("host=ff02::1", "host=ff02::1 is a multicast");
  assert_error ("host=255.255.255.255", "broadcast");
  assert_error ("host=no-such-host.invalid", "property host");
  assert_error ("host=\"\"", "property host");
  assert_error ("host=203.0.113.1:5000", "Set host without the port");
  assert_error ("host=[2001:db8::1]", "without brackets");
  assert_error ("host=udp://203.0.113.1", "not a URI");
  assert_error ("bind-address=here", "bind-address=here");
  assert_error ("bind-address=::1 host=127.0.0.1", "bind-address");
  assert_error ("bind-address=203.0.113.1", "bind-address");
  assert_error ("srtp-key=1234", "srtp-key");
  assert_error ("min-bitrate=2000000 max-bitrate=1000000", "min-bitrate");
}

GST_END_TEST;

/* It sends in the clear, which is not what was asked for. */
GST_START_TEST (test_key_is_too_late)
{
  GstElement *pipeline, *sink;
  GstMessage *message;
  GError *error;
  Receiver r;

  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "screamvideosrc ! screamsink name=s");
  play (pipeline);
  receive_kind (&r, TRUE);
  sink = gst_bin_get_by_name (GST_BIN (pipeline), "s");
  g_object_set (sink, "srtp-key", KEY, NULL);
  message = gst_bus_pop_filtered (GST_ELEMENT_BUS (pipeline),
      GST_MESSAGE_ERROR);
  fail_unless (message != NULL);
  gst_message_parse_error (message, &error, NULL);
  fail_unless (strstr (error->message, "srtp-key") != NULL, "%s",
      error->message);
  g_error_free (error);
  gst_message_unref (message);
  gst_object_unref (sink);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

/* ---- what comes back ---- */

/* A receiver report of nobody on nobody. */
static const guint8 report[] = { 0x80, 201, 0, 1, 0x12, 0x34, 0x56, 0x78 };

/* RFC 8888 feedback: the packet @r has got has arrived. */
static void
make_feedback (const Receiver * r, guint8 data[24])
{
  static const guint8 head[] = { 0x8b, 205, 0, 5, 0x12, 0x34, 0x56, 0x78 };

  memset (data, 0, 24);
  memcpy (data, head, sizeof (head));
  GST_WRITE_UINT32_BE (data + 8, ssrc_of (r));
  memcpy (data + 12, r->data + 2, 2);
  data[15] = 1;                 /* reports */
  data[16] = 0x80;              /* received, Not-ECT, at the time of the report */
  GST_WRITE_UINT32_BE (data + 20, 0x10000);
}

GST_START_TEST (test_feedback_is_the_receivers_only)
{
  GstElement *pipeline;
  Receiver r, stranger;
  guint8 feedback[24], compound[sizeof (report) + sizeof (feedback)];
  guint i;

  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  receiver_open (&stranger, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "screamvideosrc ! screamsink name=s");
  /* the second time from another port: a NAT's new binding, seen from inside */
  for (i = 0; i < 2; i++) {
    play (pipeline);
    receive_kind (&r, TRUE);
    make_feedback (&r, feedback);
    answer (&r, stranger.socket, feedback, sizeof (feedback));
    wait_for_stat (pipeline, "feedback-from-unknown-peers", 1);
    fail_unless_equals_uint64 (get_stat (pipeline, "feedback-packets"), 0);
    answer (&r, r.socket, feedback, sizeof (feedback));
    wait_for_stat (pipeline, "feedback-packets", 1);
    /* what is around it is for the session, which tells of feedback too */
    memcpy (compound, report, sizeof (report));
    memcpy (compound + sizeof (report), feedback, sizeof (feedback));
    answer (&r, r.socket, compound, sizeof (compound));
    answer (&r, r.socket, (const guint8 *) "media", 5);
    wait_for_stat (pipeline, "feedback-not-rtcp", 1);
    fail_unless_equals_uint64 (get_stat (pipeline, "feedback-packets"), 2);
    fail_unless (gst_element_set_state (pipeline, GST_STATE_NULL) ==
        GST_STATE_CHANGE_SUCCESS);
    while (receive (&r, g_get_monotonic_time () + 1000));
  }
  finish (pipeline);
  receiver_close (&r);
  receiver_close (&stranger);
}

GST_END_TEST;

static GstPadProbeReturn
on_key_unit (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);

  if (gst_event_has_name (event, "GstForceKeyUnit"))
    g_atomic_int_inc ((gint *) user_data);
  return GST_PAD_PROBE_OK;
}

/* A picture loss indication goes through the session to the encoder. */
GST_START_TEST (test_key_frame_request)
{
  guint8 pli[12] = { 0x81, 206, 0, 2, 0x12, 0x34, 0x56, 0x78, };
  gint64 end = g_get_monotonic_time () + PATIENCE;
  GstElement *pipeline, *source;
  gint asked = 0;
  GstPad *pad;
  Receiver r;

  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "screamvideosrc name=v ! screamsink name=s");
  source = gst_bin_get_by_name (GST_BIN (pipeline), "v");
  pad = gst_element_get_static_pad (source, "src");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM, on_key_unit,
      &asked, NULL);
  play (pipeline);
  receive_kind (&r, TRUE);
  GST_WRITE_UINT32_BE (pli + 8, ssrc_of (&r));
  answer (&r, r.socket, pli, sizeof (pli));
  while (g_atomic_int_get (&asked) == 0) {
    fail_unless (g_get_monotonic_time () < end);
    g_usleep (1000);
  }
  gst_object_unref (pad);
  gst_object_unref (source);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

/* ---- SRTP ---- */

static GstCaps *
count_request (GstElement * srtpdec, guint ssrc, guint * asked)
{
  (void) srtpdec;
  (void) ssrc;
  ++*asked;
  return NULL;
}

/* With the context of a new SSRC, which it keeps */
static void
count_requests (const GValue * srtpdec, gpointer asked)
{
  g_signal_connect (g_value_get_object (srtpdec), "request-key",
      G_CALLBACK (count_request), asked);
}

/* Nothing is in the clear, and RTCP in the clear is no RTCP: srtpdec does not see it. */
GST_START_TEST (test_srtp)
{
  GstElement *pipeline;
  GstIterator *inside;
  guint asked = 0;
  guint8 feedback[24];
  guint64 size;
  Receiver r;

  if (!has_elements ("srtpenc", "srtpdec", NULL))
    return;
  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "screamvideosrc mtu=1000 bitrate=5000000 ! "
      "screamsink name=s capture-time-extension=0 srtp-key=" KEY);
  play (pipeline);
  receive_kind (&r, TRUE);
  inside = gst_bin_iterate_all_by_element_factory_name (GST_BIN (pipeline),
      "srtpdec");
  fail_unless_equals_int (gst_iterator_foreach (inside, count_requests, &asked),
      GST_ITERATOR_DONE);
  gst_iterator_free (inside);
  size = r.size;
  receive_kind (&r, TRUE);
  size = MAX (size, (guint64) r.size);
  /* the tag of 80 bits */
  fail_unless_equals_uint64 (size, 1010);
  make_feedback (&r, feedback);
  answer (&r, r.socket, feedback, sizeof (feedback));
  answer (&r, r.socket, report, sizeof (report));
  wait_for_stat (pipeline, "rtcp-unauthenticated", 2);
  fail_unless_equals_int (asked, 0);
  fail_unless_equals_uint64 (get_stat (pipeline, "feedback-packets"), 0);
  /* the first part is in the clear: SR, and then no SDES can be told */
  receive_kind (&r, FALSE);
  fail_unless (find_rtcp (&r, 202) == NULL);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

/* ---- life ---- */

/* In PAUSED no RTCP goes either. */
GST_START_TEST (test_keep_alive_in_a_pause)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;
  GstElement *pipeline;
  guint empty = 0;
  Receiver r;

  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "screamvideosrc ! screamsink name=s "
      "keep-alive-interval=20");
  play (pipeline);
  receive_kind (&r, TRUE);
  gst_element_set_state (pipeline, GST_STATE_PAUSED);
  while (empty < 3) {
    fail_unless (receive (&r, end));
    empty += r.size == 0;
  }
  wait_for_stat (pipeline, "keep-alives", empty);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

static void
wait_for_eos (GstElement * pipeline)
{
  GstMessage *message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (pipeline),
      PATIENCE * 1000, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);

  fail_unless (message != NULL, "no EOS");
  fail_unless (GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS, "%s",
      GST_MESSAGE_TYPE_NAME (message));
  gst_message_unref (message);
}

/* The last word is BYE. */
GST_START_TEST (test_eos)
{
  GstElement *pipeline;
  gboolean bye = FALSE;
  Receiver r;

  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "screamvideosrc num-buffers=10 ! screamsink name=s");
  play (pipeline);
  wait_for_eos (pipeline);
  while (receive (&r, g_get_monotonic_time () + 100000))
    bye |= is_rtcp (&r) && find_rtcp (&r, 203) != NULL;
  fail_unless (bye);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

/* One stream ends before its first packet. */
GST_START_TEST (test_eos_of_an_empty_stream)
{
  GstElement *pipeline;
  Receiver r;

  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "screamvideosrc num-buffers=10 ! screamsink name=s "
      "fakesrc num-buffers=0 format=time ! application/x-rtp,media=video,"
      "clock-rate=90000,encoding-name=X ! s.");
  play (pipeline);
  wait_for_eos (pipeline);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

/* Nobody knows yet what it would have been, as of a source that waits for its sender. */
GST_START_TEST (test_eos_before_caps)
{
  static const gchar *const others[] =
      { "", "screamvideosrc num-buffers=10 ! s." };
  GstElement *pipeline;
  Receiver r;

  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "fakesrc num-buffers=0 ! screamsink name=s %s",
      others[__i__]);
  play (pipeline);
  wait_for_eos (pipeline);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

GST_START_TEST (test_state_cycles)
{
  GstElement *pipeline;
  Receiver r;
  guint i;

  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "%s ! screamsink name=s",
      has_elements ("x264enc", NULL) ? VIDEO : "screamvideosrc");
  for (i = 0; i < 3; i++) {
    play (pipeline);
    receive_kind (&r, TRUE);
    gst_element_set_state (pipeline, i == 1 ? GST_STATE_READY : GST_STATE_NULL);
    while (receive (&r, g_get_monotonic_time () + 1000));
  }
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

/* A stream more while it plays, and gone again. */
GST_START_TEST (test_streams_come_and_go)
{
  GstElement *pipeline, *sink;
  guint32 first;
  Receiver r;
  guint i;

  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "screamvideosrc ! screamsink name=s");
  sink = gst_bin_get_by_name (GST_BIN (pipeline), "s");
  play (pipeline);
  receive_kind (&r, TRUE);
  first = ssrc_of (&r);
  for (i = 0; i < 3; i++) {
    GstElement *source = gst_element_factory_make ("screamvideosrc", NULL);
    GstPad *pad = gst_element_request_pad_simple (sink, "sink_%u");
    GstPad *src = gst_element_get_static_pad (source, "src");

    gst_bin_add (GST_BIN (pipeline), source);
    fail_unless (gst_pad_link (src, pad) == GST_PAD_LINK_OK);
    fail_unless (gst_element_sync_state_with_parent (source));
    do {
      receive_kind (&r, TRUE);
    } while (ssrc_of (&r) == first);

    gst_element_release_request_pad (sink, pad);
    gst_element_set_locked_state (source, TRUE);
    gst_element_set_state (source, GST_STATE_NULL);
    gst_bin_remove (GST_BIN (pipeline), source);
    gst_object_unref (src);
    gst_object_unref (pad);
    do {
      receive_kind (&r, TRUE);
    } while (ssrc_of (&r) != first);
  }
  gst_object_unref (sink);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

/* A src pad that feeds a stream from @start on. */
static GstPad *
start_stream (GstElement * sink, const gchar * name, GstClockTime start)
{
  GstPad *sinkpad = gst_element_request_pad_simple (sink, name);
  GstPad *pad = gst_pad_new (name, GST_PAD_SRC);
  GstCaps *caps = gst_caps_from_string ("application/x-rtp,media=video,"
      "clock-rate=90000,encoding-name=X,payload=96");
  GstSegment segment;

  gst_pad_set_active (pad, TRUE);
  fail_unless (gst_pad_link (pad, sinkpad) == GST_PAD_LINK_OK);
  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.start = segment.time = start;
  gst_pad_push_event (pad, gst_event_new_stream_start (name));
  gst_pad_push_event (pad, gst_event_new_caps (caps));
  gst_pad_push_event (pad, gst_event_new_segment (&segment));
  gst_caps_unref (caps);
  gst_object_unref (sinkpad);
  return pad;
}

static void
assert_passes (GstPad * pad, Receiver * r, guint32 ssrc, GstClockTime pts)
{
  guint8 packet[100] = { 0x80, 96, };
  GstBuffer *buffer;

  GST_WRITE_UINT32_BE (packet + 8, ssrc);
  GST_WRITE_UINT16_BE (packet + 2, pts / GST_MSECOND);
  buffer = gst_buffer_new_memdup (packet, sizeof (packet));
  GST_BUFFER_PTS (buffer) = GST_BUFFER_DTS (buffer) = pts;
  GST_BUFFER_DURATION (buffer) = GST_MSECOND;
  fail_unless (gst_pad_push (pad, buffer) == GST_FLOW_OK);
  receive_kind (r, TRUE);
  fail_unless_equals_int (ssrc_of (r), ssrc);
}

/* x264enc begins 1000 hours after the other encoders: what is before the segment of
 * the first stream must not be dropped. */
GST_START_TEST (test_streams_of_other_times)
{
  GstElement *sink = gst_element_factory_make ("screamsink", NULL);
  GstClockTime late = 1000 * 3600 * GST_SECOND;
  GstPad *a, *b;
  Receiver r;

  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  g_object_set (sink, "port", (guint) r.port, "encoder-name", "none", NULL);
  play (sink);
  b = start_stream (sink, "sink_1", late);
  assert_passes (b, &r, 2, late);
  a = start_stream (sink, "sink_0", 0);
  assert_passes (a, &r, 1, 0);
  assert_passes (a, &r, 1, GST_MSECOND);
  assert_passes (b, &r, 2, late + GST_MSECOND);
  gst_pad_set_active (a, FALSE);
  gst_pad_set_active (b, FALSE);
  gst_object_unref (a);
  gst_object_unref (b);
  finish (sink);
  receiver_close (&r);
}

GST_END_TEST;

/* Also through the RTP session and SRTP behind screamtx. */
GST_START_TEST (test_capacity_hint)
{
  GstElement *pipeline, *sink;
  gboolean taken = FALSE;
  Receiver r;

  if (!has_elements ("srtpenc", "srtpdec", NULL))
    return;
  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "screamvideosrc ! screamsink name=s srtp-key=" KEY);
  play (pipeline);
  receive_kind (&r, TRUE);
  sink = gst_bin_get_by_name (GST_BIN (pipeline), "s");
  g_signal_emit_by_name (sink, "capacity-hint", G_GUINT64_CONSTANT (700000),
      60000, &taken);
  fail_unless (taken);
  fail_unless_equals_uint64 (get_stat (pipeline, "capacity-hint"), 700000);
  fail_unless (get_stat (pipeline, "target-rate") <= 700000);
  fail_unless (gst_element_send_event (sink,
          gst_event_new_custom (GST_EVENT_CUSTOM_UPSTREAM,
              gst_structure_new ("GstScreamCapacityHint",
                  "bitrate", G_TYPE_UINT64, G_GUINT64_CONSTANT (500000),
                  "valid", G_TYPE_UINT, 60000, NULL))));
  fail_unless_equals_uint64 (get_stat (pipeline, "capacity-hint"), 500000);
  fail_unless_equals_uint64 (get_stat (pipeline, "capacity-hints"), 2);
  gst_object_unref (sink);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

static void
seek (GstPad * pad, GstClockTime to)
{
  GstSegment segment;

  gst_pad_push_event (pad, gst_event_new_flush_start ());
  gst_pad_push_event (pad, gst_event_new_flush_stop (TRUE));
  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.start = segment.time = to;
  gst_pad_push_event (pad, gst_event_new_segment (&segment));
}

static GstElement *
new_sink (const Receiver * r, GstElement ** sink)
{
  GstElement *pipeline = gst_pipeline_new (NULL);

  *sink = gst_element_factory_make ("screamsink", NULL);
  g_object_set (*sink, "port", (guint) r->port, "encoder-name", "none", NULL);
  gst_bin_add (GST_BIN (pipeline), *sink);
  return pipeline;
}

/* One that is stopped before its first packet. */
GST_START_TEST (test_frees_what_had_no_packet)
{
  GstElement *pipeline, *sink;
  gint alive = 0;
  GstPad *pad;
  Receiver r;

  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = new_sink (&r, &sink);
  count_alive (pipeline, &alive);
  play (pipeline);
  pad = start_stream (sink, "sink_0", 0);
  fail_unless (g_atomic_int_get (&alive) > 3);
  gst_pad_set_active (pad, FALSE);
  gst_object_unref (pad);
  finish (pipeline);
  assert_freed (&alive);
  receiver_close (&r);
}

GST_END_TEST;

static gboolean
keep_busy (GstClock * clock, GstClockTime time, GstClockID id,
    gpointer user_data)
{
  GMutex *mutex = user_data;

  g_mutex_lock (mutex);
  g_mutex_unlock (mutex);
  return TRUE;
}

/* What a timer has is released when the clock comes to it, and the leaks tracer may look
 * before that. */
GST_START_TEST (test_timers_keep_no_element)
{
  GstClock *clock = gst_system_clock_obtain ();
  GstClockID id = gst_clock_new_single_shot_id (clock, 0);
  GstElement *pipeline, *sink;
  gint alive = 0;
  static GMutex mutex;
  GstPad *pad;
  Receiver r;

  g_mutex_lock (&mutex);
  gst_clock_id_wait_async (id, keep_busy, &mutex, NULL);
  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = new_sink (&r, &sink);
  count_alive (pipeline, &alive);
  play (pipeline);
  pad = start_stream (sink, "sink_0", 0);
  fail_unless (gst_pad_push_event (pad, gst_event_new_eos ()));
  gst_pad_set_active (pad, FALSE);
  gst_object_unref (pad);
  finish (pipeline);
  assert_freed (&alive);
  g_mutex_unlock (&mutex);
  gst_clock_id_unschedule (id);
  gst_clock_id_unref (id);
  gst_object_unref (clock);
  receiver_close (&r);
}

GST_END_TEST;

/* The other streams, and RTCP, share the socket. */
GST_START_TEST (test_seek_in_one_stream)
{
  GstElement *pipeline, *sink;
  GstPad *one, *other;
  Receiver r;
  guint i;

  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = new_sink (&r, &sink);
  play (pipeline);
  one = start_stream (sink, "sink_0", 0);
  other = start_stream (sink, "sink_1", 0);
  for (i = 0; i < 3; i++) {
    assert_passes (one, &r, 1, 2 * i * GST_MSECOND);
    gst_pad_push_event (one, gst_event_new_flush_start ());
    assert_passes (other, &r, 2, 2 * i * GST_MSECOND);
    seek (one, 0);
    assert_passes (other, &r, 2, (2 * i + 1) * GST_MSECOND);
    assert_passes (one, &r, 1, (2 * i + 1) * GST_MSECOND);
  }
  gst_pad_set_active (one, FALSE);
  gst_pad_set_active (other, FALSE);
  gst_object_unref (one);
  gst_object_unref (other);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

/* A film that is shown again and again: media, and sender reports. */
GST_START_TEST (test_seek_after_eos)
{
  GstElement *pipeline, *sink;
  gboolean reported = FALSE;
  GstPad *pad;
  Receiver r;
  guint i;

  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = new_sink (&r, &sink);
  play (pipeline);
  pad = start_stream (sink, "sink_0", 0);
  assert_passes (pad, &r, 1, 0);
  gst_pad_push_event (pad, gst_event_new_eos ());
  wait_for_eos (pipeline);
  while (receive (&r, g_get_monotonic_time () + 100000));
  seek (pad, 0);
  for (i = 1; i < 500 && !reported; i++) {
    assert_passes (pad, &r, 1, i * GST_MSECOND);
    while (receive (&r, g_get_monotonic_time () + 10000))
      reported |= is_rtcp (&r) && find_rtcp (&r, 200) != NULL;
  }
  fail_unless (reported);
  gst_pad_set_active (pad, FALSE);
  gst_object_unref (pad);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

static Suite *
screamsink_suite (void)
{
  Suite *s = suite_create ("screamsink");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_properties_of_screamtx);
  tcase_add_test (tc, test_uri);
  tcase_add_test (tc, test_wrong_settings_are_named);
  tcase_add_test (tc, test_feedback_is_the_receivers_only);
  tcase_add_test (tc, test_key_frame_request);
  tcase_add_test (tc, test_srtp);
  tcase_add_test (tc, test_key_is_too_late);
  tcase_add_test (tc, test_capacity_hint);
  tcase_add_test (tc, test_keep_alive_in_a_pause);
  tcase_add_test (tc, test_eos);
  tcase_add_test (tc, test_eos_of_an_empty_stream);
  tcase_add_loop_test (tc, test_eos_before_caps, 0, 2);
  tcase_add_test (tc, test_state_cycles);
  tcase_add_test (tc, test_streams_come_and_go);
  tcase_add_test (tc, test_streams_of_other_times);
  tcase_add_test (tc, test_frees_what_had_no_packet);
  tcase_add_test (tc, test_timers_keep_no_element);
  tcase_add_test (tc, test_seek_in_one_stream);
  tcase_add_test (tc, test_seek_after_eos);

  return s;
}

GST_CHECK_MAIN (screamsink);
