/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstkeypacket.h: detection of key frames in RTP packets
 *
 * The buffer flags of payloaders do not help: rtph265pay marks all packets as delta units,
 * rtpvp8pay and rtpvp9pay none.
 */
#pragma once

#include <gst/gst.h>

typedef enum
{
  GST_KEY_PACKET_NONE,          /* no video: a decoder needs no key frames */
  GST_KEY_PACKET_OTHER,         /* video that is encrypted, or not known here */
  GST_KEY_PACKET_H264,
  GST_KEY_PACKET_H265,
  GST_KEY_PACKET_VP8,
  GST_KEY_PACKET_VP9,
  GST_KEY_PACKET_AV1,
  GST_KEY_PACKET_INTRA          /* each frame is one */
} GstKeyPacketCodec;

typedef enum
{
  GST_KEY_PACKET_UNKNOWN,
  GST_KEY_PACKET_LATER,         /* the next packet says */
  GST_KEY_PACKET_KEY,
  GST_KEY_PACKET_DELTA
} GstKeyPacketAnswer;

/* @caps: of RTP or SRTP. */
GstKeyPacketCodec gst_key_packet_codec (const GstCaps * caps);

/* @packet: the first of a frame, whose payload begins at @header. */
GstKeyPacketAnswer gst_key_packet_look (GstKeyPacketCodec codec,
    GstBuffer * packet, gsize header);
