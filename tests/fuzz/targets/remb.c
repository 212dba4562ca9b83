/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bytes from the network as REMB: parsed, and what was taken written and parsed
 * again.
 */
#include <gst/rtpcc/wire/rtpcc-remb.h>

#include "tests/fuzz/fuzz.h"

static void
write_again (const RtpCcRemb * remb)
{
  uint8_t bytes[20 + 4 * RTP_CC_REMB_MAX_SSRCS];
  size_t size = rtp_cc_remb_write (bytes, sizeof (bytes), remb);
  RtpCcRemb again;

  must (size > 0);
  must (rtp_cc_remb_write (bytes, size - 1, remb) == 0);
  must (rtp_cc_remb_parse (bytes, size, &again) == RTP_CC_RTCP_OK);
  must (again.bitrate == remb->bitrate && again.n_ssrcs == remb->n_ssrcs);
  must (again.sender_ssrc == remb->sender_ssrc);
  must (memcmp (again.ssrcs, remb->ssrcs, 4 * remb->n_ssrcs) == 0);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  RtpCcRemb remb;
  RtpCcRtcpResult result;

  if (size > 65536)
    return 0;
  result = rtp_cc_remb_parse (data, size, &remb);
  must (result < RTP_CC_RTCP_N_RESULTS);
  must (strlen (rtp_cc_rtcp_result_name (result)) > 0);
  if (result != RTP_CC_RTCP_OK)
    return 0;
  must (rtp_cc_remb_is (data, size));
  write_again (&remb);
  return 0;
}
