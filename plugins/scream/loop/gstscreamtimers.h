/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtimers.h: a heap of timers */
#pragma once

#include <gst/gst.h>

/* Embedded in the object to call. */
typedef struct
{
  GstClockTime time;            /* what is compared; NONE: not in the heap */
  guint index;
} GstScreamTimer;

typedef struct
{
  GPtrArray *heap;              /* GstScreamTimer; the first is at 0 */
} GstScreamTimers;

void gst_scream_timers_init (GstScreamTimers * timers);
void gst_scream_timers_clear (GstScreamTimers * timers);
/* Before the first use. */
void gst_scream_timer_init (GstScreamTimer * timer);
/* Sets or moves it; NONE removes it. */
void gst_scream_timers_set (GstScreamTimers * timers, GstScreamTimer * timer,
    GstClockTime time);
/* NULL: no timer. */
GstScreamTimer *gst_scream_timers_first (const GstScreamTimers * timers);
