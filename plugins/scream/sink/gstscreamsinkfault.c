/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What an encoder says when it cannot go on does not name the pictures that it got. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamsinkprivate.h"

#include <gst/video/video.h>

/* Those before its pad: its own are not there yet if it refuses them. */
static GstCaps *
get_input (GstElement * encoder)
{
  GstPad *pad = gst_element_get_static_pad (encoder, "sink");
  GstPad *peer = pad != NULL ? gst_pad_get_peer (pad) : NULL;
  GstCaps *caps = peer != NULL ? gst_pad_get_current_caps (peer) : NULL;

  gst_clear_object (&peer);
  gst_clear_object (&pad);
  return caps;
}

/* FALSE: it is none of a video encoder that has got pictures. */
static gboolean
find_size (GstObject * source, gint * width, gint * height)
{
  GstElementFactory *factory;
  GstCaps *caps;
  gboolean found;

  if (!GST_IS_ELEMENT (source))
    return FALSE;
  factory = gst_element_get_factory (GST_ELEMENT_CAST (source));
  if (factory == NULL || !gst_element_factory_list_is_type (factory,
          GST_ELEMENT_FACTORY_TYPE_VIDEO_ENCODER))
    return FALSE;
  caps = get_input (GST_ELEMENT_CAST (source));
  found = caps != NULL && !gst_caps_is_empty (caps)
      && gst_structure_get_int (gst_caps_get_structure (caps, 0), "width",
      width)
      && gst_structure_get_int (gst_caps_get_structure (caps, 0), "height",
      height);
  gst_clear_caps (&caps);
  return found;
}

GstMessage *
gst_scream_sink_name_size (GstMessage * message)
{
  GstObject *source = GST_MESSAGE_SRC (message);
  GError *error = NULL, *named;
  gchar *debug = NULL, *hint;
  GstMessage *result;
  gint width, height;

  if (GST_MESSAGE_TYPE (message) != GST_MESSAGE_ERROR
      || !find_size (source, &width, &height))
    return message;
  gst_message_parse_error (message, &error, &debug);
  named = g_error_new (error->domain, error->code,
      "%s fails with pictures of %dx%d: %s", GST_OBJECT_NAME (source), width,
      height, error->message);
  hint =
      g_strdup_printf ("%s\nMost encoders take sizes from 16x16 to 4096x2304: "
      "scale before screamsink, as with \"videoscale ! video/x-raw,width=640,"
      "height=360\", or name another encoder in encoder=.",
      debug != NULL ? debug : "");
  result = gst_message_new_error (source, named, hint);
  gst_message_unref (message);
  g_error_free (error);
  g_error_free (named);
  g_free (debug);
  g_free (hint);
  return result;
}
