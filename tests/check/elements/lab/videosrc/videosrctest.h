/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* videosrctest.h: a screamvideosrc, and the frames that it has made */
#ifndef VIDEOSRCTEST_H
#define VIDEOSRCTEST_H

#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>
#include <gst/check/gsttestclock.h>

#define MAX_FRAMES 2000

typedef struct
{
  guint bytes, packets, largest;
  gboolean key;
  GstClockTime pts;
  guint32 timestamp;
} Frame;

typedef struct
{
  Frame frames[MAX_FRAMES];
  guint n;
  guint16 first_seq, last_seq;
  guint32 ssrc;
  guint8 pt;
} Video;

void pull_frames (GstHarness * h, Video * video, guint n);
GstHarness *harness_new (const gchar * properties);
guint64 bytes_of (const Video * video, guint from, guint n);
void expect_near (gdouble is, gdouble wanted, gdouble part);

#endif /* VIDEOSRCTEST_H */
