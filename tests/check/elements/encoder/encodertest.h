/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* encodertest.h: a camera, an encoder and what controls it */
#ifndef ENCODERTEST_H
#define ENCODERTEST_H

#include <gst/check/gstcheck.h>

#include "plugins/scream/encoder/gstencodercontrol.h"

#define SMALL "videotestsrc name=src num-buffers=%u ! video/x-raw," \
    "format=I420,width=64,height=48,framerate=30/1 ! "
#define MAX_FRAMES 1000

typedef struct
{
  GstEncoderControlEvent event;
  gchar *text;
} Told;

typedef struct
{
  GstElement *pipeline;
  GstElement *tx;
  GstPad *pad;                  /* sink pad of tx */
  GstEncoderControl *ctl;
  GstEncoderOwner owner;        /* its functions, which get the rig */

  guint n_in, n_out;
  guint bytes[MAX_FRAMES];
  gboolean key[MAX_FRAMES];
  GstClockTime last_pts, longest_gap;   /* between coded frames */
  guint64 schedule[MAX_FRAMES]; /* target set before this frame, 0 = none */
  guint request_key_at;
  guint find_at;

  guint n_told;
  Told told[8];

  guint skip_from, skip_to;     /* of the frames asked about */
  guint n_asked;
  guint64 waits[MAX_FRAMES];    /* ns that what waits takes, when this one comes */
} Rig;

GstEncoderControlSkip on_skip (guint64 * waits, gpointer user_data);

/* The pipeline has an element "tx", which stands for screamtx. */
void rig_init_launch (Rig * rig, const gchar * launch);

/* @source, which has a src, ! @middle ! tx ! fakesink. Takes @source. */
void rig_init (Rig * rig, gchar * source, const gchar * middle);

GstElement *rig_get (Rig * rig, const gchar * name);

/* Property @name of element @element has the value @expected, as text. */
void assert_property (Rig * rig, const gchar * element, const gchar * name,
    const gchar * expected);

guint64 rig_stat (Rig * rig, const gchar * field);
gboolean rig_follows (Rig * rig);
void assert_told (Rig * rig, guint i, GstEncoderControlEvent event,
    const gchar * part);
void rig_run (Rig * rig);
void rig_clear (Rig * rig);
gboolean have (const gchar * factory);
/* Mean bit/s of the coded frames from @from until before @to. */
gdouble rig_rate (const Rig * rig, guint from, guint to);
void assert_rate (const Rig * rig, guint from, guint to, gdouble wanted,
    gdouble part);
void register_fakes (void);

#endif /* ENCODERTEST_H */
