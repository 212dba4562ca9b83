/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-ledger-unheard.c: streams that the receiver does not report on
 *
 * Packets without reports would fill the window and stop the other streams.  A stream is
 * unheard when many consecutive packets lack reports, later packets of other streams have
 * them, and no outage explains it.  Then its packets are not in flight.
 */
#include "rtpcc-ledger-private.h"

/* OURS: packets missing in a row for so long are an outage, and say nothing of who
 * leaves out what; a time without any packet counts for no more.  Reports come each
 * 250 ms at least; at half, some that are lost count for an outage, at double two
 * outages prove what is not so. */
#define LEDGER_OUTAGE (250 * RTP_CC_MSECOND)

typedef RtpCcLedgerStream Stream;

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

void
rtp_cc_ledger_note_reported (RtpCcLedger * ledger, Stream * stream, int64_t n,
    RtpCcTime sent)
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

/* This feedback has reports on packets of others that left after the missing ones of
 * @stream. */
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

void
rtp_cc_ledger_find_unheard (RtpCcLedger * ledger)
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
    rtp_cc_ledger_forget_stream (ledger, stream);
  }
  ledger->reported_before = ledger->reported;
  ledger->outage = false;
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
