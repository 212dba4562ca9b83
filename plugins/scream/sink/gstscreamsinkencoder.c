/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The encoders that screamsink makes for raw video and audio, and their settings. */
#include "plugins/scream/encoder/gstencoderproperty.h"
#include "plugins/scream/encoder/gstencodertable.h"
#include "plugins/scream/encoder/gstencodertune.h"
#include "gstscreamsinkprivate.h"
#include "plugins/packet/gsthelp.h"
#include "plugins/packet/gstnews.h"
#include "plugins/scream/bins/gstscreamgoal.h"

#define GST_CAT_DEFAULT gst_scream_sink_debug

/* Payload type, of both ends */
#define OPUS 111

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

/* ---- which may be taken, in which order ---- */

/* OURS: by what receivers decode, then by speed. x265enc is dear to change
 * (docs/research/encoders.md). What is in the table of encoders but not here is hardware. */
static const gchar *const software[] = {
  "x264enc", "openh264enc", "vp8enc", "vp9enc", "av1enc", "x265enc"
};

static const GEnumValue codecs[] = {
  {GST_SCREAM_SINK_CODEC_AUTO, "The codec of the encoder", "auto"},
  {GST_SCREAM_SINK_CODEC_H264, "H.264", "h264"},
  {GST_SCREAM_SINK_CODEC_H265, "H.265", "h265"},
  {GST_SCREAM_SINK_CODEC_VP8, "VP8", "vp8"},
  {GST_SCREAM_SINK_CODEC_VP9, "VP9", "vp9"},
  {GST_SCREAM_SINK_CODEC_AV1, "AV1", "av1"},
  {GST_SCREAM_SINK_CODEC_JPEG, "JPEG, not encoded again",
      "jpeg"},
  {0, NULL, NULL}
};

GST_PROPERTY_DEFINE_ENUM ("GstScreamSinkCodec", gst_scream_sink_codec_get_type,
    codecs);

static const gchar *
get_nick (GstScreamSinkCodec codec)
{
  return codecs[codec].value_nick;
}

typedef struct
{
  GstElementFactory *factory;
  const GstEncoderEntry *control;       /* NULL: not in the table */
  const GstScreamPayload *payload;      /* NULL: no codec that is wanted */
  gboolean takes;               /* pictures from where they are, or can be copied to */
  const GstScreamMemory *memory;        /* from which it takes them */
} Candidate;

static void
clear_candidate (gpointer data)
{
  gst_object_unref (((Candidate *) data)->factory);
}

static gboolean
makes (GstElementFactory * factory, const GstScreamPayload * payload)
{
  g_autoptr (GstCaps) caps = gst_caps_new_empty_simple (payload->encoded);

  return gst_element_factory_can_src_any_caps (factory, caps);
}

/* NULL: nothing of @codec that has a payload type here. */
static const GstScreamPayload *
find_payload (GstElementFactory * factory, GstScreamSinkCodec codec)
{
  const gchar *nick = get_nick (codec);
  guint i;

  for (i = 0; i < gst_scream_n_payloads; i++) {
    const GstScreamPayload *payload = &gst_scream_payloads[i];

    if ((codec == GST_SCREAM_SINK_CODEC_AUTO
            || g_ascii_strcasecmp (nick, payload->encoding_name) == 0)
        && makes (factory, payload))
      return payload;
  }
  return NULL;
}

static void
append (GArray * candidates, GstElementFactory * factory,
    GstScreamSinkCodec codec, const GstScreamMemory * input)
{
  Candidate c = { gst_object_ref (factory),
    gst_encoder_table_lookup (GST_OBJECT_NAME (factory), factory, NULL),
    find_payload (factory, codec),
    gst_scream_sink_memory_is_taken (input, factory), input
  };

  if (!c.takes && input == NULL) {
    c.memory = gst_scream_sink_memory_for (factory);
    c.takes = c.memory != NULL;
  }

  g_array_append_val (candidates, c);
}

/* ---- those that the user names ---- */

static void
pass_over (GString * passed_over, const gchar * name, const gchar * why)
{
  g_string_append_printf (passed_over, "%s%s (%s)",
      passed_over->len > 0 ? ", " : "", name, why);
}

static void
warn_unknown (GstScreamSink * self, const gchar * list, const gchar * name,
    const gchar * why)
{
  GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS,
      ("encoder=%s: %s %s.", list, name, why),
      ("Give names of element factories, separated by commas, as "
          "encoder=nvh264enc,x264enc; gst-inspect-1.0 lists those that are "
          "installed." GST_HELP ("encoder-list")));
}

static void
append_named (GstScreamSink * self, GArray * candidates, const gchar * list,
    const gchar * name, const GstScreamMemory * input, GString * passed_over)
{
  g_autoptr (GstElementFactory) factory = gst_element_factory_find (name);

  if (factory == NULL) {
    if (gst_encoder_table_lookup (name, NULL, NULL) == NULL)
      warn_unknown (self, list, name, "is not the name of an encoder");
    pass_over (passed_over, name, "is not installed");
    return;
  }
  if (gst_element_factory_list_is_type (factory,
          GST_ELEMENT_FACTORY_TYPE_VIDEO_ENCODER)) {
    append (candidates, factory, self->codec, input);
  } else {
    warn_unknown (self, list, name, "is not a video encoder");
    pass_over (passed_over, name, "is not a video encoder");
  }
}

static void
append_list (GstScreamSink * self, GArray * candidates, const gchar * list,
    const GstScreamMemory * input, GString * passed_over)
{
  g_auto (GStrv) names = g_strsplit (list, ",", -1);
  guint i;

  for (i = 0; names[i] != NULL; i++) {
    if (*g_strstrip (names[i]) != '\0')
      append_named (self, candidates, list, names[i], input, passed_over);
  }
}

/* ---- our choice ---- */

/* 0: hardware */
static guint
software_place (GstElementFactory * factory)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (software); i++) {
    if (g_str_equal (software[i], GST_OBJECT_NAME (factory)))
      return i + 1;
  }
  return 0;
}

/* Hardware first, as receivers decode it; then what changes its rate at least cost. */
static gint
compare (gconstpointer a, gconstpointer b)
{
  const Candidate *x = a, *y = b;
  guint place_x = software_place (x->factory);
  guint place_y = software_place (y->factory);

  if (place_x != place_y)
    return place_x < place_y ? -1 : 1;
  if (x->payload != y->payload)
    return x->payload < y->payload ? -1 : 1;
  if (x->control->cost != y->control->cost)
    return x->control->cost < y->control->cost ? -1 : 1;
  return gst_plugin_feature_rank_compare_func (x->factory, y->factory);
}

static void
consider (GArray * candidates, GstElementFactory * factory,
    GstScreamSinkCodec codec, const GstScreamMemory * input)
{
  const GstEncoderEntry *control =
      gst_encoder_table_lookup (GST_OBJECT_NAME (factory), factory, NULL);

  if (control != NULL && control->cost < GST_ENCODER_COST_FIXED
      && find_payload (factory, codec) != NULL
      && (gst_scream_sink_memory_is_taken (input, factory)
          || (input == NULL && gst_scream_sink_memory_for (factory) != NULL)))
    append (candidates, factory, codec, input);
}

static void
append_known (GArray * candidates, GstScreamSinkCodec codec,
    const GstScreamMemory * input)
{
  GList *factories = gst_element_factory_list_get_elements
      (GST_ELEMENT_FACTORY_TYPE_VIDEO_ENCODER, GST_RANK_NONE), *l;

  for (l = factories; l != NULL; l = l->next)
    consider (candidates, l->data, codec, input);
  gst_plugin_feature_list_free (factories);
  g_array_sort (candidates, compare);
}

/* Candidates, best first: those of @list (names, separated by commas) or, if that is NULL, all
 * of the table. Others go to @passed_over. */
static GArray *
list_candidates (GstScreamSink * self, const gchar * list,
    const GstScreamMemory * input, GString * passed_over)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  g_array_set_clear_func (candidates, clear_candidate);
  if (list != NULL)
    append_list (self, candidates, list, input, passed_over);
  else
    append_known (candidates, self->codec, input);
  return candidates;
}

/* ---- settings ---- */

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
tune (GstScreamSink * self, const Candidate * c, GstElement * encoder)
{
  gint goal;
  g_autoptr (GString) done = g_string_new (NULL);

  g_object_get (self->tx, "goal", &goal, NULL);
  if (c->control != NULL) {
    gst_encoder_tune (encoder, c->control->tune_start, 0, done);
    gst_encoder_tune_live (encoder, c->control,
        gst_scream_goal_is_impatient ((RtpCcGoal) goal), 0, done);
  }
  GST_INFO ("%s with %s", GST_OBJECT_NAME (c->factory), done->str);
}

/* All of this counts before the start only; screamtx may find the encoder when
 * it has started. */
static void
configure (GstScreamSink * self, const Candidate * c, GstElement * encoder)
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
find_failure (GstScreamSink * self, const Candidate * c)
{
  g_autoptr (GstElement) encoder = NULL;

  if (c->payload == NULL)
    return g_strdup_printf ("has no output for codec=%s",
        get_nick (self->codec));
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
  return gst_scream_sink_try_encoder (encoder, c->memory == NULL);
}

/* The first that works; NULL: none. */
static const Candidate *
choose (GstScreamSink * self, const GArray * candidates, GString * passed_over)
{
  guint i;

  for (i = 0; i < candidates->len; i++) {
    const Candidate *c = &g_array_index (candidates, Candidate, i);
    g_autofree gchar *failure = find_failure (self, c);

    if (failure == NULL)
      return c;
    pass_over (passed_over, GST_OBJECT_NAME (c->factory), failure);
  }
  return NULL;
}

/* ---- what is told ---- */

static void
tell_choice (GstScreamSink * self, const Candidate * c,
    GstElement * encoder, const gchar * list, const GString * passed_over)
{
  const gchar *codec = c->payload->encoding_name;
  g_autofree gchar *reason = list != NULL ?
      g_strdup_printf ("the first of encoder=%s that works here", list) :
      g_strdup ("the first that works here, of hardware and then software");
  g_autofree gchar *text =
      g_strdup_printf ("Encoding %s with %s: %s%s%s.", codec,
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
}

static void
tell_none (GstScreamSink * self, const gchar * list,
    const GString * passed_over)
{
  const gchar *nick = get_nick (self->codec);
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
make (GstScreamSink * self, const gchar * pad_name, const Candidate * c)
{
  GstElement *encoder = gst_element_factory_create (c->factory, NULL);

  gst_bin_add (GST_BIN_CAST (self), encoder);
  if (!gst_scream_sink_emit_encoder_setup (self, pad_name, encoder))
    configure (self, c, encoder);
  set_rate (self, encoder);
  return encoder;
}

GstElement *
gst_scream_sink_make_video_encoder (GstScreamSink * self,
    const gchar * pad_name, const GstScreamMemory * input,
    const GstScreamPayload ** entry, const GstScreamMemory ** memory)
{
  g_autoptr (GString) passed_over = g_string_new (NULL);
  g_autoptr (GArray) candidates = NULL;
  g_autofree gchar *set = NULL;
  const Candidate *c;
  GstElement *encoder = NULL;
  const gchar *list;

  g_object_get (self, "encoder", &set, NULL);
  list = set != NULL && *set != '\0' ? set : NULL;
  candidates = list_candidates (self, list, input, passed_over);
  c = choose (self, candidates, passed_over);
  if (c != NULL) {
    *entry = c->payload;
    *memory = c->memory;
    encoder = make (self, pad_name, c);
    tell_choice (self, c, encoder, list, passed_over);
  } else if (input == NULL) {
    tell_none (self, list, passed_over);
  }
  return encoder;
}

GstElement *
gst_scream_sink_make_audio_encoder (GstScreamSink * self,
    const gchar * pad_name, const GstScreamPayload ** entry)
{
  GstElement *encoder =
      gst_scream_parts_make (GST_BIN_CAST (self), "opusenc", NULL);

  *entry = gst_scream_payload_find (OPUS);
  if (encoder != NULL)
    gst_scream_sink_emit_encoder_setup (self, pad_name, encoder);
  return encoder;
}
