/* rtpcc-gcc-loss.c: GCC, the rate that follows from losses
 *
 *   lost      0        2 %             10 %
 *   rate      | grows   |    holds       |  * (1 - lost / 2)
 *
 * Random losses of a few per cent do no harm: what matters is the queue, which
 * the delay shows.  The loss-based controller "v2" of libwebrtc is not here:
 * it is a model of its own, and no document describes it.
 */
#include "rtpcc-gcc-loss.h"

#include <math.h>
#include <string.h>

/* draft-ietf-rmcat-gcc-02 section 6: below, the rate grows */
#define LOSS_LOW 0.02

/* draft-ietf-rmcat-gcc-02 section 6: above, the rate falls */
#define LOSS_HIGH 0.10

/* draft-ietf-rmcat-gcc-02 section 6: by this part of the loss */
#define LOSS_PART 0.5

/* OURS: as libwebrtc has it: a fraction of fewer packets says nothing. */
#define LOSS_PACKETS_MIN 20

/* OURS: as libwebrtc has it: it falls once in this time and an RTT. */
#define LOSS_DECREASE_TIME (300 * RTP_CC_MSECOND)

/* OURS: as libwebrtc has it, in 2012 and today: 8 % and 1 kbit/s in a second;
 * here evenly in steps of a report. */
const GccLossParams gcc_loss_libwebrtc = {
  .growth = 1.08,
  .extra = 1000,
  .growth_time = RTP_CC_SECOND,
};

/* draft-ietf-rmcat-gcc-02 section 6: 5 % for each report.  OURS: 200 ms for
 * that: reports of a frame each would make it grow without bound; at 1 s, the
 * interval of receiver reports, it would hold back the delay-based part. */
const GccLossParams gcc_loss_draft = {
  .growth = 1.05,
  .growth_time = 200 * RTP_CC_MSECOND,
};

void
gcc_loss_init (GccLoss * loss, const GccLossParams * params,
    double start_rate, RtpCcTime now)
{
  memset (loss, 0, sizeof (*loss));
  loss->params = params;
  loss->rate = start_rate;
  loss->update_time = now;
}

void
gcc_loss_note (GccLoss * loss, RtpCcFate fate)
{
  if (fate == RTP_CC_FATE_RECEIVED_LATE) {
    if (loss->lost > 0)
      loss->lost--;
    return;
  }
  loss->expected++;
  if (fate == RTP_CC_FATE_LOST)
    loss->lost++;
}

static void
grow (GccLoss * loss, RtpCcTime now)
{
  double steps = fmin ((double) (now - loss->update_time)
      / (double) loss->params->growth_time, 1);

  loss->rate = loss->rate * pow (loss->params->growth, steps)
      + loss->params->extra * steps;
}

static void
shrink (GccLoss * loss, int64_t rtt, RtpCcTime now)
{
  if (loss->decreased && now - loss->decrease_time < LOSS_DECREASE_TIME + rtt)
    return;
  loss->rate *= 1 - LOSS_PART * loss->fraction;
  loss->decrease_time = now;
  loss->decreased = true;
}

void
gcc_loss_update (GccLoss * loss, int64_t rtt, RtpCcTime now)
{
  if (loss->expected < LOSS_PACKETS_MIN)
    return;

  loss->fraction = (double) loss->lost / loss->expected;
  loss->lost = loss->expected = 0;
  if (loss->fraction < LOSS_LOW)
    grow (loss, now);
  else if (loss->fraction > LOSS_HIGH)
    shrink (loss, rtt, now);
  loss->update_time = now;
}
