/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* goldenpath.h: a policy alone, at a path that this file and no other code models
 *
 * No session, ledger, pacer or emulated link: what these do may change, and the policy's
 * answers stay.
 */
#ifndef GOLDENPATH_H
#define GOLDENPATH_H

#include <gst/rtpcc/rtpcc.h>

#include "golden.h"

typedef struct
{
  const RtpCcOps *ops;
  const char *params;           /* of the policy, or NULL */
  guint64 seed;
  /* ms.  Times are multiples of it: so they meet the bounds of policies exactly. */
  guint grain;
  guint delay;                  /* ms, one way */
  guint interval;               /* ms, of feedback */
  guint rates[4];               /* kbit/s, of the link, a quarter of the time each; 0:
                                 * an outage */
  guint loss;                   /* per mille, at random */
  guint odd;                    /* per mille of feedback that is odd: no RTT, unknown
                                 * arrival, late packets, another bound, a REMB */
  guint seconds;
} GoldenPath;

/* A run of its own, see golden.h. */
void golden_path_run (const char *name, const GoldenPath * path);

#endif /* GOLDENPATH_H */
