/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencodershare.h: one encoder of several controls */
#pragma once

#include "gstencodercontrol.h"

typedef struct _GstEncoderShare GstEncoderShare;

/* The vote of one of them. */
typedef struct
{
  guint64 rate;                 /* bit/s, 0 = not known yet */
  gboolean paused;
  gboolean fits;
  GstEncoderControlSkip skip;
} GstEncoderVote;

/* That of @encoder, made with the first call; @ref and @unref are of its members. Returns
 * a reference. */
GstEncoderShare *gst_encoder_share_get (GstElement * encoder, GCopyFunc ref,
    GDestroyNotify unref);
void gst_encoder_share_unref (gpointer data);

/* The first one leads: it alone sets the encoder. When it leaves, the next one
 * leads. */
typedef enum
{
  GST_ENCODER_ROLE_ALONE,
  GST_ENCODER_ROLE_LEADS,
  GST_ENCODER_ROLE_FOLLOWS
} GstEncoderRole;

void gst_encoder_share_join (GstEncoderShare * self, gpointer member);
void gst_encoder_share_leave (GstEncoderShare * self, gpointer member);
/* @told: (nullable): bitrate set by the leader, bit/s. */
GstEncoderRole gst_encoder_share_get_role (GstEncoderShare * self,
    gconstpointer member, guint64 * told);
/* With a reference to each of them. */
GPtrArray *gst_encoder_share_get_members (GstEncoderShare * self);

void gst_encoder_share_set_told (GstEncoderShare * self, guint64 told);

/* One of the known rates of unpaused controls, by @policy; @percentile by the nearest
 * rank: 0 is the slowest, 100 the fastest. 0 bit/s: none is known. @skip: the vote of
 * those whose rate is no lower, of all if none is known. Sorts @votes. */
guint64 gst_encoder_share_choose (GstEncoderVote * votes, guint n,
    GstEncoderPolicy policy, guint percentile, GstEncoderControlSkip * skip);
