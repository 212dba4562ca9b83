/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamrx beside a jitter buffer, as the user links and sets it */
#include "pipelinetest.h"

#include <gst/rtp/gstrtpbuffer.h>
#include <string.h>

#define CAPS "caps=application/x-rtp,media=video,clock-rate=90000,encoding-name=VP8"

static const struct
{
  const gchar *source, *rest;
  const gchar *warning;         /* NULL: all is well */
} cases[] = {
  {CAPS ",payload=96", "screamrx ! rtpjitterbuffer ! fakesink", NULL},
  {CAPS, "screamrx ! rtpjitterbuffer ! fakesink", NULL},
  {CAPS ",payload=97", "screamrx ! queue ! rtpjitterbuffer name=j ! fakesink",
      "Packets have payload type 96, but the caps upstream of screamrx are "},
  {"", "screamrx ! rtpjitterbuffer name=j ! fakesink",
      "the caps upstream of screamrx are missing: j drops them"},
  {"", "screamrx ! fakesink", NULL},
  {"", "screamrx ! r.recv_rtp_sink_0 rtpbin name=r r. ! fakesink",
      "the caps upstream of screamrx are missing: rtpjitterbuffer"},
  {"", "screamrx ! told.recv_rtp_sink_0 rtpbin name=told", NULL},
  {CAPS ",payload=96", "rtpjitterbuffer name=j latency=0 ! screamrx ! fakesink",
      "j upstream of screamrx hides arrival times"},
};

static void
push_packets (GstElement * source, guint n)
{
  GstFlowReturn flow;
  guint i;

  for (i = 0; i < n; i++) {
    GstBuffer *packet = gst_rtp_buffer_new_allocate (20, 0, 0);
    GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;

    gst_rtp_buffer_map (packet, GST_MAP_WRITE, &rtp);
    gst_rtp_buffer_set_ssrc (&rtp, 1);
    gst_rtp_buffer_set_seq (&rtp, (guint16) i);
    gst_rtp_buffer_set_payload_type (&rtp, 96);
    gst_rtp_buffer_unmap (&rtp);
    g_signal_emit_by_name (source, "push-buffer", packet, &flow);
    gst_buffer_unref (packet);
    fail_unless_equals_int (flow, GST_FLOW_OK);
  }
  g_signal_emit_by_name (source, "end-of-stream", &flow);
}

static GstPadProbeReturn
on_eos (GstPad * pad, GstPadProbeInfo * info, gpointer bus)
{
  (void) pad;
  if (GST_EVENT_TYPE (GST_PAD_PROBE_INFO_EVENT (info)) == GST_EVENT_EOS)
    gst_bus_post (bus, gst_message_new_application (NULL,
            gst_structure_new_empty ("over")));
  return GST_PAD_PROBE_OK;
}

/* All that came is noted by then. */
static void
tell_end (GstElement * pipeline)
{
  GstPad *pad = gst_element_get_static_pad (get (pipeline, "screamrx0"),
      "src");

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, on_eos,
      GST_ELEMENT_BUS (pipeline), NULL);
  gst_object_unref (pad);
}

static guint
count_warnings (GstElement * pipeline, const gchar * text)
{
  GstMessage *message;
  guint n = 0;
  gboolean over = FALSE;

  while (!over) {
    GError *error;

    message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (pipeline),
        10 * GST_SECOND, GST_MESSAGE_WARNING | GST_MESSAGE_APPLICATION);
    fail_unless (message != NULL);
    over = GST_MESSAGE_TYPE (message) == GST_MESSAGE_APPLICATION;
    if (!over) {
      gst_message_parse_warning (message, &error, NULL);
      n += strstr (error->message, text) != NULL;
      g_error_free (error);
    }
    gst_message_unref (message);
  }
  return n;
}

static GstCaps *
on_request_pt_map (GstElement * rtpbin, guint session, guint type,
    gpointer data)
{
  return gst_caps_from_string ("application/x-rtp,media=video,clock-rate=90000,"
      "encoding-name=VP8,payload=96");
}

GST_START_TEST (test_screamrxplace)
{
  GstElement *pipeline = launch ("appsrc name=a format=time %s ! %s",
      cases[__i__].source, cases[__i__].rest);
  const gchar *warning = cases[__i__].warning;

  tell_end (pipeline);
  if (strstr (cases[__i__].rest, "name=told") != NULL)
    g_signal_connect (get (pipeline, "told"), "request-pt-map",
        G_CALLBACK (on_request_pt_map), NULL);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  push_packets (get (pipeline, "a"), 40);
  fail_unless_equals_int (count_warnings (pipeline, warning != NULL ? warning
          : "upstream of screamrx"), warning != NULL);
  finish (pipeline);
}

GST_END_TEST;

static Suite *
screamrxplace_suite (void)
{
  Suite *s = suite_create ("screamrxplace");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_screamrxplace, 0, G_N_ELEMENTS (cases));
  return s;
}

GST_CHECK_MAIN (screamrxplace);
