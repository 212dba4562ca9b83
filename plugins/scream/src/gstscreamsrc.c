/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * SECTION:element-screamsrc
 * @title: screamsrc
 * @see_also: screamsink, screamrx
 *
 * A whole receiver for what screamsink, or screamtx in front of a udpsink,
 * sends: one UDP port for RTP and RTCP of all streams, feedback for the sender's
 * rate control, jitter buffer, RTCP reports, depayloader and decoder as far as
 * they are wanted. Nothing is to be set but the port.
 *
 * What comes out of a pad is decided by what is linked there: RTP if it says
 * that it takes RTP (a depayloader), the encoded stream if it takes that (a
 * parser or a muxer), otherwise decoded video or audio. A peer that takes
 * anything, as fakesink does, gets it decoded; behind the caps filter
 * `application/x-rtp` it gets RTP.
 *
 * The pad `src` shows the first stream that fits its peer, and video rather than
 * audio where both do. Further streams come from request pads, which gst-launch
 * makes by itself where `src` is linked already. A stream that nothing is
 * linked for is dropped. When a sender has been started again its new streams
 * take the place of the old ones. Video begins with a key frame, which the
 * sender is asked for.
 *
 * Payload types need no SDP: 96 H264, 97 VP8, 98 VP9, 99 H265, 26 JPEG, 111 Opus,
 * 0 PCMU, 8 PCMA. For others set #GstScreamSrc:caps.
 *
 * With #GstScreamSrc:srtp-key media and RTCP in both ways are SRTP, and what is
 * not authentic is dropped and counted. Who has recorded authentic packets may
 * show them to a receiver that has been started since, until the sender itself
 * is heard: then the recording, which is behind it by the sender's clock, is
 * dropped. #GstScreamSrc:max-age shows none of it.
 *
 * Without a key, media and RTCP are taken only from the address of the sender, and
 * feedback goes to that address only, see #screamrx. While the sender is
 * silent for 100 ms, its streams may come from elsewhere; a sender that is started
 * again has other ones and another port, and is shown when the one before has been
 * silent for 500 ms. When screamrx believes another sender, the streams of the one
 * before end.
 *
 * Both ways there are 32 streams at most, and new ones come at a bounded rate.
 *
 * It shows all properties of screamrx as its own.
 *
 * ## Messages
 *
 * The element message `scream-stream` says that a stream is shown: `pad`
 * (string), `ssrc` (uint), `payload` (int), `encoding-name` (string), `form`
 * (string: "rtp", "encoded" or "raw"). Those of screamrx are posted too, and
 * `GstUDPSrcTimeout` when nothing comes, see #GstScreamSrc:timeout.
 *
 * ## Example launch lines
 *
 * |[
 * gst-launch-1.0 screamsrc port=5000 ! autovideosink
 * gst-launch-1.0 screamsrc port=5000 ! rtph264depay ! avdec_h264 ! autovideosink
 * gst-launch-1.0 screamsrc name=s port=5000 ! autovideosink s. ! autoaudiosink
 * gst-launch-1.0 screamsrc port=5000 ! h264parse ! matroskamux ! filesink location=a.mkv
 * gst-launch-1.0 playbin uri=scream://0.0.0.0:5000
 * ]|
 *
 * Since: 0.1
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/net/gstpadname.h"
#include "plugins/scream/bins/gstscreamproxy.h"
#include "gstscreamsrcprivate.h"
#include "plugins/scream/bins/gstscreamsrtp.h"
#include "plugins/scream/bins/gstscreamuri.h"

#include <gst/rtpcc/wire/rtpcc-capturetime.h>

GST_DEBUG_CATEGORY (gst_scream_src_debug);
#define GST_CAT_DEFAULT gst_scream_src_debug

#define DEFAULT_PORT 5000
/* SCReAM lets 60 ms wait in the network, and a frame takes up to the time to the
 * next one, 33 ms, to come in. */
#define DEFAULT_LATENCY 100
#define DEFAULT_TIMEOUT 0
#define DEFAULT_MAX_AGE 0
/* What screamsink writes */
#define DEFAULT_CAPTURE_TIME_EXTENSION 5

enum
{
  PROP_0,
  PROP_ADDRESS,
  PROP_PORT,
  PROP_CAPS,
  PROP_LATENCY,
  PROP_TIMEOUT,
  PROP_SRTP_KEY,
  PROP_MAX_AGE,
  PROP_STATS,
  PROP_CAPTURE_TIME_EXTENSION,
  PROP_OF_RX
};

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

static GstStaticPadTemplate more_template = GST_STATIC_PAD_TEMPLATE ("src_%u",
    GST_PAD_SRC, GST_PAD_REQUEST, GST_STATIC_CAPS_ANY);

static void gst_scream_src_uri_handler_init (gpointer iface, gpointer data);

#define gst_scream_src_parent_class parent_class
G_DEFINE_TYPE_WITH_CODE (GstScreamSrc, gst_scream_src, GST_TYPE_BIN,
    G_IMPLEMENT_INTERFACE (GST_TYPE_URI_HANDLER,
        gst_scream_src_uri_handler_init));
GST_ELEMENT_REGISTER_DEFINE (screamsrc, "screamsrc", GST_RANK_PRIMARY,
    GST_TYPE_SCREAM_SRC);

/* ---- pads ---- */

static GstPad *
gst_scream_src_request_new_pad (GstElement * element, GstPadTemplate * templ,
    const gchar * name, const GstCaps * caps)
{
  GstScreamSrc *self = GST_SCREAM_SRC (element);
  guint n = 0, next = 0;
  gchar *own;
  GstPad *pad;

  if (!gst_pad_name_choose (element, "src_", name, &next, &n))
    return NULL;
  if (gst_pad_name_is_taken (element, "src_", n)) {
    GST_WARNING_OBJECT (self, "there is a pad %s already", name);
    return NULL;
  }
  own = g_strdup_printf ("src_%u", n);
  pad = gst_scream_streams_new_output (self->streams, templ, own);
  g_free (own);
  return pad;
}

static void
gst_scream_src_release_pad (GstElement * element, GstPad * pad)
{
  gst_scream_streams_release_output (GST_SCREAM_SRC (element)->streams, pad);
}

/* ---- states ---- */

static GstStateChangeReturn
gst_scream_src_change_state (GstElement * element, GstStateChange transition)
{
  GstScreamSrc *self = GST_SCREAM_SRC (element);
  GstStateChangeReturn ret;

  if (transition == GST_STATE_CHANGE_NULL_TO_READY
      && !gst_scream_src_open (self))
    return GST_STATE_CHANGE_FAILURE;
  if (transition == GST_STATE_CHANGE_READY_TO_PAUSED)
    gst_scream_src_reset_counters (self);

  ret = GST_ELEMENT_CLASS (parent_class)->change_state (element, transition);

  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY)
    gst_scream_streams_clear (self->streams);
  if (transition == GST_STATE_CHANGE_READY_TO_NULL
      || (transition == GST_STATE_CHANGE_NULL_TO_READY
          && ret == GST_STATE_CHANGE_FAILURE))
    gst_scream_src_close (self);
  return ret;
}

/* ---- properties ---- */

/* A wrong key must not be the same as none. */
static void
gst_scream_src_set_key (GstScreamSrc * self, const gchar * text)
{
  self->bad_key = !gst_scream_srtp_set_key (&self->srtp_key, text);
}

static void
gst_scream_src_set_latency (GstScreamSrc * self, guint latency)
{
  GstElement *rtpbin = NULL;

  g_mutex_lock (&self->lock);
  self->latency = latency;
  if (self->rtpbin != NULL)
    rtpbin = gst_object_ref (self->rtpbin);
  g_mutex_unlock (&self->lock);
  if (rtpbin == NULL)
    return;
  g_object_set (rtpbin, "latency", latency, NULL);
  gst_object_unref (rtpbin);
}

static void
gst_scream_src_set_own (GstScreamSrc * self, guint id, const GValue * value)
{
  g_mutex_lock (&self->lock);
  switch (id) {
    case PROP_ADDRESS:
      g_free (self->address);
      self->address = g_value_dup_string (value);
      break;
    case PROP_PORT:
      self->port = g_value_get_uint (value);
      break;
    case PROP_CAPS:
      gst_caps_replace (&self->caps, (GstCaps *) gst_value_get_caps (value));
      break;
    case PROP_TIMEOUT:
      self->timeout = g_value_get_uint64 (value);
      break;
    case PROP_SRTP_KEY:
      gst_scream_src_set_key (self, g_value_get_string (value));
      break;
    case PROP_MAX_AGE:
      self->max_age = g_value_get_uint64 (value);
      break;
    default:
      break;
  }
  g_mutex_unlock (&self->lock);
}

static void
gst_scream_src_set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * pspec)
{
  GstScreamSrc *self = GST_SCREAM_SRC (object);

  if (id >= PROP_CAPTURE_TIME_EXTENSION)
    gst_scream_proxy_set (G_OBJECT (self->rx), value, pspec);
  else if (id == PROP_LATENCY)
    gst_scream_src_set_latency (self, g_value_get_uint (value));
  else
    gst_scream_src_set_own (self, id, value);
}

static GstStructure *
gst_scream_src_get_stats (GstScreamSrc * self)
{
  GstStructure *stats = NULL;

  g_object_get (self->rx, "stats", &stats, NULL);
  gst_structure_set_name (stats, "application/x-screamsrc-stats");
  gst_scream_src_add_stats (self, stats);
  return stats;
}

static void
gst_scream_src_get_own (GstScreamSrc * self, guint id, GValue * value)
{
  g_mutex_lock (&self->lock);
  switch (id) {
    case PROP_ADDRESS:
      g_value_set_string (value, self->address);
      break;
    case PROP_PORT:
      g_value_set_uint (value, self->port);
      break;
    case PROP_CAPS:
      gst_value_set_caps (value, self->caps);
      break;
    case PROP_LATENCY:
      g_value_set_uint (value, self->latency);
      break;
    case PROP_TIMEOUT:
      g_value_set_uint64 (value, self->timeout);
      break;
    case PROP_MAX_AGE:
      g_value_set_uint64 (value, self->max_age);
      break;
    default:
      break;
  }
  g_mutex_unlock (&self->lock);
}

static void
gst_scream_src_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  GstScreamSrc *self = GST_SCREAM_SRC (object);

  if (id >= PROP_CAPTURE_TIME_EXTENSION)
    gst_scream_proxy_get (G_OBJECT (self->rx), value, pspec);
  else if (id == PROP_STATS)
    g_value_take_boxed (value, gst_scream_src_get_stats (self));
  else
    gst_scream_src_get_own (self, id, value);
}

/* ---- scream:// ---- */

static GstURIType
gst_scream_src_uri_get_type (GType type)
{
  return GST_URI_SRC;
}

static const gchar *const *
gst_scream_src_uri_get_protocols (GType type)
{
  static const gchar *const protocols[] = { GST_SCREAM_URI_SCHEME, NULL };

  return protocols;
}

static gchar *
gst_scream_src_uri_get_uri (GstURIHandler * handler)
{
  GstScreamSrc *self = GST_SCREAM_SRC (handler);
  gchar *uri;

  g_mutex_lock (&self->lock);
  uri = gst_scream_uri_build (self->address, self->port);
  g_mutex_unlock (&self->lock);
  return uri;
}

static gboolean
gst_scream_src_uri_set_uri (GstURIHandler * handler, const gchar * uri,
    GError ** error)
{
  static const gchar *const allowed[] = {
    "capture-time-extension", "caps", "compat", "feedback",
    "feedback-max-interval", "feedback-max-packets", "feedback-route",
    "latency", "max-age", "rtp-session-bandwidth", "sender-ssrc", "srtp-key",
    "timeout", "twcc-extension", NULL
  };

  return gst_scream_uri_apply (uri, G_OBJECT (handler), "address", allowed,
      error);
}

static void
gst_scream_src_uri_handler_init (gpointer iface, gpointer data)
{
  GstURIHandlerInterface *handler = iface;

  handler->get_type = gst_scream_src_uri_get_type;
  handler->get_protocols = gst_scream_src_uri_get_protocols;
  handler->get_uri = gst_scream_src_uri_get_uri;
  handler->set_uri = gst_scream_src_uri_set_uri;
}

/* ---- class ---- */

static void
gst_scream_src_finalize (GObject * object)
{
  GstScreamSrc *self = GST_SCREAM_SRC (object);

  gst_scream_streams_free (self->streams);
  g_free (self->address);
  gst_clear_caps (&self->caps);
  gst_clear_buffer (&self->srtp_key);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_scream_src_install_network (GObjectClass * object_class)
{
  GParamFlags ready = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
      | GST_PARAM_MUTABLE_READY;

  /**
   * GstScreamSrc:address:
   *
   * Address of this host to receive at; empty for all of them, IPv6 and IPv4.
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_ADDRESS,
      g_param_spec_string ("address", "Address",
          "Address of this host to receive at (empty = all, IPv6 and IPv4)",
          "", ready));

  /**
   * GstScreamSrc:port:
   *
   * UDP port to receive at. Feedback and reports leave from it, too.
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_PORT,
      g_param_spec_uint ("port", "Port", "UDP port number to receive at",
          1, 65535, DEFAULT_PORT, ready));

  /**
   * GstScreamSrc:timeout:
   *
   * Time without a packet after which the element message `GstUDPSrcTimeout` is
   * posted, again after each such time. In ns, 0 for never.
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_TIMEOUT,
      g_param_spec_uint64 ("timeout", "Timeout",
          "Post a message after so long without a packet (ns, 0 = never)",
          0, G_MAXUINT64, DEFAULT_TIMEOUT, ready));

  /**
   * GstScreamSrc:srtp-key:
   *
   * Master key and salt of SRTP and SRTCP for both ways, AES-128 in counter mode
   * with 80 bits of HMAC-SHA1, as 60 hexadecimal digits; the sender needs the
   * same. NULL for no encryption.
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_SRTP_KEY,
      g_param_spec_string ("srtp-key", "SRTP key",
          "Master key and salt for SRTP, 60 hexadecimal digits", NULL,
          G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY));

  /**
   * GstScreamSrc:max-age:
   *
   * With a key: show only streams that prove by capture-time-extension, or a sender
   * report, that they are not older than this, so that nobody can show a
   * recording of what the sender once sent. The wall clocks of both hosts have to
   * agree that well. In ns, 0 for any age; 10 s is a good value. It takes nothing
   * from a sender that writes the extension, as screamsink does; another one is
   * shown after its first sender report.
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_MAX_AGE,
      g_param_spec_uint64 ("max-age", "Maximum age",
          "With srtp-key, show only streams proven not to be older (ns, 0 = any)",
          0, G_MAXUINT64, DEFAULT_MAX_AGE, ready));
}

static void
gst_scream_src_install_media (GObjectClass * object_class)
{
  GParamFlags ready = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
      | GST_PARAM_MUTABLE_READY;
  GParamFlags playing = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
      | GST_PARAM_MUTABLE_PLAYING;

  /**
   * GstScreamSrc:caps:
   *
   * What payload types mean, where it is not as listed above: caps of RTP, one
   * structure for each payload type; one without `payload` holds for all others.
   * `media` and `clock-rate` may be left out of encodings listed above.
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_CAPS,
      g_param_spec_boxed ("caps", "Caps",
          "Meaning of payload types, application/x-rtp caps", GST_TYPE_CAPS,
          ready));

  /**
   * GstScreamSrc:latency:
   *
   * Time of the jitter buffer, in ms: packets that are later than the fastest by
   * more than this come too late to be shown.  The default is what the
   * queue of the network may take, 60 ms with SCReAM, and the time in which the
   * packets of one frame come in, up to 33 ms. Packets are not held back for it,
   * a sink with `sync=false` shows them earlier; nor are packets dropped for being
   * late, what follows decides on that.
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_LATENCY,
      g_param_spec_uint ("latency", "Latency",
          "Jitter that is made up for (ms)", 0, 60000, DEFAULT_LATENCY,
          playing));

  /**
   * GstScreamSrc:capture-time-extension:
   *
   * As #GstScreamRx:capture-time-extension, with the number that screamsink
   * writes: `latency` in #GstScreamSrc:stats says how old pictures are when they
   * arrive.
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_CAPTURE_TIME_EXTENSION,
      g_param_spec_uint ("capture-time-extension", "Capture time extension",
          "Id number of the RTP header extension abs-capture-time to read "
          "(0 = off)", 0, RTP_CC_EXTENSION_MAX_ID,
          DEFAULT_CAPTURE_TIME_EXTENSION, ready));

  /**
   * GstScreamSrc:stats:
   *
   * Structure `application/x-screamsrc-stats`: that of screamrx, and
   *
   * * #guint `streams`: number of streams that are received now
   * * #guint `ssrcs`: streams that have a place, of 32
   * * #guint64 `rtp-refused`: RTP packets that were not shown: not authentic, or
   *   one of the next three
   * * #guint64 `rtp-from-unknown-peers`: without encryption, those from elsewhere
   *   than the sender while it was heard; the few that turned out to be its are here,
   *   too
   * * #guint64 `rtp-excess`: those of new streams beyond the places, or beyond 32
   *   at once and 2 a second; from elsewhere than the sender 4 and 1
   * * #guint64 `rtp-recorded`: with encryption, those of a recording: they are 10 s
   *   behind another stream by the clock of their sender, or too old for
   *   #GstScreamSrc:max-age
   * * #guint64 `rtcp-packets`: RTCP packets from the sender
   * * #guint64 `rtcp-refused`: RTCP packets that were not authentic, or without
   *   encryption those that came from another address than the media; those of
   *   streams that are not there, and those beyond 100 a second
   *
   * Since: 0.1
   */
  g_object_class_install_property (object_class, PROP_STATS,
      g_param_spec_boxed ("stats", "Statistics",
          "Statistics of packets and feedback (units in the documentation)",
          GST_TYPE_STRUCTURE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void
gst_scream_src_class_init (GstScreamSrcClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  GST_DEBUG_CATEGORY_INIT (gst_scream_src_debug, "screamsrc", 0,
      "SCReAM receiver bin");

  object_class->set_property = gst_scream_src_set_property;
  object_class->get_property = gst_scream_src_get_property;
  object_class->finalize = gst_scream_src_finalize;
  gst_scream_src_install_network (object_class);
  gst_scream_src_install_media (object_class);
  gst_scream_proxy_install (object_class, PROP_OF_RX, GST_TYPE_SCREAM_RX);

  element_class->change_state = gst_scream_src_change_state;
  element_class->request_new_pad = gst_scream_src_request_new_pad;
  element_class->release_pad = gst_scream_src_release_pad;
  /* In this order: whoever looks for a pad to link takes the first template that
   * fits, and `src` may be linked already. */
  gst_element_class_add_static_pad_template (element_class, &more_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_static_metadata (element_class,
      "SCReAM receiver of streams", "Source/Network/RTP",
      "Receives audio and video over RTP with feedback for the sender's rate",
      "gst-scream developers");
}

static void
gst_scream_src_init (GstScreamSrc * self)
{
  GstPadTemplate *templ =
      gst_element_class_get_pad_template (GST_ELEMENT_GET_CLASS (self), "src");

  g_mutex_init (&self->lock);
  self->address = g_strdup ("");
  self->port = DEFAULT_PORT;
  self->latency = DEFAULT_LATENCY;
  self->timeout = DEFAULT_TIMEOUT;
  self->max_age = DEFAULT_MAX_AGE;
  self->rx = g_object_new (GST_TYPE_SCREAM_RX, "capture-time-extension",
      DEFAULT_CAPTURE_TIME_EXTENSION, NULL);
  gst_bin_add (GST_BIN (self), GST_ELEMENT (self->rx));
  gst_scream_src_init_session (self);
  gst_scream_proxy_forward_notify (G_OBJECT (self->rx), G_OBJECT (self));
  self->streams = gst_scream_streams_new (self);
  gst_scream_streams_new_output (self->streams, templ, "src");
}
