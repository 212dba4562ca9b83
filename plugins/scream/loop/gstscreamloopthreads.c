/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamloopthreads.c: a leader calls the sources, a watcher looks after it
 *
 * The leader waits for the first timer and calls what is due.  The watcher
 * waits for the sockets; while the leader is in a call and others wait, it
 * looks after a while whether that is still the same call, and then lets
 * another worker lead.  Workers that come back to find another leader are held
 * in reserve for some time.
 *
 * With one client the watcher calls a source whose socket has something itself:
 * waking the leader for it would be another switch between threads.  A second
 * watcher looks after the leader meanwhile, from the first time that it must.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamloopprivate.h"
#include "gstscreamthread.h"

GST_DEBUG_CATEGORY_EXTERN (gst_scream_loop_debug);
#define GST_CAT_DEFAULT gst_scream_loop_debug

/* A call that takes so long waits for something. More than what a busy machine
 * makes a thread wait for a processor, less than a frame. */
#define BLOCKED_AFTER (15 * G_TIME_SPAN_MILLISECOND)

/* While the leader looks at the sockets the watcher sleeps for so long; who needs it
 * ends that. */
#define WATCHER_NAP (BLOCKED_AFTER * GST_USECOND)

/* The watcher stops to look when it was not needed for so many times. */
#define IDLE_LOOKS 8

/* A leader that wakes up as often looks at the sockets itself, so that nobody
 * has to wake up for them. */
#define POLL_INTERVAL (2 * G_TIME_SPAN_MILLISECOND)

/* How long a worker without work stays. */
#define RESERVE_TIME G_TIME_SPAN_SECOND

static gpointer work (gpointer user_data);

/* ---- with the lock ---- */

/* It has a reference, and ends when there are no sources. */
static gboolean
start_thread (GstScreamLoop * self, const gchar * name, GThreadFunc func)
{
  GError *error = NULL;
  GThread *thread = g_thread_try_new (name, func, gst_object_ref (self),
      &error);

  if (thread == NULL) {
    GST_WARNING_OBJECT (self, "cannot start a thread: %s", error->message);
    g_clear_error (&error);
    gst_object_unref (self);
    return FALSE;
  }
  g_hash_table_add (self->threads, thread);
  g_thread_unref (thread);
  return TRUE;
}

static void
thread_ends (GstScreamLoop * self)
{
  g_hash_table_remove (self->threads, g_thread_self ());
  g_cond_broadcast (&self->done);
  g_mutex_unlock (&self->lock);
  gst_object_unref (self);
}

void
gst_scream_loop_need_worker (GstScreamLoop * self)
{
  if (self->n_free > 0) {
    g_cond_broadcast (&self->lead);
    return;
  }
  if (start_thread (self, "screamtx", work))
    self->n_free++;
}

/* Lets go of the lock. */
static void
nap_until (GstScreamLoop * self, GstClockTime until)
{
  gst_scream_nap_begin (self->nap);
  g_mutex_unlock (&self->lock);
  gst_scream_nap_until (self->nap, self->clock, until);
  g_mutex_lock (&self->lock);
}

/* Lets go of the lock.  The clock of a test has to know who waits. */
static void
wait_on_clock (GstScreamLoop * self, GstClockTime until)
{
  GstClockID id;

  if (self->wait_id == NULL)
    self->wait_id = gst_clock_new_single_shot_id (self->clock, until);
  else
    gst_clock_single_shot_id_reinit (self->clock, self->wait_id, until);
  id = gst_clock_id_ref (self->wait_id);
  g_mutex_unlock (&self->lock);
  gst_clock_id_wait (id, NULL);
  gst_clock_id_unref (id);
  g_mutex_lock (&self->lock);
}

/* Lets go of the lock while it waits. */
static void
wait_for (GstScreamLoop * self, GstClockTime until)
{
  self->waiting = TRUE;
  self->wait_until = until;
  if (self->real_time)
    nap_until (self, until);
  else if (until == GST_CLOCK_TIME_NONE)
    g_cond_wait (&self->lead, &self->lock);
  else
    wait_on_clock (self, until);
  self->waiting = FALSE;
  self->wait_until = 0;
}

/* With one client nothing is put together, and the system's clock ends a wait for
 * what is past at once: so the time is read after a wait only. */
static gboolean
waits_once (GstScreamLoop * self)
{
  return self->real_time && gst_scream_loop_has_one_client (self);
}

void
gst_scream_loop_claim (GstScreamLoopSource * source)
{
  source->caller = g_thread_self ();
  source->woken = source->due = GST_CLOCK_TIME_NONE;
  gst_scream_timers_set (&source->loop->timers, &source->timer,
      GST_CLOCK_TIME_NONE);
}

static void
before_call (GstScreamLoop * self, GstScreamLoopSource * source)
{
  gst_scream_loop_claim (source);
  g_atomic_int_inc (&self->n_calls);
  if (source->slow) {
    self->leader = NULL;
    self->n_free--;
    gst_scream_loop_need_worker (self);
    return;
  }
  self->in_call = TRUE;
  self->held = source;
  g_atomic_int_set (&source->touched, !waits_once (self) || source->shared);
  if (gst_scream_timers_first (&self->timers) != NULL) {
    g_atomic_int_set (&source->touched, TRUE);
    gst_scream_loop_need_watch (self);
    gst_scream_loop_keep_watched (self);
  }
}

void
gst_scream_loop_settle (GstScreamLoopSource * source, GstClockTime next)
{
  GstScreamLoop *self = source->loop;

  source->caller = NULL;
  if (!source->removed)
    gst_scream_loop_schedule (source, MIN (next, source->woken));
  else if (g_hash_table_contains (self->sources, source))
    g_cond_broadcast (&self->done);
  else
    gst_scream_loop_source_free (source);       /* it removed itself */
}

static void
after_call (GstScreamLoop * self, GstScreamLoopSource * source,
    GstClockTime next, gboolean quick)
{
  if (self->leader == source->caller) {
    self->in_call = FALSE;
    self->held = NULL;
  } else {
    source->slow = !source->slow || !quick;     /* or it was not, until now */
    self->n_free++;
  }
  source->quick = quick;
  gst_scream_loop_settle (source, next);
  gst_scream_loop_keep_watched (self);
}

/* Without the lock: the leader, which has nothing else to do, waits until @next.
 * Who touches the source afterwards ends that; who did so before is seen.  One who
 * is late to end a wait that is over ends this one: then it goes on. */
static gboolean
linger (GstScreamLoop * self, GstScreamLoopSource * source, GstClockTime next)
{
  gboolean ended = TRUE;

  if (next == 0 || next == GST_CLOCK_TIME_NONE
      || g_atomic_int_get (&source->touched))
    return FALSE;
  gst_scream_nap_begin (source->nap);
  g_atomic_int_set (&source->lingering, TRUE);
  while (ended && !g_atomic_int_get (&source->touched))
    ended = gst_scream_nap_until (source->nap, self->clock, next);
  g_atomic_int_set (&source->lingering, FALSE);
  return !g_atomic_int_get (&source->touched);
}

/* Lets go of the lock during the call. */
static void
call (GstScreamLoop * self, GstScreamLoopSource * source, GstClockTime now)
{
  gboolean slow = source->slow, quick;
  gint64 start = g_get_monotonic_time ();
  GstClockTime next;

  before_call (self, source);
  g_mutex_unlock (&self->lock);
  next = source->func (now, source->user_data);
  quick = g_get_monotonic_time () - start < GST_SCREAM_LOOP_QUICK;
  while (!slow && linger (self, source, next)) {
    now = gst_clock_get_time (self->clock);
    g_atomic_int_inc (&self->n_calls);
    next = source->func (now, source->user_data);
  }
  g_mutex_lock (&self->lock);
  self->seen = now;
  after_call (self, source, next == 0 ? now : next, quick);
}

/* The watcher itself: with one client nobody else waits for it, and the leader
 * need not wake up.  Lets go of the lock during the call. */
static void
call_at_once (GstScreamLoop * self, GstScreamLoopSource * source)
{
  GstClockTime now = gst_clock_get_time (self->clock), next;

  gst_scream_loop_claim (source);
  self->watcher_calls = TRUE;
  gst_scream_loop_keep_watched (self);
  g_mutex_unlock (&self->lock);
  next = source->func (now, source->user_data);
  g_mutex_lock (&self->lock);
  self->watcher_calls = FALSE;
  gst_scream_loop_settle (source, next == 0 ? now : next);
}

static void
on_socket (gpointer socket, gpointer user_data)
{
  GstScreamLoop *self = user_data;
  GstScreamLoopSource *source = socket;

  g_mutex_lock (&self->lock);
  if (!g_hash_table_contains (self->sources, source))
    GST_DEBUG_OBJECT (self, "something came for a source that is gone");
  else if (gst_scream_loop_has_one_client (self) && !self->watcher_calls
      && source->caller == NULL && !source->removed)
    call_at_once (self, source);
  else
    gst_scream_loop_wake_source (source, gst_clock_get_time (self->clock));
  g_mutex_unlock (&self->lock);
}

/* us */
static gint64
poll_interval (GstScreamLoop * self)
{
  return MAX (POLL_INTERVAL,
      (gint64) (gst_scream_loop_get_min_interval (self) / 2 / GST_USECOND));
}

/* Lets go of the lock.  As long as that is done often enough the watcher need not
 * wake up for each packet. */
static void
look_at_sockets (GstScreamLoop * self)
{
  if (gst_scream_loop_has_one_client (self))
    return;
  self->polled = g_get_monotonic_time ();
  g_mutex_unlock (&self->lock);
  gst_scream_poller_wait (self->poller, 0, on_socket, self);
  g_mutex_lock (&self->lock);
}

/* How late calls may be, so that they are put together. */
static GstClockTime
step (GstScreamLoop * self)
{
  return self->real_time && !gst_scream_loop_has_one_client (self) ?
      gst_scream_loop_get_min_interval (self) / 2 : 0;
}

/* What came after the last nap, a short one, was enough for a call: then it is better to
 * look once in a step than to be woken for each packet. */
static gboolean
is_busy (GstScreamLoop * self, GstClockTime length)
{
  return (guint) g_atomic_int_get (&self->n_calls) != self->calls_before_nap
      && self->last_nap < 2 * length;
}

/* Lets go of the lock. */
static void
wait_until_due (GstScreamLoop * self, const GstScreamTimer * first)
{
  GstClockTime until = first == NULL ? GST_CLOCK_TIME_NONE : first->time;
  GstClockTime length = step (self);
  GstClockTime begin = length > 0 ? gst_clock_get_time (self->clock) : 0;
  gboolean busy = is_busy (self, length);

  if (busy)
    until = MIN (until, begin + length);
  self->rests = until > begin + length;
  if (self->rests)
    gst_scream_nap_end (self->watcher_nap);
  self->calls_before_nap = (guint) g_atomic_int_get (&self->n_calls);
  wait_for (self, until);
  self->rests = FALSE;
  self->last_nap = length > 0 ? gst_clock_get_time (self->clock) - begin : 0;
  self->seen = GST_CLOCK_TIME_NONE;
  if (first != NULL || busy)
    look_at_sockets (self);
}

/* Lets go of the lock. */
static void
lead (GstScreamLoop * self)
{
  GstScreamTimer *first = gst_scream_timers_first (&self->timers);
  GstScreamLoopSource *source = (GstScreamLoopSource *) first;

  if (source == NULL || (waits_once (self) && source->due > self->seen)) {
    wait_until_due (self, first);
    return;
  }
  self->seen = gst_clock_get_time (self->clock);
  if (source->due > self->seen) {
    wait_until_due (self, first);
    return;
  }
  call (self, source, self->seen);
  if (!gst_scream_loop_has_one_client (self)
      && g_get_monotonic_time () - self->polled > poll_interval (self) / 2)
    look_at_sockets (self);
}

/* FALSE: nobody needs this thread. */
static gboolean
wait_in_reserve (GstScreamLoop * self)
{
  gint64 end = g_get_monotonic_time () + RESERVE_TIME;

  return g_cond_wait_until (&self->lead, &self->lock, end);
}

/* The leader has been in one call since the last look. */
static void
replace_leader (GstScreamLoop * self)
{
  GST_INFO_OBJECT (self, "a call takes long, others go on without it");
  gst_scream_loop_touch (self);
  self->held = NULL;
  self->leader = NULL;
  self->in_call = FALSE;
  self->n_free--;
  gst_scream_loop_need_worker (self);
}

/* ---- threads ---- */

static gpointer
work (gpointer user_data)
{
  GstScreamLoop *self = user_data;
  GThread *thread = g_thread_self ();
  gboolean wanted = TRUE;

  gst_scream_thread_be_prompt ();
  g_mutex_lock (&self->lock);
  while (wanted && g_hash_table_size (self->sources) > 0) {
    if (self->leader == NULL)
      self->leader = thread;
    if (self->leader == thread)
      lead (self);
    else
      wanted = wait_in_reserve (self) || self->leader == NULL;
  }
  if (self->leader == thread)
    self->leader = NULL;
  self->n_free--;
  thread_ends (self);
  return NULL;
}

/* What the watcher knows from its last look. */
typedef struct
{
  gint64 time;
  guint n_calls;
  gboolean in_call;
  guint idle;
} Look;

/* With the lock. */
static void
look (GstScreamLoop * self, Look * last)
{
  gint64 now = self->watching ? g_get_monotonic_time () : 0;
  guint n_calls = (guint) g_atomic_int_get (&self->n_calls);
  gboolean in_call = self->in_call
      && !g_atomic_int_get (&self->held->lingering);

  if (!self->watching || now - last->time < BLOCKED_AFTER)
    return;
  if (in_call && last->in_call && n_calls == last->n_calls)
    replace_leader (self);
  last->idle = self->needed || in_call ? 0 : last->idle + 1;
  self->needed = FALSE;
  self->watching = last->idle < IDLE_LOOKS;
  last->time = now;
  last->n_calls = n_calls;
  last->in_call = self->in_call && in_call;
}

static gpointer
watch (gpointer user_data)
{
  GstScreamLoop *self = user_data;
  Look last = { 0, };

  gst_scream_thread_be_prompt ();
  g_mutex_lock (&self->lock);
  while (g_hash_table_size (self->sources) > 0) {
    gint timeout = self->watching ? BLOCKED_AFTER / 1000 + 1 : -1;
    gint64 interval = poll_interval (self);
    gboolean nap = !gst_scream_loop_has_one_client (self) && !self->rests
        && g_get_monotonic_time () - self->polled < interval;

    if (nap)
      gst_scream_nap_begin (self->watcher_nap);
    g_mutex_unlock (&self->lock);
    if (nap)
      gst_scream_nap_until (self->watcher_nap, self->clock,
          gst_clock_get_time (self->clock) + WATCHER_NAP);
    else
      gst_scream_poller_wait (self->poller, timeout, on_socket, self);
    g_mutex_lock (&self->lock);
    look (self, &last);
  }
  self->n_watchers--;
  self->watching = FALSE;
  gst_scream_poller_wake (self->poller);        /* the other ends too */
  thread_ends (self);
  return NULL;
}

void
gst_scream_loop_need_watcher (GstScreamLoop * self)
{
  if (self->n_watchers <= (guint) self->watcher_calls)
    self->n_watchers += (guint) start_thread (self, "screamtx-watch", watch);
}

void
gst_scream_loop_keep_watched (GstScreamLoop * self)
{
  if (self->watching && self->watcher_calls)
    gst_scream_loop_need_watcher (self);
}
