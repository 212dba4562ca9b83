/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreampollerepoll.c: the poller of Linux, at a cost independent of the sockets
 *
 * The resolution of epoll_wait() is a millisecond, so ppoll() waits for the epoll.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE             /* ppoll */
#endif
#include "gstscreampoller.h"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct _GstScreamPoller
{
  gint epoll_fd;
  gint wake_fd;
};

GstScreamPoller *
gst_scream_poller_new (void)
{
  GstScreamPoller *poller = g_new0 (GstScreamPoller, 1);

  poller->epoll_fd = epoll_create1 (EPOLL_CLOEXEC);
  poller->wake_fd = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
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

/* A process without file descriptors has none to be woken by. */
#define LOOK_WITHOUT_WAKE (10 * GST_MSECOND)

/* TRUE: a socket may have something. */
static gboolean
sleep_for (GstScreamPoller * poller, GstClockTime timeout, gboolean listens)
{
  struct pollfd fds[] = { {poller->wake_fd, POLLIN, 0},
  {poller->epoll_fd, POLLIN, 0}
  };
  struct timespec time = { 0, };
  guint64 count;

  if (poller->wake_fd < 0)
    timeout = MIN (timeout, LOOK_WITHOUT_WAKE);
  if (timeout != GST_CLOCK_TIME_NONE)
    GST_TIME_TO_TIMESPEC (timeout, time);
  if (ppoll (fds, listens ? 2 : 1,
          timeout == GST_CLOCK_TIME_NONE ? NULL : &time, NULL) > 0
      && fds[0].revents != 0) {
    gssize size = read (poller->wake_fd, &count, sizeof (count));

    (void) size;
  }
  return !listens || fds[1].revents != 0;
}

guint
gst_scream_poller_wait (GstScreamPoller * poller, GstClockTime timeout,
    gboolean listens, gpointer told[GST_SCREAM_POLLER_TOLD])
{
  struct epoll_event events[GST_SCREAM_POLLER_TOLD];
  gint n = 0, i;

  if (sleep_for (poller, timeout, listens))
    n = epoll_wait (poller->epoll_fd, events, GST_SCREAM_POLLER_TOLD, 0);
  for (i = 0; i < n; i++)
    told[i] = events[i].data.ptr;
  return (guint) MAX (n, 0);
}

void
gst_scream_poller_wake (GstScreamPoller * poller)
{
  guint64 one = 1;
  gssize size = write (poller->wake_fd, &one, sizeof (one));

  (void) size;
}
