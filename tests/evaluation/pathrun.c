/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pathrun.c: runs a controller over an emulated path in virtual time
 *
 * pathrun [KEY=VALUE...] [--csv | --json] prints one line, the mean over the seeds
 * (maxima: the worst), or the samples of each 100 ms, or the figures of each seed;
 * --params prints the parameters of the controller as JSON instead; see
 * docs/research/testing.md.
 */
#include <glib.h>
#include <gst/rtpcc/control/rtpcc-controllers.h>
#include <gst/rtpcc/control/rtpcc-params.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pathframes.h"

/* A rise is a capacity so much above that of 100 ms before. */
#define RISE 1.05
#define RISE_REACHED 0.9
/* Weight of the newest 100 ms in the received rate after a rise. */
#define RISE_GAIN 0.3
/* s: what the target does from then on is its own. */
#define SETTLED 10
/* Weight of the newest 100 ms in the rate before an outage. */
#define BEFORE_GAIN 0.05

typedef struct
{
  SimConfig config;
  guint seed, seeds;            /* the first, and how many */
  gboolean csv, json, list;
  const char *params;
  RtpCcGoal goal;               /* sets target and age, if has_goal */
  gboolean has_goal;
  double values[RTP_CC_PARAMS_MAX];
  PathFrames frames;
  double start_time;            /* s until RISE_REACHED; < 0: not yet */
  GArray *sender_queue;         /* ms */
  GArray *target;               /* bit/s, after SETTLED */
  double capacity, received, rise_start, rise_time;
  double before, back_time;     /* bit/s before an outage; s from its end until
                                 * RISE_REACHED of that; < 0: not yet */
} Run;

/* The first of them. */
static void
note_outage (Run * run, const SimSample * s)
{
  const SimConfig *c = &run->config;
  int64_t from = c->media_off_to > 0 ? c->media_off_from : c->feedback_off_from;
  double end = (double) MAX (c->media_off_to, c->feedback_off_to)
      / (double) RTP_CC_SECOND;

  if (end <= 0)
    return;
  if (s->time <= (double) from / (double) RTP_CC_SECOND)
    run->before += BEFORE_GAIN * (s->received - run->before);
  else if (run->back_time < 0 && s->time > end
      && run->received >= RISE_REACHED * run->before)
    run->back_time = s->time - end;
}

static void
note_rise (Run * run, const SimSample * s)
{
  run->received += RISE_GAIN * (s->received - run->received);
  if (run->capacity > 0 && s->capacity > RISE * run->capacity)
    run->rise_start = s->time;
  run->capacity = s->capacity;
  if (run->start_time < 0 && run->received >= RISE_REACHED * s->capacity)
    run->start_time = s->time;
  if (run->rise_start < 0)
    return;
  run->rise_time = MAX (run->rise_time, s->time - run->rise_start);
  if (run->received >= RISE_REACHED * s->capacity)
    run->rise_start = -1;
}

static void
sample (const void *data, void *user)
{
  const SimSample *s = data;
  Run *run = user;
  double ms = s->sender_queue * 1e3;

  g_array_append_val (run->sender_queue, ms);
  if (s->time > SETTLED)
    g_array_append_val (run->target, s->target);
  note_rise (run, s);
  note_outage (run, s);
  if (run->csv)
    printf ("%.1f,%.0f,%.0f,%.0f,%.1f,%.1f,%.1f,%.0f,%.1f\n", s->time,
        s->capacity, s->received, s->target, s->queue * 1e3, ms,
        s->s_rtt * 1e3, s->ref_wnd, s->qdelay_avg * 1e3);
}

static void
frame (const void *data, void *user)
{
  path_frames_add (&((Run *) user)->frames, data);
}

/* Up to there numbers fit into 64 bits whatever they count. */
#define MAX_INTEGER 9e18

/* Digits with or without a point and nothing behind it but @end; below 0 only
 * what may be. */
static gboolean
parse_number (const char *text, char end, gboolean may_be_negative,
    double *number, const char **rest)
{
  char *after;

  if (!g_ascii_isdigit (*text) && *text != '.' && !(may_be_negative
          && *text == '-'))
    return FALSE;
  *number = g_ascii_strtod (text, &after);
  *rest = after;
  return isfinite (*number) && *after == end;
}

/* Keys whose value is a number: times become ns. */
static gboolean
set_number (Run * run, const char *key, double value)
{
  SimConfig *c = &run->config;
  const struct
  {
    const char *key;
    double scale;
    void *integer;
    double *real;
  } keys[] = {
    {"frame-noise", 1, NULL, &c->frame_noise},
    {"key-interval", RTP_CC_SECOND, &c->key_interval, NULL},
    {"encoder-lag", RTP_CC_MSECOND, &c->encoder_lag, NULL},
    {"encoder-min", 1, NULL, &c->encoder_min},
    {"encoder-max", 1, NULL, &c->encoder_max},
    {"motion", RTP_CC_SECOND, &c->motion_from, NULL},
    {"loss", 1, NULL, &c->loss},
    {"burst-loss", 1, NULL, &c->burst_loss},
    {"policer", 1, &c->policer, NULL},
    {"feedback-loss", 1, NULL, &c->loss_back},
    {"jitter", RTP_CC_MSECOND, &c->jitter, NULL},
    {"delivery-interval", RTP_CC_MSECOND, &c->delivery_interval, NULL},
    {"skew", 1e-6, NULL, &c->clock_skew},
    {"every", RTP_CC_SECOND, &c->flow_interval, NULL},
    {"outage-every", RTP_CC_SECOND, &c->off_every, NULL},
    {"duration", RTP_CC_SECOND, &c->duration, NULL},
    {"target", RTP_CC_MSECOND, &c->session.queue_delay_target, NULL},
    {"target-max", RTP_CC_MSECOND, &c->session.queue_delay_target_max, NULL},
    {"age", RTP_CC_MSECOND, &c->session.max_queue_delay, NULL},
    {"min", 1, &c->session.min_bitrate, NULL},
    {"start", 1, &c->session.initial_bitrate, NULL},
    {"max", 1, &c->session.max_bitrate, NULL},
    {"queue", RTP_CC_MSECOND, &c->queue_limit, NULL},
    {"report-interval", RTP_CC_MSECOND, &c->report_interval, NULL},
    {"rtt", RTP_CC_MSECOND / 2, &c->delay_forward, NULL},
  };

  for (size_t i = 0; i < G_N_ELEMENTS (keys); i++) {
    if (strcmp (key, keys[i].key) != 0)
      continue;
    if (fabs (value * keys[i].scale) > MAX_INTEGER)
      return FALSE;
    if (keys[i].real != NULL)
      *keys[i].real = value * keys[i].scale;
    else
      *(int64_t *) keys[i].integer = (int64_t) (value * keys[i].scale);
    c->delay_back = c->delay_forward;
    return TRUE;
  }
  return FALSE;
}

static gboolean
set_capacity (Run * run, gboolean is_trace, const char *value)
{
  char error[LINKEMU_ERROR_SIZE];
  LinkEmuRate *rate = is_trace ? linkemu_rate_trace (value, error)
      : linkemu_rate_schedule (value, error);

  if (rate == NULL)
    fprintf (stderr, "pathrun: %s\n", error);
  linkemu_rate_free (rate);
  run->config.trace = is_trace ? value : NULL;
  run->config.schedule = is_trace ? NULL : value;
  return rate != NULL;
}

static gboolean
set_ecn (Run * run, const char *value)
{
  static const char *const names[] = { "not-ect", "ect1", "ect0" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    if (strcmp (value, names[i]) == 0) {
      run->config.ecn = run->config.session.ecn = (RtpCcEcn) i;
      return TRUE;
    }
  }
  return FALSE;
}

static gboolean
set_feedback (Run * run, const char *value)
{
  static const char *const names[] = { "ccfb", "twcc", "remb" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    if (strcmp (value, names[i]) == 0) {
      run->config.feedback = (RtpCcReporterKind) i;
      return TRUE;
    }
  }
  return FALSE;
}

/* From when to when, seconds. */
static gboolean
set_outage (const char *value, int64_t * off_from, int64_t * off_to)
{
  double from, to;

  if (!parse_number (value, '-', FALSE, &from, &value)
      || !parse_number (value + 1, '\0', FALSE, &to, &value)
      || to < from || to * RTP_CC_SECOND > MAX_INTEGER)
    return FALSE;
  *off_from = (int64_t) (from * RTP_CC_SECOND);
  *off_to = (int64_t) (to * RTP_CC_SECOND);
  return TRUE;
}

/* "20:100,40:50": the RTT is 100 ms from 20 s on, and 50 ms from 40 s on. */
static gboolean
set_moves (SimConfig * c, const char *value)
{
  double time, rtt;

  for (c->n_moves = 0; c->n_moves < SIM_MAX_MOVES; value++) {
    SimMove *m = &c->moves[c->n_moves++];
    const char *comma = strchr (value, ',');

    if (!parse_number (value, ':', FALSE, &time, &value)
        || !parse_number (value + 1, comma != NULL ? ',' : '\0', FALSE, &rtt,
            &value) || time * RTP_CC_SECOND > MAX_INTEGER
        || rtt * RTP_CC_MSECOND > MAX_INTEGER)
      return FALSE;
    m->time = (int64_t) (time * RTP_CC_SECOND);
    m->delay = (int64_t) (rtt * RTP_CC_MSECOND / 2);
    if (comma == NULL)
      return TRUE;
  }
  return FALSE;
}

/* "1:0.5": two streams, of which the first gets twice as much. */
static gboolean
set_priorities (SimConfig * c, const char *value)
{
  for (c->n_streams = 0; c->n_streams < SIM_MAX_STREAMS; value++) {
    double *priority = &c->streams[c->n_streams++].priority;
    const char *colon = strchr (value, ':');

    if (!parse_number (value, colon != NULL ? ':' : '\0', FALSE, priority,
            &value) || *priority <= 0 || *priority > 1)
      return FALSE;
    if (colon == NULL)
      return TRUE;
  }
  return FALSE;
}

static gboolean
set_goal (Run * run, const char *value)
{
  static const char *const words[] = { "balanced", "latency", "quality", NULL };

  run->has_goal = TRUE;
  for (unsigned i = 0; words[i] != NULL; i++) {
    run->goal = (RtpCcGoal) i;
    if (strcmp (value, words[i]) == 0)
      return TRUE;
  }
  return FALSE;
}

static gboolean
set_source (SimConfig * c, const char *value)
{
  const EncoderModelKind *kind = encoder_model_find (value);

  c->encoder = kind != NULL ? &kind->params : NULL;
  return kind != NULL;
}

static gboolean
set_option (Run * run, const char *key, const char *value)
{
  SimConfig *c = &run->config;
  const char *rest;
  double number;

  if (strcmp (key, "schedule") == 0 || strcmp (key, "trace") == 0)
    return set_capacity (run, strcmp (key, "trace") == 0, value);
  if (strcmp (key, "ecn") == 0)
    return set_ecn (run, value);
  if (strcmp (key, "feedback") == 0)
    return set_feedback (run, value);
  if (strcmp (key, "aqm") == 0)
    return linkemu_aqm_is_known (c->aqm = value);
  if (strcmp (key, "controller") == 0)
    return (c->session.ops = rtp_cc_find (value)) != NULL;
  if (strcmp (key, "source") == 0)
    return set_source (c, value);
  if (strcmp (key, "pictures") == 0) {
    c->even_pictures = strcmp (value, "even") == 0;
    return c->even_pictures || strcmp (value, "films") == 0;
  }
  if (strcmp (key, "goal") == 0)
    return set_goal (run, value);
  if (strcmp (key, "params") == 0) {
    run->params = value;
    return TRUE;
  }
  if (strcmp (key, "outage") == 0)
    return set_outage (value, &c->feedback_off_from, &c->feedback_off_to);
  if (strcmp (key, "media-outage") == 0)
    return set_outage (value, &c->media_off_from, &c->media_off_to);
  if (strcmp (key, "rtt-moves") == 0)
    return set_moves (c, value);
  if (strcmp (key, "priorities") == 0)
    return set_priorities (c, value);
  if (!parse_number (value, '\0', strcmp (key, "skew") == 0, &number, &rest))
    return FALSE;
  if (strcmp (key, "streams") == 0) {
    c->n_streams = (unsigned) CLAMP (number, 1, SIM_MAX_STREAMS);
    for (unsigned i = 0; i < c->n_streams; i++)
      c->streams[i].priority = 1.0 / (1 + i);
  } else if (strcmp (key, "flows") == 0) {
    c->n_flows = (unsigned) CLAMP (number, 0, SIM_MAX_FLOWS);
    return number >= 1 && number <= SIM_MAX_FLOWS;
  } else if (strcmp (key, "frame-rate") == 0) {
    c->frame_rate = number;
    return number >= 1 && number <= 1000;
  } else if (strcmp (key, "seeds") == 0)
    run->seeds = (guint) CLAMP (number, 1, G_MAXINT);
  else if (strcmp (key, "seed") == 0)
    run->seed = (guint) CLAMP (number, 1, G_MAXINT);
  else if (strcmp (key, "reorder") == 0)
    c->jitter_reorders = number > 0;
  else if (strcmp (key, "policer-burst") == 0)
    c->policer_burst = (guint32) CLAMP (number, 0, G_MAXINT);
  else
    return set_number (run, key, number);
  return TRUE;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double d = *(const double *) a - *(const double *) b;

  return (d > 0) - (d < 0);
}

/* Jain's fairness index: 1 when all have the same, 1 / n when one has it all. */
static double
jain (const SimConfig * config, const SimResult * r)
{
  double sum = 0, squares = 0;

  for (guint i = 0; i < config->n_flows; i++) {
    sum += r->flow_rate[i];
    squares += r->flow_rate[i] * r->flow_rate[i];
  }
  return sum * sum / (config->n_flows * squares);
}

/* Part of what all flows got that one got: the @place-th from below. */
static double
flow_part (const SimConfig * config, const SimResult * r, guint place)
{
  double rates[SIM_MAX_FLOWS], sum = 0;

  memcpy (rates, r->flow_rate, sizeof (rates));
  qsort (rates, config->n_flows, sizeof (rates[0]), compare);
  for (guint i = 0; i < config->n_flows; i++)
    sum += rates[i];
  return rates[place] / sum;
}

/* Parts of what the streams of the first flow sent in the second half; none of nothing. */
static void
print_streams (const SimConfig * config, const SimResult * r)
{
  double sum = 0;

  for (guint i = 0; i < config->n_streams; i++)
    sum += r->stream_rate[i];
  for (guint i = 0; i < config->n_streams && sum > 0; i++)
    printf (", \"stream%u_percent\": %.4f", i + 1,
        100 * r->stream_rate[i] / sum);
}

/* Half of the way from its 5th to its 95th percentile, in percent of the median. */
static double
swing (GArray * target)
{
  double low = path_frames_percentile (target, 0.05);
  double high = path_frames_percentile (target, 0.95);

  return 50 * (high - low) / path_frames_percentile (target, 0.5);
}

/* Names with their unit, as in docs/research/evaluation.md. */
static void
print_json (Run * run, const SimResult * r)
{
  double ms = RTP_CC_MSECOND;
  double in = (double) (r->link.packets_in + r->dropped_policer);
  double drops = (double) (r->link.dropped_queue + r->link.dropped_aqm
      + r->dropped_policer);
  PathFrames *f = &run->frames;
  const struct
  {
    const char *name;
    double value;
  } figures[] = {
    {"utilisation", r->utilisation_5s},
    {"queue_p50_ms", (double) r->link.queue_delay_p50 / ms},
    {"queue_p95_ms", (double) r->link.queue_delay_p95 / ms},
    {"queue_p99_ms", (double) r->link.queue_delay_p99 / ms},
    {"queue_max_ms", (double) r->link.queue_delay_max / ms},
    {"drops", drops},
    {"drop_percent", 100 * drops / in},
    {"loss_percent", 100 * (drops + (double) r->link.dropped_loss) / in},
    {"frame_delay_p50_ms", path_frames_percentile (f->whole, 0.5)},
    {"frame_delay_p95_ms", path_frames_percentile (f->whole, 0.95)},
    {"frame_delay_p99_ms", path_frames_percentile (f->whole, 0.99)},
    {"sender_p50_ms", path_frames_percentile (f->sender, 0.5)},
    {"sender_p95_ms", path_frames_percentile (f->sender, 0.95)},
    {"network_p50_ms", path_frames_percentile (f->network, 0.5)},
    {"network_p95_ms", path_frames_percentile (f->network, 0.95)},
    {"freezes", f->freezes},
    {"feedback_kbps", (double) (r->feedback_bytes
              + 28 * r->feedback_packets) * 8e-3 * RTP_CC_SECOND
          / (double) run->config.duration},
    {"start_s", run->start_time},
    {"rise_s", run->rise_time},
    {"outage_lost", (double) r->lost_off},
    {"back_s", run->back_time < 0 ? NAN : run->back_time},
    {"target_swing_percent", swing (run->target)},
    {"jain", jain (&run->config, r)},
    {"least_flow_percent", 100 * flow_part (&run->config, r, 0)},
    {"most_flow_percent",
        100 * flow_part (&run->config, r, run->config.n_flows - 1)},
  };

  printf ("{\"seed\": %" G_GUINT64_FORMAT, (guint64) run->config.seed);
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++) {
    if (isfinite (figures[i].value))
      printf (", \"%s\": %.4f", figures[i].name, figures[i].value);
  }
  if (run->config.n_streams > 1)
    print_streams (&run->config, r);
  puts ("}");
}

static const double frame_parts[] = { 0.5, 0.95, 0.99 };

static void
run_seeds (Run * run)
{
  double frames[G_N_ELEMENTS (frame_parts)] = { 0 }, freezes = 0;
  double util = 0, p50 = 0, p95 = 0, p99 = 0, max = 0, over = 0, worst = 0;
  double rise = 0, drops = 0, ms = RTP_CC_MSECOND, n = run->seeds;
  GArray *queue = run->sender_queue;

  for (guint i = 0; i < run->seeds; i++) {
    SimResult r;

    run->config.seed = run->seed + i;
    run->capacity = run->received = run->rise_time = 0;
    run->rise_start = run->start_time = run->back_time = -1;
    run->before = 0;
    path_frames_restart (&run->frames);
    g_array_set_size (run->target, 0);
    sim_run (&run->config, &r);
    util += r.utilisation_5s / n;
    p50 += (double) r.link.queue_delay_p50 / ms / n;
    p95 += (double) r.link.queue_delay_p95 / ms / n;
    p99 += (double) r.link.queue_delay_p99 / ms / n;
    max = MAX (max, (double) r.link.queue_delay_max / ms);
    over += r.over_100ms * 100 / n;
    drops += (double) (r.link.dropped_queue + r.link.dropped_aqm
        + r.dropped_policer) / n;
    worst = MAX (worst, r.worst_overestimate);
    rise = MAX (rise, run->rise_time);
    for (guint part = 0; part < G_N_ELEMENTS (frames); part++)
      frames[part] += path_frames_percentile (run->frames.whole,
          frame_parts[part]) / n;
    freezes += run->frames.freezes / n;
    if (run->json)
      print_json (run, &r);
  }
  if (run->csv || run->json || queue->len == 0)
    return;
  g_array_sort (queue, compare);
  printf ("utilisation %.3f queue p50 %.1f p95 %.1f p99 %.1f max %.1f ms "
      "over 100 ms %.2f %% drops %.1f sender queue p50 %.0f p95 %.0f ms "
      "rise %.1f s overestimate %.2f frame delay p50 %.0f p95 %.0f p99 %.0f ms "
      "freezes %.1f\n", util, p50, p95, p99, max, over, drops,
      g_array_index (queue, double, queue->len / 2),
      g_array_index (queue, double, queue->len * 95 / 100), rise, worst,
      frames[0], frames[1], frames[2], freezes);
}

/* When the controller is known. */
static gboolean
set_params (Run * run)
{
  gboolean latency = run->has_goal && run->goal == RTP_CC_GOAL_LATENCY;
  const char *text = run->params != NULL ? run->params : "";
  char error[RTP_CC_PARAMS_ERROR_SIZE];

  if (run->params == NULL && !latency)
    return TRUE;
  if (!(latency ? rtp_cc_params_read_for_latency : rtp_cc_params_read)
      (run->config.session.ops, text, run->values, error)) {
    fprintf (stderr, "pathrun: params: %s\n", error);
    return FALSE;
  }
  if (run->config.session.ops->params != NULL)
    run->config.session.params = run->values;
  return TRUE;
}

/* One a line. */
static void
print_params (const RtpCcOps * ops)
{
  for (const RtpCcParam * p = ops->params; p != NULL && p->name != NULL; p++) {
    char *name = g_strdelimit (g_strdup (p->name), "_", '-');

    printf ("{\"name\": \"%s\", \"of\": \"%s\", \"unit\": \"%s\", "
        "\"value\": %.15g, \"least\": %.15g, \"most\": %.15g}\n", name, p->of,
        p->unit, p->value, p->least, p->most);
    g_free (name);
  }
}

/* What is used is counted from 5 s after the start of the last flow; one flow alone may
 * run for less. */
static gboolean
has_time (const SimConfig * c)
{
  return c->n_flows == 1 || c->flow_interval < (c->duration
      - 5 * RTP_CC_SECOND) / (c->n_flows - 1);
}

int
main (int argc, char **argv)
{
  Run run = {.seed = 1,.seeds = 1 };

  sim_config_init (&run.config);
  for (int i = 1; i < argc; i++) {
    char **pair = g_strsplit (argv[i], "=", 2);
    gboolean known = TRUE;

    if (strcmp (argv[i], "--csv") == 0)
      run.csv = TRUE;
    else if (strcmp (argv[i], "--json") == 0)
      run.json = TRUE;
    else if (strcmp (argv[i], "--params") == 0)
      run.list = TRUE;
    else
      known = pair[0] != NULL && pair[1] != NULL
          && set_option (&run, pair[0], strchr (argv[i], '=') + 1);
    g_strfreev (pair);
    if (!known) {
      fprintf (stderr, "pathrun: no such key or value: %s\n", argv[i]);
      return 2;
    }
  }
  if (run.has_goal)
    rtp_cc_session_config_set_goal (&run.config.session, run.goal);
  if (!set_params (&run))
    return 2;
  if (!has_time (&run.config)) {
    fputs ("pathrun: duration: the last flow has to run for longer than 5 s: "
        "fewer flows, or a smaller every=\n", stderr);
    return 2;
  }
  if (run.list) {
    print_params (run.config.session.ops);
    return 0;
  }
  run.sender_queue = g_array_new (FALSE, FALSE, sizeof (double));
  run.target = g_array_new (FALSE, FALSE, sizeof (double));
  path_frames_init (&run.frames);
  run.config.sample = sample;
  run.config.frame = frame;
  run.config.user = &run;
  if (run.csv)
    puts ("time_s,capacity_bps,received_bps,target_bps,queue_ms,"
        "sender_queue_ms,s_rtt_ms,ref_wnd_bytes,qdelay_avg_ms");
  run_seeds (&run);
  g_array_unref (run.sender_queue);
  g_array_unref (run.target);
  path_frames_clear (&run.frames);
  return 0;
}
