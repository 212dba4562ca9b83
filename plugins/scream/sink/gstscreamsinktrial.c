/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Does an encoder work on this machine? It gets a frame in a pipeline of its own, and has
 * to answer with something encoded. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamsinkprivate.h"

#include <gst/video/video.h>

/* OURS: 640x480 is within the limits of all hardware that is known here; some refuse
 * pictures below 192x128. */
#define TRIAL_CAPS GST_SCREAM_SINK_RAW_VIDEO_CAPS ", width=(int)640, " \
    "height=(int)480, framerate=(fraction)30/1, " \
    "pixel-aspect-ratio=(fraction)1/1, " \
    "interlace-mode=(string)progressive"

/* OURS: an encoder that opens, and codes a picture, on a busy board. One that fails says so
 * at once. Half of it could be too short, with double nobody waits for the start. */
#define TRIAL_PATIENCE (10 * GST_SECOND)

/* What it says itself about its failure comes behind @what. Takes @message, or looks for
 * one. */
static gchar *
explain (GstBus * bus, GstMessage * message, const gchar * what)
{
  GError *error;
  gchar *text;

  if (message == NULL)
    message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  if (message == NULL)
    return g_strdup (what);
  gst_message_parse_error (message, &error, NULL);
  text = g_strdup_printf ("%s: %s", what, error->message);
  g_error_free (error);
  gst_message_unref (message);
  return text;
}

/* NULL: none of what screamsink has to give. */
static GstCaps *
choose_caps (GstElement * encoder)
{
  GstCaps *ours = gst_caps_from_string (TRIAL_CAPS);
  GstPad *pad = gst_element_get_static_pad (encoder, "sink");
  GstCaps *theirs = gst_pad_query_caps (pad, ours);
  GstCaps *caps = gst_caps_intersect_full (ours, theirs,
      GST_CAPS_INTERSECT_FIRST);

  gst_object_unref (pad);
  gst_caps_unref (theirs);
  gst_caps_unref (ours);
  if (!gst_caps_is_empty (caps))
    return gst_caps_fixate (caps);
  gst_caps_unref (caps);
  return NULL;
}

/* One frame, and the end. */
static GstElement *
make_source (GstBin * bin, const GstCaps * caps)
{
  GstElement *source = gst_scream_parts_make (bin, "fakesrc",
      "num-buffers=1 format=time sizetype=fixed filltype=zero");
  GstVideoInfo info;

  if (gst_video_info_from_caps (&info, caps))
    g_object_set (source, "sizemax", (gint) GST_VIDEO_INFO_SIZE (&info),
        "datarate", (gint) (30 * GST_VIDEO_INFO_SIZE (&info)), NULL);
  return source;
}

/* NULL: a frame came. */
static gchar *
wait_for_answer (GstBus * bus, GstElement * sink)
{
  GstMessage *message = gst_bus_timed_pop_filtered (bus, TRIAL_PATIENCE,
      GST_MESSAGE_ASYNC_DONE | GST_MESSAGE_ERROR);
  GstSample *sample = NULL;

  if (message && GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    return explain (bus, message, "refuses a frame");
  gst_clear_message (&message);
  g_object_get (sink, "last-sample", &sample, NULL);
  if (sample == NULL)
    return explain (bus, NULL, "has no output for a frame");
  gst_sample_unref (sample);
  return NULL;
}

static gchar *
give_frame (GstElement * pipeline, GstElement * encoder, GstBus * bus)
{
  GstCaps *caps = choose_caps (encoder);
  GstBin *bin = GST_BIN_CAST (pipeline);
  GstElement *source, *filter, *sink;

  if (caps == NULL)
    return explain (bus, NULL,
        "accepts neither I420 nor NV12 from system memory");
  source = make_source (bin, caps);
  filter = gst_scream_parts_make (bin, "capsfilter", NULL);
  sink = gst_scream_parts_make (bin, "fakesink", NULL);
  g_object_set (filter, "caps", caps, NULL);
  gst_caps_unref (caps);
  gst_element_link_many (source, filter, encoder, sink, NULL);
  if (gst_element_set_state (pipeline, GST_STATE_PAUSED) ==
      GST_STATE_CHANGE_FAILURE)
    return explain (bus, NULL, "does not start");
  return wait_for_answer (bus, sink);
}

gchar *
gst_scream_sink_try_encoder (GstElement * encoder, gboolean with_frame)
{
  GstElement *pipeline = gst_pipeline_new ("trial");
  GstBus *bus = gst_element_get_bus (pipeline);
  gchar *failure = NULL;

  gst_bin_add (GST_BIN_CAST (pipeline), encoder);
  if (gst_element_set_state (pipeline, GST_STATE_READY) ==
      GST_STATE_CHANGE_FAILURE)
    failure = explain (bus, NULL, "does not start");
  else if (with_frame)
    failure = give_frame (pipeline, encoder, bus);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  gst_object_unref (pipeline);
  return failure;
}
