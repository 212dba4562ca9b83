/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-packets.h: the packets in the emulator: a FIFO, and a heap by arrival time */
#ifndef LINKEMU_PACKETS_H
#define LINKEMU_PACKETS_H

#include "linkemu.h"

typedef struct _LinkEmuPacket LinkEmuPacket;

struct _LinkEmuPacket
{
  LinkEmuPacket *next;
  void *packet;
  LinkEmuPacketInfo info;       /* size with overhead */
  int64_t enqueued, served, arrival;
  uint64_t order;               /* of packets with the same arrival */
  bool dropped, overflow, marked;
};

typedef struct
{
  LinkEmuPacket *head, *tail;
  uint64_t packets, bytes;
} LinkEmuFifo;

void linkemu_fifo_push (LinkEmuFifo * fifo, LinkEmuPacket * packet);
LinkEmuPacket *linkemu_fifo_pop (LinkEmuFifo * fifo);

typedef struct
{
  LinkEmuPacket **packets;
  size_t length, room;
  uint64_t n_pushed;
} LinkEmuHeap;

/* Makes room for @length packets, after which that many pushes cannot fail. */
bool linkemu_heap_reserve (LinkEmuHeap * heap, size_t length);
void linkemu_heap_push (LinkEmuHeap * heap, LinkEmuPacket * packet);
/* The packet that arrives first, and among equals was pushed first. */
LinkEmuPacket *linkemu_heap_top (const LinkEmuHeap * heap);
LinkEmuPacket *linkemu_heap_pop (LinkEmuHeap * heap);

#endif /* LINKEMU_PACKETS_H */
