/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Streams that cannot be decoded, or that nobody takes. Anybody may have sent them while the
 * sender is not heard, so they are no error of the element, which would end the pipeline: a
 * warning tells of each, once. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <string.h>

#include "gstscreamsrcstreamsprivate.h"
#include "plugins/packet/gsthelp.h"

#define GST_CAT_DEFAULT gst_scream_src_debug

const gchar *
gst_scream_stream_get_name (const GstCaps * rtp)
{
  const gchar *name = gst_structure_get_string (gst_caps_get_structure (rtp, 0),
      "encoding-name");

  return name != NULL ? name : "A stream";
}

void
gst_scream_stream_no_way_to (GstScreamStream * stream, GstScreamForm form,
    const GError * error)
{
  stream->no_way_to |= 1 << form;
  GST_ELEMENT_WARNING (stream->owner->src, STREAM, CODEC_NOT_FOUND,
      ("%s arrived, and cannot be decoded.",
          gst_scream_stream_get_name (stream->rtp)),
      ("%s." GST_HELP ("no-decoder"), error->message));
}

/* ---- streams for no pad ---- */

/* What the peer takes: names of caps, as "video/x-vp8, video/x-raw". */
static gchar *
describe_accepted (GstPad * pad)
{
  GstCaps *caps = gst_pad_peer_query_caps (pad, NULL);
  GString *names = g_string_new (NULL);
  guint i;

  for (i = 0; i < gst_caps_get_size (caps); i++) {
    const gchar *name =
        gst_structure_get_name (gst_caps_get_structure (caps, i));

    if (strstr (names->str, name) == NULL)
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", name);
  }
  gst_caps_unref (caps);
  return g_string_free (names, FALSE);
}

void
gst_scream_stream_fits_nowhere (GstScreamStream * stream, gint64 now)
{
  gchar *accepted, *given;
  GstPad *idle;

  if (stream->blamed || stream->no_way_to != 0
      || now - stream->began < VIDEO_FIRST)
    return;
  idle = gst_scream_streams_find_idle (stream->owner);
  if (idle == NULL)
    return;
  stream->blamed = TRUE;
  accepted = describe_accepted (idle);
  given = gst_scream_decode_describe (stream->rtp);
  GST_ELEMENT_WARNING (stream->owner->src, STREAM, WRONG_TYPE,
      ("%s arrived, and is dropped: no pad accepts it.",
          gst_scream_stream_get_name (stream->rtp)),
      ("Downstream of %s accepts %s. Link an element that accepts one of "
          "these: %s."
          GST_HELP ("no-pad"), GST_PAD_NAME (idle), accepted, given));
  g_free (given);
  g_free (accepted);
  gst_object_unref (idle);
}

/* ---- what elements say of a stream ---- */

/* NULL: @element decodes for no output. With the lock. */
static GstScreamStream *
find_stream (GstScreamStreams * streams, GstObject * element)
{
  guint i;

  for (i = 0; i < streams->outputs->len; i++) {
    const GstScreamOutput *output = g_ptr_array_index (streams->outputs, i);

    if (output->decode != NULL
        && gst_object_has_as_ancestor (element, GST_OBJECT (output->decode)))
      return output->stream;
  }
  return NULL;
}

static GError *
parse_fault (GstMessage * message, gchar ** details)
{
  GError *error = NULL;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    gst_message_parse_error (message, &error, details);
  else if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_WARNING)
    gst_message_parse_warning (message, &error, details);
  return error;
}

static void
warn_of_fault (GstScreamSrc * src, const GstCaps * rtp, const GError * error,
    const gchar * details)
{
  gint payload = -1;

  gst_structure_get_int (gst_caps_get_structure (rtp, 0), "payload", &payload);
  GST_ELEMENT_WARNING (src, STREAM, DECODE,
      ("%s arrived with payload type %d, and cannot be decoded: %s",
          gst_scream_stream_get_name (rtp), payload, error->message),
      ("%s. If payload type %d has another meaning at the sender, set the "
          "property caps of screamsrc." GST_HELP ("broken-stream"),
          details != NULL ? details : "", payload));
}

gboolean
gst_scream_streams_take_fault (GstScreamStreams * streams, GstMessage * message)
{
  gchar *details = NULL;
  GError *error = parse_fault (message, &details);
  GstScreamStream *stream = NULL;
  GstCaps *rtp = NULL;

  if (error != NULL && error->domain == GST_STREAM_ERROR) {
    g_mutex_lock (&streams->lock);
    stream = find_stream (streams, GST_MESSAGE_SRC (message));
    if (stream != NULL && !stream->blamed) {
      stream->blamed = TRUE;
      rtp = gst_caps_ref (stream->rtp);
    }
    g_mutex_unlock (&streams->lock);
  }
  if (rtp != NULL) {
    warn_of_fault (streams->src, rtp, error, details);
    gst_caps_unref (rtp);
  }
  g_clear_error (&error);
  g_free (details);
  return stream != NULL;
}

void
gst_scream_streams_blame (GstScreamStreams * streams, guint ssrc,
    const gchar * fault)
{
  GError *error = NULL;
  GstCaps *rtp = NULL;
  guint i;

  g_mutex_lock (&streams->lock);
  for (i = 0; i < streams->streams->len; i++) {
    GstScreamStream *stream = g_ptr_array_index (streams->streams, i);

    if (stream->ssrc != ssrc || stream->blamed)
      continue;
    stream->blamed = TRUE;
    gst_caps_replace (&rtp, stream->rtp);
  }
  g_mutex_unlock (&streams->lock);
  if (rtp == NULL)
    return;
  g_set_error_literal (&error, GST_STREAM_ERROR, GST_STREAM_ERROR_DECODE,
      fault);
  warn_of_fault (streams->src, rtp, error, NULL);
  g_clear_error (&error);
  gst_caps_unref (rtp);
}
