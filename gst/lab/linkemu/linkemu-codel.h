/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-codel.h: state of CoDel, for tests */
#ifndef LINKEMU_CODEL_H
#define LINKEMU_CODEL_H

#include "linkemu-aqm.h"

typedef struct
{
  LinkEmuAqm aqm;
  LinkEmuFifo queue;
  bool ecn;
  int64_t target, interval;     /* ns */
  uint32_t maxpacket;           /* bytes, the largest that has come */

  /* RFC 8289 section 5.2 */
  int64_t first_above_time;     /* when to drop if it stays above the target;
                                 * NEVER: it is not above */
  int64_t drop_next;            /* time of the next drop */
  uint32_t count, lastcount;    /* drops since dropping began, and as it was
                                 * when dropping began */
  bool dropping;
} LinkEmuCoDel;

#endif /* LINKEMU_CODEL_H */
