/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whether a key frame begins with a packet, by the bytes of its payload. */
#include <gst/check/gstcheck.h>

#include "plugins/scream/rtp/gstkeypacket.h"

#define HEADER 12
#define SIZE 16

static const struct
{
  const gchar *encoding;
  guint8 payload[SIZE];
  gsize size;
  GstKeyPacketAnswer answer;
} packets[] = {
  {"H264", {0x65}, SIZE, GST_KEY_PACKET_KEY},
  {"H264", {0x41}, SIZE, GST_KEY_PACKET_DELTA},
  {"H264", {0x67}, SIZE, GST_KEY_PACKET_LATER},
  {"H264", {0x06}, SIZE, GST_KEY_PACKET_LATER},
  {"H264", {0x7c, 0x85}, SIZE, GST_KEY_PACKET_KEY},
  {"H264", {0x5c, 0x81}, SIZE, GST_KEY_PACKET_DELTA},
  /* Aggregates: parameter sets, with a key frame behind, and another one */
  {"H264", {24, 0, 4, 0x67, 0, 0, 0, 0, 5, 0x68}, SIZE, GST_KEY_PACKET_LATER},
  {"H264", {24, 0, 2, 0x67, 0, 0, 8, 0x65}, SIZE, GST_KEY_PACKET_KEY},
  {"H264", {24, 0, 2, 0x06, 0, 0, 8, 0x41}, SIZE, GST_KEY_PACKET_DELTA},
  {"H264", {24, 0xff, 0xff, 0x67}, SIZE, GST_KEY_PACKET_LATER},
  {"H265", {19 << 1, 1}, SIZE, GST_KEY_PACKET_KEY},
  {"H265", {1 << 1, 1}, SIZE, GST_KEY_PACKET_DELTA},
  {"H265", {33 << 1, 1}, SIZE, GST_KEY_PACKET_LATER},
  {"H265", {49 << 1, 1, 0x80 | 20}, SIZE, GST_KEY_PACKET_KEY},
  {"H265", {48 << 1, 1, 0, 2, 32 << 1, 1, 0, 2, 21 << 1, 1}, SIZE,
      GST_KEY_PACKET_KEY},
  {"VP8", {0x10, 0x00}, SIZE, GST_KEY_PACKET_KEY},
  {"VP8", {0x10, 0x01}, SIZE, GST_KEY_PACKET_DELTA},
  {"VP8", {0x90, 0x80, 0x05, 0x01}, SIZE, GST_KEY_PACKET_DELTA},
  {"VP8", {0x90, 0xf0, 0x81, 0x05, 1, 1, 0x00, 1}, SIZE, GST_KEY_PACKET_KEY},
  /* In the middle of a frame */
  {"VP8", {0x00, 0x01}, SIZE, GST_KEY_PACKET_LATER},
  {"VP8", {0x11, 0x00}, SIZE, GST_KEY_PACKET_LATER},
  {"VP9", {0x88}, SIZE, GST_KEY_PACKET_KEY},
  {"VP9", {0xc8}, SIZE, GST_KEY_PACKET_DELTA},
  {"AV1", {0x18}, SIZE, GST_KEY_PACKET_KEY},
  {"AV1", {0x10}, SIZE, GST_KEY_PACKET_DELTA},
  {"JPEG", {0x00}, SIZE, GST_KEY_PACKET_KEY},
  {"THEORA", {0x00}, SIZE, GST_KEY_PACKET_UNKNOWN},
  /* Too short for any */
  {"H264", {0x41}, 1, GST_KEY_PACKET_LATER},
  {"VP8", {0x90, 0xf0, 0x81}, 3, GST_KEY_PACKET_LATER},
};

GST_START_TEST (test_payload)
{
  GstCaps *caps = gst_caps_new_simple ("application/x-rtp",
      "media", G_TYPE_STRING, "video",
      "encoding-name", G_TYPE_STRING, packets[__i__].encoding, NULL);
  GstBuffer *packet = gst_buffer_new_allocate (NULL,
      HEADER + packets[__i__].size, NULL);

  gst_buffer_memset (packet, 0, 0, HEADER);
  gst_buffer_fill (packet, HEADER, packets[__i__].payload, packets[__i__].size);
  fail_unless_equals_int (gst_key_packet_look (gst_key_packet_codec (caps),
          packet, HEADER), packets[__i__].answer);
  gst_buffer_unref (packet);
  gst_caps_unref (caps);
}

GST_END_TEST;

GST_START_TEST (test_codec)
{
  GstCaps *srtp = gst_caps_from_string ("application/x-srtp, media=video, "
      "encoding-name=H264");
  GstCaps *audio = gst_caps_from_string ("application/x-rtp, media=audio, "
      "encoding-name=OPUS");

  fail_unless_equals_int (gst_key_packet_codec (srtp), GST_KEY_PACKET_OTHER);
  fail_unless_equals_int (gst_key_packet_codec (audio), GST_KEY_PACKET_NONE);
  gst_caps_unref (srtp);
  gst_caps_unref (audio);
}

GST_END_TEST;

static Suite *
keypacket_suite (void)
{
  Suite *s = suite_create ("keypacket");
  TCase *tc = tcase_create ("all");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_payload, 0, G_N_ELEMENTS (packets));
  tcase_add_test (tc, test_codec);
  return s;
}

GST_CHECK_MAIN (keypacket);
