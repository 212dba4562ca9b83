/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pathframes.h: how long the frames of a run took, and where the picture froze
 *
 * The delay of a frame is from its capture to the arrival of its last packet: the part
 * that it waited for the sender, and the part that the network took.  A packet
 * that was lost in the middle does not count; whoever plays the video repairs it.
 */
#ifndef PATHFRAMES_H
#define PATHFRAMES_H

#include <glib.h>

#include "tests/check/libs/rtpcc/simpath.h"

typedef struct
{
  GArray *whole, *sender, *network;     /* ms, of all frames */
  /* of the first stream of the first flow */
  guint freezes;
  int64_t arrived;              /* ns, of the frame before; 0: none */
  double gaps[30];              /* ms, ring of the last ones */
  guint n_gaps;
} PathFrames;

void path_frames_init (PathFrames * frames);
void path_frames_clear (PathFrames * frames);
/* A new run begins; all that was counted is forgotten. */
void path_frames_restart (PathFrames * frames);
void path_frames_add (PathFrames * frames, const SimFrame * frame);
/* @part: of one; sorts @values; NaN if there are none. */
double path_frames_percentile (GArray * values, double part);

#endif /* PATHFRAMES_H */
