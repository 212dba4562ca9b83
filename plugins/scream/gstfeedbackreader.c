/* One thread that reads sockets of UDP sinks.
 *
 * It reads through copies of the file descriptors: a sink that closes its
 * socket, or restarts, must not make this thread read from whatever gets the
 * same number next. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstsocketpath.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

GST_DEBUG_CATEGORY_STATIC (feedback_reader_debug);
#define GST_CAT_DEFAULT feedback_reader_debug

/* No datagram is larger. */
#define MAX_DATAGRAM 65536

/* So many errors in a row are what refused packets make, each takes a packet
 * that was sent; beyond that a socket may be broken, so pause each time. */
#define MAX_ERRORS 8
#define ERROR_PAUSE (10 * G_TIME_SPAN_MILLISECOND)

struct _GstFeedbackReader
{
  GstFeedbackReaderFunc func;
  gpointer user_data;
  GThread *thread;
  GstPoll *poll;
  GPtrArray *sockets;           /* GSocket, ours */
  GstPollFD *fds;
  guint8 *data;
  guint n_errors;               /* in a row */

  GMutex lock;                  /* for what follows */
  GCond cond;
  gboolean stopping;
  GPtrArray *peers;             /* GSocketAddress, or NULL */
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

static gboolean
is_peer (GstFeedbackReader * reader, GSocketAddress * from)
{
  guint i;

  if (reader->peers == NULL)
    return TRUE;
  for (i = 0; i < reader->peers->len; i++) {
    if (gst_socket_path_same_address (g_ptr_array_index (reader->peers, i),
            from))
      return TRUE;
  }
  return FALSE;
}

static void
reader_take (GstFeedbackReader * reader, gsize size, GSocketAddress * from)
{
  gboolean wanted;

  g_mutex_lock (&reader->lock);
  wanted = is_peer (reader, from) && !reader->stopping;
  if (wanted) {
    reader->stats.datagrams++;
    reader->stats.bytes += size;
  } else {
    reader->stats.strangers++;
  }
  g_mutex_unlock (&reader->lock);

  if (wanted)
    reader->func (reader->data, size, from, reader->user_data);
}

/* ICMP messages come as errors of the socket and are gone with that. A socket
 * that goes on to fail must not keep a processor busy. */
static void
reader_note_error (GstFeedbackReader * reader, const gchar * message)
{
  gint64 end = g_get_monotonic_time () + ERROR_PAUSE;

  GST_DEBUG ("socket error: %s", message);
  g_mutex_lock (&reader->lock);
  reader->stats.errors++;
  if (++reader->n_errors > MAX_ERRORS) {
    while (!reader->stopping
        && g_cond_wait_until (&reader->cond, &reader->lock, end));
  }
  g_mutex_unlock (&reader->lock);
}

/* FALSE and @error if there was no datagram. */
static gboolean
reader_receive (GstFeedbackReader * reader, GSocket * socket, GError ** error)
{
  GSocketAddress *from = NULL;
  gssize size = g_socket_receive_from (socket, &from, (gchar *) reader->data,
      MAX_DATAGRAM, NULL, error);

  if (size < 0)
    return FALSE;
  if (from == NULL) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "no sender");
    return FALSE;
  }

  reader->n_errors = 0;
  reader_take (reader, size, from);
  g_object_unref (from);
  return TRUE;
}

static gboolean
reader_is_stopping (GstFeedbackReader * reader)
{
  gboolean stopping;

  g_mutex_lock (&reader->lock);
  stopping = reader->stopping;
  g_mutex_unlock (&reader->lock);
  return stopping;
}

/* All that a socket has. One that was ready and has nothing is broken, shut
 * down for example, or was read by somebody else. */
static void
reader_drain (GstFeedbackReader * reader, GSocket * socket)
{
  GError *error = NULL;
  guint n = 0;

  while (!reader_is_stopping (reader)
      && reader_receive (reader, socket, &error))
    n++;
  if (error != NULL && (n == 0
          || !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK)))
    reader_note_error (reader, error->message);
  g_clear_error (&error);
}

static gpointer
reader_run (gpointer user_data)
{
  GstFeedbackReader *reader = user_data;
  guint i;

  while (!reader_is_stopping (reader)) {
    if (gst_poll_wait (reader->poll, GST_CLOCK_TIME_NONE) <= 0)
      continue;
    for (i = 0; i < reader->sockets->len; i++) {
      GstPollFD *fd = &reader->fds[i];

      if (gst_poll_fd_can_read (reader->poll, fd)
          || gst_poll_fd_has_error (reader->poll, fd)
          || gst_poll_fd_has_closed (reader->poll, fd))
        reader_drain (reader, g_ptr_array_index (reader->sockets, i));
    }
  }
  return NULL;
}

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
      g_ptr_array_add (reader->sockets, copy);
  }
  if (reader->sockets->len == 0) {
    if (sockets->len == 0)
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no socket");
    return FALSE;
  }
  g_clear_error (error);

  reader->fds = g_new0 (GstPollFD, reader->sockets->len);
  for (i = 0; i < reader->sockets->len; i++) {
    gst_poll_fd_init (&reader->fds[i]);
    reader->fds[i].fd =
        g_socket_get_fd (g_ptr_array_index (reader->sockets, i));
    gst_poll_add_fd (reader->poll, &reader->fds[i]);
    gst_poll_fd_ctl_read (reader->poll, &reader->fds[i], TRUE);
  }
  return TRUE;
}

GstFeedbackReader *
gst_feedback_reader_new (const gchar * thread_name, GPtrArray * sockets,
    GPtrArray * peers, GstFeedbackReaderFunc func, gpointer user_data,
    GError ** error)
{
  GstFeedbackReader *reader = g_new0 (GstFeedbackReader, 1);
  GError *reason = NULL;

  reader_init_debug ();
  reader->func = func;
  reader->user_data = user_data;
  reader->poll = gst_poll_new (TRUE);
  reader->sockets = g_ptr_array_new_with_free_func (g_object_unref);
  reader->data = g_malloc (MAX_DATAGRAM);
  reader->peers = copy_peers (peers);
  g_mutex_init (&reader->lock);
  g_cond_init (&reader->cond);

  if (reader_add_sockets (reader, sockets, &reason))
    reader->thread = g_thread_try_new (thread_name, reader_run, reader,
        &reason);
  if (reader->thread == NULL) {
    g_propagate_error (error, reason);
    gst_feedback_reader_free (reader);
    return NULL;
  }
  return reader;
}

void
gst_feedback_reader_set_peers (GstFeedbackReader * reader, GPtrArray * peers)
{
  GPtrArray *old, *copy = copy_peers (peers);

  g_mutex_lock (&reader->lock);
  old = reader->peers;
  reader->peers = copy;
  g_mutex_unlock (&reader->lock);
  if (old != NULL)
    g_ptr_array_unref (old);
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

  g_mutex_lock (&reader->lock);
  reader->stopping = TRUE;
  g_cond_signal (&reader->cond);
  g_mutex_unlock (&reader->lock);
  gst_poll_set_flushing (reader->poll, TRUE);
  if (reader->thread != NULL)
    g_thread_join (reader->thread);

  gst_poll_free (reader->poll);
  g_ptr_array_unref (reader->sockets);
  if (reader->peers != NULL)
    g_ptr_array_unref (reader->peers);
  g_mutex_clear (&reader->lock);
  g_cond_clear (&reader->cond);
  g_free (reader->fds);
  g_free (reader->data);
  g_free (reader);
}
