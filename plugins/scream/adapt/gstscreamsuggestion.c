/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamsuggestion.c: see gstscreamsuggestion.h */
#include "gstscreamsuggestion.h"

/* OURS: the rate is smoothed over 1 s.  Half as long looks twice as often for nothing,
 * double is seen late. */
#define LOOK_INTERVAL (200 * RTP_CC_MSECOND)

void
gst_scream_suggestion_init (GstScreamSuggestion * self)
{
  rtp_cc_ladder_init (&self->ladder, RTP_CC_LADDER_AUTO);
  self->next = 0;
  self->width = self->height = 0;
  self->framerate = 0;
}

gboolean
gst_scream_suggestion_is_due (const GstScreamSuggestion * self, RtpCcTime now)
{
  return now >= self->next;
}

static void
take_caps (GstScreamSuggestion * self, const GstCaps * caps)
{
  const GstStructure *s = gst_caps_get_structure (caps, 0);
  gint width = 0, height = 0, n = 0, d = 1;

  gst_structure_get_int (s, "width", &width);
  gst_structure_get_int (s, "height", &height);
  gst_structure_get_fraction (s, "framerate", &n, &d);
  if (width <= 0 || height <= 0)
    return;
  if ((guint64) width * height > (guint64) self->width * self->height) {
    self->width = (guint) width;
    self->height = (guint) height;
  }
  self->framerate = MAX (self->framerate, (gdouble) n / d);
  rtp_cc_ladder_set_picture (&self->ladder, self->width, self->height,
      self->framerate);
}

void
gst_scream_suggestion_look (GstScreamSuggestion * self, const GstCaps * caps,
    guint64 rate, gdouble made, RtpCcTime now)
{
  self->next = now + LOOK_INTERVAL;
  if (caps != NULL)
    take_caps (self, caps);
  rtp_cc_ladder_update (&self->ladder, rate, made, now);
}

guint
gst_scream_suggestion_get_height (const GstScreamSuggestion * self)
{
  const RtpCcLadderStep *step = rtp_cc_ladder_get (&self->ladder);

  return step != NULL && step->height != self->height ? step->height : 0;
}

gdouble
gst_scream_suggestion_get_framerate (const GstScreamSuggestion * self)
{
  const RtpCcLadderStep *step = rtp_cc_ladder_get (&self->ladder);

  return step != NULL && step->divisor > 1 ?
      self->framerate / step->divisor : 0;
}
