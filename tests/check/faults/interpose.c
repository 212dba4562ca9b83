/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* interpose.c: see interpose.h */
#define _GNU_SOURCE
#include "interpose.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <time.h>

typedef struct
{
  gint error, every;
  gint calls, failed;
  GThread *thread;              /* NULL: any */
} Fault;

static Fault faults[FAULT_KINDS];
static gint wall_clock_ahead;   /* s */

void
fault_set (FaultKind kind, gint error, gint every)
{
  Fault *fault = &faults[kind];

  g_atomic_int_set (&fault->every, 0);
  g_atomic_int_set (&fault->error, error);
  g_atomic_int_set (&fault->failed, 0);
  fault->thread = kind == FAULT_THREAD ? g_thread_self () : NULL;
  g_atomic_int_set (&fault->every, every);
}

gint
fault_count (FaultKind kind)
{
  return g_atomic_int_get (&faults[kind].failed);
}

void
fault_set_wall_clock (gint64 ahead)
{
  g_atomic_int_set (&wall_clock_ahead, (gint) ahead);
}

static gboolean
fails (FaultKind kind)
{
  Fault *fault = &faults[kind];
  gint every = g_atomic_int_get (&fault->every);

  if (every == 0 || g_atomic_int_add (&fault->calls, 1) % every != 0)
    return FALSE;
  if (fault->thread != NULL && fault->thread != g_thread_self ())
    return FALSE;
  g_atomic_int_inc (&fault->failed);
  errno = g_atomic_int_get (&fault->error);
  return TRUE;
}

static gboolean
is_udp (int fd)
{
  int type = 0;
  socklen_t size = sizeof (type);

  return getsockopt (fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0
      && type == SOCK_DGRAM;
}

#define NEXT(name) ((__typeof__ (&name)) dlsym (RTLD_NEXT, #name))

ssize_t
sendmsg (int fd, const struct msghdr *message, int flags)
{
  if (is_udp (fd) && fails (FAULT_SEND))
    return -1;
  return NEXT (sendmsg) (fd, message, flags);
}

/* SOL_UDP, UDP_SEGMENT */
static gboolean
is_to_be_cut (struct msghdr *message)
{
  struct cmsghdr *c;

  for (c = CMSG_FIRSTHDR (message); c != NULL; c = CMSG_NXTHDR (message, c)) {
    if (c->cmsg_level == 17 && c->cmsg_type == 103)
      return TRUE;
  }
  return FALSE;
}

int
sendmmsg (int fd, struct mmsghdr *messages, unsigned int n, int flags)
{
  if (is_udp (fd) && fails (FAULT_SEND))
    return -1;
  if (n > 0 && is_to_be_cut (&messages[0].msg_hdr) && fails (FAULT_GSO))
    return -1;
  return NEXT (sendmmsg) (fd, messages, n, flags);
}

ssize_t
sendto (int fd, const void *data, size_t size, int flags,
    const struct sockaddr *address, socklen_t length)
{
  if (is_udp (fd) && fails (FAULT_SEND))
    return -1;
  return NEXT (sendto) (fd, data, size, flags, address, length);
}

ssize_t
recvmsg (int fd, struct msghdr *message, int flags)
{
  if (is_udp (fd) && fails (FAULT_RECEIVE))
    return -1;
  return NEXT (recvmsg) (fd, message, flags);
}

int
recvmmsg (int fd, struct mmsghdr *messages, unsigned int n, int flags,
    struct timespec *timeout)
{
  if (is_udp (fd) && fails (FAULT_RECEIVE))
    return -1;
  return NEXT (recvmmsg) (fd, messages, n, flags, timeout);
}

ssize_t
recvfrom (int fd, void *data, size_t size, int flags,
    struct sockaddr *address, socklen_t * length)
{
  if (is_udp (fd) && fails (FAULT_RECEIVE))
    return -1;
  return NEXT (recvfrom) (fd, data, size, flags, address, length);
}

int
pthread_create (pthread_t * thread, const pthread_attr_t * attributes,
    void *(*start) (void *), void *data)
{
  if (fails (FAULT_THREAD))
    return errno;
  return NEXT (pthread_create) (thread, attributes, start, data);
}

int
clock_gettime (clockid_t clock, struct timespec *time)
{
  int result = NEXT (clock_gettime) (clock, time);

  if (clock == CLOCK_REALTIME)
    time->tv_sec += g_atomic_int_get (&wall_clock_ahead);
  return result;
}
