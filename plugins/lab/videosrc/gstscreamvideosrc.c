/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * SECTION:element-screamvideosrc
 * @title: screamvideosrc
 * @see_also: screamtx, linkemu
 *
 * It replaces a camera, an encoder and a payloader: RTP packets of noise, in
 * frames of the sizes of an encoder with a constant bitrate. It shows the rate
 * of a congestion-controlled video stream on a path, without the processor time
 * of an encoder.
 *
 * screamtx finds it as it finds an encoder, and sets its bitrate before each
 * frame. Key frames come at an interval, and when screamtx or a receiver asks
 * for one; they may be larger than the other frames, and all sizes may vary at
 * random or come from a file. All packets of a frame are one buffer list.
 *
 * It is a live source, by the clock of the pipeline. Frames that are late by
 * 200 ms are dropped, so that no burst follows a pause.
 *
 * ## Example launch line
 *
 * Its rate on a link of 5 Mbit/s with 25 ms of delay:
 * |[
 * gst-launch-1.0 screamvideosrc ! screamtx ! linkemu bitrate=5000000 delay=25 ! udpsink host=127.0.0.1 port=5004 udpsrc port=5004 caps="application/x-rtp, media=video, clock-rate=90000, encoding-name=X-SCREAM-TEST" ! screamrx ! fakesink async=false
 * ]|
 *
 * A key frame of five times the size every 2 s, sizes that vary by 10 %:
 * |[
 * gst-launch-1.0 screamvideosrc bitrate=4000000 key-frame-interval=2000 key-frame-size=5 size-variation=0.1 ! udpsink host=127.0.0.1 port=5004
 * ]|
 *
 * Since: 0.1
 */
#include "gstframesizefile.h"
#include "gstscreamvideosrcprivate.h"

#include <string.h>

#include <gst/video/video.h>

GST_DEBUG_CATEGORY (gst_scream_video_src_debug);
#define GST_CAT_DEFAULT gst_scream_video_src_debug

enum
{
  SIGNAL_PREPARE_FRAME,
  N_SIGNALS
};

static guint signals[N_SIGNALS];
static GQuark list_quark;

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS,
    GST_STATIC_CAPS ("application/x-rtp, media = (string) video, "
        "clock-rate = (int) 90000, encoding-name = (string) X-SCREAM-TEST, "
        "payload = (int) [ 0, 127 ]"));

#define gst_scream_video_src_parent_class parent_class
G_DEFINE_TYPE (GstScreamVideoSrc, gst_scream_video_src, GST_TYPE_PUSH_SRC);
GST_ELEMENT_REGISTER_DEFINE (screamvideosrc, "screamvideosrc", GST_RANK_NONE,
    GST_TYPE_SCREAM_VIDEO_SRC);

/* ---- frames ---- */

static gboolean
in_pause (const GstScreamVideoSrc * self,
    const GstScreamVideoSrcSettings * settings, GstClockTime time)
{
  guint64 on = settings->burst_on, off = settings->burst_off;

  return on > 0 && off > 0 && (time - self->first) % (on + off) >= on;
}

static gboolean
ask_skip (GstScreamVideoSrc * self, GstClockTime time)
{
  gboolean skip = FALSE;

  g_signal_emit (self, signals[SIGNAL_PREPARE_FRAME], 0, time, &skip);
  if (skip) {
    GST_OBJECT_LOCK (self);
    self->stats.skipped++;
    GST_OBJECT_UNLOCK (self);
  }
  return skip;
}

/* The next frame, once it is time for it and not before, so that it has the
 * bitrate of that moment. NULL if there is none then, or no time came. */
static GstBufferList *
next_frame (GstScreamVideoSrc * self)
{
  gboolean live = gst_base_src_is_live (GST_BASE_SRC (self));
  GstScreamVideoSrcSettings settings;
  GstClockTime time;

  gst_scream_video_src_get_settings (self, &settings);
  gst_scream_video_src_use_framerate (self, settings.fps_n, settings.fps_d);
  time = gst_scream_video_src_next_frame_time (self, live);
  if (live && !gst_scream_video_src_wait_until (self, time))
    return NULL;
  self->n_since_base++;
  if (in_pause (self, &settings, time) || ask_skip (self, time))
    return NULL;
  return gst_scream_video_src_make_frame (self, time);
}

/* The base class takes a list, but unrefs no buffer at all when a live source
 * stops before it was pushed (1.22). So it gets one that carries the list, and
 * a probe on the pad pushes what it carries. */
static GstBuffer *
carrier_new (GstBufferList * list)
{
  GstBuffer *carrier = gst_buffer_new ();

  GST_BUFFER_PTS (carrier) = GST_BUFFER_PTS (gst_buffer_list_get (list, 0));
  gst_mini_object_set_qdata (GST_MINI_OBJECT (carrier), list_quark, list,
      (GDestroyNotify) gst_buffer_list_unref);
  return carrier;
}

static GstPadProbeReturn
push_carried (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstMiniObject *carrier = GST_PAD_PROBE_INFO_DATA (info);
  GstBufferList *list = gst_mini_object_steal_qdata (carrier, list_quark);

  gst_mini_object_unref (carrier);
  GST_PAD_PROBE_INFO_FLOW_RETURN (info) = gst_pad_push_list (pad, list);
  return GST_PAD_PROBE_HANDLED;
}

static GstFlowReturn
gst_scream_video_src_create (GstPushSrc * src, GstBuffer ** buffer)
{
  GstScreamVideoSrc *self = GST_SCREAM_VIDEO_SRC (src);
  GstBufferList *list = next_frame (self);
  GstFlowReturn ret = GST_FLOW_OK;

  while (list == NULL && ret == GST_FLOW_OK) {
    ret = gst_scream_video_src_wait_if_interrupted (self);
    if (ret == GST_FLOW_OK)
      list = next_frame (self);
  }
  if (list == NULL)
    return ret;
  *buffer = carrier_new (list);
  return GST_FLOW_OK;
}

/* ---- GstBaseSrc ---- */

static void
set_pauser (GstScreamVideoSrc * self, GThread * thread)
{
  GST_OBJECT_LOCK (self);
  self->pauser = thread;
  GST_OBJECT_UNLOCK (self);
}

/* From 1.26 on the base class calls this for a pause, too, and ignores the result of
 * create(). If that is FLUSHING, and PLAYING follows at once, no frame is ever produced
 * again. So a pause waits in create(). */
static gboolean
gst_scream_video_src_unlock (GstBaseSrc * src)
{
  GstScreamVideoSrc *self = GST_SCREAM_VIDEO_SRC (src);
  gboolean pauses;

  GST_OBJECT_LOCK (self);
  pauses = self->pauser == g_thread_self ();
  GST_OBJECT_UNLOCK (self);
  if (!pauses)
    gst_scream_video_src_set_interrupt (self, &self->flushing, TRUE);
  return TRUE;
}

static gboolean
gst_scream_video_src_unlock_stop (GstBaseSrc * src)
{
  GstScreamVideoSrc *self = GST_SCREAM_VIDEO_SRC (src);

  gst_scream_video_src_set_interrupt (self, &self->flushing, FALSE);
  return TRUE;
}

/* Before 1.26 the base class does not end the wait of a pausing source. It ends before
 * the base class pauses, so that no frame is held back. */
static GstStateChangeReturn
gst_scream_video_src_change_state (GstElement * element,
    GstStateChange transition)
{
  GstScreamVideoSrc *self = GST_SCREAM_VIDEO_SRC (element);
  gboolean live = gst_base_src_is_live (GST_BASE_SRC (self));
  GstStateChangeReturn ret;

  if (!gst_property_check_allows (element, transition))
    return GST_STATE_CHANGE_FAILURE;
  if (transition == GST_STATE_CHANGE_PLAYING_TO_PAUSED && live) {
    gst_scream_video_src_set_interrupt (self, &self->paused, TRUE);
    set_pauser (self, g_thread_self ());
  }
  ret = GST_ELEMENT_CLASS (parent_class)->change_state (element, transition);
  set_pauser (self, NULL);
  if (transition == GST_STATE_CHANGE_PAUSED_TO_PLAYING)
    gst_scream_video_src_set_interrupt (self, &self->paused, FALSE);
  return ret;
}

static gboolean
read_file (GstScreamVideoSrc * self)
{
  GError *error = NULL;
  gchar *path;

  GST_OBJECT_LOCK (self);
  path = g_strdup (self->settings.file);
  GST_OBJECT_UNLOCK (self);
  if (path == NULL || *path == '\0') {
    g_free (path);
    return TRUE;
  }

  self->replay = gst_frame_size_file_read (path, &self->replay_mean, &error);
  if (self->replay == NULL) {
    GST_ELEMENT_ERROR (self, RESOURCE, READ, ("frame-size-file: %s",
            error->message), (NULL));
    g_error_free (error);
  }
  g_free (path);
  return self->replay != NULL;
}

static gboolean
gst_scream_video_src_start (GstBaseSrc * src)
{
  GstScreamVideoSrc *self = GST_SCREAM_VIDEO_SRC (src);
  GstScreamVideoSrcSettings settings;
  GstScreamVideoSrcStats none = { 0, };

  if (!read_file (self))
    return FALSE;
  gst_scream_video_src_get_settings (self, &settings);
  gst_frame_size_init (&self->size, settings.seed);
  memset (&self->rate, 0, sizeof (self->rate));
  self->started = FALSE;
  self->framer.payload_type = settings.pt;
  self->framer.ssrc = settings.ssrc == G_MAXUINT ? g_random_int ()
      : settings.ssrc;
  self->framer.seqnum = settings.seqnum_offset < 0 ?
      (guint16) g_random_int_range (0, G_MAXUINT16 + 1)
      : (guint16) settings.seqnum_offset;
  self->timestamp_offset = settings.timestamp_offset == G_MAXUINT ?
      g_random_int () : settings.timestamp_offset;

  GST_OBJECT_LOCK (self);
  self->stats = none;
  self->ssrc = self->framer.ssrc;
  self->force_key = FALSE;
  self->paused = FALSE;
  GST_OBJECT_UNLOCK (self);
  return TRUE;
}

static gboolean
gst_scream_video_src_stop (GstBaseSrc * src)
{
  GstScreamVideoSrc *self = GST_SCREAM_VIDEO_SRC (src);

  gst_frame_size_clear (&self->size);
  gst_rtp_framer_clear (&self->framer);
  g_clear_pointer (&self->replay, g_array_unref);
  return TRUE;
}

static gboolean
gst_scream_video_src_negotiate (GstBaseSrc * src)
{
  GstScreamVideoSrc *self = GST_SCREAM_VIDEO_SRC (src);
  GstCaps *caps = gst_caps_new_simple ("application/x-rtp",
      "media", G_TYPE_STRING, "video",
      "payload", G_TYPE_INT, self->framer.payload_type,
      "clock-rate", G_TYPE_INT, GST_SCREAM_VIDEO_SRC_CLOCK_RATE,
      "encoding-name", G_TYPE_STRING, "X-SCREAM-TEST",
      "ssrc", G_TYPE_UINT, self->framer.ssrc,
      "timestamp-offset", G_TYPE_UINT, self->timestamp_offset,
      "seqnum-offset", G_TYPE_UINT, self->framer.seqnum, NULL);
  gboolean res = gst_base_src_set_caps (src, caps);

  gst_caps_unref (caps);
  return res;
}

static gboolean
gst_scream_video_src_event (GstBaseSrc * src, GstEvent * event)
{
  GstScreamVideoSrc *self = GST_SCREAM_VIDEO_SRC (src);

  if (gst_video_event_is_force_key_unit (event)) {
    GST_OBJECT_LOCK (self);
    self->force_key = TRUE;
    GST_OBJECT_UNLOCK (self);
    return TRUE;
  }
  return GST_BASE_SRC_CLASS (parent_class)->event (src, event);
}

/* Frames leave at their time. */
static gboolean
gst_scream_video_src_query (GstBaseSrc * src, GstQuery * query)
{
  if (GST_QUERY_TYPE (query) == GST_QUERY_LATENCY) {
    gst_query_set_latency (query, gst_base_src_is_live (src), 0,
        GST_CLOCK_TIME_NONE);
    return TRUE;
  }
  return GST_BASE_SRC_CLASS (parent_class)->query (src, query);
}

static gboolean
gst_scream_video_src_is_seekable (GstBaseSrc * src)
{
  return FALSE;
}

/* ---- GObject ---- */

static void
gst_scream_video_src_finalize (GObject * object)
{
  GstScreamVideoSrc *self = GST_SCREAM_VIDEO_SRC (object);

  gst_property_table_clear (self, &gst_scream_video_src_properties);
  g_cond_clear (&self->interrupted);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_scream_video_src_class_init (GstScreamVideoSrcClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  GstBaseSrcClass *base_class = GST_BASE_SRC_CLASS (klass);

  GST_DEBUG_CATEGORY_INIT (gst_scream_video_src_debug, "screamvideosrc", 0,
      "Synthetic encoder: RTP test source");

  object_class->finalize = gst_scream_video_src_finalize;
  gst_property_table_install (object_class, &gst_scream_video_src_properties);

  /**
   * GstScreamVideoSrc::prepare-frame:
   * @self: the element
   * @time: running time of the frame in ns
   *
   * Emitted in the streaming thread when it is time for a frame, before its
   * size is chosen: a handler may set #GstScreamVideoSrc:bitrate.
   *
   * Returns: %TRUE to leave this frame out.
   *
   * Since: 0.1
   */
  signals[SIGNAL_PREPARE_FRAME] = g_signal_new ("prepare-frame",
      G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
      g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1,
      G_TYPE_UINT64);

  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_static_metadata (element_class,
      "Synthetic video encoder", "Source/Encoder/Video/RTP",
      "RTP test source: frames of noise at a bitrate, as from a video encoder",
      "gst-scream developers");

  list_quark = g_quark_from_static_string ("screamvideosrc-list");
  element_class->change_state = gst_scream_video_src_change_state;
  base_class->start = gst_scream_video_src_start;
  base_class->stop = gst_scream_video_src_stop;
  base_class->unlock = gst_scream_video_src_unlock;
  base_class->unlock_stop = gst_scream_video_src_unlock_stop;
  base_class->negotiate = gst_scream_video_src_negotiate;
  base_class->event = gst_scream_video_src_event;
  base_class->query = gst_scream_video_src_query;
  base_class->is_seekable = gst_scream_video_src_is_seekable;
  GST_PUSH_SRC_CLASS (klass)->create = gst_scream_video_src_create;
}

static void
gst_scream_video_src_init (GstScreamVideoSrc * self)
{
  gst_property_table_init (self, &gst_scream_video_src_properties);
  g_cond_init (&self->interrupted);
  gst_base_src_set_format (GST_BASE_SRC (self), GST_FORMAT_TIME);
  gst_base_src_set_live (GST_BASE_SRC (self), TRUE);
  gst_pad_add_probe (GST_BASE_SRC_PAD (self), GST_PAD_PROBE_TYPE_BUFFER,
      push_carried, NULL, NULL);
}
