/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamfecenc and screamfecdec: what one sends the other restores, byte for byte, and as
 * docs/research/fec-payload.md describes it. */
#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>

#include <stdio.h>

#define CAPS "application/x-rtp,media=video,payload=96,clock-rate=90000"
#define SSRC 0x11223344
#define FEC 122
#define STREAMS 32              /* of screamfecdec */

static GstHarness *enc, *dec;
static guint16 seq;

static GstHarness *
harness_new (const gchar * line, const gchar * caps)
{
  GstHarness *h = gst_harness_new_parse (line);

  gst_harness_set_src_caps_str (h, caps);
  return h;
}

static void
start (const gchar * line)
{
  enc = harness_new (line, CAPS);
  dec = harness_new ("screamfecdec", CAPS);
  seq = 65530;
}

static void
stop (void)
{
  gst_harness_teardown (enc);
  gst_harness_teardown (dec);
}

static guint64
get_stat (GstHarness * h, const gchar * name)
{
  GstElement *element = gst_harness_find_element (h,
      h == dec ? "screamfecdec" : "screamfecenc");
  GstStructure *stats;
  guint64 value = 0;

  g_object_get (element, "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, name, &value));
  gst_structure_free (stats);
  gst_object_unref (element);
  return value;
}

/* ---- packets ---- */

static GstBuffer *
new_packet (guint32 ssrc, guint8 type, guint frame, gsize size)
{
  guint8 *data = g_malloc (size);
  gsize i;

  data[0] = 0x80;
  data[1] = type;
  GST_WRITE_UINT16_BE (data + 2, seq);
  GST_WRITE_UINT32_BE (data + 4, 3000 * frame);
  GST_WRITE_UINT32_BE (data + 8, ssrc);
  for (i = 12; i < size; i++)
    data[i] = (guint8) (seq * 31 + i * 7);
  seq++;
  return gst_buffer_new_wrapped (data, size);
}

static void
send (GstBuffer * buffer)
{
  fail_unless_equals_int (gst_harness_push (enc, buffer), GST_FLOW_OK);
}

static void
send_frame (guint frame, guint packets)
{
  guint i;

  for (i = 0; i < packets; i++)
    send (new_packet (SSRC, 96 | (i + 1 == packets ? 0x80 : 0), frame,
            20 + (seq * 271u) % 1200));
}

static gboolean
is_fec (GstBuffer * buffer)
{
  guint8 type;

  gst_buffer_extract (buffer, 1, &type, 1);
  return (type & 0x7f) == FEC;
}

static guint
number_of (GstBuffer * buffer)
{
  guint8 data[2];

  gst_buffer_extract (buffer, 2, data, 2);
  return GST_READ_UINT16_BE (data);
}

/* From the encoder to the decoder, but for each packet of media whose bit is in @lost; they are
 * in @media. */
static guint
carry (guint64 lost, GPtrArray * media)
{
  GstBuffer *buffer;
  guint fec = 0, i = 0;

  while ((buffer = gst_harness_try_pull (enc)) != NULL) {
    if (is_fec (buffer)) {
      fec++;
    } else {
      g_ptr_array_add (media, gst_buffer_ref (buffer));
      if (lost >> i++ & 1) {
        gst_buffer_unref (buffer);
        continue;
      }
    }
    fail_unless_equals_int (gst_harness_push (dec, buffer), GST_FLOW_OK);
  }
  return fec;
}

static gint
by_number (gconstpointer a, gconstpointer b)
{
  return (gint16) (number_of (*(GstBuffer **) a) -
      number_of (*(GstBuffer **) b));
}

/* All packets of @media come out, once each. */
static void
assert_whole (GPtrArray * media)
{
  GPtrArray *out = g_ptr_array_new_with_free_func ((GDestroyNotify)
      gst_buffer_unref);
  GstBuffer *buffer;
  GstMapInfo map;
  guint i;

  while ((buffer = gst_harness_try_pull (dec)) != NULL)
    g_ptr_array_add (out, buffer);
  g_ptr_array_sort (out, by_number);
  fail_unless_equals_int (out->len, media->len);
  for (i = 0; i < out->len; i++) {
    buffer = g_ptr_array_index (media, i);
    gst_buffer_map (buffer, &map, GST_MAP_READ);
    fail_unless_equals_int (gst_buffer_get_size (g_ptr_array_index (out, i)),
        map.size);
    fail_unless (gst_buffer_memcmp (g_ptr_array_index (out, i), 0, map.data,
            map.size) == 0);
    gst_buffer_unmap (buffer, &map);
  }
  g_ptr_array_unref (out);
}

static GPtrArray *
media_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) gst_buffer_unref);
}

/* What was sent until now, @lost: all is whole; how much FEC there was. */
static guint
check_whole (guint64 lost)
{
  GPtrArray *media = media_new ();
  guint fec = carry (lost, media);

  assert_whole (media);
  g_ptr_array_unref (media);
  return fec;
}

/* With the first FEC, media begin to be kept. */
static void
begin (const gchar * line)
{
  start (line);
  send_frame (0, 1);
  fail_unless_equals_int (check_whole (0), 1);
}

/* ---- tests ---- */

/* Lines of the document: media, fec, end, and hexadecimal digits. */
static GstBuffer *
parse_vector (const gchar * line, const gchar * kind)
{
  const gchar *digits = line + strlen (kind) + 1;
  GByteArray *bytes;
  guint byte, size;

  if (!g_str_has_prefix (line, kind) || digits[-1] != ' '
      || digits[strspn (digits, "0123456789abcdef")] != '\0')
    return NULL;
  bytes = g_byte_array_new ();
  for (; sscanf (digits, "%2x", &byte) == 1; digits += 2) {
    guint8 value = (guint8) byte;

    g_byte_array_append (bytes, &value, 1);
  }
  size = bytes->len;
  return gst_buffer_new_wrapped (g_byte_array_free (bytes, FALSE), size);
}

static void
assert_payload (GstBuffer * packet, GstBuffer * expected)
{
  GstMapInfo map;

  gst_buffer_map (expected, &map, GST_MAP_READ);
  fail_unless_equals_int (gst_buffer_get_size (packet), 12 + map.size);
  fail_unless (gst_buffer_memcmp (packet, 12, map.data, map.size) == 0);
  gst_buffer_unmap (expected, &map);
  gst_buffer_unref (expected);
  gst_buffer_unref (packet);
}

/* Each line of @kind is the payload of a packet of FEC that comes out. */
static guint
compare_vectors (gchar ** lines, const gchar * kind)
{
  GstBuffer *expected, *buffer;
  guint n = 0;

  for (; *lines != NULL; lines++) {
    if ((expected = parse_vector (*lines, kind)) == NULL)
      continue;
    while (!is_fec (buffer = gst_harness_pull (enc)))
      gst_buffer_unref (buffer);
    assert_payload (buffer, expected);
    n++;
  }
  return n;
}

static void
send_vectors (gchar ** lines)
{
  GstBuffer *buffer;

  for (; *lines != NULL; lines++) {
    if ((buffer = parse_vector (*lines, "media")) != NULL)
      send (buffer);
  }
}

GST_START_TEST (test_as_documented)
{
  gchar *text, **lines;

  fail_unless (g_file_get_contents (g_getenv ("FEC_PAYLOAD"), &text, NULL,
          NULL));
  lines = g_strsplit (text, "\n", -1);
  start ("screamfecenc percentage=66");
  send_vectors (lines);
  fail_unless_equals_int (compare_vectors (lines, "fec"), 2);
  gst_harness_set (enc, "screamfecenc", "percentage", 0, "loss", 0.0,
      "frame-ends", TRUE, NULL);
  send_vectors (lines);
  fail_unless_equals_int (compare_vectors (lines, "end"), 1);
  stop ();
  g_strfreev (lines);
  g_free (text);
}

GST_END_TEST;

GST_START_TEST (test_restores)
{
  guint i;

  begin ("screamfecenc percentage=40");
  for (i = 0; i < 5; i++) {
    send_frame (i, 5);
    fail_unless_equals_int (check_whole (1 << i | 1 << 3), 2);
  }
  fail_unless_equals_uint64 (get_stat (dec, "packets-recovered"), 9);
  fail_unless_equals_uint64 (get_stat (dec, "fec-packets-received"), 11);
  fail_unless_equals_uint64 (get_stat (enc, "fec-packets"), 11);
  fail_unless_equals_uint64 (get_stat (enc, "blocks"), 6);
  /* Larger than a block. */
  send_frame (i, 60);
  fail_unless_equals_int (check_whole (G_GUINT64_CONSTANT (1) << 55 | 0xff),
      20 + 5);
  stop ();
}

GST_END_TEST;

GST_START_TEST (test_as_much_as_loss_takes)
{
  guint light, heavy;

  start ("screamfecenc loss=0.01");
  send_frame (0, 10);
  light = check_whole (0);
  gst_harness_set (enc, "screamfecenc", "loss", 0.1, NULL);
  send_frame (1, 10);
  heavy = check_whole (0);
  fail_unless (light >= 1 && heavy > light);
  gst_harness_set (enc, "screamfecenc", "loss", 0.0, NULL);
  send_frame (2, 10);
  fail_unless_equals_int (check_whole (0), 0);
  stop ();
}

GST_END_TEST;

/* Two frames are a block while there is time for both; what is left at the end has FEC. */
GST_START_TEST (test_blocks_of_several_frames)
{
  start ("screamfecenc percentage=20 max-delay=10000");
  send_frame (0, 2);
  send_frame (1, 2);
  fail_unless_equals_int (check_whole (0), 0);
  gst_harness_push_event (enc, gst_event_new_eos ());
  fail_unless_equals_int (check_whole (0), 1);
  fail_unless_equals_uint64 (get_stat (enc, "blocks"), 1);
  stop ();
}

GST_END_TEST;

static void
assert_no_fec (const gchar * caps, GstBuffer * buffer)
{
  enc = harness_new ("screamfecenc percentage=100", caps);
  dec = harness_new ("screamfecdec", CAPS);
  send (buffer);
  fail_unless (!is_fec (buffer = gst_harness_pull (enc)));
  gst_buffer_unref (buffer);
  fail_unless (gst_harness_try_pull (enc) == NULL);
  stop ();
}

GST_START_TEST (test_what_gets_no_fec)
{
  GstBuffer *extended = new_packet (SSRC, 0xe0, 0, 100);

  assert_no_fec ("application/x-rtp,media=audio,payload=96", new_packet (SSRC,
          0xe0, 0, 100));
  assert_no_fec ("application/x-rtp,media=video,payload=122",
      new_packet (SSRC, 0xe0, 0, 100));
  gst_buffer_memset (extended, 0, 0x90, 1);
  gst_buffer_memset (extended, 14, 0, 2);
  assert_no_fec (CAPS, extended);
  assert_no_fec (CAPS, gst_buffer_new_memdup ("\x80\x60\0\0", 5));
}

GST_END_TEST;

static void
push_segment (GstHarness * h)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_harness_push_event (h, gst_event_new_segment (&segment));
}

/* A gap, another SSRC and a flush end a block, and what follows is protected. */
GST_START_TEST (test_blocks_that_end)
{
  begin ("screamfecenc percentage=100");
  send (new_packet (SSRC, 96, 1, 100));
  seq++;
  send_frame (1, 2);
  fail_unless_equals_int (check_whole (2), 2);
  send (new_packet (SSRC + 1, 96, 2, 100));
  send_frame (2, 2);
  fail_unless_equals_int (check_whole (2), 2);
  send (new_packet (SSRC, 96, 3, 100));
  gst_harness_push_event (enc, gst_event_new_flush_start ());
  gst_harness_push_event (enc, gst_event_new_flush_stop (TRUE));
  push_segment (enc);
  send_frame (3, 2);
  fail_unless_equals_uint64 (get_stat (enc, "fec-packets"), 1 + 3 * 2);
  stop ();
}

GST_END_TEST;

static void
start_again (GstHarness * h)
{
  GstCaps *caps = gst_caps_from_string (CAPS);

  gst_element_set_state (h->element, GST_STATE_READY);
  gst_harness_play (h);
  gst_harness_push_event (h, gst_event_new_stream_start ("again"));
  gst_harness_push_event (h, gst_event_new_caps (caps));
  gst_caps_unref (caps);
  push_segment (h);
}

/* What was half of a block is forgotten, and so are the streams. */
GST_START_TEST (test_states)
{
  guint i;

  begin ("screamfecenc percentage=100");
  for (i = 0; i < 3; i++) {
    send_frame (i, 2);
    fail_unless_equals_int (check_whole (1), 2);
    send (new_packet (SSRC, 96, i, 100));
    fail_unless_equals_int (check_whole (0), 0);
    start_again (enc);
    start_again (dec);
    fail_unless_equals_uint64 (get_stat (dec, "fec-packets-received"), 0);
    send_frame (i, 1);
    fail_unless_equals_int (check_whole (0), 1);
    fail_unless_equals_uint64 (get_stat (dec, "fec-packets-received"), 1);
  }
  stop ();
}

GST_END_TEST;

static void
on_fec (GstElement * element, guint ssrc, guint first, guint packets,
    gboolean is_end, guint * told)
{
  *told += packets;
  fail_unless (packets == 0 || (ssrc == SSRC && !is_end));
}

GST_START_TEST (test_what_is_no_fec)
{
  GRand *rand = g_rand_new_with_seed (37);
  GstElement *element;
  GstBuffer *buffer;
  guint told = 0, i, j;

  begin ("screamfecenc percentage=100");
  element = gst_harness_find_element (dec, "screamfecdec");
  g_signal_connect (element, "fec-received", G_CALLBACK (on_fec), &told);
  gst_object_unref (element);
  for (i = 0; i < 2000; i++) {
    guint8 data[64] = { 0x80, FEC };
    gsize size = (gsize) g_rand_int_range (rand, 1, sizeof (data));

    for (j = 2; j < sizeof (data); j++)
      data[j] = (guint8) g_rand_int_range (rand, 0, 256);
    gst_harness_push (dec, gst_buffer_new_memdup (data, size));
  }
  fail_unless_equals_int (told, 0);
  fail_unless (get_stat (dec, "fec-packets-refused") > 1000);
  send_frame (0, 2);
  while ((buffer = gst_harness_try_pull (dec)) != NULL)
    gst_buffer_unref (buffer);
  fail_unless_equals_int (check_whole (2), 2);
  fail_unless_equals_int (told, 4);
  g_rand_free (rand);
  stop ();
}

GST_END_TEST;

/* Their packets come in turn; one more than there is place for makes the oldest a stranger. */
GST_START_TEST (test_several_streams)
{
  GstHarness *encoders[STREAMS + 1];
  guint i;

  dec = harness_new ("screamfecdec", CAPS);
  for (i = 0; i <= STREAMS; i++) {
    encoders[i] = harness_new ("screamfecenc percentage=100", CAPS);
    gst_harness_push (encoders[i], new_packet (i, 0xe0, 0, 100));
    gst_harness_push (dec, gst_harness_pull (encoders[i]));
    gst_harness_push (dec, gst_harness_pull (encoders[i]));
    gst_harness_push (dec, new_packet (i, 0xe0, 0, 100));
  }
  for (i = 0; i <= STREAMS; i++) {
    gst_harness_push (encoders[i], new_packet (i, 0xe0, 1, 200));
    gst_buffer_unref (gst_harness_pull (encoders[i]));
    gst_harness_push (dec, gst_harness_pull (encoders[i]));
    gst_harness_teardown (encoders[i]);
  }
  fail_unless_equals_uint64 (get_stat (dec, "fec-packets-refused"), 1);
  fail_unless_equals_uint64 (get_stat (dec, "packets-recovered"), STREAMS);
  gst_harness_teardown (dec);
}

GST_END_TEST;

static Suite *
screamfec_suite (void)
{
  Suite *s = suite_create ("screamfec");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_as_documented);
  tcase_add_test (tc, test_restores);
  tcase_add_test (tc, test_as_much_as_loss_takes);
  tcase_add_test (tc, test_blocks_of_several_frames);
  tcase_add_test (tc, test_what_gets_no_fec);
  tcase_add_test (tc, test_blocks_that_end);
  tcase_add_test (tc, test_states);
  tcase_add_test (tc, test_what_is_no_fec);
  tcase_add_test (tc, test_several_streams);

  return s;
}

GST_CHECK_MAIN (screamfec);
