/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstkeypacket.c: see gstkeypacket.h */
#include "gstkeypacket.h"

#include <string.h>

/* The longest descriptor, of VP8, and a byte of the frame. */
#define MIN_SIZE 7

GstKeyPacketCodec
gst_key_packet_codec (const GstCaps * caps)
{
  static const gchar *const names[] = { "H264", "H265", "VP8", "VP9", "AV1",
    "JPEG"
  };
  const GstStructure *s = gst_caps_get_structure (caps, 0);
  const gchar *name = gst_structure_get_string (s, "encoding-name");
  guint i;

  if (g_strcmp0 (gst_structure_get_string (s, "media"), "video") != 0)
    return GST_KEY_PACKET_NONE;
  for (i = 0; i < G_N_ELEMENTS (names); i++) {
    if (gst_structure_has_name (s, "application/x-rtp") && name != NULL
        && g_ascii_strcasecmp (name, names[i]) == 0)
      return GST_KEY_PACKET_H264 + i;
  }
  return GST_KEY_PACKET_OTHER;
}

/* Parameter sets, SEI and delimiters come before any frame. */
static GstKeyPacketAnswer
judge_h264 (guint type)
{
  if (type >= 6 && type <= 9)
    return GST_KEY_PACKET_LATER;
  return type == 5 ? GST_KEY_PACKET_KEY : GST_KEY_PACKET_DELTA;
}

/* ITU-T H.265 table 7-1 */
static GstKeyPacketAnswer
judge_h265 (guint type)
{
  if (type >= 32)
    return GST_KEY_PACKET_LATER;
  return type >= 16 && type <= 23 ? GST_KEY_PACKET_KEY : GST_KEY_PACKET_DELTA;
}

static GstKeyPacketAnswer
judge_nal (gboolean is_h265, const guint8 * nal)
{
  return is_h265 ? judge_h265 ((nal[0] >> 1) & 0x3f)
      : judge_h264 (nal[0] & 0x1f);
}

static GstKeyPacketAnswer
look_aggregate (gboolean is_h265, const guint8 * p, gsize size)
{
  GstKeyPacketAnswer answer = GST_KEY_PACKET_LATER;
  gsize at = is_h265 ? 2 : 1;

  while (at + 2 < size && answer == GST_KEY_PACKET_LATER) {
    answer = judge_nal (is_h265, p + at + 2);
    at += 2 + GST_READ_UINT16_BE (p + at);
  }
  return answer;
}

/* RFC 6184 section 5.2, RFC 7798 section 4.4: a NAL unit, an aggregate or a fragment. */
static GstKeyPacketAnswer
look_nal (gboolean is_h265, const guint8 * p, gsize size)
{
  guint type = is_h265 ? (p[0] >> 1) & 0x3f : p[0] & 0x1f;

  if (type == (is_h265 ? 48 : 24))
    return look_aggregate (is_h265, p, size);
  if (type == (is_h265 ? 49 : 28))
    return is_h265 ? judge_h265 (p[2] & 0x3f) : judge_h264 (p[1] & 0x1f);
  return judge_nal (is_h265, p);
}

/* RFC 7741 sections 4.2 and 4.3: S, a partition begins, and PID, the first */
static GstKeyPacketAnswer
look_vp8 (const guint8 * p)
{
  guint at = 1, extension = 0;

  if ((p[0] & 0x17) != 0x10)
    return GST_KEY_PACKET_LATER;
  if (p[0] & 0x80)
    extension = p[at++];
  if (extension & 0x80)
    at += p[at] & 0x80 ? 2 : 1;
  at += (extension & 0x40) != 0;
  at += (extension & 0x30) != 0;
  return p[at] & 0x01 ? GST_KEY_PACKET_DELTA : GST_KEY_PACKET_KEY;
}

static GstKeyPacketAnswer
look (GstKeyPacketCodec codec, const guint8 * p, gsize size)
{
  switch (codec) {
    case GST_KEY_PACKET_H264:
    case GST_KEY_PACKET_H265:
      return look_nal (codec == GST_KEY_PACKET_H265, p, size);
    case GST_KEY_PACKET_VP8:
      return look_vp8 (p);
    case GST_KEY_PACKET_VP9:
      /* RFC 9628 section 4.2: P, it needs others */
      return p[0] & 0x40 ? GST_KEY_PACKET_DELTA : GST_KEY_PACKET_KEY;
    case GST_KEY_PACKET_AV1:
      /* RTP payload format for AV1, section 4.4: N, a coded video sequence begins */
      return p[0] & 0x08 ? GST_KEY_PACKET_KEY : GST_KEY_PACKET_DELTA;
    case GST_KEY_PACKET_INTRA:
      return GST_KEY_PACKET_KEY;
    default:
      return GST_KEY_PACKET_UNKNOWN;
  }
}

/* Shorter than any descriptor: no frame. */
GstKeyPacketAnswer
gst_key_packet_look (GstKeyPacketCodec codec, GstBuffer * packet, gsize header)
{
  GstKeyPacketAnswer answer = GST_KEY_PACKET_LATER;
  GstMapInfo map;

  if (!gst_buffer_map (packet, &map, GST_MAP_READ))
    return GST_KEY_PACKET_UNKNOWN;
  if (map.size >= header + MIN_SIZE)
    answer = look (codec, map.data + header, map.size - header);
  gst_buffer_unmap (packet, &map);
  return answer;
}
