/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreampollerglib.c: the poller of systems without epoll
 *
 * g_poll() is level-triggered: it reports a socket also while another thread is about to
 * read it, so a reported socket rests for a millisecond.  A wait ends up to a millisecond
 * late.
 */
#include "gstscreampoller.h"

/* OURS: so long does a socket rest, in ms.  At half of it a slow reader costs twice the
 * wake-ups; at double of it feedback is later than the reader is elsewhere. */
#define REST 1

struct _GstScreamPoller
{
  GCancellable *wake;
  GMutex lock;
  GArray *fds;                  /* GPollFD: that of wake, then the sockets */
  GPtrArray *data;              /* of each */
  gboolean sleeps;              /* a thread waits for those that it knows */
};

GstScreamPoller *
gst_scream_poller_new (void)
{
  GstScreamPoller *poller = g_new0 (GstScreamPoller, 1);
  GPollFD fd = { 0, };

  poller->wake = g_cancellable_new ();
  g_mutex_init (&poller->lock);
  poller->fds = g_array_new (FALSE, FALSE, sizeof (GPollFD));
  poller->data = g_ptr_array_new ();
  g_cancellable_make_pollfd (poller->wake, &fd);
  g_array_append_val (poller->fds, fd);
  g_ptr_array_add (poller->data, poller);
  return poller;
}

void
gst_scream_poller_free (GstScreamPoller * poller)
{
  g_cancellable_release_fd (poller->wake);
  g_object_unref (poller->wake);
  g_array_unref (poller->fds);
  g_ptr_array_unref (poller->data);
  g_mutex_clear (&poller->lock);
  g_free (poller);
}

gboolean
gst_scream_poller_add (GstScreamPoller * poller, GSocket * socket,
    gpointer data)
{
  GPollFD fd = { g_socket_get_fd (socket), G_IO_IN, 0 };

  g_mutex_lock (&poller->lock);
  g_array_append_val (poller->fds, fd);
  g_ptr_array_add (poller->data, data);
  if (poller->sleeps)
    gst_scream_poller_wake (poller);
  g_mutex_unlock (&poller->lock);
  return TRUE;
}

/* With the lock: NULL if it is not there any more. */
static GPollFD *
find (GstScreamPoller * poller, gint fd, guint * i)
{
  for (*i = 1; *i < poller->fds->len; (*i)++) {
    GPollFD *entry = &g_array_index (poller->fds, GPollFD, *i);

    if (entry->fd == fd)
      return entry;
  }
  return NULL;
}

void
gst_scream_poller_remove (GstScreamPoller * poller, GSocket * socket)
{
  guint i;

  g_mutex_lock (&poller->lock);
  if (find (poller, g_socket_get_fd (socket), &i) != NULL) {
    g_array_remove_index (poller->fds, i);
    g_ptr_array_remove_index (poller->data, i);
  }
  g_mutex_unlock (&poller->lock);
}

/* A copy of those that do not rest, which are all the next time; TRUE: some do. */
static gboolean
get_fds (GstScreamPoller * poller, GArray * fds)
{
  gboolean rests = FALSE;
  guint i;

  g_array_set_size (fds, 0);
  g_mutex_lock (&poller->lock);
  poller->sleeps = TRUE;
  for (i = 0; i < poller->fds->len; i++) {
    GPollFD *fd = &g_array_index (poller->fds, GPollFD, i);

    if (fd->revents == 0)
      g_array_append_val (fds, *fd);
    else
      rests = TRUE;
    fd->revents = 0;
  }
  g_mutex_unlock (&poller->lock);
  return rests;
}

static gboolean
poll_fds (GArray * fds, guint n, gint ms)
{
  return g_poll ((GPollFD *) fds->data, n, ms) > 0;
}

/* With @fds, which it fills. */
static void
sleep_for (GstScreamPoller * poller, GArray * fds, gint ms, gboolean listens)
{
  if (get_fds (poller, fds)) {
    if (poll_fds (fds, listens ? fds->len : 1, ms < 0 ? REST : MIN (ms, REST)))
      return;
    ms = ms < 0 ? ms : MAX (ms - REST, 0);
    get_fds (poller, fds);
  }
  if (!listens) {
    poll_fds (fds, 1, ms);
    ms = 0;
  }
  poll_fds (fds, fds->len, ms);
}

static guint
note_told (GstScreamPoller * poller, GArray * fds,
    gpointer told[GST_SCREAM_POLLER_TOLD])
{
  guint n = 0, i, at;

  g_mutex_lock (&poller->lock);
  poller->sleeps = FALSE;
  for (i = 1; i < fds->len && n < GST_SCREAM_POLLER_TOLD; i++) {
    const GPollFD *fd = &g_array_index (fds, GPollFD, i);
    GPollFD *entry = fd->revents != 0 ? find (poller, fd->fd, &at) : NULL;

    if (entry == NULL)
      continue;
    entry->revents = fd->revents;
    told[n++] = g_ptr_array_index (poller->data, at);
  }
  g_mutex_unlock (&poller->lock);
  return n;
}

guint
gst_scream_poller_wait (GstScreamPoller * poller, GstClockTime timeout,
    gboolean listens, gpointer told[GST_SCREAM_POLLER_TOLD])
{
  GArray *fds = g_array_new (FALSE, FALSE, sizeof (GPollFD));
  gint ms = timeout == GST_CLOCK_TIME_NONE ? -1
      : (gint) MIN ((timeout + GST_MSECOND - 1) / GST_MSECOND, G_MAXINT);
  guint n;

  sleep_for (poller, fds, ms, listens);
  g_cancellable_reset (poller->wake);
  n = note_told (poller, fds, told);
  g_array_unref (fds);
  return n;
}

void
gst_scream_poller_wake (GstScreamPoller * poller)
{
  g_cancellable_cancel (poller->wake);
}
