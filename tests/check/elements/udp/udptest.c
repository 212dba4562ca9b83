/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* udptest.c: see udptest.h */
#include "udptest.h"

#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "tests/check/elements/elementtest.h"

static void
keep (Receiver * receiver, GstBuffer * buffer)
{
  g_mutex_lock (&receiver->lock);
  g_ptr_array_add (receiver->buffers, gst_buffer_ref (buffer));
  g_cond_broadcast (&receiver->came);
  g_mutex_unlock (&receiver->lock);
}

static gboolean
keep_of_list (GstBuffer ** buffer, guint i, gpointer user_data)
{
  keep (user_data, *buffer);
  return TRUE;
}

static void
wait_while_held (Receiver * receiver)
{
  g_mutex_lock (&receiver->lock);
  while (receiver->held)
    g_cond_wait (&receiver->came, &receiver->lock);
  g_mutex_unlock (&receiver->lock);
}

static GstPadProbeReturn
on_data (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Receiver *receiver = user_data;

  wait_while_held (receiver);
  if (GST_PAD_PROBE_INFO_TYPE (info) & GST_PAD_PROBE_TYPE_BUFFER) {
    keep (receiver, GST_PAD_PROBE_INFO_BUFFER (info));
    return GST_PAD_PROBE_OK;
  }
  g_mutex_lock (&receiver->lock);
  receiver->lists++;
  g_mutex_unlock (&receiver->lock);
  gst_buffer_list_foreach (GST_PAD_PROBE_INFO_BUFFER_LIST (info), keep_of_list,
      receiver);
  return GST_PAD_PROBE_OK;
}

void
receiver_start (Receiver * receiver, const gchar * options)
{
  gchar *line = g_strdup_printf ("screamudpsrc name=s %s ! fakesink name=f "
      "sync=false async=false", options);
  GstElement *sink;
  GstPad *pad;
  gint port;

  memset (receiver, 0, sizeof (*receiver));
  g_mutex_init (&receiver->lock);
  g_cond_init (&receiver->came);
  receiver->buffers = g_ptr_array_new_with_free_func ((GDestroyNotify)
      gst_buffer_unref);
  receiver->pipeline = gst_parse_launch (line, NULL);
  fail_unless (receiver->pipeline != NULL, "%s", line);
  g_free (line);
  receiver->source = gst_bin_get_by_name (GST_BIN (receiver->pipeline), "s");
  sink = gst_bin_get_by_name (GST_BIN (receiver->pipeline), "f");
  pad = gst_element_get_static_pad (sink, "sink");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER
      | GST_PAD_PROBE_TYPE_BUFFER_LIST, on_data, receiver, NULL);
  gst_object_unref (pad);
  gst_object_unref (sink);
  fail_unless (gst_element_set_state (receiver->pipeline, GST_STATE_PLAYING)
      != GST_STATE_CHANGE_FAILURE);
  fail_unless (gst_element_get_state (receiver->pipeline, NULL, NULL,
          GST_CLOCK_TIME_NONE) != GST_STATE_CHANGE_FAILURE);
  g_object_get (receiver->source, "port", &port, NULL);
  receiver->port = (guint16) port;
}

void
receiver_stop (Receiver * receiver)
{
  receiver_hold (receiver, FALSE);
  fail_unless_equals_int (gst_element_set_state (receiver->pipeline,
          GST_STATE_NULL), GST_STATE_CHANGE_SUCCESS);
  gst_object_unref (receiver->source);
  gst_object_unref (receiver->pipeline);
  g_ptr_array_unref (receiver->buffers);
  g_cond_clear (&receiver->came);
  g_mutex_clear (&receiver->lock);
}

void
receiver_hold (Receiver * receiver, gboolean hold)
{
  g_mutex_lock (&receiver->lock);
  receiver->held = hold;
  g_cond_broadcast (&receiver->came);
  g_mutex_unlock (&receiver->lock);
}

GstBuffer *
receiver_get (Receiver * receiver, guint n)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;
  gboolean in_time = TRUE;
  GstBuffer *buffer;

  g_mutex_lock (&receiver->lock);
  while (receiver->buffers->len < n && in_time)
    in_time = g_cond_wait_until (&receiver->came, &receiver->lock, end);
  fail_unless (in_time, "%u buffers and not %u", receiver->buffers->len, n);
  buffer = g_ptr_array_index (receiver->buffers, n - 1);
  g_mutex_unlock (&receiver->lock);
  return buffer;
}

guint64
receiver_count (Receiver * receiver, const gchar * field)
{
  GstStructure *stats = NULL;
  guint64 count = 0;

  g_object_get (receiver->source, "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, field, &count), "%s", field);
  gst_structure_free (stats);
  return count;
}

gchar *
get_error (GstElement * pipeline)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message = gst_bus_timed_pop_filtered (bus,
      PATIENCE * GST_USECOND, GST_MESSAGE_ERROR);
  GError *error = NULL;
  gchar *debug = NULL, *text;

  fail_unless (message != NULL, "no error");
  gst_message_parse_error (message, &error, &debug);
  text = g_strdup_printf ("%s %s", error->message, debug);
  g_clear_error (&error);
  g_free (debug);
  gst_message_unref (message);
  gst_object_unref (bus);
  return text;
}

GSocket *
sender_new (GSocketFamily family)
{
  GSocket *socket = g_socket_new (family, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);

  fail_unless (socket != NULL);
  return socket;
}

GSocket *
bound_socket (void)
{
  GInetAddress *host = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  GSocketAddress *address = g_inet_socket_address_new (host, 0);
  GSocket *socket = sender_new (G_SOCKET_FAMILY_IPV4);

  fail_unless (g_socket_bind (socket, address, FALSE, NULL));
  g_object_unref (address);
  g_object_unref (host);
  return socket;
}

/* ns since the kernel took the packet that @socket has; below 0: no packet, no time. */
static gint64
age_of_packet (GSocket * socket)
{
  union
  {
    struct cmsghdr align;
    guint8 bytes[256];
  } control;
  guint8 byte;
  struct iovec vector = { &byte, 1 };
  struct msghdr header = {.msg_iov = &vector,.msg_iovlen = 1,.msg_control =
        &control,.msg_controllen = sizeof (control)
  };
  struct cmsghdr *message;
  struct timespec then, now;

  if (recvmsg (g_socket_get_fd (socket), &header, MSG_DONTWAIT) < 0)
    return -1;
  message = CMSG_FIRSTHDR (&header);
  if (message == NULL || message->cmsg_type != SO_TIMESTAMPNS)
    return -1;
  memcpy (&then, CMSG_DATA (message), sizeof (then));
  clock_gettime (CLOCK_REALTIME, &now);
  return (now.tv_sec - then.tv_sec) * (gint64) GST_SECOND
      + now.tv_nsec - then.tv_nsec;
}

GSocket *
switch_arrival_times_on (void)
{
  GSocket *socket = bound_socket (), *sender =
      sender_new (G_SOCKET_FAMILY_IPV4);
  gint64 end = g_get_monotonic_time () + PATIENCE;

  fail_unless (g_socket_set_option (socket, SOL_SOCKET, SO_TIMESTAMPNS, 1,
          NULL));
  do {
    send_bytes (sender, port_of (socket), (const guint8 *) "a", 1);
    g_usleep (10 * G_TIME_SPAN_MILLISECOND);
    fail_unless (g_get_monotonic_time () < end);
  } while (age_of_packet (socket) < 10 * (gint64) GST_MSECOND);
  g_object_unref (sender);
  return socket;
}

void
send_bytes (GSocket * sender, guint16 port, const guint8 * data, gsize size)
{
  GInetAddress *host =
      g_inet_address_new_loopback (g_socket_get_family (sender));
  GSocketAddress *address = g_inet_socket_address_new (host, port);
  GError *error = NULL;

  fail_unless (g_socket_send_to (sender, address, (const gchar *) data, size,
          NULL, &error) == (gssize) size, "%s",
      error != NULL ? error->message : "");
  g_object_unref (address);
  g_object_unref (host);
}
