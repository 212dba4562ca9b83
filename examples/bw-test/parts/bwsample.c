/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bwsample.h"

#include <string.h>

static guint64
get_u64 (const GstStructure * stats, const gchar * name)
{
  guint64 value = 0;

  gst_structure_get_uint64 (stats, name, &value);
  return value;
}

static gdouble
get_seconds (const GstStructure * stats, const gchar * name)
{
  return (gdouble) get_u64 (stats, name) / GST_SECOND;
}

void
bw_sample_read (BwSample * sample, const GstStructure * stats, gdouble time)
{
  static const gchar *const ecn[4] = {
    "reported-not-ect", "reported-ect1", "reported-ect0", "packets-ce"
  };
  guint i;

  memset (sample, 0, sizeof (*sample));
  sample->time = time;
  sample->packets = get_u64 (stats, "packets-sent");
  sample->bytes = get_u64 (stats, "bytes-sent");
  sample->received = get_u64 (stats, "packets-received");
  /* One that came after it had been given up was not lost. */
  sample->lost = get_u64 (stats, "packets-lost");
  sample->lost -= MIN (sample->lost, get_u64 (stats, "packets-late"));
  sample->ce = get_u64 (stats, "packets-ce");
  for (i = 0; i < 4; i++)
    sample->ecn[i] = get_u64 (stats, ecn[i]);
  sample->feedback = get_u64 (stats, "feedback-packets");
  sample->refused = get_u64 (stats, "rtcp-refused")
      + get_u64 (stats, "feedback-from-unknown-peers")
      + get_u64 (stats, "feedback-not-rtcp");
  sample->discarded = get_u64 (stats, "packets-discarded");
  sample->target = (gdouble) get_u64 (stats, "estimated-bitrate");
  sample->rtt = get_seconds (stats, "rtt");
  sample->queue_delay = get_seconds (stats, "network-queue-delay");
  sample->sender_delay = get_seconds (stats, "sender-queue-delay");
  sample->window = get_u64 (stats, "reference-window");
  sample->in_flight = get_u64 (stats, "bytes-in-flight");
}

static gdouble
part (guint64 some, guint64 rest)
{
  return some > 0 ? 100.0 * (gdouble) some / (gdouble) (some + rest) : 0;
}

/* Counters may go back by late packets. */
static guint64
growth (guint64 before, guint64 after)
{
  return after > before ? after - before : 0;
}

gdouble
bw_sample_sent_kbps (const BwSample * before, const BwSample * after)
{
  gdouble seconds = after->time - before->time;

  return seconds > 0 ? (gdouble) growth (before->bytes, after->bytes) * 8
      / seconds / 1000 : 0;
}

static gdouble
packets_kbps (const BwSample * before, const BwSample * after, guint64 packets)
{
  guint64 sent = growth (before->packets, after->packets);

  return sent > 0 ? bw_sample_sent_kbps (before, after) * (gdouble) packets
      / (gdouble) sent : 0;
}

gdouble
bw_sample_lost_kbps (const BwSample * before, const BwSample * after)
{
  return packets_kbps (before, after, growth (before->lost, after->lost));
}

gdouble
bw_sample_ce_kbps (const BwSample * before, const BwSample * after)
{
  return packets_kbps (before, after, growth (before->ce, after->ce));
}

gdouble
bw_sample_loss (const BwSample * before, const BwSample * after)
{
  return part (growth (before->lost, after->lost),
      growth (before->received, after->received));
}

gdouble
bw_sample_ce (const BwSample * before, const BwSample * after)
{
  return bw_sample_ecn (before, after, 3);
}

gdouble
bw_sample_ecn (const BwSample * before, const BwSample * after,
    guint code_point)
{
  guint64 others = 0;
  guint i;

  for (i = 0; i < 4; i++) {
    if (i != code_point)
      others += growth (before->ecn[i], after->ecn[i]);
  }
  return part (growth (before->ecn[code_point], after->ecn[code_point]),
      others);
}
