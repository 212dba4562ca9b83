/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamsrc max-lag: packets do not wait in a jitter buffer for longer than that because
 * what is behind is too slow. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamsrcprivate.h"
#include "plugins/packet/gsthelp.h"
#include "plugins/scream/src/rules/gstscreamlag.h"

/* A packet may wait for one before it: for the latency, and for video longer by this if it is
 * asked for again (gstscreamrepairwait.h). */
#define REPAIR (100 * GST_MSECOND)

/* One jitter buffer. */
typedef struct
{
  GstScreamSrc *src;            /* as long as packets come */
  guint ssrc;
  GMutex lock;                  /* for what follows */
  GstScreamLag lag;
} Stream;

static void
stream_clear (gpointer data)
{
  g_mutex_clear (&((Stream *) data)->lock);
}

static void
stream_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, stream_clear);
}

/* As long as a sink that waits for its time holds a packet, and as long as all that is
 * behind may take. 0: for ever. */
static void
get_bounds (GstScreamSrc * self, GstClockTime * usual, GstClockTime * bound)
{
  GstClockTime own = gst_scream_src_latency_get (self->latency_now)
      * GST_MSECOND;
  GstClockTime behind;
  guint64 max_lag;

  g_mutex_lock (&self->lock);
  max_lag = self->max_lag;
  behind = self->latency_behind;
  g_mutex_unlock (&self->lock);
  *usual = MAX (own, behind) + REPAIR;
  *bound = max_lag != 0 ? *usual + max_lag : 0;
}

/* Once; no lock is held. */
static void
warn_of_lag (GstScreamSrc * self)
{
  GstPad *idle;
  gboolean first;

  g_mutex_lock (&self->lock);
  self->lag_skips++;
  first = self->lag_skips == 1;
  g_mutex_unlock (&self->lock);
  if (!first)
    return;
  idle = gst_scream_streams_find_idle (self->streams);
  GST_ELEMENT_WARNING (self, STREAM, FAILED,
      ("Downstream of screamsrc is too slow%s%s: dropping packets to stay "
          "within max-lag.",
          idle != NULL ? ", or waits for the pad without a stream, " : "",
          idle != NULL ? GST_PAD_NAME (idle) : ""),
      ("Decoding or display takes longer than one frame interval, or a muxer "
          "waits for a missing stream: remove its pad. Reduce the stream (a "
          "smaller picture, max-framerate of screamsink), use a faster decoder, "
          "or put a \"queue leaky=downstream\" before the slow element. Where no "
          "packet may be dropped, as in a recording or before a sink with a long "
          "ts-offset, set max-lag=0." GST_HELP ("max-lag")));
  gst_clear_object (&idle);
}

/* It stands still while the pipeline does. */
static GstClockTime
get_time (Stream * stream)
{
  GstClockTime now =
      gst_element_get_current_running_time (GST_ELEMENT (stream->src));

  return GST_CLOCK_TIME_IS_VALID (now) ? now : 0;
}

static void
on_gone (gpointer user_data, GstMiniObject * buffer)
{
  Stream *stream = user_data;

  (void) buffer;
  g_mutex_lock (&stream->lock);
  gst_scream_lag_tried (&stream->lag);
  g_mutex_unlock (&stream->lock);
  stream_unref (stream);
}

/* Takes @buffer. A copy: one of a pool is not gone when it comes back there. */
static GstBuffer *
try (Stream * stream, GstBuffer * buffer)
{
  GstBuffer *copy = gst_buffer_copy (buffer);

  gst_mini_object_weak_ref (GST_MINI_OBJECT_CAST (copy), on_gone,
      g_atomic_rc_box_acquire (stream));
  gst_buffer_unref (buffer);
  return copy;
}

static GstPadProbeReturn
on_come (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Stream *stream = user_data;
  GstClockTime usual, bound;
  GstClockTime now = get_time (stream), stamp;
  GstScreamLagEntry entry;
  gboolean begins;
  GstBuffer *buffer;

  (void) pad;
  get_bounds (stream->src, &usual, &bound);
  g_mutex_lock (&stream->lock);
  begins = !stream->lag.skipping;
  entry = gst_scream_lag_comes (&stream->lag, now, bound, &stamp);
  begins &= stream->lag.skipping;
  g_mutex_unlock (&stream->lock);
  if (begins)
    warn_of_lag (stream->src);
  if (entry == GST_SCREAM_LAG_REFUSE)
    return GST_PAD_PROBE_DROP;
  buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  buffer = entry == GST_SCREAM_LAG_TRY ? try (stream, buffer)
      : gst_buffer_make_writable (buffer);
  GST_BUFFER_OFFSET (buffer) = stamp;
  GST_PAD_PROBE_INFO_DATA (info) = buffer;
  return GST_PAD_PROBE_OK;
}

/* With the lock. It says in its offset when it came: its times are those of the sender. */
static GstClockTime
get_wait (Stream * stream, GstBuffer * buffer)
{
  GstClockTime stamp = GST_BUFFER_OFFSET (buffer);

  return stamp == GST_BUFFER_OFFSET_NONE ? 0
      : gst_scream_lag_get_wait (&stream->lag, stamp);
}

static GstPadProbeReturn
on_leave (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Stream *stream = user_data;
  GstScreamSrc *self = stream->src;
  GstClockTime waited, usual, bound;
  GstScreamLagVerdict verdict;
  gboolean begins;

  (void) pad;
  get_bounds (stream->src, &usual, &bound);
  g_mutex_lock (&stream->lock);
  begins = !stream->lag.skipping;
  waited = get_wait (stream, GST_PAD_PROBE_INFO_BUFFER (info));
  verdict = gst_scream_lag_leaves (&stream->lag, waited, usual, bound);
  begins &= stream->lag.skipping;
  g_mutex_unlock (&stream->lock);
  if (begins)
    warn_of_lag (self);
  if (verdict == GST_SCREAM_LAG_GO_ON)
    gst_scream_streams_begin_anew (self->streams, stream->ssrc);
  g_mutex_lock (&self->lock);
  self->lag = waited;
  self->lag_packets += verdict == GST_SCREAM_LAG_SKIP;
  g_mutex_unlock (&self->lock);
  return verdict == GST_SCREAM_LAG_SKIP ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK;
}

/* All sinks have the latency of the pipeline, and may be told of it before there is a stream. */
static GstPadProbeReturn
on_event (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  GstScreamSrc *self = user_data;
  GstClockTime latency;

  (void) pad;
  if (GST_EVENT_TYPE (event) != GST_EVENT_LATENCY)
    return GST_PAD_PROBE_OK;
  gst_event_parse_latency (event, &latency);
  if (!GST_CLOCK_TIME_IS_VALID (latency))
    return GST_PAD_PROBE_OK;
  g_mutex_lock (&self->lock);
  self->latency_behind = latency;
  g_mutex_unlock (&self->lock);
  return GST_PAD_PROBE_OK;
}

void
gst_scream_src_watch_latency (GstScreamSrc * self, GstPad * output)
{
  gst_pad_add_probe (output, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM, on_event, self,
      NULL);
}

static void
add_probe (GstElement * jitterbuffer, const gchar * name,
    GstPadProbeCallback callback, Stream * stream)
{
  GstPad *pad = gst_element_get_static_pad (jitterbuffer, name);

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, callback,
      g_atomic_rc_box_acquire (stream), stream_unref);
  gst_object_unref (pad);
}

void
gst_scream_src_watch_lag (GstScreamSrc * self, GstElement * jitterbuffer,
    guint ssrc)
{
  Stream *stream = g_atomic_rc_box_new0 (Stream);

  stream->src = self;
  stream->ssrc = ssrc;
  g_mutex_init (&stream->lock);
  add_probe (jitterbuffer, "sink", on_come, stream);
  add_probe (jitterbuffer, "src", on_leave, stream);
  stream_unref (stream);
}

void
gst_scream_src_add_lag_stats (GstScreamSrc * self, GstStructure * stats)
{
  g_mutex_lock (&self->lock);
  gst_structure_set (stats, "lag", G_TYPE_UINT64, self->lag,
      "lag-skips", G_TYPE_UINT64, self->lag_skips,
      "lag-packets", G_TYPE_UINT64, self->lag_packets, NULL);
  g_mutex_unlock (&self->lock);
}
