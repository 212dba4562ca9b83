/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-dualpi2.h: state of DualPI2, for tests */
#ifndef LINKEMU_DUALPI2_H
#define LINKEMU_DUALPI2_H

#include "linkemu-aqm.h"
#include "linkemu-histogram.h"

typedef struct
{
  LinkEmuFifo packets;
  double count;                 /* of recur() */
  LinkEmuQueueStats stats;
  LinkEmuHistogram delays;
} LinkEmuDualPi2Queue;

typedef struct
{
  LinkEmuAqm aqm;
  LinkEmuDualPi2Queue lq, cq;   /* for L4S, and Classic */
  int64_t min_th, max_th;       /* ns, of the L4S ramp */
  double target;                /* seconds */

  /* RFC 9332 appendix A */
  double p;                     /* p', the base probability */
  double p_c, p_cl;             /* p_C of Classic, p_CL coupled to L4S */
  double prevq;                 /* seconds */
  int64_t next_update;          /* of p'; NEVER: before the first packet */
  uint64_t c_credit;            /* bytes that L sent while Classic waited, and
                                 * has not paid for yet */
} LinkEmuDualPi2;

#endif /* LINKEMU_DUALPI2_H */
