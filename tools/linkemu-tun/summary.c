/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "summary.h"
#include "realtime.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <sys/resource.h>

#define NS_PER_MS 1e6
#define NS_PER_SECOND 1e9
/* Above this a queue that is measured in ms is not measured any more. */
#define MAX_LATE_P99 1000000

static gdouble
cpu_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (gdouble) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
      (gdouble) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void
fill_direction (TunDirectionSummary * summary, TunDirection * direction)
{
  tun_direction_stats (direction, &summary->stats);
  summary->losses = direction->losses;
  summary->losses.not_read = tun_device_drops (direction->from);
}

static guint64
lost_outside (const TunDirectionSummary * direction)
{
  return direction->losses.no_buffer + direction->losses.not_read +
      direction->losses.not_written;
}

void
tun_summary_fill (TunSummary * summary, TunForwarder * forwarder,
    gint64 started)
{
  const LinkEmuHistogram *lateness = &forwarder->lateness;

  fill_direction (&summary->forward, &forwarder->forward);
  fill_direction (&summary->back, &forwarder->back);
  summary->seconds = (gdouble) (tun_realtime_now () - started) / NS_PER_SECOND;
  summary->cpu_seconds = cpu_seconds ();
  summary->late_p50 = linkemu_histogram_quantile (lateness, 0.5);
  summary->late_p99 = linkemu_histogram_quantile (lateness, 0.99);
  summary->late_p999 = linkemu_histogram_quantile (lateness, 0.999);
  summary->late_max = lateness->max;
  summary->trusted = summary->late_p99 <= MAX_LATE_P99 &&
      lost_outside (&summary->forward) == 0 &&
      lost_outside (&summary->back) == 0;
}

gchar *
tun_summary_doubt (const TunSummary * s)
{
  if (s->late_p99 > MAX_LATE_P99)
    return g_strdup_printf ("not to be trusted: 1 %% of the packets were "
        "%.2f ms late or more (1 ms may be): %s", s->late_p99 / NS_PER_MS,
        s->realtime ? "the machine is too slow for this rate" :
        "give it real-time priority, or use an idle machine");
  return g_strdup_printf ("not to be trusted: %" G_GUINT64_FORMAT " packets "
      "were lost outside of the link: less rate, or a machine with less to do",
      lost_outside (&s->forward) + lost_outside (&s->back));
}

/*** JSON ********************************************************************/

static void
add_count (JsonBuilder * json, const gchar * name, guint64 value)
{
  json_builder_set_member_name (json, name);
  json_builder_add_int_value (json, (gint64) MIN (value, G_MAXINT64));
}

/* JSON has no infinity: null. */
static void
add_number (JsonBuilder * json, const gchar * name, gdouble value)
{
  json_builder_set_member_name (json, name);
  if (isfinite (value))
    json_builder_add_double_value (json, value);
  else
    json_builder_add_null_value (json);
}

static void
add_boolean (JsonBuilder * json, const gchar * name, gboolean value)
{
  json_builder_set_member_name (json, name);
  json_builder_add_boolean_value (json, value);
}

static void
begin_object (JsonBuilder * json, const gchar * name)
{
  json_builder_set_member_name (json, name);
  json_builder_begin_object (json);
}

static void
add_delays (JsonBuilder * json, const LinkEmuStats * s)
{
  add_count (json, "queue-delay", (guint64) s->queue_delay_now);
  add_count (json, "queue-delay-mean", (guint64) s->queue_delay_mean);
  add_count (json, "queue-delay-p50", (guint64) s->queue_delay_p50);
  add_count (json, "queue-delay-p95", (guint64) s->queue_delay_p95);
  add_count (json, "queue-delay-p99", (guint64) s->queue_delay_p99);
  add_count (json, "queue-delay-max", (guint64) s->queue_delay_max);
}

static void
add_queue (JsonBuilder * json, const gchar * queue, const LinkEmuQueueStats * s)
{
  const struct
  {
    const gchar *name;
    guint64 value;
  } members[] = {
    {"packets", s->packets},
    {"dropped", s->dropped},
    {"marked", s->marked},
    {"delay-p50", (guint64) s->delay_p50},
    {"delay-p99", (guint64) s->delay_p99},
  };

  for (guint i = 0; i < G_N_ELEMENTS (members); i++) {
    gchar *name = g_strconcat (queue, "-", members[i].name, NULL);

    add_count (json, name, members[i].value);
    g_free (name);
  }
}

/* Names as in the element's stats; below them what only exists here. */
static void
add_direction (JsonBuilder * json, const gchar * name,
    const TunDirectionSummary * direction)
{
  const LinkEmuStats *s = &direction->stats;

  begin_object (json, name);
  add_count (json, "packets-in", s->packets_in);
  add_count (json, "bytes-in", s->bytes_in);
  add_count (json, "packets-out", s->packets_out);
  add_count (json, "bytes-out", s->bytes_out);
  add_count (json, "dropped-loss", s->dropped_loss);
  add_count (json, "dropped-queue", s->dropped_queue);
  add_count (json, "dropped-aqm", s->dropped_aqm);
  add_count (json, "marked", s->marked);
  add_count (json, "queued-packets", s->queued_packets);
  add_count (json, "queued-bytes", s->queued_bytes);
  add_number (json, "bitrate", s->bitrate);
  add_number (json, "utilisation", s->utilisation);
  add_delays (json, s);
  add_queue (json, "l-queue", &s->l_queue);
  add_queue (json, "c-queue", &s->c_queue);
  add_count (json, "not-ip", direction->losses.not_ip);
  add_count (json, "lost-no-buffer", direction->losses.no_buffer);
  add_count (json, "lost-not-read", direction->losses.not_read);
  add_count (json, "lost-not-written", direction->losses.not_written);
  json_builder_end_object (json);
}

static void
add_lateness (JsonBuilder * json, const TunSummary * s)
{
  begin_object (json, "lateness-ms");
  add_number (json, "p50", s->late_p50 / NS_PER_MS);
  add_number (json, "p99", s->late_p99 / NS_PER_MS);
  add_number (json, "p99.9", s->late_p999 / NS_PER_MS);
  add_number (json, "max", s->late_max / NS_PER_MS);
  json_builder_end_object (json);
}

gchar *
tun_summary_json (const TunSummary * s)
{
  JsonBuilder *json = json_builder_begin_object (json_builder_new ());
  JsonNode *root;
  gchar *text, *lines;

  add_boolean (json, "trusted", s->trusted);
  add_boolean (json, "realtime", s->realtime);
  add_lateness (json, s);
  add_number (json, "seconds", s->seconds);
  add_number (json, "cpu-seconds", s->cpu_seconds);
  add_count (json, "log-lost", s->log_lost);
  add_direction (json, "forward", &s->forward);
  add_direction (json, "back", &s->back);
  root = json_builder_get_root (json_builder_end_object (json));
  text = json_to_string (root, TRUE);
  lines = g_strconcat (text, "\n", NULL);
  g_free (text);
  json_node_unref (root);
  g_object_unref (json);
  return lines;
}

gchar *
tun_summary_line (const TunSummary * s)
{
  const LinkEmuStats *f = &s->forward.stats;

  return g_strdup_printf ("%" G_GUINT64_FORMAT " packets a->b, %"
      G_GUINT64_FORMAT " dropped, %" G_GUINT64_FORMAT " marked, queue p95 "
      "%.1f ms; late p99 %.3f ms, max %.3f ms", f->packets_in,
      f->dropped_loss + f->dropped_queue + f->dropped_aqm, f->marked,
      f->queue_delay_p95 / NS_PER_MS, s->late_p99 / NS_PER_MS,
      s->late_max / NS_PER_MS);
}
