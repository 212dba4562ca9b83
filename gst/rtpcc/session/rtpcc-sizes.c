/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-sizes.c: detection of a path MTU below the packet size */
#include "rtpcc-sizes.h"

#include <string.h>

/* OURS: what came before is forgotten after this, for a path may get a tunnel while it is
 * used.  Half has too few large packets at the minimum of the rate; double tells later. */
#define LOOK_TIME (5 * RTP_CC_SECOND)

/* OURS: so many larger ones, of which none comes.  At a loss of a half that is by chance
 * once in a million; with half, once in a thousand.  Double is a second more of 30 frames
 * that have two. */
#define ENOUGH_LOST 20

/* OURS: a burst loses what comes in it, of any size: so often small ones come between.  With
 * half, two bursts in which only large ones were sent do; double waits for as many frames. */
#define ENOUGH_TURNS 8

/* OURS: so long all of that is so at least.  With half, a policer to which a quarter of the
 * packets is too much looks like it, for small ones take what large ones need; double is as
 * long as one looks. */
#define LEAST_TIME (2 * RTP_CC_SECOND)

/* OURS: of the small ones this part may be lost as well, for other reasons.  Half is what a
 * bad radio link loses; with double the size decides no more. */
#define SMALL_LOSS 0.25

static void
begin (RtpCcSizes * sizes, RtpCcTime sent)
{
  bool found = sizes->found, told = sizes->told;

  memset (sizes, 0, sizeof (*sizes));
  sizes->found = found;
  sizes->told = told;
  sizes->looking = true;
  sizes->since = sent;
}

static void
note_lost (RtpCcSizes * sizes, uint32_t size)
{
  if (size <= sizes->passed) {
    sizes->small_lost++;
    return;
  }
  if (sizes->lost == 0 || size < sizes->stopped)
    sizes->stopped = size;
  sizes->lost++;
  sizes->follows_lost = true;
}

/* One as large as the lost ones: the size is not the cause. */
static void
note_came (RtpCcSizes * sizes, uint32_t size)
{
  if (size > sizes->passed)
    sizes->passed = size;
  if (sizes->lost > 0 && size >= sizes->stopped)
    sizes->lost = sizes->turns = 0;
  else
    sizes->turns += sizes->follows_lost;
  sizes->follows_lost = false;
  sizes->small_came++;
}

void
rtp_cc_sizes_note (RtpCcSizes * sizes, uint32_t size, bool came, RtpCcTime sent)
{
  if (sizes->found)
    return;
  if (!sizes->looking || sent - sizes->since > LOOK_TIME)
    begin (sizes, sent);
  if (came)
    note_came (sizes, size);
  else
    note_lost (sizes, size);
  sizes->found = sent - sizes->since >= LEAST_TIME
      && sizes->lost >= ENOUGH_LOST && sizes->turns >= ENOUGH_TURNS
      && sizes->small_lost <= SMALL_LOSS * sizes->small_came;
}

bool
rtp_cc_sizes_take (RtpCcSizes * sizes, uint32_t * passed, uint32_t * lost)
{
  if (!sizes->found || sizes->told)
    return false;
  sizes->told = true;
  *passed = sizes->passed;
  *lost = sizes->stopped;
  return true;
}
