/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrxflow.c: the media: packets are noted and pass, events */
#include "plugins/scream/rtp/gstrtpextension.h"
#include "plugins/scream/rtp/gstscreamnal.h"
#include "plugins/packet/gstscreamecn.h"
#include "plugins/packet/gstscreampacket.h"
#include "gstscreamrxprivate.h"
#include "plugins/scream/rtp/gsttwccnumbers.h"
#include "plugins/packet/gsthelp.h"

#define GST_CAT_DEFAULT gst_scream_rx_debug

/* An arrival time that is older has another reason than a full socket, a step
 * of the clock for example. */
#define MAX_ARRIVAL_AGE GST_SECOND

/* Not the codepoint of any packet */
#define ECN_UNKNOWN 0xff

/* How long ago a packet came, if its DTS says when, as that of a udpsrc can. */
static GstClockTime
gst_scream_rx_get_age (GstScreamRx * self, GstBuffer * buffer)
{
  GstClockTime arrival, now;

  if (!GST_BUFFER_DTS_IS_VALID (buffer)
      || self->segment.format != GST_FORMAT_TIME)
    return 0;

  arrival = gst_segment_to_running_time (&self->segment, GST_FORMAT_TIME,
      GST_BUFFER_DTS (buffer));
  now = gst_element_get_current_running_time (GST_ELEMENT (self));
  if (!GST_CLOCK_TIME_IS_VALID (arrival) || !GST_CLOCK_TIME_IS_VALID (now)
      || arrival > now || now - arrival > MAX_ARRIVAL_AGE)
    return 0;
  return now - arrival;
}

/* Takes @message. */
static void
gst_scream_rx_post (GstScreamRx * self, GstStructure * message)
{
  GST_INFO_OBJECT (self, "%" GST_PTR_FORMAT, message);
  gst_element_post_message (GST_ELEMENT (self),
      gst_message_new_element (GST_OBJECT (self), message));
}

/* What was measured, once a second. */
static void
gst_scream_rx_post_latency (GstScreamRx * self)
{
  GstStructure *report = NULL;
  gboolean doubt = FALSE;

  g_mutex_lock (&self->lock);
  if (self->clock != NULL && gst_capture_reader_is_on (self->capture))
    report = gst_capture_reader_take_report (self->capture, &doubt,
        gst_clock_get_time (self->clock));
  g_mutex_unlock (&self->lock);
  if (doubt)
    GST_ELEMENT_WARNING (self, RESOURCE, SETTINGS,
        ("The wall clocks of the two hosts are not synchronised, so the "
            "latency is wrong."),
        ("%" GST_PTR_FORMAT ". Synchronise the clocks of both hosts by NTP or "
            "PTP." GST_HELP ("clocks"), report));
  if (report != NULL)
    gst_element_post_message (GST_ELEMENT (self),
        gst_message_new_element (GST_OBJECT (self), report));
}

/* With the lock. FALSE: the packet has no transport-wide number. */
static gboolean
gst_scream_rx_read_number (GstScreamRx * self, GstBuffer * buffer,
    guint16 * number)
{
  guint id = self->caps_twcc_id != 0 ? self->caps_twcc_id
      : self->twcc_extension;
  guint8 bytes[2];
  gsize at, size;

  if (id == 0)
    return FALSE;
  at = gst_rtp_extension_find (buffer, id, &size);
  if (at == 0 || size != sizeof (bytes))
    return FALSE;
  gst_buffer_extract (buffer, at, bytes, sizeof (bytes));
  *number = (guint16) (bytes[0] << 8 | bytes[1]);
  return TRUE;
}

/* With the lock. */
static void
gst_scream_rx_report (GstScreamRx * self, GstBuffer * buffer,
    const GstScreamPacket * packet, guint8 ecn, GstClockTime age,
    gboolean elsewhere, RtpCcTime now)
{
  RtpCcReceived received = { 0, };

  received.ssrc = packet->ssrc;
  received.seq = packet->seq;
  received.timestamp = packet->timestamp;
  received.marker = packet->marker;
  received.size = (guint32) gst_buffer_get_size (buffer);
  received.clock_rate = self->clock_rate;
  received.ecn = (RtpCcEcn) ecn;
  received.arrival = now - (RtpCcTime) age;
  received.elsewhere = elsewhere;
  if (self->feedback == GST_SCREAM_RX_FEEDBACK_TWCC)
    received.has_number = gst_scream_rx_read_number (self, buffer,
        &received.number);
  self->numbered |= received.has_number;
  rtp_cc_reporter_on_packet (self->receiver, &received, now);
}

/* Nothing would come back, and the sender would wonder. */
static void
gst_scream_rx_check_numbers (GstScreamRx * self)
{
  RtpCcReporterStats stats;
  gboolean warn = FALSE;

  if (self->feedback != GST_SCREAM_RX_FEEDBACK_TWCC)
    return;                     /* set in READY at the latest */
  g_mutex_lock (&self->lock);
  if (!self->numbered && !self->warned_numbers) {
    rtp_cc_reporter_stats (self->receiver, &stats);
    warn = stats.unnumbered >= GST_SCREAM_RX_PACKETS_BEFORE_WARNING;
    self->warned_numbers = warn;
  }
  g_mutex_unlock (&self->lock);
  if (warn)
    GST_ELEMENT_WARNING (self, STREAM, FORMAT,
        ("Packets have no transport-wide sequence number, so there is no TWCC "
            "feedback."),
        ("Set twcc-extension to the same id on screamtx and here, or extmap-N "
            "in the caps, or feedback=ccfb." GST_HELP ("twcc-extension")));
}

/* FALSE if the buffer goes no further: it is RTCP, and nobody wants that, or what no
 * depayloader bears. May be another buffer afterwards. */
static gboolean
gst_scream_rx_note (GstScreamRx * self, GstBuffer ** buffer)
{
  GstScreamPacket packet;
  GstStructure *message = NULL;
  gboolean is_nal = FALSE, is_h265 = FALSE;
  GstScreamRxOrigin origin;
  GstClockTime age = 0;
  guint8 ecn;

  gst_scream_packet_parse (*buffer, &packet);
  if (packet.kind == GST_SCREAM_PACKET_RTP)
    age = gst_scream_rx_get_age (self, *buffer);
  ecn = gst_scream_ecn_get (*buffer, ECN_UNKNOWN);

  g_mutex_lock (&self->lock);
  if (packet.kind == GST_SCREAM_PACKET_RTCP) {
    self->rtcp_packets++;
  } else if (packet.kind == GST_SCREAM_PACKET_OTHER) {
    self->other_packets++;
  } else if (self->clock != NULL) {
    RtpCcTime now = gst_clock_get_time (self->clock);

    if (!self->route.has_arrival_times)
      age = 0;
    gst_scream_rx_note_type (self, packet.payload_type);
    is_nal = (gint) packet.payload_type == self->nal_payload;
    is_h265 = self->nal_is_h265;
    if (ecn == ECN_UNKNOWN) {
      self->ecn_unknown++;
      ecn = RTP_CC_ECN_NOT_ECT;
    }
    message = gst_scream_rx_note_sender (self, *buffer, &packet, &origin, now);
    if (!origin.is_unknown) {
      gst_scream_rx_report (self, *buffer, &packet, ecn, age,
          !origin.is_sender, now);
      *buffer = gst_capture_reader_note (self->capture, *buffer, age, now);
    }
  }
  g_mutex_unlock (&self->lock);
  if (message != NULL)
    gst_scream_rx_post (self, message);
  if (packet.kind != GST_SCREAM_PACKET_RTCP)
    return !is_nal || gst_scream_nal_is_sound_packet (is_h265, *buffer);
  return !gst_scream_rx_note_rtcp (self, *buffer)
      && gst_scream_rx_session_is_downstream (self->session);
}

/* After packets were noted, before they go on: what is downstream may take
 * its time. */
static void
gst_scream_rx_conclude (GstScreamRx * self)
{
  gst_scream_rx_post_latency (self);
  gst_scream_rx_ask (self);
  gst_scream_rx_check_numbers (self);
  gst_scream_rx_check_place (self);
  gst_scream_rx_send_waiting (self);
  gst_scream_rx_respond (self);
}

void
gst_scream_rx_observe (GstScreamRx * self, GstElement * session,
    GstBuffer ** packet)
{
  guint bandwidth;

  g_mutex_lock (&self->lock);
  bandwidth = self->rtp_session_bandwidth;
  g_mutex_unlock (&self->lock);
  gst_scream_rx_session_use (self->session, session, bandwidth);
  gst_scream_rx_note (self, packet);
  gst_scream_rx_conclude (self);
}

static GstFlowReturn
gst_scream_rx_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstScreamRx *self = GST_SCREAM_RX (parent);
  gboolean passes = gst_scream_rx_note (self, &buffer);

  gst_scream_rx_conclude (self);
  if (passes)
    return gst_pad_push (self->srcpad, buffer);
  gst_buffer_unref (buffer);
  return GST_FLOW_OK;
}

static gboolean
gst_scream_rx_note_in_list (GstBuffer ** buffer, guint index,
    gpointer user_data)
{
  if (!gst_scream_rx_note (user_data, buffer))
    gst_clear_buffer (buffer);
  return TRUE;
}

static gboolean
gst_scream_rx_is_rtcp (GstBuffer ** buffer, guint index, gpointer user_data)
{
  GstScreamPacket packet;
  gboolean *found = user_data;

  gst_scream_packet_parse (*buffer, &packet);
  *found = packet.kind == GST_SCREAM_PACKET_RTCP;
  return !*found;
}

typedef struct
{
  GstScreamRx *self;
  GstFlowReturn ret;
} GstScreamRxPushed;

static gboolean
gst_scream_rx_push_one (GstBuffer ** buffer, guint index, gpointer user_data)
{
  GstScreamRxPushed *pushed = user_data;

  pushed->ret = gst_pad_push (pushed->self->srcpad, gst_buffer_ref (*buffer));
  return pushed->ret == GST_FLOW_OK;
}

/* An RTPSession takes all packets of a list for packets of the stream of the first, and
 * none of them if one is broken. Takes @list. */
static GstFlowReturn
gst_scream_rx_push_list (GstScreamRx * self, GstBufferList * list)
{
  GstScreamRxPushed pushed = { self, GST_FLOW_OK };

  if (!gst_scream_rx_session_is_downstream (self->session)
      && gst_buffer_list_length (list) > 0)
    return gst_pad_push_list (self->srcpad, list);
  gst_buffer_list_foreach (list, gst_scream_rx_push_one, &pushed);
  gst_buffer_list_unref (list);
  return pushed.ret;
}

static GstFlowReturn
gst_scream_rx_chain_list (GstPad * pad, GstObject * parent,
    GstBufferList * list)
{
  GstScreamRx *self = GST_SCREAM_RX (parent);
  gboolean changes;

  g_mutex_lock (&self->lock);
  changes = gst_capture_reader_is_on (self->capture) || self->nal_payload >= 0;
  g_mutex_unlock (&self->lock);
  /* Only what takes something out of a list may need a copy of it. */
  if (!changes && !gst_scream_rx_session_is_downstream (self->session))
    gst_buffer_list_foreach (list, gst_scream_rx_is_rtcp, &changes);
  if (changes)
    list = gst_buffer_list_make_writable (list);
  gst_buffer_list_foreach (list, gst_scream_rx_note_in_list, self);
  gst_scream_rx_conclude (self);
  return gst_scream_rx_push_list (self, list);
}

/* With the lock. Other payload types may be retransmissions or FEC: without one in the caps
 * there is no telling. */
static void
gst_scream_rx_take_caps (GstScreamRx * self, const GstCaps * caps)
{
  gst_capture_reader_set_caps (self->capture, caps);
  self->caps_twcc_id = gst_rtp_extension_read_caps (caps, GST_TWCC_URI,
      &self->clock_rate);
  if (!gst_structure_get_int (gst_caps_get_structure (caps, 0), "payload",
          &self->caps_payload))
    self->caps_payload = -1;
  self->nal_payload = gst_scream_nal_is_of (caps, &self->nal_is_h265)
      ? self->caps_payload : -1;
}

static gboolean
gst_scream_rx_sink_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  GstScreamRx *self = GST_SCREAM_RX (parent);
  GstCaps *caps;

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_STREAM_START:
      gst_scream_rx_find_routes (self);
      gst_scream_rx_rtcp_follow (self, event);
      break;
    case GST_EVENT_CAPS:
      gst_event_parse_caps (event, &caps);
      g_mutex_lock (&self->lock);
      gst_scream_rx_take_caps (self, caps);
      g_mutex_unlock (&self->lock);
      break;
    case GST_EVENT_SEGMENT:
      gst_event_copy_segment (event, &self->segment);
      break;
    case GST_EVENT_FLUSH_STOP:
      gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
      gst_scream_rx_rtcp_follow (self, event);
      break;
    case GST_EVENT_FLUSH_START:
      gst_scream_rx_rtcp_follow (self, event);
      break;
    case GST_EVENT_EOS:
      g_mutex_lock (&self->lock);
      self->eos = TRUE;
      g_mutex_unlock (&self->lock);
      gst_scream_rx_wake_worker (self);
      break;
    default:
      break;
  }
  return gst_pad_event_default (pad, parent, event);
}

void
gst_scream_rx_setup_sink_pad (GstPad * pad)
{
  gst_pad_set_chain_function (pad, gst_scream_rx_chain);
  gst_pad_set_chain_list_function (pad, gst_scream_rx_chain_list);
  gst_pad_set_event_function (pad, gst_scream_rx_sink_event);
}
