/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamvideosrcprivate.h: shared by the files of screamvideosrc
 *
 *   gstscreamvideosrc.c          element, states, statistics
 *   gstscreamvideosrcsettings.c  properties
 *   gstscreamvideosrctime.c      time of the next frame, and the wait for it
 *   gstscreamvideosrcframe.c     its packets
 */
#pragma once

#include "gstframesize.h"
#include "gstscreamvideosrc.h"
#include "gstscreamvideosrcsettings.h"
#include "gstrtpframe.h"

GST_DEBUG_CATEGORY_EXTERN (gst_scream_video_src_debug);

#define GST_SCREAM_VIDEO_SRC_CLOCK_RATE 90000

typedef struct
{
  guint64 frames, key_frames, forced, late, skipped;
  guint64 packets, bytes;
  guint seqnum, timestamp;
} GstScreamVideoSrcStats;

struct _GstScreamVideoSrc
{
  GstPushSrc parent;

  /* Under the object lock. */
  GstScreamVideoSrcSettings settings;
  GstScreamVideoSrcStats stats;
  gboolean force_key;
  gboolean flushing, paused;
  GThread *pauser;              /* the thread that is about to pause it */
  GCond interrupted;            /* flushing or paused has changed */
  GstClockID clock_id;
  guint32 ssrc;

  /* The streaming thread's, and start()'s and stop()'s. */
  GstFrameSize size;
  GstFollowedRate rate;
  GstRtpFramer framer;
  GArray *replay;
  gdouble replay_mean;
  guint32 timestamp_offset;
  gboolean started;             /* the times below are known */
  GstClockTime first;           /* running time of the first frame */
  GstClockTime base;            /* running time from which frames count */
  guint64 n_since_base;
  gint fps_n, fps_d;            /* since base */
};

/* ---- time ---- */

/* The frame that is next keeps its time. */
void gst_scream_video_src_use_framerate (GstScreamVideoSrc * self, gint fps_n,
    gint fps_d);
/* Running time of the next frame; late frames are dropped. */
GstClockTime gst_scream_video_src_next_frame_time (GstScreamVideoSrc * self,
    gboolean live);
/* Running time of frame @n since the base. */
GstClockTime gst_scream_video_src_frame_time (const GstScreamVideoSrc * self,
    guint64 n);
/* FALSE if it was interrupted. */
gboolean gst_scream_video_src_wait_until (GstScreamVideoSrc * self,
    GstClockTime time);
/* Waits for the end of a pause. */
GstFlowReturn gst_scream_video_src_wait_if_interrupted (GstScreamVideoSrc *
    self);
/* @flag is one of the element; setting it ends the wait for a frame. */
void gst_scream_video_src_set_interrupt (GstScreamVideoSrc * self,
    gboolean * flag, gboolean value);

/* ---- frame ---- */

/* A copy of the settings, without strings: only numbers are used. */
void gst_scream_video_src_get_settings (GstScreamVideoSrc * self,
    GstScreamVideoSrcSettings * settings);

/* NULL for a frame of 0 bytes in a file. */
GstBufferList *gst_scream_video_src_make_frame (GstScreamVideoSrc * self,
    GstClockTime time);
