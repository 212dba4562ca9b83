/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Emulated links answer as recorded: each queue, each kind of rate, each limit. */
#include <glib/gstdio.h>
#include <gst/lab/linkemu/linkemu.h>
#include <gst/lab/linkemu/linkemu-log.h>

#include "golden.h"

#define T0 (G_GINT64_CONSTANT (1234567) * GST_USECOND + 89)
#define MS ((gint64) GST_MSECOND)
#define STEPS 6000

typedef struct
{
  const char *name;
  const char *rate;             /* a schedule; "trace", "constant"; NULL: unlimited */
  LinkEmuConfig config;
  guint load;                   /* chances of 10 that a step brings packets */
} Case;

/* *INDENT-OFF* */
static const Case cases[] = {
  {"droptail", "0:1M", {.queue_limit_time = 50 * MS}, 3},
  {"constant", "constant", {.queue_limit_bytes = 5000}, 6},
  {"bytes", "0:2M,3:500k,6:0,7:4M", {.queue_limit_bytes = 10000, .delay = 10 * MS}, 6},
  {"both", "0:8M,2:1M", {.queue_limit_bytes = 25000, .queue_limit_time = 100 * MS,
          .overhead = 28, .delay = 3 * MS}, 7},
  {"unlimited", NULL, {.delay = 5 * MS, .jitter = 2 * MS, .loss = 0.1, .seed = 3}, 5},
  {"jitter", "0:4M", {.delay = 20 * MS, .jitter = 10 * MS, .seed = 1}, 5},
  {"reorders", "0:4M", {.delay = 20 * MS, .jitter = 10 * MS, .jitter_reorders = true,
          .seed = 2}, 5},
  {"bursts", "0:4M", {.ge_p = 0.05, .ge_r = 0.3, .ge_loss_good = 0.01,
          .ge_loss_bad = 0.7, .seed = 4}, 5},
  {"trace", "trace", {.queue_limit_time = 200 * MS, .delay = 7 * MS}, 6},
  {"trace-codel", "trace", {.aqm = "codel", .ecn = true}, 6},
  {"codel", "0:1M,5:4M", {.aqm = "codel", .queue_limit_time = 400 * MS}, 5},
  {"codel-ecn", "0:2M", {.aqm = "codel", .ecn = true, .target = 10 * MS,
          .interval = 50 * MS, .queue_limit_bytes = 60000}, 7},
  {"fq-codel", "0:1M,4:3M", {.aqm = "codel", .fq = true, .queue_limit_bytes = 40000}, 6},
  {"fq-ecn", "0:3M", {.aqm = "codel", .fq = true, .ecn = true}, 7},
  {"pie", "0:2M", {.aqm = "pie", .seed = 5}, 6},
  {"pie-ecn", "0:1M,3:0,4:3M", {.aqm = "pie", .ecn = true, .target = 20 * MS,
          .queue_limit_time = 300 * MS, .seed = 6}, 5},
  {"fq-pie", "0:2M", {.aqm = "pie", .fq = true, .ecn = true, .seed = 7}, 6},
  {"dualpi2", "0:2M,5:1M", {.aqm = "dualpi2", .seed = 8}, 6},
  {"dualpi2-step", "0:4M", {.aqm = "dualpi2", .step_threshold = MS, .target = 25 * MS,
          .queue_limit_time = 250 * MS, .seed = 9}, 7},
};
/* *INDENT-ON* */

static gint64 now;
static guint64 seed;

/* In each tenth of a second some chances, at times two in one ms, and a pause. */
static LinkEmuRate *
trace (void)
{
  GString *lines = g_string_new (NULL);
  gchar *path = g_build_filename (g_get_tmp_dir (), "golden-XXXXXX", NULL);
  LinkEmuRate *rate;

  for (guint i = 0; i < 300; i++) {
    if (i / 40 % 4 != 2)
      g_string_append_printf (lines, "%u\n", i * 5);
    if (i % 7 == 0)
      g_string_append_printf (lines, "%u\n", i * 5);
  }
  g_close (g_mkstemp (path), NULL);
  g_file_set_contents (path, lines->str, -1, NULL);
  rate = linkemu_rate_trace (path, NULL);
  fail_unless (rate != NULL);
  g_remove (path);
  g_free (path);
  g_string_free (lines, TRUE);
  return rate;
}

static LinkEmuRate *
rate_of (const char *text)
{
  if (text == NULL)
    return NULL;
  if (g_str_equal (text, "constant"))
    return linkemu_rate_constant (2000000);
  return g_str_equal (text, "trace") ? trace () : linkemu_rate_schedule (text,
      NULL);
}

static void
put_line (const char *line, size_t length)
{
  fail_unless_equals_int (length, strlen (line));
  golden_put ("log", g_str_hash (line) % 9973);
}

static void
put_in (LinkEmu * link, guint overhead)
{
  static const guint sizes[] = { 125, 250, 1222, 1250, 1500 };
  static guint number;
  LinkEmuPacketInfo info = { 0 };
  char line[LINKEMU_LOG_LINE_SIZE];
  LinkEmuFate fate;

  info.size = sizes[golden_random (&seed, G_N_ELEMENTS (sizes))];
  info.ecn = (guint8) golden_random (&seed, 4);
  info.flow = golden_random (&seed, 3) * 77;
  number = number % 100000 + 1;
  fate = linkemu_enqueue (link, GUINT_TO_POINTER (number), &info, now);
  golden_put ("fate", fate);
  if (fate != LINKEMU_TAKEN)
    put_line (line, linkemu_log_refusal (line, "a", &info, overhead, fate,
            now));
}

static void
take_out (LinkEmu * link)
{
  LinkEmuDeparture d;
  char line[LINKEMU_LOG_LINE_SIZE];

  while (linkemu_dequeue (link, &d, now)) {
    golden_put ("size", d.info.size + 10000 * d.info.flow);
    golden_put ("ecn",
        d.info.ecn + 4 * d.dropped + 8 * d.overflow + 16 * d.marked);
    golden_put_time ("waited", d.served, d.enqueued);
    golden_put_time ("way", d.arrival, d.served);
    golden_put_time ("late", now, d.arrival);
    put_line (line, linkemu_log_departure (line, "flow", &d));
  }
  golden_put_time ("next", linkemu_next_time (link), now);
}

static void
put_stats (LinkEmu * link)
{
  LinkEmuStats s;

  linkemu_stats (link, &s, now);
  golden_put ("in-out",
      (gdouble) (s.packets_in + 3 * s.bytes_in + 5 * s.packets_out +
          7 * s.bytes_out));
  golden_put ("dropped",
      (gdouble) (s.dropped_loss + 3 * s.dropped_queue + 5 * s.dropped_aqm +
          7 * s.marked));
  golden_put ("queued", (gdouble) (s.queued_packets * 100000 + s.queued_bytes));
  golden_put ("bitrate", s.bitrate);
  golden_put ("use", s.utilisation);
  golden_put ("delay-now", (gdouble) s.queue_delay_now);
  golden_put ("delay-mean", (gdouble) s.queue_delay_mean);
  golden_put ("delay-p50", (gdouble) s.queue_delay_p50);
  golden_put ("delay-p95", (gdouble) s.queue_delay_p95);
  golden_put ("delay-p99", (gdouble) s.queue_delay_p99);
  golden_put ("delay-max", (gdouble) s.queue_delay_max);
  golden_put ("l4s", (gdouble) (s.l_queue.packets + 3 * s.l_queue.dropped
          + 5 * s.l_queue.marked + 7 * s.c_queue.packets +
          11 * s.c_queue.dropped + 13 * s.c_queue.marked));
  golden_put ("l4s-delay",
      (gdouble) (s.l_queue.delay_p50 + 3 * s.l_queue.delay_p99 +
          5 * s.c_queue.delay_p50 + 7 * s.c_queue.delay_p99));
}

/* To just before, to, or past what happens next. */
static void
move_on (LinkEmu * link)
{
  static const gint64 waits[] = { 0, MS, MS, 2 * MS, 5 * MS };
  gint64 next = linkemu_next_time (link);
  guint how = golden_random (&seed, 8);

  if (how < 2 && next < now + 20 * MS && next > now)
    now = next - (how == 1);
  else if (how < 7)
    now += waits[golden_random (&seed, 5)];
  else if (golden_random (&seed, 20) == 0)
    now += 300 * MS;
}

static void
reconfigure (LinkEmu * link, const Case * c)
{
  LinkEmuConfig config = c->config;

  config.delay += golden_random (&seed, 3) * MS;
  config.rate = NULL;
  if (c->rate != NULL && golden_random (&seed, 2) == 0)
    config.rate = rate_of (c->rate);
  linkemu_configure (link, &config, now);
}

GST_START_TEST (test_links)
{
  golden_open ("link");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const Case *c = &cases[i];
    LinkEmuConfig config = c->config;
    LinkEmu *link;

    seed = i;
    now = T0;
    config.rate = rate_of (c->rate);
    link = linkemu_new (&config, now);
    golden_begin (c->name, STEPS);
    for (guint step = 0; step < STEPS; step++) {
      /* Busy and idle by turns. */
      for (guint n = 0; n < 3; n++) {
        if (golden_random (&seed, step / 500 % 2 == 0 ? 10 : 20) < c->load)
          put_in (link, c->config.overhead);
      }
      move_on (link);
      take_out (link);
      if (step % 20 == 0)
        put_stats (link);
      if (golden_random (&seed, 500) == 0)
        reconfigure (link, c);
      if (golden_random (&seed, 1500) == 0)
        linkemu_flush (link, NULL, now);
      golden_step ();
    }
    golden_end ();
    linkemu_free (link, NULL);
  }
  golden_close ();
}

GST_END_TEST;

/* Mean rates between times on and beside the steps of a schedule and of a trace. */
GST_START_TEST (test_mean_rates)
{
  static const char *const rates[] =
      { "constant", "0:1M", "0:2M,3:500k,6:0,7:4M", "trace" };

  golden_open ("rate");
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++) {
    LinkEmuRate *rate = rate_of (rates[i]);

    golden_begin (rates[i], 81);
    for (gint64 from = 0; from <= 8000; from += 100) {
      for (gint64 length = -100; length < 4000; length += 250) {
        golden_put ("mean", linkemu_rate_mean (rate, from * MS,
                (from + length) * MS));
        golden_put ("after", linkemu_rate_mean (rate, from * MS + 1,
                (from + length) * MS + 1));
      }
      golden_step ();
    }
    golden_end ();
    linkemu_rate_free (rate);
  }
  golden_close ();
}

GST_END_TEST;

static Suite *
goldenlink_suite (void)
{
  Suite *s = suite_create ("goldenlink");
  TCase *tc = tcase_create ("general");

  tcase_add_test (tc, test_links);
  tcase_add_test (tc, test_mean_rates);
  suite_add_tcase (s, tc);
  return s;
}

GST_CHECK_MAIN (goldenlink);
