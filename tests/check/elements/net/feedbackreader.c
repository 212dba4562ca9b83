/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Datagrams that are read from a socket of which somebody else sends. */
#include <string.h>
#include <time.h>
#include <gst/rtpcc/wire/rtpcc-echo.h>

#include "sockettest.h"
#include "plugins/scream/net/gstsocketpath.h"

static GSocketAddress *
address_of (GSocket * socket)
{
  GSocketAddress *address = g_socket_get_local_address (socket, NULL);

  fail_unless (address != NULL);
  return address;
}

static GPtrArray *
objects (gpointer a, gpointer b)
{
  GPtrArray *array = g_ptr_array_new_with_free_func (g_object_unref);

  if (a)
    g_ptr_array_add (array, g_object_ref (a));
  if (b)
    g_ptr_array_add (array, g_object_ref (b));
  return array;
}

/* What the reader handed on. */
static GMutex lock;
static GCond cond;
static guint n_read;
static gsize last_size;

static void
on_feedback (const guint8 * data, gsize size, GstFeedbackQuestion * question,
    gpointer user_data)
{
  question->asked = rtp_cc_echo_read_question (data, size, &question->ssrc,
      &question->number);
  g_mutex_lock (&lock);
  n_read++;
  last_size = size;
  fail_unless (user_data == &n_read);
  fail_unless (size == 0 || data[0] == 0x8b
      || size == RTP_CC_ECHO_QUESTION_SIZE);
  g_cond_signal (&cond);
  g_mutex_unlock (&lock);
}

static void
wait_read (guint n)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;

  g_mutex_lock (&lock);
  while (n_read < n)
    fail_unless (g_cond_wait_until (&cond, &lock, end));
  fail_unless_equals_int (n_read, n);
  g_mutex_unlock (&lock);
}

static GstFeedbackReaderStats
wait_stats (GstFeedbackReader * reader, guint64 from_unknown_peers,
    guint64 errors)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;
  GstFeedbackReaderStats stats;

  do {
    gst_feedback_reader_get_stats (reader, &stats);
    g_usleep (1000);
  } while ((stats.from_unknown_peers < from_unknown_peers
          || stats.errors < errors)
      && g_get_monotonic_time () < end);
  fail_unless_equals_uint64 (stats.from_unknown_peers, from_unknown_peers);
  fail_unless (stats.errors >= errors);
  return stats;
}

static void
send_to (GSocket * from, GSocketAddress * to, gsize size)
{
  gchar data[2000];

  memset (data, 0x8b, sizeof (data));
  fail_unless_equals_int (g_socket_send_to (from, to, data, size, NULL, NULL),
      size);
}

static GstFeedbackReader *
new_reader (GPtrArray * sockets, GPtrArray * peers)
{
  GError *error = NULL;
  GstFeedbackReader *reader;

  n_read = 0;
  reader = gst_feedback_reader_new (loop, sockets, peers,
      on_feedback, &n_read, &error);
  fail_unless (reader != NULL, "%s", error ? error->message : "");
  fail_unless (error == NULL);
  return reader;
}

GST_START_TEST (test_reader_peers_and_strangers)
{
  GSocket *socket = new_socket (G_SOCKET_FAMILY_IPV4);
  GSocket *peer = new_socket (G_SOCKET_FAMILY_IPV4);
  GSocket *stranger = new_socket (G_SOCKET_FAMILY_IPV4);
  GSocketAddress *address = address_of (socket);
  GSocketAddress *peer_address = address_of (peer);
  GPtrArray *sockets = objects (socket, NULL);
  GPtrArray *peers = objects (peer_address, NULL);
  GstFeedbackReader *reader = new_reader (sockets, peers);
  GstFeedbackReaderStats stats;

  send_to (stranger, address, 100);
  send_to (peer, address, 1400);
  send_to (stranger, address, 100);
  send_to (peer, address, 0);
  wait_read (2);
  fail_unless_equals_int (last_size, 0);
  stats = wait_stats (reader, 2, 0);
  fail_unless_equals_uint64 (stats.datagrams, 2);
  fail_unless_equals_uint64 (stats.bytes, 1400);
  fail_unless_equals_uint64 (stats.errors, 0);

  gst_feedback_reader_free (reader);
  g_ptr_array_unref (sockets);
  g_ptr_array_unref (peers);
  g_object_unref (address);
  g_object_unref (peer_address);
  g_object_unref (socket);
  g_object_unref (peer);
  g_object_unref (stranger);
}

GST_END_TEST;

GST_START_TEST (test_reader_two_families)
{
  GSocket *v4 = new_socket (G_SOCKET_FAMILY_IPV4);
  GSocket *v6, *from;
  GSocketAddress *address;
  GPtrArray *sockets;
  GstFeedbackReader *reader;

  if (!g_file_test ("/proc/net/if_inet6", G_FILE_TEST_EXISTS)) {
    g_print ("SKIP %s: no IPv6\n", __func__);
    g_object_unref (v4);
    return;
  }
  v6 = new_socket (G_SOCKET_FAMILY_IPV6);
  sockets = objects (v4, v6);
  reader = new_reader (sockets, NULL);

  from = new_socket (G_SOCKET_FAMILY_IPV6);
  address = address_of (v6);
  send_to (from, address, 9);
  wait_read (1);
  g_object_unref (address);
  g_object_unref (from);

  from = new_socket (G_SOCKET_FAMILY_IPV4);
  address = address_of (v4);
  send_to (from, address, 9);
  wait_read (2);
  g_object_unref (address);
  g_object_unref (from);

  gst_feedback_reader_free (reader);
  g_ptr_array_unref (sockets);
  g_object_unref (v4);
  g_object_unref (v6);
}

GST_END_TEST;

GST_START_TEST (test_reader_start_and_stop)
{
  GSocket *socket = new_socket (G_SOCKET_FAMILY_IPV4);
  GSocketAddress *address = address_of (socket);
  GPtrArray *sockets = objects (socket, NULL);
  gint64 start = g_get_monotonic_time ();
  guint i;

  for (i = 0; i < 200; i++) {
    GstFeedbackReader *reader = new_reader (sockets, NULL);

    if (i % 2)
      send_to (socket, address, 5);
    gst_feedback_reader_free (reader);
  }
  /* Some 0.1 ms each; a stop that waits for a timeout takes far longer. */
  fail_unless (g_get_monotonic_time () - start < 5 * G_TIME_SPAN_SECOND);
  gst_feedback_reader_free (NULL);
  g_ptr_array_unref (sockets);
  g_object_unref (address);
  g_object_unref (socket);
}

GST_END_TEST;

static gint flooding;

static gpointer
flood (gpointer user_data)
{
  GSocketAddress *address = user_data;
  GSocket *from = new_socket (G_SOCKET_FAMILY_IPV4);
  gchar byte = (gchar) 0x8b;

  while (g_atomic_int_get (&flooding))
    g_socket_send_to (from, address, &byte, 1, NULL, NULL);
  g_object_unref (from);
  return NULL;
}

/* Never idle, and still it stops. */
GST_START_TEST (test_reader_stops_in_a_flood)
{
  GSocket *socket = new_socket (G_SOCKET_FAMILY_IPV4);
  GSocketAddress *address = address_of (socket);
  GPtrArray *sockets = objects (socket, NULL);
  GPtrArray *nobody = objects (NULL, NULL);
  GThread *thread;
  guint i;

  g_atomic_int_set (&flooding, TRUE);
  thread = g_thread_new ("flood", flood, address);
  for (i = 0; i < 20; i++) {
    GstFeedbackReader *reader = new_reader (sockets, i % 2 ? NULL : nobody);

    g_usleep (2000);
    gst_feedback_reader_free (reader);
  }
  g_atomic_int_set (&flooding, FALSE);
  g_thread_join (thread);
  g_ptr_array_unref (sockets);
  g_ptr_array_unref (nobody);
  g_object_unref (address);
  g_object_unref (socket);
}

GST_END_TEST;

/* Who asks gets the answer, if he is the peer; feedback gets none. */
GST_START_TEST (test_reader_answers_its_peer)
{
  GSocket *socket = new_socket (G_SOCKET_FAMILY_IPV4);
  GSocket *peer = new_socket (G_SOCKET_FAMILY_IPV4);
  GSocket *stranger = new_socket (G_SOCKET_FAMILY_IPV4);
  GSocketAddress *address = address_of (socket);
  GSocketAddress *peer_address = address_of (peer);
  GPtrArray *sockets = objects (socket, NULL);
  GPtrArray *peers = objects (peer_address, NULL);
  GstFeedbackReader *reader = new_reader (sockets, peers);
  guint8 question[RTP_CC_ECHO_QUESTION_SIZE];
  gchar answer[100];
  guint32 number = 0;
  gssize size;

  rtp_cc_echo_write_question (question, 7, 0x12345678);
  g_socket_send_to (stranger, address, (gchar *) question, sizeof (question),
      NULL, NULL);
  send_to (peer, address, 100);
  g_socket_send_to (peer, address, (gchar *) question, sizeof (question),
      NULL, NULL);
  wait_read (2);
  size = g_socket_receive (peer, answer, sizeof (answer), NULL, NULL);
  fail_unless_equals_int (size, RTP_CC_ECHO_ANSWER_SIZE);
  fail_unless (rtp_cc_echo_read_answer ((guint8 *) answer, size, 7, &number));
  fail_unless_equals_int (number, 0x12345678);
  gst_feedback_reader_free (reader);
  fail_if (g_socket_condition_check (peer, G_IO_IN) & G_IO_IN);
  fail_if (g_socket_condition_check (stranger, G_IO_IN) & G_IO_IN);

  g_ptr_array_unref (sockets);
  g_ptr_array_unref (peers);
  g_object_unref (address);
  g_object_unref (peer_address);
  g_object_unref (socket);
  g_object_unref (peer);
  g_object_unref (stranger);
}

GST_END_TEST;

/* The owner closes its socket, as sinks do when they stop before us. */
GST_START_TEST (test_reader_socket_is_closed)
{
  GSocket *socket = new_socket (G_SOCKET_FAMILY_IPV4);
  GSocket *peer = new_socket (G_SOCKET_FAMILY_IPV4);
  GSocketAddress *address = address_of (socket);
  GPtrArray *sockets = objects (socket, NULL);
  GstFeedbackReader *reader = new_reader (sockets, NULL);
  GError *error = NULL;

  fail_unless (g_socket_close (socket, NULL));
  send_to (peer, address, 3);
  wait_read (1);
  gst_feedback_reader_free (reader);

  reader = gst_feedback_reader_new (loop, sockets, NULL,
      on_feedback, NULL, &error);
  fail_unless (reader == NULL);
  fail_unless (error != NULL);
  g_clear_error (&error);

  g_ptr_array_set_size (sockets, 0);
  reader = gst_feedback_reader_new (loop, sockets, NULL,
      on_feedback, NULL, &error);
  fail_unless (reader == NULL);
  fail_unless (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND));
  g_clear_error (&error);

  g_ptr_array_unref (sockets);
  g_object_unref (address);
  g_object_unref (socket);
  g_object_unref (peer);
}

GST_END_TEST;

/* A connected socket hears of the port that nobody listens to. */
GST_START_TEST (test_reader_refused)
{
  GSocket *socket = new_socket (G_SOCKET_FAMILY_IPV4);
  GSocket *gone = new_socket (G_SOCKET_FAMILY_IPV4);
  GSocketAddress *address = address_of (gone);
  GPtrArray *sockets = objects (socket, NULL);
  GstFeedbackReaderStats stats;
  GstFeedbackReader *reader;
  guint i;

  g_object_unref (gone);
  fail_unless (g_socket_connect (socket, address, NULL, NULL));
  reader = new_reader (sockets, NULL);
  for (i = 1; i <= 3; i++) {
    send_to (socket, NULL, 1);
    stats = wait_stats (reader, 0, i);
    fail_unless_equals_uint64 (stats.errors, i);
  }
  gst_feedback_reader_free (reader);
  g_ptr_array_unref (sockets);
  g_object_unref (address);
  g_object_unref (socket);
}

GST_END_TEST;

/* A socket that is always ready and never has anything. */
GST_START_TEST (test_reader_does_not_spin)
{
  GSocket *socket = new_socket (G_SOCKET_FAMILY_IPV4);
  GSocket *gone = new_socket (G_SOCKET_FAMILY_IPV4);
  GSocketAddress *address = address_of (gone);
  GPtrArray *sockets = objects (socket, NULL);
  GstFeedbackReaderStats stats;
  GstFeedbackReader *reader;
  gint64 start;
  clock_t used;

  fail_unless (g_socket_connect (socket, address, NULL, NULL));
  fail_unless (g_socket_shutdown (socket, TRUE, FALSE, NULL));
  used = clock ();
  reader = new_reader (sockets, NULL);
  g_usleep (200000);
  /* A thread that spins takes all of the 200 ms. */
  fail_unless (clock () - used < CLOCKS_PER_SEC / 20);
  gst_feedback_reader_get_stats (reader, &stats);
  /* Eight at once, then one in 10 ms. */
  fail_unless (stats.errors <= 8 + 20 + 1);
  start = g_get_monotonic_time ();
  gst_feedback_reader_free (reader);
  fail_unless (g_get_monotonic_time () - start < G_TIME_SPAN_SECOND);
  g_ptr_array_unref (sockets);
  g_object_unref (address);
  g_object_unref (gone);
  g_object_unref (socket);
}

GST_END_TEST;

static Suite *
feedbackreader_suite (void)
{
  Suite *s = suite_create ("feedbackreader");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, loop_setup, loop_teardown);
  tcase_add_test (tc, test_reader_peers_and_strangers);
  tcase_add_test (tc, test_reader_answers_its_peer);
  tcase_add_test (tc, test_reader_two_families);
  tcase_add_test (tc, test_reader_start_and_stop);
  tcase_add_test (tc, test_reader_stops_in_a_flood);
  tcase_add_test (tc, test_reader_socket_is_closed);
  tcase_add_test (tc, test_reader_refused);
  tcase_add_test (tc, test_reader_does_not_spin);

  return s;
}

GST_CHECK_MAIN (feedbackreader);
