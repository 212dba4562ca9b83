/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pathframes.c: how long the frames of a run took, and where the picture froze */
#include "pathframes.h"

#include <math.h>
#include <string.h>

/* W3C webrtc-stats, freezeCount: a gap of three mean gaps of the last 30 frames, and
 * of 150 ms more than the mean. */
#define FREEZE_FACTOR 3
#define FREEZE_MARGIN 150.0     /* ms */

void
path_frames_init (PathFrames * frames)
{
  memset (frames, 0, sizeof (*frames));
  frames->whole = g_array_new (FALSE, FALSE, sizeof (double));
  frames->sender = g_array_new (FALSE, FALSE, sizeof (double));
  frames->network = g_array_new (FALSE, FALSE, sizeof (double));
}

void
path_frames_clear (PathFrames * frames)
{
  g_array_unref (frames->whole);
  g_array_unref (frames->sender);
  g_array_unref (frames->network);
}

void
path_frames_restart (PathFrames * frames)
{
  g_array_set_size (frames->whole, 0);
  g_array_set_size (frames->sender, 0);
  g_array_set_size (frames->network, 0);
  frames->freezes = frames->n_gaps = 0;
  frames->arrived = 0;
}

static void
note_gap (PathFrames * frames, double gap)
{
  guint n = MIN (frames->n_gaps, G_N_ELEMENTS (frames->gaps));
  double mean = 0;

  for (guint i = 0; i < n; i++)
    mean += frames->gaps[i] / n;
  if (n > 0 && gap >= MAX (FREEZE_FACTOR * mean, mean + FREEZE_MARGIN))
    frames->freezes++;
  frames->gaps[frames->n_gaps++ % G_N_ELEMENTS (frames->gaps)] = gap;
}

static void
append (GArray * values, int64_t from, int64_t to)
{
  double ms = (double) (to - from) / (double) RTP_CC_MSECOND;

  g_array_append_val (values, ms);
}

void
path_frames_add (PathFrames * frames, const SimFrame * frame)
{
  append (frames->whole, frame->captured, frame->arrived);
  append (frames->sender, frame->captured, frame->left);
  append (frames->network, frame->left, frame->arrived);
  if (frame->flow > 0 || frame->stream > 0)
    return;
  if (frames->arrived > 0)
    note_gap (frames, (double) (frame->arrived - frames->arrived)
        / (double) RTP_CC_MSECOND);
  frames->arrived = frame->arrived;
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  double d = *(const double *) a - *(const double *) b;

  return (d > 0) - (d < 0);
}

double
path_frames_percentile (GArray * values, double part)
{
  if (values->len == 0)
    return NAN;
  g_array_sort (values, compare);
  return g_array_index (values, double, (guint) (part * (values->len - 1)));
}
