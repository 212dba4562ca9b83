/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxstream.c: what is known of the stream of a pad
 *
 * What the session is to know of it, what its caps and packets say, and what the
 * application reads.
 */
#include "gstscreamtxprivate.h"

#include <string.h>

/* A stream needs some part of the rate, or it would never end. */
#define MIN_PRIORITY 0.001

void
gst_scream_tx_pad_get_config (GstScreamTxPad * pad, RtpCcStreamConfig * config)
{
  memset (config, 0, sizeof (*config));
  GST_OBJECT_LOCK (pad);
  config->priority = MAX (pad->priority, MIN_PRIORITY);
  config->min_bitrate = pad->min_bitrate;
  config->max_bitrate = pad->max_bitrate;
  config->preferred_bitrate = pad->preferred_bitrate;
  config->uncontrolled = pad->is_audio || pad->is_data;
  config->urgent = pad->traffic == GST_SCREAM_TX_TRAFFIC_URGENT
      || (pad->traffic == GST_SCREAM_TX_TRAFFIC_AUTO && pad->is_audio);
  config->pausable = pad->auto_pause;
  config->paused = pad->paused;
  GST_OBJECT_UNLOCK (pad);
}

gboolean
gst_scream_tx_pad_take_caps (GstScreamTxPad * pad, const GstCaps * caps)
{
  const GstStructure *s = gst_caps_get_structure (caps, 0);
  const gchar *media = gst_structure_get_string (s, "media");
  gboolean is_audio = g_strcmp0 (media, "audio") == 0;
  gboolean is_data = media != NULL && !is_audio && !pad->is_controlled
      && strcmp (media, "video") != 0;
  gboolean changed;

  if (!gst_structure_get_int (s, "payload", &pad->media_type))
    pad->media_type = -1;
  pad->media_seen = FALSE;
  pad->codec = gst_key_packet_codec (caps);
  GST_OBJECT_LOCK (pad);
  changed = pad->is_audio != is_audio || pad->is_data != is_data;
  pad->is_audio = is_audio;
  pad->is_data = is_data;
  GST_OBJECT_UNLOCK (pad);
  return changed;
}

/* Caps that say something else than the packets say nothing. */
gboolean
gst_scream_tx_pad_is_repair (GstScreamTxPad * pad, guint8 payload_type)
{
  if (payload_type == pad->media_type)
    pad->media_seen = TRUE;
  return pad->media_seen && payload_type != pad->media_type;
}

gboolean
gst_scream_tx_pad_has_ssrc (const GstScreamTxPad * pad, guint32 ssrc)
{
  guint i;

  for (i = 0; i < pad->n_ssrcs; i++) {
    if (pad->ssrcs[i].ssrc == ssrc)
      return TRUE;
  }
  return FALSE;
}

/* A new stream, behind a funnel for instance, may have another
 * encoder. */
GstScreamTxSsrc *
gst_scream_tx_pad_note_ssrc (GstScreamTxPad * pad, guint32 ssrc)
{
  GstScreamTxSsrc *s = pad->ssrcs;

  while (s < pad->ssrcs + pad->n_ssrcs) {
    if (s->ssrc == ssrc)
      return s;
    s++;
  }
  if (pad->n_ssrcs == GST_SCREAM_TX_PAD_SSRCS)
    return NULL;
  pad->n_ssrcs++;
  pad->new_ssrc = TRUE;
  s->ssrc = ssrc;
  s->known = FALSE;
  return s;
}

/* Sender reports and sinks behind go by the segment, which follows. */
void
gst_scream_tx_pad_set_delay (GstScreamTxPad * pad, GstClockTime delay)
{
  gst_pad_set_offset (pad->srcpad, gst_pad_get_offset (pad->srcpad)
      + (gint64) (delay - pad->delay));
  pad->delay = delay;
}

/* Only here they are written, with both locks, so that this may read with one. */
gboolean
gst_scream_tx_pad_set_estimate (GstScreamTxPad * pad, guint bitrate)
{
  if (!gst_scream_tx_worth_telling (pad->estimated_bitrate, bitrate))
    return FALSE;
  GST_OBJECT_LOCK (pad);
  pad->estimated_bitrate = bitrate;
  GST_OBJECT_UNLOCK (pad);
  return TRUE;
}

gboolean
gst_scream_tx_pad_set_active (GstScreamTxPad * pad, gboolean active)
{
  if (pad->active == active)
    return FALSE;
  GST_OBJECT_LOCK (pad);
  pad->active = active;
  GST_OBJECT_UNLOCK (pad);
  return TRUE;
}

void
gst_scream_tx_pad_suggest (GstScreamTxPad * pad, guint64 rate,
    gboolean * height, gboolean * framerate, RtpCcTime now)
{
  guint new_height;
  gdouble new_framerate, made;
  GstCaps *caps;

  *height = *framerate = FALSE;
  if (!gst_scream_suggestion_is_due (&pad->suggestion, now))
    return;
  caps = gst_encoder_control_get_raw_caps (pad->encoder, &made);
  gst_scream_suggestion_look (&pad->suggestion, caps, rate, made, now);
  gst_clear_caps (&caps);
  new_height = gst_scream_suggestion_get_height (&pad->suggestion);
  new_framerate = gst_scream_suggestion_get_framerate (&pad->suggestion);
  GST_OBJECT_LOCK (pad);
  *height = new_height != pad->suggested_height;
  *framerate = new_framerate < pad->suggested_framerate
      || new_framerate > pad->suggested_framerate;
  pad->suggested_height = new_height;
  pad->suggested_framerate = new_framerate;
  GST_OBJECT_UNLOCK (pad);
}
