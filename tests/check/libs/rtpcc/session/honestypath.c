/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Receivers that lie are found, and those that do not never are, over emulated
 * paths in virtual time. */
#include <gst/check/gstcheck.h>

#include "tests/check/libs/rtpcc/mechanism.h"
#include "tests/check/libs/rtpcc/simpath.h"

#define MBIT 1000000
#define N_LIARS 20
#define N_HONEST 10

static SimConfig config;
static SimResult result;
static gdouble most;            /* bit/s sent in 100 ms */
static gdouble most_after;      /* ... later than 2 s after it was found */

static void
sample (const void *data, void *user)
{
  const SimSample *s = data;

  (void) user;
  most = MAX (most, s->stream[0]);
  if (result.dishonest_at != RTP_CC_TIME_NEVER
      && s->time > (gdouble) (result.dishonest_at + 2 * S) / S)
    most_after = MAX (most_after, s->stream[0]);
}

static void
run (void)
{
  most = most_after = 0;
  config.sample = sample;
  sim_run (&config, &result);
}

static void
setup_liar (const RtpCcOps * ops, RtpCcReporterKind feedback, SimLies lies,
    guint64 seed)
{
  sim_config_init (&config);
  config.session.ops = ops;
  config.feedback = feedback;
  config.lies = lies;
  config.seed = seed;
  config.duration = 25 * S;
}

/* A path of 2 Mbit/s, and all says that there is room: without a defence gcc sends
 * 18 Mbit/s, and scream as much.  The slowest controller needs 10 s until its rate is worth
 * a trap; half of the lies by chance are found by more of them. */
static void
check_liar_is_found (SimLies lies, const gchar * only, RtpCcTime within)
{
  for (guint i = 0; nth_controller (i) != NULL; i++) {
    const gchar *name = nth_controller (i)->name;

    if (nth_controller (i)->on_remb != NULL
        || (only != NULL && g_strcmp0 (name, only) != 0))
      continue;
    for (guint k = 0; k < 2 * (guint) seeds (N_LIARS); k++) {
      setup_liar (nth_controller (i), k & 1, lies, 1 + k / 2);
      run ();
      fail_unless (result.dishonest_at > 200 * MS
          && result.dishonest_at < within, "%s, %u, seed %u: %.1f s", name,
          k & 1, 1 + k / 2, result.dishonest_at / 1e9);
      fail_unless (result.info.honesty.verdicts >= 1);
      /* The minimum is 100 kbit/s of media: a frame in 33 ms, so twice as much in
       * 100 ms that have four. */
      fail_unless (most_after < 400000, "%s, %u, seed %u: %.0f", name, k & 1,
          1 + k / 2, most_after);
    }
  }
}

GST_START_TEST (test_honesty_who_fills_gaps_is_found)
{
  check_liar_is_found (SIM_FILLS, NULL, 12 * S);
}

GST_END_TEST;

GST_START_TEST (test_honesty_who_acknowledges_ahead_is_found)
{
  check_liar_is_found (SIM_AHEAD, "scream", 10 * S);
}

GST_END_TEST;

/* So seldom that most of what was held has come by then; FILLS_LATE lies about no
 * other.  A report each 350 ms meets the longest wait only, and the slowest
 * controller has a reason for that after 20 s. */
static void
check_slow_liar (const gchar * name, RtpCcTime within)
{
  static const guint intervals[] = { 50, 100, 200, 350 };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (intervals); i++) {
    for (guint seed = 1; seed <= (guint) seeds (N_HONEST); seed++) {
      setup_liar (find_controller (name), RTP_CC_REPORTER_CCFB,
          i & 1 ? SIM_FILLS_LATE : SIM_FILLS, seed);
      config.report_interval = intervals[i / 2] * MS;
      config.duration = within;
      run ();
      fail_unless (result.dishonest_at < within, "%s, %u ms, %u, seed %u",
          name, intervals[i / 2], i & 1, seed);
    }
  }
}

GST_START_TEST (test_honesty_slow_liar_is_found)
{
  check_slow_liar ("scream", 12 * S);
  check_slow_liar ("gcc", 8 * S);
  check_slow_liar ("nada", 50 * S);
}

GST_END_TEST;

/* Who reports seldom is not accused by that, and what tells nothing is given up: ten
 * in the first minute, which begins with more of them than the next ones have. */
GST_START_TEST (test_honesty_slow_reporter_is_left_alone)
{
  static const guint intervals[] = { 50, 100, 200, 350, 450 };
  guint n = (guint) seeds (N_HONEST);

  for (guint c = 0; nth_controller (c) != NULL; c++) {
    for (guint i = 0; i < G_N_ELEMENTS (intervals); i++) {
      guint64 traps = 0;

      for (guint seed = 1; seed <= n; seed++) {
        setup_liar (nth_controller (c), RTP_CC_REPORTER_CCFB, SIM_HONEST, seed);
        config.report_interval = intervals[i] * MS;
        config.duration = 60 * S;
        run ();
        fail_unless_equals_uint64 (result.info.honesty.lies, 0);
        fail_unless_equals_uint64 (result.info.honesty.verdicts, 0);
        fail_unless (result.held <= 321 * MS);
        traps += result.info.honesty.traps;
      }
      fail_unless (traps <= 13 * n, "%s, %u ms: %" G_GUINT64_FORMAT,
          nth_controller (c)->name, intervals[i], traps);
    }
  }
}

GST_END_TEST;

/* Rates stay near the capacity, since the other half of the losses is told; 4.3 Mbit/s in
 * 100 ms of the start were seen. */
GST_START_TEST (test_honesty_who_fills_half_is_found_by_ccfb)
{
  for (guint seed = 1; seed <= (guint) seeds (N_LIARS); seed++) {
    setup_liar (find_controller ("scream"), RTP_CC_REPORTER_CCFB,
        SIM_FILLS_HALF, seed);
    run ();
    fail_unless (result.dishonest_at < 25 * S, "seed %u", seed);
    fail_unless (most < 5 * MBIT, "%.0f", most);
  }
}

GST_END_TEST;

/* A stranger who sees what arrives says that all did; the receiver says what did. */
GST_START_TEST (test_honesty_second_voice_is_found)
{
  for (guint k = 0; k < 2 * (guint) seeds (N_LIARS); k++) {
    setup_liar (find_controller ("scream"), k & 1, SIM_FORGER, 1 + k / 2);
    config.duration = 100 * S;
    run ();
    fail_unless (result.dishonest_at > 200 * MS && result.dishonest_at < 95 * S,
        "%u, seed %u: %.1f s", k & 1, 1 + k / 2, result.dishonest_at / 1e9);
  }
}

GST_END_TEST;

/* An honest receiver on whatever path: 200 seeds, three minutes each.  What is held
 * back comes within the 100 ms that screamsrc waits for what is late. */
static void
any_honest_path (guint64 seed)
{
  static const gchar *const schedules[] = { "0:2M", "0:6M", "0:300k",
    "0:2M,20:1M,40:2.5M,60:500k,80:4M", "0:5M,30:50k,31:5M,90:100k,95:8M"
  };
  GRand *rand = g_rand_new_with_seed (seed);
  const RtpCcOps *ops;

  sim_config_init (&config);
  do
    ops = nth_controller (g_rand_int_range (rand, 0, 7));
  while (ops->on_remb != NULL);
  config.session.ops = ops;
  config.session.max_bitrate = 5 * MBIT;
  config.seed = seed;
  config.duration = 180 * S;
  config.feedback = g_rand_boolean (rand);
  config.schedule = schedules[g_rand_int_range (rand, 0, 5)];
  config.delay_forward = g_rand_int_range (rand, 0, 150) * MS;
  config.delay_back = g_rand_int_range (rand, 0, 50) * MS;
  config.queue_limit = g_rand_int_range (rand, 20, 1000) * MS;
  if (g_rand_boolean (rand))
    config.jitter = g_rand_int_range (rand, 1, 80) * MS;
  if (g_rand_boolean (rand))
    config.loss = g_rand_double_range (rand, 0, 0.2);
  if (g_rand_boolean (rand))
    config.loss_back = g_rand_double_range (rand, 0, 0.4);
  if (g_rand_boolean (rand))
    config.duplicates = g_rand_double_range (rand, 0, 0.1);
  if (g_rand_boolean (rand))
    config.duplicates_back = g_rand_double_range (rand, 0, 0.3);
  if (g_rand_boolean (rand))
    config.receiver_restarts = g_rand_int_range (rand, 3, 60) * S;
  config.clock_skew = g_rand_double_range (rand, -3e-4, 3e-4);
  config.key_interval = g_rand_int_range (rand, 0, 3) * S;
  config.audio = g_rand_boolean (rand);
  config.n_streams = g_rand_int_range (rand, 1, 3);
  config.streams[1].priority = 0.5;
  config.feedback_off_from = 70 * S;
  config.feedback_off_to = 70 * S + g_rand_int_range (rand, 0, 3000) * MS;
  g_rand_free (rand);
}

GST_START_TEST (test_honesty_honest_receiver_is_never_accused)
{
  guint64 traps = 0, passed = 0;
  guint late = 0;

  for (guint i = 0; i < N_HONEST; i++) {
    any_honest_path ((guint64) __i__ * N_HONEST + i + 1);
    run ();
    fail_unless_equals_uint64 (result.info.honesty.lies, 0);
    fail_unless_equals_uint64 (result.info.honesty.verdicts, 0);
    fail_unless_equals_uint64 (result.info.ledger.never_sent, 0);
    late += result.held > 100 * MS;
    traps += result.info.honesty.traps;
    passed += result.info.honesty.passed;
  }
  /* And it was tried: at least four in each run, and most told something. */
  fail_unless (traps > 4 * N_HONEST, "%" G_GUINT64_FORMAT, traps);
  /* Who loses feedback, or is late by jitter of 80 ms, may have two in a row that tell
   * nothing: one path in a hundred, so that of N_HONEST three are no chance. */
  fail_unless (late <= 2, "%u", late);
  fail_unless (passed > traps / 2, "%" G_GUINT64_FORMAT " of %"
      G_GUINT64_FORMAT, passed, traps);
}

GST_END_TEST;

/* What holding back costs who is honest: neither loss nor lateness, and of the rate
 * nothing that could be told from noise. */
GST_START_TEST (test_honesty_costs_nothing)
{
  for (guint seed = 1; seed <= (guint) seeds (N_LIARS); seed++) {
    sim_config_init (&config);
    config.feedback = seed & 1;
    config.seed = seed;
    run ();
    fail_unless (result.info.honesty.passed > 0);
    fail_unless_equals_uint64 (result.info.ledger.lost, 0);
    fail_unless_equals_uint64 (result.info.ledger.late, 0);
    fail_unless_equals_uint64 (result.info.ledger.forgotten, 0);
    fail_unless (result.utilisation_5s > 0.95 && result.utilisation_5s < 1,
        "seed %u: %.3f", seed, result.utilisation_5s);
    fail_unless (result.link.queue_delay_p95 < 30 * MS);
  }
}

GST_END_TEST;

/* RFC 3711 section 3.3.2: who decrypts takes what is less than 64 packets late; so at
 * first.  After two that told nothing there may be more, but srtpenc gives up at 128. */
static void
check_few_overtake (SimLies lies, guint seed)
{
  gboolean all_passed;

  sim_config_init (&config);
  config.session.max_bitrate = 20 * MBIT;
  config.session.ops = find_controller ("gcc");
  config.schedule = lies == SIM_HONEST ? "0:20M" : "0:10M";
  config.delay_forward = 5 * (seed % 6) * MS;
  config.lies = lies;
  config.seed = seed;
  config.duration = 20 * S;
  run ();
  all_passed = result.info.honesty.traps == result.info.honesty.passed;
  fail_unless (result.overtaken > 0
      && result.overtaken < (all_passed ? 64 : 128), "%d, seed %u: %u", lies,
      seed, result.overtaken);
}

GST_START_TEST (test_honesty_few_packets_overtake)
{
  check_few_overtake (SIM_HONEST, __i__);
  check_few_overtake (SIM_FILLS, __i__);
}

GST_END_TEST;

static RtpCcTime honest_from;

/* From then on it says what is true. */
static void
mend_receiver (RtpCcSession * session, int64_t time, RtpCcTime now)
{
  (void) session;
  (void) now;
  if (time >= honest_from)
    config.lies = SIM_HONEST;
}

/* 30 s after the last lie the limit begins to double each second, from 100 kbit/s:
 * five more seconds until it does not limit any more. */
GST_START_TEST (test_honesty_is_believed_again)
{
  for (guint k = 0; k < 2 * 5; k++) {
    setup_liar (find_controller ("scream"), k & 1, SIM_FILLS, 1 + k);
    config.control = mend_receiver;
    config.duration = 100 * S;
    honest_from = 15 * S;
    run ();
    fail_unless (result.dishonest_at < honest_from);
    fail_unless_equals_uint64 (result.info.honesty.verdicts, 1);
    fail_unless_equals_int (result.info.feedback_state, RTP_CC_FEEDBACK_OK);
    /* The second half of the run, 50 s from 50 s on, has it. */
    fail_unless (result.stream_rate[0] > 1.8 * MBIT, "%.0f",
        result.stream_rate[0]);
  }
}

GST_END_TEST;

static Suite *
honestypath_suite (void)
{
  Suite *s = suite_create ("honestypath");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_honesty_who_fills_gaps_is_found);
  tcase_add_test (tc, test_honesty_who_acknowledges_ahead_is_found);
  tcase_add_test (tc, test_honesty_who_fills_half_is_found_by_ccfb);
  tcase_add_test (tc, test_honesty_second_voice_is_found);
  tcase_add_loop_test (tc, test_honesty_honest_receiver_is_never_accused, 0,
      seeds (20));
  tcase_add_test (tc, test_honesty_slow_liar_is_found);
  tcase_add_test (tc, test_honesty_slow_reporter_is_left_alone);
  tcase_add_test (tc, test_honesty_costs_nothing);
  tcase_add_loop_test (tc, test_honesty_few_packets_overtake, 1,
      seeds (N_LIARS) + 1);
  tcase_add_test (tc, test_honesty_is_believed_again);

  return s;
}

GST_CHECK_MAIN (honestypath);
