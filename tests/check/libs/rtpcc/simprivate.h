/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* simprivate.h: what the parts of a simulated path share
 *
 * simencoder.c makes packets and puts them into the session, simpath.c takes them out
 * and through the network, simreceiver.c takes what arrives and sends feedback.
 */
#ifndef SIMPRIVATE_H
#define SIMPRIVATE_H

#include <stdlib.h>
#include <string.h>

#include "simpath.h"

/* Not zero, and not round. */
#define T0 (1234567 * RTP_CC_USECOND)
#define N_BINS 10

typedef struct _Sim Sim;

typedef struct
{
  Sim *sim;                     /* whose packet it is */
  RtpCcReceived received;       /* what the receiver will see */
  uint32_t size;
  int stream;
  int64_t captured, entered;
  RtpCcEcn ecn;
  uint8_t *rtcp;
} SimPacket;

typedef struct
{
  double target;                /* bit/s of media the encoder works at */
  double pending;
  int64_t pending_time;
  bool key_frame;
  uint64_t frame;
  uint16_t seq;
  int64_t next_frame;
  int64_t last_key;
  double sent_bytes;
  EncoderModel model;
  unsigned picture;             /* where in the films it begins */
} SimEncoder;

/* What all flows go through. */
typedef struct
{
  LinkEmu *forward;
  LinkEmuRate *capacity;
  int64_t delay;                /* ns, forward, now */
  unsigned n_moves;             /* that are over */
  double tokens;                /* bytes, of the policer */
  int64_t tokens_time;
  int64_t counted_from;         /* ns since start, until when bytes do not count */
} SimNetwork;

/* One flow. */
struct _Sim
{
  const SimConfig *config;
  SimResult *result;
  SimNetwork *network;
  unsigned flow;
  RtpCcSession *session;
  RtpCcReporter *receiver;
  int64_t next_report;
  LinkEmu *back;
  SimEncoder encoders[SIM_MAX_STREAMS];
  unsigned n_all;               /* streams, with audio */
  uint64_t random;
  int64_t now, next_tick;
  int64_t due;                  /* before then nothing happens in here */
  int64_t session_due;          /* nor in session and encoders without feedback */
  double tick_bytes, tick_queue;
  double tick_stream[SIM_MAX_STREAMS];
  double bins[N_BINS];
  unsigned n_ticks, n_over;
  double bytes_counted;
};

/* ns */
static inline int64_t
sim_frame_period (const SimConfig * config)
{
  return (int64_t) ((double) RTP_CC_SECOND / config->frame_rate);
}

/* Is @t, ns since start, in such a time? */
static inline bool
sim_is_off (const SimConfig * config, int64_t from, int64_t to, int64_t t)
{
  if (config->off_every > 0 && t > from)
    t = from + (t - from) % config->off_every;
  return t >= from && t < to;
}

/* Evenly in [0, 1) */
static inline double
sim_uniform (Sim * sim)
{
  sim->random = sim->random * 6364136223846793005u + 1442695040888963407u;
  return (double) (sim->random >> 11) / 9007199254740992.0;
}

/* Into a link; false: it has no place. */
static inline bool
sim_enter (LinkEmu * link, SimPacket * p, int64_t now)
{
  LinkEmuPacketInfo info = { p->size, (uint8_t) p->ecn, p->received.ssrc };

  return linkemu_enqueue (link, p, &info, now) == LINKEMU_TAKEN;
}

/* Puts into the session what cameras and microphones have made by now. */
void sim_run_encoders (Sim * sim);

RtpCcReporter *sim_make_reporter (const Sim * sim);
/* @p has come through the network; takes it. */
void sim_arrive (Sim * sim, SimPacket * p);
/* Sends the feedback that is due. */
void sim_run_receiver (Sim * sim);

#endif /* SIMPRIVATE_H */
