/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxwarnings.c: messages and warnings about feedback
 *
 * What is new is seen with the lock and posted without.
 */
#include "gstscreamtxprivate.h"
#include "plugins/packet/gsthelp.h"
#include "plugins/packet/gstnews.h"

#include <string.h>

#define GST_CAT_DEFAULT gst_scream_tx_debug

/* Time-outs in a row after which the user is told: the rate is at its
 * minimum by then, so it is not a short gap. */
#define TIMEOUTS_TO_WARN 3

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

/* What may be wrong with the way of the feedback; @unknown: datagrams of addresses that no
 * media goes to. */
static const gchar *
describe_way (GstScreamTxRoute route, guint64 unknown)
{
  switch (route) {
    case ROUTE_PAD:
      return "its RTCP goes to another address or port.";
    case ROUTE_RTP_SESSION:
      return "its RTCP is not linked to rtpbin's recv_rtcp_sink.";
    default:
      if (unknown > 0)
        return
            "packets arrive at the socket of the sink, but from other "
            "addresses than host, and are refused: host is a multicast or "
            "broadcast address, or the receiver has several and needs this "
            "one as property address (of screamsrc or udpsrc).";
      return "feedback is expected from the destination of the media, on the "
          "socket of the sink: for another route, link rtcp_sink.";
  }
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
  guint64 unknown;

  g_mutex_lock (&self->lock);
  unknown = gst_scream_tx_count_unknown_peers (self);
  g_mutex_unlock (&self->lock);
  GST_OBJECT_LOCK (self);
  min_bitrate = self->min_bitrate;
  GST_OBJECT_UNLOCK (self);
  GST_ELEMENT_WARNING (self, RESOURCE, READ,
      ("No feedback from the receiver%s; sending at %" G_GUINT64_FORMAT
          " bit/s%s.", any_more, info->estimated_bitrate,
          info->estimated_bitrate <= AT_MINIMUM * min_bitrate ?
          ", the minimum bitrate" : " for now"),
      ("Likely causes: the receiver does not run, or lacks screamrx; another "
          "sender uses the same port; a firewall or NAT blocks its packets; host "
          "or port of the sink is wrong; %s"
          GST_HELP ("no-feedback"), describe_way (route, unknown)));
}

/* Nothing is wrong, if it is as the user said; but nobody looks at the network. */
static void
warn_silent (GstScreamTx * self, const RtpCcSessionInfo * info)
{
  GST_ELEMENT_WARNING (self, RESOURCE, READ,
      ("No feedback from the receiver; sending at %" G_GUINT64_FORMAT
          " bit/s, as no-feedback-bitrate says, without congestion control.",
          info->estimated_bitrate),
      ("The rate ignores the capacity of the network. The first feedback "
          "starts the controller; when feedback stops again, the rate falls to "
          "min-bitrate. Set no-feedback-bitrate only for receivers known to send "
          "none." GST_HELP ("no-feedback-bitrate")));
}

/* A bound is no report, and controllers want reports. */
static void
warn_bound (GstScreamTx * self, const RtpCcSessionInfo * info)
{
  GST_ELEMENT_WARNING (self, RESOURCE, READ,
      ("The receiver sends nothing but REMB; sending at %" G_GUINT64_FORMAT
          " bit/s.", info->estimated_bitrate),
      ("REMB bounds the rate without reports on packets. Set feedback=ccfb or "
          "feedback=twcc of screamrx; for a receiver with REMB only, set "
          "controller=fixed of screamtx (plugin screamlab), which sends at the "
          "REMB." GST_HELP ("only-remb")));
}

/* Has the user said the rate for a receiver that never says anything? Nobody has of a
 * subclass, whose no-feedback-bitrate is what it begins with. */
static gboolean
is_silent (GstScreamTx * self, const RtpCcSessionInfo * info)
{
  guint bitrate;

  GST_OBJECT_LOCK (self);
  bitrate = self->no_feedback_bitrate;
  GST_OBJECT_UNLOCK (self);
  return bitrate > 0 && GST_SCREAM_TX_GET_CLASS (self)->reckon == NULL
      && info->last_feedback == RTP_CC_TIME_NEVER
      && info->feedback_kinds.remb == 0;
}

static void
warn_violation (GstScreamTx * self)
{
  GST_ELEMENT_WARNING (self, LIBRARY, FAILED,
      ("The controller asked for a rate or window out of its bounds, which "
          "was clipped."),
      ("This is a bug in the controller; \"controller-violations\" in stats "
          "counts it." GST_HELP ("controller-error")));
}

/* At most one for each SSRC. */
static void
warn_unheard (GstScreamTx * self, guint32 ssrc)
{
  GST_ELEMENT_WARNING (self, RESOURCE, READ,
      ("The receiver reports on other streams, but not on SSRC 0x%08x; its "
          "stream gets min-bitrate at most.", ssrc),
      ("Likely causes: its port or host has no screamrx, or the path drops "
          "it. The controller does not count its packets as in flight, so it "
          "does not slow down the others." GST_HELP ("unreported-stream")));
}

/* An IPv6 path carries so much, and any path so much, without IP and UDP. */
#define MTU_OF_IPV6 1200
#define MTU_OF_IPV4 500

/* What fits: below what is lost, and else as large as what came. */
static guint
suggest_mtu (guint passed, guint too_large)
{
  if (too_large > MTU_OF_IPV6)
    return MTU_OF_IPV6;
  return too_large > MTU_OF_IPV4 ? MTU_OF_IPV4 : passed;
}

/* At most once. */
static void
warn_too_large (GstScreamTx * self, guint passed, guint too_large)
{
  GST_ELEMENT_WARNING (self, RESOURCE, WRITE,
      ("Packets of %u bytes and more do not arrive, smaller ones do.",
          too_large),
      ("Likely cause: a smaller MTU of the path, as of a VPN or a tunnel, and "
          "a firewall that blocks the ICMP error. Set mtu=%u of screamsink, or "
          "of the payloader before screamtx. The largest packet that arrives has "
          "%u bytes." GST_HELP ("mtu"),
          suggest_mtu (passed, too_large), passed));
}

/* OURS: of the minimum that is suggested, of what arrives with headers: room for these, and
 * for the controller to go up. The example of 50 kbit/s shows all frames at 30. */
#define PART_OF_WHAT_ARRIVES 0.6
#define ROUND_MINIMUM 5000

/* Once in a session. */
static void
warn_scarce (GstScreamTx * self, guint64 rate)
{
  guint suggested = (guint) (PART_OF_WHAT_ARRIVES * rate / ROUND_MINIMUM)
      * ROUND_MINIMUM;

  GST_ELEMENT_WARNING (self, RESOURCE, WRITE,
      ("The capacity is below min-bitrate: %" G_GUINT64_FORMAT " bit/s "
          "arrive, with headers.", rate),
      ("The excess is lost. If the link is that slow, set min-bitrate=%u, and "
          "let the encoder reach it (a smaller picture, fewer frames: adapt=auto "
          "of screamsink). If it is fast with random loss, set repair=auto of "
          "screamsink." GST_HELP ("min-bitrate"),
          MAX (suggested, ROUND_MINIMUM)));
}

/* Once for each stream. */
static void
warn_stuck (GstScreamTx * self, guint32 ssrc)
{
  GST_ELEMENT_WARNING (self, STREAM, FORMAT,
      ("The packets of more than a second of SSRC 0x%08x have one RTP "
          "timestamp.",
          ssrc),
      ("Likely causes: buffers without timestamps (do-timestamp=true of the "
          "source), or a payloader that never ends a frame, as rtph264pay behind "
          "h264parse with alignment=nal: put "
          "video/x-h264,stream-format=byte-stream,alignment=au between the two. "
          "Packets without a marker bit are discarded."
          GST_HELP ("one-timestamp")));
}

static gboolean
has_only_remb (const RtpCcSessionInfo * info)
{
  const RtpCcFeedbackKinds *kinds = &info->feedback_kinds;

  return kinds->remb > 0 && kinds->ccfb == 0 && kinds->twcc == 0;
}

/* With the lock.  Of a silence that was short nobody hears. */
static void
note_receiver (GstScreamTx * self, const RtpCcSessionInfo * info,
    GstScreamTxFeedbackNews * news, gboolean heard, RtpCcTime now)
{
  news->silence = now - self->receiver_heard;
  if (news->warn && self->receiver_known)
    news->receiver = "gone";
  if (!heard)
    return;
  if (self->feedback_warned)
    news->receiver = self->receiver_known ? "back" : "arrived";
  self->receiver_known = TRUE;
  self->receiver_heard = info->last_feedback;
}

/* With the lock: feedback has stopped, or is back. */
static void
note_state (GstScreamTx * self, const RtpCcSessionInfo * info,
    GstScreamTxFeedbackNews * news, RtpCcTime now)
{
  gboolean heard = info->feedback_state == RTP_CC_FEEDBACK_OK;

  if (info->feedback_state == RTP_CC_FEEDBACK_MISSING)
    news->warn = !self->feedback_warned && !self->several_receivers
        && info->feedback_timeouts >= TIMEOUTS_TO_WARN;
  note_receiver (self, info, news, heard, now);
  if (info->feedback_state == RTP_CC_FEEDBACK_MISSING) {
    news->timeout = !self->feedback_missing;
    self->feedback_missing = TRUE;
    self->feedback_warned |= news->warn;
  } else if (heard) {
    news->resumed = self->feedback_missing || self->feedback_stalled;
    self->several_receivers = self->several_receivers && !news->resumed;
    self->feedback_missing = self->feedback_warned = FALSE;
    self->feedback_stalled = FALSE;
  } else if (info->feedback_state == RTP_CC_FEEDBACK_STALLED) {
    news->stalled = !self->feedback_stalled;
    self->feedback_stalled = TRUE;
  }
}

/* With the lock. */
static void
note_unheard (GstScreamTx * self, GstScreamTxFeedbackNews * news)
{
  guint32 ssrc;

  while (rtp_cc_session_take_unheard (self->session, &ssrc)) {
    if (news->unheard == NULL)
      news->unheard = g_array_new (FALSE, FALSE, sizeof (ssrc));
    g_array_append_val (news->unheard, ssrc);
  }
}

void
gst_scream_tx_note_feedback (GstScreamTx * self, const RtpCcSessionInfo * info,
    GstScreamTxFeedbackNews * news, RtpCcTime now)
{
  memset (news, 0, sizeof (*news));
  news->route = self->route;
  news->several = rtp_cc_session_take_receivers (self->session);
  self->several_receivers |= news->several;
  note_state (self, info, news, now);
  news->ecn = info->ecn.changes != self->ecn_changes;
  self->ecn_changes = info->ecn.changes;
  news->violation = info->controller_violations > 0 && !self->violation_warned;
  self->violation_warned |= news->violation;
  news->only_remb = self->feedback_missing && has_only_remb (info)
      && !self->remb_warned;
  self->remb_warned |= news->only_remb;
  if (info->unheard_ssrcs > 0)
    note_unheard (self, news);
  rtp_cc_session_take_sizes (self->session, &news->passed, &news->too_large);
  rtp_cc_session_take_scarcity (self->session, &news->scarce, now);
  news->is_stuck = rtp_cc_session_take_stuck (self->session, &news->stuck);
}

/* The rate falls as without feedback, whose warning would mislead. */
static void
warn_several (GstScreamTx * self)
{
  GST_ELEMENT_WARNING (self, RESOURCE, READ,
      ("Several receivers report on one stream; the rate falls to min-bitrate."),
      ("The rate can follow one receiver only, and packets lost by one of "
          "them arrive at another. Put the tee upstream of screamtx, not "
          "downstream: a screamtx, or a screamsink, for each receiver, which may "
          "share the encoder." GST_HELP ("several-receivers")));
}

/* @warned: a warning has told people that no more comes. */
static void
tell_receiver (GstScreamTx * self, const gchar * event, RtpCcTime silence,
    gboolean warned)
{
  gdouble seconds = (gdouble) silence / RTP_CC_SECOND;
  gchar *text = g_str_equal (event, "gone") ?
      g_strdup_printf ("The receiver is gone: no feedback for %.1f s.", seconds)
      : g_strdup_printf ("%s after %.1f s.", g_str_equal (event, "back") ?
      "The receiver is back: feedback again" :
      "Feedback of the receiver has arrived", seconds);
  GstStructure *s = gst_structure_new ("scream-receiver",
      "event", G_TYPE_STRING, event, "silence", G_TYPE_UINT64,
      (guint64) silence, "text", G_TYPE_STRING, text, NULL);

  if (warned)
    gst_element_post_message (GST_ELEMENT_CAST (self),
        gst_message_new_element (GST_OBJECT_CAST (self), s));
  else
    gst_news_post (GST_ELEMENT_CAST (self), s, text);
  g_free (text);
}

static void
tell_unheard (GstScreamTx * self, GArray * unheard)
{
  guint i;

  for (i = 0; i < unheard->len; i++)
    warn_unheard (self, g_array_index (unheard, guint32, i));
  g_array_unref (unheard);
}

void
gst_scream_tx_tell_feedback (GstScreamTx * self, const RtpCcSessionInfo * info,
    const GstScreamTxFeedbackNews * news)
{
  gboolean warns = news->warn && !has_only_remb (info)
      && !gst_scream_tx_is_fixed (self);

  if (news->violation)
    warn_violation (self);
  if (news->several)
    warn_several (self);
  if (news->unheard != NULL)
    tell_unheard (self, news->unheard);
  if (news->too_large > 0)
    warn_too_large (self, news->passed, news->too_large);
  if (news->scarce > 0 && !gst_scream_tx_is_fixed (self))
    warn_scarce (self, news->scarce);
  if (news->is_stuck)
    warn_stuck (self, news->stuck);
  if (news->ecn)
    post_ecn (self, &info->ecn);
  if (news->timeout)
    post_state (self, "scream-feedback-timeout", info);
  if (news->warn && is_silent (self, info))
    warn_silent (self, info);
  else if (warns)
    warn_missing (self, news->route, info);
  if (news->only_remb && !gst_scream_tx_is_fixed (self))
    warn_bound (self, info);
  if (news->stalled)
    post_state (self, "scream-feedback-stalled", info);
  if (news->resumed)
    post_state (self, "scream-feedback-resumed", info);
  if (news->receiver != NULL)
    tell_receiver (self, news->receiver, news->silence, warns);
}
