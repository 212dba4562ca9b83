/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Anything that a TUN device gives in one read: the packets of it are as long as the
 * piece, none is too large, and what may be merged again is within its bounds.
 */
#include <merge.h>
#include <split.h>

#include "tests/fuzz/fuzz.h"

/* Two at a time, so that the second one may follow the first one. */
static void
split_and_merge (TunSplit * split)
{
  TunPacket *packets = malloc (2 * sizeof (*packets));
  TunMerge merge = {.n = 0 };
  size_t payload = 0;
  unsigned int n = 0;

  for (; tun_split_left (split) > 0; n++) {
    TunPacket *packet = &packets[n % 2];

    tun_split_next (split, packet);
    must (packet->size <= TUN_PACKET_SIZE && packet->size >= split->header);
    payload += packet->size - split->header;
    if (n % 2 == 0)
      merge.n = 0;
    if (!tun_ip_parse (packet->data, packet->size, &packet->ip))
      continue;
    tun_merge_add (&merge, packet, true);
    must (merge.n <= 2 && merge.size <= 65535);
    must (merge.header + merge.segment == merge.packets[0]->size);
  }
  must (n == split->count);
  must (payload + split->header == split->size);
  free (packets);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  uint8_t *bytes = malloc (size > 0 ? size : 1);
  TunSplit split;

  memcpy (bytes, data, size);
  if (tun_split_begin (&split, bytes, size))
    split_and_merge (&split);
  free (bytes);
  return 0;
}
