/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamsrc with packets made by hand, over the loopback. */
#include <string.h>

#include "plugins/packet/gstsystem.h"
#include "screamsrctest.h"

/* ---- properties ---- */

GST_START_TEST (test_screamsrc_shows_the_properties_of_screamrx)
{
  GParamSpec *key;
  gdouble interval = 0;

  build ("feedback-max-interval=30", "fakesink");
  g_object_get (source, "feedback-max-interval", &interval, NULL);
  fail_unless_equals_float (interval, 30);
  key = g_object_class_find_property (G_OBJECT_GET_CLASS (source), "srtp-key");
  fail_unless (key->flags & G_PARAM_WRITABLE);
  fail_if (key->flags & G_PARAM_READABLE);
  stop ();
}

GST_END_TEST;

/* By itself with the number that screamsink writes by itself. */
GST_START_TEST (test_screamsrc_measures_the_latency)
{
  static const struct
  {
    const gchar *properties;
    guint id;
    gboolean measured;
  } cases[] = {
    {"", 5, TRUE},
    {"capture-time-extension=7", 7, TRUE},
    {"capture-time-extension=7", 5, FALSE},
    {"capture-time-extension=0", 5, FALSE},
  };
  const gint64 age = 70 * GST_MSECOND;
  GstStructure *stats = NULL;
  gint64 latency = 0;

  build (cases[__i__].properties, "fakesink");
  play (pipeline);
  send_stamped (&sender, cases[__i__].id, age);
  wait_for_stat ("packets", 1);
  g_object_get (source, "stats", &stats, NULL);
  fail_unless (gst_structure_get_int64 (stats, "latency", &latency));
  gst_structure_free (stats);
  if (cases[__i__].measured) {
    /* The way over the loopback adds to it, 1 us is what the clock shows. */
    fail_unless (latency >= age - GST_USECOND, "%" G_GINT64_FORMAT, latency);
    fail_unless (latency < age + PATIENCE * GST_USECOND,
        "%" G_GINT64_FORMAT, latency);
  } else {
    fail_unless_equals_int64 (latency, 0);
  }
  stop ();
}

GST_END_TEST;

GST_START_TEST (test_screamsrc_uri_sets_address_port_and_properties)
{
  GstElement *made = gst_element_make_from_uri (GST_URI_SRC,
      "scream://127.0.0.1:5123?latency=70", NULL, NULL);
  gchar *address = NULL, *uri;
  guint number = 0, latency = 0;

  fail_unless (made != NULL);
  g_object_get (made, "address", &address, "port", &number, "latency",
      &latency, NULL);
  fail_unless_equals_string (address, "127.0.0.1");
  fail_unless_equals_int (number, 5123);
  fail_unless_equals_int (latency, 70);
  uri = gst_uri_handler_get_uri (GST_URI_HANDLER (made));
  fail_unless_equals_string (uri, "scream://127.0.0.1:5123");
  g_free (uri);
  g_free (address);
  gst_object_unref (made);
}

GST_END_TEST;

GST_START_TEST (test_screamsrc_refuses_a_multicast_group)
{
  build ("address=224.1.2.3", "fakesink");
  assert_fails ("multicast", "property address");
  stop ();
}

GST_END_TEST;

GST_START_TEST (test_screamsrc_says_that_the_port_is_in_use)
{
  GInetAddress *any = g_inet_address_new_any (G_SOCKET_FAMILY_IPV4);
  GSocketAddress *address = g_inet_socket_address_new (any, port);
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);

  fail_unless (g_socket_bind (socket, address, FALSE, NULL));
  build ("", "fakesink");
  assert_fails ("in use", "property port");
  g_object_unref (socket);
  g_object_unref (address);
  g_object_unref (any);
  stop ();
}

GST_END_TEST;

/* Not even by mistake without encryption. */
GST_START_TEST (test_screamsrc_refuses_a_key_that_is_none)
{
  build ("srtp-key=0123", "fakesink");
  assert_fails ("srtp-key", "60 hexadecimal");
  stop ();
}

GST_END_TEST;

GST_START_TEST (test_screamsrc_says_that_a_key_is_too_late)
{
  build ("", "fakesink");
  play (pipeline);
  g_object_set (source, "srtp-key", KEY, NULL);
  assert_says (wait_for (GST_MESSAGE_ERROR), "srtp-key", "READY");
  stop ();
}

GST_END_TEST;

/* As of a decoded picture, which comes out. */
GST_START_TEST (test_screamsrc_refuses_caps_that_are_no_rtp)
{
  build ("caps=\"application/x-rtp,payload=96;video/x-raw\"", "fakesink");
  assert_fails ("caps: video/x-raw", "application/x-rtp, payload=96");
  stop ();
}

GST_END_TEST;

/* ---- what comes out ---- */

GST_START_TEST (test_screamsrc_gives_rtp_to_who_takes_rtp)
{
  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  send_until_seen (&sender, SSRC, "out");
  send_pcmu (&sender, SSRC);
  assert_next ("out", "application/x-rtp", 172);
  stop ();
}

GST_END_TEST;

GST_START_TEST (test_screamsrc_depayloads_for_who_takes_that)
{
  build ("", "audio/x-mulaw ! " OUT);
  play (pipeline);
  send_until_seen (&sender, SSRC, "out");
  send_pcmu (&sender, SSRC);
  assert_next ("out", "audio/x-mulaw", 160);
  stop ();
}

GST_END_TEST;

/* The caps property says what 100 is. */
GST_START_TEST (test_screamsrc_caps_say_what_a_payload_type_means)
{
  static const guint8 payload[20];
  guint i;

  build ("caps=\"application/x-rtp,payload=100,encoding-name=PCMU\"",
      "audio/x-mulaw ! " OUT);
  play (pipeline);
  for (i = 0; i < PROBATION; i++)
    send_rtp (&sender, 100, SSRC, payload, sizeof (payload));
  assert_next ("out", "audio/x-mulaw", sizeof (payload));
  stop ();
}

GST_END_TEST;

GST_START_TEST (test_screamsrc_warns_of_an_unknown_payload_type)
{
  static const guint8 payload[20];
  guint i;

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  for (i = 0; i < PROBATION; i++)
    send_rtp (&sender, 100, SSRC, payload, sizeof (payload));
  assert_says (wait_for (GST_MESSAGE_WARNING), "payload type 100",
      "payload=100");
  stop ();
}

GST_END_TEST;

/* Nobody is told again, and the pipeline plays. */
static void
assert_goes_on (void)
{
  static const guint8 payload[20];
  GstBus *bus = gst_element_get_bus (pipeline);
  guint i;

  for (i = 0; i < 15; i++) {
    send_rtp (&sender, AV1, SSRC, payload, sizeof (payload));
    fail_unless (gst_bus_timed_pop_filtered (bus, 10 * GST_MSECOND,
            GST_MESSAGE_WARNING | GST_MESSAGE_ERROR) == NULL);
  }
  gst_object_unref (bus);
}

static void
assert_names_depayloader (const gchar * accepted)
{
  static const guint8 payload[20];
  gchar *rest = g_strdup_printf ("%s ! " OUT, accepted);
  guint i;

  build ("", rest);
  play (pipeline);
  for (i = 0; i < PROBATION; i++)
    send_rtp (&sender, AV1, SSRC, payload, sizeof (payload));
  assert_says (wait_for (GST_MESSAGE_WARNING),
      "AV1 arrived, and cannot be decoded",
      "no element rtpav1depay (package gst-plugins-rs");
  assert_goes_on ();
  stop ();
  g_free (rest);
}

static gpointer
send_always (gpointer data)
{
  static const guint8 payload[20];
  const gint *ends = data;

  while (!g_atomic_int_get (ends)) {
    send_rtp (&sender, 100, SSRC, payload, sizeof (payload));
    g_usleep (20);
  }
  return NULL;
}

static void
count_renewals (GstDebugCategory * category, GstDebugLevel level,
    const gchar * file, const gchar * function, gint line, GObject * object,
    GstDebugMessage * message, gpointer data)
{
  if (strstr (gst_debug_message_get (message), "begins anew") != NULL)
    g_atomic_int_inc ((gint *) data);
}

/* The session takes its streams apart while the thread of the socket has packets for
 * them. What it answers then is not of a stream that must begin anew. */
GST_START_TEST (test_screamsrc_stops_while_packets_come)
{
  gint ends = 0, renewals = 0;
  GThread *thread;
  guint i;

  gst_debug_set_threshold_for_name ("screamsrc", GST_LEVEL_INFO);
  gst_debug_add_log_function (count_renewals, &renewals, NULL);
  build ("", "application/x-rtp ! " OUT);
  thread = g_thread_new ("sender", send_always, &ends);
  for (i = 0; i < 100; i++) {
    play (pipeline);
    gst_message_unref (wait_for (GST_MESSAGE_WARNING));
    gst_element_set_state (pipeline, GST_STATE_READY);
  }
  g_atomic_int_set (&ends, 1);
  g_thread_join (thread);
  stop ();
  gst_debug_remove_log_function (count_renewals);
  fail_unless_equals_int (renewals, 0);
}

GST_END_TEST;

/* It is no part of the GStreamer that most distributions have. */
GST_START_TEST (test_screamsrc_names_the_package_of_a_depayloader)
{
  GstPluginFeature *depayloader = gst_registry_lookup_feature
      (gst_registry_get (), "rtpav1depay");

  if (depayloader != NULL)
    gst_registry_remove_feature (gst_registry_get (), depayloader);
  gst_clear_object (&depayloader);
  assert_names_depayloader ("video/x-raw");
  assert_names_depayloader ("video/x-av1");
}

GST_END_TEST;

/* No package helps here: what can be linked, and what a pad has to take. */
GST_START_TEST (test_screamsrc_says_what_may_be_linked)
{
  static const struct
  {
    const gchar *caps, *says, *advice;
  } cases[] = {
    {"video,encoding-name=MP2T", "MP2T arrived, and is dropped",
        "accepts video/x-raw. Link an element that accepts one of these: "
          "application/x-rtp, video/mpegts."},
    {"application,encoding-name=SMPTE336M", "SMPTE336M arrived, and is dropped",
        "application/x-rtp, meta/x-klv."},
    {"video,encoding-name=X-NONE", "X-NONE arrived, and cannot be decoded",
        "an element for application/x-rtp can be linked"},
    {"audio,encoding-name=X-MATROSKA", "X-MATROSKA arrived, and is dropped",
        "these: application/x-rtp."},
  };
  gchar *properties = g_strdup_printf ("caps=application/x-rtp,payload=0,"
      "clock-rate=90000,media=%s", cases[__i__].caps);
  GstMessage *message = NULL;
  GstBus *bus;
  guint i;

  build (properties, "video/x-raw ! fakesink");
  bus = gst_element_get_bus (pipeline);
  play (pipeline);
  for (i = 0; i < 500 && message == NULL; i++) {
    send_pcmu (&sender, SSRC);
    message = gst_bus_timed_pop_filtered (bus, 20 * GST_MSECOND,
        GST_MESSAGE_WARNING | GST_MESSAGE_ERROR);
  }
  fail_unless (message != NULL);
  assert_says (message, cases[__i__].says, cases[__i__].advice);
  gst_object_unref (bus);
  stop ();
  g_free (properties);
}

GST_END_TEST;

/* As an application that changes its display. */
GST_START_TEST (test_screamsrc_goes_on_when_it_is_linked_again)
{
  GstPad *pad, *peer;
  guint i;

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  send_until_seen (&sender, SSRC, "out");
  pad = gst_element_get_static_pad (source, "src");
  peer = gst_pad_get_peer (pad);
  for (i = 0; i < 2; i++) {
    fail_unless (gst_pad_unlink (pad, peer));
    /* longer than the jitter buffer, so that some find no peer */
    for (guint n = 0; n < 20; n++) {
      send_pcmu (&sender, SSRC);
      g_usleep (20 * G_TIME_SPAN_MILLISECOND);
    }
    while (pull ("out", 0) != NULL);
    fail_unless (gst_pad_link (pad, peer) == GST_PAD_LINK_OK);
    send_until_seen (&sender, SSRC, "out");
  }
  gst_object_unref (peer);
  gst_object_unref (pad);
  stop ();
}

GST_END_TEST;

/* A pad that waits for another encoding: it is told, once. */
GST_START_TEST (test_screamsrc_names_a_stream_that_no_pad_takes)
{
  GstMessage *message = NULL;
  GstBus *bus;
  guint i;

  build ("", "video/x-vp8 ! " OUT);
  bus = gst_element_get_bus (pipeline);
  play (pipeline);
  for (i = 0; i < 500 && message == NULL; i++) {
    send_pcmu (&sender, SSRC);
    message = gst_bus_timed_pop_filtered (bus, 20 * GST_MSECOND,
        GST_MESSAGE_WARNING | GST_MESSAGE_ERROR);
  }
  fail_unless (message != NULL && i > 28, "%u", i);
  assert_says (message, "PCMU arrived, and is dropped", "accepts video/x-vp8");
  for (i = 0; i < 15; i++) {
    send_pcmu (&sender, SSRC);
    fail_unless (gst_bus_timed_pop_filtered (bus, 20 * GST_MSECOND,
            GST_MESSAGE_WARNING | GST_MESSAGE_ERROR) == NULL);
  }
  gst_object_unref (bus);
  stop ();
}

GST_END_TEST;

/* What does not fit one pad goes to the other. */
GST_START_TEST (test_screamsrc_gives_each_pad_the_stream_that_fits)
{
  build ("", "video/x-vp8 ! " OUT " async=false"
      " s. ! audio/x-mulaw ! appsink name=more sync=false");
  play (pipeline);
  send_until_seen (&sender, SSRC, "more");
  fail_unless (pull ("out", 10 * GST_MSECOND) == NULL);
  stop ();
}

GST_END_TEST;

/* Audio for one pad and nothing for the other: the pipeline plays. */
GST_START_TEST (test_screamsrc_plays_though_one_pad_has_nothing)
{
  GstSample *sample = NULL;
  guint n;

  build ("", "video/x-raw ! fakesink s. ! audio/x-mulaw ! " OUT);
  play (pipeline);
  for (n = 0; n < 300 && sample == NULL; n++) {
    send_pcmu (&sender, SSRC);
    sample = pull ("out", 10 * GST_MSECOND);
  }
  fail_unless (sample != NULL);
  gst_sample_unref (sample);
  stop ();
}

GST_END_TEST;

static gboolean
waits_for_preroll (const gchar * name)
{
  GstElement *sink = gst_bin_get_by_name (GST_BIN (pipeline), name);
  gboolean async;

  g_object_get (sink, "async", &async, NULL);
  gst_object_unref (sink);
  return async;
}

/* What has no source may be linked behind a decodebin when a stream comes, of that source or
 * of another one. */
GST_START_TEST (test_screamsrc_lets_its_sinks_play_and_no_others)
{
  build ("", __i__ ? "opusdec ! fakesink name=own fakesink name=later "
      "audiotestsrc ! fakesink name=other" :
      "opusdec ! fakesink name=own fakesink name=later");
  gst_element_set_state (pipeline, GST_STATE_READY);
  fail_if (waits_for_preroll ("own"));
  fail_unless_equals_int (waits_for_preroll ("later"), __i__);
  fail_unless (__i__ == 0 || waits_for_preroll ("other"));
  stop ();
}

GST_END_TEST;

/* Each stream has its own elements. */
GST_START_TEST (test_screamsrc_frees_what_takes_a_stream_apart)
{
  gint alive = 0;
  guint i;

  build ("", "video/x-vp8 ! " OUT);
  count_alive (pipeline, &alive);
  play (pipeline);
  for (i = 0; i <= PROBATION; i++)
    send_vp8 (&sender, TRUE);
  assert_next ("out", "video/x-vp8", 11);
  fail_unless (g_atomic_int_get (&alive) > 0);
  stop ();
  assert_freed (&alive);
}

GST_END_TEST;

/* ---- news ---- */

static void
send_pcmu_until (const gchar * message, const gchar * event)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  gint64 end = g_get_monotonic_time () + PATIENCE;
  const GstStructure *s = NULL;
  GstMessage *m = NULL;
  GError *info;
  gchar *debug;

  do {
    if (event == NULL || strcmp (event, "back") == 0)
      send_pcmu (&sender, SSRC);
    g_clear_pointer (&m, gst_message_unref);
    m = gst_bus_timed_pop_filtered (bus, 20 * GST_MSECOND, GST_MESSAGE_INFO);
    fail_unless (g_get_monotonic_time () < end, "%s %s", message, event);
  } while (m == NULL);
  gst_message_parse_info (m, &info, &debug);
  fail_unless_equals_string (info->message, debug);
  gst_message_unref (m);
  m = gst_bus_timed_pop_filtered (bus, PATIENCE * GST_USECOND,
      GST_MESSAGE_ELEMENT);
  s = gst_message_get_structure (m);
  fail_unless (gst_structure_has_name (s, message));
  fail_unless_equals_string (gst_structure_get_string (s, "text"), debug);
  fail_unless_equals_string (gst_structure_get_string (s, "event"), event);
  if (event == NULL)
    fail_unless (strstr (debug, "PCMU from 127.0.0.1:") != NULL, "%s", debug);
  gst_message_unref (m);
  g_error_free (info);
  g_free (debug);
  gst_object_unref (bus);
}

/* In the order in which a user sees them, and no other. */
GST_START_TEST (test_screamsrc_tells_of_the_sender)
{
  build ("", "audio/x-mulaw ! " OUT);
  play (pipeline);
  send_pcmu_until ("scream-sender", "waiting");
  send_pcmu_until ("scream-stream", NULL);
  send_pcmu_until ("scream-sender", "silent");
  send_pcmu_until ("scream-sender", "back");
  stop ();
}

GST_END_TEST;

/* Longer than a silence that is told. */
#define PAUSE (5 * G_TIME_SPAN_SECOND)

static guint
count_news (GstBus * bus)
{
  GstMessage *m;
  guint n = 0;

  while ((m = gst_bus_pop_filtered (bus, GST_MESSAGE_INFO)) != NULL) {
    n++;
    gst_message_unref (m);
  }
  return n;
}

/* A picture each five seconds, or a stream that is paused: RTCP goes on. */
GST_START_TEST (test_screamsrc_hears_the_rtcp_of_a_slow_sender)
{
  GstBus *bus;
  gint64 end;

  build ("", "audio/x-mulaw ! " OUT);
  bus = gst_element_get_bus (pipeline);
  play (pipeline);
  send_pcmu_until ("scream-stream", NULL);
  count_news (bus);
  end = g_get_monotonic_time () + PAUSE;
  while (g_get_monotonic_time () < end) {
    send_rtcp (&sender, SSRC, FALSE);
    g_usleep (G_USEC_PER_SEC / 4);
  }
  fail_unless_equals_int (count_news (bus), 0);
  gst_object_unref (bus);
  stop ();
}

GST_END_TEST;

/* Then it is no firewall. */
GST_START_TEST (test_screamsrc_tells_of_packets_without_the_key)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;
  GstMessage *message = NULL;
  gchar *debug = NULL;
  GstBus *bus;

  if (!gst_registry_check_feature_version (gst_registry_get (), "srtpdec", 1,
          0, 0)) {
    GST_INFO ("skipped: no srtpdec");
    return;
  }
  build ("srtp-key=" KEY, "fakesink");
  bus = gst_element_get_bus (pipeline);
  play (pipeline);
  while (message == NULL && g_get_monotonic_time () < end) {
    send_pcmu (&sender, SSRC);
    message = gst_bus_timed_pop_filtered (bus, 20 * GST_MSECOND,
        GST_MESSAGE_INFO);
  }
  fail_unless (message != NULL);
  gst_message_parse_info (message, NULL, &debug);
  fail_unless (strstr (debug, "srtp-key has to be the same") != NULL, "%s",
      debug);
  g_free (debug);
  gst_message_unref (message);
  gst_object_unref (bus);
  stop ();
}

GST_END_TEST;

/* ---- losses ---- */

#define VP9 98

/* A key frame, or something too short to be a frame: with a picture id, RFC 9628 section
 * 4.2. */
static void
send_vp9 (guint8 id, gboolean whole)
{
  guint8 frame[16] = { 0x8c, id, 0x82, };

  send_rtp (&sender, VP9, SSRC, frame, whole ? sizeof (frame) : 3);
}

static GstPadProbeReturn
on_gap (GstPad * pad, GstPadProbeInfo * info, gpointer gaps)
{
  if (GST_EVENT_TYPE (GST_PAD_PROBE_INFO_EVENT (info)) == GST_EVENT_GAP)
    g_atomic_int_inc ((gint *) gaps);
  return GST_PAD_PROBE_OK;
}

/* A critical message of rtpvp9depay for each fails any test. */
GST_START_TEST (test_screamsrc_bears_losses_in_pictures_of_vp9)
{
  gint gaps = 0;
  GstElement *out;
  GstPad *pad;
  guint i;

  build ("latency=20", "video/x-vp9 ! " OUT);
  out = gst_bin_get_by_name (GST_BIN (pipeline), "out");
  pad = gst_element_get_static_pad (out, "sink");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, on_gap, &gaps,
      NULL);
  play (pipeline);
  for (i = 0; i <= PROBATION; i++)
    send_vp9 (1, TRUE);
  for (i = 0; i <= PROBATION; i++)
    assert_next ("out", "video/x-vp9", 14);
  send_vp9 (2, FALSE);
  sender.seq++;
  send_vp9 (3, TRUE);
  assert_next ("out", "video/x-vp9", 14);
  fail_unless_equals_int (g_atomic_int_get (&gaps), 1);
  stop ();
  gst_object_unref (pad);
  gst_object_unref (out);
}

GST_END_TEST;

/* ---- key frames ---- */

GST_START_TEST (test_screamsrc_asks_for_the_key_frame_that_it_waits_for)
{
  guint i;

  build ("", "video/x-vp8 ! " OUT);
  play (pipeline);
  for (i = 0; i < PROBATION; i++)
    send_vp8 (&sender, FALSE);
  /* Less goes back than came, and these are small. */
  for (i = 0; i < 10; i++) {
    g_usleep (20 * G_TIME_SPAN_MILLISECOND);
    send_vp8 (&sender, FALSE);
  }
  /* RFC 4585 section 6.3.1: picture loss indication */
  wait_for_rtcp (&sender, 206, 1);
  fail_unless (pull ("out", 10 * GST_MSECOND) == NULL);

  send_vp8 (&sender, TRUE);
  send_vp8 (&sender, FALSE);
  assert_next ("out", "video/x-vp8", 11);
  stop ();
}

GST_END_TEST;

/* ---- what is behind is slow ---- */

/* Nobody pulls, so the second frame stays in the sink, and the others wait. */
static void
send_until_packets_wait_too_long (void)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;

  send_vp8 (&sender, TRUE);
  while (get_stat ("lag-skips") == 0 && g_get_monotonic_time () < end) {
    send_vp8 (&sender, FALSE);
    g_usleep (2000);
  }
}

/* Of packets that had waited for longer than is usual, 100 ms, some were left out, and one
 * that had not has left. */
static void
pull_until_it_goes_on (void)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;

  while (get_stat ("lag-packets") == 0 || get_stat ("lag") > 100 * GST_MSECOND) {
    GstSample *sample = pull ("out", GST_MSECOND);

    g_clear_pointer (&sample, gst_sample_unref);
    send_vp8 (&sender, FALSE);
    fail_unless (g_get_monotonic_time () < end);
  }
}

static void
send_until_asked_for_a_key_frame (void)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;
  guint8 data[1500];
  gsize size;

  do {
    send_vp8 (&sender, FALSE);
    size = sizeof (data);
    if (!receive (&sender, data, &size, 2000))
      size = 0;
    fail_unless (g_get_monotonic_time () < end);
  } while (!has_rtcp (data, size, 206, 1));
}

/* What was there before may be the first. */
static void
assert_next_is_a_key_frame (void)
{
  GstSample *sample = pull ("out", 0);
  GstBuffer *frame;
  guint i;

  g_clear_pointer (&sample, gst_sample_unref);
  for (i = 0; sample == NULL && i < 500; i++) {
    send_vp8 (&sender, i % 2);
    sample = pull ("out", 20 * GST_MSECOND);
  }
  fail_unless (sample != NULL);
  frame = gst_sample_get_buffer (sample);
  fail_if (GST_BUFFER_FLAG_IS_SET (frame, GST_BUFFER_FLAG_DELTA_UNIT));
  gst_sample_unref (sample);
}

/* What waits is bounded, a warning tells of it, and the picture goes on with a key frame
 * of now. */
GST_START_TEST (test_screamsrc_goes_on_with_a_key_frame_when_it_lags)
{
  guint8 data[1500];
  gsize size = sizeof (data);

  build ("max-lag=50 latency=0", "video/x-vp8 ! appsink name=out "
      "max-buffers=1 sync=false");
  play (pipeline);
  send_until_packets_wait_too_long ();
  assert_says (wait_for (GST_MESSAGE_WARNING), "too slow", "max-lag");
  pull_until_it_goes_on ();
  while (receive (&sender, data, &size, 1))
    size = sizeof (data);
  send_until_asked_for_a_key_frame ();
  assert_next_is_a_key_frame ();
  stop ();
}

GST_END_TEST;

/* A muxer waits for all of its pads. */
GST_START_TEST (test_screamsrc_names_the_pad_that_has_nothing_when_it_lags)
{
  build ("max-lag=50 latency=0", "video/x-vp8 ! appsink name=out "
      "max-buffers=1 sync=false s. ! audio/x-opus ! fakesink");
  play (pipeline);
  send_until_packets_wait_too_long ();
  assert_says (wait_for (GST_MESSAGE_WARNING),
      "waits for the pad without a stream, src_0", "a muxer");
  stop ();
}

GST_END_TEST;

GST_START_TEST (test_screamsrc_goes_on_with_rtp_when_it_lags)
{
  build ("max-lag=50 latency=0", "application/x-rtp ! appsink name=out "
      "max-buffers=1 sync=false");
  play (pipeline);
  send_until_packets_wait_too_long ();
  pull_until_it_goes_on ();
  stop ();
}

GST_END_TEST;

/* A sink that waits for its time, as the latency of the pipeline says, is not slow. It is
 * told of that before the first stream, and not again for the next one. */
GST_START_TEST (test_screamsrc_knows_the_latency_behind_for_each_stream)
{
  GstElement *sink;
  guint i;

  build ("max-lag=50 latency=0", "application/x-rtp ! appsink name=out "
      "max-buffers=1 sync=false async=false");
  play (pipeline);
  sink = gst_bin_get_by_name (GST_BIN (pipeline), "out");
  gst_element_send_event (sink, gst_event_new_latency (100 * GST_SECOND));
  gst_object_unref (sink);
  send_until_seen (&sender, SSRC, "out");
  for (i = 0; i < 50; i++) {
    send_pcmu (&sender, OTHER_SSRC);
    g_usleep (10000);
  }
  wait_for_stat ("streams", 2);
  fail_unless_equals_uint64 (get_stat ("lag-skips"), 0);
  stop ();
}

GST_END_TEST;

/* A network brings the last packet again and again while the sender is silent: those that the
 * jitter buffer throws away do not wait in it. */
GST_START_TEST (test_screamsrc_goes_on_after_packets_that_came_again)
{
  GstSample *sample;
  guint i;

  build ("max-lag=50 latency=0", "application/x-rtp ! " OUT);
  play (pipeline);
  send_until_seen (&sender, SSRC, "out");
  for (i = 0; i < 50; i++) {
    sender.seq--;
    sender.time -= 160;
    send_pcmu (&sender, SSRC);
    g_usleep (10000);
  }
  while ((sample = pull ("out", 0)) != NULL)
    gst_sample_unref (sample);
  send_until_seen (&sender, SSRC, "out");
  fail_unless_equals_uint64 (get_stat ("lag-skips"), 0);
  stop ();
}

GST_END_TEST;

/* ---- who the sender is ---- */

GST_START_TEST (test_screamsrc_sends_feedback_and_reports_to_the_sender_only)
{
  guint8 data[1500];
  gsize size = sizeof (data);

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  send_until_seen (&sender, SSRC, "out");
  send_pcmu (&stranger, OTHER_SSRC);
  /* Receiver report, and RFC 8888 */
  wait_for_rtcp (&sender, 201, -1);
  send_pcmu (&sender, SSRC);
  wait_for_rtcp (&sender, 205, 11);
  fail_if (receive (&stranger, data, &size, 1));
  stop ();
}

GST_END_TEST;

GST_START_TEST (test_screamsrc_takes_rtcp_from_the_sender_only)
{
  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  send_until_seen (&sender, SSRC, "out");
  send_rtcp (&sender, SSRC, FALSE);
  wait_for_stat ("rtcp-packets", 1);
  send_rtcp (&stranger, SSRC, TRUE);
  wait_for_stat ("rtcp-refused", 1);
  fail_unless_equals_uint64 (get_stat ("rtcp-packets"), 1);
  stop ();
}

GST_END_TEST;

/* IPv4 and IPv6 at one socket, and feedback to both. */
GST_START_TEST (test_screamsrc_receives_ipv6_and_ipv4)
{
  GSocketFamily family = __i__ ? G_SOCKET_FAMILY_IPV6 : G_SOCKET_FAMILY_IPV4;

  sender_close (&sender);
  sender_open (&sender, family);
  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  send_until_seen (&sender, SSRC, "out");
  wait_for_rtcp (&sender, 205, 11);
  fail_unless_equals_uint64 (get_stat ("feedback-errors"), 0);
  stop ();
}

GST_END_TEST;

/* The sender takes what comes from where it sends to, as one behind a NAT does. */
static void
send_to_local (const gchar * text)
{
  g_clear_object (&sender.to);
  sender.to = g_inet_socket_address_new_from_string (text, port);
  fail_unless (g_socket_connect (sender.socket, sender.to, NULL, NULL));
}

/* A host with several addresses, at a socket of IPv6 and at one of IPv4. */
GST_START_TEST (test_screamsrc_answers_from_the_address_that_is_spoken_to)
{
  build (__i__ ? "address=0.0.0.0" : "", "application/x-rtp ! " OUT);
  play (pipeline);
  send_to_local ("127.0.0.5");
  send_until_seen (&sender, SSRC, "out");
  wait_for_rtcp (&sender, 201, -1);
  send_pcmu (&sender, SSRC);
  wait_for_rtcp (&sender, 205, 11);
  fail_unless_equals_uint64 (get_stat ("feedback-errors"), 0);
  stop ();
}

GST_END_TEST;

/* Who only writes the sender's address on packets, does not turn the answers away. */
GST_START_TEST (test_screamsrc_keeps_the_address_that_the_sender_speaks_to)
{
  GSocketAddress *other;

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  send_to_local ("127.0.0.5");
  send_until_seen (&sender, SSRC, "out");
  other = g_inet_socket_address_new_from_string ("127.0.0.6", port);
  fail_unless_equals_int (g_socket_send_to (sender.socket, other,
          "\x80\0\0\1\0\0\0\1\0\0\0\1forged", 18, NULL, NULL), 18);
  wait_for_stat ("from-unknown-peers", 1);
  send_pcmu (&sender, SSRC);
  wait_for_rtcp (&sender, 205, 11);
  fail_unless_equals_uint64 (get_stat ("sender-moves"), 0);
  g_object_unref (other);
  stop ();
}

GST_END_TEST;

/* ---- SRTP ---- */

/* A receiver that comes when the numbers have wrapped, and one that finds a
 * damaged packet first; the sender's start at 65533. */
GST_START_TEST (test_screamsrc_srtp_finds_out_how_often_numbers_wrapped)
{
  GstHarness *h;
  guint i;

  if (!gst_registry_check_feature_version (gst_registry_get (), "srtpenc", 1,
          0, 0)) {
    GST_INFO ("skipped: no srtpenc");
    return;
  }
  h = new_encryption ();
  build ("srtp-key=" KEY, "application/x-rtp ! " OUT);
  play (pipeline);
  for (i = 0; i < 5; i++)
    send_encrypted (h, &sender, TRUE, FALSE);
  send_encrypted (h, &sender, FALSE, __i__);
  for (i = 0; i < 10; i++)
    send_encrypted (h, &sender, FALSE, FALSE);
  for (i = 0; i < 10; i++)
    assert_next ("out", "application/x-rtp", 172);
  fail_unless_equals_uint64 (get_stat ("rtp-refused"), __i__);
  stop ();
  gst_harness_teardown (h);
}

GST_END_TEST;

/* ---- streams come and go ---- */

/* Silence is 250 ms: the first packets of the new one come to nothing. */
GST_START_TEST (test_screamsrc_shows_a_sender_that_was_started_again)
{
  GstSample *sample;
  guint n;

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  send_until_seen (&sender, SSRC, "out");
  while ((sample = pull ("out", 50 * GST_MSECOND)) != NULL)
    gst_sample_unref (sample);
  n = send_until_seen (&sender, OTHER_SSRC, "out");
  fail_unless (n > 3, "%u", n);
  stop ();
}

GST_END_TEST;

static void
send_vp8_until_seen (void)
{
  GstSample *sample = NULL;
  guint n;

  for (n = 0; sample == NULL && n < 200; n++) {
    send_vp8 (&sender, TRUE);
    sample = pull ("out", 20 * GST_MSECOND);
  }
  fail_unless (sample != NULL);
  gst_sample_unref (sample);
}

/* An outage ends, and the first packet is of the other stream of the sender: the pad
 * shows the video again, and had nothing else. */
GST_START_TEST (test_screamsrc_keeps_the_pad_of_a_video_in_an_outage)
{
  GstSample *sample;
  guint i;

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  send_vp8_until_seen ();
  while ((sample = pull ("out", 50 * GST_MSECOND)) != NULL)
    gst_sample_unref (sample);
  /* 800 ms, where 250 ms are silence */
  for (i = 0; i < 40; i++) {
    send_pcmu (&sender, OTHER_SSRC);
    fail_unless (pull ("out", 20 * GST_MSECOND) == NULL);
  }
  send_vp8_until_seen ();
  stop ();
}

GST_END_TEST;

GST_START_TEST (test_screamsrc_shows_the_next_stream_after_bye_at_once)
{
  GstSample *sample;
  guint n;

  build ("", "application/x-rtp ! " OUT);
  play (pipeline);
  send_until_seen (&sender, SSRC, "out");
  send_rtcp (&sender, SSRC, TRUE);
  wait_for_stat ("rtcp-packets", 1);
  while ((sample = pull ("out", 20 * GST_MSECOND)) != NULL)
    gst_sample_unref (sample);
  n = send_until_seen (&sender, OTHER_SSRC, "out");
  /* 250 ms would be 13 of them */
  fail_unless (n < 9, "%u", n);
  stop ();
}

GST_END_TEST;

GST_START_TEST (test_screamsrc_starts_anew_after_ready_and_null)
{
  static const GstState states[] = { GST_STATE_READY, GST_STATE_NULL };
  guint i;

  build ("", "application/x-rtp ! " OUT);
  for (i = 0; i < 4; i++) {
    play (pipeline);
    send_until_seen (&sender, SSRC, "out");
    send_rtcp (&sender, SSRC, FALSE);
    wait_for_stat ("rtcp-packets", 1);
    fail_unless_equals_int (gst_element_set_state (pipeline, states[i % 2]),
        GST_STATE_CHANGE_SUCCESS);
  }
  stop ();
}

GST_END_TEST;

/* While the socket is open and the pipeline not started. */
GST_START_TEST (test_screamsrc_shows_packets_from_before_the_start)
{
  guint i;

  build ("", "application/x-rtp ! " OUT);
  gst_element_set_state (pipeline, GST_STATE_READY);
  for (i = 0; i < PROBATION; i++)
    send_pcmu (&sender, SSRC);
  play (pipeline);
  assert_next ("out", "application/x-rtp", 172);
  stop ();
}

GST_END_TEST;

GST_START_TEST (test_screamsrc_ends_before_the_first_packet)
{
  build ("", "fakesink");
  play (pipeline);
  gst_element_send_event (pipeline, gst_event_new_eos ());
  gst_message_unref (wait_for (GST_MESSAGE_EOS));
  stop ();
}

GST_END_TEST;

GST_START_TEST (test_screamsrc_is_live_before_the_first_packet)
{
  GstQuery *query = gst_query_new_latency ();
  GstPad *pad;
  gboolean live = FALSE;
  GstClockTime min = 0;

  build ("latency=70", "fakesink");
  fail_unless_equals_int (gst_element_set_state (pipeline, GST_STATE_PAUSED),
      GST_STATE_CHANGE_NO_PREROLL);
  pad = gst_element_get_static_pad (source, "src");
  fail_unless (gst_pad_query (pad, query));
  gst_query_parse_latency (query, &live, &min, NULL);
  fail_unless (live);
  fail_unless_equals_uint64 (min, 70 * GST_MSECOND);
  gst_object_unref (pad);
  gst_query_unref (query);
  stop ();
}

GST_END_TEST;

GST_START_TEST (test_screamsrc_says_that_nothing_comes)
{
  GstMessage *message;

  build ("timeout=50", "fakesink");
  play (pipeline);
  message = wait_for (GST_MESSAGE_ELEMENT);
  fail_unless (gst_message_has_name (message, "GstUDPSrcTimeout"));
  gst_message_unref (message);
  stop ();
}

GST_END_TEST;

/* The @again-th retransmission, of packet @seq: so many bytes of it. */
static void
send_again (guint again, guint16 seq, gsize size)
{
  Sender media = sender;
  guint8 bytes[2 + 160] = { seq >> 8, seq & 0xff, };

  sender.seq = again;
  send_rtp (&sender, PCMU_AGAIN, OTHER_SSRC, bytes, size);
  sender = media;
}

/* The session holds back no retransmission, and those of nothing do no harm. */
GST_START_TEST (test_screamsrc_repairs_with_the_first_retransmission)
{
  guint16 lost;
  guint i;

  build ("latency=5000", "application/x-rtp ! " OUT);
  play (pipeline);
  send_until_seen (&sender, SSRC, "out");
  lost = sender.seq++;
  sender.time += 160;
  for (i = 0; i < PROBATION; i++)
    send_pcmu (&sender, SSRC);
  wait_for_stat ("retransmissions-requested", 1);
  fail_unless_equals_uint64 (get_stat ("packets-repaired"), 0);
  send_again (1, lost, 2 + 160);
  wait_for_stat ("packets-repaired", 1);
  for (i = 0; i <= PROBATION; i++)
    assert_next ("out", "application/x-rtp", 172);
  send_again (2, lost, 1);
  send_again (3, lost, 0);
  send_pcmu (&sender, SSRC);
  assert_next ("out", "application/x-rtp", 172);
  fail_unless_equals_uint64 (get_stat ("packets-repaired"), 1);
  stop ();
}

GST_END_TEST;

/* Packets @first to @last were sent, and a frame ends there. */
static void
tell_end (guint again, guint32 ssrc, guint16 first, guint16 last)
{
  Sender media = sender;
  guint8 end[8] = { 0, };

  GST_WRITE_UINT32_BE (end, ssrc);
  GST_WRITE_UINT16_BE (end + 4, first);
  end[6] = last + 1 - first;
  sender.seq = again;
  send_rtp (&sender, BLOCKS, OTHER_SSRC, end, sizeof (end));
  sender = media;
}

/* Nothing comes behind what is lost but that it was sent. */
GST_START_TEST (test_screamsrc_asks_for_the_end_that_it_is_told_of)
{
  build ("latency=5000", "application/x-rtp ! " OUT);
  play (pipeline);
  send_until_seen (&sender, SSRC, "out");
  tell_end (1, SSRC, sender.seq - 2, sender.seq - 1);
  tell_end (2, SSRC + 1, sender.seq - 2, sender.seq);
  wait_for_stat ("fec-packets-refused", 1);
  fail_unless_equals_uint64 (get_stat ("retransmissions-requested"), 0);
  tell_end (3, SSRC, sender.seq - 2, sender.seq + 1);
  wait_for_stat ("retransmissions-requested", 2);
  send_again (1, sender.seq, 2 + 160);
  wait_for_stat ("packets-repaired", 1);
  stop ();
}

GST_END_TEST;

static Suite *
screamsrc_suite (void)
{
  Suite *s = suite_create ("screamsrc");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_screamsrc_shows_the_properties_of_screamrx);
  tcase_add_loop_test (tc, test_screamsrc_measures_the_latency, 0, 4);
  tcase_add_test (tc, test_screamsrc_uri_sets_address_port_and_properties);
  tcase_add_test (tc, test_screamsrc_refuses_a_multicast_group);
  tcase_add_test (tc, test_screamsrc_says_that_the_port_is_in_use);
  tcase_add_test (tc, test_screamsrc_refuses_a_key_that_is_none);
  tcase_add_test (tc, test_screamsrc_refuses_caps_that_are_no_rtp);
  tcase_add_test (tc, test_screamsrc_gives_rtp_to_who_takes_rtp);
  tcase_add_test (tc, test_screamsrc_depayloads_for_who_takes_that);
  tcase_add_test (tc, test_screamsrc_caps_say_what_a_payload_type_means);
  tcase_add_test (tc, test_screamsrc_warns_of_an_unknown_payload_type);
  tcase_add_test (tc, test_screamsrc_stops_while_packets_come);
  tcase_add_test (tc, test_screamsrc_names_the_package_of_a_depayloader);
  tcase_add_loop_test (tc, test_screamsrc_says_what_may_be_linked, 0, 4);
  tcase_add_test (tc, test_screamsrc_tells_of_the_sender);
  tcase_add_test (tc, test_screamsrc_hears_the_rtcp_of_a_slow_sender);
  tcase_add_test (tc, test_screamsrc_tells_of_packets_without_the_key);
  tcase_add_test (tc, test_screamsrc_goes_on_when_it_is_linked_again);
  tcase_add_test (tc, test_screamsrc_names_a_stream_that_no_pad_takes);
  tcase_add_test (tc, test_screamsrc_gives_each_pad_the_stream_that_fits);
  tcase_add_test (tc, test_screamsrc_plays_though_one_pad_has_nothing);
  tcase_add_loop_test (tc, test_screamsrc_lets_its_sinks_play_and_no_others,
      0, 2);
  tcase_add_test (tc, test_screamsrc_frees_what_takes_a_stream_apart);
  tcase_add_test (tc, test_screamsrc_bears_losses_in_pictures_of_vp9);
  tcase_add_test (tc, test_screamsrc_asks_for_the_key_frame_that_it_waits_for);
  tcase_add_test (tc,
      test_screamsrc_sends_feedback_and_reports_to_the_sender_only);
  tcase_add_test (tc, test_screamsrc_takes_rtcp_from_the_sender_only);
  tcase_add_test (tc, test_screamsrc_goes_on_with_a_key_frame_when_it_lags);
  tcase_add_test (tc,
      test_screamsrc_names_the_pad_that_has_nothing_when_it_lags);
  tcase_add_test (tc, test_screamsrc_goes_on_with_rtp_when_it_lags);
  tcase_add_test (tc, test_screamsrc_knows_the_latency_behind_for_each_stream);
  tcase_add_test (tc, test_screamsrc_goes_on_after_packets_that_came_again);
  tcase_add_loop_test (tc, test_screamsrc_receives_ipv6_and_ipv4, 0, 2);
  if (USE_LINUX) {
    tcase_add_loop_test (tc,
        test_screamsrc_answers_from_the_address_that_is_spoken_to, 0, 2);
    tcase_add_test (tc,
        test_screamsrc_keeps_the_address_that_the_sender_speaks_to);
  }
  tcase_add_loop_test (tc,
      test_screamsrc_srtp_finds_out_how_often_numbers_wrapped, 0, 2);
  tcase_add_test (tc, test_screamsrc_says_that_a_key_is_too_late);
  tcase_add_test (tc, test_screamsrc_shows_a_sender_that_was_started_again);
  tcase_add_test (tc, test_screamsrc_keeps_the_pad_of_a_video_in_an_outage);
  tcase_add_test (tc, test_screamsrc_shows_the_next_stream_after_bye_at_once);
  tcase_add_test (tc, test_screamsrc_starts_anew_after_ready_and_null);
  tcase_add_test (tc, test_screamsrc_shows_packets_from_before_the_start);
  tcase_add_test (tc, test_screamsrc_asks_for_the_end_that_it_is_told_of);
  tcase_add_test (tc, test_screamsrc_ends_before_the_first_packet);
  tcase_add_test (tc, test_screamsrc_is_live_before_the_first_packet);
  tcase_add_test (tc, test_screamsrc_says_that_nothing_comes);
  tcase_add_test (tc, test_screamsrc_repairs_with_the_first_retransmission);
  return s;
}

GST_CHECK_MAIN (screamsrc);
