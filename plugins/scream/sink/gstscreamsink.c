/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * SECTION:element-screamsink
 * @title: screamsink
 * @see_also: screamsrc, screamtx
 *
 * screamsink is a whole sender: give it video or audio and the address of the
 * receiver, and it sends at the rate that the network offers. It contains
 * screamtx, and has its properties.
 *
 * It takes raw video and audio, and selects an encoder; encoded streams (H.264,
 * H.265, VP8, VP9, AV1, Opus, A-law, µ-law), and selects a payloader; and RTP.
 * Request pads take further streams. The encoder is one that works on this
 * machine: hardware first, then software, whatever its rank;
 * #GstScreamSink:encoder and #GstScreamSink:codec select another one. JPEG is
 * decoded and encoded again, unless #GstScreamSink:codec is jpeg.
 *
 * Media leaves from one UDP port, RTP and RTCP together (RFC 5761), and
 * feedback returns to the same port. This passes NATs, and
 * #GstScreamSink:keep-alive-interval keeps their bindings alive when there is
 * nothing to send. The receiver is screamsrc, or screamrx behind a udpsrc. Both
 * bins know these payload types without SDP: 96 H264, 97 VP8, 98 VP9, 99 H265,
 * 102 AV1, 26 JPEG, 111 OPUS, 0 PCMU, 8 PCMA, 33 MPEG-TS, 103 KLV, 104 ONVIF
 * metadata. RTP input keeps its payload type; it is an error if it is that of
 * another encoding, or of repair.
 *
 * With #GstScreamSink:srtp-key all packets of both directions are encrypted and
 * authenticated (SRTP).
 *
 * The URI `scream://host:port?property=value` stands for screamsink where an
 * application or gst-launch takes a URI for a sink. It can set properties of
 * the transmission, but not #GstScreamTx:log-location, #GstScreamTx:controller
 * or the encoder, because it may come from an untrusted source.
 *
 * Messages are those of screamtx. A `scream-encoder` message with the `event`
 * `chosen` says which encoder was taken: `factory`, `codec`, `reason` and
 * `passed-over` (strings; which encoders did not do, and why).
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
#include "plugins/scream/net/gstpadname.h"
#include "plugins/scream/bins/gstscreamproxy.h"
#include "gstscreamsinkprivate.h"
#include "plugins/scream/tx/gstscreamtx.h"
#include "plugins/scream/bins/gstscreamuri.h"

GST_DEBUG_CATEGORY (gst_scream_sink_debug);

/* Nobody waits for the end of a frame that comes whole; slices of avc could not be read. */
#define SINK_H26X(name) name ", stream-format=(string)byte-stream, " \
    "alignment=(string)au; " name ", stream-format=(string)byte-stream; " name

/* Sources that leave the choice take the first. */
#define SINK_CAPS GST_SCREAM_SINK_RAW_VIDEO_CAPS "; video/x-raw; " \
    "audio/x-raw, rate=(int)48000; audio/x-raw; " \
    SINK_H26X ("video/x-h264") "; " SINK_H26X ("video/x-h265") "; " \
    "video/x-vp8; video/x-vp9; video/x-av1; audio/x-opus; " \
    "audio/x-mulaw, channels=(int)1, rate=(int)8000; " \
    "audio/x-alaw, channels=(int)1, rate=(int)8000; " \
    "meta/x-klv; video/mpegts; application/x-onvif-metadata; " \
    "application/x-rtp; image/jpeg; video/x-raw(ANY)"

static GstStaticPadTemplate sink_template =
GST_STATIC_PAD_TEMPLATE ("sink", GST_PAD_SINK, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (SINK_CAPS));
static GstStaticPadTemplate sink_n_template =
GST_STATIC_PAD_TEMPLATE ("sink_%u", GST_PAD_SINK, GST_PAD_REQUEST,
    GST_STATIC_CAPS (SINK_CAPS));

/* Who gives the address of a receiver may say how to send there: not which files
 * to write, nor without congestion control. */
static const gchar *const uri_allowed[] = {
  "adapt", "bind-address", "bind-port", "capture-time-extension", "ecn",
  "frame-skip", "goal", "initial-bitrate", "keep-alive-interval",
  "max-bitrate", "max-queue-delay", "min-bitrate", "mtu", "pacing-burst",
  "packet-overhead", "qos-dscp", "queue-delay-target",
  "queue-delay-target-max", "repair", "repair-deadline", "srtp-key", "ttl",
  "tune-encoder", "twcc-extension", NULL
};

static const GstScreamUriHandler uri_handler = {
  GST_URI_SINK, "host", uri_allowed
};

G_DEFINE_TYPE_WITH_CODE (GstScreamSink, gst_scream_sink, GST_TYPE_BIN,
    gst_scream_uri_implement (g_define_type_id, &uri_handler));
GST_ELEMENT_REGISTER_DEFINE (screamsink, "screamsink", GST_RANK_NONE,
    GST_TYPE_SCREAM_SINK);

/* ---- states ---- */

/* Elements that the bin itself will start. */
static gboolean
prepare (GstScreamSink * self)
{
  guint i;

  gst_scream_repair_sender_reset (self->repairs);
  if (!gst_scream_sink_open_shared (self))
    return FALSE;
  for (i = 0; i < self->pads->len; i++)
    gst_scream_sink_pad_build_early (g_ptr_array_index (self->pads, i));
  return TRUE;
}

static void
clear (GstScreamSink * self)
{
  guint i;

  gst_scream_sink_close_socket (self);
  for (i = 0; i < self->pads->len; i++)
    gst_scream_sink_pad_clear (g_ptr_array_index (self->pads, i));
  gst_scream_sink_remove_shared (self);
  self->warned[0] = self->warned[1] = 0;
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
  if (ret != GST_STATE_CHANGE_FAILURE && !gst_scream_sink_start_socket (self))
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

  if (!gst_property_check_allows (element, transition))
    return GST_STATE_CHANGE_FAILURE;
  if (transition == GST_STATE_CHANGE_NULL_TO_READY)
    gst_scream_parts_adopt (GST_BIN_CAST (self), self->tx);
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

static GstPad *
add_pad (GstScreamSink * self, const gchar * templ, const gchar * suffix)
{
  GstScreamSinkPad *pad = gst_scream_sink_pad_create (self,
      gst_element_class_get_pad_template (GST_ELEMENT_GET_CLASS (self), templ),
      suffix);

  g_rec_mutex_lock (&self->build_lock);
  g_ptr_array_add (self->pads, pad);
  if (self->is_open)
    gst_pad_set_active (GST_PAD_CAST (pad), TRUE);
  gst_element_add_pad (GST_ELEMENT_CAST (self), GST_PAD_CAST (pad));
  g_rec_mutex_unlock (&self->build_lock);
  return GST_PAD_CAST (pad);
}

static GstPad *
gst_scream_sink_request_new_pad (GstElement * element, GstPadTemplate * templ,
    const gchar * name, const GstCaps * caps)
{
  GstScreamSink *self = GST_SCREAM_SINK (element);
  g_autofree gchar *suffix = NULL;
  guint n;

  if (!gst_pad_name_choose_free (element, "sink_", name, &self->next_pad, &n))
    return NULL;
  suffix = g_strdup_printf ("_%u", n);
  return add_pad (self, "sink_%u", suffix);
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

/* What is inside delays its own sinks only, and these wait for no clock. */
static void
gst_scream_sink_handle_message (GstBin * bin, GstMessage * message)
{
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_LATENCY)
    gst_message_unref (message);
  else
    GST_BIN_CLASS (gst_scream_sink_parent_class)->handle_message (bin,
        gst_scream_sink_name_size (message));
}

/* ---- GObject ---- */

static void
gst_scream_sink_finalize (GObject * object)
{
  GstScreamSink *self = GST_SCREAM_SINK (object);

  g_ptr_array_unref (self->pads);
  gst_scream_repair_sender_free (self->repairs);
  gst_object_unref (self->tx);
  gst_clear_buffer (&self->srtp_key);
  gst_clear_buffer (&self->key);
  gst_property_table_clear (self, &gst_scream_sink_properties);
  g_free (self->cname);
  g_mutex_clear (&self->lock);
  g_rec_mutex_clear (&self->build_lock);
  G_OBJECT_CLASS (gst_scream_sink_parent_class)->finalize (object);
}

static void
gst_scream_sink_init (GstScreamSink * self)
{
  /* What is inside comes later, and bins around want to know before. */
  gst_bin_set_suppressed_flags (GST_BIN_CAST (self),
      GST_ELEMENT_FLAG_SOURCE | GST_ELEMENT_FLAG_SINK);
  GST_OBJECT_FLAG_SET (self, GST_ELEMENT_FLAG_SINK);
  /* RFC 7022 section 4.2: a random name of 96 bits for each session */
  self->cname = g_strdup_printf ("%08x%08x%08x", g_random_int (),
      g_random_int (), g_random_int ());
  self->pads = g_ptr_array_new ();
  self->repairs = gst_scream_repair_sender_new (GST_BIN_CAST (self));
  g_mutex_init (&self->lock);
  g_rec_mutex_init (&self->build_lock);

  self->tx = gst_object_ref_sink (g_object_new (GST_TYPE_SCREAM_TX, "name",
          "screamtx", NULL));
  gst_scream_proxy_forward_notify (G_OBJECT (self->tx), G_OBJECT (self));
  gst_scream_sink_forward_signals (self);
  gst_scream_sink_init_properties (self);
  add_pad (self, "sink", "");
}

static void
gst_scream_sink_class_init (GstScreamSinkClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  GST_DEBUG_CATEGORY_INIT (gst_scream_sink_debug, "screamsink", 0,
      "SCReAM sender bin");

  object_class->finalize = gst_scream_sink_finalize;
  gst_property_table_install (object_class, &gst_scream_sink_properties);
  gst_scream_sink_install_signals (klass);

  element_class->change_state = gst_scream_sink_change_state;
  element_class->request_new_pad = gst_scream_sink_request_new_pad;
  element_class->release_pad = gst_scream_sink_release_pad;
  GST_BIN_CLASS (klass)->handle_message = gst_scream_sink_handle_message;
  /* Who links without a name gets the always pad while that is free, and then
   * the first template. */
  gst_element_class_add_static_pad_template_with_gtype (element_class,
      &sink_n_template, GST_TYPE_SCREAM_SINK_PAD);
  gst_element_class_add_static_pad_template_with_gtype (element_class,
      &sink_template, GST_TYPE_SCREAM_SINK_PAD);
  gst_element_class_set_static_metadata (element_class,
      "SCReAM stream sender", "Sink/Network/RTP",
      "Encodes audio and video and sends them over RTP, at the capacity of "
      "the network", "gst-scream developers");
  gst_type_mark_as_plugin_api (GST_TYPE_SCREAM_SINK_PAD, 0);
}
