/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fields of an RTP packet. */
#include "gstscreampacket.h"

#include <string.h>

/* RFC 3550 section 5.1 */
#define RTP_HEADER_SIZE 12

/* RFC 5761 section 4: the second byte of RTCP, marker bit and payload types 64
 * to 95 for RTP, which must not be used */
#define FIRST_RTCP_TYPE 192
#define LAST_RTCP_TYPE 223

/* RFC 3550 appendix A.1 */
#define MAX_DROPOUT 3000
#define MAX_MISORDER 100

static void
read_header (GstScreamPacket * packet, const guint8 * header)
{
  packet->kind = GST_SCREAM_PACKET_RTP;
  packet->marker = header[1] >> 7;
  packet->payload_type = header[1] & 0x7f;
  packet->seq = GST_READ_UINT16_BE (header + 2);
  packet->timestamp = GST_READ_UINT32_BE (header + 4);
  packet->ssrc = GST_READ_UINT32_BE (header + 8);
}

void
gst_scream_packet_parse (GstBuffer * buffer, GstScreamPacket * packet)
{
  guint8 header[RTP_HEADER_SIZE];
  gsize size = gst_buffer_extract (buffer, 0, header, sizeof (header));

  memset (packet, 0, sizeof (*packet));
  packet->kind = GST_SCREAM_PACKET_OTHER;
  if (size < 4 || header[0] >> 6 != 2)
    return;
  if (header[1] >= FIRST_RTCP_TYPE && header[1] <= LAST_RTCP_TYPE) {
    packet->kind = GST_SCREAM_PACKET_RTCP;
    return;
  }
  if (size >= RTP_HEADER_SIZE)
    read_header (packet, header);
}

gboolean
gst_scream_packet_continues (guint16 newest, guint16 seq)
{
  gint step = (gint16) (guint16) (seq - newest);

  return step > -MAX_MISORDER && step < MAX_DROPOUT;
}

/* CSRCs and header extension follow the fixed header, RFC 3550 section 5.3.1. */
gsize
gst_scream_packet_parse_rtp (GstBuffer * buffer, GstScreamPacket * packet)
{
  guint8 header[RTP_HEADER_SIZE], extension[4];
  gsize size = RTP_HEADER_SIZE;

  if (gst_buffer_extract (buffer, 0, header, sizeof (header)) < sizeof (header)
      || header[0] >> 6 != 2)
    return 0;
  size += 4 * (header[0] & 0x0f);
  if (header[0] & 0x10) {
    if (gst_buffer_extract (buffer, size, extension, 4) < 4)
      return 0;
    size += 4 + 4 * GST_READ_UINT16_BE (extension + 2);
  }
  read_header (packet, header);
  return size <= gst_buffer_get_size (buffer) ? size : 0;
}
