/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencodercontrol-private.h: shared by the files of the encoder control
 *
 * gstencodercontrol.c     settings, the list of encoders, the search for them
 * gstcontrolledencoder.c  the record of one encoder
 * gstencoderprobe.c       its probes
 * gstencoderframe.c       actions before each raw frame
 * gstencodermodel.c       response to the bitrate, and the bitrate to set
 * gstencodershare.c       controls with the same encoder
 * gstencodercore.c        called by all: lifetime, the owner, notices
 */
#pragma once

#include "gstencodermodel.h"
#include "gstencoderproperty.h"
#include "gstencodershare.h"
#include "plugins/scream/motion/gstscreammotion.h"

typedef struct _GstControlledEncoder GstControlledEncoder;

struct _GstEncoderControl
{
  GMutex find_lock;

  GWeakRef owner;
  const GstEncoderOwner *functions;     /* set before the first find() */
  gpointer owner_data;

  gint paused;                  /* atomic */
  gint fits;                    /* the same: the receiver reports */
  gint latency;                 /* the same: a short delay matters most */
  gint sharp;                   /* the same: pictures become smaller, not softer */
  gint policy, percentile;      /* the same, of those that share an encoder */

  GMutex lock;
  gchar *name;
  GWeakRef fixed;               /* encoder of set_encoder() */
  GWeakRef sinkpad;             /* of the last find() */
  gboolean tune;
  guint64 target;               /* bit/s, 0 = not known yet */
  guint n_key_requests;
  gchar *not_found;             /* reason of the last notice */
  GPtrArray *encoders;          /* GstControlledEncoder */
};

struct _GstControlledEncoder
{
  GstEncoderControl *ctl;
  GstEncoderShare *share;

  /* Set once, before the probes. */
  GWeakRef element;
  GWeakRef sinkpad;
  GWeakRef srcpad;
  gchar *name;
  gchar *factory;
  GstEncoderProperty property;
  gboolean is_source;           /* that is its own encoder and payloader */
  gboolean is_camera;           /* that is its own encoder: no frame can be skipped */
  gchar *tune_change;           /* NULL: nothing goes with a change */

  /* Under find_lock. */
  gulong sink_probe;
  gulong src_probe;
  gulong frame_handler;

  /* Of the encoder's streaming thread alone. */
  GQueue held;                  /* GstBuffer: coded frames held back */
  GstClockTime last_out;        /* PTS of the coded frame before */
  GstVideoInfo raw;             /* its input */
  GstScreamMotion motion;
  guint softness;               /* of the frame that goes in; 0 or 1: sharp */

  /* The rest under the lock of the control. */
  GstEncoderModel model;        /* that thread may read when it last got a frame */
  GstEncoderCost told_cost;     /* the highest cost in a notice */
  gboolean may_hold;            /* the owner can do without a frame */
  guint64 frames_in;
  guint64 frames_skipped;
  guint64 frames_replaced;
  guint64 changes;
  guint64 changes_handled;
  gboolean handled;             /* the last one, by the owner */
  gboolean tune_pending;
  gboolean changed_live;        /* read-back was done */
  gboolean mismatch;            /* ... and gave something else */
  gboolean complained;
};

GST_DEBUG_CATEGORY_EXTERN (gst_encoder_control_debug);

/* core */
void gst_encoder_control_unref (GstEncoderControl * ctl);
void gst_encoder_control_tell (GstEncoderControl * ctl,
    GstEncoderControlEvent event, GstElement * element, const gchar * text);
GstEncoderControlSkip gst_encoder_control_owner_skips (GstEncoderControl * ctl,
    guint64 * waits);
gboolean gst_encoder_control_owner_changes (GstEncoderControl * ctl,
    GstElement * element, guint64 bitrate);
gboolean gst_encoder_control_owner_takes (GstEncoderControl * ctl,
    GstEvent * event);
/* Posted after the search: the owner may then do anything, even start another
 * search. */
void gst_encoder_control_add_notice (GPtrArray * notices,
    GstEncoderControlEvent event, GstElement * element, gchar * text);

/* one encoder */
GstControlledEncoder *gst_controlled_encoder_new (GstEncoderControl * ctl,
    GstElement * element);
void gst_controlled_encoder_unref (gpointer data);
gboolean gst_controlled_encoder_is_controlled (const GstControlledEncoder * e);
gboolean gst_controlled_encoder_is_video (const GstControlledEncoder * e);
GstStructure *gst_controlled_encoder_get_stats (const GstControlledEncoder * e);

/* its frames */
gboolean gst_controlled_encoder_handle_frame (GstControlledEncoder * e,
    GstClockTime now);
gboolean gst_controlled_encoder_handle_cut (GstControlledEncoder * e,
    GstClockTime now);
void gst_controlled_encoder_prepare (GstControlledEncoder * e,
    GstElement * element, gboolean tune, GString * done);

/* its probes, with find_lock held */
void gst_controlled_encoder_take (GstControlledEncoder * e, gboolean tune,
    GPtrArray * notices);
void gst_controlled_encoder_leave (GstControlledEncoder * e);
