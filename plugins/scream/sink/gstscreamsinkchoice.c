/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which video encoders screamsink may take, in which order. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamsinkprivate.h"
#include "plugins/packet/gsthelp.h"

#define GST_CAT_DEFAULT gst_scream_sink_debug

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

const gchar *
gst_scream_sink_codec_get_nick (GstScreamSinkCodec codec)
{
  GEnumClass *klass = g_type_class_ref (GST_TYPE_SCREAM_SINK_CODEC);
  const gchar *nick = g_enum_get_value (klass, codec)->value_nick;

  g_type_class_unref (klass);
  return nick;
}

static void
clear_candidate (gpointer data)
{
  gst_object_unref (((GstScreamSinkCandidate *) data)->factory);
}

static gboolean
makes (GstElementFactory * factory, const GstScreamPayload * payload)
{
  GstCaps *caps = gst_caps_new_empty_simple (payload->encoded);
  gboolean can = gst_element_factory_can_src_any_caps (factory, caps);

  gst_caps_unref (caps);
  return can;
}

/* NULL: nothing of @codec that has a payload type here. */
static const GstScreamPayload *
find_payload (GstElementFactory * factory, GstScreamSinkCodec codec)
{
  const gchar *nick = gst_scream_sink_codec_get_nick (codec);
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
  GstScreamSinkCandidate c = { gst_object_ref (factory),
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
  GstElementFactory *factory = gst_element_factory_find (name);

  if (factory == NULL) {
    if (gst_encoder_table_lookup (name, NULL, NULL) == NULL)
      warn_unknown (self, list, name, "is not the name of an encoder");
    gst_scream_sink_pass_over (passed_over, name, "is not installed");
    return;
  }
  if (gst_element_factory_list_is_type (factory,
          GST_ELEMENT_FACTORY_TYPE_VIDEO_ENCODER)) {
    append (candidates, factory, self->codec, input);
  } else {
    warn_unknown (self, list, name, "is not a video encoder");
    gst_scream_sink_pass_over (passed_over, name, "is not a video encoder");
  }
  gst_object_unref (factory);
}

static void
append_list (GstScreamSink * self, GArray * candidates, const gchar * list,
    const GstScreamMemory * input, GString * passed_over)
{
  gchar **names = g_strsplit (list, ",", -1);
  guint i;

  for (i = 0; names[i] != NULL; i++) {
    if (*g_strstrip (names[i]) != '\0')
      append_named (self, candidates, list, names[i], input, passed_over);
  }
  g_strfreev (names);
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
  const GstScreamSinkCandidate *x = a, *y = b;
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

void
gst_scream_sink_pass_over (GString * passed_over, const gchar * name,
    const gchar * why)
{
  g_string_append_printf (passed_over, "%s%s (%s)",
      passed_over->len > 0 ? ", " : "", name, why);
}

GArray *
gst_scream_sink_list_candidates (GstScreamSink * self, const gchar * list,
    const GstScreamMemory * input, GString * passed_over)
{
  GArray *candidates =
      g_array_new (FALSE, FALSE, sizeof (GstScreamSinkCandidate));

  g_array_set_clear_func (candidates, clear_candidate);
  if (list != NULL)
    append_list (self, candidates, list, input, passed_over);
  else
    append_known (candidates, self->codec, input);
  return candidates;
}
