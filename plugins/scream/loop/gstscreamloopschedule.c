/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamloopschedule.c: when a source is called, and who is woken for it */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamloopprivate.h"

/* With some hundred elements a processor has no time to wake up for each packet.
 * A packet of a stream of 1 Mbit/s takes 10 ms on a link of that rate. */
#define INTERVAL_OF_A_CLIENT (50 * GST_USECOND)
#define MAX_INTERVAL (10 * GST_MSECOND)

void
gst_scream_loop_source_free (GstScreamLoopSource * source)
{
  gst_scream_nap_unref (source->nap);
  g_free (source);
}

gboolean
gst_scream_loop_has_one_client (GstScreamLoop * self)
{
  return g_atomic_int_get (self->n_all) < 2;
}

GstClockTime
gst_scream_loop_get_min_interval (GstScreamLoop * self)
{
  GstClockTime min_interval = INTERVAL_OF_A_CLIENT
      * (GstClockTime) g_atomic_int_get (self->n_all);

  return gst_scream_loop_has_one_client (self) ? 0 : MIN (min_interval,
      MAX_INTERVAL);
}

/* Now, or by who asked for it when he has let go of the lock. */
static void
end_nap (GstScreamLoop * self, GstScreamNap * nap)
{
  if (self->lets_sleep && self->sleeper == NULL)
    self->sleeper = gst_scream_nap_ref (nap);
  else
    gst_scream_nap_end (nap);
}

/* The leader looks at the timers again. */
void
gst_scream_loop_wake_leader (GstScreamLoop * self)
{
  if (!self->waiting)
    return;
  if (self->real_time)
    end_nap (self, self->nap);
  else if (self->wait_until == GST_CLOCK_TIME_NONE)
    g_cond_broadcast (&self->lead);
  else
    gst_clock_id_unschedule (self->wait_id);
}

/* Others wait while the leader is in a call. */
void
gst_scream_loop_touch (GstScreamLoop * self)
{
  if (self->held == NULL)
    return;
  g_atomic_int_set (&self->held->touched, TRUE);
  if (g_atomic_int_get (&self->held->lingering))
    end_nap (self, self->held->nap);
}

void
gst_scream_loop_wake_watcher (GstScreamLoop * self)
{
  gst_scream_poller_wake (self->poller);
  gst_scream_nap_end (self->watcher_nap);
}

void
gst_scream_loop_need_watch (GstScreamLoop * self)
{
  self->needed = TRUE;
  if (self->watching)
    return;
  self->watching = TRUE;
  gst_scream_loop_wake_watcher (self);
}

void
gst_scream_loop_schedule (GstScreamLoopSource * source, GstClockTime time)
{
  GstScreamLoop *self = source->loop;

  source->due = time;
  if (time != GST_CLOCK_TIME_NONE && self->real_time
      && !gst_scream_loop_has_one_client (self))
    time +=
        CLAMP (gst_scream_loop_get_min_interval (self) / 2, source->slack,
        source->max_slack);
  gst_scream_timers_set (&self->timers, &source->timer, time);
  if (time < self->wait_until)
    gst_scream_loop_wake_leader (self);
  if (time == GST_CLOCK_TIME_NONE)
    return;
  gst_scream_loop_touch (self);
  if (self->in_call)
    gst_scream_loop_need_watch (self);
}

void
gst_scream_loop_wake_source (GstScreamLoopSource * source, GstClockTime time)
{
  GstScreamLoop *self = source->loop;

  if (source->removed)
    return;
  if (source->caller != NULL) {
    source->woken = MIN (source->woken, time);
    if (source == self->held)
      gst_scream_loop_touch (self);
  } else if (time < source->due) {
    gst_scream_loop_schedule (source, time);
  }
}
