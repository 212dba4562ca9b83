/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What all streams of screamsink share: the socket, and the elements between the sessions of
 * the streams and the socket. */
#include "gstscreamsinkprivate.h"
#include "plugins/scream/bins/gstscreamsrtp.h"

#define GST_CAT_DEFAULT gst_scream_sink_debug

#define IPV4_UDP_SIZE 28
#define IPV6_UDP_SIZE 48

/* Of hmac-sha1-80. */
#define SRTP_TAG_SIZE 10

static GstCaps *
on_request_key (GstElement * srtpdec, guint ssrc, GstScreamSink * self)
{
  GstBuffer *key = gst_scream_sink_get_key (self);
  GstCaps *caps;

  if (key == NULL)
    return NULL;
  caps = gst_scream_srtp_caps ("application/x-srtcp", key);
  gst_caps_set_simple (caps, "ssrc", G_TYPE_UINT, ssrc, NULL);
  gst_buffer_unref (key);
  return caps;
}

/* What goes in and does not come out did not authenticate. That of new SSRCs must not come to
 * srtpdec, which keeps something of each; it knows what was sent again. */
static GstPadProbeReturn
on_srtcp_in (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamSink *self = GST_SCREAM_SINK (user_data);
  GstMapInfo map;
  gboolean good;

  g_mutex_lock (&self->lock);
  self->srtcp_in++;
  g_mutex_unlock (&self->lock);
  if (!gst_buffer_map (GST_PAD_PROBE_INFO_BUFFER (info), &map, GST_MAP_READ))
    return GST_PAD_PROBE_DROP;
  good = gst_scream_auth_check_rtcp (self->auth, map.data, map.size);
  gst_buffer_unmap (GST_PAD_PROBE_INFO_BUFFER (info), &map);
  return good ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP;
}

static GstPadProbeReturn
on_srtcp_out (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamSink *self = GST_SCREAM_SINK (user_data);

  g_mutex_lock (&self->lock);
  self->srtcp_out++;
  g_mutex_unlock (&self->lock);
  return GST_PAD_PROBE_OK;
}

static void
add_probe (GstScreamSink * self, const gchar * name,
    GstPadProbeCallback callback)
{
  GstPad *pad = gst_element_get_static_pad (self->srtpdec, name);

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, callback, self, NULL);
  gst_object_unref (pad);
}

static gboolean
make_srtpdec (GstScreamSink * self, GstBuffer * key)
{
  self->srtpdec = gst_scream_parts_make (GST_BIN_CAST (self), "srtpdec", NULL);
  if (self->srtpdec == NULL)
    return FALSE;
  self->srtcp_in = self->srtcp_out = 0;
  g_signal_connect_object (self->srtpdec, "request-key",
      G_CALLBACK (on_request_key), self, 0);
  self->auth = gst_scream_auth_new (key);
  add_probe (self, "rtcp_sink", on_srtcp_in);
  add_probe (self, "rtcp_src", on_srtcp_out);
  return gst_element_link_pads (self->srtpdec, "rtcp_src", self->tx,
      "rtcp_sink");
}

static GstEvent *
new_segment (void)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  return gst_event_new_segment (&segment);
}

/* One segment for all streams: the funnel passes that of the first one on, and a
 * sink drops what is outside, though it does not wait for any time.  What is next after
 * a flush may be of another stream, which has had its segment. */
static GstPadProbeReturn
on_event (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);

  if (GST_EVENT_TYPE (event) == GST_EVENT_SEGMENT) {
    GST_PAD_PROBE_INFO_DATA (info) = new_segment ();
    gst_event_unref (event);
  } else if (GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_STOP) {
    GstPad *src = gst_element_get_static_pad (user_data, "src");

    event = new_segment ();
    gst_pad_store_sticky_event (src, event);
    gst_event_unref (event);
    gst_object_unref (src);
  }
  return GST_PAD_PROBE_OK;
}

static void
link_udpsink (GstScreamSink * self)
{
  GstPad *pad = gst_element_get_static_pad (self->udpsink, "sink");

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM |
      GST_PAD_PROBE_TYPE_EVENT_FLUSH, on_event, self->funnel, NULL);
  gst_object_unref (pad);
  gst_element_link (self->funnel, self->udpsink);
}

static gboolean
make_shared (GstScreamSink * self)
{
  GstBuffer *key = gst_scream_sink_get_key (self);
  gint ttl, qos_dscp;
  gboolean made;
  GstPad *sink;

  /* Events of the one and the other need not be told apart by a UDP sink. */
  self->funnel = gst_scream_parts_make (GST_BIN_CAST (self), "funnel",
      "forward-sticky-events=false");
  self->udpsink =
      gst_scream_parts_make (GST_BIN_CAST (self), "screamudpsink", NULL);
  self->tee =
      gst_scream_parts_make (GST_BIN_CAST (self), "tee",
      "allow-not-linked=true");
  if (self->funnel == NULL || self->udpsink == NULL || self->tee == NULL) {
    g_clear_pointer (&key, gst_buffer_unref);
    return FALSE;
  }
  GST_OBJECT_LOCK (self);
  ttl = self->ttl;
  qos_dscp = self->qos_dscp;
  GST_OBJECT_UNLOCK (self);
  g_object_set (self->udpsink, "ttl", ttl, "qos-dscp", qos_dscp, NULL);
  gst_scream_socket_set_sink (self->socket, self->udpsink);

  self->tx_rtcp_sinkpad = gst_element_request_pad_simple (self->tx,
      "rtcp_sink");
  self->tx_rtcp_srcpad = gst_element_request_pad_simple (self->tx, "rtcp_src");
  sink = gst_element_get_static_pad (self->tee, "sink");
  gst_pad_link (self->tx_rtcp_srcpad, sink);
  gst_object_unref (sink);
  link_udpsink (self);
  if (key == NULL)
    return TRUE;
  made = make_srtpdec (self, key);
  gst_buffer_unref (key);
  return made;
}

static void
release_tx_pad (GstScreamSink * self, GstPad ** pad)
{
  if (*pad == NULL)
    return;
  gst_element_release_request_pad (self->tx, *pad);
  gst_clear_object (pad);
}

void
gst_scream_sink_remove_shared (GstScreamSink * self)
{
  GstElement **elements[] = { &self->srtpdec, &self->tee, &self->funnel,
    &self->udpsink
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (elements); i++) {
    if (*elements[i] != NULL)
      gst_scream_parts_remove (GST_BIN_CAST (self), *elements[i]);
    *elements[i] = NULL;
  }
  g_clear_pointer (&self->auth, gst_scream_auth_free);
  release_tx_pad (self, &self->tx_rtcp_sinkpad);
  release_tx_pad (self, &self->tx_rtcp_srcpad);
}

static void
post_error (GstScreamSink * self, GError * error)
{
  GST_WARNING_OBJECT (self, "%s", error->message);
  gst_element_post_message (GST_ELEMENT_CAST (self),
      gst_message_new_error (GST_OBJECT_CAST (self), error, NULL));
  g_error_free (error);
}

static gboolean
open_socket (GstScreamSink * self)
{
  gchar *host, *bind_address;
  guint port, bind_port;
  GstScreamSocket *socket;
  GError *error = NULL;

  GST_OBJECT_LOCK (self);
  host = g_strdup (self->host != NULL ? self->host : "");
  port = self->port;
  bind_address = g_strdup (self->bind_address);
  bind_port = self->bind_port;
  GST_OBJECT_UNLOCK (self);
  socket = gst_scream_socket_new (host, (guint16) port, bind_address,
      (guint16) bind_port, &error);
  g_free (host);
  g_free (bind_address);
  g_mutex_lock (&self->lock);
  self->socket = socket;
  g_mutex_unlock (&self->lock);
  if (socket == NULL)
    post_error (self, error);
  return socket != NULL;
}

gboolean
gst_scream_sink_start_socket (GstScreamSink * self)
{
  gboolean srtp = self->srtpdec != NULL;
  GstPad *pad = srtp ? gst_element_get_static_pad (self->srtpdec, "rtcp_sink")
      : gst_object_ref (self->tx_rtcp_sinkpad);
  GError *error = NULL;
  guint64 keep_alive;

  GST_OBJECT_LOCK (self);
  keep_alive = self->keep_alive;
  GST_OBJECT_UNLOCK (self);
  if (!gst_scream_socket_start (self->socket, GST_ELEMENT (self), pad, srtp ?
          "application/x-srtcp" : "application/x-rtcp", keep_alive, &error))
    post_error (self, error);
  gst_object_unref (pad);
  return error == NULL;
}

/* A wrong key must not send in the clear. */
static gboolean
check_key (GstScreamSink * self)
{
  gboolean bad;

  GST_OBJECT_LOCK (self);
  bad = self->bad_key;
  GST_OBJECT_UNLOCK (self);
  if (bad)
    gst_scream_srtp_post_no_key (GST_ELEMENT_CAST (self));
  return !bad;
}

/* What is around an RTP packet. */
static void
set_overhead (GstScreamSink * self)
{
  guint overhead = gst_scream_socket_is_v6 (self->socket) ? IPV6_UDP_SIZE
      : IPV4_UDP_SIZE;

  if (self->overhead_is_set)
    return;
  if (self->srtp_key != NULL)
    overhead += SRTP_TAG_SIZE;
  g_object_set (self->tx, "packet-overhead", overhead, NULL);
}

gboolean
gst_scream_sink_open_shared (GstScreamSink * self)
{
  if (!check_key (self) || !gst_scream_sink_check_sdp (self)
      || !open_socket (self) || !make_shared (self))
    return FALSE;
  set_overhead (self);
  return TRUE;
}

void
gst_scream_sink_close_socket (GstScreamSink * self)
{
  GstScreamSocket *socket;

  g_mutex_lock (&self->lock);
  socket = g_steal_pointer (&self->socket);
  g_mutex_unlock (&self->lock);
  gst_scream_socket_free (socket);
}
