/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A frame of screamvideosrc: its size, packets and statistics. */
#include <math.h>

#include "gstscreamvideosrcprivate.h"

void
gst_scream_video_src_get_settings (GstScreamVideoSrc * self,
    GstScreamVideoSrcSettings * settings)
{
  GST_OBJECT_LOCK (self);
  *settings = self->settings;
  settings->file = NULL;
  GST_OBJECT_UNLOCK (self);
}

static gdouble
fps_of (const GstScreamVideoSrcSettings * settings)
{
  return (gdouble) settings->fps_n / settings->fps_d;
}

static void
get_size_config (GstScreamVideoSrc * self,
    const GstScreamVideoSrcSettings * settings, GstClockTime time,
    GstFrameSizeConfig * config)
{
  gdouble frames = settings->key_interval / (gdouble) GST_SECOND *
      fps_of (settings);

  config->bitrate = gst_followed_rate_next (&self->rate, &settings->follow,
      settings->bitrate, time);
  config->framerate = fps_of (settings);
  config->key_interval = settings->key_interval > 0 ?
      (guint) CLAMP (rint (frames), 1, G_MAXINT) : 0;
  config->key_multiplier = settings->key_size;
  config->variation = settings->variation;
  config->replay = self->replay;
  config->replay_mean = self->replay_mean;
  config->replay_scaled = settings->scaled;
}

/* Times and flags; the buffers are still ours alone. */
static void
finish_packets (GstScreamVideoSrc * self, GstBufferList * list,
    GstClockTime time, gboolean is_key, gboolean first)
{
  GstClockTime duration =
      gst_scream_video_src_frame_time (self, self->n_since_base) - time;
  guint n = gst_buffer_list_length (list), i;

  for (i = 0; i < n; i++) {
    GstBuffer *buffer = gst_buffer_list_get (list, i);

    GST_BUFFER_PTS (buffer) = GST_BUFFER_DTS (buffer) = time;
    GST_BUFFER_DURATION (buffer) = duration;
    if (!is_key)
      GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DELTA_UNIT);
  }
  if (first)
    GST_BUFFER_FLAG_SET (gst_buffer_list_get (list, 0),
        GST_BUFFER_FLAG_DISCONT);
}

static void
count_frame (GstScreamVideoSrc * self, guint size, guint n_packets,
    guint32 timestamp, gboolean is_key, gboolean forced)
{
  GST_OBJECT_LOCK (self);
  self->stats.frames++;
  self->stats.key_frames += is_key;
  self->stats.forced += forced;
  self->stats.packets += n_packets;
  self->stats.bytes += size;
  self->stats.seqnum = (guint16) (self->framer.seqnum - 1);
  self->stats.timestamp = timestamp;
  GST_OBJECT_UNLOCK (self);
}

GstBufferList *
gst_scream_video_src_make_frame (GstScreamVideoSrc * self, GstClockTime time)
{
  gboolean first = self->size.n_frames == 0, forced, is_key;
  guint32 timestamp = self->timestamp_offset +
      (guint32) gst_util_uint64_scale_round (time,
      GST_SCREAM_VIDEO_SRC_CLOCK_RATE, GST_SECOND);
  GstScreamVideoSrcSettings settings;
  GstFrameSizeConfig config;
  GstBufferList *list;
  guint size;

  gst_scream_video_src_get_settings (self, &settings);
  get_size_config (self, &settings, time, &config);
  GST_OBJECT_LOCK (self);
  forced = self->force_key;
  self->force_key = FALSE;
  GST_OBJECT_UNLOCK (self);

  size = gst_frame_size_next (&self->size, &config, forced, &is_key);
  if (size == 0)
    return NULL;
  list = gst_rtp_framer_make (&self->framer, size, settings.mtu, timestamp);
  finish_packets (self, list, time, is_key, first);
  count_frame (self, size, gst_buffer_list_length (list), timestamp, is_key,
      forced);
  return list;
}
