/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamloop.h: the thread that screamtx elements share
 *
 * A source is a function that is called at a time, or when its socket is readable, and
 * returns the time of its next call.  One thread waits for times and sockets and calls all
 * sources of a loop, one after the other.
 *
 * A call that blocks for 15 ms downstream keeps its thread, and another one takes over:
 * within 100 ms if no source is due.  A separate thread then calls that source, until it
 * is quick again.
 *
 * Without sources there is no thread.  With several clients, calls are combined, for fewer
 * wake-ups.
 */
#pragma once

#include <gio/gio.h>
#include <gst/gst.h>

#define GST_TYPE_SCREAM_LOOP (gst_scream_loop_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamLoop, gst_scream_loop, GST, SCREAM_LOOP,
    GstObject)

typedef struct _GstScreamLoopSource GstScreamLoopSource;

/* Called without locks, by one thread at a time. @now: the time on the loop's clock.
 * Returns the time of the next call; 0: at once, after the others; NONE: at the next
 * wake. */
typedef GstClockTime (*GstScreamLoopFunc) (GstClockTime now,
    gpointer user_data);

GstScreamLoop *gst_scream_loop_new (GstClock * clock);

/* Their clients count together. */
GstScreamLoop *gst_scream_loop_new_beside (GstScreamLoop * other);

GstClockTime gst_scream_loop_now (GstScreamLoop * loop);

/* The elements that use it. Any thread. */
void gst_scream_loop_add_client (GstScreamLoop * loop);
void gst_scream_loop_remove_client (GstScreamLoop * loop);
guint gst_scream_loop_get_n_clients (GstScreamLoop * loop);

/* Shortest useful interval between calls, ns: actions that are closer should be
 * combined. Grows with the clients. Any thread. */
GstClockTime gst_scream_loop_get_min_interval (GstScreamLoop * loop);

/* FALSE: the system has refused a thread, so sources are not called. */
gboolean gst_scream_loop_has_thread (GstScreamLoop * loop);

/* @slack: allowed lateness of a call, ns, for combining calls; up to @max_slack with
 * many. */
GstScreamLoopSource *gst_scream_loop_add (GstScreamLoop * loop,
    GstScreamLoopFunc func, gpointer user_data, GstClockTime slack,
    GstClockTime max_slack);
/* No call follows the return, except the one that calls this. Frees it. */
void gst_scream_loop_remove (GstScreamLoopSource * source);

/* Calls it at this time, or at an earlier scheduled one. */
void gst_scream_loop_wake (GstScreamLoopSource * source, GstClockTime time);

/* The same in two steps, for a caller that holds a lock of the source: the first with
 * the lock, the second without it, with the result of the first. So the thread does not
 * wake up only to wait for that lock. The source may be gone at the second step. */
GstScreamLoop *gst_scream_loop_wake_begin (GstScreamLoopSource * source,
    GstClockTime time);
void gst_scream_loop_wake_end (GstScreamLoop * sleeper);

/* TRUE: this thread calls the source in place of the loop, until
 * gst_scream_loop_end_call() with the time of the next call. FALSE: it is in a call,
 * its last call took long, or the clock is a test clock. */
gboolean gst_scream_loop_begin_call (GstScreamLoopSource * source);
void gst_scream_loop_end_call (GstScreamLoopSource * source, GstClockTime next);
/* The loop makes the next call, because it may take long. */
void gst_scream_loop_doubt (GstScreamLoopSource * source);

/* Calls it at once; with many sources, soon, combined with others. */
void gst_scream_loop_wake_soon (GstScreamLoopSource * source);

/* Wakes the source when the socket is readable; FALSE if this system does not support
 * it. */
gboolean gst_scream_loop_add_socket (GstScreamLoopSource * source,
    GSocket * socket);
void gst_scream_loop_remove_socket (GstScreamLoopSource * source,
    GSocket * socket);
