/* Writes abs-capture-time into the packets of a stream. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstcapturestamper.h"

#include <gst/rtp/rtp.h>
#include <gst/rtpcc/rtpcc-capturetime.h>

#include "gstcapturecaps.h"

/* Audio packets are small and many: each with it would be a tenth more. */
#define AUDIO_INTERVAL (100 * GST_MSECOND)

/* RFC 8285 section 4.3: the profile of two-byte headers, and what of it may be
 * anything */
#define TWO_BYTE_PROFILE 0x1000
#define TWO_BYTE_MASK 0xfff0

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

/* What to do with @id and these caps: the id to use, 0 for none. */
static guint
choose_id (GstElement * element, guint id, const GstStructure * s)
{
  guint known = gst_capture_caps_find_id (s);

  if (gst_structure_has_name (s, "application/x-srtp")) {
    GST_ELEMENT_WARNING (element, LIBRARY, SETTINGS,
        ("Packets that are encrypted already cannot get a capture time."),
        ("Put srtpenc behind the element, or set "
            "capture-time-extension=0."));
    return 0;
  }
  if (known != 0)
    return known;
  if (gst_capture_caps_has_id (s, id)) {
    GST_ELEMENT_WARNING (element, LIBRARY, SETTINGS,
        ("The id %u of capture-time-extension is another header extension's in "
            "the caps.", id), ("Set another one: %" GST_PTR_FORMAT, s));
    return 0;
  }
  return id;
}

GstEvent *
gst_capture_stamper_set_caps (GstCaptureStamper * stamper,
    GstElement * element, guint id, GstEvent * event)
{
  GstCaps *caps;
  GstEvent *changed;

  stamper->id = 0;
  gst_event_parse_caps (event, &caps);
  if (id == 0 || gst_caps_get_size (caps) == 0)
    return event;
  read_caps (stamper, gst_caps_get_structure (caps, 0));
  stamper->id = choose_id (element, id, gst_caps_get_structure (caps, 0));
  if (stamper->id == 0)
    return event;

  caps = gst_caps_copy (caps);
  gst_capture_caps_add_id (gst_caps_get_structure (caps, 0), stamper->id);
  changed = gst_event_new_caps (caps);
  gst_event_set_seqnum (changed, gst_event_get_seqnum (event));
  gst_caps_unref (caps);
  gst_event_unref (event);
  return changed;
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

/* FALSE: the packet has it already, or header extensions of another kind. */
static gboolean
add_extension (GstBuffer * buffer, guint id, RtpCcTime captured)
{
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  guint8 value[RTP_CC_CAPTURE_TIME_SIZE];
  guint16 profile = 0;
  guint8 appbits;
  guint size, words;
  gpointer data;
  gboolean added = FALSE;

  if (!gst_rtp_buffer_map (buffer, GST_MAP_READWRITE, &rtp))
    return FALSE;
  rtp_cc_capture_time_write (value, captured);
  gst_rtp_buffer_get_extension_data (&rtp, &profile, &data, &words);
  if ((profile & TWO_BYTE_MASK) == TWO_BYTE_PROFILE) {
    if (!gst_rtp_buffer_get_extension_twobytes_header (&rtp, &appbits, id, 0,
            &data, &size))
      added = gst_rtp_buffer_add_extension_twobytes_header (&rtp,
          profile & 0x0f, id, value, sizeof (value));
  } else if (!gst_rtp_buffer_get_extension_onebyte_header (&rtp, id, 0, &data,
          &size)) {
    added = gst_rtp_buffer_add_extension_onebyte_header (&rtp, id, value,
        sizeof (value));
  }
  gst_rtp_buffer_unmap (&rtp);
  return added;
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
    const GstSegment * segment, GstBuffer * buffer, gboolean * stamped)
{
  GstClockTime running = gst_segment_to_running_time (segment, GST_FORMAT_TIME,
      GST_BUFFER_PTS (buffer));
  GstClockTime now = gst_element_get_current_running_time (element);

  *stamped = FALSE;
  if (!GST_CLOCK_TIME_IS_VALID (running) || !GST_CLOCK_TIME_IS_VALID (now))
    return buffer;
  if (GST_CLOCK_TIME_IS_VALID (stamper->stamped) && running >= stamper->stamped
      && running - stamper->stamped < stamper->interval)
    return buffer;

  buffer = gst_buffer_make_writable (buffer);
  *stamped = add_extension (buffer, stamper->id, capture_time (running, now));
  stamper->stamped = running;
  return buffer;
}
