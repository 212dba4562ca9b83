/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* simpath.h: a sender, a path and a receiver in virtual time
 *
 * The session and the receiver as the elements run them, joined by two
 * emulated links, fed by a model of a camera and its encoder.  For tests of
 * controllers: seconds of traffic in milliseconds.
 */
#ifndef SIMPATH_H
#define SIMPATH_H

#include <gst/lab/linkemu/linkemu.h>
#include <gst/rtpcc/receiver/rtpcc-reporter.h>
#include <gst/rtpcc/session/rtpcc-session.h>

#include "encodermodel.h"

#define SIM_MAX_STREAMS 4
#define SIM_MAX_FLOWS 10

/* Packets of 160 bytes of payload, 50 in a second, headers counted. */
#define SIM_AUDIO_RATE ((160 + 12 + 28) * 50 * 8)

/* Packets lost in a row, on average, with burst_loss. */
#define SIM_BURST 5

/* Another way through the network, as after a handover. */
typedef struct
{
  int64_t time;                 /* ns since start */
  int64_t delay;                /* ns, each direction, from then on */
} SimMove;

#define SIM_MAX_MOVES 8

typedef struct
{
  RtpCcSessionConfig session;
  RtpCcReporterKind feedback;
  int64_t report_interval;      /* ns, at least; 0: as the reporter wants */
  const char *schedule;         /* of the forward link */
  const char *trace;            /* file, instead of schedule */
  const char *aqm;              /* of the forward link; NULL: droptail */
  RtpCcEcn ecn;                 /* NOT_ECT: the forward link does not mark */
  int64_t bleach_from;          /* ns since start: ECN is cleared on the way;
                                 * NEVER: it is not */
  int64_t drop_ect_from;        /* the same: packets with ECT are dropped */
  int64_t delay_forward, delay_back;    /* ns */
  SimMove moves[SIM_MAX_MOVES];
  unsigned n_moves;
  int64_t jitter;               /* ns, forward */
  bool jitter_reorders;
  int64_t delivery_interval;    /* ns, forward; 0: at any time */
  double loss, loss_back;
  double burst_loss;            /* part of the packets, forward, lost in bursts
                                 * of SIM_BURST packets on average */
  uint64_t policer;             /* bit/s: what is more is dropped in front of the
                                 * link; 0: none */
  uint32_t policer_burst;       /* bytes that may come at once */
  int64_t queue_limit;          /* ns */
  double clock_skew;            /* receiver's clock runs so much faster */
  int64_t feedback_off_from, feedback_off_to;   /* ns since start */
  int64_t media_off_from, media_off_to; /* the same: packets are lost */
  int64_t off_every;            /* ns: both again and again; 0: once */

  /* Senders, each with a receiver of its own, through the one forward link. */
  unsigned n_flows;
  /* ns from the start of one to that of the next, and a part of a frame period more, or
   * the frames of the one would always meet those of the other. */
  int64_t flow_interval;
  unsigned n_streams;           /* video */
  double frame_rate;            /* of each, Hz */
  RtpCcStreamConfig streams[SIM_MAX_STREAMS];
  bool audio;                   /* one more stream, the last: see SIM_AUDIO_RATE */
  const EncoderModelParams *encoder;    /* of a real encoder, on films, which begin where
                                         * the seed says; NULL: one that follows its
                                         * target, as the fields below say */
  bool even_pictures;           /* instead of films: each as hard as the next */
  double frame_noise;           /* frame sizes vary by +- this part */
  int64_t key_interval;         /* ns; 0: only the first frame */
  double key_factor;            /* key frame / mean frame */
  int64_t encoder_lag;          /* ns until a new target takes effect */
  double encoder_min;           /* bit/s, the encoder cannot go below */
  double encoder_max;           /* bit/s, content needs no more; 0: none */
  int64_t motion_from;          /* ns since start; encoder_max holds before */

  int64_t duration;             /* ns */
  uint64_t seed;
  void (*sample) (const void *sample, void *user);      /* each 100 ms */
  /* Before that: the application; @time in ns since start. */
  void (*control) (RtpCcSession * session, int64_t time, RtpCcTime now);
  /* With each SimFrame, when its last packet has arrived. */
  void (*frame) (const void *frame, void *user);
  void *user;
} SimConfig;

/* A frame whose last packet was not lost; ns since start. */
typedef struct
{
  unsigned flow, stream;
  int64_t captured;             /* encoded at once, and all handed over */
  int64_t left;                 /* its last packet the sender */
  int64_t arrived;              /* and got there */
} SimFrame;

typedef struct
{
  double time;                  /* s since start */
  double capacity;              /* bit/s */
  double received;              /* bit/s on the wire, last 100 ms */
  double target;                /* bit/s on the wire */
  double queue;                 /* s, longest of the last 100 ms */
  double sender_queue;          /* s, oldest packet */
  double s_rtt, ref_wnd, qdelay_avg;
  double stream[SIM_MAX_STREAMS];       /* bit/s sent */
  RtpCcStreamInfo info[SIM_MAX_STREAMS];
} SimSample;

/* What is not of the link is of the first flow. */
typedef struct
{
  LinkEmuStats link;
  uint64_t dropped_policer;     /* packets of all flows, none of them in link */
  uint64_t lost_off;            /* the same, while media are off */
  RtpCcSessionInfo info;
  uint64_t feedback_packets, feedback_bytes;    /* that were sent, RTCP */
  uint64_t frames_discarded, frames_skipped, key_frames_asked;
  double sent_bytes;            /* in all */
  double over_100ms;            /* part of the samples with queue > 100 ms */
  double utilisation_5s;        /* by all flows, from 5 s after the last one's start to
                                 * the end */
  double flow_rate[SIM_MAX_FLOWS];      /* bit/s received, in that time */
  uint64_t max_estimate;        /* bit/s on the wire */
  double max_received_1s;       /* bit/s, over 1 s */
  double worst_overestimate;    /* estimate / most received in 1 s so far,
                                 * after the first 2 s */
  int64_t audio_wait;           /* ns, longest in the session */
  double stream_rate[SIM_MAX_STREAMS];  /* bit/s, second half of the run */
} SimResult;

void sim_config_init (SimConfig * config);
void sim_run (const SimConfig * config, SimResult * result);

#endif /* SIMPATH_H */
