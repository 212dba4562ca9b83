/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Known encoders: the table, and its rules.
 *
 * To add one: one row, before any pattern that matches it, too. The unit is in the
 * description of the property; the cost of a change is found by trial, as in
 * docs/research/encoders.md.
 *
 * The costs come from the named sources, GStreamer 1.20 to 1.29. Where version, driver
 * or settings matter, the row has the better case, and gstencodermodel.c learns the
 * other. */
#include <gst/gst.h>

#include <stdio.h>
#include <string.h>

#include "gstencodertable.h"

#define BPS GST_ENCODER_UNIT_BPS
#define KBPS GST_ENCODER_UNIT_KBPS
#define LIVE GST_ENCODER_COST_NONE
#define STEPS GST_ENCODER_COST_STEPS
#define DRAIN GST_ENCODER_COST_DRAIN
#define KEY GST_ENCODER_COST_KEY_FRAME
#define RESTART GST_ENCODER_COST_RESTART
#define FIXED GST_ENCODER_COST_FIXED
#define AUDIO GST_ENCODER_COST_AUDIO
#define NO_RATE GST_ENCODER_COST_NO_RATE

/* OURS: half of 150 ms gains nothing. With double, frames of a film wait for 182 instead of
 * 148 ms (docs/research/encoders.md), since libvpx spends the buffer when it is told less; the
 * default of 6 s never follows. */
#define VPX_BUFFERS \
    "end-usage=cbr buffer-size=150 buffer-initial-size=100 " \
    "buffer-optimal-size=120"
#define VPX_SHORT_BUFFERS \
    "buffer-size=75 buffer-initial-size=50 buffer-optimal-size=60"

/* The names differ between releases; those that exist are set. */
#define NVENC \
    "rc-mode=cbr rate-control=cbr zerolatency=true zero-reorder-delay=true"

/* OURS: the driver's buffer of about 1 s lets a key frame be 17 frames large. Half
 * of 300 ms costs key frames their quality, double of it doubles their delay. */
#define NVENC_BUFFER "vbv-buffer-size=300ms"

#define QSV \
    "rate-control=cbr low-latency=true disable-hrd-conformance=true"

/* *INDENT-OFF* */
const GstEncoderEntry gst_encoder_table[] = {
  /* Our synthetic encoder. */
  {"screamvideosrc", NULL, "bitrate", BPS, LIVE, NULL, NULL, NULL},

  /* Software. */
  /* Without zerolatency there are 40 frames between a change and its effect;
   * 120 ms of VBV: 200 ms overshoots more, 80 ms loses a sixth of the rate. */
  {"x264enc", NULL, "bitrate", KBPS, LIVE,
      "tune=zerolatency", "vbv-buf-capacity=120", NULL},
  /* gstx265enc.c, handle_frame: a change closes the encoder and opens another.
   * Without zerolatency the frames inside are lost. */
  {"x265enc", NULL, "bitrate", KBPS, RESTART, "tune=zerolatency", NULL, NULL},
  {"openh264enc", NULL, "bitrate", BPS, LIVE, "rate-control=bitrate", NULL,
      NULL},
  /* cpu-used, lag and deadline only before the start: libvpx 1.12 crashes if
   * cpu-used of VP9 changes while it runs. */
  {"vp8enc", NULL, "target-bitrate", BPS, LIVE,
      "deadline=1 cpu-used=-8 lag-in-frames=0 max-intra-bitrate=250",
      VPX_BUFFERS, NULL},
  /* Cyclic refresh as WebRTC has it: a quarter less waits in front of the link
   * (docs/research/encoders.md). */
  {"vp9enc", NULL, "target-bitrate", BPS, STEPS,
      "deadline=1 cpu-used=8 lag-in-frames=0 aq-mode=cyclic-refresh",
      VPX_BUFFERS, NULL},
  /* Realtime with cbr and without max-quantizer aborts the process. */
  {"av1enc", NULL, "target-bitrate", KBPS, STEPS,
      "max-quantizer=56! usage-profile=realtime cpu-used=8 lag-in-frames=0 "
      "buf-sz=300 buf-initial-sz=200 buf-optimal-sz=240 end-usage=cbr", NULL,
      NULL},
  {"svtav1enc", NULL, "target-bitrate", KBPS, FIXED, NULL, NULL, NULL},
  {"rav1enc", NULL, "bitrate", BPS, FIXED, "low-latency=true", NULL, NULL},
  {"theoraenc", NULL, "bitrate", KBPS, LIVE, "rate-buffer=10", NULL, NULL},
  {"svthevcenc", NULL, "bitrate", KBPS, FIXED, NULL, NULL, NULL},
  /* gstlcevcencoder.c: the library gets its settings as text when it opens. */
  {"lcevch264enc", NULL, "bitrate", KBPS, FIXED, NULL, NULL, NULL},
  {"mpeg2enc", NULL, "bitrate", KBPS, FIXED, NULL, NULL, NULL},

  /* NVIDIA.  gstnvencoder.cpp, gst_nv_encoder_handle_frame: a new bitrate reconfigures
   * without reset or IDR; without the capability DYN_BITRATE_CHANGE of the device, and
   * for any other property of rate control, the encoder is opened again. */
  {"nvcuda*enc", NULL, "bitrate", KBPS, LIVE, NVENC " " NVENC_BUFFER, NULL,
      NULL},
  {"nvautogpu*enc", NULL, "bitrate", KBPS, LIVE, NVENC " " NVENC_BUFFER, NULL,
      NULL},
  {"nvd3d11*enc", NULL, "bitrate", KBPS, LIVE, NVENC " " NVENC_BUFFER, NULL,
      NULL},
  {"nvd3d12*enc", NULL, "bitrate", KBPS, LIVE, NVENC " " NVENC_BUFFER, NULL,
      NULL},
  {"nvv4l2*enc", NULL, "bitrate", BPS, LIVE, "control-rate=constant_bitrate",
      NULL, NULL},
  {"nvjpegenc", NULL, NULL, BPS, NO_RATE, NULL, NULL, NULL},
  /* Since 1.26 nvh264enc and nvh265enc are of that class, too; before,
   * gstnvbaseenc.c, gst_nv_base_enc_handle_frame sets resetEncoder and forceIDR. */
  {"nv*enc", "type=GstNvEncoder", "bitrate", KBPS, LIVE,
      NVENC " " NVENC_BUFFER, NULL, NULL},
  {"nv*enc", NULL, "bitrate", KBPS, KEY, NVENC, NULL, NVENC_BUFFER},

  /* Intel and VA-API. */
  {"vaapijpegenc", NULL, NULL, KBPS, NO_RATE, NULL, NULL, NULL},
  /* gstvaapiencoder_vp8.c, _vp9.c: a new rate is a parameter of the next frame. */
  {"vaapivp*enc", NULL, "bitrate", KBPS, LIVE, "rate-control=cbr", NULL, NULL},
  {"vaapi*enc", NULL, "bitrate", KBPS, KEY, "rate-control=cbr", NULL, NULL},
  {"vajpegenc", NULL, NULL, KBPS, NO_RATE, NULL, NULL, NULL},
  /* gstvabaseenc.c, gst_va_base_enc_handle_frame: drained, and its state is reset.
   * gstvah264enc.c, _calculate_bitrate_hrd: cpb-size becomes 2 s of the first bitrate
   * and stays; less than half a second is refused. */
  {"va*enc", NULL, "bitrate", KBPS, KEY, "rate-control=cbr", NULL,
      "cpb-size=500ms"},
  {"qsvjpegenc", NULL, NULL, KBPS, NO_RATE, NULL, NULL, NULL},
  /* gstqsvh264enc.cpp, check_reconfigure asks the driver for a change without a new
   * sequence, which HRD conformance forbids; gstqsvencoder.cpp,
   * gst_qsv_encoder_reset_encode_session drains. */
  {"qsvh26*enc", "disable-hrd-conformance=true", "bitrate", KBPS, DRAIN, QSV,
      NULL, NULL},
  {"qsvh26*enc", NULL, "bitrate", KBPS, KEY, QSV, NULL, NULL},
  /* gstqsvav1enc.cpp, gstqsvvp9enc.cpp: the same without asking. */
  {"qsv*enc", NULL, "bitrate", KBPS, DRAIN, QSV, NULL, NULL},
  {"msdkmjpegenc", NULL, NULL, KBPS, NO_RATE, NULL, NULL, NULL},
  /* gstmsdkenc.c: flushed, closed and opened. */
  {"msdk*enc", NULL, "bitrate", KBPS, RESTART,
      "rate-control=cbr b-frames=0 async-depth=1", NULL, NULL},

  /* AMD, Windows, Apple, Vulkan. */
  /* gstamfencoder.cpp: the component is opened again. */
  {"amf*enc", NULL, "bitrate", KBPS, RESTART, "rate-control=cbr", NULL, NULL},
  /* gstd3d12h264enc.cpp, update_rate_control: RATE_CONTROL_CHANGE in the sequence; a
   * driver without RATE_CONTROL_RECONFIGURATION_AVAILABLE needs a new encoder. */
  {"d3d12*enc", NULL, "bitrate", KBPS, LIVE, "rate-control=cbr", NULL, NULL},
  /* gstmfvideoencoder.cpp: the transform is opened again, since 1.22; before, a change
   * was stored and forgotten. */
  {"mf*enc", "version>=1.22", "bitrate", KBPS, RESTART,
      "rc-mode=cbr low-latency=true", NULL, NULL},
  {"mf*enc", NULL, "bitrate", KBPS, FIXED, "rc-mode=cbr low-latency=true",
      NULL, NULL},
  {"vtenc_prores*", NULL, NULL, KBPS, NO_RATE, NULL, NULL, NULL},
  /* vtenc.c, since 1.26.1: the session is drained before it gets a property. */
  {"vtenc_*", "version>=1.26.1", "bitrate", KBPS, DRAIN,
      "rate-control=cbr realtime=true allow-frame-reordering=false", NULL,
      NULL},
  {"vtenc_*", NULL, "bitrate", KBPS, LIVE,
      "rate-control=cbr realtime=true allow-frame-reordering=false", NULL,
      NULL},
  {"vulkan*enc", NULL, "bitrate", KBPS, KEY, "rate-control=cbr", NULL, NULL},

  /* Boards and phones. */
  {"amcvidenc-*", NULL, "bitrate", BPS, LIVE, NULL, NULL, NULL},
  {"omxmjpegenc", NULL, NULL, BPS, NO_RATE, NULL, NULL, NULL},
  {"omx*enc", NULL, "target-bitrate", BPS, LIVE, "control-rate=constant", NULL,
      NULL},
  {"v4l2jpegenc", NULL, NULL, BPS, NO_RATE, NULL, NULL, NULL},
  /* gstv4l2object.c: a new extra-controls is applied at once, each field of it.
   * V4L2_MPEG_VIDEO_BITRATE_MODE_CBR is 1. */
  {"v4l2*enc", NULL, "bitrate|extra-controls:video_bitrate", BPS, LIVE,
      "extra-controls:video_bitrate_mode=1", NULL, NULL},
  {"mppjpegenc", NULL, NULL, BPS, NO_RATE, NULL, NULL, NULL},
  {"mpp*enc", NULL, "bps", BPS, LIVE, "rc-mode=cbr", NULL, NULL},
  {"vpuenc_jpeg", NULL, NULL, KBPS, NO_RATE, NULL, NULL, NULL},
  /* imx-gst1.0-plugin and gstreamer-imx: a parameter of the next frame. */
  {"vpuenc_*", NULL, "bitrate", KBPS, LIVE, NULL, NULL, NULL},
  {"imxvpuenc_*", NULL, "bitrate", KBPS, LIVE, NULL, NULL, NULL},
  {"qtic2venc", NULL, "target-bitrate", BPS, LIVE, "control-rate=constant",
      NULL, NULL},

  /* Cameras that encode themselves. gstv4l2object.c, as above; gstrpicamsrc.c: bitrate
   * may change while it plays. */
  {"v4l2src", NULL, "extra-controls:video_bitrate", BPS, LIVE,
      "extra-controls:video_bitrate_mode=1", NULL, NULL},
  {"rpicamsrc", NULL, "bitrate", BPS, LIVE, NULL, NULL, NULL},

  /* libav: the audio ones are recognised by their class. */
  {"avenc_*", NULL, "bitrate", BPS, FIXED, NULL, NULL, NULL},

  /* Pictures and lossless. */
  {"jpegenc", NULL, NULL, BPS, NO_RATE, NULL, NULL, NULL},
  {"webpenc", NULL, NULL, BPS, NO_RATE, NULL, NULL, NULL},
  {"openjpegenc", NULL, NULL, BPS, NO_RATE, NULL, NULL, NULL},
  {"pngenc", NULL, NULL, BPS, NO_RATE, NULL, NULL, NULL},
  {"pnmenc", NULL, NULL, BPS, NO_RATE, NULL, NULL, NULL},
  {"y4menc", NULL, NULL, BPS, NO_RATE, NULL, NULL, NULL},

  /* Audio, listed for its unit. */
  {"opusenc", NULL, "bitrate", BPS, AUDIO, NULL, NULL, NULL},
  {"lamemp3enc", NULL, "bitrate", KBPS, AUDIO, NULL, NULL, NULL},
  {"twolamemp2enc", NULL, "bitrate", KBPS, AUDIO, NULL, NULL, NULL},
  {"speexenc", NULL, "bitrate", BPS, AUDIO, NULL, NULL, NULL},
  {"vorbisenc", NULL, "bitrate", BPS, AUDIO, NULL, NULL, NULL},
  {"voaacenc", NULL, "bitrate", BPS, AUDIO, NULL, NULL, NULL},
  {"fdkaacenc", NULL, "bitrate", BPS, AUDIO, NULL, NULL, NULL},
};
/* *INDENT-ON* */

const guint gst_encoder_table_size = G_N_ELEMENTS (gst_encoder_table);

/* Those of the live companions that differ where a short delay matters most. OURS: half of
 * what they are otherwise. With half of it x264enc never rises again, and no frame of libvpx
 * may be above the mean; double is what they are otherwise. */
static const struct
{
  const gchar *factory, *companions;
} short_delay[] = {
  {"x264enc", "vbv-buf-capacity=60"},
  {"vp8enc", VPX_SHORT_BUFFERS},
  {"vp9enc", VPX_SHORT_BUFFERS},
};

/* An unknown encoder is taken as one without cost until it shows another: two key
 * frames are less than half of the rate for as long as it runs. */
static const GstEncoderEntry fallback_bps = {
  "*", NULL, "bitrate|target-bitrate", GST_ENCODER_UNIT_BPS,
  GST_ENCODER_COST_NONE, NULL, NULL, NULL
};

static const GstEncoderEntry fallback_kbps = {
  "*", NULL, "bitrate|target-bitrate", GST_ENCODER_UNIT_KBPS,
  GST_ENCODER_COST_NONE, NULL, NULL, NULL
};

/* --- Conditions: encoders of one name may differ by class, version or settings --- */

#define OF_TYPE "type="
#define SINCE "version>="

/* 1.26.1 as 1026001; 0: no version. */
static guint
parse_version (const gchar * text)
{
  guint major = 0, minor = 0, micro = 0;

  if (sscanf (text, "%u.%u.%u", &major, &minor, &micro) < 2)
    return 0;
  return (major * 1000 + MIN (minor, 999)) * 1000 + MIN (micro, 999);
}

/* 0 if it has no plugin, as those that an application registers. */
static guint
plugin_version (GstElementFactory * factory)
{
  GstPlugin *plugin =
      factory ? gst_plugin_feature_get_plugin (GST_PLUGIN_FEATURE (factory)) :
      NULL;
  guint version = plugin ? parse_version (gst_plugin_get_version (plugin)) : 0;

  gst_clear_object (&plugin);
  return version;
}

static gboolean
is_a (GstElement * encoder, const gchar * name)
{
  GType type = g_type_from_name (name);

  return encoder != NULL && type != 0
      && g_type_is_a (G_OBJECT_TYPE (encoder), type);
}

static gboolean
has_setting (GstElement * encoder, const gchar * name, const gchar * text)
{
  GParamSpec *pspec = encoder == NULL ? NULL :
      g_object_class_find_property (G_OBJECT_GET_CLASS (encoder), name);
  GValue value = G_VALUE_INIT, wanted = G_VALUE_INIT;
  gboolean res;

  if (pspec == NULL || !(pspec->flags & G_PARAM_READABLE))
    return FALSE;
  g_value_init (&value, pspec->value_type);
  g_value_init (&wanted, pspec->value_type);
  g_object_get_property (G_OBJECT (encoder), name, &value);
  res = gst_value_deserialize (&wanted, text)
      && g_param_values_cmp (pspec, &value, &wanted) == 0;
  g_value_unset (&value);
  g_value_unset (&wanted);
  return res;
}

/* The condition of a row. */
static gboolean
holds (const gchar * when, GstElementFactory * factory, GstElement * encoder)
{
  gchar **setting;
  gboolean res;

  if (when == NULL)
    return TRUE;
  if (g_str_has_prefix (when, OF_TYPE))
    return is_a (encoder, when + strlen (OF_TYPE));
  if (g_str_has_prefix (when, SINCE))
    return plugin_version (factory) >= parse_version (when + strlen (SINCE));

  setting = g_strsplit (when, "=", 2);
  res = setting[1] && has_setting (encoder, setting[0], setting[1]);
  g_strfreev (setting);
  return res;
}

/**
 * gst_encoder_table_lookup:
 * @name: name of an element factory, or %NULL
 * @factory: (nullable): that factory; without it no condition on versions holds
 * @encoder: (nullable): of that factory; without it no condition on it holds
 *
 * Returns: the first entry that matches, %NULL if there is none.
 */
const GstEncoderEntry *
gst_encoder_table_lookup (const gchar * name, GstElementFactory * factory,
    GstElement * encoder)
{
  guint i;

  for (i = 0; name && i < gst_encoder_table_size; i++) {
    const GstEncoderEntry *entry = &gst_encoder_table[i];

    if (g_pattern_match_simple (entry->factory, name)
        && holds (entry->when, factory, encoder))
      return entry;
  }
  return NULL;
}

/**
 * gst_encoder_table_get_short:
 * @entry: of the table
 *
 * Returns: (nullable): companions that come before its live ones where a short delay
 *   matters most.
 */
const gchar *
gst_encoder_table_get_short (const GstEncoderEntry * entry)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (short_delay); i++) {
    if (g_str_equal (short_delay[i].factory, entry->factory))
      return short_delay[i].companions;
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

/* By GstEncoderCost: the name in statistics, and its meaning for users. */
static const struct
{
  const gchar *name, *text;
} costs[] = {
  {"none", "changes at each frame"},
  {"steps", "changes at each frame, in steps"},
  {"drain", "drains at each change, so small changes are combined"},
  {"key-frame", "makes a key frame at each change, so changes are rare"},
  {"restart", "restarts at each change, so changes are rare"},
  {"fixed", "cannot change its bitrate while running"},
  {"audio", "is an audio encoder and keeps its bitrate"},
  {"no-rate", "has no bitrate property"},
};

const gchar *
gst_encoder_cost_get_name (GstEncoderCost cost)
{
  return costs[cost].name;
}

const gchar *
gst_encoder_cost_get_text (GstEncoderCost cost)
{
  return costs[cost].text;
}
