/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamvideosrcsettings.h: properties of screamvideosrc */
#pragma once

#include "gstfollowedrate.h"
#include "plugins/packet/gstpropertytable.h"

/* Frames a second unless they are set */
#define GST_SCREAM_VIDEO_SRC_FPS 50

/* Settings of users, except is-live. */
typedef struct
{
  guint bitrate;
  GstFollowedRateConfig follow;
  gint fps_n, fps_d;
  guint64 key_interval;         /* ns */
  gdouble key_size;
  gdouble variation;
  guint seed;
  guint64 burst_on, burst_off;  /* ns */
  gchar *file;
  gboolean scaled;
  guint mtu;
  guint pt;
  guint ssrc;                   /* G_MAXUINT = random, also the offset below */
  gint seqnum_offset;           /* -1 = random */
  guint timestamp_offset;
} GstScreamVideoSrcSettings;

extern const GstPropertyTable gst_scream_video_src_properties;
