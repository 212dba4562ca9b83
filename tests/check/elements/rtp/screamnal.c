/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Payloads of H.264 and H.265 that a depayloader bears. */
#include <string.h>
#include <gst/check/gstcheck.h>

#include "plugins/scream/rtp/gstscreamnal.h"

typedef struct
{
  gboolean is_h265, sound;
  gsize size;
  guint8 data[10];
} Case;

#define H264 FALSE
#define H265 TRUE

static const Case cases[] = {
  {H264, FALSE, 0, {0}},
  {H264, FALSE, 1, {0x41}},     /* a slice without a bit */
  {H264, TRUE, 2, {0x41, 0x9a}},
  {H264, TRUE, 1, {0x0b}},      /* end of stream */
  {H264, FALSE, 1, {0x7c}},     /* FU-A, its header, a byte */
  {H264, FALSE, 2, {0x7c, 0x85}},
  {H264, TRUE, 3, {0x7c, 0x85, 0x88}},
  {H264, FALSE, 6, {0x7d, 0x85, 0, 1, 0x88, 0x84}},     /* FU-B */
  {H264, TRUE, 1, {0x78}},      /* STAP-A: nothing, a slice, one of no byte */
  {H264, TRUE, 5, {0x78, 0, 2, 0x41, 0x9a}},
  {H264, FALSE, 4, {0x78, 0, 1, 0x41}},
  {H264, FALSE, 4, {0x78, 0xff, 0xff, 0x65}},
  {H264, TRUE, 3, {0x78, 0, 0}},
  {H264, FALSE, 9, {0x78, 0, 2, 0x67, 0x42, 0, 1, 0x65, 0}},
  {H264, FALSE, 7, {0x79, 0, 0, 0, 2, 0x65, 0x88}},     /* STAP-B */
  {H264, FALSE, 8, {0x7a, 0, 0, 0, 3, 0, 0x65, 0x88}},  /* MTAP16 */
  {H264, FALSE, 9, {0x7b, 0, 0, 0, 3, 0, 0, 0x65, 0x88}},       /* MTAP24 */
  {H264, FALSE, 3, {0x60, 0x65, 0x88}}, /* not defined */
  {H264, FALSE, 3, {0x7e, 0x65, 0x88}},
  {H264, FALSE, 3, {0x7f, 0x65, 0x88}},
  {H264, FALSE, 3, {0x7c, 0x9c, 0x88}}, /* FU-A of a FU-A */
  {H264, FALSE, 5, {0x78, 0, 2, 0x78, 0}},      /* STAP-A in a STAP-A */
  {H265, FALSE, 0, {0}},
  {H265, FALSE, 1, {0x02}},
  {H265, FALSE, 2, {0x02, 0x01}},
  {H265, TRUE, 3, {0x02, 0x01, 0x80}},
  {H265, TRUE, 2, {0x48, 0x01}},        /* end of sequence */
  {H265, FALSE, 2, {0x62, 0x01}},       /* FU, its header, a byte */
  {H265, FALSE, 3, {0x62, 0x01, 0x93}},
  {H265, TRUE, 4, {0x62, 0x01, 0x93, 0x88}},
  {H265, TRUE, 2, {0x60, 0x01}},        /* AP */
  {H265, TRUE, 7, {0x60, 0x01, 0, 3, 0x02, 0x01, 0x80}},
  {H265, FALSE, 6, {0x60, 0x01, 0, 2, 0x02, 0x01}},
  {H265, FALSE, 5, {0x60, 0x01, 0, 9, 0x02}},
  {H265, FALSE, 6, {0x64, 0x01, 0, 0, 0x02, 0x01}},     /* PACI */
  {H265, FALSE, 4, {0x7e, 0x01, 0x02, 0x01}},   /* not defined */
  {H265, FALSE, 4, {0x62, 0x01, 0xb1, 0x88}},   /* FU of a FU */
};

/* In memory of just its size, so that sanitizers see a step behind it. */
GST_START_TEST (test_nal_is_sound)
{
  const Case *c = &cases[__i__];
  guint8 *data = g_malloc (MAX (c->size, 1));

  memcpy (data, c->data, c->size);
  fail_unless_equals_int (gst_scream_nal_is_sound (c->is_h265, data, c->size),
      c->sound);
  g_free (data);
}

GST_END_TEST;

/* ---- a pad with the guard ---- */

typedef struct
{
  gboolean is_h265, is_marked;
  gsize size;
  guint8 payload[8];
} Packet;

/* Fragments that go on, end, and are cut off: by a NAL unit, an aggregate without any, the
 * beginning of another one. What is not sound is not there. */
static const Packet packets[] = {
  {H264, FALSE, 3, {0x7c, 0x85, 0x88}},
  {H264, FALSE, 3, {0x7c, 0x05, 0x88}},
  {H264, FALSE, 3, {0x7c, 0x45, 0x88}},
  {H264, FALSE, 3, {0x65, 0x88, 0}},
  {H264, FALSE, 3, {0x7c, 0x85, 0x88}},
  {H264, TRUE, 1, {0x78}},
  {H264, FALSE, 3, {0x65, 0x88, 0}},
  {H264, FALSE, 3, {0x7c, 0x85, 0x88}},
  {H264, TRUE, 3, {0x7c, 0x85, 0x88}},
  {H264, TRUE, 3, {0x65, 0x88, 0}},
  {H265, FALSE, 6, {0x2c, 0x01, 0xf3, 0xa9, 0x76, 0xa9}},
  {H265, FALSE, 6, {0x62, 0x01, 0x83, 0xc5, 0x9d, 0x8e}},
  {H265, TRUE, 2, {0x60, 0x01}},
  {H265, FALSE, 6, {0x2c, 0x01, 0xf3, 0xa9, 0x76, 0xa9}},
};

static gboolean was_marked;
static guint came;

static GstFlowReturn
on_packet (GstPad * pad, GstObject * parent, GstBuffer * packet)
{
  was_marked = GST_BUFFER_FLAG_IS_SET (packet, GST_BUFFER_FLAG_DISCONT);
  came++;
  gst_buffer_unref (packet);
  return GST_FLOW_OK;
}

/* Linked to one that takes its packets. */
static GstPad *
open_guarded (gboolean is_h265)
{
  GstPad *pad = gst_pad_new (NULL, GST_PAD_SRC);
  GstPad *sink = gst_pad_new (NULL, GST_PAD_SINK);
  GstCaps *caps = gst_caps_new_simple ("application/x-rtp", "encoding-name",
      G_TYPE_STRING, is_h265 ? "H265" : "H264", NULL);
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_set_chain_function (sink, on_packet);
  gst_pad_set_active (sink, TRUE);
  gst_pad_set_active (pad, TRUE);
  gst_scream_nal_guard (pad, NULL);
  fail_unless_equals_int (gst_pad_link (pad, sink), GST_PAD_LINK_OK);
  gst_pad_push_event (pad, gst_event_new_stream_start ("nal"));
  gst_pad_push_event (pad, gst_event_new_caps (caps));
  gst_pad_push_event (pad, gst_event_new_segment (&segment));
  gst_caps_unref (caps);
  return pad;
}

static GstBuffer *
make_packet (const Packet * p)
{
  guint8 data[12 + sizeof (p->payload)] = { 0x80, 96 };

  memcpy (data + 12, p->payload, p->size);
  return gst_buffer_new_memdup (data, 12 + p->size);
}

/* Else rtph265depay (1.26) ends the process by an assertion. */
GST_START_TEST (test_nal_guard_marks_what_cuts_a_fragment_off)
{
  GstPad *pad = open_guarded (__i__), *sink = gst_pad_get_peer (pad);
  guint i;

  for (i = 0; i < G_N_ELEMENTS (packets); i++) {
    if (packets[i].is_h265 != __i__)
      continue;
    came = 0;
    fail_unless_equals_int (gst_pad_push (pad, make_packet (&packets[i])),
        GST_FLOW_OK);
    fail_unless_equals_int (came, 1);
    fail_unless (was_marked == packets[i].is_marked, "packet %u", i);
  }
  gst_pad_unlink (pad, sink);
  gst_object_unref (sink);
  gst_object_unref (sink);
  gst_object_unref (pad);
}

GST_END_TEST;

static Suite *
screamnal_suite (void)
{
  Suite *s = suite_create ("screamnal");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_nal_is_sound, 0, G_N_ELEMENTS (cases));
  tcase_add_loop_test (tc, test_nal_guard_marks_what_cuts_a_fragment_off, 0, 2);
  return s;
}

GST_CHECK_MAIN (screamnal);
