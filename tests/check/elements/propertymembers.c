/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Who sets a property reads what he has set, and no other has changed: each row of a table
 * names its own member, and the type of that. */
#include "tests/check/elements/elementtest.h"

static const gchar *const elements[] = {
  "screamtx", "rtpscreambwe", "screamrx", "screamsink", "screamsrc",
  "screamudpsink",
  "screamudpsrc", "screamvideosrc", "linkemu"
};

/* They set others, too. */
static gboolean
has_effects (const GParamSpec * spec)
{
  return g_str_equal (spec->name, "goal")
      || g_str_equal (spec->name, "shared-percentile");
}

/* A value that is not the default; FALSE: of this type none is known here. */
static gboolean
choose (GParamSpec * spec, GValue * value)
{
  g_value_init (value, spec->value_type);
  g_param_value_set_default (spec, value);
  if (G_VALUE_HOLDS_BOOLEAN (value))
    g_value_set_boolean (value, !g_value_get_boolean (value));
  else if (G_VALUE_HOLDS_UINT (value))
    g_value_set_uint (value, g_value_get_uint (value) ^ 1);
  else if (G_VALUE_HOLDS_INT (value))
    g_value_set_int (value, g_value_get_int (value) + 1);
  else if (G_VALUE_HOLDS_UINT64 (value))
    g_value_set_uint64 (value, G_MAXUINT64);
  else if (G_VALUE_HOLDS_DOUBLE (value))
    g_value_set_double (value, g_value_get_double (value) == 0.5 ? 1 : 0.5);
  else if (G_VALUE_HOLDS_ENUM (value))
    g_value_set_enum (value, g_value_get_enum (value) == 0);
  else if (G_VALUE_HOLDS_STRING (value))
    g_value_set_string (value, "x");
  else if (GST_VALUE_HOLDS_FRACTION (value))
    gst_value_set_fraction (value, 30, 7);
  else
    return FALSE;
  /* What is out of range becomes an end of it. */
  g_param_value_validate (spec, value);
  return TRUE;
}

static gchar *
read_text (GstElement * element, const GParamSpec * spec)
{
  GValue value = G_VALUE_INIT;
  gchar *text;

  g_value_init (&value, spec->value_type);
  g_object_get_property (G_OBJECT (element), spec->name, &value);
  text = g_strdup_value_contents (&value);
  g_value_unset (&value);
  return text;
}

static gboolean
is_own (GstElement * element, const GParamSpec * spec)
{
  return spec->owner_type == G_OBJECT_TYPE (element)
      && (spec->flags & G_PARAM_READWRITE) == G_PARAM_READWRITE;
}

/* All but @left_out, a line each. */
static gchar *
read_others (GstElement * element, GParamSpec ** specs, guint n, guint left_out)
{
  GString *all = g_string_new (NULL);
  guint i;

  for (i = 0; i < n; i++) {
    gchar *text;

    if (i == left_out || !is_own (element, specs[i]))
      continue;
    text = read_text (element, specs[i]);
    g_string_append_printf (all, "%s=%s\n", specs[i]->name, text);
    g_free (text);
  }
  return g_string_free (all, FALSE);
}

static void
check_one (GstElement * element, GParamSpec ** specs, guint n, guint one)
{
  GValue value = G_VALUE_INIT;

  if (choose (specs[one], &value)) {
    gchar *before = read_others (element, specs, n, one), *after;
    gchar *wanted = g_strdup_value_contents (&value), *got;

    g_object_set_property (G_OBJECT (element), specs[one]->name, &value);
    after = read_others (element, specs, n, one);
    got = read_text (element, specs[one]);
    fail_unless (g_str_equal (got, wanted), "%s is %s and not %s",
        specs[one]->name, got, wanted);
    fail_unless (g_str_equal (before, after), "%s changed others: %s\n%s",
        specs[one]->name, before, after);
    g_free (before);
    g_free (after);
    g_free (wanted);
    g_free (got);
  }
  g_value_unset (&value);
}

GST_START_TEST (test_property_members)
{
  GstElement *element = gst_element_factory_make (elements[__i__], NULL);
  guint n, i;
  GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);

  /* Twice: at first, what follows a member has its default, which may be zeros. */
  for (i = 0; i < 2 * n; i++) {
    if (is_own (element, specs[i % n]) && !has_effects (specs[i % n]))
      check_one (element, specs, n, i % n);
  }
  g_free (specs);
  gst_object_unref (element);
}

GST_END_TEST;

static Suite *
propertymembers_suite (void)
{
  Suite *s = suite_create ("propertymembers");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_property_members, 0, G_N_ELEMENTS (elements));
  return s;
}

GST_CHECK_MAIN (propertymembers);
