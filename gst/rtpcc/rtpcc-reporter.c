/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-reporter.c: see rtpcc-reporter.h */
#include "rtpcc-reporter.h"

#include <stdlib.h>

#include "rtpcc-gcc-remb-receiver.h"
#include "rtpcc-remb.h"
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

/* RTP time of a stream, unwrapped. */
typedef struct
{
  uint32_t ssrc;
  uint32_t timestamp;           /* newest */
  int64_t units;                /* the same, unwrapped */
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
  uint64_t unnumbered, feedback_packets, feedback_bytes;
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

static MediaClock *
find_clock (RtpCcReporter * reporter, const RtpCcReceived * packet)
{
  MediaClock *clock;

  for (unsigned i = 0; i < reporter->n_clocks; i++) {
    if (reporter->clocks[i].ssrc == packet->ssrc)
      return &reporter->clocks[i];
  }
  if (reporter->n_clocks == GCC_REMB_STREAMS)
    return NULL;
  clock = &reporter->clocks[reporter->n_clocks++];
  clock->ssrc = packet->ssrc;
  clock->timestamp = packet->timestamp;
  /* Away from zero, since packets may be older than the first. */
  clock->units = INT64_C (1) << 32;
  return clock;
}

/* When the frame left, in ns on the stream's clock. */
static RtpCcTime
media_time (MediaClock * clock, const RtpCcReceived * packet)
{
  int32_t difference = (int32_t) (packet->timestamp - clock->timestamp);
  int64_t units = clock->units + difference;
  int64_t rate = packet->clock_rate;

  if (difference > 0) {
    clock->timestamp = packet->timestamp;
    clock->units = units;
  }
  return units / rate * RTP_CC_SECOND + units % rate * RTP_CC_SECOND / rate;
}

static void
note_for_remb (RtpCcReporter * reporter, const RtpCcReceived * packet,
    RtpCcTime now)
{
  MediaClock *clock = find_clock (reporter, packet);
  uint32_t size = packet->size + reporter->config.packet_overhead;

  if (clock == NULL || packet->clock_rate == 0)
    gcc_acked_add (&reporter->remb->acked, packet->arrival, packet->arrival,
        size);
  else
    gcc_remb_receiver_add (reporter->remb, packet->ssrc,
        media_time (clock, packet), packet->arrival, packet->arrival, size);

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

/* ---- */

void
rtp_cc_reporter_on_packet (RtpCcReporter * reporter,
    const RtpCcReceived * packet, RtpCcTime now)
{
  rtp_cc_receiver_on_packet (reporter->receiver, packet->ssrc, packet->seq,
      packet->marker, packet->ecn, packet->arrival, now);
  if (reporter->remb != NULL)
    note_for_remb (reporter, packet, now);
  if (reporter->twcc == NULL)
    return;
  if (packet->has_number)
    rtp_cc_twcc_receiver_on_packet (reporter->twcc, packet->ssrc,
        packet->number, packet->size + reporter->config.packet_overhead,
        packet->arrival, now);
  else
    reporter->unnumbered++;
}

RtpCcTime
rtp_cc_reporter_next_time (const RtpCcReporter * reporter)
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

size_t
rtp_cc_reporter_feedback (RtpCcReporter * reporter, uint8_t * data,
    size_t size, RtpCcTime now)
{
  size_t written = 0;

  if (rtp_cc_reporter_next_time (reporter) > now)
    return 0;
  switch (reporter->config.kind) {
    case RTP_CC_REPORTER_CCFB:
      written = rtp_cc_receiver_feedback (reporter->receiver, data, size, now);
      break;
    case RTP_CC_REPORTER_TWCC:
      written = rtp_cc_twcc_receiver_feedback (reporter->twcc, data, size, now);
      break;
    case RTP_CC_REPORTER_REMB:
      written = write_remb (reporter, data, size);
      break;
  }
  reporter->feedback_packets += written > 0;
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
  stats->remb = reporter->remb != NULL ? (uint64_t) reporter->remb->remb : 0;
}
