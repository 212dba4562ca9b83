/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* abs-capture-time in the packets of a stream. */
#include "gstcapturestamper.h"

#include <gst/rtpcc/wire/rtpcc-capturetime.h>

#include "gstrtpextension.h"

/* Audio packets are small and many: each with it would be a tenth more. */
#define AUDIO_INTERVAL (100 * GST_MSECOND)

/* RFC 3550 section 5.1, without CSRC */
#define RTP_HEADER_SIZE 12

/* ---- caps ---- */

static void
read_caps (GstCaptureStamper * stamper, const GstStructure * s)
{
  const gchar *media = gst_structure_get_string (s, "media");

  stamper->interval = g_strcmp0 (media, "audio") == 0 ? AUDIO_INTERVAL : 0;
  stamper->has_ssrc = gst_structure_get_uint (s, "ssrc", &stamper->ssrc);
  stamper->has_payload = gst_structure_get_int (s, "payload",
      &stamper->payload);
  stamper->any = FALSE;
}

GstEvent *
gst_capture_stamper_set_caps (GstCaptureStamper * stamper,
    GstElement * element, guint id, GstEvent * event)
{
  GstCaps *caps;

  gst_event_parse_caps (event, &caps);
  if (id != 0 && gst_caps_get_size (caps) > 0)
    read_caps (stamper, gst_caps_get_structure (caps, 0));
  stamper->id = id;
  return gst_rtp_extension_announce (element, "capture-time-extension",
      RTP_CC_CAPTURE_TIME_URI, &stamper->id, event);
}

/* ---- packets ---- */

/* Not a retransmission, nor forward error correction. */
static gboolean
is_media (const GstCaptureStamper * stamper, const guint8 * header)
{
  return (!stamper->has_ssrc
      || GST_READ_UINT32_BE (header + 8) == stamper->ssrc)
      && (!stamper->has_payload || (header[1] & 0x7f) == stamper->payload);
}

gboolean
gst_capture_stamper_wants (GstCaptureStamper * stamper, GstBuffer * buffer)
{
  guint8 header[RTP_HEADER_SIZE];
  gboolean is_new;

  if (stamper->id == 0 || gst_buffer_extract (buffer, 0, header,
          RTP_HEADER_SIZE) < RTP_HEADER_SIZE || header[0] >> 6 != 2
      || !is_media (stamper, header))
    return FALSE;
  is_new = !stamper->any
      || GST_READ_UINT32_BE (header + 4) != stamper->timestamp;
  if (is_new && !stamper->any)
    stamper->stamped = GST_CLOCK_TIME_NONE;
  stamper->any = TRUE;
  stamper->timestamp = GST_READ_UINT32_BE (header + 4);
  return is_new;
}

/* By the wall clock, which both hosts have; the pipeline's clock says how long
 * ago it was. */
static RtpCcTime
capture_time (GstClockTime running, GstClockTime now)
{
  RtpCcTime wall = g_get_real_time () * 1000;

  return now > running ? wall - (RtpCcTime) (now - running) : wall;
}

GstBuffer *
gst_capture_stamper_stamp (GstCaptureStamper * stamper, GstElement * element,
    GstClockTime running, GstBuffer * buffer, gboolean * stamped)
{
  GstClockTime now = gst_element_get_current_running_time (element);
  guint8 value[RTP_CC_CAPTURE_TIME_SIZE];

  *stamped = FALSE;
  if (!GST_CLOCK_TIME_IS_VALID (now))
    return buffer;
  if (GST_CLOCK_TIME_IS_VALID (stamper->stamped) && running >= stamper->stamped
      && running - stamper->stamped < stamper->interval)
    return buffer;

  buffer = gst_buffer_make_writable (buffer);
  rtp_cc_capture_time_write (value, capture_time (running, now));
  *stamped = gst_rtp_extension_add (buffer, stamper->id, value, sizeof (value));
  stamper->stamped = running;
  return buffer;
}
