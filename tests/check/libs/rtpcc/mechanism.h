/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* mechanism.h: what the tests of gst/rtpcc share */
#ifndef MECHANISM_H
#define MECHANISM_H

#include <gst/check/gstcheck.h>
#include <gst/rtpcc/rtpcc.h>

/* The controllers of this build */
#ifdef HAVE_RESEARCH
#include <gst/lab/control/rtpcc-lab.h>
#define find_controller rtp_cc_lab_find
#define nth_controller rtp_cc_lab_nth
#else
#include <gst/rtpcc/control/rtpcc-controllers.h>
#define find_controller rtp_cc_find
#define nth_controller rtp_cc_nth
#endif

/* Odd, and neither zero nor a multiple of any interval. */
#define T0 (G_GINT64_CONSTANT (987654321987))
#define US RTP_CC_USECOND
#define MS RTP_CC_MSECOND
#define S RTP_CC_SECOND

/* For loops: fail_unless() makes a note of each place that it passes. */
#define check(cond) G_STMT_START { \
    if (G_UNLIKELY (!(cond))) \
      fail_unless (FALSE, "not true: " #cond); \
  } G_STMT_END

/* How many of @n seeds: under sanitizers and valgrind a fifth shows all that they
 * can find, and tests/run sets FEW_SEEDS. */
static inline int
seeds (int n)
{
  return g_getenv ("FEW_SEEDS") != NULL ? (n + 4) / 5 : n;
}

static inline int
n_controllers (void)
{
  int n = 0;

  while (nth_controller ((size_t) n) != NULL)
    n++;
  return n;
}

#endif /* MECHANISM_H */
