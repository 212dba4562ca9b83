/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstdatagrams.c: see gstdatagrams.h
 *
 * GLib asks until the system says that there is no more: two system calls for one
 * datagram.  With recvmmsg one is enough, as it says so by bringing fewer.
 */
#include "plugins/packet/gstsystem.h"

#if USE_LINUX
#define _GNU_SOURCE             /* recvmmsg */
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#endif

#include "gstdatagrams.h"

#include <string.h>

/* No datagram is larger. */
#define MAX_DATAGRAM 65536

#define AT_ONCE GST_DATAGRAMS_AT_ONCE

/* Of the thread, not of a socket: a sender of a thousand streams reads with a few
 * threads.  The place of AT_ONCE datagrams. */
static GPrivate place = G_PRIVATE_INIT (g_free);

struct _GstDatagrams
{
  GstDatagram datagrams[AT_ONCE];
#if USE_LINUX
  /* Mostly they come from the same address. */
  struct sockaddr_storage native[AT_ONCE];
  socklen_t native_size[AT_ONCE];
#endif
};

GstDatagrams *
gst_datagrams_new (void)
{
  return g_new0 (GstDatagrams, 1);
}

void
gst_datagrams_free (GstDatagrams * self)
{
  guint i;

  if (self == NULL)
    return;
  for (i = 0; i < AT_ONCE; i++)
    g_clear_object (&self->datagrams[i].from);
  g_free (self);
}

/* Where this thread reads to. */
static guint8 *
get_place (GstDatagrams * self)
{
  guint8 *data = g_private_get (&place);
  guint i;

  if (data == NULL) {
    data = g_malloc (AT_ONCE * MAX_DATAGRAM);
    g_private_set (&place, data);
  }
  for (i = 0; i < AT_ONCE; i++)
    self->datagrams[i].data = data + i * MAX_DATAGRAM;
  return data;
}

const GstDatagram *
gst_datagrams_get (const GstDatagrams * self, guint i)
{
  return &self->datagrams[i];
}

#if USE_LINUX

static void
note_sender (GstDatagrams * self, guint i, const struct sockaddr_storage *from,
    socklen_t size)
{
  GstDatagram *datagram = &self->datagrams[i];

  if (datagram->from != NULL && size == self->native_size[i]
      && memcmp (from, &self->native[i], size) == 0)
    return;
  g_clear_object (&datagram->from);
  datagram->from = g_socket_address_new_from_native ((gpointer) from, size);
  self->native[i] = *from;
  self->native_size[i] = size;
}

/* A socket that was shut down has datagrams from nobody. */
static gboolean
has_sender (const struct mmsghdr *message, GError ** error)
{
  if (message->msg_hdr.msg_namelen > 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "no sender");
  return FALSE;
}

gint
gst_datagrams_read (GstDatagrams * self, GSocket * socket, GError ** error)
{
  struct mmsghdr messages[AT_ONCE] = { 0 };
  struct sockaddr_storage from[AT_ONCE];
  struct iovec vectors[AT_ONCE];
  guint8 *data = get_place (self);
  gint i, n;

  for (i = 0; i < AT_ONCE; i++) {
    vectors[i].iov_base = data + i * MAX_DATAGRAM;
    vectors[i].iov_len = MAX_DATAGRAM;
    messages[i].msg_hdr.msg_name = &from[i];
    messages[i].msg_hdr.msg_namelen = sizeof (from[i]);
    messages[i].msg_hdr.msg_iov = &vectors[i];
    messages[i].msg_hdr.msg_iovlen = 1;
  }
  n = recvmmsg (g_socket_get_fd (socket), messages, AT_ONCE, MSG_DONTWAIT,
      NULL);
  if (n < 0)
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s",
        g_strerror (errno));
  for (i = 0; i < n; i++) {
    if (!has_sender (&messages[i], i == 0 ? error : NULL))
      return i == 0 ? -1 : i;
    self->datagrams[i].size = messages[i].msg_len;
    note_sender (self, (guint) i, &from[i], messages[i].msg_hdr.msg_namelen);
  }
  return n;
}

#else /* !USE_LINUX */

gint
gst_datagrams_read (GstDatagrams * self, GSocket * socket, GError ** error)
{
  GInputMessage messages[AT_ONCE] = { {NULL,}, };
  GInputVector vectors[AT_ONCE];
  guint8 *data = get_place (self);
  gint i, n;

  for (i = 0; i < AT_ONCE; i++) {
    g_clear_object (&self->datagrams[i].from);
    vectors[i].buffer = data + i * MAX_DATAGRAM;
    vectors[i].size = MAX_DATAGRAM;
    messages[i].address = &self->datagrams[i].from;
    messages[i].vectors = &vectors[i];
    messages[i].num_vectors = 1;
  }
  n = g_socket_receive_messages (socket, messages, AT_ONCE, 0, NULL, error);
  for (i = 0; i < n; i++)
    self->datagrams[i].size = messages[i].bytes_received;
  if (n > 0 && self->datagrams[0].from == NULL) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "no sender");
    return -1;
  }
  return n;
}

#endif
