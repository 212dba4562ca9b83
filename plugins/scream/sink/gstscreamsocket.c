/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The one UDP socket of screamsink.
 *
 * A udpsrc would do to read it, but is a live source: the pipeline around would
 * become live with it. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/net/gstecnsocket.h"
#include "plugins/scream/loop/gstscreamloops.h"
#include "gstscreamsocket.h"
#include "plugins/scream/net/gstsocketpath.h"
#include "plugins/scream/net/gstudpaddress.h"

#include <string.h>

/* A datagram with a byte or none is a keep-alive. */
#define KEEP_ALIVE_SIZE 1

struct _GstScreamSocket
{
  gatomicrefcount refs;         /* the timer may be busy when its owner ends */
  gchar *host;                  /* as an address */
  guint16 port;
  GSocketAddress *peer;
  GSocket *socket;
  GWeakRef udpsink;             /* in the bin: a timer is released late */

  GstPad *srcpad;
  GstFeedbackReader *reader;
  GstClock *clock;
  GstClockID timer;
  guint64 served;               /* by udpsink, at the last tick */

  GMutex lock;                  /* for what follows */
  guint64 not_rtcp, keep_alives;
};

/* ---- addresses ---- */

static GInetAddress *
inet_of (GSocketAddress * address)
{
  return g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address));
}

static gboolean
check_unicast (const gchar * host, GSocketAddress * peer, GError ** error)
{
  gchar *text = g_inet_address_to_string (inet_of (peer));
  gboolean broadcast = g_str_equal (text, "255.255.255.255");

  g_free (text);
  if (!broadcast && !g_inet_address_get_is_multicast (inet_of (peer)))
    return TRUE;
  g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
      "host=%s is a %s address: a rate suits one path only, and each receiver "
      "has its own. Set the property host to one receiver; for several, use a "
      "screamsink for each.", host, broadcast ? "broadcast" : "multicast");
  return FALSE;
}

/* @host itself where it is an address: it may name an interface too. */
static gchar *
address_text (const gchar * host, GSocketAddress * peer)
{
  if (strchr (host, '%') != NULL)
    return g_strdup (host);
  return g_inet_address_to_string (inet_of (peer));
}

GstScreamSocket *
gst_scream_socket_new (const gchar * host, guint16 port,
    const gchar * bind_address, guint16 bind_port, GError ** error)
{
  GstScreamSocket *self;
  GSocketAddress *peer = NULL;
  GSocket *socket = NULL;
  GInetAddress *local;

  if (!gst_udp_address_parse_local (bind_address, &local, error))
    return NULL;
  peer = gst_udp_address_resolve (host, port, gst_udp_address_family (local),
      error);
  if (peer != NULL && check_unicast (host, peer, error))
    socket = gst_udp_address_open (peer, local, bind_port, error);
  g_clear_object (&local);
  if (socket == NULL) {
    g_clear_object (&peer);
    return NULL;
  }

  self = g_new0 (GstScreamSocket, 1);
  g_atomic_ref_count_init (&self->refs);
  self->host = address_text (host, peer);
  self->port = port;
  self->peer = peer;
  self->socket = socket;
  g_weak_ref_init (&self->udpsink, NULL);
  self->clock = gst_system_clock_obtain ();
  g_mutex_init (&self->lock);
  return self;
}

gboolean
gst_scream_socket_is_v6 (GstScreamSocket * self)
{
  return g_socket_get_family (self->socket) == G_SOCKET_FAMILY_IPV6;
}

void
gst_scream_socket_set_sink (GstScreamSocket * self, GstElement * udpsink)
{
  g_object_set (udpsink, "host", self->host, "port", (gint) self->port,
      "close-socket", FALSE, "socket", self->socket, NULL);
  g_weak_ref_set (&self->udpsink, udpsink);
}

/* ---- in ---- */

/* RFC 5761 section 4: RTCP, not RTP */
static gboolean
is_rtcp (const guint8 * data, gsize size)
{
  return size > KEEP_ALIVE_SIZE && data[1] >= 192 && data[1] <= 223;
}

static void
on_datagram (const guint8 * data, gsize size, GSocketAddress * from,
    gpointer user_data)
{
  GstScreamSocket *self = user_data;

  (void) from;
  if (is_rtcp (data, size)) {
    gst_pad_push (self->srcpad, gst_buffer_new_memdup (data, size));
    return;
  }
  g_mutex_lock (&self->lock);
  self->not_rtcp += size > KEEP_ALIVE_SIZE;
  g_mutex_unlock (&self->lock);
}

static void
start_pad (GstScreamSocket * self, const gchar * caps_name)
{
  gchar *id = g_strdup_printf ("%08x%08x/rtcp", g_random_int (),
      g_random_int ());
  GstCaps *caps = gst_caps_new_empty_simple (caps_name);
  GstSegment segment;

  gst_pad_push_event (self->srcpad, gst_event_new_stream_start (id));
  gst_pad_push_event (self->srcpad, gst_event_new_caps (caps));
  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_push_event (self->srcpad, gst_event_new_segment (&segment));
  gst_caps_unref (caps);
  g_free (id);
}

static gboolean
start_reader (GstScreamSocket * self, GstElement * owner, GError ** error)
{
  GstScreamLoop *loop = gst_scream_loops_obtain (owner, self->clock);
  GPtrArray *sockets = g_ptr_array_new ();
  GPtrArray *peers = g_ptr_array_new ();

  g_ptr_array_add (sockets, self->socket);
  g_ptr_array_add (peers, self->peer);
  self->reader = gst_feedback_reader_new (loop, sockets, peers, on_datagram,
      self, error);
  gst_object_unref (loop);
  g_ptr_array_unref (sockets);
  g_ptr_array_unref (peers);
  return self->reader != NULL;
}

static void
unref (gpointer data)
{
  GstScreamSocket *self = data;

  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_weak_ref_clear (&self->udpsink);
  gst_object_unref (self->clock);
  g_object_unref (self->socket);
  g_object_unref (self->peer);
  g_mutex_clear (&self->lock);
  g_free (self->host);
  g_free (self);
}

/* ---- out, when nothing else goes ---- */

/* RFC 6263 section 4.1, an empty datagram: it needs no key, and goes in PAUSED
 * too, when the session's RTCP stops. */
static gboolean
on_tick (GstClock * clock, GstClockTime time, GstClockID id, gpointer user_data)
{
  GstScreamSocket *self = user_data;
  GstElement *udpsink = g_weak_ref_get (&self->udpsink);
  guint64 served = 0;

  (void) clock;
  (void) time;
  (void) id;
  if (udpsink == NULL)
    return TRUE;
  g_object_get (udpsink, "bytes-served", &served, NULL);
  gst_object_unref (udpsink);
  if (served == self->served
      && gst_ecn_socket_send_not_ect (self->socket, self->peer, NULL,
          (const guint8 *) "", 0, NULL) >= 0) {
    g_mutex_lock (&self->lock);
    self->keep_alives++;
    g_mutex_unlock (&self->lock);
  }
  self->served = served;
  return TRUE;
}

/* Two ticks are the longest time in which nothing leaves. */
static void
start_timer (GstScreamSocket * self, GstClockTime keep_alive)
{
  GstClockTime tick = MAX (keep_alive / 2, GST_MSECOND);

  self->served = 0;
  self->timer = gst_clock_new_periodic_id (self->clock,
      gst_clock_get_time (self->clock) + tick, tick);
  g_atomic_ref_count_inc (&self->refs);
  gst_clock_id_wait_async (self->timer, on_tick, self, unref);
}

gboolean
gst_scream_socket_start (GstScreamSocket * self, GstElement * owner,
    GstPad * rtcp_sinkpad, const gchar * caps_name, guint64 keep_alive,
    GError ** error)
{
  self->srcpad = gst_object_ref_sink (gst_pad_new ("rtcp", GST_PAD_SRC));
  gst_pad_set_active (self->srcpad, TRUE);
  if (gst_pad_link (self->srcpad, rtcp_sinkpad) != GST_PAD_LINK_OK) {
    g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_PAD,
        "cannot link the socket to %s", GST_OBJECT_NAME (rtcp_sinkpad));
    return FALSE;
  }
  start_pad (self, caps_name);
  if (!start_reader (self, owner, error))
    return FALSE;
  if (keep_alive > 0)
    start_timer (self, keep_alive);
  return TRUE;
}

void
gst_scream_socket_get_stats (GstScreamSocket * self,
    GstScreamSocketStats * stats)
{
  GstFeedbackReaderStats reader = { 0, };

  if (self->reader != NULL)
    gst_feedback_reader_get_stats (self->reader, &reader);
  stats->datagrams = reader.datagrams;
  stats->from_unknown_peers = reader.from_unknown_peers;
  g_mutex_lock (&self->lock);
  stats->not_rtcp = self->not_rtcp;
  stats->keep_alives = self->keep_alives;
  g_mutex_unlock (&self->lock);
}

static void
stop_pad (GstScreamSocket * self)
{
  GstPad *peer = gst_pad_get_peer (self->srcpad);

  gst_pad_set_active (self->srcpad, FALSE);
  if (peer != NULL) {
    gst_pad_unlink (self->srcpad, peer);
    gst_object_unref (peer);
  }
  gst_object_unref (self->srcpad);
}

void
gst_scream_socket_free (GstScreamSocket * self)
{
  if (self == NULL)
    return;

  if (self->timer != NULL) {
    gst_clock_id_unschedule (self->timer);
    gst_clock_id_unref (self->timer);
  }
  gst_feedback_reader_free (self->reader);
  if (self->srcpad != NULL)
    stop_pad (self);
  g_socket_close (self->socket, NULL);
  unref (self);
}
