/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What screamsink and screamsrc share: payload types, URI, proxied properties. */
#include <gst/check/gstcheck.h>

#include "plugins/scream/bins/gstscreampayload.h"
#include "plugins/scream/bins/gstscreamproxy.h"
#include "plugins/scream/bins/gstscreamuri.h"
#include "plugins/packet/gstpropertytable.h"

/* ---- an object with some properties, and one around it ---- */

typedef struct
{
  GstElement parent;
  gchar *host;
  guint port;
  gdouble gain;
  gboolean on;
  GObject *inner;
} Thing;

typedef GstElementClass ThingClass;
typedef Thing Around;
typedef GstElementClass AroundClass;

static GType thing_get_type (void);
static GType around_get_type (void);
G_DEFINE_TYPE (Thing, thing, GST_TYPE_ELEMENT);
G_DEFINE_TYPE (Around, around, GST_TYPE_ELEMENT);

#define AT(member) PROP_MEMBER (Thing, member)

static const GstProperty thing_rows[] = {
  {"host", "Host", "Host name", PROP_READY, PROP_STRING (NULL),
      AT (host)},
  {"port", "Port", "UDP port", PROP_READY, PROP_UINT (0, 65535, 5000),
      AT (port)},
  {"gain", "Gain", "A fraction", PROP_READY, PROP_DOUBLE (0, 2, 0), AT (gain)},
  {"on", "On", "A switch", PROP_READABLE, PROP_BOOLEAN (FALSE), AT (on)},
};

static const GstPropertyTable thing_table = {
  PROP_ROWS (thing_rows)
};

static void
thing_finalize (GObject * object)
{
  g_free (((Thing *) object)->host);
  G_OBJECT_CLASS (thing_parent_class)->finalize (object);
}

static void
thing_class_init (ThingClass * klass)
{
  G_OBJECT_CLASS (klass)->finalize = thing_finalize;
  gst_property_table_install (G_OBJECT_CLASS (klass), &thing_table);
}

static void
thing_init (Thing * self)
{
  gst_property_table_init (self, &thing_table);
}

static void
get_own_port (gpointer self, GValue * value)
{
  (void) self;
  g_value_set_uint (value, 7);
}

static const GstProperty around_rows[] = {
  {"port", "Port", "Its own", PROP_READABLE, PROP_UINT (0, 65535, 7),
      PROP_GET (get_own_port)},
};

static const GstPropertyTable around_table = {
  PROP_ROWS (around_rows),
  .inner = G_STRUCT_OFFSET (Around, inner),
  .inner_type = thing_get_type
};

static void
around_finalize (GObject * object)
{
  g_object_unref (((Around *) object)->inner);
  G_OBJECT_CLASS (around_parent_class)->finalize (object);
}

static void
around_class_init (AroundClass * klass)
{
  G_OBJECT_CLASS (klass)->finalize = around_finalize;
  gst_property_table_install (G_OBJECT_CLASS (klass), &around_table);
}

static void
around_init (Around * self)
{
  self->inner = g_object_new (thing_get_type (), NULL);
  gst_scream_proxy_forward_notify (self->inner, G_OBJECT (self));
}

/* ---- payload types ---- */

GST_START_TEST (test_payload_each_number_once)
{
  guint i;

  for (i = 0; i < gst_scream_n_payloads; i++) {
    const GstScreamPayload *entry = &gst_scream_payloads[i];
    GstCaps *rtp = gst_scream_payload_get_rtp_caps (entry);
    GstCaps *encoded = gst_caps_new_empty_simple (entry->encoded);

    fail_unless (gst_scream_payload_find (entry->payload) == entry);
    fail_unless (gst_scream_payload_find_caps (rtp) == entry);
    fail_unless (gst_scream_payload_find_caps (encoded) == entry);
    fail_unless (gst_caps_is_fixed (rtp));
    gst_caps_unref (rtp);
    gst_caps_unref (encoded);
  }
  fail_unless (gst_scream_payload_find (127) == NULL);
  fail_unless (gst_scream_payload_find_caps (GST_CAPS_ANY) == NULL);
  fail_unless (gst_scream_payload_find_caps (NULL) == NULL);
}

GST_END_TEST;

/* The numbers are a promise to receivers of other versions. */
GST_START_TEST (test_payload_numbers_stay)
{
  static const struct
  {
    guint payload;
    const gchar *name;
  } known[] = {
    {96, "H264"}, {97, "VP8"}, {98, "VP9"}, {99, "H265"}, {26, "JPEG"},
    {111, "OPUS"}, {0, "PCMU"}, {8, "PCMA"}, {102, "AV1"},
    {103, "SMPTE336M"}, {33, "MP2T"}, {104, "VND.ONVIF.METADATA"}
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (known); i++)
    fail_unless_equals_string (gst_scream_payload_find
        (known[i].payload)->encoding_name, known[i].name);
  fail_unless_equals_int (gst_scream_n_payloads, G_N_ELEMENTS (known));
}

GST_END_TEST;

/* ---- URI ---- */

static const gchar *const allowed[] = { "gain", "gian", "on", NULL };

static void
assert_refused (const gchar * uri, const gchar * part)
{
  Thing *thing = g_object_new (thing_get_type (), NULL);
  GError *error = NULL;

  fail_if (gst_scream_uri_apply (uri, G_OBJECT (thing), "host",
          allowed, &error), "%s", uri);
  fail_unless (error != NULL && strstr (error->message, part) != NULL,
      "%s: %s", uri, error ? error->message : "no error");
  /* nothing of it was set */
  fail_unless_equals_int (thing->port, 5000);
  fail_unless (thing->host == NULL);
  g_clear_error (&error);
  g_object_unref (thing);
}

static void
assert_taken (const gchar * uri, const gchar * host, guint port, gdouble gain)
{
  Thing *thing = g_object_new (thing_get_type (), NULL);
  GError *error = NULL;

  fail_unless (gst_scream_uri_apply (uri, G_OBJECT (thing), "host",
          allowed, &error), "%s: %s", uri, error ? error->message : "");
  fail_unless_equals_string (thing->host, host);
  fail_unless_equals_int (thing->port, port);
  fail_unless_equals_float (thing->gain, gain);
  g_object_unref (thing);
}

GST_START_TEST (test_uri_sets_properties)
{
  assert_taken ("scream://192.0.2.1:6000", "192.0.2.1", 6000, 0);
  assert_taken ("scream://a.example", "a.example", 5000, 0);
  assert_taken ("scream://[2001:db8::1]:6000/", "2001:db8::1", 6000, 0);
  assert_taken ("scream://:6000", NULL, 6000, 0);
  assert_taken ("scream://h:1?gain=0.5", "h", 1, 0.5);
}

GST_END_TEST;

GST_START_TEST (test_uri_refuses_what_is_wrong)
{
  assert_refused ("udp://h:6000", "scream://");
  assert_refused ("scream", "scream://");
  assert_refused ("scream://h:6000/live", "path");
  assert_refused ("scream://h:6000?gian=1", "gian");
  assert_refused ("scream://h:6000?gain=much", "much");
  assert_refused ("scream://h:6000?gain=3", "gain");
  assert_refused ("scream://h:6000?on=true", "on");
  assert_refused ("scream://h:66000", "66000");
}

GST_END_TEST;

GST_START_TEST (test_uri_build)
{
  gchar *v4 = gst_scream_uri_build ("192.0.2.1", 5000);
  gchar *v6 = gst_scream_uri_build ("2001:db8::1", 5000);

  fail_unless_equals_string (v4, "scream://192.0.2.1:5000");
  fail_unless_equals_string (v6, "scream://[2001:db8::1]:5000");
  g_free (v4);
  g_free (v6);
}

GST_END_TEST;

/* ---- properties ---- */

static void
count (GObject * object, GParamSpec * pspec, guint * n)
{
  (*n)++;
}

GST_START_TEST (test_proxy_reaches_the_inner_object)
{
  Around *around = g_object_new (around_get_type (), NULL);
  GObjectClass *klass = G_OBJECT_GET_CLASS (around);
  GParamSpec *gain = g_object_class_find_property (klass, "gain");
  guint port, notified = 0, n;
  gdouble value;

  g_signal_connect (around, "notify::gain", G_CALLBACK (count), &notified);
  g_object_set (around, "gain", 0.25, "host", "there", NULL);
  fail_unless_equals_float (((Thing *) around->inner)->gain, 0.25);
  fail_unless_equals_string (((Thing *) around->inner)->host, "there");
  g_object_get (around, "gain", &value, "port", &port, NULL);
  fail_unless_equals_float (value, 0.25);
  fail_unless (notified > 0);
  /* its own, not the inner's */
  fail_unless_equals_int (port, 7);

  fail_unless (gain->owner_type == around_get_type ());
  fail_unless_equals_float (G_PARAM_SPEC_DOUBLE (gain)->maximum, 2);
  g_free (g_object_class_list_properties (klass, &n));
  /* with name and parent */
  fail_unless_equals_int (n, 6);
  g_object_unref (around);
}

GST_END_TEST;

static Suite *
screamshared_suite (void)
{
  Suite *s = suite_create ("screamshared");
  TCase *tc = tcase_create ("shared");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_payload_each_number_once);
  tcase_add_test (tc, test_payload_numbers_stay);
  tcase_add_test (tc, test_uri_sets_properties);
  tcase_add_test (tc, test_uri_refuses_what_is_wrong);
  tcase_add_test (tc, test_uri_build);
  tcase_add_test (tc, test_proxy_reaches_the_inner_object);
  return s;
}

GST_CHECK_MAIN (screamshared);
