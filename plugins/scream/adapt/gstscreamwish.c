/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamwish.c: see gstscreamwish.h
 *
 * A rate allows a number of pixels per second.  An offered size fits if its pixels, at its
 * frame rate, but 30 frames/s at most, do not exceed that.  If none fits, the smallest is
 * requested, and scaled here.
 *
 * With framerate alone the size stays, and the frame rate is limited. */
#include <math.h>

#include "gstscreamwish.h"

/* OURS: a size is more than frames beyond these.  Half is not asked for, as frames are left
 * out below the smallest size only; with double, a camera that has 60 gets half of the
 * size. */
#define USUAL_FRAMERATE 30.0

/* Of a source that names no size at first, as v4l2src, which compares later. */
#define USUAL_ASPECT (16.0 / 9)

/* Larger than any picture: a range up to here is none. */
#define ANY_SIZE 32768

/* Between two framerates that are the same, as 29.97 and 30. */
#define SLACK 0.1

typedef struct
{
  RtpCcLadderMode mode;
  gdouble pixels;               /* in a second, that the rate carries */
} Wish;

/* ---- offered sizes ---- */

/* The largest of a list, a range or a number; @otherwise if it is not said. */
static gdouble
get_largest (const GValue * value, gdouble otherwise)
{
  gdouble largest = 0;
  guint i;

  if (value == NULL)
    return otherwise;
  if (G_VALUE_HOLDS_INT (value))
    return g_value_get_int (value);
  if (GST_VALUE_HOLDS_INT_RANGE (value))
    return gst_value_get_int_range_max (value);
  if (GST_VALUE_HOLDS_FRACTION (value))
    return (gdouble) gst_value_get_fraction_numerator (value) /
        gst_value_get_fraction_denominator (value);
  if (GST_VALUE_HOLDS_FRACTION_RANGE (value))
    return get_largest (gst_value_get_fraction_range_max (value), otherwise);
  if (!GST_VALUE_HOLDS_LIST (value))
    return otherwise;
  for (i = 0; i < gst_value_list_get_size (value); i++)
    largest = MAX (largest, get_largest (gst_value_list_get_value (value, i),
            otherwise));
  return largest;
}

static gdouble
get_field (const GstStructure * s, const gchar * field, gdouble otherwise)
{
  return get_largest (gst_structure_get_value (s, field), otherwise);
}

/* How many frames in a second are reckoned with; there may be fewer. */
static gdouble
get_framerate (const GstStructure * s)
{
  gdouble most = get_field (s, "framerate", USUAL_FRAMERATE);

  return most > 0 ? MIN (most, USUAL_FRAMERATE) : USUAL_FRAMERATE;
}

/* FALSE: there is none. */
static gboolean
get_size (const GstStructure * s, gdouble * width, gdouble * height)
{
  *width = get_field (s, "width", ANY_SIZE);
  *height = get_field (s, "height", ANY_SIZE);
  if (*width < 1 || *height < 1)
    return FALSE;
  if (*width >= ANY_SIZE || *height >= ANY_SIZE)
    *width = *height * USUAL_ASPECT;
  return TRUE;
}

static gboolean
is_picture (const GstStructure * s)
{
  return gst_structure_has_name (s, "video/x-raw")
      || gst_structure_has_name (s, "image/jpeg");
}

/* ---- requested sizes ---- */

/* FALSE: the field has nothing in that range. */
static gboolean
limit (GstStructure * s, const gchar * field, const GValue * range)
{
  const GValue *offered = gst_structure_get_value (s, field);
  GValue both = G_VALUE_INIT;

  if (offered == NULL) {
    gst_structure_set_value (s, field, range);
    return TRUE;
  }
  if (!gst_value_intersect (&both, offered, range))
    return FALSE;
  gst_structure_take_value (s, field, &both);
  return TRUE;
}

static gboolean
limit_size (GstStructure * s, const gchar * field, gdouble most)
{
  GValue range = G_VALUE_INIT;
  gboolean ok;

  g_value_init (&range, GST_TYPE_INT_RANGE);
  gst_value_set_int_range (&range, 1, MAX ((gint) most / 2 * 2, 2));
  ok = limit (s, field, &range);
  g_value_unset (&range);
  return ok;
}

static gboolean
limit_framerate (GstStructure * s, gdouble most)
{
  GValue range = G_VALUE_INIT;
  gboolean ok;

  g_value_init (&range, GST_TYPE_FRACTION_RANGE);
  gst_value_set_fraction_range_full (&range, 0, 1, (gint) ceil (most - SLACK),
      1);
  ok = limit (s, "framerate", &range);
  g_value_unset (&range);
  return ok;
}

/* To the largest size of its shape that fits, but no smaller than a ladder has them. */
static gboolean
limit_picture (GstStructure * s, gdouble width, gdouble height, gdouble pixels)
{
  gdouble scale = MAX (sqrt (pixels / (width * height)),
      RTP_CC_LADDER_MIN_LINES / MIN (width, height));

  return MIN (width, height) >= RTP_CC_LADDER_MIN_LINES
      && (scale >= 1 || (limit_size (s, "width", width * scale)
          && limit_size (s, "height", height * scale)));
}

/* FALSE: nothing of it fits. */
static gboolean
fit (GstStructure * s, const Wish * wish)
{
  gdouble framerate = get_framerate (s);
  gdouble width, height;

  if (!is_picture (s) || !get_size (s, &width, &height))
    return FALSE;
  if (wish->mode == RTP_CC_LADDER_FRAMERATE)
    return limit_framerate (s, MAX (wish->pixels / (width * height),
            RTP_CC_LADDER_MIN_FRAMERATE));
  if (!limit_picture (s, width, height, wish->pixels / framerate))
    return FALSE;
  get_size (s, &width, &height);
  return wish->mode == RTP_CC_LADDER_RESOLUTION || limit_framerate (s,
      MAX (wish->pixels / (width * height), framerate));
}

/* ---- the order ---- */

static void
append (GstCaps * caps, const GstCaps * from, guint i, const GstStructure * s)
{
  gst_caps_append_structure_full (caps, gst_structure_copy (s),
      gst_caps_features_copy (gst_caps_get_features (from, i)));
}

/* Sizes that fit go to @first, others, also in part, to @rest. */
static void
put_fitting_first (const GstCaps * caps, const Wish * wish, GstCaps * first,
    GstCaps * rest)
{
  guint i;

  for (i = 0; i < gst_caps_get_size (caps); i++) {
    const GstStructure *offered = gst_caps_get_structure (caps, i);
    GstStructure *wanted = gst_structure_copy (offered);
    gboolean fits = fit (wanted, wish);

    if (fits)
      append (first, caps, i, wanted);
    if (!fits || !gst_structure_is_equal (wanted, offered))
      append (rest, caps, i, offered);
    gst_structure_free (wanted);
  }
}

/* 0: useless. */
static gdouble
get_area (const GstStructure * s)
{
  gdouble width, height;

  if (!is_picture (s) || !get_size (s, &width, &height)
      || MIN (width, height) < RTP_CC_LADDER_MIN_LINES)
    return 0;
  return width * height;
}

static void
put_smallest_first (const GstCaps * caps, GstCaps * first, GstCaps * rest)
{
  gdouble least = 0;
  guint i;

  for (i = 0; i < gst_caps_get_size (caps); i++) {
    gdouble area = get_area (gst_caps_get_structure (caps, i));

    if (area > 0 && (least <= 0 || area < least))
      least = area;
  }
  for (i = 0; i < gst_caps_get_size (caps); i++) {
    const GstStructure *s = gst_caps_get_structure (caps, i);

    append (least > 0 && get_area (s) <= least ? first : rest, caps, i, s);
  }
}

GstCaps *
gst_scream_wish_order (GstCaps * caps, RtpCcLadderMode mode, guint64 rate)
{
  const Wish wish = { mode, rtp_cc_ladder_get_pixels (rate) };
  GstCaps *first, *rest;

  if (mode == RTP_CC_LADDER_NONE || gst_caps_is_any (caps))
    return caps;
  first = gst_caps_new_empty ();
  rest = gst_caps_new_empty ();
  put_fitting_first (caps, &wish, first, rest);
  if (gst_caps_is_empty (first) && mode != RTP_CC_LADDER_FRAMERATE) {
    gst_caps_unref (rest);
    rest = gst_caps_new_empty ();
    put_smallest_first (caps, first, rest);
  }
  gst_caps_append (first, rest);
  gst_caps_unref (caps);
  return first;
}
