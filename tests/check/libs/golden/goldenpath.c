/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "goldenpath.h"

#include <string.h>
#include <gst/rtpcc/control/rtpcc-params.h>

#define T0 (G_GINT64_CONSTANT (987654321987))
#define MS RTP_CC_MSECOND
/* The receiver's clock is ahead by so much. */
#define OFFSET (77 * RTP_CC_SECOND)
#define SIZE 1250
#define RING 8192
#define FRAME 40                /* ms */
#define QUEUE_LIMIT 300         /* ms, of the link */
#define REORDER 3               /* so many packets later one is lost */

typedef struct
{
  RtpCcPacket packet;
  gint64 arrival;               /* ms; -1: will never come */
  gboolean told, lost;
} Sent;

typedef struct
{
  const GoldenPath *path;
  RtpCc *cc;
  guint64 random;
  gint64 now;                   /* ms */
  Sent sent[RING];
  guint64 n_sent, first;        /* all before it have been told */
  guint64 in_flight, queued;    /* bytes */
  gint64 queued_since;
  gdouble tokens, link_free;    /* bytes; ms when the link has served all */
  gint64 last_told;             /* ms */
  guint timeouts;
  RtpCcReport reports[RING];
} Model;

static RtpCcTime
at (gint64 ms)
{
  return T0 + ms * MS;
}

static guint
link_rate (const Model * m)
{
  return m->path->rates[m->now * 4 / (m->path->seconds * 1000)];
}

static gboolean
happens (Model * m, guint per_mille)
{
  return golden_random (&m->random, 1000) < per_mille;
}

/* When a packet that leaves now arrives, in ms; -1: never. */
static gint64
through_link (Model * m, guint size)
{
  gdouble begin = MAX (m->link_free, (gdouble) m->now);
  guint rate = link_rate (m);
  gint64 arrival;

  if (rate == 0 || begin - (gdouble) m->now > QUEUE_LIMIT
      || happens (m, m->path->loss))
    return -1;
  m->link_free = begin + size * 8.0 / rate;
  arrival = (gint64) m->link_free + 1 + m->path->delay;
  return (arrival + m->path->grain - 1) / m->path->grain * m->path->grain;
}

static void
send_one (Model * m)
{
  const RtpCcTarget *target = rtp_cc_target (m->cc);
  Sent *s = &m->sent[m->n_sent % RING];

  memset (s, 0, sizeof (*s));
  s->packet.id = m->n_sent;
  s->packet.ssrc = 1;
  s->packet.seq = (guint16) m->n_sent++;
  s->packet.size = MIN (SIZE, (guint) m->queued);
  s->packet.sent = at (m->now);
  s->packet.ecn = target->ecn;
  m->queued -= s->packet.size;
  m->tokens -= s->packet.size;
  s->packet.marker = m->queued == 0;
  s->arrival = through_link (m, s->packet.size);
  m->in_flight += s->packet.size;
  rtp_cc_on_sent (m->cc, &s->packet, m->in_flight);
}

static void
send_due (Model * m)
{
  const RtpCcTarget *target = rtp_cc_target (m->cc);

  m->tokens += (gdouble) target->pacing_rate * m->path->grain / 8000;
  while (m->queued > 0 && m->tokens > 0 && m->n_sent - m->first < RING - 1
      && (m->in_flight == 0 || m->in_flight + SIZE <= target->window))
    send_one (m);
  if (m->queued == 0)
    m->tokens = MIN (m->tokens, 0);
}

static void
make_frame (Model * m)
{
  const RtpCcTarget *target = rtp_cc_target (m->cc);
  RtpCcFrame frame = { 0 };

  if (m->queued == 0)
    m->queued_since = m->now;
  frame.ssrc = 1;
  frame.size = (guint) (target->media_rate * FRAME / 8000)
      * (80 + golden_random (&m->random, 5) * 10) / 100 + 100;
  frame.period = m->now == 0 ? 0 : FRAME * MS;
  frame.queue_delay = m->queued == 0 ? 0 : (m->now - m->queued_since) * MS;
  frame.media_target = target->media_rate;
  /* A camera that rests now and then: less than is allowed. */
  if (m->now / 4000 % 4 == 3)
    frame.size /= 3;
  if (m->queued > 200000)
    return;
  m->queued += frame.size;
  rtp_cc_on_frame (m->cc, &frame, at (m->now));
}

static void
tell (Model * m, Sent * s, RtpCcFate fate, RtpCcFeedback * f)
{
  RtpCcReport *r = &m->reports[f->n_reports++];

  r->packet = s->packet;
  r->fate = fate;
  r->arrival = at (s->arrival) + OFFSET;
  r->ecn = s->packet.ecn;
  if (fate == RTP_CC_FATE_LOST || happens (m, m->path->odd / 4))
    r->arrival = RTP_CC_TIME_NEVER;
  else if (s->packet.ecn == RTP_CC_ECN_ECT_1
      && s->arrival * MS + T0 - s->packet.sent > (m->path->delay + 10) * MS)
    r->ecn = RTP_CC_ECN_CE;
  if (!s->told) {
    m->in_flight -= s->packet.size;
    f->bytes_newly_acked += s->packet.size;
    f->bytes_newly_acked_ce += r->ecn == RTP_CC_ECN_CE ? s->packet.size : 0;
  }
  s->told = TRUE;
  s->lost = fate == RTP_CC_FATE_LOST;
}

/* What the receiver knew when it wrote the feedback that is here now. */
static gint64
note_fates (Model * m, RtpCcFeedback * f)
{
  gint64 written = m->now - m->path->delay, newest = -1;

  for (guint64 i = m->first; i < m->n_sent; i++) {
    Sent *s = &m->sent[i % RING];

    if (s->arrival < 0 || s->arrival > written)
      continue;
    newest = (gint64) i;
    if (!s->told && happens (m, m->path->odd / 8))
      tell (m, s, RTP_CC_FATE_LOST, f);
    else if (s->lost)
      tell (m, s, RTP_CC_FATE_RECEIVED_LATE, f);
    else if (!s->told)
      tell (m, s, RTP_CC_FATE_RECEIVED, f);
  }
  for (guint64 i = m->first; (gint64) i + REORDER <= newest; i++) {
    if (!m->sent[i % RING].told && m->sent[i % RING].arrival < 0)
      tell (m, &m->sent[i % RING], RTP_CC_FATE_LOST, f);
  }
  while (m->first < m->n_sent && m->sent[m->first % RING].told
      && !m->sent[m->first % RING].lost)
    m->first++;
  while ((gint64) m->first + 200 < newest)
    m->first++;
  return newest;
}

static void
give_feedback (Model * m)
{
  RtpCcFeedback f = { 0 };
  gint64 newest;

  f.reports = m->reports;
  f.prior_in_flight = m->in_flight;
  newest = note_fates (m, &f);
  if (f.n_reports == 0)
    return;
  f.rtt = -1;
  if (newest >= 0 && !happens (m, m->path->odd)) {
    const Sent *s = &m->sent[newest % RING];

    f.rtt = happens (m, m->path->odd / 8) ? 0
        : (s->arrival + m->path->delay) * MS - (s->packet.sent - T0);
  }
  f.bytes_in_flight = m->in_flight;
  f.queued_bytes = m->queued;
  f.queue_delay = m->queued == 0 ? 0 : (m->now - m->queued_since) * MS;
  f.app_limited = m->queued == 0 && m->now / 4000 % 4 == 3;
  f.classic_ecn = m->path->odd > 0 && m->now / 5000 % 3 == 2;
  rtp_cc_on_feedback (m->cc, &f, at (m->now));
  m->last_told = m->now;
  m->timeouts = 0;
}

/* All that is in flight is given up, as the session does it. */
static void
time_out (Model * m)
{
  for (; m->first < m->n_sent; m->first++)
    m->sent[m->first % RING].told = TRUE;
  m->in_flight = 0;
  m->last_told = m->now;
  m->timeouts++;
}

static void
be_odd (Model * m)
{
  guint what = golden_random (&m->random, 4), size =
      golden_random (&m->random, 12);

  if (what == 0)
    rtp_cc_set_bounds (m->cc, 50000 * (1 + size % 3), 500000 * (1 + size));
  else if (what == 1)
    rtp_cc_on_remb (m->cc, 250000 * size, at (m->now));
  else if (what == 2)
    rtp_cc_set_bounds (m->cc, 50000, 20000000);
}

static void
put_answers (const Model * m)
{
  const RtpCcTarget *t = rtp_cc_target (m->cc);
  RtpCcInfo info = rtp_cc_info (m->cc);

  golden_put ("media", (gdouble) t->media_rate);
  golden_put ("pacing", (gdouble) t->pacing_rate);
  golden_put ("window",
      t->window == RTP_CC_NO_WINDOW ? -3 : (gdouble) t->window);
  golden_put ("ecn", t->ecn);
  golden_put_time ("wakeup", t->wakeup, at (m->now));
  golden_put ("s-rtt", (gdouble) info.s_rtt);
  golden_put ("qdelay", (gdouble) info.qdelay);
  golden_put ("qdelay-avg", (gdouble) info.qdelay_avg);
  golden_put ("qdelay-target", (gdouble) info.qdelay_target);
  golden_put ("ref-wnd", (gdouble) info.ref_wnd);
  golden_put ("loss", info.loss_rate);
  golden_put ("fast", info.in_fast_increase);
  golden_put_time ("base-delay", info.base_delay, OFFSET);
}

static void
one_step (Model * m)
{
  const GoldenPath *path = m->path;

  if (m->now % FRAME == 0)
    make_frame (m);
  if (rtp_cc_target (m->cc)->wakeup <= at (m->now))
    rtp_cc_on_timer (m->cc, at (m->now));
  send_due (m);
  if (m->now % path->interval == 0)
    give_feedback (m);
  if (m->in_flight > 0 && m->now - m->last_told >= 500 << MIN (m->timeouts, 3))
    time_out (m);
  if (path->odd > 0 && m->now % 500 == 0)
    be_odd (m);
  put_answers (m);
}

void
golden_path_run (const char *name, const GoldenPath * path)
{
  static Model m;
  RtpCcConfig config = { 0 };
  gdouble values[RTP_CC_PARAMS_MAX];
  char error[RTP_CC_PARAMS_ERROR_SIZE];

  memset (&m, 0, sizeof (m));
  m.path = path;
  m.random = path->seed;
  config.min_rate = 50000;
  config.start_rate = 300000;
  config.max_rate = 20000000;
  config.max_packet_size = SIZE;
  config.ecn = path->seed % 2 == 0 ? RTP_CC_ECN_ECT_1 : RTP_CC_ECN_NOT_ECT;
  if (path->params != NULL) {
    fail_unless (rtp_cc_params_read (path->ops, path->params, values, error),
        "%s", error);
    config.params = values;
  }
  m.cc = rtp_cc_new (path->ops, &config, at (0));
  golden_begin (name, (int) (path->seconds * 1000 / path->grain));
  for (m.now = 0; m.now < path->seconds * 1000; m.now += path->grain) {
    one_step (&m);
    golden_step ();
  }
  golden_end ();
  rtp_cc_free (m.cc);
}
