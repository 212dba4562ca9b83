/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The loop of timers and sockets that elements share: order, times, removal, many
 * sources. */
#define _GNU_SOURCE             /* RUSAGE_THREAD */
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#include <gst/check/gstcheck.h>
#include <gst/check/gsttestclock.h>

#include "plugins/scream/loop/gstscreamloops.h"
#include "plugins/scream/loop/gstscreamtimers.h"

#define MS GST_MSECOND
/* Where time starts; odd, so that nothing depends on it. */
#define T0 (123 * GST_SECOND + 456789)

/* Longer than anything here takes; only a failure waits for it. */
#define PATIENCE (10 * G_TIME_SPAN_SECOND)

/* A source that counts; what it returns and how long it takes is set. */
typedef struct
{
  GstScreamLoopSource *source;
  GstClockTime next;
  gint n;
  gboolean remove;
  GMutex *hold;                 /* waits for it if not NULL */
  gint n_released;              /* atomic: calls that have waited for it */
  GThread *thread;              /* of the last call */
} Counter;

/* For the fields of all counters. */
static GMutex lock;

static GstClockTime
count (GstClockTime now, gpointer user_data)
{
  Counter *counter = user_data;
  GstClockTime next;
  GMutex *hold;

  g_mutex_lock (&lock);
  next = counter->next;
  hold = counter->hold;
  counter->thread = g_thread_self ();
  if (counter->remove)
    gst_scream_loop_remove (counter->source);
  counter->n++;
  g_mutex_unlock (&lock);
  if (hold != NULL) {
    g_mutex_lock (hold);
    g_mutex_unlock (hold);
    g_atomic_int_inc (&counter->n_released);
  }
  return next;
}

static gint
get_count (Counter * counter)
{
  gint n;

  g_mutex_lock (&lock);
  n = counter->n;
  g_mutex_unlock (&lock);
  return n;
}

static GThread *
get_thread (Counter * counter)
{
  GThread *thread;

  g_mutex_lock (&lock);
  thread = counter->thread;
  g_mutex_unlock (&lock);
  return thread;
}

static void
set (Counter * counter, GstClockTime next, GMutex * hold)
{
  g_mutex_lock (&lock);
  counter->next = next;
  counter->hold = hold;
  g_mutex_unlock (&lock);
}

static void
wait_count (Counter * counter, gint n)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;

  while (get_count (counter) < n) {
    fail_unless (g_get_monotonic_time () < end, "called %d times, not %d",
        get_count (counter), n);
    g_usleep (100);
  }
}

static Counter *
add (GstScreamLoop * loop, GstClockTime slack)
{
  Counter *counter = g_new0 (Counter, 1);

  counter->next = GST_CLOCK_TIME_NONE;
  counter->source = gst_scream_loop_add (loop, count, counter, slack, slack);
  return counter;
}

static void
finish (Counter * counter)
{
  gst_scream_loop_remove (counter->source);
  g_free (counter);
}

static GstScreamLoop *
new_loop (void)
{
  GstClock *clock = gst_system_clock_obtain ();
  GstScreamLoop *loop = gst_scream_loop_new (clock);

  gst_object_unref (clock);
  return loop;
}

/* ---- timers ---- */

/* A thousand changes: what comes out first is what is first by hand. */
GST_START_TEST (test_timers_order)
{
  GstScreamTimers timers;
  GstScreamTimer timer[20];
  GRand *rand = g_rand_new_with_seed (7);
  guint i, j;

  gst_scream_timers_init (&timers);
  fail_unless (gst_scream_timers_first (&timers) == NULL);
  for (i = 0; i < G_N_ELEMENTS (timer); i++)
    gst_scream_timer_init (&timer[i]);
  for (i = 0; i < 1000; i++) {
    GstScreamTimer *one = &timer[g_rand_int_range (rand, 0, 20)];
    GstClockTime first = GST_CLOCK_TIME_NONE;

    gst_scream_timers_set (&timers, one, g_rand_boolean (rand) ?
        (GstClockTime) g_rand_int_range (rand, 0, 50) : GST_CLOCK_TIME_NONE);
    for (j = 0; j < G_N_ELEMENTS (timer); j++)
      first = MIN (first, timer[j].time);
    if (first == GST_CLOCK_TIME_NONE)
      fail_unless (gst_scream_timers_first (&timers) == NULL);
    else
      fail_unless_equals_uint64 (gst_scream_timers_first (&timers)->time,
          first);
  }
  gst_scream_timers_clear (&timers);
  g_rand_free (rand);
}

GST_END_TEST;

/* ---- loop ---- */

/* On the clock of a test nothing comes early, late, or twice. */
GST_START_TEST (test_loop_times)
{
  GstTestClock *clock =
      GST_TEST_CLOCK (gst_test_clock_new_with_start_time (T0));
  GstScreamLoop *loop = gst_scream_loop_new (GST_CLOCK (clock));
  Counter *a = add (loop, MS), *b = add (loop, MS);
  GstClockID id;

  gst_scream_loop_add_client (loop);
  gst_scream_loop_add_client (loop);
  gst_scream_loop_wake (a->source, T0 + 30 * MS);
  gst_scream_loop_wake (b->source, T0 + 20 * MS);
  gst_scream_loop_wake (a->source, T0 + 40 * MS);
  gst_test_clock_wait_for_next_pending_id (clock, &id);
  while (gst_clock_id_get_time (id) != T0 + 20 * MS) {
    gst_clock_id_unref (id);
    g_usleep (100);
    gst_test_clock_wait_for_next_pending_id (clock, &id);
  }
  gst_clock_id_unref (id);
  fail_unless_equals_int (get_count (a) + get_count (b), 0);
  set (b, T0 + 35 * MS, NULL);
  fail_unless (gst_test_clock_crank (clock));
  wait_count (b, 1);
  gst_test_clock_wait_for_next_pending_id (clock, &id);
  fail_unless_equals_uint64 (gst_clock_id_get_time (id), T0 + 30 * MS);
  gst_clock_id_unref (id);
  fail_unless (gst_test_clock_crank (clock));
  wait_count (a, 1);
  gst_test_clock_wait_for_next_pending_id (clock, &id);
  fail_unless_equals_uint64 (gst_clock_id_get_time (id), T0 + 35 * MS);
  gst_clock_id_unref (id);
  set (b, GST_CLOCK_TIME_NONE, NULL);
  fail_unless (gst_test_clock_crank (clock));
  wait_count (b, 2);
  fail_unless_equals_int (get_count (a), 1);

  finish (a);
  finish (b);
  gst_object_unref (loop);
  gst_object_unref (clock);
}

GST_END_TEST;

/* One call does not return: the others go on, and it is called by a thread that
 * they do not wait for until it is quick again. */
GST_START_TEST (test_loop_held_up)
{
  GstScreamLoop *loop = new_loop ();
  Counter *held = add (loop, 0), *other = add (loop, 0);
  GMutex hold;
  gint64 start;
  gint i;

  g_mutex_init (&hold);
  set (held, GST_CLOCK_TIME_NONE, &hold);
  for (i = 1; i <= 5; i++) {
    g_mutex_lock (&hold);
    gst_scream_loop_wake (held->source, 0);
    wait_count (held, i);
    start = g_get_monotonic_time ();
    gst_scream_loop_wake (other->source, 0);
    wait_count (other, i);
    fail_unless (get_thread (other) != get_thread (held));
    /* The first time: two looks of 15 ms. Later at once; both with much room. */
    fail_unless (g_get_monotonic_time () - start < PATIENCE / 2);
    g_mutex_unlock (&hold);
    while (g_atomic_int_get (&held->n_released) < i)
      g_usleep (100);
    g_usleep (3000);            /* the call is over */
  }

  set (held, GST_CLOCK_TIME_NONE, NULL);
  gst_scream_loop_wake (held->source, 0);
  wait_count (held, 6);
  finish (held);
  finish (other);
  gst_object_unref (loop);
  g_mutex_clear (&hold);
}

GST_END_TEST;

/* The thread waits for the next time of the only source. It is back for a wake-up, for
 * another source, and to end; a minute is longer than the test may take. */
GST_START_TEST (test_loop_waits)
{
  GstScreamLoop *loop = new_loop ();
  Counter *a = add (loop, 0), *b;
  gint i;

  gst_scream_loop_add_client (loop);
  set (a, gst_scream_loop_now (loop) + 60 * GST_SECOND, NULL);
  for (i = 1; i <= 50; i++) {
    gst_scream_loop_wake (a->source, 0);
    wait_count (a, i);
    g_usleep (i % 3 * 500);
  }
  b = add (loop, 0);
  set (b, gst_scream_loop_now (loop) + 60 * GST_SECOND, NULL);
  for (i = 1; i <= 50; i++) {
    gst_scream_loop_wake (i % 2 ? b->source : a->source,
        gst_scream_loop_now (loop) + MS);
    wait_count (i % 2 ? b : a, i % 2 ? (i + 1) / 2 : 50 + i / 2);
  }
  finish (b);
  gst_scream_loop_wake (a->source, 0);
  wait_count (a, 76);
  g_usleep (1000);
  finish (a);
  gst_scream_loop_remove_client (loop);
  gst_object_unref (loop);
}

GST_END_TEST;

/* TRUE as soon as the loop has come out of a call that was quick. */
static void
call_here (Counter * counter)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;

  while (!gst_scream_loop_begin_call (counter->source)) {
    fail_unless (g_get_monotonic_time () < end, "it may not be called here");
    g_usleep (100);
  }
}

/* A thread that is not the loop's calls a source, unless that is in a call or its last
 * one took long.  The loop goes on with what it says at the end. */
GST_START_TEST (test_loop_called_elsewhere)
{
  GstScreamLoop *loop = new_loop ();
  Counter *counter = add (loop, 0);

  fail_if (gst_scream_loop_begin_call (counter->source), "nobody knows it yet");
  gst_scream_loop_wake (counter->source, 0);
  wait_count (counter, 1);

  call_here (counter);
  fail_if (gst_scream_loop_begin_call (counter->source), "called twice");
  gst_scream_loop_wake (counter->source, 0);
  g_usleep (10000);
  fail_unless_equals_int (get_count (counter), 1);
  gst_scream_loop_end_call (counter->source, GST_CLOCK_TIME_NONE);
  wait_count (counter, 2);

  call_here (counter);
  gst_scream_loop_end_call (counter->source,
      gst_scream_loop_now (loop) + 5 * MS);
  wait_count (counter, 3);

  call_here (counter);
  g_usleep (4000);
  gst_scream_loop_end_call (counter->source, GST_CLOCK_TIME_NONE);
  fail_if (gst_scream_loop_begin_call (counter->source), "it was held up");
  gst_scream_loop_wake (counter->source, 0);
  wait_count (counter, 4);
  call_here (counter);
  gst_scream_loop_end_call (counter->source, GST_CLOCK_TIME_NONE);
  gst_scream_loop_doubt (counter->source);
  fail_if (gst_scream_loop_begin_call (counter->source), "it was in doubt");

  finish (counter);
  gst_object_unref (loop);
}

GST_END_TEST;

static gpointer
call_and_end (gpointer user_data)
{
  Counter *counter = user_data;

  call_here (counter);
  set (counter, 1, NULL);
  g_usleep (20000);
  set (counter, 2, NULL);
  gst_scream_loop_end_call (counter->source, GST_CLOCK_TIME_NONE);
  return NULL;
}

static GstClockTime
get_next (Counter * counter)
{
  GstClockTime next;

  g_mutex_lock (&lock);
  next = counter->next;
  g_mutex_unlock (&lock);
  return next;
}

/* Who removes it waits for the end of that call. */
GST_START_TEST (test_loop_removed_while_called_elsewhere)
{
  GstScreamLoop *loop = new_loop ();
  Counter *counter = add (loop, 0);
  GThread *thread;

  gst_scream_loop_wake (counter->source, 0);
  wait_count (counter, 1);
  thread = g_thread_new ("ends", call_and_end, counter);
  while (get_next (counter) != 1)
    g_usleep (100);
  gst_scream_loop_remove (counter->source);
  fail_unless_equals_uint64 (get_next (counter), 2);
  g_thread_join (thread);
  g_free (counter);
  gst_object_unref (loop);
}

GST_END_TEST;

/* Nothing is called after it was removed, and threads end with the last. */
GST_START_TEST (test_loop_remove)
{
  GstScreamLoop *loop = new_loop ();
  Counter *keep = add (loop, 0), *self;
  gint64 end = g_get_monotonic_time () + PATIENCE;
  guint i;

  set (keep, 0, NULL);
  gst_scream_loop_wake (keep->source, 0);
  for (i = 0; i < 200; i++) {
    Counter *counter = add (loop, 0);

    set (counter, i % 2 ? 0 : GST_CLOCK_TIME_NONE, NULL);
    gst_scream_loop_wake (counter->source, 0);
    finish (counter);
  }
  self = add (loop, 0);
  g_mutex_lock (&lock);
  self->remove = TRUE;
  g_mutex_unlock (&lock);
  gst_scream_loop_wake (self->source, 0);
  wait_count (self, 1);
  g_free (self);
  fail_unless (get_count (keep) > 1);
  finish (keep);
  /* They let go of it when they have ended. */
  while (GST_OBJECT_REFCOUNT_VALUE (loop) > 1) {
    fail_unless (g_get_monotonic_time () < end);
    g_usleep (100);
  }
  gst_object_unref (loop);
}

GST_END_TEST;

/* Many sources of several clients, called each ms: within their slack, and no
 * thread for each. */
GST_START_TEST (test_loop_together)
{
  GstScreamLoop *loop = new_loop ();
  Counter *counters[100];
  guint i;

  for (i = 0; i < G_N_ELEMENTS (counters); i++) {
    gst_scream_loop_add_client (loop);
    counters[i] = add (loop, MS / 2);
    gst_scream_loop_wake (counters[i]->source,
        gst_scream_loop_now (loop) + i * MS / 10);
  }
  for (i = 0; i < G_N_ELEMENTS (counters); i++) {
    wait_count (counters[i], 1);
    fail_unless_equals_int (get_count (counters[i]), 1);
  }
  for (i = 0; i < G_N_ELEMENTS (counters); i++)
    finish (counters[i]);
  gst_object_unref (loop);
}

GST_END_TEST;

/* Wake-ups of the thread that called it last, at the first and the last call; it alone. */
typedef struct
{
  GThread *thread;
  gint calls;
  glong first, last;
} Sleeps;

static GstClockTime
note_sleeps (GstClockTime now, gpointer user_data)
{
  Sleeps *sleeps = user_data;
  struct rusage usage;

  getrusage (RUSAGE_THREAD, &usage);
  g_mutex_lock (&lock);
  if (sleeps->thread != g_thread_self ())
    sleeps->first = usage.ru_nvcsw;
  sleeps->thread = g_thread_self ();
  sleeps->last = usage.ru_nvcsw;
  sleeps->calls++;
  g_mutex_unlock (&lock);
  return GST_CLOCK_TIME_NONE;
}

#define STEP (MS * 5 / 2)       /* with 100 clients */
#define PACKETS 400

/* What comes all the time wakes the thread once in a step, not for each packet; and all
 * of it is called. */
GST_START_TEST (test_loop_steps)
{
  GstScreamLoop *loop = new_loop ();
  GstScreamLoopSource *sources[20];
  Sleeps sleeps = { NULL, };
  GstClockTime begin, passed;
  guint i;

  for (i = 0; i < 100; i++)
    gst_scream_loop_add_client (loop);
  for (i = 0; i < G_N_ELEMENTS (sources); i++)
    sources[i] = gst_scream_loop_add (loop, note_sleeps, &sleeps, 0, 5 * MS);
  begin = gst_scream_loop_now (loop);
  for (i = 0; i < PACKETS; i++) {
    while (gst_scream_loop_now (loop) < begin + i * MS / 4)
      g_usleep (50);
    gst_scream_loop_wake_soon (sources[i % G_N_ELEMENTS (sources)]);
  }
  passed = gst_scream_loop_now (loop) - begin;
  g_usleep (2 * STEP / GST_USECOND);
  for (i = 0; i < G_N_ELEMENTS (sources); i++)
    gst_scream_loop_remove (sources[i]);
  fail_unless (sleeps.calls >= 20 && sleeps.calls <= PACKETS, "%d calls",
      sleeps.calls);
  fail_unless (sleeps.last - sleeps.first >= 2
      && sleeps.last - sleeps.first <= (glong) (passed / STEP + 10),
      "%ld sleeps in %.1f ms", sleeps.last - sleeps.first,
      (gdouble) passed / MS);
  gst_object_unref (loop);
}

GST_END_TEST;

static void
new_sockets (GSocket * sockets[2])
{
  gint fds[2], i;

  fail_unless (socketpair (AF_UNIX, SOCK_DGRAM, 0, fds) == 0);
  for (i = 0; i < 2; i++)
    sockets[i] = g_socket_new_from_fd (fds[i], NULL);
}

static void
free_sockets (GSocket * sockets[2])
{
  g_object_unref (sockets[0]);
  g_object_unref (sockets[1]);
}

GST_START_TEST (test_loop_socket)
{
  GstScreamLoop *loop = new_loop ();
  Counter *counter = add (loop, 0);
  GSocket *sockets[2];
  gint i;

  new_sockets (sockets);
  fail_unless (gst_scream_loop_add_socket (counter->source, sockets[0]));
  for (i = 1; i <= 3; i++) {
    gchar byte = 0;

    fail_unless (g_socket_send (sockets[1], &byte, 1, NULL, NULL) == 1);
    wait_count (counter, i);
    fail_unless (g_socket_receive (sockets[0], &byte, 1, NULL, NULL) == 1);
  }
  gst_scream_loop_remove_socket (counter->source, sockets[0]);
  finish (counter);
  free_sockets (sockets);
  gst_object_unref (loop);
}

GST_END_TEST;

/* The call for a socket does not return, nor does another one: others go on. */
GST_START_TEST (test_loop_socket_held_up)
{
  GstScreamLoop *loop = new_loop ();
  Counter *socket = add (loop, 0), *held = add (loop, 0), *other =
      add (loop, 0);
  GSocket *sockets[2];
  GMutex hold;

  g_mutex_init (&hold);
  g_mutex_lock (&hold);
  set (socket, GST_CLOCK_TIME_NONE, &hold);
  set (held, GST_CLOCK_TIME_NONE, &hold);
  new_sockets (sockets);
  fail_unless (gst_scream_loop_add_socket (socket->source, sockets[0]));
  fail_unless (g_socket_send (sockets[1], "", 1, NULL, NULL) == 1);
  wait_count (socket, 1);
  gst_scream_loop_wake (held->source, 0);
  wait_count (held, 1);
  gst_scream_loop_wake (other->source, 0);
  wait_count (other, 1);
  gst_scream_loop_remove_socket (socket->source, sockets[0]);
  g_mutex_unlock (&hold);
  finish (other);
  finish (held);
  finish (socket);
  gst_object_unref (loop);
  g_mutex_clear (&hold);
  free_sockets (sockets);
}

GST_END_TEST;

/* Nobody asks for the thread that does not return, and what comes is read anyway. */
GST_START_TEST (test_loop_socket_beside_held_up)
{
  GstScreamLoop *loop = new_loop ();
  Counter *held = add (loop, 0), *other = add (loop, 0);
  GSocket *sockets[2];
  GMutex hold;

  g_mutex_init (&hold);
  g_mutex_lock (&hold);
  set (held, GST_CLOCK_TIME_NONE, &hold);
  new_sockets (sockets);
  fail_unless (gst_scream_loop_add_socket (other->source, sockets[0]));
  gst_scream_loop_wake (held->source, 0);
  wait_count (held, 1);
  fail_unless (g_socket_send (sockets[1], "", 1, NULL, NULL) == 1);
  wait_count (other, 1);
  gst_scream_loop_remove_socket (other->source, sockets[0]);
  g_mutex_unlock (&hold);
  finish (held);
  finish (other);
  gst_object_unref (loop);
  g_mutex_clear (&hold);
  free_sockets (sockets);
}

GST_END_TEST;

/* ---- context ---- */

/* Elements of one pipeline find one loop, those of another clock do not. */
GST_START_TEST (test_loop_context)
{
  GstElement *pipeline = gst_parse_launch ("identity name=a ! identity name=b "
      "! fakesink", NULL);
  GstElement *a = gst_bin_get_by_name (GST_BIN (pipeline), "a");
  GstElement *b = gst_bin_get_by_name (GST_BIN (pipeline), "b");
  GstClock *clock = gst_system_clock_obtain ();
  GstClock *test_clock = gst_test_clock_new ();
  GstScreamLoop *loop_a = gst_scream_loops_obtain (a, clock);
  GstScreamLoop *loop_b = gst_scream_loops_obtain (b, clock);
  GstScreamLoop *other = gst_scream_loops_obtain (b, test_clock);

  fail_unless (loop_a == loop_b);
  fail_unless (other != loop_a);
  gst_object_unref (loop_a);
  gst_object_unref (loop_b);
  gst_object_unref (other);
  gst_object_unref (clock);
  gst_object_unref (test_clock);
  gst_object_unref (a);
  gst_object_unref (b);
  gst_object_unref (pipeline);
}

GST_END_TEST;

/* Many elements have several loops, and all of them less time for each. */
GST_START_TEST (test_loop_many)
{
  GstElement *element = gst_element_factory_make ("identity", NULL);
  GstClock *clock = gst_system_clock_obtain ();
  GstScreamLoop *loops[60];
  guint i;

  for (i = 0; i < G_N_ELEMENTS (loops); i++) {
    loops[i] = gst_scream_loops_obtain (element, clock);
    gst_scream_loop_add_client (loops[i]);
    fail_unless (loops[i] == loops[i < 50 ? 0 : 50]);
    fail_unless_equals_uint64 (gst_scream_loop_get_min_interval (loops[0]),
        i == 0 ? 0 : (i + 1) * 50 * GST_USECOND);
  }
  fail_unless (loops[50] != loops[0]);

  /* Room is used again. */
  gst_scream_loop_remove_client (loops[0]);
  gst_object_unref (loops[0]);
  loops[0] = gst_scream_loops_obtain (element, clock);
  fail_unless (loops[0] == loops[1]);
  for (i = 0; i < 1000; i++)
    gst_scream_loop_add_client (loops[50]);
  fail_unless_equals_uint64 (gst_scream_loop_get_min_interval (loops[0]),
      10 * GST_MSECOND);

  for (i = 0; i < G_N_ELEMENTS (loops); i++)
    gst_object_unref (loops[i]);
  gst_object_unref (clock);
  gst_object_unref (element);
}

GST_END_TEST;

/* Who wakes the thread lets go of its locks first. */
GST_START_TEST (test_loop_wakes_without_locks)
{
  GstClock *clock = gst_system_clock_obtain ();
  GstScreamLoop *loop = gst_scream_loop_new (clock);
  Counter *counter = add (loop, 0);
  GstScreamLoop *sleeper = NULL;
  gint64 end = g_get_monotonic_time () + PATIENCE;
  gint n = 0;

  while (sleeper == NULL && g_get_monotonic_time () < end) {
    g_usleep (1000);            /* it falls asleep */
    n = get_count (counter);
    sleeper = gst_scream_loop_wake_begin (counter->source, 0);
  }
  fail_unless (sleeper != NULL);
  g_usleep (5000);
  fail_unless_equals_int (get_count (counter), n);
  gst_scream_loop_wake_end (sleeper);
  wait_count (counter, n + 1);
  gst_scream_loop_remove (counter->source);
  g_free (counter);
  gst_object_unref (loop);
  gst_object_unref (clock);
}

GST_END_TEST;

#if defined (__linux__) && defined (SYS_sched_getattr)

/* What the system says of a thread. */
typedef struct
{
  gint slack;                   /* ns */
  guint64 turn;                 /* ns; 0 before Linux 6.12 */
  gint nice;
  gint known;                   /* atomic */
} Manners;

static void
read_manners (Manners * manners)
{
  struct
  {
    guint32 size, policy;
    guint64 flags;
    gint32 nice;
    guint32 priority;
    guint64 runtime, deadline, period;
  } attributes = { 0, };

  fail_unless_equals_int ((gint) syscall (SYS_sched_getattr, 0, &attributes,
          sizeof (attributes), 0), 0);
  manners->slack = prctl (PR_GET_TIMERSLACK, 0, 0, 0, 0);
  manners->turn = attributes.runtime;
  manners->nice = attributes.nice;
}

static GstClockTime
tell_manners (GstClockTime now, gpointer user_data)
{
  Manners *manners = user_data;

  (void) now;
  read_manners (manners);
  g_atomic_int_set (&manners->known, TRUE);
  return GST_CLOCK_TIME_NONE;
}

/* The thread that paces wakes up on time and takes short turns, and is no nicer to itself
 * than the application. */
GST_START_TEST (test_loop_is_prompt)
{
  GstClock *clock = gst_system_clock_obtain ();
  GstScreamLoop *loop = gst_scream_loop_new (clock);
  gint64 end = g_get_monotonic_time () + PATIENCE;
  Manners own, its = { 0, };
  GstScreamLoopSource *source =
      gst_scream_loop_add (loop, tell_manners, &its, 0, 0);

  read_manners (&own);
  gst_scream_loop_wake (source, 0);
  while (!g_atomic_int_get (&its.known) && g_get_monotonic_time () < end)
    g_usleep (1000);
  gst_scream_loop_remove (source);
  fail_unless_equals_int (its.slack, 1000);
  fail_unless_equals_int (its.nice, own.nice);
  fail_unless_equals_uint64 (its.turn, own.turn == 0 ? 0 : 100000);
  gst_object_unref (loop);
  gst_object_unref (clock);
}

GST_END_TEST;

#endif

static Suite *
screamloop_suite (void)
{
  Suite *s = suite_create ("screamloop");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_timers_order);
  tcase_add_test (tc, test_loop_times);
  tcase_add_test (tc, test_loop_held_up);
  tcase_add_test (tc, test_loop_waits);
  tcase_add_test (tc, test_loop_called_elsewhere);
  tcase_add_test (tc, test_loop_removed_while_called_elsewhere);
  tcase_add_test (tc, test_loop_remove);
  tcase_add_test (tc, test_loop_together);
  tcase_add_test (tc, test_loop_steps);
  tcase_add_test (tc, test_loop_socket);
  tcase_add_test (tc, test_loop_socket_held_up);
  tcase_add_test (tc, test_loop_socket_beside_held_up);
  tcase_add_test (tc, test_loop_context);
  tcase_add_test (tc, test_loop_many);
  tcase_add_test (tc, test_loop_wakes_without_locks);
#if defined (__linux__) && defined (SYS_sched_getattr)
  tcase_add_test (tc, test_loop_is_prompt);
#endif
  return s;
}

GST_CHECK_MAIN (screamloop);
