/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxpad.c: properties of a sink pad of screamtx */
#include "gstscreamtxprivate.h"

#define AT(member) PROP_MEMBER (GstScreamTxPad, member)

G_DEFINE_TYPE (GstScreamTxPad, gst_scream_tx_pad, GST_TYPE_PAD);

static const GEnumValue traffic_classes[] = {
  {GST_SCREAM_TX_TRAFFIC_AUTO, "Urgent if its caps say media=audio", "auto"},
  {GST_SCREAM_TX_TRAFFIC_NORMAL, "Shares the rate by priority", "normal"},
  {GST_SCREAM_TX_TRAFFIC_URGENT, "Packets are sent first, without pacing",
      "urgent"},
  {0, NULL, NULL}
};

static GST_PROPERTY_DEFINE_ENUM ("GstScreamTxTrafficClass",
    gst_scream_tx_traffic_get_type, traffic_classes);

/* ---- object ---- */

static void
apply (gpointer pad)
{
  GstObject *parent = gst_object_get_parent (pad);

  if (parent != NULL) {
    gst_scream_tx_apply_settings (GST_SCREAM_TX (parent));
    gst_object_unref (parent);
  }
}

static GstStructure *
create_stats (gpointer pad)
{
  GstObject *parent = gst_object_get_parent (pad);
  GstStructure *stats = NULL;

  if (parent != NULL) {
    stats = gst_scream_tx_create_stream_stats (GST_SCREAM_TX (parent), pad);
    gst_object_unref (parent);
  }
  return stats;
}

static const GstProperty rows[] = {
  /**
   * GstScreamTxPad:priority:
   *
   * This stream's part of the rate, in proportion to those of the other pads.
   *
   * Since: 0.1
   */
  {"priority", "Priority",
        "Share of the rate, relative to the other pads (fraction)",
      PROP_PLAYING, PROP_DOUBLE (0.0, 1.0, 1.0), AT (priority)},
  /**
   * GstScreamTxPad:min-bitrate:
   *
   * The encoders of this stream are never set to less, even if that is more
   * than the path carries.
   *
   * Since: 0.1
   */
  {"min-bitrate", "Minimum bitrate", "Lowest media rate of this stream (bit/s)",
        PROP_PLAYING, PROP_UINT (0, G_MAXUINT, 0), PROP_BITS (6000),
      AT (min_bitrate)},
  /**
   * GstScreamTxPad:max-bitrate:
   *
   * The encoders of this stream are never set to more; the other streams get
   * the rest.
   *
   * Since: 0.1
   */
  {"max-bitrate", "Maximum bitrate",
        "Highest media rate of this stream (bit/s, 0 = the element's)",
        PROP_PLAYING, PROP_UINT (0, G_MAXUINT, 0), PROP_BITS (6000),
      AT (max_bitrate)},
  /**
   * GstScreamTxPad:preferred-bitrate:
   *
   * The rate that the stream needs. A higher rate is of little use to it, for a
   * slide show for example: the other streams get theirs first, and only the
   * rest that they cannot use is added, up to #GstScreamTxPad:max-bitrate. For
   * a stream of audio or data this rate is reserved even if it produces less.
   *
   * Since: 0.1
   */
  {"preferred-bitrate", "Preferred bitrate",
        "Media rate above which other streams come first (bit/s, 0 = no "
        "limit)", PROP_PLAYING, PROP_UINT (0, G_MAXUINT, 0),
      PROP_BITS (6000), AT (preferred_bitrate)},
  /**
   * GstScreamTxPad:traffic-class:
   *
   * Packets of an urgent stream go before those of all others, and wait neither
   * for the pacer nor for the window, so that a key frame of video does not
   * delay audio. The rate of the other streams is reduced by them. Nothing else
   * limits an urgent stream, so it must not be one that can fill the path: no
   * video.
   *
   * `auto` is urgent for streams with media=audio in their caps. In any class,
   * a stream with media=audio or media=application gets the rate that it
   * produces, since nothing controls its encoder, and the others share the rest.
   * One that is not urgent gets no more than its part by #GstScreamTxPad:priority, or
   * #GstScreamTxPad:min-bitrate if that is more.
   *
   * Since: 0.1
   */
  {"traffic-class", "Traffic class",
        "Precedence of the packets of this stream",
        PROP_PLAYING,
        PROP_ENUM (gst_scream_tx_traffic_get_type, GST_SCREAM_TX_TRAFFIC_AUTO),
      AT (traffic)},
  /**
   * GstScreamTxPad:paused:
   *
   * Nothing of this stream leaves, and its share goes to the others at once.
   * Raw frames of a live source are dropped before the encoder, which then has
   * no work. Packets that arrive nevertheless are dropped (packets-paused in
   * #GstScreamTxPad:stats), after the frame that has begun. When the stream
   * goes on, it has its share at once, and a key frame is requested.
   *
   * Since: 0.1
   */
  {"paused", "Paused", "Pause this stream; the others get its share",
      PROP_PLAYING, PROP_BOOLEAN (FALSE), AT (paused)},
  /**
   * GstScreamTxPad:auto-pause:
   *
   * Whether screamtx may pause this stream by itself when the rate does not
   * suffice for the #GstScreamTxPad:min-bitrate of all streams, as for the
   * layers of a simulcast. The stream with the lowest priority is paused first;
   * among equal priorities, the one with the highest minimum; among equal
   * minima, that of the last pad. The last remaining stream is not paused. The
   * streams return one by one in the opposite order, when there has been room
   * for 2 s, or for a try after 4 s in which the others could not use more. A
   * stream that has to go again soon waits longer.
   *
   * Since: 0.1
   */
  {"auto-pause", "Automatic pause",
        "Pause this stream when the rate is below the sum of all minima",
      PROP_PLAYING, PROP_BOOLEAN (FALSE), AT (auto_pause)},
  /**
   * GstScreamTxPad:estimated-bitrate:
   *
   * This stream's share of the media rate, to which its encoders are set, or to
   * which an application should set them. 0 while the stream is paused or has
   * been silent for a second. Notified as #GstScreamTx:estimated-bitrate.
   *
   * Since: 0.1
   */
  {"estimated-bitrate", "Estimated bitrate",
        "This stream's share of the media rate (bit/s)", PROP_READABLE,
      PROP_UINT (0, G_MAXUINT, 0), AT (estimated_bitrate)},
  /**
   * GstScreamTxPad:active:
   *
   * FALSE while the stream is paused, by #GstScreamTxPad:paused or
   * #GstScreamTxPad:auto-pause. Notified; the message `scream-stream` says so
   * too.
   *
   * Since: 0.1
   */
  {"active", "Active",
        "Not paused, neither by the application nor for lack of rate",
      PROP_READABLE, PROP_BOOLEAN (TRUE), AT (active)},
  /**
   * GstScreamTxPad:suggested-height:
   *
   * Lines of the picture that fits the rate of this stream, by the bits that it has for
   * a pixel; 0: as it is. For applications that scale before their encoder. It refers
   * to the largest picture that the encoder has had since the pad exists, so it stays
   * when the application follows. 5 s at least are between two changes, and a larger
   * picture has been possible for 10 s. With #GstScreamSink:adapt screamsink scales
   * itself.
   *
   * Since: 0.2
   */
  {"suggested-height", "Suggested height",
        "Picture height that suits the rate (number of lines, 0 = "
        "unchanged)", PROP_READABLE, PROP_UINT (0, G_MAXUINT, 0),
      AT (suggested_height)},
  /**
   * GstScreamTxPad:suggested-framerate:
   *
   * Frames in a second that fit the rate, where the smallest picture is too large for
   * it; 0: as it is. As #GstScreamTxPad:suggested-height.
   *
   * Since: 0.2
   */
  {"suggested-framerate", "Suggested frame rate",
        "Frame rate that suits the rate (number of frames per second, 0 = "
        "unchanged)", PROP_READABLE, PROP_DOUBLE (0, G_MAXDOUBLE, 0),
      AT (suggested_framerate)},
  /**
   * GstScreamTxPad:stats:
   *
   * Structure application/x-screamtx-stream-stats, as in "streams" of
   * #GstScreamTx:stats; NULL below PAUSED. Units as there. All are uint64 but
   * where another type is named:
   *
   * * pad (string): the name of the sink pad
   * * active (boolean): it takes part in the sharing; not so a stream that is
   *   paused or was silent for a second. paused (boolean): by
   *   #GstScreamTxPad:paused; auto-paused (boolean): for lack of rate
   * * target-bitrate, target-rate: its share, of media and on the wire
   * * media-bitrate, send-rate: the rates that arrived and left in the last
   *   second; repair-rate: retransmissions and FEC, which the encoder does not
   *   get
   * * queued-bytes, queued-packets (uint), queue-delay: packets that wait, and
   *   the age of the oldest one
   * * packets-sent, bytes-sent
   * * packets-discarded, frames-discarded: waited too long; frames-skipped: before
   *   the encoder; packets-paused: came while it was paused
   * * remote-frames-shown, remote-frames-undecodable, remote-freezes,
   *   remote-freeze-time, remote-frame-rate (double): as a screamsrc says
   * * key-frame-requests: by which receivers asked for a key frame: FIR in RTCP
   *   that screamtx reads, and PLI if no RTPSession gets that RTCP; PLI of an
   *   RTPSession downstream, or of one upstream if
   *   an encoder is controlled; key-frames-asked: of the encoder, for these and
   *   for discarded frames. Receivers get the first at once, one more after 300 ms
   *   at the earliest, and in the long run one a second for each SSRC; a request
   *   that came earlier is answered then. The application's own requests, by
   *   gst_video_event_new_upstream_force_key_unit(), are neither counted nor
   *   limited
   * * capture-times: packets that carry their capture time
   * * not-rtp: buffers that were no RTP packets
   * * encoder (structure): the control of its encoder, with target-bitrate,
   *   commanded-bitrate, output-bitrate, frames-replaced (by a key frame, since they
   *   were too large), gain (double), cost (string: what a change
   *   costs, none, steps, drain, key-frame, restart, fixed or no-rate), changes,
   *   changes-handled (those that a handler of
   *   #GstScreamTx::encoder-bitrate-changing made), follows (boolean) and, if
   *   there are several, "encoders"
   *
   * Since: 0.1
   */
  {"stats", "Statistics",
        "Statistics of this stream (units in the documentation)",
      PROP_STATS (create_stats)},
};

static const GstPropertyTable table = {
  PROP_ROWS (rows),
  .changed = apply
};

static void
gst_scream_tx_pad_finalize (GObject * object)
{
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (object);

  g_free (pad->encoder_missing);
  g_clear_pointer (&pad->encoder, gst_encoder_control_free);
  g_array_unref (pad->out);
  g_array_unref (pad->pushed);
  gst_scream_ecn_messages_clear (&pad->ecn_messages);
  gst_clear_object (&pad->srcpad);

  G_OBJECT_CLASS (gst_scream_tx_pad_parent_class)->finalize (object);
}

static void
gst_scream_tx_pad_init (GstScreamTxPad * pad)
{
  gst_property_table_init (pad, &table);
  pad->active = TRUE;
  gst_scream_suggestion_init (&pad->suggestion);
  pad->stream = pad->media_type = -1;
  pad->result = GST_FLOW_FLUSHING;
  pad->flushing = TRUE;
  pad->out = g_array_new (FALSE, FALSE, sizeof (RtpCcQueueItem));
  pad->pushed = g_array_new (FALSE, FALSE, sizeof (RtpCcQueueItem));
  gst_segment_init (&pad->segment, GST_FORMAT_TIME);
}

static void
gst_scream_tx_pad_class_init (GstScreamTxPadClass * klass)
{
  GObjectClass *gobject_class = G_OBJECT_CLASS (klass);

  gobject_class->finalize = gst_scream_tx_pad_finalize;
  gst_property_table_install (gobject_class, &table);
}
