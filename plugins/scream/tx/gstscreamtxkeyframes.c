/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxkeyframes.c: key frames that are asked for
 *
 * A FIR is read with the feedback, whoever gets it besides. Of a PLI an RTPSession
 * makes an event; where the RTCP goes to no RTPSession, it is read as well. Where the
 * session is downstream, as with rtpbin behind screamtx, the event comes by the src pad.
 * Where it is upstream the event never comes to screamtx, but to the encoder, and a probe
 * there hands it over. All have the same
 * limit, that of the session here; what it lets pass goes to the encoder as an
 * event of ours.  What comes from elsewhere than before asks for one as well.
 */
#include "gstscreamtxprivate.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

/* OURS: an RTPSession's event for a FIR that was read comes within this, mostly in
 * the same call. At half a queue on the way to the session has the FIR count
 * twice, at double one that came by another way is not heard for as long. */
#define FIR_EVENT_TIME (100 * RTP_CC_MSECOND)

void
gst_scream_tx_request_of_encoder (GstScreamTx * self, GstScreamTxPad * pad,
    RtpCcTime now)
{
  guint32 ssrc;

  while (self->session != NULL && pad->stream >= 0
      && rtp_cc_session_take_key_frame_request (self->session, pad->stream,
          &ssrc, now)) {
    pad->key_frames_asked++;
    g_mutex_unlock (&self->lock);
    GST_INFO_OBJECT (pad, "asking for a key frame of %08x", ssrc);
    gst_encoder_control_request_key_frame (pad->encoder, ssrc);
    g_mutex_lock (&self->lock);
  }
}

void
gst_scream_tx_request_key_frames (GstScreamTx * self, RtpCcTime now)
{
  guint i;

  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *pad = gst_object_ref (g_ptr_array_index (self->pads, i));

    gst_scream_tx_request_of_encoder (self, pad, now);
    gst_object_unref (pad);
  }
}

/* An RTPSession's, for a PLI or FIR of the network (RFC 4585 section 6.3.1, RFC 5104
 * section 4.3.1): with the SSRC, and with no time as applications give it to
 * gst_video_event_new_upstream_force_key_unit(). Theirs are not limited. */
static gboolean
is_key_request (GstEvent * event, guint * ssrc)
{
  const GstStructure *s = gst_event_get_structure (event);

  return GST_EVENT_TYPE (event) == GST_EVENT_CUSTOM_UPSTREAM && s != NULL
      && gst_structure_has_name (s, "GstForceKeyUnit")
      && !gst_structure_has_field (s, "running-time")
      && gst_structure_get_uint (s, "ssrc", ssrc);
}

/* With the lock. FALSE: it is no stream of ours. */
static gboolean
take_request (GstScreamTx * self, guint32 ssrc, gboolean again, RtpCcTime now)
{
  gboolean taken = FALSE;
  guint i;

  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);

    if (pad->stream < 0 || !gst_scream_tx_pad_has_ssrc (pad, ssrc))
      continue;
    pad->key_requests++;
    rtp_cc_session_want_key_frame (self->session, pad->stream, ssrc, again,
        now);
    taken = TRUE;
  }
  return taken;
}

void
gst_scream_tx_take_firs (GstScreamTx * self, RtpCcTime now)
{
  guint32 ssrc;
  bool again;

  while (rtp_cc_session_take_fir (self->session, &ssrc, &again)) {
    if (take_request (self, ssrc, again, now))
      self->fir_read = now;
  }
}

void
gst_scream_tx_take_pli (GstScreamTx * self, guint32 ssrc, RtpCcTime now)
{
  take_request (self, ssrc, FALSE, now);
}

/* With the lock: of a FIR that was read already. */
static gboolean
is_known_fir (GstScreamTx * self, GstEvent * event, RtpCcTime now)
{
  gboolean all_headers = FALSE;

  gst_structure_get_boolean (gst_event_get_structure (event), "all-headers",
      &all_headers);
  return all_headers && self->fir_read != RTP_CC_TIME_NEVER
      && now - self->fir_read < FIR_EVENT_TIME;
}

/* With the lock: the SSRC that a request counts for.  Of a FIR rtpsession gives the
 * one in its header, which is 0 (RFC 5104 section 4.3.1.2) or what an attacker
 * makes of it; each with a limit of its own would be no limit. */
static guint32
known_ssrc (GstScreamTxPad * pad, guint32 ssrc)
{
  return gst_scream_tx_pad_has_ssrc (pad, ssrc)
      || pad->n_ssrcs == 0 ? ssrc : pad->ssrcs[0].ssrc;
}

/* With the lock. */
static void
take_event (GstScreamTx * self, GstScreamTxPad * pad, GstEvent * event,
    guint32 ssrc)
{
  RtpCcTime now = gst_scream_tx_now (self);

  if (is_known_fir (self, event, now))
    return;
  pad->key_requests++;
  rtp_cc_session_want_key_frame (self->session, pad->stream,
      known_ssrc (pad, ssrc), false, now);
  gst_scream_tx_request_of_encoder (self, pad, now);
  gst_scream_tx_wake_if_due (self, now);
}

gboolean
gst_scream_tx_take_key_request (GstScreamTx * self, GstScreamTxPad * pad,
    GstEvent * event)
{
  gboolean taken;
  guint ssrc;

  if (!is_key_request (event, &ssrc))
    return FALSE;
  g_mutex_lock (&self->lock);
  taken = self->session != NULL && pad->stream >= 0;
  if (taken)
    take_event (self, pad, event, ssrc);
  g_mutex_unlock (&self->lock);
  return taken;
}

gboolean
gst_scream_tx_on_encoder_request (GstEvent * event, gpointer user_data)
{
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (user_data);
  GstObject *parent = gst_object_get_parent (GST_OBJECT_CAST (pad));
  gboolean taken;

  if (parent == NULL)
    return FALSE;
  taken = gst_scream_tx_take_key_request (GST_SCREAM_TX (parent), pad, event);
  gst_object_unref (parent);
  return taken;
}

/* ---- where packets come from ----
 *
 * Behind a selector, after a seek or with another encoder, what comes refers to frames that
 * no receiver has.  Then events come that differ from those before, and the first frame is
 * none that a decoder can begin with: that is when a key frame is asked for.  Each SSRC
 * has its own origin, for those behind a funnel take turns and nothing of them is missing. */

static gboolean
add_field (GQuark field, const GValue * value, gpointer hash)
{
  gchar *text = gst_value_serialize (value);

  *(guint *) hash += field * 31 + (text != NULL ? g_str_hash (text) : 0);
  g_free (text);
  return TRUE;
}

/* Payloaders write the same caps again with their fields in another order. */
static guint
hash_caps (GstEvent * event)
{
  GstCaps *caps;
  guint hash = 0;

  gst_event_parse_caps (event, &caps);
  gst_structure_foreach (gst_caps_get_structure (caps, 0), add_field, &hash);
  return hash;
}

static guint
hash_segment (GstEvent * event)
{
  const GstSegment *s;
  gint64 sum;

  gst_event_parse_segment (event, &s);
  sum = (gint64) (s->start + 31 * s->base + 961 * s->offset)
      + (gint64) (s->rate * GST_SECOND);
  return g_int64_hash (&sum);
}

void
gst_scream_tx_pad_note_event (GstScreamTxPad * pad, GstEvent * event)
{
  const gchar *id;

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_STREAM_START:
      gst_event_parse_stream_start (event, &id);
      pad->origin.stream = g_str_hash (id);
      break;
    case GST_EVENT_CAPS:
      pad->origin.caps = hash_caps (event);
      break;
    case GST_EVENT_SEGMENT:
      pad->origin.segment = hash_segment (event);
      break;
    default:
      break;
  }
}

static gboolean
is_origin (const GstScreamTxOrigin * a, const GstScreamTxOrigin * b)
{
  return a->stream == b->stream && a->caps == b->caps
      && a->segment == b->segment && a->breaks == b->breaks;
}

/* A packet in the middle of a frame says nothing: an event may come there. */
gboolean
gst_scream_tx_pad_is_cut (GstScreamTxPad * pad, GstScreamTxSsrc * s,
    const RtpCcSessionPacket * packet)
{
  GstKeyPacketAnswer answer;
  gboolean is_new;

  if (s == NULL || pad->codec == GST_KEY_PACKET_NONE)
    return FALSE;
  is_new = !s->known;
  s->begins |= is_new || packet->timestamp != s->timestamp;
  s->timestamp = packet->timestamp;
  if (!is_new && is_origin (&s->origin, &pad->origin))
    s->begins = FALSE;
  if (!s->begins)
    return FALSE;
  answer = gst_key_packet_look (pad->codec, packet->user,
      packet->size - packet->payload_size);
  if (answer == GST_KEY_PACKET_LATER)
    return FALSE;
  s->begins = FALSE;
  s->known = TRUE;
  s->origin = pad->origin;
  return answer == GST_KEY_PACKET_DELTA
      || (answer == GST_KEY_PACKET_UNKNOWN && !is_new);
}
