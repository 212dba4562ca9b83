/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The header extension with the capture time: NTP times, bytes, and how it is found in a
 * packet. */
#include <string.h>
#include <gst/check/gstcheck.h>
#include <gst/rtpcc/wire/rtpcc-capturetime.h>

#include "tests/check/libs/rtpcc/mechanism.h"

/* 2024-07-01 12:34:56.789012345 UTC, `date -u +%s`; NTP counts from 1900. */
#define WALL (G_GINT64_CONSTANT (1719837296) * S + 789012345)
#define WALL_NTP_SECONDS (1719837296u + 2208988800u)

static const guint8 packet_one_byte[] = {
  0x91, 0xe0, 0x12, 0x34, 0, 0, 0, 1, 0, 0, 0, 2,       /* one CSRC */
  0, 0, 0, 3,
  0xbe, 0xde, 0, 4,
  0x10, 0xaa, 0,                /* id 1, a byte of padding */
  0x57, 1, 2, 3, 4, 5, 6, 7, 8, /* id 5 */
  0x22, 7, 8, 9,                /* id 2 */
  0xcc                          /* payload */
};

static const guint8 packet_two_bytes[] = {
  0x90, 0xe0, 0x12, 0x34, 0, 0, 0, 1, 0, 0, 0, 2,
  0x10, 0x07, 0, 4,             /* application bits 7 */
  1, 0, 0,                      /* id 1, nothing in it, a byte of padding */
  5, 8, 1, 2, 3, 4, 5, 6, 7, 8, /* id 5 */
  2, 1, 9
};

/* By python3: divmod (789012345 << 32, 10 ** 9) is 3388782217 and a rest of
 * 915269120, so the nearest is the next. */
GST_START_TEST (test_capturetime_ntp_vectors)
{
  static const struct
  {
    RtpCcTime wall;
    guint64 ntp;
  } vectors[] = {
    {0, G_GUINT64_CONSTANT (2208988800) << 32},
    {WALL, (guint64) WALL_NTP_SECONDS << 32 | 3388782218u},
    {-S / 2, G_GUINT64_CONSTANT (2208988799) << 32 | 0x80000000},
    /* The end of era 0, 2036-02-07 06:28:16 */
    {G_GINT64_CONSTANT (2085978495) * S, G_GUINT64_CONSTANT (4294967295) << 32},
    {G_GINT64_CONSTANT (2085978496) * S, 0},
    {G_GINT64_CONSTANT (2085978497) * S + 1,
        (G_GUINT64_CONSTANT (1) << 32) + 4},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (vectors); i++) {
    fail_unless_equals_uint64 (rtp_cc_ntp_from_wall (vectors[i].wall),
        vectors[i].ntp);
    fail_unless_equals_int64 (rtp_cc_ntp_to_wall (vectors[i].ntp),
        vectors[i].wall);
  }
}

GST_END_TEST;

/* 2^-32 s are finer than a ns. */
GST_START_TEST (test_capturetime_ntp_there_and_back)
{
  RtpCcTime wall;

  for (wall = WALL; wall < WALL + 3 * S; wall += 1000003)
    fail_unless_equals_int64 (rtp_cc_ntp_to_wall (rtp_cc_ntp_from_wall (wall)),
        wall);
}

GST_END_TEST;

GST_START_TEST (test_capturetime_write_and_read)
{
  static const guint8 expected[RTP_CC_CAPTURE_TIME_SIZE] = {
    0xea, 0x2d, 0x20, 0xf0, 0xc9, 0xfc, 0xb6, 0x8a
  };
  guint8 data[RTP_CC_CAPTURE_TIME_SIZE];
  RtpCcCaptureTime time;

  memset (data, 0xff, sizeof (data));
  rtp_cc_capture_time_write (data, WALL);
  fail_unless_equals_int (memcmp (data, expected, sizeof (data)), 0);

  fail_unless (rtp_cc_capture_time_read (data, 16, &time));
  fail_unless (time.has_offset);
  fail_unless_equals_int64 (time.offset, 0);
  fail_unless_equals_int64 (time.captured, WALL);

  fail_unless (rtp_cc_capture_time_read (data, 8, &time));
  fail_if (time.has_offset);
  fail_unless_equals_int64 (time.captured, WALL);
}

GST_END_TEST;

/* The capture system's clock is behind the sender's by 1.5 s. */
GST_START_TEST (test_capturetime_offset)
{
  guint8 data[RTP_CC_CAPTURE_TIME_SIZE];
  RtpCcCaptureTime time;

  rtp_cc_capture_time_write (data, WALL);
  GST_WRITE_UINT64_BE (data + 8, (guint64) - (G_GINT64_CONSTANT (3) << 31));
  fail_unless (rtp_cc_capture_time_read (data, 16, &time));
  fail_unless_equals_int64 (time.offset, -1500 * MS);
  fail_unless_equals_int64 (time.captured, WALL + 1500 * MS);
}

GST_END_TEST;

GST_START_TEST (test_capturetime_wrong_sizes)
{
  guint8 data[256] = { 0, };
  RtpCcCaptureTime time;
  guint i;

  for (i = 0; i < 256; i++)
    fail_unless (rtp_cc_capture_time_read (data, i, &time) ==
        (i == 8 || i == 16), "%u", i);
}

GST_END_TEST;

/* Any bytes: the sanitizers look for overflow. */
GST_START_TEST (test_capturetime_extremes)
{
  static const guint64 values[] = {
    0, 1, 0x7fffffff, G_MAXINT64, (guint64) G_MININT64, G_MAXUINT64,
    0xffffffff, 0x80000000
  };
  guint8 data[RTP_CC_CAPTURE_TIME_SIZE];
  RtpCcCaptureTime time;
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (values); i++) {
    for (k = 0; k < G_N_ELEMENTS (values); k++) {
      GST_WRITE_UINT64_BE (data, values[i]);
      GST_WRITE_UINT64_BE (data + 8, values[k]);
      fail_unless (rtp_cc_capture_time_read (data, 16, &time));
      /* 1900 to 2172 */
      fail_unless (time.captured / S >= G_GINT64_CONSTANT (-2208988800));
      fail_unless (time.captured / S <= G_GINT64_CONSTANT (6380945792) + 1);
    }
  }
}

GST_END_TEST;

static void
check_found (const guint8 * packet, gsize size, guint id, guint at,
    gsize expected)
{
  gsize length = 99;
  const guint8 *found = rtp_cc_extension_find (packet, size, id, &length);

  fail_unless (found == packet + at, "id %u", id);
  fail_unless_equals_uint64 (length, expected);
}

GST_START_TEST (test_capturetime_find)
{
  gsize length;

  check_found (packet_one_byte, sizeof (packet_one_byte), 1, 21, 1);
  check_found (packet_one_byte, sizeof (packet_one_byte), 5, 24, 8);
  check_found (packet_one_byte, sizeof (packet_one_byte), 2, 33, 3);
  check_found (packet_two_bytes, sizeof (packet_two_bytes), 1, 18, 0);
  check_found (packet_two_bytes, sizeof (packet_two_bytes), 5, 21, 8);
  check_found (packet_two_bytes, sizeof (packet_two_bytes), 2, 31, 1);
  fail_unless (rtp_cc_extension_find (packet_one_byte,
          sizeof (packet_one_byte), 3, &length) == NULL);
  fail_unless (rtp_cc_extension_find (packet_one_byte,
          sizeof (packet_one_byte), 0, &length) == NULL);
  fail_unless (rtp_cc_extension_find (packet_one_byte,
          sizeof (packet_one_byte), 15, &length) == NULL);
}

GST_END_TEST;

/* RTP of another version, or without the bit that says so, has no extension. */
GST_START_TEST (test_capturetime_find_asks_the_header)
{
  guint8 copy[sizeof (packet_one_byte)];
  gsize length;

  for (guint version = 0; version < 4; version++) {
    for (guint extended = 0; extended < 2; extended++) {
      memcpy (copy, packet_one_byte, sizeof (copy));
      copy[0] = (guint8) (version << 6 | extended << 4 | 1);
      fail_unless_equals_int (rtp_cc_extension_find (copy, sizeof (copy), 5,
              &length) != NULL, version == 2 && extended);
    }
  }
}

GST_END_TEST;

/* Copies of exact size: the address sanitizer sees what is read beyond. */
static const guint8 *
find_in_copy (const guint8 * packet, gsize size, guint id)
{
  guint8 *copy = g_malloc (MAX (size, 1));
  gsize length = 0;
  const guint8 *found;

  memcpy (copy, packet, size);
  found = rtp_cc_extension_find (copy, size, id, &length);
  fail_unless (found == NULL
      || (found >= copy && found + length <= copy + size));
  found = found == NULL ? NULL : packet + (found - copy);
  g_free (copy);
  return found;
}

GST_START_TEST (test_capturetime_find_in_parts)
{
  gsize n;

  for (n = 0; n <= sizeof (packet_one_byte); n++)
    fail_unless ((find_in_copy (packet_one_byte, n, 5) != NULL) == (n >= 32),
        "%u", (guint) n);
  for (n = 0; n <= sizeof (packet_two_bytes); n++)
    fail_unless ((find_in_copy (packet_two_bytes, n, 5) != NULL) == (n >= 29),
        "%u", (guint) n);
}

GST_END_TEST;

GST_START_TEST (test_capturetime_find_in_noise)
{
  GRand *rand = g_rand_new_with_seed (4711);
  guint8 packet[80];
  guint i, k;

  for (i = 0; i < 200000; i++) {
    memcpy (packet, i & 1 ? packet_one_byte : packet_two_bytes, 24);
    for (k = i & 2 ? 20 : 0; k < sizeof (packet); k++)
      packet[k] = (guint8) g_rand_int (rand);
    find_in_copy (packet, g_rand_int_range (rand, 0, sizeof (packet) + 1),
        g_rand_int_range (rand, 0, 256));
  }
  g_rand_free (rand);
}

GST_END_TEST;

static Suite *
capturetime_suite (void)
{
  Suite *s = suite_create ("capturetime");
  TCase *tc = tcase_create ("capturetime");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_capturetime_ntp_vectors);
  tcase_add_test (tc, test_capturetime_ntp_there_and_back);
  tcase_add_test (tc, test_capturetime_write_and_read);
  tcase_add_test (tc, test_capturetime_offset);
  tcase_add_test (tc, test_capturetime_wrong_sizes);
  tcase_add_test (tc, test_capturetime_extremes);
  tcase_add_test (tc, test_capturetime_find);
  tcase_add_test (tc, test_capturetime_find_asks_the_header);
  tcase_add_test (tc, test_capturetime_find_in_parts);
  tcase_add_test (tc, test_capturetime_find_in_noise);
  return s;
}

GST_CHECK_MAIN (capturetime);
