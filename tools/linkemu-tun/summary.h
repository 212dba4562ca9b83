/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* summary.h: what a run was, and whether it is to be trusted */
#ifndef LINKEMU_TUN_SUMMARY_H
#define LINKEMU_TUN_SUMMARY_H

#include "forwarder.h"

typedef struct
{
  LinkEmuStats stats;
  TunLosses losses;
} TunDirectionSummary;

typedef struct
{
  TunDirectionSummary forward, back;
  gdouble seconds, cpu_seconds;
  gint64 late_p50, late_p99, late_p999, late_max;       /* ns */
  gboolean realtime;            /* a real-time policy was set */
  guint64 log_lost;             /* lines */
  gboolean trusted;
} TunSummary;

void tun_summary_fill (TunSummary * summary, TunForwarder * forwarder,
    gint64 started);
/* Why a run is not to be trusted, one line. */
gchar *tun_summary_doubt (const TunSummary * summary);
gchar *tun_summary_json (const TunSummary * summary);
/* One line for people. */
gchar *tun_summary_line (const TunSummary * summary);

#endif /* LINKEMU_TUN_SUMMARY_H */
