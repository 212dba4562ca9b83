/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-nada-signal.c: NADA, path measurements from feedback
 *
 * RFC 8698 section 5.1 lets the receiver work this out; the sender can as well,
 * section 6.4, since RFC 8888 reports on each packet:
 *
 *   d_fwd    arrival - sent                      the clocks' offset cancels
 *   d_base   least d_fwd of the last ten minutes
 *   d_queue  least d_fwd - d_base of the last 15 packets
 *   p_loss   lost / all        of LOGWIN, smoothed at each update
 *   p_mark   CE / received     of LOGWIN, smoothed at each update
 *   r_recv   bytes / time from the first to the last arrival of LOGWIN
 *
 *   ids      ..RRRRRRRRRRLRRRRRRRRRRRRRRLLRRRRRRRRR
 *              |  closed  |   closed     |  open   |      loss intervals
 *
 * LOGWIN is by time of sending.  A sender that paused for longer begins anew;
 * only the base delay is kept.
 */
#include "rtpcc-nada-signal.h"

#include <string.h>

/* RFC 5348 section 5.4 */
static const double loss_weights[LOSS_INTERVALS] = {
  1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2
};

static NadaRecord *
record_at (NadaSignal * signal, unsigned i)
{
  return &signal->records[(signal->first + i) % MAX_RECORDS];
}

static double
milliseconds (int64_t ns)
{
  return (double) ns / (double) RTP_CC_MSECOND;
}

/* ---- loss intervals ---- */

/* Losses in a row are one event. */
static void
note_loss (NadaLosses * losses, int64_t id)
{
  int64_t interval = id - losses->last_lost - 1;

  if (id <= losses->last_lost)
    return;
  losses->last_lost = id;
  if (interval == 0 && losses->n_closed > 0)
    return;
  memmove (&losses->closed[1], &losses->closed[0],
      (LOSS_INTERVALS - 1) * sizeof (losses->closed[0]));
  losses->closed[0] = (double) interval;
  if (losses->n_closed < LOSS_INTERVALS)
    losses->n_closed++;
}

/* DEVIATES: RFC 5348 takes the open interval too where that is larger.  It would
 * keep MULTILOSS intervals ahead of the packets since the last loss, and the
 * warping would never end. */
double
nada_losses_average (const NadaLosses * losses)
{
  double sum = 0, weights = 0;

  for (unsigned i = 0; i < losses->n_closed; i++) {
    sum += loss_weights[i] * losses->closed[i];
    weights += loss_weights[i];
  }
  return weights > 0 ? sum / weights : 0;
}

/* RFC 8698 section 4.2 */
double
nada_signal_unwarped (const NadaSignal * signal)
{
  double loss_int = nada_losses_average (&signal->losses);
  double loss_exp = MULTILOSS * loss_int;
  double n = (double) (signal->newest_id - signal->losses.last_lost);

  if (signal->losses.n_closed == 0 || n >= loss_exp + loss_int)
    return 1;
  return n < loss_exp ? 0 : (n - loss_exp) / loss_int;
}

/* ---- packets ---- */

void
nada_signal_init (NadaSignal * signal)
{
  memset (signal, 0, sizeof (*signal));
  signal->newest_id = -1;
}

static void
begin_anew (NadaSignal * signal, const RtpCcPacket * packet)
{
  signal->n_records = 0;
  signal->first_id = (int64_t) packet->id;
  signal->newest_id = signal->first_id - 1;
  signal->newest_sent = packet->sent;
  signal->losses.n_closed = 0;
  signal->losses.last_lost = signal->newest_id;
}

static void
drop_first_record (NadaSignal * signal)
{
  signal->first = (signal->first + 1) % MAX_RECORDS;
  signal->n_records--;
}

/* In order of sending: of a loss we learn later than of its neighbours. */
static void
add_record (NadaSignal * signal, const RtpCcReport * report)
{
  NadaRecord *record;
  unsigned i;

  if (signal->n_records == MAX_RECORDS)
    drop_first_record (signal);
  for (i = signal->n_records++; i > 0; i--) {
    const NadaRecord *before = record_at (signal, i - 1);

    if (before->sent <= report->packet.sent)
      break;
    *record_at (signal, i) = *before;
  }
  record = record_at (signal, i);
  record->sent = report->packet.sent;
  record->size = report->packet.size;
  record->lost = report->fate == RTP_CC_FATE_LOST;
  record->arrival = record->lost ? RTP_CC_TIME_NEVER : report->arrival;
  record->ce = report->ecn == RTP_CC_ECN_CE
      && report->packet.ecn != RTP_CC_ECN_NOT_ECT;
}

static void
drop_old_records (NadaSignal * signal)
{
  while (signal->n_records > 0
      && signal->newest_sent - record_at (signal, 0)->sent >= LOGWIN)
    drop_first_record (signal);
}

static void
on_received (NadaSignal * signal, const RtpCcReport * report, RtpCcTime now)
{
  const RtpCcPacket *packet = &report->packet;

  if (signal->newest_id < signal->first_id
      || packet->sent - signal->newest_sent > LOGWIN)
    begin_anew (signal, packet);
  if ((int64_t) packet->id > signal->newest_id)
    signal->newest_id = (int64_t) packet->id;
  if (packet->sent > signal->newest_sent)
    signal->newest_sent = packet->sent;
  if (report->arrival != RTP_CC_TIME_NEVER)
    rtp_cc_base_delay_add (&signal->base, report->arrival - packet->sent, now);
}

/* DEVIATES: RFC 8698 section 5.1.2 counts a packet as lost that was overtaken;
 * the ledger waits a little for it. */
void
nada_signal_report (NadaSignal * signal, const RtpCcReport * report,
    RtpCcTime now)
{
  switch (report->fate) {
    case RTP_CC_FATE_RECEIVED_LATE:
      return;
    case RTP_CC_FATE_RECEIVED:
      on_received (signal, report, now);
      break;
    case RTP_CC_FATE_LOST:
      if ((int64_t) report->packet.id < signal->first_id)
        return;
      note_loss (&signal->losses, (int64_t) report->packet.id);
      break;
  }
  add_record (signal, report);
  drop_old_records (signal);
}

/* ---- the window ---- */

static void
update_ratios (NadaSignal * signal)
{
  unsigned n = signal->n_records, lost = 0, marked = 0;

  for (unsigned i = 0; i < n; i++) {
    const NadaRecord *record = record_at (signal, i);

    lost += record->lost;
    marked += !record->lost && record->ce;
  }
  signal->p_loss += ALPHA * ((double) lost / n - signal->p_loss);
  if (lost < n)
    signal->p_mark += ALPHA * ((double) marked / (n - lost) - signal->p_mark);
}

/* The first packet only opens the time in which the others arrive. */
static void
update_r_recv (NadaSignal * signal)
{
  RtpCcTime begin = RTP_CC_TIME_NEVER, end = 0;
  double bytes = 0;

  for (unsigned i = 0; i < signal->n_records; i++) {
    const NadaRecord *record = record_at (signal, i);

    if (record->lost)
      continue;
    if (begin != RTP_CC_TIME_NEVER)
      bytes += record->size;
    if (record->arrival == RTP_CC_TIME_NEVER)
      continue;
    if (begin == RTP_CC_TIME_NEVER)
      begin = end = record->arrival;
    if (record->arrival > end)
      end = record->arrival;
  }
  if (begin != RTP_CC_TIME_NEVER && end > begin)
    signal->r_recv = 8 * bytes * (double) RTP_CC_SECOND
        / (double) (end - begin);
}

static void
update_d_queue (NadaSignal * signal)
{
  int64_t base = rtp_cc_base_delay (&signal->base), least = INT64_MAX;
  unsigned taps = 0;

  for (unsigned i = signal->n_records; i > 0 && taps < MIN_FILTER; i--) {
    const NadaRecord *record = record_at (signal, i - 1);

    if (record->arrival == RTP_CC_TIME_NEVER)
      continue;
    taps++;
    if (record->arrival - record->sent - base < least)
      least = record->arrival - record->sent - base;
  }
  if (taps > 0)
    signal->d_queue = milliseconds (least);
}

/* RFC 8698 section 4.2: neither loss nor queue in LOGWIN, so ramp up. */
static void
update_rmode (NadaSignal * signal)
{
  int64_t base = rtp_cc_base_delay (&signal->base);

  signal->rmode = false;
  for (unsigned i = 0; i < signal->n_records; i++) {
    const NadaRecord *record = record_at (signal, i);

    if (record->lost || (record->arrival != RTP_CC_TIME_NEVER
            && milliseconds (record->arrival - record->sent - base) > QEPS))
      signal->rmode = true;
  }
}

void
nada_signal_update (NadaSignal * signal)
{
  update_d_queue (signal);
  update_rmode (signal);
  if (signal->n_records < MIN_RECORDS)
    return;
  update_ratios (signal);
  update_r_recv (signal);
}
