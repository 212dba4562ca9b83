/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-sdes.c: source descriptions, from the first byte to the last */
#include "rtpcc-sdes.h"

/* RFC 3550 section 6.5 */
#define SDES_PT 202
/* RFC 3550 section 6.5, SC */
#define SDES_COUNT_MASK 0x1f
/* RFC 3550 section 6.5 */
#define SDES_HEADER_SIZE 4
/* RFC 3550 section 6.5, of a chunk */
#define SDES_SSRC_SIZE 4
/* RFC 3550 section 6.5, type and length of an item */
#define SDES_ITEM_SIZE 2

bool
rtp_cc_sdes_is (const uint8_t * data, size_t size)
{
  return size >= SDES_HEADER_SIZE && data[1] == SDES_PT;
}

/* Where the chunk at @at ends: a zero ends its items, and zeros fill 32 bits up.
 * Behind @size: it is not whole. */
static size_t
skip_chunk (const uint8_t * data, size_t size, size_t at)
{
  at += SDES_SSRC_SIZE;
  while (at < size && data[at] != 0)
    at += SDES_ITEM_SIZE + (at + 1 < size ? data[at + 1] : size);
  return (at / 4 + 1) * 4;
}

RtpCcRtcpResult
rtp_cc_sdes_check (const uint8_t * data, size_t size)
{
  unsigned chunks = data[0] & SDES_COUNT_MASK;
  size_t at = SDES_HEADER_SIZE;

  for (; chunks > 0 && at < size; chunks--)
    at = skip_chunk (data, size, at);
  return chunks > 0 || at > size ? RTP_CC_RTCP_BAD_LENGTH : RTP_CC_RTCP_OK;
}
