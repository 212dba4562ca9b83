/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any packets with any capture times to the one that measures latency. */
#include "plugins/scream/rtp/gstcapturereader.h"
#include <gst/rtpcc/wire/rtpcc-capturetime.h>

#include "tests/fuzz/gst.h"

#define MAX_PACKET 255

static void
set_caps (GstCaptureReader * reader, uint8_t what)
{
  GstCaps *caps = what & 8 ? gst_caps_new_empty ()
      : gst_caps_new_simple ("application/x-rtp", "clock-rate", G_TYPE_INT,
      what & 1 ? 90000 : what & 2 ? -1 : 1, NULL);

  if (!(what & 8) && what & 4)
    gst_caps_set_simple (caps, "extmap-200", G_TYPE_STRING,
        RTP_CC_CAPTURE_TIME_URI, NULL);
  gst_capture_reader_set_caps (reader, caps);
  gst_caps_unref (caps);
}

/* A packet with the extension, of the time that the input says. */
static gsize
make_packet (FuzzInput * in, guint8 * packet)
{
  guint8 what = fuzz_8 (in);
  gint64 captured = g_get_real_time () * 1000
      + (gint64) (gint32) fuzz_32 (in) * (what & 1 ? 1000000 : 100);

  memset (packet, 0, 36);
  packet[0] = 0x90;
  GST_WRITE_UINT32_BE (packet + 4, fuzz_16 (in) * 30u);
  packet[11] = what >> 4;
  GST_WRITE_UINT16_BE (packet + 12, 0xbede);
  packet[15] = 5;
  packet[16] = 0x10 | (what & 2 ? 7 : 15);
  rtp_cc_capture_time_write (packet + 17, captured);
  if (what & 4)
    GST_WRITE_UINT32_BE (packet + 25, fuzz_32 (in));
  return 36;
}

static void
take_packet (GstCaptureReader * reader, FuzzInput * in, bool raw, RtpCcTime now)
{
  guint8 made[36];
  uint8_t cuts[2] = { 0, 0 };
  size_t size;
  const uint8_t *data = made;
  GstBuffer *buffer;

  cuts[0] = fuzz_8 (in);
  if (raw)
    data = fuzz_run (in, &size);
  else
    size = make_packet (in, made);
  buffer = fuzz_gst_buffer (data, size, cuts);
  buffer = gst_capture_reader_note (reader, buffer,
      fuzz_8 (in) * GST_MSECOND, now);
  must (gst_buffer_get_size (buffer) == size);
  gst_buffer_unref (buffer);
}

static void
take_report (GstCaptureReader * reader, RtpCcTime now)
{
  gboolean doubt;
  GstStructure *report = gst_capture_reader_take_report (reader, &doubt, now);
  GstStructure *stats = gst_structure_new_empty ("stats");

  g_clear_pointer (&report, gst_structure_free);
  gst_capture_reader_add_stats (reader, stats, now);
  must (gst_structure_has_field (stats, "latencies"));
  gst_structure_free (stats);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  FuzzInput in = { data, size };
  RtpCcTime now = 1234567890123;
  GstCaptureReader *reader;

  fuzz_gst_init ();
  reader = gst_capture_reader_new ();
  gst_capture_reader_set_id (reader, fuzz_8 (&in) % 15);
  while (in.size > 0) {
    uint8_t what = fuzz_8 (&in);

    now += fuzz_8 (&in) * 10 * RTP_CC_MSECOND;
    if (what < 16)
      set_caps (reader, what);
    else if (what == 16)
      gst_capture_reader_reset (reader);
    else
      take_packet (reader, &in, what & 1, now);
    take_report (reader, now);
  }
  gst_capture_reader_free (reader);
  return 0;
}
