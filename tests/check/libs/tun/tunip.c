/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* IP packets of linkemu-tun: ECN marks, checksums, flows, and bytes that are no packet.
 * */
#include <gst/check/gstcheck.h>
#include <ip.h>

#include <string.h>

#define IP4_SIZE 28
#define IP6_SIZE 48

/* UDP from 192.168.0.1:1024 to 192.168.0.199:5004; checksum b861. */
static const guint8 ip4[IP4_SIZE] = {
  0x45, 0x00, 0x00, 0x73, 0x00, 0x00, 0x40, 0x00,
  0x40, 0x11, 0xb8, 0x61, 0xc0, 0xa8, 0x00, 0x01,
  0xc0, 0xa8, 0x00, 0xc7, 0x04, 0x00, 0x13, 0x8c,
  0x00, 0x5f, 0x00, 0x00,
};

/* TCP from port 1024 to port 80. */
static const guint8 ip6[IP6_SIZE] = {
  0x60, 0x01, 0x23, 0x45, 0x00, 0x14, 0x06, 0x40,
  0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
  0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2,
  0x04, 0x00, 0x00, 0x50, 0, 0, 0, 0,
};

/* RFC 1071, over a header without options; a right one gives 0. */
static guint16
checksum (const guint8 * packet)
{
  guint32 sum = 0;

  for (guint i = 0; i < 20; i += 2)
    sum += (guint32) (packet[i] << 8 | packet[i + 1]);
  while (sum > 0xffff)
    sum = (sum & 0xffff) + (sum >> 16);
  return (guint16) ~ sum;
}

static void
set_checksum (guint8 * packet)
{
  guint16 sum;

  packet[10] = packet[11] = 0;
  sum = checksum (packet);
  packet[10] = (guint8) (sum >> 8);
  packet[11] = (guint8) sum;
}

static void
assert_flow (const guint8 * packet, gsize size, const gchar * expected)
{
  TunIpInfo info;
  gchar name[TUN_FLOW_SIZE];

  fail_unless (tun_ip_parse (packet, size, &info));
  tun_ip_flow_name (&info, name);
  fail_unless_equals_string (name, expected);
}

static guint32
flow_of (const guint8 * packet, gsize size)
{
  TunIpInfo info;

  fail_unless (tun_ip_parse (packet, size, &info));
  return info.flow;
}

GST_START_TEST (test_ip4_mark_vectors)
{
  guint8 packet[IP4_SIZE];

  memcpy (packet, ip4, sizeof (packet));
  fail_unless_equals_int (checksum (packet), 0);
  tun_ip_mark_ce (packet);
  fail_unless_equals_int (packet[1], 3);
  fail_unless_equals_int_hex (packet[10] << 8 | packet[11], 0xb85e);
  /* It is CE now, and stays as it is. */
  tun_ip_mark_ce (packet);
  fail_unless_equals_int_hex (packet[10] << 8 | packet[11], 0xb85e);
}

GST_END_TEST;

/* All but the checksum, which has two zeros, is as if made anew. */
static gboolean
is_marked_right (guint tos, guint id)
{
  guint8 packet[IP4_SIZE], expected[IP4_SIZE];

  memcpy (packet, ip4, sizeof (packet));
  packet[1] = (guint8) tos;
  packet[4] = (guint8) (id >> 8);
  packet[5] = (guint8) id;
  set_checksum (packet);
  memcpy (expected, packet, sizeof (expected));
  expected[1] |= 3;
  tun_ip_mark_ce (packet);
  return checksum (packet) == 0 && memcmp (packet, expected, 10) == 0 &&
      memcmp (packet + 12, expected + 12, IP4_SIZE - 12) == 0;
}

/* Carries of RFC 1624 among them. */
GST_START_TEST (test_ip4_mark_keeps_the_checksum)
{
  guint wrong = 0;

  for (guint tos = 0; tos < 256; tos++) {
    for (guint id = 0; id < 65536; id += 7)
      wrong += !is_marked_right (tos, id);
  }
  fail_unless_equals_int (wrong, 0);
}

GST_END_TEST;

GST_START_TEST (test_ip6_mark_traffic_class)
{
  for (guint class = 0; class < 256; class++) {
    guint8 packet[IP6_SIZE];
    TunIpInfo info;

    memcpy (packet, ip6, sizeof (packet));
    packet[0] = (guint8) (0x60 | class >> 4);
    packet[1] = (guint8) (class << 4 | 0x01);
    fail_unless (tun_ip_parse (packet, sizeof (packet), &info));
    fail_unless_equals_int (info.version, 6);
    fail_unless_equals_int (info.ecn, class & 3);
    tun_ip_mark_ce (packet);
    fail_unless_equals_int ((packet[0] << 4 | packet[1] >> 4) & 0xff,
        class | 3);
    fail_unless_equals_int (packet[0] >> 4, 6);
    fail_unless_equals_int (packet[1] & 0x0f, 1);
    fail_unless (memcmp (packet + 2, ip6 + 2, IP6_SIZE - 2) == 0);
  }
}

GST_END_TEST;

GST_START_TEST (test_ip_ecn_and_names)
{
  guint8 packet[IP4_SIZE];
  TunIpInfo info;

  memcpy (packet, ip4, sizeof (packet));
  for (guint tos = 0; tos < 256; tos++) {
    packet[1] = (guint8) tos;
    fail_unless (tun_ip_parse (packet, sizeof (packet), &info));
    fail_unless_equals_int (info.ecn, tos & 3);
    fail_unless_equals_int (info.version, 4);
  }
  assert_flow (packet, sizeof (packet), "udp:5004");
  packet[9] = 6;
  assert_flow (packet, sizeof (packet), "tcp:5004");
  packet[9] = 1;
  assert_flow (packet, sizeof (packet), "ip:1");
  packet[9] = 17;
  packet[7] = 1;                /* a fragment has no ports, ... */
  assert_flow (packet, sizeof (packet), "ip:17");
  packet[7] = 0;
  packet[6] = 0x20;             /* ... but the first one has */
  assert_flow (packet, sizeof (packet), "udp:5004");
  assert_flow (packet, 23, "ip:17");
  assert_flow (ip6, sizeof (ip6), "tcp:80");
}

GST_END_TEST;

/* Header @next of @size bytes, a multiple of 8, goes before the TCP header. */
static gsize
with_extension (guint8 * packet, guint8 next, gsize size)
{
  memcpy (packet, ip6, 40);
  memset (packet + 40, 0, size);
  memcpy (packet + 40 + size, ip6 + 40, 8);
  packet[6] = next;
  packet[40] = 6;
  packet[41] = (guint8) (size / 8 - 1);
  return 48 + size;
}

GST_START_TEST (test_ip6_extension_headers)
{
  guint8 packet[128];
  gsize size;

  assert_flow (packet, with_extension (packet, 0, 8), "tcp:80");
  assert_flow (packet, with_extension (packet, 43, 24), "tcp:80");
  assert_flow (packet, with_extension (packet, 60, 64), "tcp:80");
  assert_flow (packet, with_extension (packet, 50, 8), "ip:50");
  /* A fragment's second byte is reserved. */
  size = with_extension (packet, 44, 8);
  assert_flow (packet, size, "tcp:80");
  packet[43] = 0xf9;
  assert_flow (packet, size, "ip:6");
  /* It says to be longer than the packet is. */
  size = with_extension (packet, 60, 8);
  packet[41] = 255;
  assert_flow (packet, size, "ip:6");
}

GST_END_TEST;

GST_START_TEST (test_ip_flow_is_the_5_tuple)
{
  static const guint other_flow[] = { 9, 12, 15, 16, 19, 20, 21, 22, 23 };
  static const guint same_flow[] = { 1, 2, 3, 4, 5, 8, 10, 11, 24, 25 };
  guint32 flow = flow_of (ip4, sizeof (ip4));
  guint8 packet[IP4_SIZE];

  for (guint i = 0; i < G_N_ELEMENTS (other_flow); i++) {
    memcpy (packet, ip4, sizeof (packet));
    packet[other_flow[i]] ^= 0x17;
    fail_unless (flow_of (packet, sizeof (packet)) != flow,
        "byte %u", other_flow[i]);
  }
  for (guint i = 0; i < G_N_ELEMENTS (same_flow); i++) {
    memcpy (packet, ip4, sizeof (packet));
    packet[same_flow[i]] ^= 0x17;
    fail_unless (flow_of (packet, sizeof (packet)) == flow,
        "byte %u", same_flow[i]);
  }
}

GST_END_TEST;

/* A queue for each flow is chosen by the remainder of a small number. */
GST_START_TEST (test_ip_flow_spreads)
{
  guint used[64] = { 0, };
  guint8 packet[IP4_SIZE];

  memcpy (packet, ip4, sizeof (packet));
  for (guint port = 0; port < 6400; port++) {
    packet[20] = (guint8) (port >> 8);
    packet[21] = (guint8) port;
    used[flow_of (packet, sizeof (packet)) % G_N_ELEMENTS (used)]++;
  }
  /* Mean 100, deviation 10: 5 deviations. */
  for (guint i = 0; i < G_N_ELEMENTS (used); i++)
    fail_unless (used[i] > 50 && used[i] < 150, "%u of 6400", used[i]);
}

GST_END_TEST;

static void
parse_copy (const guint8 * packet, gsize size)
{
  /* Of its exact size, so that a sanitizer sees each read behind it. */
  guint8 *copy = g_memdup (packet, size);
  TunIpInfo info;

  if (copy != NULL && tun_ip_parse (copy, size, &info))
    tun_ip_mark_ce (copy);
  g_free (copy);
}

GST_START_TEST (test_ip_cut_off)
{
  TunIpInfo info;
  guint8 packet[IP4_SIZE];

  for (gsize size = 0; size < IP4_SIZE; size++) {
    fail_unless_equals_int (tun_ip_parse (ip4, size, &info), size >= 20);
    parse_copy (ip4, size);
  }
  for (gsize size = 0; size < IP6_SIZE; size++) {
    fail_unless_equals_int (tun_ip_parse (ip6, size, &info), size >= 40);
    parse_copy (ip6, size);
  }
  memcpy (packet, ip4, sizeof (packet));
  packet[0] = 0x48;             /* 32 bytes of header */
  fail_if (tun_ip_parse (packet, sizeof (packet), &info));
  packet[0] = 0x44;
  fail_if (tun_ip_parse (packet, sizeof (packet), &info));
  packet[0] = 0x55;
  fail_if (tun_ip_parse (packet, sizeof (packet), &info));
}

GST_END_TEST;

GST_START_TEST (test_ip_random_bytes)
{
  GRand *random = g_rand_new_with_seed (5);

  for (guint i = 0; i < 200000; i++) {
    guint8 packet[96];
    gsize size = (gsize) g_rand_int_range (random, 0, sizeof (packet) + 1);

    for (guint n = 0; n < sizeof (packet); n++)
      packet[n] = (guint8) g_rand_int (random);
    packet[0] = (guint8) ((packet[0] & 0x0f) | (i % 2 ? 0x40 : 0x60));
    /* Extension headers, mostly. */
    packet[6] = packet[6] % 2 ? packet[6] : 60;
    packet[40] = packet[40] % 4 ? 60 : packet[40];
    packet[41] = packet[41] % 8 ? 0 : packet[41];
    parse_copy (packet, size);
  }
  g_rand_free (random);
}

GST_END_TEST;

static Suite *
tun_ip_suite (void)
{
  Suite *s = suite_create ("tunip");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_ip4_mark_vectors);
  tcase_add_test (tc, test_ip4_mark_keeps_the_checksum);
  tcase_add_test (tc, test_ip6_mark_traffic_class);
  tcase_add_test (tc, test_ip_ecn_and_names);
  tcase_add_test (tc, test_ip6_extension_headers);
  tcase_add_test (tc, test_ip_flow_is_the_5_tuple);
  tcase_add_test (tc, test_ip_flow_spreads);
  tcase_add_test (tc, test_ip_cut_off);
  tcase_add_test (tc, test_ip_random_bytes);

  return s;
}

GST_CHECK_MAIN (tun_ip);
