/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreampoller.h: waits for many sockets at once, by epoll or by what GLib has
 *
 * Threads wait, others may add, remove, look and wake one that waits.  Mostly one is told
 * of a socket once for all that came until it looked: read it until it is empty.
 */
#ifndef __GST_SCREAM_POLLER_H__
#define __GST_SCREAM_POLLER_H__

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _GstScreamPoller GstScreamPoller;

/* Gets what a socket was added with; it may have been removed by now. */
typedef void (*GstScreamPollerFunc) (gpointer data, gpointer user_data);

GstScreamPoller *gst_scream_poller_new (void);
void gst_scream_poller_free (GstScreamPoller * poller);

/* FALSE if this system cannot wait for it. */
gboolean gst_scream_poller_add (GstScreamPoller * poller, GSocket * socket,
    gpointer data);
void gst_scream_poller_remove (GstScreamPoller * poller, GSocket * socket);

/* Calls @func for each socket that has something.  Returns after @timeout ms
 * at the latest (-1: none), or when woken.  With 0 it may be called by any
 * thread, and takes no wake-up away. */
void gst_scream_poller_wait (GstScreamPoller * poller, gint timeout,
    GstScreamPollerFunc func, gpointer user_data);
void gst_scream_poller_wake (GstScreamPoller * poller);

G_END_DECLS

#endif /* __GST_SCREAM_POLLER_H__ */
