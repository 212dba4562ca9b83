/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* host.c: see host.h */
#include "host.h"

/* Calls at one and the same time, beside one for each packet */
#define MAX_SPINS 16

static Stream *
find_stream (Host * host, int id)
{
  for (int i = 0; i < MAX_STREAMS; i++) {
    if (host->streams[i].id == id)
      return &host->streams[i];
  }
  abort ();
}

void
host_drop (const RtpCcQueueItem * item, void *user)
{
  Host *host = user;

  host->out++;
  if (item->is_packet)
    ((Stream *) item->user)->waiting--;
}

static void
note_sent (Host * host, const RtpCcQueueItem * item)
{
  SentPacket packet = { item->ssrc, item->seq, item->number, host->now };

  if (host->host_numbers) {
    packet.number = host->number++;
    rtp_cc_session_note_twcc (host->session, item->ssrc, item->seq,
        packet.number);
  }
  sent_note (&host->sent, &packet);
  host->sent_bytes += item->size;
  host->silent = host->longest = 0;
}

/* Until there is none: the session wakes its host for them. */
static void
take_key_frame_requests (Host * host)
{
  uint32_t ssrc;

  for (int i = 0; i < MAX_STREAMS; i++) {
    unsigned n = 0;

    while (host->streams[i].id >= 0
        && rtp_cc_session_take_key_frame_request (host->session,
            host->streams[i].id, &ssrc, host->now))
      must (n++ < 256);
  }
}

void
host_pump (Host * host)
{
  RtpCcQueueItem item;
  int id;

  rtp_cc_session_tick (host->session, host_drop, host, host->now);
  take_key_frame_requests (host);
  while ((id = rtp_cc_session_dequeue (host->session, &item, host->now)) >= 0) {
    must (!find_stream (host, id)->blocked);
    host_drop (&item, host);
    if (item.is_packet)
      note_sent (host, &item);
  }
}

static bool
has_data (const Host * host)
{
  for (int i = 0; i < MAX_STREAMS; i++) {
    if (host->streams[i].waiting > 0 && !host->streams[i].blocked)
      return true;
  }
  return false;
}

/* The session may have said a longer time since its last packet. */
static void
check_liveness (Host * host, int64_t passed)
{
  int64_t longest = rtp_cc_session_longest_wait (host->session, MAX_SIZE);

  if (!has_data (host))
    return;
  if (host->longest < longest)
    host->longest = longest;
  host->silent += passed;
  must (host->silent <= host->longest);
}

void
host_run_until (Host * host, RtpCcTime end)
{
  unsigned spins = 0;

  host_pump (host);
  while (host->now < end) {
    RtpCcTime next = rtp_cc_session_next_time (host->session, host->now);

    must (next > host->now || spins++ < MAX_SPINS);
    if (next <= host->now)
      next = host->now + 1;
    else if (next > host->now + RTP_CC_USECOND)
      spins = 0;
    if (next > end)
      next = end;
    check_liveness (host, next - host->now);
    host->now = next;
    host_pump (host);
  }
}

void
host_check (Host * host)
{
  RtpCcSessionInfo info;

  rtp_cc_session_info (host->session, &info, host->now);
  must (info.bytes_in_flight <= host->sent_bytes);
  must (info.estimated_bitrate <= host->config.max_bitrate);
  must (info.estimated_bitrate + 1 >= host->config.min_bitrate);
  must (info.rtt < 16 * RTP_CC_SECOND + MAX_TIME);
  must (info.loss_rate >= 0 && info.loss_rate <= 1);
  must (info.ce_rate >= 0 && info.ce_rate <= 1);
  must (info.send_rate >= 0 && info.acked_rate >= 0);
  must (info.ledger.received <= info.ledger.sent);
  must (info.ledger.ce <= info.ledger.received);
  must (info.ledger.late <= info.ledger.lost + info.ledger.forgotten);
  for (int i = 0; i < MAX_STREAMS; i++) {
    RtpCcStreamInfo stream;

    if (host->streams[i].id < 0)
      continue;
    rtp_cc_session_stream_info (host->session, host->streams[i].id, &stream,
        host->now);
    must (stream.queued_packets == host->streams[i].waiting);
    must (stream.queue_delay >= 0);
  }
}
