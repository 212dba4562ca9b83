/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "pool.h"

/* Half a MB at once: seldom enough not to be late for it. */
#define SLAB_PACKETS 256
/* 130 MB of packets: a second at 750 Mbit/s. */
#define MAX_SLABS 256

void
tun_pool_init (TunPool * pool)
{
  pool->unused = NULL;
  pool->slabs = g_ptr_array_new_with_free_func (g_free);
}

void
tun_pool_clear (TunPool * pool)
{
  g_ptr_array_unref (pool->slabs);
  pool->slabs = NULL;
  pool->unused = NULL;
}

static void
grow (TunPool * pool)
{
  TunPacket *slab;

  if (pool->slabs->len == MAX_SLABS)
    return;
  slab = g_new (TunPacket, SLAB_PACKETS);
  g_ptr_array_add (pool->slabs, slab);
  for (guint i = 0; i < SLAB_PACKETS; i++)
    tun_pool_give (pool, &slab[i]);
}

TunPacket *
tun_pool_take (TunPool * pool)
{
  TunPacket *packet;

  if (pool->unused == NULL)
    grow (pool);
  packet = pool->unused;
  if (packet != NULL)
    pool->unused = packet->next;
  return packet;
}

void
tun_pool_give (TunPool * pool, TunPacket * packet)
{
  packet->next = pool->unused;
  pool->unused = packet;
}
