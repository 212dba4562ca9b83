/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Each number and each enumeration of each element and of its pads, out of its range */
#include "tests/check/elements/elementtest.h"

#include <math.h>

static const gchar *const elements[] = {
  "screamtx", "rtpscreambwe", "screamrx", "screamsink", "screamsrc",
  "screamudpsink",
  "screamudpsrc", "screamvideosrc", "linkemu"
};

#define MAX_BAD 4

/* Values that @pspec does not allow, and what the error says of its range. */
static guint
list_bad (GParamSpec * pspec, GValue * bad, gchar ** range)
{
  guint n = 0, i;

  for (i = 0; i < MAX_BAD; i++)
    g_value_init (&bad[i], pspec->value_type);
  if (G_IS_PARAM_SPEC_UINT (pspec)) {
    const GParamSpecUInt *p = (const GParamSpecUInt *) pspec;

    if (p->minimum > 0)
      g_value_set_uint (&bad[n++], p->minimum - 1);
    if (p->maximum < G_MAXUINT)
      g_value_set_uint (&bad[n++], p->maximum + 1);
    *range = g_strdup_printf ("%u to %u", p->minimum, p->maximum);
  } else if (G_IS_PARAM_SPEC_INT (pspec)) {
    const GParamSpecInt *p = (const GParamSpecInt *) pspec;

    if (p->minimum > G_MININT)
      g_value_set_int (&bad[n++], p->minimum - 1);
    if (p->maximum < G_MAXINT)
      g_value_set_int (&bad[n++], p->maximum + 1);
    *range = g_strdup_printf ("%d to %d", p->minimum, p->maximum);
  } else if (G_IS_PARAM_SPEC_UINT64 (pspec)) {
    const GParamSpecUInt64 *p = (const GParamSpecUInt64 *) pspec;

    if (p->minimum > 0)
      g_value_set_uint64 (&bad[n++], p->minimum - 1);
    if (p->maximum < G_MAXUINT64)
      g_value_set_uint64 (&bad[n++], p->maximum + 1);
    *range = g_strdup_printf ("%" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
        p->minimum, p->maximum);
  } else if (G_IS_PARAM_SPEC_DOUBLE (pspec)) {
    const GParamSpecDouble *p = (const GParamSpecDouble *) pspec;

    g_value_set_double (&bad[n++], p->minimum - 0.5);
    g_value_set_double (&bad[n++], p->maximum + 0.5);
    g_value_set_double (&bad[n++], NAN);
    g_value_set_double (&bad[n++], INFINITY);
    *range = g_strdup_printf ("%g to %g", p->minimum, p->maximum);
  } else if (GST_IS_PARAM_SPEC_FRACTION (pspec)) {
    gst_value_set_fraction (&bad[n++], -3, 1);
    gst_value_set_fraction (&bad[n++], G_MAXINT, 1);
    *range = g_strdup ("/1");
  } else if (G_IS_PARAM_SPEC_ENUM (pspec)) {
    g_value_set_enum (&bad[n++], 77);
    *range = g_strdup (g_enum_get_value (G_PARAM_SPEC_ENUM (pspec)->enum_class,
            G_PARAM_SPEC_ENUM (pspec)->default_value)->value_nick);
  }
  return n;
}

static void
assert_told (GstElement * element, GstMessageType type, const gchar * property,
    const gchar * range)
{
  GstBus *bus = gst_element_get_bus (element);
  GstMessage *message = gst_bus_pop_filtered (bus, type);
  gchar *start = g_strconcat (property, "=", NULL), *debug;
  GError *error;

  fail_unless (message != NULL, "%s: nothing is said of %s",
      GST_OBJECT_NAME (element), property);
  if (type == GST_MESSAGE_ERROR)
    gst_message_parse_error (message, &error, &debug);
  else
    gst_message_parse_warning (message, &error, &debug);
  fail_unless (g_str_has_prefix (error->message, start)
      && strstr (error->message, range), "%s: %s", range, error->message);
  g_free (start);
  g_free (debug);
  g_error_free (error);
  gst_message_unref (message);
  gst_object_unref (bus);
}

static void
assert_value (GObject * object, GParamSpec * pspec, const GValue * expected)
{
  GValue value = G_VALUE_INIT;

  g_value_init (&value, pspec->value_type);
  g_object_get_property (object, pspec->name, &value);
  fail_unless (g_param_values_cmp (pspec, &value, expected) == 0,
      "%s was changed", pspec->name);
  g_value_unset (&value);
}

/* What it was stays; no start, until it is set again. */
static void
check_start (const gchar * name, gboolean of_pad, GParamSpec * pspec,
    const GValue * bad, const gchar * range)
{
  GstElement *element = put_on_bus (gst_element_factory_make (name, NULL));
  GstBus *bus = gst_element_get_bus (element);
  GObject *object = G_OBJECT (element);
  GValue before = G_VALUE_INIT;

  if (of_pad)
    object = G_OBJECT (gst_element_get_static_pad (element, "sink"));
  g_value_init (&before, pspec->value_type);
  g_object_get_property (object, pspec->name, &before);
  g_object_set_property (object, pspec->name, bad);
  assert_value (object, pspec, &before);
  fail_unless_equals_int (gst_element_set_state (element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_FAILURE);
  assert_told (element, GST_MESSAGE_ERROR, pspec->name, range);

  gst_element_set_state (element, GST_STATE_NULL);
  gst_bus_set_flushing (bus, TRUE);
  gst_bus_set_flushing (bus, FALSE);
  g_object_set_property (object, pspec->name, &before);
  gst_element_set_state (element, GST_STATE_READY);
  fail_unless (gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR) == NULL,
      "%s of %s: an error stays", pspec->name, name);
  g_value_unset (&before);
  if (of_pad)
    gst_object_unref (object);
  gst_object_unref (bus);
  finish_on_bus (element);
}

static guint
check_all (const gchar * name, GObject * object, gboolean of_pad)
{
  guint n_specs, n_checked = 0, i, j;
  GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (object), &n_specs);

  for (i = 0; i < n_specs; i++) {
    GValue bad[MAX_BAD] = { G_VALUE_INIT, };
    gchar *range = NULL;
    guint n = 0;

    if (!(specs[i]->flags & G_PARAM_WRITABLE)
        || specs[i]->owner_type != G_OBJECT_TYPE (object))
      continue;
    n = list_bad (specs[i], bad, &range);
    for (j = 0; j < n; j++)
      check_start (name, of_pad, specs[i], &bad[j], range);
    for (j = 0; j < MAX_BAD; j++)
      g_value_unset (&bad[j]);
    g_free (range);
    n_checked += n;
  }
  g_free (specs);
  return n_checked;
}

/* GLib before 2.74 says it with a warning of its own. */
GST_START_TEST (test_property_ranges)
{
  const gchar *name = elements[__i__];
  GstElement *element = gst_element_factory_make (name, NULL);
  GstPad *pad = gst_element_get_static_pad (element, "sink");

  fail_unless (check_all (name, G_OBJECT (element), FALSE) >= 3);
  if (pad != NULL && G_OBJECT_TYPE (pad) != GST_TYPE_PAD)
    fail_unless (check_all (name, G_OBJECT (pad), TRUE) >= 5);
  gst_clear_object (&pad);
  gst_object_unref (element);
}

GST_END_TEST;

/* The stream goes on as it was. */
GST_START_TEST (test_property_ranges_while_it_runs)
{
  GstElement *element = put_on_bus (gst_element_factory_make ("linkemu", NULL));
  gdouble loss;

  g_object_set (element, "loss", 0.5, NULL);
  gst_element_set_state (element, GST_STATE_PAUSED);
  g_object_set (element, "loss", 1.5, NULL);
  assert_told (element, GST_MESSAGE_WARNING, "loss", "0 to 1");
  g_object_get (element, "loss", &loss, NULL);
  fail_unless (loss == 0.5);
  gst_element_set_state (element, GST_STATE_READY);
  fail_unless (gst_element_set_state (element, GST_STATE_PAUSED)
      != GST_STATE_CHANGE_FAILURE);
  finish_on_bus (element);
}

GST_END_TEST;

/* A pad tells it by its element, and one without an element has nobody to tell. */
GST_START_TEST (test_property_ranges_of_a_pad_while_it_runs)
{
  GstElement *element = put_on_bus (gst_element_factory_make ("screamtx",
          NULL));
  GstPad *pad = gst_element_request_pad_simple (element, "sink_%u");
  gdouble priority;

  g_object_set (pad, "priority", 0.5, NULL);
  gst_element_set_state (element, GST_STATE_PAUSED);
  g_object_set (pad, "priority", 1.5, NULL);
  assert_told (element, GST_MESSAGE_WARNING, "priority", "0 to 1");
  gst_element_release_request_pad (element, pad);
  g_object_set (pad, "priority", 1.5, NULL);
  g_object_get (pad, "priority", &priority, NULL);
  fail_unless (priority == 0.5);
  gst_object_unref (pad);
  finish_on_bus (element);
}

GST_END_TEST;

/* Other programs clip to the range, as tune-encoder does with screamvideosrc. */
GST_START_TEST (test_property_ranges_can_be_asked)
{
  GstElement *element = gst_element_factory_make ("screamvideosrc", NULL);
  GParamSpec *pspec = g_object_class_find_property
      (G_OBJECT_GET_CLASS (element), "bitrate");
  GValue value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_UINT);
  g_value_set_uint (&value, 1);
  fail_unless (g_param_value_validate (pspec, &value));
  fail_unless_equals_int (g_value_get_uint (&value), 1000);
  g_value_unset (&value);
  gst_object_unref (element);
}

GST_END_TEST;

static Suite *
propertyranges_suite (void)
{
  Suite *s = suite_create ("propertyranges");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
#if GLIB_CHECK_VERSION (2, 74, 0)
  tcase_add_loop_test (tc, test_property_ranges, 0, G_N_ELEMENTS (elements));
  tcase_add_test (tc, test_property_ranges_while_it_runs);
  tcase_add_test (tc, test_property_ranges_of_a_pad_while_it_runs);
#endif
  tcase_add_test (tc, test_property_ranges_can_be_asked);
  return s;
}

GST_CHECK_MAIN (propertyranges);
