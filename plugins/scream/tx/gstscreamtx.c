/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * SECTION:element-screamtx
 * @title: screamtx
 * @see_also: screamrx, linkemu
 *
 * screamtx sends RTP at the rate that the network offers. It paces the packets,
 * keeps the queue in the network short, and sets the bitrate of the encoder
 * upstream by itself.
 *
 * Feedback (RTCP, RFC 8888) comes from screamrx. With a udpsink downstream
 * nothing has to be wired: screamrx answers to the source address of the media,
 * and screamtx reads the socket of the udpsink. With rtpbin before or after it,
 * or as the aux sender of rtpbin, it also takes the feedback that rtpbin
 * receives. Otherwise link the receiver's RTCP to the rtcp_sink pad.
 *
 * screamtx searches for the encoder upstream, through payloaders, parsers,
 * queues, tees and bins; #GstScreamTx:encoder-name names another one.
 *
 * When the network carries less than the minimum of the encoder, raw frames are
 * skipped before the encoder. Packets that have waited for
 * #GstScreamTx:max-queue-delay are discarded, whole frames at a time, and a key
 * frame is requested.
 *
 * RTCP that is not feedback for screamtx leaves through the rtcp_src pad
 * unchanged. There may be none for a long time, so set async=false on a sink
 * behind it.
 *
 * A source that is not live is held back to real time, after a seek or a change of its rate,
 * too.
 *
 * Where another encoder or camera comes, its encoder is asked for a key frame, unless it
 * begins with one.
 *
 * Who knows what the link carries, as a modem or a scheduler does, may say so: by
 * #GstScreamTx::capacity-hint, or by an upstream event `GstScreamCapacityHint` with
 * the fields `bitrate` (bit/s, IP headers included) and `valid` (ms).
 *
 * ## Messages
 *
 * Element messages on the bus:
 *
 * * `scream-feedback-timeout` with `timeouts` (uint) and `target-rate` (uint64,
 *   bit/s): feedback has stopped, or says nothing new.
 * * `scream-feedback-stalled`, the same fields: feedback arrives, but
 *   acknowledges so little that only one packet leaves every two seconds.
 * * `scream-feedback-resumed`, the same fields: feedback has resumed.
 * * `scream-receiver` with `event` (string), `silence` (uint64, ns without feedback) and
 *   `text` (string), and an info with the text: `arrived`, the first feedback came after the
 *   warning that there is none; `gone`, no more comes; `back`, it comes again.
 * * `scream-ecn` with `state` (string: off, testing, capable, unknown, classic,
 *   failed) and `failure` (string: none, bleached, rewritten, lost): what
 *   #GstScreamTx:ecn does has changed.
 * * `scream-stream` with `pad` (string, name of the sink pad), `active` (boolean)
 *   and `reason` (string: none, application, rate): a stream has been paused, by
 *   #GstScreamTxPad:paused or #GstScreamTxPad:auto-pause, or goes on.
 * * `scream-encoder` with `encoder` (GstElement or NULL), `event` (string:
 *   found, not-found, not-following, cannot-change, costly) and `text` (string).
 *
 * There is one warning each when no feedback arrives for long; when the
 * receiver reports on other SSRCs but not on this one, whose stream then gets
 * #GstScreamTx:min-bitrate at most; when the controller asked for a rate out of
 * its bounds, which was corrected.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 v4l2src ! videoconvert ! x264enc ! rtph264pay ! screamtx ! udpsink host=192.0.2.1 port=5000
 * ]| A camera, sent to a host.
 * |[
 * gst-launch-1.0 udpsrc port=5000 caps="application/x-rtp,media=video,encoding-name=H264,payload=96,clock-rate=90000" ! screamrx ! rtpjitterbuffer ! rtph264depay ! avdec_h264 ! autovideosink
 * ]| The receiver.
 *
 * Since: 0.1
 */
#include "plugins/scream/net/gstpadname.h"
#include "gstscreamtxprivate.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

#define RTP_CAPS "application/x-rtp; application/x-srtp"

static GstStaticPadTemplate sink_template =
GST_STATIC_PAD_TEMPLATE ("sink", GST_PAD_SINK, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (RTP_CAPS));
static GstStaticPadTemplate src_template =
GST_STATIC_PAD_TEMPLATE ("src", GST_PAD_SRC, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (RTP_CAPS));
static GstStaticPadTemplate sink_n_template =
GST_STATIC_PAD_TEMPLATE ("sink_%u", GST_PAD_SINK, GST_PAD_REQUEST,
    GST_STATIC_CAPS (RTP_CAPS));
static GstStaticPadTemplate src_n_template =
GST_STATIC_PAD_TEMPLATE ("src_%u", GST_PAD_SRC, GST_PAD_REQUEST,
    GST_STATIC_CAPS (RTP_CAPS));
static GstStaticPadTemplate rtcp_sink_template =
GST_STATIC_PAD_TEMPLATE ("rtcp_sink", GST_PAD_SINK, GST_PAD_REQUEST,
    GST_STATIC_CAPS ("application/x-rtcp"));
static GstStaticPadTemplate rtcp_src_template =
GST_STATIC_PAD_TEMPLATE ("rtcp_src", GST_PAD_SRC, GST_PAD_REQUEST,
    GST_STATIC_CAPS ("application/x-rtcp"));

G_DEFINE_TYPE (GstScreamTx, gst_scream_tx, GST_TYPE_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE (screamtx, "screamtx", GST_RANK_NONE,
    GST_TYPE_SCREAM_TX);

/* ---- pads ---- */

static GstScreamTxPad *
add_stream_pads (GstScreamTx * self, GstPadTemplate * sink_templ,
    const gchar * sink_name, GstPadTemplate * src_templ, const gchar * src_name)
{
  GstScreamTxPad *pad;
  GstPad *srcpad;
  gboolean running;

  pad = g_object_new (GST_TYPE_SCREAM_TX_PAD, "name", sink_name, "direction",
      GST_PAD_SINK, "template", sink_templ, NULL);
  srcpad = gst_pad_new_from_template (src_templ, src_name);
  pad->element = self;
  pad->srcpad = gst_object_ref_sink (srcpad);
  gst_scream_tx_setup_encoder (self, pad);
  gst_scream_tx_setup_sink_pad (self, pad);
  gst_scream_tx_setup_src_pad (self, srcpad);

  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->pads, gst_object_ref (pad));
  running = self->session != NULL;
  if (running) {
    RtpCcStreamConfig config;

    gst_scream_tx_pad_get_config (pad, &config);
    pad->stream = rtp_cc_session_add_stream (self->session, &config,
        gst_scream_tx_now (self));
  }
  g_mutex_unlock (&self->lock);

  if (running) {
    gst_pad_set_active (srcpad, TRUE);
    gst_pad_set_active (GST_PAD_CAST (pad), TRUE);
    gst_scream_tx_start_pad (self, pad);
  }
  gst_element_add_pad (GST_ELEMENT_CAST (self), srcpad);
  gst_element_add_pad (GST_ELEMENT_CAST (self), GST_PAD_CAST (pad));
  return pad;
}

/* Asking for either pad of a stream makes both, and then gives the other. */
static GstPad *
request_stream (GstScreamTx * self, gboolean sink, const gchar * name)
{
  GstElementClass *klass = GST_ELEMENT_GET_CLASS (self);
  gchar *sink_name, *src_name;
  GstScreamTxPad *pad;
  GstPad *known;
  guint n;

  if (!gst_pad_name_choose (GST_ELEMENT_CAST (self), sink ? "sink_" : "src_",
          name, &self->next_pad, &n))
    return NULL;
  known = name != NULL ? gst_element_get_static_pad (GST_ELEMENT_CAST (self),
      name) : NULL;
  if (known != NULL) {
    gst_object_unref (known);
    return known;
  }

  sink_name = g_strdup_printf ("sink_%u", n);
  src_name = g_strdup_printf ("src_%u", n);
  pad = add_stream_pads (self,
      gst_element_class_get_pad_template (klass, "sink_%u"), sink_name,
      gst_element_class_get_pad_template (klass, "src_%u"), src_name);
  g_free (sink_name);
  g_free (src_name);
  return sink ? GST_PAD_CAST (pad) : pad->srcpad;
}

static GstPad *
request_rtcp (GstScreamTx * self, GstPadTemplate * templ, GstPad ** slot)
{
  GstPad *pad;

  g_mutex_lock (&self->lock);
  if (*slot != NULL) {
    g_mutex_unlock (&self->lock);
    GST_WARNING_OBJECT (self, "there is a pad %s already",
        GST_PAD_TEMPLATE_NAME_TEMPLATE (templ));
    return NULL;
  }
  pad = gst_pad_new_from_template (templ,
      GST_PAD_TEMPLATE_NAME_TEMPLATE (templ));
  *slot = gst_object_ref (pad);
  if (GST_PAD_IS_SRC (pad))
    self->rtcp_started = FALSE;
  g_mutex_unlock (&self->lock);

  if (GST_PAD_IS_SINK (pad))
    gst_scream_tx_setup_rtcp_pads (pad, NULL);
  else
    gst_scream_tx_setup_rtcp_pads (NULL, pad);
  gst_pad_set_active (pad, TRUE);
  gst_element_add_pad (GST_ELEMENT_CAST (self), pad);
  return pad;
}

static GstPad *
gst_scream_tx_request_new_pad (GstElement * element, GstPadTemplate * templ,
    const gchar * name, const GstCaps * caps)
{
  GstScreamTx *self = GST_SCREAM_TX (element);
  const gchar *kind = GST_PAD_TEMPLATE_NAME_TEMPLATE (templ);

  if (g_str_equal (kind, "rtcp_sink"))
    return request_rtcp (self, templ, &self->rtcp_sinkpad);
  if (g_str_equal (kind, "rtcp_src"))
    return request_rtcp (self, templ, &self->rtcp_srcpad);
  return request_stream (self, g_str_equal (kind, "sink_%u"), name);
}

static void
release_rtcp (GstScreamTx * self, GstPad ** slot)
{
  GstPad *pad;

  g_mutex_lock (&self->lock);
  pad = g_steal_pointer (slot);
  g_mutex_unlock (&self->lock);
  gst_pad_set_active (pad, FALSE);
  gst_element_remove_pad (GST_ELEMENT_CAST (self), pad);
  gst_object_unref (pad);
}

static void
release_stream (GstScreamTx * self, GstScreamTxPad * pad)
{
  gst_pad_set_active (GST_PAD_CAST (pad), FALSE);
  gst_pad_set_active (pad->srcpad, FALSE);
  gst_encoder_control_clear (pad->encoder);

  gst_scream_tx_halt_pad (self, pad);
  gst_scream_tx_join_pad (self, pad);

  g_mutex_lock (&self->lock);
  if (self->session != NULL && pad->stream >= 0)
    rtp_cc_session_remove_stream (self->session, pad->stream,
        gst_scream_tx_drop, NULL, gst_scream_tx_now (self));
  pad->stream = -1;
  g_ptr_array_remove (self->pads, pad);
  self->n_in_use -= pad->in_use;
  g_mutex_unlock (&self->lock);

  gst_element_remove_pad (GST_ELEMENT_CAST (self), pad->srcpad);
  gst_element_remove_pad (GST_ELEMENT_CAST (self), GST_PAD_CAST (pad));
}

/* Releasing one pad of a stream releases both. */
static void
gst_scream_tx_release_pad (GstElement * element, GstPad * pad)
{
  GstScreamTx *self = GST_SCREAM_TX (element);
  GstScreamTxPad *stream;

  if (pad == self->rtcp_sinkpad) {
    release_rtcp (self, &self->rtcp_sinkpad);
    return;
  }
  if (pad == self->rtcp_srcpad) {
    release_rtcp (self, &self->rtcp_srcpad);
    return;
  }
  stream = GST_IS_SCREAM_TX_PAD (pad) ? gst_object_ref (pad)
      : gst_scream_tx_pad_of (self, pad);
  if (stream == NULL)
    return;
  release_stream (self, stream);
  gst_object_unref (stream);
}

/* ---- states ---- */

static GstStateChangeReturn
gst_scream_tx_change_state (GstElement * element, GstStateChange transition)
{
  GstScreamTx *self = GST_SCREAM_TX (element);
  GstStateChangeReturn ret;

  if (!gst_property_check_allows (element, transition))
    return GST_STATE_CHANGE_FAILURE;
  switch (transition) {
    case GST_STATE_CHANGE_READY_TO_PAUSED:
      if (!gst_scream_tx_start_session (self))
        return GST_STATE_CHANGE_FAILURE;
      gst_scream_tx_find_encoders (self);
      gst_scream_tx_guard_sessions (self);
      break;
    case GST_STATE_CHANGE_PAUSED_TO_PLAYING:
      gst_scream_tx_set_playing (self, TRUE);
      gst_scream_tx_start_reports (self);
      break;
    case GST_STATE_CHANGE_PAUSED_TO_READY:
      gst_scream_tx_stop_reports (self);        /* PLAYING may have failed */
      gst_scream_tx_halt (self);
      break;
    default:
      break;
  }

  ret = GST_ELEMENT_CLASS (gst_scream_tx_parent_class)->change_state (element,
      transition);

  switch (transition) {
    case GST_STATE_CHANGE_READY_TO_PAUSED:
      if (ret == GST_STATE_CHANGE_FAILURE) {
        gst_scream_tx_halt (self);
        gst_scream_tx_stop_session (self);
      } else {
        gst_scream_tx_keep_ports (self);
        gst_scream_tx_start_pads (self);
      }
      break;
    case GST_STATE_CHANGE_PLAYING_TO_PAUSED:
      gst_scream_tx_stop_reports (self);
      gst_scream_tx_set_playing (self, FALSE);
      break;
    case GST_STATE_CHANGE_PAUSED_TO_READY:
      gst_scream_tx_stop_session (self);
      break;
    default:
      break;
  }
  return ret;
}

/* ---- object ---- */

static void
gst_scream_tx_dispose (GObject * object)
{
  GstScreamTx *self = GST_SCREAM_TX (object);

  GST_OBJECT_LOCK (self);
  g_clear_pointer (&self->encoder, gst_object_unref);
  GST_OBJECT_UNLOCK (self);
  if (self->rtcp_sinkpad != NULL)
    release_rtcp (self, &self->rtcp_sinkpad);
  if (self->rtcp_srcpad != NULL)
    release_rtcp (self, &self->rtcp_srcpad);
  g_mutex_lock (&self->lock);
  g_ptr_array_set_size (self->pads, 0);
  g_mutex_unlock (&self->lock);

  G_OBJECT_CLASS (gst_scream_tx_parent_class)->dispose (object);
}

static void
gst_scream_tx_finalize (GObject * object)
{
  GstScreamTx *self = GST_SCREAM_TX (object);

  gst_object_unref (self->clock);
  g_ptr_array_unref (self->pads);
  gst_property_table_clear (self, &gst_scream_tx_properties);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->cond);

  G_OBJECT_CLASS (gst_scream_tx_parent_class)->finalize (object);
}

static void
gst_scream_tx_init (GstScreamTx * self)
{
  GstElementClass *klass = GST_ELEMENT_GET_CLASS (self);

  gst_property_table_init (self, &gst_scream_tx_properties);

  g_mutex_init (&self->lock);
  g_cond_init (&self->cond);
  self->clock = gst_system_clock_obtain ();
  self->pads = g_ptr_array_new_with_free_func (gst_object_unref);

  add_stream_pads (self, gst_element_class_get_pad_template (klass, "sink"),
      "sink", gst_element_class_get_pad_template (klass, "src"), "src");
}

static void
gst_scream_tx_class_init (GstScreamTxClass * klass)
{
  GObjectClass *gobject_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  GST_DEBUG_CATEGORY_INIT (gst_scream_tx_debug, "screamtx", 0,
      "RTP congestion control, sender");
  GST_DEBUG_CATEGORY_INIT (gst_scream_pace_debug, "screampace", 0,
      "pacing of screamtx");

  gobject_class->dispose = gst_scream_tx_dispose;
  gobject_class->finalize = gst_scream_tx_finalize;
  gst_property_table_install (gobject_class, &gst_scream_tx_properties);
  gst_scream_tx_install_signals (klass);
  gst_scream_tx_install_hint_signal (klass);

  klass->estimated = gst_scream_tx_tell_estimate;

  element_class->change_state = gst_scream_tx_change_state;
  element_class->request_new_pad = gst_scream_tx_request_new_pad;
  element_class->release_pad = gst_scream_tx_release_pad;
  gst_element_class_add_static_pad_template_with_gtype (element_class,
      &sink_template, GST_TYPE_SCREAM_TX_PAD);
  gst_element_class_add_static_pad_template_with_gtype (element_class,
      &sink_n_template, GST_TYPE_SCREAM_TX_PAD);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_add_static_pad_template (element_class, &src_n_template);
  gst_element_class_add_static_pad_template (element_class,
      &rtcp_sink_template);
  gst_element_class_add_static_pad_template (element_class, &rtcp_src_template);
  gst_element_class_set_static_metadata (element_class,
      "SCReAM sender", "Filter/Network/RTP",
      "Paces RTP packets at the capacity of the network and sets the "
      "encoder's bitrate", "gst-scream developers");
  gst_type_mark_as_plugin_api (GST_TYPE_SCREAM_TX_PAD, 0);
}
