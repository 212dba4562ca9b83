/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * SECTION:element-screamrx
 * @title: screamrx
 * @see_also: screamtx
 *
 * Tells the sender of RTP packets when each packet arrived, so that the sender
 * can adapt its rate to the network: RTP congestion control feedback, RFC 8888,
 * for SCReAM and other algorithms. Packets pass unchanged and without delay.
 *
 * Behind a udpsrc nothing has to be wired: the feedback leaves from the socket
 * of that udpsrc to the source address of the packets, where a screamtx in
 * front of a udpsink reads it. When a NAT gives the sender another address, the
 * feedback follows: after 250 ms without a packet from the old address and five
 * packets in a row from the new one that continue the stream, once a second at
 * most, so that a third party cannot draw it to itself. If two addresses send
 * media at a time, the element asks both, with RFC 3611's receiver reference
 * time. screamtx behind a udpsink answers, other senders need not, and the
 * address that answers has the feedback within a second. The element is for one
 * sender: give each sender its own port. If the `rtcp_src` pad is linked, the
 * feedback leaves there instead. With neither, it goes into the RTCP of the
 * rtpbin or rtpsession that the media passes, if there is one;
 * #GstScreamRx:feedback-route selects this in other cases too.
 * #GstScreamRx:stats has the route, and the element posts a warning if there is
 * none.
 *
 * The element sends less than it receives, so that a sender with a forged
 * source address does no more harm than it could do by itself: at no time more
 * bytes, with IP and UDP, than have arrived from that address. Video needs 1 to
 * 10 %, and small audio packets 90 %.
 *
 * With a udpsrc, the reported arrival times are those of the kernel: the
 * element enables the socket-timestamp property of the udpsrc. The same holds
 * for the ECN code points, which travel through the pipeline as
 * #GstNetControlMessageMeta; a source that attaches this meta by itself works
 * as well.
 *
 * No element can be linked into a webrtcbin that receives. With
 * #GstScreamRx:observe, screamrx stands in the same pipeline without links, sees
 * what the RTPSession in there receives, and adds feedback to its RTCP where both
 * sides agreed on that in SDP.
 *
 * RTCP on the `sink` pad, multiplexed with RTP as RFC 5761 describes, is
 * counted and dropped, because the next element is usually a depayloader, which
 * would take it for media. In front of rtpbin or rtpsession, which need it, it
 * passes. Packets on the `rtcp_sink` pad are counted and dropped.
 *
 * ## Messages
 *
 * The element message `scream-sender-moved` with `from` and `to` (strings, host
 * and port) says that feedback goes to another address than before. Its
 * `reason` is `silence` if the old address was silent; `behaviour` if it did
 * not answer questions and sent no five packets in order, and the new one did;
 * `proof` if the new one answered the questions and the old one did not, or had the
 * feedback only since an outage of the new one.
 * `from` and `to` are the same if the sender speaks to another address of this host
 * than before: `local-address` in #GstScreamRx:stats has that.
 *
 * The element message `scream-sender-refused` with `sender` and `challenger`
 * (strings, host and port) says that two addresses send packets that look like
 * media, and that feedback stays with the first. It is posted once in 5 s at
 * most.
 *
 * With #GstScreamRx:capture-time-extension, the element message
 * `scream-latency` is posted once a second while packets arrive, with the
 * fields of `latencies` in #GstScreamRx:stats, of the slowest stream.
 *
 * ## Example launch line
 *
 * Receives what `… ! screamtx ! udpsink host=… port=5004` sends.
 * |[
 * gst-launch-1.0 udpsrc port=5004 caps="application/x-rtp, media=video, clock-rate=90000, encoding-name=H264, payload=96" ! screamrx ! rtpjitterbuffer ! rtph264depay ! avdec_h264 ! autovideosink
 * ]|
 *
 * Since: 0.1
 */
#include "gstscreamrxprivate.h"

GST_DEBUG_CATEGORY (gst_scream_rx_debug);
#define GST_CAT_DEFAULT gst_scream_rx_debug

#define RTP_CAPS "application/x-rtp; application/x-srtp"

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS (RTP_CAPS));

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS (RTP_CAPS));

static GstStaticPadTemplate rtcp_src_template =
GST_STATIC_PAD_TEMPLATE ("rtcp_src",
    GST_PAD_SRC, GST_PAD_REQUEST, GST_STATIC_CAPS ("application/x-rtcp"));

static GstStaticPadTemplate rtcp_sink_template =
GST_STATIC_PAD_TEMPLATE ("rtcp_sink",
    GST_PAD_SINK, GST_PAD_REQUEST, GST_STATIC_CAPS ("application/x-rtcp"));

#define gst_scream_rx_parent_class parent_class
G_DEFINE_TYPE (GstScreamRx, gst_scream_rx, GST_TYPE_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE (screamrx, "screamrx", GST_RANK_NONE,
    GST_TYPE_SCREAM_RX);

/* sink and src are two ends of one thing, the RTCP pads are ends. */
static GstIterator *
gst_scream_rx_iterate_internal_links (GstPad * pad, GstObject * parent)
{
  GstScreamRx *self = GST_SCREAM_RX (parent);
  GValue value = G_VALUE_INIT;
  GstIterator *it;

  if (pad != self->sinkpad && pad != self->srcpad)
    return gst_iterator_new_single (GST_TYPE_PAD, NULL);

  g_value_init (&value, GST_TYPE_PAD);
  g_value_set_object (&value,
      pad == self->sinkpad ? self->srcpad : self->sinkpad);
  it = gst_iterator_new_single (GST_TYPE_PAD, &value);
  g_value_unset (&value);
  return it;
}

static GstPad *
gst_scream_rx_new_rtcp_pad (GstPadTemplate * templ)
{
  GstPad *pad = gst_pad_new_from_template (templ, GST_PAD_TEMPLATE_NAME_TEMPLATE
      (templ));

  gst_pad_set_iterate_internal_links_function (pad,
      gst_scream_rx_iterate_internal_links);
  gst_scream_rx_setup_rtcp_pad (pad);
  return pad;
}

static GstPad *
gst_scream_rx_request_new_pad (GstElement * element, GstPadTemplate * templ,
    const gchar * name, const GstCaps * caps)
{
  GstScreamRx *self = GST_SCREAM_RX (element);
  GstPad **place = templ->direction == GST_PAD_SRC
      ? &self->rtcp_srcpad : &self->rtcp_sinkpad;
  GstPad *pad = gst_scream_rx_new_rtcp_pad (templ);
  gboolean taken;

  g_mutex_lock (&self->lock);
  taken = *place != NULL;
  if (!taken)
    *place = pad;
  g_mutex_unlock (&self->lock);
  if (taken) {
    GST_WARNING_OBJECT (self, "there is a pad %s already", GST_PAD_NAME (pad));
    gst_object_unref (pad);
    return NULL;
  }
  gst_element_add_pad (element, pad);
  return pad;
}

static void
gst_scream_rx_release_pad (GstElement * element, GstPad * pad)
{
  GstScreamRx *self = GST_SCREAM_RX (element);

  g_mutex_lock (&self->lock);
  if (self->rtcp_srcpad == pad)
    self->rtcp_srcpad = NULL;
  if (self->rtcp_sinkpad == pad)
    self->rtcp_sinkpad = NULL;
  g_mutex_unlock (&self->lock);
  gst_pad_set_active (pad, FALSE);
  gst_element_remove_pad (element, pad);
}

static gboolean
gst_scream_rx_start (GstScreamRx * self)
{
  /* Not the pipeline's clock: that may be one that steps or drifts. */
  GstClock *clock = gst_system_clock_obtain ();
  RtpCcReporterConfig config;

  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
  g_mutex_lock (&self->lock);
  rtp_cc_reporter_free (self->receiver);
  gst_scream_rx_get_config (self, &config);
  self->receiver = rtp_cc_reporter_new (&config,
      (RtpCcTime) gst_clock_get_time (clock));
  if (self->receiver != NULL)
    self->clock = g_steal_pointer (&clock);
  gst_capture_reader_reset (self->capture);
  self->eos = self->warned = self->warned_numbers = self->numbered = FALSE;
  self->checked_place = self->fitting = FALSE;
  self->n_first = 0;
  self->last_route = ROUTE_NONE;
  self->rtcp_packets = self->other_packets = self->feedback_errors = 0;
  self->ecn_unknown = self->prepaid = 0;
  self->asked_until = 0;
  self->needless = 0;
  g_mutex_unlock (&self->lock);
  gst_clear_object (&clock);
  return self->receiver != NULL;
}

static void
gst_scream_rx_stop (GstScreamRx * self)
{
  GstClock *clock;

  g_mutex_lock (&self->lock);
  clock = g_steal_pointer (&self->clock);
  /* For the next start: SRTP behind it starts its numbers again, which with the same
   * SSRC are a replay (RFC 3711 section 3.3.2), and the same keystream (section
   * 9.1). */
  self->random_ssrc = g_random_int ();
  gst_scream_rx_clear_waiting (self);
  gst_scream_peers_clear (&self->peers);
  gst_scream_route_clear (&self->route);
  g_mutex_unlock (&self->lock);
  gst_scream_rx_disarm (self);
  gst_clear_object (&clock);
  gst_scream_rx_session_clear (self->session);
}

/* What stands in the caps of a payload type where SDP has agreed on the feedback; TWCC
 * an RTPSession sends by itself. */
static const gchar *
agreed_field (GstScreamRx * self)
{
  const gchar *field;

  g_mutex_lock (&self->lock);
  field = self->feedback == GST_SCREAM_RX_FEEDBACK_REMB ? "rtcp-fb-goog-remb"
      : self->feedback == GST_SCREAM_RX_FEEDBACK_CCFB ? "rtcp-fb-ack-ccfb"
      : NULL;
  g_mutex_unlock (&self->lock);
  return field;
}

static GstStateChangeReturn
gst_scream_rx_change_state (GstElement * element, GstStateChange transition)
{
  GstScreamRx *self = GST_SCREAM_RX (element);
  GstStateChangeReturn ret;

  if (!gst_property_check_allows (element, transition))
    return GST_STATE_CHANGE_FAILURE;
  /* A udpsrc that is linked by now opens its socket later and so asks for
   * arrival times from the first packet on. */
  if (transition == GST_STATE_CHANGE_NULL_TO_READY)
    gst_scream_rx_find_sockets (self);
  if (transition == GST_STATE_CHANGE_READY_TO_PAUSED) {
    if (!gst_scream_rx_start (self))
      return GST_STATE_CHANGE_FAILURE;
    /* Its socket is open by now: the first packet has its ECN codepoint. */
    gst_scream_rx_find_routes (self);
    gst_scream_rx_observer_start (self->observer, agreed_field (self));
  }

  ret = GST_ELEMENT_CLASS (parent_class)->change_state (element, transition);

  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY
      || (transition == GST_STATE_CHANGE_READY_TO_PAUSED
          && ret == GST_STATE_CHANGE_FAILURE)) {
    gst_scream_rx_observer_stop (self->observer);
    gst_scream_rx_stop (self);
  }
  return ret;
}

static void
gst_scream_rx_finalize (GObject * object)
{
  GstScreamRx *self = GST_SCREAM_RX (object);

  rtp_cc_reporter_free (self->receiver);
  gst_capture_reader_free (self->capture);
  gst_scream_route_clear (&self->route);
  gst_scream_peers_clear (&self->peers);
  gst_scream_rx_observer_free (self->observer);
  gst_scream_rx_session_free (self->session);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_scream_rx_class_init (GstScreamRxClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  GST_DEBUG_CATEGORY_INIT (gst_scream_rx_debug, "screamrx", 0,
      "SCReAM receiver");

  object_class->finalize = gst_scream_rx_finalize;
  gst_property_table_install (object_class, &gst_scream_rx_properties);

  element_class->change_state = gst_scream_rx_change_state;
  element_class->request_new_pad = gst_scream_rx_request_new_pad;
  element_class->release_pad = gst_scream_rx_release_pad;
  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_add_static_pad_template (element_class, &rtcp_src_template);
  gst_element_class_add_static_pad_template (element_class,
      &rtcp_sink_template);
  gst_element_class_set_static_metadata (element_class, "SCReAM receiver",
      "Filter/Network/RTP",
      "Sends congestion control feedback on received packets (RFC 8888, TWCC, "
      "REMB)", "gst-scream developers");
}

static GstPad *
gst_scream_rx_new_media_pad (GstStaticPadTemplate * templ)
{
  GstPad *pad = gst_pad_new_from_static_template (templ, templ->name_template);

  gst_pad_set_iterate_internal_links_function (pad,
      gst_scream_rx_iterate_internal_links);
  GST_PAD_SET_PROXY_CAPS (pad);
  GST_PAD_SET_PROXY_ALLOCATION (pad);
  return pad;
}

static void
gst_scream_rx_init (GstScreamRx * self)
{
  g_mutex_init (&self->lock);
  self->session = gst_scream_rx_session_new (GST_ELEMENT (self),
      gst_scream_rx_take_for_session);
  self->observer = gst_scream_rx_observer_new (GST_ELEMENT (self));
  self->capture = gst_capture_reader_new ();
  self->nal_payload = self->caps_payload = -1;
  gst_property_table_init (self, &gst_scream_rx_properties);
  self->random_ssrc = g_random_int ();
  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);

  self->sinkpad = gst_scream_rx_new_media_pad (&sink_template);
  gst_scream_rx_setup_sink_pad (self->sinkpad);
  gst_element_add_pad (GST_ELEMENT (self), self->sinkpad);

  self->srcpad = gst_scream_rx_new_media_pad (&src_template);
  gst_element_add_pad (GST_ELEMENT (self), self->srcpad);
}
