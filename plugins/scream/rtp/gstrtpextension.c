/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Header extensions in the caps of RTP and in packets. */
#include "gstrtpextension.h"
#include "plugins/packet/gsthelp.h"

#include <gst/rtp/rtp.h>
#include <gst/rtpcc/wire/rtpcc-capturetime.h>

/* RFC 8285 section 4.3: the profile of two-byte headers, and the mask of its free
 * bits */
#define TWO_BYTE_PROFILE 0x1000
#define TWO_BYTE_MASK 0xfff0

/* RFC 8285 section 4.3: of two-byte headers */
#define MAX_ID 255

/* Up to there an extension is looked for: all that is in front of the payload in
 * practice. */
#define MAX_HEAD 256

/* "extmap-255" */
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
gst_rtp_extension_find_id (const GstStructure * s, const gchar * uri)
{
  guint id;

  for (id = 1; id <= MAX_ID; id++) {
    if (g_strcmp0 (uri_of (s, id), uri) == 0)
      return id;
  }
  return 0;
}

guint
gst_rtp_extension_read_caps (const GstCaps * caps, const gchar * uri,
    guint * clock_rate)
{
  const GstStructure *s;
  gint rate = 0;

  *clock_rate = 0;
  if (gst_caps_get_size (caps) == 0)
    return 0;
  s = gst_caps_get_structure (caps, 0);
  if (gst_structure_get_int (s, "clock-rate", &rate) && rate > 0)
    *clock_rate = (guint) rate;
  return gst_rtp_extension_find_id (s, uri);
}

gboolean
gst_rtp_extension_has_id (const GstStructure * s, guint id)
{
  gchar name[NAME_SIZE];

  name_of (name, id);
  return gst_structure_has_field (s, name);
}

static void
add_id (GstStructure * s, guint id, const gchar * uri)
{
  gchar name[NAME_SIZE];

  name_of (name, id);
  if (!gst_structure_has_field (s, name))
    gst_structure_set (s, name, G_TYPE_STRING, uri, NULL);
}

/* The id to use for @id and these caps; 0: none. */
static guint
choose_id (GstElement * element, const gchar * property, const gchar * uri,
    guint id, const GstStructure * s)
{
  guint known = gst_rtp_extension_find_id (s, uri);

  if (gst_structure_has_name (s, "application/x-srtp")) {
    GST_ELEMENT_WARNING (element, LIBRARY, SETTINGS,
        ("A header extension cannot be added to encrypted packets."),
        ("Put srtpenc downstream of the element, or set %s=0."
            GST_HELP ("header-extension"), property));
    return 0;
  }
  if (known != 0 && known <= RTP_CC_EXTENSION_MAX_ID)
    return known;
  if (gst_rtp_extension_has_id (s, id)) {
    GST_ELEMENT_WARNING (element, LIBRARY, SETTINGS,
        ("The caps use id %u of %s for another header extension.", id,
            property),
        ("Set another id. Caps: %" GST_PTR_FORMAT "."
            GST_HELP ("header-extension"), s));
    return 0;
  }
  return id;
}

GstEvent *
gst_rtp_extension_announce (GstElement * element, const gchar * property,
    const gchar * uri, guint * id, GstEvent * event)
{
  GstCaps *caps;
  GstEvent *changed;

  gst_event_parse_caps (event, &caps);
  if (*id == 0 || gst_caps_get_size (caps) == 0) {
    *id = 0;
    return event;
  }
  *id = choose_id (element, property, uri, *id, gst_caps_get_structure (caps,
          0));
  if (*id == 0)
    return event;

  caps = gst_caps_copy (caps);
  add_id (gst_caps_get_structure (caps, 0), *id, uri);
  changed = gst_event_new_caps (caps);
  gst_event_set_seqnum (changed, gst_event_get_seqnum (event));
  gst_caps_unref (caps);
  gst_event_unref (event);
  return changed;
}

/* ---- packets ---- */

/* GStreamer's functions for RTP (1.22) map a header in several memories, but add
 * to it as if it, some payload and the padding were in one, and read behind
 * that. */
static gboolean
merge (GstBuffer * buffer)
{
  GstMemory *merged;

  if (gst_buffer_n_memory (buffer) <= 1)
    return TRUE;
  merged = gst_buffer_get_all_memory (buffer);
  if (merged == NULL)
    return FALSE;
  gst_buffer_replace_all_memory (buffer, merged);
  return TRUE;
}

gboolean
gst_rtp_extension_add (GstBuffer * buffer, guint id, const guint8 * value,
    gsize size)
{
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  guint16 profile = 0;
  guint8 appbits;
  guint length, words;
  gpointer data;
  gboolean added = FALSE;

  if (!merge (buffer)
      || !gst_rtp_buffer_map (buffer, GST_MAP_READWRITE, &rtp))
    return FALSE;
  gst_rtp_buffer_get_extension_data (&rtp, &profile, &data, &words);
  if ((profile & TWO_BYTE_MASK) == TWO_BYTE_PROFILE) {
    if (!gst_rtp_buffer_get_extension_twobytes_header (&rtp, &appbits, id, 0,
            &data, &length))
      added = gst_rtp_buffer_add_extension_twobytes_header (&rtp,
          profile & 0x0f, id, value, size);
  } else if (!gst_rtp_buffer_get_extension_onebyte_header (&rtp, id, 0, &data,
          &length)) {
    added = gst_rtp_buffer_add_extension_onebyte_header (&rtp, id, value, size);
  }
  gst_rtp_buffer_unmap (&rtp);
  return added;
}

gsize
gst_rtp_extension_find (GstBuffer * buffer, guint id, gsize * size)
{
  guint8 head[MAX_HEAD];
  gsize n = gst_buffer_extract (buffer, 0, head, sizeof (head));
  const guint8 *data = rtp_cc_extension_find (head, n, id, size);

  return data != NULL ? (gsize) (data - head) : 0;
}
