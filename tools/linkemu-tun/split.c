/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "split.h"

#include <netinet/in.h>
#include <string.h>

#define UDP_HEADER_SIZE ((gsize) 8)
#define TCP_MIN_HEADER_SIZE ((gsize) 20)
/* RFC 9293 section 3.1 */
#define TCP_SEQUENCE 4
#define TCP_DATA_OFFSET 12
#define TCP_FLAGS 13
#define TCP_FIN_PSH 0x09

static gboolean
is_udp (const TunSplit * split)
{
  return split->sum_offset == TUN_UDP_CHECKSUM;
}

/* Bytes of IP and transport headers; 0: they are not whole. */
static gsize
header_size (const TunSplit * split)
{
  gsize least = is_udp (split) ? UDP_HEADER_SIZE : TCP_MIN_HEADER_SIZE;
  gsize size = least;

  if (split->sum_start + least > split->size)
    return 0;
  if (!is_udp (split))
    size = (split->packet[split->sum_start + TCP_DATA_OFFSET] >> 4) * 4u;
  return size >= least && split->sum_start + size <= split->size
      ? split->sum_start + size : 0;
}

/* The checksum to be finished lies within the packet. */
static gboolean
take_checksum (TunSplit * split, const struct virtio_net_hdr *header)
{
  if (!(header->flags & VIRTIO_NET_HDR_F_NEEDS_CSUM))
    return header->gso_type == VIRTIO_NET_HDR_GSO_NONE;
  split->sum_start = header->csum_start;
  split->sum_offset = header->csum_offset;
  return split->sum_start + split->sum_offset + 2 <= split->size;
}

static gboolean
take_segments (TunSplit * split, const struct virtio_net_hdr *header)
{
  gsize payload;

  switch (header->gso_type) {
    case VIRTIO_NET_HDR_GSO_TCPV4:
    case VIRTIO_NET_HDR_GSO_TCPV6:
      if (split->sum_offset != TUN_TCP_CHECKSUM)
        return FALSE;
      break;
    case VIRTIO_NET_HDR_GSO_UDP_L4:
      if (split->sum_offset != TUN_UDP_CHECKSUM)
        return FALSE;
      break;
    default:
      return FALSE;
  }
  split->header = header_size (split);
  split->segment = header->gso_size;
  if (split->header == 0 || split->segment == 0
      || split->header + split->segment > TUN_PACKET_SIZE
      || split->size == split->header
      || !tun_ip_is_before (split->packet, split->sum_start))
    return FALSE;
  payload = split->size - split->header;
  split->count = (guint) ((payload + split->segment - 1) / split->segment);
  return TRUE;
}

gboolean
tun_split_begin (TunSplit * split, const guint8 * bytes, gsize size)
{
  struct virtio_net_hdr header;

  if (size <= sizeof (header))
    return FALSE;
  memcpy (&header, bytes, sizeof (header));
  memset (split, 0, sizeof (*split));
  split->packet = bytes + sizeof (header);
  split->size = size - sizeof (header);
  split->count = 1;
  if (!take_checksum (split, &header))
    return FALSE;
  if (header.gso_type != VIRTIO_NET_HDR_GSO_NONE)
    return take_segments (split, &header);
  return split->size <= TUN_PACKET_SIZE;
}

guint
tun_split_left (const TunSplit * split)
{
  return split->count - split->done;
}

/* The headers of the piece become those of one packet. */
static void
finish_headers (const TunSplit * split, TunPacket * packet)
{
  guint8 *transport = packet->data + split->sum_start;
  gsize size = packet->size - split->sum_start;

  tun_ip_set_size (packet->data, packet->size, split->done);
  if (is_udp (split)) {
    tun_ip_write16 (transport + 4, (guint16) size);
  } else {
    guint32 sequence = tun_ip_read32 (transport + TCP_SEQUENCE);

    tun_ip_write32 (transport + TCP_SEQUENCE,
        sequence + (guint32) (split->done * split->segment));
    /* The last one ends the piece. */
    if (tun_split_left (split) > 1)
      transport[TCP_FLAGS] &= (guint8) ~ TCP_FIN_PSH;
  }
  tun_ip_write16 (transport + split->sum_offset,
      tun_ip_pseudo_sum (packet->data, is_udp (split) ? IPPROTO_UDP
          : IPPROTO_TCP, size));
}

void
tun_split_next (TunSplit * split, TunPacket * packet)
{
  gsize from = split->header + split->done * split->segment;
  gsize payload = split->size - from;

  if (split->segment > 0)
    payload = MIN (payload, split->segment);
  memcpy (packet->data, split->packet, split->header);
  memcpy (packet->data + split->header, split->packet + from, payload);
  packet->size = split->header + payload;
  packet->sum_start = (guint16) split->sum_start;
  packet->sum_offset = (guint16) split->sum_offset;
  if (split->segment > 0)
    finish_headers (split, packet);
  split->done++;
}
