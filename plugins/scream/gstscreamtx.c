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
 * comes from, and screamtx reads the socket of the udpsink.  Otherwise link
 * the receiver's RTCP to the rtcp_sink pad.
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
 *   bit/s): feedback has stopped.
 * * `scream-feedback-resumed`, the same fields: it is back.
 * * `scream-ecn` with `state` (string: off, testing, capable, unknown, classic,
 *   failed) and `failure` (string: none, bleached, rewritten, lost): what
 *   #GstScreamTx:ecn does has changed.
 * * `scream-encoder` with `encoder` (GstElement or NULL), `event` (string:
 *   found, not-found, not-following, cannot-change) and `text` (string).
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

#include <glib/gstdio.h>

#include "gstscreamelements.h"
#include "gstscreamtxprivate.h"

GST_DEBUG_CATEGORY (gst_scream_tx_debug);
#define GST_CAT_DEFAULT gst_scream_tx_debug

#define DEFAULT_CONTROLLER GST_SCREAM_TX_CONTROLLER_SCREAM
#define DEFAULT_MIN_BITRATE 100000
#define DEFAULT_INITIAL_BITRATE 1000000
#define DEFAULT_MAX_BITRATE 20000000
#define DEFAULT_ENCODER_NAME ""
#define DEFAULT_TUNE_ENCODER TRUE
#define DEFAULT_QUEUE_DELAY_TARGET 0
#define DEFAULT_QUEUE_DELAY_TARGET_MAX 0
#define DEFAULT_ECN GST_SCREAM_TX_ECN_NOT_ECT
#define DEFAULT_MAX_QUEUE_DELAY (200 * GST_MSECOND)
#define DEFAULT_FRAME_SKIP TRUE
#define DEFAULT_PACKET_OVERHEAD 28

/* The application hears of changes of the estimate of this part or more. */
#define NOTIFY_STEP 0.01

enum
{
  PROP_0,
  PROP_CONTROLLER,
  PROP_MIN_BITRATE,
  PROP_INITIAL_BITRATE,
  PROP_MAX_BITRATE,
  PROP_ESTIMATED_BITRATE,
  PROP_ENCODER_NAME,
  PROP_ENCODER,
  PROP_TUNE_ENCODER,
  PROP_QUEUE_DELAY_TARGET,
  PROP_QUEUE_DELAY_TARGET_MAX,
  PROP_MAX_QUEUE_DELAY,
  PROP_ECN,
  PROP_FRAME_SKIP,
  PROP_PACKET_OVERHEAD,
  PROP_LOG_LOCATION,
  PROP_STATS,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

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

#define GST_TYPE_SCREAM_TX_CONTROLLER (gst_scream_tx_controller_get_type ())
static GType
gst_scream_tx_controller_get_type (void)
{
  static gsize type = 0;
  static const GEnumValue values[] = {
    {GST_SCREAM_TX_CONTROLLER_SCREAM,
        "SCReAM v2 (draft-ietf-ccwg-rfc8298bis-screamv2)", "scream"},
    {GST_SCREAM_TX_CONTROLLER_SCREAM_V1,
        "SCReAM v1 (RFC 8298)", "scream-v1"},
    {GST_SCREAM_TX_CONTROLLER_NADA,
        "NADA (RFC 8698)", "nada"},
    {GST_SCREAM_TX_CONTROLLER_GCC,
        "GCC as in libwebrtc today (trendline)", "gcc"},
    {GST_SCREAM_TX_CONTROLLER_GCC_DRAFT02,
          "GCC of draft-ietf-rmcat-gcc-02 (scalar Kalman filter)",
        "gcc-draft02"},
    {GST_SCREAM_TX_CONTROLLER_GCC_REMB,
          "GCC of 2013, as its receiver controlled it (REMB)",
        "gcc-remb"},
    {GST_SCREAM_TX_CONTROLLER_FIXED,
        "None: sends at initial-bitrate, whatever happens", "fixed"},
    {0, NULL, NULL}
  };

  if (g_once_init_enter (&type)) {
    GType t = g_enum_register_static ("GstScreamTxController", values);

    g_once_init_leave (&type, t);
  }
  return (GType) type;
}

#define GST_TYPE_SCREAM_TX_ECN (gst_scream_tx_ecn_get_type ())
static GType
gst_scream_tx_ecn_get_type (void)
{
  static gsize type = 0;
  static const GEnumValue values[] = {
    {GST_SCREAM_TX_ECN_NOT_ECT, "Not ECN-capable", "not-ect"},
    {GST_SCREAM_TX_ECN_ECT_0, "ECT(0), classic ECN (RFC 3168)", "ect0"},
    {GST_SCREAM_TX_ECN_ECT_1, "ECT(1), L4S (RFC 9331)", "ect1"},
    {0, NULL, NULL}
  };

  if (g_once_init_enter (&type)) {
    GType t = g_enum_register_static ("GstScreamTxEcn", values);

    g_once_init_leave (&type, t);
  }
  return (GType) type;
}

G_DEFINE_TYPE (GstScreamTx, gst_scream_tx, GST_TYPE_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE (screamtx, "screamtx", GST_RANK_NONE,
    GST_TYPE_SCREAM_TX);

/* ---- rates ---- */

static gboolean
worth_telling (guint before, guint64 now)
{
  return before == 0 || now > before * (1 + NOTIFY_STEP)
      || now < before * (1 - NOTIFY_STEP);
}

void
gst_scream_tx_publish_rates (GstScreamTx * self)
{
  gboolean notify = FALSE;
  RtpCcSessionInfo info;
  RtpCcTime now;
  guint i;

  g_mutex_lock (&self->lock);
  if (self->session == NULL) {
    g_mutex_unlock (&self->lock);
    return;
  }
  now = gst_scream_tx_now (self);
  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);
    RtpCcStreamInfo stream;

    if (pad->stream < 0)
      continue;
    rtp_cc_session_stream_info (self->session, pad->stream, &stream, now);
    gst_encoder_control_set_target (pad->encoder, stream.target_bitrate);
  }
  rtp_cc_session_info (self->session, &info, now);
  if (worth_telling (self->estimated_bitrate, info.estimated_bitrate)) {
    self->estimated_bitrate = (guint) MIN (info.estimated_bitrate, G_MAXUINT);
    notify = TRUE;
  }
  g_mutex_unlock (&self->lock);

  if (notify)
    g_object_notify_by_pspec (G_OBJECT (self),
        properties[PROP_ESTIMATED_BITRATE]);
}

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
  guint n = 0;

  known = name != NULL ? gst_element_get_static_pad (GST_ELEMENT_CAST (self),
      name) : NULL;
  if (known != NULL) {
    gst_object_unref (known);
    return known;
  }
  if (name == NULL || sscanf (name, sink ? "sink_%u" : "src_%u", &n) != 1) {
    GST_OBJECT_LOCK (self);
    n = self->next_pad;
    GST_OBJECT_UNLOCK (self);
  }
  GST_OBJECT_LOCK (self);
  self->next_pad = MAX (self->next_pad, n + 1);
  GST_OBJECT_UNLOCK (self);

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
  fprintf (self->log, "%s\n", line);
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
  self->log = g_fopen (location, "w");
  if (self->log == NULL)
    GST_ELEMENT_ERROR (self, RESOURCE, OPEN_WRITE,
        ("Cannot write the log to \"%s\": %s.", location, g_strerror (errno)),
        ("Set log-location to a file that can be written."));
  else
    fprintf (self->log, "%s\n", rtp_cc_trace_header ());
  g_free (location);
  return self->log != NULL;
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
  config->ecn = (RtpCcEcn) self->ecn;
  ok = self->min_bitrate <= self->max_bitrate;
  GST_OBJECT_UNLOCK (self);

  if (!ok)
    GST_ELEMENT_ERROR (self, LIBRARY, SETTINGS,
        ("min-bitrate (%" G_GUINT64_FORMAT " bit/s) is above max-bitrate (%"
            G_GUINT64_FORMAT " bit/s).", config->min_bitrate,
            config->max_bitrate), ("Set min-bitrate to max-bitrate or less."));
  return ok;
}

static gboolean
start_session (GstScreamTx * self)
{
  RtpCcSessionConfig config;
  RtpCcSessionInfo info;
  guint i;

  if (!get_session_config (self, &config) || !open_log (self))
    return FALSE;

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
    pad->started = pad->prerolling = pad->eos = pad->eos_sent = FALSE;
    g_clear_pointer (&pad->encoder_missing, g_free);
  }
  self->leader = NULL;
  self->house_kept = self->last_send = self->lateness = 0;
  self->house_dirty = TRUE;
  self->rtcp_started = FALSE;
  self->had_route = self->feedback_missing = self->feedback_warned = FALSE;
  self->estimated_bitrate = 0;
  self->ecn_changes = 0;
  self->paused_since = gst_scream_tx_now (self);
  rtp_cc_session_info (self->session, &info, self->paused_since);
  g_mutex_unlock (&self->lock);

  if (config.ecn != RTP_CC_ECN_NOT_ECT && info.ecn.state == RTP_CC_ECN_PATH_OFF)
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS,
        ("The controller %s does not use ECN: ecn has no effect.",
            config.ops->name), ("Set controller=scream, or ecn=not-ect."));
  return TRUE;
}

/* The pads as they are, to be used without the lock. */
static GPtrArray *
list_pads (GstScreamTx * self)
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
  GPtrArray *pads = list_pads (self);
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
  GPtrArray *pads = list_pads (self);
  guint i;

  for (i = 0; i < pads->len; i++)
    gst_scream_tx_start_pad (self, g_ptr_array_index (pads, i));
  g_ptr_array_unref (pads);
}

static void
halt (GstScreamTx * self)
{
  GPtrArray *pads = list_pads (self);
  guint i;

  for (i = 0; i < pads->len; i++)
    gst_scream_tx_halt_pad (self, g_ptr_array_index (pads, i));
  g_ptr_array_unref (pads);
}

static void
free_session (GstScreamTx * self)
{
  guint i;

  g_mutex_lock (&self->lock);
  rtp_cc_session_free (self->session, gst_scream_tx_drop, NULL);
  self->session = NULL;
  self->strangers = self->not_rtcp = 0;
  g_clear_pointer (&self->wait_id, gst_clock_id_unref);
  g_clear_pointer (&self->log, fclose);
  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);

    pad->stream = -1;
  }
  g_mutex_unlock (&self->lock);
}

static void
stop_session (GstScreamTx * self)
{
  GPtrArray *pads = list_pads (self);
  guint i;

  for (i = 0; i < pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (pads, i);

    gst_scream_tx_join_pad (self, pad);
    gst_encoder_control_clear (pad->encoder);
  }
  g_ptr_array_unref (pads);
  gst_scream_tx_drop_route (self);
  free_session (self);
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
  g_cond_broadcast (&self->cond);
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

/* ---- properties ---- */

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

static void
gst_scream_tx_set_property (GObject * object, guint prop_id,
    const GValue * value, GParamSpec * pspec)
{
  GstScreamTx *self = GST_SCREAM_TX (object);

  GST_OBJECT_LOCK (self);
  switch (prop_id) {
    case PROP_CONTROLLER:
      self->controller = g_value_get_enum (value);
      break;
    case PROP_MIN_BITRATE:
      self->min_bitrate = g_value_get_uint (value);
      break;
    case PROP_INITIAL_BITRATE:
      self->initial_bitrate = g_value_get_uint (value);
      break;
    case PROP_MAX_BITRATE:
      self->max_bitrate = g_value_get_uint (value);
      break;
    case PROP_ENCODER_NAME:
      g_free (self->encoder_name);
      self->encoder_name = g_value_dup_string (value);
      break;
    case PROP_ENCODER:
      g_clear_pointer (&self->encoder, gst_object_unref);
      self->encoder = g_value_dup_object (value);
      break;
    case PROP_TUNE_ENCODER:
      self->tune_encoder = g_value_get_boolean (value);
      break;
    case PROP_QUEUE_DELAY_TARGET:
      self->queue_delay_target = g_value_get_uint64 (value);
      break;
    case PROP_QUEUE_DELAY_TARGET_MAX:
      self->queue_delay_target_max = g_value_get_uint64 (value);
      break;
    case PROP_MAX_QUEUE_DELAY:
      self->max_queue_delay = g_value_get_uint64 (value);
      break;
    case PROP_ECN:
      self->ecn = g_value_get_enum (value);
      break;
    case PROP_FRAME_SKIP:
      self->frame_skip = g_value_get_boolean (value);
      break;
    case PROP_PACKET_OVERHEAD:
      self->packet_overhead = g_value_get_uint (value);
      break;
    case PROP_LOG_LOCATION:
      g_free (self->log_location);
      self->log_location = g_value_dup_string (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      break;
  }
  GST_OBJECT_UNLOCK (self);

  if (prop_id == PROP_MIN_BITRATE || prop_id == PROP_MAX_BITRATE
      || prop_id == PROP_MAX_QUEUE_DELAY)
    gst_scream_tx_apply_settings (self);
}

static void
gst_scream_tx_get_property (GObject * object, guint prop_id, GValue * value,
    GParamSpec * pspec)
{
  GstScreamTx *self = GST_SCREAM_TX (object);

  if (prop_id == PROP_STATS) {
    g_value_take_boxed (value, gst_scream_tx_create_stats (self));
    return;
  }
  if (prop_id == PROP_ESTIMATED_BITRATE) {
    g_mutex_lock (&self->lock);
    g_value_set_uint (value, self->estimated_bitrate);
    g_mutex_unlock (&self->lock);
    return;
  }

  GST_OBJECT_LOCK (self);
  switch (prop_id) {
    case PROP_CONTROLLER:
      g_value_set_enum (value, self->controller);
      break;
    case PROP_MIN_BITRATE:
      g_value_set_uint (value, self->min_bitrate);
      break;
    case PROP_INITIAL_BITRATE:
      g_value_set_uint (value, self->initial_bitrate);
      break;
    case PROP_MAX_BITRATE:
      g_value_set_uint (value, self->max_bitrate);
      break;
    case PROP_ENCODER_NAME:
      g_value_set_string (value, self->encoder_name);
      break;
    case PROP_ENCODER:
      g_value_set_object (value, self->encoder);
      break;
    case PROP_TUNE_ENCODER:
      g_value_set_boolean (value, self->tune_encoder);
      break;
    case PROP_QUEUE_DELAY_TARGET:
      g_value_set_uint64 (value, self->queue_delay_target);
      break;
    case PROP_QUEUE_DELAY_TARGET_MAX:
      g_value_set_uint64 (value, self->queue_delay_target_max);
      break;
    case PROP_MAX_QUEUE_DELAY:
      g_value_set_uint64 (value, self->max_queue_delay);
      break;
    case PROP_ECN:
      g_value_set_enum (value, self->ecn);
      break;
    case PROP_FRAME_SKIP:
      g_value_set_boolean (value, self->frame_skip);
      break;
    case PROP_PACKET_OVERHEAD:
      g_value_set_uint (value, self->packet_overhead);
      break;
    case PROP_LOG_LOCATION:
      g_value_set_string (value, self->log_location);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      break;
  }
  GST_OBJECT_UNLOCK (self);
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

  self->controller = DEFAULT_CONTROLLER;
  self->min_bitrate = DEFAULT_MIN_BITRATE;
  self->initial_bitrate = DEFAULT_INITIAL_BITRATE;
  self->max_bitrate = DEFAULT_MAX_BITRATE;
  self->encoder_name = g_strdup (DEFAULT_ENCODER_NAME);
  self->tune_encoder = DEFAULT_TUNE_ENCODER;
  self->queue_delay_target = DEFAULT_QUEUE_DELAY_TARGET;
  self->queue_delay_target_max = DEFAULT_QUEUE_DELAY_TARGET_MAX;
  self->max_queue_delay = DEFAULT_MAX_QUEUE_DELAY;
  self->ecn = DEFAULT_ECN;
  self->frame_skip = DEFAULT_FRAME_SKIP;
  self->packet_overhead = DEFAULT_PACKET_OVERHEAD;

  g_mutex_init (&self->lock);
  g_cond_init (&self->cond);
  self->clock = gst_system_clock_obtain ();
  self->pads = g_ptr_array_new_with_free_func (gst_object_unref);

  add_stream_pads (self, gst_element_class_get_pad_template (klass, "sink"),
      "sink", gst_element_class_get_pad_template (klass, "src"), "src");
}

static void
install_bitrates (void)
{
  /**
   * GstScreamTx:min-bitrate:
   *
   * Lowest media rate of all streams together. Nothing below is asked of the
   * encoders, even if the network gives less.
   *
   * Since: 0.1
   */
  properties[PROP_MIN_BITRATE] = g_param_spec_uint ("min-bitrate",
      "Minimum bitrate", "Lowest media rate of all streams (bit/s)", 1000,
      G_MAXUINT, DEFAULT_MIN_BITRATE, G_PARAM_READWRITE |
      G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING);

  /**
   * GstScreamTx:initial-bitrate:
   *
   * Media rate to begin with; with controller=fixed, to stay at.
   *
   * Since: 0.1
   */
  properties[PROP_INITIAL_BITRATE] = g_param_spec_uint ("initial-bitrate",
      "Initial bitrate", "Media rate to begin with (bit/s, within min-bitrate "
      "and max-bitrate)", 1000, G_MAXUINT, DEFAULT_INITIAL_BITRATE,
      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY);

  /**
   * GstScreamTx:max-bitrate:
   *
   * Highest media rate of all streams together.
   *
   * Since: 0.1
   */
  properties[PROP_MAX_BITRATE] = g_param_spec_uint ("max-bitrate",
      "Maximum bitrate", "Highest media rate of all streams (bit/s)", 1000,
      G_MAXUINT, DEFAULT_MAX_BITRATE, G_PARAM_READWRITE |
      G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING);

  /**
   * GstScreamTx:estimated-bitrate:
   *
   * Media rate that the network has to give, for all streams together, headers
   * subtracted. Notified upon changes of 1 % or more, from the thread that
   * receives feedback or the one that sends.
   *
   * Since: 0.1
   */
  properties[PROP_ESTIMATED_BITRATE] = g_param_spec_uint ("estimated-bitrate",
      "Estimated bitrate", "Media rate that the network has to give (bit/s)",
      0, G_MAXUINT, 0, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static void
install_encoder_properties (void)
{
  /**
   * GstScreamTx:encoder-name:
   *
   * Name of the encoder whose bitrate is set. Empty: the one found upstream.
   * "none": encoders are left alone.
   *
   * Since: 0.1
   */
  properties[PROP_ENCODER_NAME] = g_param_spec_string ("encoder-name",
      "Encoder name", "Name of the encoder to control (empty = find it "
      "upstream, none = leave encoders alone)", DEFAULT_ENCODER_NAME,
      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY);

  /**
   * GstScreamTx:encoder:
   *
   * The encoder whose bitrate is set, for applications; comes before
   * #GstScreamTx:encoder-name.
   *
   * Since: 0.1
   */
  properties[PROP_ENCODER] = g_param_spec_object ("encoder", "Encoder",
      "The encoder to control (NULL = by encoder-name)", GST_TYPE_ELEMENT,
      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY);

  /**
   * GstScreamTx:tune-encoder:
   *
   * Sets rate-control properties of the encoder (VBV, buffers, constant
   * bitrate, no lookahead) that are at their defaults to what suits a changing
   * rate. Properties that were set are never touched.
   *
   * Since: 0.1
   */
  properties[PROP_TUNE_ENCODER] = g_param_spec_boolean ("tune-encoder",
      "Tune encoder", "Set rate-control properties of the encoder that are at "
      "their defaults", DEFAULT_TUNE_ENCODER, G_PARAM_READWRITE |
      G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY);

  /**
   * GstScreamTx:frame-skip:
   *
   * Drops raw frames in front of the encoder while what waits already would
   * make them late.
   *
   * Since: 0.1
   */
  properties[PROP_FRAME_SKIP] = g_param_spec_boolean ("frame-skip",
      "Frame skip", "Drop raw frames before the encoder while packets wait",
      DEFAULT_FRAME_SKIP, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
      GST_PARAM_MUTABLE_PLAYING);
}

static void
install_other_properties (void)
{
  /**
   * GstScreamTx:controller:
   *
   * The congestion control. To compare two, change this one word.
   *
   * Since: 0.1
   */
  properties[PROP_CONTROLLER] = g_param_spec_enum ("controller", "Controller",
      "Congestion control that sets the rate", GST_TYPE_SCREAM_TX_CONTROLLER,
      DEFAULT_CONTROLLER, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
      GST_PARAM_MUTABLE_READY);

  /**
   * GstScreamTx:queue-delay-target:
   *
   * How long the queue in the network may become. 0 takes the controller's own
   * target.
   *
   * Since: 0.1
   */
  properties[PROP_QUEUE_DELAY_TARGET] =
      g_param_spec_uint64 ("queue-delay-target", "Queue delay target",
      "Target for the delay of the queue in the network (ns, 0 = the "
      "controller's own)", 0, 10 * GST_SECOND, DEFAULT_QUEUE_DELAY_TARGET,
      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY);

  /**
   * GstScreamTx:queue-delay-target-max:
   *
   * Beside flows that fill the queue, as TCP's do, SCReAM raises the target so
   * that something is left for it: no further than this, in ns. As long as
   * #GstScreamTx:queue-delay-target, it never does. 0 leaves it to the
   * controller (v1: 400 ms, RFC 8298; v2: twice the queue that it meets).
   * The other controllers do not use it.
   *
   * Since: 0.1
   */
  properties[PROP_QUEUE_DELAY_TARGET_MAX] =
      g_param_spec_uint64 ("queue-delay-target-max",
      "Maximum queue delay target",
      "How far SCReAM may raise the target beside other flows (ns, 0 = the "
      "controller's own)", 0, 10 * GST_SECOND, DEFAULT_QUEUE_DELAY_TARGET_MAX,
      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY);

  /**
   * GstScreamTx:ecn:
   *
   * ECN code point of the packets. `ect1` means L4S (RFC 9331): queues of a
   * millisecond where the network has it; for the controller scream. `ect0` is
   * classic ECN; nada and scream-v1 know only that and take it for `ect1` as
   * well, gcc and fixed none.
   *
   * It reaches the network by the sockets of udpsink and multiudpsink, and of
   * dynudpsink if they were given to it; their DSCP (qos-dscp) stays. Buffers
   * carry it as #GstNetControlMessageMeta, so linkemu and screamrx see it in one
   * pipeline. Packets that do not come through screamtx, RTCP for example, leave
   * those sinks as Not-ECT.
   *
   * Where the path does not carry it, packets leave as Not-ECT; see ecn-state in
   * #GstScreamTx:stats and the message `scream-ecn`.
   *
   * Since: 0.1
   */
  properties[PROP_ECN] =
      g_param_spec_enum ("ecn", "ECN",
      "ECN code point of the packets, where the path carries it",
      GST_TYPE_SCREAM_TX_ECN, DEFAULT_ECN,
      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY);

  /**
   * GstScreamTx:max-queue-delay:
   *
   * Packets that have waited in screamtx for so long are discarded, whole
   * frames at a time, and a key frame is asked for.
   *
   * Since: 0.1
   */
  properties[PROP_MAX_QUEUE_DELAY] =
      g_param_spec_uint64 ("max-queue-delay", "Maximum queue delay",
      "Age at which waiting frames are discarded (ns)", 10 * GST_MSECOND,
      60 * GST_SECOND, DEFAULT_MAX_QUEUE_DELAY, G_PARAM_READWRITE |
      G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING);

  /**
   * GstScreamTx:packet-overhead:
   *
   * Bytes around each RTP packet that count as rate: 28 for IPv4 and UDP, 48
   * for IPv6 and UDP, more for tunnels.
   *
   * Since: 0.1
   */
  properties[PROP_PACKET_OVERHEAD] = g_param_spec_uint ("packet-overhead",
      "Packet overhead", "Headers below RTP that count as rate (bytes for each "
      "packet)", 0, 200, DEFAULT_PACKET_OVERHEAD, G_PARAM_READWRITE |
      G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY);

  /**
   * GstScreamTx:log-location:
   *
   * File that gets one line of comma-separated values for each feedback, with
   * the columns of the SCReAM bandwidth test tool's log and some more; the
   * first line names them.
   *
   * Since: 0.1
   */
  properties[PROP_LOG_LOCATION] = g_param_spec_string ("log-location",
      "Log location", "File for a CSV record of each feedback", NULL,
      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY);

  /**
   * GstScreamTx:stats:
   *
   * Structure application/x-screamtx-stats. Rates are in bit/s: "-bitrate" is
   * media without headers, "-rate" is on the wire. Times are in ns, sizes in
   * bytes, "loss-rate" and "ce-rate" fractions of the last second. Above READY:
   *
   * * feedback-route (string): socket, pad, none, unknown
   * * feedback-state (string): ok, missing, none-yet
   * * feedback-packets, feedback-strangers (uint64): taken, and ignored since
   *   they came from an address that media does not go to
   * * feedback-not-rtcp (uint64): datagrams from there that are no RTCP, without
   *   keep-alives of one byte
   * * estimated-bitrate, target-rate, pacing-rate, send-rate, acked-rate
   * * rtt, smoothed-rtt, network-queue-delay, network-queue-delay-average,
   *   network-queue-delay-target, sender-queue-delay
   * * reference-window, bytes-in-flight, queued-bytes
   * * packets-sent, bytes-sent, packets-received, packets-lost, packets-late,
   *   packets-ce, packets-discarded, frames-discarded, frames-skipped
   * * reported-not-ect, reported-ect0, reported-ect1 (uint64): packets received,
   *   by ECN code point; those with CE are packets-ce
   * * ecn-state (string): off; testing: nothing was reported yet; capable; unknown:
   *   feedback stopped or much is lost, every other packet is marked; classic:
   *   capable, but CE is answered as RFC 3168 wants it; failed: nothing is marked,
   *   but for a few packets once in a while
   * * ecn-failure (string): why it failed last; none; bleached: reported as
   *   Not-ECT; rewritten: reported as the other ECT; lost: with ECT packets do
   *   not arrive
   * * ecn-changes (uint64): of the state
   * * sent-not-ect, sent-ect0, sent-ect1 (uint64): packets by ECN code point
   * * ecn-bleached, ecn-rewritten (uint64): packets reported so
   * * ce-on-not-ect (uint64): reported as CE though sent as Not-ECT; wrong, and
   *   no sign of congestion
   * * unknown-ssrc, unknown-seqnum: reports on packets that were not sent
   * * rtcp-refused, and rtcp-refused-... by reason
   * * streams: GstValueArray of application/x-screamtx-stream-stats, one for
   *   each sink pad, with what its encoder does in "encoder"
   *
   * Since: 0.1
   */
  properties[PROP_STATS] = g_param_spec_boxed ("stats", "Statistics",
      "Statistics of rates, delays and packets (units in the documentation)",
      GST_TYPE_STRUCTURE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static void
gst_scream_tx_class_init (GstScreamTxClass * klass)
{
  GObjectClass *gobject_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  GST_DEBUG_CATEGORY_INIT (gst_scream_tx_debug, "screamtx", 0,
      "RTP congestion control, sender");

  gobject_class->set_property = gst_scream_tx_set_property;
  gobject_class->get_property = gst_scream_tx_get_property;
  gobject_class->dispose = gst_scream_tx_dispose;
  gobject_class->finalize = gst_scream_tx_finalize;
  install_other_properties ();
  install_bitrates ();
  install_encoder_properties ();
  g_object_class_install_properties (gobject_class, N_PROPERTIES, properties);

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
  gst_type_mark_as_plugin_api (GST_TYPE_SCREAM_TX_CONTROLLER, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_SCREAM_TX_ECN, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_SCREAM_TX_PAD, 0);
}
