/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-server.c: transmission times of packets at a varying rate
 *
 * The rest of a nanosecond or of an opportunity is credit for the next packet,
 * if it follows at once: rounding does not accumulate, and packets may share an
 * opportunity.  A later packet gets no credit.
 */
#include "linkemu-server.h"

static uint64_t
credit_at (const LinkEmuServer * server, int64_t start)
{
  return start == server->free_at ? server->credit : 0;
}

static uint64_t
first_chance (const LinkEmuServer * server, const LinkEmuRate * rate,
    int64_t start)
{
  uint64_t chance = linkemu_rate_chance_at (rate, start);

  return chance > server->chance ? chance : server->chance;
}

static int64_t
step_end (const LinkEmuRate * rate, size_t step)
{
  return step + 1 < rate->n_steps ? rate->steps[step + 1].start :
      LINKEMU_TIME_NEVER;
}

int64_t
linkemu_server_next_start (const LinkEmuServer * server,
    const LinkEmuRate * rate, int64_t from)
{
  if (linkemu_rate_is_unlimited (rate) || credit_at (server, from) > 0)
    return from;

  if (rate->n_chances > 0) {
    int64_t time = linkemu_rate_chance_time (rate, first_chance (server, rate,
            from));

    return time > from ? time : from;
  }

  for (size_t i = linkemu_rate_step_at (rate, from); i < rate->n_steps; i++) {
    if (rate->steps[i].bitrate > 0)
      return rate->steps[i].start > from ? rate->steps[i].start : from;
  }
  return LINKEMU_TIME_NEVER;
}

static void
work_chances (LinkEmuServer * server, const LinkEmuRate * rate, int64_t start,
    uint64_t work)
{
  uint64_t each = linkemu_work (LINKEMU_CHANCE_BYTES);
  uint64_t needed = work / each + (work % each != 0);
  uint64_t last = first_chance (server, rate, start) + needed - 1;
  int64_t time = linkemu_rate_chance_time (rate, last);

  server->free_at = time > start ? time : start;
  server->credit = needed * each - work;
  server->chance = last + 1;
}

static void
work_steps (LinkEmuServer * server, const LinkEmuRate * rate, int64_t start,
    uint64_t work)
{
  for (size_t i = linkemu_rate_step_at (rate, start); i < rate->n_steps; i++) {
    uint64_t bitrate = rate->steps[i].bitrate;
    uint64_t there = (uint64_t) (step_end (rate, i) - start);

    if (bitrate > 0) {
      uint64_t needed = work / bitrate + (work % bitrate != 0);

      if (needed <= there) {
        server->free_at = start + (int64_t) needed;
        /* Wraps and comes back: the result is less than bitrate. */
        server->credit = needed * bitrate - work;
        return;
      }
      work -= bitrate * there;
    }
    start = step_end (rate, i);
  }
  server->free_at = LINKEMU_TIME_NEVER;
  server->credit = 0;
}

int64_t
linkemu_server_work (LinkEmuServer * server, const LinkEmuRate * rate,
    int64_t start, uint64_t work)
{
  uint64_t credit = credit_at (server, start);

  if (linkemu_rate_is_unlimited (rate) || work <= credit) {
    server->credit = work <= credit ? credit - work : 0;
    server->free_at = start;
  } else if (rate->n_chances > 0) {
    work_chances (server, rate, start, work - credit);
  } else {
    work_steps (server, rate, start, work - credit);
  }
  return server->free_at;
}

static uint64_t
done_chances (const LinkEmuServer * server, const LinkEmuRate * rate,
    int64_t start, int64_t now)
{
  uint64_t first = first_chance (server, rate, start);
  uint64_t end = linkemu_rate_chance_at (rate, now + 1);

  return end > first ? (end - first) * linkemu_work (LINKEMU_CHANCE_BYTES) : 0;
}

/* Only called before the work is done: no sum is larger than the work. */
static uint64_t
done_steps (const LinkEmuRate * rate, int64_t start, int64_t now)
{
  uint64_t done = 0;

  for (size_t i = linkemu_rate_step_at (rate, start); start < now; i++) {
    int64_t end = step_end (rate, i);

    if (end > now)
      end = now;
    done += rate->steps[i].bitrate * (uint64_t) (end - start);
    start = end;
  }
  return done;
}

uint64_t
linkemu_server_left (const LinkEmuServer * server, const LinkEmuRate * rate,
    int64_t start, uint64_t work, int64_t now)
{
  LinkEmuServer after = *server;
  uint64_t done;

  if (linkemu_server_work (&after, rate, start, work) <= now)
    return 0;
  done = credit_at (server, start);
  if (rate->n_chances > 0)
    done += done_chances (server, rate, start, now);
  else
    done += done_steps (rate, start, now);
  return work > done ? work - done : 0;
}
