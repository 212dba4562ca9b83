/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-receiver.c: arrivals in, RFC 8888 feedback out
 *
 * Each stream (SSRC) has a ring of its last sequence numbers, up to RING_SIZE,
 * in 64 bits, so nothing in here wraps.  Feedback comes in rounds.  A round begins
 * when feedback is due; it fixes for each stream what is to be reported, and
 * lasts until all of that is written, usually in one packet:
 *
 *    late       packets that came behind what the rounds before had covered
 *    main       from the end of the last round but one, and at least the
 *               newest OVERLAP numbers, up to the highest number received
 *
 *   edge[1]           edge[0]          highest
 *      |  last round      |    new        |
 *      |------------- main ---------------|
 *
 * So each arrival is in two rounds, if the stream goes on.  A gap in the
 * numbers lies between edge[0] and highest and is covered whole.
 */
#include "rtpcc-receiver.h"

#include <stdlib.h>
#include <string.h>

/* OURS: more than one session has in practice, few enough that invented SSRCs
 * cannot take memory: 64 times 2 KiB, 72 KiB for one that goes on fast */
#define MAX_STREAMS 64

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

/* OURS: report at once if the next packet could push unreported ones out of
 * the ring */
#define MAX_UNREPORTED (RING_SIZE - MAX_GAP - 1)

/* RFC 3550 appendix A.1, MAX_MISORDER: how far behind a number may be and
 * still be taken for a late packet and not for a new start */
#define MAX_MISORDER 100

_Static_assert (MAX_MISORDER < FIRST_RING_SIZE, "a late packet has a place");

/* draft-ietf-ccwg-rfc8298bis-screamv2-01 section 5, reports overlap; 32 is
 * what its authors' receiver does */
#define OVERLAP 32

/* OURS: what the draft's authors' receiver takes for a new start */
#define SILENCE (2 * RTP_CC_SECOND)

/* OURS: a packet that comes so late is still reported; senders have long given
 * it up by then */
#define HISTORY (4 * RTP_CC_SECOND)

/* OURS: a run of numbers that is at most this far in front of another shares
 * its block, for a header of 8 bytes is as long as four reports */
#define MERGE_DISTANCE 4

/* OURS: bounds the work and the memory of one packet; at 2048 bytes it is over
 * any MTU of the Internet */
#define MAX_METRICS 1024

/* RFC 8888 section 3.1: header, SSRC, timestamp */
#define PACKET_OVERHEAD 12
/* RFC 8888 section 3.1: SSRC, begin_seq, num_reports */
#define BLOCK_OVERHEAD 8

/* OURS: flags of one number in the ring; the two bits below are its ECN */
#define RECEIVED 0x04

/* Sequence numbers from begin to end - 1; none if they are equal. */
typedef struct
{
  uint64_t begin, end;
} Range;

/* A packet whose number does not go with its stream.  If the next one goes
 * with it, the stream has started anew, RFC 3550 appendix A.1. */
typedef struct
{
  bool valid;
  uint16_t seq;
  RtpCcEcn ecn;
  RtpCcTime arrival;
} Candidate;

typedef struct
{
  uint32_t ssrc;
  uint64_t n_packets;
  RtpCcTime last_packet;
  uint64_t first, highest;      /* numbers that are in the ring */
  uint64_t edge[2];             /* end of the last round, and the one before */
  Range late[2];                /* since the last round, and in it */
  Range todo[2];                /* late and main of the running round */
  bool news;
  Candidate candidate;
  uint64_t size;                /* of the ring */
  RtpCcTime *arrival;
  uint8_t *flags;
} Stream;

struct _RtpCcReceiver
{
  RtpCcReceiverConfig config;
  RtpCcReceiverStats stats;
  Stream *streams[MAX_STREAMS]; /* the first n_ssrcs of them */

  unsigned n_new;               /* packets since the last round */
  bool urgent;                  /* due whatever the interval */
  bool in_round;
  RtpCcTime urgent_since;
  RtpCcTime last_round;

  RtpCcMetric metrics[MAX_METRICS];
  RtpCcCcfbBlock blocks[2 * MAX_STREAMS];
  size_t n_metrics, n_blocks;
};

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
  free (receiver);
}

void
rtp_cc_receiver_configure (RtpCcReceiver * receiver,
    const RtpCcReceiverConfig * config)
{
  receiver->config = *config;
}

static size_t
slot (const Stream * stream, uint64_t seq)
{
  return (size_t) (seq & (stream->size - 1));
}

static bool
is_received (const Stream * stream, uint64_t seq)
{
  return (stream->flags[slot (stream, seq)] & RECEIVED) != 0;
}

static void
store (Stream * stream, uint64_t seq, RtpCcEcn ecn, RtpCcTime arrival)
{
  stream->flags[slot (stream, seq)] = (uint8_t) (RECEIVED | (ecn & 3));
  stream->arrival[slot (stream, seq)] = arrival;
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
      stream->flags[slot (stream, seq)] = old.flags[slot (&old, seq)];
      stream->arrival[slot (stream, seq)] = old.arrival[slot (&old, seq)];
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

/* True if nobody misses the numbers below @end: they were told, and came long
 * ago. */
static bool
may_forget (const Stream * stream, uint64_t end, RtpCcTime now)
{
  if (end > stream->edge[1] || end > stream->highest)
    return false;
  for (int i = 0; i < 2; i++) {
    if (starts_before (stream->late[i], end)
        || starts_before (stream->todo[i], end))
      return false;
  }
  while (!is_received (stream, end))
    end++;
  return now - stream->arrival[slot (stream, end)] > HISTORY;
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
    stream->flags[slot (stream, seq)] = 0;
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

static Range
union_of (Range a, Range b)
{
  if (a.begin == a.end)
    return b;
  if (b.begin == b.end)
    return a;
  if (b.begin < a.begin)
    a.begin = b.begin;
  if (b.end > a.end)
    a.end = b.end;
  return a;
}

static void
start_stream (Stream * stream, uint16_t seq, RtpCcEcn ecn, RtpCcTime arrival)
{
  /* Room below for packets that come late, whatever the first number is. */
  uint64_t first = (UINT64_C (1) << 32) + seq;

  memset (stream->flags, 0, stream->size);
  memset (stream->late, 0, sizeof (stream->late));
  memset (stream->todo, 0, sizeof (stream->todo));
  stream->candidate.valid = false;
  stream->first = stream->highest = first;
  stream->edge[0] = stream->edge[1] = first;
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

/* NULL if there is no room. */
static Stream *
add_stream (RtpCcReceiver * receiver, uint32_t ssrc, RtpCcTime now)
{
  Stream *stream;

  if (receiver->stats.n_ssrcs < MAX_STREAMS) {
    stream = calloc (1, sizeof (Stream));
    if (stream == NULL || !resize_ring (stream, FIRST_RING_SIZE)) {
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
  receiver->stats.lost += seq - stream->highest - 1;
  stream->highest = seq;
  if (stream->highest - stream->first >= stream->size)
    stream->first = stream->highest - stream->size + 1;
}

static void
note_duplicate (RtpCcReceiver * receiver, Stream * stream, uint64_t seq,
    RtpCcEcn ecn)
{
  uint8_t *flags = &stream->flags[slot (stream, seq)];

  receiver->stats.duplicates++;
  if (ecn != RTP_CC_ECN_CE || (*flags & 3) == RTP_CC_ECN_CE)
    return;

  /* RFC 8888 section 3.1: CE if any copy was. */
  *flags = RECEIVED | RTP_CC_ECN_CE;
  add_to_range (&stream->late[0], seq);
  stream->news = true;
  receiver->n_new++;
}

/* At or behind the highest number, and in the ring or just in front of it. */
static void
note_late (RtpCcReceiver * receiver, Stream * stream, uint64_t seq,
    RtpCcEcn ecn, RtpCcTime arrival)
{
  if (seq >= stream->first && is_received (stream, seq)) {
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
  add_to_range (&stream->late[0], seq);
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
  const Candidate *c = &stream->candidate;
  int distance = c->valid ? (int16_t) (uint16_t) (seq - c->seq) : 0;

  return now - stream->last_packet > SILENCE
      || (distance != 0 && abs (distance) <= MAX_MISORDER);
}

/* A number out of line: a stray packet, or the stream has started anew. */
static bool
note_distant (RtpCcReceiver * receiver, Stream * stream, uint16_t seq,
    RtpCcEcn ecn, RtpCcTime arrival, RtpCcTime now)
{
  Candidate c = stream->candidate;

  if (!starts_anew (stream, seq, now)) {
    stream->candidate.valid = true;
    stream->candidate.seq = seq;
    stream->candidate.ecn = ecn;
    stream->candidate.arrival = arrival;
    receiver->stats.ignored++;
    /* What came before goes out while it is still known. */
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
  if (stream->highest - stream->edge[0] >= MAX_UNREPORTED)
    become_urgent (receiver, now);
  return true;
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
  if (marker || receiver->n_new >= receiver->config.max_packets
      || receiver->last_round == RTP_CC_TIME_NEVER)
    become_urgent (receiver, now);
}

RtpCcTime
rtp_cc_receiver_next_time (const RtpCcReceiver * receiver)
{
  if (receiver->in_round)
    return receiver->last_round;
  if (receiver->n_new == 0)
    return RTP_CC_TIME_NEVER;
  if (receiver->urgent)
    return receiver->urgent_since;
  return receiver->last_round + receiver->config.max_interval;
}

/* Fixes what this round has to say about a stream. */
static void
start_stream_round (Stream * stream)
{
  uint64_t end = stream->highest + 1;
  uint64_t begin = stream->edge[1];
  Range late = union_of (stream->late[0], stream->late[1]);

  if (end - stream->first < OVERLAP)
    begin = stream->first;
  else if (begin > end - OVERLAP)
    begin = end - OVERLAP;

  if (late.begin != late.end && late.begin < begin) {
    if (late.end > begin)
      late.end = begin;
    if (late.end + MERGE_DISTANCE >= begin) {
      begin = late.begin;
      late.end = late.begin;
    }
  } else {
    late.end = late.begin;
  }

  stream->todo[0] = late;
  stream->todo[1].begin = begin;
  stream->todo[1].end = end;
  stream->late[1] = stream->late[0];
  stream->late[0].end = stream->late[0].begin;
  stream->edge[1] = stream->edge[0];
  stream->edge[0] = end;
  stream->news = false;
}

/* True if something of it has not been reported twice. */
static bool
is_owed (const Stream * stream)
{
  return stream->news || stream->edge[1] != stream->highest + 1
      || stream->late[1].begin != stream->late[1].end;
}

static uint64_t
range_length (const Stream * stream, Range range)
{
  if (range.begin < stream->first)
    range.begin = stream->first;
  return range.end > range.begin ? range.end - range.begin : 0;
}

/* Numbers that are still to be named in this round, or will be in the next. */
static uint64_t
pending_numbers (const RtpCcReceiver * receiver, const Stream * stream)
{
  Range range = { stream->edge[1], stream->highest + 1 };

  if (receiver->in_round)
    return range_length (stream, stream->todo[0])
        + range_length (stream, stream->todo[1]);
  if (!is_owed (stream))
    return 0;
  if (range.end - range.begin < OVERLAP)
    range.begin = range.end - OVERLAP;
  return range_length (stream, range);
}

size_t
rtp_cc_receiver_pending (const RtpCcReceiver * receiver)
{
  size_t size = PACKET_OVERHEAD;

  for (unsigned i = 0; i < receiver->stats.n_ssrcs; i++) {
    uint64_t n = pending_numbers (receiver, receiver->streams[i]);

    if (n > 0)
      size += BLOCK_OVERHEAD + 4 * (size_t) ((n + 1) / 2);
  }
  /* Late ones were not counted. */
  if (size == PACKET_OVERHEAD)
    size += BLOCK_OVERHEAD + 4;
  return size < receiver->config.max_size ? size : receiver->config.max_size;
}

static void
start_round (RtpCcReceiver * receiver, RtpCcTime now)
{
  for (unsigned i = 0; i < receiver->stats.n_ssrcs; i++) {
    if (is_owed (receiver->streams[i]))
      start_stream_round (receiver->streams[i]);
  }
  receiver->in_round = true;
  receiver->last_round = now;
  receiver->n_new = 0;
  receiver->urgent = false;
}

/* How many of the @n numbers from @begin to put into one block.  A peer that
 * writes NUM_REPORTS_LAST acts upon a block only if its last packet has been
 * received, so leave what is missing at the end out: 0 if that is all. */
static size_t
block_length (const RtpCcReceiver * receiver, const Stream * stream,
    uint64_t begin, size_t n)
{
  if (receiver->config.num_reports == RTP_CC_NUM_REPORTS_COUNT)
    return n;

  while (n > 0 && !is_received (stream, begin + n - 1))
    n--;
  return n;
}

/* Peers of that reading are going to change it.  With an even number of reports
 * the field is odd, the blocks end at the same place in both readings, and one
 * that takes the field for the number sees all but the newest packet.  The
 * report in front takes the place of the padding. */
static bool
wants_one_more (const RtpCcReceiver * receiver, size_t n)
{
  return receiver->config.num_reports == RTP_CC_NUM_REPORTS_LAST && (n & 1);
}

/* @begin may be the number in front of the stream's first. */
static void
add_block (RtpCcReceiver * receiver, const Stream * stream, uint64_t begin,
    size_t n, RtpCcTime now)
{
  RtpCcCcfbBlock *block = &receiver->blocks[receiver->n_blocks++];
  RtpCcMetric *metrics = &receiver->metrics[receiver->n_metrics];

  block->ssrc = stream->ssrc;
  block->begin_seq = (uint16_t) begin;
  block->num_reports = (uint16_t) n;
  block->metrics = metrics;
  receiver->n_metrics += n;

  for (size_t i = 0; i < n; i++) {
    size_t k = slot (stream, begin + i);

    metrics[i].received = begin + i >= stream->first
        && (stream->flags[k] & RECEIVED) != 0;
    metrics[i].ecn = (RtpCcEcn) (stream->flags[k] & 3);
    metrics[i].age = now - stream->arrival[k];
  }
}

/* Moves as much of @range into the packet as there is room for, @room bytes;
 * returns the bytes that are left. */
static size_t
take_range (RtpCcReceiver * receiver, Stream * stream, Range * range,
    size_t room, RtpCcTime now)
{
  if (range->begin < stream->first)
    range->begin = range->end < stream->first ? range->end : stream->first;

  while (range->begin != range->end && room >= BLOCK_OVERHEAD + 4
      && receiver->n_blocks < 2 * MAX_STREAMS
      && receiver->n_metrics < MAX_METRICS) {
    size_t n = (room - BLOCK_OVERHEAD) / 4 * 2;
    size_t length;
    unsigned more;

    if (n > MAX_METRICS - receiver->n_metrics)
      n = MAX_METRICS - receiver->n_metrics;
    if (n > range->end - range->begin)
      n = (size_t) (range->end - range->begin);
    length = block_length (receiver, stream, range->begin, n);
    if (length == 0) {
      range->begin += n;
      continue;
    }
    more = wants_one_more (receiver, length);
    add_block (receiver, stream, range->begin - more, length + more, now);
    room -= BLOCK_OVERHEAD + 2 * (length + (length & 1));
    range->begin += length;
  }
  return room;
}

/* 16.16 seconds of the caller's clock, any that does not step will do:
 * RFC 8888 section 3.1 wants NTP time for it, but defines the use of
 * differences only. */
static uint32_t
report_timestamp (RtpCcTime now)
{
  uint64_t seconds = (uint64_t) (now / RTP_CC_SECOND);
  uint64_t rest = (uint64_t) (now % RTP_CC_SECOND);

  return (uint32_t) (seconds << 16)
      + (uint32_t) ((rest << 16) / RTP_CC_SECOND);
}

static void
fill_packet (RtpCcReceiver * receiver, size_t room, RtpCcTime now)
{
  receiver->n_blocks = 0;
  receiver->n_metrics = 0;
  for (unsigned i = 0; i < receiver->stats.n_ssrcs; i++) {
    Stream *stream = receiver->streams[i];

    for (int k = 0; k < 2; k++)
      room = take_range (receiver, stream, &stream->todo[k], room, now);
  }
}

/* 0: the round is over. */
static size_t
write_packet (RtpCcReceiver * receiver, uint8_t * data, size_t size,
    RtpCcTime now)
{
  if (size > receiver->config.max_size)
    size = receiver->config.max_size;
  if (size < PACKET_OVERHEAD)
    return 0;
  fill_packet (receiver, size - PACKET_OVERHEAD, now);
  if (receiver->n_blocks == 0)
    return 0;
  return rtp_cc_ccfb_write (data, size, receiver->config.sender_ssrc,
      receiver->blocks, receiver->n_blocks, report_timestamp (now),
      receiver->config.num_reports);
}

/* A round may have lasted until the next is due. */
size_t
rtp_cc_receiver_feedback (RtpCcReceiver * receiver, uint8_t * data,
    size_t size, RtpCcTime now)
{
  size_t written = 0;

  while (written == 0 && rtp_cc_receiver_next_time (receiver) <= now) {
    if (!receiver->in_round)
      start_round (receiver, now);
    written = write_packet (receiver, data, size, now);
    receiver->in_round = written > 0;
  }
  receiver->stats.feedback_packets += written > 0;
  receiver->stats.feedback_bytes += written;
  return written;
}

void
rtp_cc_receiver_stats (const RtpCcReceiver * receiver,
    RtpCcReceiverStats * stats)
{
  *stats = receiver->stats;
}
