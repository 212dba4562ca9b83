/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* URIs of screamsink and screamsrc, from people who mean well and others */
#include <gst/check/gstcheck.h>

#include <glib/gstdio.h>
#include <string.h>

static const struct
{
  const gchar *element, *host_property;
} kinds[] = {
  {"screamsink", "host"}, {"screamsrc", "address"}
};

/* What no URI may reach, whatever is in it. */
static const gchar *const forbidden[] = {
  "async-handling", "codec", "controller", "controller-params", "encoder",
  "encoder-name",
  "estimated-bitrate", "log-location", "message-forward", "name",
  "no-feedback-bitrate", "pacing", "parent", "sdp-location",
  "shared-percentile", "shared-policy", "stats",
  "stats-interval"
};

static GstElement *
make (gint kind)
{
  return gst_element_factory_make (kinds[kind].element, "element");
}

static gchar *
host_of (GstElement * element, gint kind)
{
  gchar *host = NULL;

  g_object_get (element, kinds[kind].host_property, &host, NULL);
  return host;
}

static guint
port_of (GstElement * element)
{
  guint port = 0;

  g_object_get (element, "port", &port, NULL);
  return port;
}

static gboolean
is_same (GstElement * a, GstElement * b, const gchar * name)
{
  GValue va = G_VALUE_INIT, vb = G_VALUE_INIT;
  gboolean same;

  if (g_object_class_find_property (G_OBJECT_GET_CLASS (a), name) == NULL)
    return TRUE;
  g_object_get_property (G_OBJECT (a), name, &va);
  g_object_get_property (G_OBJECT (b), name, &vb);
  same = G_VALUE_HOLDS_BOXED (&va)
      || gst_value_compare (&va, &vb) == GST_VALUE_EQUAL
      || G_VALUE_HOLDS_OBJECT (&va);
  g_value_unset (&va);
  g_value_unset (&vb);
  return same;
}

static void
check_untouched (GstElement * element, gint kind)
{
  GstElement *fresh = make (kind);
  guint i;

  for (i = 0; i < G_N_ELEMENTS (forbidden); i++)
    fail_unless (is_same (element, fresh, forbidden[i]), "%s", forbidden[i]);
  gst_object_unref (fresh);
}

static void
check_refused (gint kind, const gchar * uri, const gchar * part)
{
  GstElement *element = make (kind), *fresh = make (kind);
  GError *error = NULL;

  fail_if (gst_uri_handler_set_uri (GST_URI_HANDLER (element), uri, &error),
      "%.99s is taken", uri);
  fail_unless (error != NULL && strstr (error->message, part) != NULL,
      "%s: %s, not %s", uri, error ? error->message : "no error", part);
  fail_unless (is_same (element, fresh, kinds[kind].host_property));
  fail_unless_equals_int (port_of (element), 5000);
  check_untouched (element, kind);
  g_clear_error (&error);
  gst_object_unref (element);
  gst_object_unref (fresh);
}

static void
check_taken (gint kind, const gchar * uri, const gchar * host, guint port)
{
  GstElement *element = make (kind);
  GError *error = NULL;
  gchar *is;

  fail_unless (gst_uri_handler_set_uri (GST_URI_HANDLER (element), uri,
          &error), "%s: %s", uri, error ? error->message : "");
  is = host_of (element, kind);
  fail_unless_equals_string (is, host);
  fail_unless_equals_int (port_of (element), port);
  check_untouched (element, kind);
  g_free (is);
  gst_object_unref (element);
}

GST_START_TEST (test_uri_forms)
{
  check_taken (__i__, "scream://192.0.2.1:6000", "192.0.2.1", 6000);
  check_taken (__i__, "scream://a-b.example", "a-b.example", 5000);
  check_taken (__i__, "SCREAM://a_b.example:", "a_b.example", 5000);
  check_taken (__i__, "scream://[2001:db8::1]:6000/", "2001:db8::1", 6000);
  check_taken (__i__, "scream://[fe80::1%25lo]:6000", "fe80::1%lo", 6000);
  check_taken (__i__, "scream://h%6Fst:1", "host", 1);
  check_taken (__i__, "scream://b%C3%BCcher.example:65535",
      "b\303\274cher.example", 65535);
  check_taken (__i__, "scream://h:5001?twcc-extension=%33", "h", 5001);
}

GST_END_TEST;

GST_START_TEST (test_uri_bad_escapes_are_refused)
{
  static const gchar *const uris[] = {
    "scream://h?%zz=1", "scream://h?a=%zz", "scream://h?a=%", "scream://%s",
    "scream://h?a=%1", "scream://%00", "scream://h%00:5000",
    "scream://%2", "scream://h/%zz", "scream://h?twcc-extension=%00",
    "scream://h?%00=1", "scream://h?srtp-key=%0a", "scream://h%7f",
    "scream://h?a=b#%q0"
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (uris); i++)
    check_refused (__i__, uris[i], "%");
  check_refused (__i__, "scream://h%ff:6000", "UTF-8");
  check_refused (__i__, "scream://h:6000?srtp-key=%ff", "UTF-8");
  check_refused (__i__, "scream://h:6000?%ff=1", "UTF-8");
  check_refused (__i__, "scream://h\377:6000", "UTF-8");
}

GST_END_TEST;

GST_START_TEST (test_uri_bad_ports_are_refused)
{
  static const gchar *const ports[] = {
    "0", "00", "-1", "+1", " 1", "1 ", "65536", "66000", "4294967295",
    "4294967296", "4294972296", "18446744073709551616", "x", "5000x", "1:2",
    "5e3", "0x10"
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (ports); i++) {
    gchar *uri = g_strdup_printf ("scream://h:%s", ports[i]);

    check_refused (__i__, uri, "port");
    g_free (uri);
  }
  check_refused (__i__, "scream://[::1]:0", "port");
}

GST_END_TEST;

GST_START_TEST (test_uri_bad_hosts_are_refused)
{
  check_refused (__i__, "scream://a@h:6000", "user");
  check_refused (__i__, "scream://a:b@h:6000", "user");
  check_refused (__i__, "scream://a%20b:6000", "host");
  check_refused (__i__, "scream://a%2Fb:6000", "host");
  check_refused (__i__, "scream://a%25s:6000", "host");
  check_refused (__i__, "scream://[a.example]:6000", "host");
  check_refused (__i__, "scream://[::1:6000", "host");
  check_refused (__i__, "scream://[::1]x", "host");
  check_refused (__i__, "scream://h:6000/live", "path");
  check_refused (__i__, "scream://h:6000#part", "#");
}

GST_END_TEST;

/* The file that a URI names is as it was. */
GST_START_TEST (test_uri_sets_what_is_on_the_list)
{
  gchar *path = g_build_filename (g_get_tmp_dir (), "screamuri-XXXXXX", NULL);
  gint fd = g_mkstemp (path);
  gchar *escaped = g_uri_escape_string (path, NULL, TRUE), *uri, *text;
  guint i;

  fail_unless (fd >= 0 && g_close (fd, NULL));
  fail_unless (g_file_set_contents (path, "precious", -1, NULL));
  uri = g_strdup_printf ("scream://127.0.0.1:6000?log-location=%s", escaped);
  check_refused (__i__, uri, "log-location");
  fail_unless (g_file_get_contents (path, &text, NULL, NULL));
  fail_unless_equals_string (text, "precious");
  g_unlink (path);
  g_free (text);
  g_free (uri);
  for (i = 0; i < G_N_ELEMENTS (forbidden); i++) {
    uri = g_strdup_printf ("scream://h:6000?%s=1", forbidden[i]);
    check_refused (__i__, uri, forbidden[i]);
    g_free (uri);
  }
  check_refused (__i__, "scream://h:6000?nonsense=1", "nonsense");
  check_refused (__i__, "scream://h:6000?host=a", "host");
  check_refused (__i__, "scream://h:6000?port=7", "port");
  check_refused (__i__, "scream://h:6000?=1", "\"\"");
  check_refused (__i__, "scream://h:6000?twcc-extension", "twcc-extension");
  g_free (escaped);
  g_free (path);
}

GST_END_TEST;

/* Every property is either on the list or forbidden: a new one has to be put on
 * one of both. */
GST_START_TEST (test_uri_list_is_whole)
{
  GstElement *element = make (__i__);
  guint n, i, k, refused = 0;
  GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);

  for (i = 0; i < n; i++) {
    gchar *uri = g_strdup_printf ("scream://h?%s=%%20%%20", specs[i]->name);
    GError *error = NULL;
    gboolean known = FALSE, may;

    gst_uri_handler_set_uri (GST_URI_HANDLER (element), uri, &error);
    may = error == NULL || strstr (error->message, "may not") == NULL;
    for (k = 0; k < G_N_ELEMENTS (forbidden); k++)
      known |= g_str_equal (specs[i]->name, forbidden[k]);
    known |= g_str_equal (specs[i]->name, "port")
        || g_str_equal (specs[i]->name, kinds[__i__].host_property);
    fail_unless (may != known, "%s: %s", specs[i]->name,
        error ? error->message : "no error");
    refused += !may;
    g_clear_error (&error);
    g_free (uri);
  }
  fail_unless (refused >= 5);
  g_free (specs);
  gst_object_unref (element);
}

GST_END_TEST;

GST_START_TEST (test_uri_length_is_bounded)
{
  GString *uri = g_string_new ("scream://h:6000?srtp-key=");

  while (uri->len < 8001)
    g_string_append_c (uri, 'a');
  check_refused (__i__, uri->str, "8000");
  g_string_free (uri, TRUE);
}

GST_END_TEST;

/* ---- at random ---- */

static const gchar *const pieces[] = {
  "scream", "://", ":", "/", "//", "?", "#", "&", "=", "+", "%", "%s", "%00",
  "%zz", "%25", "%ff", "%41", "[", "]", "::1", "@", "h", "a.example", "0",
  "5000", "65536", "-1", "log-location", "/tmp/screamuri-random", "srtp-key",
  "twcc-extension", "caps", "application/x-rtp", "ttl", "name", "\377", "\n",
  " ", ";", "{", "(", "\"", "\\"
};

static gchar *
random_uri (GRand * rand)
{
  GString *uri = g_string_new (g_rand_boolean (rand) ? "scream://h" :
      g_rand_boolean (rand) ? "scream://" : "scream:");
  guint n = (guint) g_rand_int_range (rand, 0, 12);

  while (n-- > 0) {
    if (g_rand_int_range (rand, 0, 8) == 0)
      g_string_append_c (uri, (gchar) g_rand_int_range (rand, 1, 256));
    else
      g_string_append (uri, pieces[g_rand_int_range (rand, 0,
                  G_N_ELEMENTS (pieces))]);
  }
  return g_string_free (uri, FALSE);
}

static void
check_random (GstElement * element, gint kind, const gchar * uri)
{
  GError *error = NULL;
  gchar *before = host_of (element, kind), *host;
  guint port = port_of (element);
  gboolean taken =
      gst_uri_handler_set_uri (GST_URI_HANDLER (element), uri, &error);

  host = host_of (element, kind);
  fail_unless (taken == (error == NULL), "%s", uri);
  if (taken) {
    fail_unless (host == NULL || (g_utf8_validate (host, -1, NULL)
            && strpbrk (host, " /?#@[]\n\"\\") == NULL), "%s", uri);
    fail_unless (port_of (element) >= 1 && port_of (element) <= 65535);
    fail_if (strstr (uri, "log-location=") != NULL && strchr (uri, '?') != NULL
        && strchr (uri, '?') < strstr (uri, "log-location="), "%s", uri);
  } else {
    fail_unless (g_utf8_validate (error->message, -1, NULL));
    fail_unless_equals_string (host, before);
    fail_unless_equals_int (port_of (element), port);
  }
  g_clear_error (&error);
  g_free (before);
  g_free (host);
}

GST_START_TEST (test_uri_random)
{
  GRand *rand = g_rand_new_with_seed (15);
  GstElement *element = make (__i__);
  guint i;

  for (i = 0; i < 20000; i++) {
    gchar *uri = random_uri (rand);

    check_random (element, __i__, uri);
    g_free (uri);
  }
  check_untouched (element, __i__);
  fail_if (g_file_test ("/tmp/screamuri-random", G_FILE_TEST_EXISTS));
  gst_object_unref (element);
  g_rand_free (rand);
}

GST_END_TEST;

static Suite *
screamuri_suite (void)
{
  Suite *s = suite_create ("screamuri");
  TCase *tc = tcase_create ("uri");
  const gint n = G_N_ELEMENTS (kinds);

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_uri_forms, 0, n);
  tcase_add_loop_test (tc, test_uri_bad_escapes_are_refused, 0, n);
  tcase_add_loop_test (tc, test_uri_bad_ports_are_refused, 0, n);
  tcase_add_loop_test (tc, test_uri_bad_hosts_are_refused, 0, n);
  tcase_add_loop_test (tc, test_uri_sets_what_is_on_the_list, 0, n);
  tcase_add_loop_test (tc, test_uri_list_is_whole, 0, n);
  tcase_add_loop_test (tc, test_uri_length_is_bounded, 0, n);
  tcase_add_loop_test (tc, test_uri_random, 0, n);
  return s;
}

GST_CHECK_MAIN (screamuri);
