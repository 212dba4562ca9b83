/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What an SDP description (RFC 8866) says of the port that the media comes to, and
 * of the media. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamsdp.h"

#include <gst/sdp/gstsdpmessage.h>

#include <stdlib.h>
#include <string.h>

/* RFC 3550 section 5.1: PT has 7 bits */
#define PAYLOADS 128

static gboolean
have_payload (GstCaps * caps, gint payload)
{
  guint i;
  gint one;

  for (i = 0; i < gst_caps_get_size (caps); i++) {
    if (gst_structure_get_int (gst_caps_get_structure (caps, i), "payload",
            &one) && one == payload)
      return TRUE;
  }
  return FALSE;
}

/* The payload types of one media line, behind what @caps has; the first of each
 * counts. */
static void
append_media (GstCaps * caps, const GstSDPMedia * media)
{
  guint i;

  for (i = 0; i < gst_sdp_media_formats_len (media); i++) {
    gint payload = atoi (gst_sdp_media_get_format (media, i));
    GstCaps *one;

    if (payload < 0 || payload >= PAYLOADS || have_payload (caps, payload))
      continue;
    one = gst_sdp_media_get_caps_from_media (media, payload);
    if (one == NULL)
      continue;
    gst_structure_set_name (gst_caps_get_structure (one, 0),
        "application/x-rtp");
    gst_caps_append (caps, one);
  }
}

/* NULL: nothing is wrong.  A stream of another port goes elsewhere. */
static const gchar *
read_media (const GstSDPMessage * sdp, guint * port, GstCaps * caps)
{
  guint i;

  for (i = 0; i < gst_sdp_message_medias_len (sdp); i++) {
    const GstSDPMedia *media = gst_sdp_message_get_media (sdp, i);
    guint media_port = gst_sdp_media_get_port (media);
    const gchar *proto = gst_sdp_media_get_proto (media);

    if (proto == NULL || !g_str_has_prefix (proto, "RTP/")
        || media_port == 0 || media_port > 65535)
      continue;
    if (strstr (proto, "SAVP") != NULL)
      return "it describes encrypted streams, and keys are not read from it";
    if (*port == 0)
      *port = media_port;
    if (media_port == *port)
      append_media (caps, media);
  }
  return gst_caps_is_empty (caps) ? "it has no m= line of RTP" : NULL;
}

const gchar *
gst_scream_sdp_read (const gchar * text, gsize size, guint * port,
    GstCaps * caps)
{
  GstSDPMessage *sdp;
  const gchar *wrong = "it is not SDP";

  gst_sdp_message_new (&sdp);
  if (g_str_has_prefix (text, "v=0") && g_utf8_validate (text, (gssize) size,
          NULL)
      && gst_sdp_message_parse_buffer ((const guint8 *) text, (guint) size,
          sdp) == GST_SDP_OK)
    wrong = read_media (sdp, port, caps);
  gst_sdp_message_free (sdp);
  return wrong;
}
