/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreampoller.h: one thread waits for many sockets, by epoll or by GLib
 *
 * Other threads may add, remove and wake.  Sockets may be reported edge-triggered: read
 * them until they are empty.
 */
#pragma once

#include <gio/gio.h>
#include <gst/gst.h>

/* Sockets reported at a time; the others follow at once. */
#define GST_SCREAM_POLLER_TOLD 64

typedef struct _GstScreamPoller GstScreamPoller;

GstScreamPoller *gst_scream_poller_new (void);
void gst_scream_poller_free (GstScreamPoller * poller);

/* FALSE: unsupported by this system. */
gboolean gst_scream_poller_add (GstScreamPoller * poller, GSocket * socket,
    gpointer data);
void gst_scream_poller_remove (GstScreamPoller * poller, GSocket * socket);

/* For @timeout ns (NONE: no limit), until a wake, or if it @listens until a socket is
 * readable. Returns the number of readable sockets and their data; some may have been
 * removed by now. */
guint gst_scream_poller_wait (GstScreamPoller * poller, GstClockTime timeout,
    gboolean listens, gpointer told[GST_SCREAM_POLLER_TOLD]);
/* This wait, or the next. */
void gst_scream_poller_wake (GstScreamPoller * poller);
