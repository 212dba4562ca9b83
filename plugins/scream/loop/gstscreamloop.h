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
#ifndef __GST_SCREAM_LOOP_H__
#define __GST_SCREAM_LOOP_H__

#include <gio/gio.h>
#include <gst/gst.h>

G_BEGIN_DECLS

#define GST_TYPE_SCREAM_LOOP (gst_scream_loop_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamLoop, gst_scream_loop, GST, SCREAM_LOOP,
    GstObject)

typedef struct _GstScreamLoopSource GstScreamLoopSource;

/* Called with no lock held, by one thread at a time.  @now: the time on the loop's
 * clock.  Returns the time at which it wants to be called next; 0: at once, after
 * the others; NONE: not before it is woken. */
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

/* ns: what an element does in less time it better does at once, so that there
 * is time for the others. Grows with the clients. Any thread. */
GstClockTime gst_scream_loop_get_min_interval (GstScreamLoop * loop);

/* FALSE: the system has refused a thread, and nothing calls its sources. */
gboolean gst_scream_loop_has_thread (GstScreamLoop * loop);

/* @slack: ns that a call may be late to be put together with others, up to
 * @max_slack where there are many. */
GstScreamLoopSource *gst_scream_loop_add (GstScreamLoop * loop,
    GstScreamLoopFunc func, gpointer user_data, GstClockTime slack,
    GstClockTime max_slack);
/* Is not called any more when this returns, unless it is the caller. Frees it. */
void gst_scream_loop_remove (GstScreamLoopSource * source);

/* Calls it at this time, or earlier if it is called earlier anyway. */
void gst_scream_loop_wake (GstScreamLoopSource * source, GstClockTime time);

/* The same in two steps, for a caller with a lock that the source takes: the first
 * with the lock, the second without it and with what the first returned.  In between
 * the thread sleeps on, so that it does not wake up only to wait for that lock.  The
 * source may be gone by the second. */
GstScreamLoop *gst_scream_loop_wake_begin (GstScreamLoopSource * source,
    GstClockTime time);
void gst_scream_loop_wake_end (GstScreamLoop * sleeper);

/* TRUE: this thread calls the source, in place of that of the loop, until
 * gst_scream_loop_end_call(), with what its function would return.  FALSE: it is in a
 * call, its last one took long, or the clock is that of a test. */
gboolean gst_scream_loop_begin_call (GstScreamLoopSource * source);
void gst_scream_loop_end_call (GstScreamLoopSource * source, GstClockTime next);
/* Its next call is by the loop: it may take long. */
void gst_scream_loop_doubt (GstScreamLoopSource * source);

/* Calls it at once; where there are many, so soon that it can be together with
 * others. */
void gst_scream_loop_wake_soon (GstScreamLoopSource * source);

/* Wakes the source when the socket has something; FALSE if this system cannot
 * tell. */
gboolean gst_scream_loop_add_socket (GstScreamLoopSource * source,
    GSocket * socket);
void gst_scream_loop_remove_socket (GstScreamLoopSource * source,
    GSocket * socket);

G_END_DECLS

#endif /* __GST_SCREAM_LOOP_H__ */
