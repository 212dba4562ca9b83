/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreampacket.h: fields of an RTP packet */
#pragma once

#include <gst/gst.h>

typedef enum
{
  GST_SCREAM_PACKET_RTP,
  GST_SCREAM_PACKET_RTCP,       /* multiplexed, RFC 5761 section 4 */
  GST_SCREAM_PACKET_OTHER       /* neither: STUN, DTLS, too short, ... */
} GstScreamPacketKind;

typedef struct
{
  GstScreamPacketKind kind;
  /* the rest for RTP only */
  guint32 ssrc;
  guint16 seq;
  guint32 timestamp;
  gboolean marker;
  guint8 payload_type;
} GstScreamPacket;

/* The header alone, which SRTP leaves as it is. */
void gst_scream_packet_parse (GstBuffer * buffer, GstScreamPacket * packet);

/* Is @seq about the next number of a stream whose newest is @newest? RFC 3550 appendix
 * A.1. */
gboolean gst_scream_packet_continues (guint16 newest, guint16 seq);

/* For RTP without multiplexed RTCP, so that all payload types are valid. Returns the
 * bytes before the payload; 0: no RTP packet, or truncated. */
gsize gst_scream_packet_parse_rtp (GstBuffer * buffer,
    GstScreamPacket * packet);
