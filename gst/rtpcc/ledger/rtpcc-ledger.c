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

typedef RtpCcLedgerEntry Entry;
typedef RtpCcLedgerStream Stream;

RtpCcLedger *
rtp_cc_ledger_new (void)
{
  RtpCcLedger *ledger = calloc (1, sizeof (RtpCcLedger));

  if (ledger == NULL)
    return NULL;
  ledger->reorder_window = LEDGER_REORDER_FIRST;
  ledger->numbers.count = -1;
  return ledger;
}

void
rtp_cc_ledger_free (RtpCcLedger * ledger)
{
  if (ledger == NULL)
    return;
  for (size_t i = 0; i < ledger->n_streams; i++)
    free (ledger->streams[i].ring);
  free (ledger->streams);
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

void
rtp_cc_ledger_forget_stream (RtpCcLedger * ledger, Stream * stream)
{
  for (int64_t n = stream->unsettled; n < stream->next; n++) {
    Entry *entry = rtp_cc_ledger_entry (stream, n);

    if (entry->state != ENTRY_WAITING)
      continue;
    if (n > stream->edge)
      rtp_cc_ledger_leave_flight (ledger, entry);
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
    rtp_cc_ledger_forget_stream (ledger, stream);
}

/* The place of another stream.  NULL: out of memory. */
static Stream *
append_stream (RtpCcLedger * ledger)
{
  Stream *streams = realloc (ledger->streams,
      (ledger->n_streams + 1) * sizeof (Stream));

  if (streams == NULL)
    return NULL;
  ledger->streams = streams;
  ledger->named = NULL;
  return &streams[ledger->n_streams++];
}

/* The place of the one that was silent longest. */
static Stream *
take_stream (RtpCcLedger * ledger)
{
  Stream *stream = &ledger->streams[0];

  for (size_t i = 1; i < ledger->n_streams; i++) {
    if (ledger->streams[i].last_sent < stream->last_sent)
      stream = &ledger->streams[i];
  }
  rtp_cc_ledger_forget_stream (ledger, stream);
  ledger->n_unheard -= stream->unheard;
  free (stream->ring);
  return stream;
}

/* NULL: out of memory. */
static Stream *
add_stream (RtpCcLedger * ledger, const RtpCcPacket * packet)
{
  Stream *stream = ledger->n_streams < LEDGER_MAX_SSRCS
      ? append_stream (ledger) : take_stream (ledger);

  if (stream == NULL)
    return NULL;
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
      rtp_cc_ledger_leave_flight (ledger, entry);
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
    rtp_cc_ledger_forget_stream (ledger, stream);
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
  while (stream->next < n)
    rtp_cc_ledger_entry (stream, stream->next++)->state = ENTRY_NONE;
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

/* @again: this number was sent before. */
static void
fill_entry (Entry * entry, const RtpCcPacket * packet, bool again)
{
  entry->id = packet->id;
  entry->sent = packet->sent;
  entry->passed = RTP_CC_TIME_NEVER;
  entry->size = packet->size;
  entry->ecn = (uint8_t) packet->ecn;
  entry->again = again;
  entry->marker = packet->marker;
  entry->named = entry->presumed = false;
  entry->state = ENTRY_WAITING;
}

static void
count_sent (RtpCcLedger * ledger, const RtpCcPacket * packet)
{
  ledger->stats.sent++;
  ledger->stats.sent_bytes += packet->size;
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
  if (stream == NULL)
    return false;

  n = unwrap_sent (stream, seq);
  if (n < stream->first) {
    /* Older than all we keep: it cannot be matched. Repair overtook the first ones. */
    count_sent (ledger, packet);
    return true;
  }
  if (!make_room (ledger, stream, n))
    return false;

  entry = rtp_cc_ledger_entry (stream, n);
  again = n < stream->next && entry->state != ENTRY_NONE;
  if (again && entry->state == ENTRY_WAITING && n > stream->edge)
    rtp_cc_ledger_leave_flight (ledger, entry);
  fill_entry (entry, packet, again);
  if (stream->next <= n)
    stream->next = n + 1;
  if (stream->unsettled > n)
    stream->unsettled = n;
  if (n > stream->edge)
    ledger->bytes_in_flight += packet->size;
  note_unreported (ledger, stream, packet->sent);
  count_sent (ledger, packet);
  return true;
}

void
rtp_cc_ledger_forget (RtpCcLedger * ledger)
{
  for (size_t i = 0; i < ledger->n_streams; i++)
    rtp_cc_ledger_forget_stream (ledger, &ledger->streams[i]);
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
