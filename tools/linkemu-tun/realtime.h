/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* realtime.h: what makes the forwarder wake up in time */
#ifndef LINKEMU_TUN_REALTIME_H
#define LINKEMU_TUN_REALTIME_H

#include <glib.h>

/* For the calling thread: no timer slack, memory stays in place, and SCHED_FIFO
 * with @priority, unless that is 0 or a real-time policy is set already.
 * Returns an errno when there is no such priority. */
int tun_realtime_begin (gint priority);
/* CLOCK_MONOTONIC, ns */
gint64 tun_realtime_now (void);

#endif /* LINKEMU_TUN_REALTIME_H */
