/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#define _GNU_SOURCE
#include "realtime.h"

#include <errno.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>

gint64
tun_realtime_now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return time.tv_sec * G_GINT64_CONSTANT (1000000000) + time.tv_nsec;
}

static gboolean
is_realtime (void)
{
  int policy = sched_getscheduler (0) & ~SCHED_RESET_ON_FORK;

  return policy == SCHED_FIFO || policy == SCHED_RR;
}

/* Under a limit a later allocation would fail: then rather not.  What pages
 * that come late do will show. */
static void
lock_memory (void)
{
  struct rlimit unlimited = { RLIM_INFINITY, RLIM_INFINITY };

  if (setrlimit (RLIMIT_MEMLOCK, &unlimited) != 0 ||
      mlockall (MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) != 0)
    g_debug ("memory not locked: %s", g_strerror (errno));
}

int
tun_realtime_begin (gint priority)
{
  struct sched_param param = {.sched_priority = priority };

  prctl (PR_SET_TIMERSLACK, 1, 0, 0, 0);
  lock_memory ();
  if (priority == 0 || is_realtime ())
    return 0;
  return sched_setscheduler (0, SCHED_FIFO, &param) == 0 ? 0 : errno;
}
