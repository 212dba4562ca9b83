/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxorigin.c: where packets come from, and whether that changes
 *
 * Behind a selector, after a seek or with another encoder, what comes refers to frames that
 * no receiver has.  Then events come that differ from those before, and the first frame is
 * none that a decoder can begin with: that is when a key frame is asked for.  Each SSRC
 * has its own origin, for those behind a funnel take turns and nothing of them is missing.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamtxprivate.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

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

gboolean
gst_scream_tx_pad_is_cut (GstScreamTxPad * pad, GstScreamTxSsrc * s,
    GstBuffer * packet, gsize header)
{
  GstKeyPacketAnswer answer;
  gboolean is_new;

  if (s == NULL || pad->codec == GST_KEY_PACKET_NONE
      || (s->known && is_origin (&s->origin, &pad->origin)))
    return FALSE;
  answer = gst_key_packet_look (pad->codec, packet, header);
  if (answer == GST_KEY_PACKET_LATER)
    return FALSE;
  is_new = !s->known;
  s->known = TRUE;
  s->origin = pad->origin;
  return answer == GST_KEY_PACKET_DELTA
      || (answer == GST_KEY_PACKET_UNKNOWN && !is_new);
}
