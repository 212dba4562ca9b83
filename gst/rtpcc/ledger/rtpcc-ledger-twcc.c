/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-ledger-twcc.c: packets by their transport-wide numbers
 *
 * A ring from number to packet, beside the rings of the streams.  A report is
 * read from its newest number down: a missing packet was overtaken by the first
 * later one to arrive.  A report has no time of its own, so all times count from
 * its newest arrival, as though it had left at that moment.
 */
#include <stdlib.h>
#include <string.h>

#include "rtpcc-ledger-private.h"

typedef RtpCcLedgerNumber Number;
typedef RtpCcLedgerNumbers Numbers;
typedef RtpCcLedgerStream Stream;

static Number *
number_at (const Numbers * numbers, int64_t n)
{
  return &numbers->ring[(uint64_t) n & (numbers->size - 1)];
}

/* The stream and number in it of a packet that we still keep, or NULL. */
static Stream *
find_packet (RtpCcLedger * ledger, int64_t number, int64_t * n)
{
  const Number *found;
  Stream *stream;

  if (number < ledger->numbers.first || number >= ledger->numbers.next)
    return NULL;
  found = number_at (&ledger->numbers, number);
  if (!found->used)
    return NULL;
  stream = rtp_cc_ledger_named_stream (ledger, found->ssrc);
  *n = found->n;
  if (stream == NULL || !rtp_cc_ledger_keeps (stream, found->n)
      || rtp_cc_ledger_entry (stream, found->n)->id != found->id)
    return NULL;
  return stream;
}

static bool
still_waits (RtpCcLedger * ledger, int64_t number)
{
  int64_t n;
  Stream *stream = find_packet (ledger, number, &n);

  return stream != NULL
      && rtp_cc_ledger_entry (stream, n)->state == ENTRY_WAITING;
}

static bool
grow (Numbers * numbers)
{
  size_t size = numbers->size == 0 ? LEDGER_FIRST_SIZE : numbers->size * 2;
  Number *ring = calloc (size, sizeof (Number));

  if (ring == NULL)
    return false;
  for (int64_t n = numbers->first; n < numbers->next; n++)
    ring[(uint64_t) n & (size - 1)] = *number_at (numbers, n);
  free (numbers->ring);
  numbers->ring = ring;
  numbers->size = size;
  return true;
}

/* Half of the ring is for packets that may turn up late. */
static bool
is_large_enough (RtpCcLedger * ledger)
{
  const Numbers *numbers = &ledger->numbers;

  switch (numbers->size) {
    case 0:
      return false;
    case LEDGER_MAX_SIZE:
      return true;
    default:
      return !still_waits (ledger,
          numbers->first + (int64_t) numbers->size / 2);
  }
}

static bool
make_room (RtpCcLedger * ledger, int64_t number)
{
  Numbers *numbers = &ledger->numbers;

  if (number - numbers->next >= LEDGER_MAX_SIZE)
    numbers->first = numbers->next = number;
  while (number - numbers->first >= (int64_t) numbers->size) {
    if (is_large_enough (ledger))
      numbers->first++;
    else if (!grow (numbers))
      return false;
  }
  while (numbers->next < number)
    number_at (numbers, numbers->next++)->used = false;
  return true;
}

static bool
is_other (const Numbers * numbers, uint32_t ssrc)
{
  for (size_t i = 0; i < numbers->n_others; i++) {
    if (numbers->others[i] == ssrc)
      return true;
  }
  return false;
}

/* The oldest makes room. */
static void
note_other (Numbers * numbers, uint32_t ssrc)
{
  if (is_other (numbers, ssrc))
    return;
  numbers->others[numbers->next_other] = ssrc;
  numbers->next_other = (numbers->next_other + 1) % LEDGER_MAX_SSRCS;
  if (numbers->n_others < LEDGER_MAX_SSRCS)
    numbers->n_others++;
}

bool
rtp_cc_ledger_knows_number_of (const RtpCcLedger * ledger, uint32_t ssrc)
{
  return rtp_cc_ledger_knows (ledger, ssrc)
      || is_other (&ledger->numbers, ssrc);
}

bool
rtp_cc_ledger_covers_numbers (const RtpCcLedger * ledger, uint16_t number,
    size_t n)
{
  const Numbers *numbers = &ledger->numbers;
  int64_t begin = rtp_cc_ledger_unwrap (numbers->next - 1, number);

  return begin >= numbers->begin && begin + (int64_t) n <= numbers->next;
}

/* Numbers between ours may belong to others. */
void
rtp_cc_ledger_look_at_twcc (const RtpCcLedger * ledger,
    const RtpCcTwccPacket * packets, size_t n, RtpCcLedgerTopic * topic)
{
  const Numbers *numbers = &ledger->numbers;

  for (size_t i = 0; i < n; i++) {
    int64_t number = rtp_cc_ledger_unwrap (numbers->next - 1, packets[i].seq);

    if (number >= numbers->next || number < numbers->begin)
      topic->never_sent += packets[i].received;
    else if (number >= numbers->first && number_at (numbers, number)->used) {
      topic->ours++;
      topic->received += packets[i].received;
    }
  }
}

void
rtp_cc_ledger_number (RtpCcLedger * ledger, uint32_t ssrc, uint16_t seq,
    uint16_t number)
{
  Numbers *numbers = &ledger->numbers;
  Stream *stream = rtp_cc_ledger_find_stream (ledger, ssrc);
  Number *entry;
  int64_t n = -1, unwrapped;

  if (stream == NULL)
    note_other (numbers, ssrc);
  else
    n = rtp_cc_ledger_unwrap (stream->next - 1, seq);
  if (stream != NULL && !rtp_cc_ledger_keeps (stream, n))
    return;
  /* One wrap ahead, so that numbers before the first stay positive. */
  if (numbers->size == 0)
    numbers->begin = numbers->first = numbers->next = number + (int64_t) 65536;
  unwrapped = rtp_cc_ledger_unwrap (numbers->next, number);
  /* Numbered by another from now on, or anew: goes on above the old ones. */
  if (numbers->next - unwrapped > (unwrapped < numbers->first
          ? LEDGER_MAX_BACK_UNKEPT : LEDGER_MAX_BACK))
    unwrapped += 65536;
  if (unwrapped < numbers->first || !make_room (ledger, unwrapped))
    return;

  entry = number_at (numbers, unwrapped);
  entry->id = stream != NULL ? rtp_cc_ledger_entry (stream, n)->id : UINT64_MAX;
  entry->n = n;
  entry->ssrc = ssrc;
  entry->used = true;
  if (numbers->next <= unwrapped)
    numbers->next = unwrapped + 1;
}

/* @arrival, which begins anew now and then, on a clock that does not. */
static int64_t
unwrap_arrival (RtpCcLedger * ledger, RtpCcTime arrival)
{
  int64_t difference;

  if (!ledger->have_arrival || ledger->number_clock > LEDGER_CLOCK_MAX) {
    ledger->have_arrival = true;
    ledger->arrival = arrival;
    ledger->number_clock = RTP_CC_TWCC_PERIOD;
  }
  difference = (arrival % RTP_CC_TWCC_PERIOD
      - ledger->arrival % RTP_CC_TWCC_PERIOD) % RTP_CC_TWCC_PERIOD;
  if (difference < -RTP_CC_TWCC_PERIOD / 2)
    difference += RTP_CC_TWCC_PERIOD;
  if (difference >= RTP_CC_TWCC_PERIOD / 2)
    difference -= RTP_CC_TWCC_PERIOD;
  return ledger->number_clock + difference;
}

/* The newest arrival that the report names; NEVER: it names none. */
static RtpCcTime
newest_arrival (RtpCcLedger * ledger, const RtpCcTwccPacket * packets, size_t n)
{
  RtpCcTime newest = RTP_CC_TIME_NEVER, raw = RTP_CC_TIME_NEVER;

  for (size_t i = 0; i < n; i++) {
    RtpCcTime arrival;

    if (!packets[i].received || packets[i].arrival == RTP_CC_TIME_NEVER)
      continue;
    arrival = unwrap_arrival (ledger, packets[i].arrival);
    if (newest == RTP_CC_TIME_NEVER || arrival > newest) {
      newest = arrival;
      raw = packets[i].arrival;
    }
  }
  if (newest != RTP_CC_TIME_NEVER && newest > ledger->number_clock) {
    ledger->number_clock = newest;
    ledger->arrival = raw;
  }
  return newest;
}

/* Packet @n of @stream, NULL if that is not known, has not come; one that left later had
 * at @passed, NEVER if none had. */
static void
note_missing (RtpCcLedger * ledger, Stream * stream, int64_t n,
    RtpCcTime passed)
{
  RtpCcLedgerEntry *entry;

  if (stream == NULL || passed == RTP_CC_TIME_NEVER)
    return;
  entry = rtp_cc_ledger_entry (stream, n);
  rtp_cc_ledger_note_named (ledger, entry, passed);
  if (entry->state != ENTRY_WAITING)
    return;
  rtp_cc_ledger_advance_edge (ledger, stream, n);
  if (entry->passed == RTP_CC_TIME_NEVER)
    entry->passed = passed;
}

/* It is said to have come. */
static void
note_unknown (RtpCcLedger * ledger, int64_t number)
{
  ledger->stats.unknown_seq++;
  ledger->stats.never_sent += number >= ledger->numbers.next;
}

/* Between two reports with no other between them nothing came: those of rtpbin begin with
 * a packet that did. */
static void
note_between (RtpCcLedger * ledger, int64_t begin, int64_t end,
    RtpCcTime passed)
{
  for (int64_t number = begin; number < end; number++) {
    int64_t n = 0;
    Stream *stream = find_packet (ledger, number, &n);

    note_missing (ledger, stream, n, passed);
  }
}

/* A report from @begin to @end - 1, of which a packet had come at @passed. */
static void
note_report (RtpCcLedger * ledger, int64_t begin, int64_t end, int count,
    RtpCcTime passed)
{
  Numbers *numbers = &ledger->numbers;

  if (numbers->told < numbers->first)
    numbers->told = numbers->first;
  if (numbers->count >= 0 && count == ((numbers->count + 1) & 0xff)
      && passed != RTP_CC_TIME_NEVER && begin < numbers->next)
    note_between (ledger, numbers->told, begin, passed);
  numbers->count = count;
  /* No number is looked at twice. */
  if (end > numbers->told && end <= numbers->next)
    numbers->told = end;
}

void
rtp_cc_ledger_twcc (RtpCcLedger * ledger, const RtpCcTwccPacket * packets,
    size_t n, int count, RtpCcTime now)
{
  RtpCcTime newest, passed = RTP_CC_TIME_NEVER;
  int64_t begin = n == 0 ? 0 : rtp_cc_ledger_unwrap (ledger->numbers.next - 1,
      packets[0].seq);
  int64_t end = begin + (int64_t) n;

  rtp_cc_ledger_begin (ledger);
  rtp_cc_ledger_set_by_number (ledger, true);
  newest = newest_arrival (ledger, packets, n);
  if (newest != RTP_CC_TIME_NEVER)
    rtp_cc_skew_note (&ledger->skew, newest, now);
  while (n-- > 0) {
    RtpCcLedgerAck ack = { RTP_CC_TIME_NEVER, RTP_CC_ECN_NOT_ECT, -1, now };
    int64_t number = rtp_cc_ledger_unwrap (ledger->numbers.next - 1,
        packets[n].seq);
    int64_t at = 0;
    Stream *stream = find_packet (ledger, number, &at);

    if (packets[n].received && packets[n].arrival != RTP_CC_TIME_NEVER) {
      ack.arrival = unwrap_arrival (ledger, packets[n].arrival);
      ack.age = newest - ack.arrival;
      ack.came = now - ack.age;
    }
    if (packets[n].received && ack.came < passed)
      passed = ack.came;
    if (!packets[n].received)
      note_missing (ledger, stream, at, passed);
    else if (stream == NULL)
      note_unknown (ledger, number);
    else
      rtp_cc_ledger_acknowledge (ledger, stream, at, &ack, now);
  }
  note_report (ledger, begin, end, count, passed);
}
