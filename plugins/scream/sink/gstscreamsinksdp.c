/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The streams as SDP (RFC 8866), in a file, for receivers that know nothing of screamsink. */
#include "gstscreamsinkprivate.h"
#include "plugins/packet/gsthelp.h"
#include "plugins/packet/gstwritefile.h"

#include <gst/sdp/gstsdpmessage.h>

#define GST_CAT_DEFAULT gst_scream_sink_debug

typedef struct
{
  gchar *location, *host;
  guint port;
  const gchar *address_type;
  gint repair;                  /* GstScreamRepair */
  GstSDPMessage *sdp;
} Destination;

/* FALSE: no file is wanted. */
static gboolean
get_destination (GstScreamSink * self, Destination * to)
{
  g_object_get (self, "sdp-location", &to->location, "host", &to->host,
      "port", &to->port, "repair", &to->repair, NULL);
  g_mutex_lock (&self->lock);
  to->address_type = self->socket != NULL
      && gst_scream_sink_is_v6 (self) ? "IP6" : "IP4";
  g_mutex_unlock (&self->lock);
  return to->location != NULL && *to->location != '\0';
}

static void
clear_destination (Destination * to)
{
  g_free (to->location);
  g_free (to->host);
}

/* RFC 4588 section 8.1; FEC has no parameters */
static void
add_repair (GstSDPMedia * media, const GstStructure * s)
{
  gint payload = 0, rate = 0, apt = 0;
  g_autofree gchar *format = NULL;
  g_autofree gchar *rtpmap = NULL;
  g_autofree gchar *fmtp = NULL;

  gst_structure_get (s, "payload", G_TYPE_INT, &payload, "clock-rate",
      G_TYPE_INT, &rate, NULL);
  format = g_strdup_printf ("%d", payload);
  rtpmap = g_strdup_printf ("%d %s/%d", payload,
      gst_structure_get_string (s, "encoding-name"), rate);
  gst_sdp_media_add_format (media, format);
  gst_sdp_media_add_attribute (media, "rtpmap", rtpmap);
  if (!gst_structure_get_int (s, "apt", &apt))
    return;
  fmtp = g_strdup_printf ("%d apt=%d", payload, apt);
  gst_sdp_media_add_attribute (media, "fmtp", fmtp);
}

static void
add_all_repair (GstSDPMedia * media, GstScreamRepair repair,
    const GstCaps * caps)
{
  g_autoptr (GstCaps) all = gst_scream_repair_list_rtp_caps (repair, caps);
  guint i;

  for (i = 0; i < gst_caps_get_size (all); i++)
    add_repair (media, gst_caps_get_structure (all, i));
}

static void
add_media (const Destination * to, const GstCaps * caps)
{
  GstSDPMedia *media;

  gst_sdp_media_new (&media);
  gst_sdp_media_set_port_info (media, to->port, 1);
  gst_sdp_media_set_proto (media, "RTP/AVP");
  if (gst_sdp_media_set_media_from_caps (caps, media) == GST_SDP_OK) {
    add_all_repair (media, (GstScreamRepair) to->repair, caps);
    gst_sdp_media_add_attribute (media, "rtcp-mux", "");
    gst_sdp_media_add_attribute (media, "recvonly", "");
    gst_sdp_message_add_media (to->sdp, media);
  }
  gst_sdp_media_free (media);
}

/* RFC 8866 section 5: the least that a session has. */
static GstSDPMessage *
begin (GstScreamSink * self, const Destination * to)
{
  GstSDPMessage *sdp;
  g_autofree gchar *session = g_strdup_printf ("%u", g_str_hash (self->cname));

  gst_sdp_message_new (&sdp);
  gst_sdp_message_set_version (sdp, "0");
  gst_sdp_message_set_origin (sdp, "-", session, "1", "IN", to->address_type,
      to->host);
  gst_sdp_message_set_session_name (sdp, "screamsink");
  gst_sdp_message_set_connection (sdp, "IN", to->address_type, to->host, 0, 0);
  gst_sdp_message_add_time (sdp, "0", "0", NULL);
  return sdp;
}

static void
save (GstScreamSink * self, const gchar * location, const gchar * text)
{
  g_autoptr (GError) error = NULL;

  if (gst_write_file (location, text, &error))
    return;
  GST_ELEMENT_WARNING (self, RESOURCE, WRITE,
      ("sdp-location=%s: the file cannot be written.", location),
      ("%s. Set the property sdp-location to a file in a writable folder."
          GST_HELP ("sdp-location"), error->message));
}

static gboolean
add_pad (GstElement * tx, GstPad * pad, gpointer user_data)
{
  g_autoptr (GstCaps) caps = gst_pad_get_current_caps (pad);

  if (caps != NULL && gst_structure_has_name (gst_caps_get_structure (caps, 0),
          "application/x-rtp"))
    add_media (user_data, caps);
  return TRUE;
}

/* In a streaming thread, so without the build_lock: who removes a pad holds it, and waits
 * for that thread. */
void
gst_scream_sink_write_sdp (GstScreamSink * self)
{
  Destination to;

  if (get_destination (self, &to)) {
    g_autofree gchar *text = NULL;

    to.sdp = begin (self, &to);
    gst_element_foreach_src_pad (self->tx, add_pad, &to);
    text = gst_sdp_message_as_text (to.sdp);
    save (self, to.location, text);
    gst_sdp_message_free (to.sdp);
  }
  clear_destination (&to);
}

gboolean
gst_scream_sink_check_sdp (GstScreamSink * self)
{
  gboolean wrong;

  GST_OBJECT_LOCK (self);
  wrong = self->srtp_key != NULL && self->sdp_location != NULL
      && *self->sdp_location != '\0';
  GST_OBJECT_UNLOCK (self);
  if (wrong)
    GST_ELEMENT_ERROR (self, LIBRARY, SETTINGS,
        ("sdp-location and srtp-key cannot be set together."),
        ("The file would contain the key. Unset one of the two."));
  return !wrong;
}
