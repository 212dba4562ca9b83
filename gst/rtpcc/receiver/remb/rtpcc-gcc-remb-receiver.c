/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-remb-receiver.c: GCC of 2012/13, the receiver's part
 *
 * Each stream has its own filter and detector, since each has its own clock;
 * the rate is one for all.  Over-use of one is over-use of the path.
 */
#include "rtpcc-gcc-remb-receiver.h"

#include <math.h>
#include <string.h>

/* draft-alvestrand-rmcat-congestion-02 section 3: what arrives, over 0.5 to
 * 1 s */
#define REMB_ACKED_WINDOW (500 * RTP_CC_MSECOND)

/* draft-alvestrand-rmcat-congestion-02 section 3: REMB when nothing changes */
#define REMB_INTERVAL RTP_CC_SECOND

/* OURS: as libwebrtc of 2012 has it: near the largest rate the threshold is
 * this part. */
#define REMB_NEAR_THRESHOLD 0.5

/* OURS: as libwebrtc has it: a stream that was silent for so long has no say. */
#define REMB_SILENCE (2 * RTP_CC_SECOND)

static void
forget_delay (GccRembStream * stream)
{
  gcc_remb_kalman_init (&stream->kalman);
  gcc_detector_init (&stream->detector, &gcc_detector_2012);
}

void
gcc_remb_receiver_init (GccRembReceiver * receiver, int64_t burst_time,
    RtpCcTime now)
{
  memset (receiver, 0, sizeof (*receiver));
  receiver->burst_time = burst_time;
  gcc_mimd_init (&receiver->mimd, now);
  gcc_acked_init (&receiver->acked, REMB_ACKED_WINDOW);
  receiver->remb_time = now;
}

static GccRembStream *
find_stream (GccRembReceiver * receiver, uint32_t ssrc)
{
  GccRembStream *stream;

  for (unsigned i = 0; i < receiver->n_streams; i++) {
    if (receiver->streams[i].ssrc == ssrc)
      return &receiver->streams[i];
  }
  if (receiver->n_streams == GCC_REMB_STREAMS)
    return NULL;
  stream = &receiver->streams[receiver->n_streams++];
  stream->ssrc = ssrc;
  gcc_arrival_init (&stream->arrival, receiver->burst_time);
  forget_delay (stream);
  return stream;
}

static void
note_delta (const GccRembReceiver * receiver, GccRembStream * stream,
    const GccDelta * delta)
{
  GccDetector *detector = &stream->detector;
  double metric = gcc_remb_kalman_update (&stream->kalman, delta,
      detector->signal);

  detector->threshold = gcc_detector_2012.threshold;
  if (receiver->mimd.region != GCC_REGION_UNKNOWN)
    detector->threshold *= REMB_NEAR_THRESHOLD;
  gcc_detector_update (detector, stream->kalman.m, metric, delta->send,
      delta->time);
}

void
gcc_remb_receiver_add (GccRembReceiver * receiver, uint32_t ssrc,
    RtpCcTime frame, RtpCcTime sent, RtpCcTime arrival, uint32_t size)
{
  GccRembStream *stream = find_stream (receiver, ssrc);
  GccDelta delta;

  gcc_acked_add (&receiver->acked, sent, arrival, size);
  if (stream == NULL)
    return;
  stream->arrived = arrival;
  switch (gcc_arrival_add (&stream->arrival, frame, arrival, size, &delta)) {
    case GCC_ARRIVAL_NONE:
      break;
    case GCC_ARRIVAL_DELTA:
      note_delta (receiver, stream, &delta);
      break;
    case GCC_ARRIVAL_RESET:
      forget_delay (stream);
      break;
  }
}

/* What the streams say together, and the largest noise; packets of all arrive
 * on one clock. */
static GccSignal
all_signals (const GccRembReceiver * receiver, double *var_v)
{
  GccSignal signal = GCC_NORMAL;
  RtpCcTime newest = INT64_MIN;

  for (unsigned i = 0; i < receiver->n_streams; i++) {
    if (receiver->streams[i].arrived > newest)
      newest = receiver->streams[i].arrived;
  }
  *var_v = 0;
  for (unsigned i = 0; i < receiver->n_streams; i++) {
    const GccRembStream *s = &receiver->streams[i];

    if (newest - s->arrived > REMB_SILENCE)
      continue;
    *var_v = fmax (*var_v, s->kalman.var_v);
    if (signal != GCC_OVERUSE && s->detector.signal != GCC_NORMAL)
      signal = s->detector.signal;
  }
  return signal;
}

void
gcc_remb_receiver_forget (GccRembReceiver * receiver, uint32_t ssrc)
{
  for (unsigned i = 0; i < receiver->n_streams; i++) {
    if (receiver->streams[i].ssrc == ssrc) {
      receiver->streams[i] = receiver->streams[--receiver->n_streams];
      return;
    }
  }
}

/* At once when lowered, else each second. */
bool
gcc_remb_receiver_update (GccRembReceiver * receiver, double min_rate,
    double max_rate, int64_t rtt, RtpCcTime now)
{
  GccMimd *mimd = &receiver->mimd;
  bool due = now - receiver->remb_time >= REMB_INTERVAL;
  double var_v;
  GccSignal signal = all_signals (receiver, &var_v);

  if (!due && !(signal == GCC_OVERUSE
          && gcc_mimd_may_decrease (mimd, rtt, now)))
    return false;
  gcc_mimd_update (mimd, signal, gcc_acked_rate (&receiver->acked), var_v,
      rtt, now);
  if (!mimd->valid)
    return false;
  mimd->rate = fmin (fmax (mimd->rate, min_rate), max_rate);
  if (!due && mimd->rate >= receiver->remb && receiver->remb > 0)
    return false;
  receiver->remb = mimd->rate;
  receiver->remb_time = now;
  return true;
}
