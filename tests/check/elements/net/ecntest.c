/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "ecntest.h"

#include <gst/check/gstcheck.h>

#include <netinet/in.h>
#include <string.h>

#include "plugins/packet/gstscreamecn.h"

socklen_t
loopback (gint family, guint16 port, struct sockaddr_storage *address)
{
  struct sockaddr_in *in = (struct sockaddr_in *) address;
  struct sockaddr_in6 *in6 = (struct sockaddr_in6 *) address;

  memset (address, 0, sizeof (*address));
  address->ss_family = family;
  if (family == AF_INET) {
    in->sin_addr.s_addr = htonl (INADDR_LOOPBACK);
    in->sin_port = htons (port);
    return sizeof (*in);
  }
  in6->sin6_addr = in6addr_loopback;
  in6->sin6_port = htons (port);
  return sizeof (*in6);
}

void
set_option (gint fd, gint level, gint option, gint value)
{
  fail_unless (setsockopt (fd, level, option, &value, sizeof (value)) == 0,
      "option %d of level %d", option, level);
}

gint
receiver_new (gint family, guint16 * port)
{
  struct timeval timeout = { 2, 0 };
  struct sockaddr_storage address;
  socklen_t size = loopback (family, 0, &address);
  gint fd = socket (family, SOCK_DGRAM, 0);

  fail_unless (bind (fd, (struct sockaddr *) &address, size) == 0);
  fail_unless (getsockname (fd, (struct sockaddr *) &address, &size) == 0);
  *port = ntohs (((struct sockaddr_in *) &address)->sin_port);
  set_option (fd, IPPROTO_IP, IP_RECVTOS, 1);
  if (family == AF_INET6)
    set_option (fd, IPPROTO_IPV6, IPV6_RECVTCLASS, 1);
  setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof (timeout));
  return fd;
}

gint
receive (gint fd, guint8 * data)
{
  gchar control[256];
  guint8 packet[SIZE];
  struct iovec vector = { packet, sizeof (packet) };
  struct msghdr header = { 0, };
  struct cmsghdr *c;
  gint value = -1;

  header.msg_iov = &vector;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof (control);
  fail_unless (recvmsg (fd, &header, 0) > 0, "nothing came");
  for (c = CMSG_FIRSTHDR (&header); c != NULL; c = CMSG_NXTHDR (&header, c)) {
    if (c->cmsg_level == IPPROTO_IP && c->cmsg_type == IP_TOS)
      value = *(guint8 *) CMSG_DATA (c);
    if (c->cmsg_level == IPPROTO_IPV6 && c->cmsg_type == IPV6_TCLASS)
      memcpy (&value, CMSG_DATA (c), sizeof (value));
  }
  if (data != NULL)
    *data = packet[0];
  return value;
}

GstBuffer *
buffer_new (guint8 ecn)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, SIZE, NULL);

  gst_buffer_memset (buffer, 0, ecn, SIZE);
  if (ecn != NONE)
    gst_scream_ecn_set (buffer, ecn);
  return buffer;
}
