/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* sent.h: the packets that a sender has sent, and feedback on them
 *
 * What a receiver would write: honest, half honest or wrong, as the input
 * says.
 */
#ifndef FUZZ_SENT_H
#define FUZZ_SENT_H

#include <gst/rtpcc/wire/rtpcc-rfc8888.h>
#include <gst/rtpcc/wire/rtpcc-twcc.h>

#include "fuzz.h"

#define SENT_KEPT 512
#define SENT_REPORT_SIZE 2048

typedef struct
{
  uint32_t ssrc;
  uint16_t seq, number;
  RtpCcTime time;
} SentPacket;

typedef struct
{
  SentPacket packets[SENT_KEPT];
  uint64_t n;                   /* since the start */
  uint8_t twcc_count;
} Sent;

void sent_note (Sent * sent, const SentPacket * packet);

/* Writes a report on some of the last packets into data[], which has
 * SENT_REPORT_SIZE bytes.  0: there is nothing to report on. */
size_t sent_ccfb (const Sent * sent, FuzzInput * in, uint8_t * data,
    RtpCcTime now);
size_t sent_twcc (Sent * sent, FuzzInput * in, uint8_t * data, RtpCcTime now);
/* Reports in the form that the session takes besides bytes; at most
 * SENT_KEPT. */
size_t sent_twcc_packets (const Sent * sent, FuzzInput * in,
    RtpCcTwccPacket * packets, RtpCcTime now);
size_t sent_remb (const Sent * sent, FuzzInput * in, uint8_t * data);

#endif /* FUZZ_SENT_H */
