/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any text as a scream URI, set on an object with properties of each kind that
 * the elements have: all of it is taken, or nothing with a reason.
 */
#include "plugins/scream/bins/gstscreamuri.h"

#include "tests/fuzz/gst.h"

typedef struct
{
  GObject parent;
  guint set;                    /* how many properties were */
} FuzzObject;

typedef GObjectClass FuzzObjectClass;

static GType fuzz_object_get_type (void);
G_DEFINE_TYPE (FuzzObject, fuzz_object, G_TYPE_OBJECT);

static void
fuzz_object_init (FuzzObject * self)
{
  self->set = 0;
}

static void
fuzz_object_set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * pspec)
{
  (void) id;
  must (G_VALUE_HOLDS (value, pspec->value_type));
  must (strcmp (pspec->name, "log-location") != 0);
  ((FuzzObject *) object)->set++;
}

static void
fuzz_object_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  (void) object;
  (void) id;
  g_param_value_set_default (pspec, value);
}

static void
fuzz_object_class_init (FuzzObjectClass * class)
{
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
  guint id = 1;

  class->set_property = fuzz_object_set_property;
  class->get_property = fuzz_object_get_property;
  g_object_class_install_property (class, id++, g_param_spec_string ("host",
          "", "", NULL, flags));
  g_object_class_install_property (class, id++, g_param_spec_uint ("port", "",
          "", 1, 65535, 5000, flags));
  g_object_class_install_property (class, id++,
      g_param_spec_uint ("max-bitrate", "", "", 1000, G_MAXUINT, 1000, flags));
  g_object_class_install_property (class, id++, g_param_spec_uint64 ("latency",
          "", "", 0, G_MAXUINT64, 0, flags));
  g_object_class_install_property (class, id++, g_param_spec_double ("priority",
          "", "", 0, 1, 1, flags));
  g_object_class_install_property (class, id++, g_param_spec_boolean ("ecn",
          "", "", FALSE, flags));
  g_object_class_install_property (class, id++, g_param_spec_enum ("state", "",
          "", GST_TYPE_STATE, GST_STATE_NULL, flags));
  g_object_class_install_property (class, id++, g_param_spec_boxed ("stats", "",
          "", GST_TYPE_STRUCTURE, flags));
  g_object_class_install_property (class, id++,
      g_param_spec_string ("log-location", "", "", NULL, flags));
  g_object_class_install_property (class, id++, g_param_spec_string ("fixed",
          "", "", NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static const gchar *const allowed[] = {
  "host", "port", "max-bitrate", "latency", "priority", "ecn", "state",
  "fixed", "missing", NULL
};

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  gchar *text = g_strndup ((const gchar *) data, size), *built;
  GError *error = NULL;
  FuzzObject *object;

  fuzz_gst_init ();
  object = g_object_new (fuzz_object_get_type (), NULL);
  if (gst_scream_uri_apply (text, G_OBJECT (object), "host", allowed, &error)) {
    must (error == NULL);
  } else {
    must (error != NULL && error->message[0] != '\0');
    must (object->set == 0);
    g_error_free (error);
  }
  built = gst_scream_uri_build (text, (guint) size);
  must (g_str_has_prefix (built, GST_SCREAM_URI_SCHEME "://"));
  g_free (built);
  g_object_unref (object);
  g_free (text);
  return 0;
}
