/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads sockets of UDP sinks, each as a source of the loop.
 *
 * It reads through copies of the file descriptors: a sink that closes its
 * socket, or restarts, must not make this one read from whatever gets the
 * same number next. */
#include "gstdatagrams.h"
#include "gstecnsocket.h"
#include "gstsocketpath.h"

#include <gst/rtpcc/wire/rtpcc-echo.h>

#include <errno.h>
#ifdef G_OS_UNIX
#include <fcntl.h>
#include <unistd.h>
#endif

GST_DEBUG_CATEGORY_STATIC (feedback_reader_debug);
#define GST_CAT_DEFAULT feedback_reader_debug

/* So many errors in a row are what refused packets make, each takes a packet
 * that was sent; beyond that a socket may be broken, so pause each time. */
#define MAX_ERRORS 8
#define ERROR_PAUSE (10 * GST_MSECOND)

#define AT_ONCE GST_DATAGRAMS_AT_ONCE

/* So often is asked before other sources have their turn. */
#define MAX_READ 16

/* How late feedback may be read, to be read together with that of others. */
#define SLACK (500 * GST_USECOND)
#define MAX_SLACK (5 * GST_MSECOND)

/* Where the system cannot tell when there is something, it is looked for. */
#define LOOK_INTERVAL (5 * GST_MSECOND)

typedef struct
{
  GstFeedbackReader *reader;
  GSocket *socket;              /* ours */
  GstDatagrams *datagrams;
  GSocketAddress *known;        /* the peer that was heard last */
  GstScreamLoopSource *source;
  gboolean told;                /* the system tells when there is something,
                                 * the reader's lock */
  guint n_errors;               /* in a row */
  GstClockTime resume;          /* not before this, 0: no pause */
} Inlet;

struct _GstFeedbackReader
{
  GstFeedbackReaderFunc func;
  gpointer user_data;
  GstScreamLoop *loop;
  GPtrArray *inlets;            /* Inlet */
  GPtrArray *peers;             /* GSocketAddress, or NULL */

  GMutex lock;                  /* for what follows */
  GstFeedbackReaderStats stats;
};

static void
reader_init_debug (void)
{
  static gsize once = 0;

  if (g_once_init_enter (&once)) {
    GST_DEBUG_CATEGORY_INIT (feedback_reader_debug, "screamreader", 0,
        "feedback read from UDP sinks' sockets");
    g_once_init_leave (&once, 1);
  }
}

static GPtrArray *
copy_peers (GPtrArray * peers)
{
  GPtrArray *copy;
  guint i;

  if (peers == NULL)
    return NULL;
  copy = g_ptr_array_new_with_free_func (g_object_unref);
  for (i = 0; i < peers->len; i++)
    g_ptr_array_add (copy, g_object_ref (g_ptr_array_index (peers, i)));
  return copy;
}

/* One that sends again has the same object. */
static gboolean
is_peer (Inlet * inlet, GSocketAddress * from)
{
  GPtrArray *peers = inlet->reader->peers;
  guint i;

  if (peers == NULL || from == inlet->known)
    return TRUE;
  for (i = 0; i < peers->len; i++) {
    if (gst_socket_path_same_address (g_ptr_array_index (peers, i), from)) {
      g_set_object (&inlet->known, from);
      return TRUE;
    }
  }
  return FALSE;
}

/* A receiver that hears two senders asks whether it is this one. The answer is
 * shorter than the question. */
static void
inlet_answer (Inlet * inlet, const GstFeedbackQuestion * question,
    GSocketAddress * from)
{
  guint8 answer[RTP_CC_ECHO_ANSWER_SIZE];

  rtp_cc_echo_write_answer (answer, question->ssrc, question->number);
  gst_ecn_socket_send_not_ect (inlet->socket, from, NULL, answer,
      sizeof (answer), NULL);
}

static void
inlet_take (Inlet * inlet, const guint8 * data, gsize size,
    GSocketAddress * from)
{
  GstFeedbackReader *reader = inlet->reader;
  GstFeedbackQuestion question = { FALSE, };
  gboolean wanted = is_peer (inlet, from);

  g_mutex_lock (&reader->lock);
  if (wanted) {
    reader->stats.datagrams++;
    reader->stats.bytes += size;
  } else {
    reader->stats.from_unknown_peers++;
  }
  g_mutex_unlock (&reader->lock);

  if (!wanted)
    return;
  reader->func (data, size, &question, reader->user_data);
  if (question.asked)
    inlet_answer (inlet, &question, from);
}

/* ICMP messages come as errors of the socket and are gone with that. A socket
 * that goes on to fail must not keep a processor busy. */
static void
inlet_note_error (Inlet * inlet, const gchar * message)
{
  GstFeedbackReader *reader = inlet->reader;

  GST_DEBUG ("socket error: %s", message);
  g_mutex_lock (&reader->lock);
  reader->stats.errors++;
  g_mutex_unlock (&reader->lock);
  if (++inlet->n_errors > MAX_ERRORS)
    inlet->resume = gst_scream_loop_now (reader->loop) + ERROR_PAUSE;
}

/* The datagrams that have come, up to AT_ONCE: one call of the system finds them
 * and that there are no more. -1 and @error if there is none. */
static gint
inlet_receive (Inlet * inlet, GError ** error)
{
  gint i, n = gst_datagrams_read (inlet->datagrams, inlet->socket, error);

  for (i = 0; i < n; i++) {
    const GstDatagram *datagram =
        gst_datagrams_get (inlet->datagrams, (guint) i);

    if (datagram->from != NULL)
      inlet_take (inlet, datagram->data, datagram->size, datagram->from);
  }
  return n;
}

/* TRUE: there may be more. */
static gboolean
inlet_drain (Inlet * inlet)
{
  GError *error = NULL;
  gint n = AT_ONCE;
  guint i;

  for (i = 0; i < MAX_READ && n == AT_ONCE; i++) {
    n = inlet_receive (inlet, &error);
    if (n > 0)
      inlet->n_errors = 0;
  }
  if (error == NULL)
    return n == AT_ONCE;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    n = 0;
  else
    inlet_note_error (inlet, error->message);
  g_clear_error (&error);
  return n != 0;
}

/* GstScreamLoopFunc */
static GstClockTime
inlet_on_time (GstClockTime now, gpointer user_data)
{
  Inlet *inlet = user_data;
  gboolean told;

  if (now < inlet->resume)
    return inlet->resume;
  inlet->resume = 0;
  if (inlet_drain (inlet))
    return inlet->resume;
  g_mutex_lock (&inlet->reader->lock);
  told = inlet->told;
  g_mutex_unlock (&inlet->reader->lock);
  return told ? GST_CLOCK_TIME_NONE : now + LOOK_INTERVAL;
}

#ifdef G_OS_UNIX

/* Another socket for the same port. NULL if @socket is closed. */
static GSocket *
copy_socket (GSocket * socket, GError ** error)
{
  gint fd = fcntl (g_socket_get_fd (socket), F_DUPFD_CLOEXEC, 0);
  GSocket *copy;

  if (fd < 0) {
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
        "cannot read the socket: %s", g_strerror (errno));
    return NULL;
  }
  copy = g_socket_new_from_fd (fd, error);
  if (copy == NULL)
    close (fd);
  else
    g_socket_set_blocking (copy, FALSE);
  return copy;
}

#else

static GSocket *
copy_socket (GSocket * socket, GError ** error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
      "sockets of others cannot be read on this system; link rtcp_sink");
  return NULL;
}

#endif

static void
inlet_free (gpointer data)
{
  Inlet *inlet = data;

  if (inlet->told)
    gst_scream_loop_remove_socket (inlet->source, inlet->socket);
  if (inlet->source != NULL)
    gst_scream_loop_remove (inlet->source);
  g_object_unref (inlet->socket);
  g_clear_object (&inlet->known);
  gst_datagrams_free (inlet->datagrams);
  g_free (inlet);
}

/* Takes @socket. */
static void
reader_add_inlet (GstFeedbackReader * reader, GSocket * socket)
{
  Inlet *inlet = g_new0 (Inlet, 1);

  inlet->reader = reader;
  inlet->socket = socket;
  inlet->datagrams = gst_datagrams_new ();
  g_ptr_array_add (reader->inlets, inlet);
}

/* What came before is read as well. */
static void
reader_start (GstFeedbackReader * reader)
{
  guint i;

  for (i = 0; i < reader->inlets->len; i++) {
    Inlet *inlet = g_ptr_array_index (reader->inlets, i);

    inlet->source = gst_scream_loop_add (reader->loop, inlet_on_time, inlet,
        SLACK, MAX_SLACK);
    g_mutex_lock (&reader->lock);
    inlet->told = gst_scream_loop_add_socket (inlet->source, inlet->socket);
    g_mutex_unlock (&reader->lock);
    gst_scream_loop_wake (inlet->source, 0);
  }
}

/* FALSE and @error if there is none. */
static gboolean
reader_add_sockets (GstFeedbackReader * reader, GPtrArray * sockets,
    GError ** error)
{
  guint i;

  for (i = 0; i < sockets->len; i++) {
    GSocket *copy;

    g_clear_error (error);
    copy = copy_socket (g_ptr_array_index (sockets, i), error);
    if (copy != NULL)
      reader_add_inlet (reader, copy);
  }
  if (reader->inlets->len == 0) {
    if (sockets->len == 0)
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no socket");
    return FALSE;
  }
  g_clear_error (error);
  return TRUE;
}

GstFeedbackReader *
gst_feedback_reader_new (GstScreamLoop * loop, GPtrArray * sockets,
    GPtrArray * peers, GstFeedbackReaderFunc func, gpointer user_data,
    GError ** error)
{
  GstFeedbackReader *reader = g_new0 (GstFeedbackReader, 1);
  GError *reason = NULL;

  reader_init_debug ();
  reader->func = func;
  reader->user_data = user_data;
  reader->loop = gst_object_ref (loop);
  reader->inlets = g_ptr_array_new_with_free_func (inlet_free);
  reader->peers = copy_peers (peers);
  g_mutex_init (&reader->lock);

  if (!reader_add_sockets (reader, sockets, &reason)) {
    g_propagate_error (error, reason);
    gst_feedback_reader_free (reader);
    return NULL;
  }
  reader_start (reader);
  return reader;
}

void
gst_feedback_reader_get_stats (GstFeedbackReader * reader,
    GstFeedbackReaderStats * stats)
{
  g_mutex_lock (&reader->lock);
  *stats = reader->stats;
  g_mutex_unlock (&reader->lock);
}

void
gst_feedback_reader_free (GstFeedbackReader * reader)
{
  if (reader == NULL)
    return;

  g_ptr_array_unref (reader->inlets);
  if (reader->peers != NULL)
    g_ptr_array_unref (reader->peers);
  gst_object_unref (reader->loop);
  g_mutex_clear (&reader->lock);
  g_free (reader);
}
