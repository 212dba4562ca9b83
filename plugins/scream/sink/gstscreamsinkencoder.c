/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which encoder screamsink takes for raw video and audio. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/encoder/gstencoderproperty.h"
#include "plugins/scream/encoder/gstencodertable.h"
#include "plugins/scream/encoder/gstencodertune.h"
#include "gstscreamsinkprivate.h"

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

typedef struct
{
  GstElementFactory *factory;
  const GstEncoderEntry *control;
  const GstScreamPayload *payload;
} Candidate;

static void
clear_candidate (gpointer data)
{
  gst_object_unref (((Candidate *) data)->factory);
}

static gboolean
is_controlled (const GstEncoderEntry * control)
{
  return control != NULL && control->cost < GST_ENCODER_COST_FIXED;
}

/* NULL: what comes out has no payload type here. */
static const GstScreamPayload *
find_payload (GstElementFactory * factory)
{
  guint i;

  for (i = 0; i < gst_scream_n_payloads; i++) {
    GstCaps *caps = gst_caps_new_empty_simple (gst_scream_payloads[i].encoded);
    gboolean can = gst_element_factory_can_src_any_caps (factory, caps);

    gst_caps_unref (caps);
    if (can)
      return &gst_scream_payloads[i];
  }
  return NULL;
}

static void
consider (GArray * candidates, GstElementFactory * factory)
{
  Candidate c = { factory,
    gst_encoder_table_lookup (GST_OBJECT_NAME (factory), factory, NULL),
    find_payload (factory)
  };
  GstCaps *raw = gst_caps_from_string (GST_SCREAM_SINK_RAW_VIDEO_CAPS);

  if (is_controlled (c.control) && c.payload != NULL
      && gst_element_factory_can_sink_any_caps (factory, raw)) {
    gst_object_ref (factory);
    g_array_append_val (candidates, c);
  }
  gst_caps_unref (raw);
}

/* By rank, as everywhere in GStreamer; then those that change their rate at no
 * cost; then what most receivers decode. */
static gint
compare (gconstpointer a, gconstpointer b)
{
  const Candidate *x = a, *y = b;
  guint rank_x = gst_plugin_feature_get_rank (GST_PLUGIN_FEATURE (x->factory));
  guint rank_y = gst_plugin_feature_get_rank (GST_PLUGIN_FEATURE (y->factory));

  if (rank_x != rank_y)
    return rank_x > rank_y ? -1 : 1;
  if (x->control->cost != y->control->cost)
    return x->control->cost < y->control->cost ? -1 : 1;
  if (x->payload != y->payload)
    return x->payload < y->payload ? -1 : 1;
  return g_strcmp0 (GST_OBJECT_NAME (x->factory), GST_OBJECT_NAME (y->factory));
}

static GArray *
list_candidates (void)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  GList *factories, *l;

  g_array_set_clear_func (candidates, clear_candidate);
  factories = gst_element_factory_list_get_elements
      (GST_ELEMENT_FACTORY_TYPE_VIDEO_ENCODER, GST_RANK_MARGINAL);
  for (l = factories; l != NULL; l = l->next)
    consider (candidates, l->data);
  gst_plugin_feature_list_free (factories);
  g_array_sort (candidates, compare);
  return candidates;
}

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

/* All of this counts before the start only; screamtx may find the encoder when
 * it has started. */
static void
tune (GstScreamSink * self, const Candidate * c, GstElement * encoder)
{
  const gchar *name = GST_OBJECT_NAME (c->factory);
  GString *done = g_string_new (NULL);
  guint i;

  for (i = 0; i < G_N_ELEMENTS (live_settings); i++) {
    if (!g_pattern_match_simple (live_settings[i].factory, name))
      continue;
    gst_scream_parts_configure (encoder, live_settings[i].settings);
    break;
  }
  if (c->control->tune_start != NULL)
    gst_encoder_tune (encoder, c->control->tune_start, 0, done);
  if (c->control->tune_live != NULL)
    gst_encoder_tune (encoder, c->control->tune_live, 0, done);
  set_rate (self, encoder);
  GST_INFO_OBJECT (self, "%s with %s", name, done->str);
  g_string_free (done, TRUE);
}

/* A hardware encoder without its hardware fails here, and the next may do. */
static GstElement *
try_candidate (GstScreamSink * self, const Candidate * c)
{
  GstElement *encoder = gst_element_factory_create (c->factory, NULL);

  if (encoder == NULL)
    return NULL;
  tune (self, c, encoder);
  if (gst_element_set_state (encoder, GST_STATE_READY) ==
      GST_STATE_CHANGE_FAILURE) {
    GST_INFO_OBJECT (self, "%s does not start", GST_OBJECT_NAME (encoder));
    gst_element_set_state (encoder, GST_STATE_NULL);
    gst_object_unref (encoder);
    return NULL;
  }
  gst_bin_add (GST_BIN_CAST (self), encoder);
  return encoder;
}

GstElement *
gst_scream_sink_make_video_encoder (GstScreamSink * self,
    const GstScreamPayload ** entry)
{
  GArray *candidates = list_candidates ();
  GstElement *encoder = NULL;
  guint i;

  for (i = 0; i < candidates->len && encoder == NULL; i++) {
    const Candidate *c = &g_array_index (candidates, Candidate, i);

    encoder = try_candidate (self, c);
    *entry = c->payload;
  }
  g_array_unref (candidates);
  if (encoder == NULL)
    GST_ELEMENT_ERROR (self, CORE, MISSING_PLUGIN,
        ("There is no video encoder whose bitrate screamsink can set."),
        ("Install one: x264enc is in the Debian package "
            "gstreamer1.0-plugins-ugly, vp8enc in gstreamer1.0-plugins-good."));
  return encoder;
}

GstElement *
gst_scream_sink_make_audio_encoder (GstScreamSink * self,
    const GstScreamPayload ** entry)
{
  GstCaps *caps = gst_caps_new_empty_simple ("audio/x-opus");

  *entry = gst_scream_payload_find_caps (caps);
  gst_caps_unref (caps);
  return gst_scream_parts_make (GST_BIN_CAST (self), "opusenc", NULL);
}
