/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-server.h: transmission times of packets at a varying rate */
#ifndef LINKEMU_SERVER_H
#define LINKEMU_SERVER_H

#include "linkemu-rate.h"

/* Work is counted in nanobits, bit/s x ns, so that all sums are exact.
 * Times are since the rate's start. */
typedef struct
{
  int64_t free_at;              /* when the last work was done */
  uint64_t credit;              /* work that was still possible at free_at */
  uint64_t chance;              /* number of a trace's next unused chance */
} LinkEmuServer;

/* OURS: the largest packet whose nanobits fit 64 bits; buffers of 2 GB are not
 * packets */
#define LINKEMU_MAX_PACKET INT32_MAX

static inline uint64_t
linkemu_work (uint64_t bytes)
{
  return (bytes < LINKEMU_MAX_PACKET ? bytes : LINKEMU_MAX_PACKET) * 8 *
      LINKEMU_SECOND;
}

/* The first time from @from on at which work can start; NEVER. */
int64_t linkemu_server_next_start (const LinkEmuServer * server,
    const LinkEmuRate * rate, int64_t from);
/* Does @work from @start on and returns when it is done; NEVER. */
int64_t linkemu_server_work (LinkEmuServer * server, const LinkEmuRate * rate,
    int64_t start, uint64_t work);
/* How much of @work, started at @start with @server as it was before, is left
 * at @now. */
uint64_t linkemu_server_left (const LinkEmuServer * server,
    const LinkEmuRate * rate, int64_t start, uint64_t work, int64_t now);

#endif /* LINKEMU_SERVER_H */
