/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The messages that carry a traffic class: received ones, and those that buffers share */
#include <gst/check/gstcheck.h>
#include <gst/net/net.h>

#include <netinet/in.h>

#include "plugins/scream/net/source/gstecnsource.h"
#include "plugins/packet/gstscreamecn.h"
#include "plugins/packet/gsttrafficclass.h"

#include "ecntest.h"

GST_START_TEST (test_ecn_in_keeps_the_traffic_class)
{
  guint8 traffic_class = 0;
  gboolean ipv6 = FALSE;
  GSocketControlMessage *message = gst_traffic_class_message_new (0xb9, TRUE);

  fail_unless (gst_traffic_class_read (message, &traffic_class, &ipv6));
  fail_unless_equals_int (traffic_class, 0xb9);
  fail_unless (ipv6);
  g_object_unref (message);
}

GST_END_TEST;

/* A message that was received is asked of each type, ours too. */
GST_START_TEST (test_ecn_in_other_messages_are_left_alone)
{
  gint value = 1;
  gpointer byte = g_malloc0 (1);        /* sanitizers see who reads more */
  GSocketControlMessage *message = gst_traffic_class_message_new (1, FALSE);
  GstElement *source = gst_element_factory_make ("udpsrc", NULL);

  gst_ecn_source_enable (source);
  fail_unless (g_socket_control_message_deserialize (SOL_SOCKET, 12345,
          sizeof (value), &value) == NULL);
  /* Too short for what it says it is */
  fail_unless (g_socket_control_message_deserialize (IPPROTO_IPV6, IPV6_TCLASS,
          1, byte) == NULL);
  g_free (byte);
  g_object_unref (message);
  gst_object_unref (source);
}

GST_END_TEST;

static GSocketControlMessage *
message_of (GstBuffer * buffer)
{
  return gst_buffer_get_net_control_message_meta (buffer)->message;
}

/* Buffers of one codepoint share a message, those of others do not; and it outlives
 * who made it. */
GST_START_TEST (test_ecn_messages_are_shared)
{
  GstScreamEcnMessages messages = { {NULL,}
  };
  GstBuffer *buffers[8];
  guint i;

  for (i = 0; i < 8; i++) {
    buffers[i] = buffer_new (NONE);
    gst_scream_ecn_set_shared (buffers[i], i % 4, &messages);
  }
  gst_scream_ecn_messages_clear (&messages);
  for (i = 0; i < 8; i++) {
    fail_unless_equals_int (gst_scream_ecn_get (buffers[i], NONE), i % 4);
    fail_unless (message_of (buffers[i]) == message_of (buffers[i % 4]));
    fail_unless (i % 4 == 0
        || message_of (buffers[i]) != message_of (buffers[0]));
  }
  for (i = 0; i < 8; i++)
    gst_buffer_unref (buffers[i]);
}

GST_END_TEST;

/* What a buffer has already stays, but for its codepoint. */
GST_START_TEST (test_ecn_shared_message_keeps_dscp)
{
  GSocketControlMessage *af41 = gst_traffic_class_message_new (AF41 << 2, TRUE);
  GstScreamEcnMessages messages = { {NULL,}
  };
  GstBuffer *with = buffer_new (NONE), *without = buffer_new (NONE);
  guint8 traffic_class;
  gboolean ipv6;

  gst_buffer_add_net_control_message_meta (with, af41);
  gst_scream_ecn_set_shared (without, 1, &messages);
  gst_scream_ecn_set_shared (with, 1, &messages);
  fail_unless (gst_traffic_class_read (message_of (with), &traffic_class,
          &ipv6));
  fail_unless (ipv6 && traffic_class == (AF41 << 2 | 1));
  fail_unless (gst_traffic_class_read (message_of (without), &traffic_class,
          &ipv6));
  fail_unless (!ipv6 && traffic_class == 1);
  gst_scream_ecn_messages_clear (&messages);
  g_object_unref (af41);
  gst_buffer_unref (with);
  gst_buffer_unref (without);
}

GST_END_TEST;

static Suite *
ecnmessages_suite (void)
{
  Suite *s = suite_create ("ecnmessages");
  TCase *tc = tcase_create ("all");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_ecn_in_keeps_the_traffic_class);
  tcase_add_test (tc, test_ecn_messages_are_shared);
  tcase_add_test (tc, test_ecn_shared_message_keeps_dscp);
  tcase_add_test (tc, test_ecn_in_other_messages_are_left_alone);
  return s;
}

GST_CHECK_MAIN (ecnmessages);
