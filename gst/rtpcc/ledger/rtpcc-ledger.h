/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-ledger.h: what was sent, and what became of it
 *
 * Matches feedback with sent packets and says each packet's fate once, in
 * order of sending.  Keeps the bytes in flight as RFC 8298 section 4.1.2
 * does: packets above the highest one acknowledged, for each SSRC; those below
 * it have left the flight, lost or not.
 *
 * A packet is lost (RFC 8298 section 4.1.2.4, after RACK) when it stays
 * unacknowledged for longer than the reordering window after a packet with a
 * higher number was acknowledged.  The window grows with the reordering seen.
 *
 * OURS: a packet without a report, because the report was lost, counts as received at an
 * unknown time, unless that holds for most recent packets.  libwebrtc forgets such
 * packets, which makes the acknowledged rate too low.
 */
#ifndef RTPCC_LEDGER_H
#define RTPCC_LEDGER_H

#include "gst/rtpcc/wire/rtpcc-rfc8888.h"
#include "gst/rtpcc/wire/rtpcc-twcc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Contents of a feedback packet, in numbers of packets. */
typedef struct
{
  uint32_t ours;                /* they have left, received or not */
  uint32_t received;            /* of these */
  uint32_t never_sent;          /* reported as received, but outside of the sent range */
} RtpCcLedgerTopic;

typedef struct _RtpCcLedger RtpCcLedger;

RtpCcLedger *rtp_cc_ledger_new (void);
void rtp_cc_ledger_free (RtpCcLedger * ledger);

/* Notes a packet that leaves now.  @packet->id is set.  False: out of
 * memory. */
bool rtp_cc_ledger_sent (RtpCcLedger * ledger, RtpCcPacket * packet,
    uint16_t seq);

/* Were all @n numbers from @seq on sent, or is @ssrc not ours? Then the metric blocks
 * need no check. */
bool rtp_cc_ledger_covers (const RtpCcLedger * ledger, uint32_t ssrc,
    uint16_t seq, size_t n);
/* Adds a metric block to the contents of a feedback packet, without effect on the
 * ledger. */
void rtp_cc_ledger_look_at_metric (const RtpCcLedger * ledger,
    const RtpCcMetric * metric, RtpCcLedgerTopic * topic);
/* The same for transport-wide ones. */
bool rtp_cc_ledger_covers_numbers (const RtpCcLedger * ledger,
    uint16_t number, size_t n);
void rtp_cc_ledger_look_at_twcc (const RtpCcLedger * ledger,
    const RtpCcTwccPacket * packets, size_t n, RtpCcLedgerTopic * topic);
/* A feedback packet about this was not taken. */
void rtp_cc_ledger_refuse (RtpCcLedger * ledger,
    const RtpCcLedgerTopic * topic);

/* One metric block of a feedback packet with this header. */
void rtp_cc_ledger_metric (RtpCcLedger * ledger,
    const RtpCcCcfbHeader * header, const RtpCcMetric * metric, RtpCcTime now);

/* Packet @seq of @ssrc carries this transport-wide number.  If it has not been
 * noted it is another's, which shares the transport with us. */
void rtp_cc_ledger_number (RtpCcLedger * ledger, uint32_t ssrc, uint16_t seq,
    uint16_t number);
/* One transport-wide feedback packet, in the order of its numbers, at least one.
 * @count: of reports, as on the wire; < 0: not known. */
void rtp_cc_ledger_twcc (RtpCcLedger * ledger, const RtpCcTwccPacket * packets,
    size_t n, int count, RtpCcTime now);

/* Ends a feedback packet: declares losses and fills in all of @feedback that
 * the ledger knows (the queue in front of the pacer it does not).  The reports
 * stay valid until the next call. */
void rtp_cc_ledger_finish (RtpCcLedger * ledger, RtpCcFeedback * feedback,
    RtpCcTime now);

/* Feedback has stopped: nothing is in flight any more. Later acknowledgements are
 * RECEIVED_LATE. */
void rtp_cc_ledger_forget (RtpCcLedger * ledger);

/* The receiver reports on other SSRCs, but not on this one: its packets are
 * forgotten as they leave, and are not in flight. */
bool rtp_cc_ledger_is_unheard (const RtpCcLedger * ledger, uint32_t ssrc);
/* How many are so now. */
unsigned rtp_cc_ledger_count_unheard (const RtpCcLedger * ledger);
/* True once for each SSRC that is so while it sends. */
bool rtp_cc_ledger_take_unheard (RtpCcLedger * ledger, uint32_t * ssrc);

uint64_t rtp_cc_ledger_bytes_in_flight (const RtpCcLedger * ledger);
/* False: it is certain that packet @seq of @ssrc has not left, or not yet. */
bool rtp_cc_ledger_was_sent (const RtpCcLedger * ledger, uint32_t ssrc,
    uint16_t seq);
bool rtp_cc_ledger_knows (const RtpCcLedger * ledger, uint32_t ssrc);
/* Does a packet of @ssrc share the transport with us, or is it ours? */
bool rtp_cc_ledger_knows_number_of (const RtpCcLedger * ledger, uint32_t ssrc);
const RtpCcLedgerStats *rtp_cc_ledger_stats (const RtpCcLedger * ledger);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_LEDGER_H */
