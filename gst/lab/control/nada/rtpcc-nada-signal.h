/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-nada-signal.h: NADA, path measurements from feedback */
#ifndef RTPCC_NADA_SIGNAL_H
#define RTPCC_NADA_SIGNAL_H

#include "gst/rtpcc/rtpcc-basedelay.h"
#include "rtpcc-nada-params.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One packet whose fate is known. */
typedef struct
{
  RtpCcTime sent;
  RtpCcTime arrival;            /* NEVER: not known, or lost */
  uint32_t size;
  bool lost, ce;
} NadaRecord;

/* Lengths in packets between losses, RFC 5348 section 5.2. */
typedef struct
{
  double closed[LOSS_INTERVALS];        /* newest first */
  unsigned n_closed;            /* 0: no loss seen */
  int64_t last_lost;            /* id; the open interval begins after it */
} NadaLosses;

typedef struct
{
  NadaRecord records[MAX_RECORDS];      /* a ring */
  unsigned first, n_records;
  int64_t first_id, newest_id;  /* of the received ones; newest < first: none */
  RtpCcTime newest_sent;
  NadaLosses losses;

  RtpCcBaseDelay base;

  /* as of the last nada_signal_update () */
  double d_queue;               /* ms */
  double p_loss, p_mark;
  double r_recv;                /* bit/s */
  bool rmode;                   /* true: gradual, false: accelerated ramp-up */
} NadaSignal;

void nada_signal_init (NadaSignal * signal);
/* The fate of one packet. */
void nada_signal_report (NadaSignal * signal, const RtpCcReport * report,
    RtpCcTime now);
/* Looks at the window and sets what stands below it. */
void nada_signal_update (NadaSignal * signal);

/* Average loss interval in packets; 0: no loss seen. */
double nada_losses_average (const NadaLosses * losses);
/* How much of the queuing delay is taken as it is: 1 without losses of late,
 * 0 if all of it is warped. */
double nada_signal_unwarped (const NadaSignal * signal);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_NADA_SIGNAL_H */
