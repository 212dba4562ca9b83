/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties of screamvideosrc. */
#include "gstscreamvideosrcprivate.h"

#define AT(member) PROP_MEMBER (GstScreamVideoSrc, member)

/* An RTP header and something to send; a UDP datagram over IPv4. */
#define MIN_MTU 28
#define MAX_MTU 65507

static GstStructure *
create_stats (gpointer object)
{
  GstScreamVideoSrc *self = object;
  const GstScreamVideoSrcStats *stats = &self->stats;
  GstStructure *res;

  GST_OBJECT_LOCK (self);
  res = gst_structure_new ("application/x-screamvideosrc-stats",
      "frames", G_TYPE_UINT64, stats->frames,
      "key-frames", G_TYPE_UINT64, stats->key_frames,
      "key-frames-forced", G_TYPE_UINT64, stats->forced,
      "frames-late", G_TYPE_UINT64, stats->late,
      "frames-skipped", G_TYPE_UINT64, stats->skipped,
      "packets", G_TYPE_UINT64, stats->packets,
      "bytes", G_TYPE_UINT64, stats->bytes,
      "ssrc", G_TYPE_UINT, self->ssrc,
      "seqnum", G_TYPE_UINT, stats->seqnum,
      "timestamp", G_TYPE_UINT, stats->timestamp, NULL);
  GST_OBJECT_UNLOCK (self);
  return res;
}

static void
set_live (gpointer self, const GValue * value)
{
  gst_base_src_set_live (self, g_value_get_boolean (value));
}

static void
get_live (gpointer self, GValue * value)
{
  g_value_set_boolean (value, gst_base_src_is_live (self));
}

static const GstProperty rows[] = {
  /**
   * GstScreamVideoSrc:bitrate:
   *
   * Target of the frames in bit/s, RTP headers not counted, as the bitrate of
   * an encoder. It holds from the next frame on.
   *
   * Since: 0.1
   */
  /* With these defaults: 50 frames/s, as the SCReAM bandwidth test tool. */
  {"bitrate", "Bitrate", "Target bitrate without RTP headers (bit/s)",
        PROP_PLAYING, PROP_UINT (1000, G_MAXUINT, 1000000), PROP_BITS (10000),
      AT (settings.bitrate)},
  /**
   * GstScreamVideoSrc:bitrate-hysteresis:
   *
   * Frames follow #GstScreamVideoSrc:bitrate only if it rises by more than this part,
   * or falls by more than a quarter of it: with 0.1, +10 % and -2.5 %. It imitates
   * encoders with costly changes, with a key frame for example.
   *
   * Since: 0.1
   */
  {"bitrate-hysteresis", "Bitrate hysteresis",
        "Least rise of the bitrate that frames follow (fraction, 0 = any)",
        PROP_PLAYING, PROP_DOUBLE (0, 1, 0),
      AT (settings.follow.hysteresis)},
  /**
   * GstScreamVideoSrc:bitrate-increase:
   *
   * Largest rise of the output in a second, in bit/s, however fast
   * #GstScreamVideoSrc:bitrate rises. Falls take effect at once.
   *
   * Since: 0.1
   */
  {"bitrate-increase", "Bitrate increase",
        "Largest rise of the output in a second (bit/s, 0 = no limit)",
        PROP_PLAYING, PROP_UINT (0, G_MAXUINT, 0), PROP_BITS (10000),
      AT (settings.follow.increase)},
  /**
   * GstScreamVideoSrc:framerate:
   *
   * Frames per second: 50/1, 50, or 2997/100. It holds from the frame after the
   * next one on.
   *
   * Since: 0.1
   */
  {"framerate", "Frame rate", "Frames per second", PROP_PLAYING,
        PROP_FRACTION (100, 10000, GST_SCREAM_VIDEO_SRC_FPS),
      AT (settings.fps_n)},
  /**
   * GstScreamVideoSrc:key-frame-interval:
   *
   * Time between key frames in ms, rounded to frames. 0: only the first frame
   * and requested ones.
   *
   * Since: 0.1
   */
  {"key-frame-interval", "Key frame interval",
        "Time between key frames (ms, 0 = only on request)", PROP_PLAYING,
      PROP_UINT (0, 3600000, 0), PROP_MS (20), AT (settings.key_interval)},
  /**
   * GstScreamVideoSrc:key-frame-size:
   *
   * Size of a key frame divided by the size of the frames between key frames.
   * The bitrate stays the same: the other frames are smaller accordingly,
   * evenly until the next key frame or for a second.
   *
   * Since: 0.1
   */
  {"key-frame-size", "Key frame size",
        "Size of a key frame relative to other frames", PROP_PLAYING,
      PROP_DOUBLE (1, 100, 1.0), AT (settings.key_size)},
  /**
   * GstScreamVideoSrc:size-variation:
   *
   * Sizes vary at random, evenly from (1 - x) to (1 + x) times the size without
   * this property. The next frames compensate for large ones, so that the
   * bitrate of a second stays the same.
   *
   * Since: 0.1
   */
  {"size-variation", "Size variation",
        "Random variation of frame sizes (fraction)", PROP_PLAYING,
      PROP_DOUBLE (0, 1, 0), AT (settings.variation)},
  /**
   * GstScreamVideoSrc:seed:
   *
   * Seed of #GstScreamVideoSrc:size-variation. The same seed gives the same
   * sizes, on each platform.
   *
   * Since: 0.1
   */
  {"seed", "Seed", "Random number seed", PROP_READY,
      PROP_UINT (0, G_MAXUINT, 0), AT (settings.seed)},
  /**
   * GstScreamVideoSrc:burst-on-time:
   *
   * With #GstScreamVideoSrc:burst-off-time: time with frames, in ms, in turn with
   * the time without. The bitrate is that during frames. 0 for no pauses.
   *
   * Since: 0.1
   */
  {"burst-on-time", "Burst on time", "Time with frames (ms, 0 = always)",
        PROP_PLAYING, PROP_UINT (0, 3600000, 0), PROP_MS (20),
      AT (settings.burst_on)},
  /**
   * GstScreamVideoSrc:burst-off-time:
   *
   * Time without frames (ms) after each #GstScreamVideoSrc:burst-on-time.
   *
   * Since: 0.1
   */
  {"burst-off-time", "Burst off time", "Time without frames (ms)", PROP_PLAYING,
      PROP_UINT (0, 3600000, 0), PROP_MS (20), AT (settings.burst_off)},
  /**
   * GstScreamVideoSrc:frame-size-file:
   *
   * Name of a file with one frame size in bytes on each line, which are used
   * in turn and again from the start. Empty lines and lines that begin with #
   * are skipped; a frame of 0 bytes is one that the encoder left out.
   *
   * Since: 0.1
   */
  {"frame-size-file", "Frame size file",
        "File with one frame size in bytes on each line", PROP_READY,
      PROP_STRING (NULL), AT (settings.file)},
  /**
   * GstScreamVideoSrc:frame-size-scaled:
   *
   * Whether the sizes of #GstScreamVideoSrc:frame-size-file are scaled, so that
   * the mean of the whole file is #GstScreamVideoSrc:bitrate. If not, they are
   * used as they are, and the bitrate has no effect.
   *
   * Since: 0.1
   */
  {"frame-size-scaled", "Frame sizes scaled",
        "Scale the sizes of the file to the bitrate", PROP_PLAYING,
      PROP_BOOLEAN (TRUE), AT (settings.scaled)},
  /**
   * GstScreamVideoSrc:mtu:
   *
   * Size of the largest packet with its RTP header, as the property of RTP
   * payloaders. The headers of UDP and IP come on top.
   *
   * Since: 0.1
   */
  {"mtu", "MTU", "Largest packet with its RTP header (bytes)", PROP_PLAYING,
      PROP_UINT (MIN_MTU, MAX_MTU, 1200), AT (settings.mtu)},
  /**
   * GstScreamVideoSrc:pt:
   *
   * Payload type of the packets.
   *
   * Since: 0.1
   */
  {"pt", "Payload type", "Payload type number of the packets", PROP_READY,
      PROP_UINT (0, 127, 96), AT (settings.pt)},
  /**
   * GstScreamVideoSrc:ssrc:
   *
   * SSRC of the packets. The default takes a random one.
   *
   * Since: 0.1
   */
  {"ssrc", "SSRC", "SSRC of the packets (4294967295 = random)", PROP_READY,
      PROP_UINT (0, G_MAXUINT, G_MAXUINT), AT (settings.ssrc)},
  /**
   * GstScreamVideoSrc:seqnum-offset:
   *
   * Sequence number of the first packet. The default takes a random one.
   *
   * Since: 0.1
   */
  {"seqnum-offset", "Sequence number offset",
        "Sequence number of the first packet (-1 = random)", PROP_READY,
      PROP_INT (-1, G_MAXUINT16, -1), AT (settings.seqnum_offset)},
  /**
   * GstScreamVideoSrc:timestamp-offset:
   *
   * RTP timestamp that belongs to the running time 0. The default takes a
   * random one.
   *
   * Since: 0.1
   */
  {"timestamp-offset", "Timestamp offset",
        "RTP timestamp number at running time 0 (4294967295 = random)",
        PROP_READY, PROP_UINT (0, G_MAXUINT, G_MAXUINT),
      AT (settings.timestamp_offset)},
  /**
   * GstScreamVideoSrc:is-live:
   *
   * Whether frames are produced in real time, as by a camera, or as fast as
   * downstream takes them.
   *
   * Since: 0.1
   */
  {"is-live", "Is live", "Produce frames in real time", PROP_READY,
      PROP_BOOLEAN (TRUE), PROP_SET (set_live), PROP_GET (get_live)},
  /**
   * GstScreamVideoSrc:stats:
   *
   * Statistics since READY, as application/x-screamvideosrc-stats. In READY
   * the last ones stay. Fields:
   *
   * * `frames`, `key-frames`: uint64, frames produced
   * * `key-frames-forced`: uint64, key frames requested by events
   * * `frames-late`: uint64, frames dropped because downstream or the machine
   *   blocked
   * * `frames-skipped`: uint64, frames dropped at #GstScreamVideoSrc::prepare-frame
   * * `packets`, `bytes`: uint64, packets and payload bytes
   * * `ssrc`, `seqnum`, `timestamp`: uint, of the last packet
   *
   * Since: 0.1
   */
  {"stats", "Statistics", "Frames, packets and bytes",
      PROP_STATS (create_stats)},
};

const GstPropertyTable gst_scream_video_src_properties = {
  PROP_ROWS (rows)
};
