/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamsrc with packets made by hand, over the loopback. */
#include <string.h>
#include <gio/gio.h>
#include <gst/check/gstharness.h>
#include <gst/rtpcc/rtpcc-capturetime.h>

#include "elementtest.h"

#define SSRC 0x12345678
#define OTHER_SSRC 0x87654321

/* Longer than anything here takes; only a failure waits for it. */
#define PATIENCE (10 * G_TIME_SPAN_SECOND)

/* Packets of one stream before the session lets it through */
#define PROBATION 4

#define PCMU 0
#define VP8 97

typedef struct
{
  GSocket *socket;
  GSocketAddress *to;
  guint16 seq;
  guint32 time;
} Sender;

static guint port;
static GstElement *pipeline, *source;
static Sender sender, stranger;

/* ---- packets ---- */

static void
sender_open (Sender * s, GSocketFamily family)
{
  GInetAddress *loopback = g_inet_address_new_loopback (family);
  GSocketAddress *own = g_inet_socket_address_new (loopback, 0);

  memset (s, 0, sizeof (*s));
  s->seq = 65533;
  s->time = 4294960007u;
  s->to = g_inet_socket_address_new (loopback, port);
  s->socket = g_socket_new (family, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);
  fail_unless (g_socket_bind (s->socket, own, FALSE, NULL));
  g_object_unref (own);
  g_object_unref (loopback);
}

static void
sender_close (Sender * s)
{
  g_clear_object (&s->socket);
  g_clear_object (&s->to);
}

static void
send_bytes (Sender * s, const guint8 * data, gsize size)
{
  fail_unless_equals_int (g_socket_send_to (s->socket, s->to,
          (const gchar *) data, size, NULL, NULL), size);
}

static void
send_rtp (Sender * s, guint payload, guint32 ssrc, const guint8 * data,
    gsize size)
{
  guint8 packet[256] = { 0x80, };

  packet[1] = 0x80 | payload;
  GST_WRITE_UINT16_BE (packet + 2, s->seq);
  GST_WRITE_UINT32_BE (packet + 4, s->time);
  GST_WRITE_UINT32_BE (packet + 8, ssrc);
  memcpy (packet + 12, data, size);
  send_bytes (s, packet, 12 + size);
  s->seq++;
  s->time += payload == PCMU ? 160 : 3000;
}

static void
send_pcmu (Sender * s, guint32 ssrc)
{
  guint8 silence[160];

  memset (silence, 0xff, sizeof (silence));
  send_rtp (s, PCMU, ssrc, silence, sizeof (silence));
}

/* RFC 8285, one-byte header: what was captured @ago, and padding */
static void
send_stamped (Sender * s, guint id, gint64 ago)
{
  guint8 packet[12 + 4 + 20 + 160] = { 0x90, 0x80 | PCMU, };
  guint8 *extension = packet + 12;

  GST_WRITE_UINT16_BE (packet + 2, s->seq++);
  GST_WRITE_UINT32_BE (packet + 4, s->time);
  GST_WRITE_UINT32_BE (packet + 8, SSRC);
  GST_WRITE_UINT16_BE (extension, 0xbede);
  GST_WRITE_UINT16_BE (extension + 2, 20 / 4);
  extension[4] = id << 4 | (RTP_CC_CAPTURE_TIME_SIZE - 1);
  rtp_cc_capture_time_write (extension + 5, g_get_real_time () * 1000 - ago);
  send_bytes (s, packet, sizeof (packet));
  s->time += 160;
}

/* RFC 7741: descriptor, first partition begins; then the frame's header */
static void
send_vp8 (Sender * s, gboolean key)
{
  guint8 frame[12] = { 0x10, key ? 0x10 : 0x11, 0, 0, };
  static const guint8 start[7] = { 0x9d, 0x01, 0x2a, 64, 0, 48, 0 };

  if (key)
    memcpy (frame + 4, start, sizeof (start));
  send_rtp (s, VP8, SSRC, frame, sizeof (frame));
}

/* Sender report or BYE, of one SSRC. */
static void
send_rtcp (Sender * s, guint32 ssrc, gboolean bye)
{
  guint8 packet[36] = { 0x80, 200, 0, 6, };

  GST_WRITE_UINT32_BE (packet + 4, ssrc);
  packet[28] = 0x81;
  packet[29] = 203;
  packet[31] = 1;
  GST_WRITE_UINT32_BE (packet + 32, ssrc);
  send_bytes (s, packet, bye ? 36 : 28);
}

/* FALSE: nothing came in @wait. */
static gboolean
receive (Sender * s, guint8 * data, gsize * size, gint64 wait)
{
  gssize got;

  if (!g_socket_condition_timed_wait (s->socket, G_IO_IN, wait, NULL, NULL))
    return FALSE;
  got = g_socket_receive (s->socket, (gchar *) data, *size, NULL, NULL);
  fail_unless (got > 0);
  *size = got;
  return TRUE;
}

/* Does a compound packet have an RTCP packet of this kind? */
static gboolean
has_rtcp (const guint8 * data, gsize size, guint8 type, gint format)
{
  gsize at = 0;

  while (at + 4 <= size) {
    if (data[at + 1] == type && (format < 0 || (data[at] & 0x1f) == format))
      return TRUE;
    at += 4 * (GST_READ_UINT16_BE (data + at + 2) + 1);
  }
  return FALSE;
}

static void
wait_for_rtcp (Sender * s, guint8 type, gint format)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;

  while (g_get_monotonic_time () < end) {
    guint8 data[1500];
    gsize size = sizeof (data);

    if (receive (s, data, &size, PATIENCE)
        && has_rtcp (data, size, type, format))
      return;
  }
  fail ("no RTCP of type %u", type);
}

/* ---- the receiver ---- */

static void
setup (void)
{
  port = free_port ();
  sender_open (&sender, G_SOCKET_FAMILY_IPV4);
  sender_open (&stranger, G_SOCKET_FAMILY_IPV4);
}

/* At the end of each test: before the fixture's teardown all threads have to
 * have ended. */
static void
stop (void)
{
  fail_unless_equals_int (gst_element_set_state (pipeline, GST_STATE_NULL),
      GST_STATE_CHANGE_SUCCESS);
  gst_clear_object (&source);
  gst_clear_object (&pipeline);
}

static void
teardown (void)
{
  sender_close (&sender);
  sender_close (&stranger);
}

/* screamsrc with these @properties in front of @rest. */
static void
build (const gchar * properties, const gchar * rest)
{
  gchar *text = g_strdup_printf ("screamsrc name=s port=%u %s ! %s", port,
      properties, rest);
  GError *error = NULL;

  pipeline = gst_parse_launch (text, &error);
  fail_unless (error == NULL, "%s", error ? error->message : "");
  source = gst_bin_get_by_name (GST_BIN (pipeline), "s");
  g_free (text);
}

#define OUT "appsink name=out sync=false"

/* NULL: nothing came in @wait. */
static GstSample *
pull (const gchar * name, GstClockTime wait)
{
  GstElement *sink = gst_bin_get_by_name (GST_BIN (pipeline), name);
  GstSample *sample = NULL;

  g_signal_emit_by_name (sink, "try-pull-sample", wait, &sample);
  gst_object_unref (sink);
  return sample;
}

static void
assert_next (const gchar * name, const gchar * caps_name, gsize size)
{
  GstSample *sample = pull (name, 10 * GST_SECOND);
  GstStructure *s;

  fail_unless (sample != NULL);
  s = gst_caps_get_structure (gst_sample_get_caps (sample), 0);
  fail_unless (gst_structure_has_name (s, caps_name), "%s",
      gst_structure_get_name (s));
  fail_unless_equals_int (gst_buffer_get_size (gst_sample_get_buffer (sample)),
      size);
  gst_sample_unref (sample);
}

/* Sends until something comes out: the session waits for the second packet of a
 * stream, and a stream for a free pad. */
static guint
send_until_seen (Sender * s, guint32 ssrc, const gchar * name)
{
  GstSample *sample = NULL;
  guint n;

  for (n = 0; sample == NULL && n < 200; n++) {
    send_pcmu (s, ssrc);
    sample = pull (name, 20 * GST_MSECOND);
  }
  fail_unless (sample != NULL);
  gst_sample_unref (sample);
  return n;
}

static GstMessage *
wait_for (GstMessageType type)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message = gst_bus_timed_pop_filtered (bus, 10 * GST_SECOND, type);

  gst_object_unref (bus);
  fail_unless (message != NULL);
  return message;
}

/* The error, or warning, says @part in its text or its details. */
static void
assert_says (GstMessage * message, const gchar * part, const gchar * advice)
{
  GError *error = NULL;
  gchar *debug = NULL;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    gst_message_parse_error (message, &error, &debug);
  else
    gst_message_parse_warning (message, &error, &debug);
  fail_unless (strstr (error->message, part) != NULL, "%s", error->message);
  fail_unless (strstr (debug, advice) != NULL, "%s", debug);
  g_clear_error (&error);
  g_free (debug);
  gst_message_unref (message);
}

static void
assert_fails (const gchar * part, const gchar * advice)
{
  fail_unless_equals_int (gst_element_set_state (pipeline, GST_STATE_PLAYING),
      GST_STATE_CHANGE_FAILURE);
  assert_says (wait_for (GST_MESSAGE_ERROR), part, advice);
}

static guint64
get_stat (const gchar * name)
{
  GstStructure *stats = NULL;
  guint64 value = 0;

  g_object_get (source, "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, name, &value), "%s", name);
  gst_structure_free (stats);
  return value;
}

static void
wait_for_stat (const gchar * name, guint64 value)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;

  while (get_stat (name) < value && g_get_monotonic_time () < end)
    g_usleep (2000);
  fail_unless_equals_uint64 (get_stat (name), value);
}

/* ---- properties ---- */

GST_START_TEST (test_screamsrc_shows_the_properties_of_screamrx)
{
  GParamSpec *key;
  guint64 interval = 0;

  build ("feedback-max-interval=30000000", "fakesink");
  g_object_get (source, "feedback-max-interval", &interval, NULL);
  fail_unless_equals_uint64 (interval, 30 * GST_MSECOND);
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
  GstSample *sample;
  guint n;

  build ("", "video/x-raw ! fakesink s. ! audio/x-mulaw ! " OUT);
  play (pipeline);
  for (n = 0; n < 300; n++) {
    send_pcmu (&sender, SSRC);
    sample = pull ("out", 10 * GST_MSECOND);
    if (sample != NULL)
      break;
  }
  /* After 1 s of waiting */
  fail_unless (sample != NULL && n > 50, "%u", n);
  gst_sample_unref (sample);
  stop ();
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

/* ---- SRTP ---- */

#define KEY "0123456789abcdef0123456789abcdef0123456789abcdef0123456789ab"

static GstHarness *
new_encryption (void)
{
  static const guint8 part[8] =
      { 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef };
  GstElement *element = gst_element_factory_make ("srtpenc", NULL);
  guint8 bytes[30];
  GstBuffer *key;
  GstHarness *h;
  guint i;

  for (i = 0; i < sizeof (bytes); i++)
    bytes[i] = part[i % sizeof (part)];
  key = gst_buffer_new_memdup (bytes, sizeof (bytes));
  g_object_set (element, "key", key, NULL);
  gst_buffer_unref (key);
  h = gst_harness_new_with_element (element, "rtp_sink_0", "rtp_src_0");
  gst_object_unref (element);
  gst_harness_set_src_caps_str (h, "application/x-rtp, media=audio, "
      "payload=0, clock-rate=8000, encoding-name=PCMU, "
      "ssrc=(uint)305419896");
  return h;
}

/* Encrypts the next packet, and sends it if it is not @lost. */
static void
send_encrypted (GstHarness * h, Sender * s, gboolean lost, gboolean damaged)
{
  guint8 packet[172] = { 0x80, PCMU | 0x80, };
  GstBuffer *buffer;
  GstMapInfo map;

  GST_WRITE_UINT16_BE (packet + 2, s->seq);
  GST_WRITE_UINT32_BE (packet + 4, s->time);
  GST_WRITE_UINT32_BE (packet + 8, SSRC);
  s->seq++;
  s->time += 160;
  buffer = gst_harness_push_and_pull (h, gst_buffer_new_memdup (packet,
          sizeof (packet)));
  gst_buffer_map (buffer, &map, GST_MAP_READWRITE);
  map.data[20] ^= damaged;
  if (!lost)
    send_bytes (s, map.data, map.size);
  gst_buffer_unmap (buffer, &map);
  gst_buffer_unref (buffer);
}

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

  build ("timeout=50000000", "fakesink");
  play (pipeline);
  message = wait_for (GST_MESSAGE_ELEMENT);
  fail_unless (gst_message_has_name (message, "GstUDPSrcTimeout"));
  gst_message_unref (message);
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
  tcase_add_test (tc, test_screamsrc_gives_rtp_to_who_takes_rtp);
  tcase_add_test (tc, test_screamsrc_depayloads_for_who_takes_that);
  tcase_add_test (tc, test_screamsrc_caps_say_what_a_payload_type_means);
  tcase_add_test (tc, test_screamsrc_warns_of_an_unknown_payload_type);
  tcase_add_test (tc, test_screamsrc_gives_each_pad_the_stream_that_fits);
  tcase_add_test (tc, test_screamsrc_plays_though_one_pad_has_nothing);
  tcase_add_test (tc, test_screamsrc_asks_for_the_key_frame_that_it_waits_for);
  tcase_add_test (tc,
      test_screamsrc_sends_feedback_and_reports_to_the_sender_only);
  tcase_add_test (tc, test_screamsrc_takes_rtcp_from_the_sender_only);
  tcase_add_loop_test (tc, test_screamsrc_receives_ipv6_and_ipv4, 0, 2);
  tcase_add_loop_test (tc,
      test_screamsrc_srtp_finds_out_how_often_numbers_wrapped, 0, 2);
  tcase_add_test (tc, test_screamsrc_shows_a_sender_that_was_started_again);
  tcase_add_test (tc, test_screamsrc_shows_the_next_stream_after_bye_at_once);
  tcase_add_test (tc, test_screamsrc_starts_anew_after_ready_and_null);
  tcase_add_test (tc, test_screamsrc_shows_packets_from_before_the_start);
  tcase_add_test (tc, test_screamsrc_ends_before_the_first_packet);
  tcase_add_test (tc, test_screamsrc_is_live_before_the_first_packet);
  tcase_add_test (tc, test_screamsrc_says_that_nothing_comes);
  return s;
}

GST_CHECK_MAIN (screamsrc);
