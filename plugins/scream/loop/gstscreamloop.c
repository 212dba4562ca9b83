/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamloop.c: one thread waits for times and sockets, and calls the sources
 *
 * While other sources are due, a second thread checks every BLOCKED_AFTER for a call that
 * has not returned, and replaces the first thread; otherwise it checks seldom.  A slow
 * source gets a thread for each call.
 */
#include "gstscreamloop.h"
#include "gstscreampoller.h"
#include "gstscreamthread.h"
#include "gstscreamtimers.h"

GST_DEBUG_CATEGORY_STATIC (gst_scream_loop_debug);
#define GST_CAT_DEFAULT gst_scream_loop_debug

/* A call of this length is blocked. More than the wait for a processor on a busy
 * machine, less than a frame. */
#define BLOCKED_AFTER (15 * G_TIME_SPAN_MILLISECOND)

/* A call that takes less does not. */
#define QUICK (2 * G_TIME_SPAN_MILLISECOND)

/* Later deadlines wait for the next wake-up, as with each packet. Looking further would
 * add half as many wake-ups to a quiet sender. */
#define SOON (20 * GST_MSECOND)

/* A wait for a socket alone: feedback of others, or the statistics of one element, are
 * late by this. */
#define LOOK_SELDOM_OF_MANY (100 * G_TIME_SPAN_MILLISECOND)
#define LOOK_SELDOM_OF_ONE (1 * G_TIME_SPAN_SECOND)

/* Some hundred elements leave no time to wake up for each packet: calls are late by a
 * step for each element, up to half the serialisation delay of a packet at 1 Mbit/s. */
#define STEP_OF_A_CLIENT (25 * GST_USECOND)
#define MAX_STEP (5 * GST_MSECOND)

/* OURS: so many steps of what waits leave at once.  With half of it each packet wakes its
 * receiver, with double more comes into the queue of the network. */
#define STEPS_AT_ONCE 2

struct _GstScreamLoopSource
{
  GstScreamTimer timer;         /* first member; the latest time */
  GstScreamLoop *loop;
  GstScreamLoopFunc func;
  gpointer user_data;
  GstClockTime slack, max_slack;
  GstClockTime due;             /* the time at which it may be called */
  GstClockTime woken;           /* during the call: NONE, or when to call next */
  gboolean in_call;
  GThread *caller;              /* NULL: not in a call, or nobody has begun it yet */
  gint64 since;                 /* us, when that was */
  gboolean quick;               /* its last call was */
  gboolean slow;                /* a call was held up, and none was quick since */
  gboolean removed;
};

struct _GstScreamLoop
{
  GstObject object;

  gint *n_all;                  /* clients of all loops that go together,
                                 * atomic, shared */
  gint n_clients;               /* atomic */
  GstClock *clock;
  gboolean real_time;           /* it is the system's, not that of a test */
  GstScreamPoller *poller;

  GMutex lock;
  GCond done;                   /* a call or a thread has ended */
  GCond watch;                  /* asked, or without sources */
  GstScreamTimers timers;
  GHashTable *sources;          /* a set */
  GThread *thread;              /* that waits and calls, NULL: none */
  guint n_threads;              /* that know this loop */
  GstScreamLoopSource *current; /* the thread is in its call, NULL: in none */
  GThread *watcher;             /* NULL: nobody has waited yet */
  gboolean asked;               /* somebody waits for the thread, so it looks again */
  guint n_calls, n_seen;        /* of the thread; when the watcher looked */
  gboolean watch_rests;         /* there was none between two looks */
  GstClockTime wait_until;      /* the thread sleeps until then, 0: it looks anyway */
  gboolean poke;                /* the holder of the lock wakes it afterwards */
  GstClockID wait_id;           /* on the clock of a test, or NULL */
  GstClockTime rests_until;     /* it has worked, and listens to no socket before */
};

G_DEFINE_TYPE_WITH_CODE (GstScreamLoop, gst_scream_loop, GST_TYPE_OBJECT,
    GST_DEBUG_CATEGORY_INIT (gst_scream_loop_debug, "screamloop", 0,
        "threads of screamtx"));

/* The loop that has started this thread. */
static GPrivate own_loop;

/* ---- clients ---- */

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

/* How late calls may be, so that they are put together; 0: not at all. */
static GstClockTime
step (GstScreamLoop * self)
{
  gint n = g_atomic_int_get (self->n_all);

  return n < 2 ? 0 : MIN ((GstClockTime) n * STEP_OF_A_CLIENT, MAX_STEP);
}

GstClockTime
gst_scream_loop_get_min_interval (GstScreamLoop * self)
{
  return step (self) * STEPS_AT_ONCE;
}

/* ---- with the lock ---- */

/* TRUE: the caller wakes the thread. */
static gboolean
unlock (GstScreamLoop * self)
{
  gboolean poke = self->poke;

  self->poke = FALSE;
  g_mutex_unlock (&self->lock);
  return poke;
}

static void
unlock_and_wake (GstScreamLoop * self)
{
  if (unlock (self))
    gst_scream_poller_wake (self->poller);
}

static void
forget_wait_id (GstScreamLoop * self)
{
  if (self->wait_id == NULL)
    return;
  gst_clock_id_unschedule (self->wait_id);
  g_clear_pointer (&self->wait_id, gst_clock_id_unref);
}

/* NULL: the system refuses it.  It has a reference, and ends by thread_ends(). */
static GThread *
start_thread (GstScreamLoop * self, const gchar * name, GThreadFunc func,
    gpointer data)
{
  GError *error = NULL;
  GThread *thread = g_thread_try_new (name, func, data, &error);

  if (thread == NULL) {
    GST_WARNING_OBJECT (self, "cannot start a thread: %s", error->message);
    g_clear_error (&error);
    return NULL;
  }
  gst_object_ref (self);
  self->n_threads++;
  g_thread_unref (thread);
  return thread;
}

static gpointer watch (gpointer user_data);

/* Somebody waits for the thread, or will at this time. */
static void
ask (GstScreamLoop * self, GstClockTime time)
{
  if (self->current == NULL || self->asked || time == GST_CLOCK_TIME_NONE
      || time > gst_clock_get_time (self->clock) + SOON)
    return;
  if (self->watcher == NULL)
    self->watcher = start_thread (self, "screamtx-watch", watch, self);
  else
    g_cond_signal (&self->watch);
  self->asked = self->watcher != NULL;
}

static void
schedule (GstScreamLoopSource * source, GstClockTime time)
{
  GstScreamLoop *self = source->loop;
  GstClockTime late = self->real_time ? step (self) : 0;

  source->due = time;
  if (time != GST_CLOCK_TIME_NONE && late > 0)
    time += CLAMP (late, source->slack, source->max_slack);
  gst_scream_timers_set (&self->timers, &source->timer, time);
  ask (self, time);
  if (time >= self->wait_until)
    return;
  self->wait_until = 0;
  self->poke = TRUE;
  forget_wait_id (self);
}

static void
wake_source (GstScreamLoopSource * source, GstClockTime time)
{
  if (source->removed)
    return;
  if (source->in_call) {
    source->woken = MIN (source->woken, time);
    if (g_get_monotonic_time () - source->since >= QUICK)
      ask (source->loop, 0);
  } else if (time < source->due) {
    schedule (source, time);
  }
}

/* It is called, and nobody else does so. */
static void
claim (GstScreamLoopSource * source, GThread * caller)
{
  source->in_call = TRUE;
  source->caller = caller;
  source->since = g_get_monotonic_time ();
  source->woken = source->due = GST_CLOCK_TIME_NONE;
  gst_scream_timers_set (&source->loop->timers, &source->timer,
      GST_CLOCK_TIME_NONE);
}

/* The call is over; it wants the next at @next. */
static void
settle (GstScreamLoopSource * source, GstClockTime next)
{
  GstScreamLoop *self = source->loop;

  if (self->current == source)
    self->current = NULL;
  source->in_call = FALSE;
  source->caller = NULL;
  source->quick = g_get_monotonic_time () - source->since < QUICK;
  source->slow &= !source->quick;
  if (!source->removed)
    schedule (source, MIN (next, source->woken));
  else if (g_hash_table_contains (self->sources, source))
    g_cond_broadcast (&self->done);
  else
    g_free (source);            /* it removed itself */
}

/* Lets go of the lock during the call. */
static void
call (GstScreamLoop * self, GstScreamLoopSource * source)
{
  GstClockTime now = gst_clock_get_time (self->clock), next;

  unlock_and_wake (self);
  next = source->func (now, source->user_data);
  g_mutex_lock (&self->lock);
  settle (source, next == 0 ? now : next);
}

static void
thread_ends (GstScreamLoop * self)
{
  self->n_threads--;
  g_cond_broadcast (&self->done);
  unlock_and_wake (self);
  gst_object_unref (self);
}

/* ---- the thread ---- */

/* GstClockCallback */
static gboolean
on_time (GstClock * clock, GstClockTime time, GstClockID id, gpointer self)
{
  gst_scream_poller_wake (GST_SCREAM_LOOP (self)->poller);
  return TRUE;
}

/* With the lock: for so long the thread sleeps. The clock of a test has to know that, and
 * ends it itself. */
static GstClockTime
begin_sleep (GstScreamLoop * self, GstClockTime now, GstClockTime until)
{
  self->wait_until = until;
  if (until <= now || until == GST_CLOCK_TIME_NONE || self->real_time)
    return until == GST_CLOCK_TIME_NONE ? until : until - MIN (now, until);
  self->wait_id = gst_clock_new_single_shot_id (self->clock, until);
  gst_clock_id_wait_async (self->wait_id, on_time, gst_object_ref (self),
      gst_object_unref);
  return GST_CLOCK_TIME_NONE;
}

/* With the lock, which it releases: until the first source is due, or a socket is
 * readable. Sockets that are readable all the time are then read once in a step. */
static void
sleep_until_due (GstScreamLoop * self)
{
  const GstScreamTimer *first = gst_scream_timers_first (&self->timers);
  GstClockTime now = gst_clock_get_time (self->clock);
  GstClockTime until = first == NULL ? GST_CLOCK_TIME_NONE
      : ((const GstScreamLoopSource *) first)->due <= now ? now : first->time;
  gboolean listens = now >= self->rests_until;
  GstClockTime length = begin_sleep (self, now,
      listens ? until : MIN (until, self->rests_until));
  gpointer told[GST_SCREAM_POLLER_TOLD];
  guint n, i;

  g_mutex_unlock (&self->lock);
  n = gst_scream_poller_wait (self->poller, length, listens, told);
  g_mutex_lock (&self->lock);
  self->wait_until = 0;
  forget_wait_id (self);
  for (i = 0; i < n; i++) {
    if (g_hash_table_contains (self->sources, told[i]))
      wake_source (told[i], 0);
  }
}

/* With the lock, which it lets go of. */
static void
call_now (GstScreamLoop * self, GstScreamLoopSource * source)
{
  const GstScreamTimer *first;

  claim (source, g_thread_self ());
  self->current = source;
  self->n_calls++;
  if (self->watch_rests)
    g_cond_signal (&self->watch);
  first = gst_scream_timers_first (&self->timers);
  if (first != NULL)
    ask (self, first->time);
  call (self, source);
}

/* A thread of its own; it has been claimed. */
static gpointer
call_apart (gpointer user_data)
{
  GstScreamLoopSource *source = user_data;
  GstScreamLoop *self = source->loop;

  g_private_set (&own_loop, self);
  g_mutex_lock (&self->lock);
  source->caller = g_thread_self ();
  call (self, source);
  thread_ends (self);
  return NULL;
}

static gboolean
is_called_apart (GstScreamLoop * self, GstScreamLoopSource * source)
{
  if (!source->slow)
    return FALSE;
  claim (source, NULL);
  return start_thread (self, "screamtx-held", call_apart, source) != NULL;
}

/* With the lock, which it lets go of: each source once at most. */
static void
call_due (GstScreamLoop * self)
{
  GstClockTime begin = gst_clock_get_time (self->clock), now = begin;
  guint n = g_hash_table_size (self->sources);

  while (n-- > 0 && self->thread == g_thread_self ()) {
    GstScreamLoopSource *source =
        (GstScreamLoopSource *) gst_scream_timers_first (&self->timers);

    if (source == NULL || source->due > now)
      return;
    if (!is_called_apart (self, source))
      call_now (self, source);
    now = gst_clock_get_time (self->clock);
    self->rests_until = begin + (self->real_time ? step (self) : 0);
  }
}

static gpointer
run (gpointer user_data)
{
  GstScreamLoop *self = user_data;

  gst_scream_thread_be_prompt ();
  g_private_set (&own_loop, self);
  g_mutex_lock (&self->lock);
  while (self->thread == g_thread_self ()
      && g_hash_table_size (self->sources) > 0) {
    sleep_until_due (self);
    call_due (self);
  }
  if (self->thread == g_thread_self ())
    self->thread = NULL;
  thread_ends (self);
  return NULL;
}

/* With the lock: has it been in one call for too long? */
static void
replace_thread (GstScreamLoop * self)
{
  GThread *thread;

  if (self->current == NULL
      || g_get_monotonic_time () - self->current->since < BLOCKED_AFTER)
    return;
  thread = start_thread (self, "screamtx", run, self);
  if (thread == NULL)
    return;
  GST_INFO_OBJECT (self, "a call takes long, others go on without it");
  self->thread = thread;
  self->current->slow = TRUE;
  self->current = NULL;
}

/* With the lock, which it lets go of. */
static void
look_later (GstScreamLoop * self)
{
  gint64 end = g_get_monotonic_time () + BLOCKED_AFTER;

  while (g_hash_table_size (self->sources) > 0
      && g_cond_wait_until (&self->watch, &self->lock, end));
  replace_thread (self);
  self->asked = self->current != NULL;
}

/* With the lock, which it lets go of: until somebody asks. */
static void
look_seldom (GstScreamLoop * self)
{
  gint64 period = step (self) > 0 ? LOOK_SELDOM_OF_MANY : LOOK_SELDOM_OF_ONE;

  self->watch_rests = self->current == NULL && self->n_calls == self->n_seen;
  self->n_seen = self->n_calls;
  if (self->watch_rests)
    g_cond_wait (&self->watch, &self->lock);
  else if (!g_cond_wait_until (&self->watch, &self->lock,
          g_get_monotonic_time () + period))
    replace_thread (self);
  self->watch_rests = FALSE;
}

/* Another thread, from the second source or the first time that it is needed. */
static gpointer
watch (gpointer user_data)
{
  GstScreamLoop *self = user_data;

  g_private_set (&own_loop, self);
  g_mutex_lock (&self->lock);
  while (g_hash_table_size (self->sources) > 0) {
    if (self->asked)
      look_later (self);
    else
      look_seldom (self);
  }
  self->watcher = NULL;
  self->asked = FALSE;
  thread_ends (self);
  return NULL;
}

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
  gst_scream_timer_init (&source->timer);

  g_mutex_lock (&self->lock);
  g_hash_table_add (self->sources, source);
  if (self->thread == NULL)
    self->thread = start_thread (self, "screamtx", run, self);
  if (self->watcher == NULL && g_hash_table_size (self->sources) > 1)
    self->watcher = start_thread (self, "screamtx-watch", watch, self);
  g_mutex_unlock (&self->lock);
  return source;
}

gboolean
gst_scream_loop_has_thread (GstScreamLoop * self)
{
  gboolean has_thread;

  g_mutex_lock (&self->lock);
  has_thread = self->thread != NULL;
  g_mutex_unlock (&self->lock);
  return has_thread;
}

/* With the lock, which it lets go of: without sources the threads end. */
static void
wait_for_threads (GstScreamLoop * self)
{
  gst_scream_poller_wake (self->poller);
  g_cond_signal (&self->watch);
  while (self->n_threads > 0 && g_hash_table_size (self->sources) == 0
      && g_private_get (&own_loop) != self)
    g_cond_wait (&self->done, &self->lock);
}

void
gst_scream_loop_remove (GstScreamLoopSource * source)
{
  GstScreamLoop *self = source->loop;

  g_mutex_lock (&self->lock);
  source->removed = TRUE;
  gst_scream_timers_set (&self->timers, &source->timer, GST_CLOCK_TIME_NONE);
  while (source->in_call && source->caller != g_thread_self ())
    g_cond_wait (&self->done, &self->lock);
  g_hash_table_remove (self->sources, source);
  if (!source->in_call)
    g_free (source);
  if (g_hash_table_size (self->sources) == 0)
    wait_for_threads (self);
  unlock_and_wake (self);
  gst_object_unref (self);
}

GstScreamLoop *
gst_scream_loop_wake_begin (GstScreamLoopSource * source, GstClockTime time)
{
  GstScreamLoop *self = source->loop;

  g_mutex_lock (&self->lock);
  wake_source (source, time);
  return unlock (self) ? gst_object_ref (self) : NULL;
}

void
gst_scream_loop_wake_end (GstScreamLoop * sleeper)
{
  if (sleeper == NULL)
    return;
  gst_scream_poller_wake (sleeper->poller);
  gst_object_unref (sleeper);
}

void
gst_scream_loop_wake (GstScreamLoopSource * source, GstClockTime time)
{
  gst_scream_loop_wake_end (gst_scream_loop_wake_begin (source, time));
}

void
gst_scream_loop_wake_soon (GstScreamLoopSource * source)
{
  GstScreamLoop *self = source->loop;
  gboolean many = step (self) > source->slack;

  gst_scream_loop_wake (source, many ? gst_clock_get_time (self->clock) : 0);
}

gboolean
gst_scream_loop_begin_call (GstScreamLoopSource * source)
{
  GstScreamLoop *self = source->loop;
  gboolean may;

  if (!self->real_time)
    return FALSE;
  g_mutex_lock (&self->lock);
  may = !source->in_call && source->quick && !source->removed;
  if (may) {
    gst_object_ref (self);      /* it may be removed in the call */
    claim (source, g_thread_self ());
  }
  g_mutex_unlock (&self->lock);
  return may;
}

void
gst_scream_loop_end_call (GstScreamLoopSource * source, GstClockTime next)
{
  GstScreamLoop *self = source->loop;

  if (next == 0)
    next = gst_clock_get_time (self->clock);
  g_mutex_lock (&self->lock);
  settle (source, next);
  unlock_and_wake (self);
  gst_object_unref (self);
}

void
gst_scream_loop_doubt (GstScreamLoopSource * source)
{
  g_mutex_lock (&source->loop->lock);
  source->quick = FALSE;
  g_mutex_unlock (&source->loop->lock);
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

/* ---- object ---- */

static void
gst_scream_loop_finalize (GObject * object)
{
  GstScreamLoop *self = GST_SCREAM_LOOP (object);

  g_hash_table_unref (self->sources);
  gst_scream_timers_clear (&self->timers);
  gst_scream_poller_free (self->poller);
  gst_object_unref (self->clock);
  g_atomic_rc_box_release (self->n_all);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->done);
  g_cond_clear (&self->watch);
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
  g_cond_init (&self->done);
  g_cond_init (&self->watch);
  gst_scream_timers_init (&self->timers);
  self->poller = gst_scream_poller_new ();
  self->sources = g_hash_table_new (NULL, NULL);
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
