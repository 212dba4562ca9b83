/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-honesty.c: when a trap is set, what lies prove, which rate a liar gets */
#include "rtpcc-honesty.h"

#include <string.h>

/* OURS: a number is left out of so many, chosen at random.  Libraries for QUIC
 * leave out one of 64 to 256 at first, too.  At half, reports are longer by
 * half a percent more; at double a liar is found after twice the time. */
#define SKIP_MIN 64
/* OURS: see SKIP_MIN */
#define SKIP_MAX 256

/* OURS: the same after a lie, until it is proven or was none: 6 of 32 packets
 * each are a second at 2 Mbit/s. */
#define SKIP_SUSPECT_MIN 16
/* OURS: see SKIP_SUSPECT_MIN */
#define SKIP_SUSPECT_MAX 48

/* OURS: a packet is held back so often.  A frame is complete later by an RTT
 * then, so at half that happens twice a minute; at double a receiver that begins
 * to lie without a rise of the rate is found after three minutes. */
#define HOLD_MIN (30 * RTP_CC_SECOND)
/* OURS: see HOLD_MIN */
#define HOLD_MAX (90 * RTP_CC_SECOND)

/* OURS: after a lie, and after each of the first HOLD_VOIDS that told nothing; two RTTs or
 * more, and soon.  At double, who lies each 200 ms is found by scream after 12 s instead of
 * 5; at half after 4, but who is honest and reports as seldom has its late frames at once. */
#define HOLD_SUSPECT_MIN (300 * RTP_CC_MSECOND)
/* OURS: see HOLD_SUSPECT_MIN */
#define HOLD_SUSPECT_MAX (900 * RTP_CC_MSECOND)

/* OURS: after more that told nothing. */
#define HOLD_AGAIN_MIN (5 * RTP_CC_SECOND)
/* OURS: see HOLD_AGAIN_MIN */
#define HOLD_AGAIN_MAX (15 * RTP_CC_SECOND)

/* OURS: and when the rate has become so much more than the highest at which the
 * truth was told.  From 1 to 20 Mbit/s these are eight packets; with 1.25 they are
 * fourteen, with 2 a liar that stays below 2 Mbit/s is found after a minute. */
#define HOLD_RISE 1.5

/* OURS: but not before: the rate is the mean of a second. */
#define HOLD_PAUSE RTP_CC_SECOND
/* OURS: after so many that told nothing the pause doubles each time, so that who
 * reports too seldom for any of them is left alone.  At half, the longest waits
 * have not been tried; at double such a receiver has four more late frames. */
#define HOLD_VOIDS 4
/* OURS: until it is 16 s, as long as others wait (HOLD_AGAIN_MAX). */
#define HOLD_PAUSE_DOUBLINGS 4

/* OURS: the rate is looked at so often; more often costs time, less often a liar
 * gets a frame more. */
#define HOLD_LOOK (50 * RTP_CC_MSECOND)

/* OURS: proof is so much suspicion; each truth takes one back.  A packet that was
 * acknowledged before it left weighs half of it.  A number weighs less, since
 * there is a receiver that shifts numbers by one when a packet came twice
 * (GStreamer's before 1.22.12): 5 % of the traps, as it would with 1 % of
 * duplicates, give 6 in a row once in 10^7. */
#define PROOF 6
/* OURS: see PROOF */
#define PACKET_WEIGHT 3
/* OURS: see PROOF */
#define NUMBER_WEIGHT 1

/* OURS: a liar stays at the minimum for so long after its last lie; each time
 * twice as long.  At half, it sends too much for a tenth of the time; at double
 * a receiver that was mended is slow for a minute. */
#define PENALTY (30 * RTP_CC_SECOND)
/* OURS: see PENALTY */
#define PENALTY_MAX (480 * RTP_CC_SECOND)

/* OURS: the limit doubles so often after that, since the policy has learned from
 * lies; at half a liar is at the old rate before a trap is set. */
#define RAMP_STEP RTP_CC_SECOND

/* OURS: and so many times: from 10 kbit/s to more than 100 Mbit/s.  At half it
 * ends in a step, at double it is of no effect for longer. */
#define DOUBLINGS_MAX 14

void
rtp_cc_honesty_init (RtpCcHonesty * honesty, uint64_t seed, double rate,
    RtpCcTime now)
{
  memset (honesty, 0, sizeof (*honesty));
  honesty->key = seed;
  honesty->until = RTP_CC_TIME_NEVER;
  honesty->doublings = -1;
  honesty->penalty = PENALTY;
  honesty->proven = rate;
  honesty->last_hold = now;
  honesty->next_look = seed != 0 ? now : RTP_CC_TIME_NEVER;
  honesty->next_hold = now + HOLD_MIN;
  honesty->packets = SKIP_MAX;
}

static uint64_t
rotate (uint64_t x, unsigned by)
{
  return x << by | x >> (64 - by);
}

static void
sip_round (uint64_t v[4])
{
  v[0] += v[1];
  v[2] += v[3];
  v[1] = rotate (v[1], 13) ^ v[0];
  v[3] = rotate (v[3], 16) ^ v[2];
  v[0] = rotate (v[0], 32) + v[3];
  v[2] += v[1];
  v[3] = rotate (v[3], 21) ^ v[0];
  v[1] = rotate (v[1], 17) ^ v[2];
  v[2] = rotate (v[2], 32);
}

/* SipHash (Aumasson, Bernstein, 2012) of a count: a receiver sees which numbers
 * were left out, and must not learn from that which ones will be. */
uint64_t
rtp_cc_honesty_random (RtpCcHonesty * honesty, uint64_t n)
{
  uint64_t v[4] = { 0x736f6d6570736575u, 0x646f72616e646f6du,
    0x6c7967656e657261u, 0x7465646279746573u
  };

  v[0] ^= honesty->key;
  v[1] ^= ~honesty->key;
  v[2] ^= honesty->key;
  v[3] ^= ~honesty->key ^ ++honesty->drawn;
  sip_round (v);
  sip_round (v);
  v[0] ^= honesty->drawn;
  v[2] ^= 0xff;
  for (int i = 0; i < 4; i++)
    sip_round (v);
  return (v[0] ^ v[1] ^ v[2] ^ v[3]) % n;
}

static bool
suspects (const RtpCcHonesty * honesty)
{
  return honesty->suspicion > 0 || honesty->dishonest;
}

static unsigned
between (RtpCcHonesty * honesty, unsigned min, unsigned max)
{
  return min + (unsigned) rtp_cc_honesty_random (honesty, max - min);
}

bool
rtp_cc_honesty_skips (RtpCcHonesty * honesty)
{
  bool suspicious = suspects (honesty);

  if (honesty->key == 0)
    return false;
  if (suspicious && honesty->packets > SKIP_SUSPECT_MAX)
    honesty->packets = SKIP_SUSPECT_MAX;
  if (honesty->packets-- > 1)
    return false;
  honesty->packets = suspicious
      ? between (honesty, SKIP_SUSPECT_MIN, SKIP_SUSPECT_MAX)
      : between (honesty, SKIP_MIN, SKIP_MAX);
  honesty->stats.traps++;
  return true;
}

static void
schedule (RtpCcHonesty * honesty, int64_t min, int64_t max, RtpCcTime now)
{
  honesty->next_hold = now + min
      + (int64_t) rtp_cc_honesty_random (honesty, (uint64_t) (max - min));
}

bool
rtp_cc_honesty_looks (RtpCcHonesty * honesty, RtpCcTime now)
{
  if (now < honesty->next_look)
    return false;
  honesty->next_look = now + HOLD_LOOK;
  return true;
}

static int64_t
pause_of (const RtpCcHonesty * honesty)
{
  unsigned more = honesty->voids > HOLD_VOIDS ? honesty->voids - HOLD_VOIDS : 0;

  if (suspects (honesty))
    return HOLD_PAUSE;
  return (int64_t) HOLD_PAUSE
      << (more < HOLD_PAUSE_DOUBLINGS ? more : HOLD_PAUSE_DOUBLINGS);
}

void
rtp_cc_honesty_look (RtpCcHonesty * honesty, double rate, RtpCcTime now)
{
  bool rise = rate > HOLD_RISE * honesty->proven
      && now - honesty->last_hold >= pause_of (honesty);

  honesty->hold_due = now >= honesty->next_hold || rise;
  honesty->hold_rate = rate;
}

void
rtp_cc_honesty_held (RtpCcHonesty * honesty, RtpCcTime now)
{
  honesty->stats.traps++;
  honesty->hold_due = false;
  honesty->last_hold = now;
  if (suspects (honesty))
    schedule (honesty, HOLD_SUSPECT_MIN, HOLD_SUSPECT_MAX, now);
  else
    schedule (honesty, HOLD_MIN, HOLD_MAX, now);
}

void
rtp_cc_honesty_void (RtpCcHonesty * honesty, RtpCcTime now)
{
  honesty->voids++;
  if (suspects (honesty))
    return;
  if (honesty->voids <= HOLD_VOIDS)
    schedule (honesty, HOLD_SUSPECT_MIN, HOLD_SUSPECT_MAX, now);
  else
    schedule (honesty, HOLD_AGAIN_MIN, HOLD_AGAIN_MAX, now);
}

static bool
judge (RtpCcHonesty * honesty, RtpCcTime now)
{
  bool found = !honesty->dishonest && honesty->suspicion >= PROOF;

  if (found) {
    honesty->dishonest = true;
    honesty->stats.verdicts++;
  }
  if (honesty->dishonest)
    honesty->until = now + honesty->penalty;
  return found;
}

static bool
weigh (RtpCcHonesty * honesty, unsigned truths, unsigned lies, unsigned weight,
    RtpCcTime now)
{
  honesty->stats.passed += truths;
  honesty->stats.lies += lies;
  honesty->suspicion -= truths < honesty->suspicion ? truths
      : honesty->suspicion;
  if (lies == 0 || honesty->key == 0)
    return false;
  honesty->suspicion += lies < PROOF ? lies * weight : PROOF;
  if (honesty->suspicion > PROOF)
    honesty->suspicion = PROOF;
  return judge (honesty, now);
}

bool
rtp_cc_honesty_on_numbers (RtpCcHonesty * honesty, unsigned truths,
    unsigned lies, unsigned revoked, RtpCcTime now)
{
  if (revoked > 0)
    honesty->suspicion += revoked < PROOF ? revoked : PROOF;
  return weigh (honesty, truths, lies, NUMBER_WEIGHT, now);
}

bool
rtp_cc_honesty_on_packets (RtpCcHonesty * honesty, unsigned truths,
    unsigned lies, RtpCcTime now)
{
  if (truths + lies > 0)
    honesty->voids = 0;
  if (truths > 0 && honesty->hold_rate > honesty->proven)
    honesty->proven = honesty->hold_rate;
  if (lies > 0 && honesty->key != 0)
    schedule (honesty, HOLD_SUSPECT_MIN, HOLD_SUSPECT_MAX, now);
  return weigh (honesty, truths, lies, PACKET_WEIGHT, now);
}

bool
rtp_cc_honesty_tick (RtpCcHonesty * honesty, RtpCcTime now)
{
  if (now < honesty->until)
    return false;
  honesty->until = now + RAMP_STEP;
  honesty->doublings++;
  if (honesty->dishonest) {
    honesty->dishonest = false;
    honesty->doublings = 0;
    honesty->suspicion = 0;
    honesty->penalty *= 2;
    if (honesty->penalty > PENALTY_MAX)
      honesty->penalty = PENALTY_MAX;
  } else if (honesty->doublings > DOUBLINGS_MAX) {
    honesty->until = RTP_CC_TIME_NEVER;
    honesty->doublings = -1;
  }
  return true;
}

uint64_t
rtp_cc_honesty_limit (const RtpCcHonesty * honesty, uint64_t min, uint64_t max)
{
  if (honesty->dishonest)
    return min;
  if (honesty->doublings < 0 || min > max >> honesty->doublings)
    return max;
  return min << honesty->doublings;
}
