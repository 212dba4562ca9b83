/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A screamudpsink whose system refuses to send */
#include "tests/check/elements/sink/udpreceiver.h"
#include "interpose.h"

#include <errno.h>
#include <gst/check/gstharness.h>

static GstElement *sink;
static GstHarness *harness;
static GstBus *bus;
static Receiver to;

static void
setup (void)
{
  receiver_open (&to, G_SOCKET_FAMILY_IPV4);
  sink = gst_element_factory_make ("screamudpsink", NULL);
  fail_unless (sink != NULL);
  g_object_set (sink, "host", "127.0.0.1", "port", to.port, NULL);
  bus = gst_bus_new ();
  gst_element_set_bus (sink, bus);
  harness = gst_harness_new_with_element (sink, "sink", NULL);
  gst_harness_set_src_caps_str (harness, "application/x-rtp");
}

static void
teardown (void)
{
  gst_harness_teardown (harness);
  gst_element_set_bus (sink, NULL);
  gst_object_unref (sink);
  gst_object_unref (bus);
  receiver_close (&to);
}

static guint64
stat_of (const gchar * name)
{
  GstStructure *stats;
  guint64 value;

  g_object_get (sink, "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, name, &value), "%s", name);
  gst_structure_free (stats);
  return value;
}

static guint
count_messages (GstMessageType types)
{
  GstMessage *message;
  guint n = 0;

  while ((message = gst_bus_pop_filtered (bus, types)) != NULL) {
    gst_message_unref (message);
    n++;
  }
  return n;
}

static GstBuffer *
buffer_new (gsize size, guint8 i)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, size, NULL);

  gst_buffer_memset (buffer, 0, i, size);
  return buffer;
}

static void
push_list (guint n)
{
  GstBufferList *list = gst_buffer_list_new ();
  guint i;

  for (i = 0; i < n; i++)
    gst_buffer_list_add (list, buffer_new (500, (guint8) i));
  fail_unless_equals_int (gst_pad_push_list (harness->srcpad, list),
      GST_FLOW_OK);
}

static void
expect_list (guint n)
{
  guint i;

  for (i = 0; i < n; i++) {
    fail_unless (receive (&to, g_get_monotonic_time () + PATIENCE));
    fail_unless_equals_int (to.size, 500);
    fail_unless_equals_int (to.data[0], i);
  }
}

/* Of these, the packets of a list leave one by one, and none is lost. */
static const gint gso_errors[] = { EIO, EINVAL, EOPNOTSUPP, EMSGSIZE };

GST_START_TEST (test_udpsink_no_gso)
{
  GstStructure *stats;

  fault_set (FAULT_GSO, gso_errors[__i__], 1);
  push_list (10);
  expect_list (10);
  push_list (10);
  expect_list (10);
  /* It stays off. */
  fail_unless (fault_count (FAULT_GSO) <= 1);
  fault_set (FAULT_GSO, 0, 0);
  fail_unless_equals_uint64 (stat_of ("gso-sends"), 0);
  fail_unless_equals_uint64 (stat_of ("dropped"), 0);
  g_object_get (sink, "stats", &stats, NULL);
  if (fault_count (FAULT_GSO) > 0)
    fail_unless_equals_string (gst_structure_get_string (stats, "gso-off"),
        g_strerror (gso_errors[__i__]));
  gst_structure_free (stats);
  fail_unless_equals_int (count_messages (GST_MESSAGE_WARNING
          | GST_MESSAGE_ERROR), 0);
}

GST_END_TEST;

/* The first call fails, and no packet is lost. */
static const gint passing[] = { EAGAIN, EINTR, ECONNREFUSED };

GST_START_TEST (test_udpsink_passing_error)
{
  fault_set (FAULT_SEND, passing[__i__], 2);
  push_list (10);
  fail_unless_equals_int (fault_count (FAULT_SEND), 1);
  fault_set (FAULT_SEND, 0, 0);
  expect_list (10);
  fail_unless_equals_uint64 (stat_of ("waits"), passing[__i__] == EAGAIN);
  fail_unless_equals_uint64 (stat_of ("refused"),
      passing[__i__] == ECONNREFUSED);
  fail_unless_equals_uint64 (stat_of ("dropped"), 0);
}

GST_END_TEST;

/* Packets are lost, one warning tells, and when it is over they arrive. */
static const gint losing[] = { ENOBUFS, EPERM, ENETUNREACH, ENETDOWN };

GST_START_TEST (test_udpsink_losing_error)
{
  fault_set (FAULT_SEND, losing[__i__], 1);
  push_list (10);
  push_list (10);
  fault_set (FAULT_SEND, 0, 0);
  fail_unless_equals_uint64 (stat_of ("dropped"), 20);
  fail_unless_equals_uint64 (stat_of ("packets"), 0);
  fail_unless_equals_int (count_messages (GST_MESSAGE_WARNING), 1);
  push_list (10);
  expect_list (10);
}

GST_END_TEST;

/* Nobody ever listens: that is no reason to send for ever. */
GST_START_TEST (test_udpsink_always_refused)
{
  fault_set (FAULT_SEND, ECONNREFUSED, 1);
  push_list (10);
  fault_set (FAULT_SEND, 0, 0);
  fail_unless_equals_uint64 (stat_of ("dropped"), 10);
}

GST_END_TEST;

/* Without sendmmsg GLib's way is taken. */
GST_START_TEST (test_udpsink_no_sendmmsg)
{
  fault_set (FAULT_SEND, ENOSYS, 1000);
  push_list (10);
  fail_unless_equals_int (fault_count (FAULT_SEND), 1);
  fault_set (FAULT_SEND, 0, 0);
  push_list (10);
  expect_list (10);
  expect_list (10);
  fail_unless_equals_uint64 (stat_of ("system-calls"), 21);
  fail_unless_equals_uint64 (stat_of ("packets"), 20);
  fail_unless_equals_uint64 (stat_of ("gso-sends"), 0);
}

GST_END_TEST;

static gpointer
stop_later (gpointer data)
{
  (void) data;
  while (fault_count (FAULT_SEND) < 3)
    g_usleep (1000);
  fail_unless (gst_element_set_state (sink, GST_STATE_READY)
      == GST_STATE_CHANGE_SUCCESS);
  return NULL;
}

/* A full socket holds the thread that sends up until the element stops. */
GST_START_TEST (test_udpsink_stops_while_full)
{
  GThread *thread;

  fault_set (FAULT_SEND, EAGAIN, 1);
  thread = g_thread_new ("stop", stop_later, NULL);
  fail_unless_equals_int (gst_harness_push (harness, buffer_new (500, 0)),
      GST_FLOW_FLUSHING);
  g_thread_join (thread);
  fault_set (FAULT_SEND, 0, 0);
}

GST_END_TEST;

static Suite *
udpsink_suite (void)
{
  Suite *s = suite_create ("udpsink");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_loop_test (tc, test_udpsink_no_gso, 0, G_N_ELEMENTS (gso_errors));
  tcase_add_loop_test (tc, test_udpsink_passing_error, 0,
      G_N_ELEMENTS (passing));
  tcase_add_loop_test (tc, test_udpsink_losing_error, 0, G_N_ELEMENTS (losing));
  tcase_add_test (tc, test_udpsink_always_refused);
  tcase_add_test (tc, test_udpsink_no_sendmmsg);
  tcase_add_test (tc, test_udpsink_stops_while_full);
  return s;
}

GST_CHECK_MAIN (udpsink);
