/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-twcc-receiver.c: arrivals by transport-wide number, and their reports
 *
 * A ring of arrivals by number, which has 64 bits in here.
 *
 *     first ... begin ............. highest
 *               |---- next report ----|
 */
#include "rtpcc-twcc-receiver.h"

#include <stdlib.h>
#include <string.h>

#include "gst/rtpcc/rtpcc-meter.h"

/* OURS: a power of two, more than twice MAX_GAP; a second at 80 Mbit/s */
#define RING_SIZE 8192

/* OURS: fewer than one report can name, so that each has something that was
 * received; who skips more has started anew */
#define MAX_GAP 2000

/* OURS: packets that one report names at most; over MAX_GAP */
#define MAX_REPORT 2048

/* OURS: as libwebrtc has it: a report is taken to have so many bytes. */
#define REPORT_SIZE 68

/* draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1: header, a status
 * chunk, padding */
#define REPORT_OVERHEAD 25

/* draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1: two bytes of
 * time, and less than one of status */
#define PER_NUMBER 3

/* OURS: reports take this part of what is received, as libwebrtc's take of the
 * estimate. */
#define REPORT_SHARE 0.05

/* OURS: as libwebrtc has it: reports more often than this tell no more. */
#define MIN_INTERVAL (50 * RTP_CC_MSECOND)

/* OURS: libwebrtc's first value; it goes up to 250 ms below 44 kbit/s, where the
 * sender would notice a queue too late and could take it for missing feedback. */
#define MAX_INTERVAL (100 * RTP_CC_MSECOND)

/* OURS: the rate that the interval follows is over one second. */
#define METER_WINDOW RTP_CC_SECOND

struct _RtpCcTwccReceiver
{
  RtpCcTwccReceiverConfig config;
  RtpCcTime arrivals[RING_SIZE];        /* NEVER: not received */
  bool started;
  uint64_t first, begin, highest;
  bool news;
  uint32_t media_ssrc;
  uint8_t count;                /* of the next report */
  RtpCcMeter meter;
  int64_t interval;
  RtpCcTime last_report;        /* NEVER: none yet */
  RtpCcTwccPacket packets[MAX_REPORT];  /* of the report being written */
};

RtpCcTwccReceiver *
rtp_cc_twcc_receiver_new (const RtpCcTwccReceiverConfig * config, RtpCcTime now)
{
  RtpCcTwccReceiver *receiver = calloc (1, sizeof (RtpCcTwccReceiver));

  if (receiver == NULL)
    return NULL;
  receiver->config = *config;
  receiver->interval = MAX_INTERVAL;
  receiver->last_report = RTP_CC_TIME_NEVER;
  rtp_cc_meter_init (&receiver->meter, METER_WINDOW, now);
  return receiver;
}

void
rtp_cc_twcc_receiver_free (RtpCcTwccReceiver * receiver)
{
  free (receiver);
}

void
rtp_cc_twcc_receiver_configure (RtpCcTwccReceiver * receiver,
    const RtpCcTwccReceiverConfig * config)
{
  receiver->config = *config;
}

static RtpCcTime *
arrival_of (RtpCcTwccReceiver * receiver, uint64_t number)
{
  return &receiver->arrivals[number % RING_SIZE];
}

static void
start (RtpCcTwccReceiver * receiver, uint16_t seq)
{
  /* Room below for packets that come late, whatever the first number is. */
  uint64_t number = (UINT64_C (1) << 32) + seq;

  receiver->started = true;
  receiver->first = receiver->begin = receiver->highest = number;
  *arrival_of (receiver, number) = RTP_CC_TIME_NEVER;
}

static void
advance (RtpCcTwccReceiver * receiver, uint64_t number)
{
  while (receiver->highest < number)
    *arrival_of (receiver, ++receiver->highest) = RTP_CC_TIME_NEVER;
  if (number - receiver->first >= RING_SIZE)
    receiver->first = number - RING_SIZE + 1;
  if (receiver->begin < receiver->first)
    receiver->begin = receiver->first;
}

/* The 64-bit number of a packet, with room for it in the ring; 0: too old. */
static uint64_t
place (RtpCcTwccReceiver * receiver, uint16_t seq)
{
  int64_t distance = (int16_t) (uint16_t) (seq - (uint16_t) receiver->highest);
  uint64_t number;

  if (!receiver->started || distance > MAX_GAP || distance < -RING_SIZE)
    start (receiver, seq);
  else if (distance > 0)
    advance (receiver, receiver->highest + (uint64_t) distance);
  else {
    number = receiver->highest - (uint64_t) - distance;
    return number >= receiver->first ? number : 0;
  }
  return receiver->highest;
}

void
rtp_cc_twcc_receiver_on_packet (RtpCcTwccReceiver * receiver, uint32_t ssrc,
    uint16_t seq, uint32_t size, RtpCcTime arrival, RtpCcTime now)
{
  uint64_t number = place (receiver, seq);
  double rate;

  rtp_cc_meter_add (&receiver->meter, size, now);
  rate = rtp_cc_meter_rate (&receiver->meter, now) * REPORT_SHARE;
  receiver->interval = MAX_INTERVAL;
  if (rate * MAX_INTERVAL > REPORT_SIZE * 8.0 * (double) RTP_CC_SECOND)
    receiver->interval = (int64_t) (REPORT_SIZE * 8.0 * (double) RTP_CC_SECOND
        / rate);
  if (receiver->interval < MIN_INTERVAL)
    receiver->interval = MIN_INTERVAL;

  if (number == 0 || *arrival_of (receiver, number) != RTP_CC_TIME_NEVER)
    return;
  *arrival_of (receiver, number) = arrival;
  if (number < receiver->begin)
    receiver->begin = number;
  receiver->media_ssrc = ssrc;
  receiver->news = true;
}

RtpCcTime
rtp_cc_twcc_receiver_next_time (const RtpCcTwccReceiver * receiver)
{
  if (!receiver->news)
    return RTP_CC_TIME_NEVER;
  return receiver->last_report == RTP_CC_TIME_NEVER ? 0
      : receiver->last_report + receiver->interval;
}

size_t
rtp_cc_twcc_receiver_pending (const RtpCcTwccReceiver * receiver)
{
  uint64_t size = REPORT_OVERHEAD
      + PER_NUMBER * (receiver->highest - receiver->begin + 1);

  return size < receiver->config.max_size ? (size_t) size
      : receiver->config.max_size;
}

static size_t
collect (RtpCcTwccReceiver * receiver)
{
  size_t n = 0;

  for (uint64_t i = receiver->begin; i <= receiver->highest && n < MAX_REPORT;
      i++) {
    RtpCcTwccPacket *packet = &receiver->packets[n++];

    packet->seq = (uint16_t) i;
    packet->arrival = *arrival_of (receiver, i);
    packet->received = packet->arrival != RTP_CC_TIME_NEVER;
  }
  return n;
}

size_t
rtp_cc_twcc_receiver_feedback (RtpCcTwccReceiver * receiver, uint8_t * data,
    size_t size, RtpCcTime now)
{
  RtpCcTwccHeader header;
  size_t written, taken;

  if (rtp_cc_twcc_receiver_next_time (receiver) > now)
    return 0;
  if (size > receiver->config.max_size)
    size = receiver->config.max_size;
  header.sender_ssrc = receiver->config.sender_ssrc;
  header.media_ssrc = receiver->media_ssrc;
  header.count = receiver->count;
  written = rtp_cc_twcc_write (data, size, &header, receiver->packets,
      collect (receiver), &taken);
  receiver->begin += taken;
  receiver->count = (uint8_t) (receiver->count + (written > 0));
  if (written == 0 || receiver->begin > receiver->highest) {
    receiver->news = false;
    receiver->last_report = now;
  }
  return written;
}
