/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any packet on a TUN device: what is read of it is in its range, and a mark
 * changes the mark alone and keeps the checksum as right as it was.
 */
#include <ip.h>

#include "tests/fuzz/fuzz.h"

static uint16_t
checksum (const uint8_t * header, size_t size)
{
  uint32_t sum = 0;

  for (size_t i = 0; i + 1 < size; i += 2)
    sum += (uint32_t) (header[i] << 8 | header[i + 1]);
  while (sum >> 16 != 0)
    sum = (sum & 0xffff) + (sum >> 16);
  return (uint16_t) sum;
}

static void
mark (uint8_t * packet, size_t size, const TunIpInfo * before)
{
  size_t header = before->version == 4 ? (packet[0] & 15) * 4u : 0;
  uint16_t sum = checksum (packet, header);
  TunIpInfo after;

  tun_ip_mark_ce (packet);
  must (tun_ip_parse (packet, size, &after));
  must (after.ecn == 3 && after.version == before->version);
  must (after.protocol == before->protocol && after.port == before->port);
  must (after.flow == before->flow);
  /* 0 and 0xffff are the same number. */
  must (checksum (packet, header) % 0xffff == sum % 0xffff);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  uint8_t *packet = malloc (size > 0 ? size : 1);
  char name[TUN_FLOW_SIZE];
  TunIpInfo info;

  memcpy (packet, data, size);
  if (tun_ip_parse (packet, size, &info)) {
    must (info.version == 4 || info.version == 6);
    must (info.ecn < 4);
    tun_ip_flow_name (&info, name);
    must (memchr (name, '\0', sizeof (name)) != NULL);
    mark (packet, size, &info);
  }
  free (packet);
  return 0;
}
