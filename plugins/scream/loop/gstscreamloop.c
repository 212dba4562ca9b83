/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamloop.c: a leader calls the sources, a watcher looks after it
 *
 * The leader waits for the first timer and calls what is due.  The watcher
 * waits for the sockets; while the leader is in a call and others wait, it
 * looks after a while whether that is still the same call, and then lets
 * another worker lead.  Workers that come back to find another leader are held
 * in reserve for some time.
 *
 * With one client the watcher calls a source whose socket has something itself:
 * waking the leader for it would be another switch between threads.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "gstscreamloop.h"
#include "gstscreampoller.h"
#include "gstscreamtimers.h"

GST_DEBUG_CATEGORY_STATIC (loop_debug);
#define GST_CAT_DEFAULT loop_debug

/* The pacing thread wakes up often; the kernel's default of 50 us would be
 * added each time. */
#define TIMER_SLACK_NS 1000

/* A call that takes so long waits for something. More than what a busy machine
 * makes a thread wait for a processor, less than a frame. */
#define BLOCKED_AFTER (15 * G_TIME_SPAN_MILLISECOND)

/* A source that was slow is quick again when its call takes less. */
#define QUICK (2 * G_TIME_SPAN_MILLISECOND)

/* The watcher stops to look when it was not needed for so many times. */
#define IDLE_LOOKS 8

/* A leader that wakes up as often looks at the sockets itself, so that nobody
 * has to wake up for them. */
#define POLL_INTERVAL (2 * G_TIME_SPAN_MILLISECOND)

/* With some hundred elements a processor has no time to wake up for each packet.
 * A packet of a stream of 1 Mbit/s takes 10 ms on a link of that rate. */
#define INTERVAL_OF_A_CLIENT (50 * GST_USECOND)
#define MAX_INTERVAL (10 * GST_MSECOND)

/* How long a worker without work stays. */
#define RESERVE_TIME G_TIME_SPAN_SECOND

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
  gboolean has_watcher;
  GThread *leader;              /* NULL: whoever comes */
  guint n_free;                 /* workers that are not held up in a call */
  GCond lead;                   /* for the leader without a time, and for those
                                 * in reserve */
  GCond done;                   /* a call has ended */
  gboolean waiting;             /* the leader waits, until wait_until */
  GstClockTime wait_until;
  GstClockID wait_id;

  /* the watch */
  guint64 n_calls;
  gint64 polled;                /* when the leader looked at the sockets */
  gboolean in_call;             /* the leader is */
  gboolean watching;            /* the watcher looks at times */
  gboolean needed;              /* since it looked */
};

G_DEFINE_TYPE_WITH_CODE (GstScreamLoop, gst_scream_loop, GST_TYPE_OBJECT,
    GST_DEBUG_CATEGORY_INIT (loop_debug, "screamloop", 0,
        "threads of screamtx"));

static gpointer work (gpointer user_data);

static gboolean
has_one_client (GstScreamLoop * self)
{
  return g_atomic_int_get (self->n_all) < 2;
}

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

static void
need_worker (GstScreamLoop * self)
{
  if (self->n_free > 0) {
    g_cond_broadcast (&self->lead);
    return;
  }
  if (start_thread (self, "screamtx", work))
    self->n_free++;
}

/* Others wait while the leader is in a call. */
static void
need_watch (GstScreamLoop * self)
{
  self->needed = TRUE;
  if (self->watching)
    return;
  self->watching = TRUE;
  gst_scream_poller_wake (self->poller);
}

/* The leader looks at the timers again. */
static void
wake_leader (GstScreamLoop * self)
{
  if (!self->waiting)
    return;
  g_cond_broadcast (&self->lead);
  if (self->wait_id != NULL)
    gst_clock_id_unschedule (self->wait_id);
}

static void
schedule (GstScreamLoopSource * source, GstClockTime time)
{
  GstScreamLoop *self = source->loop;

  source->due = time;
  if (time != GST_CLOCK_TIME_NONE && self->real_time && !has_one_client (self))
    time += CLAMP (gst_scream_loop_get_min_interval (self) / 2, source->slack,
        source->max_slack);
  gst_scream_timers_set (&self->timers, &source->timer, time);
  if (time < self->wait_until)
    wake_leader (self);
  if (time != GST_CLOCK_TIME_NONE && self->in_call)
    need_watch (self);
}

static void
wake_source (GstScreamLoopSource * source, GstClockTime time)
{
  if (source->removed)
    return;
  if (source->caller != NULL)
    source->woken = MIN (source->woken, time);
  else if (time < source->due)
    schedule (source, time);
}

/* Lets go of the lock while it waits. */
static void
wait_for (GstScreamLoop * self, GstClockTime until)
{
  self->waiting = TRUE;
  self->wait_until = until;
  if (until == GST_CLOCK_TIME_NONE) {
    g_cond_wait (&self->lead, &self->lock);
  } else {
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
  self->waiting = FALSE;
  self->wait_until = 0;
}

/* This thread calls it. */
static void
claim (GstScreamLoop * self, GstScreamLoopSource * source)
{
  source->caller = g_thread_self ();
  source->woken = source->due = GST_CLOCK_TIME_NONE;
  gst_scream_timers_set (&self->timers, &source->timer, GST_CLOCK_TIME_NONE);
}

static void
before_call (GstScreamLoop * self, GstScreamLoopSource * source)
{
  claim (self, source);
  self->n_calls++;
  if (source->slow) {
    self->leader = NULL;
    self->n_free--;
    need_worker (self);
    return;
  }
  self->in_call = TRUE;
  if (gst_scream_timers_first (&self->timers) != NULL)
    need_watch (self);
}

/* The call is over, and the source is to be called again at @next. */
static void
settle (GstScreamLoop * self, GstScreamLoopSource * source, GstClockTime next)
{
  source->caller = NULL;
  if (!source->removed)
    schedule (source, MIN (next, source->woken));
  else if (g_hash_table_contains (self->sources, source))
    g_cond_broadcast (&self->done);
  else
    g_free (source);            /* it removed itself */
}

static void
after_call (GstScreamLoop * self, GstScreamLoopSource * source,
    GstClockTime next, gint64 took)
{
  if (self->leader == source->caller) {
    self->in_call = FALSE;
  } else {
    source->slow = took > QUICK;
    self->n_free++;
  }
  settle (self, source, next);
}

/* Lets go of the lock during the call. */
static void
call (GstScreamLoop * self, GstScreamLoopSource * source, GstClockTime now)
{
  gint64 start = source->slow ? g_get_monotonic_time () : 0;
  GstClockTime next;

  before_call (self, source);
  g_mutex_unlock (&self->lock);
  next = source->func (source->user_data);
  g_mutex_lock (&self->lock);
  after_call (self, source, next == 0 ? now : next,
      start > 0 ? g_get_monotonic_time () - start : G_MAXINT64);
}

/* The watcher itself: with one client nobody else waits for it, and the leader
 * need not wake up.  Lets go of the lock during the call. */
static void
call_at_once (GstScreamLoop * self, GstScreamLoopSource * source)
{
  GstClockTime next;

  claim (self, source);
  g_mutex_unlock (&self->lock);
  next = source->func (source->user_data);
  g_mutex_lock (&self->lock);
  settle (self, source, next == 0 ? gst_clock_get_time (self->clock) : next);
}

static void
on_socket (gpointer socket, gpointer user_data)
{
  GstScreamLoop *self = user_data;
  GstScreamLoopSource *source = socket;

  g_mutex_lock (&self->lock);
  if (!g_hash_table_contains (self->sources, source))
    GST_DEBUG_OBJECT (self, "something came for a source that is gone");
  else if (has_one_client (self) && source->caller == NULL && !source->removed)
    call_at_once (self, source);
  else
    wake_source (source, gst_clock_get_time (self->clock));
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
  if (has_one_client (self))
    return;
  self->polled = g_get_monotonic_time ();
  g_mutex_unlock (&self->lock);
  gst_scream_poller_wait (self->poller, 0, on_socket, self);
  g_mutex_lock (&self->lock);
}

/* Lets go of the lock. */
static void
lead (GstScreamLoop * self)
{
  GstScreamTimer *first = gst_scream_timers_first (&self->timers);
  GstScreamLoopSource *source = (GstScreamLoopSource *) first;

  if (source == NULL) {
    wait_for (self, GST_CLOCK_TIME_NONE);
  } else {
    GstClockTime now = gst_clock_get_time (self->clock);

    if (source->due <= now) {
      call (self, source, now);
      if (g_get_monotonic_time () - self->polled > poll_interval (self) / 2)
        look_at_sockets (self);
      return;
    }
    wait_for (self, first->time);
    look_at_sockets (self);
  }
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
  self->leader = NULL;
  self->in_call = FALSE;
  self->n_free--;
  need_worker (self);
}

/* ---- threads ---- */

static void
set_timer_slack (void)
{
#ifdef __linux__
  prctl (PR_SET_TIMERSLACK, TIMER_SLACK_NS, 0, 0, 0);
#endif
}

static gpointer
work (gpointer user_data)
{
  GstScreamLoop *self = user_data;
  GThread *thread = g_thread_self ();
  gboolean wanted = TRUE;

  set_timer_slack ();
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
  guint64 n_calls;
  gboolean in_call;
  guint idle;
} Look;

/* With the lock. */
static void
look (GstScreamLoop * self, Look * last)
{
  gint64 now = g_get_monotonic_time ();

  if (!self->watching || now - last->time < BLOCKED_AFTER)
    return;
  if (self->in_call && last->in_call && self->n_calls == last->n_calls)
    replace_leader (self);
  last->idle = self->needed || self->in_call ? 0 : last->idle + 1;
  self->needed = FALSE;
  self->watching = last->idle < IDLE_LOOKS;
  last->time = now;
  last->n_calls = self->n_calls;
  last->in_call = self->in_call;
}

static gpointer
watch (gpointer user_data)
{
  GstScreamLoop *self = user_data;
  Look last = { 0, };

  g_mutex_lock (&self->lock);
  while (g_hash_table_size (self->sources) > 0) {
    gint timeout = self->watching ? BLOCKED_AFTER / 1000 + 1 : -1;
    gint64 interval = poll_interval (self);
    gboolean nap = g_get_monotonic_time () - self->polled < interval;

    g_mutex_unlock (&self->lock);
    if (nap)
      g_usleep ((gulong) interval);
    else
      gst_scream_poller_wait (self->poller, timeout, on_socket, self);
    g_mutex_lock (&self->lock);
    look (self, &last);
  }
  self->has_watcher = self->watching = FALSE;
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
  if (self->n_free == 0)
    need_worker (self);
  if (!self->has_watcher)
    self->has_watcher = start_thread (self, "screamtx-watch", watch);
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
  wake_leader (self);
  gst_scream_poller_wake (self->poller);
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
  while (source->caller != NULL && source->caller != g_thread_self ())
    g_cond_wait (&self->done, &self->lock);
  g_hash_table_remove (self->sources, source);
  if (source->caller == NULL)
    g_free (source);
  if (g_hash_table_size (self->sources) == 0)
    wait_for_threads (self);
  g_mutex_unlock (&self->lock);
  gst_object_unref (self);
}

void
gst_scream_loop_wake (GstScreamLoopSource * source, GstClockTime time)
{
  GstScreamLoop *self = source->loop;

  g_mutex_lock (&self->lock);
  wake_source (source, time);
  g_mutex_unlock (&self->lock);
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
gst_scream_loop_add_socket (GstScreamLoopSource * source, gint fd)
{
  return gst_scream_poller_add (source->loop->poller, fd, source);
}

void
gst_scream_loop_remove_socket (GstScreamLoopSource * source, gint fd)
{
  gst_scream_poller_remove (source->loop->poller, fd);
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

GstClockTime
gst_scream_loop_get_min_interval (GstScreamLoop * self)
{
  GstClockTime min_interval = INTERVAL_OF_A_CLIENT
      * (GstClockTime) g_atomic_int_get (self->n_all);

  return has_one_client (self) ? 0 : MIN (min_interval, MAX_INTERVAL);
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
