/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Key frames that a receiver asks a sender with rtpbin for. */
#include "rtpbintest.h"

#define MEDIA_SSRC 0x12345678

/* A receiver report without reports, and behind it what a receiver asks by: @format
 * 1 a PLI (RFC 4585 section 6.3.1), 4 a FIR (RFC 5104 section 4.3.1), which has a
 * number and names its SSRC behind the header. */
static void
send_request (const Ports * ports, guint8 format, guint8 number)
{
  guint8 data[28] = { 0x80, 201, 0, 1, 0, 0, 0, 7,
    0x80 | format, 206, 0, format == 4 ? 4 : 2, 0, 0, 0, 7
  };
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);
  GSocketAddress *to = g_inet_socket_address_new_from_string ("127.0.0.1",
      ports->back);

  GST_WRITE_UINT32_BE (data + (format == 4 ? 20 : 16), MEDIA_SSRC);
  data[24] = number;
  g_socket_send_to (socket, to, (gchar *) data, format == 4 ? 28 : 20, NULL,
      NULL);
  g_object_unref (to);
  g_object_unref (socket);
}

static GstPadProbeReturn
count_key_frame (GstPad * pad, GstPadProbeInfo * info, gpointer n)
{
  if (!GST_BUFFER_FLAG_IS_SET (GST_PAD_PROBE_INFO_BUFFER (info),
          GST_BUFFER_FLAG_DELTA_UNIT))
    g_atomic_int_inc ((gint *) n);
  return GST_PAD_PROBE_OK;
}

/* A flood of PLI or FIR for 1.5 s; @pay: what the encoder leads to. */
static void
check_key_frames (GstElement * sender, GstElement * tx, GstElement * pay,
    const Ports * ports, guint8 format)
{
  GstPad *pad = gst_element_get_static_pad (pay, "sink");
  gint64 start, passed = 0;
  guint8 number = 0;
  gint n = 0;

  g_object_set (pay, "ssrc", (guint) MEDIA_SSRC, NULL);
  gst_util_set_object_arg (G_OBJECT (tx), "controller", "fixed");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, count_key_frame, &n, NULL);
  gst_element_set_state (sender, GST_STATE_PLAYING);
  for (start = g_get_monotonic_time (); passed < 10 * G_TIME_SPAN_SECOND
      && g_atomic_int_get (&n) == 0; passed = g_get_monotonic_time () - start)
    g_usleep (2000);
  g_usleep (200000);

  start = g_get_monotonic_time ();
  for (passed = 0; passed < 1500 * G_TIME_SPAN_MILLISECOND
      || (passed < 10 * G_TIME_SPAN_SECOND && g_atomic_int_get (&n) < 3);
      passed = g_get_monotonic_time () - start) {
    send_request (ports, format, number++);
    g_usleep (10000);
  }
  gst_element_set_state (sender, GST_STATE_NULL);
  passed = g_get_monotonic_time () - start;
  /* The stream begins with one; then at 0, 0.3, 0.9, 1.9 s. */
  fail_unless (n >= 3 && n <= 4 + passed / G_TIME_SPAN_SECOND,
      "%d in %" G_GINT64_FORMAT " us", n, passed);
  gst_object_unref (pad);
}

static void
check_flood (const gchar * media, guint8 format)
{
  Ports ports = ports_new ();
  GstElement *sender = sender_new (&ports, media);

  check_key_frames (sender, get (sender, "tx"), get (sender, "pay"), &ports,
      format);
  finish (sender);
}

GST_START_TEST (test_rtpbin_key_frame_flood_before)
{
  check_flood (BEFORE, 1);
}

GST_END_TEST;

/* The requests do not come through screamtx. */
GST_START_TEST (test_rtpbin_key_frame_flood_behind)
{
  check_flood (BEHIND, 1);
}

GST_END_TEST;

GST_START_TEST (test_rtpbin_key_frame_flood_of_fir_behind)
{
  check_flood (BEHIND, 4);
}

GST_END_TEST;

GST_START_TEST (test_rtpbin_key_frame_flood_aux)
{
  Ports ports = ports_new ();
  GstElement *sender = aux_sender_new (&ports, 1);

  check_key_frames (sender, get (sender, "tx0"), get (sender, "pay0"), &ports,
      1);
  finish (sender);
}

GST_END_TEST;

static Suite *
rtpbinkeyframes_suite (void)
{
  Suite *s = suite_create ("rtpbinkeyframes");
  TCase *tc = tcase_create ("key frames");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_rtpbin_key_frame_flood_before);
  tcase_add_test (tc, test_rtpbin_key_frame_flood_behind);
  tcase_add_test (tc, test_rtpbin_key_frame_flood_of_fir_behind);
  tcase_add_test (tc, test_rtpbin_key_frame_flood_aux);

  return s;
}

GST_CHECK_MAIN (rtpbinkeyframes);
