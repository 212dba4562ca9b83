/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* simpath.c: the session, the network between it and the receiver, and what is measured */
#include "simprivate.h"

#define TICK (100 * RTP_CC_MSECOND)
/* Until then a flow finds its rate. */
#define COUNTED_AFTER (5 * RTP_CC_SECOND)
/* Other runs have seeds in a row. */
#define SEEDS_OF_A_FLOW 1000003

void
sim_config_init (SimConfig * config)
{
  memset (config, 0, sizeof (*config));
  rtp_cc_session_config_init (&config->session);
  config->schedule = "0:2M";
  config->delay_forward = config->delay_back = 25 * RTP_CC_MSECOND;
  config->queue_limit = 300 * RTP_CC_MSECOND;
  config->n_flows = 1;
  config->n_streams = 1;
  config->streams[0].priority = 1;
  config->frame_noise = 0.2;
  config->key_factor = 4;
  config->frame_rate = 30;
  config->encoder_lag = 2 * sim_frame_period (config);
  config->duration = 60 * RTP_CC_SECOND;
  config->bleach_from = config->drop_ect_from = RTP_CC_TIME_NEVER;
  config->seed = 1;
}

/* A token bucket without a queue. */
static bool
pass_policer (Sim * sim, const SimPacket * p)
{
  double rate = (double) sim->config->policer / 8 / (double) RTP_CC_SECOND;
  double most = sim->config->policer_burst;
  SimNetwork *network = sim->network;

  if (sim->config->policer == 0)
    return true;
  network->tokens += rate * (double) (sim->now - network->tokens_time);
  network->tokens_time = sim->now;
  if (network->tokens > most)
    network->tokens = most;
  if (network->tokens < p->size + 28) {
    sim->result->dropped_policer++;
    return false;
  }
  network->tokens -= p->size + 28;
  return true;
}

/* False: a policer, an outage, or a network that knows no ECN, has dropped it. */
static bool
pass_network (Sim * sim, SimPacket * p)
{
  int64_t t = sim->now - T0;

  if (!pass_policer (sim, p))
    return false;
  if (sim_is_off (sim->config, sim->config->media_off_from,
          sim->config->media_off_to, t)) {
    sim->result->lost_off++;
    return false;
  }
  if (t >= sim->config->drop_ect_from && p->ecn != RTP_CC_ECN_NOT_ECT)
    return false;
  if (t >= sim->config->bleach_from)
    p->ecn = RTP_CC_ECN_NOT_ECT;
  return true;
}

static void
run_forward (SimNetwork * network, int64_t now)
{
  LinkEmuDeparture departure;
  SimPacket *p;

  while (linkemu_next_time (network->forward) <= now
      && linkemu_dequeue (network->forward, &departure, now)) {
    p = departure.packet;
    if (departure.dropped) {
      free (p);
      continue;
    }
    if (departure.marked)
      p->ecn = RTP_CC_ECN_CE;
    p->sim->now = p->sim->due = now;
    sim_arrive (p->sim, p);
  }
}

/* Whether there was feedback. */
static bool
run_back (Sim * sim)
{
  LinkEmuDeparture departure;
  SimPacket *p;
  bool any = false, other;

  while (linkemu_next_time (sim->back) <= sim->now
      && linkemu_dequeue (sim->back, &departure, sim->now)) {
    p = departure.packet;
    rtp_cc_session_rtcp (sim->session, p->rtcp, p->size, &other, sim->now);
    free (p->rtcp);
    free (p);
    any = true;
  }
  return any;
}

static void
drop (const RtpCcQueueItem * item, void *user)
{
  (void) user;
  free (item->user);
}

static void
run_session (Sim * sim)
{
  RtpCcQueueItem item;
  int stream;

  rtp_cc_session_tick (sim->session, drop, NULL, sim->now);
  while ((stream = rtp_cc_session_dequeue (sim->session, &item, sim->now)) >= 0) {
    SimPacket *p = item.user;

    p->entered = sim->now;
    if (stream == (int) sim->config->n_streams
        && sim->now - item.queued > sim->result->audio_wait)
      sim->result->audio_wait = sim->now - item.queued;
    p->ecn = item.ecn;
    p->received.number = item.number;
    sim->result->sent_bytes += item.size;
    sim->tick_stream[stream] += item.size;
    if (sim->now - T0 > sim->config->duration / 2)
      sim->encoders[stream].sent_bytes += item.size;
    if (!pass_network (sim, p)
        || !sim_enter (sim->network->forward, p, sim->now))
      free (p);
  }
}

static void
note_estimate (Sim * sim, double target)
{
  double received = 0;

  sim->bins[sim->n_ticks % N_BINS] = sim->tick_bytes * 8;
  for (int i = 0; i < N_BINS; i++)
    received += sim->bins[i];
  if (received > sim->result->max_received_1s)
    sim->result->max_received_1s = received;
  if (target > (double) sim->result->max_estimate)
    sim->result->max_estimate = (uint64_t) target;
  if (sim->n_ticks > 20 && target / sim->result->max_received_1s
      > sim->result->worst_overestimate)
    sim->result->worst_overestimate = target / sim->result->max_received_1s;
}

static void
tick (Sim * sim)
{
  RtpCcSessionInfo info;
  RtpCcStreamInfo stream;
  SimSample s = { 0 };

  if (sim->config->control != NULL)
    sim->config->control (sim->session, sim->now - T0, sim->now);
  rtp_cc_session_info (sim->session, &info, sim->now);
  rtp_cc_session_stream_info (sim->session, 0, &stream, sim->now);
  s.time = (double) (sim->now - T0) / (double) RTP_CC_SECOND;
  s.capacity = linkemu_rate_mean (sim->network->capacity,
      sim->now - T0 - TICK, sim->now - T0);
  s.received = sim->tick_bytes * 80;
  s.target = (double) info.target.media_rate;
  s.queue = sim->tick_queue;
  s.sender_queue = (double) stream.queue_delay / (double) RTP_CC_SECOND;
  s.s_rtt = (double) info.info.s_rtt / (double) RTP_CC_SECOND;
  s.ref_wnd = (double) info.info.ref_wnd;
  s.qdelay_avg = (double) info.info.qdelay_avg / (double) RTP_CC_SECOND;
  for (int i = 0; i < SIM_MAX_STREAMS; i++)
    s.stream[i] = sim->tick_stream[i] * 80;
  for (unsigned i = 0; i < sim->n_all; i++)
    rtp_cc_session_stream_info (sim->session, (int) i, &s.info[i], sim->now);
  if (sim->config->sample != NULL)
    sim->config->sample (&s, sim->config->user);
  note_estimate (sim, s.target);
  sim->n_over += sim->tick_queue > 0.1;
  sim->n_ticks++;
  sim->tick_bytes = sim->tick_queue = 0;
  memset (sim->tick_stream, 0, sizeof (sim->tick_stream));
  sim->next_tick += TICK;
}

static int64_t
min (int64_t a, int64_t b)
{
  return a < b ? a : b;
}

static int64_t
session_time (const Sim * sim)
{
  int64_t t = rtp_cc_session_next_time (sim->session, sim->now);

  for (unsigned i = 0; i < sim->n_all; i++)
    t = min (t, sim->encoders[i].next_frame);
  return t;
}

static int64_t
next_time (const Sim * sim)
{
  int64_t t = min (sim->next_tick, sim->session_due);
  int64_t due = rtp_cc_reporter_next_time (sim->receiver);

  t = min (t, linkemu_next_time (sim->back));
  if (sim->config->report_interval > 0 && due < sim->next_report)
    due = sim->next_report;
  if (due != RTP_CC_TIME_NEVER)
    t = min (t, T0 + (int64_t) ((double) (due - T0)
            / (1 + sim->config->clock_skew)) + 1);
  return t;
}

static LinkEmuRate *
capacity_of (const SimConfig * config)
{
  char error[LINKEMU_ERROR_SIZE];

  return config->trace != NULL ? linkemu_rate_trace (config->trace, error)
      : linkemu_rate_schedule (config->schedule, error);
}

/* All is lost in the bad state and nothing in the good one. */
static void
set_bursts (LinkEmuConfig * link, double loss)
{
  if (loss <= 0)
    return;
  link->ge_loss_bad = 1;
  link->ge_r = 1.0 / SIM_BURST;
  link->ge_p = link->ge_r * loss / (1 - loss);
}

static LinkEmuConfig
forward_link (const SimConfig * config, int64_t delay)
{
  LinkEmuConfig link = { 0 };

  link.aqm = config->aqm;
  link.ecn = config->ecn != RTP_CC_ECN_NOT_ECT;
  link.delay = delay;
  link.jitter = config->jitter;
  link.jitter_reorders = config->jitter_reorders;
  link.delivery_interval = config->delivery_interval;
  link.loss = config->loss;
  set_bursts (&link, config->burst_loss);
  link.queue_limit_time = config->queue_limit;
  link.overhead = 28;
  link.seed = config->seed;
  return link;
}

static LinkEmuConfig
back_link (const SimConfig * config, int64_t delay, uint64_t seed)
{
  LinkEmuConfig link = { 0 };

  link.delay = delay;
  link.loss = config->loss_back;
  link.seed = seed + 1;
  return link;
}

static void
move_to (SimNetwork * network, Sim * flows, int64_t delay, int64_t now)
{
  const SimConfig *config = flows->config;
  LinkEmuConfig link = forward_link (config, delay);

  network->delay = delay;
  linkemu_configure (network->forward, &link, now);
  for (unsigned i = 0; i < config->n_flows; i++) {
    link = back_link (config, delay, 0);
    linkemu_configure (flows[i].back, &link, now);
  }
}

/* When the next move is; NEVER: there is none. */
static int64_t
next_move (const SimNetwork * network, const SimConfig * config)
{
  return network->n_moves < config->n_moves
      ? T0 + config->moves[network->n_moves].time : RTP_CC_TIME_NEVER;
}

static void
set_up_network (SimNetwork * network, const SimConfig * config)
{
  LinkEmuConfig forward = forward_link (config, config->delay_forward);

  forward.rate = capacity_of (config);
  network->forward = linkemu_new (&forward, T0);
  network->delay = config->delay_forward;
  network->capacity = config->policer > 0
      ? linkemu_rate_constant (config->policer) : capacity_of (config);
  network->tokens = config->policer_burst;
  network->tokens_time = T0;
  network->counted_from = COUNTED_AFTER
      + (config->n_flows - 1) * config->flow_interval;
}

static void
set_up_streams (Sim * sim, int64_t start)
{
  const SimConfig *config = sim->config;
  RtpCcStreamConfig audio = { 0 };

  for (unsigned i = 0; i < config->n_streams; i++) {
    rtp_cc_session_add_stream (sim->session, &config->streams[i], start);
    sim->encoders[i].next_frame = start + i * 7 * RTP_CC_MSECOND;
    sim->encoders[i].seq = (uint16_t) (65500 + i);
    if (config->encoder != NULL) {
      sim->encoders[i].picture = (unsigned) (sim_uniform (sim) * 1000);
      encoder_model_init (&sim->encoders[i].model, config->encoder);
    }
  }
  sim->n_all = config->n_streams;
  if (!config->audio)
    return;
  audio.priority = 1;
  audio.uncontrolled = audio.urgent = true;
  rtp_cc_session_add_stream (sim->session, &audio, start);
  sim->encoders[sim->n_all++].next_frame = start + 3 * RTP_CC_MSECOND;
}

/* @flow: as sim->flow */
static void
set_up (Sim * sim, const SimConfig * config, unsigned flow,
    SimNetwork * network, SimResult * result)
{
  RtpCcSessionConfig session = config->session;
  int64_t interval = config->flow_interval
      + sim_frame_period (config) / config->n_flows;
  int64_t start = T0 + flow * interval;
  LinkEmuConfig back;

  memset (result, 0, sizeof (*result));
  sim->config = config;
  sim->result = result;
  sim->network = network;
  sim->flow = flow;
  sim->now = sim->due = sim->session_due = start;
  sim->next_tick = start + TICK;
  sim->random = config->seed + flow * SEEDS_OF_A_FLOW;
  sim->session = rtp_cc_session_new (&session, start);
  set_up_streams (sim, start);
  sim->receiver = sim_make_reporter (sim);
  if (config->feedback == RTP_CC_REPORTER_TWCC)
    rtp_cc_session_set_twcc_base (sim->session, 65000);
  back = back_link (config, config->delay_back, sim->random);
  sim->back = linkemu_new (&back, T0);
}

static void
free_packet (void *packet)
{
  free (((SimPacket *) packet)->rtcp);
  free (packet);
}

static void
finish (Sim * sim)
{
  SimResult *result = sim->result;
  RtpCcReporterStats receiver;

  for (unsigned i = 0; i < sim->n_all; i++) {
    RtpCcStreamInfo info;

    rtp_cc_session_stream_info (sim->session, (int) i, &info, sim->now);
    result->frames_discarded += info.frames_discarded;
    result->frames_skipped += info.frames_skipped;
    result->stream_rate[i] = sim->encoders[i].sent_bytes * 8
        / ((double) sim->config->duration / 2 / (double) RTP_CC_SECOND);
  }
  rtp_cc_session_info (sim->session, &result->info, sim->now);
  rtp_cc_reporter_stats (sim->receiver, &receiver);
  result->feedback_packets = receiver.receiver.feedback_packets;
  result->feedback_bytes = receiver.receiver.feedback_bytes;
  result->over_100ms = (double) sim->n_over / sim->n_ticks;
  rtp_cc_session_free (sim->session, drop, NULL);
  rtp_cc_reporter_free (sim->receiver);
  linkemu_free (sim->back, free_packet);
}

/* What the flows did together; @now: the end. */
static void
finish_network (SimNetwork * network, const Sim * flows, SimResult * result,
    int64_t now)
{
  int64_t from = network->counted_from, end = now - T0;
  double seconds = (double) (end - from) / (double) RTP_CC_SECOND;
  double capacity = linkemu_rate_mean (network->capacity, from, end);

  linkemu_stats (network->forward, &result->link, now);
  for (unsigned i = 0; i < flows->config->n_flows; i++) {
    result->flow_rate[i] = flows[i].bytes_counted * 8 / seconds;
    result->utilisation_5s += result->flow_rate[i] / capacity;
    if (i > 0)
      result->dropped_policer += flows[i].result->dropped_policer;
  }
  linkemu_free (network->forward, free_packet);
  linkemu_rate_free (network->capacity);
}

static void
run_flow (Sim * sim, int64_t now)
{
  bool touched;

  if (sim->due > now)
    return;
  sim->now = now;
  touched = run_back (sim) || now >= sim->session_due;
  sim_run_receiver (sim);
  if (touched) {
    sim_run_encoders (sim);
    run_session (sim);
  }
  if (now >= sim->next_tick) {
    tick (sim);
    touched = true;
  }
  if (touched)
    sim->session_due = session_time (sim);
  sim->due = next_time (sim);
}

void
sim_run (const SimConfig * config, SimResult * result)
{
  unsigned n = config->n_flows;
  SimNetwork network = { 0 };
  Sim *flows = calloc (n, sizeof (Sim));
  SimResult *others = calloc (n, sizeof (SimResult));
  int64_t now = T0;

  set_up_network (&network, config);
  for (unsigned i = 0; i < n; i++)
    set_up (&flows[i], config, i, &network, i > 0 ? &others[i] : result);
  while (now < T0 + config->duration) {
    int64_t next;

    if (now >= next_move (&network, config))
      move_to (&network, flows, config->moves[network.n_moves++].delay, now);
    run_forward (&network, now);
    for (unsigned i = 0; i < n; i++)
      run_flow (&flows[i], now);
    next = min (linkemu_next_time (network.forward),
        next_move (&network, config));
    for (unsigned i = 0; i < n; i++)
      next = min (next, flows[i].due);
    now = next > now ? next : now + RTP_CC_USECOND;
  }
  for (unsigned i = 0; i < n; i++) {
    flows[i].now = now;
    finish (&flows[i]);
  }
  finish_network (&network, flows, result, now);
  free (flows);
  free (others);
}
