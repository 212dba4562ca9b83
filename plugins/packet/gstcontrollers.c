/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstcontrollers.c: see gstcontrollers.h */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstcontrollers.h"

#include <gst/rtpcc/control/rtpcc-controllers.h>

#define PREFIX "RtpCc+"

static GQuark
ops_quark (void)
{
  return g_quark_from_static_string ("rtp-cc-ops-" VERSION);
}

gboolean
gst_controllers_register (GstPlugin * plugin, const RtpCcOps * ops)
{
  gchar *name = g_strconcat (PREFIX, ops->name, NULL);
  GType type = g_type_from_name (name);

  if (type == G_TYPE_INVALID)
    type = g_pointer_type_register_static (g_intern_string (name));
  g_free (name);
  g_type_set_qdata (type, ops_quark (), (gpointer) ops);
  return gst_dynamic_type_register (plugin, type);
}

/* gst_dynamic_type_factory_load() leaks the factory. */
static GType
load_type (const gchar * name)
{
  GstPluginFeature *feature = gst_registry_find_feature (gst_registry_get (),
      name, GST_TYPE_DYNAMIC_TYPE_FACTORY);
  GstPluginFeature *loaded =
      feature != NULL ? gst_plugin_feature_load (feature) : NULL;

  gst_clear_object (&feature);
  gst_clear_object (&loaded);
  return g_type_from_name (name);
}

static const RtpCcOps *
find_registered (const gchar * name)
{
  gchar *type_name = g_strconcat (PREFIX, name, NULL);
  GType type = load_type (type_name);

  g_free (type_name);
  return type != G_TYPE_INVALID ? g_type_get_qdata (type, ops_quark ()) : NULL;
}

const RtpCcOps *
gst_controllers_find (const gchar * name)
{
  const RtpCcOps *ops = rtp_cc_find (name);

  return ops != NULL ? ops : find_registered (name);
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (GST_OBJECT_NAME (a), GST_OBJECT_NAME (b));
}

/* TRUE: one of them is that which does not load. */
static gboolean
append_registered (GString * text, const gchar * missing)
{
  gboolean refused = FALSE;
  GList *types = g_list_sort (gst_registry_get_feature_list
      (gst_registry_get (), GST_TYPE_DYNAMIC_TYPE_FACTORY), compare);
  GList *type;

  for (type = types; type != NULL; type = type->next) {
    const gchar *name = GST_OBJECT_NAME (type->data);

    if (!g_str_has_prefix (name, PREFIX))
      continue;
    g_string_append_printf (text, ", %s", name + strlen (PREFIX));
    refused |= strcmp (name + strlen (PREFIX), missing) == 0;
  }
  gst_plugin_feature_list_free (types);
  return refused;
}

gchar *
gst_controllers_describe_missing (const gchar * name)
{
  GString *text = g_string_new (NULL);
  const RtpCcOps *ops;
  gsize i, length;

  g_string_printf (text, "There is no controller \"%s\", only: ", name);
  for (i = 0; (ops = rtp_cc_nth (i)) != NULL; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", ops->name);
  length = text->len;
  if (append_registered (text, name))
    g_string_append_printf (text,
        "; the plugin with \"%s\" has another version, " "or does not load",
        name);
  if (text->len == length)
    g_string_append (text, "; the plugin screamlab has others (package "
        "gstreamer1.0-scream-lab)");
  g_string_append_c (text, '.');
  return g_string_free (text, FALSE);
}
