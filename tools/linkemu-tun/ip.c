/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "ip.h"

#include <netinet/in.h>
#include <string.h>

#define IP4_HEADER_SIZE 20
#define IP6_HEADER_SIZE 40
/* No sensible packet has more; a crafted one is not to keep us busy. */
#define IP6_MAX_EXTENSIONS 8
/* RFC 3168 section 5 */
#define ECN_CE 3

guint16
tun_ip_read16 (const guint8 * at)
{
  return (guint16) (at[0] << 8 | at[1]);
}

guint32
tun_ip_read32 (const guint8 * at)
{
  return (guint32) tun_ip_read16 (at) << 16 | tun_ip_read16 (at + 2);
}

void
tun_ip_write16 (guint8 * at, guint16 value)
{
  at[0] = (guint8) (value >> 8);
  at[1] = (guint8) value;
}

void
tun_ip_write32 (guint8 * at, guint32 value)
{
  tun_ip_write16 (at, (guint16) (value >> 16));
  tun_ip_write16 (at + 2, (guint16) value);
}

/* FNV-1a */
static guint32
hash_bytes (guint32 hash, const guint8 * bytes, gsize size)
{
  for (gsize i = 0; i < size; i++)
    hash = (hash ^ bytes[i]) * 16777619u;
  return hash;
}

static gboolean
has_ports (guint8 protocol)
{
  return protocol == IPPROTO_UDP || protocol == IPPROTO_TCP ||
      protocol == IPPROTO_SCTP || protocol == IPPROTO_DCCP ||
      protocol == IPPROTO_UDPLITE;
}

/* @transport: NULL for a fragment without the header. */
static void
fill_flow (TunIpInfo * info, const guint8 * addresses, gsize addresses_size,
    const guint8 * transport, gsize transport_size)
{
  guint32 hash = hash_bytes (2166136261u, addresses, addresses_size);

  hash = hash_bytes (hash, &info->protocol, 1);
  info->port = 0;
  if (transport != NULL && transport_size >= 4 && has_ports (info->protocol)) {
    info->port = tun_ip_read16 (transport + 2);
    hash = hash_bytes (hash, transport, 4);
  }
  /* FNV's low bits alone are weak, and a queue is chosen by those. */
  info->flow = (hash ^ hash >> 15) * 2246822519u;
  info->flow ^= info->flow >> 13;
}

static gboolean
parse4 (const guint8 * packet, gsize size, TunIpInfo * info)
{
  gsize header = (packet[0] & 0x0f) * 4u;
  gboolean first;

  if (header < IP4_HEADER_SIZE || size < header)
    return FALSE;
  info->ecn = packet[1] & 3;
  info->protocol = packet[9];
  first = (tun_ip_read16 (packet + 6) & 0x1fff) == 0;
  fill_flow (info, packet + 12, 8, first ? packet + header : NULL,
      size - header);
  return TRUE;
}

/* Steps over one extension header; FALSE: @protocol is none that can be. */
static gboolean
skip_extension (const guint8 * packet, gsize size, gsize * at,
    guint8 * protocol)
{
  if (*protocol != IPPROTO_HOPOPTS && *protocol != IPPROTO_ROUTING &&
      *protocol != IPPROTO_DSTOPTS)
    return FALSE;
  if (size - *at < 8)
    return FALSE;
  *protocol = packet[*at];
  *at += 8 + packet[*at + 1] * 8u;
  if (*at > size)
    *at = size;
  return TRUE;
}

static gboolean
parse6 (const guint8 * packet, gsize size, TunIpInfo * info)
{
  gsize at = IP6_HEADER_SIZE;
  gboolean first = TRUE;

  if (size < IP6_HEADER_SIZE)
    return FALSE;
  info->ecn = packet[1] >> 4 & 3;
  info->protocol = packet[6];
  for (int i = 0; i < IP6_MAX_EXTENSIONS &&
      skip_extension (packet, size, &at, &info->protocol); i++);
  if (info->protocol == IPPROTO_FRAGMENT && size - at >= 8) {
    info->protocol = packet[at];
    first = (tun_ip_read16 (packet + at + 2) & 0xfff8) == 0;
    at += 8;
  }
  fill_flow (info, packet + 8, 32, first ? packet + at : NULL, size - at);
  return TRUE;
}

gboolean
tun_ip_parse (const guint8 * packet, gsize size, TunIpInfo * info)
{
  if (size < IP4_HEADER_SIZE)
    return FALSE;
  info->version = packet[0] >> 4;
  switch (info->version) {
    case 4:
      return parse4 (packet, size, info);
    case 6:
      return parse6 (packet, size, info);
    default:
      return FALSE;
  }
}

/* RFC 1624 section 3, equation 3: HC' = ~(~HC + ~m + m') */
static void
mark4 (guint8 * packet)
{
  guint16 before = tun_ip_read16 (packet), after;
  guint32 sum = (guint16) ~ tun_ip_read16 (packet + 10);

  packet[1] |= ECN_CE;
  after = tun_ip_read16 (packet);
  sum += (guint16) ~ before;
  sum += after;
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  tun_ip_write16 (packet + 10, (guint16) ~ sum);
}

void
tun_ip_mark_ce (guint8 * packet)
{
  if (packet[0] >> 4 == 4)
    mark4 (packet);
  else
    packet[1] |= ECN_CE << 4;
}

/*** pieces *******************************************************************/

/* RFC 1071; not folded. */
static guint32
sum_words (guint32 sum, const guint8 * bytes, gsize size)
{
  for (gsize i = 0; i + 1 < size; i += 2)
    sum += tun_ip_read16 (bytes + i);
  return sum;
}

static guint16
fold (guint32 sum)
{
  sum = (sum & 0xffff) + (sum >> 16);
  return (guint16) (sum + (sum >> 16));
}

static gsize
header4 (const guint8 * packet)
{
  return (packet[0] & 0x0f) * 4u;
}

gboolean
tun_ip_is_before (const guint8 * packet, gsize header)
{
  if (packet[0] >> 4 == 6)
    return header >= IP6_HEADER_SIZE;
  /* Neither "more fragments" nor an offset. */
  return packet[0] >> 4 == 4 && header4 (packet) == header
      && header >= IP4_HEADER_SIZE
      && (tun_ip_read16 (packet + 6) & 0x3fff) == 0;
}

gboolean
tun_ip_same_header (const guint8 * a, const guint8 * b, gsize header)
{
  /* But for length, identification and checksum. */
  if (a[0] >> 4 == 4)
    return memcmp (a, b, 2) == 0 && memcmp (a + 6, b + 6, 4) == 0
        && memcmp (a + 12, b + 12, header - 12) == 0;
  return memcmp (a, b, 4) == 0 && memcmp (a + 6, b + 6, header - 6) == 0;
}

void
tun_ip_set_size (guint8 * packet, gsize size, guint further)
{
  guint16 sum;

  if (packet[0] >> 4 != 4) {
    tun_ip_write16 (packet + 4, (guint16) (size - IP6_HEADER_SIZE));
    return;
  }
  tun_ip_write16 (packet + 2, (guint16) size);
  tun_ip_write16 (packet + 4, (guint16) (tun_ip_read16 (packet + 4) + further));
  tun_ip_write16 (packet + 10, 0);
  sum = fold (sum_words (0, packet, header4 (packet)));
  tun_ip_write16 (packet + 10, (guint16) ~ sum);
}

guint16
tun_ip_pseudo_sum (const guint8 * packet, guint8 protocol, gsize size)
{
  guint32 sum = protocol + (guint32) size;

  if (packet[0] >> 4 == 4)
    return fold (sum_words (sum, packet + 12, 8));
  return fold (sum_words (sum, packet + 8, 32));
}

void
tun_ip_flow_name (const TunIpInfo * info, gchar name[TUN_FLOW_SIZE])
{
  if (info->port != 0 && info->protocol == IPPROTO_UDP)
    g_snprintf (name, TUN_FLOW_SIZE, "udp:%u", info->port);
  else if (info->port != 0 && info->protocol == IPPROTO_TCP)
    g_snprintf (name, TUN_FLOW_SIZE, "tcp:%u", info->port);
  else
    g_snprintf (name, TUN_FLOW_SIZE, "ip:%u", info->protocol);
}
