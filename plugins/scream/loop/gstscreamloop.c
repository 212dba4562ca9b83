/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamloop.c: sources of the loop come and go */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamloopprivate.h"

GST_DEBUG_CATEGORY (gst_scream_loop_debug);

G_DEFINE_TYPE_WITH_CODE (GstScreamLoop, gst_scream_loop, GST_TYPE_OBJECT,
    GST_DEBUG_CATEGORY_INIT (gst_scream_loop_debug, "screamloop", 0,
        "threads of screamtx"));

/* ---- sources ---- */

GstScreamLoopSource *
gst_scream_loop_add (GstScreamLoop * self, GstScreamLoopFunc func,
    gpointer user_data, GstClockTime slack, GstClockTime max_slack)
{
  GstScreamLoopSource *source = g_new0 (GstScreamLoopSource, 1);

  source->loop = gst_object_ref (self);
  source->func = func;
  source->user_data = user_data;
  source->slack = slack;
  source->max_slack = max_slack;
  source->due = source->woken = GST_CLOCK_TIME_NONE;
  source->nap = gst_scream_nap_new ();
  gst_scream_timer_init (&source->timer);

  g_mutex_lock (&self->lock);
  g_hash_table_add (self->sources, source);
  if (self->n_free == 0)
    gst_scream_loop_need_worker (self);
  gst_scream_loop_need_watcher (self);
  g_mutex_unlock (&self->lock);
  return source;
}

gboolean
gst_scream_loop_has_thread (GstScreamLoop * self)
{
  gboolean has_thread;

  g_mutex_lock (&self->lock);
  has_thread = self->n_free > 0 || self->leader != NULL;
  g_mutex_unlock (&self->lock);
  return has_thread;
}

/* With the lock, which it lets go of: without sources the threads end. */
static void
wait_for_threads (GstScreamLoop * self)
{
  g_cond_broadcast (&self->lead);
  gst_scream_loop_wake_leader (self);
  gst_scream_loop_wake_watcher (self);
  if (g_hash_table_contains (self->threads, g_thread_self ()))
    return;
  while (g_hash_table_size (self->threads) > 0
      && g_hash_table_size (self->sources) == 0)
    g_cond_wait (&self->done, &self->lock);
}

void
gst_scream_loop_remove (GstScreamLoopSource * source)
{
  GstScreamLoop *self = source->loop;

  g_mutex_lock (&self->lock);
  source->removed = TRUE;
  gst_scream_timers_set (&self->timers, &source->timer, GST_CLOCK_TIME_NONE);
  if (source == self->held)
    gst_scream_loop_touch (self);
  while (source->caller != NULL && source->caller != g_thread_self ())
    g_cond_wait (&self->done, &self->lock);
  g_hash_table_remove (self->sources, source);
  if (source->caller == NULL)
    gst_scream_loop_source_free (source);
  if (g_hash_table_size (self->sources) == 0)
    wait_for_threads (self);
  g_mutex_unlock (&self->lock);
  gst_object_unref (self);
}

GstScreamNap *
gst_scream_loop_wake_begin (GstScreamLoopSource * source, GstClockTime time)
{
  GstScreamLoop *self = source->loop;
  GstScreamNap *sleeper;

  g_mutex_lock (&self->lock);
  self->lets_sleep = TRUE;
  gst_scream_loop_wake_source (source, time);
  self->lets_sleep = FALSE;
  sleeper = g_steal_pointer (&self->sleeper);
  gst_scream_loop_keep_watched (self);
  g_mutex_unlock (&self->lock);
  return sleeper;
}

void
gst_scream_loop_wake_end (GstScreamNap * sleeper)
{
  if (sleeper == NULL)
    return;
  gst_scream_nap_end (sleeper);
  gst_scream_nap_unref (sleeper);
}

void
gst_scream_loop_wake (GstScreamLoopSource * source, GstClockTime time)
{
  gst_scream_loop_wake_end (gst_scream_loop_wake_begin (source, time));
}

gboolean
gst_scream_loop_begin_call (GstScreamLoopSource * source)
{
  GstScreamLoop *self = source->loop;
  gboolean may;

  if (!self->real_time)
    return FALSE;
  g_mutex_lock (&self->lock);
  may = source->caller == NULL && source->quick && !source->removed;
  if (may) {
    gst_object_ref (self);      /* it may be removed in the call */
    gst_scream_loop_claim (source);
    source->since = g_get_monotonic_time ();
    g_atomic_int_inc (&self->n_calls);
  }
  source->shared = TRUE;
  g_mutex_unlock (&self->lock);
  return may;
}

void
gst_scream_loop_end_call (GstScreamLoopSource * source, GstClockTime next)
{
  GstScreamLoop *self = source->loop;
  gint64 took = g_get_monotonic_time () - source->since;
  GstScreamNap *sleeper;

  if (next == 0)
    next = gst_clock_get_time (self->clock);
  g_mutex_lock (&self->lock);
  source->quick = took < GST_SCREAM_LOOP_QUICK;
  self->lets_sleep = TRUE;
  gst_scream_loop_settle (source, next);
  self->lets_sleep = FALSE;
  sleeper = g_steal_pointer (&self->sleeper);
  gst_scream_loop_keep_watched (self);
  g_mutex_unlock (&self->lock);
  gst_scream_loop_wake_end (sleeper);
  gst_object_unref (self);
}

void
gst_scream_loop_doubt (GstScreamLoopSource * source)
{
  g_mutex_lock (&source->loop->lock);
  source->quick = FALSE;
  g_mutex_unlock (&source->loop->lock);
}

void
gst_scream_loop_wake_soon (GstScreamLoopSource * source)
{
  GstScreamLoop *self = source->loop;
  gboolean many = gst_scream_loop_get_min_interval (self) / 2 > source->slack;
  GstClockTime now = many ? gst_clock_get_time (self->clock) : 0;

  gst_scream_loop_wake (source, now);
}

gboolean
gst_scream_loop_add_socket (GstScreamLoopSource * source, GSocket * socket)
{
  return gst_scream_poller_add (source->loop->poller, socket, source);
}

void
gst_scream_loop_remove_socket (GstScreamLoopSource * source, GSocket * socket)
{
  gst_scream_poller_remove (source->loop->poller, socket);
}

GstClockTime
gst_scream_loop_now (GstScreamLoop * self)
{
  return gst_clock_get_time (self->clock);
}

void
gst_scream_loop_add_client (GstScreamLoop * self)
{
  g_atomic_int_inc (self->n_all);
  g_atomic_int_inc (&self->n_clients);
}

void
gst_scream_loop_remove_client (GstScreamLoop * self)
{
  g_atomic_int_add (self->n_all, -1);
  g_atomic_int_add (&self->n_clients, -1);
}

guint
gst_scream_loop_get_n_clients (GstScreamLoop * self)
{
  return (guint) g_atomic_int_get (&self->n_clients);
}

/* ---- object ---- */

static void
gst_scream_loop_finalize (GObject * object)
{
  GstScreamLoop *self = GST_SCREAM_LOOP (object);

  g_hash_table_unref (self->sources);
  g_hash_table_unref (self->threads);
  gst_scream_timers_clear (&self->timers);
  gst_scream_poller_free (self->poller);
  gst_scream_nap_unref (self->nap);
  gst_scream_nap_unref (self->watcher_nap);
  if (self->wait_id != NULL)
    gst_clock_id_unref (self->wait_id);
  gst_object_unref (self->clock);
  g_atomic_rc_box_release (self->n_all);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->lead);
  g_cond_clear (&self->done);
  G_OBJECT_CLASS (gst_scream_loop_parent_class)->finalize (object);
}

static void
gst_scream_loop_class_init (GstScreamLoopClass * klass)
{
  G_OBJECT_CLASS (klass)->finalize = gst_scream_loop_finalize;
}

static void
gst_scream_loop_init (GstScreamLoop * self)
{
  g_mutex_init (&self->lock);
  g_cond_init (&self->lead);
  g_cond_init (&self->done);
  gst_scream_timers_init (&self->timers);
  self->poller = gst_scream_poller_new ();
  self->nap = gst_scream_nap_new ();
  self->watcher_nap = gst_scream_nap_new ();
  self->sources = g_hash_table_new (NULL, NULL);
  self->threads = g_hash_table_new (NULL, NULL);
}

/* Takes @n_all. */
static GstScreamLoop *
loop_new (GstClock * clock, gint * n_all)
{
  GstScreamLoop *self = gst_object_ref_sink (g_object_new (GST_TYPE_SCREAM_LOOP,
          NULL));

  self->clock = gst_object_ref (clock);
  self->real_time = GST_IS_SYSTEM_CLOCK (clock);
  self->n_all = n_all;
  return self;
}

GstScreamLoop *
gst_scream_loop_new (GstClock * clock)
{
  return loop_new (clock, g_atomic_rc_box_new0 (gint));
}

GstScreamLoop *
gst_scream_loop_new_beside (GstScreamLoop * other)
{
  return loop_new (other->clock, g_atomic_rc_box_acquire (other->n_all));
}
