/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pieces of linkemu-tun: cut into the packets that a network card would make of
 * them, put together again, and bytes that are none.
 */
#include <gst/check/gstcheck.h>
#include <merge.h>
#include <split.h>

#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

#define VNET sizeof (struct virtio_net_hdr)
#define MAX_PACKETS 80

typedef struct
{
  guint8 bytes[TUN_READ_SIZE];
  gsize size;
} Piece;

/* RFC 1071: the sum of all words, folded. */
static guint16
sum_of (const guint8 * bytes, gsize size, guint32 sum)
{
  for (gsize i = 0; i < size; i++)
    sum += i % 2 ? bytes[i] : (guint32) bytes[i] << 8;
  while (sum > 0xffff)
    sum = (sum & 0xffff) + (sum >> 16);
  return (guint16) sum;
}

static void
fill_ip4 (guint8 * at, guint8 protocol, gsize size)
{
  static const guint8 addresses[] = { 10, 91, 0, 1, 10, 91, 0, 2 };

  memset (at, 0, 20);
  at[0] = 0x45;
  at[1] = 0xba;
  tun_ip_write16 (at + 2, (guint16) size);
  tun_ip_write16 (at + 4, 0xfffe);
  at[6] = 0x40;
  at[8] = 64;
  at[9] = protocol;
  memcpy (at + 12, addresses, sizeof (addresses));
}

static void
fill_ip6 (guint8 * at, guint8 protocol, gsize size)
{
  memset (at, 0, 40);
  at[0] = 0x60;
  tun_ip_write16 (at + 4, (guint16) (size - 40));
  at[6] = protocol;
  at[7] = 64;
  at[23] = 1;
  at[39] = 2;
}

/* @segment: 0: one packet. */
static void
make_piece (Piece * piece, guint version, guint8 protocol, gsize payload,
    gsize segment)
{
  gsize ip = version == 4 ? 20 : 40;
  gsize transport = protocol == IPPROTO_UDP ? 8 : 32;
  gsize size = ip + transport + payload;
  struct virtio_net_hdr header = { 0 };
  guint8 *packet = piece->bytes + VNET;

  (version == 4 ? fill_ip4 : fill_ip6) (packet, protocol, size);
  memset (packet + ip, 0, transport);
  tun_ip_write16 (packet + ip, 1024);
  tun_ip_write16 (packet + ip + 2, 5004);
  if (protocol == IPPROTO_UDP) {
    tun_ip_write16 (packet + ip + 4, (guint16) (8 + payload));
  } else {
    tun_ip_write32 (packet + ip + 4, 0xffffff00);
    packet[ip + 12] = 0x80;     /* 12 bytes of options */
    packet[ip + 13] = 0x18;     /* ACK, PSH */
    packet[ip + 20] = 0x17;
  }
  for (gsize i = 0; i < payload; i++)
    packet[ip + transport + i] = (guint8) (i * 31 + i / 256);
  header.flags = VIRTIO_NET_HDR_F_NEEDS_CSUM;
  header.csum_start = (guint16) ip;
  header.csum_offset = protocol == IPPROTO_UDP ? 6 : 16;
  if (segment > 0)
    header.gso_type = protocol == IPPROTO_UDP ? VIRTIO_NET_HDR_GSO_UDP_L4
        : version == 4 ? VIRTIO_NET_HDR_GSO_TCPV4 : VIRTIO_NET_HDR_GSO_TCPV6;
  header.gso_size = (guint16) segment;
  memcpy (piece->bytes, &header, VNET);
  piece->size = VNET + size;
}

static guint
split_all (const Piece * piece, TunPacket * packets)
{
  TunSplit split;
  guint n = 0;

  fail_unless (tun_split_begin (&split, piece->bytes, piece->size));
  while (tun_split_left (&split) > 0) {
    fail_unless (n < MAX_PACKETS);
    tun_split_next (&split, &packets[n]);
    fail_unless (tun_ip_parse (packets[n].data, packets[n].size,
            &packets[n].ip));
    n++;
  }
  return n;
}

/* What a device would finish is what the standard wants: the sum of pseudo header and
 * segment, checksum field included, is then all ones. */
static void
check_packet (const TunPacket * packet, guint version, gsize size)
{
  const guint8 *ip = packet->data;
  gsize header = version == 4 ? 20 : 40;
  gsize address = version == 4 ? 12 : 8;
  gsize length = packet->size - header;
  guint32 pseudo = (guint32) length + packet->ip.protocol;

  fail_unless_equals_int (packet->size, size);
  fail_unless_equals_int (packet->sum_start, header);
  fail_unless_equals_int (tun_ip_read16 (ip + (version == 4 ? 2 : 4)),
      version == 4 ? packet->size : length);
  if (version == 4)
    fail_unless_equals_int_hex (sum_of (ip, 20, 0), 0xffff);
  if (packet->ip.protocol == IPPROTO_UDP)
    fail_unless_equals_int (tun_ip_read16 (ip + header + 4), length);
  fail_unless_equals_int_hex (tun_ip_read16 (ip + header + packet->sum_offset),
      sum_of (ip + address, header - address, pseudo));
}

static void
check_udp (guint version)
{
  Piece *piece = g_new (Piece, 1);
  TunPacket *packets = g_new (TunPacket, MAX_PACKETS);
  gsize header = version == 4 ? 28 : 48;
  gsize at = VNET + header;
  guint n;

  make_piece (piece, version, IPPROTO_UDP, 10 * 1000 + 10, 1000);
  n = split_all (piece, packets);
  fail_unless_equals_int (n, 11);
  for (guint i = 0; i < n; i++) {
    gsize size = i < 10 ? 1000 : 10;

    check_packet (&packets[i], version, header + size);
    fail_unless (memcmp (packets[i].data + header, piece->bytes + at,
            size) == 0);
    at += size;
    if (version == 4)
      fail_unless_equals_int (tun_ip_read16 (packets[i].data + 4),
          (0xfffe + i) & 0xffff);
    fail_unless_equals_int (packets[i].ip.ecn, version == 4 ? 2 : 0);
    fail_unless_equals_int (packets[i].ip.port, 5004);
  }
  g_free (packets);
  g_free (piece);
}

GST_START_TEST (test_split_udp)
{
  check_udp (4);
  check_udp (6);
}

GST_END_TEST;

static void
check_tcp (guint version)
{
  Piece *piece = g_new (Piece, 1);
  TunPacket *packets = g_new (TunPacket, MAX_PACKETS);
  gsize header = version == 4 ? 52 : 72;

  make_piece (piece, version, IPPROTO_TCP, 3 * 1448, 1448);
  fail_unless_equals_int (split_all (piece, packets), 3);
  for (guint i = 0; i < 3; i++) {
    const guint8 *tcp = packets[i].data + header - 32;

    check_packet (&packets[i], version, header + 1448);
    /* It wraps. */
    fail_unless_equals_int64 (tun_ip_read32 (tcp + 4),
        (guint32) (0xffffff00u + i * 1448));
    fail_unless_equals_int_hex (tcp[13], i == 2 ? 0x18 : 0x10);
    fail_unless_equals_int (tcp[20], 0x17);
  }
  g_free (packets);
  g_free (piece);
}

GST_START_TEST (test_split_tcp)
{
  check_tcp (4);
  check_tcp (6);
}

GST_END_TEST;

/* What is written of all packets, as it is read at the other end. */
static void
merge_all (TunPacket * packets, guint n, Piece * written)
{
  TunMerge merge = {.n = 0 };
  int ends[2];

  for (guint i = 0; i < n; i++)
    fail_unless (tun_merge_add (&merge, &packets[i], TRUE), "packet %u", i);
  fail_unless_equals_int (pipe (ends), 0);
  fail_unless (tun_merge_write (&merge, ends[1]));
  written->size = (gsize) read (ends[0], written->bytes, TUN_READ_SIZE);
  close (ends[0]);
  close (ends[1]);
}

static void
check_round_trip (guint version, guint8 protocol, gsize payload, gsize segment)
{
  Piece *piece = g_new0 (Piece, 1), *written = g_new0 (Piece, 1);
  TunPacket *packets = g_new (TunPacket, MAX_PACKETS);
  TunPacket *again = g_new (TunPacket, MAX_PACKETS);
  struct virtio_net_hdr header;
  guint n;

  make_piece (piece, version, protocol, payload, segment);
  n = split_all (piece, packets);
  for (guint i = 0; i < n; i++)
    again[i] = packets[i];
  merge_all (again, n, written);
  fail_unless_equals_int (written->size, piece->size);
  memcpy (&header, written->bytes, VNET);
  fail_unless_equals_int (header.gso_size, n > 1 ? segment : 0);
  fail_unless_equals_int (split_all (written, again), n);
  for (guint i = 0; i < n; i++) {
    fail_unless_equals_int (again[i].size, packets[i].size);
    fail_unless (memcmp (again[i].data, packets[i].data,
            packets[i].size) == 0, "packet %u", i);
  }
  g_free (again);
  g_free (packets);
  g_free (written);
  g_free (piece);
}

GST_START_TEST (test_merge_undoes_split)
{
  for (guint version = 4; version <= 6; version += 2) {
    check_round_trip (version, IPPROTO_UDP, 50 * 1200, 1200);
    check_round_trip (version, IPPROTO_UDP, 5 * 1200 + 1, 1200);
    check_round_trip (version, IPPROTO_UDP, 1200, 1200);
    check_round_trip (version, IPPROTO_TCP, 10 * 1448, 1448);
    check_round_trip (version, IPPROTO_TCP, 10 * 1448 - 1, 1448);
  }
}

GST_END_TEST;

/* Two equal datagrams, of which @byte of the second one is changed. */
static gboolean
merges_with_changed (guint8 protocol, guint byte, guint8 change)
{
  Piece *piece = g_new0 (Piece, 1);
  TunPacket *packets = g_new (TunPacket, MAX_PACKETS);
  TunMerge merge = {.n = 0 };
  gboolean added;

  make_piece (piece, 4, protocol, 3 * 1000, 1000);
  split_all (piece, packets);
  packets[1].data[byte] ^= change;
  fail_unless (tun_ip_parse (packets[1].data, packets[1].size, &packets[1].ip));
  tun_merge_add (&merge, &packets[0], TRUE);
  added = tun_merge_add (&merge, &packets[1], TRUE);
  g_free (packets);
  g_free (piece);
  return added;
}

GST_START_TEST (test_merge_keeps_flows_apart)
{
  /* Mark, TTL, addresses, ports. */
  static const guint other[] = { 1, 8, 15, 19, 21, 23 };
  /* Sequence, acknowledgement, flags, window, options. */
  static const guint other_tcp[] = { 27, 31, 33, 35, 40, 51 };

  fail_unless (merges_with_changed (IPPROTO_UDP, 100, 1));
  fail_unless (merges_with_changed (IPPROTO_TCP, 100, 1));
  for (guint i = 0; i < G_N_ELEMENTS (other); i++) {
    fail_if (merges_with_changed (IPPROTO_UDP, other[i], 1), "%u", other[i]);
    fail_if (merges_with_changed (IPPROTO_TCP, other[i], 1), "%u", other[i]);
  }
  for (guint i = 0; i < G_N_ELEMENTS (other_tcp); i++)
    fail_if (merges_with_changed (IPPROTO_TCP, other_tcp[i], 1), "%u",
        other_tcp[i]);
  /* A fragment. */
  fail_if (merges_with_changed (IPPROTO_UDP, 6, 0x20));
}

GST_END_TEST;

GST_START_TEST (test_merge_bounds)
{
  Piece *piece = g_new0 (Piece, 1);
  TunPacket *packets = g_new (TunPacket, MAX_PACKETS);
  TunMerge merge = {.n = 0 };
  guint n;

  make_piece (piece, 4, IPPROTO_UDP, 70 * 100, 100);
  n = split_all (piece, packets);
  for (guint i = 0; i < TUN_MERGE_MAX; i++)
    fail_unless (tun_merge_add (&merge, &packets[i], TRUE));
  fail_if (tun_merge_add (&merge, &packets[TUN_MERGE_MAX], TRUE));
  fail_unless_equals_int (n, 70);

  /* 64 kB in all. */
  make_piece (piece, 4, IPPROTO_UDP, 44 * 1460, 1460);
  split_all (piece, packets);
  merge.n = 0;
  for (guint i = 0; i < 44; i++)
    fail_unless (tun_merge_add (&merge, &packets[i], TRUE));
  fail_if (tun_merge_add (&merge, &packets[43], TRUE));

  /* A short one is the last; a longer one never comes; no UDP without the kernel. */
  make_piece (piece, 4, IPPROTO_UDP, 1500, 1000);
  split_all (piece, packets);
  merge.n = 0;
  fail_unless (tun_merge_add (&merge, &packets[1], TRUE));
  fail_if (tun_merge_add (&merge, &packets[0], TRUE));
  merge.n = 0;
  fail_unless (tun_merge_add (&merge, &packets[0], TRUE));
  fail_unless (tun_merge_add (&merge, &packets[1], TRUE));
  fail_if (tun_merge_add (&merge, &packets[1], TRUE));
  merge.n = 0;
  fail_unless (tun_merge_add (&merge, &packets[0], FALSE));
  fail_if (tun_merge_add (&merge, &packets[1], FALSE));
  g_free (packets);
  g_free (piece);
}

GST_END_TEST;

static void
fail_if_whole (Piece * piece, gsize size, const gchar * why)
{
  TunSplit split;

  fail_if (tun_split_begin (&split, piece->bytes, size), "%s", why);
}

GST_START_TEST (test_split_refuses_what_is_no_piece)
{
  Piece *piece = g_new0 (Piece, 1);
  struct virtio_net_hdr *header = (struct virtio_net_hdr *) piece->bytes;

  make_piece (piece, 4, IPPROTO_UDP, 3000, 1000);
  for (gsize size = 0; size <= VNET + 28; size++)
    fail_if_whole (piece, size, "cut off");
  header->gso_size = 0;
  fail_if_whole (piece, piece->size, "no size of segments");
  header->gso_size = TUN_PACKET_SIZE;
  fail_if_whole (piece, piece->size, "segments too large");
  header->gso_size = 1000;
  header->csum_start = 24;
  fail_if_whole (piece, piece->size, "checksum begins within a header");
  header->csum_start = 65535;
  fail_if_whole (piece, piece->size, "checksum begins behind it");
  header->csum_start = 20;
  header->csum_offset = 16;
  fail_if_whole (piece, piece->size, "checksum of TCP in UDP");
  header->gso_type = VIRTIO_NET_HDR_GSO_UDP;
  fail_if_whole (piece, piece->size, "fragments");
  header->gso_type = VIRTIO_NET_HDR_GSO_NONE;
  fail_if_whole (piece, piece->size, "a packet above the MTU");
  make_piece (piece, 4, IPPROTO_TCP, 3000, 1000);
  piece->bytes[VNET + 32] = 0x40;
  fail_if_whole (piece, piece->size, "TCP header too short");
  g_free (piece);
}

GST_END_TEST;

/* Of its exact size, so that a sanitizer sees each read behind it. */
GST_START_TEST (test_split_random_bytes)
{
  GRand *random = g_rand_new_with_seed (7);
  TunPacket *packet = g_new (TunPacket, 1);
  Piece *piece = g_new0 (Piece, 1);

  for (guint i = 0; i < 50000; i++) {
    gsize size = (gsize) g_rand_int_range (random, 1, 4000);
    guint8 *bytes = g_malloc (size);
    TunMerge merge = {.n = 0 };
    TunSplit split;

    make_piece (piece, i % 2 ? 4 : 6, i % 4 < 2 ? IPPROTO_UDP : IPPROTO_TCP,
        4000, 500);
    for (guint n = 0; n < 3; n++)
      piece->bytes[g_rand_int_range (random, 0, 80)] =
          (guint8) g_rand_int (random);
    memcpy (bytes, piece->bytes, size);
    if (tun_split_begin (&split, bytes, size)) {
      while (tun_split_left (&split) > 0) {
        tun_split_next (&split, packet);
        fail_unless (packet->size <= TUN_PACKET_SIZE);
        if (tun_ip_parse (packet->data, packet->size, &packet->ip)) {
          merge.n = 0;
          tun_merge_add (&merge, packet, TRUE);
          tun_merge_add (&merge, packet, TRUE);
        }
      }
    }
    g_free (bytes);
  }
  g_free (piece);
  g_free (packet);
  g_rand_free (random);
}

GST_END_TEST;

static Suite *
tun_pieces_suite (void)
{
  Suite *s = suite_create ("tunpieces");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_split_udp);
  tcase_add_test (tc, test_split_tcp);
  tcase_add_test (tc, test_merge_undoes_split);
  tcase_add_test (tc, test_merge_keeps_flows_apart);
  tcase_add_test (tc, test_merge_bounds);
  tcase_add_test (tc, test_split_refuses_what_is_no_piece);
  tcase_add_test (tc, test_split_random_bytes);

  return s;
}

GST_CHECK_MAIN (tun_pieces);
