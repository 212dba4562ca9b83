/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the bytes of a packet say. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreampacket.h"

#include <string.h>

/* RFC 3550 section 5.1 */
#define RTP_HEADER_SIZE 12

/* RFC 5761 section 4: the second byte of RTCP, marker bit and payload types 64
 * to 95 for RTP, which must not be used */
#define FIRST_RTCP_TYPE 192
#define LAST_RTCP_TYPE 223

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
  if (size < RTP_HEADER_SIZE)
    return;

  packet->kind = GST_SCREAM_PACKET_RTP;
  packet->marker = header[1] >> 7;
  packet->seq = GST_READ_UINT16_BE (header + 2);
  packet->timestamp = GST_READ_UINT32_BE (header + 4);
  packet->ssrc = GST_READ_UINT32_BE (header + 8);
}
