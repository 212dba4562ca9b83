/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bwrxreport.h"
#include "bwjson.h"

#include <stdio.h>
#include <string.h>

/* From one line to the next, s. */
#define SUMMARY_INTERVAL 2.0

typedef struct
{
  gdouble time;                 /* s */
  guint64 packets, bytes, gaps; /* RTP */
  guint64 lost, duplicates, reordered;
  guint64 refused;              /* neither RTP nor of a known stream */
  guint64 ecn[4];
  guint64 feedback, feedback_bytes;
  guint64 moves;                /* of the sender's address */
} Sample;

struct _BwRxReport
{
  gboolean json, no_summary;
  gdouble next_summary;         /* s */
  Sample first, summary, last;
};

BwRxReport *
bw_rx_report_new (const BwRxOptions * options)
{
  BwRxReport *report = g_new0 (BwRxReport, 1);

  report->next_summary = SUMMARY_INTERVAL;
  report->json = options->json;
  report->no_summary = options->no_summary;
  return report;
}

void
bw_rx_report_free (BwRxReport * report)
{
  g_free (report);
}

static guint64
get_u64 (const GstStructure * stats, const gchar * name)
{
  guint64 value = 0;

  gst_structure_get_uint64 (stats, name, &value);
  return value;
}

static void
read_sample (Sample * sample, const GstStructure * stats,
    const BwWatchStats * watch, gdouble time)
{
  memset (sample, 0, sizeof (*sample));
  sample->time = time;
  sample->packets = watch->packets;
  sample->bytes = watch->bytes;
  sample->gaps = watch->gaps;
  sample->lost = get_u64 (stats, "lost");
  sample->duplicates = get_u64 (stats, "duplicates");
  sample->reordered = get_u64 (stats, "reordered");
  sample->refused = get_u64 (stats, "ignored")
      + get_u64 (stats, "rtcp-packets");
  sample->ecn[0] = get_u64 (stats, "not-ect");
  sample->ecn[1] = get_u64 (stats, "ect0");
  sample->ecn[2] = get_u64 (stats, "ect1");
  sample->ecn[3] = get_u64 (stats, "ce");
  sample->feedback = get_u64 (stats, "feedback-packets");
  sample->feedback_bytes = get_u64 (stats, "feedback-bytes");
  sample->moves = get_u64 (stats, "sender-moves");
}

static gdouble
kbps (guint64 bytes, gdouble seconds)
{
  return seconds > 0 ? (gdouble) bytes *8 / seconds / 1000 : 0;
}

static gdouble
percent (guint64 some, guint64 rest)
{
  return some > 0 ? 100.0 * (gdouble) some / (gdouble) (some + rest) : 0;
}

static gdouble
loss (const Sample * a, const Sample * b)
{
  return percent (b->lost > a->lost ? b->lost - a->lost : 0,
      b->packets - a->packets);
}

static gdouble
ce (const Sample * a, const Sample * b)
{
  return percent (b->ecn[3] - a->ecn[3], b->packets - a->packets);
}

static void
print_text (const Sample * a, const Sample * b, const Sample * first)
{
  gdouble seconds = b->time - a->time;

  printf (" summary %5.1f  Receive rate = %5.0fkbps, PLR = %5.2f%%(%5.2f%%), "
      "CE = %5.2f%%(%5.2f%%), Feedback = %3.0f/s %4.0fkbps, refused = %"
      G_GUINT64_FORMAT "\n", b->time, kbps (b->bytes - a->bytes, seconds),
      loss (a, b), loss (first, b), ce (a, b), ce (first, b),
      (gdouble) (b->feedback - a->feedback) / seconds,
      kbps (b->feedback_bytes - a->feedback_bytes, seconds), b->refused);
  fflush (stdout);
}

static void
print_json (const gchar * type, const Sample * a, const Sample * b)
{
  JsonBuilder *json = bw_json_begin (type);

  bw_json_number (json, "time", b->time);
  bw_json_number (json, "receive_kbps", kbps (b->bytes - a->bytes,
          b->time - a->time));
  bw_json_number (json, "loss_percent", loss (a, b));
  bw_json_number (json, "ce_percent", ce (a, b));
  bw_json_count (json, "packets", b->packets);
  bw_json_count (json, "lost", b->lost);
  bw_json_count (json, "gaps", b->gaps);
  bw_json_count (json, "duplicates", b->duplicates);
  bw_json_count (json, "reordered", b->reordered);
  bw_json_count (json, "refused", b->refused);
  bw_json_count (json, "feedback_packets", b->feedback);
  bw_json_number (json, "feedback_kbps",
      kbps (b->feedback_bytes - a->feedback_bytes, b->time - a->time));
  bw_json_count (json, "sender_moves", b->moves);
  bw_json_print (json);
}

void
bw_rx_report_sample (BwRxReport * report, const GstStructure * stats,
    const BwWatchStats * watch, gdouble time)
{
  read_sample (&report->last, stats, watch, time);
  if (time < report->next_summary)
    return;
  while (report->next_summary <= time)
    report->next_summary += SUMMARY_INTERVAL;
  if (report->json)
    print_json ("summary", &report->summary, &report->last);
  else if (!report->no_summary)
    print_text (&report->summary, &report->last, &report->first);
  report->summary = report->last;
}

void
bw_rx_report_event (BwRxReport * report, const gchar * name, const gchar * text)
{
  JsonBuilder *json;

  if (!report->json) {
    fflush (stdout);
    fprintf (stderr, "%s%s", text, g_str_has_suffix (text, "\n") ? "" : "\n");
    return;
  }
  json = bw_json_begin ("event");
  bw_json_number (json, "time", report->last.time);
  bw_json_text (json, "event", name);
  bw_json_text (json, "text", text);
  bw_json_print (json);
}

void
bw_rx_report_end (BwRxReport * report)
{
  const Sample *first = &report->first, *last = &report->last;

  if (report->json) {
    print_json ("total", first, last);
    return;
  }
  printf ("Summary\n"
      "  Time                      [s] %.1f\n"
      "  Bitrate                avg [kbps] %.0f\n"
      "  Packets received/lost/duplicate/reordered %" G_GUINT64_FORMAT " %"
      G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT "\n"
      "  Packet loss            avg [%%] %.3f\n"
      "  ECN/L4S NotECT/ECT(0)/ECT(1)/CE [%%] %.2f %.2f %.2f %.2f\n"
      "  Datagrams refused         %" G_GUINT64_FORMAT "\n"
      "  Feedback packets/kbps     %" G_GUINT64_FORMAT " %.0f\n", last->time,
      kbps (last->bytes, last->time), last->packets, last->lost,
      last->duplicates, last->reordered, loss (first, last),
      percent (last->ecn[0], last->packets - last->ecn[0]),
      percent (last->ecn[1], last->packets - last->ecn[1]),
      percent (last->ecn[2], last->packets - last->ecn[2]),
      percent (last->ecn[3], last->packets - last->ecn[3]), last->refused,
      last->feedback, kbps (last->feedback_bytes, last->time));
  fflush (stdout);
}
