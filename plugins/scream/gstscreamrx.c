/**
 * SECTION:element-screamrx
 * @title: screamrx
 * @see_also: screamtx
 *
 * Tells the sender of RTP packets when each of them came, so that it can adapt
 * its rate to the network: RTP congestion control feedback, RFC 8888, as
 * SCReAM and other algorithms need it. Packets pass untouched and at once.
 *
 * Behind a udpsrc nothing has to be wired: the feedback leaves from the
 * socket of that udpsrc to the address the packets come from, where a
 * screamtx in front of a udpsink reads it. When a NAT gives the sender another
 * address the feedback follows: after 250 ms without a packet from the old one
 * and five packets in a row from the new one that continue the stream, once a
 * second at most, so that a third party cannot draw it to itself. It is for one
 * sender: give each its own port. If the `rtcp_src` pad is linked then
 * the feedback goes there instead. With neither, and an rtpbin or rtpsession that
 * the media goes through, it goes into that one's RTCP; #GstScreamRx:feedback-route
 * chooses that in other cases too. The element says which it is in
 * #GstScreamRx:stats, and posts a warning if there is none.
 *
 * The arrival times that it reports are the kernel's where there is a udpsrc:
 * it switches its socket-timestamp property on.  So are the ECN code points,
 * which travel through the pipeline as #GstNetControlMessageMeta; a source that
 * attaches it by itself does as well.
 *
 * RTCP on the `sink` pad, multiplexed with RTP as RFC 5761 describes, is
 * counted and dropped: what follows is mostly a depayloader, which would take
 * it for media. In front of rtpbin or rtpsession, which want it, it passes. What
 * comes to the `rtcp_sink` pad is counted and dropped.
 *
 * ## Messages
 *
 * The element message `scream-sender-moved` with `from` and `to` (strings, host
 * and port) says that feedback goes to another address than before.
 *
 * With #GstScreamRx:capture-time-extension, the element message
 * `scream-latency` comes once a second while packets do, with the fields of
 * `latencies` in #GstScreamRx:stats, of the slowest stream.
 *
 * ## Example launch line
 *
 * Receives what `… ! screamtx ! udpsink host=… port=5004` sends.
 * |[
 * gst-launch-1.0 udpsrc port=5004 caps="application/x-rtp, media=video, clock-rate=90000, encoding-name=H264" ! screamrx ! rtpjitterbuffer ! rtph264depay ! avdec_h264 ! autovideosink
 * ]|
 *
 * Since: 0.1
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstcapturereader.h"
#include "gstrtpextension.h"
#include "gstscreamelements.h"
#include "gstscreamecn.h"
#include "gstscreampacket.h"
#include "gstscreamroute.h"
#include "gstscreamrx.h"
#include "gstscreamrxsession.h"
#include "gsttwccnumbers.h"

#include <gst/rtpcc/rtpcc-capturetime.h>
#include <gst/rtpcc/rtpcc-reporter.h>

GST_DEBUG_CATEGORY_STATIC (gst_scream_rx_debug);
#define GST_CAT_DEFAULT gst_scream_rx_debug

#define DEFAULT_FEEDBACK GST_SCREAM_RX_FEEDBACK_CCFB
#define DEFAULT_MAX_INTERVAL (40 * GST_MSECOND)
#define DEFAULT_MAX_PACKETS 16
#define DEFAULT_SENDER_SSRC 0
#define DEFAULT_FEEDBACK_ROUTE GST_SCREAM_RX_ROUTE_AUTO
/* Of it RTCP gets 5 %, receivers three quarters of that: 200 bytes each 0.4 ms. It
 * is only a bound; how much is sent is decided here. */
#define DEFAULT_RTP_SESSION_BANDWIDTH 100000000
#define DEFAULT_COMPAT GST_SCREAM_RX_COMPAT_NONE
#define DEFAULT_CAPTURE_TIME_EXTENSION 0
#define DEFAULT_TWCC_EXTENSION 0

/* What IPv6 lets through everywhere, 1280, without headers and SRTCP's tag. */
#define MAX_FEEDBACK_SIZE 1200

/* IPv4 and UDP, which count as rate in a REMB. */
#define PACKET_OVERHEAD 28

/* An arrival time that is older has another reason than a full socket, a step
 * of the clock for example. */
#define MAX_ARRIVAL_AGE GST_SECOND

/* An RTPSession that was asked for RTCP is asked again after this time, if none
 * came. */
#define ASK_INTERVAL (100 * GST_MSECOND)

/* Not the codepoint of any packet */
#define ECN_UNKNOWN 0xff

/* Packets without a route before the warning, so that pads may be linked
 * late. */
#define PACKETS_BEFORE_WARNING 16

enum
{
  PROP_0,
  PROP_FEEDBACK,
  PROP_FEEDBACK_MAX_INTERVAL,
  PROP_FEEDBACK_MAX_PACKETS,
  PROP_SENDER_SSRC,
  PROP_COMPAT,
  PROP_FEEDBACK_ROUTE,
  PROP_RTP_SESSION_BANDWIDTH,
  PROP_CAPTURE_TIME_EXTENSION,
  PROP_TWCC_EXTENSION,
  PROP_STATS
};

typedef enum
{
  ROUTE_NONE,
  ROUTE_SOCKET,
  ROUTE_RTP_SESSION,
  ROUTE_PAD
} Route;

struct _GstScreamRx
{
  GstElement parent;

  GstPad *sinkpad, *srcpad;
  GstScreamRoute *route;
  GstScreamRxSession *session;
  GstSegment segment;           /* streaming thread */

  GMutex lock;                  /* for what follows, never held for a push */
  GstPad *rtcp_srcpad, *rtcp_sinkpad;
  GstClock *clock;              /* NULL if not running */
  GstClockID timer;
  RtpCcTime asked_until;        /* an RTPSession, for RTCP; 0: it was not */
  gboolean working;             /* the worker is to run, or runs */
  gboolean eos;                 /* the worker has to end rtcp_src */
  RtpCcReporter *receiver;
  GstCaptureReader *capture;
  guint caps_twcc_id;           /* of the extension, by the caps */
  guint clock_rate;             /* the same, 0: unknown */
  gboolean numbered;            /* a packet had a transport-wide number */
  gboolean warned, warned_numbers;
  Route last_route;
  guint64 rtcp_packets;
  guint64 other_packets;
  guint64 ecn_unknown;
  guint64 feedback_errors;
  guint32 random_ssrc;

  /* properties */
  GstScreamRxFeedback feedback;
  GstClockTime max_interval;
  guint max_packets;
  guint sender_ssrc;
  GstScreamRxCompat compat;
  GstScreamRxRoute feedback_route;
  guint rtp_session_bandwidth;
  guint capture_time_extension;
  guint twcc_extension;
};

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

#define GST_TYPE_SCREAM_RX_FEEDBACK (gst_scream_rx_feedback_get_type ())
static GType
gst_scream_rx_feedback_get_type (void)
{
  static const GEnumValue values[] = {
    {GST_SCREAM_RX_FEEDBACK_CCFB, "RTP congestion control feedback, RFC 8888",
        "ccfb"},
    {GST_SCREAM_RX_FEEDBACK_TWCC, "Transport-wide congestion control feedback, "
          "draft-holmer-rmcat-transport-wide-cc-extensions-01", "twcc"},
    {GST_SCREAM_RX_FEEDBACK_REMB, "Receiver estimated maximum bitrate, "
          "draft-alvestrand-rmcat-remb-03", "remb"},
    {0, NULL, NULL}
  };
  static gsize type = 0;

  if (g_once_init_enter (&type))
    g_once_init_leave (&type,
        g_enum_register_static ("GstScreamRxFeedback", values));
  return type;
}

#define GST_TYPE_SCREAM_RX_COMPAT (gst_scream_rx_compat_get_type ())
static GType
gst_scream_rx_compat_get_type (void)
{
  static const GEnumValue values[] = {
    {GST_SCREAM_RX_COMPAT_NONE, "As RFC 8888 and its errata say", "none"},
    {GST_SCREAM_RX_COMPAT_NUM_REPORTS_LAST, "num_reports is one less than the "
          "number of reports, and each block ends with a received packet, "
          "for Ericsson Research's SCReAM", "num-reports-last"},
    {0, NULL, NULL}
  };
  static gsize type = 0;

  if (g_once_init_enter (&type))
    g_once_init_leave (&type,
        g_enum_register_static ("GstScreamRxCompat", values));
  return type;
}

#define GST_TYPE_SCREAM_RX_ROUTE (gst_scream_rx_route_get_type ())
static GType
gst_scream_rx_route_get_type (void)
{
  static const GEnumValue values[] = {
    {GST_SCREAM_RX_ROUTE_AUTO,
        "rtcp_src if it is linked, else the socket of the "
          "udpsrc upstream, else an RTPSession", "auto"},
    {GST_SCREAM_RX_ROUTE_SOCKET, "The socket of the udpsrc upstream", "socket"},
    {GST_SCREAM_RX_ROUTE_RTP_SESSION,
        "The RTCP of the RTPSession that the media "
          "goes through, rtpbin's for example", "rtp-session"},
    {GST_SCREAM_RX_ROUTE_PAD, "The pad rtcp_src", "pad"},
    {0, NULL, NULL}
  };
  static gsize type = 0;

  if (g_once_init_enter (&type))
    g_once_init_leave (&type,
        g_enum_register_static ("GstScreamRxRoute", values));
  return type;
}

/* With the lock. */
static void
gst_scream_rx_get_config (GstScreamRx * self, RtpCcReporterConfig * config)
{
  RtpCcReceiverConfig *receiver = &config->receiver;

  config->kind = (RtpCcReporterKind) self->feedback;
  config->packet_overhead = PACKET_OVERHEAD;
  receiver->sender_ssrc = self->sender_ssrc ? self->sender_ssrc
      : self->random_ssrc;
  receiver->max_interval = self->max_interval;
  receiver->max_packets = self->max_packets;
  receiver->max_size = MAX_FEEDBACK_SIZE;
  receiver->num_reports = self->compat == GST_SCREAM_RX_COMPAT_NUM_REPORTS_LAST
      ? RTP_CC_NUM_REPORTS_LAST : RTP_CC_NUM_REPORTS_COUNT;
}

/* With the lock. */
static void
gst_scream_rx_configure (GstScreamRx * self)
{
  RtpCcReporterConfig config;

  if (self->receiver == NULL)
    return;
  gst_scream_rx_get_config (self, &config);
  rtp_cc_reporter_configure (self->receiver, &config);
}

static gboolean
gst_scream_rx_may (GstScreamRxRoute wanted, GstScreamRxRoute route)
{
  return wanted == GST_SCREAM_RX_ROUTE_AUTO || wanted == route;
}

/* Where feedback would go now. A udpsrc whose packets' sender is not known yet is
 * waited for. */
static Route
gst_scream_rx_get_route (GstScreamRx * self, GstPad ** rtcp_srcpad)
{
  GstScreamRxRoute wanted;
  GstPad *pad = NULL;

  g_mutex_lock (&self->lock);
  wanted = self->feedback_route;
  if (self->rtcp_srcpad != NULL)
    pad = gst_object_ref (self->rtcp_srcpad);
  g_mutex_unlock (&self->lock);

  if (pad != NULL && gst_scream_rx_may (wanted, GST_SCREAM_RX_ROUTE_PAD)
      && gst_pad_is_linked (pad)) {
    *rtcp_srcpad = pad;
    return ROUTE_PAD;
  }
  gst_clear_object (&pad);
  if (gst_scream_rx_may (wanted, GST_SCREAM_RX_ROUTE_SOCKET)
      && gst_scream_route_has_socket (self->route))
    return gst_scream_route_is_open (self->route) ? ROUTE_SOCKET : ROUTE_NONE;
  if (gst_scream_rx_may (wanted, GST_SCREAM_RX_ROUTE_RTP_SESSION)
      && gst_scream_rx_session_is_open (self->session))
    return ROUTE_RTP_SESSION;
  return ROUTE_NONE;
}

static gboolean
gst_scream_rx_goes_by_session (GstScreamRx * self)
{
  GstPad *pad = NULL;
  gboolean by_session =
      gst_scream_rx_get_route (self, &pad) == ROUTE_RTP_SESSION;

  gst_clear_object (&pad);
  return by_session;
}

/* One packet of feedback if it is due; 0 if not. */
static gsize
gst_scream_rx_take (GstScreamRx * self, guint8 * data, gsize size)
{
  gsize taken = 0;

  g_mutex_lock (&self->lock);
  if (self->clock != NULL)
    taken = rtp_cc_reporter_feedback (self->receiver, data, size,
        gst_clock_get_time (self->clock));
  g_mutex_unlock (&self->lock);
  return taken;
}

static void gst_scream_rx_arm (GstScreamRx * self);

/* The RTPSession makes RTCP, for whatever reason. */
static gsize
gst_scream_rx_take_for_session (GstElement * element, guint8 * data, gsize size)
{
  GstScreamRx *self = GST_SCREAM_RX (element);
  gsize taken = 0;

  if (gst_scream_rx_goes_by_session (self))
    taken = gst_scream_rx_take (self, data, size);

  g_mutex_lock (&self->lock);
  if (taken > 0)
    self->last_route = ROUTE_RTP_SESSION;
  self->asked_until = 0;
  gst_scream_rx_arm (self);
  g_mutex_unlock (&self->lock);
  return taken;
}

static void
gst_scream_rx_ask_session (GstScreamRx * self)
{
  g_mutex_lock (&self->lock);
  if (self->clock != NULL)
    self->asked_until = gst_clock_get_time (self->clock) + ASK_INTERVAL;
  g_mutex_unlock (&self->lock);
  if (!gst_scream_rx_session_request (self->session))
    GST_LOG_OBJECT (self, "the RTPSession grants no early RTCP now");
}

/* Under the stream lock of rtcp_src, as a task of that pad would be: two
 * threads push there, and none may come between the pad's activation or the
 * end of a flush and the events that have to be first. */
static gboolean
gst_scream_rx_is_started (GstPad * pad)
{
  return gst_pad_get_element_private (pad) != NULL;
}

static void
gst_scream_rx_set_started (GstPad * pad, gboolean started)
{
  gst_pad_set_element_private (pad, started ? pad : NULL);
}

/* No timestamp: a sink that synchronises would hold it back. */
static gboolean
gst_scream_rx_push (GstPad * pad, const guint8 * data, gsize size)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, size, NULL);
  GstFlowReturn ret = GST_FLOW_FLUSHING;

  gst_buffer_fill (buffer, 0, data, size);
  GST_PAD_STREAM_LOCK (pad);
  if (gst_scream_rx_is_started (pad))
    ret = gst_pad_push (pad, g_steal_pointer (&buffer));
  GST_PAD_STREAM_UNLOCK (pad);
  gst_clear_buffer (&buffer);
  if (ret != GST_FLOW_OK)
    GST_DEBUG_OBJECT (pad, "feedback not taken: %s", gst_flow_get_name (ret));
  return ret == GST_FLOW_OK;
}

static gboolean
gst_scream_rx_send (GstScreamRx * self, const guint8 * data, gsize size)
{
  GError *error = NULL;

  if (gst_scream_route_send (self->route, data, size, &error))
    return TRUE;
  GST_DEBUG_OBJECT (self, "feedback not sent: %s", error->message);
  g_clear_error (&error);
  return FALSE;
}

gboolean
gst_scream_rx_send_rtcp (GstScreamRx * self, const guint8 * data, gsize size)
{
  return gst_scream_rx_send (self, data, size);
}

gboolean
gst_scream_rx_is_sender (GstScreamRx * self, GSocketAddress * address)
{
  return gst_scream_route_is_sender (self->route, address);
}

/* The media goes on: this is a warning. */
static void
gst_scream_rx_warn_no_route (GstScreamRx * self)
{
  RtpCcReporterStats stats;
  gboolean warn;

  g_mutex_lock (&self->lock);
  rtp_cc_reporter_stats (self->receiver, &stats);
  warn = !self->warned && stats.receiver.packets >= PACKETS_BEFORE_WARNING;
  self->warned |= warn;
  g_mutex_unlock (&self->lock);

  if (warn)
    GST_ELEMENT_WARNING (self, RESOURCE, NOT_FOUND,
        ("There is no way to send feedback, so the sender cannot adapt."),
        ("Put screamrx behind a udpsrc with retrieve-sender-address=true, or in "
            "front of an rtpbin whose send_rtcp_src is linked, or link the pad "
            "rtcp_src; and see that feedback-route allows it."));
}

/* Sends what is due, or sees to it. From the streaming thread or the worker, with
 * no lock. */
static void
gst_scream_rx_send_due (GstScreamRx * self)
{
  guint8 data[MAX_FEEDBACK_SIZE];
  gsize size;

  if (gst_scream_rx_goes_by_session (self)) {
    gst_scream_rx_ask_session (self);
    return;
  }
  while ((size = gst_scream_rx_take (self, data, sizeof (data))) > 0) {
    GstPad *pad = NULL;
    Route route = gst_scream_rx_get_route (self, &pad);
    gboolean sent = FALSE;

    g_mutex_lock (&self->lock);
    self->last_route = route;
    g_mutex_unlock (&self->lock);
    if (route == ROUTE_PAD)
      sent = gst_scream_rx_push (pad, data, size);
    else if (route == ROUTE_SOCKET)
      sent = gst_scream_rx_send (self, data, size);
    else
      gst_scream_rx_warn_no_route (self);
    gst_clear_object (&pad);

    g_mutex_lock (&self->lock);
    if (!sent)
      self->feedback_errors++;
    g_mutex_unlock (&self->lock);
  }
}

/* Under one stream lock: a new stream either takes the end back before, or
 * starts after it. */
static void
gst_scream_rx_send_eos (GstScreamRx * self)
{
  GstPad *pad = NULL;
  gboolean eos;

  g_mutex_lock (&self->lock);
  if (self->eos && self->rtcp_srcpad != NULL)
    pad = gst_object_ref (self->rtcp_srcpad);
  g_mutex_unlock (&self->lock);
  if (pad == NULL)
    return;

  GST_PAD_STREAM_LOCK (pad);
  g_mutex_lock (&self->lock);
  eos = self->eos;
  self->eos = FALSE;
  g_mutex_unlock (&self->lock);
  if (eos)
    gst_pad_push_event (pad, gst_event_new_eos ());
  GST_PAD_STREAM_UNLOCK (pad);
  gst_object_unref (pad);
}

/* With the lock. */
static gboolean
gst_scream_rx_is_due (GstScreamRx * self)
{
  RtpCcTime now;

  if (self->clock == NULL)
    return FALSE;
  now = gst_clock_get_time (self->clock);
  return rtp_cc_reporter_next_time (self->receiver) <= now
      && self->asked_until <= now;
}

/* A thread of the element's pool. It has the pad rtcp_src to itself, so that
 * what is behind that pad cannot hold up the media: a sink that waits for the
 * preroll of another sink, which waits for the media, for example. */
static void
gst_scream_rx_work (GstElement * element, gpointer user_data)
{
  GstScreamRx *self = GST_SCREAM_RX (element);
  gboolean more;

  do {
    gst_scream_rx_send_due (self);
    gst_scream_rx_send_eos (self);
    g_mutex_lock (&self->lock);
    more = gst_scream_rx_is_due (self) || (self->eos && self->rtcp_srcpad);
    self->working = more;
    gst_scream_rx_arm (self);
    g_mutex_unlock (&self->lock);
  } while (more);
}

static void
gst_scream_rx_wake_worker (GstScreamRx * self)
{
  gboolean idle;

  g_mutex_lock (&self->lock);
  idle = !self->working;
  self->working = TRUE;
  g_mutex_unlock (&self->lock);
  if (idle)
    gst_element_call_async (GST_ELEMENT (self), gst_scream_rx_work, NULL, NULL);
}

/* The thread is the clock's, which others wait for: look and leave. */
static gboolean
gst_scream_rx_on_timer (GstClock * clock, GstClockTime time, GstClockID id,
    gpointer user_data)
{
  GstScreamRx *self = g_weak_ref_get (user_data);
  gboolean due = FALSE;

  if (self == NULL)
    return FALSE;

  g_mutex_lock (&self->lock);
  if (self->timer == id) {
    self->timer = NULL;
    gst_clock_id_unref (id);
    due = gst_scream_rx_is_due (self);
    if (!due)
      gst_scream_rx_arm (self);
  }
  g_mutex_unlock (&self->lock);

  if (due)
    gst_scream_rx_wake_worker (self);
  gst_object_unref (self);
  return FALSE;
}

static void
gst_scream_rx_free_weak_ref (gpointer data)
{
  g_weak_ref_clear (data);
  g_free (data);
}

/* With the lock. A timer that is set stays: it looks again when it fires, at
 * most once in an interval, which is less work than to set one for each
 * packet. */
static void
gst_scream_rx_arm (GstScreamRx * self)
{
  RtpCcTime next;
  GWeakRef *ref;

  if (self->clock == NULL || self->timer != NULL || self->working)
    return;
  next = rtp_cc_reporter_next_time (self->receiver);
  if (next == RTP_CC_TIME_NEVER)
    return;

  next = MAX (next, self->asked_until);
  ref = g_new0 (GWeakRef, 1);
  g_weak_ref_init (ref, self);
  self->timer = gst_clock_new_single_shot_id (self->clock, next);
  gst_clock_id_wait_async (self->timer, gst_scream_rx_on_timer, ref,
      gst_scream_rx_free_weak_ref);
}

static void
gst_scream_rx_disarm (GstScreamRx * self)
{
  GstClockID timer;

  g_mutex_lock (&self->lock);
  timer = g_steal_pointer (&self->timer);
  g_mutex_unlock (&self->lock);
  if (timer != NULL) {
    gst_clock_id_unschedule (timer);
    gst_clock_id_unref (timer);
  }
}

/* How long ago a packet came, by the DTS that a udpsrc gave it. */
static GstClockTime
gst_scream_rx_get_age (GstScreamRx * self, GstBuffer * buffer)
{
  GstClockTime arrival, now;

  if (!GST_BUFFER_DTS_IS_VALID (buffer)
      || self->segment.format != GST_FORMAT_TIME
      || !gst_scream_route_has_arrival_times (self->route))
    return 0;

  arrival = gst_segment_to_running_time (&self->segment, GST_FORMAT_TIME,
      GST_BUFFER_DTS (buffer));
  now = gst_element_get_current_running_time (GST_ELEMENT (self));
  if (!GST_CLOCK_TIME_IS_VALID (arrival) || !GST_CLOCK_TIME_IS_VALID (now)
      || arrival > now || now - arrival > MAX_ARRIVAL_AGE)
    return 0;
  return now - arrival;
}

/* Takes @moved. */
static void
gst_scream_rx_post_moved (GstScreamRx * self, GstStructure * moved)
{
  GST_INFO_OBJECT (self, "feedback goes elsewhere now: %" GST_PTR_FORMAT,
      moved);
  gst_element_post_message (GST_ELEMENT (self),
      gst_message_new_element (GST_OBJECT (self), moved));
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
        ("The wall clocks of the two hosts are not synchronised, so the latency "
            "that is shown is wrong."),
        ("%" GST_PTR_FORMAT ". Keep the clocks of both hosts by NTP or PTP.",
            report));
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
    const GstScreamPacket * packet, guint8 ecn, GstClockTime age, RtpCcTime now)
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
    warn = stats.unnumbered >= PACKETS_BEFORE_WARNING;
    self->warned_numbers = warn;
  }
  g_mutex_unlock (&self->lock);
  if (warn)
    GST_ELEMENT_WARNING (self, STREAM, FORMAT,
        ("Packets have no transport-wide sequence number, so there is no TWCC "
            "feedback."),
        ("Set twcc-extension to the same id on screamtx and here, have it in the "
            "caps as extmap-N, or use feedback=ccfb."));
}

/* FALSE if the buffer goes no further: it is RTCP, and nobody wants that. May be
 * another buffer afterwards. */
static gboolean
gst_scream_rx_note (GstScreamRx * self, GstBuffer ** buffer)
{
  GstScreamPacket packet;
  GstStructure *moved = NULL;
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

    if (ecn == ECN_UNKNOWN) {
      self->ecn_unknown++;
      ecn = RTP_CC_ECN_NOT_ECT;
    }
    if (!gst_scream_route_is_stranger (self->route, *buffer, now))
      gst_scream_rx_report (self, *buffer, &packet, ecn, age, now);
    moved = gst_scream_route_note_sender (self->route, *buffer, &packet, now);
    *buffer = gst_capture_reader_note (self->capture, *buffer, age, now);
  }
  g_mutex_unlock (&self->lock);
  if (moved != NULL)
    gst_scream_rx_post_moved (self, moved);
  return packet.kind != GST_SCREAM_PACKET_RTCP
      || gst_scream_rx_session_is_downstream (self->session);
}

/* After packets were noted, before they go on: what is downstream may take
 * its time. */
static void
gst_scream_rx_respond (GstScreamRx * self)
{
  GstPad *pad = NULL;
  gboolean due;

  gst_scream_rx_post_latency (self);
  gst_scream_rx_check_numbers (self);
  g_mutex_lock (&self->lock);
  due = gst_scream_rx_is_due (self);
  if (!due)
    gst_scream_rx_arm (self);
  g_mutex_unlock (&self->lock);
  if (!due)
    return;

  /* A datagram is sent at once. */
  if (gst_scream_rx_get_route (self, &pad) == ROUTE_PAD)
    gst_scream_rx_wake_worker (self);
  else
    gst_scream_rx_send_due (self);
  gst_clear_object (&pad);
}

static GstFlowReturn
gst_scream_rx_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstScreamRx *self = GST_SCREAM_RX (parent);

  if (!gst_scream_rx_note (self, &buffer)) {
    gst_buffer_unref (buffer);
    return GST_FLOW_OK;
  }
  gst_scream_rx_respond (self);
  return gst_pad_push (self->srcpad, buffer);
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

static GstFlowReturn
gst_scream_rx_chain_list (GstPad * pad, GstObject * parent,
    GstBufferList * list)
{
  GstScreamRx *self = GST_SCREAM_RX (parent);
  gboolean changes;

  g_mutex_lock (&self->lock);
  changes = gst_capture_reader_is_on (self->capture);
  g_mutex_unlock (&self->lock);
  /* Only what takes something out of a list may need a copy of it. */
  if (!changes && !gst_scream_rx_session_is_downstream (self->session))
    gst_buffer_list_foreach (list, gst_scream_rx_is_rtcp, &changes);
  if (changes)
    list = gst_buffer_list_make_writable (list);
  gst_buffer_list_foreach (list, gst_scream_rx_note_in_list, self);
  gst_scream_rx_respond (self);
  if (gst_buffer_list_length (list) == 0) {
    gst_buffer_list_unref (list);
    return GST_FLOW_OK;
  }
  return gst_pad_push_list (self->srcpad, list);
}

/* With the pad's stream lock. The events stay with it until it is linked. */
static void
gst_scream_rx_start_rtcp (GstScreamRx * self, GstPad * pad)
{
  gchar *id = gst_pad_create_stream_id (pad, GST_ELEMENT (self), "rtcp");
  GstCaps *caps = gst_caps_new_empty_simple ("application/x-rtcp");
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_push_event (pad, gst_event_new_stream_start (id));
  gst_pad_push_event (pad, gst_event_new_caps (caps));
  gst_pad_push_event (pad, gst_event_new_segment (&segment));
  gst_scream_rx_set_started (pad, TRUE);
  gst_caps_unref (caps);
  g_free (id);
}

static gboolean
gst_scream_rx_rtcp_src_activate_mode (GstPad * pad, GstObject * parent,
    GstPadMode mode, gboolean active)
{
  if (mode != GST_PAD_MODE_PUSH)
    return FALSE;
  /* A push that holds it ends: the pad is flushing by now. */
  GST_PAD_STREAM_LOCK (pad);
  if (active)
    gst_scream_rx_start_rtcp (GST_SCREAM_RX (parent), pad);
  else
    gst_scream_rx_set_started (pad, FALSE);
  GST_PAD_STREAM_UNLOCK (pad);
  return TRUE;
}

/* Flushes the stream of feedback with the media, and starts it again after its
 * end. */
static void
gst_scream_rx_rtcp_follow (GstScreamRx * self, GstEvent * event)
{
  GstEventType type = GST_EVENT_TYPE (event);
  GstPad *pad = NULL;

  g_mutex_lock (&self->lock);
  if (self->rtcp_srcpad != NULL)
    pad = gst_object_ref (self->rtcp_srcpad);
  self->eos = FALSE;
  g_mutex_unlock (&self->lock);
  if (pad == NULL)
    return;

  if (type == GST_EVENT_FLUSH_START) {
    /* Ends a push that holds the lock. */
    gst_pad_push_event (pad, gst_event_ref (event));
  } else {
    GST_PAD_STREAM_LOCK (pad);
    if (type == GST_EVENT_FLUSH_STOP)
      gst_pad_push_event (pad, gst_event_ref (event));
    if (type == GST_EVENT_FLUSH_STOP || GST_PAD_IS_EOS (pad))
      gst_scream_rx_start_rtcp (self, pad);
    GST_PAD_STREAM_UNLOCK (pad);
  }
  gst_object_unref (pad);
}

/* Before the session's first RTCP if it can be: it looks at its bandwidth only each
 * few seconds. */
static void
gst_scream_rx_find_ways (GstScreamRx * self)
{
  guint bandwidth;

  gst_scream_route_find (self->route, self->sinkpad);
  gst_scream_rx_session_find (self->session, self->sinkpad, self->srcpad);
  if (!gst_scream_rx_goes_by_session (self))
    return;
  g_mutex_lock (&self->lock);
  bandwidth = self->rtp_session_bandwidth;
  g_mutex_unlock (&self->lock);
  gst_scream_rx_session_prepare (self->session, bandwidth);
}

/* With the lock. */
static void
gst_scream_rx_take_caps (GstScreamRx * self, const GstCaps * caps)
{
  const GstStructure *s;
  gint clock_rate = 0;

  self->caps_twcc_id = self->clock_rate = 0;
  if (gst_caps_get_size (caps) == 0)
    return;
  s = gst_caps_get_structure (caps, 0);
  self->caps_twcc_id = gst_rtp_extension_find_id (s, GST_TWCC_URI);
  if (gst_structure_get_int (s, "clock-rate", &clock_rate) && clock_rate > 0)
    self->clock_rate = (guint) clock_rate;
}

static gboolean
gst_scream_rx_sink_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  GstScreamRx *self = GST_SCREAM_RX (parent);
  GstCaps *caps;

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_STREAM_START:
      gst_scream_rx_find_ways (self);
      gst_scream_rx_rtcp_follow (self, event);
      break;
    case GST_EVENT_CAPS:
      gst_event_parse_caps (event, &caps);
      g_mutex_lock (&self->lock);
      gst_capture_reader_set_caps (self->capture, caps);
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

static GstFlowReturn
gst_scream_rx_rtcp_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstScreamRx *self = GST_SCREAM_RX (parent);

  g_mutex_lock (&self->lock);
  self->rtcp_packets++;
  g_mutex_unlock (&self->lock);
  gst_buffer_unref (buffer);
  return GST_FLOW_OK;
}

/* The stream of the sender's reports ends here. */
static gboolean
gst_scream_rx_rtcp_sink_event (GstPad * pad, GstObject * parent,
    GstEvent * event)
{
  gst_event_unref (event);
  return TRUE;
}

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
  if (GST_PAD_IS_SRC (pad)) {
    gst_pad_set_activatemode_function (pad,
        gst_scream_rx_rtcp_src_activate_mode);
    gst_pad_use_fixed_caps (pad);
  } else {
    gst_pad_set_chain_function (pad, gst_scream_rx_rtcp_chain);
    gst_pad_set_event_function (pad, gst_scream_rx_rtcp_sink_event);
  }
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
  self->last_route = ROUTE_NONE;
  self->rtcp_packets = self->other_packets = self->feedback_errors = 0;
  self->ecn_unknown = 0;
  self->asked_until = 0;
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
  g_mutex_unlock (&self->lock);
  gst_scream_rx_disarm (self);
  gst_clear_object (&clock);
  gst_scream_route_clear (self->route);
  gst_scream_rx_session_clear (self->session);
}

static GstStateChangeReturn
gst_scream_rx_change_state (GstElement * element, GstStateChange transition)
{
  GstScreamRx *self = GST_SCREAM_RX (element);
  GstStateChangeReturn ret;

  /* A udpsrc that is linked by now opens its socket later and so asks for
   * arrival times from the first packet on. */
  if (transition == GST_STATE_CHANGE_NULL_TO_READY)
    gst_scream_route_find (self->route, self->sinkpad);
  if (transition == GST_STATE_CHANGE_READY_TO_PAUSED) {
    if (!gst_scream_rx_start (self))
      return GST_STATE_CHANGE_FAILURE;
    /* Its socket is open by now: the first packet has its ECN codepoint. */
    gst_scream_rx_find_ways (self);
  }

  ret = GST_ELEMENT_CLASS (parent_class)->change_state (element, transition);

  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY
      || (transition == GST_STATE_CHANGE_READY_TO_PAUSED
          && ret == GST_STATE_CHANGE_FAILURE))
    gst_scream_rx_stop (self);
  return ret;
}

static GstStructure *
gst_scream_rx_get_stats (GstScreamRx * self)
{
  static const gchar *const routes[] =
      { "none", "socket", "rtp-session", "pad" };
  gboolean kernel = gst_scream_route_has_arrival_times (self->route);
  RtpCcReporterConfig config;
  RtpCcReporterStats stats = { 0 };
  GstStructure *s;

  g_mutex_lock (&self->lock);
  gst_scream_rx_get_config (self, &config);
  if (self->receiver != NULL)
    rtp_cc_reporter_stats (self->receiver, &stats);
  s = gst_structure_new ("application/x-screamrx-stats",
      "route", G_TYPE_STRING, routes[self->last_route],
      "arrival-times", G_TYPE_STRING, kernel ? "kernel" : "element",
      "sender-ssrc", G_TYPE_UINT, config.receiver.sender_ssrc,
      "ssrcs", G_TYPE_UINT, stats.receiver.n_ssrcs,
      "packets", G_TYPE_UINT64, stats.receiver.packets,
      "duplicates", G_TYPE_UINT64, stats.receiver.duplicates,
      "reordered", G_TYPE_UINT64, stats.receiver.reordered,
      "lost", G_TYPE_UINT64, stats.receiver.lost,
      "ignored", G_TYPE_UINT64, stats.receiver.ignored + self->other_packets,
      "rtcp-packets", G_TYPE_UINT64, self->rtcp_packets,
      "not-ect", G_TYPE_UINT64, stats.receiver.ecn[RTP_CC_ECN_NOT_ECT],
      "ect0", G_TYPE_UINT64, stats.receiver.ecn[RTP_CC_ECN_ECT_0],
      "ect1", G_TYPE_UINT64, stats.receiver.ecn[RTP_CC_ECN_ECT_1],
      "ce", G_TYPE_UINT64, stats.receiver.ecn[RTP_CC_ECN_CE],
      "ecn-unknown", G_TYPE_UINT64, self->ecn_unknown,
      "feedback-packets", G_TYPE_UINT64, stats.receiver.feedback_packets,
      "feedback-bytes", G_TYPE_UINT64, stats.receiver.feedback_bytes,
      "unnumbered", G_TYPE_UINT64, (guint64) stats.unnumbered,
      "remb", G_TYPE_UINT64, (guint64) stats.remb,
      "feedback-errors", G_TYPE_UINT64, self->feedback_errors, NULL);
  gst_capture_reader_add_stats (self->capture, s,
      self->clock ? (RtpCcTime) gst_clock_get_time (self->clock) : 0);
  g_mutex_unlock (&self->lock);
  gst_scream_route_add_stats (self->route, s);
  return s;
}

static void
gst_scream_rx_set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * pspec)
{
  GstScreamRx *self = GST_SCREAM_RX (object);

  g_mutex_lock (&self->lock);
  switch (id) {
    case PROP_FEEDBACK:
      self->feedback = g_value_get_enum (value);
      break;
    case PROP_FEEDBACK_MAX_INTERVAL:
      self->max_interval = g_value_get_uint64 (value);
      break;
    case PROP_FEEDBACK_MAX_PACKETS:
      self->max_packets = g_value_get_uint (value);
      break;
    case PROP_SENDER_SSRC:
      self->sender_ssrc = g_value_get_uint (value);
      break;
    case PROP_COMPAT:
      self->compat = g_value_get_enum (value);
      break;
    case PROP_FEEDBACK_ROUTE:
      self->feedback_route = g_value_get_enum (value);
      break;
    case PROP_RTP_SESSION_BANDWIDTH:
      self->rtp_session_bandwidth = g_value_get_uint (value);
      break;
    case PROP_TWCC_EXTENSION:
      self->twcc_extension = g_value_get_uint (value);
      break;
    case PROP_CAPTURE_TIME_EXTENSION:
      self->capture_time_extension = g_value_get_uint (value);
      gst_capture_reader_set_id (self->capture, self->capture_time_extension);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      break;
  }
  gst_scream_rx_configure (self);
  g_mutex_unlock (&self->lock);
}

static void
gst_scream_rx_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  GstScreamRx *self = GST_SCREAM_RX (object);

  if (id == PROP_STATS) {
    g_value_take_boxed (value, gst_scream_rx_get_stats (self));
    return;
  }

  g_mutex_lock (&self->lock);
  switch (id) {
    case PROP_FEEDBACK:
      g_value_set_enum (value, self->feedback);
      break;
    case PROP_FEEDBACK_MAX_INTERVAL:
      g_value_set_uint64 (value, self->max_interval);
      break;
    case PROP_FEEDBACK_MAX_PACKETS:
      g_value_set_uint (value, self->max_packets);
      break;
    case PROP_SENDER_SSRC:
      g_value_set_uint (value, self->sender_ssrc);
      break;
    case PROP_COMPAT:
      g_value_set_enum (value, self->compat);
      break;
    case PROP_FEEDBACK_ROUTE:
      g_value_set_enum (value, self->feedback_route);
      break;
    case PROP_RTP_SESSION_BANDWIDTH:
      g_value_set_uint (value, self->rtp_session_bandwidth);
      break;
    case PROP_TWCC_EXTENSION:
      g_value_set_uint (value, self->twcc_extension);
      break;
    case PROP_CAPTURE_TIME_EXTENSION:
      g_value_set_uint (value, self->capture_time_extension);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      break;
  }
  g_mutex_unlock (&self->lock);
}

static void
gst_scream_rx_finalize (GObject * object)
{
  GstScreamRx *self = GST_SCREAM_RX (object);

  rtp_cc_reporter_free (self->receiver);
  gst_capture_reader_free (self->capture);
  gst_scream_route_free (self->route);
  gst_scream_rx_session_free (self->session);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_scream_rx_install_properties (GObjectClass * object_class)
{
  GParamFlags ready = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
      | GST_PARAM_MUTABLE_READY;
  GParamFlags playing = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
      | GST_PARAM_MUTABLE_PLAYING;

  /**
   * GstScreamRx:feedback:
   *
   * The format of the feedback. `ccfb` says most and is for all controllers of
   * screamtx. `twcc` is for senders that know only that; it needs transport-wide
   * sequence numbers in the packets, see #GstScreamRx:twcc-extension, and has no
   * ECN. `remb` is a rate that is estimated here, from the time stamps of RTP as
   * GCC of 2013 did, for old senders and `screamtx controller=fixed`, which sends
   * at that rate. #GstScreamRx:feedback-max-interval,
   * #GstScreamRx:feedback-max-packets and #GstScreamRx:compat are for `ccfb`.
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_FEEDBACK,
      g_param_spec_enum ("feedback", "Feedback", "Format of the feedback",
          GST_TYPE_SCREAM_RX_FEEDBACK, DEFAULT_FEEDBACK, ready));

  /**
   * GstScreamRx:feedback-max-interval:
   *
   * Time between two feedback packets while packets come, unless a marker bit
   * or #GstScreamRx:feedback-max-packets calls for feedback earlier. In ns. 40 ms
   * is what the SCReAM draft recommends; longer ones make the sender slow.
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_FEEDBACK_MAX_INTERVAL,
      g_param_spec_uint64 ("feedback-max-interval", "Feedback max interval",
          "Longest time between feedback packets while packets come (ns)",
          GST_MSECOND, GST_SECOND, DEFAULT_MAX_INTERVAL, playing));

  /**
   * GstScreamRx:feedback-max-packets:
   *
   * Packets after which feedback is sent at once. 16 is what the SCReAM draft
   * recommends.
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_FEEDBACK_MAX_PACKETS,
      g_param_spec_uint ("feedback-max-packets", "Feedback max packets",
          "Number of RTP packets after which feedback is sent at once",
          1, 1024, DEFAULT_MAX_PACKETS, playing));

  /**
   * GstScreamRx:sender-ssrc:
   *
   * SSRC of the sender of the feedback packets; 0 takes a random one, which
   * #GstScreamRx:stats shows.
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_SENDER_SSRC,
      g_param_spec_uint ("sender-ssrc", "Sender SSRC",
          "SSRC of the sender of the feedback (0 = random)",
          0, G_MAXUINT32, DEFAULT_SENDER_SSRC, playing));

  /**
   * GstScreamRx:compat:
   *
   * For senders that do not follow RFC 8888 to the letter.
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_COMPAT,
      g_param_spec_enum ("compat", "Compatibility",
          "For senders that do not follow RFC 8888 to the letter",
          GST_TYPE_SCREAM_RX_COMPAT, DEFAULT_COMPAT, playing));

  /**
   * GstScreamRx:feedback-route:
   *
   * Which way feedback goes back to the sender. `rtp-session` adds it to the RTCP of
   * the rtpbin or rtpsession that the media goes through, from that one's SSRC, so
   * that it shares its port and its encryption; the session is switched to the
   * feedback profile (AVPF), and see #GstScreamRx:rtp-session-bandwidth.
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_FEEDBACK_ROUTE,
      g_param_spec_enum ("feedback-route", "Feedback route",
          "Which way feedback goes back to the sender",
          GST_TYPE_SCREAM_RX_ROUTE, DEFAULT_FEEDBACK_ROUTE, ready));

  /**
   * GstScreamRx:rtp-session-bandwidth:
   *
   * Feedback that goes by an RTPSession may take a part of its RTCP bandwidth, which
   * is 5 % of its `bandwidth`. Where that is 0, so that the session goes by what it
   * has received so far, it is set to this value, and back in the end. Otherwise
   * feedback would be held back, in the first seconds most.
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_RTP_SESSION_BANDWIDTH,
      g_param_spec_uint ("rtp-session-bandwidth", "RTPSession bandwidth",
          "Bandwidth for an RTPSession that feedback goes by and that has none "
          "(bit/s, 0 = leave it)", 0, G_MAXUINT,
          DEFAULT_RTP_SESSION_BANDWIDTH, ready));

  /**
   * GstScreamRx:capture-time-extension:
   *
   * With the id of the RTP header extension
   * http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time, which
   * #GstScreamTx:capture-time-extension writes, the latency from the capture to
   * this element is measured, by the wall clocks of the two hosts: see
   * #GstScreamRx:stats and the message `scream-latency`. An id in the caps
   * (extmap-N) comes before this one.
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_CAPTURE_TIME_EXTENSION,
      g_param_spec_uint ("capture-time-extension", "Capture time extension",
          "Id number of the RTP header extension abs-capture-time to read "
          "(0 = off)", 0, RTP_CC_EXTENSION_MAX_ID,
          DEFAULT_CAPTURE_TIME_EXTENSION, playing));

  /**
   * GstScreamRx:twcc-extension:
   *
   * Id of the RTP header extension
   * http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01, by
   * which feedback=twcc reports, as #GstScreamTx:twcc-extension writes it. An id in
   * the caps (extmap-N) comes before this one.
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_TWCC_EXTENSION,
      g_param_spec_uint ("twcc-extension", "TWCC extension",
          "Id number of the RTP header extension for transport-wide sequence "
          "numbers to read (0 = by the caps)", 0, RTP_CC_EXTENSION_MAX_ID,
          DEFAULT_TWCC_EXTENSION, playing));

  /**
   * GstScreamRx:stats:
   *
   * Since the element went to PAUSED. Structure
   * `application/x-screamrx-stats`:
   *
   * * #gchar* `route`: where the last feedback went, "socket", "rtp-session",
   *   "pad" or "none"
   * * #gchar* `arrival-times`: who takes them, "kernel" or "element"
   * * #guint `sender-ssrc`: SSRC of the sender of the feedback
   * * #guint `ssrcs`: number of streams that are known
   * * #guint64 `packets`: RTP packets
   * * #guint64 `duplicates`, `reordered`: those of them that came again, or
   *   behind one with a higher number
   * * #guint64 `lost`: numbers that are missing by now
   * * #guint64 `ignored`: packets that feedback says nothing about: no RTP, a
   *   stray sequence number, or too many SSRCs
   * * #guint64 `rtcp-packets`: RTCP packets that came; they are dropped, or passed
   *   on to an RTPSession
   * * #guint64 `not-ect`, `ect0`, `ect1`, `ce`: packets by ECN code point
   * * #guint64 `ecn-unknown`: packets whose code point could not be read; they
   *   are counted and reported as Not-ECT
   * * #guint64 `feedback-packets`, `feedback-bytes`: feedback that was made,
   *   RTCP without the headers below it
   * * #guint64 `unnumbered`: with feedback=twcc, packets without a transport-wide
   *   number
   * * #guint64 `remb`: with feedback=remb, the last one in bit/s on the wire; 0
   *   before the first
   * * #guint64 `feedback-errors`: feedback packets that could not be sent
   * * #gchar* `sender`: address and port that feedback goes to over the socket,
   *   NULL if none is known
   * * #guint64 `sender-moves`: how often that has changed
   * * #guint64 `strangers`: RTP packets that came from another address
   * * #gint64 `latency`: from the capture to this element in ns, smoothed, of
   *   the slowest stream; below 0 if the clocks are wrong
   * * #gchar* `clocks`: of the two hosts: "not-synchronised" if packets arrive
   *   before they were captured, or 10 s after; "ok" if a second went by without;
   *   "unknown" before, and after a clock has stepped. An error that is less than
   *   the latency itself cannot be seen
   * * #GstValueArray `latencies`: structures `application/x-screamrx-latency`,
   *   one for each SSRC, with `ssrc`, `clocks` and `clock-steps` (#guint64), `count`
   *   (#guint64) of measurements, and in ns (#gint64) `last`, `smoothed`, `min`
   *   since the start or the last step, `p95` of the last second, and `arrival`,
   *   smoothed and up to the arrival at this host only
   * * #guint64 `malformed-capture-times`: header extensions of a wrong size
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_STATS,
      g_param_spec_boxed ("stats", "Statistics",
          "Statistics of packets and feedback (units in the documentation)",
          GST_TYPE_STRUCTURE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void
gst_scream_rx_class_init (GstScreamRxClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  GST_DEBUG_CATEGORY_INIT (gst_scream_rx_debug, "screamrx", 0,
      "SCReAM receiver");

  object_class->set_property = gst_scream_rx_set_property;
  object_class->get_property = gst_scream_rx_get_property;
  object_class->finalize = gst_scream_rx_finalize;
  gst_scream_rx_install_properties (object_class);

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
      "Sends congestion control feedback (RFC 8888, TWCC, REMB) for received "
      "packets", "gst-scream developers");
  gst_type_mark_as_plugin_api (GST_TYPE_SCREAM_RX_FEEDBACK, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_SCREAM_RX_COMPAT, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_SCREAM_RX_ROUTE, 0);
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
  self->route = gst_scream_route_new ();
  self->session = gst_scream_rx_session_new (GST_ELEMENT (self),
      gst_scream_rx_take_for_session);
  self->capture = gst_capture_reader_new ();
  self->feedback = DEFAULT_FEEDBACK;
  self->max_interval = DEFAULT_MAX_INTERVAL;
  self->max_packets = DEFAULT_MAX_PACKETS;
  self->sender_ssrc = DEFAULT_SENDER_SSRC;
  self->compat = DEFAULT_COMPAT;
  self->feedback_route = DEFAULT_FEEDBACK_ROUTE;
  self->rtp_session_bandwidth = DEFAULT_RTP_SESSION_BANDWIDTH;
  self->capture_time_extension = DEFAULT_CAPTURE_TIME_EXTENSION;
  self->twcc_extension = DEFAULT_TWCC_EXTENSION;
  self->random_ssrc = g_random_int ();
  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);

  self->sinkpad = gst_scream_rx_new_media_pad (&sink_template);
  gst_pad_set_chain_function (self->sinkpad, gst_scream_rx_chain);
  gst_pad_set_chain_list_function (self->sinkpad, gst_scream_rx_chain_list);
  gst_pad_set_event_function (self->sinkpad, gst_scream_rx_sink_event);
  gst_element_add_pad (GST_ELEMENT (self), self->sinkpad);

  self->srcpad = gst_scream_rx_new_media_pad (&src_template);
  gst_element_add_pad (GST_ELEMENT (self), self->srcpad);
}
