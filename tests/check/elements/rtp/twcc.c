/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Transport-wide numbers of packets, and the event of rtpsession */
#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>

#include "plugins/scream/rtp/gstrtpextension.h"
#include "plugins/scream/rtp/gsttwccevent.h"
#include "plugins/scream/rtp/gsttwccnumbers.h"

#define URI \
    "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01"
#define SSRC 0x5c4ea300
#define ID 5

/* ---- packets ---- */

/* A packet with these bytes after its CSRCs. */
static GstBuffer *
packet_new (guint16 seq, guint n_csrc, const guint8 * extension, gsize size)
{
  gsize header = 12 + 4 * n_csrc;
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, header + size, NULL);
  guint8 head[12 + 4 * 15] = { 0x80, 96, };

  head[0] |= n_csrc | (size > 0 ? 0x10 : 0);
  GST_WRITE_UINT16_BE (head + 2, seq);
  GST_WRITE_UINT32_BE (head + 8, SSRC);
  gst_buffer_fill (buffer, 0, head, header);
  gst_buffer_fill (buffer, header, extension, size);
  return buffer;
}

#define ONE 0xbe, 0xde
#define TWO 0x10, 0x07

GST_START_TEST (test_twcc_number_of_a_packet)
{
  static const struct
  {
    const gchar *what;
    guint n_csrc;
    gsize size;
    guint8 bytes[24];
    gint number;
  } table[] = {
    {"alone", 0, 8, {ONE, 0, 1, 0x51, 0x12, 0x34, 0}, 0x1234},
    {"with CSRCs", 15, 8, {ONE, 0, 1, 0x51, 0xff, 0xff, 0}, 0xffff},
    {"behind padding and another", 0, 12,
        {ONE, 0, 2, 0x10, 9, 0, 0, 0x51, 0, 7, 0}, 7},
    {"two-byte", 0, 12, {TWO, 0, 2, 5, 2, 0x12, 0x34, 0, 1, 0, 0}, 0x1234},
    {"two-byte behind an empty one", 0, 12,
        {TWO, 0, 2, 1, 0, 5, 2, 0x12, 0x34, 0, 0}, 0x1234},
    {"no extension", 0, 0, {0}, -1},
    {"another id", 0, 8, {ONE, 0, 1, 0x61, 0x12, 0x34, 0}, -1},
    {"too long", 0, 8, {ONE, 0, 1, 0x52, 1, 2, 3}, -1},
    {"too short", 0, 8, {ONE, 0, 1, 0x50, 1, 0, 0}, -1},
    {"after the end", 0, 12, {ONE, 0, 2, 0xf0, 0, 0x51, 1, 2, 0, 0, 0}, -1},
    {"beyond the extension", 0, 12, {ONE, 0, 1, 0x1f, 0, 0, 0, 0x51, 1, 2}, -1},
    {"cut off", 0, 6, {ONE, 0, 1, 0x51, 1}, -1},
    {"a length that is not there", 0, 8, {ONE, 0xff, 0xff, 0x51, 0, 9, 0}, 9},
    {"two-byte, cut off in its header", 0, 5, {TWO, 0, 1, 5}, -1},
    {"header cut off", 0, 3, {ONE, 0}, -1},
    {"another profile", 0, 8, {0x12, 0x34, 0, 1, 0x51, 1, 2, 0}, -1},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (table); i++) {
    GstBuffer *buffer = packet_new (1, table[i].n_csrc, table[i].bytes,
        table[i].size);
    gint number = gst_twcc_read_number (buffer, ID);

    fail_unless (number == table[i].number, "%s: %d", table[i].what, number);
    gst_buffer_unref (buffer);
  }
}

GST_END_TEST;

GST_START_TEST (test_twcc_not_rtp)
{
  guint8 bytes[20] = { 0x90, 96, };
  gsize size;

  /* Of each size: nothing beyond the end is read. */
  for (size = 0; size <= sizeof (bytes); size++) {
    GstBuffer *buffer = gst_buffer_new_allocate (NULL, size, NULL);

    gst_buffer_fill (buffer, 0, bytes, size);
    fail_unless_equals_int (gst_twcc_read_number (buffer, ID), -1);
    gst_buffer_unref (buffer);
  }
}

GST_END_TEST;

GST_START_TEST (test_twcc_id_in_caps)
{
  static const struct
  {
    const gchar *caps;
    guint id;
  } table[] = {
    {"application/x-rtp, extmap-5=(string)" URI, 5},
    {"application/x-rtp, extmap-3=(string)urn:ietf:params:rtp-hdrext:sdes:mid, "
          "extmap-14=(string)" URI, 14},
    {"application/x-rtp, extmap-200=(string)" URI, 200},
    {"application/x-rtp, extmap-2=(string)<\"\", " URI ", \"\">", 2},
    {"application/x-rtp, extmap-2=(string)<\"\">", 0},
    {"application/x-rtp, extmap-4=(int)9", 0},
    {"application/x-rtp", 0},
    {"EMPTY", 0},
    {"ANY", 0},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (table); i++) {
    GstCaps *caps = gst_caps_from_string (table[i].caps);

    fail_unless (caps != NULL, "%s", table[i].caps);
    fail_unless (gst_twcc_extension_id (caps) == table[i].id, "%s",
        table[i].caps);
    gst_caps_unref (caps);
  }
  fail_unless_equals_int (gst_twcc_extension_id (NULL), 0);
}

GST_END_TEST;

/* ---- watching a pad ---- */

static void
on_number (guint32 ssrc, guint16 seq, guint16 number, gpointer user_data)
{
  g_string_append_printf (user_data, "%u:%u ", seq, number);
  fail_unless_equals_int (ssrc, SSRC);
}

static GstBuffer *
numbered_new (guint16 seq, guint8 number)
{
  guint8 extension[] = { ONE, 0, 1, 0x51, 0, number, 0 };

  return packet_new (seq, 0, extension, sizeof (extension));
}

GST_START_TEST (test_twcc_watch)
{
  GstHarness *h = gst_harness_new ("identity");
  GPtrArray *pads = g_ptr_array_new_with_free_func (gst_object_unref);
  GString *seen = g_string_new (NULL);
  GstBufferList *list = gst_buffer_list_new ();
  GstTwccNumbers *numbers;

  g_ptr_array_add (pads, gst_element_get_static_pad (h->element, "src"));
  numbers = gst_twcc_numbers_new (pads, on_number, seen);
  g_ptr_array_unref (pads);

  /* Without the extension in the caps there are no numbers. */
  gst_harness_set_src_caps_str (h, "application/x-rtp");
  gst_harness_push (h, numbered_new (1, 11));
  gst_harness_set_src_caps_str (h, "application/x-rtp, extmap-5=(string)" URI);
  gst_harness_push (h, numbered_new (2, 12));
  /* Another stream of the transport without it does not make us forget. */
  gst_harness_set_src_caps_str (h, "application/x-rtp, media=(string)audio");
  gst_harness_push (h, packet_new (3, 0, NULL, 0));
  gst_harness_push (h, numbered_new (4, 13));
  gst_buffer_list_add (list, numbered_new (5, 14));
  gst_buffer_list_add (list, packet_new (6, 0, NULL, 0));
  gst_buffer_list_add (list, numbered_new (7, 15));
  gst_pad_push_list (h->srcpad, list);
  fail_unless_equals_string (seen->str, "2:12 4:13 5:14 7:15 ");

  gst_twcc_numbers_free (numbers);
  gst_twcc_numbers_free (NULL);
  gst_harness_push (h, numbered_new (8, 16));
  fail_unless_equals_string (seen->str, "2:12 4:13 5:14 7:15 ");

  /* Caps that are there already are read, too. */
  pads = g_ptr_array_new_with_free_func (gst_object_unref);
  g_ptr_array_add (pads, gst_element_get_static_pad (h->element, "src"));
  gst_harness_set_src_caps_str (h, "application/x-rtp, extmap-5=(string)" URI);
  gst_harness_push (h, packet_new (9, 0, NULL, 0));
  numbers = gst_twcc_numbers_new (pads, on_number, seen);
  g_ptr_array_unref (pads);
  gst_harness_push (h, numbered_new (10, 17));
  fail_unless_equals_string (seen->str, "2:12 4:13 5:14 7:15 10:17 ");
  gst_twcc_numbers_free (numbers);
  g_string_free (seen, TRUE);
  gst_harness_teardown (h);
}

GST_END_TEST;

/* ---- the event ---- */

G_GNUC_BEGIN_IGNORE_DEPRECATIONS
/* Takes the packets. */
static GstEvent *
event_new (GstEventType type, const gchar * name, GstStructure ** packets,
    guint n)
{
  GValueArray *array = g_value_array_new (0);
  GstStructure *s = gst_structure_new_empty (name);
  GValue value = G_VALUE_INIT;
  guint i;

  for (i = 0; i < n; i++) {
    g_value_init (&value, GST_TYPE_STRUCTURE);
    g_value_take_boxed (&value, packets[i]);
    g_value_array_append (array, &value);
    g_value_unset (&value);
  }
  g_value_init (&value, g_value_array_get_type ());
  g_value_take_boxed (&value, array);
  gst_structure_take_value (s, "packets", &value);
  return gst_event_new_custom (type, s);
}

G_GNUC_END_IGNORE_DEPRECATIONS static GstStructure *
reported (guint seqnum, guint64 arrival, gboolean lost)
{
  return gst_structure_new ("RTPTWCCPacket", "seqnum", G_TYPE_UINT, seqnum,
      "local-ts", G_TYPE_UINT64, GST_SECOND, "remote-ts", G_TYPE_UINT64,
      arrival, "payload-type", G_TYPE_UCHAR, 96, "size", G_TYPE_UINT, 1100,
      "lost", G_TYPE_BOOLEAN, lost, NULL);
}

GST_START_TEST (test_twcc_event)
{
  GstStructure *packets[] = {
    reported (65535, 2170500000, FALSE),
    reported (0, GST_CLOCK_TIME_NONE, TRUE),
    /* what was lost has no time, whatever it says */
    reported (1, 5, TRUE),
    reported (2, GST_CLOCK_TIME_NONE, FALSE),
    reported (3, RTP_CC_TWCC_PERIOD + 7, FALSE),
  };
  static const RtpCcTwccPacket expected[] = {
    {65535, true, 2170500000}, {0, false, RTP_CC_TIME_NEVER},
    {1, false, RTP_CC_TIME_NEVER}, {2, true, RTP_CC_TIME_NEVER}, {3, true, 7},
  };
  GstEvent *event = event_new (GST_EVENT_CUSTOM_UPSTREAM, "RTPTWCCPackets",
      packets, G_N_ELEMENTS (packets));
  GArray *got;
  guint i;

  fail_unless (gst_twcc_event_is (event));
  got = gst_twcc_event_parse (event);
  fail_unless_equals_int (got->len, G_N_ELEMENTS (expected));
  for (i = 0; i < got->len; i++) {
    const RtpCcTwccPacket *packet = &g_array_index (got, RtpCcTwccPacket, i);

    fail_unless_equals_int (packet->seq, expected[i].seq);
    fail_unless_equals_int (packet->received, expected[i].received);
    fail_unless_equals_int64 (packet->arrival, expected[i].arrival);
  }
  g_array_unref (got);
  gst_event_unref (event);
}

GST_END_TEST;

GST_START_TEST (test_twcc_event_of_others)
{
  GstStructure *packets[] = {
    gst_structure_new_empty ("RTPTWCCPacket"),
    gst_structure_new ("RTPTWCCPacket", "seqnum", G_TYPE_INT, 5, NULL),
    gst_structure_new ("RTPTWCCPacket", "seqnum", G_TYPE_UINT, 6, NULL),
    gst_structure_new ("RTPTWCCPacket", "lost", G_TYPE_BOOLEAN, FALSE, NULL),
    reported (7, 8, FALSE),
  };
  GstEvent *event = event_new (GST_EVENT_CUSTOM_DOWNSTREAM, "RTPTWCCPackets",
      packets, G_N_ELEMENTS (packets));
  GArray *got;

  fail_unless (gst_twcc_event_is (event));
  got = gst_twcc_event_parse (event);
  fail_unless_equals_int (got->len, 1);
  fail_unless_equals_int (g_array_index (got, RtpCcTwccPacket, 0).seq, 7);
  g_array_unref (got);
  gst_event_unref (event);

  event = event_new (GST_EVENT_CUSTOM_UPSTREAM, "GstForceKeyUnit", NULL, 0);
  fail_unless (!gst_twcc_event_is (event));
  gst_event_unref (event);
  event = gst_event_new_reconfigure ();
  fail_unless (!gst_twcc_event_is (event));
  gst_event_unref (event);

  event = gst_event_new_custom (GST_EVENT_CUSTOM_UPSTREAM,
      gst_structure_new ("RTPTWCCPackets", "packets", G_TYPE_UINT, 3, NULL));
  got = gst_twcc_event_parse (event);
  fail_unless_equals_int (got->len, 0);
  g_array_unref (got);
  gst_event_unref (event);
}

GST_END_TEST;

/* ---- packets of many memories ---- */

#define OUR_ID 3
#define PAYLOAD_SIZE 40

/* First byte, profile of the extension (0: none), its bytes. */
static const struct
{
  guint8 first;
  guint16 profile;
  gsize size;
  guint8 bytes[12];
} heads[] = {
  {0x80, 0, 0, {0}},
  {0x82, 0, 0, {0}},
  {0x90, 0xbede, 0, {0}},
  {0x90, 0xbede, 4, {0x10, 0xaa, 0, 0}},
  {0x92, 0xbede, 8, {0x12, 1, 2, 3, 0x51, 4, 5, 0}},
  {0x90, 0x1000, 8, {1, 3, 1, 2, 3, 9, 0, 0}},
  {0x91, 0x1005, 12, {1, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0}},
  {0xb1, 0xbede, 4, {0x10, 0xaa, 0, 0}},
  {0x90, 0xbede, 4, {0x31, 7, 7, 0}},
  {0x90, 0x1234, 4, {1, 2, 3, 4}}
};

static GByteArray *
packet_of (guint n)
{
  GByteArray *packet = g_byte_array_new ();
  guint8 bytes[PAYLOAD_SIZE] = { heads[n].first, 96, 0, 1, };

  g_byte_array_append (packet, bytes, 12 + 4 * (heads[n].first & 0x0f));
  if (heads[n].profile != 0) {
    GST_WRITE_UINT16_BE (bytes, heads[n].profile);
    GST_WRITE_UINT16_BE (bytes + 2, heads[n].size / 4);
    g_byte_array_append (packet, bytes, 4);
    g_byte_array_append (packet, heads[n].bytes, heads[n].size);
  }
  memset (bytes, 5, sizeof (bytes));
  g_byte_array_append (packet, bytes, sizeof (bytes));
  return packet;
}

/* Each memory is a block of its own, so that a tool sees what is read behind it. */
static void
append_bytes (GstBuffer * buffer, const guint8 * bytes, gsize size)
{
  guint8 *copy = g_malloc (size);

  memcpy (copy, bytes, size);
  gst_buffer_append_memory (buffer, gst_memory_new_wrapped (0, copy, size, 0,
          size, copy, g_free));
}

/* In memories up to @first, then of @step bytes each. */
static GstBuffer *
cut (const GByteArray * packet, gsize first, gsize step)
{
  GstBuffer *buffer = gst_buffer_new ();
  gsize at, n = 0;

  for (at = 0; at < packet->len; at += n) {
    n = MIN (at < first ? first - at : step, packet->len - at);
    append_bytes (buffer, packet->data + at, n);
  }
  return buffer;
}

/* Takes the buffer. */
static GBytes *
with_extension (GstBuffer * buffer, gboolean * added)
{
  static const guint8 value[2] = { 0x12, 0x34 };
  gpointer data;
  gsize size;

  *added = gst_rtp_extension_add (buffer, OUR_ID, value, sizeof (value));
  gst_buffer_extract_dup (buffer, 0, G_MAXSIZE, &data, &size);
  gst_buffer_unref (buffer);
  return g_bytes_new_take (data, size);
}

/* As in one piece, wherever the packet is cut. */
GST_START_TEST (test_extension_of_cut_packets)
{
  static const gsize steps[] = { 1, 2, 3, 5, 7, 1000 };
  GByteArray *packet = packet_of (__i__);
  gboolean expected_added, added;
  GBytes *expected = with_extension (cut (packet, 1000, 1000),
      &expected_added);
  gsize first;
  guint i;

  for (first = 1; first < packet->len; first++) {
    for (i = 0; i < G_N_ELEMENTS (steps); i++) {
      GBytes *bytes = with_extension (cut (packet, first, steps[i]), &added);

      fail_unless (added == expected_added, "%u: %u, then %u", __i__,
          (guint) first, (guint) steps[i]);
      fail_unless (g_bytes_equal (bytes, expected), "%u: %u, then %u", __i__,
          (guint) first, (guint) steps[i]);
      g_bytes_unref (bytes);
    }
  }
  g_bytes_unref (expected);
  g_byte_array_unref (packet);
}

GST_END_TEST;

/* Cut off anywhere, in as many pieces: nothing is read behind the end. */
GST_START_TEST (test_extension_of_short_packets)
{
  GByteArray *packet = packet_of (__i__);
  gboolean added;

  for (; packet->len > 1; g_byte_array_set_size (packet, packet->len - 1)) {
    g_bytes_unref (with_extension (cut (packet, 1, 1), &added));
    g_bytes_unref (with_extension (cut (packet, 1000, 1), &added));
    g_bytes_unref (with_extension (cut (packet, 12, 1000), &added));
  }
  g_byte_array_unref (packet);
}

GST_END_TEST;

static Suite *
twcc_suite (void)
{
  Suite *s = suite_create ("twcc");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_twcc_number_of_a_packet);
  tcase_add_test (tc, test_twcc_not_rtp);
  tcase_add_test (tc, test_twcc_id_in_caps);
  tcase_add_test (tc, test_twcc_watch);
  tcase_add_test (tc, test_twcc_event);
  tcase_add_test (tc, test_twcc_event_of_others);
  tcase_add_loop_test (tc, test_extension_of_cut_packets, 0,
      G_N_ELEMENTS (heads));
  tcase_add_loop_test (tc, test_extension_of_short_packets, 0,
      G_N_ELEMENTS (heads));
  return s;
}

GST_CHECK_MAIN (twcc);
