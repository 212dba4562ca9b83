/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which payload types the streams have. All go to one port: a number says what is in a
 * packet, and each must say one thing. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamsinkprivate.h"
#include "plugins/packet/gsthelp.h"

#include <string.h>

#define GST_CAT_DEFAULT gst_scream_sink_debug

/* RFC 3551 section 6: dynamic ones begin here. */
#define FIRST_DYNAMIC 96

/* RFC 5761 section 4: with the marker bit these look like types of RTCP. */
#define FIRST_RTCP 64
#define LAST_RTCP 95

/* A stream: the pad of screamtx, and what is behind it. */
typedef struct
{
  GstPad *pad;                  /* NULL: there is none */
  const GstScreamPayload *entry;        /* in the table of both ends, or NULL */
  gchar *encoding;              /* RFC 8866 section 6.6: as in rtpmap */
  gint payload;                 /* -1: not in its caps */
} Stream;

typedef struct
{
  Stream stream;                /* that is looked at */
  const GstCaps *caps;          /* its */
  GstScreamRepair repair;
  Stream other;                 /* with the same number for something else */
  Stream repaired;              /* by packets with the number of the first */
  Stream taken;                 /* with the number of packets that repair the first */
  guint64 used[GST_SCREAM_REPAIR_PAYLOADS / 64];        /* one bit each */
} Check;

static void
stream_init (Stream * self, GstPad * pad, const GstCaps * caps)
{
  const GstStructure *s = gst_caps_get_structure (caps, 0);
  const gchar *name = gst_structure_get_string (s, "encoding-name");
  const gchar *params = gst_structure_get_string (s, "encoding-params");
  gint rate = 0;

  gst_structure_get_int (s, "clock-rate", &rate);
  self->pad = gst_object_ref (pad);
  self->entry = gst_scream_payload_find_caps (caps);
  self->encoding = g_strdup_printf ("%s/%d%s%s", name ? name : "RTP", rate,
      params ? "/" : "", params ? params : "");
  if (!gst_structure_get_int (s, "payload", &self->payload)
      || self->payload < 0 || self->payload >= GST_SCREAM_REPAIR_PAYLOADS)
    self->payload = -1;
}

static void
stream_clear (Stream * self)
{
  gst_clear_object (&self->pad);
  g_clear_pointer (&self->encoding, g_free);
}

/* Of the sink pad; both pads have the same number, if any. */
static const gchar *
get_suffix (const Stream * self)
{
  return GST_PAD_NAME (self->pad) + strlen ("src");
}

/* Do packets with that number repair those with @caps? */
static gboolean
is_repaired (const Check * check, const GstCaps * caps, gint payload)
{
  GstCaps *all = gst_scream_repair_list_rtp_caps (check->repair, caps);
  gboolean found = FALSE;
  gint is;
  guint i;

  for (i = 0; i < gst_caps_get_size (all); i++)
    found |= gst_structure_get_int (gst_caps_get_structure (all, i), "payload",
        &is) && is == payload;
  gst_caps_unref (all);
  return found;
}

static gboolean
look_at (GstElement * tx, GstPad * pad, gpointer user_data)
{
  Check *check = user_data;
  GstCaps *caps = gst_pad_get_current_caps (pad);
  Stream stream, *keep = NULL;

  (void) tx;
  if (caps == NULL)
    return TRUE;
  stream_init (&stream, pad, caps);
  if (stream.payload >= 0)
    check->used[stream.payload / 64] |=
        G_GUINT64_CONSTANT (1) << (stream.payload % 64);
  if (stream.payload == check->stream.payload
      && g_ascii_strcasecmp (stream.encoding, check->stream.encoding) != 0)
    keep = &check->other;
  else if (is_repaired (check, caps, check->stream.payload))
    keep = &check->repaired;
  else if (is_repaired (check, check->caps, stream.payload))
    keep = &check->taken;
  if (keep != NULL && keep->pad == NULL)
    *keep = stream;
  else
    stream_clear (&stream);
  gst_caps_unref (caps);
  return TRUE;
}

static gboolean
is_used (const Check * check, guint payload)
{
  return check->used[payload / 64] >> (payload % 64) & 1;
}

/* The one that both ends know for @stream, or one that means nothing here, nor by itself at
 * the other end. */
static guint
find_free (const Check * check, const Stream * stream)
{
  guint i = FIRST_DYNAMIC;

  if (stream->entry != NULL && !is_used (check, stream->entry->payload))
    return stream->entry->payload;
  while (i < GST_SCREAM_REPAIR_PAYLOADS - 1 && (is_used (check, i)
          || gst_scream_payload_find (i) || gst_scream_repair_is_known (i)))
    i++;
  return i;
}

/* @with: with what it has the number in common. Of two streams the one that has not the
 * number of the table is to change. */
static void
refuse (GstScreamSink * self, const Check * check, const Stream * stream,
    const gchar * with)
{
  const Stream *wrong = stream;

  if (check->other.pad != NULL && stream->entry != NULL
      && (gint) stream->entry->payload == stream->payload)
    wrong = &check->other;
  GST_ELEMENT_ERROR (self, STREAM, FORMAT,
      ("sink%s has %s with payload type %d, as has %s.",
          get_suffix (stream), stream->encoding, stream->payload, with),
      ("Set pt of the payloader before sink%s to another number, as pt=%u."
          GST_HELP ("same-payload-type"), get_suffix (wrong),
          find_free (check, wrong)));
}

/* Once for each number. */
static void
warn (GstScreamSink * self, const Check * check, const gchar * what,
    const gchar * help)
{
  const Stream *stream = &check->stream;
  guint64 bit = G_GUINT64_CONSTANT (1) << (stream->payload % 64);
  guint64 *warned = &self->warned[stream->payload / 64];
  gboolean first;

  g_mutex_lock (&self->lock);
  first = !(*warned & bit);
  *warned |= bit;
  g_mutex_unlock (&self->lock);
  if (first)
    GST_ELEMENT_WARNING (self, STREAM, FORMAT,
        ("Payload type %d %s.", stream->payload, what),
        ("Set pt of the payloader before sink%s to another number, as pt=%u%s."
            GST_HELP ("same-payload-type"), get_suffix (stream),
            find_free (check, stream), help));
}

/* FALSE: an error was posted. */
static gboolean
judge (GstScreamSink * self, const Check * check, gboolean has_sdp)
{
  gint payload = check->stream.payload;

  if (check->other.pad != NULL)
    refuse (self, check, &check->stream, check->other.encoding);
  else if (check->repaired.pad != NULL)
    refuse (self, check, &check->stream, "repair");
  else if (check->taken.pad != NULL)
    refuse (self, check, &check->taken, "repair");
  else if (payload >= FIRST_RTCP && payload <= LAST_RTCP)
    warn (self, check, "cannot be told from RTCP on the same port", "");
  else if (gst_scream_repair_is_known (payload) && !has_sdp)
    warn (self, check, "belongs to repair at a screamsrc without SDP and "
        "caps", ", or sdp-location at both ends, or caps of screamsrc");
  return check->other.pad == NULL && check->repaired.pad == NULL
      && check->taken.pad == NULL;
}

gboolean
gst_scream_sink_check_types (GstScreamSink * self, GstPad * pad,
    const GstCaps * caps)
{
  Check check = { 0, };
  gboolean has_sdp, ok = TRUE;

  GST_OBJECT_LOCK (self);
  has_sdp = self->sdp_location != NULL && *self->sdp_location != '\0';
  GST_OBJECT_UNLOCK (self);
  stream_init (&check.stream, pad, caps);
  check.caps = caps;
  check.repair = gst_scream_sink_get_repair (self);
  if (check.stream.payload >= 0) {
    gst_element_foreach_src_pad (self->tx, look_at, &check);
    ok = judge (self, &check, has_sdp);
  }
  stream_clear (&check.stream);
  stream_clear (&check.other);
  stream_clear (&check.repaired);
  stream_clear (&check.taken);
  return ok;
}
