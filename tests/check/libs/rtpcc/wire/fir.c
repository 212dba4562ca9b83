/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Full intra requests: bytes, what is refused, and requests that are repeated. */
#include <string.h>
#include <gst/rtpcc/wire/rtpcc-fir.h>

#include "tests/check/libs/rtpcc/mechanism.h"

static RtpCcFir got[300];
static guint n_got;

static void
on_fir (const RtpCcFir * fir, void *user)
{
  fail_unless (user == got);
  got[n_got++] = *fir;
}

static RtpCcRtcpResult
parse (const guint8 * data, gsize size)
{
  n_got = 0;
  return rtp_cc_fir_parse (data, size, on_fir, got);
}

/* RFC 5104 section 4.3.1.1 */
GST_START_TEST (test_fir_bytes)
{
  static const guint8 data[] = { 0x84, 206, 0, 6, 0, 0, 0, 7, 0, 0, 0, 0,
    1, 2, 3, 4, 255, 9, 9, 9, 0xa0, 0xb0, 0xc0, 0xd0, 0, 0, 0, 0
  };

  fail_unless (rtp_cc_fir_is (data, sizeof (data)));
  fail_unless_equals_int (parse (data, sizeof (data)), RTP_CC_RTCP_OK);
  fail_unless_equals_int (n_got, 2);
  fail_unless (got[0].requester == 7 && got[1].requester == 7);
  fail_unless (got[0].ssrc == 0x01020304 && got[0].number == 255);
  fail_unless (got[1].ssrc == 0xa0b0c0d0 && got[1].number == 0);
}

GST_END_TEST;

/* Nothing of a packet that is not sound. */
GST_START_TEST (test_fir_refuses)
{
  static const struct
  {
    guint8 head[4];
    gsize size;
    guint8 last;
    RtpCcRtcpResult result;
  } cases[] = {
    {{0x84, 206, 0, 4}, 20, 0, RTP_CC_RTCP_OK},
    {{0x84, 206, 0, 2}, 12, 0, RTP_CC_RTCP_TOO_SHORT},
    {{0x84, 206, 0, 5}, 24, 0, RTP_CC_RTCP_BAD_LENGTH},
    {{0x84, 206, 0, 6}, 24, 0, RTP_CC_RTCP_BAD_LENGTH},
    {{0x84, 206, 0, 4}, 24, 0, RTP_CC_RTCP_BAD_LENGTH},
    {{0xa4, 206, 0, 6}, 28, 8, RTP_CC_RTCP_OK},
    {{0xa4, 206, 0, 6}, 28, 4, RTP_CC_RTCP_BAD_LENGTH},
    {{0xa4, 206, 0, 6}, 28, 12, RTP_CC_RTCP_BAD_PADDING},
    {{0x44, 206, 0, 4}, 20, 0, RTP_CC_RTCP_BAD_VERSION},
    {{0x81, 206, 0, 4}, 20, 0, RTP_CC_RTCP_OTHER_KIND},
    {{0x84, 205, 0, 4}, 20, 0, RTP_CC_RTCP_OTHER_KIND},
  };
  guint8 data[28];

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    memset (data, 1, sizeof (data));
    memcpy (data, cases[i].head, 4);
    data[cases[i].size - 1] = cases[i].last;
    fail_unless_equals_int (parse (data, cases[i].size), cases[i].result);
    fail_unless_equals_int (n_got, cases[i].result == RTP_CC_RTCP_OK);
  }
  for (gsize size = 0; size < 20; size++)
    fail_if (parse (data, size) == RTP_CC_RTCP_OK);
}

GST_END_TEST;

static gboolean
repeats (RtpCcFirs * firs, guint32 requester, guint32 ssrc, guint8 number)
{
  RtpCcFir fir = { requester, ssrc, number };

  return rtp_cc_firs_repeats (firs, &fir);
}

/* The numbers of each pair are its own, and go round. */
GST_START_TEST (test_fir_repeats)
{
  RtpCcFirs firs;

  memset (&firs, 0, sizeof (firs));
  fail_if (repeats (&firs, 0, 0, 0));
  fail_unless (repeats (&firs, 0, 0, 0));
  fail_if (repeats (&firs, 7, 1, 255));
  fail_if (repeats (&firs, 8, 1, 255));
  fail_if (repeats (&firs, 7, 2, 255));
  fail_unless (repeats (&firs, 7, 1, 255));
  fail_unless (repeats (&firs, 8, 1, 255));
  fail_unless (repeats (&firs, 7, 2, 255));
  fail_if (repeats (&firs, 7, 1, 0));
  fail_unless (repeats (&firs, 7, 1, 0));
  fail_if (repeats (&firs, 7, 1, 255));
  fail_unless (repeats (&firs, 7, 2, 255));
}

GST_END_TEST;

/* However many there are: the last ones are known, and nothing grows. */
GST_START_TEST (test_fir_many_requesters)
{
  RtpCcFirs firs;

  memset (&firs, 0, sizeof (firs));
  for (guint32 i = 0; i < 1000; i++)
    fail_if (repeats (&firs, i, 1, 3));
  fail_unless_equals_int (firs.n_pairs, RTP_CC_FIR_PAIRS);
  for (guint32 i = 1000 - RTP_CC_FIR_PAIRS; i < 1000; i++)
    fail_unless (repeats (&firs, i, 1, 3));
  fail_if (repeats (&firs, 0, 1, 3));
}

GST_END_TEST;

/* RFC 4585 section 6.3.1 */
GST_START_TEST (test_pli)
{
  static const guint8 pli[] = { 0x81, 206, 0, 2, 0, 0, 0, 7, 1, 2, 3, 4 };
  guint8 nack[] = { 0x81, 205, 0, 2, 0, 0, 0, 7, 6, 6, 6, 6 };
  uint32_t ssrc = 0;

  for (gsize size = 0; size <= sizeof (pli); size++) {
    guint8 *cut = g_memdup (pli, MAX (size, 1));        /* of memory that ends there */

    fail_unless_equals_int (rtp_cc_pli_read (cut, size, &ssrc),
        size == sizeof (pli));
    g_free (cut);
  }
  fail_unless_equals_uint64 (ssrc, 0x01020304);
  fail_if (rtp_cc_pli_read (nack, sizeof (nack), &ssrc));
}

GST_END_TEST;

static Suite *
fir_suite (void)
{
  Suite *s = suite_create ("fir");
  TCase *tc = tcase_create ("fir");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_fir_bytes);
  tcase_add_test (tc, test_fir_refuses);
  tcase_add_test (tc, test_pli);
  tcase_add_test (tc, test_fir_repeats);
  tcase_add_test (tc, test_fir_many_requesters);
  return s;
}

GST_CHECK_MAIN (fir);
