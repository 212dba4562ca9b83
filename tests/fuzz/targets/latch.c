/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packets of several senders, strangers and restarts: the address of the feedback
 * is one of theirs, and whoever keeps sending as a sender does keeps it.
 */
#include <gst/rtpcc/wire/rtpcc-echo.h>

#include "plugins/scream/rx/gstscreampeers.h"

#include "tests/fuzz/gst.h"

#define N_ADDRESSES 4

/* bytes of a question on the wire */
#define QUESTION (RTP_CC_ECHO_QUESTION_SIZE + 28)

typedef struct
{
  uint32_t ssrc;
  uint16_t seq;
} Sender;

static GSocketAddress *
make_address (guint i)
{
  return g_inet_socket_address_new_from_string (i & 1 ? "192.0.2.1"
      : "2001:db8::1", 5000 + i);
}

static void
packet (GstScreamPeers * peers, GSocketAddress * address, const Sender * sender,
    GstClockTime now)
{
  GSocketAddress *before = NULL, *was = peers->own.address;
  GstScreamPeerPacket rtp = { sender->ssrc, sender->seq, 60 };
  gboolean changed;

  changed = gst_scream_peers_packet (peers, address, &rtp, now, &before);

  must (peers->own.address != NULL);
  must (changed == (peers->own.address != was));
  must (!changed || before == was);
  must (changed || before == NULL);
  g_clear_object (&before);
}

/* No address gets more than came from it. */
static void
answer (GstScreamPeers * peers, GSocketAddress ** addresses, guint64 * in,
    uint8_t what, GstClockTime now)
{
  GSocketAddress *address;
  guint32 number;

  while ((address = gst_scream_peers_take_question (peers, &number,
              now)) != NULL) {
    for (guint i = 0; i < N_ADDRESSES; i++) {
      if (addresses[i] != address)
        continue;
      must (in[i] >= QUESTION);
      in[i] -= QUESTION;
      if (what & (1 << i))
        gst_scream_peers_answer (peers, address, number, now);
      must (!(what & (1 << i)) || peers->own.address != address
          || gst_scream_peer_has_proved (&peers->own, now));
    }
    g_object_unref (address);
  }
}

static void
next_number (Sender * sender, uint8_t what, FuzzInput * in)
{
  if (what & 4)
    sender->ssrc = fuzz_8 (in);
  if (what & 8)
    sender->seq = (uint16_t) (sender->seq + (int8_t) fuzz_8 (in) * 32);
  sender->seq++;
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  GSocketAddress *addresses[N_ADDRESSES];
  Sender senders[N_ADDRESSES] = { {0, 0} };
  guint64 in_bytes[N_ADDRESSES] = { 0 };
  GstScreamPeers peers;
  FuzzInput in = { data, size };
  GstClockTime now = 1234567890123;

  memset (&peers, 0, sizeof (peers));
  for (guint i = 0; i < N_ADDRESSES; i++)
    addresses[i] = make_address (i);
  while (in.size > 0) {
    uint8_t what = fuzz_8 (&in);
    guint who = what & 3;

    if (what == 255)
      gst_scream_peers_clear (&peers);
    now += (what >> 4) * (what >> 4) * 10 * GST_MSECOND;
    next_number (&senders[who], what, &in);
    in_bytes[who] += 60;
    packet (&peers, addresses[who], &senders[who], now);
    answer (&peers, addresses, in_bytes, what >> 4, now);
  }
  gst_scream_peers_clear (&peers);
  for (guint i = 0; i < N_ADDRESSES; i++)
    g_object_unref (addresses[i]);
  return 0;
}
