/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxroute.c: the way by which feedback comes
 *
 * By the rtcp_sink pad where that is linked, else from the socket of the
 * udpsink downstream and from an RTPSession that the media goes through,
 * whichever the receiver answers to.
 */
#include "gstscreamtxprivate.h"
#include "plugins/packet/gsthelp.h"
#include "plugins/scream/net/gstpadwalk.h"
#include "plugins/scream/net/gststockelement.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

static GstRtpSessionRoute *
listen_to_sessions (GstScreamTx * self)
{
  GPtrArray *elements = gst_scream_tx_find_sessions (self);
  GstRtpSessionRoute *sessions = gst_rtp_session_route_new (elements,
      gst_scream_tx_on_session_feedback, self);

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
      path->any_peer ? NULL : path->peers, gst_scream_tx_on_datagram, self,
      &error);
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

/* All that is linked to src pads: each may have a sink of its own. */
static GstFeedbackReader *
look_downstream (GstScreamTx * self, gboolean read)
{
  GstFeedbackReader *reader;
  GstSocketPath *readable = gst_socket_path_new ();
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
    gst_socket_path_add_readable (readable, path);
    gst_socket_path_free (path);
  }
  g_ptr_array_unref (pads);
  reader = read ? read_sockets (self, readable) : NULL;
  gst_socket_path_free (readable);

  g_mutex_lock (&self->lock);
  self->ecn_sinks = ecn_sinks;
  g_mutex_unlock (&self->lock);
  return reader;
}

/* ---- another screamtx ---- */

typedef struct
{
  GstScreamTx *self;
  GstElement *other;            /* owned; NULL: none */
} Search;

static GstPadWalkResult
visit_other (GstElement * element, GstPad * pad, gpointer user_data)
{
  Search *search = user_data;

  if (element == GST_ELEMENT_CAST (search->self))
    return GST_PAD_WALK_SKIP;
  if (!GST_IS_SCREAM_TX (element))
    return GST_PAD_WALK_GO_ON;
  gst_object_replace ((GstObject **) & search->other,
      GST_OBJECT_CAST (element));
  return GST_PAD_WALK_STOP;
}

/* In front of a sink whose socket both would read. */
static GstPadWalkResult
visit_sink (GstElement * element, GstPad * pad, gpointer user_data)
{
  Search *search = user_data;

  if (!gst_stock_element_has_property (element, "used-socket", G_TYPE_SOCKET))
    return GST_PAD_WALK_GO_ON;
  gst_pad_walk_upstream (pad, visit_other, search);
  return search->other != NULL ? GST_PAD_WALK_STOP : GST_PAD_WALK_SKIP;
}

/* With @visit along all that is behind this one. */
static GstElement *
find_other (GstScreamTx * self, GstPadWalkFunc visit)
{
  GPtrArray *pads = gst_scream_tx_list_pads (self);
  Search search = { self, NULL };
  guint i;

  for (i = 0; i < pads->len && search.other == NULL; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (pads, i);

    gst_pad_walk_downstream (pad->srcpad, visit, &search);
  }
  g_ptr_array_unref (pads);
  return search.other;
}

/* That one takes the feedback, and this one would wait for it. One without control only
 * paces. */
static void
refuse_other (GstScreamTx * self, GstScreamTxRoute route)
{
  GstElement *other;

  if (gst_scream_tx_is_fixed (self))
    return;
  other = find_other (self, visit_other);
  if (other != NULL) {
    GST_ELEMENT_ERROR (self, RESOURCE, SETTINGS,
        ("Another screamtx downstream of this one, %s, takes the feedback.",
            GST_OBJECT_NAME (other)),
        ("Remove one of them; screamsink contains one."));
  } else if (route == ROUTE_SOCKET
      && (other = find_other (self, visit_sink)) != NULL) {
    GST_ELEMENT_ERROR (self, RESOURCE, SETTINGS,
        ("Another screamtx upstream of the same sink, %s, takes the "
            "feedback.", GST_OBJECT_NAME (other)),
        ("Remove one of them: a screamtx has a pad for each stream, sink_0, "
            "sink_1 and so on. Or give each its own sink."));
  }
  gst_clear_object (&other);
}

/* ---- the way ---- */

/* With the settings as they are, media leaves without feedback, too. */
static gboolean
does_without (GstScreamTx * self)
{
  gboolean does;

  GST_OBJECT_LOCK (self);
  does = self->no_feedback_bitrate > 0;
  GST_OBJECT_UNLOCK (self);
  return does || gst_scream_tx_is_fixed (self);
}

static void
no_route (GstScreamTx * self)
{
  if (does_without (self)) {
    GST_INFO_OBJECT (self, "no route for feedback");
    return;
  }
  GST_ELEMENT_ERROR (self, RESOURCE, SETTINGS,
      ("No route for feedback: no udpsink downstream of screamtx, no rtpbin "
          "beside it, and its rtcp_sink pad is not linked."),
      ("Send with udpsink (whose socket receives the feedback), or through an "
          "rtpbin that gets the receiver's RTCP, or link the receiver's RTCP to "
          "rtcp_sink, for example \"udpsrc port=5001 ! screamtx0.rtcp_sink\", or "
          "set controller=fixed (plugin screamlab)."
          GST_HELP ("feedback-route")));
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

  gst_scream_tx_guard_sessions (self);
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
  else if (first)
    refuse_other (self, route);
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
