/* extmap-N of abs-capture-time in the caps of RTP. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstcapturecaps.h"

#include <gst/rtpcc/rtpcc-capturetime.h>

#include <stdio.h>

/* "extmap-14" */
#define NAME_SIZE 16

static void
name_of (gchar * name, guint id)
{
  g_snprintf (name, NAME_SIZE, "extmap-%u", id);
}

/* A string, or an array of direction, URI and attributes. */
static const gchar *
uri_of (const GstStructure * s, guint id)
{
  const GValue *value, *uri;
  gchar name[NAME_SIZE];

  name_of (name, id);
  value = gst_structure_get_value (s, name);
  if (value == NULL)
    return NULL;
  if (G_VALUE_HOLDS_STRING (value))
    return g_value_get_string (value);
  if (!GST_VALUE_HOLDS_ARRAY (value) || gst_value_array_get_size (value) < 2)
    return NULL;
  uri = gst_value_array_get_value (value, 1);
  return G_VALUE_HOLDS_STRING (uri) ? g_value_get_string (uri) : NULL;
}

guint
gst_capture_caps_find_id (const GstStructure * s)
{
  guint id;

  for (id = 1; id <= RTP_CC_EXTENSION_MAX_ID; id++) {
    if (g_strcmp0 (uri_of (s, id), RTP_CC_CAPTURE_TIME_URI) == 0)
      return id;
  }
  return 0;
}

gboolean
gst_capture_caps_has_id (const GstStructure * s, guint id)
{
  gchar name[NAME_SIZE];

  name_of (name, id);
  return gst_structure_has_field (s, name);
}

void
gst_capture_caps_add_id (GstStructure * s, guint id)
{
  gchar name[NAME_SIZE];

  name_of (name, id);
  if (!gst_structure_has_field (s, name))
    gst_structure_set (s, name, G_TYPE_STRING, RTP_CC_CAPTURE_TIME_URI, NULL);
}
