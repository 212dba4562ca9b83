/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-receiver.c: arrivals by stream, for RFC 8888 feedback
 *
 * Each stream (SSRC) has a ring of its last sequence numbers, up to RING_SIZE,
 * in 64 bits, so nothing in here wraps.  What feedback says of them, and when, is in
 * rtpcc-receiver-rounds.c.
 */
#include <stdlib.h>
#include <string.h>

#include "rtpcc-receiver-private.h"

/* OURS: a power of two, more than MAX_GAP and what is in flight before it; at
 * 8192 packets a second (80 Mbit/s) the past second */
#define RING_SIZE 8192

/* OURS: first size of a ring; it doubles when it holds less than HISTORY.
 * A video of 1 Mbit/s needs 1024, 9 KiB, and a server has many of them. */
#define FIRST_RING_SIZE 256

/* OURS: half of the ring.  Over 4 s at 10 Mbit/s; a sender that skips more has
 * started anew, and to name each number would take eight packets */
#define MAX_GAP 4096

/* OURS: numbers that the first packets may skip.  A start at 1 Mbit/s that loses
 * the first half a second is below that; at half it is not, at double two
 * packets bring twice the feedback. */
#define FIRST_GAP 64

/* OURS: numbers that may be skipped more for each packet that came.  After five
 * seconds of 100 packets a second MAX_GAP holds; at half after ten, at double a
 * stranger's packets bring twice the feedback. */
#define GAP_PER_PACKET 8

/* OURS: so many numbers are a reason for a report whatever the interval: they fill a
 * packet of 1200 bytes, and the ring has room for the longest gap beside them.  At half,
 * 200 Mbit/s have twice the reports and feel nothing of it; at double, frames of 400
 * Mbit/s are 25 ms later with an RTT of 5 ms. */
#define MAX_UNREPORTED 512

_Static_assert (MAX_UNREPORTED < RING_SIZE - MAX_GAP, "none is pushed out");

/* RFC 3550 appendix A.1, MAX_MISORDER: how far behind a number may be and
 * still be taken for a late packet and not for a new start */
#define MAX_MISORDER 100

_Static_assert (MAX_MISORDER < FIRST_RING_SIZE, "a late packet has a place");

/* OURS: what the draft's authors' receiver takes for a new start */
#define SILENCE (2 * RTP_CC_SECOND)

/* OURS: a packet that comes so late is still reported; senders have long given
 * it up by then */
#define HISTORY (4 * RTP_CC_SECOND)

typedef RtpCcReceiverRange Range;
typedef RtpCcReceiverStream Stream;

RtpCcReceiver *
rtp_cc_receiver_new (const RtpCcReceiverConfig * config)
{
  RtpCcReceiver *receiver = calloc (1, sizeof (RtpCcReceiver));

  if (receiver == NULL)
    return NULL;

  receiver->config = *config;
  receiver->last_round = RTP_CC_TIME_NEVER;
  return receiver;
}

static void
free_stream (Stream * stream)
{
  if (stream == NULL)
    return;
  free (stream->arrival);
  free (stream->flags);
  free (stream);
}

void
rtp_cc_receiver_free (RtpCcReceiver * receiver)
{
  if (receiver == NULL)
    return;

  for (unsigned i = 0; i < receiver->stats.n_ssrcs; i++)
    free_stream (receiver->streams[i]);
  free (receiver->metrics);
  free (receiver->blocks);
  free (receiver);
}

void
rtp_cc_receiver_configure (RtpCcReceiver * receiver,
    const RtpCcReceiverConfig * config)
{
  receiver->config = *config;
}

static void
store (Stream * stream, uint64_t seq, RtpCcEcn ecn, RtpCcTime arrival)
{
  stream->flags[rtp_cc_receiver_slot (stream, seq)] =
      (uint8_t) (RECEIVER_RECEIVED | (ecn & 3));
  stream->arrival[rtp_cc_receiver_slot (stream, seq)] = arrival;
}

/* False: out of memory, and nothing has changed. */
static bool
resize_ring (Stream * stream, uint64_t size)
{
  Stream old = *stream;
  RtpCcTime *arrival = calloc (size, sizeof (RtpCcTime));
  uint8_t *flags = calloc (size, 1);

  if (arrival == NULL || flags == NULL) {
    free (arrival);
    free (flags);
    return false;
  }
  stream->size = size;
  stream->arrival = arrival;
  stream->flags = flags;
  if (old.size > 0) {
    for (uint64_t seq = old.first; seq <= old.highest; seq++) {
      stream->flags[rtp_cc_receiver_slot (stream, seq)] =
          old.flags[rtp_cc_receiver_slot (&old, seq)];
      stream->arrival[rtp_cc_receiver_slot (stream, seq)] =
          old.arrival[rtp_cc_receiver_slot (&old, seq)];
    }
  }
  free (old.arrival);
  free (old.flags);
  return true;
}

static bool
starts_before (Range range, uint64_t seq)
{
  return range.begin != range.end && range.begin < seq;
}

/* True if the numbers below @end are no longer needed: reported, and received long
 * ago. */
static bool
may_forget (const Stream * stream, uint64_t end, RtpCcTime now)
{
  if (end > stream->edge || end > stream->highest)
    return false;
  if (starts_before (stream->late, end)
      || starts_before (stream->todo[0], end)
      || starts_before (stream->todo[1], end))
    return false;
  while (!rtp_cc_receiver_has (stream, end))
    end++;
  return now - stream->arrival[rtp_cc_receiver_slot (stream, end)] > HISTORY;
}

/* A place in the ring for a number that is higher than all. False: out of
 * memory. */
static bool
make_room (Stream * stream, uint64_t seq, RtpCcTime now)
{
  while (stream->size < RING_SIZE && seq - stream->first >= stream->size
      && !may_forget (stream, seq - stream->size + 1, now)) {
    if (!resize_ring (stream, stream->size * 2))
      return false;
  }
  return true;
}

static void
forget (Stream * stream, uint64_t begin, uint64_t end)
{
  for (uint64_t seq = begin; seq < end; seq++)
    stream->flags[rtp_cc_receiver_slot (stream, seq)] = 0;
}

static void
add_to_range (Range * range, uint64_t seq)
{
  if (range->begin == range->end) {
    range->begin = seq;
    range->end = seq + 1;
  } else if (seq < range->begin) {
    range->begin = seq;
  } else if (seq >= range->end) {
    range->end = seq + 1;
  }
}

static void
start_stream (Stream * stream, uint16_t seq, RtpCcEcn ecn, RtpCcTime arrival)
{
  /* Room below for packets that come late, whatever the first number is. */
  uint64_t first = (UINT64_C (1) << 32) + seq;

  memset (stream->flags, 0, stream->size);
  memset (&stream->late, 0, sizeof (stream->late));
  memset (stream->todo, 0, sizeof (stream->todo));
  stream->candidate.valid = false;
  stream->first = stream->highest = first;
  stream->edge = first;
  stream->news = true;
  store (stream, first, ecn, arrival);
}

/* The one that has been silent for longest, if it may go: an invented SSRC
 * must not push out a stream that lives. */
static int
find_victim (const RtpCcReceiver * receiver, RtpCcTime now)
{
  int victim = -1;

  for (int i = 0; i < (int) receiver->stats.n_ssrcs; i++) {
    const Stream *s = receiver->streams[i];

    if (s->n_packets > 1 && now - s->last_packet <= SILENCE)
      continue;
    if (victim < 0 || s->last_packet < receiver->streams[victim]->last_packet)
      victim = i;
  }
  return victim;
}

static Stream *
find_stream (const RtpCcReceiver * receiver, uint32_t ssrc)
{
  for (unsigned i = 0; i < receiver->stats.n_ssrcs; i++) {
    if (receiver->streams[i]->ssrc == ssrc)
      return receiver->streams[i];
  }
  return NULL;
}

/* False: out of memory. */
static bool
grow_blocks (RtpCcReceiver * receiver)
{
  RtpCcCcfbBlock *blocks = realloc (receiver->blocks,
      2 * (receiver->stats.n_ssrcs + 1) * sizeof (RtpCcCcfbBlock));

  if (blocks == NULL)
    return false;
  receiver->blocks = blocks;
  return true;
}

/* NULL if there is no room. */
static Stream *
add_stream (RtpCcReceiver * receiver, uint32_t ssrc, RtpCcTime now)
{
  Stream *stream;

  if (receiver->stats.n_ssrcs < RECEIVER_MAX_STREAMS) {
    stream = calloc (1, sizeof (Stream));
    if (stream == NULL || !resize_ring (stream, FIRST_RING_SIZE)
        || !grow_blocks (receiver)) {
      free_stream (stream);
      return NULL;
    }
    receiver->streams[receiver->stats.n_ssrcs++] = stream;
  } else {
    int victim = find_victim (receiver, now);

    if (victim < 0)
      return NULL;
    stream = receiver->streams[victim];
  }
  stream->ssrc = ssrc;
  stream->n_packets = 0;
  return stream;
}

static void
become_urgent (RtpCcReceiver * receiver, RtpCcTime now)
{
  if (!receiver->urgent)
    receiver->urgent_since = now;
  receiver->urgent = true;
}

static void
advance (RtpCcReceiver * receiver, Stream * stream, uint64_t seq)
{
  forget (stream, stream->highest + 1, seq);
  receiver->gap |= seq > stream->highest + 1;
  receiver->stats.lost += seq - stream->highest - 1;
  stream->highest = seq;
  if (stream->highest - stream->first >= stream->size)
    stream->first = stream->highest - stream->size + 1;
}

static void
note_duplicate (RtpCcReceiver * receiver, Stream * stream, uint64_t seq,
    RtpCcEcn ecn)
{
  uint8_t *flags = &stream->flags[rtp_cc_receiver_slot (stream, seq)];

  receiver->stats.duplicates++;
  if (ecn != RTP_CC_ECN_CE || (*flags & 3) == RTP_CC_ECN_CE)
    return;

  /* RFC 8888 section 3.1: CE if any copy was. */
  *flags = RECEIVER_RECEIVED | RTP_CC_ECN_CE;
  add_to_range (&stream->late, seq);
  stream->news = true;
  receiver->n_new++;
}

/* At or behind the highest number, and in the ring or just in front of it. */
static void
note_late (RtpCcReceiver * receiver, Stream * stream, uint64_t seq,
    RtpCcEcn ecn, RtpCcTime arrival)
{
  if (seq >= stream->first && rtp_cc_receiver_has (stream, seq)) {
    note_duplicate (receiver, stream, seq, ecn);
    return;
  }

  receiver->stats.reordered++;
  if (seq < stream->first) {
    receiver->stats.lost += stream->first - seq - 1;
    stream->first = seq;
  } else {
    receiver->stats.lost--;
  }
  store (stream, seq, ecn, arrival);
  add_to_range (&stream->late, seq);
  stream->news = true;
  receiver->n_new++;
}

/* Each number of a gap costs two bytes of feedback: long ones have to be earned. */
static int64_t
longest_gap (const Stream * stream)
{
  int64_t gap = FIRST_GAP + GAP_PER_PACKET * (int64_t) stream->n_packets;

  return gap < MAX_GAP ? gap : MAX_GAP;
}

/* True if a number so far from the highest cannot be of the run of numbers that
 * the stream is in. */
static bool
is_distant (const Stream * stream, int64_t distance, RtpCcTime now)
{
  uint64_t seq = stream->highest + (uint64_t) distance;

  if (distance > 0)
    return distance > longest_gap (stream);
  if (seq >= stream->first && now - stream->last_packet <= SILENCE)
    return false;
  return distance < -MAX_MISORDER;
}

static bool
starts_anew (const Stream * stream, uint16_t seq, RtpCcTime now)
{
  const RtpCcReceiverCandidate *c = &stream->candidate;
  int distance = c->valid ? (int16_t) (uint16_t) (seq - c->seq) : 0;

  return now - stream->last_packet > SILENCE
      || (distance != 0 && abs (distance) <= MAX_MISORDER);
}

/* A number out of line: a stray packet, or the stream has started anew. */
static bool
note_distant (RtpCcReceiver * receiver, Stream * stream, uint16_t seq,
    RtpCcEcn ecn, RtpCcTime arrival, RtpCcTime now)
{
  RtpCcReceiverCandidate c = stream->candidate;

  if (!starts_anew (stream, seq, now)) {
    stream->candidate.valid = true;
    stream->candidate.seq = seq;
    stream->candidate.ecn = ecn;
    stream->candidate.arrival = arrival;
    receiver->stats.ignored++;
    /* Earlier packets are reported while they are known. */
    if (receiver->n_new > 0)
      become_urgent (receiver, now);
    return false;
  }

  if (now - stream->last_packet > SILENCE) {
    start_stream (stream, seq, ecn, arrival);
  } else {
    start_stream (stream, c.seq, c.ecn, c.arrival);
    receiver->stats.ignored--;
    receiver->stats.packets++;
    receiver->stats.ecn[c.ecn & 3]++;
    receiver->n_new++;
  }
  return true;
}

/* Returns false if the packet was not taken. */
static bool
note_in_stream (RtpCcReceiver * receiver, Stream * stream, uint16_t seq,
    RtpCcEcn ecn, RtpCcTime arrival, RtpCcTime now)
{
  int64_t distance = (int16_t) (uint16_t) (seq - (uint16_t) stream->highest);
  uint64_t extended;

  if (is_distant (stream, distance, now)) {
    if (!note_distant (receiver, stream, seq, ecn, arrival, now))
      return false;
    distance = (int16_t) (uint16_t) (seq - (uint16_t) stream->highest);
    if (distance == 0) {
      receiver->n_new++;
      return true;
    }
  }

  stream->candidate.valid = false;
  extended = stream->highest + (uint64_t) distance;
  if (distance <= 0) {
    note_late (receiver, stream, extended, ecn, arrival);
    return true;
  }
  if (!make_room (stream, extended, now)) {
    receiver->stats.ignored++;
    return false;
  }
  advance (receiver, stream, extended);
  store (stream, extended, ecn, arrival);
  stream->news = true;
  receiver->n_new++;
  if (stream->highest + 1 - stream->edge >= MAX_UNREPORTED)
    become_urgent (receiver, now);
  return true;
}

/* Half of the time when some are missing: OURS: without that 50 Mbit/s that lose 10 % are
 * used for 41 % and not 58. */
static bool
are_enough (const RtpCcReceiver * receiver, RtpCcTime now)
{
  const RtpCcReceiverConfig *c = &receiver->config;
  int64_t interval = receiver->gap ? c->min_interval / 2 : c->min_interval;

  return receiver->n_new >= c->max_packets
      && now - receiver->last_round >= interval;
}

void
rtp_cc_receiver_on_packet (RtpCcReceiver * receiver, uint32_t ssrc,
    uint16_t seq, bool marker, RtpCcEcn ecn, RtpCcTime arrival, RtpCcTime now)
{
  Stream *stream = find_stream (receiver, ssrc);

  if (stream == NULL) {
    stream = add_stream (receiver, ssrc, now);
    if (stream == NULL) {
      receiver->stats.ignored++;
      return;
    }
    start_stream (stream, seq, ecn, arrival);
    receiver->n_new++;
  } else if (!note_in_stream (receiver, stream, seq, ecn, arrival, now)) {
    return;
  }

  stream->n_packets++;
  stream->last_packet = now;
  receiver->stats.packets++;
  receiver->stats.ecn[ecn & 3]++;
  if (receiver->n_new == 0)
    return;
  if (marker || receiver->last_round == RTP_CC_TIME_NEVER
      || are_enough (receiver, now))
    become_urgent (receiver, now);
}

void
rtp_cc_receiver_stats (const RtpCcReceiver * receiver,
    RtpCcReceiverStats * stats)
{
  *stats = receiver->stats;
}
