/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-echo.c: questions for the owner of an address, and answers */
#include "rtpcc-echo.h"

#include <string.h>

#include "rtpcc-bytes-private.h"
#include "rtpcc-rtcp.h"

/* RFC 3550 section 6.4.2 */
#define RTCP_PT_RR 201
/* RFC 3611 section 2 */
#define RTCP_PT_XR 207
/* RFC 3611 section 2 */
#define XR_HEADER_SIZE 8
/* RFC 3611 section 3 */
#define BLOCK_HEADER_SIZE 4
/* RFC 3611 section 4.4: receiver reference time */
#define BLOCK_RRTR 4
/* RFC 3611 section 4.4: 64 bits of NTP time */
#define RRTR_SIZE 8
/* RFC 3611 section 4.5 */
#define BLOCK_DLRR 5
/* RFC 3611 section 4.5: SSRC, last RR, delay */
#define DLRR_SIZE 12
/* RFC 3550 section 6.4.2: without report blocks */
#define EMPTY_RR_SIZE 8

/* The contents of the first block of @type, at least @min bytes; NULL: none. */
static const uint8_t *
find_in_packet (const uint8_t * data, size_t size, unsigned type, size_t min,
    size_t *length)
{
  size_t at = XR_HEADER_SIZE;

  if (data[1] != RTCP_PT_XR)
    return NULL;
  while (at + BLOCK_HEADER_SIZE <= size) {
    *length = 4 * (size_t) get16 (data + at + 2);
    at += BLOCK_HEADER_SIZE;
    if (*length > size - at)
      return NULL;
    if (data[at - BLOCK_HEADER_SIZE] == type && *length >= min)
      return data + at;
    at += *length;
  }
  return NULL;
}

static const uint8_t *
find_block (const uint8_t * data, size_t size, unsigned type, size_t min,
    const uint8_t ** packet, size_t *length)
{
  size_t packet_size;

  while (size > 0 && rtp_cc_rtcp_next (data, size, &packet_size)
      == RTP_CC_RTCP_OK) {
    const uint8_t *block = find_in_packet (data, packet_size, type, min,
        length);

    *packet = data;
    if (block != NULL)
      return block;
    data += packet_size;
    size -= packet_size;
  }
  return NULL;
}

void
rtp_cc_echo_write_question (uint8_t data[RTP_CC_ECHO_QUESTION_SIZE],
    uint32_t ssrc, uint32_t number)
{
  uint8_t *xr = data + EMPTY_RR_SIZE;

  memset (data, 0, RTP_CC_ECHO_QUESTION_SIZE);
  rtp_cc_rtcp_write_header (data, EMPTY_RR_SIZE, RTCP_PT_RR, 0);
  put32 (data + 4, ssrc);
  rtp_cc_rtcp_write_header (xr, XR_HEADER_SIZE + BLOCK_HEADER_SIZE + RRTR_SIZE,
      RTCP_PT_XR, 0);
  put32 (xr + 4, ssrc);
  xr[8] = BLOCK_RRTR;
  put16 (xr + 10, RRTR_SIZE / 4);
  /* The answer names the 32 bits in the middle. */
  put32 (xr + 14, number);
}

bool
rtp_cc_echo_read_question (const uint8_t * data, size_t size, uint32_t * ssrc,
    uint32_t * number)
{
  const uint8_t *packet;
  size_t length;
  const uint8_t *block = find_block (data, size, BLOCK_RRTR, RRTR_SIZE,
      &packet, &length);

  if (block == NULL)
    return false;
  *ssrc = get32 (packet + 4);
  *number = get32 (block + 2);
  return true;
}

void
rtp_cc_echo_write_answer (uint8_t data[RTP_CC_ECHO_ANSWER_SIZE], uint32_t ssrc,
    uint32_t number)
{
  memset (data, 0, RTP_CC_ECHO_ANSWER_SIZE);
  rtp_cc_rtcp_write_header (data, RTP_CC_ECHO_ANSWER_SIZE, RTCP_PT_XR, 0);
  data[8] = BLOCK_DLRR;
  put16 (data + 10, DLRR_SIZE / 4);
  put32 (data + 12, ssrc);
  put32 (data + 16, number);
}

bool
rtp_cc_echo_read_answer (const uint8_t * data, size_t size, uint32_t ssrc,
    uint32_t * number)
{
  const uint8_t *packet;
  size_t length;
  const uint8_t *block = find_block (data, size, BLOCK_DLRR, DLRR_SIZE,
      &packet, &length);

  for (; block != NULL && length >= DLRR_SIZE; block += DLRR_SIZE) {
    if (get32 (block) == ssrc) {
      *number = get32 (block + 4);
      return true;
    }
    length -= DLRR_SIZE;
  }
  return false;
}
