/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names that applications ask request pads by */
#include <gst/check/gstcheck.h>

#include <string.h>

static const struct
{
  const gchar *element, *templ;
} kinds[] = {
  {"screamtx", "sink_%u"}, {"screamtx", "src_%u"}, {"screamsink", "sink_%u"},
  {"screamsrc", "src_%u"}
};

/* What stands for %u. Canonical ones are taken. */
static const struct
{
  const gchar *number;
  gboolean good;
} numbers[] = {
  {"0", TRUE}, {"7", TRUE}, {"10", TRUE}, {"4294967295", TRUE},
  {"00", FALSE}, {"01", FALSE}, {"-1", FALSE}, {"-0", FALSE}, {"+1", FALSE},
  {" 1", FALSE}, {"1 ", FALSE}, {"1x", FALSE}, {"0x1", FALSE}, {"", FALSE},
  {"x", FALSE}, {"4294967296", FALSE}, {"18446744073709551616", FALSE},
  {"1_1", FALSE}
};

/* GStreamer refuses some names by itself, with a critical message: not all
 * releases, and not those that it does not look at. */
static GstPad *
request (GstElement * element, const gchar * templ, const gchar * name)
{
  GstElementClass *klass = GST_ELEMENT_GET_CLASS (element);

  return klass->request_new_pad (element,
      gst_element_class_get_pad_template (klass, templ), name, NULL);
}

static gchar *
name_of (const gchar * templ, const gchar * number)
{
  return g_strdup_printf ("%.*s%s", (int) (strlen (templ) - 2), templ, number);
}

/* The name is that which was asked for, and belongs to one pad. */
static void
check_name (GstElement * element, GstPad * pad, const gchar * name)
{
  GstPad *found = gst_element_get_static_pad (element, name);

  fail_unless_equals_string (GST_PAD_NAME (pad), name);
  fail_unless (found == pad);
  gst_object_unref (found);
}

GST_START_TEST (test_request_pads_have_the_name_asked_for_or_none)
{
  const gchar *templ = kinds[__i__].templ;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (numbers); i++) {
    GstElement *element = gst_element_factory_make (kinds[__i__].element, NULL);
    gchar *name = name_of (templ, numbers[i].number);
    guint16 before = element->numpads;
    GstPad *pad = request (element, templ, name);

    fail_unless ((pad != NULL) == numbers[i].good, "%s: %p", name, pad);
    if (pad != NULL)
      check_name (element, pad, name);
    else
      fail_unless_equals_int (element->numpads, before);
    g_free (name);
    gst_object_unref (element);
  }
}

GST_END_TEST;

/* None is given a name that is taken, whatever was asked for before. */
GST_START_TEST (test_request_pads_get_free_names)
{
  const gchar *templ = kinds[__i__].templ;
  GstElement *element = gst_element_factory_make (kinds[__i__].element, NULL);
  GHashTable *names = g_hash_table_new (g_str_hash, g_str_equal);
  const gchar *asked[] = { "2", NULL, NULL, "4294967295", NULL, NULL, NULL };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (asked); i++) {
    gchar *name = asked[i] != NULL ? name_of (templ, asked[i]) : NULL;
    GstPad *pad = request (element, templ, i % 2 || name ? name : templ);

    fail_unless (pad != NULL);
    fail_unless (g_hash_table_add (names, GST_PAD_NAME (pad)), "%s twice",
        GST_PAD_NAME (pad));
    g_free (name);
  }
  g_hash_table_unref (names);
  gst_object_unref (element);
}

GST_END_TEST;

/* Either pad of a stream of screamtx may be asked for: the other is there then.
 * Elsewhere a name is given once. */
GST_START_TEST (test_request_pads_again)
{
  gboolean reuses = g_str_equal (kinds[__i__].element, "screamtx");
  GstElement *element = gst_element_factory_make (kinds[__i__].element, NULL);
  gchar *name = name_of (kinds[__i__].templ, "0");
  GstPad *pad = request (element, kinds[__i__].templ, name);
  guint16 n = element->numpads;

  fail_unless (request (element, kinds[__i__].templ, name)
      == (reuses ? pad : NULL));
  fail_unless_equals_int (element->numpads, n);
  gst_element_release_request_pad (element, pad);
  pad = request (element, kinds[__i__].templ, name);
  fail_unless (pad != NULL);
  check_name (element, pad, name);
  g_free (name);
  gst_object_unref (element);
}

GST_END_TEST;

GST_START_TEST (test_request_pads_of_rtcp)
{
  static const gchar *const elements[] = { "screamtx", "screamrx" };
  GstElement *element = gst_element_factory_make (elements[__i__], NULL);

  fail_unless (request (element, "rtcp_src", "rtcp_src") != NULL);
  fail_unless (request (element, "rtcp_src", "rtcp_src") == NULL);
  fail_unless (request (element, "rtcp_sink", NULL) != NULL);
  fail_unless (request (element, "rtcp_sink", NULL) == NULL);
  gst_object_unref (element);
}

GST_END_TEST;

static Suite *
requestpads_suite (void)
{
  Suite *s = suite_create ("requestpads");
  TCase *tc = tcase_create ("general");
  const gint n = G_N_ELEMENTS (kinds);

  tcase_add_loop_test (tc, test_request_pads_have_the_name_asked_for_or_none, 0,
      n);
  tcase_add_loop_test (tc, test_request_pads_get_free_names, 0, n);
  tcase_add_loop_test (tc, test_request_pads_again, 0, n);
  tcase_add_loop_test (tc, test_request_pads_of_rtcp, 0, 2);
  suite_add_tcase (s, tc);
  return s;
}

GST_CHECK_MAIN (requestpads);
