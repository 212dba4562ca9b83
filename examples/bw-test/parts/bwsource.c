/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bwsource.h"

/* Those of the SCReAM BW test tool; its receiver answers to this SSRC only, and
 * wants the first numbers to be small.  By its payload type scream-bw-test-rx
 * knows that sender, so ours is another. */
#define SSRC 100
#define PT 96
#define ORIGINAL_PT 98

#define RTP_HEADER_SIZE 12

static void
set_frame_rate (GstElement * source, gdouble frame_rate)
{
  GValue fraction = G_VALUE_INIT;
  gint n, d;

  gst_util_double_to_fraction (frame_rate, &n, &d);
  g_value_init (&fraction, GST_TYPE_FRACTION);
  gst_value_set_fraction (&fraction, n, d);
  g_object_set_property (G_OBJECT (source), "framerate", &fraction);
  g_value_unset (&fraction);
}

GstElement *
bw_source_new (const BwTxOptions * options)
{
  GstElement *source = gst_element_factory_make ("screamvideosrc", NULL);

  if (source == NULL)
    return NULL;
  set_frame_rate (source, options->frame_rate);
  g_object_set (source,
      "bitrate-hysteresis", options->hysteresis,
      "bitrate-increase", (guint) options->rate_increase,
      "bitrate", (guint) (options->fixed_rate > 0 ? options->fixed_rate
          : options->initial_rate),
      "mtu", options->mtu + RTP_HEADER_SIZE,
      "key-frame-interval", (guint) (options->key_interval * 1000),
      "key-frame-size", options->key_factor,
      "size-variation", options->variation,
      "burst-on-time", (guint) (options->burst[0] * 1000),
      "burst-off-time", (guint) (options->burst[1] * 1000),
      "pt", options->compat == BW_COMPAT_ORIGINAL ? ORIGINAL_PT : PT,
      "ssrc", SSRC, "seqnum-offset", 0, NULL);
  return source;
}
