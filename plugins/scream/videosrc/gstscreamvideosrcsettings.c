/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties of screamvideosrc. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamvideosrcprivate.h"
#include "plugins/packet/gstmemberproperty.h"
#include "plugins/packet/gststrictproperty.h"

#define AT(member) G_STRUCT_OFFSET (GstScreamVideoSrc, member)

/* As of the test tool that people know: 50 frames/s of 1200 bytes. */
#define DEFAULT_BITRATE 1000000
#define DEFAULT_MTU 1200
#define DEFAULT_KEY_SIZE 1.0
#define DEFAULT_PT 96

/* An RTP header and something to send; a UDP datagram over IPv4. */
#define MIN_MTU 28
#define MAX_MTU 65507

#define FLAGS_READY (G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | \
    GST_PARAM_MUTABLE_READY)
#define FLAGS_PLAYING (G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | \
    GST_PARAM_MUTABLE_PLAYING)

static void
install_rate_properties (GObjectClass * klass)
{
  /**
   * GstScreamVideoSrc:bitrate:
   *
   * Target of the frames in bit/s, RTP headers not counted, as the bitrate of
   * an encoder. It holds from the next frame on.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_BITRATE, AT (settings.bitrate),
      gst_strict_property_in_bits (g_param_spec_uint ("bitrate", "Bitrate",
              "Target bitrate without RTP headers (bit/s)", 1000, G_MAXUINT,
              DEFAULT_BITRATE, FLAGS_PLAYING), 10000));
  /**
   * GstScreamVideoSrc:bitrate-hysteresis:
   *
   * Frames follow #GstScreamVideoSrc:bitrate only if it rises by more than this part,
   * or falls by more than a quarter of it: with 0.1, +10 % and -2.5 %. It is for encoders
   * that pay for each change, with a key frame for example.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_BITRATE_HYSTERESIS,
      AT (settings.follow.hysteresis),
      g_param_spec_double ("bitrate-hysteresis", "Bitrate hysteresis",
          "Part of the bitrate by which it has to rise before frames follow "
          "(0 = they follow each change)", 0, 1, 0, FLAGS_PLAYING));
  /**
   * GstScreamVideoSrc:bitrate-increase:
   *
   * So much more in a second at most, in bit/s, however fast
   * #GstScreamVideoSrc:bitrate rises. Falls are followed at once.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_BITRATE_INCREASE,
      AT (settings.follow.increase),
      gst_strict_property_in_bits (g_param_spec_uint ("bitrate-increase",
              "Bitrate increase",
              "Largest rise of the frames' bitrate in a second (bit/s, 0 = at "
              "once)", 0, G_MAXUINT, 0, FLAGS_PLAYING), 10000));
  /**
   * GstScreamVideoSrc:framerate:
   *
   * Frames per second: 50/1, 50, or 2997/100. It holds from the frame after the
   * next one on.
   *
   * Since: 0.1
   */
  gst_strict_property_install (klass, PROP_FRAMERATE,
      gst_param_spec_fraction ("framerate", "Frame rate",
          "Frames per second", 1, 100, 10000, 1, GST_SCREAM_VIDEO_SRC_FPS,
          1, FLAGS_PLAYING));
  /**
   * GstScreamVideoSrc:mtu:
   *
   * Size of the largest packet with its RTP header, as the property of RTP
   * payloaders. The headers of UDP and IP come on top.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_MTU, AT (settings.mtu),
      g_param_spec_uint ("mtu", "MTU",
          "Largest packet with its RTP header (bytes)", MIN_MTU, MAX_MTU,
          DEFAULT_MTU, FLAGS_PLAYING));
}

static void
install_size_properties (GObjectClass * klass)
{
  /**
   * GstScreamVideoSrc:key-frame-interval:
   *
   * Time between key frames in ms, rounded to frames. 0 for none but the first
   * one and those that are asked for.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_KEY_FRAME_INTERVAL,
      AT (settings.key_interval),
      gst_strict_property_in_ms (g_param_spec_uint ("key-frame-interval",
              "Key frame interval",
              "Time between key frames (ms, 0 = only on request)", 0, 3600000,
              0, FLAGS_PLAYING), 20));
  /**
   * GstScreamVideoSrc:key-frame-size:
   *
   * Size of a key frame divided by the size of the frames between key frames.
   * The bitrate stays the same: the other frames are smaller accordingly,
   * evenly until the next key frame or for a second.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_KEY_FRAME_SIZE,
      AT (settings.key_size), g_param_spec_double ("key-frame-size",
          "Key frame size", "Size of key frames, as a number of other frames",
          1, 100, DEFAULT_KEY_SIZE, FLAGS_PLAYING));
  /**
   * GstScreamVideoSrc:size-variation:
   *
   * Sizes vary at random, evenly from (1 - x) to (1 + x) times the size without
   * this property. The next frames compensate for large ones, so that the
   * bitrate of a second stays the same.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_SIZE_VARIATION,
      AT (settings.variation), g_param_spec_double ("size-variation",
          "Size variation", "Fraction by which frame sizes vary at random", 0,
          1, 0, FLAGS_PLAYING));
  /**
   * GstScreamVideoSrc:seed:
   *
   * Seed of #GstScreamVideoSrc:size-variation. The same seed gives the same
   * sizes, on each platform.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_SEED, AT (settings.seed),
      g_param_spec_uint ("seed", "Seed", "Random number seed", 0, G_MAXUINT,
          0, FLAGS_READY));
  /**
   * GstScreamVideoSrc:frame-size-file:
   *
   * Name of a file with one frame size in bytes on each line, which are used
   * in turn and again from the start. Empty lines and lines that begin with #
   * are skipped; a frame of 0 bytes is one that the encoder left out.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_FRAME_SIZE_FILE, AT (settings.file),
      g_param_spec_string ("frame-size-file", "Frame size file",
          "File with one frame size in bytes on each line", NULL, FLAGS_READY));
  /**
   * GstScreamVideoSrc:frame-size-scaled:
   *
   * Whether the sizes of #GstScreamVideoSrc:frame-size-file are scaled, so that
   * the mean of the whole file is #GstScreamVideoSrc:bitrate. If not, they are
   * used as they are, and the bitrate has no effect.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_FRAME_SIZE_SCALED,
      AT (settings.scaled), g_param_spec_boolean ("frame-size-scaled",
          "Frame sizes scaled",
          "Whether the sizes of the file are scaled to the bitrate", TRUE,
          FLAGS_PLAYING));
}

static void
install_burst_properties (GObjectClass * klass)
{
  /**
   * GstScreamVideoSrc:burst-on-time:
   *
   * With #GstScreamVideoSrc:burst-off-time: frames are made for this time in
   * ms, then none for the other, and so on. The bitrate is that of the time in
   * which there are frames. 0 for no pauses.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_BURST_ON_TIME,
      AT (settings.burst_on),
      gst_strict_property_in_ms (g_param_spec_uint ("burst-on-time",
              "Burst on time", "Time with frames (ms, 0 = always)", 0, 3600000,
              0, FLAGS_PLAYING), 20));
  /**
   * GstScreamVideoSrc:burst-off-time:
   *
   * Time without frames (ms) after each #GstScreamVideoSrc:burst-on-time.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_BURST_OFF_TIME,
      AT (settings.burst_off),
      gst_strict_property_in_ms (g_param_spec_uint ("burst-off-time",
              "Burst off time", "Time without frames (ms)", 0, 3600000, 0,
              FLAGS_PLAYING), 20));
}

static void
install_rtp_properties (GObjectClass * klass)
{
  /**
   * GstScreamVideoSrc:pt:
   *
   * Payload type of the packets.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_PT, AT (settings.pt),
      g_param_spec_uint ("pt", "Payload type",
          "Payload type number of the packets", 0, 127, DEFAULT_PT,
          FLAGS_READY));
  /**
   * GstScreamVideoSrc:ssrc:
   *
   * SSRC of the packets. The default takes a random one.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_SSRC, AT (settings.ssrc),
      g_param_spec_uint ("ssrc", "SSRC",
          "SSRC of the packets (4294967295 = random)", 0, G_MAXUINT, G_MAXUINT,
          FLAGS_READY));
  /**
   * GstScreamVideoSrc:seqnum-offset:
   *
   * Sequence number of the first packet. The default takes a random one.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_SEQNUM_OFFSET,
      AT (settings.seqnum_offset), g_param_spec_int ("seqnum-offset",
          "Sequence number offset",
          "Sequence number of the first packet (-1 = random)", -1, G_MAXUINT16,
          -1, FLAGS_READY));
  /**
   * GstScreamVideoSrc:timestamp-offset:
   *
   * RTP timestamp that belongs to the running time 0. The default takes a
   * random one.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_TIMESTAMP_OFFSET,
      AT (settings.timestamp_offset), g_param_spec_uint ("timestamp-offset",
          "Timestamp offset",
          "RTP timestamp number at running time 0 (4294967295 = random)", 0,
          G_MAXUINT, G_MAXUINT, FLAGS_READY));
}

static void
install_other_properties (GObjectClass * klass)
{
  /**
   * GstScreamVideoSrc:is-live:
   *
   * Whether frames are made when it is time for them, as a camera does. If not,
   * they are made as fast as they are taken.
   *
   * Since: 0.1
   */
  gst_strict_property_install (klass, PROP_IS_LIVE,
      g_param_spec_boolean ("is-live", "Is live",
          "Whether frames come at their time", TRUE, FLAGS_READY));
  /**
   * GstScreamVideoSrc:stats:
   *
   * Statistics since READY, as application/x-screamvideosrc-stats. In READY
   * the last ones stay. Fields:
   *
   * * `frames`, `key-frames`: uint64, frames that were made
   * * `key-frames-forced`: uint64, key frames that an event asked for
   * * `frames-late`: uint64, frames left out because downstream blocked or the
   *   machine stood still
   * * `frames-skipped`: uint64, frames left out at #GstScreamVideoSrc::prepare-frame
   * * `packets`, `bytes`: uint64, packets and payload bytes
   * * `ssrc`, `seqnum`, `timestamp`: uint, of the last packet
   *
   * Since: 0.1
   */
  gst_strict_property_install (klass, PROP_STATS,
      g_param_spec_boxed ("stats", "Statistics", "Frames, packets and bytes",
          GST_TYPE_STRUCTURE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

void
gst_scream_video_src_install_properties (GObjectClass * klass)
{
  install_rate_properties (klass);
  install_size_properties (klass);
  install_burst_properties (klass);
  install_rtp_properties (klass);
  install_other_properties (klass);
}
