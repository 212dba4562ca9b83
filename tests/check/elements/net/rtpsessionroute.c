/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* RTCP that comes to an RTPSession, what it gets of it, and how the element is found. */
#include "plugins/scream/net/gstrtpsessionroute.h"

#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>
#include <string.h>

/* From a receiver with SSRC 0xdeadbeef */
static const guint8 ccfb[] = {
  0x8b, 205, 0, 5, 0xde, 0xad, 0xbe, 0xef,
  0x11, 0x22, 0x33, 0x44, 0x03, 0xe8, 0, 2,
  0xa0, 0x05, 0xe0, 0x03, 0x12, 0x34, 0x56, 0x78
};

static const guint8 receiver_report[] = {
  0x80, 201, 0, 1, 0xde, 0xad, 0xbe, 0xef
};

static const guint8 remb[] = {
  0x8f, 206, 0, 5, 0xde, 0xad, 0xbe, 0xef, 0, 0, 0, 0,
  'R', 'E', 'M', 'B', 1, 0x03, 0xd0, 0x90, 0x11, 0x22, 0x33, 0x44
};

typedef struct
{
  guint packets;
  guint8 data[256];
  gsize size;
} Heard;

static void
hear (const guint8 * data, gsize size, gpointer user_data)
{
  Heard *heard = user_data;

  fail_unless (size <= sizeof (heard->data));
  memcpy (heard->data, data, size);
  heard->size = size;
  heard->packets++;
}

static void
expect (Heard * heard, guint packets, const guint8 * data, gsize size)
{
  fail_unless_equals_int (heard->packets, packets);
  fail_unless_equals_int (heard->size, size);
  fail_unless (memcmp (heard->data, data, size) == 0);
}

/* An rtpsession that gets RTCP. */
static GstHarness *
session_new (void)
{
  GstElement *session = gst_element_factory_make ("rtpsession", NULL);
  GstHarness *h =
      gst_harness_new_with_element (session, "recv_rtcp_sink", NULL);

  gst_harness_set_src_caps_str (h, "application/x-rtcp");
  gst_object_unref (session);
  return h;
}

static void
push (GstHarness * h, const guint8 * data, gsize size)
{
  fail_unless_equals_int (gst_harness_push (h, gst_buffer_new_memdup (data,
              size)), GST_FLOW_OK);
}

static GstRtpSessionRoute *
route_new (GstHarness * h, Heard * heard)
{
  GPtrArray *elements = g_ptr_array_new ();
  GstRtpSessionRoute *route;

  g_ptr_array_add (elements, h->element);
  route = gst_rtp_session_route_new (elements, hear, heard);
  g_ptr_array_unref (elements);
  return route;
}

GST_START_TEST (test_rtpsessionroute_hands_on_what_comes)
{
  GstHarness *h = session_new ();
  Heard heard = { 0, };
  GstRtpSessionRoute *route = route_new (h, &heard);
  guint8 compound[sizeof (receiver_report) + sizeof (ccfb)];

  push (h, ccfb, sizeof (ccfb));
  expect (&heard, 1, ccfb, sizeof (ccfb));
  push (h, receiver_report, sizeof (receiver_report));
  expect (&heard, 2, receiver_report, sizeof (receiver_report));
  push (h, remb, sizeof (remb));
  expect (&heard, 3, remb, sizeof (remb));

  memcpy (compound, receiver_report, sizeof (receiver_report));
  memcpy (compound + sizeof (receiver_report), ccfb, sizeof (ccfb));
  push (h, compound, sizeof (compound));
  expect (&heard, 4, compound, sizeof (compound));

  gst_rtp_session_route_free (route);
  push (h, ccfb, sizeof (ccfb));
  fail_unless_equals_int (heard.packets, 4);
  gst_harness_teardown (h);
}

GST_END_TEST;

/* What was read from a socket and goes on to the session is not heard again, but by
 * others. */
GST_START_TEST (test_rtpsessionroute_passes_over_what_was_read)
{
  GstHarness *h = session_new ();
  Heard heard = { 0, }, other = { 0, };
  GstRtpSessionRoute *routes[] =
      { route_new (h, &heard), route_new (h, &other) };
  GstBuffer *buffer = gst_buffer_new_memdup (ccfb, sizeof (ccfb));

  gst_rtp_session_route_pass_over (buffer, &heard);
  fail_unless_equals_int (gst_harness_push (h, buffer), GST_FLOW_OK);
  fail_unless_equals_int (heard.packets, 0);
  expect (&other, 1, ccfb, sizeof (ccfb));
  push (h, ccfb, sizeof (ccfb));
  expect (&heard, 1, ccfb, sizeof (ccfb));
  gst_rtp_session_route_free (routes[0]);
  gst_rtp_session_route_free (routes[1]);
  gst_harness_teardown (h);
}

GST_END_TEST;

/* ---- what the session gets ---- */

static GstPadProbeReturn
count_rtcp (GstPad * pad, GstPadProbeInfo * info, gpointer bytes)
{
  (void) pad;
  *(gsize *) bytes += gst_buffer_get_size (GST_PAD_PROBE_INFO_BUFFER (info));
  return GST_PAD_PROBE_OK;
}

static guint64
count_withheld (GstElement * session)
{
  GPtrArray *elements = g_ptr_array_new ();
  guint64 count;

  g_ptr_array_add (elements, session);
  count = gst_rtp_session_count_withheld (elements);
  g_ptr_array_unref (elements);
  return count;
}

/* RFC 6051 section 3.2: rtpsession (1.22) takes its lock twice for it. With AVPF. */
static const guint8 sr_req[] = {
  0x85, 205, 0, 2, 0xde, 0xad, 0xbe, 0xef, 0x11, 0x22, 0x33, 0x44
};

/* Both pads, before they are there and after. */
GST_START_TEST (test_rtpsessionroute_guards_the_session)
{
  const gchar *name = __i__ / 2 ? "recv_rtp_sink" : "recv_rtcp_sink";
  GstElement *session = gst_element_factory_make ("rtpsession", NULL);
  gsize bytes = 0;
  GstHarness *h;
  GstPad *pad;

  g_object_set (session, "rtp-profile", 3, NULL);
  if (__i__ % 2)
    gst_rtp_session_guard (session);
  h = gst_harness_new_with_element (session, name, NULL);
  gst_rtp_session_guard (session);
  gst_rtp_session_guard (session);
  pad = gst_element_get_static_pad (session, name);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, count_rtcp, &bytes, NULL);
  gst_harness_set_src_caps_str (h, __i__ / 2 ? "application/x-rtp" :
      "application/x-rtcp");
  push (h, receiver_report, sizeof (receiver_report));
  fail_unless_equals_int (bytes, sizeof (receiver_report));
  push (h, sr_req, sizeof (sr_req));
  push (h, receiver_report, sizeof (receiver_report));
  fail_unless_equals_int (bytes, 2 * sizeof (receiver_report));
  fail_unless_equals_uint64 (count_withheld (session), 1);
  gst_object_unref (pad);
  gst_object_unref (session);
  gst_harness_teardown (h);
}

GST_END_TEST;

/* As strangers send it: nothing of it is left in the session. */
GST_START_TEST (test_rtpsessionroute_guards_lists)
{
  GstHarness *h = session_new ();
  GstBufferList *list = gst_buffer_list_new ();
  gsize bytes = 0;
  GstPad *pad = gst_element_get_static_pad (h->element, "recv_rtcp_sink");

  gst_rtp_session_guard (h->element);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, count_rtcp, &bytes, NULL);
  gst_buffer_list_add (list, gst_buffer_new_memdup (sr_req, sizeof (sr_req)));
  gst_buffer_list_add (list, gst_buffer_new_memdup (receiver_report,
          sizeof (receiver_report)));
  gst_pad_push_list (h->srcpad, list);
  fail_unless_equals_int (bytes, sizeof (receiver_report));
  fail_unless_equals_uint64 (count_withheld (h->element), 1);
  gst_object_unref (pad);
  gst_harness_teardown (h);
}

GST_END_TEST;

GST_START_TEST (test_rtpsessionroute_outlives_nothing)
{
  GstHarness *h = session_new ();
  GObject *internal = gst_rtp_session_get_internal (h->element);
  GPtrArray *none = g_ptr_array_new ();
  Heard heard = { 0, };
  GstRtpSessionRoute *route = route_new (h, &heard);

  fail_unless (gst_rtp_session_route_new (none, hear, NULL) == NULL);
  g_ptr_array_unref (none);
  gst_rtp_session_route_free (NULL);

  gst_harness_teardown (h);
  gst_rtp_session_route_free (route);
  fail_unless_equals_int (G_OBJECT (internal)->ref_count, 1);
  g_object_unref (internal);
}

GST_END_TEST;

static gpointer
push_many (gpointer h)
{
  guint i;

  for (i = 0; i < 2000; i++)
    push (h, ccfb, sizeof (ccfb));
  return NULL;
}

/* For the thread sanitizer: @heard is gone when a route is. */
GST_START_TEST (test_rtpsessionroute_freed_while_packets_come)
{
  GstHarness *h = session_new ();
  GThread *thread = g_thread_new ("rtcp", push_many, h);
  guint i;

  for (i = 0; i < 200; i++) {
    Heard *heard = g_new0 (Heard, 1);
    GstRtpSessionRoute *route = route_new (h, heard);

    g_thread_yield ();
    gst_rtp_session_route_free (route);
    g_free (heard);
  }
  g_thread_join (thread);
  gst_harness_teardown (h);
}

GST_END_TEST;

static guint
count_sessions (GstElement * pipeline, const gchar * name,
    const gchar * pad_name, GstRtpSessionWay way)
{
  GPtrArray *elements = g_ptr_array_new_with_free_func (gst_object_unref);
  GstElement *element = gst_bin_get_by_name (GST_BIN (pipeline), name);
  GstPad *pad = gst_element_get_static_pad (element, pad_name);
  guint n;

  gst_rtp_session_find (pad, way, elements);
  gst_rtp_session_find (pad, way, elements);    /* adds none */
  n = elements->len;
  gst_object_unref (pad);
  gst_object_unref (element);
  g_ptr_array_unref (elements);
  return n;
}

GST_START_TEST (test_rtpsessionroute_finds_sessions)
{
  GstElement *p = gst_parse_launch ("rtpbin name=r  "
      "identity name=before ! queue ! r.send_rtp_sink_0  "
      "r.send_rtp_src_0 ! identity name=behind ! fakesink  "
      "identity name=other ! r.send_rtp_sink_1  r.send_rtp_src_1 ! fakesink  "
      "identity name=in ! r.recv_rtp_sink_2  identity name=alone ! fakesink",
      NULL);

  fail_unless (p != NULL);
#define EXPECT(name, pad, way, n) \
  fail_unless_equals_int (count_sessions (p, name, pad, \
          GST_RTP_SESSION_ ## way), n)
  EXPECT ("before", "src", SEND, 1);
  EXPECT ("before", "src", RECEIVE, 0);
  EXPECT ("behind", "sink", SEND, 1);
  EXPECT ("behind", "src", SEND, 0);
  EXPECT ("other", "src", SEND, 1);
  EXPECT ("in", "src", RECEIVE, 1);
  EXPECT ("in", "src", SEND, 0);
  EXPECT ("alone", "src", SEND, 0);
#undef EXPECT
  gst_object_unref (p);
}

GST_END_TEST;

static Suite *
rtpsessionroute_suite (void)
{
  Suite *s = suite_create ("rtpsessionroute");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_rtpsessionroute_hands_on_what_comes);
  tcase_add_test (tc, test_rtpsessionroute_passes_over_what_was_read);
  tcase_add_loop_test (tc, test_rtpsessionroute_guards_the_session, 0, 4);
  tcase_add_test (tc, test_rtpsessionroute_guards_lists);
  tcase_add_test (tc, test_rtpsessionroute_outlives_nothing);
  tcase_add_test (tc, test_rtpsessionroute_freed_while_packets_come);
  tcase_add_test (tc, test_rtpsessionroute_finds_sessions);
  return s;
}

GST_CHECK_MAIN (rtpsessionroute);
