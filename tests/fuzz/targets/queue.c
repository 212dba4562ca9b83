/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packets of more SSRCs than the tables hold, through a queue that discards:
 * each comes out once and in order, and counters agree.
 */
#include <gst/rtpcc/session/rtpcc-keyframes.h>
#include <gst/rtpcc/send/rtpcc-queue.h>

#include "tests/fuzz/fuzz.h"

#define MAX_ITEMS 4096

typedef struct
{
  RtpCcQueue *queue;
  RtpCcKeyFrames key_frames;
  uint64_t bytes;
  uint32_t items, packets;      /* inside */
  uintptr_t next;               /* number of the next that goes in */
  uint32_t timestamp;
  RtpCcTime now;
} Host;

static void
take (Host * host, const RtpCcQueueItem * item)
{
  must (host->items > 0);
  must ((uintptr_t) item->user < host->next);
  host->items--;
  if (!item->is_packet)
    return;
  must (host->packets > 0 && host->bytes >= item->size);
  host->packets--;
  host->bytes -= item->size;
}

static void
on_drop (const RtpCcQueueItem * item, void *user)
{
  Host *host = user;

  must (item->is_packet);
  take (host, item);
  rtp_cc_key_frames_want (&host->key_frames, item->ssrc);
}

static void
on_clear (const RtpCcQueueItem * item, void *user)
{
  take (user, item);
}

static void
push (Host * host, uint8_t what, FuzzInput * in)
{
  RtpCcQueueItem item = { 0 };

  item.user = (void *) host->next;
  item.is_packet = what & 0xf0;
  item.ssrc = fuzz_8 (in);
  item.timestamp = what & 8 ? ++host->timestamp : host->timestamp;
  item.size = item.is_packet ? 100 + (what & 0xf0) : 0;
  item.queued = host->now;
  if (host->items == MAX_ITEMS || !rtp_cc_queue_push (host->queue, &item,
          item.ssrc & 1))
    return;
  host->next++;
  host->items++;
  host->packets += item.is_packet;
  host->bytes += item.size;
}

static void
pop (Host * host)
{
  const RtpCcQueueItem *head = rtp_cc_queue_peek (host->queue);
  RtpCcQueueItem item;

  must ((head == NULL) == (host->items == 0));
  if (head == NULL)
    return;
  must (head->queued <= host->now);
  item = rtp_cc_queue_pop (host->queue);
  take (host, &item);
}

static void
take_key_frames (Host * host, uint8_t what)
{
  RtpCcTime next = rtp_cc_key_frames_next_time (&host->key_frames);
  unsigned n = 0;
  uint32_t ssrc;

  if (what & 8)
    rtp_cc_key_frames_want_now (&host->key_frames, what);
  while (rtp_cc_key_frames_take (&host->key_frames, &ssrc, host->now))
    must (n++ < RTP_CC_KEY_FRAME_SSRCS);
  must (n > 0 || next > host->now);
}

static void
postpone (Host * host, int64_t by)
{
  host->now += by;
  rtp_cc_queue_postpone (host->queue, by);
}

static void
step (Host * host, FuzzInput * in)
{
  uint8_t what = fuzz_8 (in);

  switch (what & 7) {
    case 0:
      pop (host);
      break;
    case 1:
      host->now += what * RTP_CC_MSECOND;
      break;
    case 2:
      rtp_cc_queue_discard (host->queue, fuzz_8 (in) * 10 * RTP_CC_MSECOND,
          on_drop, host, host->now);
      break;
    case 3:
      take_key_frames (host, what);
      break;
    case 4:
      if (what >= 0xf0)
        rtp_cc_queue_clear (host->queue, on_clear, host);
      else
        postpone (host, what * RTP_CC_MSECOND);
      break;
    default:
      push (host, what, in);
      break;
  }
}

static void
check (const Host * host)
{
  must (rtp_cc_queue_packets (host->queue) == host->packets);
  must (rtp_cc_queue_bytes (host->queue) == host->bytes);
  must (host->packets == 0 || rtp_cc_queue_oldest (host->queue) <= host->now);
  must (host->key_frames.n_ssrcs <= RTP_CC_KEY_FRAME_SSRCS);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  FuzzInput in = { data, size };
  Host host = { 0 };

  host.now = 1234567890123;
  host.queue = rtp_cc_queue_new ();
  while (in.size > 0) {
    step (&host, &in);
    check (&host);
  }
  rtp_cc_queue_free (host.queue, on_clear, &host);
  must (host.items == 0 && host.packets == 0 && host.bytes == 0);
  return 0;
}
