/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrxrtcp.c: the pads rtcp_src and rtcp_sink
 *
 * Two threads push on rtcp_src, the worker and that of the media. Both do it
 * under its stream lock, as a task of that pad would: none may come between the
 * pad's activation or the end of a flush and the events that have to be first. The pad's
 * private data says whether they were, not NULL.
 */
#include "gstscreamrxprivate.h"

#define GST_CAT_DEFAULT gst_scream_rx_debug

/* No timestamp: a sink that synchronises would hold it back. */
gboolean
gst_scream_rx_push (GstPad * pad, const guint8 * data, gsize size)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, size, NULL);
  GstFlowReturn ret = GST_FLOW_FLUSHING;

  gst_buffer_fill (buffer, 0, data, size);
  GST_PAD_STREAM_LOCK (pad);
  if (gst_pad_get_element_private (pad) != NULL)
    ret = gst_pad_push (pad, g_steal_pointer (&buffer));
  GST_PAD_STREAM_UNLOCK (pad);
  gst_clear_buffer (&buffer);
  if (ret != GST_FLOW_OK)
    GST_DEBUG_OBJECT (pad, "feedback not taken: %s", gst_flow_get_name (ret));
  return ret == GST_FLOW_OK;
}

/* Under one stream lock: a new stream either takes the end back before, or
 * starts after it. */
void
gst_scream_rx_send_eos (GstScreamRx * self)
{
  GstPad *pad = NULL;
  gboolean eos;

  g_mutex_lock (&self->lock);
  if (self->eos && self->rtcp_srcpad != NULL)
    pad = gst_object_ref (self->rtcp_srcpad);
  g_mutex_unlock (&self->lock);
  if (pad == NULL)
    return;

  GST_PAD_STREAM_LOCK (pad);
  g_mutex_lock (&self->lock);
  eos = self->eos;
  self->eos = FALSE;
  g_mutex_unlock (&self->lock);
  if (eos)
    gst_pad_push_event (pad, gst_event_new_eos ());
  GST_PAD_STREAM_UNLOCK (pad);
  gst_object_unref (pad);
}

/* With the pad's stream lock. The events stay with it until it is linked. */
static void
gst_scream_rx_start_rtcp (GstScreamRx * self, GstPad * pad)
{
  gchar *id = gst_pad_create_stream_id (pad, GST_ELEMENT (self), "rtcp");
  GstCaps *caps = gst_caps_new_empty_simple ("application/x-rtcp");
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_push_event (pad, gst_event_new_stream_start (id));
  gst_pad_push_event (pad, gst_event_new_caps (caps));
  gst_pad_push_event (pad, gst_event_new_segment (&segment));
  gst_pad_set_element_private (pad, pad);
  gst_caps_unref (caps);
  g_free (id);
}

static gboolean
gst_scream_rx_rtcp_src_activate_mode (GstPad * pad, GstObject * parent,
    GstPadMode mode, gboolean active)
{
  if (mode != GST_PAD_MODE_PUSH)
    return FALSE;
  /* A push that holds it ends: the pad is flushing by now. */
  GST_PAD_STREAM_LOCK (pad);
  if (active)
    gst_scream_rx_start_rtcp (GST_SCREAM_RX (parent), pad);
  else
    gst_pad_set_element_private (pad, NULL);
  GST_PAD_STREAM_UNLOCK (pad);
  return TRUE;
}

void
gst_scream_rx_rtcp_follow (GstScreamRx * self, GstEvent * event)
{
  GstEventType type = GST_EVENT_TYPE (event);
  GstPad *pad = NULL;

  g_mutex_lock (&self->lock);
  if (self->rtcp_srcpad != NULL)
    pad = gst_object_ref (self->rtcp_srcpad);
  self->eos = FALSE;
  g_mutex_unlock (&self->lock);
  if (pad == NULL)
    return;

  if (type == GST_EVENT_FLUSH_START) {
    /* Ends a push that holds the lock. */
    gst_pad_push_event (pad, gst_event_ref (event));
  } else {
    GST_PAD_STREAM_LOCK (pad);
    if (type == GST_EVENT_FLUSH_STOP)
      gst_pad_push_event (pad, gst_event_ref (event));
    if (type == GST_EVENT_FLUSH_STOP || GST_PAD_IS_EOS (pad))
      gst_scream_rx_start_rtcp (self, pad);
    GST_PAD_STREAM_UNLOCK (pad);
  }
  gst_object_unref (pad);
}

static GstFlowReturn
gst_scream_rx_rtcp_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstScreamRx *self = GST_SCREAM_RX (parent);

  g_mutex_lock (&self->lock);
  self->rtcp_packets++;
  g_mutex_unlock (&self->lock);
  gst_buffer_unref (buffer);
  return GST_FLOW_OK;
}

/* The stream of the sender's reports ends here. */
static gboolean
gst_scream_rx_rtcp_sink_event (GstPad * pad, GstObject * parent,
    GstEvent * event)
{
  gst_event_unref (event);
  return TRUE;
}

void
gst_scream_rx_setup_rtcp_pad (GstPad * pad)
{
  if (GST_PAD_IS_SRC (pad)) {
    gst_pad_set_activatemode_function (pad,
        gst_scream_rx_rtcp_src_activate_mode);
    gst_pad_use_fixed_caps (pad);
  } else {
    gst_pad_set_chain_function (pad, gst_scream_rx_rtcp_chain);
    gst_pad_set_event_function (pad, gst_scream_rx_rtcp_sink_event);
  }
}
