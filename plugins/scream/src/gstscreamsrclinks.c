/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How a stream and an output are linked, and parted: as RTP, or through a decoder that
 * takes the form that is wanted. */
#include "gstscreamsrcstreamsprivate.h"
#include "plugins/scream/bins/gstscreamparts.h"
#include "plugins/scream/repair/gstscreamrepairrequests.h"

#include <gst/video/video.h>

#define GST_CAT_DEFAULT gst_scream_src_debug

static void
stream_clear (GstScreamStream * stream)
{
  gst_object_unref (stream->pad);
  gst_caps_unref (stream->rtp);
}

void
gst_scream_stream_unref (gpointer stream)
{
  g_atomic_rc_box_release_full (stream, (GDestroyNotify) stream_clear);
}

void
gst_scream_output_disconnect (GstScreamOutput * output)
{
  GstScreamStreams *streams;
  GstElement *decode;
  GstScreamStream *stream = output->stream;

  if (stream == NULL)
    return;
  streams = stream->owner;
  gst_ghost_pad_set_target (GST_GHOST_PAD (output->pad), NULL);
  decode = output->decode;
  g_mutex_lock (&streams->lock);
  output->decode = NULL;
  output->stream = NULL;
  output->flows = FALSE;
  stream->output = NULL;
  g_mutex_unlock (&streams->lock);
  if (decode != NULL) {
    gst_scream_parts_remove (GST_BIN (streams->src), decode);
    gst_object_unref (decode);
  }
  gst_scream_stream_unref (stream);
}

static gboolean
link_decode (GstScreamStream * stream, GstScreamOutput * output,
    GstScreamForm form, GError ** error)
{
  GstElement *decode = gst_scream_decode_new (stream->rtp, form, error);
  GstScreamStreams *streams = stream->owner;
  g_autoptr (GstPad) src = NULL;
  g_autoptr (GstPad) sink = NULL;

  if (decode == NULL)
    return FALSE;
  g_mutex_lock (&streams->lock);
  output->decode = decode;
  g_mutex_unlock (&streams->lock);
  gst_bin_add (GST_BIN (streams->src), decode);
  src = gst_element_get_static_pad (decode, "src");
  sink = gst_element_get_static_pad (decode, "sink");
  gst_ghost_pad_set_target (GST_GHOST_PAD (output->pad), src);
  gst_element_sync_state_with_parent (decode);
  gst_pad_link (stream->pad, sink);
  if (gst_scream_decode_is_video (stream->rtp))
    gst_pad_send_event (stream->pad, gst_scream_repair_requests_new_need ());
  return TRUE;
}

/* Whoever depayloads it may have to wait for one. */
static void
ask_for_key_frame (GstScreamStream * stream)
{
  gst_pad_send_event (stream->pad,
      gst_video_event_new_upstream_force_key_unit (GST_CLOCK_TIME_NONE, TRUE,
          0));
}

gboolean
gst_scream_stream_connect (GstScreamStream * stream, GstScreamOutput * output,
    GstScreamForm form)
{
  g_autoptr (GError) error = NULL;

  if (form == GST_SCREAM_FORM_RTP) {
    gst_ghost_pad_set_target (GST_GHOST_PAD (output->pad), stream->pad);
  } else if (!link_decode (stream, output, form, &error)) {
    gst_scream_stream_no_way_to (stream, form, error);
    gst_scream_output_disconnect (output);
    return FALSE;
  }
  if (form == GST_SCREAM_FORM_RTP && gst_scream_decode_is_video (stream->rtp))
    ask_for_key_frame (stream);
  return TRUE;
}
