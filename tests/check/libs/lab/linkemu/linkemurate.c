/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rates of a link by schedule and by trace; its random numbers; its histogram. */
#include <gst/check/gstcheck.h>
#include <gst/lab/linkemu/linkemu-histogram.h>
#include <gst/lab/linkemu/linkemu-random.h>
#include <gst/lab/linkemu/linkemu-rate.h>

#include <glib/gstdio.h>

#define SECOND ((gint64) GST_SECOND)
#define MS ((gint64) GST_MSECOND)

GST_START_TEST (test_schedule_reads_times_and_rates)
{
  char error[LINKEMU_ERROR_SIZE];
  LinkEmuRate *rate =
      linkemu_rate_schedule ("0:64k,1.5:2.5M, 20 : 0 ,30.000000001:1.25G,"
      "40:100", error);

  fail_unless (rate == NULL);
  fail_unless (strstr (error, "character 19 ") != NULL, "%s", error);

  rate = linkemu_rate_schedule ("0:64k,1.5:2.5M, 20:0 ,30.000000001:1.25G,"
      "40:100", error);
  fail_unless (rate != NULL, "%s", rate == NULL ? error : "");
  fail_unless_equals_uint64 (rate->n_steps, 5);
  fail_unless_equals_uint64 (rate->steps[0].bitrate, 64000);
  fail_unless_equals_int64 (rate->steps[1].start, 1500 * MS);
  fail_unless_equals_uint64 (rate->steps[1].bitrate, 2500000);
  fail_unless_equals_uint64 (rate->steps[2].bitrate, 0);
  fail_unless_equals_int64 (rate->steps[3].start, 30 * SECOND + 1);
  fail_unless_equals_uint64 (rate->steps[3].bitrate, 1250000000);
  fail_unless_equals_uint64 (rate->steps[4].bitrate, 100);
  linkemu_rate_free (rate);
}

GST_END_TEST;

static const struct
{
  const char *text;
  int character;
  const char *why;
} bad_schedules[] = {
  {"", 1, "a number is expected"},
  {"2M", 2, "':' is expected"},
  {"1:2M", 1, "first time must be 0"},
  {"0:2M,", 6, "a number is expected"},
  {"0:2M,5", 7, "':' is expected"},
  {"0:2M,5:", 8, "a number is expected"},
  {"0:2M,5:1M,5:2M", 11, "greater than the one before"},
  {"0:2M,5:1M,4.9:2M", 11, "greater than the one before"},
  {"0:2Mbit", 5, "','"},
  {"0:2m", 4, "','"},
  {"0:-1M", 3, "a number is expected"},
  {"0:1e6", 4, "','"},
  {"0:nan", 3, "a number is expected"},
  {"0:1001G", 3, "above 1000G"},
  {"0:99999999999999999999", 16, "too large"},
  {"0:1M,1000000001:1M", 6, "too large"},
  {"0:1.0000000001", 14, "9 digits"},
  {"0:0,1:0", 8, "all rates are 0"},
};

GST_START_TEST (test_schedule_errors_name_the_character)
{
  char error[LINKEMU_ERROR_SIZE];
  char *character;

  fail_unless (linkemu_rate_schedule (bad_schedules[__i__].text, error)
      == NULL);
  character = g_strdup_printf ("character %d ", bad_schedules[__i__].character);
  fail_unless (g_str_has_prefix (error, character), "'%s': %s",
      bad_schedules[__i__].text, error);
  fail_unless (strstr (error, bad_schedules[__i__].why) != NULL, "'%s': %s",
      bad_schedules[__i__].text, error);
  g_free (character);
}

GST_END_TEST;

GST_START_TEST (test_rate_mean)
{
  char error[LINKEMU_ERROR_SIZE];
  LinkEmuRate *rate = linkemu_rate_schedule ("0:2M,20:1M,40:0", error);

  fail_unless_equals_float (linkemu_rate_mean (rate, 0, 20 * SECOND), 2e6);
  fail_unless_equals_float (linkemu_rate_mean (rate, 10 * SECOND, 30 * SECOND),
      1.5e6);
  fail_unless_equals_float (linkemu_rate_mean (rate, 30 * SECOND, 50 * SECOND),
      5e5);
  fail_unless_equals_float (linkemu_rate_mean (rate, 41 * SECOND, 50 * SECOND),
      0.0);
  fail_unless_equals_float (linkemu_rate_mean (rate, 5, 5), 0.0);
  linkemu_rate_free (rate);

  rate = linkemu_rate_constant (G_MAXUINT64);
  fail_unless_equals_float (linkemu_rate_mean (rate, 0, SECOND), 1e12);
  linkemu_rate_free (rate);

  rate = linkemu_rate_constant (0);
  fail_unless_equals_float (linkemu_rate_mean (rate, 0, SECOND), 0.0);
  linkemu_rate_free (rate);
}

GST_END_TEST;

static LinkEmuRate *
read_trace (const char *content, gssize length, char *error)
{
  char *path = g_build_filename (g_get_tmp_dir (), "linkemurate-XXXXXX", NULL);
  LinkEmuRate *rate;
  int fd = g_mkstemp (path);

  fail_if (fd < 0);
  g_close (fd, NULL);
  fail_unless (g_file_set_contents (path, content, length, NULL));
  rate = linkemu_rate_trace (path, error);
  g_remove (path);
  g_free (path);
  return rate;
}

GST_START_TEST (test_trace_repeats)
{
  char error[LINKEMU_ERROR_SIZE];
  LinkEmuRate *rate = read_trace ("0\n3\r\n3 \n10", -1, error);
  static const int times[] = { 0, 3, 3, 10, 10, 13, 13, 20, 20 };

  fail_unless (rate != NULL, "%s", rate == NULL ? error : "");
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    fail_unless_equals_int64 (linkemu_rate_chance_time (rate, i),
        times[i] * MS);
  fail_unless_equals_uint64 (linkemu_rate_chance_at (rate, 0), 0);
  fail_unless_equals_uint64 (linkemu_rate_chance_at (rate, 1), 1);
  fail_unless_equals_uint64 (linkemu_rate_chance_at (rate, 3 * MS), 1);
  fail_unless_equals_uint64 (linkemu_rate_chance_at (rate, 3 * MS + 1), 3);
  /* The end of a round and the start of the next are one time. */
  fail_unless_equals_uint64 (linkemu_rate_chance_at (rate, 10 * MS), 3);
  fail_unless_equals_uint64 (linkemu_rate_chance_at (rate, 10 * MS + 1), 5);
  fail_unless_equals_uint64 (linkemu_rate_chance_at (rate, 20 * MS), 7);
  /* 4 chances in each 10 ms, an hour on as well */
  fail_unless_equals_float (linkemu_rate_mean (rate, 0, SECOND),
      (4 * 100 - 1) * 1504 * 8.0);
  fail_unless_equals_float (linkemu_rate_mean (rate, 3600 * SECOND,
          3601 * SECOND), 4 * 100 * 1504 * 8.0);
  linkemu_rate_free (rate);
}

GST_END_TEST;

/* As long as hours of a trace: each line is there again. */
GST_START_TEST (test_trace_is_read_whole)
{
  char error[LINKEMU_ERROR_SIZE];
  GString *lines = g_string_new (NULL);
  LinkEmuRate *rate;

  for (guint i = 1; i <= 100000; i++)
    g_string_append_printf (lines, "%u\n", 3 * i);
  rate = read_trace (lines->str, lines->len, error);
  fail_unless (rate != NULL, "%s", rate == NULL ? error : "");
  for (guint i = 0; i < 100000; i++)
    fail_if (linkemu_rate_chance_time (rate, i) != 3 * (i + 1) * MS);
  linkemu_rate_free (rate);
  g_string_free (lines, TRUE);
}

GST_END_TEST;

static const struct
{
  const char *content;
  gssize length;
  const char *why;
} bad_traces[] = {
  {"", 0, ": the file is empty"},
  {"0\n0\n", -1, "line 2: the last time"},
  {"1\n2\nx\n4\n", -1, "line 3: a time in whole ms"},
  {"1\n\n3\n", -1, "line 2: a time in whole ms"},
  {"1\n2.5\n", -1, "line 2: a time in whole ms"},
  {"1\n-2\n", -1, "line 2: a time in whole ms"},
  {"1 2\n", -1, "line 1: a time in whole ms"},
  {"5\n4\n", -1, "line 2: the time is less"},
  {"1\n99999999999999999999999999999999999999999999\n", -1, "line 2: the time"},
  {"1\n                                               2\n", -1,
      "line 2: a time in whole ms"},
  {"1\n\0" "2\n", 5, "line 2: a time in whole ms"},
  {"1\n2\xff\n", -1, "line 2: a time in whole ms"},
};

GST_START_TEST (test_trace_errors_name_the_line)
{
  char error[LINKEMU_ERROR_SIZE];

  fail_unless (read_trace (bad_traces[__i__].content,
          bad_traces[__i__].length, error) == NULL);
  fail_unless (strstr (error, bad_traces[__i__].why) != NULL, "%s", error);
}

GST_END_TEST;

GST_START_TEST (test_trace_errors_of_the_file)
{
  char error[LINKEMU_ERROR_SIZE];
  char *path = g_strnfill (1000, 'a');

  fail_unless (linkemu_rate_trace ("/nonexistent/trace", error) == NULL);
  fail_unless (g_str_has_prefix (error, "/nonexistent/trace: "), "%s", error);
  fail_unless (linkemu_rate_trace ("/", error) == NULL);
  fail_unless (strlen (error) > 3);
  /* The reason still fits behind a long name. */
  fail_unless (linkemu_rate_trace (path, error) == NULL);
  fail_unless (strstr (error, "a: ") != NULL, "%s", error);
  g_free (path);
}

GST_END_TEST;

GST_START_TEST (test_random_is_the_same_everywhere)
{
  LinkEmuRandom random;

  /* Computed with another implementation of SplitMix64 */
  linkemu_random_init (&random, 42, 1);
  fail_unless_equals_float (linkemu_random_uniform (&random),
      0.15456411881005983);
  fail_unless_equals_float (linkemu_random_normal (&random),
      -1.0776519775390625);
}

GST_END_TEST;

GST_START_TEST (test_random_normal_moments)
{
  LinkEmuRandom random;
  double sum = 0, squares = 0;
  int within = 0;

  linkemu_random_init (&random, 5, 1);
  for (int i = 0; i < 100000; i++) {
    double x = linkemu_random_normal (&random);

    sum += x;
    squares += x * x;
    within += x > -1 && x < 1;
  }
  /* 4 standard errors: 1 / sqrt (n), sqrt (2 / n), sqrt (0.22 / n) */
  fail_unless (sum / 1e5 > -0.0127 && sum / 1e5 < 0.0127);
  fail_unless (squares / 1e5 > 0.982 && squares / 1e5 < 1.018);
  /* 0.683 for a normal one; the sum of twelve has 0.002 less. */
  fail_unless (within / 1e5 > 0.675 && within / 1e5 < 0.689);
}

GST_END_TEST;

GST_START_TEST (test_histogram_takes_any_value)
{
  static LinkEmuHistogram histogram;

  fail_unless_equals_int64 (linkemu_histogram_quantile (&histogram, 0.5), 0);
  fail_unless_equals_int64 (linkemu_histogram_mean (&histogram), 0);
  linkemu_histogram_add (&histogram, -5);
  linkemu_histogram_add (&histogram, 63);
  linkemu_histogram_add (&histogram, 1000);
  linkemu_histogram_add (&histogram, G_MAXINT64);
  fail_unless_equals_int64 (linkemu_histogram_quantile (&histogram, 0), 0);
  fail_unless_equals_int64 (linkemu_histogram_quantile (&histogram, 0.25), 0);
  fail_unless_equals_int64 (linkemu_histogram_quantile (&histogram, 0.5), 63);
  /* 992...1007 */
  fail_unless_equals_int64 (linkemu_histogram_quantile (&histogram, 0.75),
      1000);
  fail_unless (linkemu_histogram_quantile (&histogram, 1) >
      G_MAXINT64 / 64 * 63);
  fail_unless_equals_int64 (histogram.max, G_MAXINT64);
}

GST_END_TEST;

GST_START_TEST (test_histogram_error_is_bounded)
{
  for (gint64 value = 1; value < G_MAXINT64 / 3; value += value / 3 + 1) {
    LinkEmuHistogram *histogram = g_new0 (LinkEmuHistogram, 1);
    gint64 quantile;

    linkemu_histogram_add (histogram, value);
    linkemu_histogram_add (histogram, G_MAXINT64);
    quantile = linkemu_histogram_quantile (histogram, 0.5);
    fail_unless (ABS (quantile - value) <= value / 64, "%" G_GINT64_FORMAT,
        value);
    g_free (histogram);
  }
}

GST_END_TEST;

static Suite *
linkemurate_suite (void)
{
  Suite *s = suite_create ("linkemurate");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_schedule_reads_times_and_rates);
  tcase_add_loop_test (tc, test_schedule_errors_name_the_character, 0,
      G_N_ELEMENTS (bad_schedules));
  tcase_add_test (tc, test_rate_mean);
  tcase_add_test (tc, test_trace_repeats);
  tcase_add_test (tc, test_trace_is_read_whole);
  tcase_add_loop_test (tc, test_trace_errors_name_the_line, 0,
      G_N_ELEMENTS (bad_traces));
  tcase_add_test (tc, test_trace_errors_of_the_file);
  tcase_add_test (tc, test_random_is_the_same_everywhere);
  tcase_add_test (tc, test_random_normal_moments);
  tcase_add_test (tc, test_histogram_takes_any_value);
  tcase_add_test (tc, test_histogram_error_is_bounded);

  return s;
}

GST_CHECK_MAIN (linkemurate);
