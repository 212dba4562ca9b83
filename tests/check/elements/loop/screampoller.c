/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Waiting for sockets: what is told of, and wake-ups that come before a wait. */
#include <sys/socket.h>
#include <gst/check/gstcheck.h>

#include "plugins/scream/loop/gstscreampoller.h"

/* ms; longer than anything here takes, only a failure waits for it. */
#define PATIENCE 10000

typedef struct
{
  GstScreamPoller *poller;
  GSocket *near, *far;
  guint told;
} Fixture;

static GSocket *
new_socket (gint fd)
{
  GError *error = NULL;
  GSocket *socket = g_socket_new_from_fd (fd, &error);

  g_assert_no_error (error);
  g_socket_set_blocking (socket, FALSE);
  return socket;
}

static void
start (Fixture * f)
{
  gint fds[2];

  fail_unless (socketpair (AF_UNIX, SOCK_DGRAM, 0, fds) == 0);
  f->poller = gst_scream_poller_new ();
  f->near = new_socket (fds[0]);
  f->far = new_socket (fds[1]);
  f->told = 0;
  fail_unless (gst_scream_poller_add (f->poller, f->near, f));
}

static void
stop (Fixture * f)
{
  gst_scream_poller_remove (f->poller, f->near);
  gst_scream_poller_free (f->poller);
  g_object_unref (f->near);
  g_object_unref (f->far);
}

static void
send_one (Fixture * f)
{
  fail_unless (g_socket_send (f->far, "x", 1, NULL, NULL) == 1);
}

static void
read_one (Fixture * f)
{
  gchar byte;

  fail_unless (g_socket_receive (f->near, &byte, 1, NULL, NULL) == 1);
}

static gint64
wait_how (Fixture * f, gint timeout, gboolean listens)
{
  gint64 start = g_get_monotonic_time ();
  gpointer told[GST_SCREAM_POLLER_TOLD];
  guint n = gst_scream_poller_wait (f->poller,
      (GstClockTime) timeout * GST_MSECOND, listens, told);

  fail_unless (n <= 1 && (n == 0 || told[0] == f));
  f->told += n;
  return (g_get_monotonic_time () - start) / G_TIME_SPAN_MILLISECOND;
}

static gint64
wait_for (Fixture * f, gint timeout)
{
  return wait_how (f, timeout, TRUE);
}

GST_START_TEST (test_poller_tells)
{
  Fixture f;
  guint i;

  start (&f);
  fail_unless (wait_for (&f, 20) >= 19);
  fail_unless_equals_int (f.told, 0);
  for (i = 1; i <= 5; i++) {
    send_one (&f);
    fail_unless (wait_for (&f, PATIENCE) < PATIENCE);
    fail_unless_equals_int (f.told, i);
    read_one (&f);
  }
  stop (&f);
}

GST_END_TEST;

/* Of what comes while nobody has read the last, too. */
GST_START_TEST (test_poller_tells_again)
{
  Fixture f;

  start (&f);
  send_one (&f);
  fail_unless (wait_for (&f, PATIENCE) < PATIENCE);
  send_one (&f);
  fail_unless (wait_for (&f, PATIENCE) < PATIENCE);
  fail_unless_equals_int (f.told, 2);
  stop (&f);
}

GST_END_TEST;

/* Once in a millisecond at most, while it is not read. */
GST_START_TEST (test_poller_does_not_spin)
{
  Fixture f;
  gint64 start_time, ms;

  start (&f);
  send_one (&f);
  start_time = g_get_monotonic_time ();
  do {
    wait_for (&f, 10);
    ms = (g_get_monotonic_time () - start_time) / G_TIME_SPAN_MILLISECOND;
  } while (ms < 50);
  fail_unless (f.told >= 1 && f.told <= ms + 1,
      "told %u times in %" G_GINT64_FORMAT " ms", f.told, ms);
  stop (&f);
}

GST_END_TEST;

GST_START_TEST (test_poller_removed)
{
  Fixture f;

  start (&f);
  send_one (&f);
  gst_scream_poller_remove (f.poller, f.near);
  fail_unless (wait_for (&f, 5) >= 4);
  fail_unless_equals_int (f.told, 0);
  fail_unless (gst_scream_poller_add (f.poller, f.near, &f));
  fail_unless (wait_for (&f, PATIENCE) < PATIENCE);
  fail_unless_equals_int (f.told, 1);
  stop (&f);
}

GST_END_TEST;

/* A wake-up is for the next wait. */
GST_START_TEST (test_poller_woken_before)
{
  Fixture f;

  start (&f);
  gst_scream_poller_wake (f.poller);
  fail_unless (wait_for (&f, PATIENCE) < PATIENCE);
  fail_unless (wait_for (&f, 5) >= 4);
  gst_scream_poller_wake (f.poller);
  fail_unless (wait_how (&f, PATIENCE, FALSE) < PATIENCE);
  fail_unless (wait_how (&f, 5, FALSE) >= 4);
  fail_unless_equals_int (f.told, 0);
  stop (&f);
}

GST_END_TEST;

/* Who does not listen sleeps on, and is told afterwards. */
GST_START_TEST (test_poller_rests)
{
  Fixture f;

  start (&f);
  send_one (&f);
  fail_unless (wait_how (&f, 20, FALSE) >= 19);
  fail_unless_equals_int (f.told, 1);
  stop (&f);
}

GST_END_TEST;

GST_START_TEST (test_poller_looks)
{
  Fixture f;

  start (&f);
  wait_for (&f, 0);
  fail_unless_equals_int (f.told, 0);
  send_one (&f);
  wait_for (&f, 0);
  fail_unless_equals_int (f.told, 1);
  stop (&f);
}

GST_END_TEST;

static gpointer
wake_later (gpointer user_data)
{
  g_usleep (20 * G_TIME_SPAN_MILLISECOND);
  gst_scream_poller_wake (user_data);
  return NULL;
}

GST_START_TEST (test_poller_woken)
{
  Fixture f;
  GThread *thread;
  gpointer told[GST_SCREAM_POLLER_TOLD];

  start (&f);
  thread = g_thread_new ("wakes", wake_later, f.poller);
  fail_unless_equals_int (gst_scream_poller_wait (f.poller,
          GST_CLOCK_TIME_NONE, TRUE, told), 0);
  g_thread_join (thread);
  stop (&f);
}

GST_END_TEST;

static Suite *
screampoller_suite (void)
{
  Suite *s = suite_create ("screampoller");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_poller_tells);
  tcase_add_test (tc, test_poller_tells_again);
  tcase_add_test (tc, test_poller_does_not_spin);
  tcase_add_test (tc, test_poller_removed);
  tcase_add_test (tc, test_poller_woken_before);
  tcase_add_test (tc, test_poller_looks);
  tcase_add_test (tc, test_poller_rests);
  tcase_add_test (tc, test_poller_woken);
  return s;
}

GST_CHECK_MAIN (screampoller);
