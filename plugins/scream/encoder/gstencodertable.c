/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is known about encoders: data, and the rules that go with it.
 *
 * To add one: one line, before any pattern that would match it first. Take the
 * unit from the property's description, and find out by trial what a change
 * costs while the encoder runs: docs/encoders.md says how. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <gst/gst.h>

#include "gstencodertable.h"

#define BPS GST_ENCODER_UNIT_BPS
#define KBPS GST_ENCODER_UNIT_KBPS
#define LIVE GST_ENCODER_COST_NONE
#define KEY GST_ENCODER_COST_KEY_FRAME
#define RESTART GST_ENCODER_COST_RESTART
#define FIXED GST_ENCODER_COST_FIXED
#define AUDIO GST_ENCODER_COST_AUDIO
#define NO_RATE GST_ENCODER_COST_NO_RATE

/* A buffer of 300 ms is the smallest that keeps the full rate: half of it
 * gains little, the default of 6 s never follows. */
#define VPX_BUFFERS \
    "end-usage=cbr buffer-size=300 buffer-initial-size=200 " \
    "buffer-optimal-size=240"

/* The names differ between releases; those that exist are set. */
#define NVENC \
    "rc-mode=cbr rate-control=cbr zerolatency=true zero-reorder-delay=true"

/* *INDENT-OFF* */
const GstEncoderEntry gst_encoder_table[] = {
  /* Ours, which stands for an encoder. */
  {"screamvideosrc", "bitrate", BPS, LIVE, NULL, NULL},

  /* Software. */
  /* Without zerolatency there are 40 frames between a change and its effect;
   * 120 ms of VBV: 200 ms overshoots more, 80 ms loses a sixth of the rate. */
  {"x264enc", "bitrate", KBPS, LIVE,
      "tune=zerolatency", "vbv-buf-capacity=120"},
  {"x265enc", "bitrate", KBPS, KEY, "tune=zerolatency", NULL},
  {"openh264enc", "bitrate", BPS, LIVE, "rate-control=bitrate", NULL},
  /* cpu-used, lag and deadline only before the start: libvpx 1.12 crashes if
   * cpu-used of VP9 changes while it runs. */
  {"vp8enc", "target-bitrate", BPS, LIVE,
      "deadline=1 cpu-used=-8 lag-in-frames=0 max-intra-bitrate=250",
      VPX_BUFFERS},
  {"vp9enc", "target-bitrate", BPS, LIVE,
      "deadline=1 cpu-used=8 lag-in-frames=0", VPX_BUFFERS},
  /* Realtime with cbr and without max-quantizer aborts the process. */
  {"av1enc", "target-bitrate", KBPS, LIVE,
      "max-quantizer=56! usage-profile=realtime cpu-used=8 lag-in-frames=0 "
      "buf-sz=300 buf-initial-sz=200 buf-optimal-sz=240 end-usage=cbr", NULL},
  {"svtav1enc", "target-bitrate", KBPS, FIXED, NULL, NULL},
  {"rav1enc", "bitrate", BPS, FIXED, "low-latency=true", NULL},
  {"theoraenc", "bitrate", KBPS, LIVE, "rate-buffer=10", NULL},
  {"svthevcenc", "bitrate", KBPS, FIXED, NULL, NULL},
  {"lcevch264enc", "bitrate", KBPS, KEY, NULL, NULL},
  {"mpeg2enc", "bitrate", KBPS, FIXED, NULL, NULL},

  /* NVIDIA. */
  {"nvcuda*enc", "bitrate", KBPS, KEY, NVENC, NULL},
  {"nvautogpu*enc", "bitrate", KBPS, KEY, NVENC, NULL},
  {"nvd3d11*enc", "bitrate", KBPS, KEY, NVENC, NULL},
  {"nvd3d12*enc", "bitrate", KBPS, KEY, NVENC, NULL},
  {"nvv4l2*enc", "bitrate", BPS, LIVE, "control-rate=constant_bitrate", NULL},
  {"nvjpegenc", NULL, BPS, NO_RATE, NULL, NULL},
  {"nv*enc", "bitrate", KBPS, KEY, NVENC, NULL},

  /* Intel and VA-API. */
  {"vaapijpegenc", NULL, KBPS, NO_RATE, NULL, NULL},
  {"vaapi*enc", "bitrate", KBPS, KEY, "rate-control=cbr", NULL},
  {"vajpegenc", NULL, KBPS, NO_RATE, NULL, NULL},
  {"va*enc", "bitrate", KBPS, KEY, "rate-control=cbr", NULL},
  {"qsvjpegenc", NULL, KBPS, NO_RATE, NULL, NULL},
  {"qsv*enc", "bitrate", KBPS, KEY,
      "rate-control=cbr low-latency=true disable-hrd-conformance=true", NULL},
  {"msdkmjpegenc", NULL, KBPS, NO_RATE, NULL, NULL},
  {"msdk*enc", "bitrate", KBPS, RESTART,
      "rate-control=cbr b-frames=0 async-depth=1", NULL},

  /* AMD, Windows, Apple, Vulkan. */
  {"amf*enc", "bitrate", KBPS, RESTART, "rate-control=cbr", NULL},
  {"d3d12*enc", "bitrate", KBPS, KEY, "rate-control=cbr", NULL},
  /* 1.22 takes a change and forgets it; that is noticed and told. */
  {"mf*enc", "bitrate", KBPS, KEY, "rc-mode=cbr low-latency=true", NULL},
  {"vtenc_prores*", NULL, KBPS, NO_RATE, NULL, NULL},
  {"vtenc_*", "bitrate", KBPS, LIVE,
      "realtime=true allow-frame-reordering=false", NULL},
  {"vulkan*enc", "bitrate", KBPS, KEY, "rate-control=cbr", NULL},

  /* Boards and phones. */
  {"amcvidenc-*", "bitrate", BPS, LIVE, NULL, NULL},
  {"omxmjpegenc", NULL, BPS, NO_RATE, NULL, NULL},
  {"omx*enc", "target-bitrate", BPS, LIVE, "control-rate=constant", NULL},
  {"v4l2jpegenc", NULL, BPS, NO_RATE, NULL, NULL},
  {"v4l2*enc", "bitrate|extra-controls:video_bitrate", BPS, LIVE, NULL, NULL},
  {"mppjpegenc", NULL, BPS, NO_RATE, NULL, NULL},
  {"mpp*enc", "bps", BPS, LIVE, "rc-mode=cbr", NULL},
  {"vpuenc_jpeg", NULL, KBPS, NO_RATE, NULL, NULL},
  {"vpuenc_*", "bitrate", KBPS, KEY, NULL, NULL},
  {"imxvpuenc_*", "bitrate", KBPS, KEY, NULL, NULL},
  {"qtic2venc", "target-bitrate", BPS, LIVE, "control-rate=constant", NULL},

  /* libav: the audio ones are recognised by their class. */
  {"avenc_*", "bitrate", BPS, FIXED, NULL, NULL},

  /* Pictures and lossless. */
  {"jpegenc", NULL, BPS, NO_RATE, NULL, NULL},
  {"webpenc", NULL, BPS, NO_RATE, NULL, NULL},
  {"openjpegenc", NULL, BPS, NO_RATE, NULL, NULL},
  {"pngenc", NULL, BPS, NO_RATE, NULL, NULL},
  {"pnmenc", NULL, BPS, NO_RATE, NULL, NULL},
  {"y4menc", NULL, BPS, NO_RATE, NULL, NULL},

  /* Audio whose rate follows, listed for its unit. */
  {"opusenc", "bitrate", BPS, AUDIO, NULL, NULL},
  {"lamemp3enc", "bitrate", KBPS, AUDIO, NULL, NULL},
  {"twolamemp2enc", "bitrate", KBPS, AUDIO, NULL, NULL},
  {"speexenc", "bitrate", BPS, AUDIO, NULL, NULL},
  {"vorbisenc", "bitrate", BPS, AUDIO, NULL, NULL},
  {"voaacenc", "bitrate", BPS, AUDIO, NULL, NULL},
  {"fdkaacenc", "bitrate", BPS, AUDIO, NULL, NULL},
};
/* *INDENT-ON* */

const guint gst_encoder_table_size = G_N_ELEMENTS (gst_encoder_table);

/* An unknown encoder is assumed to make a key frame at each change: that costs
 * a little speed if it is wrong, the other way round half of the rate. */
static const GstEncoderEntry fallback_bps = {
  "*", "bitrate|target-bitrate", GST_ENCODER_UNIT_BPS,
  GST_ENCODER_COST_KEY_FRAME, NULL, NULL
};

static const GstEncoderEntry fallback_kbps = {
  "*", "bitrate|target-bitrate", GST_ENCODER_UNIT_KBPS,
  GST_ENCODER_COST_KEY_FRAME, NULL, NULL
};

/**
 * gst_encoder_table_lookup:
 * @factory: name of an element factory, or %NULL
 *
 * Returns: the first entry that matches, %NULL if there is none.
 */
const GstEncoderEntry *
gst_encoder_table_lookup (const gchar * factory)
{
  guint i;

  for (i = 0; factory && i < gst_encoder_table_size; i++) {
    if (g_pattern_match_simple (gst_encoder_table[i].factory, factory))
      return &gst_encoder_table[i];
  }
  return NULL;
}

/**
 * gst_encoder_table_fallback:
 * @unit: unit of the bitrate property, from its description
 *
 * Returns: what to assume about an encoder that is not in the table.
 */
const GstEncoderEntry *
gst_encoder_table_fallback (GstEncoderUnit unit)
{
  return unit == GST_ENCODER_UNIT_KBPS ? &fallback_kbps : &fallback_bps;
}

/**
 * gst_encoder_unit_from_text:
 * @text: description of a bitrate property
 *
 * Returns: the unit it names; bit/s if it names none, as most new encoders do.
 */
GstEncoderUnit
gst_encoder_unit_from_text (const gchar * text)
{
  if (text && g_regex_match_simple ("kbit|kbps|kb/s|kilobit", text,
          G_REGEX_CASELESS, 0))
    return GST_ENCODER_UNIT_KBPS;
  return GST_ENCODER_UNIT_BPS;
}

/* One way to allow a change: it is so large, and the last one so long ago. */
typedef struct
{
  gdouble step;
  guint64 interval;
} Allowance;

/* A key frame is 3 to 8 times a mean frame: one in 2 s costs a tenth of the
 * rate. Congestion cannot wait that long, so a large step down may come after
 * 300 ms, the time in which a sender of key frames is sure to be heard. */
static const Allowance down_key_frame[] = {
  {0.15, 300 * GST_MSECOND}, {0.03, 2 * GST_SECOND}
};

static const Allowance up_key_frame[] = {
  {0.10, 2 * GST_SECOND}, {0.03, 6 * GST_SECOND}
};

/* Opening an encoder takes 20 to 200 ms in which no frame comes out. */
static const Allowance down_restart[] = {
  {0.20, 500 * GST_MSECOND}, {0.05, 4 * GST_SECOND}
};

static const Allowance up_restart[] = {
  {0.20, 4 * GST_SECOND}, {0.05, 12 * GST_SECOND}
};

static gboolean
allowed_by (const Allowance * allowances, guint n, gdouble step,
    guint64 since_change)
{
  guint i;

  for (i = 0; i < n; i++) {
    if (step >= allowances[i].step && since_change >= allowances[i].interval)
      return TRUE;
  }
  return FALSE;
}

/**
 * gst_encoder_cost_allows:
 * @cost: cost of a change
 * @current: bit/s that the encoder has been told, 0 = nothing yet
 * @wanted: bit/s that it should be told
 * @since_change: ns since it was told
 *
 * Returns: whether the change from @current to @wanted is worth its cost now.
 */
gboolean
gst_encoder_cost_allows (GstEncoderCost cost, guint64 current,
    guint64 wanted, guint64 since_change)
{
  gboolean down = wanted < current;
  gdouble step;

  if (cost >= GST_ENCODER_COST_FIXED || wanted == current)
    return FALSE;
  if (current == 0)
    return TRUE;

  step = (down ? current - wanted : wanted - current) / (gdouble) current;
  switch (cost) {
    case GST_ENCODER_COST_KEY_FRAME:
      return down ? allowed_by (down_key_frame, 2, step, since_change)
          : allowed_by (up_key_frame, 2, step, since_change);
    case GST_ENCODER_COST_RESTART:
      return down ? allowed_by (down_restart, 2, step, since_change)
          : allowed_by (up_restart, 2, step, since_change);
    default:
      /* Less would not be seen in any picture. */
      return step >= 0.01;
  }
}

/**
 * gst_encoder_cost_get_text:
 * @cost: a cost
 *
 * Returns: (transfer none): what it means, for users.
 */
const gchar *
gst_encoder_cost_get_text (GstEncoderCost cost)
{
  switch (cost) {
    case GST_ENCODER_COST_NONE:
      return "changes at each frame";
    case GST_ENCODER_COST_KEY_FRAME:
      return "makes a key frame at each change, so it is changed rarely";
    case GST_ENCODER_COST_RESTART:
      return "restarts at each change, so it is changed rarely";
    case GST_ENCODER_COST_FIXED:
      return "cannot change its bitrate while it runs";
    case GST_ENCODER_COST_AUDIO:
      return "is an audio encoder and left alone";
    case GST_ENCODER_COST_NO_RATE:
    default:
      return "has no bitrate to set";
  }
}
