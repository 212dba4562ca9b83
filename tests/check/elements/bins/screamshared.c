/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What screamsink and screamsrc share: payload types, URI, proxied properties. */
#include <gst/check/gstcheck.h>

#include "plugins/scream/bins/gstscreampayload.h"
#include "plugins/scream/bins/gstscreamproxy.h"
#include "plugins/scream/bins/gstscreamuri.h"

/* ---- an object with some properties, and one around it ---- */

typedef struct
{
  GObject parent;
  gchar *host;
  guint port;
  gdouble gain;
  gboolean on;
  GObject *inner;
} Thing;

typedef GObjectClass ThingClass;
typedef Thing Around;
typedef GObjectClass AroundClass;

enum
{
  PROP_0,
  PROP_HOST,
  PROP_PORT,
  PROP_GAIN,
  PROP_ON,
  PROP_INNER
};

static GType thing_get_type (void);
static GType around_get_type (void);
G_DEFINE_TYPE (Thing, thing, G_TYPE_OBJECT);
G_DEFINE_TYPE (Around, around, G_TYPE_OBJECT);

static void
thing_set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * pspec)
{
  Thing *self = (Thing *) object;

  if (id == PROP_HOST) {
    g_free (self->host);
    self->host = g_value_dup_string (value);
  } else if (id == PROP_PORT) {
    self->port = g_value_get_uint (value);
  } else if (id == PROP_GAIN) {
    self->gain = g_value_get_double (value);
  } else {
    self->on = g_value_get_boolean (value);
  }
}

static void
thing_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  Thing *self = (Thing *) object;

  if (id == PROP_HOST)
    g_value_set_string (value, self->host);
  else if (id == PROP_PORT)
    g_value_set_uint (value, self->port);
  else if (id == PROP_GAIN)
    g_value_set_double (value, self->gain);
  else
    g_value_set_boolean (value, self->on);
}

static void
thing_finalize (GObject * object)
{
  g_free (((Thing *) object)->host);
  G_OBJECT_CLASS (thing_parent_class)->finalize (object);
}

static void
thing_class_init (ThingClass * klass)
{
  klass->set_property = thing_set_property;
  klass->get_property = thing_get_property;
  klass->finalize = thing_finalize;
  g_object_class_install_property (klass, PROP_HOST,
      g_param_spec_string ("host", "Host", "Host name", "localhost",
          G_PARAM_READWRITE));
  g_object_class_install_property (klass, PROP_PORT,
      g_param_spec_uint ("port", "Port", "UDP port", 0, 65535, 5000,
          G_PARAM_READWRITE));
  g_object_class_install_property (klass, PROP_GAIN,
      g_param_spec_double ("gain", "Gain", "A fraction", 0, 2, 1,
          G_PARAM_READWRITE));
  g_object_class_install_property (klass, PROP_ON,
      g_param_spec_boolean ("on", "On", "A switch", FALSE, G_PARAM_READABLE));
}

static void
thing_init (Thing * self)
{
  self->port = 5000;
}

static void
around_set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * pspec)
{
  fail_unless (id >= PROP_INNER);
  gst_scream_proxy_set (((Around *) object)->inner, value, pspec);
}

static void
around_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  if (id == PROP_PORT)
    g_value_set_uint (value, 7);
  else
    gst_scream_proxy_get (((Around *) object)->inner, value, pspec);
}

static void
around_finalize (GObject * object)
{
  g_object_unref (((Around *) object)->inner);
  G_OBJECT_CLASS (around_parent_class)->finalize (object);
}

static void
around_class_init (AroundClass * klass)
{
  klass->set_property = around_set_property;
  klass->get_property = around_get_property;
  klass->finalize = around_finalize;
  g_object_class_install_property (klass, PROP_PORT,
      g_param_spec_uint ("port", "Port", "Its own", 0, 65535, 7,
          G_PARAM_READABLE));
  gst_scream_proxy_install (klass, PROP_INNER, thing_get_type (), NULL);
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
  fail_unless_equals_int (n, 4);
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
