/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Payload types of repair. */
#include "gstscreamrepair.h"
#include "plugins/scream/bins/gstscreampayload.h"
#include "plugins/packet/gstpropertytable.h"

#include <stdlib.h>
#include <string.h>

/* Of all video in that table: packets of FEC have the timestamps of theirs. */
#define VIDEO_CLOCK 90000

#define RTX "RTX"
#define BLOCK_FEC "X-GST-SCREAM-FEC"

static const GEnumValue repairs[] = {
  {GST_SCREAM_REPAIR_NONE, "Lost packets stay lost", "none"},
  {GST_SCREAM_REPAIR_RETRANSMISSION,
        "Retransmission on request (RFC 4588)",
      "retransmission"},
  {GST_SCREAM_REPAIR_FEC,
        "FEC for each frame during packet loss, for screamsrc only",
      "fec"},
  {GST_SCREAM_REPAIR_AUTO,
      "Retransmission where it arrives in time, else FEC", "auto"},
  {0, NULL, NULL}
};

GST_PROPERTY_DEFINE_ENUM ("GstScreamRepair", gst_scream_repair_get_type,
    repairs);

/* NULL: it is that of no retransmission in the table. */
static const GstScreamPayload *
find_retransmission (guint payload)
{
  guint i;

  for (i = 0; i < gst_scream_n_payloads; i++) {
    if (gst_scream_payloads[i].retransmission == payload)
      return &gst_scream_payloads[i];
  }
  return NULL;
}

gboolean
gst_scream_repair_is_known (guint payload)
{
  return payload == GST_SCREAM_FEC_PAYLOAD
      || find_retransmission (payload) != NULL;
}

gboolean
gst_scream_repair_is_chained (guint payload)
{
  const GstScreamPayload *media = gst_scream_payload_find (payload);

  return media != NULL && g_strcmp0 (media->media, "video") == 0
      && g_strcmp0 (media->encoding_name, "JPEG") != 0;
}

/* ---- what numbers mean ---- */

/* -1: it has none that a packet can have. SDP has it as text. */
static gint
get_payload (const GstStructure * s, const gchar * field)
{
  const gchar *text = gst_structure_get_string (s, field);
  glong named = text != NULL ? strtol (text, NULL, 10) : -1;
  gint payload = -1;

  if (gst_structure_get_int (s, field, &payload))
    named = payload;
  return named >= 0 && named < GST_SCREAM_REPAIR_PAYLOADS ? (gint) named : -1;
}

static gboolean
is_named (const GstStructure * s, const gchar * name)
{
  const gchar *is = gst_structure_get_string (s, "encoding-name");

  return is != NULL && g_ascii_strcasecmp (is, name) == 0;
}

/* A number that has a meaning has lost ours. */
static void
forget_type (GstScreamRepairTypes * self, gint payload)
{
  self->repeats[payload] = -1;
  if (payload == GST_SCREAM_FEC_PAYLOAD)
    self->has_blocks = FALSE;
}

/* One number for each kind of media. */
static void
set_repeats (GstScreamRepairTypes * self, gint payload, gint media)
{
  guint i;

  for (i = 0; i < GST_SCREAM_REPAIR_PAYLOADS; i++) {
    if (self->repeats[i] == media)
      self->repeats[i] = -1;
  }
  self->repeats[payload] = media;
}

static void
take_type (GstScreamRepairTypes * self, gint payload, const GstStructure * s)
{
  gint media = get_payload (s, "apt");

  if (is_named (s, RTX) && media >= 0)
    set_repeats (self, payload, media);
  if (is_named (s, BLOCK_FEC))
    self->has_blocks = payload == GST_SCREAM_FEC_PAYLOAD;
}

void
gst_scream_repair_types_init (GstScreamRepairTypes * self,
    const GstCaps * given)
{
  guint i, n = given != NULL ? gst_caps_get_size (given) : 0;

  memset (self->repeats, -1, sizeof (self->repeats));
  for (i = 0; i < gst_scream_n_payloads; i++)
    self->repeats[gst_scream_payloads[i].retransmission] =
        gst_scream_payloads[i].payload;
  self->has_blocks = TRUE;
  for (i = 0; i < n; i++) {
    const GstStructure *s = gst_caps_get_structure (given, i);
    gint payload = get_payload (s, "payload");

    if (payload < 0)
      continue;
    forget_type (self, payload);
    take_type (self, payload, s);
  }
}

GstStructure *
gst_scream_repair_types_new_map (const GstScreamRepairTypes * self)
{
  GstStructure *map = gst_structure_new_empty ("application/x-rtp-pt-map");
  guint i;

  for (i = 0; i < GST_SCREAM_REPAIR_PAYLOADS; i++) {
    gchar *name = g_strdup_printf ("%d", self->repeats[i]);

    if (self->repeats[i] >= 0)
      gst_structure_set (map, name, G_TYPE_UINT, i, NULL);
    g_free (name);
  }
  return map;
}

GstCaps *
gst_scream_repair_get_rtp_caps (guint payload)
{
  const GstScreamPayload *media = find_retransmission (payload);

  if (payload == GST_SCREAM_FEC_PAYLOAD)
    return gst_caps_new_simple ("application/x-rtp",
        "media", G_TYPE_STRING, "video", "payload", G_TYPE_INT, (gint) payload,
        "clock-rate", G_TYPE_INT, VIDEO_CLOCK, "encoding-name", G_TYPE_STRING,
        BLOCK_FEC, NULL);
  if (media == NULL)
    return NULL;
  return gst_caps_new_simple ("application/x-rtp",
      "media", G_TYPE_STRING, media->media, "payload", G_TYPE_INT,
      (gint) payload, "clock-rate", G_TYPE_INT, media->clock_rate,
      "encoding-name", G_TYPE_STRING, RTX, "apt", G_TYPE_INT,
      (gint) media->payload, NULL);
}

static void
append (GstCaps * all, guint payload, gint clock_rate)
{
  GstCaps *caps = gst_scream_repair_get_rtp_caps (payload);

  gst_caps_set_simple (caps, "clock-rate", G_TYPE_INT, clock_rate, NULL);
  gst_caps_append (all, caps);
}

GstCaps *
gst_scream_repair_list_rtp_caps (GstScreamRepair repair, const GstCaps * rtp)
{
  const GstStructure *s = gst_caps_get_structure (rtp, 0);
  const GstScreamPayload *media =
      gst_scream_payload_find ((guint) get_payload (s, "payload"));
  gboolean is_video =
      g_strcmp0 (gst_structure_get_string (s, "media"), "video") == 0;
  GstCaps *all = gst_caps_new_empty ();
  gint clock_rate = VIDEO_CLOCK;

  gst_structure_get_int (s, "clock-rate", &clock_rate);
  if (repair != GST_SCREAM_REPAIR_NONE && repair != GST_SCREAM_REPAIR_FEC
      && media != NULL)
    append (all, media->retransmission, clock_rate);
  if (repair != GST_SCREAM_REPAIR_NONE && is_video)
    append (all, GST_SCREAM_FEC_PAYLOAD, clock_rate);
  return all;
}
