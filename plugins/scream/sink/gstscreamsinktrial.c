/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Does an encoder work on this machine? It gets a frame of its own, outside of any
 * pipeline, and has to answer with something encoded. */
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

/* OURS: some encoders answer from a thread of their own. Half of it could be too
 * short on a busy board, double would hold up the start for nothing. */
#define TRIAL_PATIENCE (2 * G_TIME_SPAN_SECOND)

typedef struct
{
  GstElement *encoder;
  GstBus *bus;
  GstPad *src, *sink;           /* ours, around the encoder */

  GMutex lock;
  GCond cond;
  gboolean has_frame, is_over;
} Trial;

static GstFlowReturn
on_encoded (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  Trial *trial = gst_pad_get_element_private (pad);

  g_mutex_lock (&trial->lock);
  trial->has_frame |= gst_buffer_get_size (buffer) > 0;
  g_cond_signal (&trial->cond);
  g_mutex_unlock (&trial->lock);
  gst_buffer_unref (buffer);
  return GST_FLOW_OK;
}

static gboolean
on_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  Trial *trial = gst_pad_get_element_private (pad);

  if (GST_EVENT_TYPE (event) == GST_EVENT_EOS) {
    g_mutex_lock (&trial->lock);
    trial->is_over = TRUE;
    g_cond_signal (&trial->cond);
    g_mutex_unlock (&trial->lock);
  }
  gst_event_unref (event);
  return TRUE;
}

/* ---- the frame ---- */

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

static GstBuffer *
make_frame (const GstCaps * caps)
{
  GstVideoInfo info;
  GstBuffer *frame;

  if (!gst_video_info_from_caps (&info, caps))
    return NULL;
  frame = gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&info), NULL);
  gst_buffer_memset (frame, 0, 0x80, GST_VIDEO_INFO_SIZE (&info));
  GST_BUFFER_PTS (frame) = 0;
  GST_BUFFER_DURATION (frame) = GST_SECOND / 30;
  return frame;
}

/* FALSE: it has refused something. */
static gboolean
give_frame (Trial * trial, GstCaps * caps)
{
  GstBuffer *frame = make_frame (caps);
  GstSegment segment;

  if (frame == NULL)
    return FALSE;
  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_push_event (trial->src, gst_event_new_stream_start ("trial"));
  if (!gst_pad_push_event (trial->src, gst_event_new_caps (caps))) {
    gst_buffer_unref (frame);
    return FALSE;
  }
  gst_pad_push_event (trial->src, gst_event_new_segment (&segment));
  if (gst_pad_push (trial->src, frame) != GST_FLOW_OK)
    return FALSE;
  gst_pad_push_event (trial->src, gst_event_new_eos ());
  return TRUE;
}

static gboolean
wait_for_answer (Trial * trial)
{
  gint64 end = g_get_monotonic_time () + TRIAL_PATIENCE;
  gboolean has_frame;

  g_mutex_lock (&trial->lock);
  while (!trial->has_frame && !trial->is_over
      && g_cond_wait_until (&trial->cond, &trial->lock, end));
  has_frame = trial->has_frame;
  g_mutex_unlock (&trial->lock);
  return has_frame;
}

/* ---- around it ---- */

static GstPad *
add_pad (Trial * trial, const gchar * name, GstPadDirection direction)
{
  GstPad *theirs = gst_element_get_static_pad (trial->encoder, name);
  GstPad *pad = gst_pad_new (NULL, direction);

  gst_pad_set_element_private (pad, trial);
  if (direction == GST_PAD_SRC) {
    gst_pad_link (pad, theirs);
  } else {
    gst_pad_set_chain_function (pad, on_encoded);
    gst_pad_set_event_function (pad, on_event);
    gst_pad_link (theirs, pad);
  }
  gst_pad_set_active (pad, TRUE);
  gst_object_unref (theirs);
  return pad;
}

static void
remove_pad (GstPad * pad)
{
  GstPad *theirs = gst_pad_get_peer (pad);

  gst_pad_set_active (pad, FALSE);
  if (theirs != NULL && GST_PAD_IS_SRC (pad))
    gst_pad_unlink (pad, theirs);
  else if (theirs != NULL)
    gst_pad_unlink (theirs, pad);
  gst_clear_object (&theirs);
  gst_object_unref (pad);
}

/* What it says itself about its failure comes behind @what. */
static gchar *
explain (Trial * trial, const gchar * what)
{
  GstMessage *message = gst_bus_pop_filtered (trial->bus, GST_MESSAGE_ERROR);
  GError *error;
  gchar *text;

  if (message == NULL)
    return g_strdup (what);
  gst_message_parse_error (message, &error, NULL);
  text = g_strdup_printf ("%s: %s", what, error->message);
  g_error_free (error);
  gst_message_unref (message);
  return text;
}

static gchar *
run (Trial * trial)
{
  GstCaps *caps;
  gchar *failure = NULL;

  if (gst_element_set_state (trial->encoder, GST_STATE_READY) ==
      GST_STATE_CHANGE_FAILURE)
    return explain (trial, "does not start");
  caps = choose_caps (trial->encoder);
  if (caps == NULL)
    return explain (trial, "takes neither I420 nor NV12 from system memory");
  if (gst_element_set_state (trial->encoder, GST_STATE_PAUSED) ==
      GST_STATE_CHANGE_FAILURE)
    failure = explain (trial, "does not start");
  else if (!give_frame (trial, caps))
    failure = explain (trial, "refuses a frame");
  else if (!wait_for_answer (trial))
    failure = explain (trial, "makes nothing of a frame");
  gst_caps_unref (caps);
  return failure;
}

gchar *
gst_scream_sink_start_encoder (GstElement * encoder)
{
  Trial trial = { 0, };
  gchar *failure = NULL;

  trial.encoder = encoder;
  trial.bus = gst_bus_new ();
  gst_element_set_bus (encoder, trial.bus);
  if (gst_element_set_state (encoder, GST_STATE_READY) ==
      GST_STATE_CHANGE_FAILURE)
    failure = explain (&trial, "does not start");
  gst_element_set_state (encoder, GST_STATE_NULL);
  gst_element_set_bus (encoder, NULL);
  gst_object_unref (trial.bus);
  return failure;
}

gchar *
gst_scream_sink_try_encoder (GstElement * encoder)
{
  Trial trial = { 0, };
  gchar *failure;

  trial.encoder = encoder;
  trial.bus = gst_bus_new ();
  g_mutex_init (&trial.lock);
  g_cond_init (&trial.cond);
  gst_element_set_bus (encoder, trial.bus);
  trial.src = add_pad (&trial, "sink", GST_PAD_SRC);
  trial.sink = add_pad (&trial, "src", GST_PAD_SINK);
  failure = run (&trial);
  gst_element_set_state (encoder, GST_STATE_NULL);
  remove_pad (trial.src);
  remove_pad (trial.sink);
  gst_element_set_bus (encoder, NULL);
  gst_object_unref (trial.bus);
  g_cond_clear (&trial.cond);
  g_mutex_clear (&trial.lock);
  return failure;
}
