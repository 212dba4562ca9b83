/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Payload types that screamsink and screamsrc agree on. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreampayload.h"

/* Parameter sets go with each key frame, so that a receiver may begin late, and
 * nothing waits for the packet to become full. */
#define H26X "config-interval=-1 aggregate-mode=zero-latency"

/* Two bytes of picture id tell a lost frame from one that was left out. */
#define VPX "picture-id-mode=15-bit"

/* *INDENT-OFF* */
const GstScreamPayload gst_scream_payloads[] = {
  {96, 112, "video", "H264", 90000, NULL,
      "video/x-h264", "h264parse", "rtph264pay", H26X, "rtph264depay"},
  {97, 113, "video", "VP8", 90000, NULL,
      "video/x-vp8", NULL, "rtpvp8pay", VPX, "rtpvp8depay"},
  {98, 114, "video", "VP9", 90000, NULL,
      "video/x-vp9", NULL, "rtpvp9pay", VPX, "rtpvp9depay"},
  {99, 115, "video", "H265", 90000, NULL,
      "video/x-h265", "h265parse", "rtph265pay", H26X, "rtph265depay"},
  {26, 116, "video", "JPEG", 90000, NULL,
      "image/jpeg", NULL, "rtpjpegpay", NULL, "rtpjpegdepay"},
  {111, 117, "audio", "OPUS", 48000, "encoding-params=(string)2",
      "audio/x-opus", NULL, "rtpopuspay", NULL, "rtpopusdepay"},
  {0, 118, "audio", "PCMU", 8000, NULL,
      "audio/x-mulaw", NULL, "rtppcmupay", NULL, "rtppcmudepay"},
  {8, 119, "audio", "PCMA", 8000, NULL,
      "audio/x-alaw", NULL, "rtppcmapay", NULL, "rtppcmadepay"},
  {102, 120, "video", "AV1", 90000, NULL,
      "video/x-av1", "av1parse", "rtpav1pay", NULL, "rtpav1depay"},
  {103, 123, "application", "SMPTE336M", 90000, NULL,
      "meta/x-klv", NULL, "rtpklvpay", NULL, "rtpklvdepay"},
  {33, 124, "video", "MP2T", 90000, NULL,
      "video/mpegts", "tsparse", "rtpmp2tpay", NULL, "rtpmp2tdepay"},
  {104, 125, "application", "VND.ONVIF.METADATA", 90000, NULL,
      "application/x-onvif-metadata", NULL, "rtponvifmetadatapay", NULL,
      "rtponvifmetadatadepay"},
};
/* *INDENT-ON* */

const guint gst_scream_n_payloads = G_N_ELEMENTS (gst_scream_payloads);

const GstScreamPayload *
gst_scream_payload_find (guint payload)
{
  guint i;

  for (i = 0; i < gst_scream_n_payloads; i++) {
    if (gst_scream_payloads[i].payload == payload)
      return &gst_scream_payloads[i];
  }
  return NULL;
}

static gboolean
matches (const GstScreamPayload * entry, const GstStructure * s)
{
  if (gst_structure_has_name (s, "application/x-rtp"))
    return g_strcmp0 (gst_structure_get_string (s, "encoding-name"),
        entry->encoding_name) == 0;
  return gst_structure_has_name (s, entry->encoded);
}

const GstScreamPayload *
gst_scream_payload_find_caps (const GstCaps * caps)
{
  guint i;

  if (caps == NULL || gst_caps_get_size (caps) == 0)
    return NULL;
  for (i = 0; i < gst_scream_n_payloads; i++) {
    if (matches (&gst_scream_payloads[i], gst_caps_get_structure (caps, 0)))
      return &gst_scream_payloads[i];
  }
  return NULL;
}

GstCaps *
gst_scream_payload_get_rtp_caps (const GstScreamPayload * entry)
{
  gchar *text = g_strdup_printf ("application/x-rtp, media=(string)%s, "
      "payload=(int)%u, clock-rate=(int)%d, encoding-name=(string)%s%s%s",
      entry->media, entry->payload, entry->clock_rate, entry->encoding_name,
      entry->rtp_fields ? ", " : "", entry->rtp_fields ? entry->rtp_fields :
      "");
  GstCaps *caps = gst_caps_from_string (text);

  g_free (text);
  return caps;
}
