/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bytes from the network as RTCP to a session that has sent packets: counters,
 * flight and rates stay in their bounds.
 *
 * The first packet has sequence number 65530, and so as transport-wide number.
 * Each chunk of input is a length byte and so many bytes of RTCP; between them
 * time passes, packets are sent and time-outs run.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <gst/rtpcc/rtpcc-session.h>

#include "fuzz.h"

#define PACKETS_PER_CHUNK 4
#define PAYLOAD 1000

typedef struct
{
  RtpCcSession *session;
  int stream;
  uint16_t seq;
  RtpCcTime now;
  uint64_t sent_bytes;
} Sender;

static void
send_some (Sender * s)
{
  RtpCcQueueItem item;

  for (int i = 0; i < PACKETS_PER_CHUNK; i++) {
    RtpCcSessionPacket packet = { 0 };

    packet.is_packet = true;
    packet.ssrc = 1 + (uint32_t) (i & 1);
    packet.seq = s->seq++;
    packet.timestamp = s->seq;
    packet.marker = true;
    packet.payload_size = PAYLOAD;
    packet.size = PAYLOAD + 12;
    rtp_cc_session_enqueue (s->session, s->stream, &packet, s->now);
  }
  rtp_cc_session_tick (s->session, NULL, NULL, s->now);
  while (rtp_cc_session_dequeue (s->session, &item, s->now) >= 0)
    s->sent_bytes += item.size;
}

static void
check_state (const Sender * s, const RtpCcSessionConfig * config)
{
  RtpCcSessionInfo info;
  RtpCcStreamInfo stream;

  rtp_cc_session_info (s->session, &info, s->now);
  rtp_cc_session_stream_info (s->session, s->stream, &stream, s->now);
  must (info.bytes_in_flight <= s->sent_bytes);
  must (info.estimated_bitrate <= config->max_bitrate);
  must (info.estimated_bitrate + 1 >= config->min_bitrate);
  must (stream.target_bitrate <= config->max_bitrate);
  must (info.rtt < 16 * RTP_CC_SECOND);
  must (info.loss_rate >= 0 && info.loss_rate <= 1);
  must (info.ce_rate >= 0 && info.ce_rate <= 1);
  must (info.ledger.received <= info.ledger.sent);
  must (info.ledger.ce <= info.ledger.received);
  must (info.ledger.late <= info.ledger.lost + info.ledger.forgotten);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  RtpCcStreamConfig stream = {.priority = 1 };
  RtpCcSessionConfig config;
  Sender s = { 0 };

  rtp_cc_session_config_init (&config);
  s.now = 1234567890123;
  s.seq = 65530;
  s.session = rtp_cc_session_new (&config, s.now);
  s.stream = rtp_cc_session_add_stream (s.session, &stream, s.now);
  rtp_cc_session_set_twcc_base (s.session, 65530);

  while (size > 0) {
    size_t chunk = data[0] < size ? data[0] : size - 1;
    bool other;

    send_some (&s);
    /* Now and then long enough for time-outs. */
    s.now += data[0] > 250 ? RTP_CC_SECOND : data[0] * RTP_CC_MSECOND;
    must (rtp_cc_session_rtcp (s.session, data + 1, chunk, &other, s.now)
        < RTP_CC_RTCP_N_RESULTS);
    check_state (&s, &config);
    data += 1 + chunk;
    size -= 1 + chunk;
  }
  rtp_cc_session_free (s.session, NULL, NULL);
  return 0;
}
