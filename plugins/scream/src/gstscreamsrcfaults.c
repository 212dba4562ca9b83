/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Streams that cannot be decoded. Anybody may have sent them while the sender is not heard,
 * so they are no error of the element, which would end the pipeline: a warning tells of
 * each, once. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamsrcstreamsprivate.h"
#include "plugins/packet/gsthelp.h"

#define GST_CAT_DEFAULT gst_scream_src_debug

static const gchar *
get_name (const GstCaps * rtp)
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
      ("%s came, and cannot be decoded.", get_name (stream->rtp)),
      ("%s." GST_HELP ("no-decoder"), error->message));
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
      ("%s came with payload type %d, and cannot be decoded: %s",
          get_name (rtp), payload, error->message),
      ("%s. If the sender means something else by payload type %d, set the "
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
