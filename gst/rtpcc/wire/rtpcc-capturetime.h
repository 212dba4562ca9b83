/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-capturetime.h: the RTP header extension abs-capture-time
 *
 * http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time says when the
 * first frame of a packet was captured, as an NTP timestamp, and may say how
 * far the capture system's clock is from the sender's.  Wall clock times here
 * are ns since 1970, as RtpCcTime.
 */
#ifndef RTPCC_CAPTURETIME_H
#define RTPCC_CAPTURETIME_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RTP_CC_CAPTURE_TIME_URI \
  "http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time"

/* OURS: the layout of the extension, long form: two numbers of 64 bits */
#define RTP_CC_CAPTURE_TIME_SIZE 16

/* RFC 8285 section 4.2: 15 is reserved, 0 is padding */
#define RTP_CC_EXTENSION_MAX_ID 14

typedef struct
{
  RtpCcTime captured;           /* by the sender's wall clock */
  bool has_offset;
  int64_t offset;               /* ns, capture system's clock less sender's */
} RtpCcCaptureTime;

/* NTP timestamp, 32 bits of seconds and 32 of fraction. */
uint64_t rtp_cc_ntp_from_wall (RtpCcTime wall);
/* Between 1968 and 2104, RFC 4330 section 3. */
RtpCcTime rtp_cc_ntp_to_wall (uint64_t ntp);

/* The long form, with the offset 0: the sender's clock is the capture clock. */
void rtp_cc_capture_time_write (uint8_t data[RTP_CC_CAPTURE_TIME_SIZE],
    RtpCcTime captured);
/* False if @size is that of neither form. */
bool rtp_cc_capture_time_read (const uint8_t * data, size_t size,
    RtpCcCaptureTime * time);

/* Finds the element @id of an RTP packet, with one- or two-byte headers, RFC
 * 8285.  @packet: its first @size bytes; those after the header extension are
 * not needed.  Returns NULL if it is not there, or not all of it. */
const uint8_t *rtp_cc_extension_find (const uint8_t * packet, size_t size,
    unsigned id, size_t * length);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_CAPTURETIME_H */
