/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* receivertest.c: see receivertest.h */
#include <string.h>

#include "receivertest.h"

RtpCcReceiver *rx;
RtpCcReceiverStats stats;
RtpCcReceiverConfig config;
guint said_received[N_SSRCS][65536];
static guint said_missing[N_SSRCS][65536];
RtpCcMetric last_said[N_SSRCS][65536];
guint n_said;
RtpCcMetric newest;             /* the last metric of the last packet */

void
setup (void)
{
  config.sender_ssrc = 0x5eed;
  config.max_interval = 40 * MS;
  config.max_packets = 16;
  config.overlap = 0;
  config.min_interval = 0;
  config.max_size = 1200;
  config.num_reports = RTP_CC_NUM_REPORTS_COUNT;
  rx = rtp_cc_receiver_new (&config);
  memset (said_received, 0, sizeof (said_received));
  memset (said_missing, 0, sizeof (said_missing));
  n_said = 0;
}

void
teardown (void)
{
  rtp_cc_receiver_free (rx);
}

void
restart (void)
{
  teardown ();
  setup ();
}

void
on_metric (const RtpCcMetric * m, void *user)
{
  guint k = m->ssrc % N_SSRCS;

  if (m->received)
    said_received[k][m->seq]++;
  else
    said_missing[k][m->seq]++;
  last_said[k][m->seq] = *m;
  newest = *m;
  n_said++;
}

guint
take (RtpCcTime now)
{
  guint8 data[4096];
  guint n = 0;
  gsize size;

  while ((size = rtp_cc_receiver_feedback (rx, data, sizeof (data), now)) > 0) {
    RtpCcCcfbHeader header;

    check (size <= config.max_size);
    check (rtp_cc_ccfb_parse (data, size, config.num_reports, &header,
            on_metric, NULL) == RTP_CC_RTCP_OK);
    check (header.sender_ssrc == 0x5eed);
    check (header.num_reports == config.num_reports);
    /* 16.16 seconds */
    check (header.timestamp ==
        (guint32) gst_util_uint64_scale (now, 65536, GST_SECOND));
    check (++n < 100);
  }
  check (rtp_cc_receiver_next_time (rx) > now);
  rtp_cc_receiver_stats (rx, &stats);
  return n;
}

void
packet (guint32 ssrc, guint16 seq, RtpCcTime now)
{
  rtp_cc_receiver_on_packet (rx, ssrc, seq, FALSE, RTP_CC_ECN_ECT_1, now, now);
}

void
marker (guint32 ssrc, guint16 seq, RtpCcTime now)
{
  rtp_cc_receiver_on_packet (rx, ssrc, seq, TRUE, RTP_CC_ECN_ECT_1, now, now);
}

guint
received (guint32 ssrc, guint16 seq)
{
  return said_received[ssrc % N_SSRCS][seq];
}

guint
missing (guint32 ssrc, guint16 seq)
{
  return said_missing[ssrc % N_SSRCS][seq];
}
