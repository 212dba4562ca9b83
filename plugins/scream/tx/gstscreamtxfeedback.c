/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxfeedback.c: RTCP that comes to screamtx, and what is not for it
 *
 * By the rtcp_sink pad, from a socket or on its way to an RTPSession.  RFC 8888, TWCC and REMB
 * on streams of this element end in its session.  All else leaves by rtcp_src as it came, unless
 * an RTPSession has it already; PLI and FIR are read on the way.
 */
#include <gst/rtpcc/wire/rtpcc-echo.h>
#include <gst/rtpcc/wire/rtpcc-fir.h>

#include "gstscreamtxprivate.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

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
note_way (GstScreamTx * self, GstScreamTxRoute route, guint64 feedback_packets)
{
  if (feedback_packets != self->feedback_packets
      && self->route != ROUTE_UNKNOWN)
    self->route = route;
  self->feedback_packets = feedback_packets;
}

/* With the lock: the last one counts. */
static void
take_frame_report (GstScreamTx * self, const RtpCcFrameReport * report)
{
  guint i;

  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);

    if (gst_scream_tx_pad_has_ssrc (pad, report->ssrc))
      pad->frame_report = *report;
  }
}

/* With the lock. */
static gboolean
is_for_a_session (GstScreamTx * self, GstScreamTxRoute route)
{
  return route == ROUTE_RTP_SESSION || (self->rtcp_srcpad != NULL
      && gst_pad_is_linked (self->rtcp_srcpad));
}

/* One datagram. */
typedef struct
{
  GstScreamTx *self;
  GstScreamTxRoute route;       /* that it came by */
  GstFeedbackQuestion *question;        /* NULL: who asks gets no answer */
  RtpCcTime now;
} Reading;

/* RtpCcOtherRtcpFunc, with the lock */
static void
take_other (const uint8_t * data, size_t size, void *user)
{
  Reading *reading = user;
  GstScreamTx *self = reading->self;
  GstFeedbackQuestion *question = reading->question;
  RtpCcFrameReport report;
  guint32 ssrc;

  if (rtp_cc_frame_report_read (data, size, &report))
    take_frame_report (self, &report);
  else if (rtp_cc_pli_read (data, size, &ssrc)
      && !is_for_a_session (self, reading->route))
    gst_scream_tx_take_pli (self, ssrc, reading->now);
  else if (question != NULL && !question->asked)
    question->asked = rtp_cc_echo_read_question (data, size, &question->ssrc,
        &question->number);
}

/* True: there is something in the datagram that is not ours. */
static gboolean
take_rtcp (GstScreamTx * self, GstScreamTxRoute route, const guint8 * data,
    gsize size, GstFeedbackQuestion * question)
{
  Reading reading = { self, route, question, 0 };
  RtpCcRtcpResult result;
  RtpCcSessionInfo info;
  bool other = false;
  RtpCcTime now;

  g_mutex_lock (&self->lock);
  if (self->session == NULL) {
    g_mutex_unlock (&self->lock);
    return FALSE;
  }
  reading.now = now = gst_scream_tx_now (self);
  result = rtp_cc_session_walk_rtcp (self->session, data, size, take_other,
      &reading, &other, now);
  gst_scream_tx_take_firs (self, now);
  gst_scream_tx_wake_if_due (self, now);
  if (route == ROUTE_SOCKET && !gst_scream_tx_keep_house (self, now)) {
    g_mutex_unlock (&self->lock);
    return other;
  }
  rtp_cc_session_info (self->session, &info, now);
  note_way (self, route, info.feedback_packets);
  gst_scream_tx_after_session (self, &info, now);

  if (result != RTP_CC_RTCP_OK && result != RTP_CC_RTCP_OTHER_KIND)
    GST_INFO_OBJECT (self, "refused %" G_GSIZE_FORMAT " bytes of RTCP: %s",
        size, rtp_cc_rtcp_result_name (result));
  return other;
}

/* ---- by the pad ---- */

static GstFlowReturn
gst_scream_tx_rtcp_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstScreamTx *self = GST_SCREAM_TX (parent);
  GstMapInfo map;
  gboolean other = FALSE;

  if (gst_buffer_map (buffer, &map, GST_MAP_READ)) {
    other = take_rtcp (self, ROUTE_PAD, map.data, map.size, NULL);
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
  forget_route (GST_SCREAM_TX (parent));
  return GST_PAD_LINK_OK;
}

static void
gst_scream_tx_rtcp_sink_unlink (GstPad * pad, GstObject * parent)
{
  if (parent != NULL)
    forget_route (GST_SCREAM_TX (parent));
}

/* Something else is linked behind it, at once or further on. */
static gboolean
gst_scream_tx_rtcp_src_event (GstPad * pad, GstObject * parent,
    GstEvent * event)
{
  if (GST_EVENT_TYPE (event) == GST_EVENT_RECONFIGURE)
    gst_scream_tx_guard_sessions (GST_SCREAM_TX (parent));
  return gst_pad_event_default (pad, parent, event);
}

static GstIterator *
no_links (GstPad * pad, GstObject * parent)
{
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
    gst_pad_set_event_function (rtcp_src,
        GST_DEBUG_FUNCPTR (gst_scream_tx_rtcp_src_event));
    gst_pad_use_fixed_caps (rtcp_src);
    gst_pad_set_iterate_internal_links_function (rtcp_src, no_links);
  }
}

/* ---- from sockets and sessions ---- */

void
gst_scream_tx_on_datagram (const guint8 * data, gsize size,
    GstFeedbackQuestion * question, gpointer user_data)
{
  GstScreamTx *self = user_data;

  if (size <= KEEP_ALIVE_SIZE)
    return;
  /* RFC 5761 section 4: RTCP, not RTP */
  if (data[1] < 192 || data[1] > 223) {
    g_mutex_lock (&self->lock);
    self->not_rtcp++;
    g_mutex_unlock (&self->lock);
    return;
  }
  if (take_rtcp (self, ROUTE_SOCKET, data, size, question)) {
    GstBuffer *buffer = gst_buffer_new_memdup (data, size);

    GST_BUFFER_PTS (buffer) =
        gst_element_get_current_running_time (GST_ELEMENT_CAST (self));
    /* rtcp_src may lead to an rtpbin that screamtx listens to. */
    gst_rtp_session_route_pass_over (buffer, self);
    push_rtcp_src (self, buffer);
  }
}

/* What is not ours is the session's, which gets it. */
void
gst_scream_tx_on_session_feedback (const guint8 * data, gsize size,
    gpointer user_data)
{
  take_rtcp (user_data, ROUTE_RTP_SESSION, data, size, NULL);
}
