/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __FAKE_ENCODER_H__
#define __FAKE_ENCODER_H__

#include <gst/gst.h>

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
} FakeEncoder;

void fake_encoder_register (const FakeEncoder * fake);
guint fake_encoder_get_n_sets (GstElement * element);
guint fake_encoder_get_n_forced (GstElement * element);

#endif /* __FAKE_ENCODER_H__ */
