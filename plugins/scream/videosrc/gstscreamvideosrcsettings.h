/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamvideosrcsettings.h: properties of screamvideosrc */
#ifndef __GST_SCREAM_VIDEO_SRC_SETTINGS_H__
#define __GST_SCREAM_VIDEO_SRC_SETTINGS_H__

#include "gstfollowedrate.h"

G_BEGIN_DECLS

enum
{
  PROP_0,
  PROP_BITRATE,
  PROP_BITRATE_HYSTERESIS,
  PROP_BITRATE_INCREASE,
  PROP_FRAMERATE,
  PROP_KEY_FRAME_INTERVAL,
  PROP_KEY_FRAME_SIZE,
  PROP_SIZE_VARIATION,
  PROP_SEED,
  PROP_BURST_ON_TIME,
  PROP_BURST_OFF_TIME,
  PROP_FRAME_SIZE_FILE,
  PROP_FRAME_SIZE_SCALED,
  PROP_MTU,
  PROP_PT,
  PROP_SSRC,
  PROP_SEQNUM_OFFSET,
  PROP_TIMESTAMP_OFFSET,
  PROP_IS_LIVE,
  PROP_STATS
};

/* Frames a second unless they are set */
#define GST_SCREAM_VIDEO_SRC_FPS 50

/* What users may set, except is-live. */
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

void gst_scream_video_src_install_properties (GObjectClass * klass);

G_END_DECLS

#endif /* __GST_SCREAM_VIDEO_SRC_SETTINGS_H__ */
