/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamnap.h: a thread sleeps until a time of the system's clock, or until it
 * is woken
 *
 * gst_clock_id_unschedule() wakes a thread while it holds a lock that the thread
 * then takes: each time it wakes up twice.  Here it wakes up once.
 */
#ifndef __GST_SCREAM_NAP_H__
#define __GST_SCREAM_NAP_H__

#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct _GstScreamNap GstScreamNap;

GstScreamNap *gst_scream_nap_new (void);
GstScreamNap *gst_scream_nap_ref (GstScreamNap * nap);
void gst_scream_nap_unref (GstScreamNap * nap);

/* What ends it from now on counts. */
void gst_scream_nap_begin (GstScreamNap * nap);
/* Until @clock, which runs as the system's does, shows @time; NONE: until it is ended.
 * A time that is past takes no sleep.  TRUE: it was ended. */
gboolean gst_scream_nap_until (GstScreamNap * nap, GstClock * clock,
    GstClockTime time);
/* Any thread. */
void gst_scream_nap_end (GstScreamNap * nap);

G_END_DECLS

#endif /* __GST_SCREAM_NAP_H__ */
