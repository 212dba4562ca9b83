/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "simpath.h"

#include <stdlib.h>
#include <string.h>

/* Not zero, and not round. */
#define T0 (1234567 * RTP_CC_USECOND)
#define TICK (100 * RTP_CC_MSECOND)
#define FRAME_PERIOD (RTP_CC_SECOND / 30)
#define PAYLOAD 1200
#define AUDIO_PERIOD (20 * RTP_CC_MSECOND)
#define AUDIO_PAYLOAD 160
#define N_BINS 10
/* Packets of a report interval, a power of two. */
#define MAX_LATE 4096

typedef struct
{
  RtpCcReceived received;       /* what the receiver will see */
  uint32_t size;
  int stream;
  int64_t entered;
  RtpCcEcn ecn;
  uint8_t *rtcp;
} SimPacket;

typedef struct
{
  double target;                /* bit/s of media the encoder works at */
  double pending;
  int64_t pending_time;
  bool key_frame;
  uint64_t frame;
  uint16_t seq;
  int64_t next_frame;
  int64_t last_key;
  double sent_bytes;
} SimEncoder;

/* The packets of a stream as they leave the sender. */
typedef struct
{
  bool open;
  uint16_t next;
  uint16_t hole;                /* the newest that did not leave in its turn */
  int64_t hole_time;
  unsigned behind;              /* packets that have left since then */
} SimOrder;

typedef struct
{
  const SimConfig *config;
  SimResult *result;
  RtpCcSession *session;
  RtpCcReporter *receiver;
  RtpCcReporter *forger;        /* beside it, or NULL */
  bool seen_one;                /* by who lies */
  uint16_t seen, seen_number;   /* newest */
  RtpCcReceived late[MAX_LATE]; /* by sequence number; packet 0: none */
  uint16_t told;                /* of these, the newest that was reported */
  int64_t next_restart, next_report;
  LinkEmu *forward, *back;
  LinkEmuRate *capacity;
  SimEncoder encoders[SIM_MAX_STREAMS];
  SimOrder order[SIM_MAX_STREAMS];
  unsigned n_all;               /* streams, with audio */
  uint64_t random;
  int64_t now, next_tick;
  double tick_bytes, tick_queue;
  double tick_stream[SIM_MAX_STREAMS];
  double bins[N_BINS];
  unsigned n_ticks, n_over;
  double bytes_after_5s;
} Sim;

void
sim_config_init (SimConfig * config)
{
  memset (config, 0, sizeof (*config));
  rtp_cc_session_config_init (&config->session);
  config->schedule = "0:2M";
  config->delay_forward = config->delay_back = 25 * RTP_CC_MSECOND;
  config->queue_limit = 300 * RTP_CC_MSECOND;
  config->n_streams = 1;
  config->streams[0].priority = 1;
  config->frame_noise = 0.2;
  config->key_factor = 4;
  config->encoder_lag = 2 * FRAME_PERIOD;
  config->duration = 60 * RTP_CC_SECOND;
  config->bleach_from = config->drop_ect_from = RTP_CC_TIME_NEVER;
  config->seed = 1;
}

static double
uniform (Sim * sim)
{
  sim->random = sim->random * 6364136223846793005u + 1442695040888963407u;
  return (double) (sim->random >> 11) / 9007199254740992.0;
}

static bool
enter (LinkEmu * link, SimPacket * p, int64_t now)
{
  LinkEmuPacketInfo info = { p->size, (uint8_t) p->ecn, p->received.ssrc };

  return linkemu_enqueue (link, p, &info, now) == LINKEMU_TAKEN;
}

/* False: a network that knows no ECN has dropped it. */
static bool
pass_network (const Sim * sim, SimPacket * p)
{
  int64_t t = sim->now - T0;

  if (t >= sim->config->drop_ect_from && p->ecn != RTP_CC_ECN_NOT_ECT)
    return false;
  if (t >= sim->config->bleach_from)
    p->ecn = RTP_CC_ECN_NOT_ECT;
  return true;
}

static void
send_rtcp (Sim * sim, uint8_t * data, size_t size)
{
  int64_t t = sim->now - T0;
  SimPacket *p;

  if (t >= sim->config->feedback_off_from && t < sim->config->feedback_off_to)
    return;
  p = calloc (1, sizeof (SimPacket));
  p->size = (uint32_t) size;
  p->rtcp = malloc (size);
  memcpy (p->rtcp, data, size);
  if (!enter (sim->back, p, sim->now)) {
    free (p->rtcp);
    free (p);
  }
}

static int64_t
receiver_time (const Sim * sim, int64_t t)
{
  return t + (int64_t) ((double) (t - T0) * sim->config->clock_skew);
}

/* What came since the last report, and between that what did not, as soon as what is
 * behind it. */
static void
lie_late (Sim * sim)
{
  uint16_t n = (uint16_t) (sim->seen - sim->told);
  RtpCcReceived claim = { 0 };

  for (uint16_t i = 0; sim->seen_one && i < n; i++) {
    RtpCcReceived *late = &sim->late[(uint16_t) (sim->seen - i) % MAX_LATE];

    if (late->seq == (uint16_t) (sim->seen - i) && late->arrival > 0)
      claim = *late;
    claim.seq = (uint16_t) (sim->seen - i);
    rtp_cc_reporter_on_packet (sim->receiver, &claim, receiver_time (sim,
            sim->now));
    late->arrival = 0;
  }
  sim->told = sim->seen;
}

static void
note_late (Sim * sim, const SimPacket * p)
{
  RtpCcReceived *late = &sim->late[p->received.seq % MAX_LATE];

  *late = p->received;
  late->arrival = receiver_time (sim, p->entered + sim->config->delay_forward);
  if (!sim->seen_one)
    sim->told = (uint16_t) (p->received.seq - 1);
  if (!sim->seen_one || (int16_t) (uint16_t) (p->received.seq - sim->seen) > 0)
    sim->seen = p->received.seq;
  sim->seen_one = true;
}

/* The reporter's own wish counts only when the receiver asks it. */
static bool
may_report (Sim * sim)
{
  if (sim->config->report_interval == 0)
    return true;
  if (sim->now < sim->next_report)
    return false;
  sim->next_report = sim->now + sim->config->report_interval;
  if (sim->config->lies == SIM_FILLS_LATE)
    lie_late (sim);
  return true;
}

static void
run_reporter (Sim * sim, RtpCcReporter * reporter)
{
  uint8_t data[1400];
  size_t size;

  while ((size = rtp_cc_reporter_feedback (reporter, data, sizeof (data),
              receiver_time (sim, sim->now))) > 0) {
    send_rtcp (sim, data, size);
    if (sim->config->duplicates_back > 0
        && uniform (sim) < sim->config->duplicates_back)
      send_rtcp (sim, data, size);
  }
}

static RtpCcReporter *
make_reporter (const Sim * sim)
{
  RtpCcReporterConfig receiver = { 0 };

  receiver.kind = sim->config->feedback;
  receiver.receiver.sender_ssrc = 1;
  receiver.receiver.max_interval = 40 * RTP_CC_MSECOND;
  receiver.receiver.max_packets = 16;
  receiver.receiver.max_size = 1200;
  receiver.packet_overhead = 28;
  return rtp_cc_reporter_new (&receiver, receiver_time (sim, sim->now));
}

static void
run_receiver (Sim * sim)
{
  if (sim->now >= sim->next_restart) {
    rtp_cc_reporter_free (sim->receiver);
    sim->receiver = make_reporter (sim);
    sim->next_restart += sim->config->receiver_restarts;
  }
  if (!may_report (sim))
    return;
  run_reporter (sim, sim->receiver);
  if (sim->forger != NULL)
    run_reporter (sim, sim->forger);
}

/* All from the newest that was seen up to @p and, if that is the kind, beyond has
 * come as though there were no queue.  Video of one stream. */
static void
lie (Sim * sim, RtpCcReporter * reporter, const SimPacket * p)
{
  int ahead = sim->config->lies == SIM_AHEAD ? SIM_AHEAD_BY : 0;
  uint16_t gap = (uint16_t) (p->received.seq - sim->seen + ahead);
  uint16_t numbers = (uint16_t) (p->received.number - sim->seen_number + ahead);
  RtpCcReceived claim = p->received;

  if (!sim->seen_one)
    gap = numbers = 1;
  sim->seen_one = true;
  if (gap >= 0x8000 || numbers >= 0x8000)
    return;
  claim.arrival = receiver_time (sim, p->entered + sim->config->delay_forward);
  for (int i = (gap > numbers ? gap : numbers) - 1; i >= 0; i--) {
    if (sim->config->lies == SIM_FILLS_HALF && i > 0 && uniform (sim) < 0.5)
      continue;
    claim.seq = (uint16_t) (p->received.seq + ahead - i);
    claim.number = (uint16_t) (p->received.number + ahead - i);
    rtp_cc_reporter_on_packet (reporter, &claim, receiver_time (sim, sim->now));
  }
  sim->seen = (uint16_t) (p->received.seq + ahead);
  sim->seen_number = (uint16_t) (p->received.number + ahead);
}

static void
arrive (Sim * sim, SimPacket * p)
{
  double queue = (double) (sim->now - p->entered
      - sim->config->delay_forward) / (double) RTP_CC_SECOND;
  int64_t t = receiver_time (sim, sim->now);

  sim->tick_bytes += p->size + 28;
  if (sim->now - T0 >= 5 * RTP_CC_SECOND)
    sim->bytes_after_5s += p->size + 28;
  if (queue > sim->tick_queue)
    sim->tick_queue = queue;
  p->received.ecn = p->ecn;
  p->received.arrival = t;
  if (sim->config->lies == SIM_HONEST || sim->config->lies == SIM_FORGER)
    rtp_cc_reporter_on_packet (sim->receiver, &p->received, t);
  else if (sim->config->lies == SIM_FILLS_LATE)
    note_late (sim, p);
  else
    lie (sim, sim->receiver, p);
  if (sim->config->duplicates > 0 && uniform (sim) < sim->config->duplicates)
    rtp_cc_reporter_on_packet (sim->receiver, &p->received, t);
  if (sim->forger != NULL)
    lie (sim, sim->forger, p);
  free (p);
  run_receiver (sim);
}

static void
run_links (Sim * sim)
{
  LinkEmuDeparture departure;
  SimPacket *p;
  bool other;

  while (linkemu_dequeue (sim->forward, &departure, sim->now)) {
    p = departure.packet;
    if (departure.dropped) {
      free (p);
      continue;
    }
    if (departure.marked)
      p->ecn = RTP_CC_ECN_CE;
    arrive (sim, p);
  }
  while (linkemu_dequeue (sim->back, &departure, sim->now)) {
    p = departure.packet;
    rtp_cc_session_rtcp (sim->session, p->rtcp, p->size, &other, sim->now);
    free (p->rtcp);
    free (p);
  }
}

static void
drop (const RtpCcQueueItem * item, void *user)
{
  (void) user;
  free (item->user);
}

static void
note_order (Sim * sim, SimOrder * o, uint16_t seq)
{
  if (o->open && seq == o->hole) {
    if (sim->result->held < sim->now - o->hole_time)
      sim->result->held = sim->now - o->hole_time;
    if (sim->result->overtaken < o->behind)
      sim->result->overtaken = o->behind;
    o->open = false;
    return;
  }
  if (seq != o->next) {
    o->open = true;
    o->hole = (uint16_t) (seq - 1);
    o->hole_time = sim->now;
    o->behind = 0;
  }
  o->behind++;
  if (o->behind == 32768)       /* discarded, not held */
    o->open = false;
  o->next = (uint16_t) (seq + 1);
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
    note_order (sim, &sim->order[stream], item.seq);
    if (stream == (int) sim->config->n_streams
        && sim->now - item.queued > sim->result->audio_wait)
      sim->result->audio_wait = sim->now - item.queued;
    p->ecn = item.ecn;
    p->received.number = item.number;
    sim->result->sent_bytes += item.size;
    sim->tick_stream[stream] += item.size;
    if (sim->now - T0 > sim->config->duration / 2)
      sim->encoders[stream].sent_bytes += item.size;
    if (!pass_network (sim, p) || !enter (sim->forward, p, sim->now))
      free (p);
  }
}

static double
frame_bytes (Sim * sim, SimEncoder * e)
{
  const SimConfig *c = sim->config;
  double rate = e->target;
  double bytes;

  if (rate < c->encoder_min)
    rate = c->encoder_min;
  if (c->encoder_max > 0 && rate > c->encoder_max
      && sim->now - T0 < c->motion_from)
    rate = c->encoder_max;
  bytes = rate / 8 / 30 * (1 + c->frame_noise * (2 * uniform (sim) - 1));
  if (e->key_frame || e->frame == 0 || (c->key_interval > 0
          && sim->now - e->last_key >= c->key_interval)) {
    bytes *= c->key_factor;
    e->key_frame = false;
    e->last_key = sim->now;
  }
  return bytes;
}

/* With the extension for the transport-wide number, if there is one. */
static uint32_t
header_size (const Sim * sim)
{
  return sim->config->feedback == RTP_CC_REPORTER_TWCC ? 20 : 12;
}

static void
note_packet (const Sim * sim, SimPacket * p, const RtpCcSessionPacket * packet)
{
  p->received.ssrc = packet->ssrc;
  p->received.seq = packet->seq;
  p->received.timestamp = packet->timestamp;
  p->received.marker = packet->marker;
  p->received.size = packet->size;
  p->received.clock_rate = 90000;
  p->received.has_number = sim->config->feedback == RTP_CC_REPORTER_TWCC;
}

/* One packet; true: it was the last of its frame. */
static bool
make_packet (Sim * sim, int stream, uint32_t timestamp, double bytes,
    bool marker)
{
  SimEncoder *e = &sim->encoders[stream];
  SimPacket *p = calloc (1, sizeof (SimPacket));
  RtpCcSessionPacket packet = { 0 };

  packet.user = p;
  packet.is_packet = true;
  packet.ssrc = 0x1000u + (uint32_t) stream;
  packet.seq = e->seq++;
  packet.timestamp = timestamp;
  packet.payload_size = (uint32_t) (bytes > PAYLOAD ? PAYLOAD : bytes + 1);
  packet.size = p->size = packet.payload_size + header_size (sim);
  packet.marker = marker && bytes <= PAYLOAD;
  p->stream = stream;
  note_packet (sim, p, &packet);
  if (!rtp_cc_session_enqueue (sim->session, stream, &packet, sim->now))
    free (p);
  return bytes <= PAYLOAD;
}

static void
talk (Sim * sim)
{
  int stream = (int) sim->config->n_streams;
  SimEncoder *e = &sim->encoders[stream];

  e->next_frame += AUDIO_PERIOD;
  e->frame++;
  make_packet (sim, stream, (uint32_t) (e->frame * 960), AUDIO_PAYLOAD - 1,
      false);
}

static void
encode (Sim * sim, int stream)
{
  SimEncoder *e = &sim->encoders[stream];
  RtpCcStreamInfo info;
  double bytes;

  e->next_frame += FRAME_PERIOD;
  rtp_cc_session_stream_info (sim->session, stream, &info, sim->now);
  if (e->target <= 0)
    e->target = (double) info.target_bitrate;
  if (sim->now >= e->pending_time) {
    if (e->pending > 0)
      e->target = e->pending;
    e->pending = (double) info.target_bitrate;
    e->pending_time = sim->now + sim->config->encoder_lag;
  }
  if (rtp_cc_session_skip_frame (sim->session, stream, sim->now))
    return;

  bytes = frame_bytes (sim, e);
  e->frame++;
  while (!make_packet (sim, stream, (uint32_t) (e->frame * 3000), bytes, true))
    bytes -= PAYLOAD;
}

static void
run_encoders (Sim * sim)
{
  uint32_t ssrc;

  if (sim->config->audio
      && sim->now >= sim->encoders[sim->config->n_streams].next_frame)
    talk (sim);
  /* Audio has no key frames. */
  if (sim->config->audio)
    rtp_cc_session_take_key_frame_request (sim->session,
        (int) sim->config->n_streams, &ssrc, sim->now);
  for (unsigned i = 0; i < sim->config->n_streams; i++) {
    if (sim->now >= sim->encoders[i].next_frame)
      encode (sim, (int) i);
    if (rtp_cc_session_take_key_frame_request (sim->session, (int) i, &ssrc,
            sim->now)) {
      sim->encoders[i].key_frame = true;
      sim->result->key_frames_asked++;
    }
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
note_honesty (Sim * sim)
{
  RtpCcSessionInfo info;

  rtp_cc_session_info (sim->session, &info, sim->now);
  if (info.feedback_state != RTP_CC_FEEDBACK_DISHONEST)
    return;
  sim->result->dishonest_at = sim->now - T0;
  sim->result->dishonest_bytes = sim->result->sent_bytes;
}

static void
tick (Sim * sim)
{
  RtpCcSessionInfo info;
  RtpCcStreamInfo stream;
  SimSample s = { 0 };

  if (sim->result->dishonest_at == RTP_CC_TIME_NEVER)
    note_honesty (sim);
  if (sim->config->control != NULL)
    sim->config->control (sim->session, sim->now - T0, sim->now);
  rtp_cc_session_info (sim->session, &info, sim->now);
  rtp_cc_session_stream_info (sim->session, 0, &stream, sim->now);
  s.time = (double) (sim->now - T0) / (double) RTP_CC_SECOND;
  s.capacity = linkemu_rate_mean (sim->capacity, sim->now - T0 - TICK,
      sim->now - T0);
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
next_time (const Sim * sim)
{
  int64_t t = min (sim->next_tick, rtp_cc_session_next_time (sim->session,
          sim->now));
  int64_t due = rtp_cc_reporter_next_time (sim->receiver);

  if (sim->forger != NULL)
    due = min (due, rtp_cc_reporter_next_time (sim->forger));
  t = min (t, linkemu_next_time (sim->forward));
  t = min (t, linkemu_next_time (sim->back));
  if (sim->config->report_interval > 0 && (due < sim->next_report
          || sim->config->lies == SIM_FILLS_LATE))
    due = sim->next_report;
  if (due != RTP_CC_TIME_NEVER)
    t = min (t, T0 + (int64_t) ((double) (due - T0)
            / (1 + sim->config->clock_skew)) + 1);
  for (unsigned i = 0; i < sim->n_all; i++)
    t = min (t, sim->encoders[i].next_frame);
  return t > sim->now ? t : sim->now + RTP_CC_USECOND;
}

static LinkEmuRate *
capacity_of (const SimConfig * config)
{
  char error[LINKEMU_ERROR_SIZE];

  return config->trace != NULL ? linkemu_rate_trace (config->trace, error)
      : linkemu_rate_schedule (config->schedule, error);
}

static void
setup (Sim * sim, const SimConfig * config, SimResult * result)
{
  RtpCcSessionConfig session = config->session;
  LinkEmuConfig link = { 0 };

  memset (sim, 0, sizeof (*sim));
  memset (result, 0, sizeof (*result));
  sim->config = config;
  sim->result = result;
  sim->now = T0;
  sim->next_tick = T0 + TICK;
  sim->random = config->seed;
  session.seed = config->seed;
  sim->session = rtp_cc_session_new (&session, T0);
  for (unsigned i = 0; i < config->n_streams; i++) {
    rtp_cc_session_add_stream (sim->session, &config->streams[i], T0);
    sim->encoders[i].next_frame = T0 + i * 7 * RTP_CC_MSECOND;
    sim->encoders[i].seq = (uint16_t) (65500 + i);
  }
  sim->n_all = config->n_streams;
  if (config->audio) {
    RtpCcStreamConfig audio = { 0 };

    audio.priority = 1;
    audio.uncontrolled = audio.urgent = true;
    rtp_cc_session_add_stream (sim->session, &audio, T0);
    sim->encoders[sim->n_all++].next_frame = T0 + 3 * RTP_CC_MSECOND;
  }
  sim->receiver = make_reporter (sim);
  if (config->lies == SIM_FORGER)
    sim->forger = make_reporter (sim);
  sim->next_restart = config->receiver_restarts > 0
      ? T0 + config->receiver_restarts : RTP_CC_TIME_NEVER;
  result->dishonest_at = RTP_CC_TIME_NEVER;
  if (config->feedback == RTP_CC_REPORTER_TWCC)
    rtp_cc_session_set_twcc_base (sim->session, 65000);
  sim->capacity = capacity_of (config);
  link.rate = capacity_of (config);
  link.aqm = config->aqm;
  link.ecn = config->ecn != RTP_CC_ECN_NOT_ECT;
  link.delay = config->delay_forward;
  link.jitter = config->jitter;
  link.loss = config->loss;
  link.queue_limit_time = config->queue_limit;
  link.overhead = 28;
  link.seed = config->seed;
  sim->forward = linkemu_new (&link, T0);
  memset (&link, 0, sizeof (link));
  link.delay = config->delay_back;
  link.loss = config->loss_back;
  link.seed = config->seed + 1;
  sim->back = linkemu_new (&link, T0);
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
  int64_t end = sim->now - T0;
  RtpCcReporterStats receiver;

  for (unsigned i = 0; i < sim->n_all; i++) {
    RtpCcStreamInfo info;

    rtp_cc_session_stream_info (sim->session, (int) i, &info, sim->now);
    result->frames_discarded += info.frames_discarded;
    result->frames_skipped += info.frames_skipped;
    result->stream_rate[i] = sim->encoders[i].sent_bytes * 8
        / ((double) sim->config->duration / 2 / (double) RTP_CC_SECOND);
  }
  linkemu_stats (sim->forward, &result->link, sim->now);
  rtp_cc_session_info (sim->session, &result->info, sim->now);
  rtp_cc_reporter_stats (sim->receiver, &receiver);
  result->feedback_packets = receiver.receiver.feedback_packets;
  result->feedback_bytes = receiver.receiver.feedback_bytes;
  result->over_100ms = (double) sim->n_over / sim->n_ticks;
  result->utilisation_5s = sim->bytes_after_5s * 8
      / (linkemu_rate_mean (sim->capacity, 5 * RTP_CC_SECOND, end)
      * (double) (end - 5 * RTP_CC_SECOND) / (double) RTP_CC_SECOND);
  rtp_cc_session_free (sim->session, drop, NULL);
  rtp_cc_reporter_free (sim->receiver);
  rtp_cc_reporter_free (sim->forger);
  linkemu_free (sim->forward, free_packet);
  linkemu_free (sim->back, free_packet);
  linkemu_rate_free (sim->capacity);
}

void
sim_run (const SimConfig * config, SimResult * result)
{
  Sim sim;

  setup (&sim, config, result);
  while (sim.now < T0 + config->duration) {
    run_links (&sim);
    run_receiver (&sim);
    run_encoders (&sim);
    run_session (&sim);
    if (sim.now >= sim.next_tick)
      tick (&sim);
    sim.now = next_time (&sim);
  }
  finish (&sim);
}
