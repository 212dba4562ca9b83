/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-ledger.c: a ring of sent packets for each SSRC
 *
 * Sequence numbers are unwrapped to 64 bits at the border and stay so inside.
 * A ring keeps at most half the 16-bit number space, so that a number on the
 * wire always means one packet.
 */
#include "rtpcc-ledger.h"

#include <stdlib.h>
#include <string.h>

#include "rtpcc-ledger-private.h"

/* OURS: RFC 8298 section 4.1.2.4 gives no first window.  30 ms as in
 * common practice: half of it takes Wi-Fi reordering for loss, the double
 * delays the reaction by an RTT. */
#define LEDGER_REORDER_FIRST (30 * RTP_CC_MSECOND)

/* OURS: a window beyond this would hide real losses from the control. */
#define LEDGER_REORDER_MAX (250 * RTP_CC_MSECOND)

/* OURS: an RTT beyond this comes from a misrouted or ancient report. */
#define LEDGER_RTT_MAX (15 * RTP_CC_SECOND)

/* RFC 8888 section 3.1: arrival time offsets are in 1/1024 s; one that was
 * rounded up may exceed the time since sending by so much. */
#define LEDGER_AGE_STEP (RTP_CC_SECOND / 1024)

/* OURS: a packet that was not named in a report, though one that left so much
 * later was, will not be named.  Reports come each 250 ms at least and are
 * seldom overtaken; at half, one that was would be too late, at double only the
 * count in the stats is later. */
#define LEDGER_UNREPORTED (500 * RTP_CC_MSECOND)

/* OURS: so many packets in a row without a report, over LEDGER_UNREPORTED at least,
 * are a stream that the receiver does not report on.  At half, two frames lost in a
 * stream of few frames look like it; at double a slow stream fills the window for
 * twice as long. */
#define LEDGER_UNHEARD 8

/* OURS: packets missing in a row for so long are an outage, and say nothing of who
 * leaves out what; a time without any packet counts for no more.  Reports come each
 * 250 ms at least; at half, some that are lost count for an outage, at double two
 * outages prove what is not so. */
#define LEDGER_OUTAGE (250 * RTP_CC_MSECOND)

/* OURS: far from zero, since an arrival lies before its report. */
#define LEDGER_CLOCK_FIRST (1000 * RTP_CC_SECOND)

typedef RtpCcLedgerEntry Entry;
typedef RtpCcLedgerStream Stream;

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

RtpCcLedger *
rtp_cc_ledger_new (void)
{
  RtpCcLedger *ledger = calloc (1, sizeof (RtpCcLedger));

  if (ledger != NULL)
    ledger->reorder_window = LEDGER_REORDER_FIRST;
  return ledger;
}

void
rtp_cc_ledger_free (RtpCcLedger * ledger)
{
  if (ledger == NULL)
    return;
  for (size_t i = 0; i < ledger->n_streams; i++)
    free (ledger->streams[i].ring);
  free (ledger->numbers.ring);
  free (ledger->reports);
  free (ledger);
}

Stream *
rtp_cc_ledger_find_stream (const RtpCcLedger * ledger, uint32_t ssrc)
{
  for (size_t i = 0; i < ledger->n_streams; i++) {
    if (ledger->streams[i].ssrc == ssrc)
      return (Stream *) & ledger->streams[i];
  }
  return NULL;
}

static void
leave_flight (RtpCcLedger * ledger, const Entry * entry)
{
  ledger->bytes_in_flight -= entry->size;
}

/* Takes the flight away from a stream: its packets will not be waited for. */
static void
forget_stream (RtpCcLedger * ledger, Stream * stream)
{
  for (int64_t n = stream->unsettled; n < stream->next; n++) {
    Entry *entry = rtp_cc_ledger_entry (stream, n);

    if (entry->state != ENTRY_WAITING)
      continue;
    if (n > stream->edge)
      leave_flight (ledger, entry);
    entry->state = ENTRY_FORGOTTEN;
    ledger->stats.forgotten++;
  }
  stream->edge = stream->next - 1;
  stream->unsettled = stream->next;
}

static void
note_unreported (RtpCcLedger * ledger, Stream * stream, RtpCcTime sent)
{
  stream->last_sent = sent;
  if (stream->unreported == 0) {
    stream->unreported_since = sent;
    stream->passed_over = 0;
  }
  if (stream->unreported < LEDGER_UNHEARD)
    stream->unreported++;
  if (stream->unheard)
    forget_stream (ledger, stream);
}

/* Have packets left in between that did not come?  Numbers that were discarded
 * here are no loss. */
static bool
is_after_outage (const Stream * stream, int64_t n, RtpCcTime sent)
{
  if (sent - stream->reported_sent < LEDGER_OUTAGE)
    return false;
  for (int64_t k = n - 1; k > stream->reported && k >= stream->first; k--) {
    if (rtp_cc_ledger_keeps (stream, k)
        && rtp_cc_ledger_entry (stream, k)->state != ENTRY_RECEIVED)
      return true;
  }
  return false;
}

static void
note_reported (RtpCcLedger * ledger, Stream * stream, int64_t n, RtpCcTime sent)
{
  if (is_after_outage (stream, n, sent))
    ledger->outage = true;
  if (n > stream->reported) {
    stream->reported = n;
    stream->reported_sent = sent;
  }
  stream->unreported = 0;
  ledger->n_unheard -= stream->unheard;
  stream->unheard = false;
  if (ledger->reported < sent)
    ledger->reported = sent;
}

/* This feedback has named others that left after what is missing of @stream. */
static void
note_passed_over (const RtpCcLedger * ledger, Stream * stream)
{
  RtpCcTime from = ledger->reported_before;
  int64_t step;

  if (from < stream->unreported_since)
    from = stream->unreported_since;
  step = ledger->reported - from;
  if (stream->unreported == 0 || step <= 0)
    return;
  stream->passed_over += step < LEDGER_OUTAGE ? step : LEDGER_OUTAGE;
}

/* What nobody reports on would fill the window, and stop the others. */
static void
find_unheard (RtpCcLedger * ledger)
{
  for (size_t i = 0; i < ledger->n_streams; i++) {
    Stream *stream = &ledger->streams[i];

    note_passed_over (ledger, stream);
    if (ledger->outage)
      stream->unreported = 0;
    if (stream->unheard || stream->unreported < LEDGER_UNHEARD
        || stream->passed_over <= LEDGER_UNREPORTED)
      continue;
    stream->unheard = true;
    ledger->n_unheard++;
    forget_stream (ledger, stream);
  }
  ledger->reported_before = ledger->reported;
  ledger->outage = false;
}

static Stream *
add_stream (RtpCcLedger * ledger, const RtpCcPacket * packet)
{
  Stream *stream;

  if (ledger->n_streams < LEDGER_MAX_SSRCS) {
    stream = &ledger->streams[ledger->n_streams++];
  } else {
    stream = &ledger->streams[0];
    for (size_t i = 1; i < ledger->n_streams; i++) {
      if (ledger->streams[i].last_sent < stream->last_sent)
        stream = &ledger->streams[i];
    }
    forget_stream (ledger, stream);
    ledger->n_unheard -= stream->unheard;
    free (stream->ring);
  }
  memset (stream, 0, sizeof (*stream));
  stream->ssrc = packet->ssrc;
  /* One wrap ahead, so that numbers before the first stay positive. */
  stream->first = stream->next = stream->unsettled =
      packet->seq + (int64_t) 65536;
  stream->begin = stream->first;
  stream->edge = stream->reported = stream->first - 1;
  stream->reported_sent = packet->sent;
  return stream;
}

static bool
grow (Stream * stream)
{
  size_t size = stream->size == 0 ? LEDGER_FIRST_SIZE : stream->size * 2;
  Entry *ring = calloc (size, sizeof (Entry));

  if (ring == NULL)
    return false;
  for (int64_t n = stream->first; n < stream->next; n++)
    ring[(uint64_t) n & (size - 1)] = *rtp_cc_ledger_entry (stream, n);
  free (stream->ring);
  stream->ring = ring;
  stream->size = size;
  return true;
}

/* The oldest entry goes; one that still waits has had its time. */
static void
drop_first (RtpCcLedger * ledger, Stream * stream)
{
  Entry *entry = rtp_cc_ledger_entry (stream, stream->first);

  if (entry->state == ENTRY_WAITING) {
    if (stream->first > stream->edge)
      leave_flight (ledger, entry);
    ledger->stats.forgotten++;
  }
  if (stream->edge < stream->first)
    stream->edge = stream->first;
  stream->first++;
  if (stream->unsettled < stream->first)
    stream->unsettled = stream->first;
}

/* Makes room for number @n, skipped numbers before it included. */
static bool
make_room (RtpCcLedger * ledger, Stream * stream, int64_t n)
{
  if (n - stream->next >= LEDGER_MAX_SIZE) {
    forget_stream (ledger, stream);
    stream->first = stream->next = stream->unsettled = n;
    stream->edge = n - 1;
  }
  while (n - stream->first >= (int64_t) stream->size) {
    if (stream->size == LEDGER_MAX_SIZE
        || (stream->size > 0 && stream->unsettled - stream->first >=
            (int64_t) stream->size / 2))
      drop_first (ledger, stream);
    else if (!grow (stream))
      return false;
  }
  while (stream->next < n) {
    Entry *entry = rtp_cc_ledger_entry (stream, stream->next++);

    entry->state = ENTRY_NONE;
    entry->lied = false;
  }
  return true;
}

/* The number of the next packet to leave.  One that jumps back far is the
 * first of a new sequence, which goes on above the old one. */
static int64_t
unwrap_sent (const Stream * stream, uint16_t seq)
{
  int64_t newest = stream->next - 1;
  int64_t n = rtp_cc_ledger_unwrap (newest, seq);

  if (newest - n > LEDGER_MAX_BACK
      || (n < stream->first && newest - n > LEDGER_MAX_BACK_UNKEPT))
    n += 65536;
  return n;
}

bool
rtp_cc_ledger_sent (RtpCcLedger * ledger, RtpCcPacket * packet, uint16_t seq)
{
  Stream *stream = rtp_cc_ledger_find_stream (ledger, packet->ssrc);
  Entry *entry;
  bool again;
  int64_t n;

  packet->id = ledger->next_id++;
  packet->seq = seq;
  if (stream == NULL)
    stream = add_stream (ledger, packet);

  n = unwrap_sent (stream, seq);
  if (n < stream->first)
    return true;                /* older than all we keep: cannot be matched */
  if (!make_room (ledger, stream, n))
    return false;

  entry = rtp_cc_ledger_entry (stream, n);
  again = n < stream->next && entry->state != ENTRY_NONE;
  if (again && entry->state == ENTRY_WAITING && n > stream->edge)
    leave_flight (ledger, entry);
  entry->id = packet->id;
  entry->sent = packet->sent;
  entry->passed = RTP_CC_TIME_NEVER;
  entry->size = packet->size;
  entry->ecn = (uint8_t) packet->ecn;
  entry->again = again;
  entry->marker = packet->marker;
  entry->excused = entry->lied = false;
  entry->state = ENTRY_WAITING;
  if (stream->next <= n)
    stream->next = n + 1;
  if (stream->unsettled > n)
    stream->unsettled = n;
  if (n > stream->edge)
    ledger->bytes_in_flight += packet->size;
  note_unreported (ledger, stream, packet->sent);
  ledger->stats.sent++;
  ledger->stats.sent_bytes += packet->size;
  return true;
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

static bool
add_report (RtpCcLedger * ledger, const Stream * stream, int64_t n,
    RtpCcFate fate, RtpCcTime arrival, RtpCcEcn ecn)
{
  RtpCcReport *report;

  if (ledger->n_reports == ledger->reports_size) {
    size_t size = ledger->reports_size == 0 ? LEDGER_FIRST_SIZE
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

void
rtp_cc_ledger_begin (RtpCcLedger * ledger)
{
  if (ledger->reading)
    return;
  ledger->reading = true;
  ledger->n_reports = 0;
  ledger->prior_in_flight = ledger->bytes_in_flight;
  ledger->newly_acked = ledger->newly_acked_ce = 0;
  memset (&ledger->honesty, 0, sizeof (ledger->honesty));
  ledger->rtt = -1;
  for (size_t i = 0; i < ledger->n_streams; i++)
    ledger->streams[i].edge_before = ledger->streams[i].edge;
}

/* All up to @n leave the flight, acknowledged or not. */
void
rtp_cc_ledger_advance_edge (RtpCcLedger * ledger, Stream * stream, int64_t n)
{
  while (stream->edge < n) {
    Entry *entry = rtp_cc_ledger_entry (stream, ++stream->edge);

    if (entry->state != ENTRY_WAITING)
      continue;
    leave_flight (ledger, entry);
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

/* The two kinds of feedback have clocks of their own.  After a change, time in
 * the network goes on from where it was. */
static RtpCcTime
common_arrival (RtpCcLedger * ledger, const Entry * entry, RtpCcTime arrival)
{
  if (arrival == RTP_CC_TIME_NEVER)
    return arrival;
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

  if (entry->state == ENTRY_RECEIVED)
    return;

  note_reported (ledger, stream, n, entry->sent);
  late = entry->state != ENTRY_WAITING;
  if (entry->state == ENTRY_LOST)
    widen_reorder_window (ledger, entry, ack->came);
  rtp_cc_ledger_advance_edge (ledger, stream, n);
  entry->state = ENTRY_RECEIVED;
  /* Which of two packets with one number came is not known. */
  if (!entry->again || ledger->by_number) {
    if (entry->id > stream->newest_id) {
      stream->newest_id = entry->id;
      stream->newest_sent = entry->sent;
    }
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

/* What was never sent may well be named as not received: some receivers name a
 * fixed number of packets.  Numbers between those that left are ours; who
 * acknowledges them lies about our packets. */
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
  else if (n >= stream->first)
    topic->ours++;
}

void
rtp_cc_ledger_refuse (RtpCcLedger * ledger, const RtpCcLedgerTopic * topic)
{
  ledger->stats.never_sent += topic->never_sent;
  ledger->stats.unknown_seq += topic->never_sent;
}

/* One between those that left is a lie; those after them may be an old sender's
 * that had this SSRC. */
static void
note_never_sent (RtpCcLedger * ledger, const Stream * stream, int64_t n)
{
  Entry *entry = rtp_cc_ledger_entry (stream, n);

  ledger->stats.never_sent++;
  if (n >= stream->next || entry->lied)
    return;
  entry->lied = true;
  ledger->honesty.packet_lies++;
}

void
rtp_cc_ledger_metric (RtpCcLedger * ledger, const RtpCcCcfbHeader * header,
    const RtpCcMetric * metric, RtpCcTime now)
{
  Stream *stream = rtp_cc_ledger_find_stream (ledger, metric->ssrc);
  RtpCcLedgerAck ack = { RTP_CC_TIME_NEVER, metric->ecn, metric->age, now };
  int64_t n;

  if (stream == NULL) {
    ledger->stats.unknown_ssrc++;
    return;
  }
  if (!ledger->reading) {
    rtp_cc_ledger_begin (ledger);
    rtp_cc_ledger_set_by_number (ledger, false);
    ledger->report_time = receiver_clock (ledger, header->timestamp);
  }
  n = rtp_cc_ledger_unwrap (stream->next - 1, metric->seq);
  if (!metric->received)
    return;
  if (!rtp_cc_ledger_keeps (stream, n)) {
    ledger->stats.unknown_seq++;
    if (n >= stream->first)
      note_never_sent (ledger, stream, n);
    return;
  }
  if (metric->age >= 0)
    ack.arrival = ledger->report_time - metric->age;
  rtp_cc_ledger_acknowledge (ledger, stream, n, &ack, now);
}

/* RFC 8298 section 4.1.2.4; a number sent again waits for what left after its
 * second time.  Feedback by transport-wide numbers says each thing once: what no
 * report named may have been named in a report that was lost. */
static bool
is_lost (const RtpCcLedger * ledger, const Stream * stream, Entry * entry,
    RtpCcTime now)
{
  if (entry->passed == RTP_CC_TIME_NEVER && entry->id < stream->newest_id
      && !ledger->by_number)
    entry->passed = now;
  return entry->passed != RTP_CC_TIME_NEVER
      && now - entry->passed > ledger->reorder_window;
}

/* Will no report say any more what became of it? */
static bool
is_unreported (const RtpCcLedger * ledger, const Stream * stream,
    const Entry * entry)
{
  return ledger->by_number && entry->passed == RTP_CC_TIME_NEVER
      && entry->id < stream->newest_id
      && stream->newest_sent - entry->sent > LEDGER_UNREPORTED;
}

static void
declare_lost (RtpCcLedger * ledger, const Stream * stream, Entry * entry,
    int64_t n)
{
  if (entry->excused) {
    entry->state = ENTRY_FORGOTTEN;
    ledger->stats.forgotten++;
    return;
  }
  entry->state = ENTRY_LOST;
  ledger->stats.lost++;
  add_report (ledger, stream, n, RTP_CC_FATE_LOST, RTP_CC_TIME_NEVER,
      RTP_CC_ECN_NOT_ECT);
}

static void
declare_losses (RtpCcLedger * ledger, Stream * stream, RtpCcTime now)
{
  for (int64_t n = stream->unsettled; n <= stream->edge; n++) {
    Entry *entry = rtp_cc_ledger_entry (stream, n);

    if (entry->state == ENTRY_WAITING && is_lost (ledger, stream, entry, now)) {
      declare_lost (ledger, stream, entry, n);
    } else if (entry->state == ENTRY_WAITING
        && is_unreported (ledger, stream, entry)) {
      entry->state = ENTRY_FORGOTTEN;
      ledger->stats.forgotten++;
    }
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

void
rtp_cc_ledger_finish (RtpCcLedger * ledger, RtpCcFeedback * feedback,
    RtpCcTime now)
{
  rtp_cc_ledger_begin (ledger);
  find_unheard (ledger);
  for (size_t i = 0; i < ledger->n_streams; i++)
    declare_losses (ledger, &ledger->streams[i], now);
  if (ledger->n_reports > 1)
    qsort (ledger->reports, ledger->n_reports, sizeof (RtpCcReport),
        compare_reports);

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

void
rtp_cc_ledger_forget (RtpCcLedger * ledger)
{
  for (size_t i = 0; i < ledger->n_streams; i++)
    forget_stream (ledger, &ledger->streams[i]);
}

bool
rtp_cc_ledger_is_unheard (const RtpCcLedger * ledger, uint32_t ssrc)
{
  const Stream *stream;

  if (ledger->n_unheard == 0)
    return false;
  stream = rtp_cc_ledger_find_stream (ledger, ssrc);
  return stream != NULL && stream->unheard;
}

unsigned
rtp_cc_ledger_count_unheard (const RtpCcLedger * ledger)
{
  return ledger->n_unheard;
}

bool
rtp_cc_ledger_take_unheard (RtpCcLedger * ledger, uint32_t * ssrc)
{
  for (size_t i = 0; i < ledger->n_streams; i++) {
    Stream *stream = &ledger->streams[i];

    if (!stream->unheard || stream->told
        || ledger->reported - stream->last_sent > LEDGER_UNREPORTED)
      continue;
    stream->told = true;
    *ssrc = stream->ssrc;
    return true;
  }
  return false;
}

void
rtp_cc_ledger_excuse (RtpCcLedger * ledger, uint32_t ssrc, uint16_t seq)
{
  Stream *stream = rtp_cc_ledger_find_stream (ledger, ssrc);
  int64_t n;

  if (stream == NULL)
    return;
  n = rtp_cc_ledger_unwrap (stream->next - 1, seq);
  if (rtp_cc_ledger_keeps (stream, n))
    rtp_cc_ledger_entry (stream, n)->excused = true;
}

RtpCcLedgerHonesty
rtp_cc_ledger_honesty (const RtpCcLedger * ledger)
{
  return ledger->honesty;
}

uint64_t
rtp_cc_ledger_bytes_in_flight (const RtpCcLedger * ledger)
{
  return ledger->bytes_in_flight;
}

bool
rtp_cc_ledger_knows (const RtpCcLedger * ledger, uint32_t ssrc)
{
  return rtp_cc_ledger_find_stream (ledger, ssrc) != NULL;
}

bool
rtp_cc_ledger_was_sent (const RtpCcLedger * ledger, uint32_t ssrc, uint16_t seq)
{
  const Stream *stream = rtp_cc_ledger_find_stream (ledger, ssrc);
  int64_t n;

  if (stream == NULL)
    return true;
  n = rtp_cc_ledger_unwrap (stream->next - 1, seq);
  if (n >= stream->next)
    return false;
  return n < stream->first
      || rtp_cc_ledger_entry (stream, n)->state != ENTRY_NONE;
}

const RtpCcLedgerStats *
rtp_cc_ledger_stats (const RtpCcLedger * ledger)
{
  return &ledger->stats;
}
