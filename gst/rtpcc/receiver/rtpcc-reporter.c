/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-reporter.c: selected kind of feedback, and its byte budget */
#include "rtpcc-reporter.h"

#include <stdlib.h>

#include "gst/rtpcc/receiver/remb/rtpcc-gcc-remb-receiver.h"
#include "rtpcc-receiver.h"
#include "gst/rtpcc/wire/rtpcc-remb.h"
#include "rtpcc-twcc-receiver.h"

/* OURS: a frame is what has one time stamp; streams that send more than 1000
 * frames a second do not exist. */
#define REMB_FRAME_TIME RTP_CC_MSECOND

/* OURS: the receiver does not know the RTT; as libwebrtc has it. */
#define REMB_RTT (200 * RTP_CC_MSECOND)

/* OURS: what arrives is the first estimate after half a second, which is in
 * time for a sender that waits for feedback, and not after the 5 s that
 * libwebrtc had: those are over so much earlier. */
#define REMB_HEAD_START (4500 * RTP_CC_MSECOND)

/* OURS: as libwebrtc has it: no REMB asks for less, bit/s. */
#define REMB_MIN_RATE 10000.0

/* OURS: no bound; rates over it do not come up. */
#define REMB_MAX_RATE 1e12

/* OURS: the estimator is asked so often while packets come: over-use shows in a
 * frame, which comes each 16 ms at most. */
#define REMB_CHECK (10 * RTP_CC_MSECOND)

/* draft-alvestrand-rmcat-remb-03 section 2.2: without SSRCs */
#define REMB_SIZE 20

/* OURS: a stream that is silent for so long leaves its place to a new one, as in
 * rtpcc-receiver.  At half one that pauses would lose it, at double a sender
 * that starts anew every second would wait. */
#define REMB_SILENCE (2 * RTP_CC_SECOND)

/* OURS: an RTP time that is so far from what the arrivals say is of another
 * clock: libwebrtc's limit for a clock that was set.  At half a stall of the
 * path of that time costs the filter its past, at double the estimate stands
 * still for longer when a clock is set back. */
#define MEDIA_JUMP (3 * RTP_CC_SECOND)

/* OURS: a clock starts anew after so many seconds of media, 30 years; ns of
 * twice that still fit into 63 bits. */
#define MEDIA_MAX INT64_C (1000000000)

/* RTP time of a stream, unwrapped. */
typedef struct
{
  uint32_t ssrc;
  uint64_t n_packets;
  RtpCcTime heard;
  uint32_t rate;                /* Hz; 0: unknown */
  uint32_t timestamp;           /* newest */
  RtpCcTime arrival;            /* of the newest */
  int64_t units;                /* of the newest, unwrapped, from 0 */
} MediaClock;

struct _RtpCcReporter
{
  RtpCcReporterConfig config;
  RtpCcReceiver *receiver;
  RtpCcTwccReceiver *twcc;
  GccRembReceiver *remb;
  RtpCcTime checked;            /* when the REMB estimator was asked */
  bool pending;                 /* it wants a REMB to be sent */
  MediaClock clocks[GCC_REMB_STREAMS];
  unsigned n_clocks;
  uint64_t earned;              /* bytes that came, less those that went */
  uint64_t reserved;            /* bytes of it that are not for feedback */
  uint64_t unnumbered, held, feedback_packets, feedback_bytes;
};

static void
get_twcc_config (const RtpCcReporter * reporter,
    RtpCcTwccReceiverConfig * config)
{
  config->sender_ssrc = reporter->config.receiver.sender_ssrc;
  config->max_size = reporter->config.receiver.max_size;
}

/* False: out of memory. */
static bool
start_kind (RtpCcReporter * reporter, RtpCcTime now)
{
  RtpCcTwccReceiverConfig twcc;

  switch (reporter->config.kind) {
    case RTP_CC_REPORTER_CCFB:
      return true;
    case RTP_CC_REPORTER_TWCC:
      get_twcc_config (reporter, &twcc);
      reporter->twcc = rtp_cc_twcc_receiver_new (&twcc, now);
      return reporter->twcc != NULL;
    case RTP_CC_REPORTER_REMB:
      reporter->remb = malloc (sizeof (GccRembReceiver));
      if (reporter->remb != NULL)
        gcc_remb_receiver_init (reporter->remb, REMB_FRAME_TIME,
            now - REMB_HEAD_START);
      return reporter->remb != NULL;
  }
  return false;
}

RtpCcReporter *
rtp_cc_reporter_new (const RtpCcReporterConfig * config, RtpCcTime now)
{
  RtpCcReporter *reporter = calloc (1, sizeof (RtpCcReporter));

  if (reporter == NULL)
    return NULL;
  reporter->config = *config;
  reporter->checked = now;
  reporter->receiver = rtp_cc_receiver_new (&config->receiver);
  if (reporter->receiver == NULL || !start_kind (reporter, now)) {
    rtp_cc_reporter_free (reporter);
    return NULL;
  }
  return reporter;
}

void
rtp_cc_reporter_free (RtpCcReporter * reporter)
{
  if (reporter == NULL)
    return;
  rtp_cc_receiver_free (reporter->receiver);
  rtp_cc_twcc_receiver_free (reporter->twcc);
  free (reporter->remb);
  free (reporter);
}

void
rtp_cc_reporter_configure (RtpCcReporter * reporter,
    const RtpCcReporterConfig * config)
{
  RtpCcReporterKind kind = reporter->config.kind;
  RtpCcTwccReceiverConfig twcc;

  reporter->config = *config;
  reporter->config.kind = kind;
  rtp_cc_receiver_configure (reporter->receiver, &config->receiver);
  get_twcc_config (reporter, &twcc);
  if (reporter->twcc != NULL)
    rtp_cc_twcc_receiver_configure (reporter->twcc, &twcc);
}

/* ---- REMB ---- */

/* A free place, or that of the stream which has been silent for longest, if it
 * may go: an invented SSRC must not push out a stream that lives. */
static MediaClock *
take_place (RtpCcReporter * reporter, RtpCcTime now)
{
  MediaClock *victim = NULL;

  if (reporter->n_clocks < GCC_REMB_STREAMS)
    return &reporter->clocks[reporter->n_clocks++];
  for (unsigned i = 0; i < reporter->n_clocks; i++) {
    MediaClock *clock = &reporter->clocks[i];

    if (clock->n_packets > 1 && now - clock->heard <= REMB_SILENCE)
      continue;
    if (victim == NULL || clock->heard < victim->heard)
      victim = clock;
  }
  if (victim != NULL)
    gcc_remb_receiver_forget (reporter->remb, victim->ssrc);
  return victim;
}

static void
start_clock (MediaClock * clock, const RtpCcReceived * packet)
{
  clock->rate = packet->clock_rate;
  clock->timestamp = packet->timestamp;
  clock->arrival = packet->arrival;
  clock->units = 0;
}

static MediaClock *
find_clock (RtpCcReporter * reporter, const RtpCcReceived * packet,
    RtpCcTime now)
{
  MediaClock *clock;

  for (unsigned i = 0; i < reporter->n_clocks; i++) {
    if (reporter->clocks[i].ssrc == packet->ssrc)
      return &reporter->clocks[i];
  }
  clock = take_place (reporter, now);
  if (clock == NULL)
    return NULL;
  clock->ssrc = packet->ssrc;
  clock->n_packets = 0;
  start_clock (clock, packet);
  return clock;
}

/* False: it is of another clock than the packets before. */
static bool
keeps_time (const MediaClock * clock, const RtpCcReceived * packet)
{
  int32_t units = (int32_t) (packet->timestamp - clock->timestamp);
  int64_t passed = packet->arrival - clock->arrival, off;

  if (clock->rate != packet->clock_rate
      || clock->units / clock->rate >= MEDIA_MAX)
    return false;
  off = units * RTP_CC_SECOND / clock->rate - passed;
  return off <= MEDIA_JUMP && off >= -MEDIA_JUMP;
}

/* When the frame left, in ns on the stream's clock. */
static RtpCcTime
media_time (MediaClock * clock, const RtpCcReceived * packet)
{
  int32_t difference = (int32_t) (packet->timestamp - clock->timestamp);
  int64_t units = clock->units + difference;
  int64_t rate = clock->rate;

  if (difference > 0) {
    clock->timestamp = packet->timestamp;
    clock->arrival = packet->arrival;
    clock->units = units;
  }
  return units / rate * RTP_CC_SECOND + units % rate * RTP_CC_SECOND / rate;
}

static void
note_frame (RtpCcReporter * reporter, MediaClock * clock,
    const RtpCcReceived * packet, uint32_t size)
{
  if (!keeps_time (clock, packet)) {
    start_clock (clock, packet);
    gcc_remb_receiver_forget (reporter->remb, packet->ssrc);
  }
  gcc_remb_receiver_add (reporter->remb, packet->ssrc,
      media_time (clock, packet), packet->arrival, packet->arrival, size);
}

static void
note_for_remb (RtpCcReporter * reporter, const RtpCcReceived * packet,
    RtpCcTime now)
{
  MediaClock *clock = find_clock (reporter, packet, now);
  uint32_t size = packet->size + reporter->config.packet_overhead;

  if (clock != NULL) {
    clock->n_packets++;
    clock->heard = now;
  }
  if (clock == NULL || packet->clock_rate == 0)
    gcc_acked_add (&reporter->remb->acked, packet->arrival, packet->arrival,
        size);
  else
    note_frame (reporter, clock, packet, size);

  if (now - reporter->checked < REMB_CHECK)
    return;
  reporter->checked = now;
  if (gcc_remb_receiver_update (reporter->remb, REMB_MIN_RATE, REMB_MAX_RATE,
          REMB_RTT, now))
    reporter->pending = true;
}

static size_t
write_remb (RtpCcReporter * reporter, uint8_t * data, size_t size)
{
  RtpCcRemb remb;

  reporter->pending = false;
  remb.sender_ssrc = reporter->config.receiver.sender_ssrc;
  remb.bitrate = (uint64_t) reporter->remb->remb;
  remb.n_ssrcs = reporter->n_clocks;
  for (unsigned i = 0; i < reporter->n_clocks; i++)
    remb.ssrcs[i] = reporter->clocks[i].ssrc;
  return rtp_cc_remb_write (data, size, &remb);
}

/* ---- the bound ---- */

/* When the kind of feedback wants to be sent. */
static RtpCcTime
wanted_time (const RtpCcReporter * reporter)
{
  switch (reporter->config.kind) {
    case RTP_CC_REPORTER_CCFB:
      break;
    case RTP_CC_REPORTER_TWCC:
      return rtp_cc_twcc_receiver_next_time (reporter->twcc);
    case RTP_CC_REPORTER_REMB:
      return reporter->pending ? reporter->checked : RTP_CC_TIME_NEVER;
  }
  return rtp_cc_receiver_next_time (reporter->receiver);
}

/* About how many bytes on the wire the next packet has. */
static uint64_t
wanted_size (const RtpCcReporter * reporter)
{
  size_t size = 0;

  switch (reporter->config.kind) {
    case RTP_CC_REPORTER_CCFB:
      size = rtp_cc_receiver_pending (reporter->receiver);
      break;
    case RTP_CC_REPORTER_TWCC:
      size = rtp_cc_twcc_receiver_pending (reporter->twcc);
      break;
    case RTP_CC_REPORTER_REMB:
      size = REMB_SIZE + 4 * (size_t) reporter->n_clocks;
      break;
  }
  return size + reporter->config.packet_overhead + reporter->reserved;
}

/* Mostly without counting the request. */
static bool
can_afford (const RtpCcReporter * reporter)
{
  const RtpCcReporterConfig *config = &reporter->config;

  return reporter->earned >= config->receiver.max_size
      + config->packet_overhead + reporter->reserved
      || reporter->earned >= wanted_size (reporter);
}

void
rtp_cc_reporter_new_peer (RtpCcReporter * reporter)
{
  reporter->earned = reporter->reserved = 0;
}

void
rtp_cc_reporter_reserve (RtpCcReporter * reporter, uint64_t bytes)
{
  reporter->reserved = bytes;
}

bool
rtp_cc_reporter_spend (RtpCcReporter * reporter, uint64_t bytes)
{
  if (bytes > reporter->earned)
    return false;
  reporter->earned -= bytes;
  return true;
}

/* ---- */

static void
earn (RtpCcReporter * reporter, const RtpCcReceived * packet, RtpCcTime now)
{
  if (!packet->elsewhere)
    reporter->earned += packet->size + reporter->config.packet_overhead;
  if (reporter->earned > RTP_CC_REPORTER_KEPT)
    reporter->earned = RTP_CC_REPORTER_KEPT;
  if (!can_afford (reporter) && wanted_time (reporter) <= now)
    reporter->held++;
}

void
rtp_cc_reporter_on_packet (RtpCcReporter * reporter,
    const RtpCcReceived * packet, RtpCcTime now)
{
  rtp_cc_receiver_on_packet (reporter->receiver, packet->ssrc, packet->seq,
      packet->marker, packet->ecn, packet->arrival, now);
  if (reporter->remb != NULL)
    note_for_remb (reporter, packet, now);
  if (reporter->twcc != NULL && packet->has_number)
    rtp_cc_twcc_receiver_on_packet (reporter->twcc, packet->ssrc,
        packet->number, packet->size + reporter->config.packet_overhead,
        packet->arrival, now);
  else if (reporter->twcc != NULL)
    reporter->unnumbered++;
  earn (reporter, packet, now);
}

RtpCcTime
rtp_cc_reporter_next_time (const RtpCcReporter * reporter)
{
  return can_afford (reporter) ? wanted_time (reporter) : RTP_CC_TIME_NEVER;
}

static size_t
write_feedback (RtpCcReporter * reporter, uint8_t * data, size_t size,
    RtpCcTime now)
{
  switch (reporter->config.kind) {
    case RTP_CC_REPORTER_CCFB:
      break;
    case RTP_CC_REPORTER_TWCC:
      return rtp_cc_twcc_receiver_feedback (reporter->twcc, data, size, now);
    case RTP_CC_REPORTER_REMB:
      return write_remb (reporter, data, size);
  }
  return rtp_cc_receiver_feedback (reporter->receiver, data, size, now);
}

size_t
rtp_cc_reporter_feedback (RtpCcReporter * reporter, uint8_t * data,
    size_t size, RtpCcTime now)
{
  uint64_t left;
  size_t written;

  if (wanted_time (reporter) > now || !can_afford (reporter))
    return 0;
  left = reporter->earned - reporter->config.packet_overhead
      - reporter->reserved;
  written = write_feedback (reporter, data, size < left ? size : (size_t) left,
      now);
  if (written == 0)
    return 0;
  reporter->earned -= written + reporter->config.packet_overhead;
  reporter->feedback_packets++;
  reporter->feedback_bytes += written;
  return written;
}

void
rtp_cc_reporter_stats (const RtpCcReporter * reporter,
    RtpCcReporterStats * stats)
{
  rtp_cc_receiver_stats (reporter->receiver, &stats->receiver);
  stats->receiver.feedback_packets = reporter->feedback_packets;
  stats->receiver.feedback_bytes = reporter->feedback_bytes;
  stats->unnumbered = reporter->unnumbered;
  stats->held = reporter->held;
  stats->remb = reporter->remb != NULL ? (uint64_t) reporter->remb->remb : 0;
}
