/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstkernelpacing.c: see gstkernelpacing.h */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstkernelpacing.h"

#include "plugins/packet/gstsystem.h"

#if USE_LINUX
#include <errno.h>
#include <ifaddrs.h>
#include <linux/netlink.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#ifndef SO_MAX_PACING_RATE
#define SO_MAX_PACING_RATE 47
#endif
#endif

/* OURS: the pacer here lets packets go at the pacing rate, and the kernel only spaces what
 * leaves together. With its rate just as high a queue that was there once would stay, at
 * half of the room a larger one goes as slowly again, at double bursts are as much
 * steeper. */
#define HEADROOM(rate) ((rate) + (rate) / 4)

/* OURS: a change of the rate by less than this part is not worth a system call. */
#define WORTH(rate) ((rate) / 16)

struct _GstKernelPacing
{
  GSocket *socket;
  guint64 rate;                 /* bit/s, that was asked for; 0: none */
};

gboolean
gst_kernel_pacing_is_paced (const GstKernelPacingQdiscs * qdiscs)
{
  return qdiscs->root_fq || (qdiscs->root_mq && qdiscs->leaves > 0
      && qdiscs->fq_leaves == qdiscs->leaves);
}

GstKernelPacing *
gst_kernel_pacing_new_unchecked (GSocket * socket)
{
  GstKernelPacing *self = g_new0 (GstKernelPacing, 1);

  self->socket = g_object_ref (socket);
  return self;
}

guint64
gst_kernel_pacing_get_rate (const GstKernelPacing * self)
{
  return self->rate > 0 ? HEADROOM (self->rate) : 0;
}

#if USE_LINUX

/* The name of the discipline; empty: none is given. */
static void
read_kind (const struct nlmsghdr *header, gchar kind[16])
{
  const guint8 *data = (const guint8 *) header;
  gsize at = NLMSG_LENGTH (sizeof (struct tcmsg));

  kind[0] = 0;
  while (at + sizeof (struct rtattr) <= header->nlmsg_len) {
    struct rtattr attribute;

    memcpy (&attribute, data + at, sizeof (attribute));
    if (attribute.rta_len < sizeof (attribute)
        || attribute.rta_len > header->nlmsg_len - at)
      return;
    if (attribute.rta_type == TCA_KIND) {
      gsize length = MIN (attribute.rta_len - RTA_LENGTH (0), 15);

      memcpy (kind, data + at + RTA_LENGTH (0), length);
      kind[length] = 0;
    }
    at += RTA_ALIGN (attribute.rta_len);
  }
}

static void
read_qdisc (const struct nlmsghdr *header, gint index,
    GstKernelPacingQdiscs * qdiscs)
{
  struct tcmsg message;
  gchar kind[16];

  if (header->nlmsg_len < NLMSG_LENGTH (sizeof (message)))
    return;
  memcpy (&message, (const guint8 *) header + NLMSG_LENGTH (0),
      sizeof (message));
  if (message.tcm_ifindex != index)
    return;
  read_kind (header, kind);
  qdiscs->any = TRUE;
  if (message.tcm_parent == TC_H_ROOT) {
    g_strlcpy (qdiscs->root, kind, sizeof (qdiscs->root));
    qdiscs->root_fq = g_str_equal (kind, "fq");
    qdiscs->root_mq = g_str_equal (kind, "mq");
  } else if (message.tcm_parent != TC_H_INGRESS) {
    qdiscs->leaves++;
    qdiscs->fq_leaves += g_str_equal (kind, "fq");
  }
}

void
gst_kernel_pacing_read (const guint8 * data, gsize size, gint index,
    GstKernelPacingQdiscs * qdiscs)
{
  gsize at = 0;

  while (!qdiscs->over && at + sizeof (struct nlmsghdr) <= size) {
    const struct nlmsghdr *header = (const struct nlmsghdr *) (data + at);

    if (header->nlmsg_len < sizeof (*header) || header->nlmsg_len > size - at)
      break;
    qdiscs->over = header->nlmsg_type == NLMSG_DONE
        || header->nlmsg_type == NLMSG_ERROR;
    if (header->nlmsg_type == RTM_NEWQDISC)
      read_qdisc (header, index, qdiscs);
    at += NLMSG_ALIGN (header->nlmsg_len);
  }
}

static gboolean
ask (gint fd, gint index)
{
  struct timeval limit = { 1, 0 };
  struct
  {
    struct nlmsghdr header;
    struct tcmsg message;
  } request;

  memset (&request, 0, sizeof (request));
  request.header.nlmsg_len = sizeof (request);
  request.header.nlmsg_type = RTM_GETQDISC;
  request.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
  request.message.tcm_ifindex = index;
  setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof (limit));
  return send (fd, &request, sizeof (request), 0) == sizeof (request);
}

/* FALSE: the system does not say. */
static gboolean
read_qdiscs (gint index, GstKernelPacingQdiscs * qdiscs)
{
  gint fd = socket (AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  union
  {
    struct nlmsghdr header;     /* for its alignment */
    guint8 bytes[32768];
  } answer;
  gssize size = 1;

  memset (qdiscs, 0, sizeof (*qdiscs));
  if (fd < 0)
    return FALSE;
  if (!ask (fd, index))
    size = 0;
  while (!qdiscs->over && size > 0) {
    size = recv (fd, answer.bytes, sizeof (answer.bytes), 0);
    if (size > 0)
      gst_kernel_pacing_read (answer.bytes, (gsize) size, index, qdiscs);
  }
  close (fd);
  return qdiscs->over;
}

static gboolean
same_address (const struct sockaddr *a, const struct sockaddr_storage *b)
{
  if (a == NULL || a->sa_family != b->ss_family)
    return FALSE;
  if (a->sa_family == AF_INET)
    return ((const struct sockaddr_in *) a)->sin_addr.s_addr
        == ((const struct sockaddr_in *) b)->sin_addr.s_addr;
  return memcmp (&((const struct sockaddr_in6 *) a)->sin6_addr,
      &((const struct sockaddr_in6 *) b)->sin6_addr,
      sizeof (struct in6_addr)) == 0;
}

/* The interface with this address of ours; 0: none. */
static gint
index_of (const struct sockaddr_storage *local)
{
  struct ifaddrs *all, *one;
  gint index = 0;

  if (getifaddrs (&all) != 0)
    return 0;
  for (one = all; one != NULL && index == 0; one = one->ifa_next) {
    if (same_address (one->ifa_addr, local))
      index = (gint) if_nametoindex (one->ifa_name);
  }
  freeifaddrs (all);
  return index;
}

/* By which packets to @to leave, as the routes say; 0: none. */
static gint
interface_to (GSocketAddress * to)
{
  struct sockaddr_storage native, local;
  gssize size = g_socket_address_get_native_size (to);
  socklen_t length = sizeof (local);
  gint fd, index = 0;

  if (size < 0 || !g_socket_address_to_native (to, &native, sizeof (native),
          NULL))
    return 0;
  fd = socket (native.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return 0;
  if (connect (fd, (struct sockaddr *) &native, (socklen_t) size) == 0
      && getsockname (fd, (struct sockaddr *) &local, &length) == 0)
    index = index_of (&local);
  close (fd);
  return index;
}

GstKernelPacing *
gst_kernel_pacing_new (GSocket * socket, GSocketAddress * to, GError ** error)
{
  gint index = interface_to (to);
  gchar name[IF_NAMESIZE] = "";
  GstKernelPacingQdiscs qdiscs;

  if (index == 0 || if_indextoname ((guint) index, name) == NULL) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
        "the interface by which packets leave was not found");
    return NULL;
  }
  if (!read_qdiscs (index, &qdiscs)) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
        "the system does not say how it queues packets");
    return NULL;
  }
  if (!gst_kernel_pacing_is_paced (&qdiscs)) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
        "%s has the queueing discipline %s, not fq", name,
        qdiscs.any ? qdiscs.root : "noqueue");
    return NULL;
  }
  return gst_kernel_pacing_new_unchecked (socket);
}

/* Bytes/s; kernels before 4.20 take 32 bits. */
static void
tell (GSocket * socket, guint64 bytes)
{
  unsigned long value = (unsigned long) MIN (bytes, (guint64) G_MAXULONG);
  guint32 word = (guint32) MIN (bytes, G_MAXUINT32);
  gint fd = g_socket_get_fd (socket);

  if (setsockopt (fd, SOL_SOCKET, SO_MAX_PACING_RATE, &value,
          sizeof (value)) != 0)
    setsockopt (fd, SOL_SOCKET, SO_MAX_PACING_RATE, &word, sizeof (word));
}

void
gst_kernel_pacing_set_rate (GstKernelPacing * self, guint64 rate)
{
  guint64 difference = rate > self->rate ? rate - self->rate
      : self->rate - rate;

  if (rate == 0 || g_socket_is_closed (self->socket)
      || (self->rate > 0 && difference <= WORTH (self->rate)))
    return;
  self->rate = rate;
  tell (self->socket, HEADROOM (rate) / 8);
}

void
gst_kernel_pacing_free (GstKernelPacing * self)
{
  if (self->rate > 0 && !g_socket_is_closed (self->socket))
    tell (self->socket, G_MAXUINT64);
  g_object_unref (self->socket);
  g_free (self);
}

#else

void
gst_kernel_pacing_read (const guint8 * data, gsize size, gint index,
    GstKernelPacingQdiscs * qdiscs)
{
  (void) data;
  (void) size;
  (void) index;
  qdiscs->over = TRUE;
}

GstKernelPacing *
gst_kernel_pacing_new (GSocket * socket, GSocketAddress * to, GError ** error)
{
  (void) socket;
  (void) to;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
      "this system has no fq");
  return NULL;
}

void
gst_kernel_pacing_set_rate (GstKernelPacing * self, guint64 rate)
{
  (void) self;
  (void) rate;
}

void
gst_kernel_pacing_free (GstKernelPacing * self)
{
  g_object_unref (self->socket);
  g_free (self);
}

#endif
