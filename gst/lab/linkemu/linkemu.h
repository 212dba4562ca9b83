/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu.h: one direction of an emulated path
 *
 * packets -> [random loss] -> [queue, limit, AQM] -> [link of varying rate]
 *         -> [delay, jitter] -> packets
 *
 * Plain C11; no clock: time is the last argument (ns).  The same code runs in
 * the linkemu element, in tests in virtual time, and on TUN devices.
 * Deterministic for a seed and a sequence of calls.
 */
#ifndef LINKEMU_H
#define LINKEMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LINKEMU_TIME_NEVER INT64_MAX
/* UNIT: an error message with its terminator */
#define LINKEMU_ERROR_SIZE 256

/* Capacity over time; made by one of the three constructors, immutable. */
typedef struct _LinkEmuRate LinkEmuRate;

/* Always @bitrate bit/s; 0 is unlimited. */
LinkEmuRate *linkemu_rate_constant (uint64_t bitrate);
/* "0:2M,20:1M,40:2.5M": seconds:bit/s, suffixes k M G, times ascending from 0;
 * here a rate of 0 is an outage.  NULL and a message in @error
 * (LINKEMU_ERROR_SIZE bytes), which names the character, if it does not
 * parse. */
LinkEmuRate *linkemu_rate_schedule (const char *text, char *error);
/* A trace in Mahimahi's format: one line for each chance to send 1504 bytes,
 * in ms from the start, never descending; repeats from its end.  What a chance
 * has left when the queue is empty is lost, what a packet has left goes with
 * the next chance.  The message names the line. */
LinkEmuRate *linkemu_rate_trace (const char *path, char *error);
void linkemu_rate_free (LinkEmuRate * rate);
/* Mean capacity in bit/s between two times since the start; 0: unlimited, or an
 * outage all the time. */
double linkemu_rate_mean (const LinkEmuRate * rate, int64_t from, int64_t to);

/* The two bits of the IP header, RFC 3168 section 5. */
enum
{
  LINKEMU_NOT_ECT,
  LINKEMU_ECT_1,
  LINKEMU_ECT_0,
  LINKEMU_CE,
};

typedef struct
{
  uint32_t size;                /* bytes */
  uint8_t ecn;                  /* LINKEMU_NOT_ECT... */
  uint32_t flow;                /* packets of one number are one flow */
} LinkEmuPacketInfo;

typedef struct
{
  LinkEmuRate *rate;            /* taken over by linkemu_new, even if it fails;
                                 * NULL: unlimited */
  int64_t delay;                /* ns, propagation, one way */
  int64_t jitter;               /* ns, standard deviation; RFC 8868 section 4.5:
                                 * abs of a normal clipped at 3 deviations */
  bool jitter_reorders;         /* false: RFC 8868 NR-BPDV, true: RBPDV */
  int64_t delivery_interval;    /* ns, packets arrive at its multiples; 0: at any
                                 * time */
  double loss;                  /* 0...1, independent */
  /* Gilbert-Elliott: chance to go good->bad and bad->good for each packet,
   * loss in each state.  All 0: off. */
  double ge_p, ge_r, ge_loss_good, ge_loss_bad;
  int64_t queue_limit_time;     /* ns at the current rate, in an outage at the
                                 * rate before, for a trace at its mean;
                                 * 0: none */
  uint64_t queue_limit_bytes;   /* 0: none */
  uint32_t overhead;            /* bytes added to each packet's size */
  uint64_t seed;
  /* All that follows stays as it was at linkemu_new. */
  const char *aqm;              /* a name that linkemu_aqm_is_known knows; NULL:
                                 * droptail */
  bool ecn;                     /* codel, pie: mark ECT packets instead of
                                 * dropping; dualpi2 always does */
  bool fq;                      /* such an AQM for each flow, RFC 8290; not with
                                 * dualpi2 */
  int64_t target;               /* ns, codel's TARGET, pie's QDELAY_REF,
                                 * dualpi2's target; 0: 5, 15, 15 ms */
  int64_t interval;             /* ns, codel's INTERVAL; 0: 100 ms */
  int64_t step_threshold;       /* ns, dualpi2: the L queue marks all from here
                                 * on; 0: a ramp from 0.8 to 1.2 ms */
} LinkEmuConfig;

/* One of dualpi2's two queues. */
typedef struct
{
  uint64_t packets;             /* that went to the link */
  uint64_t dropped, marked;     /* by the AQM */
  int64_t delay_p50, delay_p99; /* ns, of those packets */
} LinkEmuQueueStats;

typedef struct
{
  uint64_t packets_in, bytes_in;        /* overhead counted */
  uint64_t packets_out, bytes_out;
  uint64_t dropped_loss;        /* packets, random loss */
  uint64_t dropped_queue;       /* packets, queue full */
  uint64_t dropped_aqm;
  uint64_t marked;              /* CE set */
  uint64_t queued_packets, queued_bytes;        /* not what is on the link */
  double bitrate;               /* bit/s now; 0: unlimited, or an outage; for a
                                 * trace the mean of the last second */
  double utilisation;           /* bytes served / bytes the link offered, since
                                 * the first packet; NaN if unlimited */
  int64_t queue_delay_now;      /* ns, of the last packet served */
  int64_t queue_delay_mean, queue_delay_p50, queue_delay_p95, queue_delay_p99,
      queue_delay_max;          /* ns, of all packets served */
  LinkEmuQueueStats l_queue, c_queue;   /* dualpi2's for ECT(1) and CE, and for
                                         * the rest; otherwise 0 */
} LinkEmuStats;

typedef enum
{
  LINKEMU_TAKEN,
  LINKEMU_DROPPED_LOSS,         /* at random */
  LINKEMU_DROPPED_QUEUE,        /* did not fit */
  LINKEMU_DROPPED_AQM,
} LinkEmuFate;

typedef struct
{
  void *packet;
  LinkEmuPacketInfo info;       /* size with overhead, ecn as it came */
  int64_t enqueued;             /* ns; when it came, when its first bit went on */
  int64_t served;               /* the link (or it was dropped), when its last */
  int64_t arrival;              /* bit has arrived */
  bool dropped;                 /* after it was taken: to be freed, not
                                 * forwarded */
  bool overflow;                /* dropped: for a full queue, not by the AQM */
  bool marked;                  /* to be marked CE */
} LinkEmuDeparture;

typedef struct _LinkEmu LinkEmu;

bool linkemu_aqm_is_known (const char *name);
/* false, and a message in @error (LINKEMU_ERROR_SIZE bytes, or NULL): there is
 * no such AQM, or none with a queue for each flow. */
bool linkemu_config_is_valid (const LinkEmuConfig * config, char *error);
/* NULL: no memory, or @config is not valid. */
LinkEmu *linkemu_new (const LinkEmuConfig * config, int64_t now);
/* @free_packet is called for what is still inside. */
void linkemu_free (LinkEmu * link, void (*free_packet) (void *packet));
/* Changes what may change while packets are inside; @config->rate NULL keeps
 * the old rate, otherwise the new one starts at @now. */
void linkemu_configure (LinkEmu * link, const LinkEmuConfig * config,
    int64_t now);

/* Puts in a packet.  Dropped: the caller keeps @packet.  A packet that finds
 * the queue and the link empty is never too much for the limits.  What leaves
 * at @now leaves before @packet comes. */
LinkEmuFate linkemu_enqueue (LinkEmu * link, void *packet,
    const LinkEmuPacketInfo * info, int64_t now);
/* When linkemu_dequeue may have something next; NEVER: not without enqueue. */
int64_t linkemu_next_time (const LinkEmu * link);
/* The next packet that has arrived, or was dropped on the way, by @now, in
 * this order; false: none. */
bool linkemu_dequeue (LinkEmu * link, LinkEmuDeparture * departure,
    int64_t now);
/* Empties the link; time, rate and statistics go on. */
void linkemu_flush (LinkEmu * link, void (*free_packet) (void *packet),
    int64_t now);
void linkemu_stats (LinkEmu * link, LinkEmuStats * stats, int64_t now);

#ifdef __cplusplus
}
#endif
#endif /* LINKEMU_H */
