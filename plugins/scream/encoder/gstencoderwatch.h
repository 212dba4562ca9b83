/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencoderwatch.h: what a change of the bitrate is seen to cost */
#ifndef __GST_ENCODER_WATCH_H__
#define __GST_ENCODER_WATCH_H__

#include "gstencodercost.h"

G_BEGIN_DECLS
/* One encoder. Plain data without a lock; times in ns of any one clock that runs while
 * the encoder works. */
    typedef struct
{
  GstEncoderCost known;         /* of the table */
  gboolean is_sure;             /* ... and nothing that is seen changes it */
  gboolean makes_keys, stalls;  /* as seen */

  guint64 frames_in, frames_out;
  guint64 inside, inside_next;  /* fewest frames inside it, of this block and the next */

  /* The frames that come out right after a change. */
  gboolean open;
  guint64 open_until;           /* of frames_out */
  gboolean key_in_window, explained_in_window;
  guint with_key, without_key;  /* changes, running */

  guint64 asked_until;          /* of frames_out: a key frame was asked for */
  gboolean last_was_key;        /* that no change explains */
  guint64 key_at;               /* of frames_out: the last key frame */
  guint64 period;               /* frames between key frames without a change */

  /* How long the encoder keeps a raw frame. */
  gboolean busy, busy_with_change;
  guint64 busy_since, usual;
  guint with_stall, without_stall;
  gboolean has_contrast;        /* a frame without a change took no longer than usual */
} GstEncoderWatch;

void gst_encoder_watch_init (GstEncoderWatch * w, GstEncoderCost known,
    gboolean is_sure);
void gst_encoder_watch_asked (GstEncoderWatch * w);
void gst_encoder_watch_frame_in (GstEncoderWatch * w, gboolean changed,
    guint64 now);
void gst_encoder_watch_frame_out (GstEncoderWatch * w, gboolean key,
    guint64 now);
GstEncoderCost gst_encoder_watch_get_cost (const GstEncoderWatch * w);

G_END_DECLS
#endif /* __GST_ENCODER_WATCH_H__ */
