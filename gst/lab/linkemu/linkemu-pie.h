/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-pie.h: state of PIE, for tests */
#ifndef LINKEMU_PIE_H
#define LINKEMU_PIE_H

#include "linkemu-aqm.h"
#include "linkemu-random.h"

typedef struct
{
  LinkEmuAqm aqm;
  LinkEmuFifo queue;
  LinkEmuRandom random;
  bool ecn;
  double qdelay_ref;            /* seconds */

  /* RFC 8033 appendix A; delays in seconds */
  double drop_prob;
  double current_qdelay, qdelay_old;
  int64_t burst_allowance;      /* ns */
  int64_t next_update;          /* of drop_prob; NEVER: before the first packet */
} LinkEmuPie;

#endif /* LINKEMU_PIE_H */
