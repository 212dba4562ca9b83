/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bwtxreport.h"
#include "bwjson.h"

#include <stdio.h>
#include <string.h>

/* From one line to the next, s. */
#define LINE_INTERVAL 0.2
#define SUMMARY_INTERVAL 2.0

/* Loss and marks are over the last 10 s: so many samples, one a second. */
#define HISTORY 11

/* So long without feedback is worth a line, s. */
#define SILENCE 1.0

/* The RTT that is shown follows each new one by this part; the controller's own
 * has a floor, which would hide a short path. */
#define RTT_GAIN 0.125

/* The extremes of the bitrate are without the start, s. */
#define START_TIME 5.0

typedef struct
{
  gdouble min, max, sum;
  guint n;
} Range;

struct _BwTxReport
{
  BwTxOptions o;                /* borrows its strings */
  gdouble next_line, next_summary;      /* s */
  BwSample line, summary, last; /* at the line, summary, sample before */
  BwSample first;               /* nothing has been sent */
  BwSample history[HISTORY];    /* one for each second, newest last */
  guint64 max_in_flight;        /* since the line before, bytes */
  gdouble feedback_time;        /* of the last change, s */
  gdouble smoothed_rtt;         /* s */
  gboolean silent;
  Range rate, rtt, queue_delay;
  Range recent_delay;           /* queue delays since the summary before */
};

static void
range_add (Range * range, gdouble value)
{
  if (range->n == 0 || value < range->min)
    range->min = value;
  if (range->n == 0 || value > range->max)
    range->max = value;
  range->sum += value;
  range->n++;
}

static gdouble
range_mean (const Range * range)
{
  return range->n > 0 ? range->sum / range->n : 0;
}

BwTxReport *
bw_tx_report_new (const BwTxOptions * options)
{
  BwTxReport *report = g_new0 (BwTxReport, 1);

  report->o = *options;
  report->next_line = LINE_INTERVAL;
  report->next_summary = SUMMARY_INTERVAL;
  return report;
}

void
bw_tx_report_free (BwTxReport * report)
{
  g_free (report);
}

void
bw_tx_report_event (BwTxReport * report, const gchar * name, const gchar * text)
{
  JsonBuilder *json;

  if (!report->o.json) {
    fflush (stdout);
    fprintf (stderr, "%s\n", text);
    return;
  }
  json = bw_json_begin ("event");
  bw_json_number (json, "time", report->last.time);
  bw_json_text (json, "event", name);
  bw_json_text (json, "text", text);
  bw_json_print (json);
}

/* Says once that feedback is missing, and once that it is back. */
static void
watch_feedback (BwTxReport * report, const BwSample * now)
{
  gchar *text;

  if (report->o.push)
    return;
  if (now->feedback != report->last.feedback) {
    report->feedback_time = now->time;
    if (report->silent)
      bw_tx_report_event (report, "feedback", "RTCP feedback is back");
    report->silent = FALSE;
    return;
  }
  if (report->silent || now->time - report->feedback_time < SILENCE)
    return;
  report->silent = TRUE;
  text = g_strdup_printf ("No RTCP feedback received for %.1f s: the rate "
      "falls to %" G_GUINT64_FORMAT " kbps. Does scream-bw-test-rx run on %s, "
      "port %u, and may UDP pass both ways?", now->time - report->feedback_time,
      report->o.min_rate / 1000, report->o.host, report->o.port);
  bw_tx_report_event (report, "no-feedback", text);
  g_free (text);
}

static void
print_summary_text (BwTxReport * report, const BwSample * now)
{
  const BwSample *ago = &report->history[0];
  const BwSample *first = &report->first;

  printf (" summary %5.1f  Transmit rate = %5.0fkbps, PLR = %5.2f%%(%5.2f%%), "
      "CE = %5.2f%%(%5.2f%%)[%4.1f%%, %4.1f%%, %4.1f%%, %4.1f%%], "
      "RTT = %5.3fs, Queue delay = %5.3fs, MTU = %u\n",
      now->time, bw_sample_sent_kbps (&report->summary, now),
      bw_sample_loss (ago, now), bw_sample_loss (first, now),
      bw_sample_ce (ago, now), bw_sample_ce (first, now),
      bw_sample_ecn (first, now, 0), bw_sample_ecn (first, now, 2),
      bw_sample_ecn (first, now, 1), bw_sample_ecn (first, now, 3),
      report->smoothed_rtt, range_mean (&report->recent_delay), report->o.mtu);
  fflush (stdout);
}

static void
add_ecn (JsonBuilder * json, const BwSample * before, const BwSample * now)
{
  bw_json_number (json, "not_ect_percent", bw_sample_ecn (before, now, 0));
  bw_json_number (json, "ect0_percent", bw_sample_ecn (before, now, 2));
  bw_json_number (json, "ect1_percent", bw_sample_ecn (before, now, 1));
  bw_json_number (json, "ce_percent", bw_sample_ecn (before, now, 3));
}

static void
print_json (BwTxReport * report, const gchar * type, const BwSample * before,
    const BwSample * now)
{
  JsonBuilder *json = bw_json_begin (type);

  bw_json_number (json, "time", now->time);
  bw_json_number (json, "transmit_kbps", bw_sample_sent_kbps (before, now));
  bw_json_number (json, "target_kbps", now->target / 1000);
  bw_json_number (json, "loss_percent", bw_sample_loss (before, now));
  bw_json_number (json, "lost_kbps", bw_sample_lost_kbps (before, now));
  bw_json_number (json, "ce_kbps", bw_sample_ce_kbps (before, now));
  add_ecn (json, before, now);
  bw_json_number (json, "rtt_s", report->smoothed_rtt);
  bw_json_number (json, "queue_delay_s", now->queue_delay);
  bw_json_number (json, "mean_queue_delay_s",
      range_mean (&report->recent_delay));
  bw_json_number (json, "sender_queue_delay_s", now->sender_delay);
  bw_json_count (json, "window_bytes", now->window);
  bw_json_count (json, "in_flight_bytes", now->in_flight);
  bw_json_count (json, "packets_sent", now->packets);
  bw_json_count (json, "packets_lost", now->lost);
  bw_json_count (json, "packets_discarded", now->discarded);
  bw_json_count (json, "feedback_packets", now->feedback);
  bw_json_count (json, "feedback_refused", now->refused);
  bw_json_print (json);
}

static void
print_line (BwTxReport * report, const BwSample * now)
{
  if (report->o.verbose && report->o.json) {
    print_json (report, "line", &report->line, now);
  } else if (report->o.verbose) {
    printf ("%8.3f,  %4.3f, %4.3f, %6" G_GUINT64_FORMAT ", %6"
        G_GUINT64_FORMAT ", %6.0f, %5.0f, %5.0f, \n", now->time,
        now->queue_delay, report->smoothed_rtt, now->window,
        report->max_in_flight, bw_sample_sent_kbps (&report->line, now),
        bw_sample_lost_kbps (&report->line, now),
        bw_sample_ce_kbps (&report->line, now));
    fflush (stdout);
  }
  report->line = *now;
  report->max_in_flight = 0;
}

static void
print_summary (BwTxReport * report, const BwSample * now)
{
  if (report->o.json)
    print_json (report, "summary", &report->summary, now);
  else if (!report->o.no_summary && !report->silent)
    print_summary_text (report, now);
  report->summary = *now;
  memset (&report->recent_delay, 0, sizeof (Range));
}

static void
keep_history (BwTxReport * report, const BwSample * now)
{
  if (now->time - report->history[HISTORY - 1].time < 1)
    return;
  memmove (report->history, report->history + 1,
      (HISTORY - 1) * sizeof (BwSample));
  report->history[HISTORY - 1] = *now;
}

static void
keep_ranges (BwTxReport * report, const BwSample * now)
{
  if (now->feedback == report->last.feedback)
    return;
  report->smoothed_rtt = report->rtt.n == 0 ? now->rtt
      : report->smoothed_rtt + RTT_GAIN * (now->rtt - report->smoothed_rtt);
  range_add (&report->rtt, now->rtt);
  range_add (&report->queue_delay, now->queue_delay);
  range_add (&report->recent_delay, now->queue_delay);
}

static gboolean
is_due (gdouble * next, gdouble interval, gdouble now)
{
  if (now < *next)
    return FALSE;
  while (*next <= now)
    *next += interval;
  return TRUE;
}

void
bw_tx_report_sample (BwTxReport * report, const BwSample * sample)
{
  keep_ranges (report, sample);
  watch_feedback (report, sample);
  if (sample->in_flight > report->max_in_flight)
    report->max_in_flight = sample->in_flight;
  if (is_due (&report->next_line, LINE_INTERVAL, sample->time)) {
    if (sample->time >= START_TIME)
      range_add (&report->rate, bw_sample_sent_kbps (&report->line, sample));
    print_line (report, sample);
  }
  if (is_due (&report->next_summary, SUMMARY_INTERVAL, sample->time))
    print_summary (report, sample);
  keep_history (report, sample);
  report->last = *sample;
}

static void
print_end_text (BwTxReport * report)
{
  const BwSample *first = &report->first, *last = &report->last;

  printf ("Summary\n"
      "  Time                        [s] %10.1f\n"
      "  Bitrate         min/max/avg [kbps] %7.0f %7.0f %7.0f\n"
      "  RTT             min/max/avg [s]    %7.3f %7.3f %7.3f\n"
      "  Queue delay         max/avg [s]            %7.3f %7.3f\n"
      "  Packet loss             avg [%%]                    %7.3f\n"
      "  ECN/L4S NotECT/ECT(0)/ECT(1)/CE [%%] %.2f %.2f %.2f %.2f\n"
      "  Packets sent/lost/discarded  %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
      " %" G_GUINT64_FORMAT "\n"
      "  Feedback packets/refused     %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
      "\n", last->time, report->rate.min, report->rate.max,
      bw_sample_sent_kbps (first, last), report->rtt.min, report->rtt.max,
      range_mean (&report->rtt), report->queue_delay.max,
      range_mean (&report->queue_delay), bw_sample_loss (first, last),
      bw_sample_ecn (first, last, 0), bw_sample_ecn (first, last, 2),
      bw_sample_ecn (first, last, 1), bw_sample_ecn (first, last, 3),
      last->packets, last->lost, last->discarded, last->feedback,
      last->refused);
  fflush (stdout);
}

void
bw_tx_report_end (BwTxReport * report)
{
  const BwSample *first = &report->first, *last = &report->last;
  JsonBuilder *json;

  if (!report->o.json) {
    print_end_text (report);
    return;
  }
  json = bw_json_begin ("total");
  bw_json_number (json, "time", last->time);
  bw_json_number (json, "min_kbps", report->rate.min);
  bw_json_number (json, "max_kbps", report->rate.max);
  bw_json_number (json, "mean_kbps", bw_sample_sent_kbps (first, last));
  bw_json_number (json, "min_rtt_s", report->rtt.min);
  bw_json_number (json, "max_rtt_s", report->rtt.max);
  bw_json_number (json, "mean_rtt_s", range_mean (&report->rtt));
  bw_json_number (json, "max_queue_delay_s", report->queue_delay.max);
  bw_json_number (json, "mean_queue_delay_s",
      range_mean (&report->queue_delay));
  bw_json_number (json, "loss_percent", bw_sample_loss (first, last));
  add_ecn (json, first, last);
  bw_json_count (json, "packets_sent", last->packets);
  bw_json_count (json, "packets_lost", last->lost);
  bw_json_count (json, "packets_discarded", last->discarded);
  bw_json_count (json, "feedback_packets", last->feedback);
  bw_json_count (json, "feedback_refused", last->refused);
  bw_json_print (json);
}
