/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "merge.h"
#include "split.h"

#include <netinet/in.h>
#include <string.h>
#include <sys/uio.h>

#define UDP_HEADER_SIZE ((gsize) 8)
#define TCP_MIN_HEADER_SIZE ((gsize) 20)
/* RFC 9293 section 3.1 */
#define TCP_SEQUENCE 4
#define TCP_DATA_OFFSET 12
#define TCP_FLAGS 13
#define TCP_PSH 0x08
#define TCP_ACK 0x10
#define MAX_SIZE 65535

static gboolean
is_udp (const TunPacket * packet)
{
  return packet->ip.protocol == IPPROTO_UDP
      && packet->sum_offset == TUN_UDP_CHECKSUM;
}

/* Other segments say more than that there is data. */
static gsize
tcp_header (const TunPacket * packet)
{
  const guint8 *tcp = packet->data + packet->sum_start;
  gsize size;

  if (packet->sum_start + TCP_MIN_HEADER_SIZE > packet->size
      || (tcp[TCP_FLAGS] & ~TCP_PSH) != TCP_ACK)
    return 0;
  size = (tcp[TCP_DATA_OFFSET] >> 4) * 4u;
  return size >= TCP_MIN_HEADER_SIZE ? packet->sum_start + size : 0;
}

/* Bytes of headers of a packet that may be part of a piece; else 0. */
static gsize
header_of (const TunPacket * packet, gboolean udp)
{
  gsize size = 0;

  if (packet->sum_start == 0
      || !tun_ip_is_before (packet->data, packet->sum_start))
    return 0;
  if (is_udp (packet) && udp)
    size = packet->sum_start + UDP_HEADER_SIZE;
  else if (packet->ip.protocol == IPPROTO_TCP
      && packet->sum_offset == TUN_TCP_CHECKSUM)
    size = tcp_header (packet);
  return size < packet->size ? size : 0;
}

/* But for the bytes that say PSH. */
static gboolean
same_tcp (const guint8 * a, const guint8 * b, gsize size)
{
  return memcmp (a, b, TCP_SEQUENCE) == 0
      && memcmp (a + 8, b + 8, 5) == 0
      && memcmp (a + 14, b + 14, 2) == 0
      && memcmp (a + 18, b + 18, size - 18) == 0;
}

static gboolean
follows (const TunMerge * merge, const TunPacket * packet)
{
  const TunPacket *first = merge->packets[0];
  const guint8 *a = first->data + first->sum_start;
  const guint8 *b = packet->data + packet->sum_start;

  if (packet->sum_start != first->sum_start
      || packet->ip.protocol != first->ip.protocol
      || !tun_ip_same_header (first->data, packet->data, first->sum_start))
    return FALSE;
  if (is_udp (first))
    return memcmp (a, b, 4) == 0;
  return same_tcp (a, b, merge->header - first->sum_start)
      && tun_ip_read32 (b + TCP_SEQUENCE) == tun_ip_read32 (a + TCP_SEQUENCE)
      + (guint32) (merge->size - merge->header);
}

static gboolean
begin (TunMerge * merge, TunPacket * packet, gboolean udp)
{
  merge->packets[0] = packet;
  merge->n = 1;
  merge->header = header_of (packet, udp);
  merge->segment = packet->size - merge->header;
  merge->size = packet->size;
  merge->closed = merge->header == 0;
  return TRUE;
}

/* A short one or a push is the last of its piece. */
static gboolean
is_last (const TunMerge * merge, const TunPacket * packet)
{
  return packet->size - merge->header < merge->segment || (!is_udp (packet)
      && packet->data[packet->sum_start + TCP_FLAGS] & TCP_PSH);
}

gboolean
tun_merge_add (TunMerge * merge, TunPacket * packet, gboolean udp)
{
  gsize payload;

  if (merge->n == 0) {
    begin (merge, packet, udp);
    merge->closed |= merge->header > 0 && is_last (merge, packet);
    return TRUE;
  }
  if (merge->closed || merge->n == TUN_MERGE_MAX
      || header_of (packet, udp) != merge->header || !follows (merge, packet))
    return FALSE;
  payload = packet->size - merge->header;
  if (payload > merge->segment || merge->size + payload > MAX_SIZE)
    return FALSE;
  merge->closed = is_last (merge, packet);
  merge->packets[merge->n++] = packet;
  merge->size += payload;
  return TRUE;
}

/* The headers of the first packet become those of the piece. */
static void
finish_headers (const TunMerge * merge)
{
  const TunPacket *last = merge->packets[merge->n - 1];
  TunPacket *first = merge->packets[0];
  guint8 *transport = first->data + first->sum_start;
  gsize size = merge->size - first->sum_start;

  tun_ip_set_size (first->data, merge->size, 0);
  if (is_udp (first))
    tun_ip_write16 (transport + 4, (guint16) size);
  else
    transport[TCP_FLAGS] = last->data[last->sum_start + TCP_FLAGS];
  tun_ip_write16 (transport + first->sum_offset,
      tun_ip_pseudo_sum (first->data, first->ip.protocol, size));
}

static guint8
gso_type (const TunPacket * packet)
{
  if (is_udp (packet))
    return VIRTIO_NET_HDR_GSO_UDP_L4;
  return packet->ip.version == 4 ? VIRTIO_NET_HDR_GSO_TCPV4
      : VIRTIO_NET_HDR_GSO_TCPV6;
}

gboolean
tun_merge_write (const TunMerge * merge, int fd)
{
  const TunPacket *first = merge->packets[0];
  struct virtio_net_hdr header = { 0 };
  struct iovec parts[1 + TUN_MERGE_MAX] = {
    {&header, sizeof (header)}, {(void *) first->data, first->size}
  };
  gsize size = merge->n > 1 ? merge->size : first->size;

  if (first->sum_start > 0) {
    header.flags = VIRTIO_NET_HDR_F_NEEDS_CSUM;
    header.csum_start = first->sum_start;
    header.csum_offset = first->sum_offset;
  }
  if (merge->n > 1) {
    finish_headers (merge);
    header.gso_type = gso_type (first);
    header.hdr_len = (guint16) merge->header;
    header.gso_size = (guint16) merge->segment;
  }
  for (guint i = 1; i < merge->n; i++) {
    parts[1 + i].iov_base = merge->packets[i]->data + merge->header;
    parts[1 + i].iov_len = merge->packets[i]->size - merge->header;
  }
  return writev (fd, parts, (int) (1 + merge->n)) ==
      (ssize_t) (sizeof (header) + size);
}
