/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreampoller.c: epoll, whose cost does not grow with the sockets */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreampoller.h"

#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Sockets that are told of at a time; the others follow at once. */
#define MAX_EVENTS 64

struct _GstScreamPoller
{
  gint epoll_fd;
  gint wake_fd;
};

GstScreamPoller *
gst_scream_poller_new (void)
{
  GstScreamPoller *poller = g_new0 (GstScreamPoller, 1);
  struct epoll_event event = { 0, };

  poller->epoll_fd = epoll_create1 (EPOLL_CLOEXEC);
  poller->wake_fd = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  event.events = EPOLLIN;
  event.data.ptr = poller;
  epoll_ctl (poller->epoll_fd, EPOLL_CTL_ADD, poller->wake_fd, &event);
  return poller;
}

void
gst_scream_poller_free (GstScreamPoller * poller)
{
  close (poller->epoll_fd);
  close (poller->wake_fd);
  g_free (poller);
}

gboolean
gst_scream_poller_add (GstScreamPoller * poller, gint fd, gpointer socket)
{
  struct epoll_event event = { 0, };

  event.events = EPOLLIN | EPOLLET;
  event.data.ptr = socket;
  return epoll_ctl (poller->epoll_fd, EPOLL_CTL_ADD, fd, &event) == 0;
}

void
gst_scream_poller_remove (GstScreamPoller * poller, gint fd)
{
  struct epoll_event event = { 0, };

  epoll_ctl (poller->epoll_fd, EPOLL_CTL_DEL, fd, &event);
}

void
gst_scream_poller_wait (GstScreamPoller * poller, gint timeout,
    GstScreamPollerFunc func, gpointer user_data)
{
  struct epoll_event events[MAX_EVENTS];
  gint n = epoll_wait (poller->epoll_fd, events, MAX_EVENTS, timeout);
  gint i;

  for (i = 0; i < n; i++) {
    if (events[i].data.ptr == poller) {
      guint64 count;
      gssize size;

      if (timeout == 0)
        continue;
      size = read (poller->wake_fd, &count, sizeof (count));

      (void) size;
    } else {
      func (events[i].data.ptr, user_data);
    }
  }
}

void
gst_scream_poller_wake (GstScreamPoller * poller)
{
  guint64 one = 1;
  gssize size = write (poller->wake_fd, &one, sizeof (one));

  (void) size;
}

#else /* !__linux__ */

struct _GstScreamPoller
{
  GMutex lock;
  GCond cond;
  gboolean woken;
};

GstScreamPoller *
gst_scream_poller_new (void)
{
  GstScreamPoller *poller = g_new0 (GstScreamPoller, 1);

  g_mutex_init (&poller->lock);
  g_cond_init (&poller->cond);
  return poller;
}

void
gst_scream_poller_free (GstScreamPoller * poller)
{
  g_mutex_clear (&poller->lock);
  g_cond_clear (&poller->cond);
  g_free (poller);
}

gboolean
gst_scream_poller_add (GstScreamPoller * poller, gint fd, gpointer socket)
{
  (void) poller;
  (void) fd;
  (void) socket;
  return FALSE;
}

void
gst_scream_poller_remove (GstScreamPoller * poller, gint fd)
{
  (void) poller;
  (void) fd;
}

void
gst_scream_poller_wait (GstScreamPoller * poller, gint timeout,
    GstScreamPollerFunc func, gpointer user_data)
{
  gint64 end = g_get_monotonic_time () + timeout * G_TIME_SPAN_MILLISECOND;
  gboolean in_time = TRUE;

  (void) func;
  (void) user_data;
  g_mutex_lock (&poller->lock);
  while (!poller->woken && in_time) {
    if (timeout < 0)
      g_cond_wait (&poller->cond, &poller->lock);
    else
      in_time = g_cond_wait_until (&poller->cond, &poller->lock, end);
  }
  poller->woken = FALSE;
  g_mutex_unlock (&poller->lock);
}

void
gst_scream_poller_wake (GstScreamPoller * poller)
{
  g_mutex_lock (&poller->lock);
  poller->woken = TRUE;
  g_cond_signal (&poller->cond);
  g_mutex_unlock (&poller->lock);
}

#endif
