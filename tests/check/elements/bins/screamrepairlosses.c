/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How many losses the decoder of FEC looks into. */
#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>

#include "plugins/scream/repair/gstscreamrepair.h"
#include "plugins/scream/repair/gstscreamrepairdecode.h"

static GstScreamRepairDecodeStats *stats;
static GstElement *jitterbuffer, *element;
static GstScreamRepairDecoder *decoder;
static GstHarness *harness;
static guint n_looks, n_out;

static GstBuffer *
packet (guint payload, guint seq)
{
  guint8 data[60] = { 0x80 };

  data[1] = 0x80 | payload;
  GST_WRITE_UINT16_BE (data + 2, seq);
  return gst_buffer_new_memdup (data, sizeof (data));
}

static GstPadProbeReturn
count (GstPad * pad, GstPadProbeInfo * info, gpointer counter)
{
  if (gst_event_has_name (GST_PAD_PROBE_INFO_EVENT (info), "GstRTPPacketLost"))
    (*(guint *) counter)++;
  return GST_PAD_PROBE_OK;
}

static void
watch (GstElement * element, const gchar * name, guint * counter)
{
  GstPad *pad = gst_element_get_static_pad (element, name);

  *counter = 0;
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, count, counter,
      NULL);
  gst_object_unref (pad);
}

/* The jitter buffer does not run. */
static GstPadProbeReturn
drop (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  return GST_PAD_PROBE_DROP;
}

/* The stream has FEC: a packet of it comes to the jitter buffer. */
static void
begin_fec (void)
{
  GstPad *pad = gst_element_get_static_pad (jitterbuffer, "sink");
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_set_active (pad, TRUE);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, drop, NULL, NULL);
  gst_pad_send_event (pad, gst_event_new_stream_start ("x"));
  gst_pad_send_event (pad, gst_event_new_segment (&segment));
  gst_pad_chain (pad, packet (GST_SCREAM_REPAIR_FEC_PAYLOAD, 0));
  gst_pad_set_active (pad, FALSE);
  gst_object_unref (pad);
}

static void
setup (void)
{
  stats = g_atomic_rc_box_new0 (GstScreamRepairDecodeStats);
  jitterbuffer = gst_object_ref_sink (gst_element_factory_make
      ("rtpjitterbuffer", NULL));
  decoder = gst_scream_repair_decoder_new (jitterbuffer, jitterbuffer,
      GST_SCREAM_REPAIR_FEC_PAYLOAD, stats);
  element =
      gst_object_ref_sink (gst_scream_repair_decoder_make_element (decoder));
  harness = gst_harness_new_with_element (element, "sink", "src");
  gst_harness_set_src_caps_str (harness, "application/x-rtp,clock-rate=90000,"
      "payload=96,ssrc=(uint)0");
  watch (element, "sink", &n_looks);
  watch (element, "src", &n_out);
  begin_fec ();
}

static void
teardown (void)
{
  gst_harness_teardown (harness);
  gst_object_unref (element);
  gst_scream_repair_decoder_unref (decoder);
  gst_object_unref (jitterbuffer);
  g_atomic_rc_box_release (stats);
}

static void
lose (guint seq, guint n)
{
  while (n-- > 0)
    gst_harness_push_event (harness, gst_event_new_custom
        (GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new ("GstRTPPacketLost",
                "seqnum", G_TYPE_UINT, seq++ & 0xffff, "timestamp",
                G_TYPE_UINT64, (guint64) 0, "duration", G_TYPE_UINT64,
                (guint64) 0, "retry", G_TYPE_UINT, 0, NULL)));
}

/* Numbers that jump are thousands of losses. 128 of them, and as many as packets come, are
 * looked into; all of them are told to what follows. */
GST_START_TEST (test_repair_looks_into_so_many_losses)
{
  guint i;

  lose (1, 1000);
  fail_unless_equals_int (n_looks, 128);
  fail_unless_equals_int (n_out, 1000);
  for (i = 0; i < 10; i++)
    gst_harness_push (harness, packet (96, 1001 + i));
  lose (1011, 500);
  fail_unless_equals_int (n_looks, 138);
  for (i = 0; i < 300; i++)
    gst_harness_push (harness, packet (96, 1511 + i));
  lose (1811, 500);
  fail_unless_equals_int (n_looks, 138 + 128);
  fail_unless_equals_int (n_out, 2000);
}

GST_END_TEST;

static Suite *
screamrepairlosses_suite (void)
{
  Suite *s = suite_create ("screamrepairlosses");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_repair_looks_into_so_many_losses);
  return s;
}

GST_CHECK_MAIN (screamrepairlosses);
