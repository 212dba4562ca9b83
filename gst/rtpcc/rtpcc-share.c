/* rtpcc-share.c: water filling
 *
 * A level is raised until all is spent: each stream takes level * priority,
 * clipped to its bounds.  Streams that hit a bound are taken out of the sum
 * and the rest is shared anew; each round settles at least one stream.
 */
#include "rtpcc-share.h"

static double
sum_of_open_priorities (const RtpCcShare * streams, size_t n_streams)
{
  double sum = 0;

  for (size_t i = 0; i < n_streams; i++) {
    if (streams[i].active && streams[i].rate == 0)
      sum += streams[i].priority;
  }
  return sum;
}

/* Settles the open streams whose part of @left lies beyond the bound that is
 * looked at; returns what they took. */
static uint64_t
settle (RtpCcShare * streams, size_t n_streams, double left, double sum,
    bool at_min)
{
  uint64_t taken = 0;

  for (size_t i = 0; i < n_streams; i++) {
    RtpCcShare *s = &streams[i];
    double part = left * s->priority / sum;

    if (!s->active || s->rate != 0)
      continue;
    if (at_min ? part < (double) s->min_rate : part > (double) s->max_rate) {
      s->rate = at_min ? s->min_rate : s->max_rate;
      taken += s->rate;
    }
  }
  return taken;
}

void
rtp_cc_share (uint64_t rate, RtpCcShare * streams, size_t n_streams)
{
  double left = (double) rate;
  double sum;

  for (size_t i = 0; i < n_streams; i++)
    streams[i].rate = 0;

  while ((sum = sum_of_open_priorities (streams, n_streams)) > 0) {
    uint64_t taken = settle (streams, n_streams, left, sum, true);

    if (taken == 0)
      taken = settle (streams, n_streams, left, sum, false);
    if (taken == 0)
      break;
    left = left > (double) taken ? left - (double) taken : 0;
  }

  if (sum <= 0)
    return;
  for (size_t i = 0; i < n_streams; i++) {
    if (streams[i].active && streams[i].rate == 0)
      streams[i].rate = (uint64_t) (left * streams[i].priority / sum);
  }
}
