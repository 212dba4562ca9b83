/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-basedelay.c: base delay, one minimum for each bin of time */
#include "rtpcc-basedelay.h"

void
rtp_cc_base_delay_forget (RtpCcBaseDelay * base)
{
  base->any = false;
}

static void
start_at (RtpCcBaseDelay * base, int64_t bin)
{
  for (int i = 0; i < BASE_DELAY_BINS; i++)
    base->least[i] = INT64_MAX;
  base->newest = bin;
  base->any = true;
}

void
rtp_cc_base_delay_add (RtpCcBaseDelay * base, int64_t delay, RtpCcTime now)
{
  int64_t bin = now / BASE_DELAY_BIN;

  if (!base->any || bin - base->newest >= BASE_DELAY_BINS)
    start_at (base, bin);
  while (base->newest < bin)
    base->least[++base->newest % BASE_DELAY_BINS] = INT64_MAX;
  if (delay < base->least[bin % BASE_DELAY_BINS])
    base->least[bin % BASE_DELAY_BINS] = delay;
}

int64_t
rtp_cc_base_delay (const RtpCcBaseDelay * base)
{
  int64_t least = INT64_MAX;

  for (int i = 0; base->any && i < BASE_DELAY_BINS; i++) {
    if (base->least[i] < least)
      least = base->least[i];
  }
  return least;
}
