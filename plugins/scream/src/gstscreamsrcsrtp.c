/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packets of SRTP: which go to srtpdec, and which come out of it as recordings.
 *
 * A new SSRC goes to srtpdec after an authentic packet. What comes out of srtpdec is the
 * sender's, but it may be a recording: it is none if nothing else is ahead of it by the
 * sender's own clock. */
#include <gst/rtpcc/wire/rtpcc-capturetime.h>

#include "plugins/packet/gstscreampacket.h"
#include "plugins/scream/rtp/gstrtpextension.h"
#include "gstscreamsrcprivate.h"

/* OURS: packets of a stream that are authenticated here, too, after srtpdec has
 * refused one: as many as it takes to find a counter.  Half misses one where
 * old packets are sent in between; double only takes more time. */
#define DOUBTS 64

/* OURS: packets of unknown SSRCs that are authenticated at once, and in a second. Each is
 * tried with a score of counters, so that 200 000 a second take a core. At half of the
 * rate a sender that starts in a flood waits for twice as long; double takes a hundredth
 * of a core. Of the burst, half is less than one that joins late needs to find its counter;
 * double gains nothing. */
#define TRIALS_AT_ONCE 128
#define TRIAL_INTERVAL (GST_SECOND / 2000)

static gboolean
is_authentic (GstScreamSrc * self, GstBuffer * buffer, guint * roc)
{
  GstMapInfo map;
  gboolean authentic;

  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    return FALSE;
  authentic = gst_scream_auth_check (self->auth, map.data, map.size, roc);
  gst_buffer_unmap (buffer, &map);
  return authentic;
}

/* srtpdec does not follow a jump by half of the numbers and more: in an outage, or
 * after an old packet of the stream that someone has kept.  It never goes back. */
static void
mend_counter (GstScreamSrc * self, GstScreamGateStream * stream,
    GstBuffer * buffer, const GstScreamPacket * packet)
{
  guint64 newest = (guint64) stream->roc << 16 | stream->seq;
  guint roc;

  if (!is_authentic (self, buffer, &roc)
      || ((guint64) roc << 16 | packet->seq) < newest + G_MAXINT16)
    return;
  g_signal_emit_by_name (self->srtpdec, "remove-key", packet->ssrc);
  g_mutex_lock (&self->lock);
  stream->roc = roc;
  stream->seq = packet->seq;
  g_mutex_unlock (&self->lock);
}

/* Of an SSRC that has no place. */
static gboolean
stands_trial (GstScreamSrc * self, GstBuffer * buffer, guint * roc)
{
  if (gst_scream_gate_take_turn (&self->trial_due, TRIALS_AT_ONCE,
          TRIAL_INTERVAL, gst_scream_src_get_time ()))
    return is_authentic (self, buffer, roc);
  g_mutex_lock (&self->lock);
  self->counts.untried++;
  g_mutex_unlock (&self->lock);
  return FALSE;
}

gboolean
gst_scream_src_admit_encrypted (GstScreamSrc * self, GstBuffer * buffer,
    const GstScreamPacket * packet)
{
  GstScreamGateStream *stream =
      gst_scream_gate_find (&self->gate, packet->ssrc);
  guint roc;

  if (stream == NULL) {
    if (!stands_trial (self, buffer, &roc))
      return FALSE;
    stream = gst_scream_src_open_stream (self, packet,
        !gst_scream_rx_get_origin (self->rx, buffer).is_unknown,
        gst_scream_src_get_time ());
    if (stream == NULL)
      return FALSE;
    stream->roc = roc;
  }
  if (stream->pending)
    stream->doubts = DOUBTS;
  if (stream->doubts > 0) {
    stream->doubts--;
    mend_counter (self, stream, buffer, packet);
  }
  stream->pending = TRUE;
  return TRUE;
}

static void
read_time (GstScreamSrc * self, GstScreamGateStream * stream,
    GstBuffer * buffer, GstClockTime now)
{
  guint8 bytes[RTP_CC_CAPTURE_TIME_SIZE];
  RtpCcCaptureTime time;
  gsize at, size;

  if (self->capture_id == 0)
    return;
  at = gst_rtp_extension_find (buffer, self->capture_id, &size);
  if (at == 0 || size > sizeof (bytes))
    return;
  gst_buffer_extract (buffer, at, bytes, size);
  if (rtp_cc_capture_time_read (bytes, size, &time))
    gst_scream_gate_tell_time (stream, time.captured, now);
}

/* With the lock. */
static gboolean
is_recording (GstScreamSrc * self, const GstScreamGateStream * stream,
    GstClockTime now)
{
  if (gst_scream_gate_is_behind (&self->gate, stream, now))
    return TRUE;
  return self->max_age != 0 && !gst_scream_gate_is_fresh (stream,
      g_get_real_time () * 1000, self->max_age, now);
}

/* Before screamrx: a recording must not draw feedback to it. */
GstPadProbeReturn
gst_scream_src_on_decrypted (GstPad * pad, GstPadProbeInfo * info,
    gpointer user_data)
{
  GstScreamSrc *self = user_data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstClockTime now = gst_scream_src_get_time ();
  GstScreamGateStream *stream;
  GstScreamPacket packet;
  gboolean recording;

  gst_scream_packet_parse (buffer, &packet);
  stream = gst_scream_gate_find (&self->gate, packet.ssrc);
  if (stream == NULL)
    return GST_PAD_PROBE_DROP;
  g_mutex_lock (&self->lock);
  read_time (self, stream, buffer, now);
  gst_scream_gate_note (stream, packet.seq, now);
  recording = is_recording (self, stream, now);
  self->counts.recorded += recording;
  g_mutex_unlock (&self->lock);
  if (recording)
    gst_scream_rx_forget (self->rx, buffer, packet.ssrc);
  return recording ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK;
}
