/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is authentic: packets are made here with the key of the RFC, and GLib's HMAC. */
#include <string.h>
#include <gst/check/gstcheck.h>

#include "plugins/scream/bins/gstscreamauth.h"

/* RFC 3550 section 5.1, and RFC 3711 section 5.2 */
#define HEADER 12
#define TAG 10
#define SIZE (HEADER + 100 + TAG)

/* RFC 3711 appendix B.3: master key and salt, and the key for authentication that
 * they give */
static const guint8 master[30] = {
  0xe1, 0xf9, 0x7a, 0x0d, 0x3e, 0x01, 0x8b, 0xe0,
  0xd6, 0x4f, 0xa3, 0x2c, 0x06, 0xde, 0x41, 0x39,
  0x0e, 0xc6, 0x75, 0xad, 0x49, 0x8a, 0xfe, 0xeb,
  0xb6, 0x96, 0x0b, 0x3a, 0xab, 0xe6
};

/* RFC 3711 section 4.3.2: the one for SRTCP, with label 4: 20 zeros through "openssl enc
 * -aes-128-ctr -K e1f97a0d3e018be0d64fa32c06de4139 -iv 0ec675ad498afeefb6960b3aabe60000" */
static const guint8 session_rtcp[20] = {
  0x8d, 0x54, 0x53, 0x4f, 0xeb, 0x49, 0xae, 0x8e, 0x79, 0x93,
  0xa6, 0xbd, 0x0b, 0x84, 0x4f, 0xc3, 0x23, 0xa9, 0x3d, 0xfd
};

static const guint8 session[20] = {
  0xce, 0xbe, 0x32, 0x1f, 0x6f, 0xf7, 0x71, 0x6b, 0x6f, 0xd4,
  0xab, 0x49, 0xaf, 0x25, 0x6a, 0x15, 0x6d, 0x38, 0xba, 0xa4
};

static GstScreamAuth *auth;

static void
setup (void)
{
  GstBuffer *key = gst_buffer_new_memdup (master, sizeof (master));

  auth = gst_scream_auth_new (key);
  gst_buffer_unref (key);
}

static void
teardown (void)
{
  gst_scream_auth_free (auth);
}

/* RFC 3711 section 4.2 */
static void
make (guint8 packet[SIZE], guint16 seq, guint32 roc)
{
  GHmac *hmac = g_hmac_new (G_CHECKSUM_SHA1, session, sizeof (session));
  guint8 digest[20], bytes[4];
  gsize size = sizeof (digest);

  memset (packet, 0x5a, SIZE);
  packet[0] = 0x80;
  GST_WRITE_UINT16_BE (packet + 2, seq);
  GST_WRITE_UINT32_BE (bytes, roc);
  g_hmac_update (hmac, packet, SIZE - TAG);
  g_hmac_update (hmac, bytes, 4);
  g_hmac_get_digest (hmac, digest, &size);
  memcpy (packet + SIZE - TAG, digest, TAG);
  g_hmac_unref (hmac);
}

/* RFC 3711 section 3.4: each byte counts, and so does the length. */
GST_START_TEST (test_auth_of_rtcp)
{
  GHmac *hmac =
      g_hmac_new (G_CHECKSUM_SHA1, session_rtcp, sizeof (session_rtcp));
  guint8 packet[8 + 4 + 20] = { 0x80, 201, 0, 1, 1, 2, 3, 4, 0x80, 0, 0, 7 };
  const gsize whole = 8 + 4 + TAG;
  gsize size = 20, i;

  g_hmac_update (hmac, packet, 12);
  g_hmac_get_digest (hmac, packet + 12, &size);
  g_hmac_unref (hmac);
  fail_unless (gst_scream_auth_check_rtcp (auth, packet, whole));
  for (i = 0; i < whole; i++) {
    fail_if (gst_scream_auth_check_rtcp (auth, packet, i));
    packet[i] ^= 1 << i % 8;
    fail_if (gst_scream_auth_check_rtcp (auth, packet, whole));
    packet[i] ^= 1 << i % 8;
  }
}

GST_END_TEST;

GST_START_TEST (test_auth_takes_what_the_key_has_made)
{
  guint8 packet[SIZE];
  guint roc = 9;

  make (packet, 1234, 0);
  fail_unless (gst_scream_auth_check (auth, packet, SIZE, &roc));
  fail_unless_equals_int (roc, 0);
}

GST_END_TEST;

/* Each byte counts, and so does the length. */
GST_START_TEST (test_auth_refuses_what_was_changed)
{
  guint8 packet[SIZE];
  guint roc, i;

  make (packet, 1234, 0);
  for (i = 0; i < SIZE; i++) {
    packet[i] ^= 1 << i % 8;
    fail_if (gst_scream_auth_check (auth, packet, SIZE, &roc), "%u", i);
    packet[i] ^= 1 << i % 8;
  }
  for (i = 0; i < SIZE; i++)
    fail_if (gst_scream_auth_check (auth, packet, i, &roc), "%u", i);
}

GST_END_TEST;

/* The first at once, all within 64 packets in a row, none beyond the last. */
GST_START_TEST (test_auth_finds_the_counter)
{
  static const guint counters[] = { 1, 7, 8, 100, 1023, 1024 };
  const guint roc = counters[__i__];
  guint8 packet[SIZE];
  guint found = 0, n;

  for (n = 1; n <= 64; n++) {
    make (packet, (guint16) (65500 + n), roc);
    if (!gst_scream_auth_check (auth, packet, SIZE, &found))
      continue;
    fail_unless_equals_int (found, roc);
    break;
  }
  fail_unless (roc >= 8 || n == 1, "%u", n);
  fail_unless (roc == 1024 ? n > 64 : n <= 64, "%u", n);
}

GST_END_TEST;

static Suite *
screamauth_suite (void)
{
  Suite *s = suite_create ("screamauth");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_auth_of_rtcp);
  tcase_add_test (tc, test_auth_takes_what_the_key_has_made);
  tcase_add_test (tc, test_auth_refuses_what_was_changed);
  tcase_add_loop_test (tc, test_auth_finds_the_counter, 0, 6);
  return s;
}

GST_CHECK_MAIN (screamauth);
