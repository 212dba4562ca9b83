/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Payload types that screamsink and screamsrc agree on. */
#include "gstscreampayload.h"

/* Parameter sets go with each key frame, so that a receiver may begin late, and
 * nothing waits for the packet to become full. */
#define H26X "config-interval=-1 aggregate-mode=zero-latency"

/* A frame is one buffer, whatever it comes in: slices with no word of which is the last make
 * frames without a marker bit. For caps without its parameter sets, as h264parse gives avc
 * where it is drained early, rtph264pay makes empty packets for ever. */
#define FRAMES "stream-format=(string)byte-stream, alignment=(string)au"

/* RFC 2435 sections 3.1 and 4.1, and what all receivers read: sizes in blocks, baseline. */
#define JPEG "width=[ 8, 2040, 8 ], height=[ 8, 2040, 8 ], " \
    "sampling={ YCbCr-4:2:0, YCbCr-4:2:2 }, sof-marker=0"

/* Two bytes of picture id tell a lost frame from one that was left out. */
#define VPX "picture-id-mode=15-bit"

/* *INDENT-OFF* */
const GstScreamPayload gst_scream_payloads[] = {
  {96, 112, "video", "H264", 90000, "video/x-h264", "rtph264pay", "rtph264depay",
      .payloader_settings = H26X, .parser = "h264parse", .parsed = FRAMES, .has_shape = TRUE},
  {97, 113, "video", "VP8", 90000, "video/x-vp8", "rtpvp8pay", "rtpvp8depay",
      .payloader_settings = VPX},
  {98, 114, "video", "VP9", 90000, "video/x-vp9", "rtpvp9pay", "rtpvp9depay",
      .payloader_settings = VPX},
  {99, 115, "video", "H265", 90000, "video/x-h265", "rtph265pay", "rtph265depay",
      .payloader_settings = H26X, .parser = "h265parse", .parsed = FRAMES, .has_shape = TRUE},
  {26, 116, "video", "JPEG", 90000, "image/jpeg", "rtpjpegpay", "rtpjpegdepay",
      .parser = "jpegparse", .carried = JPEG},
  {111, 117, "audio", "OPUS", 48000, "audio/x-opus", "rtpopuspay", "rtpopusdepay",
      .rtp_fields = "encoding-params=(string)2"},
  {0, 118, "audio", "PCMU", 8000, "audio/x-mulaw", "rtppcmupay", "rtppcmudepay",
      .rtp_fields = NULL},
  {8, 119, "audio", "PCMA", 8000, "audio/x-alaw", "rtppcmapay", "rtppcmadepay",
      .rtp_fields = NULL},
  {102, 120, "video", "AV1", 90000, "video/x-av1", "rtpav1pay", "rtpav1depay",
      .parser = "av1parse"},
  {103, 123, "application", "SMPTE336M", 90000, "meta/x-klv", "rtpklvpay",
      "rtpklvdepay", .rtp_fields = NULL},
  {33, 124, "video", "MP2T", 90000, "video/mpegts", "rtpmp2tpay", "rtpmp2tdepay",
      .parser = "tsparse"},
  {104, 125, "application", "VND.ONVIF.METADATA", 90000, "application/x-onvif-metadata",
      "rtponvifmetadatapay", "rtponvifmetadatadepay", .rtp_fields = NULL},
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
gst_scream_payload_find_structure (const GstStructure * s)
{
  guint i;

  for (i = 0; i < gst_scream_n_payloads; i++) {
    if (matches (&gst_scream_payloads[i], s))
      return &gst_scream_payloads[i];
  }
  return NULL;
}

const GstScreamPayload *
gst_scream_payload_find_caps (const GstCaps * caps)
{
  return caps == NULL || gst_caps_get_size (caps) == 0 ? NULL
      : gst_scream_payload_find_structure (gst_caps_get_structure (caps, 0));
}

GstCaps *
gst_scream_payload_get_rtp_caps (const GstScreamPayload * entry)
{
  const gchar *more = entry->rtp_fields != NULL ? entry->rtp_fields : "";
  g_autofree gchar *text =
      g_strdup_printf ("application/x-rtp, media=(string)%s, "
      "payload=(int)%u, clock-rate=(int)%d, encoding-name=(string)%s%s%s",
      entry->media, entry->payload, entry->clock_rate, entry->encoding_name,
      *more != '\0' ? ", " : "", more);

  return gst_caps_from_string (text);
}
