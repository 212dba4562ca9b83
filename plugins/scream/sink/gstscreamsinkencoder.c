/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The encoders that screamsink makes for raw video and audio, and their settings. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/encoder/gstencoderproperty.h"
#include "plugins/scream/encoder/gstencodertable.h"
#include "plugins/scream/encoder/gstencodertune.h"
#include "gstscreamsinkprivate.h"
#include "plugins/packet/gstnews.h"
#include "plugins/scream/bins/gstscreamgoal.h"

#define GST_CAT_DEFAULT gst_scream_sink_debug

/* Speed comes before quality: an encoder that does not keep up delays more than
 * any network. A key frame every 120 frames lets receivers in that cannot ask
 * for one. */
static const struct
{
  const gchar *factory, *settings;
} live_settings[] = {
  {"x264enc", "speed-preset=superfast key-int-max=120"},
  {"x265enc", "speed-preset=ultrafast key-int-max=120"},
  {"openh264enc",
      "complexity=low gop-size=120 scene-change-detection=false"},
  {"vp8enc", "keyframe-max-dist=120 error-resilient=default"},
  {"vp9enc", "keyframe-max-dist=120 error-resilient=default row-mt=true"},
  {"*", "key-int-max=120 gop-size=120"},
};

static void
set_rate (GstScreamSink * self, GstElement * encoder)
{
  GstEncoderProperty property;
  guint initial;

  g_object_get (self->tx, "initial-bitrate", &initial, NULL);
  gst_encoder_property_resolve (&property, encoder);
  if (property.pspec != NULL)
    gst_encoder_property_set (&property, encoder, initial);
}

static void
tune (GstScreamSink * self, const GstScreamSinkCandidate * c,
    GstElement * encoder)
{
  gint goal;
  GString *done = g_string_new (NULL);

  g_object_get (self->tx, "goal", &goal, NULL);
  if (c->control != NULL) {
    gst_encoder_tune (encoder, c->control->tune_start, 0, done);
    gst_encoder_tune_live (encoder, c->control,
        gst_scream_goal_is_impatient ((RtpCcGoal) goal), 0, done);
  }
  GST_INFO ("%s with %s", GST_OBJECT_NAME (c->factory), done->str);
  g_string_free (done, TRUE);
}

/* All of this counts before the start only; screamtx may find the encoder when
 * it has started. */
static void
configure (GstScreamSink * self, const GstScreamSinkCandidate * c,
    GstElement * encoder)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (live_settings); i++) {
    if (!g_pattern_match_simple (live_settings[i].factory,
            GST_OBJECT_NAME (c->factory)))
      continue;
    gst_scream_parts_configure (encoder, live_settings[i].settings);
    break;
  }
  tune (self, c, encoder);
}

/* With our settings, for what they ask of the hardware counts as well. An element of
 * its own: the one that is used starts fresh, and has
 * the number that it would have without. */
static gchar *
find_failure (GstScreamSink * self, const GstScreamSinkCandidate * c)
{
  GstElement *encoder;
  gchar *failure;

  if (c->payload == NULL)
    return g_strdup_printf ("has no output for codec=%s",
        gst_scream_sink_codec_get_nick (self->codec));
  if (!gst_scream_parts_is_installed (c->payload->payloader))
    return g_strdup_printf ("needs %s, which is not installed: %s",
        c->payload->payloader,
        gst_scream_parts_get_package (c->payload->payloader));
  if (!c->takes)
    return g_strdup ("does not accept this memory");
  encoder = gst_element_factory_create (c->factory, "trial");
  if (encoder == NULL)
    return g_strdup ("cannot be loaded");
  gst_object_ref_sink (encoder);
  configure (self, c, encoder);
  set_rate (self, encoder);
  failure = gst_scream_sink_try_encoder (encoder, c->memory == NULL);
  gst_object_unref (encoder);
  return failure;
}

/* The first that works; NULL: none. */
static const GstScreamSinkCandidate *
choose (GstScreamSink * self, const GArray * candidates, GString * passed_over)
{
  guint i;

  for (i = 0; i < candidates->len; i++) {
    const GstScreamSinkCandidate *c =
        &g_array_index (candidates, GstScreamSinkCandidate, i);
    gchar *failure = find_failure (self, c);

    if (failure == NULL)
      return c;
    gst_scream_sink_pass_over (passed_over, GST_OBJECT_NAME (c->factory),
        failure);
    g_free (failure);
  }
  return NULL;
}

/* ---- what is told ---- */

static void
tell_choice (GstScreamSink * self, const GstScreamSinkCandidate * c,
    GstElement * encoder, const gchar * list, const GString * passed_over)
{
  const gchar *codec = c->payload->encoding_name;
  gchar *reason = list != NULL ?
      g_strdup_printf ("the first of encoder=%s that works here", list) :
      g_strdup ("the first that works here, of hardware and then software");
  gchar *text = g_strdup_printf ("Encoding %s with %s: %s%s%s.", codec,
      GST_OBJECT_NAME (c->factory), reason,
      passed_over->len > 0 ? "; passed over: " : "", passed_over->str);
  GstStructure *s = gst_structure_new ("scream-encoder",
      "encoder", GST_TYPE_ELEMENT, encoder,
      "event", G_TYPE_STRING, "chosen",
      "factory", G_TYPE_STRING, GST_OBJECT_NAME (c->factory),
      "codec", G_TYPE_STRING, codec,
      "reason", G_TYPE_STRING, reason,
      "passed-over", G_TYPE_STRING, passed_over->str, NULL);

  gst_news_post (GST_ELEMENT_CAST (self), s, text);
  g_free (text);
  g_free (reason);
}

static void
tell_none (GstScreamSink * self, const gchar * list,
    const GString * passed_over)
{
  const gchar *nick = gst_scream_sink_codec_get_nick (self->codec);
  const gchar *tried = passed_over->len > 0 ? "Tried: " : "";

  if (list != NULL)
    GST_ELEMENT_ERROR (self, CORE, MISSING_PLUGIN,
        ("No encoder of encoder=%s can be used.", list),
        ("%s%s. Leave the property \"encoder\" unset to let screamsink choose, "
            "or name others.", tried, passed_over->str));
  else if (self->codec == GST_SCREAM_SINK_CODEC_JPEG)
    GST_ELEMENT_ERROR (self, STREAM, WRONG_TYPE,
        ("With codec=jpeg, screamsink does not encode raw video."),
        ("Link image/jpeg of a camera, or jpegenc, whose rate cannot be set; or "
            "leave the property \"codec\" unset."));
  else if (self->codec != GST_SCREAM_SINK_CODEC_AUTO)
    GST_ELEMENT_ERROR (self, CORE, MISSING_PLUGIN,
        ("There is no video encoder for codec=%s whose bitrate screamsink can "
            "set.", nick),
        ("%s%s. Leave the property \"codec\" unset, or install an encoder: the "
            "Debian package gstreamer1.0-plugins-ugly has x264enc, "
            "-good vp8enc and vp9enc, -bad x265enc and av1enc.", tried,
            passed_over->str));
  else
    GST_ELEMENT_ERROR (self, CORE, MISSING_PLUGIN,
        ("There is no video encoder whose bitrate screamsink can set."),
        ("Install one: x264enc is in the Debian package "
            "gstreamer1.0-plugins-ugly, vp8enc in gstreamer1.0-plugins-good. "
            "%s%s", tried, passed_over->str));
}

/* ---- the encoder ---- */

static GstElement *
make (GstScreamSink * self, const gchar * pad_name,
    const GstScreamSinkCandidate * c)
{
  GstElement *encoder = gst_element_factory_create (c->factory, NULL);

  gst_bin_add (GST_BIN_CAST (self), encoder);
  if (!gst_scream_sink_emit_encoder_setup (self, pad_name, encoder))
    configure (self, c, encoder);
  set_rate (self, encoder);
  return encoder;
}

static GstElement *
make_first (GstScreamSink * self, const gchar * pad_name, const gchar * list,
    const GstScreamMemory * input, const GstScreamPayload ** entry,
    const GstScreamMemory ** memory)
{
  GString *passed_over = g_string_new (NULL);
  GArray *candidates =
      gst_scream_sink_list_candidates (self, list, input, passed_over);
  const GstScreamSinkCandidate *c = choose (self, candidates, passed_over);
  GstElement *encoder = NULL;

  if (c != NULL) {
    *entry = c->payload;
    *memory = c->memory;
    encoder = make (self, pad_name, c);
    tell_choice (self, c, encoder, list, passed_over);
  } else if (input == NULL) {
    tell_none (self, list, passed_over);
  }
  g_array_unref (candidates);
  g_string_free (passed_over, TRUE);
  return encoder;
}

GstElement *
gst_scream_sink_make_video_encoder (GstScreamSink * self,
    const gchar * pad_name, const GstScreamMemory * input,
    const GstScreamPayload ** entry, const GstScreamMemory ** memory)
{
  GstElement *encoder;
  gchar *list;

  GST_OBJECT_LOCK (self);
  list = self->encoders != NULL && *self->encoders != '\0' ?
      g_strdup (self->encoders) : NULL;
  GST_OBJECT_UNLOCK (self);
  encoder = make_first (self, pad_name, list, input, entry, memory);
  g_free (list);
  return encoder;
}

GstElement *
gst_scream_sink_make_audio_encoder (GstScreamSink * self,
    const gchar * pad_name, const GstScreamPayload ** entry)
{
  GstElement *encoder;
  GstCaps *caps = gst_caps_new_empty_simple ("audio/x-opus");

  *entry = gst_scream_payload_find_caps (caps);
  gst_caps_unref (caps);
  encoder = gst_scream_parts_make (GST_BIN_CAST (self), "opusenc", NULL);
  if (encoder != NULL)
    gst_scream_sink_emit_encoder_setup (self, pad_name, encoder);
  return encoder;
}
