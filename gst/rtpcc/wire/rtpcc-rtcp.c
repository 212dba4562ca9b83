/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-rtcp.c: compound packets, and the header of each RTCP packet */
#include "rtpcc-rtcp.h"

#include "rtpcc-bytes-private.h"

/* RFC 3550 section 6.4.1 */
#define RTCP_HEADER_SIZE 4
/* RFC 3550 section 6.4.1 */
#define RTCP_VERSION 2
/* RFC 3550 section 6.4.1, P */
#define RTCP_PADDING_BIT 0x20
/* RFC 4585 section 6.1 */
#define RTCP_FMT_MASK 0x1f

RtpCcRtcpResult
rtp_cc_rtcp_next (const uint8_t * data, size_t size, size_t *packet_size)
{
  size_t length;

  if (size < RTCP_HEADER_SIZE)
    return RTP_CC_RTCP_TOO_SHORT;
  if (data[0] >> 6 != RTCP_VERSION)
    return RTP_CC_RTCP_BAD_VERSION;

  length = 4 * ((size_t) get16 (data + 2) + 1);
  if (length > size)
    return RTP_CC_RTCP_BAD_LENGTH;

  *packet_size = length;
  return RTP_CC_RTCP_OK;
}

bool
rtp_cc_rtcp_is (const uint8_t * data, size_t size, unsigned type,
    unsigned format)
{
  return size >= RTCP_HEADER_SIZE && data[0] >> 6 == RTCP_VERSION
      && (data[0] & RTCP_FMT_MASK) == format && data[1] == type;
}

RtpCcRtcpResult
rtp_cc_rtcp_check (const uint8_t * data, size_t size, unsigned type,
    unsigned format, size_t min, size_t *end)
{
  size_t packet_size, padding;
  RtpCcRtcpResult result = rtp_cc_rtcp_next (data, size, &packet_size);

  if (result != RTP_CC_RTCP_OK)
    return result;
  if (packet_size != size)
    return RTP_CC_RTCP_BAD_LENGTH;
  if (!rtp_cc_rtcp_is (data, size, type, format))
    return RTP_CC_RTCP_OTHER_KIND;
  if (size < min)
    return RTP_CC_RTCP_TOO_SHORT;

  *end = size;
  if (!(data[0] & RTCP_PADDING_BIT))
    return RTP_CC_RTCP_OK;
  padding = data[size - 1];
  if (padding == 0 || padding > size - min)
    return RTP_CC_RTCP_BAD_PADDING;
  *end = size - padding;
  return RTP_CC_RTCP_OK;
}

void
rtp_cc_rtcp_write_header (uint8_t * data, size_t size, unsigned type,
    unsigned format)
{
  data[0] = (uint8_t) (RTCP_VERSION << 6 | format);
  data[1] = (uint8_t) type;
  put16 (data + 2, (uint16_t) (size / 4 - 1));
}
