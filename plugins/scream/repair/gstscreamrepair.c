/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Payload types of repair. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamrepair.h"
#include "plugins/scream/bins/gstscreampayload.h"

/* OURS: 112 and on are dynamic (RFC 3551 section 6) and follow the last number of
 * media, 111. The first 8 are for retransmissions, in the order of the table of
 * media. */
#define FIRST_RETRANSMISSION 112

/* Of all video in that table: packets of FEC have the timestamps of theirs. */
#define VIDEO_CLOCK 90000

GType
gst_scream_repair_get_type (void)
{
  static gsize type = 0;
  static const GEnumValue values[] = {
    {GST_SCREAM_REPAIR_NONE, "Lost packets stay lost", "none"},
    {GST_SCREAM_REPAIR_RETRANSMISSION,
          "Packets that the receiver asks for are sent again (RFC 4588)",
        "retransmission"},
    {GST_SCREAM_REPAIR_FEC,
        "Each frame gets packets of FEC while some are lost", "fec"},
    {GST_SCREAM_REPAIR_AUTO,
        "Retransmission where it comes in time, else FEC", "auto"},
    {0, NULL, NULL}
  };

  if (g_once_init_enter (&type)) {
    GType t = g_enum_register_static ("GstScreamRepair", values);

    g_once_init_leave (&type, t);
  }
  return (GType) type;
}

gboolean
gst_scream_repair_is_retransmission (guint payload)
{
  return payload >= FIRST_RETRANSMISSION
      && payload < FIRST_RETRANSMISSION + gst_scream_n_payloads;
}

gboolean
gst_scream_repair_is_stream (guint payload)
{
  return payload == GST_SCREAM_REPAIR_BLOCK_PAYLOAD
      || gst_scream_repair_is_retransmission (payload);
}

gboolean
gst_scream_repair_is_fec (guint payload)
{
  return payload == GST_SCREAM_REPAIR_FEC_PAYLOAD
      || payload == GST_SCREAM_REPAIR_BLOCK_PAYLOAD;
}

gboolean
gst_scream_repair_is_chained (guint payload)
{
  const GstScreamPayload *media = gst_scream_payload_find (payload);

  return media != NULL && g_strcmp0 (media->media, "video") == 0
      && g_strcmp0 (media->encoding_name, "JPEG") != 0;
}

GstStructure *
gst_scream_repair_new_payload_map (void)
{
  GstStructure *map = gst_structure_new_empty ("application/x-rtp-pt-map");
  guint i;

  for (i = 0; i < gst_scream_n_payloads; i++) {
    gchar *name = g_strdup_printf ("%u", gst_scream_payloads[i].payload);

    gst_structure_set (map, name, G_TYPE_UINT, FIRST_RETRANSMISSION + i, NULL);
    g_free (name);
  }
  return map;
}

GstCaps *
gst_scream_repair_get_rtp_caps (guint payload)
{
  const GstScreamPayload *media;

  if (gst_scream_repair_is_fec (payload))
    return gst_caps_new_simple ("application/x-rtp",
        "media", G_TYPE_STRING, "video", "payload", G_TYPE_INT, (gint) payload,
        "clock-rate", G_TYPE_INT, VIDEO_CLOCK, "encoding-name", G_TYPE_STRING,
        payload == GST_SCREAM_REPAIR_FEC_PAYLOAD ? "ULPFEC" :
        "X-GST-SCREAM-FEC", NULL);
  if (!gst_scream_repair_is_retransmission (payload))
    return NULL;
  media = &gst_scream_payloads[payload - FIRST_RETRANSMISSION];
  return gst_caps_new_simple ("application/x-rtp",
      "media", G_TYPE_STRING, media->media, "payload", G_TYPE_INT,
      (gint) payload, "clock-rate", G_TYPE_INT, media->clock_rate,
      "encoding-name", G_TYPE_STRING, "RTX", NULL);
}
