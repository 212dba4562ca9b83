/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* simencoder.c: cameras with their encoders, and a microphone */
#include "simprivate.h"

#define PAYLOAD 1200
#define AUDIO_PERIOD (20 * RTP_CC_MSECOND)
#define AUDIO_PAYLOAD 160

/* True: this frame is a key frame. */
static bool
take_key_frame (const Sim * sim, SimEncoder * e)
{
  const SimConfig *c = sim->config;

  if (!e->key_frame && e->frame > 0 && (c->key_interval <= 0
          || sim->now - e->last_key < c->key_interval))
    return false;
  e->key_frame = false;
  e->last_key = sim->now;
  return true;
}

static double
obedient_bytes (Sim * sim, SimEncoder * e)
{
  const SimConfig *c = sim->config;
  double rate = e->target;
  double bytes;

  if (rate < c->encoder_min)
    rate = c->encoder_min;
  if (c->encoder_max > 0 && rate > c->encoder_max
      && sim->now - T0 < c->motion_from)
    rate = c->encoder_max;
  bytes =
      rate / 8 / c->frame_rate * (1 + c->frame_noise * (2 * sim_uniform (sim) -
          1));
  return take_key_frame (sim, e) ? bytes * c->key_factor : bytes;
}

/* The noise of a test picture is as hard as this, and varies by so much. */
#define EVEN_DIFFICULTY 8700
#define EVEN_NOISE 0.03

static double
modelled_bytes (Sim * sim, SimEncoder * e, double rate)
{
  const SimConfig *c = sim->config;
  double difficulty = c->even_pictures ? EVEN_DIFFICULTY
      * (1 + EVEN_NOISE * (2 * sim_uniform (sim) - 1))
      : encoder_model_difficulty (e->picture);

  if (take_key_frame (sim, e))
    difficulty *= c->key_factor;
  return encoder_model_next (&e->model, rate, c->frame_rate, difficulty);
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
  p->sim = sim;
  p->stream = stream;
  p->captured = sim->now;
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

/* What is wanted takes effect later. */
static void
follow (const Sim * sim, SimEncoder * e, double wanted)
{
  if (e->target <= 0)
    e->target = wanted;
  if (sim->now < e->pending_time)
    return;
  if (e->pending > 0)
    e->target = e->pending;
  e->pending = wanted;
  e->pending_time = sim->now + sim->config->encoder_lag;
}

static void
encode (Sim * sim, int stream)
{
  const SimConfig *c = sim->config;
  SimEncoder *e = &sim->encoders[stream];
  RtpCcStreamInfo info;
  uint32_t timestamp;
  double rate, bytes;

  e->next_frame += sim_frame_period (c);
  e->picture++;
  rtp_cc_session_stream_info (sim->session, stream, &info, sim->now);
  rate = (double) info.target_bitrate;
  follow (sim, e, rate);
  if (rtp_cc_session_skip_frame (sim->session, stream, sim->now)) {
    encoder_model_skip (&e->model, rate, c->frame_rate);
    return;
  }

  bytes = c->encoder != NULL ? modelled_bytes (sim, e, rate) :
      obedient_bytes (sim, e);
  e->frame++;
  timestamp = (uint32_t) ((double) e->frame * 90000 / c->frame_rate);
  while (!make_packet (sim, stream, timestamp, bytes, true))
    bytes -= PAYLOAD;
}

void
sim_run_encoders (Sim * sim)
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
