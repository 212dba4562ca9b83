/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxfeedback.c: how feedback reaches screamtx
 *
 * By the rtcp_sink pad where that is linked, else from the socket of the
 * udpsink downstream and from an RTPSession that the media goes through,
 * whichever the receiver answers to.  RFC 8888 packets are for the session;
 * everything else goes out of rtcp_src as it came, unless an RTPSession has it
 * already.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamtxprivate.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

/* Time-outs in a row after which the user is told: the rate is at its
 * minimum by then, so it is not a short gap. */
#define TIMEOUTS_TO_WARN 3

/* Receivers of the SCReAM BW test tool send a byte of no meaning where they have
 * no feedback to send. */
#define KEEP_ALIVE_SIZE 1

/* What a pad needs before the first buffer. */
static void
start_rtcp_src (GstScreamTx * self, GstPad * rtcp_src)
{
  gchar *stream_id;
  GstCaps *caps;
  GstSegment segment;

  /* gst_pad_create_stream_id() is for elements with one sink pad. */
  stream_id = g_strdup_printf ("%s/%08x%08x/rtcp", GST_OBJECT_NAME (self),
      g_random_int (), g_random_int ());
  gst_pad_push_event (rtcp_src, gst_event_new_stream_start (stream_id));
  g_free (stream_id);
  caps = gst_caps_new_empty_simple ("application/x-rtcp");
  gst_pad_push_event (rtcp_src, gst_event_new_caps (caps));
  gst_caps_unref (caps);
  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_push_event (rtcp_src, gst_event_new_segment (&segment));
}

/* Pushes a buffer or, if that is NULL, EOS. Takes it. */
static void
push_rtcp_src (GstScreamTx * self, GstBuffer * buffer)
{
  GstPad *rtcp_src;
  gboolean started;

  g_mutex_lock (&self->lock);
  rtcp_src = self->rtcp_srcpad != NULL ? gst_object_ref (self->rtcp_srcpad)
      : NULL;
  g_mutex_unlock (&self->lock);
  if (rtcp_src == NULL) {
    gst_clear_buffer (&buffer);
    return;
  }

  GST_PAD_STREAM_LOCK (rtcp_src);
  g_mutex_lock (&self->lock);
  started = self->rtcp_started;
  self->rtcp_started = buffer != NULL;
  g_mutex_unlock (&self->lock);
  if (!started)
    start_rtcp_src (self, rtcp_src);
  if (buffer != NULL)
    gst_pad_push (rtcp_src, buffer);
  else
    gst_pad_push_event (rtcp_src, gst_event_new_eos ());
  GST_PAD_STREAM_UNLOCK (rtcp_src);
  gst_object_unref (rtcp_src);
}

/* Without rtcp_sink the media says when the RTCP has ended. */
void
gst_scream_tx_stream_ended (GstScreamTx * self, GstScreamTxPad * pad)
{
  gboolean ended;
  guint i;

  g_mutex_lock (&self->lock);
  pad->eos_sent = !pad->flushing;
  ended = self->route != ROUTE_PAD;
  for (i = 0; ended && i < self->pads->len; i++) {
    GstScreamTxPad *other = g_ptr_array_index (self->pads, i);

    ended = other->eos_sent || !gst_pad_is_linked (GST_PAD_CAST (other));
  }
  g_mutex_unlock (&self->lock);
  if (ended)
    push_rtcp_src (self, NULL);
}

/* With the lock: says by which of two ways feedback comes. */
static void
note_way (GstScreamTx * self, GstScreamTxRoute route, RtpCcTime now)
{
  RtpCcSessionInfo info;

  rtp_cc_session_info (self->session, &info, now);
  if (info.feedback_packets != self->feedback_packets
      && self->route != ROUTE_UNKNOWN)
    self->route = route;
  self->feedback_packets = info.feedback_packets;
}

/* One datagram that came by @route.  True: there is something in it that is not
 * ours. */
static gboolean
take_rtcp (GstScreamTx * self, GstScreamTxRoute route, const guint8 * data,
    gsize size)
{
  RtpCcRtcpResult result = RTP_CC_RTCP_OK;
  bool other = false;

  g_mutex_lock (&self->lock);
  if (self->session != NULL) {
    RtpCcTime now = gst_scream_tx_now (self);

    result = rtp_cc_session_rtcp (self->session, data, size, &other, now);
    note_way (self, route, now);
    gst_scream_tx_take_firs (self, now);
    gst_scream_tx_wake_if_due (self, now);
  }
  g_mutex_unlock (&self->lock);

  if (result != RTP_CC_RTCP_OK && result != RTP_CC_RTCP_OTHER_KIND)
    GST_INFO_OBJECT (self, "refused %" G_GSIZE_FORMAT " bytes of RTCP: %s",
        size, rtp_cc_rtcp_result_name (result));
  gst_scream_tx_check_feedback (self);
  gst_scream_tx_publish_rates (self);
  return other;
}

static GstFlowReturn
gst_scream_tx_rtcp_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstScreamTx *self = GST_SCREAM_TX (parent);
  GstMapInfo map;
  gboolean other = FALSE;

  (void) pad;
  if (gst_buffer_map (buffer, &map, GST_MAP_READ)) {
    other = take_rtcp (self, ROUTE_PAD, map.data, map.size);
    gst_buffer_unmap (buffer, &map);
  }
  if (other)
    push_rtcp_src (self, buffer);
  else
    gst_buffer_unref (buffer);
  return GST_FLOW_OK;
}

/* Events end here: rtcp_src has its own. */
static gboolean
gst_scream_tx_rtcp_sink_event (GstPad * pad, GstObject * parent,
    GstEvent * event)
{
  GstScreamTx *self = GST_SCREAM_TX (parent);

  GST_LOG_OBJECT (pad, "%" GST_PTR_FORMAT, event);
  if (GST_EVENT_TYPE (event) == GST_EVENT_EOS)
    push_rtcp_src (self, NULL);
  gst_event_unref (event);
  return TRUE;
}

/* With the next packet the route is looked for again. */
static void
forget_route (GstScreamTx * self)
{
  g_mutex_lock (&self->lock);
  self->route = ROUTE_UNKNOWN;
  g_mutex_unlock (&self->lock);
}

static GstPadLinkReturn
gst_scream_tx_rtcp_sink_link (GstPad * pad, GstObject * parent, GstPad * peer)
{
  (void) pad;
  (void) peer;
  forget_route (GST_SCREAM_TX (parent));
  return GST_PAD_LINK_OK;
}

static void
gst_scream_tx_rtcp_sink_unlink (GstPad * pad, GstObject * parent)
{
  (void) pad;
  if (parent != NULL)
    forget_route (GST_SCREAM_TX (parent));
}

static GstIterator *
no_links (GstPad * pad, GstObject * parent)
{
  (void) pad;
  (void) parent;
  return NULL;
}

void
gst_scream_tx_setup_rtcp_pads (GstPad * rtcp_sink, GstPad * rtcp_src)
{
  if (rtcp_sink != NULL) {
    gst_pad_set_chain_function (rtcp_sink,
        GST_DEBUG_FUNCPTR (gst_scream_tx_rtcp_chain));
    gst_pad_set_event_function (rtcp_sink,
        GST_DEBUG_FUNCPTR (gst_scream_tx_rtcp_sink_event));
    gst_pad_set_link_function (rtcp_sink,
        GST_DEBUG_FUNCPTR (gst_scream_tx_rtcp_sink_link));
    gst_pad_set_unlink_function (rtcp_sink,
        GST_DEBUG_FUNCPTR (gst_scream_tx_rtcp_sink_unlink));
    gst_pad_set_iterate_internal_links_function (rtcp_sink, no_links);
  }
  if (rtcp_src != NULL) {
    gst_pad_use_fixed_caps (rtcp_src);
    gst_pad_set_iterate_internal_links_function (rtcp_src, no_links);
  }
}

/* ---- by itself, over the media's sockets ---- */

/* rtcp_src may lead to an rtpbin that screamtx listens to. */
static void
pass_over (GstScreamTx * self, const guint8 * data, gsize size)
{
  GstRtpSessionRoute *sessions = NULL;

  g_mutex_lock (&self->lock);
  if (self->rtp_sessions != NULL && self->rtcp_srcpad != NULL
      && gst_pad_is_linked (self->rtcp_srcpad))
    sessions = gst_rtp_session_route_ref (self->rtp_sessions);
  g_mutex_unlock (&self->lock);
  if (sessions == NULL)
    return;
  gst_rtp_session_route_pass_over (sessions, data, size);
  gst_rtp_session_route_unref (sessions);
}

static void
on_datagram (const guint8 * data, gsize size, GSocketAddress * from,
    gpointer user_data)
{
  GstScreamTx *self = GST_SCREAM_TX (user_data);

  (void) from;
  if (size <= KEEP_ALIVE_SIZE)
    return;
  /* RFC 5761 section 4: RTCP, not RTP */
  if (data[1] < 192 || data[1] > 223) {
    g_mutex_lock (&self->lock);
    self->not_rtcp++;
    g_mutex_unlock (&self->lock);
    return;
  }
  if (take_rtcp (self, ROUTE_SOCKET, data, size)) {
    GstBuffer *buffer = gst_buffer_new_memdup (data, size);

    GST_BUFFER_PTS (buffer) =
        gst_element_get_current_running_time (GST_ELEMENT_CAST (self));
    pass_over (self, data, size);
    push_rtcp_src (self, buffer);
  }
}

/* ---- by itself, through the RTPSession of the media ---- */

/* What is not ours is the session's, which has it. */
static void
on_session_feedback (const guint8 * data, gsize size, gpointer user_data)
{
  take_rtcp (GST_SCREAM_TX (user_data), ROUTE_RTP_SESSION, data, size);
}

/* Before screamtx or behind it: rtpbin's aux sender is before. */
static GstRtpSessionRoute *
listen_to_sessions (GstScreamTx * self)
{
  GPtrArray *elements = g_ptr_array_new_with_free_func (gst_object_unref);
  GPtrArray *pads = gst_scream_tx_list_pads (self);
  GstRtpSessionRoute *sessions;
  guint i;

  for (i = 0; i < pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (pads, i);

    gst_rtp_session_find (pad->srcpad, GST_RTP_SESSION_SEND, elements);
    gst_rtp_session_find (GST_PAD_CAST (pad), GST_RTP_SESSION_SEND, elements);
  }
  sessions = gst_rtp_session_route_new (elements, on_session_feedback, self);
  g_ptr_array_unref (pads);
  g_ptr_array_unref (elements);
  return sessions;
}

/* ---- all that is downstream ---- */

static void
unsync (GstScreamTx * self, GPtrArray * sinks)
{
  guint i;

  for (i = 0; i < sinks->len; i++) {
    GstElement *sink = g_ptr_array_index (sinks, i);

    GST_INFO_OBJECT (self, "setting sync=false on %s, which would hold packets "
        "back after they were paced", GST_OBJECT_NAME (sink));
    g_object_set (sink, "sync", FALSE, NULL);
  }
}

static GstFeedbackReader *
read_sockets (GstScreamTx * self, GstSocketPath * path)
{
  GstFeedbackReader *reader;
  GError *error = NULL;

  if (path->sockets->len == 0)
    return NULL;
  reader = gst_feedback_reader_new (self->loop, path->sockets,
      path->any_peer ? NULL : path->peers, on_datagram, self, &error);
  if (reader == NULL) {
    GST_WARNING_OBJECT (self, "cannot read feedback from the socket of the "
        "sink: %s", error->message);
    g_clear_error (&error);
  }
  return reader;
}

static gboolean
wants_ecn (GstScreamTx * self)
{
  gboolean wants;

  GST_OBJECT_LOCK (self);
  wants = self->ecn != GST_SCREAM_TX_ECN_NOT_ECT;
  GST_OBJECT_UNLOCK (self);
  return wants;
}

static gboolean
is_same_sink (gconstpointer a, gconstpointer b)
{
  return gst_ecn_sink_is_for ((const GstEcnSink *) a, (GstElement *) b);
}

/* Several pads may lead to one sink. */
static void
mark_sinks (GstScreamTx * self, GPtrArray * ecn_sinks, GPtrArray * sinks)
{
  guint i;

  for (i = 0; i < sinks->len; i++) {
    GstElement *sink = g_ptr_array_index (sinks, i);
    GstEcnSink *ecn_sink;

    if (g_ptr_array_find_with_equal_func (ecn_sinks, sink, is_same_sink, NULL))
      continue;
    ecn_sink = gst_ecn_sink_new (sink);
    if (ecn_sink != NULL)
      g_ptr_array_add (ecn_sinks, ecn_sink);
    else
      GST_WARNING_OBJECT (self, "%s cannot mark packets with ECN",
          GST_OBJECT_NAME (sink));
  }
}

static void
free_ecn_sink (gpointer ecn_sink)
{
  gst_ecn_sink_free (ecn_sink);
}

/* All that is linked to src pads. */
static GstFeedbackReader *
look_downstream (GstScreamTx * self, gboolean read)
{
  GstFeedbackReader *reader = NULL;
  GPtrArray *pads = gst_scream_tx_list_pads (self);
  GPtrArray *ecn_sinks = g_ptr_array_new_with_free_func (free_ecn_sink);
  gboolean ecn = wants_ecn (self);
  guint i;

  for (i = 0; i < pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (pads, i);
    GstSocketPath *path = gst_socket_path_find_sinks (pad->srcpad);

    unsync (self, path->synced);
    if (ecn) {
      mark_sinks (self, ecn_sinks, path->elements);
      mark_sinks (self, ecn_sinks, path->ice_sinks);
    }
    if (read && reader == NULL)
      reader = read_sockets (self, path);
    gst_socket_path_free (path);
  }
  g_ptr_array_unref (pads);

  g_mutex_lock (&self->lock);
  self->ecn_sinks = ecn_sinks;
  g_mutex_unlock (&self->lock);
  return reader;
}

static gboolean
is_fixed (GstScreamTx * self)
{
  GstScreamTxController controller;

  GST_OBJECT_LOCK (self);
  controller = self->controller;
  GST_OBJECT_UNLOCK (self);
  return controller == GST_SCREAM_TX_CONTROLLER_FIXED;
}

static void
no_route (GstScreamTx * self)
{
  if (is_fixed (self)) {
    GST_INFO_OBJECT (self, "no way for feedback to come back");
    return;
  }
  GST_ELEMENT_ERROR (self, RESOURCE, SETTINGS,
      ("No way for feedback to come back: there is no udpsink after screamtx, "
          "no rtpbin before or after it, and its rtcp_sink pad is not linked."),
      ("Send with udpsink (feedback is then read from its socket), or through "
          "an rtpbin that gets the receiver's RTCP, or link the receiver's RTCP "
          "to rtcp_sink, for instance \"udpsrc port=5001 ! "
          "screamtx0.rtcp_sink\", or set controller=fixed."));
}

void
gst_scream_tx_keep_ports (GstScreamTx * self)
{
  GPtrArray *pads = gst_scream_tx_list_pads (self);
  guint i;

  for (i = 0; i < pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (pads, i);

    gst_socket_path_keep_ports (pad->srcpad);
  }
  g_ptr_array_unref (pads);
}

void
gst_scream_tx_find_route (GstScreamTx * self)
{
  GstScreamTxRoute route = ROUTE_NONE;
  GstRtpSessionRoute *sessions = NULL;
  GstTwccNumbers *numbers;
  GstFeedbackReader *reader;
  gboolean pad_linked, first;

  gst_scream_tx_drop_route (self);
  gst_scream_tx_keep_ports (self);
  g_mutex_lock (&self->lock);
  pad_linked = self->rtcp_sinkpad != NULL
      && gst_pad_is_linked (self->rtcp_sinkpad);
  g_mutex_unlock (&self->lock);

  /* Feedback may come as soon as either is there. */
  reader = look_downstream (self, !pad_linked);
  if (!pad_linked)
    sessions = listen_to_sessions (self);
  numbers = gst_scream_tx_watch_numbers (self);
  if (pad_linked)
    route = ROUTE_PAD;
  else if (sessions != NULL)
    route = ROUTE_RTP_SESSION;
  else if (reader != NULL)
    route = ROUTE_SOCKET;
  GST_INFO_OBJECT (self, "feedback comes by %s%s%s",
      pad_linked ? "the rtcp_sink pad" : "", reader ? "the sink's socket " : "",
      sessions ? "an RTPSession" : "");

  g_mutex_lock (&self->lock);
  self->route = route;
  self->reader = reader;
  self->rtp_sessions = sessions;
  self->twcc_numbers = numbers;
  first = !self->had_route;
  self->had_route |= route != ROUTE_NONE;
  g_mutex_unlock (&self->lock);
  /* One that is lost later may come back; the warning of missing feedback does
   * for that. */
  if (route == ROUTE_NONE && first)
    no_route (self);
}

void
gst_scream_tx_drop_route (GstScreamTx * self)
{
  GstFeedbackReaderStats stats;
  GstRtpSessionRoute *sessions;
  GstTwccNumbers *numbers;
  GstFeedbackReader *reader;
  GPtrArray *ecn_sinks;

  g_mutex_lock (&self->lock);
  ecn_sinks = g_steal_pointer (&self->ecn_sinks);
  reader = g_steal_pointer (&self->reader);
  sessions = g_steal_pointer (&self->rtp_sessions);
  numbers = g_steal_pointer (&self->twcc_numbers);
  if (reader != NULL) {
    gst_feedback_reader_get_stats (reader, &stats);
    self->from_unknown_peers += stats.from_unknown_peers;
  }
  self->route = ROUTE_UNKNOWN;
  g_mutex_unlock (&self->lock);
  gst_feedback_reader_free (reader);
  gst_rtp_session_route_free (sessions);
  gst_twcc_numbers_free (numbers);
  g_clear_pointer (&ecn_sinks, g_ptr_array_unref);
}

/* ---- feedback that stops ---- */

static void
post_state (GstScreamTx * self, const gchar * name,
    const RtpCcSessionInfo * info)
{
  GstStructure *s = gst_structure_new (name,
      "timeouts", G_TYPE_UINT, info->feedback_timeouts,
      "target-rate", G_TYPE_UINT64, info->target.media_rate, NULL);

  gst_element_post_message (GST_ELEMENT_CAST (self),
      gst_message_new_element (GST_OBJECT_CAST (self), s));
}

static void
post_ecn (GstScreamTx * self, const RtpCcEcnPathInfo * ecn)
{
  const gchar *state = rtp_cc_ecn_path_state_name (ecn->state);
  const gchar *failure = rtp_cc_ecn_failure_name (ecn->failure);
  GstStructure *s = gst_structure_new ("scream-ecn",
      "state", G_TYPE_STRING, state, "failure", G_TYPE_STRING, failure, NULL);

  GST_INFO_OBJECT (self, "ECN is %s, last failure: %s", state, failure);
  gst_element_post_message (GST_ELEMENT_CAST (self),
      gst_message_new_element (GST_OBJECT_CAST (self), s));
}

/* The bounds on the wire may be a little older than the headers that are taken off
 * for media. */
#define AT_MINIMUM 1.01

/* GCC gets to the minimum later than the others. */
static void
warn_missing (GstScreamTx * self, GstScreamTxRoute route,
    const RtpCcSessionInfo * info)
{
  const gchar *any_more = info->last_feedback == RTP_CC_TIME_NEVER ? ""
      : " any more";
  guint min_bitrate;

  GST_OBJECT_LOCK (self);
  min_bitrate = self->min_bitrate;
  GST_OBJECT_UNLOCK (self);
  GST_ELEMENT_WARNING (self, RESOURCE, READ,
      ("No feedback from the receiver%s; sending at %" G_GUINT64_FORMAT
          " bit/s%s.", any_more, info->estimated_bitrate,
          info->estimated_bitrate <= AT_MINIMUM * min_bitrate ?
          ", the minimum bitrate" : " for now"),
      ("Likely causes: the receiver does not run, or has no screamrx; a "
          "firewall or NAT lets no packets from it through; host or port of "
          "the sink is wrong; %s", route == ROUTE_PAD ?
          "the RTCP that is linked to rtcp_sink comes from elsewhere." :
          route == ROUTE_RTP_SESSION ?
          "its RTCP is not linked to rtpbin's recv_rtcp_sink." :
          "feedback is expected from the address that media goes to, on the "
          "socket of the sink: if it comes by another way, link rtcp_sink."));
}

static void
warn_violation (GstScreamTx * self)
{
  GST_ELEMENT_WARNING (self, LIBRARY, FAILED,
      ("The controller asked for a rate or window out of its bounds, which was "
          "corrected."),
      ("This is an error in the controller; \"controller-violations\" in stats "
          "counts it."));
}

/* At most one for each SSRC. */
static void
warn_unheard (GstScreamTx * self, guint32 ssrc)
{
  GST_ELEMENT_WARNING (self, RESOURCE, READ,
      ("The receiver reports on other streams, but not on SSRC 0x%08x; its "
          "stream gets min-bitrate at most.", ssrc),
      ("Likely causes: it goes to a port or host where no screamrx is, or "
          "something on the way drops it; it is not in flight for the "
          "controller, and does not slow down the others."));
}

static void
check_unheard (GstScreamTx * self)
{
  guint32 ssrc = 0;
  gboolean any;

  do {
    g_mutex_lock (&self->lock);
    any = self->session != NULL
        && rtp_cc_session_take_unheard (self->session, &ssrc);
    g_mutex_unlock (&self->lock);
    if (any)
      warn_unheard (self, ssrc);
  } while (any);
}

static void
warn_dishonest (GstScreamTx * self)
{
  GST_ELEMENT_WARNING (self, RESOURCE, READ,
      ("Feedback acknowledges packets that were never sent; sending at the "
          "minimum bitrate."),
      ("Likely causes: the receiver says that all was received, or somebody "
          "else sends feedback in its name; packets are given other sequence "
          "numbers after screamtx, as by rtpulpfecenc, which belongs before "
          "it. Against strangers SRTP helps (srtp-key of screamsink and "
          "screamsrc) or a firewall that lets feedback in from the receiver "
          "only; against a receiver that lies nothing does but another."));
}

/* Said once in a session. */
static void
check_honesty (GstScreamTx * self, const RtpCcSessionInfo * info)
{
  gboolean found, over;

  g_mutex_lock (&self->lock);
  found = info->dishonest && !self->feedback_dishonest;
  over = !info->dishonest && self->feedback_dishonest;
  self->feedback_dishonest = info->dishonest;
  g_mutex_unlock (&self->lock);

  if (found)
    post_state (self, "scream-feedback-dishonest", info);
  if (found && info->honesty.verdicts == 1)
    warn_dishonest (self);
  if (over)
    post_state (self, "scream-feedback-believed", info);
}

void
gst_scream_tx_check_feedback (GstScreamTx * self)
{
  gboolean timeout = FALSE, resumed = FALSE, stalled = FALSE, warn = FALSE;
  gboolean ecn, violation;
  GstScreamTxRoute route;
  RtpCcSessionInfo info;

  g_mutex_lock (&self->lock);
  if (self->session == NULL) {
    g_mutex_unlock (&self->lock);
    return;
  }
  rtp_cc_session_info (self->session, &info, gst_scream_tx_now (self));
  route = self->route;
  if (info.feedback_state == RTP_CC_FEEDBACK_MISSING) {
    timeout = !self->feedback_missing;
    warn = !self->feedback_warned && info.feedback_timeouts >= TIMEOUTS_TO_WARN;
    self->feedback_missing = TRUE;
    self->feedback_warned |= warn;
  } else if (info.feedback_state == RTP_CC_FEEDBACK_OK
      || info.feedback_state == RTP_CC_FEEDBACK_DISHONEST) {
    resumed = self->feedback_missing || self->feedback_stalled;
    self->feedback_missing = self->feedback_warned = FALSE;
    self->feedback_stalled = FALSE;
  } else if (info.feedback_state == RTP_CC_FEEDBACK_STALLED) {
    stalled = !self->feedback_stalled;
    self->feedback_stalled = TRUE;
  }
  ecn = info.ecn.changes != self->ecn_changes;
  self->ecn_changes = info.ecn.changes;
  violation = info.controller_violations > 0 && !self->violation_warned;
  self->violation_warned |= violation;
  g_mutex_unlock (&self->lock);

  if (violation)
    warn_violation (self);
  if (info.unheard_ssrcs > 0)
    check_unheard (self);
  if (ecn)
    post_ecn (self, &info.ecn);

  if (timeout)
    post_state (self, "scream-feedback-timeout", &info);
  if (warn && !is_fixed (self))
    warn_missing (self, route, &info);
  if (stalled)
    post_state (self, "scream-feedback-stalled", &info);
  if (resumed)
    post_state (self, "scream-feedback-resumed", &info);
  check_honesty (self, &info);
}
