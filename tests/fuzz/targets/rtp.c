/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any packet, in one memory or in several: its header, and header extensions
 * that are looked for and added; and any caps that name them.
 */
#include "plugins/scream/rtp/gstrtpextension.h"
#include "plugins/packet/gstscreampacket.h"
#include "plugins/scream/rtp/gsttwccnumbers.h"

#include "tests/fuzz/gst.h"

#define OTHER_URI "urn:ietf:params:rtp-hdrext:sdes:mid"

static void
check_header (GstBuffer * buffer, const uint8_t * data, size_t size)
{
  GstScreamPacket packet;

  gst_scream_packet_parse (buffer, &packet);
  if (packet.kind == GST_SCREAM_PACKET_RTP) {
    must (size >= 12 && data[0] >> 6 == 2);
    must (packet.seq == GST_READ_UINT16_BE (data + 2));
    must (packet.timestamp == GST_READ_UINT32_BE (data + 4));
    must (packet.ssrc == GST_READ_UINT32_BE (data + 8));
    must (packet.marker == data[1] >> 7);
  } else {
    must (packet.ssrc == 0 && packet.seq == 0);
  }
  must (packet.kind != GST_SCREAM_PACKET_RTCP || data[1] >= 192);
  if (packet.kind == GST_SCREAM_PACKET_RTP)
    must (packet.payload_type == (data[1] & 0x7f));
}

static void
check_rtp (GstBuffer * buffer, const uint8_t * data, size_t size)
{
  GstScreamPacket packet;
  gsize header = gst_scream_packet_parse_rtp (buffer, &packet);

  if (header == 0)
    return;
  must (size >= 12 && data[0] >> 6 == 2 && header >= 12 && header <= size);
  must (packet.ssrc == GST_READ_UINT32_BE (data + 8));
}

static gsize
find (GstBuffer * buffer, guint id)
{
  gsize size, at = gst_rtp_extension_find (buffer, id, &size);

  must (at == 0 || at + size <= gst_buffer_get_size (buffer));
  must (gst_twcc_read_number (buffer, id) < 65536);
  return at;
}

/* GStreamer may write what was there in another way. */
static void
add (GstBuffer * buffer, guint id)
{
  static const guint8 value[2] = { 0x12, 0x34 };

  if (gst_rtp_extension_add (buffer, id, value, sizeof (value)))
    must (gst_buffer_get_size (buffer) >= 12);
}

/* ---- caps ---- */

static GstCaps *
make_caps (FuzzInput * in)
{
  uint8_t what = fuzz_8 (in);
  GstCaps *caps = gst_caps_new_empty_simple (what & 1 ? "application/x-srtp"
      : "application/x-rtp");
  gchar name[16];
  GValue array = G_VALUE_INIT, item = G_VALUE_INIT;

  g_snprintf (name, sizeof (name), "extmap-%u", fuzz_8 (in));
  if (what & 2)
    gst_caps_set_simple (caps, name, G_TYPE_STRING, what & 4 ? GST_TWCC_URI
        : OTHER_URI, NULL);
  if (!(what & 8))
    return caps;
  g_snprintf (name, sizeof (name), "extmap-%u", fuzz_8 (in));
  g_value_init (&array, GST_TYPE_ARRAY);
  for (int i = 0; i < (what >> 4 & 3); i++) {
    g_value_init (&item, G_TYPE_STRING);
    g_value_set_static_string (&item, i == 1 ? GST_TWCC_URI : "");
    gst_value_array_append_and_take_value (&array, &item);
  }
  gst_caps_set_value (caps, name, &array);
  g_value_unset (&array);
  return caps;
}

static void
announce (FuzzInput * in)
{
  GstElement *element = gst_object_ref_sink (g_object_new (GST_TYPE_BIN, NULL));
  guint wanted = fuzz_8 (in) % 15, id = wanted;
  GstCaps *caps = make_caps (in), *announced;
  GstEvent *event;

  event = gst_rtp_extension_announce (element, "twcc-extension", GST_TWCC_URI,
      &id, gst_event_new_caps (caps));
  must (id <= 14 && (wanted > 0 || id == 0));
  gst_event_parse_caps (event, &announced);
  must (id == 0 || gst_twcc_extension_id (announced) == id);
  gst_event_unref (event);
  gst_caps_unref (caps);
  gst_object_unref (element);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  FuzzInput in = { data, size };
  uint8_t cuts[2], id;
  GstBuffer *buffer;

  fuzz_gst_init ();
  id = fuzz_8 (&in);
  if (id >= 128) {
    announce (&in);
    return 0;
  }
  cuts[0] = fuzz_8 (&in);
  cuts[1] = fuzz_8 (&in);
  buffer = fuzz_gst_buffer (in.data, in.size, cuts);
  check_header (buffer, in.data, in.size);
  check_rtp (buffer, in.data, in.size);
  if (find (buffer, id) == 0 && id >= 1 && id <= 14)
    add (buffer, id);
  gst_buffer_unref (buffer);
  return 0;
}
