/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-packets.c: the packets in the emulator: those that wait, in a FIFO, and those
 * on their way, in a heap by arrival time
 *
 * A heap, since jitter may let packets overtake each other on the way.
 */
#include "linkemu-packets.h"

#include <stdlib.h>

void
linkemu_fifo_push (LinkEmuFifo * fifo, LinkEmuPacket * packet)
{
  packet->next = NULL;
  if (fifo->tail != NULL)
    fifo->tail->next = packet;
  else
    fifo->head = packet;
  fifo->tail = packet;
  fifo->packets++;
  fifo->bytes += packet->info.size;
}

LinkEmuPacket *
linkemu_fifo_pop (LinkEmuFifo * fifo)
{
  LinkEmuPacket *packet = fifo->head;

  if (packet == NULL)
    return NULL;
  fifo->head = packet->next;
  if (fifo->head == NULL)
    fifo->tail = NULL;
  fifo->packets--;
  fifo->bytes -= packet->info.size;
  return packet;
}

bool
linkemu_heap_reserve (LinkEmuHeap * heap, size_t length)
{
  size_t room = heap->room > 0 ? heap->room : 64;
  LinkEmuPacket **packets;

  if (length <= heap->room)
    return true;
  while (room < length)
    room *= 2;
  packets = realloc (heap->packets, room * sizeof (*packets));
  if (packets == NULL)
    return false;
  heap->packets = packets;
  heap->room = room;
  return true;
}

static bool
is_before (const LinkEmuPacket * a, const LinkEmuPacket * b)
{
  if (a->arrival != b->arrival)
    return a->arrival < b->arrival;
  return a->order < b->order;
}

void
linkemu_heap_push (LinkEmuHeap * heap, LinkEmuPacket * packet)
{
  size_t i = heap->length++;

  packet->order = heap->n_pushed++;
  while (i > 0 && is_before (packet, heap->packets[(i - 1) / 2])) {
    heap->packets[i] = heap->packets[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  heap->packets[i] = packet;
}

LinkEmuPacket *
linkemu_heap_top (const LinkEmuHeap * heap)
{
  return heap->length > 0 ? heap->packets[0] : NULL;
}

LinkEmuPacket *
linkemu_heap_pop (LinkEmuHeap * heap)
{
  LinkEmuPacket *top = linkemu_heap_top (heap), *last;
  size_t i = 0;

  if (top == NULL)
    return NULL;
  last = heap->packets[--heap->length];
  for (;;) {
    size_t child = 2 * i + 1;

    if (child + 1 < heap->length &&
        is_before (heap->packets[child + 1], heap->packets[child]))
      child++;
    if (child >= heap->length || is_before (last, heap->packets[child]))
      break;
    heap->packets[i] = heap->packets[child];
    i = child;
  }
  heap->packets[i] = last;
  return top;
}
