/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwapp.h: a pipeline that runs until it is interrupted */
#ifndef BW_APP_H
#define BW_APP_H

#include <gst/gst.h>

typedef struct _BwApp BwApp;

/* Each @interval_ms while it runs, and once before it stops. */
typedef void (*BwTickFunc) (gpointer user_data);
/* An element message or warning of the pipeline. */
typedef void (*BwMessageFunc) (GstMessage * message, gpointer user_data);

/* Starts GStreamer, and finds our plugin where it was installed. */
void bw_app_init (void);

/* An element of this kind; exits with one line that says what to do if there is
 * none. */
GstElement *bw_app_make (const gchar * program, const gchar * factory);

/* Takes @pipeline, which is in PAUSED or below; @seconds 0: for ever.  Returns
 * the exit status. */
gint bw_app_run (const gchar * program, GstElement * pipeline,
    gdouble seconds, guint interval_ms, BwTickFunc tick,
    BwMessageFunc message, gpointer user_data);

#endif /* BW_APP_H */
