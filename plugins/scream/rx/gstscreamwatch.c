/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Does an address behave like a sender of media? */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamwatch.h"

/* Time that is judged at once: five frames at 10 Hz. */
#define WINDOW (500 * GST_MSECOND)

/* Who is silent for so long is judged anew. */
#define SILENCE GST_SECOND

/* Of a window: a sender without feedback is held to 100 kbit/s, which are five
 * large packets or more small ones. */
#define MIN_PACKETS 4

/* Bytes of a window: 16 kbit/s, less than any audio with its headers. */
#define MIN_BYTES 1000

/* Numbers that a stream skips at once when packets are lost. */
#define MAX_STEP 100

/* Units that its time does: 10 s of video. */
#define MAX_TIME_STEP 900000

/* A sender that hears its feedback goes from 100 kbit/s to at least twice of it,
 * and never shows so much without. */
#define FASTER 2
#define FASTER_BYTES 12500

/* OURS: part of it by which a pause counts less with each packet: 4 s of 15 frames
 * a second.  At half an outage is taken for a habit for longer, at double the
 * pause between two frames is forgotten by the packets of one. */
#define PAUSE_DECAY 64

GstScreamWatchStream *
gst_scream_watch_find (GstScreamWatch * watch, guint32 ssrc)
{
  guint i;

  for (i = 0; i < watch->n_streams; i++) {
    if (watch->streams[i].ssrc == ssrc)
      return &watch->streams[i];
  }
  return NULL;
}

/* A new one takes the place of the one that was silent longest. */
static GstScreamWatchStream *
add_stream (GstScreamWatch * watch)
{
  GstScreamWatchStream *oldest = &watch->streams[0];
  guint i;

  if (watch->n_streams < GST_SCREAM_WATCH_SSRCS)
    return &watch->streams[watch->n_streams++];
  for (i = 1; i < watch->n_streams; i++) {
    if (watch->streams[i].heard < oldest->heard)
      oldest = &watch->streams[i];
  }
  return oldest;
}

static void
judge (GstScreamWatch * watch)
{
  watch->plausible = watch->packets >= MIN_PACKETS
      && watch->bytes >= MIN_BYTES && 4 * watch->good >= 3 * watch->packets
      && watch->later >= 2;
  if (!watch->plausible)
    return;
  if (watch->first_bytes == 0)
    watch->first_bytes = watch->bytes;
  watch->faster |= watch->bytes >= FASTER_BYTES
      && watch->bytes >= FASTER * watch->first_bytes;
}

static void
start_window (GstScreamWatch * watch, GstClockTime now)
{
  watch->start = now;
  watch->packets = watch->good = watch->later = 0;
  watch->bytes = 0;
}

static void
turn_window (GstScreamWatch * watch, GstClockTime now)
{
  if (watch->since != 0 && now - watch->heard < SILENCE
      && now - watch->start < WINDOW)
    return;
  if (watch->since != 0 && now - watch->heard < SILENCE) {
    judge (watch);
  } else {
    watch->since = now;
    watch->plausible = watch->faster = FALSE;
    watch->first_bytes = 0;
  }
  start_window (watch, now);
}

static void
compare (GstScreamWatch * watch, const GstScreamWatchStream * stream,
    const GstScreamWatchPacket * packet)
{
  guint16 step = packet->seq - stream->seq;
  guint32 time_step = packet->timestamp - stream->timestamp;

  if (step == 0 || step > MAX_STEP || time_step > MAX_TIME_STEP)
    return;
  watch->good++;
  watch->later += time_step > 0;
}

static void
note_pause (GstScreamWatch * watch, GstClockTime now)
{
  if (watch->since != 0)
    watch->pause = MAX (now - watch->heard,
        watch->pause - watch->pause / PAUSE_DECAY);
}

void
gst_scream_watch_packet (GstScreamWatch * watch,
    const GstScreamWatchPacket * packet, GstClockTime now)
{
  GstScreamWatchStream *stream = gst_scream_watch_find (watch, packet->ssrc);

  note_pause (watch, now);
  turn_window (watch, now);
  watch->packets++;
  watch->bytes += packet->size;
  watch->heard = now;
  if (stream != NULL)
    compare (watch, stream, packet);
  else
    stream = add_stream (watch);
  stream->ssrc = packet->ssrc;
  stream->seq = packet->seq;
  stream->timestamp = packet->timestamp;
  stream->heard = now;
}

gboolean
gst_scream_watch_is_plausible (const GstScreamWatch * watch, GstClockTime now)
{
  return watch->plausible && now - watch->heard < SILENCE;
}
