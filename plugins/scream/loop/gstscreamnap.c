/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamnap.c: see gstscreamnap.h */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamnap.h"

struct _GstScreamNap
{
  GMutex lock;
  GCond cond;
  gboolean over;
};

GstScreamNap *
gst_scream_nap_new (void)
{
  GstScreamNap *nap = g_atomic_rc_box_new0 (GstScreamNap);

  g_mutex_init (&nap->lock);
  g_cond_init (&nap->cond);
  return nap;
}

GstScreamNap *
gst_scream_nap_ref (GstScreamNap * nap)
{
  return g_atomic_rc_box_acquire (nap);
}

static void
clear (gpointer data)
{
  GstScreamNap *nap = data;

  g_mutex_clear (&nap->lock);
  g_cond_clear (&nap->cond);
}

void
gst_scream_nap_unref (GstScreamNap * nap)
{
  g_atomic_rc_box_release_full (nap, clear);
}

void
gst_scream_nap_begin (GstScreamNap * nap)
{
  g_mutex_lock (&nap->lock);
  nap->over = FALSE;
  g_mutex_unlock (&nap->lock);
}

/* Never early: both clocks are read, and cut off to 1 us.  0: it is past. */
static gint64
end_of (GstClock * clock, GstClockTime time)
{
  GstClockTimeDiff left = GST_CLOCK_DIFF (gst_clock_get_time (clock), time);

  if (left <= 0)
    return 0;
  return g_get_monotonic_time () + left / (gint64) GST_USECOND + 1;
}

/* With the lock.  FALSE: the time has come. */
static gboolean
wait_once (GstScreamNap * nap, gint64 end)
{
  if (end != G_MAXINT64)
    return g_cond_wait_until (&nap->cond, &nap->lock, end);
  g_cond_wait (&nap->cond, &nap->lock);
  return TRUE;
}

gboolean
gst_scream_nap_until (GstScreamNap * nap, GstClock * clock, GstClockTime time)
{
  gint64 end = time == GST_CLOCK_TIME_NONE ? G_MAXINT64 : end_of (clock, time);
  gboolean over, in_time = end > 0;

  g_mutex_lock (&nap->lock);
  while (!nap->over && in_time)
    in_time = wait_once (nap, end);
  over = nap->over;
  nap->over = FALSE;
  g_mutex_unlock (&nap->lock);
  return over;
}

void
gst_scream_nap_end (GstScreamNap * nap)
{
  g_mutex_lock (&nap->lock);
  nap->over = TRUE;
  g_mutex_unlock (&nap->lock);
  g_cond_signal (&nap->cond);
}
