/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Conditions of the table of encoders: one name may stand for encoders that differ by
 * class, by version or by their settings. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <stdio.h>
#include <string.h>

#include "gstencoderwhen.h"

#define OF_TYPE "type="
#define SINCE "version>="

/* 1.26.1 as 1026001; 0 for what is no version. */
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

/**
 * gst_encoder_when_holds:
 * @when: (nullable): "type=NAME", of this class or derived from it; "version>=1.26.1" of
 *     the plugin; "property=value"; %NULL holds always
 * @factory: (nullable): of the encoder that is asked
 * @encoder: (nullable): the encoder
 */
gboolean
gst_encoder_when_holds (const gchar * when, GstElementFactory * factory,
    GstElement * encoder)
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
