/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-session-rtcp.c: RTCP and other feedback
 *
 *   CCFB   codec -> ledger -> policy -> pacer rate, shares, trace
 *   TWCC   the same, while there is no CCFB: it says less
 *   FIR    to the host, which asks for a key frame of the stream
 *   REMB   an upper bound of what the policy may ask for, or the rate itself
 *          if the policy leaves it to the receiver
 */
#include <stdlib.h>

#include "gst/rtpcc/wire/rtpcc-remb.h"
#include "rtpcc-session-private.h"

/* OURS: below this part of what was allowed, the encoders are the limit. */
#define SESSION_APP_LIMITED 0.75

/* OURS: receivers send a REMB each second or so; after five without one the
 * receiver does not limit any more. */
#define SESSION_REMB_LASTS (5 * RTP_CC_SECOND)

typedef RtpCcSessionStream Stream;

/* Context of the metric callback of one CCFB packet. */
typedef struct
{
  RtpCcSession *session;
  RtpCcCcfbHeader header;
  RtpCcTime now;
  bool known;                   /* an SSRC of ours is in it */
  bool several;                 /* others report on it, too */
  bool covered;                 /* it reports only sent packets */
  RtpCcLedgerTopic topic;
} Reading;

static uint64_t
all_queued_bytes (const RtpCcSession * session)
{
  uint64_t bytes = 0;

  for (size_t i = 0; i < session->n_streams; i++) {
    if (session->streams[i].used)
      bytes += rtp_cc_queue_bytes (session->streams[i].queue);
  }
  return bytes;
}

static RtpCcTime
oldest_queued (const RtpCcSession * session)
{
  RtpCcTime oldest = RTP_CC_TIME_NEVER;

  for (size_t i = 0; i < session->n_streams; i++) {
    RtpCcTime t;

    if (!session->streams[i].used)
      continue;
    t = rtp_cc_queue_oldest (session->streams[i].queue);
    if (t < oldest)
      oldest = t;
  }
  return oldest;
}

/* Before any of it counts. */
static void
look_at_block (const RtpCcCcfbBlock * block, void *user)
{
  Reading *reading = user;
  const RtpCcLedger *ledger = reading->session->ledger;

  if (block->num_reports == 0)
    return;
  reading->known |= rtp_cc_ledger_knows (ledger, block->ssrc);
  reading->covered &= rtp_cc_ledger_covers (ledger, block->ssrc,
      block->begin_seq, block->num_reports);
}

static void
look_at_metric (const RtpCcMetric * metric, void *user)
{
  Reading *reading = user;

  rtp_cc_ledger_look_at_metric (reading->session->ledger, metric,
      &reading->topic);
}

/* Of a report that counts. */
static void
note_receiver (const RtpCcCcfbBlock * block, void *user)
{
  Reading *reading = user;

  if (block->num_reports > 0
      && rtp_cc_ledger_knows (reading->session->ledger, block->ssrc))
    reading->several |= rtp_cc_receivers_note (&reading->session->receivers,
        block->ssrc, reading->header.sender_ssrc, reading->now);
}

static void
on_metric (const RtpCcMetric * metric, void *user)
{
  Reading *reading = user;

  rtp_cc_ledger_metric (reading->session->ledger, &reading->header, metric,
      reading->now);
}

/* Packets without a report count as received, though this is unknown. */
static void
note_size (RtpCcSession * session, const RtpCcReport * report)
{
  bool came = report->fate != RTP_CC_FATE_LOST;

  if (!came || report->arrival != RTP_CC_TIME_NEVER)
    rtp_cc_sizes_note (&session->sizes, report->packet.size, came,
        report->packet.sent);
}

static void
count_fates (RtpCcSession * session, const RtpCcFeedback * feedback,
    RtpCcTime now)
{
  for (size_t i = 0; i < feedback->n_reports; i++) {
    const RtpCcReport *report = &feedback->reports[i];

    note_size (session, report);
    if (report->fate == RTP_CC_FATE_LOST) {
      rtp_cc_meter_add (&session->lost, report->packet.size, now);
      continue;
    }
    rtp_cc_meter_add (&session->acked, report->packet.size, now);
    if (report->ecn == RTP_CC_ECN_CE)
      rtp_cc_meter_add (&session->ce, report->packet.size, now);
  }
}

/* Has a packet left the flight, or come that was given up?  A report that is
 * repeated says nothing new; it may go on when nothing gets through. */
static bool
has_news (const RtpCcFeedback * feedback)
{
  for (size_t i = 0; i < feedback->n_reports; i++) {
    if (feedback->reports[i].fate != RTP_CC_FATE_LOST)
      return true;
  }
  return feedback->bytes_newly_acked > 0;
}

/* From when on the next news are waited for. */
static void
wait_for_news (RtpCcSession * session, const RtpCcFeedback * feedback,
    bool news, RtpCcTime now)
{
  if (feedback->bytes_in_flight == 0)
    session->waiting_since = RTP_CC_TIME_NEVER;
  else if (news || session->waiting_since == RTP_CC_TIME_NEVER)
    session->waiting_since = now;
}

/* First feedback: the receiver is not silent, and the policy begins. */
static void
end_blindness (RtpCcSession * session, RtpCcTime now)
{
  bool blind = rtp_cc_session_is_blind (session);

  session->heard = true;
  if (!blind)
    return;
  session->feedback_timeouts = 0;
  rtp_cc_session_target_changed (session, now);
}

static void
feedback_complete (RtpCcSession * session, RtpCcTime now)
{
  RtpCcTime oldest = oldest_queued (session);
  RtpCcFeedback feedback;
  bool news;

  end_blindness (session, now);
  rtp_cc_ledger_finish (session->ledger, &feedback, now);
  news = has_news (&feedback);
  feedback.queued_bytes = all_queued_bytes (session);
  if (oldest != RTP_CC_TIME_NEVER)
    feedback.queue_delay = now - oldest;
  feedback.app_limited = rtp_cc_meter_rate (&session->sent, now)
      < SESSION_APP_LIMITED * (double) rtp_cc_target (session->cc)->media_rate;
  if (news)
    rtp_cc_session_end_silence (session, feedback.rtt, now);
  if (feedback.rtt >= 0)
    session->rtt = feedback.rtt;
  count_fates (session, &feedback, now);
  rtp_cc_ecn_path_on_feedback (&session->ecn, &feedback, now);
  feedback.classic_ecn = rtp_cc_ecn_path_is_classic (&session->ecn);
  feedback.capacity_hint = rtp_cc_session_get_hint (session);

  session->feedback_packets++;
  session->follows_remb = false;
  session->last_feedback = now;
  wait_for_news (session, &feedback, news, now);
  if (session->feedback_timeouts > 0 && !news)
    return;                     /* no sign that the path is back */
  rtp_cc_on_feedback (session->cc, &feedback, now);
  rtp_cc_session_target_changed (session, now);
  rtp_cc_session_trace (session, &feedback, now);
}

/* Whoever speaks mostly of packets that never left does not speak of ours. */
static RtpCcRtcpResult
check_topic (RtpCcSession * session, const RtpCcLedgerTopic * topic)
{
  if (topic->never_sent <= topic->ours)
    return RTP_CC_RTCP_OK;
  rtp_cc_ledger_refuse (session->ledger, topic);
  return RTP_CC_RTCP_NEVER_SENT;
}

/* Or of somebody who does not know which have left: what did not come can be said of any
 * numbers. It changes nothing. */
static bool
is_of_receiver (bool covered, const RtpCcLedgerTopic * topic)
{
  return covered || topic->received > 0;
}

/* One CCFB packet; false: it reports on none of our SSRCs. */
static bool
read_ccfb (RtpCcSession * session, const uint8_t * data, size_t size,
    RtpCcRtcpResult * result, RtpCcTime now)
{
  Reading reading = { 0 };

  reading.session = session;
  reading.now = now;
  *result = rtp_cc_ccfb_parse (data, size, session->num_reports,
      &reading.header, NULL, NULL);
  if (*result != RTP_CC_RTCP_OK)
    return true;
  reading.covered = true;
  rtp_cc_ccfb_read_blocks (data, &reading.header, look_at_block, &reading);
  if (!reading.covered)
    rtp_cc_ccfb_read_metrics (data, &reading.header, look_at_metric, &reading);
  *result = check_topic (session, &reading.topic);
  if (*result != RTP_CC_RTCP_OK
      || !is_of_receiver (reading.covered, &reading.topic))
    return true;
  rtp_cc_ccfb_read_blocks (data, &reading.header, note_receiver, &reading);
  if (reading.several)
    return true;
  rtp_cc_ccfb_read_metrics (data, &reading.header, on_metric, &reading);
  if (!reading.known)
    return false;

  session->num_reports = reading.header.num_reports;
  session->last_ccfb = now;
  session->feedback_kinds.ccfb++;
  feedback_complete (session, now);
  return true;
}

/* ---- transport-wide ---- */

void
rtp_cc_session_set_twcc_base (RtpCcSession * session, uint16_t seq)
{
  session->numbered = true;
  session->next_number = seq;
}

void
rtp_cc_session_note_twcc (RtpCcSession * session, uint32_t ssrc, uint16_t seq,
    uint16_t number)
{
  session->numbers_known = true;
  session->numbered = false;
  rtp_cc_ledger_number (session->ledger, ssrc, seq, number);
}

/* It has more than TWCC. */
static bool
has_ccfb (const RtpCcSession * session, RtpCcTime now)
{
  return session->last_ccfb != RTP_CC_TIME_NEVER && now - session->last_ccfb
      < rtp_cc_session_feedback_timeout (session);
}

/* Packets in both reports must not count twice. */
static void
take_twcc (RtpCcSession * session, const RtpCcTwccPacket * packets, size_t n,
    int count, RtpCcTime now)
{
  if (has_ccfb (session, now)) {
    session->feedback_kinds.twcc_ignored++;
    return;
  }
  session->feedback_kinds.twcc++;
  rtp_cc_ledger_twcc (session->ledger, packets, n, count, now);
  feedback_complete (session, now);
}

static RtpCcRtcpResult
check_twcc (RtpCcSession * session, const RtpCcTwccPacket * packets, size_t n,
    RtpCcLedgerTopic * topic)
{
  rtp_cc_ledger_look_at_twcc (session->ledger, packets, n, topic);
  return check_topic (session, topic);
}

void
rtp_cc_session_twcc (RtpCcSession * session, const RtpCcTwccPacket * packets,
    size_t n, RtpCcTime now)
{
  RtpCcLedgerTopic topic = { 0 };
  RtpCcRtcpResult result = check_twcc (session, packets, n, &topic);

  if (result == RTP_CC_RTCP_OK)
    take_twcc (session, packets, n, -1, now);
  else
    session->rtcp_refused[result]++;
}

/* Reports that were lost on their way. */
static void
count_missing_twcc (RtpCcSession * session, uint8_t count)
{
  uint8_t gap = (uint8_t) (count - session->twcc_count - 1);

  if (!session->have_twcc_count)
    gap = 0;
  /* Half of the numbers back: it was overtaken. */
  if (gap >= INT8_MAX)
    return;
  session->feedback_kinds.twcc_lost += gap;
  session->twcc_count = count;
  session->have_twcc_count = true;
}

/* Beside CCFB it does not count, so nothing is wrong. */
static bool
is_of_several (RtpCcSession * session, const RtpCcTwccHeader * header,
    RtpCcTime now)
{
  return !has_ccfb (session, now)
      && rtp_cc_receivers_note (&session->twcc_receivers, header->media_ssrc,
      header->sender_ssrc, now);
}

/* False: not for us, by the SSRC of which each receiver has it to name one that it
 * got; senders of other makes drop a report with 0 there, too. */
static bool
read_twcc (RtpCcSession * session, const uint8_t * data, size_t size,
    RtpCcRtcpResult * result, RtpCcTime now)
{
  RtpCcTwccHeader header;
  RtpCcLedgerTopic topic = { 0 };
  bool covered;
  size_t n;

  *result = RTP_CC_RTCP_OK;
  if (!session->numbered && !session->numbers_known)
    return false;
  if (session->twcc_packets == NULL)
    session->twcc_packets = malloc (RTP_CC_TWCC_MAX_PACKETS
        * sizeof (RtpCcTwccPacket));
  if (session->twcc_packets == NULL)
    return true;
  *result = rtp_cc_twcc_parse (data, size, &header, session->twcc_packets, &n);
  if (*result != RTP_CC_RTCP_OK)
    return true;
  if (!rtp_cc_ledger_knows_number_of (session->ledger, header.media_ssrc))
    return false;
  covered = rtp_cc_ledger_covers_numbers (session->ledger,
      session->twcc_packets[0].seq, n);
  if (!covered)
    *result = check_twcc (session, session->twcc_packets, n, &topic);
  if (*result != RTP_CC_RTCP_OK || !is_of_receiver (covered, &topic)
      || is_of_several (session, &header, now))
    return true;
  count_missing_twcc (session, header.count);
  take_twcc (session, session->twcc_packets, n, header.count, now);
  return true;
}

/* ---- REMB ---- */

RtpCcTime
rtp_cc_session_remb_deadline (const RtpCcSession * session)
{
  if (session->follows_remb)
    return RTP_CC_TIME_NEVER;
  return session->remb_time + SESSION_REMB_LASTS;
}

void
rtp_cc_session_check_remb (RtpCcSession * session, RtpCcTime now)
{
  if (now < rtp_cc_session_remb_deadline (session))
    return;
  session->remb = 0;
  rtp_cc_session_update_bounds (session);
  rtp_cc_session_target_changed (session, now);
}

/* Is there feedback on packets? */
static bool
has_reports (const RtpCcSession * session, RtpCcTime now)
{
  return !session->follows_remb && session->last_feedback != RTP_CC_TIME_NEVER
      && now - session->last_feedback
      < rtp_cc_session_feedback_timeout (session);
}

/* The only feedback that a policy without control has; it acknowledges
 * nothing. */
static void
follow_remb (RtpCcSession * session, RtpCcTime now)
{
  RtpCcFeedback nothing = { 0 };

  session->follows_remb = true;
  session->feedback_packets++;
  session->feedback_timeouts = 0;
  session->last_feedback = now;
  session->waiting_since = RTP_CC_TIME_NEVER;
  rtp_cc_ledger_forget (session->ledger);
  nothing.rtt = -1;
  rtp_cc_session_trace (session, &nothing, now);
}

void
rtp_cc_session_remb (RtpCcSession * session, uint64_t bitrate, RtpCcTime now)
{
  end_blindness (session, now);
  session->feedback_kinds.remb++;
  session->remb = bitrate > 0 ? bitrate : 1;
  session->remb_time = now;
  rtp_cc_session_update_bounds (session);
  if (rtp_cc_on_remb (session->cc, session->remb, now)
      && !has_reports (session, now))
    follow_remb (session, now);
  rtp_cc_session_target_changed (session, now);
}

static bool
knows_one_of (const RtpCcSession * session, const RtpCcRemb * remb)
{
  for (size_t i = 0; i < remb->n_ssrcs; i++) {
    if (rtp_cc_ledger_knows (session->ledger, remb->ssrcs[i]))
      return true;
  }
  return false;
}

/* False: it is about none of our SSRCs. */
static bool
read_remb (RtpCcSession * session, const uint8_t * data, size_t size,
    RtpCcRtcpResult * result, RtpCcTime now)
{
  RtpCcRemb remb;

  *result = rtp_cc_remb_parse (data, size, &remb);
  if (*result != RTP_CC_RTCP_OK)
    return true;
  if (!knows_one_of (session, &remb))
    return false;
  rtp_cc_session_remb (session, remb.bitrate, now);
  return true;
}

/* ---- FIR ---- */

/* Several receivers may ask: it is repeated if all of them repeat. */
static void
on_fir (const RtpCcFir * fir, void *user)
{
  RtpCcSession *session = user;
  RtpCcSessionRequest *request = session->requests;
  unsigned i;
  bool again;

  if (!rtp_cc_ledger_knows (session->ledger, fir->ssrc))
    return;
  again = rtp_cc_firs_repeats (&session->firs, fir);
  for (i = 0; i < session->n_requests && request[i].ssrc != fir->ssrc; i++);
  if (i < session->n_requests) {
    request[i].again = request[i].again && again;
  } else if (i < RTP_CC_KEY_FRAME_SSRCS) {
    request[i].ssrc = fir->ssrc;
    request[i].again = again;
    session->n_requests++;
  }
}

bool
rtp_cc_session_take_fir (RtpCcSession * session, uint32_t * ssrc, bool *again)
{
  const RtpCcSessionRequest *last;

  if (session->n_requests == 0)
    return false;
  last = &session->requests[--session->n_requests];
  *ssrc = last->ssrc;
  *again = last->again;
  return true;
}

/* ---- */

/* False: it is not for us, or also for others. */
static bool
read_packet (RtpCcSession * session, const uint8_t * data, size_t size,
    RtpCcRtcpResult * result, RtpCcTime now)
{
  if (rtp_cc_ccfb_is (data, size))
    return read_ccfb (session, data, size, result, now);
  if (rtp_cc_twcc_is (data, size))
    return read_twcc (session, data, size, result, now);
  if (rtp_cc_remb_is (data, size))
    return read_remb (session, data, size, result, now);
  if (rtp_cc_fir_is (data, size))
    rtp_cc_fir_parse (data, size, on_fir, session);
  return false;
}

RtpCcRtcpResult
rtp_cc_session_rtcp (RtpCcSession * session, const uint8_t * data, size_t size,
    bool *other, RtpCcTime now)
{
  RtpCcRtcpResult first = RTP_CC_RTCP_OK;

  *other = false;
  while (size > 0) {
    RtpCcRtcpResult result;
    size_t packet_size;

    result = rtp_cc_rtcp_next (data, size, &packet_size);
    if (result != RTP_CC_RTCP_OK) {
      *other = false;
      session->rtcp_refused[result]++;
      return first == RTP_CC_RTCP_OK ? result : first;
    }
    if (!read_packet (session, data, packet_size, &result, now))
      *other = true;
    if (result != RTP_CC_RTCP_OK) {
      session->rtcp_refused[result]++;
      if (first == RTP_CC_RTCP_OK)
        first = result;
    }
    data += packet_size;
    size -= packet_size;
  }
  return first;
}
