/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * SECTION:element-screamtx
 * @title: screamtx
 * @see_also: screamrx, linkemu
 *
 * screamtx sends RTP at the rate that the network has to give.  It paces the
 * packets, keeps the queue in the network short, and sets the bitrate of the
 * encoder upstream by itself.
 *
 * Feedback (RTCP, RFC 8888) comes from screamrx.  With a udpsink downstream
 * nothing has to be wired: screamrx answers to the address that the media
 * comes from, and screamtx reads the socket of the udpsink.  With rtpbin before
 * or after it, or as its aux sender, it also takes the feedback that rtpbin
 * receives.  Otherwise link the receiver's RTCP to the rtcp_sink pad.
 *
 * The encoder is looked for upstream, through payloaders, parsers, queues, tees
 * and bins; #GstScreamTx:encoder-name names another one.
 *
 * When the network gives less than the encoder can go down to, raw frames are
 * skipped before the encoder; packets that have waited for
 * #GstScreamTx:max-queue-delay are discarded, whole frames at a time, and a key
 * frame is asked for.
 *
 * RTCP that is not feedback for screamtx goes out of the rtcp_src pad as it came.
 * There may be none for long, so give a sink behind it async=false.
 *
 * A source that is not live is held back to real time.
 *
 * ## Messages
 *
 * Element messages on the bus:
 *
 * * `scream-feedback-timeout` with `timeouts` (uint) and `target-rate` (uint64,
 *   bit/s): feedback has stopped, or says nothing new.
 * * `scream-feedback-stalled`, the same fields: feedback comes, but acknowledges so
 *   little that a packet leaves each two seconds only.
 * * `scream-feedback-resumed`, the same fields: it is back.
 * * `scream-feedback-dishonest`, the same fields: it acknowledged packets that were
 *   never sent, or not yet, so the rate is at the minimum;
 *   `scream-feedback-believed`: it told the truth for a while, and the rate rises.
 * * `scream-ecn` with `state` (string: off, testing, capable, unknown, classic,
 *   failed) and `failure` (string: none, bleached, rewritten, lost): what
 *   #GstScreamTx:ecn does has changed.
 * * `scream-stream` with `pad` (string, name of the sink pad), `active` (boolean)
 *   and `reason` (string: none, application, rate): a stream has been paused, by
 *   #GstScreamTxPad:paused or #GstScreamTxPad:auto-pause, or goes on.
 * * `scream-encoder` with `encoder` (GstElement or NULL), `event` (string:
 *   found, not-found, not-following, cannot-change) and `text` (string).
 *
 * Warnings say once: that no feedback comes for long; that the receiver reports on
 * other SSRCs but not on this one, whose stream then gets #GstScreamTx:min-bitrate at
 * most; that the controller asked for a rate out of its bounds, which was corrected.
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
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <errno.h>
#include <gst/rtpcc/control/rtpcc-controllers.h>

#include "plugins/scream/net/gstpadname.h"
#include "plugins/scream/loop/gstscreamloops.h"
#include "gstscreamtxprivate.h"

GST_DEBUG_CATEGORY (gst_scream_tx_debug);
#define GST_CAT_DEFAULT gst_scream_tx_debug

/* How old the newest line of the log file may be */
#define LOG_INTERVAL GST_SECOND

/* Several seconds of it, so that lines are written whole */
#define LOG_BUFFER_SIZE (256 * 1024)

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

/* ---- encoders ---- */

static gboolean
skip_frame (gpointer user_data)
{
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (user_data);
  GstObject *parent = gst_object_get_parent (GST_OBJECT_CAST (pad));
  GstScreamTx *self;
  gboolean skip = FALSE, allowed;

  if (parent == NULL)
    return FALSE;
  self = GST_SCREAM_TX (parent);
  GST_OBJECT_LOCK (self);
  allowed = self->frame_skip;
  GST_OBJECT_UNLOCK (self);
  g_mutex_lock (&self->lock);
  if (allowed && self->session != NULL && pad->stream >= 0)
    skip = rtp_cc_session_skip_frame (self->session, pad->stream,
        gst_scream_tx_now (self));
  /* A source that is not live would run away while the stream is paused. */
  skip = skip && (pad->live || pad->active);
  g_mutex_unlock (&self->lock);
  gst_object_unref (parent);
  return skip;
}

static const gchar *
event_name (GstEncoderControlEvent event)
{
  switch (event) {
    case GST_ENCODER_CONTROL_FOUND:
      return "found";
    case GST_ENCODER_CONTROL_NOT_FOUND:
      return "not-found";
    case GST_ENCODER_CONTROL_NOT_FOLLOWING:
      return "not-following";
    case GST_ENCODER_CONTROL_CANNOT_CHANGE:
      return "cannot-change";
  }
  return "unknown";
}

static void
on_encoder_event (GstEncoderControlEvent event, GstElement * encoder,
    const gchar * text, gpointer user_data)
{
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (user_data);
  GstObject *parent = gst_object_get_parent (GST_OBJECT_CAST (pad));
  GstScreamTx *self;
  GstStructure *s;

  if (parent == NULL)
    return;
  self = GST_SCREAM_TX (parent);
  GST_INFO_OBJECT (pad, "%s: %s", event_name (event), text);
  if (event == GST_ENCODER_CONTROL_NOT_FOUND) {
    /* It may be linked later: the first packet decides. */
    g_mutex_lock (&self->lock);
    g_free (pad->encoder_missing);
    pad->encoder_missing = g_strdup (text);
    g_mutex_unlock (&self->lock);
  } else if (event != GST_ENCODER_CONTROL_FOUND) {
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS, ("%s", text), (NULL));
  }
  s = gst_structure_new ("scream-encoder",
      "encoder", GST_TYPE_ELEMENT, encoder,
      "event", G_TYPE_STRING, event_name (event),
      "text", G_TYPE_STRING, text, NULL);
  gst_element_post_message (GST_ELEMENT_CAST (self),
      gst_message_new_element (parent, s));
  gst_object_unref (parent);
}

static void
configure_encoder_control (GstScreamTx * self, GstScreamTxPad * pad)
{
  GST_OBJECT_LOCK (self);
  gst_encoder_control_set_encoder (pad->encoder, self->encoder);
  gst_encoder_control_set_encoder_name (pad->encoder, self->encoder_name);
  gst_encoder_control_set_tune (pad->encoder, self->tune_encoder);
  GST_OBJECT_UNLOCK (self);
}

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
  pad->encoder = gst_encoder_control_new (pad);
  gst_encoder_control_set_notify (pad->encoder, on_encoder_event, pad);
  gst_encoder_control_set_skip_func (pad->encoder, skip_frame, pad);
  gst_encoder_control_set_change_func (pad->encoder,
      gst_scream_tx_on_encoder_change, pad);
  gst_encoder_control_set_event_func (pad->encoder,
      gst_scream_tx_on_encoder_request, pad);
  configure_encoder_control (self, pad);
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

  (void) caps;
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

static void
write_trace (const RtpCcTraceRecord * record, gpointer user_data)
{
  GstScreamTx *self = GST_SCREAM_TX (user_data);
  gchar line[RTP_CC_TRACE_LINE_SIZE];

  rtp_cc_trace_format (line, record);
  gst_log_file_write (self->log, line);
}

void
gst_scream_tx_flush_log (GstScreamTx * self, RtpCcTime now)
{
  if (self->log == NULL || now - self->log_flushed < LOG_INTERVAL)
    return;
  self->log_flushed = now;
  gst_log_file_flush (self->log);
  gst_log_file_tell (self->log, GST_ELEMENT_CAST (self));
}

static gboolean
open_log (GstScreamTx * self)
{
  gchar *location;

  GST_OBJECT_LOCK (self);
  location = g_strdup (self->log_location);
  GST_OBJECT_UNLOCK (self);
  if (location == NULL || *location == '\0') {
    g_free (location);
    return TRUE;
  }
  self->log = gst_log_file_open (location, LOG_BUFFER_SIZE);
  if (self->log == NULL)
    GST_ELEMENT_ERROR (self, RESOURCE, OPEN_WRITE,
        ("Cannot write the log to \"%s\": %s.", location, g_strerror (errno)),
        ("Set log-location to a file that can be written."));
  g_free (location);
  if (self->log == NULL)
    return FALSE;
  gst_log_file_write (self->log, rtp_cc_trace_header ());
  self->log_flushed = gst_scream_tx_now (self);
  return TRUE;
}

/* The nicks of the enum are the names of the policies. */
static const RtpCcOps *
get_controller_ops (GstScreamTxController controller)
{
  GEnumClass *klass = g_type_class_ref (GST_TYPE_SCREAM_TX_CONTROLLER);
  const GEnumValue *value = g_enum_get_value (klass, (gint) controller);
  const RtpCcOps *ops = rtp_cc_find (value->value_nick);

  g_type_class_unref (klass);
  return ops;
}

static gboolean
get_session_config (GstScreamTx * self, RtpCcSessionConfig * config)
{
  gboolean ok;

  rtp_cc_session_config_init (config);
  GST_OBJECT_LOCK (self);
  config->ops = get_controller_ops (self->controller);
  config->min_bitrate = self->min_bitrate;
  config->max_bitrate = self->max_bitrate;
  config->initial_bitrate = CLAMP (self->initial_bitrate, self->min_bitrate,
      MAX (self->min_bitrate, self->max_bitrate));
  config->queue_delay_target = (gint64) self->queue_delay_target;
  config->queue_delay_target_max = (gint64) self->queue_delay_target_max;
  config->max_queue_delay = (gint64) self->max_queue_delay;
  config->packet_overhead = self->packet_overhead;
  config->burst = (gint64) self->pacing_burst;
  config->ecn = (RtpCcEcn) self->ecn;
  if (self->verify_feedback)
    config->seed = (guint64) g_random_int () << 32 | g_random_int () | 1;
  ok = self->min_bitrate <= self->max_bitrate;
  GST_OBJECT_UNLOCK (self);

  if (!ok)
    GST_ELEMENT_ERROR (self, LIBRARY, SETTINGS,
        ("min-bitrate (%" G_GUINT64_FORMAT " bit/s) is above max-bitrate (%"
            G_GUINT64_FORMAT " bit/s).", config->min_bitrate,
            config->max_bitrate), ("Set min-bitrate to max-bitrate or less."));
  return ok;
}

static void
join_loop (GstScreamTx * self)
{
  self->loop = gst_scream_loops_obtain (GST_ELEMENT_CAST (self), self->clock);
  gst_scream_loop_add_client (self->loop);
}

static void
leave_loop (GstScreamTx * self)
{
  gst_scream_loop_remove_client (self->loop);
  gst_clear_object (&self->loop);
}

static gboolean
start_session (GstScreamTx * self)
{
  RtpCcSessionConfig config;
  RtpCcSessionInfo info;
  guint i;

  if (!get_session_config (self, &config) || !open_log (self))
    return FALSE;
  join_loop (self);

  g_mutex_lock (&self->lock);
  self->session = rtp_cc_session_new (&config, gst_scream_tx_now (self));
  if (self->log != NULL)
    rtp_cc_session_set_trace (self->session, write_trace, self);
  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);
    RtpCcStreamConfig stream;

    gst_scream_tx_pad_get_config (pad, &stream);
    pad->stream = rtp_cc_session_add_stream (self->session, &stream,
        gst_scream_tx_now (self));
    pad->result = GST_FLOW_OK;
    pad->n_ssrcs = 0;
    pad->started = pad->prerolling = pad->eos = pad->eos_sent = FALSE;
    pad->capture_times = pad->key_requests = pad->key_frames_asked = 0;
    g_clear_pointer (&pad->encoder_missing, g_free);
  }
  self->dispatcher = NULL;
  self->fir_read = RTP_CC_TIME_NEVER;
  self->counting = FALSE;
  self->house_kept = self->last_send = self->lateness = 0;
  self->house_dirty = TRUE;
  self->rtcp_started = FALSE;
  self->had_route = self->feedback_missing = self->feedback_warned = FALSE;
  self->feedback_stalled = self->violation_warned = FALSE;
  self->feedback_dishonest = FALSE;
  self->estimated_bitrate = self->split_total = 0;
  self->ecn_changes = self->feedback_packets = 0;
  self->paused_since = gst_scream_tx_now (self);
  rtp_cc_session_info (self->session, &info, self->paused_since);
  g_mutex_unlock (&self->lock);

  if (config.ecn != RTP_CC_ECN_NOT_ECT && info.ecn.state == RTP_CC_ECN_PATH_OFF)
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS,
        ("The controller %s does not use ECN: ecn has no effect.",
            config.ops->name), ("Set controller=scream, or ecn=not-ect."));
  return TRUE;
}

GPtrArray *
gst_scream_tx_list_pads (GstScreamTx * self)
{
  GPtrArray *pads = g_ptr_array_new_with_free_func (gst_object_unref);
  guint i;

  g_mutex_lock (&self->lock);
  for (i = 0; i < self->pads->len; i++)
    g_ptr_array_add (pads, gst_object_ref (g_ptr_array_index (self->pads, i)));
  g_mutex_unlock (&self->lock);
  return pads;
}

/* Encoders that have not started yet get their settings and first rate. */
static void
find_encoders (GstScreamTx * self)
{
  GPtrArray *pads = gst_scream_tx_list_pads (self);
  guint i;

  gst_scream_tx_publish_rates (self);
  for (i = 0; i < pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (pads, i);

    configure_encoder_control (self, pad);
    gst_encoder_control_find (pad->encoder, GST_PAD_CAST (pad));
  }
  g_ptr_array_unref (pads);
}

static void
start_tasks (GstScreamTx * self)
{
  GPtrArray *pads = gst_scream_tx_list_pads (self);
  guint i;

  for (i = 0; i < pads->len; i++)
    gst_scream_tx_start_pad (self, g_ptr_array_index (pads, i));
  g_ptr_array_unref (pads);
}

static void
halt (GstScreamTx * self)
{
  GPtrArray *pads = gst_scream_tx_list_pads (self);
  guint i;

  for (i = 0; i < pads->len; i++)
    gst_scream_tx_halt_pad (self, g_ptr_array_index (pads, i));
  g_ptr_array_unref (pads);
}

static void
free_session (GstScreamTx * self)
{
  GstLogFile *log;
  guint i;

  g_mutex_lock (&self->lock);
  rtp_cc_session_free (self->session, gst_scream_tx_drop, NULL);
  self->session = NULL;
  self->from_unknown_peers = self->not_rtcp = self->requests_refused = 0;
  log = g_steal_pointer (&self->log);
  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);

    pad->stream = -1;
  }
  g_mutex_unlock (&self->lock);
  if (log != NULL)
    gst_log_file_close (log, GST_ELEMENT_CAST (self));
}

static void
stop_session (GstScreamTx * self)
{
  GPtrArray *pads = gst_scream_tx_list_pads (self);
  guint i;

  for (i = 0; i < pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (pads, i);

    gst_scream_tx_join_pad (self, pad);
    gst_encoder_control_clear (pad->encoder);
  }
  g_ptr_array_unref (pads);
  gst_scream_tx_drop_route (self);
  free_session (self);
  leave_loop (self);
}

static void
set_playing (GstScreamTx * self, gboolean playing)
{
  RtpCcTime now;
  guint i;

  g_mutex_lock (&self->lock);
  now = gst_scream_tx_now (self);
  self->playing = playing;
  for (i = 0; !playing && i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);

    pad->prerolling = FALSE;
    if (pad->sync_id != NULL)
      gst_clock_id_unschedule (pad->sync_id);
  }
  if (playing && self->session != NULL)
    rtp_cc_session_resume (self->session, now - self->paused_since, now);
  self->paused_since = now;
  if (!playing && self->log != NULL)
    gst_log_file_flush (self->log);
  gst_scream_tx_signal (self);
  gst_scream_tx_wake (self);
  g_mutex_unlock (&self->lock);
}

static GstStateChangeReturn
gst_scream_tx_change_state (GstElement * element, GstStateChange transition)
{
  GstScreamTx *self = GST_SCREAM_TX (element);
  GstStateChangeReturn ret;

  switch (transition) {
    case GST_STATE_CHANGE_READY_TO_PAUSED:
      if (!start_session (self))
        return GST_STATE_CHANGE_FAILURE;
      find_encoders (self);
      break;
    case GST_STATE_CHANGE_PAUSED_TO_PLAYING:
      set_playing (self, TRUE);
      break;
    case GST_STATE_CHANGE_PAUSED_TO_READY:
      halt (self);
      break;
    default:
      break;
  }

  ret = GST_ELEMENT_CLASS (gst_scream_tx_parent_class)->change_state (element,
      transition);

  switch (transition) {
    case GST_STATE_CHANGE_READY_TO_PAUSED:
      if (ret == GST_STATE_CHANGE_FAILURE) {
        halt (self);
        stop_session (self);
      } else {
        gst_scream_tx_keep_ports (self);
        start_tasks (self);
      }
      break;
    case GST_STATE_CHANGE_PLAYING_TO_PAUSED:
      set_playing (self, FALSE);
      break;
    case GST_STATE_CHANGE_PAUSED_TO_READY:
      stop_session (self);
      break;
    default:
      break;
  }
  return ret;
}

/* ---- settings ---- */

void
gst_scream_tx_apply_settings (GstScreamTx * self)
{
  RtpCcSessionConfig config;
  guint i;

  GST_OBJECT_LOCK (self);
  rtp_cc_session_config_init (&config);
  config.min_bitrate = self->min_bitrate;
  config.max_bitrate = self->max_bitrate;
  config.max_queue_delay = (gint64) self->max_queue_delay;
  config.burst = (gint64) self->pacing_burst;
  GST_OBJECT_UNLOCK (self);
  if (config.min_bitrate > config.max_bitrate) {
    GST_WARNING_OBJECT (self, "min-bitrate (%" G_GUINT64_FORMAT " bit/s) is "
        "above max-bitrate (%" G_GUINT64_FORMAT " bit/s): the limits stay as "
        "they were", config.min_bitrate, config.max_bitrate);
    return;
  }

  g_mutex_lock (&self->lock);
  if (self->session != NULL) {
    RtpCcTime now = gst_scream_tx_now (self);

    rtp_cc_session_configure (self->session, &config, now);
    for (i = 0; i < self->pads->len; i++) {
      GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);
      RtpCcStreamConfig stream;

      gst_scream_tx_pad_get_config (pad, &stream);
      if (pad->stream >= 0)
        rtp_cc_session_configure_stream (self->session, pad->stream, &stream,
            now);
    }
    gst_scream_tx_wake (self);
  }
  g_mutex_unlock (&self->lock);
  gst_scream_tx_publish_rates (self);
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
  g_free (self->encoder_name);
  g_free (self->log_location);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->cond);

  G_OBJECT_CLASS (gst_scream_tx_parent_class)->finalize (object);
}

static void
gst_scream_tx_init (GstScreamTx * self)
{
  GstElementClass *klass = GST_ELEMENT_GET_CLASS (self);

  gst_scream_tx_init_properties (self);

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

  gobject_class->dispose = gst_scream_tx_dispose;
  gobject_class->finalize = gst_scream_tx_finalize;
  gst_scream_tx_install_properties (gobject_class);
  gst_scream_tx_install_signals (klass);

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
      "Paces RTP at the rate that the network gives and sets the encoder's "
      "bitrate", "gst-scream developers");
  gst_type_mark_as_plugin_api (GST_TYPE_SCREAM_TX_PAD, 0);
}
