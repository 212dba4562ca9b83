/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-fir.c: RFC 5104 section 4.3.1.1
 *
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |V=2|P| FMT=4   |   PT = 206    |          length               |
 * |                 SSRC of RTCP packet sender                    |
 * |                 SSRC of a media source: 0                     |
 * |                 SSRC                       one or more of     |
 * | Seq nr.       |    Reserved                these two          |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 */
#include "rtpcc-fir.h"

#include "rtpcc-bytes-private.h"

/* RFC 4585 section 6.1, PSFB */
#define RTCP_PT_PSFB 206
/* RFC 5104 section 4.3.1.1 */
#define FIR_FMT 4
/* RFC 4585 section 6.3.1: it is a header alone */
#define PLI_FMT 1
/* RFC 4585 section 6.1 */
#define FIR_HEADER_SIZE 12
/* RFC 5104 section 4.3.1.1 */
#define FIR_ENTRY_SIZE 8

bool
rtp_cc_fir_is (const uint8_t * data, size_t size)
{
  return rtp_cc_rtcp_is (data, size, RTCP_PT_PSFB, FIR_FMT);
}

RtpCcRtcpResult
rtp_cc_fir_parse (const uint8_t * data, size_t size, RtpCcFirFunc func,
    void *user)
{
  size_t end;
  RtpCcRtcpResult result = rtp_cc_rtcp_check (data, size, RTCP_PT_PSFB,
      FIR_FMT, FIR_HEADER_SIZE + FIR_ENTRY_SIZE, &end);
  RtpCcFir fir;

  if (result != RTP_CC_RTCP_OK)
    return result;
  if ((end - FIR_HEADER_SIZE) % FIR_ENTRY_SIZE != 0)
    return RTP_CC_RTCP_BAD_LENGTH;

  fir.requester = get32 (data + 4);
  for (size_t at = FIR_HEADER_SIZE; at < end; at += FIR_ENTRY_SIZE) {
    fir.ssrc = get32 (data + at);
    fir.number = data[at + 4];
    func (&fir, user);
  }
  return RTP_CC_RTCP_OK;
}

static RtpCcFir *
find (RtpCcFirs * firs, const RtpCcFir * fir)
{
  for (unsigned i = 0; i < firs->n_pairs; i++) {
    RtpCcFir *pair = &firs->pairs[i];

    if (pair->requester == fir->requester && pair->ssrc == fir->ssrc)
      return pair;
  }
  return NULL;
}

static RtpCcFir *
make_place (RtpCcFirs * firs)
{
  RtpCcFir *place;

  if (firs->n_pairs < RTP_CC_FIR_PAIRS)
    return &firs->pairs[firs->n_pairs++];
  place = &firs->pairs[firs->next];
  firs->next = (firs->next + 1) % RTP_CC_FIR_PAIRS;
  return place;
}

bool
rtp_cc_firs_repeats (RtpCcFirs * firs, const RtpCcFir * fir)
{
  RtpCcFir *pair = find (firs, fir);
  bool repeats = pair != NULL && pair->number == fir->number;

  if (pair == NULL)
    pair = make_place (firs);
  *pair = *fir;
  return repeats;
}

bool
rtp_cc_pli_read (const uint8_t * data, size_t size, uint32_t * ssrc)
{
  if (size < FIR_HEADER_SIZE
      || !rtp_cc_rtcp_is (data, size, RTCP_PT_PSFB, PLI_FMT))
    return false;
  *ssrc = get32 (data + 8);
  return true;
}
