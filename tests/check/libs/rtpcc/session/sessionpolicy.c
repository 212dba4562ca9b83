/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Another controller takes over while a session runs: each from each, at any moment. */

#include "tests/check/libs/rtpcc/mechanism.h"
#include "tests/check/libs/rtpcc/simpath.h"

#include <string.h>

/* Of the 3 s after the change, whose samples come each 100 ms. */
#define WATCHED 30

static guint n;                 /* controllers */
static gint64 change_at, changed_at;
static const RtpCcOps *next_ops;
static gdouble before, least, most;
static guint n_after;
static guint64 violations;

static RtpCcSessionInfo
info_of (RtpCcSession * session, RtpCcTime now)
{
  RtpCcSessionInfo info;

  rtp_cc_session_info (session, &info, now);
  violations = info.controller_violations;
  return info;
}

static void
change (RtpCcSession * session, const RtpCcOps * ops, RtpCcTime now)
{
  guint64 rate = info_of (session, now).target.media_rate;
  RtpCcSessionConfig config;

  rtp_cc_session_config_init (&config);
  config.ops = ops;
  fail_unless (rtp_cc_session_set_policy (session, &config, now));
  /* Bounds on the wire follow the headers in steps of a thousandth. */
  fail_unless (ABS ((gdouble) info_of (session, now).target.media_rate - rate)
      <= rate * 0.002);
  before = (gdouble) rate;
}

static void
control_once (RtpCcSession * session, int64_t time, RtpCcTime now)
{
  if (time >= change_at && changed_at == 0) {
    change (session, next_ops, now);
    changed_at = time;
  }
}

static void
watch_rate (const void *sample, void *user)
{
  const SimSample *s = sample;

  if (changed_at == 0 || n_after++ >= WATCHED)
    return;
  least = MIN (least, s->target);
  most = MAX (most, s->target);
}

/* Over a link of 2 Mbit/s, at a moment that differs from pair to pair.  Down to two
 * fifths: who meets the long queue of NADA reduces by half.  Up by six tenths, or to
 * three tenths above the link where that was not full: a start of GCC would ask for three
 * times the rate. */
GST_START_TEST (test_policy_takes_over_from_each)
{
  guint from = __i__ / n, to = __i__ % n;
  SimConfig sim;
  SimResult r;

  if (from == to)
    return;
  for (guint moment = 0; moment < 3; moment++) {
    sim_config_init (&sim);
    sim.session.ops = nth_controller (from);
    next_ops = nth_controller (to);
    sim.seed = 1 + moment;
    sim.control = control_once;
    sim.sample = watch_rate;
    change_at = (3 + 4 * moment) * S + 37 * MS * __i__;
    sim.duration = change_at + 4 * S;
    changed_at = n_after = 0;
    least = G_MAXDOUBLE;
    most = 0;
    sim_run (&sim, &r);
    fail_unless (changed_at > 0 && n_after >= WATCHED);
    fail_unless_equals_uint64 (violations, 0);
    fail_unless (least >= before * 0.4 && most <= MAX (before * 1.6, 2.6e6),
        "%s to %s at %.2f s: %.0f, then %.0f to %.0f bit/s",
        nth_controller (from)->name, next_ops->name,
        (gdouble) changed_at / S, before, least, most);
  }
}

GST_END_TEST;

/* ---- what is handed on ---- */

static const gchar *chain[4];
static gdouble qdelay, queue;   /* ms, what it takes it for and what it is */

/* One controller after the other, a second each from 15 s on. */
static void
control_chain (RtpCcSession * session, int64_t time, RtpCcTime now)
{
  guint i = time < 15 * S ? 0 : (guint) (time / S - 15) + 1;
  static guint at;
  gint64 rtt;

  if (time < S)
    at = 0;
  if (i > at && i < G_N_ELEMENTS (chain) && chain[i] != NULL) {
    at = i;
    rtt = info_of (session, now).info.s_rtt;
    change (session, find_controller (chain[i]), now);
    if (strcmp (chain[i - 1], "fixed") != 0 && strcmp (chain[i], "fixed") != 0)
      fail_unless (ABS (info_of (session, now).info.s_rtt - rtt) < MS);
    else if (strcmp (chain[i], "fixed") != 0)
      fail_unless (info_of (session, now).info.s_rtt > 40 * MS);
    changed_at = time;
  }
  if (chain[at + 1] == NULL && time == changed_at + 200 * MS)
    qdelay = (gdouble) info_of (session, now).info.qdelay / MS;
}

static void
watch_queue (const void *sample, void *user)
{
  const SimSample *s = sample;

  if (qdelay >= 0 && queue < 0)
    queue = s->queue * 1000;
}

/* NADA leaves a queue of 100 ms and more.  Who did not know the delay without it would
 * take it for the path. */
GST_START_TEST (test_policy_knows_the_path)
{
  static const gchar *const chains[][4] = {
    {"nada", "scream"}, {"nada", "scream-v1"}, {"nada", "gcc", "scream"},
    {"nada", "fixed", "scream"}, {"scream", "nada", "scream"},
    {"scream", "gcc-remb", "scream"}
  };
  SimConfig sim;
  SimResult r;

  memcpy (chain, chains[__i__], sizeof (chain));
  sim_config_init (&sim);
  sim.session.ops = find_controller (chain[0]);
  sim.control = control_chain;
  sim.duration = 20 * S;
  sim.sample = watch_queue;
  qdelay = queue = -1;
  sim_run (&sim, &r);
  fail_unless (__i__ >= 4 || r.link.queue_delay_p95 > 40 * MS);
  /* The longest of 100 ms, in which it may shrink */
  fail_unless (qdelay > queue / 3 - 5
      && qdelay < queue + 25, "%.1f ms, not %.1f", qdelay, queue);
}

GST_END_TEST;

/* ---- what the session does for it ---- */

GST_START_TEST (test_policy_has_its_own_code_point)
{
  static const struct
  {
    const gchar *name;
    RtpCcEcn ecn;
    RtpCcEcnPathState state;
  } steps[] = {
    {"gcc", RTP_CC_ECN_NOT_ECT, RTP_CC_ECN_PATH_OFF},
    {"nada", RTP_CC_ECN_ECT_0, RTP_CC_ECN_PATH_TESTING},
    {"scream", RTP_CC_ECN_ECT_1, RTP_CC_ECN_PATH_TESTING}
  };
  RtpCcSessionConfig config;
  RtpCcSession *session;

  rtp_cc_session_config_init (&config);
  config.ecn = RTP_CC_ECN_ECT_1;
  session = rtp_cc_session_new (&config, T0);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    change (session, find_controller (steps[i].name), T0 + i * S);
    fail_unless_equals_int (info_of (session, T0 + i * S).target.ecn,
        steps[i].ecn);
    fail_unless_equals_int (info_of (session, T0 + i * S).ecn.state,
        steps[i].state);
    fail_unless_equals_uint64 (info_of (session, T0 + i * S).ecn.changes,
        i + 1);
  }
  rtp_cc_session_free (session, NULL, NULL);
}

GST_END_TEST;

/* ---- often ---- */

static GRand *choice;
static gdouble end_bytes;

static void
control_often (RtpCcSession * session, int64_t time, RtpCcTime now)
{
  if (time < 45 * S && g_rand_boolean (choice))
    change (session, nth_controller (g_rand_int_range (choice, 0, (gint) n)),
        now);
  else if (changed_at == 0 && time >= 45 * S) {
    change (session, find_controller ("scream"), now);
    changed_at = time;
  }
}

static void
watch_end (const void *sample, void *user)
{
  const SimSample *s = sample;

  fail_unless (s->target >= 100000 && s->target <= 25e6);
  if (s->time > 50)
    end_bytes += s->received / 80;
}

/* Ten times a second, with loss, marks, transport-wide feedback and a gap in the
 * feedback.  Then 5 s suffice for scream to use half of the link. */
GST_START_TEST (test_policy_changes_often)
{
  SimConfig sim;
  SimResult r;

  sim_config_init (&sim);
  sim.session.ops = nth_controller (__i__ % (gint) n);
  sim.session.ecn = __i__ & 1 ? RTP_CC_ECN_ECT_1 : RTP_CC_ECN_NOT_ECT;
  sim.ecn = sim.session.ecn;
  sim.aqm = __i__ & 1 ? "dualpi2" : NULL;
  sim.feedback = __i__ & 2 ? RTP_CC_REPORTER_TWCC : RTP_CC_REPORTER_CCFB;
  sim.loss = __i__ & 4 ? 0.01 : 0;
  sim.feedback_off_from = 20 * S;
  sim.feedback_off_to = 22 * S;
  sim.schedule = "0:2M,10:1M,30:2M";
  sim.seed = __i__ + 1;
  sim.control = control_often;
  sim.sample = watch_end;
  changed_at = 0;
  end_bytes = 0;
  choice = g_rand_new_with_seed ((guint32) __i__);
  sim_run (&sim, &r);
  g_rand_free (choice);
  fail_unless_equals_uint64 (violations, 0);
  fail_unless (end_bytes * 8 / 10 > 1e6 && end_bytes * 8 / 10 < 2.05e6,
      "%.0f bit/s", end_bytes * 8 / 10);
}

GST_END_TEST;

static Suite *
sessionpolicy_suite (void)
{
  Suite *s = suite_create ("sessionpolicy");
  TCase *tc = tcase_create ("general");

  n = (guint) n_controllers ();
  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 120);
  tcase_add_loop_test (tc, test_policy_takes_over_from_each, 0, (gint) (n * n));
  tcase_add_loop_test (tc, test_policy_knows_the_path, 0, 6);
  tcase_add_test (tc, test_policy_has_its_own_code_point);
  tcase_add_loop_test (tc, test_policy_changes_often, 0, 16);
  return s;
}

GST_CHECK_MAIN (sessionpolicy);
