/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The command line of linkemu-tun: defaults, what options set, what is refused. */
#include <gst/check/gstcheck.h>
#include <options.h>

#include <string.h>

#define MS ((gint64) GST_MSECOND)

/* @line: arguments behind the program's name, blanks between. */
static gboolean
parse (TunOptions * options, const gchar * line, GError ** error)
{
  gchar *whole = g_strconcat ("linkemu-tun ", line, NULL);
  gchar **arguments = g_strsplit (g_strchomp (whole), " ", -1);
  gboolean parsed = tun_options_parse (options, arguments, error);

  g_strfreev (arguments);
  g_free (whole);
  return parsed;
}

static void
parse_right (TunOptions * options, const gchar * line)
{
  GError *error = NULL;

  fail_unless (parse (options, line, &error), "%s: %s", line,
      error != NULL ? error->message : "");
}

/* The message is one line which begins with @begin. */
static void
assert_refused (const gchar * line, const gchar * begin)
{
  TunOptions options;
  GError *error = NULL;

  fail_if (parse (&options, line, &error), "%s", line);
  fail_unless (g_str_has_prefix (error->message, begin), "%s: %s", line,
      error->message);
  fail_unless (strchr (error->message, '\n') == NULL);
  g_error_free (error);
  tun_options_clear (&options);
}

GST_START_TEST (test_options_defaults)
{
  TunOptions options;
  LinkEmuConfig *forward = &options.forward.config;

  parse_right (&options, "ab");
  fail_unless_equals_string (options.name, "ab");
  fail_unless_equals_int64 (forward->delay, 0);
  fail_unless_equals_int64 (forward->queue_limit_time, 300 * MS);
  fail_unless_equals_int (forward->overhead, 0);
  fail_unless_equals_float (forward->ge_r, 1);
  fail_unless_equals_float (forward->ge_loss_bad, 1);
  fail_unless_equals_float (linkemu_rate_mean (forward->rate, 0, MS), 0);
  fail_unless_equals_uint64 (forward->seed, 1);
  fail_unless_equals_uint64 (options.back.config.seed, 2);
  fail_unless_equals_int (options.priority, 10);
  fail_unless_equals_float (options.duration, 0);
  tun_options_clear (&options);
}

GST_END_TEST;

GST_START_TEST (test_options_of_the_link)
{
  TunOptions options;
  LinkEmuConfig *c = &options.forward.config;

  parse_right (&options, "ab --bitrate 2.5M --delay 25ms --jitter=500us "
      "--jitter-reorder --delivery-interval 20ms --loss 0.01 --ge-p 0.1 --ge-r 0.2 --ge-loss-good 0.3 "
      "--ge-loss-bad 0.4 --queue-limit-time 1.5s --queue-limit-bytes 75000 "
      "--overhead 14 --aqm codel --ecn --flow-queueing=true --target 6ms "
      "--interval 90ms --step-threshold 1ms --seed 7");
  fail_unless_equals_float (linkemu_rate_mean (c->rate, 0, MS), 2500000);
  fail_unless_equals_int64 (c->delay, 25 * MS);
  fail_unless_equals_int64 (c->jitter, MS / 2);
  fail_unless (c->jitter_reorders);
  fail_unless_equals_int64 (c->delivery_interval, 20 * MS);
  fail_unless_equals_float (c->loss, 0.01);
  fail_unless_equals_float (c->ge_p, 0.1);
  fail_unless_equals_float (c->ge_r, 0.2);
  fail_unless_equals_float (c->ge_loss_good, 0.3);
  fail_unless_equals_float (c->ge_loss_bad, 0.4);
  fail_unless_equals_int64 (c->queue_limit_time, 1500 * MS);
  fail_unless_equals_uint64 (c->queue_limit_bytes, 75000);
  fail_unless_equals_int (c->overhead, 14);
  fail_unless_equals_string (c->aqm, "codel");
  fail_unless (c->ecn);
  fail_unless (c->fq);
  fail_unless_equals_int64 (c->target, 6 * MS);
  fail_unless_equals_int64 (c->interval, 90 * MS);
  fail_unless_equals_int64 (c->step_threshold, MS);
  fail_unless_equals_uint64 (c->seed, 7);
  tun_options_clear (&options);
}

GST_END_TEST;

/* The delay counts both ways, all else one way. */
GST_START_TEST (test_options_of_the_way_back)
{
  TunOptions options;
  LinkEmuConfig *back = &options.back.config;

  parse_right (&options, "--bitrate 2M --delay 25ms --loss 0.5 ab --seed 9");
  fail_unless_equals_int64 (back->delay, 25 * MS);
  fail_unless_equals_float (back->loss, 0);
  fail_unless_equals_float (linkemu_rate_mean (back->rate, 0, MS), 0);
  fail_unless_equals_uint64 (back->seed, 10);
  tun_options_clear (&options);

  parse_right (&options, "ab --delay 25ms --back-delay 0 --back-bitrate 100k "
      "--back-loss 0.25 --back-seed 3");
  fail_unless_equals_int64 (options.forward.config.delay, 25 * MS);
  fail_unless_equals_int64 (back->delay, 0);
  fail_unless_equals_float (back->loss, 0.25);
  fail_unless_equals_float (linkemu_rate_mean (back->rate, 0, MS), 100000);
  fail_unless_equals_uint64 (back->seed, 3);
  tun_options_clear (&options);
}

GST_END_TEST;

GST_START_TEST (test_options_of_the_run)
{
  TunOptions options;

  parse_right (&options, "ab --schedule 0:1M,1:3M --log l.csv --summary s.json "
      "--duration 1.5 --priority 0 --jitter-reorder=false");
  fail_unless_equals_float (linkemu_rate_mean (options.forward.config.rate, 0,
          2 * GST_SECOND), 2e6);
  fail_unless_equals_string (options.log, "l.csv");
  fail_unless_equals_string (options.summary, "s.json");
  fail_unless_equals_float (options.duration, 1.5);
  fail_unless_equals_int (options.priority, 0);
  fail_if (options.forward.config.jitter_reorders);
  tun_options_clear (&options);
  parse_right (&options, "--version");
  fail_unless (options.version);
  tun_options_clear (&options);
}

GST_END_TEST;

GST_START_TEST (test_options_times_and_rates)
{
  static const struct
  {
    const gchar *option;
    gint64 ns;
  } times[] = {
    {"--delay=0", 0}, {"--delay=25", 25 * MS}, {"--delay=7ns", 7},
    {"--delay=7us", 7000}, {"--delay=.5ms", MS / 2}, {"--delay=2s", 2000 * MS},
    {"--delay=60s", 60000 * MS},
  };
  static const struct
  {
    const gchar *option;
    gdouble bitrate;
  } rates[] = {
    {"--bitrate=0", 0}, {"--bitrate=600k", 6e5}, {"--bitrate=2M", 2e6},
    {"--bitrate=0.5G", 5e8}, {"--bitrate=1234567", 1234567},
    {"--bitrate=1000G", 1e12},
  };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++) {
    gchar *line = g_strconcat ("ab ", times[i].option, NULL);
    TunOptions options;

    parse_right (&options, line);
    fail_unless_equals_int64 (options.forward.config.delay, times[i].ns);
    tun_options_clear (&options);
    g_free (line);
  }
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++) {
    gchar *line = g_strconcat ("ab ", rates[i].option, NULL);
    TunOptions options;

    parse_right (&options, line);
    fail_unless_equals_float (linkemu_rate_mean (options.forward.config.rate,
            0, GST_SECOND), rates[i].bitrate);
    tun_options_clear (&options);
    g_free (line);
  }
}

GST_END_TEST;

GST_START_TEST (test_options_refused)
{
  static const gchar *const values[] = {
    "--delay=25msec", "--delay=-1ms", "--delay=", "--delay=ms", "--delay=1e3",
    "--delay=inf", "--delay=0x10", "--delay=1..5ms", "--delay=25000000",
    "--back-delay=x", "--bitrate=2m", "--bitrate=-1", "--bitrate=1001G",
    "--bitrate=2M,", "--loss=1.1", "--loss=nan", "--back-loss=-0.1",
    "--queue-limit-bytes=1k", "--queue-limit-bytes=18446744073709551616",
    "--overhead=65536", "--seed=1.5", "--target=5m", "--ecn=1",
    "--jitter-reorder=yes", "--duration=0", "--duration=1m", "--priority=100",
    "--priority=-1",
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    gchar *line = g_strconcat ("ab ", values[i], NULL);
    gchar *begin = g_strconcat (values[i], ": ", NULL);

    assert_refused (line, begin);
    g_free (begin);
    g_free (line);
  }
}

GST_END_TEST;

/* A schedule's and a trace's own message follows the option. */
GST_START_TEST (test_options_refused_rates)
{
  assert_refused ("ab --schedule=0:2M,20:x", "--schedule: character 9 (\"x\")");
  assert_refused ("ab --back-schedule=1:2M",
      "--back-schedule: character 1 (\"1:2M\"): the first time must be 0");
  assert_refused ("ab --trace=/no/file", "--trace: /no/file: ");
  assert_refused ("ab --bitrate=2M --schedule=0:2M", "give only one of ");
  assert_refused ("ab --back-bitrate=2M --back-trace=x",
      "give only one of --back-bitrate");
}

GST_END_TEST;

GST_START_TEST (test_options_refused_queues)
{
  assert_refused ("ab --aqm=fifo", "--aqm: ");
  assert_refused ("ab --back-aqm=", "--back-aqm: ");
  assert_refused ("ab --aqm=dualpi2 --flow-queueing", "--aqm: ");
}

GST_END_TEST;

GST_START_TEST (test_options_refused_arguments)
{
  assert_refused ("", "name the namespaces");
  assert_refused ("--delay=2ms", "name the namespaces");
  assert_refused ("ab cd", "one NAME is expected");
  assert_refused ("../ab", "a NAME has letters");
  assert_refused ("ab --no-such", "Unknown option --no-such");
  assert_refused ("ab --delay", "Missing argument for --delay");
}

GST_END_TEST;

static Suite *
tun_options_suite (void)
{
  Suite *s = suite_create ("tunoptions");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_options_defaults);
  tcase_add_test (tc, test_options_of_the_link);
  tcase_add_test (tc, test_options_of_the_way_back);
  tcase_add_test (tc, test_options_of_the_run);
  tcase_add_test (tc, test_options_times_and_rates);
  tcase_add_test (tc, test_options_refused);
  tcase_add_test (tc, test_options_refused_rates);
  tcase_add_test (tc, test_options_refused_queues);
  tcase_add_test (tc, test_options_refused_arguments);

  return s;
}

GST_CHECK_MAIN (tun_options);
