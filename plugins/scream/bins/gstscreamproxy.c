/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties of an object inside, shown by one around it.
 *
 * GObject's own overriding properties serve interfaces only, and gst-inspect
 * does not list them: so each gets a specification of its own, a copy. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamproxy.h"
#include "plugins/packet/gststrictproperty.h"

static GParamSpec *
copy_number (const GParamSpec * p, const gchar * nick, const gchar * blurb)
{
  if (G_IS_PARAM_SPEC_UINT (p)) {
    const GParamSpecUInt *n = (const GParamSpecUInt *) p;

    return g_param_spec_uint (p->name, nick, blurb, n->minimum, n->maximum,
        n->default_value, p->flags);
  }
  if (G_IS_PARAM_SPEC_UINT64 (p)) {
    const GParamSpecUInt64 *n = (const GParamSpecUInt64 *) p;

    return g_param_spec_uint64 (p->name, nick, blurb, n->minimum, n->maximum,
        n->default_value, p->flags);
  }
  if (G_IS_PARAM_SPEC_INT (p)) {
    const GParamSpecInt *n = (const GParamSpecInt *) p;

    return g_param_spec_int (p->name, nick, blurb, n->minimum, n->maximum,
        n->default_value, p->flags);
  }
  if (G_IS_PARAM_SPEC_INT64 (p)) {
    const GParamSpecInt64 *n = (const GParamSpecInt64 *) p;

    return g_param_spec_int64 (p->name, nick, blurb, n->minimum, n->maximum,
        n->default_value, p->flags);
  }
  if (G_IS_PARAM_SPEC_DOUBLE (p)) {
    const GParamSpecDouble *n = (const GParamSpecDouble *) p;

    return g_param_spec_double (p->name, nick, blurb, n->minimum, n->maximum,
        n->default_value, p->flags);
  }
  return NULL;
}

/* NULL for a type that is not known here. */
static GParamSpec *
copy_property (GParamSpec * p)
{
  const gchar *nick = g_param_spec_get_nick (p);
  const gchar *blurb = g_param_spec_get_blurb (p);

  if (G_IS_PARAM_SPEC_BOOLEAN (p))
    return g_param_spec_boolean (p->name, nick, blurb,
        G_PARAM_SPEC_BOOLEAN (p)->default_value, p->flags);
  if (G_IS_PARAM_SPEC_STRING (p))
    return g_param_spec_string (p->name, nick, blurb,
        G_PARAM_SPEC_STRING (p)->default_value, p->flags);
  if (G_IS_PARAM_SPEC_ENUM (p))
    return g_param_spec_enum (p->name, nick, blurb, p->value_type,
        G_PARAM_SPEC_ENUM (p)->default_value, p->flags);
  if (G_IS_PARAM_SPEC_FLAGS (p))
    return g_param_spec_flags (p->name, nick, blurb, p->value_type,
        G_PARAM_SPEC_FLAGS (p)->default_value, p->flags);
  if (G_IS_PARAM_SPEC_BOXED (p))
    return g_param_spec_boxed (p->name, nick, blurb, p->value_type, p->flags);
  if (G_IS_PARAM_SPEC_OBJECT (p))
    return g_param_spec_object (p->name, nick, blurb, p->value_type, p->flags);
  return copy_number (p, nick, blurb);
}

void
gst_scream_proxy_install (GObjectClass * klass, guint first_id, GType inner,
    const gchar * left_out)
{
  GObjectClass *inner_klass = g_type_class_ref (inner);
  guint n = 0, i;
  GParamSpec **specs = g_object_class_list_properties (inner_klass, &n);

  for (i = 0; i < n; i++) {
    GParamSpec *copy;

    if (specs[i]->owner_type != inner
        || g_strcmp0 (specs[i]->name, left_out) == 0
        || g_object_class_find_property (klass, specs[i]->name) != NULL)
      continue;
    copy = copy_property (specs[i]);
    if (copy == NULL) {
      g_critical ("property %s of %s cannot be proxied", specs[i]->name,
          g_type_name (inner));
      continue;
    }
    gst_strict_property_copy_unit (copy, specs[i]);
    gst_strict_property_install (klass, first_id++, copy);
  }
  g_free (specs);
  g_type_class_unref (inner_klass);
}

void
gst_scream_proxy_set (GObject * inner, const GValue * value,
    const GParamSpec * pspec)
{
  g_object_set_property (inner, pspec->name, value);
}

void
gst_scream_proxy_get (GObject * inner, GValue * value, const GParamSpec * pspec)
{
  g_object_get_property (inner, pspec->name, value);
}

/* Another object repeats what this one notifies of. */
static GQuark
repeated_quark (void)
{
  return g_quark_from_static_string ("gst-scream-repeated");
}

/* Notifies handlers of the object.  Those of its bins (deep-notify, gst-launch-1.0 -v) hear of it
 * once, from the outermost element that has the property; pads and parts would say the same. */
void
gst_scream_proxy_tell (GObject * object, const gchar * property)
{
  GParamSpec *spec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (object), property);

  if (GST_IS_PAD (object) || g_object_get_qdata (object, repeated_quark ()))
    g_signal_emit (object, g_signal_lookup ("notify", G_TYPE_OBJECT),
        g_quark_from_string (property), spec);
  else
    g_object_notify_by_pspec (object, spec);
}

static void
on_notify (GObject * inner, GParamSpec * pspec, GObject * outer)
{
  GParamSpec *own = g_object_class_find_property (G_OBJECT_GET_CLASS (outer),
      pspec->name);

  /* Not of names that both have from a parent. */
  if (own == NULL || own->owner_type != G_OBJECT_TYPE (outer))
    return;
  if (g_str_equal (own->name, GST_SCREAM_PROXY_ESTIMATE))
    gst_scream_proxy_tell (outer, own->name);
  else
    g_object_notify_by_pspec (outer, own);
}

void
gst_scream_proxy_forward_notify (GObject * inner, GObject * outer)
{
  g_object_set_qdata (inner, repeated_quark (), GINT_TO_POINTER (TRUE));
  g_signal_connect_object (inner, "notify", G_CALLBACK (on_notify), outer, 0);
}
