/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lossyrelay.h"

#define PACKET 65536
#define POLL_TIME (20 * 1000)   /* us */

struct _LossyRelay
{
  GSocket *front, *back;
  GSocketAddress *receiver, *sender;
  LossyRelayFunc loses;
  gpointer user_data;
  const gchar *hidden;          /* NULL: nothing */
  GMutex lock;                  /* while the function is asked */
  gint over;
  GThread *thread;
};

static GSocketAddress *
loopback (guint16 port)
{
  return g_inet_socket_address_new_from_string ("127.0.0.1", port);
}

static GSocket *
socket_new (void)
{
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);
  GSocketAddress *any = loopback (0);

  fail_unless (g_socket_bind (socket, any, FALSE, NULL));
  g_socket_set_blocking (socket, FALSE);
  g_object_unref (any);
  return socket;
}

/* RFC 5761 section 4 */
static gboolean
is_rtcp (const guint8 * data, gssize size)
{
  return size > 1 && data[1] >= 192 && data[1] <= 223;
}

static gboolean
ask (LossyRelay * relay, const gchar * data, gsize size)
{
  gboolean lost;

  g_mutex_lock (&relay->lock);
  lost = relay->loses ((const guint8 *) data, size, relay->user_data);
  g_mutex_unlock (&relay->lock);
  return lost;
}

static gboolean
forward (LossyRelay * relay)
{
  GSocketAddress *from = NULL;
  gchar data[PACKET];
  gssize size = g_socket_receive_from (relay->front, &from, data, PACKET, NULL,
      NULL);

  if (size < 0)
    return FALSE;
  g_set_object (&relay->sender, from);
  g_object_unref (from);
  if (is_rtcp ((guint8 *) data, size)
      || !ask (relay, data, size))
    g_socket_send_to (relay->back, relay->receiver, data, size, NULL, NULL);
  return TRUE;
}

/* Text becomes another one in what comes back. */
static void
hide (const gchar * hidden, gchar * data, gssize size)
{
  gssize length = strlen (hidden), at;

  for (at = 0; at + length <= size; at++) {
    if (memcmp (data + at, hidden, length) == 0)
      data[at] ^= 1;
  }
}

static gboolean
answer (LossyRelay * relay)
{
  gchar data[PACKET];
  gssize size = g_socket_receive (relay->back, data, PACKET, NULL, NULL);

  if (size < 0)
    return FALSE;
  if (relay->hidden != NULL)
    hide (relay->hidden, data, size);
  if (relay->sender != NULL)
    g_socket_send_to (relay->front, relay->sender, data, size, NULL, NULL);
  return TRUE;
}

static gpointer
serve (gpointer user_data)
{
  LossyRelay *relay = user_data;
  GPollFD fds[2] = {
    {g_socket_get_fd (relay->front), G_IO_IN, 0},
    {g_socket_get_fd (relay->back), G_IO_IN, 0},
  };

  while (!g_atomic_int_get (&relay->over)) {
    g_poll (fds, 2, POLL_TIME / 1000);
    while (forward (relay)) {
    }
    while (answer (relay)) {
    }
  }
  return NULL;
}

LossyRelay *
lossy_relay_new (guint16 receiver, LossyRelayFunc loses, gpointer user_data)
{
  LossyRelay *relay = g_new0 (LossyRelay, 1);

  relay->front = socket_new ();
  relay->back = socket_new ();
  relay->receiver = loopback (receiver);
  relay->loses = loses;
  relay->user_data = user_data;
  g_mutex_init (&relay->lock);
  relay->thread = g_thread_new ("relay", serve, relay);
  return relay;
}

void
lossy_relay_hide (LossyRelay * relay, const gchar * text)
{
  relay->hidden = text;
}

guint16
lossy_relay_port (LossyRelay * relay)
{
  return port_of (relay->front);
}

void
lossy_relay_lock (LossyRelay * relay)
{
  g_mutex_lock (&relay->lock);
}

void
lossy_relay_unlock (LossyRelay * relay)
{
  g_mutex_unlock (&relay->lock);
}

void
lossy_relay_free (LossyRelay * relay)
{
  g_atomic_int_set (&relay->over, TRUE);
  g_thread_join (relay->thread);
  g_object_unref (relay->front);
  g_object_unref (relay->back);
  g_object_unref (relay->receiver);
  g_clear_object (&relay->sender);
  g_mutex_clear (&relay->lock);
  g_free (relay);
}
