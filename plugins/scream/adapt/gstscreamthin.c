/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Drops raw frames, and selects their size.
 *
 * Before each frame, in the streaming thread, the ladder gets the rate of the stream and
 * the time of the frame.  A step sets the caps downstream of the scaler and the frame rate
 * in our own caps.  New caps restart the encoder with a key frame; a request makes one
 * also in encoders that accept a frame rate without. */
#include <gst/video/video.h>

#include "gstscreamthin.h"
#include "plugins/scream/motion/gstscreammotion.h"

/* OURS: how often the encoder's own rate is asked for.  It is a mean over a second; twice
 * as often costs a structure for each, half as often sees an overshoot 1 s later. */
#define ASK_INTERVAL GST_SECOND

struct _GstScreamThin
{
  GstBaseTransform parent;

  GstPad *stream;
  GstElement *filter;

  /* of the streaming thread */
  RtpCcLadder ladder;
  gint numerator, denominator;  /* frames in a second, as they come; 0: not known */
  gint par_n, par_d;            /* shape of a pixel */
  guint divisor;                /* one frame of so many goes on */
  guint n_left_out;             /* since the last one that did */
  GstClockTime asked_at;
  gdouble made;                 /* of its bitrate, by the encoder */
  GstVideoInfo info;            /* of the camera's picture */
  GstScreamMotion motion;
};

G_DEFINE_TYPE (GstScreamThin, gst_scream_thin, GST_TYPE_BASE_TRANSFORM);

GST_DEBUG_CATEGORY_STATIC (thin_debug);
#define GST_CAT_DEFAULT thin_debug

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS ("video/x-raw"));
static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS ("video/x-raw"));

/* ---- caps ---- */

/* Upstream may bring any frame rate. Downstream gets that of the step, once it is
 * known. */
static GstCaps *
gst_scream_thin_transform_caps (GstBaseTransform * trans,
    GstPadDirection direction, GstCaps * caps, GstCaps * filter)
{
  GstScreamThin *self = GST_SCREAM_THIN (trans);
  GstCaps *result = gst_caps_copy (caps);
  guint i;

  for (i = 0; i < gst_caps_get_size (result) && self->divisor > 1; i++) {
    GstStructure *s = gst_caps_get_structure (result, i);

    if (direction == GST_PAD_SINK && gst_structure_has_field (s, "framerate"))
      gst_structure_set (s, "framerate", GST_TYPE_FRACTION, self->numerator,
          self->denominator * (gint) self->divisor, NULL);
    else
      gst_structure_remove_field (s, "framerate");
  }
  if (filter != NULL) {
    GstCaps *both =
        gst_caps_intersect_full (filter, result, GST_CAPS_INTERSECT_FIRST);

    gst_caps_unref (result);
    result = both;
  }
  return result;
}

/* Which size goes on, by the capsfilter; step 0 leaves all to the camera. */
static void
set_size (GstScreamThin * self)
{
  const RtpCcLadderStep *step = rtp_cc_ladder_get (&self->ladder);
  GstCaps *caps = gst_caps_new_any ();

  if (step != NULL && self->ladder.step > 0) {
    gst_caps_unref (caps);
    caps = gst_caps_new_simple ("video/x-raw",
        "width", G_TYPE_INT, (gint) step->width,
        "height", G_TYPE_INT, (gint) step->height,
        "pixel-aspect-ratio", GST_TYPE_FRACTION, self->par_n,
        self->par_d, NULL);
  }
  g_object_set (self->filter, "caps", caps, NULL);
  gst_caps_unref (caps);
}

static gboolean
gst_scream_thin_set_caps (GstBaseTransform * trans, GstCaps * in, GstCaps * out)
{
  GstScreamThin *self = GST_SCREAM_THIN (trans);
  GstVideoInfo info;

  if (!gst_video_info_from_caps (&info, in))
    return FALSE;
  self->info = info;
  gst_scream_motion_reset (&self->motion);
  self->numerator = info.fps_n;
  self->denominator = info.fps_d;
  self->par_n = info.par_n;
  self->par_d = info.par_d;
  rtp_cc_ladder_set_picture (&self->ladder, (guint) info.width,
      (guint) info.height, (gdouble) info.fps_n / info.fps_d);
  return TRUE;
}

/* The caps of the filter are for the scaler, not for a camera upstream. */
static gboolean
gst_scream_thin_src_event (GstBaseTransform * trans, GstEvent * event)
{
  if (GST_EVENT_TYPE (event) == GST_EVENT_RECONFIGURE) {
    gst_event_unref (event);
    return TRUE;
  }
  return GST_BASE_TRANSFORM_CLASS (gst_scream_thin_parent_class)->src_event
      (trans, event);
}

/* ---- frames ---- */

/* How much of its rate the encoder makes; 1: not known. */
static gdouble
ask_encoder (GstScreamThin * self)
{
  GstStructure *stats = NULL, *encoder = NULL;
  guint64 target = 0, output = 0;

  g_object_get (self->stream, "stats", &stats, NULL);
  if (stats == NULL)
    return 1;
  if (gst_structure_get (stats, "encoder", GST_TYPE_STRUCTURE, &encoder, NULL)) {
    gst_structure_get_uint64 (encoder, "target-bitrate", &target);
    gst_structure_get_uint64 (encoder, "output-bitrate", &output);
    gst_structure_free (encoder);
  }
  gst_structure_free (stats);
  return target > 0 ? (gdouble) output / (gdouble) target : 1;
}

static void
watch (GstScreamThin * self, GstBuffer * buffer)
{
  gdouble part;

  if (gst_scream_motion_look (&self->motion, &self->info, buffer, &part))
    rtp_cc_ladder_set_moving (&self->ladder, part,
        (RtpCcTime) GST_BUFFER_PTS (buffer));
}

static void
change (GstScreamThin * self)
{
  const RtpCcLadderStep *step = rtp_cc_ladder_get (&self->ladder);

  GST_INFO_OBJECT (self, "%ux%u, one frame of %u", step->width, step->height,
      step->divisor);
  self->divisor = step->divisor;
  set_size (self);
  gst_base_transform_reconfigure_src (GST_BASE_TRANSFORM (self));
  gst_pad_push_event (GST_BASE_TRANSFORM_SRC_PAD (self),
      gst_video_event_new_downstream_force_key_unit (GST_CLOCK_TIME_NONE,
          GST_CLOCK_TIME_NONE, GST_CLOCK_TIME_NONE, TRUE, 0));
}

static void
look (GstScreamThin * self, GstClockTime now)
{
  guint rate = 0;

  g_object_get (self->stream, "estimated-bitrate", &rate, NULL);
  if (!GST_CLOCK_TIME_IS_VALID (self->asked_at) || now < self->asked_at
      || now - self->asked_at >= ASK_INTERVAL) {
    self->made = ask_encoder (self);
    self->asked_at = now;
  }
  if (rtp_cc_ladder_update (&self->ladder, rate, self->made, (RtpCcTime) now))
    change (self);
}

/* Before the base class looks whether the caps are to be negotiated again. */
static GstFlowReturn
gst_scream_thin_submit (GstBaseTransform * trans, gboolean is_discont,
    GstBuffer * buffer)
{
  GstBaseTransformClass *parent =
      GST_BASE_TRANSFORM_CLASS (gst_scream_thin_parent_class);

  if (GST_BUFFER_PTS_IS_VALID (buffer)) {
    watch (GST_SCREAM_THIN (trans), buffer);
    look (GST_SCREAM_THIN (trans), GST_BUFFER_PTS (buffer));
  }
  return parent->submit_input_buffer (trans, is_discont, buffer);
}

static GstFlowReturn
gst_scream_thin_transform_ip (GstBaseTransform * trans, GstBuffer * buffer)
{
  GstScreamThin *self = GST_SCREAM_THIN (trans);

  if (++self->n_left_out < self->divisor)
    return GST_BASE_TRANSFORM_FLOW_DROPPED;
  self->n_left_out = 0;
  return GST_FLOW_OK;
}

static gboolean
gst_scream_thin_start (GstBaseTransform * trans)
{
  GstScreamThin *self = GST_SCREAM_THIN (trans);

  rtp_cc_ladder_init (&self->ladder, self->ladder.mode);
  self->divisor = 1;
  self->n_left_out = 0;
  self->asked_at = GST_CLOCK_TIME_NONE;
  self->made = 1;
  gst_video_info_init (&self->info);
  gst_scream_motion_reset (&self->motion);
  set_size (self);
  return TRUE;
}

/* ---- GObject ---- */

static void
gst_scream_thin_finalize (GObject * object)
{
  GstScreamThin *self = GST_SCREAM_THIN (object);

  gst_clear_object (&self->stream);
  gst_clear_object (&self->filter);
  gst_scream_motion_reset (&self->motion);
  G_OBJECT_CLASS (gst_scream_thin_parent_class)->finalize (object);
}

static void
gst_scream_thin_init (GstScreamThin * self)
{
  gst_base_transform_set_in_place (GST_BASE_TRANSFORM (self), TRUE);
}

static void
gst_scream_thin_class_init (GstScreamThinClass * klass)
{
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  GstBaseTransformClass *trans_class = GST_BASE_TRANSFORM_CLASS (klass);

  GST_DEBUG_CATEGORY_INIT (thin_debug, "screamthin", 0,
      "Pictures that fit the rate");
  G_OBJECT_CLASS (klass)->finalize = gst_scream_thin_finalize;
  trans_class->transform_caps = gst_scream_thin_transform_caps;
  trans_class->set_caps = gst_scream_thin_set_caps;
  trans_class->src_event = gst_scream_thin_src_event;
  trans_class->submit_input_buffer = gst_scream_thin_submit;
  trans_class->transform_ip = gst_scream_thin_transform_ip;
  trans_class->start = gst_scream_thin_start;
  trans_class->transform_ip_on_passthrough = TRUE;
  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_static_metadata (element_class,
      "Pictures that fit the rate", "Filter/Effect/Video",
      "Drops frames and selects their size, to suit the bitrate",
      "gst-scream developers");
}

GstElement *
gst_scream_thin_new (RtpCcLadderMode mode, GstPad * stream, GstElement * filter)
{
  GstScreamThin *self = g_object_new (GST_TYPE_SCREAM_THIN, NULL);

  self->ladder.mode = mode;
  self->stream = gst_object_ref (stream);
  self->filter = gst_object_ref (filter);
  return GST_ELEMENT_CAST (self);
}
