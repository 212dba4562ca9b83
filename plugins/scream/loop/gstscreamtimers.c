/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtimers.c: a binary heap; each timer has its index */
#include "gstscreamtimers.h"

void
gst_scream_timers_init (GstScreamTimers * timers)
{
  timers->heap = g_ptr_array_new ();
}

void
gst_scream_timers_clear (GstScreamTimers * timers)
{
  g_clear_pointer (&timers->heap, g_ptr_array_unref);
}

void
gst_scream_timer_init (GstScreamTimer * timer)
{
  timer->time = GST_CLOCK_TIME_NONE;
  timer->index = 0;
}

static GstClockTime
time_at (const GstScreamTimers * timers, guint i)
{
  return ((GstScreamTimer *) g_ptr_array_index (timers->heap, i))->time;
}

static void
put (GstScreamTimers * timers, guint i, GstScreamTimer * timer)
{
  g_ptr_array_index (timers->heap, i) = timer;
  timer->index = i;
}

/* The timer belongs at @i or nearer to the first. */
static void
move_up (GstScreamTimers * timers, guint i, GstScreamTimer * timer)
{
  while (i > 0 && time_at (timers, (i - 1) / 2) > timer->time) {
    put (timers, i, g_ptr_array_index (timers->heap, (i - 1) / 2));
    i = (i - 1) / 2;
  }
  put (timers, i, timer);
}

/* The timer belongs at @i or farther from the first. */
static void
move_down (GstScreamTimers * timers, guint i, GstScreamTimer * timer)
{
  guint n = timers->heap->len, child;

  for (child = 2 * i + 1; child < n; child = 2 * i + 1) {
    if (child + 1 < n && time_at (timers, child + 1) < time_at (timers, child))
      child++;
    if (time_at (timers, child) >= timer->time)
      break;
    put (timers, i, g_ptr_array_index (timers->heap, child));
    i = child;
  }
  put (timers, i, timer);
}

static void
take_out (GstScreamTimers * timers, GstScreamTimer * timer)
{
  guint i = timer->index;
  GstScreamTimer *last = g_ptr_array_remove_index (timers->heap,
      timers->heap->len - 1);

  if (last == timer)
    return;
  move_down (timers, i, last);
  move_up (timers, last->index, last);
}

void
gst_scream_timers_set (GstScreamTimers * timers, GstScreamTimer * timer,
    GstClockTime time)
{
  if (timer->time != GST_CLOCK_TIME_NONE)
    take_out (timers, timer);
  timer->time = time;
  if (time == GST_CLOCK_TIME_NONE)
    return;
  g_ptr_array_add (timers->heap, timer);
  move_up (timers, timers->heap->len - 1, timer);
}

GstScreamTimer *
gst_scream_timers_first (const GstScreamTimers * timers)
{
  return timers->heap->len > 0 ? g_ptr_array_index (timers->heap, 0) : NULL;
}
