/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Time of the next frame, and the wait for it, which a flush and a pause end. */
#include "gstscreamvideosrcprivate.h"

#define GST_CAT_DEFAULT gst_scream_video_src_debug

/* Greatest lateness of a frame: more than that of a busy machine or a full socket, less
 * than a viewer would notice as late. */
#define MAX_LATE (200 * GST_MSECOND)

/* GST_CLOCK_TIME_NONE without a clock */
static GstClockTime
running_time (GstScreamVideoSrc * self)
{
  GstClock *clock = gst_element_get_clock (GST_ELEMENT (self));
  GstClockTime base = gst_element_get_base_time (GST_ELEMENT (self));
  GstClockTime now = GST_CLOCK_TIME_NONE;

  if (clock) {
    now = gst_clock_get_time (clock);
    now = now > base ? now - base : 0;
    gst_object_unref (clock);
  }
  return now;
}

GstClockTime
gst_scream_video_src_frame_time (const GstScreamVideoSrc * self, guint64 n)
{
  return self->base + gst_util_uint64_scale (n,
      (guint64) self->fps_d * GST_SECOND, self->fps_n);
}

void
gst_scream_video_src_use_framerate (GstScreamVideoSrc * self, gint fps_n,
    gint fps_d)
{
  if (self->fps_n == fps_n && self->fps_d == fps_d)
    return;
  if (self->started) {
    self->base = gst_scream_video_src_frame_time (self, self->n_since_base);
    self->n_since_base = 0;
  }
  self->fps_n = fps_n;
  self->fps_d = fps_d;
}

/* The next frame is one for now. */
static void
start_at (GstScreamVideoSrc * self, GstClockTime now)
{
  self->base = self->first = now;
  self->n_since_base = 0;
  self->started = TRUE;
}

/* After a flush the running time may begin at 0 again. */
static gboolean
is_far_ahead (const GstScreamVideoSrc * self, GstClockTime now)
{
  guint64 n = self->n_since_base;

  return n > 0
      && gst_scream_video_src_frame_time (self, n - 1) > now + MAX_LATE;
}

/* Late frames are never produced. */
static void
leave_out_late (GstScreamVideoSrc * self, GstClockTime now)
{
  GstClockTime next =
      gst_scream_video_src_frame_time (self, self->n_since_base);
  guint64 n;

  if (now <= next || now - next <= MAX_LATE)
    return;
  n = gst_util_uint64_scale (now - next, self->fps_n,
      (guint64) self->fps_d * GST_SECOND);
  self->n_since_base += n;
  GST_INFO_OBJECT (self, "%" G_GUINT64_FORMAT " frames left out, %"
      GST_TIME_FORMAT " late", n, GST_TIME_ARGS (now - next));
  GST_OBJECT_LOCK (self);
  self->stats.late += n;
  GST_OBJECT_UNLOCK (self);
}

GstClockTime
gst_scream_video_src_next_frame_time (GstScreamVideoSrc * self, gboolean live)
{
  GstClockTime now = live ? running_time (self) : GST_CLOCK_TIME_NONE;

  if (!GST_CLOCK_TIME_IS_VALID (now)) {
    if (!self->started)
      start_at (self, 0);
  } else if (!self->started || is_far_ahead (self, now)) {
    start_at (self, now);
  } else {
    leave_out_late (self, now);
  }
  return gst_scream_video_src_frame_time (self, self->n_since_base);
}

gboolean
gst_scream_video_src_wait_until (GstScreamVideoSrc * self, GstClockTime time)
{
  GstClockReturn waited = GST_CLOCK_OK;
  GstClock *clock;
  gboolean reached;

  GST_OBJECT_LOCK (self);
  clock = GST_ELEMENT_CLOCK (self);
  if (!self->flushing && !self->paused && clock) {
    GstClockID id = gst_clock_new_single_shot_id (clock,
        GST_ELEMENT_CAST (self)->base_time + time);

    self->clock_id = id;
    GST_OBJECT_UNLOCK (self);
    waited = gst_clock_id_wait (id, NULL);
    GST_OBJECT_LOCK (self);
    self->clock_id = NULL;
    gst_clock_id_unref (id);
  }
  reached = waited != GST_CLOCK_UNSCHEDULED && !self->flushing && !self->paused;
  GST_OBJECT_UNLOCK (self);
  return reached;
}

GstFlowReturn
gst_scream_video_src_wait_if_interrupted (GstScreamVideoSrc * self)
{
  gboolean flushing;

  GST_OBJECT_LOCK (self);
  while (self->paused && !self->flushing)
    g_cond_wait (&self->interrupted, GST_OBJECT_GET_LOCK (self));
  flushing = self->flushing;
  GST_OBJECT_UNLOCK (self);
  return flushing ? GST_FLOW_FLUSHING : GST_FLOW_OK;
}

void
gst_scream_video_src_set_interrupt (GstScreamVideoSrc * self, gboolean * flag,
    gboolean value)
{
  GST_OBJECT_LOCK (self);
  *flag = value;
  if (value && self->clock_id)
    gst_clock_id_unschedule (self->clock_id);
  g_cond_signal (&self->interrupted);
  GST_OBJECT_UNLOCK (self);
}
