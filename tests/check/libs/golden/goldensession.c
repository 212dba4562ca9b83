/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A session answers as recorded: streams that come, change and go, all kinds of feedback,
 * hosts that are late.  Its policy is of this test, so that no controller counts. */
#include <string.h>
#include <gst/rtpcc/session/rtpcc-session.h>
#include <gst/rtpcc/wire/rtpcc-remb.h>
#include <gst/rtpcc/wire/rtpcc-rfc8888.h>
#include <gst/rtpcc/wire/rtpcc-rtcp.h>
#include <gst/rtpcc/wire/rtpcc-twcc.h>

#include "golden.h"

#define T0 (G_GINT64_CONSTANT (987654321987))
#define MS RTP_CC_MSECOND
#define STEPS 12000
#define RUNS 8
#define STREAMS 3
#define RING 256

typedef struct
{
  guint16 seq, number;
  RtpCcTime sent;
} Left;

static guint64 seed;
static RtpCcTime now;
static RtpCcSession *session;
static RtpCcSessionConfig config;
static gint streams[STREAMS];   /* -1: there is none */
static guint16 next_seq[STREAMS];
static Left left[STREAMS][RING], numbers[RING];
static guint n_left[STREAMS], told[STREAMS], n_numbers, told_numbers;
static guint8 count;
static gboolean twcc;
static guint lies;              /* of 20: that a receiver claims what did not leave */
static guint deaf;              /* it says nothing of the last stream */

static guint
below (guint n)
{
  return golden_random (&seed, n);
}

/* ---- a policy: what it wants changes with the feedback it has seen ---- */

typedef struct
{
  const RtpCcConfig *config;
  guint n;
} Policy;

static void
want (Policy * p, RtpCcTime time, RtpCcTarget * target)
{
  guint64 rate = 100000 * (1 + p->n / 20 % 25);

  target->media_rate = CLAMP (rate, p->config->min_rate, p->config->max_rate);
  target->pacing_rate = target->media_rate * (p->n / 100 % 2 == 0 ? 2 : 1);
  target->window = p->n / 150 % 3 == 1 ? 20000 : RTP_CC_NO_WINDOW;
  target->ecn = p->config->ecn;
  target->wakeup = p->n % 7 == 0 ? time + 30 * MS : RTP_CC_TIME_NEVER;
}

static void
policy_init (void *state, const RtpCcConfig * c, RtpCcTime time,
    RtpCcTarget * target)
{
  ((Policy *) state)->config = c;
  want (state, time, target);
}

static void
policy_on_feedback (void *state, const RtpCcFeedback * f, RtpCcTime time,
    RtpCcTarget * target)
{
  golden_put ("f-reports", (gdouble) f->n_reports);
  golden_put ("f-rtt", (gdouble) f->rtt);
  golden_put ("f-bytes",
      (gdouble) (f->bytes_newly_acked + 3 * f->bytes_in_flight +
          5 * f->queued_bytes));
  golden_put ("f-limited",
      f->app_limited + 2 * f->classic_ecn + (gdouble) f->queue_delay);
  ((Policy *) state)->n++;
  want (state, time, target);
}

static void
policy_on_frame (void *state, const RtpCcFrame * frame, RtpCcTime time,
    RtpCcTarget * target)
{
  golden_put ("frame", frame->size + (gdouble) frame->period
      + (gdouble) frame->queue_delay + (gdouble) frame->media_target);
}

static void
policy_on_timer (void *state, RtpCcTime time, RtpCcTarget * target)
{
  golden_put ("timer", 1);
  want (state, time, target);
}

static const RtpCcOps ops = {
  .name = "golden",
  .source = "none",
  .state_size = sizeof (Policy),
  .init = policy_init,
  .on_feedback = policy_on_feedback,
  .on_frame = policy_on_frame,
  .on_timer = policy_on_timer,
};

/* ---- streams ---- */

static void
on_drop (const RtpCcQueueItem * item, void *user)
{
  golden_put ("drop", item->ssrc + 10.0 * item->seq);
}

static RtpCcStreamConfig
stream_config (void)
{
  RtpCcStreamConfig c = { 0 };

  c.priority = 0.25 * (1 + below (4));
  c.min_bitrate = 50000 * below (4);
  c.max_bitrate = 500000 * below (5);
  c.preferred_bitrate = 250000 * below (3);
  c.uncontrolled = below (6) == 0;
  c.urgent = below (8) == 0;
  c.pausable = below (3) == 0;
  c.paused = below (10) == 0;
  return c;
}

static void
change_stream (guint k)
{
  RtpCcStreamConfig c = stream_config ();
  guint how = below (5);

  if (streams[k] < 0)
    streams[k] = rtp_cc_session_add_stream (session, &c, now);
  else if (how == 0) {
    rtp_cc_session_remove_stream (session, streams[k], on_drop, NULL, now);
    streams[k] = -1;
  } else if (how == 1)
    rtp_cc_session_clear_stream (session, streams[k], on_drop, NULL);
  else if (how == 2)
    rtp_cc_session_split (session, streams[k], c.min_bitrate, 4 * c.min_bitrate,
        now);
  else
    rtp_cc_session_configure_stream (session, streams[k], &c, now);
}

static void
make_frame (guint k)
{
  RtpCcStreamInfo info;
  guint n;

  if (streams[k] < 0)
    return;
  golden_put ("skip", rtp_cc_session_skip_frame (session, streams[k], now));
  rtp_cc_session_stream_info (session, streams[k], &info, now);
  n = 1 + (guint) (info.target_bitrate / (8 * 25 * 1000)) * (2 + below (3)) / 3;
  for (guint i = 0; i < MIN (n, 20); i++) {
    RtpCcSessionPacket p = { 0 };

    p.is_packet = TRUE;
    p.ssrc = 1 + k;
    p.seq = next_seq[k]++;
    p.timestamp = (guint32) ((now - T0) / MS * 90);
    p.marker = i == MIN (n, 20) - 1;
    p.payload_size = 600 + 50 * below (9);
    p.size = p.payload_size + 12;
    p.repair = below (40) == 0;
    golden_put ("taken", rtp_cc_session_enqueue (session, streams[k], &p, now));
  }
}

static void
send_due (void)
{
  RtpCcQueueItem item;
  gint stream;

  while ((stream = rtp_cc_session_dequeue (session, &item, now)) >= 0) {
    guint k = item.ssrc - 1;
    Left l = { item.seq, item.number, now };

    left[k][n_left[k]++ % RING] = l;
    numbers[n_numbers++ % RING] = l;
    golden_put ("out", stream + 10.0 * item.seq + item.ssrc);
    golden_put ("ecn", item.ecn);
    golden_put ("waited", (gdouble) (now - item.queued));
  }
}

/* ---- feedback ---- */

static void
give (const guint8 * data, gsize size)
{
  bool other = FALSE;

  if (size == 0)
    return;
  golden_put ("rtcp", rtp_cc_session_rtcp (session, data, size, &other, now));
  golden_put ("other", other);
}

static void
tell_ccfb (guint k)
{
  RtpCcMetric metrics[RING];
  RtpCcCcfbBlock block = { 1 + k, 0, 0, metrics };
  guint8 data[1400];

  memset (metrics, 0, sizeof (metrics));
  if (n_left[k] - told[k] > RING / 2)
    told[k] = n_left[k] - RING / 2;
  while (told[k] < n_left[k] && left[k][told[k] % RING].sent + 40 * MS <= now
      && block.num_reports < 60) {
    Left *l = &left[k][told[k]++ % RING];

    if (block.num_reports == 0)
      block.begin_seq = l->seq;
    for (; (guint16) (block.begin_seq + block.num_reports) != l->seq
        && block.num_reports < 60;)
      block.num_reports++;
    metrics[block.num_reports].received = below (20) != 0;
    metrics[block.num_reports].ecn = (RtpCcEcn) (below (10) == 0 ? 3 : 1);
    metrics[block.num_reports++].age = (now - l->sent - 30 * MS) / 2;
  }
  for (guint i = 0; block.num_reports > 0 && i < 3 && below (20) < lies; i++)
    metrics[block.num_reports++].received = TRUE;
  if (block.num_reports > 0)
    give (data, rtp_cc_ccfb_write (data, sizeof (data), 9, &block, 1,
            (guint32) ((now - T0) / MS * 65536 / 1000),
            RTP_CC_NUM_REPORTS_COUNT));
}

static void
tell_twcc (void)
{
  RtpCcTwccPacket packets[RING];
  RtpCcTwccHeader header = { 9, 1, count++ };
  guint8 data[1400];
  gsize taken, n = 0;

  if (n_numbers - told_numbers > RING / 2)
    told_numbers = n_numbers - RING / 2;
  while (told_numbers < n_numbers && n < 60
      && numbers[told_numbers % RING].sent + 40 * MS <= now) {
    Left *l = &numbers[told_numbers++ % RING];

    while (n > 0 && n < 60 && (guint16) (packets[n - 1].seq + 1) != l->number) {
      packets[n].seq = (guint16) (packets[n - 1].seq + 1);
      packets[n].arrival = packets[n - 1].arrival;
      packets[n++].received = below (20) < lies;
    }
    if (n == 60)
      break;
    packets[n].seq = l->number;
    packets[n].received = below (20) != 0;
    packets[n++].arrival = l->sent + 20 * MS;
  }
  if (n > 0 && packets[0].received)
    give (data, rtp_cc_twcc_write (data, sizeof (data), &header, packets, n,
            &taken));
}

/* Two receivers, of which either one may ask anew: RFC 5104 section 4.3.1 */
static void
ask_for_key_frames (guint8 * data)
{
  for (guint i = 0; i < 2; i++) {
    rtp_cc_rtcp_write_header (data, 20, 206, 4);
    data[7] = (guint8) i;
    data[15] = (guint8) (1 + below (3));
    data[16] = (guint8) below (2);
    give (data, 20);
  }
}

static void
tell_other (void)
{
  guint8 data[64] = { 0 };
  RtpCcRemb remb = { 9, 0, 1, {0} };
  guint what = below (4);

  remb.bitrate = 200000 * below (12);
  remb.ssrcs[0] = 1 + below (4);
  if (what == 0)
    give (data, rtp_cc_remb_write (data, sizeof (data), &remb));
  else if (what == 1)
    rtp_cc_session_remb (session, remb.bitrate, now);
  else if (what == 2)
    rtp_cc_session_capacity_hint (session, remb.bitrate,
        (gint64) below (20) * 100 * MS, now);
  else
    ask_for_key_frames (data);
}

static void
tell (void)
{
  guint silent = (guint) ((now - T0) / (3 * RTP_CC_SECOND)) % 9;

  if (silent == 8)
    return;
  if (twcc)
    tell_twcc ();
  for (guint k = 0; !twcc && k < STREAMS - deaf; k++)
    tell_ccfb (k);
}

/* ---- a host ---- */

static void
put_key_frames (guint k)
{
  guint32 ssrc = 0;
  bool again = FALSE;

  while (rtp_cc_session_take_fir (session, &ssrc, &again)) {
    golden_put ("fir", ssrc + 10 * again);
    if (streams[k] >= 0)
      rtp_cc_session_want_key_frame (session, streams[k], ssrc, again, now);
  }
  if (streams[k] < 0)
    return;
  if (below (100) == 0)
    rtp_cc_session_want_key_frame (session, streams[k], 1 + k, below (2), now);
  while (rtp_cc_session_take_key_frame_request (session, streams[k], &ssrc,
          now))
    golden_put ("key", ssrc);
}

static void
put_stream (guint k)
{
  RtpCcStreamInfo s;

  if (streams[k] < 0)
    return;
  rtp_cc_session_stream_info (session, streams[k], &s, now);
  golden_put ("s-target", (gdouble) (s.target_bitrate + s.target_rate));
  golden_put ("s-rates", s.send_rate + s.media_rate + s.repair_rate);
  golden_put ("s-queue", (gdouble) s.queued_bytes + s.queued_packets
      + (gdouble) s.queue_delay);
  golden_put ("s-counts", (gdouble) (s.packets_sent + 3 * s.packets_discarded
          + 5 * s.frames_discarded + 7 * s.frames_skipped +
          11 * s.packets_paused + s.bytes_sent));
  golden_put ("s-state", s.active + 2 * s.paused + 4 * s.off);
}

static void
put_info (void)
{
  RtpCcSessionInfo i;
  guint32 ssrc = 0;

  rtp_cc_session_info (session, &i, now);
  golden_put ("estimate", (gdouble) i.estimated_bitrate);
  golden_put ("target", (gdouble) i.target.media_rate);
  golden_put ("state", i.feedback_state + 10.0 * i.feedback_timeouts);
  golden_put_time ("last", i.last_feedback, now);
  golden_put ("counts",
      (gdouble) (i.feedback_packets + 3 * i.feedback_kinds.ccfb +
          5 * i.feedback_kinds.twcc + 7 * i.feedback_kinds.remb +
          11 * i.feedback_kinds.twcc_lost + 13 * i.hints +
          17 * i.unheard_ssrcs));
  golden_put ("bounds", (gdouble) (i.remb + i.hint) + (gdouble) i.hint_left);
  golden_put ("rates", i.send_rate + i.acked_rate);
  golden_put ("parts", i.loss_rate + i.ce_rate);
  golden_put ("flight", (gdouble) i.bytes_in_flight + (gdouble) i.rtt);
  golden_put ("unheard", rtp_cc_session_take_unheard (session, &ssrc));
  golden_put ("unheard-ssrc", ssrc);
}

static void
on_record (const RtpCcTraceRecord * r, void *user)
{
  golden_put_time ("t-time", r->time, 0);
  golden_put ("t-rates",
      r->send_rate + r->media_rate + r->acked_rate + r->lost_rate + r->ce_rate +
      (gdouble) r->target_rate);
  golden_put ("t-packet", r->ssrc + 10.0 * r->seq + r->marker);
}

/* In time, early, late, or paused. */
static void
pass (guint run)
{
  static const gint64 waits[] = { 1, 1, 2, 5, 10 };
  RtpCcTime next = rtp_cc_session_next_time (session, now);
  guint how = below (10);

  golden_put_time ("next", next, now);
  golden_put_time ("next-send", rtp_cc_session_next_send (session), now);
  if (how < 4 && next > now && next < now + 20 * MS)
    now = next - (how == 0);
  else
    now += waits[below (5)] * (1 + run % 2) * MS;
  if (below (1500) == 0) {
    now += RTP_CC_SECOND;
    rtp_cc_session_resume (session, RTP_CC_SECOND, now);
  }
  if (below (300) == 0)
    now += (gint64) below (10) * 100 * MS;
}

static void
disturb (guint run)
{
  guint k = below (STREAMS);

  if (below (150) == 0)
    change_stream (k);
  if (below (100) == 0)
    tell_other ();
  if (below (200) == 0)
    rtp_cc_session_set_late (session, (gint64) below (4) * 5 * MS);
  if (below (300) == 0 && streams[k] >= 0)
    rtp_cc_session_set_blocked (session, streams[k], below (2));
  if (below (600) == 0) {
    config.max_bitrate = 500000 * (1 + below (8));
    config.max_queue_delay = 50 * (gint64) (1 + below (10)) * MS;
    config.burst = (gint64) below (4) * 5 * MS;
    rtp_cc_session_configure (session, &config, now);
  }
  if (below (900) == 0)
    rtp_cc_session_set_no_feedback_bitrate (session, 250000 * below (4), now);
  if (below (1200) == 0)
    rtp_cc_session_set_policy (session, &config, now);
  golden_put ("resend", rtp_cc_session_may_resend (session, 1 + k,
          (guint16) (next_seq[k] - below (40))));
}

static void
one_step (guint step, guint run)
{
  guint k = step % STREAMS;

  rtp_cc_session_tick (session, on_drop, NULL, now);
  if (below (3) == 0)
    make_frame (k);
  send_due ();
  if (below (4) == 0)
    tell ();
  disturb (run);
  put_key_frames (k);
  put_stream (k);
  put_info ();
  pass (run);
}

static void
start (guint run)
{
  rtp_cc_session_config_init (&config);
  config.ops = &ops;
  config.unpaced = run == 6;
  config.ecn = run == 4 ? RTP_CC_ECN_ECT_1 : RTP_CC_ECN_NOT_ECT;
  now = T0;
  session = rtp_cc_session_new (&config, now);
  twcc = run % 2;
  lies = run > 5 ? 10 : 0;
  deaf = run == 0 ? 1 : 0;
  if (twcc)
    rtp_cc_session_set_twcc_base (session, 65000);
  if (run == 3)
    rtp_cc_session_set_min_interval (session, 10 * MS);
  if (run == 5)
    rtp_cc_session_set_no_feedback_bitrate (session, 700000, now);
  rtp_cc_session_set_trace (session, on_record, NULL);
  for (guint k = 0; k < STREAMS; k++) {
    streams[k] = -1;
    next_seq[k] = (guint16) (65400 + k);
    n_left[k] = told[k] = 0;
  }
  n_numbers = told_numbers = 0;
  count = 0;
  change_stream (0);
}

GST_START_TEST (test_session)
{
  golden_open ("session");
  for (guint run = 0; run < RUNS; run++) {
    gchar *name = g_strdup_printf ("session/%u", run);

    seed = run;
    golden_begin (name, STEPS);
    start (run);
    for (guint step = 0; step < STEPS; step++) {
      one_step (step, run);
      golden_step ();
    }
    rtp_cc_session_free (session, on_drop, NULL);
    golden_end ();
    g_free (name);
  }
  golden_close ();
}

GST_END_TEST;

static Suite *
goldensession_suite (void)
{
  Suite *s = suite_create ("goldensession");
  TCase *tc = tcase_create ("general");

  tcase_add_test (tc, test_session);
  suite_add_tcase (s, tc);
  return s;
}

GST_CHECK_MAIN (goldensession);
