/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures in the memory of hardware: which elements convert and copy them. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamsinkprivate.h"

/* The names are those of the plugins of each family, from their documentation. */
static const GstScreamMemory memories[] = {
  {"memory:VAMemory", "vapostproc", "vapostproc", "gstreamer1.0-plugins-bad"},
  {"memory:VASurface", "vaapipostproc", "vaapipostproc", "gstreamer1.0-vaapi"},
  {"memory:DMABuf", NULL, "vapostproc", "gstreamer1.0-plugins-bad"},
  {"memory:CUDAMemory", "cudaconvert", "cudadownload",
      "gstreamer1.0-plugins-bad"},
  {"memory:D3D11Memory", "d3d11convert", "d3d11download",
      "gstreamer1.0-plugins-bad"},
  {"memory:D3D12Memory", "d3d12convert", "d3d12download",
      "gstreamer1.0-plugins-bad"},
  {"memory:GLMemory", "glcolorconvert", "gldownload", "gstreamer1.0-gl"},
  {"memory:NVMM", "nvvidconv", "nvvidconv", "nvidia-l4t-gstreamer"},
};

/* Of memory that is not in the table: nothing converts it. */
static const GstScreamMemory *
unknown (const gchar * feature)
{
  static const GstScreamMemory none = { "memory:unknown", NULL, NULL, NULL };

  GST_INFO ("%s is not known", feature);
  return &none;
}

static const GstScreamMemory *
find (const gchar * feature)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (memories); i++) {
    if (g_str_equal (memories[i].feature, feature))
      return &memories[i];
  }
  return unknown (feature);
}

const GstScreamMemory *
gst_scream_sink_memory_of (const GstCapsFeatures * features)
{
  guint i;

  if (features == NULL || gst_caps_features_is_any (features))
    return NULL;
  for (i = 0; i < gst_caps_features_get_size (features); i++) {
    const gchar *feature = gst_caps_features_get_nth (features, i);

    if (g_str_has_prefix (feature, "memory:")
        && !g_str_equal (feature, GST_CAPS_FEATURE_MEMORY_SYSTEM_MEMORY))
      return find (feature);
  }
  return NULL;
}

gchar *
gst_scream_sink_memory_caps (const GstScreamMemory * memory)
{
  return memory == NULL ? g_strdup (GST_SCREAM_SINK_RAW_VIDEO_CAPS)
      : g_strdup_printf ("video/x-raw(%s)", memory->feature);
}

gboolean
gst_scream_sink_memory_is_taken (const GstScreamMemory * memory,
    GstElementFactory * factory)
{
  gchar *text = gst_scream_sink_memory_caps (memory);
  GstCaps *caps = gst_caps_from_string (text);
  gboolean taken = gst_element_factory_can_sink_any_caps (factory, caps);

  gst_caps_unref (caps);
  g_free (text);
  return taken;
}

const GstScreamMemory *
gst_scream_sink_memory_for (GstElementFactory * factory)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (memories); i++) {
    const GstScreamMemory *memory = &memories[i];

    if (gst_scream_sink_memory_has_converter (memory)
        && gst_scream_sink_memory_is_taken (memory, factory))
      return memory;
  }
  return NULL;
}

gboolean
gst_scream_sink_memory_has_converter (const GstScreamMemory * memory)
{
  return memory->converter != NULL
      && gst_scream_parts_is_installed (memory->converter);
}

gboolean
gst_scream_sink_memory_check_copier (GstScreamSink * self,
    const GstScreamMemory * memory)
{
  if (memory->copier == NULL)
    GST_ELEMENT_ERROR (self, CORE, NEGOTIATION,
        ("No installed encoder accepts the memory of the pictures."),
        ("Put an element before screamsink that copies them to video/x-raw "
            "without a memory feature, or set the source to system memory."));
  else if (!gst_scream_parts_is_installed (memory->copier))
    GST_ELEMENT_ERROR (self, CORE, MISSING_PLUGIN,
        ("The pictures are in %s, which no installed encoder accepts, and "
            "there is no element \"%s\" to copy them.", memory->feature,
            memory->copier), ("Install %s, or its package on your system.",
            memory->package));
  else
    return TRUE;
  return FALSE;
}
