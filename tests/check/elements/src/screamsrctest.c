/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A screamsrc, and who sends to it. */
#include "screamsrctest.h"

#include <string.h>
#include <gst/rtpcc/wire/rtpcc-capturetime.h>

guint port;
GstElement *pipeline, *source;
Sender sender, stranger;

/* ---- packets ---- */

void
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

void
sender_close (Sender * s)
{
  g_clear_object (&s->socket);
  g_clear_object (&s->to);
}

void
send_bytes (Sender * s, const guint8 * data, gsize size)
{
  fail_unless_equals_int (g_socket_send_to (s->socket, s->to,
          (const gchar *) data, size, NULL, NULL), size);
}

void
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

void
send_pcmu (Sender * s, guint32 ssrc)
{
  guint8 silence[160];

  memset (silence, 0xff, sizeof (silence));
  send_rtp (s, PCMU, ssrc, silence, sizeof (silence));
}

/* RFC 8285, one-byte header: what was captured @ago, and padding */
void
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
void
send_vp8 (Sender * s, gboolean key)
{
  guint8 frame[12] = { 0x10, key ? 0x10 : 0x11, 0, 0, };
  static const guint8 start[7] = { 0x9d, 0x01, 0x2a, 64, 0, 48, 0 };

  if (key)
    memcpy (frame + 4, start, sizeof (start));
  send_rtp (s, VP8, SSRC, frame, sizeof (frame));
}

/* Sender report or BYE, of one SSRC. */
void
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
gboolean
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
gboolean
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

void
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

void
setup (void)
{
  port = free_port ();
  sender_open (&sender, G_SOCKET_FAMILY_IPV4);
  sender_open (&stranger, G_SOCKET_FAMILY_IPV4);
}

/* At the end of each test: before the fixture's teardown all threads have to
 * have ended. */
void
stop (void)
{
  fail_unless_equals_int (gst_element_set_state (pipeline, GST_STATE_NULL),
      GST_STATE_CHANGE_SUCCESS);
  gst_clear_object (&source);
  gst_clear_object (&pipeline);
}

void
teardown (void)
{
  sender_close (&sender);
  sender_close (&stranger);
}

/* screamsrc with these @properties in front of @rest. */
void
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

/* NULL: nothing came in @wait. */
GstSample *
pull (const gchar * name, GstClockTime wait)
{
  GstElement *sink = gst_bin_get_by_name (GST_BIN (pipeline), name);
  GstSample *sample = NULL;

  g_signal_emit_by_name (sink, "try-pull-sample", wait, &sample);
  gst_object_unref (sink);
  return sample;
}

void
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
guint
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

GstMessage *
wait_for (GstMessageType type)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message = gst_bus_timed_pop_filtered (bus, 10 * GST_SECOND, type);

  gst_object_unref (bus);
  fail_unless (message != NULL);
  return message;
}

/* The error, or warning, says @part in its text or its details. */
void
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

void
assert_fails (const gchar * part, const gchar * advice)
{
  fail_unless_equals_int (gst_element_set_state (pipeline, GST_STATE_PLAYING),
      GST_STATE_CHANGE_FAILURE);
  assert_says (wait_for (GST_MESSAGE_ERROR), part, advice);
}

guint64
get_stat (const gchar * name)
{
  GstStructure *stats = NULL;
  guint64 value = 0;
  guint number;

  g_object_get (source, "stats", &stats, NULL);
  if (gst_structure_get_uint (stats, name, &number))
    value = number;
  else
    fail_unless (gst_structure_get_uint64 (stats, name, &value), "%s", name);
  gst_structure_free (stats);
  return value;
}

void
wait_for_stat (const gchar * name, guint64 value)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;

  while (get_stat (name) < value && g_get_monotonic_time () < end)
    g_usleep (2000);
  fail_unless_equals_uint64 (get_stat (name), value);
}

/* ---- SRTP ---- */

GstHarness *
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
void
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
