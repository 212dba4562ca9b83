/* rtpcc-gcc-loss.h: GCC, the rate that follows from losses
 *
 * draft-ietf-rmcat-gcc-02 section 6: more than 10 % lost lowers the rate, less
 * than 2 % raises it.
 */
#ifndef RTPCC_GCC_LOSS_H
#define RTPCC_GCC_LOSS_H

#include "rtpcc.h"

/* How a variant grows while next to nothing is lost. */
typedef struct
{
  double growth;                /* factor in growth_time */
  double extra;                 /* bit/s in growth_time */
  int64_t growth_time;          /* ns */
} GccLossParams;

extern const GccLossParams gcc_loss_libwebrtc;
extern const GccLossParams gcc_loss_draft;

typedef struct
{
  const GccLossParams *params;
  double rate;                  /* bit/s, A_s */
  double fraction;              /* lost, last known */
  unsigned lost, expected;      /* since then */
  RtpCcTime update_time, decrease_time;
  bool decreased;
} GccLoss;

void gcc_loss_init (GccLoss * loss, const GccLossParams * params,
    double start_rate, RtpCcTime now);
void gcc_loss_note (GccLoss * loss, RtpCcFate fate);
/* Once for each feedback. */
void gcc_loss_update (GccLoss * loss, int64_t rtt, RtpCcTime now);

#endif /* RTPCC_GCC_LOSS_H */
