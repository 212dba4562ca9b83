/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreampollerepoll.c: the poller of Linux, whose cost does not grow with the sockets */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreampoller.h"

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
gst_scream_poller_add (GstScreamPoller * poller, GSocket * socket,
    gpointer data)
{
  struct epoll_event event = { 0, };

  event.events = EPOLLIN | EPOLLET;
  event.data.ptr = data;
  return epoll_ctl (poller->epoll_fd, EPOLL_CTL_ADD,
      g_socket_get_fd (socket), &event) == 0;
}

void
gst_scream_poller_remove (GstScreamPoller * poller, GSocket * socket)
{
  struct epoll_event event = { 0, };

  epoll_ctl (poller->epoll_fd, EPOLL_CTL_DEL, g_socket_get_fd (socket), &event);
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
