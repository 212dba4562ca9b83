/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linktest.h: packets into a link and out of it, at given times */
#ifndef LINKTEST_H
#define LINKTEST_H

#include <gst/check/gstcheck.h>
#include <gst/lab/linkemu/linkemu.h>

/* Not zero and not a whole ms: code that takes 0 for "unset", or counts from
 * the epoch of the clock, must fail here. */
#define T0 (G_GINT64_CONSTANT (1234567) * GST_USECOND + 89)
#define MS ((gint64) GST_MSECOND)

LinkEmuConfig config_at (guint64 bitrate);
gboolean is_taken (LinkEmu * link, int packet, guint size, gint64 now);
void enqueue (LinkEmu * link, int packet, guint size, gint64 now);

/* The next packet at @now; 0: none. */
int dequeue (LinkEmu * link, LinkEmuDeparture * departure, gint64 now);

/* The next packet is @packet, at exactly @time. */
void expect (LinkEmu * link, int packet, gint64 time);

/* Takes the next packet whenever it comes. */
int take (LinkEmu * link, gint64 * time);

LinkEmuStats stats_at (LinkEmu * link, gint64 now);
int count_accepted (LinkEmu * link, int n, guint size, gint64 now);
LinkEmuRate *trace_of (const char *lines);

#endif /* LINKTEST_H */
