/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a change of the bitrate is seen to cost.
 *
 * Two things are looked for after a change: a key frame that nobody asked for, and a
 * frame that stays in the encoder for much longer than the others. Each may be chance
 * once. Two changes running that show it make the encoder dearer, three running that do
 * not make it cheaper again, but never cheaper than the table has it.
 *
 * Frames are counted, since some encoders give them other times: the frame before which
 * the change was made comes out as the last of those that are inside. An encoder that
 * drops frames would seem to hold more and more of them, so the fewest of the last
 * frames count.
 *
 * A busy machine holds up frames as well, and an encoder without cost is changed before
 * nearly each: of two frames that were held up, one in between that had no change and
 * was not held up shows that it was the change.
 *
 * A key frame that follows another one is no news: of some encoders each frame is one.
 * Nor is one that keeps the distance of those that come without a change: changes once
 * in five seconds would meet those of each second.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <gst/gst.h>

#include "gstencoderwatch.h"

/* OURS: changes running. One may be chance; with three an encoder that makes a key
 * frame at each change loses a tenth more of a second. */
#define TO_BELIEVE 2
#define TO_FORGET 3

/* OURS: so many frames after the one that was changed still belong to the change:
 * encoders with threads of their own may take it a frame late. Twice as many make
 * periodic key frames look like those of changes. */
#define LATE_FRAMES 1

/* OURS: frames within which a key frame that was asked for comes, a second or less.
 * Half of it is shorter than the lookahead of x264enc. */
#define ASKED_FRAMES 60

/* OURS: the fewest inside are taken over blocks of so many frames; half of it does not
 * see through a group with B-frames. */
#define BLOCK_FRAMES 16

/* OURS: longer than usual by this is a gap. Half of it is what a busy machine does to
 * any encoder, double of it are three frames at 30 frames/s. */
#define GAP (50 * GST_MSECOND)

/* OURS: "usual" is the longest of the last frames; it fades by 2 % with each, so that
 * one hiccup counts for two seconds. */
#define USUAL_FADES 50

/* The first frames of an encoder take as long as they like. */
#define FIRST_FRAMES 10

void
gst_encoder_watch_init (GstEncoderWatch * w, GstEncoderCost known,
    gboolean is_sure)
{
  GstEncoderWatch empty = { 0, };

  *w = empty;
  w->known = known;
  w->is_sure = is_sure;
  w->inside_next = G_MAXUINT64;
}

/* One more change did or did not show it. */
static void
judge (gboolean seen, guint * with, guint * without, gboolean * believed)
{
  *with = seen ? *with + 1 : 0;
  *without = seen ? 0 : *without + 1;
  if (*with >= TO_BELIEVE)
    *believed = TRUE;
  else if (*without >= TO_FORGET)
    *believed = FALSE;
}

/**
 * gst_encoder_watch_asked:
 *
 * The next key frame was asked for.
 */
void
gst_encoder_watch_asked (GstEncoderWatch * w)
{
  w->asked_until = w->frames_out + w->inside + ASKED_FRAMES;
}

/* --- How long it keeps a frame --- */

/* It may be the machine that is slow now. */
static void
note_unchanged (GstEncoderWatch * w, guint64 took)
{
  if (took > w->usual + GAP)
    w->with_stall = 0;
  else
    w->has_contrast = TRUE;
  w->usual = MAX (took, w->usual - w->usual / USUAL_FADES);
}

static void
judge_stall (GstEncoderWatch * w, guint64 took)
{
  gboolean stalled = took > w->usual + GAP;

  if (stalled && w->with_stall > 0 && !w->has_contrast)
    return;
  w->has_contrast = FALSE;
  judge (stalled, &w->with_stall, &w->without_stall, &w->stalls);
}

static void
end_busy (GstEncoderWatch * w, guint64 now)
{
  guint64 took = now - w->busy_since;

  if (!w->busy || now < w->busy_since)
    return;
  w->busy = FALSE;
  if (!w->busy_with_change)
    note_unchanged (w, took);
  else if (w->frames_in > FIRST_FRAMES)
    judge_stall (w, took);
}

/* --- What comes out after a change --- */

static void
open_window (GstEncoderWatch * w)
{
  if (w->open)
    return;
  w->open = TRUE;
  w->open_until = w->frames_out + w->inside + 1 + LATE_FRAMES;
  w->key_in_window = w->explained_in_window = FALSE;
}

static void
close_window (GstEncoderWatch * w)
{
  w->open = FALSE;
  if (!w->explained_in_window)
    judge (w->key_in_window, &w->with_key, &w->without_key, &w->makes_keys);
}

/**
 * gst_encoder_watch_frame_in:
 * @changed: the bitrate was changed before this frame
 * @now: before the change
 */
void
gst_encoder_watch_frame_in (GstEncoderWatch * w, gboolean changed, guint64 now)
{
  end_busy (w, now);
  w->busy = TRUE;
  w->busy_with_change = changed;
  w->busy_since = now;
  if (changed)
    open_window (w);
  w->frames_in++;
}

/* Whether a key frame came without the change; @distance is that to the last one. */
static gboolean
explain_key (GstEncoderWatch * w, guint64 distance)
{
  if (w->frames_out <= w->asked_until && w->asked_until > 0) {
    w->asked_until = 0;
    return TRUE;
  }
  if (!w->open)
    w->period = distance;
  return !w->open || w->last_was_key || distance == w->period;
}

static void
note_key (GstEncoderWatch * w)
{
  if (explain_key (w, w->frames_out - w->key_at)) {
    /* No evidence either way if the window is open. */
    w->explained_in_window = TRUE;
    w->last_was_key = TRUE;
  } else {
    w->key_in_window = TRUE;
  }
  w->key_at = w->frames_out;
}

/* The fewest frames that were inside when one had come out. */
static void
count_inside (GstEncoderWatch * w)
{
  guint64 inside =
      w->frames_in > w->frames_out ? w->frames_in - w->frames_out : 0;

  w->inside_next = MIN (w->inside_next, inside);
  w->inside = MIN (w->inside, inside);
  if (w->frames_out % BLOCK_FRAMES == 0) {
    w->inside = w->inside_next;
    w->inside_next = G_MAXUINT64;
  }
}

/**
 * gst_encoder_watch_frame_out:
 * @key: it is a key frame
 */
void
gst_encoder_watch_frame_out (GstEncoderWatch * w, gboolean key, guint64 now)
{
  end_busy (w, now);
  w->frames_out++;
  if (key)
    note_key (w);
  else
    w->last_was_key = FALSE;
  count_inside (w);
  if (w->open && w->frames_out >= w->open_until)
    close_window (w);
}

/**
 * gst_encoder_watch_get_cost:
 *
 * Returns: what a change is known or seen to cost, whichever is more.
 */
GstEncoderCost
gst_encoder_watch_get_cost (const GstEncoderWatch * w)
{
  GstEncoderCost seen = w->stalls ? GST_ENCODER_COST_RESTART :
      w->makes_keys ? GST_ENCODER_COST_KEY_FRAME : GST_ENCODER_COST_NONE;

  return w->is_sure ? w->known : MAX (w->known, seen);
}
