/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* To which address feedback goes: a sender that moves, and others on the same port. */
#include <netinet/in.h>
#include <string.h>

#include "latchtest.h"
#include "plugins/scream/net/gstlocaladdress.h"

/* The 12 packets until the old address has been silent for 250 ms, and 5
 * packets come meanwhile. */
GST_START_TEST (test_latch_follows_a_nat)
{
  start ();
  fail_unless_equals_int (stream_from (moved, 50), 13);
  fail_unless (peers.own.address == moved);
  fail_unless_equals_uint64 (peers.moves, 1);
  fail_unless_equals_int (stream_from (moved, 50), 0);
  fail_unless_equals_uint64 (peers.from_unknown_peers, 13);
}

GST_END_TEST;

/* Nor do streams of others hold it up that have all places. */
GST_START_TEST (test_latch_follows_a_nat_in_a_crowd)
{
  guint i;

  start ();
  for (i = 0; i < 5 * GST_SCREAM_PEERS_OTHERS; i++) {
    GSocketAddress *from = new_address (2000 + i % GST_SCREAM_PEERS_OTHERS);

    packet (from, 666, (guint16) (i / GST_SCREAM_PEERS_OTHERS));
    g_object_unref (from);
  }
  fail_unless_equals_int (peers.n_others, GST_SCREAM_PEERS_OTHERS);
  fail_unless_equals_int (stream_from (moved, 50), 13);
}

GST_END_TEST;

/* From the camera's address, to another address of this host. */
static GSocketAddress *
new_camera_to (guint8 last)
{
  struct sockaddr_in to = {.sin_family = AF_INET,.sin_port = htons (5000),
    .sin_addr = {htonl (0xc0000200 + last)},
  };
  GstLocalAddress local = { {0,}, sizeof (to) };
  guint8 native[sizeof (to)];

  memcpy (local.bytes, &to, sizeof (to));
  fail_unless (g_socket_address_to_native (camera, native, sizeof (native),
          NULL));
  return gst_local_address_attach (&local, native, sizeof (native));
}

/* The sender speaks to another address of this host: that is a change like that of a
 * NAT, so nobody brings it about who only writes the sender's address on packets. */
GST_START_TEST (test_latch_follows_to_another_address_of_this_host)
{
  GSocketAddress *here = new_camera_to (7), *there = new_camera_to (8);

  g_set_object (&camera, here);
  start ();
  fail_unless_equals_int (stream_from (there, 10), 0);
  fail_unless_equals_int (stream_from (here, 1), 0);
  fail_unless_equals_int (stream_from (there, 50), 25);
  fail_unless (peers.own.address == there);
  g_object_unref (here);
  g_object_unref (there);
}

GST_END_TEST;

/* The first packet came before the system was asked where packets come to. */
GST_START_TEST (test_latch_learns_where_the_sender_sends_to)
{
  GSocketAddress *here = new_camera_to (7), *there = new_camera_to (8);

  start ();
  fail_unless_equals_int (stream_from (here, 1), 0);
  fail_unless (peers.own.address == here);
  fail_unless_equals_int (stream_from (there, 1), 0);
  fail_unless_equals_int (stream_from (camera, 1), 0);
  fail_unless (peers.own.address == here);
  fail_unless_equals_uint64 (peers.moves, 0);
  g_object_unref (here);
  g_object_unref (there);
}

GST_END_TEST;

/* Fast packets alone do not do it, and neither does time. */
GST_START_TEST (test_latch_wants_silence_and_packets)
{
  guint i;

  start ();
  for (i = 0; i < 100; i++)
    fail_if (packet (moved, SSRC, seq++));
  now += 249 * MS;
  fail_if (packet (moved, SSRC, seq++));
  now += MS;
  fail_unless (packet (moved, SSRC, seq++));

  now += 1100 * MS;
  for (i = 0; i < 4; i++)
    fail_if (packet (camera, SSRC, seq++));
  fail_unless (packet (camera, SSRC, seq++));
}

GST_END_TEST;

/* The media goes on: a third party gets nothing, however much it sends. */
GST_START_TEST (test_latch_keeps_a_sender_that_lives)
{
  guint i, k;

  start ();
  for (i = 0; i < 100; i++) {
    now += 240 * MS;
    for (k = 0; k < 50; k++)
      fail_if (packet (thief, SSRC, seq + k));
    fail_if (packet (camera, SSRC, seq++));
  }
  fail_unless_equals_uint64 (peers.from_unknown_peers, 5000);
  fail_unless_equals_uint64 (peers.moves, 0);
}

GST_END_TEST;

/* In a pause of the media: who was there before and does not know the stream gets
 * nothing, and does not keep the sender from coming back elsewhere. */
GST_START_TEST (test_latch_wants_the_stream)
{
  guint i;

  start ();
  packet (thief, SSRC + 1, 1000);
  stream_from (camera, 1);
  for (i = 0; i < 99; i++) {
    now += 20 * MS;
    fail_if (packet (thief, SSRC + 1, i));
    fail_if (packet (thief, SSRC, seq + 3000 + i));
    fail_if (packet (thief, SSRC, seq - 101));
  }
  fail_unless_equals_int (stream_from (moved, 50), 5);
}

GST_END_TEST;

/* One that overhears the stream does not hold up the sender that was first. */
GST_START_TEST (test_latch_candidate_keeps_its_place)
{
  guint i;

  start ();
  for (i = 0; i < 12; i++) {
    fail_unless_equals_int (stream_from (moved, 1), 0);
    fail_if (packet (thief, SSRC, seq));
  }
  fail_unless_equals_int (stream_from (moved, 1), 1);
}

GST_END_TEST;

GST_START_TEST (test_latch_wants_packets_in_a_row)
{
  guint i;

  start ();
  now += 300 * MS;
  for (i = 0; i < 100; i++)
    fail_if (packet (thief, SSRC, seq));
  fail_if (packet (thief, SSRC, seq + 1));
  fail_if (packet (thief, SSRC, seq + 2));
  fail_if (packet (thief, SSRC, seq + 20000));
  fail_if (packet (thief, SSRC, seq + 3));
}

GST_END_TEST;

/* A sender that was started again has other numbers; it may have been there before
 * the other one ended. */
GST_START_TEST (test_latch_takes_a_new_sender)
{
  guint i;

  start ();
  packet (moved, 77, 1000);
  stream_from (camera, 1);
  for (i = 0; i < 19; i++) {
    now += 100 * MS;
    fail_if (packet (moved, 77, i));
  }
  now += 99 * MS;
  fail_if (packet (moved, 77, i++));
  now += MS;
  fail_unless (packet (moved, 77, i));
}

GST_END_TEST;

/* Two that both know the stream: once a second at most. */
GST_START_TEST (test_latch_moves_once_a_second)
{
  GstClockTime last = 0;
  guint i, k;

  start ();
  for (i = 0; i < 400; i++) {
    GSocketAddress *from = i % 40 < 20 ? camera : thief;

    for (k = 0; k < 5; k++) {
      if (packet (from, SSRC, seq++)) {
        fail_unless (last == 0 || now - last >= GST_SECOND);
        last = now;
      }
    }
    now += 20 * MS;
  }
  fail_unless (peers.moves > 2 && peers.moves <= 8);
}

GST_END_TEST;

/* A stray datagram that came first does not hold up the media for long. */
GST_START_TEST (test_latch_stray_first)
{
  fail_unless (packet (thief, 99, 30000));
  fail_unless_equals_int (stream_from (camera, 50), 13);
  fail_unless (peers.own.address == camera);
}

GST_END_TEST;

/* Audio between the video, and more SSRCs than are remembered. */
GST_START_TEST (test_latch_several_streams)
{
  guint i;

  start ();
  for (i = 0; i < 20; i++)
    fail_if (packet (camera, 1000 + i, i));
  now += 20 * MS;
  fail_if (packet (camera, SSRC, seq++));
  now += 300 * MS;
  for (i = 0; i < 4; i++) {
    fail_if (packet (moved, SSRC, seq++));
    fail_if (packet (moved, 1019, 20 + i));
  }
  fail_unless (packet (moved, SSRC, seq++));
}

GST_END_TEST;

static Suite *
screamlatch_suite (void)
{
  Suite *s = suite_create ("screamlatch");
  TCase *tc = tcase_create ("rules");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_latch_follows_a_nat);
  tcase_add_test (tc, test_latch_follows_a_nat_in_a_crowd);
  tcase_add_test (tc, test_latch_follows_to_another_address_of_this_host);
  tcase_add_test (tc, test_latch_learns_where_the_sender_sends_to);
  tcase_add_test (tc, test_latch_wants_silence_and_packets);
  tcase_add_test (tc, test_latch_keeps_a_sender_that_lives);
  tcase_add_test (tc, test_latch_wants_the_stream);
  tcase_add_test (tc, test_latch_candidate_keeps_its_place);
  tcase_add_test (tc, test_latch_wants_packets_in_a_row);
  tcase_add_test (tc, test_latch_takes_a_new_sender);
  tcase_add_test (tc, test_latch_moves_once_a_second);
  tcase_add_test (tc, test_latch_stray_first);
  tcase_add_test (tc, test_latch_several_streams);

  return s;
}

GST_CHECK_MAIN (screamlatch);
