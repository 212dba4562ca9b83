/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The one UDP socket of screamsink.
 *
 * Media and RTCP leave by screamudpsink, which has it; what returns is read here and pushed
 * to a pad. A udpsrc would do to read it, but is a live source: the pipeline around would
 * become live with it. Only datagrams from the address that media goes to are taken. While
 * nothing leaves, empty datagrams keep the binding of a NAT open. */
#include "plugins/scream/loop/gstscreamloops.h"
#include "plugins/scream/net/gstecnsocket.h"
#include "plugins/scream/net/gstudpaddress.h"
#include "gstscreamsinkprivate.h"

#include <gst/rtpcc/wire/rtpcc-echo.h>

#include <string.h>

/* A datagram with a byte or none is a keep-alive. */
#define KEEP_ALIVE_SIZE 1

static void
post_error (GstScreamSink * self, GError * error)
{
  GST_WARNING_OBJECT (self, "%s", error->message);
  gst_element_post_message (GST_ELEMENT_CAST (self),
      gst_message_new_error (GST_OBJECT_CAST (self), error, NULL));
}

static GInetAddress *
inet_of (GSocketAddress * address)
{
  return g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address));
}

static gboolean
check_unicast (const gchar * host, GSocketAddress * peer, GError ** error)
{
  g_autofree gchar *text = g_inet_address_to_string (inet_of (peer));
  gboolean broadcast = g_str_equal (text, "255.255.255.255");

  if (!broadcast && !g_inet_address_get_is_multicast (inet_of (peer)))
    return TRUE;
  g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
      "host=%s is a %s address: a rate suits one path only, and each receiver "
      "has its own. Set the property host to one receiver; for several, use a "
      "screamsink for each.", host, broadcast ? "broadcast" : "multicast");
  return FALSE;
}

/* Resolving may take time. */
gboolean
gst_scream_sink_open_socket (GstScreamSink * self)
{
  g_autofree gchar *host = NULL;
  g_autofree gchar *bind_address = NULL;
  g_autofree gchar *address = NULL;
  g_autoptr (GInetAddress) local = NULL;
  g_autoptr (GSocketAddress) peer = NULL;
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GError) error = NULL;
  guint port, bind_port;

  g_object_get (self, "host", &host, "port", &port, "bind-address",
      &bind_address, "bind-port", &bind_port, NULL);
  if (gst_udp_address_parse_local (bind_address, &local, &error))
    peer = gst_udp_address_resolve (host != NULL ? host : "", (guint16) port,
        gst_udp_address_family (local), &error);
  if (peer != NULL && check_unicast (host, peer, &error))
    socket = gst_udp_address_open (peer, local, (guint16) bind_port, &error);
  if (socket == NULL) {
    post_error (self, error);
    return FALSE;
  }
  /* An address may name an interface, too. */
  address = strchr (host, '%') != NULL ? g_strdup (host)
      : g_inet_address_to_string (inet_of (peer));
  g_object_set (self->udpsink, "host", address, "port", (gint) port,
      "close-socket", FALSE, "socket", socket, NULL);
  g_mutex_lock (&self->lock);
  self->socket = g_steal_pointer (&socket);
  self->peer = g_steal_pointer (&peer);
  self->served = self->not_rtcp = self->keep_alives = 0;
  self->srtcp_in = self->srtcp_out = 0;
  g_mutex_unlock (&self->lock);
  return TRUE;
}

gboolean
gst_scream_sink_is_v6 (GstScreamSink * self)
{
  return g_socket_get_family (self->socket) == G_SOCKET_FAMILY_IPV6;
}

/* ---- in ---- */

/* RFC 5761 section 4: RTCP, not RTP */
static gboolean
is_rtcp (const guint8 * data, gsize size)
{
  return size > KEEP_ALIVE_SIZE && data[1] >= 192 && data[1] <= 223;
}

static void
on_datagram (const guint8 * data, gsize size, GstFeedbackQuestion * question,
    gpointer user_data)
{
  GstScreamSink *self = user_data;

  if (is_rtcp (data, size)) {
    question->asked = rtp_cc_echo_read_question (data, size, &question->ssrc,
        &question->number);
    gst_pad_push (self->socket_pad, gst_buffer_new_memdup (data, size));
    return;
  }
  g_mutex_lock (&self->lock);
  self->not_rtcp += size > KEEP_ALIVE_SIZE;
  g_mutex_unlock (&self->lock);
}

static gboolean
start_pad (GstScreamSink * self, GError ** error)
{
  g_autofree gchar *id =
      g_strdup_printf ("%08x%08x/rtcp", g_random_int (), g_random_int ());
  g_autoptr (GstCaps) caps = gst_caps_new_empty_simple (self->srtpdec != NULL ?
      "application/x-srtcp" : "application/x-rtcp");
  g_autoptr (GstPad) sink = self->srtpdec != NULL ?
      gst_element_get_static_pad (self->srtpdec, "rtcp_sink")
      : gst_object_ref (self->tx_rtcp_sinkpad);
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  self->socket_pad = gst_object_ref_sink (gst_pad_new ("rtcp", GST_PAD_SRC));
  gst_pad_set_active (self->socket_pad, TRUE);
  if (gst_pad_link (self->socket_pad, sink) != GST_PAD_LINK_OK) {
    g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_PAD,
        "cannot link the socket to %s", GST_OBJECT_NAME (sink));
    return FALSE;
  }
  gst_pad_push_event (self->socket_pad, gst_event_new_stream_start (id));
  gst_pad_push_event (self->socket_pad, gst_event_new_caps (caps));
  gst_pad_push_event (self->socket_pad, gst_event_new_segment (&segment));
  return TRUE;
}

static gboolean
start_reader (GstScreamSink * self, GError ** error)
{
  g_autoptr (GstClock) clock = gst_system_clock_obtain ();
  GstScreamLoop *loop = gst_scream_loops_obtain (GST_ELEMENT (self), clock);
  g_autoptr (GPtrArray) sockets = g_ptr_array_new ();
  g_autoptr (GPtrArray) peers = g_ptr_array_new ();
  GstFeedbackReader *reader;

  g_ptr_array_add (sockets, self->socket);
  g_ptr_array_add (peers, self->peer);
  reader = gst_feedback_reader_new (loop, sockets, peers, on_datagram, self,
      error);
  gst_object_unref (loop);
  g_mutex_lock (&self->lock);
  self->reader = reader;
  g_mutex_unlock (&self->lock);
  return reader != NULL;
}

/* ---- out, when nothing else goes ---- */

/* RFC 6263 section 4.1, an empty datagram: it needs no key, and goes in PAUSED
 * too, when the session's RTCP stops. */
static gboolean
on_tick (GstClock * clock, GstClockTime time, GstClockID id, gpointer user_data)
{
  g_autoptr (GstElement) udpsink = g_weak_ref_get (user_data);
  g_autoptr (GstObject) parent =
      udpsink != NULL ? gst_object_get_parent (GST_OBJECT (udpsink)) : NULL;
  g_autoptr (GSocketAddress) peer = NULL;
  g_autoptr (GSocket) socket = NULL;
  GstScreamSink *self = (GstScreamSink *) parent;
  guint64 served;

  if (parent == NULL)
    return TRUE;
  g_object_get (udpsink, "bytes-served", &served, "socket", &socket, NULL);
  g_mutex_lock (&self->lock);
  if (served == self->served)
    g_set_object (&peer, self->peer);
  self->served = served;
  g_mutex_unlock (&self->lock);
  if (peer != NULL && gst_ecn_socket_send_not_ect (socket, peer, NULL,
          (const guint8 *) "", 0, NULL) >= 0) {
    g_mutex_lock (&self->lock);
    self->keep_alives++;
    g_mutex_unlock (&self->lock);
  }
  return TRUE;
}

gboolean
gst_scream_sink_start_socket (GstScreamSink * self)
{
  /* Two ticks are the longest time in which nothing leaves. */
  GstClockTime tick = MAX (self->keep_alive / 2, GST_MSECOND);
  g_autoptr (GError) error = NULL;

  if (!start_pad (self, &error) || !start_reader (self, &error)) {
    post_error (self, error);
    return FALSE;
  }
  if (self->keep_alive > 0)
    self->ticks =
        gst_scream_parts_start_timer (self->udpsink, tick, tick, on_tick);
  return TRUE;
}

static void
stop_pad (GstScreamSink * self)
{
  g_autoptr (GstPad) peer = gst_pad_get_peer (self->socket_pad);

  gst_pad_set_active (self->socket_pad, FALSE);
  if (peer != NULL)
    gst_pad_unlink (self->socket_pad, peer);
  gst_clear_object (&self->socket_pad);
}

void
gst_scream_sink_close_socket (GstScreamSink * self)
{
  GstFeedbackReader *reader;
  g_autoptr (GSocket) socket = NULL;

  if (self->ticks != NULL)
    gst_clock_id_unschedule (self->ticks);
  g_clear_pointer (&self->ticks, gst_clock_id_unref);
  g_mutex_lock (&self->lock);
  reader = g_steal_pointer (&self->reader);
  socket = g_steal_pointer (&self->socket);
  g_clear_object (&self->peer);
  g_mutex_unlock (&self->lock);
  gst_feedback_reader_free (reader);
  if (self->socket_pad != NULL)
    stop_pad (self);
  if (socket != NULL)
    g_socket_close (socket, NULL);
}
