/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __FAKE_ENCODER_H__
#define __FAKE_ENCODER_H__

#include <gst/gst.h>

/* What a change of the bitrate costs it. */
typedef enum
{
  FAKE_COST_NONE,
  FAKE_COST_DRAIN,              /* what is inside comes out first */
  FAKE_COST_KEY_FRAME,
  FAKE_COST_RESTART,            /* what is inside is lost, and a key frame */
  FAKE_COST_FIXED               /* only the first frame looks at it */
} FakeCost;

/* A property beside the bitrate. */
typedef struct
{
  const gchar *name;
  gboolean is_flag;             /* else a number */
} FakeSetting;

/* Encoders that do what a test needs: a buffer of as many zeros as the bitrate
 * allows for each raw one. They stand for hardware that is not here. */
typedef struct
{
  const gchar *factory;
  const gchar *klass;
  const gchar *property;        /* NULL: none; "extra-controls": a structure */
  const gchar *blurb;
  guint unit;                   /* bit/s in one unit of the property */
  guint start;                  /* value of a new encoder, in units */
  gboolean refuses;             /* the setter does nothing */
  guint fixed;                  /* makes so many bit/s whatever it is told */
  gdouble factor;               /* made / told */

  /* What a change does; time passes on the test clock of the pipeline. */
  FakeCost cost;
  GstClockTime gap;
  guint n_costs;                /* only the first so many changes, 0 = all */
  guint key_size;               /* of a mean frame, 0 = 1 */
  guint key_distance;           /* frames between key frames, 0 = only the first */
  guint depth;                  /* frames inside */
  guint busy_distance;          /* frames after which the machine is busy again */
  guint busy_frames;            /* ... for so many */
  GstClockTime busy;            /* what it holds up each of them */
  guint large_distance;         /* frames between large ones, 0 = none */
  guint large_size;             /* of a mean frame */
  gboolean ignores_requests;    /* for key frames */
  FakeSetting settings[2];

  const gchar *takes;           /* caps of its sink pad, NULL: any */
  const gchar *media;           /* name of the caps that it makes; NULL: of its own */
  gboolean no_start;            /* as without its hardware */
  gboolean no_frame;            /* it starts, and then fails */

  const gchar *parent;          /* class that it is derived from */
  const gchar *version;         /* of its plugin; NULL: it has none */
} FakeEncoder;

void fake_encoder_register (const FakeEncoder * fake);
guint fake_encoder_get_n_sets (GstElement * element);
guint fake_encoder_get_n_forced (GstElement * element);
/* Of the frames that it was given. */
guint fake_encoder_get_n_costs (GstElement * element);
/* How many fields the last structure had. */
guint fake_encoder_get_n_fields (GstElement * element);

#endif /* __FAKE_ENCODER_H__ */
