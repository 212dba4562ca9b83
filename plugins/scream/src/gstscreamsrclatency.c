/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamsrclatency.c: screamsrc auto-latency
 *
 * Each packet that comes to a jitter buffer is looked at, also one that comes again. What
 * follows is set in another thread, since rtpbin asks all its jitter buffers for their
 * locks. */
#include "plugins/scream/src/rules/gstscreamlateness.h"
#include "gstscreamsrcprivate.h"
#include "plugins/scream/bins/gstscreamparts.h"
#include "plugins/scream/repair/gstscreamrepair.h"
#include "plugins/scream/repair/gstscreamrepairreceive.h"

#include <gst/rtp/rtp.h>

/* How often what is needed is worked out. */
#define INTERVAL (200 * GST_MSECOND)

struct _GstScreamSrcLatency
{
  GMutex lock;
  gboolean automatic;
  guint most;                   /* ms, what the user has set */
  GstScreamLatencyPolicy policy;
  GQueue streams;               /* Stream */
};

/* One jitter buffer. Somebody may hold its pad for longer than there is a screamsrc. */
typedef struct
{
  GstScreamSrc *src;            /* as long as packets come */
  GstScreamSrcLatency *latency;
  GstScreamLateness lateness;
  GstClockTime needed;          /* the lock of latency */
  GstClockTime looked;

  guint payload;                /* whose clock rate it is */
  guint clock_rate;             /* 0: not known */
  guint64 timestamp;            /* extended */
} Stream;

static void
latency_clear (gpointer data)
{
  g_mutex_clear (&((GstScreamSrcLatency *) data)->lock);
}

GstScreamSrcLatency *
gst_scream_src_latency_new (guint ms)
{
  GstScreamSrcLatency *self = g_atomic_rc_box_new0 (GstScreamSrcLatency);

  g_mutex_init (&self->lock);
  self->most = ms;
  gst_scream_latency_policy_init (&self->policy, ms * GST_MSECOND, 0);
  return self;
}

void
gst_scream_src_latency_unref (GstScreamSrcLatency * self)
{
  g_atomic_rc_box_release_full (self, latency_clear);
}

/* ---- the latency ---- */

guint
gst_scream_src_latency_get (GstScreamSrcLatency * self)
{
  guint ms;

  g_mutex_lock (&self->lock);
  ms = self->automatic ? (guint) (self->policy.latency / GST_MSECOND)
      : self->most;
  g_mutex_unlock (&self->lock);
  return ms;
}

/* The jitter buffers tell the pipeline; a pad without a stream has none. */
static void
apply (GstElement * element, gpointer user_data)
{
  GstScreamSrc *self = GST_SCREAM_SRC (element);
  guint latency = gst_scream_src_latency_get (self->latency_now);
  g_autoptr (GstElement) rtpbin = NULL;

  g_mutex_lock (&self->lock);
  if (self->rtpbin != NULL)
    rtpbin = gst_object_ref (self->rtpbin);
  g_mutex_unlock (&self->lock);
  if (rtpbin == NULL)
    return;
  g_object_set (rtpbin, "latency", latency, NULL);
  gst_scream_repair_receiver_set_latency (self->repair, latency);
  gst_element_post_message (element,
      gst_message_new_latency (GST_OBJECT (element)));
}

/* What was found out is of another path, or the user knows better. */
static void
restart (GstScreamSrcLatency * self)
{
  gst_scream_latency_policy_init (&self->policy, self->most * GST_MSECOND,
      gst_scream_src_get_time ());
}

void
gst_scream_src_set_latency (GstScreamSrc * self, guint ms, gboolean automatic)
{
  GstScreamSrcLatency *latency = self->latency_now;

  g_mutex_lock (&latency->lock);
  latency->most = ms;
  latency->automatic = automatic;
  restart (latency);
  g_mutex_unlock (&latency->lock);
  apply (GST_ELEMENT (self), NULL);
}

void
gst_scream_src_latency_restart (GstScreamSrcLatency * self)
{
  g_mutex_lock (&self->lock);
  restart (self);
  g_mutex_unlock (&self->lock);
}

/* With the lock. */
static GstClockTime
get_longest (GstScreamSrcLatency * self)
{
  GstClockTime longest = 0;
  GList *l;

  for (l = self->streams.head; l != NULL; l = l->next)
    longest = MAX (longest, ((Stream *) l->data)->needed);
  return longest;
}

static void
update (Stream * stream, GstClockTime now)
{
  GstScreamSrcLatency *self = stream->latency;
  GstClockTime needed = gst_scream_lateness_get (&stream->lateness);
  gboolean changes;

  g_mutex_lock (&self->lock);
  stream->needed = needed;
  changes = self->automatic
      && gst_scream_latency_policy_update (&self->policy, get_longest (self),
      self->most * GST_MSECOND, now);
  g_mutex_unlock (&self->lock);
  if (changes)
    gst_element_call_async (GST_ELEMENT (stream->src), apply, NULL, NULL);
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

  g_mutex_lock (&stream->latency->lock);
  g_queue_remove (&stream->latency->streams, stream);
  g_mutex_unlock (&stream->latency->lock);
  gst_scream_src_latency_unref (stream->latency);
  g_free (stream);
}

void
gst_scream_src_watch_jitterbuffer (GstScreamSrc * self,
    GstElement * jitterbuffer)
{
  Stream *stream = g_new0 (Stream, 1);

  stream->src = self;
  stream->latency = g_atomic_rc_box_acquire (self->latency_now);
  stream->payload = G_MAXUINT;
  start_timeline (stream);
  g_mutex_lock (&stream->latency->lock);
  g_queue_push_tail (&stream->latency->streams, stream);
  g_mutex_unlock (&stream->latency->lock);
  gst_scream_parts_probe (jitterbuffer, "sink", GST_PAD_PROBE_TYPE_BUFFER,
      on_packet, stream, stream_free);
}
