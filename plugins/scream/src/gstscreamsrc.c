/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * SECTION:element-screamsrc
 * @title: screamsrc
 * @see_also: screamsink, screamrx
 *
 * A whole receiver for the streams of screamsink, or of screamtx in front of a
 * udpsink: one UDP port for RTP and RTCP of all streams, feedback for the
 * sender's rate control, jitter buffer, RTCP reports and, if needed,
 * depayloader and decoder. Only the port has to be set.
 *
 * The linked element determines the output of a pad: RTP if its caps name RTP
 * (a depayloader), the encoded stream if they name that (a parser or a muxer),
 * otherwise decoded video or audio. An element with any caps, such as fakesink,
 * gets the decoded stream; behind the caps filter `application/x-rtp` it gets
 * RTP.
 *
 * The pad `src` has the first stream that fits its peer; it prefers video to
 * audio. Request pads have further streams; gst-launch requests them by itself
 * if `src` is linked already. A stream without a linked pad is dropped. A pad
 * without a stream keeps no other from playing: where the pipeline has more sinks
 * than one, the element sets #GstBaseSink:async to FALSE from NULL to READY, of those that
 * have no other source, and back to TRUE in NULL. When a
 * sender is started again, its new streams replace the old ones. Video begins
 * with a key frame, which the receiver requests.
 *
 * Payload types need no SDP: 96 H264, 97 VP8, 98 VP9, 99 H265, 102 AV1, 26 JPEG, 111 OPUS,
 * 0 PCMU, 8 PCMA, 33 MPEG-TS, 103 KLV, 104 ONVIF metadata. For others set #GstScreamSrc:caps or #GstScreamSrc:sdp-location.
 *
 * With #GstScreamSrc:srtp-key, media and RTCP are SRTP in both directions;
 * packets that are not authentic are dropped and counted. An attacker who
 * recorded authentic packets can replay them to a receiver that was started
 * later, until the sender itself is heard: then the recording, which is behind
 * it by the sender's clock, is dropped. #GstScreamSrc:max-age rejects
 * recordings from the start.
 *
 * Without a key, media and RTCP are accepted only from the address of the
 * sender, and feedback goes to that address only, see `screamrx`. While the
 * sender is silent for 100 ms, its streams may come from another address. A
 * sender that is started again has other streams and another port; they are
 * accepted when the previous ones have been silent for 500 ms. When screamrx
 * follows another sender, the streams of the previous one end.
 *
 * With a key and without, there are 32 streams at most, and new ones are
 * admitted at a bounded rate.
 *
 * It has all properties of screamrx but `observe`.
 *
 * ## Messages
 *
 * Each of these element messages has a `text` (string), which an info message has, too:
 *
 * * `scream-stream`: a stream begins to leave a pad: `pad` (string), `ssrc` (uint),
 *   `payload` (int), `encoding-name` (string), `form` (string: "rtp", "encoded" or "raw"),
 *   `sender` (string: address and port), `width` and `height` (int) where they are known
 * * `scream-sender` with `event` (string) and `silence` (guint64, ns): `waiting` once, when
 *   the element plays and nothing came for 3 s, or nothing with its key; `silent` when the
 *   sender was heard, and neither a packet nor RTCP came of it for 3 s; `back` when it is
 *   heard again
 *
 * Those of screamrx are posted too, and `GstUDPSrcTimeout` when nothing comes, see
 * #GstScreamSrc:timeout.
 *
 * ## Example launch lines
 *
 * |[
 * gst-launch-1.0 screamsrc port=5000 ! autovideosink
 * gst-launch-1.0 screamsrc port=5000 ! rtph264depay ! avdec_h264 ! autovideosink
 * gst-launch-1.0 screamsrc name=s port=5000 ! autovideosink s. ! autoaudiosink
 * gst-launch-1.0 screamsrc port=5000 ! h264parse ! matroskamux ! filesink location=a.mkv
 * gst-launch-1.0 playbin uri=scream://0.0.0.0:5000
 * ]|
 *
 * Since: 0.1
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/net/gstpadname.h"
#include "plugins/scream/bins/gstscreamproxy.h"
#include "plugins/scream/bins/gstscreamparts.h"
#include "gstscreamsrcprivate.h"
#include "plugins/scream/bins/gstscreamuri.h"

GST_DEBUG_CATEGORY (gst_scream_src_debug);

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

static GstStaticPadTemplate more_template = GST_STATIC_PAD_TEMPLATE ("src_%u",
    GST_PAD_SRC, GST_PAD_REQUEST, GST_STATIC_CAPS_ANY);

static void gst_scream_src_uri_handler_init (gpointer iface, gpointer data);

#define gst_scream_src_parent_class parent_class
G_DEFINE_TYPE_WITH_CODE (GstScreamSrc, gst_scream_src, GST_TYPE_BIN,
    G_IMPLEMENT_INTERFACE (GST_TYPE_URI_HANDLER,
        gst_scream_src_uri_handler_init));
GST_ELEMENT_REGISTER_DEFINE (screamsrc, "screamsrc", GST_RANK_PRIMARY,
    GST_TYPE_SCREAM_SRC);

/* ---- pads ---- */

static GstPad *
gst_scream_src_request_new_pad (GstElement * element, GstPadTemplate * templ,
    const gchar * name, const GstCaps * caps)
{
  GstScreamSrc *self = GST_SCREAM_SRC (element);
  guint n = 0, next = 0;
  gchar *own;
  GstPad *pad;

  if (!gst_pad_name_choose_free (element, "src_", name, &next, &n))
    return NULL;
  own = g_strdup_printf ("src_%u", n);
  pad = gst_scream_streams_new_output (self->streams, templ, own);
  gst_scream_src_watch_latency (self, pad);
  g_free (own);
  return pad;
}

static void
gst_scream_src_release_pad (GstElement * element, GstPad * pad)
{
  gst_scream_streams_release_output (GST_SCREAM_SRC (element)->streams, pad);
}

/* While an output begins, each element in it tells its latency anew. */
static gboolean
is_early_latency (GstScreamStreams * streams, GstMessage * message)
{
  return GST_MESSAGE_TYPE (message) == GST_MESSAGE_LATENCY
      && !gst_scream_streams_has_flow (streams, GST_MESSAGE_SRC (message));
}

static void
gst_scream_src_handle_message (GstBin * bin, GstMessage * message)
{
  GstScreamStreams *streams = GST_SCREAM_SRC (bin)->streams;

  if (is_early_latency (streams, message)
      || gst_scream_streams_take_fault (streams, message))
    gst_message_unref (message);
  else
    GST_BIN_CLASS (parent_class)->handle_message (bin, message);
}

/* ---- states ---- */

static GstStateChangeReturn
gst_scream_src_change_state (GstElement * element, GstStateChange transition)
{
  GstScreamSrc *self = GST_SCREAM_SRC (element);
  GstStateChangeReturn ret;

  if (!gst_property_check_allows (element, transition))
    return GST_STATE_CHANGE_FAILURE;
  if (transition == GST_STATE_CHANGE_NULL_TO_READY)
    gst_scream_parts_adopt (GST_BIN_CAST (self), GST_ELEMENT_CAST (self->rx));
  if (transition == GST_STATE_CHANGE_NULL_TO_READY
      && !(gst_scream_src_read_sdp (self) && gst_scream_src_open (self)))
    return GST_STATE_CHANGE_FAILURE;
  /* Bins have made their sinks: they are in READY before. */
  if (transition == GST_STATE_CHANGE_NULL_TO_READY)
    gst_scream_src_let_sinks_play (self);
  if (transition == GST_STATE_CHANGE_READY_TO_PAUSED
      && !gst_scream_src_renew_key (self))
    return GST_STATE_CHANGE_FAILURE;
  if (transition == GST_STATE_CHANGE_READY_TO_PAUSED) {
    gst_scream_src_reset_counters (self);
    gst_scream_src_allow_clearing (self);
  }
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY
      || transition == GST_STATE_CHANGE_READY_TO_NULL)
    gst_scream_src_end_clearing (self);
  if (transition == GST_STATE_CHANGE_PLAYING_TO_PAUSED)
    gst_scream_src_end_awaiting (self);

  ret = GST_ELEMENT_CLASS (parent_class)->change_state (element, transition);

  if (transition == GST_STATE_CHANGE_PAUSED_TO_PLAYING
      && ret != GST_STATE_CHANGE_FAILURE)
    gst_scream_src_await_sender (self);
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY)
    gst_scream_streams_clear (self->streams);
  if (transition == GST_STATE_CHANGE_READY_TO_NULL
      || (transition == GST_STATE_CHANGE_NULL_TO_READY
          && ret == GST_STATE_CHANGE_FAILURE)) {
    gst_scream_src_close (self);
    gst_scream_src_give_sinks_back (self);
  }
  return ret;
}

/* ---- scream:// ---- */

static GstURIType
gst_scream_src_uri_get_type (GType type)
{
  return GST_URI_SRC;
}

static gchar *
gst_scream_src_uri_get_uri (GstURIHandler * handler)
{
  GstScreamSrc *self = GST_SCREAM_SRC (handler);
  gchar *uri;

  g_mutex_lock (&self->lock);
  uri = gst_scream_uri_build (self->address, self->port);
  g_mutex_unlock (&self->lock);
  return uri;
}

static gboolean
gst_scream_src_uri_set_uri (GstURIHandler * handler, const gchar * uri,
    GError ** error)
{
  static const gchar *const allowed[] = {
    "auto-latency", "capture-time-extension", "caps", "compat", "feedback",
    "feedback-max-interval", "feedback-max-packets", "feedback-min-interval",
    "feedback-overlap",
    "feedback-route", "goal", "latency", "max-age", "max-lag",
    "rtp-session-bandwidth",
    "sender-ssrc", "srtp-key",
    "timeout", "twcc-extension", NULL
  };

  return gst_scream_uri_apply (uri, G_OBJECT (handler), "address", allowed,
      error);
}

static void
gst_scream_src_uri_handler_init (gpointer iface, gpointer data)
{
  GstURIHandlerInterface *handler = iface;

  handler->get_type = gst_scream_src_uri_get_type;
  handler->get_protocols = gst_scream_uri_get_protocols;
  handler->get_uri = gst_scream_src_uri_get_uri;
  handler->set_uri = gst_scream_src_uri_set_uri;
}

/* ---- class ---- */

static void
gst_scream_src_finalize (GObject * object)
{
  GstScreamSrc *self = GST_SCREAM_SRC (object);

  gst_scream_streams_free (self->streams);
  gst_object_unref (self->rx);
  gst_scream_repair_receiver_free (self->repair);
  gst_scream_src_latency_unref (self->latency_now);
  gst_property_table_clear (self, &gst_scream_src_properties);
  gst_clear_buffer (&self->srtp_key);
  g_ptr_array_unref (self->leaving);
  g_rec_mutex_clear (&self->clearing);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_scream_src_class_init (GstScreamSrcClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  GST_DEBUG_CATEGORY_INIT (gst_scream_src_debug, "screamsrc", 0,
      "SCReAM receiver bin");

  object_class->finalize = gst_scream_src_finalize;
  gst_property_table_install (object_class, &gst_scream_src_properties);

  element_class->change_state = gst_scream_src_change_state;
  element_class->request_new_pad = gst_scream_src_request_new_pad;
  element_class->release_pad = gst_scream_src_release_pad;
  GST_BIN_CLASS (klass)->handle_message = gst_scream_src_handle_message;
  /* In this order: whoever looks for a pad to link takes the first template that
   * fits, and `src` may be linked already. */
  gst_element_class_add_static_pad_template (element_class, &more_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_static_metadata (element_class,
      "SCReAM stream receiver", "Source/Network/RTP",
      "Receives audio and video over RTP, with feedback to the sender",
      "gst-scream developers");
}

static void
gst_scream_src_init (GstScreamSrc * self)
{
  GstPadTemplate *templ =
      gst_element_class_get_pad_template (GST_ELEMENT_GET_CLASS (self), "src");

  /* What is inside comes later, and bins around want to know before. */
  gst_bin_set_suppressed_flags (GST_BIN_CAST (self),
      GST_ELEMENT_FLAG_SOURCE | GST_ELEMENT_FLAG_SINK);
  GST_OBJECT_FLAG_SET (self, GST_ELEMENT_FLAG_SOURCE);
  self->leaving = g_ptr_array_new ();
  g_rec_mutex_init (&self->clearing);
  g_mutex_init (&self->lock);
  self->repair = gst_scream_repair_receiver_new (GST_ELEMENT (self));
  self->rx = gst_object_ref_sink (g_object_new (GST_TYPE_SCREAM_RX, NULL));
  gst_scream_src_init_properties (self);
  gst_scream_src_init_session (self);
  gst_scream_proxy_forward_notify (G_OBJECT (self->rx), G_OBJECT (self));
  self->streams = gst_scream_streams_new (self);
  gst_scream_src_watch_latency (self,
      gst_scream_streams_new_output (self->streams, templ, "src"));
}
