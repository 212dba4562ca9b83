/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstfollowedrate.h: bitrate of an encoder with hysteresis and limited rise */
#pragma once

#include <gst/gst.h>

typedef struct
{
  gdouble hysteresis;           /* smaller rises, and falls by a quarter of it, are left
                                 * out; part of the bitrate */
  guint increase;               /* bit/s in a second at most, 0 = at once */
} GstFollowedRateConfig;

/* Zeros: no frame yet. */
typedef struct
{
  gdouble wanted;               /* bit/s, the last target that was taken */
  gdouble bitrate;              /* bit/s, of the last frame */
  GstClockTime time;            /* of the last frame */
} GstFollowedRate;

/* bit/s of the frame of @time, with a target of @bitrate. */
gdouble gst_followed_rate_next (GstFollowedRate * r,
    const GstFollowedRateConfig * c, guint bitrate, GstClockTime time);
