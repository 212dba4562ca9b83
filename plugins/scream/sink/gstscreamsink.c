/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * SECTION:element-screamsink
 * @title: screamsink
 * @see_also: screamsrc, screamtx
 *
 * screamsink is a whole sender: give it video or audio and the address of the
 * receiver, and it sends at the rate that the network has to give. Inside,
 * screamtx does the work; its properties are here as well.
 *
 * It takes raw video and audio, for which it picks an encoder; encoded streams
 * (H.264, H.265, VP8, VP9, JPEG, Opus, A-law, µ-law), for which it picks a
 * payloader; and RTP. More streams come in by request pads. The encoder is the
 * one of the highest rank whose bitrate screamtx can set, so
 * GST_PLUGIN_FEATURE_RANK=vp8enc:MAX takes another one.
 *
 * Media goes out of one UDP port, RTP and RTCP together (RFC 5761), and feedback
 * comes back to the same. That passes NATs, and #GstScreamSink:keep-alive-interval
 * keeps them open when there is nothing to send. The receiver is screamsrc, or
 * screamrx behind a udpsrc. Both bins know these payload types without SDP:
 * 96 H264, 97 VP8, 98 VP9, 99 H265, 26 JPEG, 111 OPUS, 0 PCMU, 8 PCMA. RTP that
 * comes in keeps its payload type.
 *
 * With #GstScreamSink:srtp-key all packets of both directions are encrypted and
 * authenticated (SRTP).
 *
 * The URI `scream://host:port?property=value` stands for screamsink where an
 * application or gst-launch takes one for a sink. It sets properties of how to
 * send, not #GstScreamTx:log-location, #GstScreamTx:controller, nor which encoder
 * is used: it may come from somebody else.
 *
 * Messages are those of screamtx.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 v4l2src ! screamsink host=192.0.2.1 port=5000
 * ]| A camera.
 * |[
 * gst-launch-1.0 videotestsrc is-live=true ! x264enc ! rtph264pay ! screamsink host=192.0.2.1 port=5000
 * ]| An encoder of one's choice.
 * |[
 * gst-launch-1.0 v4l2src ! screamsink name=s host=192.0.2.1 alsasrc ! s.
 * ]| Sound beside the picture.
 *
 * Since: 0.1
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/net/gstpadname.h"
#include "plugins/scream/bins/gstscreamproxy.h"
#include "gstscreamsinkprivate.h"
#include "plugins/scream/bins/gstscreamsrtp.h"
#include "plugins/scream/tx/gstscreamtx.h"
#include "plugins/scream/bins/gstscreamuri.h"

GST_DEBUG_CATEGORY (gst_scream_sink_debug);
#define GST_CAT_DEFAULT gst_scream_sink_debug

#define IPV4_UDP_SIZE 28
#define IPV6_UDP_SIZE 48

/* Of hmac-sha1-80. */
#define SRTP_TAG_SIZE 10

/* Sources that leave the choice take the first. */
#define SINK_CAPS GST_SCREAM_SINK_RAW_VIDEO_CAPS "; video/x-raw; " \
    "audio/x-raw, rate=(int)48000; audio/x-raw; " \
    "video/x-h264; video/x-h265; " \
    "video/x-vp8; video/x-vp9; audio/x-opus; audio/x-mulaw; audio/x-alaw; " \
    "application/x-rtp; image/jpeg"

static GstStaticPadTemplate sink_template =
GST_STATIC_PAD_TEMPLATE ("sink", GST_PAD_SINK, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (SINK_CAPS));
static GstStaticPadTemplate sink_n_template =
GST_STATIC_PAD_TEMPLATE ("sink_%u", GST_PAD_SINK, GST_PAD_REQUEST,
    GST_STATIC_CAPS (SINK_CAPS));

static void gst_scream_sink_uri_handler_init (gpointer iface, gpointer data);

G_DEFINE_TYPE_WITH_CODE (GstScreamSink, gst_scream_sink, GST_TYPE_BIN,
    G_IMPLEMENT_INTERFACE (GST_TYPE_URI_HANDLER,
        gst_scream_sink_uri_handler_init));
GST_ELEMENT_REGISTER_DEFINE (screamsink, "screamsink", GST_RANK_NONE,
    GST_TYPE_SCREAM_SINK);

/* ---- what all streams share ---- */

static GstCaps *
on_request_key (GstElement * srtpdec, guint ssrc, GstScreamSink * self)
{
  GstBuffer *key = gst_scream_sink_get_key (self);
  GstCaps *caps;

  (void) srtpdec;
  if (key == NULL)
    return NULL;
  caps = gst_scream_srtp_caps ("application/x-srtcp", key);
  gst_caps_set_simple (caps, "ssrc", G_TYPE_UINT, ssrc, NULL);
  gst_buffer_unref (key);
  return caps;
}

/* What goes in and does not come out did not authenticate. */
static GstPadProbeReturn
on_srtcp (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamSink *self = GST_SCREAM_SINK (user_data);

  (void) info;
  g_mutex_lock (&self->lock);
  if (GST_PAD_IS_SINK (pad))
    self->srtcp_in++;
  else
    self->srtcp_out++;
  g_mutex_unlock (&self->lock);
  return GST_PAD_PROBE_OK;
}

static void
count_srtcp (GstScreamSink * self, const gchar * name)
{
  GstPad *pad = gst_element_get_static_pad (self->srtpdec, name);

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, on_srtcp, self, NULL);
  gst_object_unref (pad);
}

static gboolean
make_srtpdec (GstScreamSink * self)
{
  self->srtpdec = gst_scream_parts_make (GST_BIN_CAST (self), "srtpdec", NULL);
  if (self->srtpdec == NULL)
    return FALSE;
  self->srtcp_in = self->srtcp_out = 0;
  g_signal_connect_object (self->srtpdec, "request-key",
      G_CALLBACK (on_request_key), self, 0);
  count_srtcp (self, "rtcp_sink");
  count_srtcp (self, "rtcp_src");
  return gst_element_link_pads (self->srtpdec, "rtcp_src", self->tx,
      "rtcp_sink");
}

/* One segment for all streams: the funnel passes that of the first one on, and a
 * sink drops what is outside, though it does not wait for any time. */
static GstPadProbeReturn
on_segment (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  GstSegment segment;

  (void) pad;
  (void) user_data;
  if (GST_EVENT_TYPE (event) != GST_EVENT_SEGMENT)
    return GST_PAD_PROBE_OK;
  gst_segment_init (&segment, GST_FORMAT_TIME);
  GST_PAD_PROBE_INFO_DATA (info) = gst_event_new_segment (&segment);
  gst_event_unref (event);
  return GST_PAD_PROBE_OK;
}

static void
link_udpsink (GstScreamSink * self)
{
  GstPad *pad = gst_element_get_static_pad (self->udpsink, "sink");

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, on_segment, NULL,
      NULL);
  gst_object_unref (pad);
  gst_element_link (self->funnel, self->udpsink);
}

static gboolean
make_shared (GstScreamSink * self)
{
  GstBuffer *key = gst_scream_sink_get_key (self);
  gint ttl, qos_dscp;
  GstPad *sink;

  /* Events of the one and the other need not be told apart by a UDP sink. */
  self->funnel = gst_scream_parts_make (GST_BIN_CAST (self), "funnel",
      "forward-sticky-events=false");
  self->udpsink = gst_scream_parts_make (GST_BIN_CAST (self), "udpsink", NULL);
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
  gst_buffer_unref (key);
  return make_srtpdec (self);
}

static void
release_tx_pad (GstScreamSink * self, GstPad ** pad)
{
  if (*pad == NULL)
    return;
  gst_element_release_request_pad (self->tx, *pad);
  gst_clear_object (pad);
}

static void
remove_shared (GstScreamSink * self)
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
  release_tx_pad (self, &self->tx_rtcp_sinkpad);
  release_tx_pad (self, &self->tx_rtcp_srcpad);
}

/* ---- states ---- */

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

static gboolean
start_socket (GstScreamSink * self)
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
    GST_ELEMENT_ERROR (self, LIBRARY, SETTINGS,
        ("srtp-key is not a key of %d bytes.", GST_SCREAM_SRTP_KEY_SIZE),
        ("Set the property srtp-key to %d hexadecimal digits, as \"openssl rand "
            "-hex %d\" makes them.", 2 * GST_SCREAM_SRTP_KEY_SIZE,
            GST_SCREAM_SRTP_KEY_SIZE));
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

/* Elements that the bin itself will start. */
static gboolean
prepare (GstScreamSink * self)
{
  guint i;

  if (!check_key (self) || !open_socket (self) || !make_shared (self))
    return FALSE;
  set_overhead (self);
  for (i = 0; i < self->pads->len; i++)
    gst_scream_sink_pad_build_early (g_ptr_array_index (self->pads, i));
  return TRUE;
}

static void
clear (GstScreamSink * self)
{
  GstScreamSocket *socket;
  guint i;

  g_mutex_lock (&self->lock);
  socket = g_steal_pointer (&self->socket);
  g_mutex_unlock (&self->lock);
  gst_scream_socket_free (socket);
  for (i = 0; i < self->pads->len; i++)
    gst_scream_sink_pad_clear (g_ptr_array_index (self->pads, i));
  remove_shared (self);
}

static void
set_open (GstScreamSink * self, gboolean is_open)
{
  g_rec_mutex_lock (&self->build_lock);
  self->is_open = is_open;
  g_rec_mutex_unlock (&self->build_lock);
}

static GstStateChangeReturn
go_to_paused (GstScreamSink * self)
{
  GstStateChangeReturn ret = GST_STATE_CHANGE_FAILURE;

  g_rec_mutex_lock (&self->build_lock);
  if (prepare (self))
    ret = GST_ELEMENT_CLASS (gst_scream_sink_parent_class)->change_state
        (GST_ELEMENT_CAST (self), GST_STATE_CHANGE_READY_TO_PAUSED);
  if (ret != GST_STATE_CHANGE_FAILURE && !start_socket (self))
    ret = GST_STATE_CHANGE_FAILURE;
  self->is_open = ret != GST_STATE_CHANGE_FAILURE;
  if (ret == GST_STATE_CHANGE_FAILURE)
    clear (self);
  g_rec_mutex_unlock (&self->build_lock);
  return ret;
}

static GstStateChangeReturn
gst_scream_sink_change_state (GstElement * element, GstStateChange transition)
{
  GstScreamSink *self = GST_SCREAM_SINK (element);
  GstStateChangeReturn ret;

  if (transition == GST_STATE_CHANGE_READY_TO_PAUSED)
    return go_to_paused (self);
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY)
    set_open (self, FALSE);
  ret = GST_ELEMENT_CLASS (gst_scream_sink_parent_class)->change_state (element,
      transition);
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY) {
    g_rec_mutex_lock (&self->build_lock);
    clear (self);
    g_rec_mutex_unlock (&self->build_lock);
  }
  return ret;
}

/* ---- pads ---- */

static GstScreamSinkPad *
add_pad (GstScreamSink * self, GstPadTemplate * templ, const gchar * name,
    GstPad * tx_sinkpad, GstPad * tx_srcpad)
{
  GstScreamSinkPad *pad = gst_scream_sink_pad_create (self, templ, name,
      tx_sinkpad, tx_srcpad);

  g_rec_mutex_lock (&self->build_lock);
  g_ptr_array_add (self->pads, pad);
  if (self->is_open)
    gst_pad_set_active (GST_PAD_CAST (pad), TRUE);
  gst_element_add_pad (GST_ELEMENT_CAST (self), GST_PAD_CAST (pad));
  g_rec_mutex_unlock (&self->build_lock);
  return pad;
}

static GstPad *
gst_scream_sink_request_new_pad (GstElement * element, GstPadTemplate * templ,
    const gchar * name, const GstCaps * caps)
{
  GstScreamSink *self = GST_SCREAM_SINK (element);
  GstPad *tx_sinkpad, *tx_srcpad;
  GstScreamSinkPad *pad;
  gchar *sink_name, *src_name;
  guint n;

  (void) caps;
  if (!gst_pad_name_choose (element, "sink_", name, &self->next_pad, &n))
    return NULL;
  if (gst_pad_name_is_taken (element, "sink_", n)) {
    GST_WARNING_OBJECT (self, "there is a pad %s already", name);
    return NULL;
  }

  sink_name = g_strdup_printf ("sink_%u", n);
  src_name = g_strdup_printf ("src_%u", n);
  tx_sinkpad = gst_element_request_pad_simple (self->tx, sink_name);
  tx_srcpad = gst_element_get_static_pad (self->tx, src_name);
  pad = add_pad (self, templ, sink_name, tx_sinkpad, tx_srcpad);
  gst_object_unref (tx_sinkpad);
  gst_object_unref (tx_srcpad);
  g_free (sink_name);
  g_free (src_name);
  return GST_PAD_CAST (pad);
}

static void
gst_scream_sink_release_pad (GstElement * element, GstPad * pad)
{
  GstScreamSink *self = GST_SCREAM_SINK (element);
  GstScreamSinkPad *stream = GST_SCREAM_SINK_PAD (pad);

  gst_pad_set_active (pad, FALSE);
  g_rec_mutex_lock (&self->build_lock);
  gst_scream_sink_pad_clear (stream);
  gst_element_release_request_pad (self->tx, stream->tx_sinkpad);
  g_ptr_array_remove (self->pads, stream);
  g_rec_mutex_unlock (&self->build_lock);
  gst_element_remove_pad (element, pad);
}

/* ---- URI ---- */

static GstURIType
gst_scream_sink_uri_get_type (GType type)
{
  return GST_URI_SINK;
}

static const gchar *const *
gst_scream_sink_uri_get_protocols (GType type)
{
  static const gchar *protocols[] = { GST_SCREAM_URI_SCHEME, NULL };

  return protocols;
}

static gchar *
gst_scream_sink_uri_get_uri (GstURIHandler * handler)
{
  GstScreamSink *self = GST_SCREAM_SINK (handler);
  gchar *uri;

  GST_OBJECT_LOCK (self);
  uri = gst_scream_uri_build (self->host, self->port);
  GST_OBJECT_UNLOCK (self);
  return uri;
}

/* Who gives the address of a receiver may say how to send there: not which files
 * to write, nor without congestion control. */
static gboolean
gst_scream_sink_uri_set_uri (GstURIHandler * handler, const gchar * uri,
    GError ** error)
{
  static const gchar *const allowed[] = {
    "bind-address", "bind-port", "capture-time-extension", "ecn", "frame-skip",
    "initial-bitrate", "keep-alive-interval", "max-bitrate", "max-queue-delay",
    "min-bitrate", "mtu", "pacing-burst", "packet-overhead", "qos-dscp",
    "queue-delay-target", "queue-delay-target-max", "srtp-key", "ttl",
    "tune-encoder", "twcc-extension", NULL
  };

  return gst_scream_uri_apply (uri, G_OBJECT (handler), "host", allowed, error);
}

static void
gst_scream_sink_uri_handler_init (gpointer iface, gpointer data)
{
  GstURIHandlerInterface *handler = iface;

  handler->get_type = gst_scream_sink_uri_get_type;
  handler->get_protocols = gst_scream_sink_uri_get_protocols;
  handler->get_uri = gst_scream_sink_uri_get_uri;
  handler->set_uri = gst_scream_sink_uri_set_uri;
}

/* ---- GObject ---- */

static void
gst_scream_sink_finalize (GObject * object)
{
  GstScreamSink *self = GST_SCREAM_SINK (object);

  g_ptr_array_unref (self->pads);
  gst_object_unref (self->tx);
  gst_clear_buffer (&self->srtp_key);
  g_free (self->host);
  g_free (self->bind_address);
  g_free (self->cname);
  g_mutex_clear (&self->lock);
  g_rec_mutex_clear (&self->build_lock);
  G_OBJECT_CLASS (gst_scream_sink_parent_class)->finalize (object);
}

static void
gst_scream_sink_init (GstScreamSink * self)
{
  GstPadTemplate *templ;
  GstPad *tx_sinkpad, *tx_srcpad;

  /* RFC 7022 section 4.2: a random name of 96 bits for each session */
  self->cname = g_strdup_printf ("%08x%08x%08x", g_random_int (),
      g_random_int (), g_random_int ());
  self->pads = g_ptr_array_new ();
  g_mutex_init (&self->lock);
  g_rec_mutex_init (&self->build_lock);

  self->tx = g_object_new (GST_TYPE_SCREAM_TX, "name", "screamtx", NULL);
  gst_bin_add (GST_BIN_CAST (self), gst_object_ref_sink (self->tx));
  gst_scream_proxy_forward_notify (G_OBJECT (self->tx), G_OBJECT (self));
  gst_scream_sink_init_properties (self);
  templ = gst_element_class_get_pad_template (GST_ELEMENT_GET_CLASS (self),
      "sink");
  tx_sinkpad = gst_element_get_static_pad (self->tx, "sink");
  tx_srcpad = gst_element_get_static_pad (self->tx, "src");
  add_pad (self, templ, "sink", tx_sinkpad, tx_srcpad);
  gst_object_unref (tx_sinkpad);
  gst_object_unref (tx_srcpad);
}

static void
gst_scream_sink_class_init (GstScreamSinkClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  GST_DEBUG_CATEGORY_INIT (gst_scream_sink_debug, "screamsink", 0,
      "A whole sender");

  object_class->finalize = gst_scream_sink_finalize;
  gst_scream_sink_install_properties (object_class);

  element_class->change_state = gst_scream_sink_change_state;
  element_class->request_new_pad = gst_scream_sink_request_new_pad;
  element_class->release_pad = gst_scream_sink_release_pad;
  /* Who links without a name gets the always pad while that is free, and then
   * the first template. */
  gst_element_class_add_static_pad_template_with_gtype (element_class,
      &sink_n_template, GST_TYPE_SCREAM_SINK_PAD);
  gst_element_class_add_static_pad_template_with_gtype (element_class,
      &sink_template, GST_TYPE_SCREAM_SINK_PAD);
  gst_element_class_set_static_metadata (element_class,
      "Sender that fits the network", "Sink/Network/RTP",
      "Encodes and sends video and audio at the rate that the network has to "
      "give", "gst-scream developers");
  gst_type_mark_as_plugin_api (GST_TYPE_SCREAM_SINK_PAD, 0);
}
