/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-ledger-feedback.c: fate of sent packets, by feedback
 *
 * A feedback packet is read metric block by metric block: received packets leave the
 * flight, with an RTT and an arrival time on the receiver's clock.  At its end, packets
 * beyond the reordering window are lost, and the reports are sorted by time of sending.
 * rtpcc-ledger-twcc.c has the same steps for TWCC.
 */
#include <stdlib.h>
#include <string.h>

#include "rtpcc-ledger-private.h"

/* OURS: a window beyond this would hide real losses from the control. */
#define LEDGER_REORDER_MAX (250 * RTP_CC_MSECOND)

/* OURS: an RTT beyond this comes from a misrouted or ancient report. */
#define LEDGER_RTT_MAX (15 * RTP_CC_SECOND)

/* RFC 8888 section 3.1: arrival time offsets are in 1/1024 s; one that was
 * rounded up may exceed the time since sending by so much. */
#define LEDGER_AGE_STEP (RTP_CC_SECOND / 1024)

/* OURS: far from zero, since an arrival lies before its report. */
#define LEDGER_CLOCK_FIRST (1000 * RTP_CC_SECOND)

typedef RtpCcLedgerEntry Entry;
typedef RtpCcLedgerStream Stream;

/* ---- one packet of feedback ---- */

void
rtp_cc_ledger_begin (RtpCcLedger * ledger)
{
  if (ledger->reading)
    return;
  ledger->reading = true;
  ledger->n_reports = 0;
  ledger->prior_in_flight = ledger->bytes_in_flight;
  ledger->newly_acked = ledger->newly_acked_ce = 0;
  ledger->rtt = -1;
  for (size_t i = 0; i < ledger->n_streams; i++)
    ledger->streams[i].edge_before = ledger->streams[i].edge;
}

static RtpCcPacket
entry_packet (const Stream * stream, const Entry * entry, int64_t n)
{
  RtpCcPacket packet;

  packet.id = entry->id;
  packet.ssrc = stream->ssrc;
  packet.seq = (uint16_t) n;
  packet.marker = entry->marker;
  packet.size = entry->size;
  packet.sent = entry->sent;
  packet.ecn = (RtpCcEcn) entry->ecn;
  return packet;
}

static bool
add_report (RtpCcLedger * ledger, const Stream * stream, int64_t n,
    RtpCcFate fate, RtpCcTime arrival, RtpCcEcn ecn)
{
  RtpCcReport *report;

  if (ledger->n_reports == ledger->reports_size) {
    size_t size = ledger->reports_size == 0 ? LEDGER_FIRST_REPORTS
        : 2 * ledger->reports_size;

    report = realloc (ledger->reports, size * sizeof (RtpCcReport));
    if (report == NULL)
      return false;
    ledger->reports = report;
    ledger->reports_size = size;
  }
  report = &ledger->reports[ledger->n_reports++];
  report->packet = entry_packet (stream, rtp_cc_ledger_entry (stream, n), n);
  report->fate = fate;
  report->arrival = arrival;
  report->ecn = ecn;
  return true;
}

static void
note_named (RtpCcLedger * ledger, bool named)
{
  ledger->settled++;
  ledger->unnamed += !named;
}

static void
fade (RtpCcLedger * ledger, RtpCcTime now)
{
  double time = LEDGER_UNNAMED_TIME;
  double part = time / (time + (double) (now - ledger->faded));

  ledger->settled *= part;
  ledger->unnamed *= part;
  ledger->faded = now;
  ledger->doubted = ledger->unnamed > LEDGER_UNNAMED_MAX * ledger->settled
      + LEDGER_UNNAMED_FEW;
}

/* ---- a packet that came ---- */

void
rtp_cc_ledger_advance_edge (RtpCcLedger * ledger, Stream * stream, int64_t n)
{
  while (stream->edge < n) {
    Entry *entry = rtp_cc_ledger_entry (stream, ++stream->edge);

    if (entry->state != ENTRY_WAITING)
      continue;
    rtp_cc_ledger_leave_flight (ledger, entry);
    ledger->newly_acked += entry->size;
  }
}

/* Feedback that was overtaken would measure its own delay: only packets newer
 * than all before count. */
static void
sample_rtt (RtpCcLedger * ledger, const Entry * entry, int64_t age,
    RtpCcTime now)
{
  int64_t rtt = now - entry->sent - age;

  if (age < 0 || rtt < -LEDGER_AGE_STEP || rtt > LEDGER_RTT_MAX
      || entry->id < ledger->newest_id)
    return;
  ledger->newest_id = entry->id;
  ledger->rtt = rtt > 0 ? rtt : 0;
}

/* A packet came after it had been given up: the window was too short. */
static void
widen_reorder_window (RtpCcLedger * ledger, const Entry * entry, RtpCcTime came)
{
  int64_t needed;

  if (entry->passed == RTP_CC_TIME_NEVER)
    return;
  needed = came - entry->passed;
  if (needed > LEDGER_REORDER_MAX)
    needed = LEDGER_REORDER_MAX;
  if (needed > ledger->reorder_window)
    ledger->reorder_window = needed;
}

void
rtp_cc_ledger_note_named (RtpCcLedger * ledger, Entry * entry, RtpCcTime came)
{
  entry->named = true;
  if (!entry->presumed)
    return;
  entry->presumed = false;
  widen_reorder_window (ledger, entry, came);
}

/* The two kinds of feedback have clocks of their own.  After a change, time in
 * the network goes on from where it was. */
static RtpCcTime
common_arrival (RtpCcLedger * ledger, const Entry * entry, RtpCcTime arrival)
{
  if (arrival == RTP_CC_TIME_NEVER)
    return arrival;
  arrival -= (int64_t) ledger->skew.offset;
  if (ledger->clock_changed) {
    ledger->clock_changed = false;
    ledger->shift = ledger->transit - (arrival - entry->sent);
  }
  arrival += ledger->shift;
  ledger->transit = arrival - entry->sent;
  ledger->have_transit = true;
  return arrival;
}

void
rtp_cc_ledger_set_by_number (RtpCcLedger * ledger, bool by_number)
{
  if (ledger->by_number == by_number)
    return;
  ledger->by_number = by_number;
  rtp_cc_skew_restart (&ledger->skew);
  ledger->clock_changed = ledger->have_transit;
}

static void
count_ecn (RtpCcLedger * ledger, const Stream * stream, const Entry * entry,
    int64_t n, RtpCcEcn ecn)
{
  ledger->stats.ecn[ecn & 3]++;
  if (ecn != RTP_CC_ECN_CE)
    return;
  ledger->stats.ce++;
  if (n > stream->edge_before)
    ledger->newly_acked_ce += entry->size;
}

void
rtp_cc_ledger_acknowledge (RtpCcLedger * ledger, Stream * stream, int64_t n,
    const RtpCcLedgerAck * ack, RtpCcTime now)
{
  Entry *entry = rtp_cc_ledger_entry (stream, n);
  RtpCcTime arrival = RTP_CC_TIME_NEVER;
  bool late;

  rtp_cc_ledger_note_named (ledger, entry, ack->came);
  if (entry->state == ENTRY_RECEIVED)
    return;

  rtp_cc_ledger_note_reported (ledger, stream, n, entry->sent);
  late = entry->state != ENTRY_WAITING;
  if (entry->state == ENTRY_LOST)
    widen_reorder_window (ledger, entry, ack->came);
  rtp_cc_ledger_advance_edge (ledger, stream, n);
  entry->state = ENTRY_RECEIVED;
  note_named (ledger, true);
  /* Which of two packets with one number came is not known. */
  if (!entry->again || ledger->by_number) {
    if (entry->id > stream->newest_id)
      stream->newest_id = entry->id;
    arrival = common_arrival (ledger, entry, ack->arrival);
    if (!late)
      sample_rtt (ledger, entry, ack->age, now);
  }
  if (!ledger->by_number)
    count_ecn (ledger, stream, entry, n, ack->ecn);
  ledger->stats.received++;
  ledger->stats.received_bytes += entry->size;
  ledger->stats.late += late;
  add_report (ledger, stream, n,
      late ? RTP_CC_FATE_RECEIVED_LATE : RTP_CC_FATE_RECEIVED, arrival,
      ack->ecn);
}

/* ---- RFC 8888 ---- */

bool
rtp_cc_ledger_covers (const RtpCcLedger * ledger, uint32_t ssrc, uint16_t seq,
    size_t n)
{
  const Stream *stream = rtp_cc_ledger_find_stream (ledger, ssrc);
  int64_t begin;

  if (stream == NULL)
    return true;
  begin = rtp_cc_ledger_unwrap (stream->next - 1, seq);
  return begin >= stream->begin && begin + (int64_t) n <= stream->next;
}

/* Packets that were never sent may be reported as not received: some receivers report a
 * fixed number of packets. Numbers between sent ones are ours; an acknowledgement of
 * them is forged. */
void
rtp_cc_ledger_look_at_metric (const RtpCcLedger * ledger,
    const RtpCcMetric * metric, RtpCcLedgerTopic * topic)
{
  const Stream *stream = rtp_cc_ledger_find_stream (ledger, metric->ssrc);
  int64_t n;

  if (stream == NULL)
    return;
  n = rtp_cc_ledger_unwrap (stream->next - 1, metric->seq);
  if (n >= stream->next || n < stream->begin)
    topic->never_sent += metric->received;
  else if (n >= stream->first) {
    topic->ours++;
    topic->received += metric->received;
  }
}

void
rtp_cc_ledger_refuse (RtpCcLedger * ledger, const RtpCcLedgerTopic * topic)
{
  ledger->stats.never_sent += topic->never_sent;
  ledger->stats.unknown_seq += topic->never_sent;
}

/* The report timestamp, RFC 8888 section 3.1, unwrapped to ns. */
static int64_t
receiver_clock (RtpCcLedger * ledger, uint32_t timestamp)
{
  int64_t difference;

  if (!ledger->have_timestamp || ledger->clock > LEDGER_CLOCK_MAX) {
    ledger->have_timestamp = true;
    ledger->timestamp = timestamp;
    ledger->clock = LEDGER_CLOCK_FIRST;
  }
  difference = (int32_t) (timestamp - ledger->timestamp);
  difference = difference * RTP_CC_SECOND / 65536;
  if (difference > 0) {
    ledger->timestamp = timestamp;
    ledger->clock += difference;
    return ledger->clock;
  }
  return ledger->clock + difference;
}

static void
take_metric (RtpCcLedger * ledger, Stream * stream, int64_t n,
    const RtpCcMetric * metric, RtpCcTime now)
{
  RtpCcLedgerAck ack = { RTP_CC_TIME_NEVER, metric->ecn, metric->age, now };

  if (metric->age >= 0)
    ack.arrival = ledger->report_time - metric->age;
  rtp_cc_ledger_acknowledge (ledger, stream, n, &ack, now);
}

void
rtp_cc_ledger_metric (RtpCcLedger * ledger, const RtpCcCcfbHeader * header,
    const RtpCcMetric * metric, RtpCcTime now)
{
  Stream *stream = rtp_cc_ledger_named_stream (ledger, metric->ssrc);
  int64_t n;

  if (stream == NULL) {
    ledger->stats.unknown_ssrc++;
    return;
  }
  if (!ledger->reading) {
    rtp_cc_ledger_begin (ledger);
    rtp_cc_ledger_set_by_number (ledger, false);
    ledger->report_time = receiver_clock (ledger, header->timestamp);
    rtp_cc_skew_note (&ledger->skew, ledger->report_time, now);
  }
  n = rtp_cc_ledger_unwrap (stream->next - 1, metric->seq);
  if (rtp_cc_ledger_keeps (stream, n))
    rtp_cc_ledger_note_named (ledger, rtp_cc_ledger_entry (stream, n), now);
  if (!metric->received)
    return;
  if (!rtp_cc_ledger_keeps (stream, n)) {
    ledger->stats.unknown_seq++;
    ledger->stats.never_sent += n >= stream->first;
    return;
  }
  /* Reports overlap. */
  if (rtp_cc_ledger_entry (stream, n)->state != ENTRY_RECEIVED)
    take_metric (ledger, stream, n, metric, now);
}

/* ---- the end of it ---- */

/* RFC 8298 section 4.1.2.4; a number sent again waits for packets after its second
 * transmission. */
static bool
is_settled (const RtpCcLedger * ledger, const Stream * stream, Entry * entry,
    RtpCcTime now)
{
  if (entry->passed == RTP_CC_TIME_NEVER && entry->id < stream->newest_id)
    entry->passed = now;
  return entry->passed != RTP_CC_TIME_NEVER
      && now - entry->passed > ledger->reorder_window;
}

static void
declare_lost (RtpCcLedger * ledger, const Stream * stream, Entry * entry,
    int64_t n)
{
  entry->state = ENTRY_LOST;
  ledger->stats.lost++;
  add_report (ledger, stream, n, RTP_CC_FATE_LOST, RTP_CC_TIME_NEVER,
      RTP_CC_ECN_NOT_ECT);
}

/* The report on it was lost, others were not. It has most likely arrived: receivers
 * report missing packets. */
static void
presume_received (RtpCcLedger * ledger, const Stream * stream, Entry * entry,
    int64_t n)
{
  entry->state = ENTRY_RECEIVED;
  entry->presumed = true;
  ledger->stats.forgotten++;
  add_report (ledger, stream, n, RTP_CC_FATE_RECEIVED, RTP_CC_TIME_NEVER,
      (RtpCcEcn) entry->ecn);
}

static void
settle (RtpCcLedger * ledger, const Stream * stream, Entry * entry, int64_t n)
{
  note_named (ledger, entry->named);
  if (entry->named || ledger->doubted)
    declare_lost (ledger, stream, entry, n);
  else
    presume_received (ledger, stream, entry, n);
}

static void
settle_passed (RtpCcLedger * ledger, Stream * stream, RtpCcTime now)
{
  for (int64_t n = stream->unsettled; n <= stream->edge; n++) {
    Entry *entry = rtp_cc_ledger_entry (stream, n);

    if (entry->state == ENTRY_WAITING
        && is_settled (ledger, stream, entry, now))
      settle (ledger, stream, entry, n);
    if (entry->state != ENTRY_WAITING && n == stream->unsettled)
      stream->unsettled++;
  }
}

static int
compare_reports (const void *a, const void *b)
{
  uint64_t x = ((const RtpCcReport *) a)->packet.id;
  uint64_t y = ((const RtpCcReport *) b)->packet.id;

  return (x > y) - (x < y);
}

/* Those of one stream are in order already, unless some were lost. */
static void
sort_reports (RtpCcLedger * ledger)
{
  RtpCcReport *r = ledger->reports;

  for (size_t i = 1; i < ledger->n_reports; i++) {
    if (r[i - 1].packet.id > r[i].packet.id) {
      qsort (r, ledger->n_reports, sizeof (RtpCcReport), compare_reports);
      return;
    }
  }
}

void
rtp_cc_ledger_finish (RtpCcLedger * ledger, RtpCcFeedback * feedback,
    RtpCcTime now)
{
  rtp_cc_ledger_begin (ledger);
  rtp_cc_ledger_find_unheard (ledger);
  fade (ledger, now);
  for (size_t i = 0; i < ledger->n_streams; i++)
    settle_passed (ledger, &ledger->streams[i], now);
  sort_reports (ledger);

  memset (feedback, 0, sizeof (*feedback));
  feedback->reports = ledger->reports;
  feedback->n_reports = ledger->n_reports;
  feedback->rtt = ledger->rtt;
  feedback->bytes_newly_acked = ledger->newly_acked;
  feedback->bytes_newly_acked_ce = ledger->newly_acked_ce;
  feedback->prior_in_flight = ledger->prior_in_flight;
  feedback->bytes_in_flight = ledger->bytes_in_flight;
  ledger->reading = false;
}
