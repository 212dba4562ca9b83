/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What an encoder says when it cannot go on does not name the pictures that it got. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamsinkprivate.h"

#include <gst/video/video.h>

/* FALSE: no size is known there yet. */
static gboolean
get_size (GstPad * pad, gint size[2])
{
  GstCaps *caps = pad != NULL ? gst_pad_get_current_caps (pad) : NULL;
  gboolean found = caps != NULL && !gst_caps_is_empty (caps)
      && gst_structure_get_int (gst_caps_get_structure (caps, 0), "width",
      &size[0])
      && gst_structure_get_int (gst_caps_get_structure (caps, 0), "height",
      &size[1]);

  gst_clear_caps (&caps);
  return found;
}

/* That of the pictures before its pad: its own are not there yet if it refuses them. */
static gboolean
get_input_size (GstElement * encoder, gint size[2])
{
  GstPad *pad = gst_element_get_static_pad (encoder, "sink");
  GstPad *peer = pad != NULL ? gst_pad_get_peer (pad) : NULL;
  gboolean found = get_size (peer, size);

  gst_clear_object (&peer);
  gst_clear_object (&pad);
  return found;
}

/* Its segment leaves with the first picture: some say what they make before they try. */
static gboolean
has_made (GstElement * encoder, const gint size[2])
{
  GstPad *pad = gst_element_get_static_pad (encoder, "src");
  GstEvent *segment = pad != NULL
      ? gst_pad_get_sticky_event (pad, GST_EVENT_SEGMENT, 0) : NULL;
  gint made[2];
  gboolean has = segment != NULL && get_size (pad, made)
      && made[0] == size[0] && made[1] == size[1];

  gst_clear_event (&segment);
  gst_clear_object (&pad);
  return has;
}

/* Is it a video encoder that may have refused the size of its pictures? */
static gboolean
is_refusal (GstObject * source, gint size[2])
{
  GstElementFactory *factory;

  if (!GST_IS_ELEMENT (source))
    return FALSE;
  factory = gst_element_get_factory (GST_ELEMENT_CAST (source));
  return factory != NULL && gst_element_factory_list_is_type (factory,
      GST_ELEMENT_FACTORY_TYPE_VIDEO_ENCODER)
      && get_input_size (GST_ELEMENT_CAST (source), size)
      && !has_made (GST_ELEMENT_CAST (source), size);
}

GstMessage *
gst_scream_sink_name_size (GstMessage * message)
{
  GstObject *source = GST_MESSAGE_SRC (message);
  GError *error = NULL, *named;
  gchar *debug = NULL, *hint;
  GstMessage *result;
  gint size[2];

  if (GST_MESSAGE_TYPE (message) != GST_MESSAGE_ERROR
      || !is_refusal (source, size))
    return message;
  gst_message_parse_error (message, &error, &debug);
  named = g_error_new (error->domain, error->code,
      "%s fails with pictures of %dx%d: %s", GST_OBJECT_NAME (source), size[0],
      size[1], error->message);
  hint =
      g_strdup_printf ("%s\nMost encoders accept sizes from 16x16 to "
      "4096x2304: scale before screamsink, as with \"videoscale ! "
      "video/x-raw,width=640,height=360\", or set encoder to another one.",
      debug != NULL ? debug : "");
  result = gst_message_new_error (source, named, hint);
  gst_message_unref (message);
  g_error_free (error);
  g_error_free (named);
  g_free (debug);
  g_free (hint);
  return result;
}
