/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packets of several senders, strangers and restarts: the address of the feedback
 * is one of theirs, and whoever keeps sending as a sender does keeps it.
 */
#include "plugins/scream/rx/gstscreamlatch.h"

#include "tests/fuzz/gst.h"

#define N_ADDRESSES 4

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
packet (GstScreamLatch * latch, GSocketAddress * address, const Sender * sender,
    GstClockTime now)
{
  GSocketAddress *before = NULL, *was = latch->address;
  GstScreamWatchPacket rtp = { sender->ssrc, sender->seq, 0, 1200 };
  gboolean changed;

  rtp.timestamp = sender->seq * 3000u;
  changed = gst_scream_latch_packet (latch, address, &rtp, now, &before);

  must (latch->address != NULL);
  must (changed == (latch->address != was));
  must (!changed || before == was);
  must (changed || before == NULL);
  g_clear_object (&before);
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
  GstScreamLatch latch;
  FuzzInput in = { data, size };
  GstClockTime now = 1234567890123;

  memset (&latch, 0, sizeof (latch));
  for (guint i = 0; i < N_ADDRESSES; i++)
    addresses[i] = make_address (i);
  while (in.size > 0) {
    uint8_t what = fuzz_8 (&in);
    guint who = what & 3;

    if (what == 255)
      gst_scream_latch_clear (&latch);
    now += (what >> 4) * (what >> 4) * 10 * GST_MSECOND;
    next_number (&senders[who], what, &in);
    packet (&latch, addresses[who], &senders[who], now);
  }
  gst_scream_latch_clear (&latch);
  for (guint i = 0; i < N_ADDRESSES; i++)
    g_object_unref (addresses[i]);
  return 0;
}
