/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamthread.c: see gstscreamthread.h
 *
 * Since Linux 6.12 a thread of the ordinary policy may request a short slice (sched(7),
 * sched_setattr(2)).  Its share of the processor stays, its virtual deadline comes
 * earlier.  No privilege is needed.  Older kernels ignore the request.
 */
#include "gstscreamthread.h"

#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

/* OURS: the thread that paces wakes up often, and the system's 50 us would be added each
 * time. */
#define TIMER_SLACK_NS 1000

/* OURS: the shortest turn that Linux has, as long as some packets take.  With 500 streams on
 * two processors the thread that paces waits for one for 0.5 ms, and for 1.2 ms with the
 * turns of the system. */
#define TURN_NS 100000

#if defined (__linux__) && defined (SYS_sched_setattr)

/* Of the kernel; C libraries do not have it before glibc 2.41. */
typedef struct
{
  guint32 size;
  guint32 policy;
  guint64 flags;
  gint32 nice;
  guint32 priority;
  guint64 runtime;              /* ns; of the ordinary policy: length of a turn */
  guint64 deadline;
  guint64 period;
} Attributes;

/* A thread to which the application gave another policy keeps that. */
static void
take_short_turns (void)
{
  Attributes attributes = { 0, };

  if (syscall (SYS_sched_getattr, 0, &attributes, sizeof (attributes), 0) != 0
      || attributes.policy != SCHED_OTHER)
    return;
  attributes.runtime = TURN_NS;
  syscall (SYS_sched_setattr, 0, &attributes, 0);
}

#else

static void
take_short_turns (void)
{
}

#endif

void
gst_scream_thread_be_prompt (void)
{
#ifdef __linux__
  prctl (PR_SET_TIMERSLACK, TIMER_SLACK_NS, 0, 0, 0);
#endif
  take_short_turns ();
}
