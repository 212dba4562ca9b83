/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamloopprivate.h: what the files of the loop share
 *
 * gstscreamloopschedule.c  when a source is called, and who is to be woken for it
 * gstscreamloopthreads.c   the threads that wait and call
 * gstscreamloop.c          sources come and go; the object
 */
#ifndef __GST_SCREAM_LOOP_PRIVATE_H__
#define __GST_SCREAM_LOOP_PRIVATE_H__

#include "gstscreamloop.h"
#include "gstscreampoller.h"
#include "gstscreamtimers.h"

G_BEGIN_DECLS

/* A source that was slow is quick again when its call takes less. */
#define GST_SCREAM_LOOP_QUICK (2 * G_TIME_SPAN_MILLISECOND)

struct _GstScreamLoopSource
{
  GstScreamTimer timer;         /* first member; the latest time */
  GstScreamLoop *loop;
  GstScreamLoopFunc func;
  gpointer user_data;
  GstClockTime slack, max_slack;
  GstClockTime due;             /* the time at which it may be called */
  GstClockTime woken;           /* during the call: NONE, or when to call next */
  GThread *caller;              /* NULL: not in a call */
  gboolean removed;
  gboolean slow;                /* others do not wait for it */
  gboolean quick;               /* its last call was */
  gboolean shared;              /* other threads call it, too */
  gint64 since;                 /* us, when another thread began its call */
  gint touched;                 /* atomic: its caller has to take the lock */
  gint lingering;               /* atomic: its caller waits, by the next; its own,
                                 * as who was replaced comes later */
  GstScreamNap *nap;
};

struct _GstScreamLoop
{
  GstObject object;

  gint *n_all;                  /* clients of all loops that go together,
                                 * atomic, shared */
  GstClock *clock;
  gboolean real_time;           /* it is the system's, not that of a test */
  GstScreamPoller *poller;

  GMutex lock;
  GstScreamTimers timers;
  GHashTable *sources;          /* a set */
  gint n_clients;               /* atomic */
  GHashTable *threads;          /* a set of GThread */
  guint n_watchers;
  gboolean watcher_calls;       /* one of them is in a call itself */
  GThread *leader;              /* NULL: whoever comes */
  guint n_free;                 /* workers that are not held up in a call */
  GCond lead;                   /* for those in reserve, and on the clock of a test
                                 * for the leader without a time */
  GCond done;                   /* a call has ended */
  gboolean waiting;             /* the leader waits, until wait_until */
  GstClockTime wait_until;
  GstScreamNap *nap;            /* of the leader that waits */
  GstClockID wait_id;           /* the same on the clock of a test, or NULL */
  gboolean lets_sleep;          /* who would be woken becomes the sleeper */
  GstScreamNap *sleeper;        /* is woken without the lock, or NULL */
  GstClockTime last_nap;        /* how long that was */
  guint calls_before_nap;       /* n_calls when it began */
  GstClockTime seen;            /* the clock, as the leader read it last; NONE:
                                 * it waited since */

  /* The leader calls this one source and waits for its next time without the lock,
   * until something touches it. */
  GstScreamLoopSource *held;    /* NULL: none */

  /* the watch */
  guint n_calls;                /* atomic */
  gboolean rests;               /* the leader sleeps for long, and looks at none */
  GstScreamNap *watcher_nap;
  gint64 polled;                /* when the leader looked at the sockets */
  gboolean in_call;             /* the leader is */
  gboolean watching;            /* the watcher looks at times */
  gboolean needed;              /* since it looked */
};

gboolean gst_scream_loop_has_one_client (GstScreamLoop * loop);
void gst_scream_loop_source_free (GstScreamLoopSource * source);

/* All of what follows with the lock. */

/* The leader looks at the timers again. */
void gst_scream_loop_wake_leader (GstScreamLoop * loop);
/* The leader takes the lock, if it lingers or when its call is over. */
void gst_scream_loop_touch (GstScreamLoop * loop);
void gst_scream_loop_wake_watcher (GstScreamLoop * loop);
/* Others wait while the leader is in a call. */
void gst_scream_loop_need_watch (GstScreamLoop * loop);
void gst_scream_loop_schedule (GstScreamLoopSource * source, GstClockTime time);
void gst_scream_loop_wake_source (GstScreamLoopSource * source,
    GstClockTime time);
/* This thread calls it, and then it is to be called again at @next. */
void gst_scream_loop_claim (GstScreamLoopSource * source);
void gst_scream_loop_settle (GstScreamLoopSource * source, GstClockTime next);
/* Somebody is to lead. */
void gst_scream_loop_need_worker (GstScreamLoop * loop);
/* There is a watcher that is not in a call, or the system refuses it. */
void gst_scream_loop_need_watcher (GstScreamLoop * loop);
/* The same, where others wait while the leader is in a call. */
void gst_scream_loop_keep_watched (GstScreamLoop * loop);

G_END_DECLS

#endif /* __GST_SCREAM_LOOP_PRIVATE_H__ */
