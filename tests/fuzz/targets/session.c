/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A session with a host that keeps time, and whatever a peer and a user do:
 * counters, flight and rates stay in their bounds, each packet comes out once,
 * and a sender with data sends.
 *
 * The first bytes choose the settings.  Then each byte is an operation that
 * takes more bytes as it needs: media comes, time passes, feedback arrives that
 * is made from what was sent, or bytes that are made from nothing.
 */
#include <gst/lab/control/rtpcc-lab.h>

#include "tests/fuzz/host.h"

#define MAX_WAITING 2000

static const uint32_t rates[] = { 30000, 100000, 500000, 2000000, 20000000 };
static const uint32_t factors[] = { 1, 2, 10, 200 };
static const uint32_t packet_sizes[] = { 200, 1200, 1500, 9000 };

static const RtpCcOps *
choose_ops (uint8_t byte)
{
  unsigned n = 0;

  while (rtp_cc_lab_nth (n) != NULL)
    n++;
  return rtp_cc_lab_nth (byte % n);
}

static void
choose_bounds (RtpCcSessionConfig * config, FuzzInput * in)
{
  uint8_t byte = fuzz_8 (in);

  config->min_bitrate = rates[byte % 5];
  config->max_bitrate = config->min_bitrate * factors[byte / 5 % 4];
  config->max_queue_delay = (1 + fuzz_8 (in)) * 10 * RTP_CC_MSECOND;
  config->burst = (fuzz_8 (in) & 0x1f) * RTP_CC_MSECOND;
}

static void
choose_config (RtpCcSessionConfig * config, FuzzInput * in)
{
  uint8_t byte;

  rtp_cc_session_config_init (config);
  config->ops = choose_ops (fuzz_8 (in));
  choose_bounds (config, in);
  byte = fuzz_8 (in);
  config->initial_bitrate = config->min_bitrate
      + (config->max_bitrate - config->min_bitrate) * (byte & 15) / 15;
  config->ecn = byte >> 4 & 3;
  if (config->ecn == RTP_CC_ECN_CE)
    config->ecn = RTP_CC_ECN_ECT_1;
  config->max_packet_size = packet_sizes[byte >> 6];
  byte = fuzz_8 (in);
  config->queue_delay_target = (byte & 15) * 20 * RTP_CC_MSECOND;
  config->queue_delay_target_max = (byte >> 4) * 50 * RTP_CC_MSECOND;
  config->packet_overhead = byte & 1 ? 28 : 48;
}

/* ---- operations: media ---- */

static Stream *
choose_stream (Host * host, uint8_t byte)
{
  Stream *stream = &host->streams[byte % MAX_STREAMS];

  return stream->id >= 0 ? stream : NULL;
}

static void
push (Host * host, Stream * stream, uint32_t size, bool marker, bool repair)
{
  RtpCcSessionPacket packet = { 0 };

  packet.user = stream;
  packet.is_packet = true;
  packet.ssrc = stream->ssrc;
  packet.seq = stream->seq++;
  packet.timestamp = stream->timestamp;
  packet.marker = marker;
  packet.payload_size = size;
  packet.size = size + 12;
  packet.repair = repair;
  if (stream->waiting >= MAX_WAITING
      || !rtp_cc_session_enqueue (host->session, stream->id, &packet,
          host->now))
    return;
  stream->waiting++;
  host->taken++;
}

static void
op_frame (Host * host, FuzzInput * in)
{
  uint8_t which = fuzz_8 (in);
  unsigned n = 1 + (fuzz_8 (in) & 31);
  uint32_t size = 1 + fuzz_8 (in) * 6u;
  Stream *stream = choose_stream (host, which);

  if (stream == NULL)
    return;
  stream->timestamp += 3000;
  for (unsigned i = 1; i <= n; i++)
    push (host, stream, size, i == n && !(which & 0x80), which & 0x40);
}

/* Frames as a camera's, for a while. */
static void
op_video (Host * host, FuzzInput * in)
{
  Stream *stream = choose_stream (host, fuzz_8 (in));
  unsigned n = fuzz_8 (in) & 31;
  uint32_t packets = 1 + (fuzz_8 (in) & 7);

  for (unsigned i = 0; stream != NULL && i < n; i++) {
    stream->timestamp += 3000;
    for (uint32_t k = 1; k <= packets; k++)
      push (host, stream, 1100, k == packets, false);
    host_run_until (host, host->now + 33 * RTP_CC_MSECOND);
  }
}

static void
op_event (Host * host, FuzzInput * in)
{
  Stream *stream = choose_stream (host, fuzz_8 (in));
  RtpCcSessionPacket packet = { 0 };

  packet.user = stream;
  if (stream != NULL && rtp_cc_session_enqueue (host->session, stream->id,
          &packet, host->now))
    host->taken++;
}

static void
op_restart_stream (Host * host, FuzzInput * in)
{
  Stream *stream = choose_stream (host, fuzz_8 (in));

  if (stream == NULL)
    return;
  stream->ssrc = fuzz_8 (in);
  stream->seq = fuzz_16 (in);
}

/* ---- operations: time ---- */

static void
op_wait (Host * host, FuzzInput * in)
{
  host_run_until (host, host->now + fuzz_8 (in) * RTP_CC_MSECOND);
}

static void
op_wait_long (Host * host, FuzzInput * in)
{
  host_run_until (host, host->now + fuzz_8 (in) * 20 * RTP_CC_MSECOND);
}

/* The host sleeps, and knows nothing of it. */
static void
op_sleep (Host * host, FuzzInput * in)
{
  host->now += fuzz_8 (in) * 20 * RTP_CC_MSECOND;
  host_pump (host);
}

/* The host was paused, and says so. */
static void
op_resume (Host * host, FuzzInput * in)
{
  int64_t paused = fuzz_8 (in) * 100 * RTP_CC_MSECOND;

  host->now += paused;
  rtp_cc_session_resume (host->session, paused, host->now);
  host_pump (host);
}

/* ---- operations: feedback ---- */

static void
take_firs (Host * host)
{
  unsigned n = 0;
  uint32_t ssrc;
  bool again;

  while (rtp_cc_session_take_fir (host->session, &ssrc, &again)) {
    must (n++ < 256);
    for (int i = 0; i < MAX_STREAMS; i++) {
      if (host->streams[i].id >= 0 && host->streams[i].ssrc == ssrc)
        rtp_cc_session_want_key_frame (host->session, host->streams[i].id, ssrc,
            again, host->now);
    }
  }
}

static void
take_rtcp (Host * host, const uint8_t * data, size_t size)
{
  bool other;

  must (rtp_cc_session_rtcp (host->session, data, size, &other, host->now)
      < RTP_CC_RTCP_N_RESULTS);
  take_firs (host);
}

static void
give (Host * host, uint8_t * data, size_t size)
{
  unsigned i = host->n_old % N_OLD;

  if (size == 0)
    return;
  data[host->twist_at % size] ^= host->twist;
  host->twist = 0;
  memcpy (host->old[i], data, size);
  host->old_size[i] = size;
  host->n_old++;
  take_rtcp (host, data, size);
}

static void
op_ccfb (Host * host, FuzzInput * in)
{
  uint8_t data[SENT_REPORT_SIZE];

  give (host, data, sent_ccfb (&host->sent, in, data, host->now));
}

static void
op_twcc (Host * host, FuzzInput * in)
{
  uint8_t data[SENT_REPORT_SIZE];

  give (host, data, sent_twcc (&host->sent, in, data, host->now));
}

static void
op_twcc_packets (Host * host, FuzzInput * in)
{
  RtpCcTwccPacket packets[SENT_KEPT];
  size_t n = sent_twcc_packets (&host->sent, in, packets, host->now);

  if (n > 0 && (host->numbered || host->host_numbers))
    rtp_cc_session_twcc (host->session, packets, n, host->now);
}

/* A packet that shares the transport, and its numbers. */
static void
op_other_number (Host * host, FuzzInput * in)
{
  uint32_t ssrc = 1000u + fuzz_8 (in);

  if (host->host_numbers)
    rtp_cc_session_note_twcc (host->session, ssrc, 0, host->number++);
}

static void
op_remb (Host * host, FuzzInput * in)
{
  uint8_t data[SENT_REPORT_SIZE];

  give (host, data, sent_remb (&host->sent, in, data));
}

static void
op_repeat (Host * host, FuzzInput * in)
{
  unsigned i = fuzz_8 (in) % N_OLD;

  if (host->old_size[i] > 0)
    take_rtcp (host, host->old[i], host->old_size[i]);
}

/* A receiver that says the same for seconds, while the host goes on. */
static void
op_repeat_often (Host * host, FuzzInput * in)
{
  unsigned i = fuzz_8 (in) % N_OLD;
  unsigned n = fuzz_8 (in);

  for (; n > 0 && host->old_size[i] > 0; n--) {
    take_rtcp (host, host->old[i], host->old_size[i]);
    host_run_until (host, host->now + 40 * RTP_CC_MSECOND);
  }
}

/* A compound of the last two. */
static void
op_compound (Host * host, FuzzInput * in)
{
  uint8_t data[2 * SENT_REPORT_SIZE];
  unsigned i = fuzz_8 (in) % N_OLD, k = fuzz_8 (in) % N_OLD;

  memcpy (data, host->old[i], host->old_size[i]);
  memcpy (data + host->old_size[i], host->old[k], host->old_size[k]);
  if (host->old_size[i] + host->old_size[k] > 0)
    take_rtcp (host, data, host->old_size[i] + host->old_size[k]);
}

static void
op_twist (Host * host, FuzzInput * in)
{
  host->twist = fuzz_8 (in);
  host->twist_at = fuzz_8 (in);
}

static void
op_bytes (Host * host, FuzzInput * in)
{
  size_t size;
  const uint8_t *data = fuzz_run (in, &size);

  take_rtcp (host, data, size);
}

/* ---- operations: the user ---- */

static void
op_bounds (Host * host, FuzzInput * in)
{
  choose_bounds (&host->config, in);
  rtp_cc_session_configure (host->session, &host->config, host->now);
}

static void
choose_stream_config (RtpCcStreamConfig * config, FuzzInput * in)
{
  uint8_t byte = fuzz_8 (in);

  memset (config, 0, sizeof (*config));
  config->priority = 1.0 / (1 + (byte & 3));
  config->uncontrolled = byte & 4;
  config->urgent = byte & 8;
  config->pausable = byte & 16;
  config->paused = byte & 32;
  config->min_bitrate = byte & 64 ? rates[fuzz_8 (in) % 5] : 0;
  if (byte & 128) {
    config->preferred_bitrate = rates[fuzz_8 (in) % 5];
    config->max_bitrate = 2 * rates[4];
  }
}

static void
op_configure_stream (Host * host, FuzzInput * in)
{
  Stream *stream = choose_stream (host, fuzz_8 (in));

  if (stream == NULL)
    return;
  choose_stream_config (&stream->config, in);
  rtp_cc_session_configure_stream (host->session, stream->id,
      &stream->config, host->now);
}

static void
op_add_stream (Host * host, FuzzInput * in)
{
  Stream *stream = &host->streams[fuzz_8 (in) % MAX_STREAMS];

  if (stream->id >= 0)
    return;
  memset (stream, 0, sizeof (*stream));
  choose_stream_config (&stream->config, in);
  stream->ssrc = fuzz_8 (in);
  stream->seq = fuzz_16 (in);
  stream->id = rtp_cc_session_add_stream (host->session, &stream->config,
      host->now);
  must (stream->id >= 0);
}

static void
op_remove_stream (Host * host, FuzzInput * in)
{
  Stream *stream = choose_stream (host, fuzz_8 (in));

  if (stream == NULL)
    return;
  rtp_cc_session_remove_stream (host->session, stream->id, host_drop, host,
      host->now);
  must (stream->waiting == 0);
  stream->id = -1;
  host->silent = 0;
}

static void
op_clear (Host * host, FuzzInput * in)
{
  Stream *stream = choose_stream (host, fuzz_8 (in));

  if (stream == NULL)
    return;
  rtp_cc_session_clear_stream (host->session, stream->id, host_drop, host);
  must (stream->waiting == 0);
  host->silent = 0;
}

static void
op_block (Host * host, FuzzInput * in)
{
  Stream *stream = choose_stream (host, fuzz_8 (in));

  if (stream == NULL)
    return;
  stream->blocked = !stream->blocked;
  host->silent = 0;
  rtp_cc_session_set_blocked (host->session, stream->id, stream->blocked);
}

static void
op_split (Host * host, FuzzInput * in)
{
  Stream *stream = choose_stream (host, fuzz_8 (in));
  uint32_t bitrate = fuzz_8 (in) * 10000u, total = fuzz_8 (in) * 10000u;

  if (stream == NULL)
    return;
  if (bitrate == 0 || total == 0)
    bitrate = total = 0;
  rtp_cc_session_split (host->session, stream->id, bitrate, total, host->now);
}

/* What a host asks now and then. */
static void
op_ask (Host * host, FuzzInput * in)
{
  uint8_t byte = fuzz_8 (in);
  Stream *stream = choose_stream (host, byte);

  rtp_cc_session_set_min_interval (host->session, (byte >> 4) * RTP_CC_MSECOND);
  rtp_cc_session_set_late (host->session, (byte >> 2 & 3) * RTP_CC_MSECOND);
  must (rtp_cc_session_burst (host->session) >= 0);
  if (stream == NULL)
    return;
  rtp_cc_session_skip_frame (host->session, stream->id, host->now);
  rtp_cc_session_may_resend (host->session, stream->ssrc, byte);
}

static void (*const operations[]) (Host * host, FuzzInput * in) = {
  op_video, op_ccfb, op_wait, op_frame, op_twcc, op_remb, op_wait_long,
  op_repeat, op_twist, op_bounds, op_repeat_often, op_bytes,
  op_configure_stream, op_add_stream, op_remove_stream, op_clear, op_block,
  op_split, op_ask, op_event, op_restart_stream, op_sleep, op_resume,
  op_compound, op_twcc_packets, op_other_number,
};

/* ---- */

static void
on_trace (const RtpCcTraceRecord * record, void *user)
{
  char line[RTP_CC_TRACE_LINE_SIZE];

  (void) user;
  must (strlen (rtp_cc_trace_header ()) > 0);
  must (rtp_cc_trace_format (line, record) < sizeof (line));
}

static void
start (Host * host, FuzzInput * in)
{
  uint8_t flags;

  memset (host, 0, sizeof (*host));
  host->start = host->now = 1234567890123;
  choose_config (&host->config, in);
  flags = fuzz_8 (in);
  host->session = rtp_cc_session_new (&host->config, host->now);
  for (int i = 0; i < MAX_STREAMS; i++)
    host->streams[i].id = -1;
  host->numbered = flags & 1;
  host->host_numbers = !host->numbered && flags & 2;
  if (host->numbered)
    rtp_cc_session_set_twcc_base (host->session, 65530);
  if (flags & 4)
    rtp_cc_session_set_trace (host->session, on_trace, NULL);
  host->streams[0].ssrc = 1;
  host->streams[0].seq = 65530;
  host->streams[0].config.priority = 1;
  host->streams[0].id = rtp_cc_session_add_stream (host->session,
      &host->streams[0].config, host->now);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  static Host host;
  FuzzInput in = { data, size };

  start (&host, &in);
  while (in.size > 0 && host.now - host.start < MAX_TIME) {
    uint8_t n = fuzz_8 (&in);

    operations[n % (sizeof (operations) / sizeof (operations[0]))] (&host, &in);
    host_check (&host);
  }
  rtp_cc_session_free (host.session, host_drop, &host);
  must (host.taken == host.out);
  return 0;
}
