/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-rate.c: capacity over time
 *
 * Three kinds behind one struct: unlimited, a list of steps (a constant rate is
 * one step), and a trace of chances to send.  Nothing here changes after it was
 * made, so that one rate gives equal answers at any time.
 */
#include "linkemu-rate.h"

#include <math.h>
#include <stdlib.h>

LinkEmuRate *
linkemu_rate_constant (uint64_t bitrate)
{
  LinkEmuRate *rate = calloc (1, sizeof (*rate));

  if (rate == NULL || bitrate == 0)
    return rate;

  rate->steps = calloc (1, sizeof (*rate->steps));
  if (rate->steps == NULL) {
    free (rate);
    return NULL;
  }
  rate->steps[0].bitrate =
      bitrate < LINKEMU_MAX_BITRATE ? bitrate : LINKEMU_MAX_BITRATE;
  rate->n_steps = 1;
  return rate;
}

void
linkemu_rate_free (LinkEmuRate * rate)
{
  if (rate == NULL)
    return;
  free (rate->steps);
  free (rate->chances);
  free (rate);
}

size_t
linkemu_rate_step_at (const LinkEmuRate * rate, int64_t time)
{
  size_t low = 0, high = rate->n_steps;

  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;

    if (rate->steps[middle].start <= time)
      low = middle;
    else
      high = middle;
  }
  return low;
}

int64_t
linkemu_rate_chance_time (const LinkEmuRate * rate, uint64_t number)
{
  uint64_t period = rate->chances[rate->n_chances - 1];
  uint64_t round = number / rate->n_chances;
  uint64_t ms = round * period + rate->chances[number % rate->n_chances];

  if (ms > (uint64_t) (INT64_MAX / LINKEMU_MSECOND))
    return LINKEMU_TIME_NEVER;
  return (int64_t) ms *LINKEMU_MSECOND;
}

uint64_t
linkemu_rate_chance_at (const LinkEmuRate * rate, int64_t time)
{
  int64_t period = rate->chances[rate->n_chances - 1] * LINKEMU_MSECOND;
  int64_t round, rest;
  size_t low = 0, high = rate->n_chances - 1;

  if (time <= 0)
    return 0;
  /* The last chance of a round is at the round's very end: a time there still
   * belongs to it. */
  round = (time - 1) / period;
  rest = time - round * period;
  while (low < high) {
    size_t middle = low + (high - low) / 2;

    if (rate->chances[middle] * LINKEMU_MSECOND < rest)
      low = middle + 1;
    else
      high = middle;
  }
  return (uint64_t) round *rate->n_chances + low;
}

static double
steps_capacity (const LinkEmuRate * rate, int64_t from, int64_t to)
{
  double bits = 0;

  for (size_t i = linkemu_rate_step_at (rate, from); i < rate->n_steps; i++) {
    const LinkEmuStep *step = &rate->steps[i];
    int64_t begin = step->start > from ? step->start : from;
    int64_t end = to;

    if (begin >= to)
      break;
    if (i + 1 < rate->n_steps && rate->steps[i + 1].start < end)
      end = rate->steps[i + 1].start;
    bits += (double) step->bitrate * (double) (end - begin) / LINKEMU_SECOND;
  }
  return bits;
}

double
linkemu_rate_capacity (const LinkEmuRate * rate, int64_t from, int64_t to)
{
  if (linkemu_rate_is_unlimited (rate))
    return INFINITY;
  if (to < from)
    return 0;
  if (rate->n_steps > 0)
    return steps_capacity (rate, from, to);
  return 8.0 * LINKEMU_CHANCE_BYTES *
      (double) (linkemu_rate_chance_at (rate, to + 1) -
      linkemu_rate_chance_at (rate, from));
}

double
linkemu_rate_mean (const LinkEmuRate * rate, int64_t from, int64_t to)
{
  if (linkemu_rate_is_unlimited (rate) || to <= from)
    return 0;
  /* A chance at @to belongs to the interval that follows. */
  if (rate->n_chances > 0)
    return linkemu_rate_capacity (rate, from, to - 1) /
        (double) (to - from) * LINKEMU_SECOND;
  return linkemu_rate_capacity (rate, from, to) / (double) (to - from) *
      LINKEMU_SECOND;
}

double
linkemu_rate_nominal (const LinkEmuRate * rate, int64_t time)
{
  size_t i;

  if (linkemu_rate_is_unlimited (rate))
    return 0;
  /* The bytes of a buffer do not follow the radio: with the rate of the moment
   * a gap in the trace would leave no buffer at all. */
  if (rate->n_chances > 0)
    return 8.0 * LINKEMU_CHANCE_BYTES * (double) rate->n_chances * 1000 /
        rate->chances[rate->n_chances - 1];

  /* The same holds for an outage: the rate before it, or at the start the first
   * one there is. */
  i = linkemu_rate_step_at (rate, time);
  while (i > 0 && rate->steps[i].bitrate == 0)
    i--;
  while (i + 1 < rate->n_steps && rate->steps[i].bitrate == 0)
    i++;
  return (double) rate->steps[i].bitrate;
}

double
linkemu_rate_now (const LinkEmuRate * rate, int64_t time)
{
  int64_t from = time > LINKEMU_SECOND ? time - LINKEMU_SECOND : 0;

  if (rate->n_steps > 0)
    return (double) rate->steps[linkemu_rate_step_at (rate, time)].bitrate;
  return linkemu_rate_mean (rate, from, from + LINKEMU_SECOND);
}
