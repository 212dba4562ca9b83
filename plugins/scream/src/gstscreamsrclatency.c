/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamsrclatency.c: screamsrc auto-latency
 *
 * Each packet that comes to a jitter buffer is looked at, also one that comes again. What
 * follows is set in another thread, since rtpbin asks all its jitter buffers for their
 * locks. */
#include "gstscreamsrcprivate.h"
#include "plugins/scream/bins/gstscreamparts.h"
#include "plugins/scream/repair/gstscreamrepair.h"
#include "plugins/scream/repair/gstscreamrepairreceive.h"

#include <gst/rtp/rtp.h>

/* How often what is needed is worked out. */
#define INTERVAL (200 * GST_MSECOND)

/* One jitter buffer. */
typedef struct
{
  GstScreamSrc *src;
  GstScreamLateness lateness;
  GstClockTime needed;          /* the lock of src */
  GstClockTime looked;

  guint payload;                /* whose clock rate it is */
  guint clock_rate;             /* 0: not known */
  guint64 timestamp;            /* extended */
} Stream;

/* ---- the latency ---- */

GstClockTime
gst_scream_src_get_latency (GstScreamSrc * self)
{
  GstClockTime latency;

  g_mutex_lock (&self->lock);
  latency = self->auto_latency ? self->policy.latency : self->latency;
  g_mutex_unlock (&self->lock);
  return latency / GST_MSECOND * GST_MSECOND;
}

/* The jitter buffers tell the pipeline; a pad without a stream has none. */
static void
apply (GstElement * element, gpointer user_data)
{
  GstScreamSrc *self = GST_SCREAM_SRC (element);
  guint latency = gst_scream_src_get_latency (self) / GST_MSECOND;
  g_autoptr (GstElement) rtpbin = NULL;

  g_mutex_lock (&self->lock);
  g_set_object (&rtpbin, self->rtpbin);
  g_mutex_unlock (&self->lock);
  if (rtpbin == NULL)
    return;
  g_object_set (rtpbin, "latency", latency, NULL);
  gst_scream_repair_receiver_set_latency (self->repair, latency);
  gst_element_post_message (element,
      gst_message_new_latency (GST_OBJECT (element)));
}

void
gst_scream_src_restart_latency (GstScreamSrc * self)
{
  g_mutex_lock (&self->lock);
  gst_scream_latency_policy_init (&self->policy, self->latency,
      gst_scream_src_get_time ());
  g_mutex_unlock (&self->lock);
}

void
gst_scream_src_apply_latency (gpointer self)
{
  gst_scream_src_restart_latency (self);
  apply (self, NULL);
}

static void
update (Stream * stream, GstClockTime now)
{
  GstScreamSrc *self = stream->src;
  GstClockTime longest = 0;
  gboolean changes;
  GList *l;

  g_mutex_lock (&self->lock);
  stream->needed = gst_scream_lateness_get (&stream->lateness);
  for (l = self->jitterbuffers.head; l != NULL; l = l->next)
    longest = MAX (longest, ((Stream *) l->data)->needed);
  changes = self->auto_latency
      && gst_scream_latency_policy_update (&self->policy, longest,
      self->latency, now);
  g_mutex_unlock (&self->lock);
  if (changes)
    gst_element_call_async (GST_ELEMENT (self), apply, NULL, NULL);
}

/* ---- the streams ---- */

static void
start_timeline (Stream * stream)
{
  stream->timestamp = (guint64) - 1;
  gst_scream_lateness_init (&stream->lateness);
}

static void
find_clock_rate (Stream * stream, GstPad * pad, guint payload)
{
  g_autoptr (GstElement) jitterbuffer = NULL;
  g_autoptr (GstCaps) caps = NULL;
  gint rate = 0;

  if (payload == stream->payload)
    return;
  jitterbuffer = gst_pad_get_parent_element (pad);
  if (jitterbuffer != NULL)
    g_signal_emit_by_name (jitterbuffer, "request-pt-map", payload, &caps);
  if (caps != NULL)
    gst_structure_get_int (gst_caps_get_structure (caps, 0), "clock-rate",
        &rate);
  stream->payload = payload;
  stream->clock_rate = (guint) MAX (rate, 0);
  start_timeline (stream);
}

/* A sender whose timestamps jump again and again would come to the end of 64 bits. */
static void
add_packet (Stream * stream, guint32 timestamp, GstClockTime now)
{
  guint64 media;

  gst_rtp_buffer_ext_timestamp (&stream->timestamp, timestamp);
  media = gst_util_uint64_scale (stream->timestamp, GST_SECOND,
      stream->clock_rate);
  if (media > G_MAXINT64 / 4)
    start_timeline (stream);
  else
    gst_scream_lateness_add (&stream->lateness, now,
        (gint64) now - (gint64) media);
}

static GstPadProbeReturn
on_packet (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Stream *stream = user_data;
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  GstClockTime now = gst_scream_src_get_time ();
  guint payload;
  guint32 timestamp;

  if (!gst_rtp_buffer_map (GST_PAD_PROBE_INFO_BUFFER (info), GST_MAP_READ,
          &rtp))
    return GST_PAD_PROBE_OK;
  payload = gst_rtp_buffer_get_payload_type (&rtp);
  timestamp = gst_rtp_buffer_get_timestamp (&rtp);
  gst_rtp_buffer_unmap (&rtp);

  find_clock_rate (stream, pad, payload);
  if (stream->clock_rate == 0)
    return GST_PAD_PROBE_OK;
  add_packet (stream, timestamp, now);
  if (now >= stream->looked + INTERVAL) {
    stream->looked = now;
    update (stream, now);
  }
  return GST_PAD_PROBE_OK;
}

static void
stream_free (gpointer data)
{
  Stream *stream = data;

  g_mutex_lock (&stream->src->lock);
  g_queue_remove (&stream->src->jitterbuffers, stream);
  g_mutex_unlock (&stream->src->lock);
  gst_object_unref (stream->src);
  g_free (stream);
}

void
gst_scream_src_watch_jitterbuffer (GstScreamSrc * self,
    GstElement * jitterbuffer)
{
  Stream *stream = g_new0 (Stream, 1);

  stream->src = gst_object_ref (self);
  stream->payload = G_MAXUINT;
  start_timeline (stream);
  g_mutex_lock (&self->lock);
  g_queue_push_tail (&self->jitterbuffers, stream);
  g_mutex_unlock (&self->lock);
  gst_scream_parts_probe (jitterbuffer, "sink", GST_PAD_PROBE_TYPE_BUFFER,
      on_packet, stream, stream_free);
}
