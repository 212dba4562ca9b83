/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-remb.c: draft-alvestrand-rmcat-remb-03 section 2.2
 *
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |V=2|P| FMT=15  |   PT = 206    |          length               |
 * |                 SSRC of RTCP packet sender                    |
 * |                 SSRC of a media source: 0                     |
 * |      'R'            'E'             'M'             'B'       |
 * |  Num SSRC     | BR Exp    |  BR Mantissa                      |
 * |                 SSRCs                                         |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 */
#include "rtpcc-remb.h"

#include <string.h>

#include "rtpcc-bytes-private.h"

/* RFC 4585 section 6.1, PSFB */
#define RTCP_PT_PSFB 206
/* RFC 4585 section 6.4, application layer feedback */
#define REMB_FMT 15
/* draft-alvestrand-rmcat-remb-03 section 2.2 */
#define REMB_HEADER_SIZE 20
/* draft-alvestrand-rmcat-remb-03 section 2.2, BR Mantissa: 18 bits */
#define REMB_MANTISSA_MAX 0x3ffff

static const uint8_t identifier[] = { 'R', 'E', 'M', 'B' };

bool
rtp_cc_remb_is (const uint8_t * data, size_t size)
{
  return rtp_cc_rtcp_is (data, size, RTCP_PT_PSFB, REMB_FMT)
      && size >= REMB_HEADER_SIZE
      && memcmp (data + 12, identifier, sizeof (identifier)) == 0;
}

RtpCcRtcpResult
rtp_cc_remb_parse (const uint8_t * data, size_t size, RtpCcRemb * remb)
{
  size_t end;
  uint64_t mantissa;
  unsigned exponent;
  RtpCcRtcpResult result = rtp_cc_rtcp_check (data, size, RTCP_PT_PSFB,
      REMB_FMT, REMB_HEADER_SIZE, &end);

  if (result != RTP_CC_RTCP_OK)
    return result;
  if (!rtp_cc_remb_is (data, size))
    return RTP_CC_RTCP_OTHER_KIND;
  remb->n_ssrcs = data[16];
  if (end != REMB_HEADER_SIZE + 4 * remb->n_ssrcs)
    return RTP_CC_RTCP_BAD_SSRCS;
  exponent = data[17] >> 2;
  mantissa = get24 (data + 17) & REMB_MANTISSA_MAX;
  if (mantissa > UINT64_MAX >> exponent)
    return RTP_CC_RTCP_BAD_BITRATE;

  remb->sender_ssrc = get32 (data + 4);
  remb->bitrate = mantissa << exponent;
  for (size_t i = 0; i < remb->n_ssrcs; i++)
    remb->ssrcs[i] = get32 (data + REMB_HEADER_SIZE + 4 * i);
  return RTP_CC_RTCP_OK;
}

size_t
rtp_cc_remb_write (uint8_t * data, size_t size, const RtpCcRemb * remb)
{
  size_t needed = REMB_HEADER_SIZE + 4 * remb->n_ssrcs;
  unsigned exponent = 0;

  if (needed > size || remb->n_ssrcs > RTP_CC_REMB_MAX_SSRCS)
    return 0;
  while (remb->bitrate >> exponent > REMB_MANTISSA_MAX)
    exponent++;

  rtp_cc_rtcp_write_header (data, needed, RTCP_PT_PSFB, REMB_FMT);
  put32 (data + 4, remb->sender_ssrc);
  put32 (data + 8, 0);
  memcpy (data + 12, identifier, sizeof (identifier));
  data[16] = (uint8_t) remb->n_ssrcs;
  put24 (data + 17, exponent << 18 | (uint32_t) (remb->bitrate >> exponent));
  for (size_t i = 0; i < remb->n_ssrcs; i++)
    put32 (data + REMB_HEADER_SIZE + 4 * i, remb->ssrcs[i]);
  return needed;
}
