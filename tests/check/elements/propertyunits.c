/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Who sets a time that is not in ms, or a rate in kbit/s, is told: each number that can be
 * set is one of them and has a hint, or is neither. */
#include "tests/check/elements/elementtest.h"

static const gchar *const elements[] = {
  "screamtx", "screamrx", "screamsink", "screamsrc", "screamudpsink",
  "screamudpsrc", "screamvideosrc", "linkemu"
};

/* What somebody sets, and what is said; of times in s, and in ns as before 0.3. */
static const struct
{
  const gchar *name, *small, *meant, *large, *meant_by_large;
} measures[] = {
  {"bitrate", "2000", "bitrate=2000000", NULL, NULL},
  {"bitrate-increase", "500", "bitrate-increase=500000", NULL, NULL},
  {"burst-off-time", "2", "burst-off-time=2000", "200000000",
      "burst-off-time=200"},
  {"burst-on-time", "2", "burst-on-time=2000", "200000000",
      "burst-on-time=200"},
  {"delay", "0.025", "delay=25", "25000000", "delay=25"},
  {"delivery-interval", "0.02", "delivery-interval=20", "20000000",
      "delivery-interval=20"},
  {"feedback-max-interval", "0.04", "feedback-max-interval=40", "40000000",
      "feedback-max-interval=40"},
  {"feedback-min-interval", "0.022", "feedback-min-interval=22", "500000",
      "feedback-min-interval=0.5"},
  {"initial-bitrate", "2000", "initial-bitrate=2000000", NULL, NULL},
  {"interval", "0.05", "interval=50", "50000000", "interval=50"},
  {"jitter", "0.005", "jitter=5", "500000", "jitter=0.5"},
  {"keep-alive-interval", "5", "keep-alive-interval=5000", "5000000000",
      "keep-alive-interval=5000"},
  {"key-frame-interval", "2", "key-frame-interval=2000", "2000000000",
      "key-frame-interval=2000"},
  {"latency", "1", "latency=1000", "200000000", "latency=200"},
  {"max-age", "10", "max-age=10000", "10000000000", "max-age=10000"},
  {"max-bitrate", "2000", "max-bitrate=2000000", NULL, NULL},
  {"max-lag", "5", "max-lag=5000", "5000000000", "max-lag=5000"},
  {"max-queue-delay", "1", "max-queue-delay=1000", "200000000",
      "max-queue-delay=200"},
  {"min-bitrate", "1000", "min-bitrate=1000000", NULL, NULL},
  {"no-feedback-bitrate", "2000", "no-feedback-bitrate=2000000", NULL, NULL},
  {"pacing-burst", "0.005", "pacing-burst=5", "250000", "pacing-burst=0.25"},
  {"preferred-bitrate", "500", "preferred-bitrate=500000", NULL, NULL},
  {"queue-delay-target", "1", "queue-delay-target=1000", "30000",
      "queue-delay-target=30"},
  {"queue-delay-target-max", "1", "queue-delay-target-max=1000", "60000000",
      "queue-delay-target-max=60"},
  {"queue-limit-time", "0.09", "queue-limit-time=90", "300000000",
      "queue-limit-time=300"},
  {"repair-deadline", "1", "repair-deadline=1000", "100000000",
      "repair-deadline=100"},
  {"rtp-session-bandwidth", "5000", "rtp-session-bandwidth=5000000", NULL,
      NULL},
  {"stats-interval", "1", "stats-interval=1000", "1000000000",
      "stats-interval=1000"},
  {"step-threshold", "0.001", "step-threshold=1", "1000000",
      "step-threshold=1"},
  {"target", "0.005", "target=5", "5000000", "target=5"},
  {"timeout", "5", "timeout=5000", "5000000000", "timeout=5000"},
};

/* Of the same name in GStreamer, and what has no unit, or bytes. */
static const gchar *const others[] = {
  "bind-port", "bitrate-hysteresis", "buffer-size", "capture-time-extension",
  "feedback-max-packets", "feedback-overlap", "ge-loss-bad", "ge-loss-good",
  "ge-p", "ge-r", "key-frame-size", "loss", "mtu", "overhead",
  "packet-overhead", "port", "priority", "pt", "qos-dscp",
  "queue-limit-bytes", "seed", "sender-ssrc", "seqnum-offset",
  "shared-percentile", "size-variation", "ssrc", "timestamp-offset", "ttl",
  "twcc-extension", NULL
};

/* How many messages say @part. */
static guint
count_said (GstElement * element, const gchar * part)
{
  GstBus *bus = gst_element_get_bus (element);
  GstMessage *message;
  guint n = 0;

  while ((message = gst_bus_pop_filtered (bus,
              GST_MESSAGE_ERROR | GST_MESSAGE_WARNING)) != NULL) {
    GError *error;

    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
      gst_message_parse_error (message, &error, NULL);
    else
      gst_message_parse_warning (message, &error, NULL);
    GST_INFO ("%s", error->message);
    n += strstr (error->message, part) != NULL;
    g_error_free (error);
    gst_message_unref (message);
  }
  gst_object_unref (bus);
  return n;
}

/* NULL: as it is by itself. */
static void
check_said (const gchar * name, gboolean of_pad, const gchar * property,
    const gchar * value, const gchar * said, guint n_expected)
{
  GstElement *element = put_on_bus (gst_element_factory_make (name, NULL));
  GObject *object = of_pad ?
      G_OBJECT (gst_element_get_static_pad (element, "sink")) :
      g_object_ref (G_OBJECT (element));
  guint n;

  if (g_object_class_find_property (G_OBJECT_GET_CLASS (element), "port"))
    g_object_set (element, "port", free_port (), NULL);
  if (property != NULL)
    gst_util_set_object_arg (object, property, value);
  gst_element_set_state (element, GST_STATE_PAUSED);
  n = count_said (element, said);
  fail_unless (n == n_expected, "%s %s=%s: \"%s\" is said %u times", name,
      property, value, said, n);
  g_object_unref (object);
  finish_on_bus (element);
}

/* "timeout=5000", as the whole of a word */
static void
check_advice (const gchar * name, gboolean of_pad, const gchar * property,
    const gchar * value, const gchar * meant)
{
  gchar *said = g_strconcat (" were meant: ", meant, ".", NULL);

  check_said (name, of_pad, property, value, said, 1);
  g_free (said);
}

static gboolean
check_measure (const gchar * name, gboolean of_pad, const gchar * property)
{
  for (guint i = 0; i < G_N_ELEMENTS (measures); i++) {
    if (!g_str_equal (measures[i].name, property))
      continue;
    check_advice (name, of_pad, property, measures[i].small, measures[i].meant);
    if (measures[i].large != NULL)
      check_advice (name, of_pad, property, measures[i].large,
          measures[i].meant_by_large);
    return TRUE;
  }
  return FALSE;
}

static gboolean
is_number (const GParamSpec * pspec)
{
  return pspec->value_type == G_TYPE_UINT || pspec->value_type == G_TYPE_INT
      || pspec->value_type == G_TYPE_UINT64
      || pspec->value_type == G_TYPE_INT64
      || pspec->value_type == G_TYPE_DOUBLE;
}

static void
check_all (const gchar * name, GObject * object, gboolean of_pad)
{
  guint n_specs;
  GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (object), &n_specs);

  for (guint i = 0; i < n_specs; i++) {
    if (!(specs[i]->flags & G_PARAM_WRITABLE) || !is_number (specs[i])
        || specs[i]->owner_type != G_OBJECT_TYPE (object))
      continue;
    fail_unless (check_measure (name, of_pad, specs[i]->name)
        || g_strv_contains (others, specs[i]->name),
        "%s of %s has no hint in this table", specs[i]->name, name);
  }
  g_free (specs);
}

GST_START_TEST (test_property_units)
{
  const gchar *name = elements[__i__];
  GstElement *element = gst_element_factory_make (name, NULL);
  GstPad *pad = gst_element_get_static_pad (element, "sink");

  check_said (name, FALSE, NULL, NULL, " is only ", 0);
  check_all (name, G_OBJECT (element), FALSE);
  if (pad != NULL && G_OBJECT_TYPE (pad) != GST_TYPE_PAD)
    check_all (name, G_OBJECT (pad), TRUE);
  gst_clear_object (&pad);
  gst_object_unref (element);
}

GST_END_TEST;

/* -1 is the largest number, and nobody's time; what another unit does not mend is said
 * without one. */
GST_START_TEST (test_property_units_without_advice)
{
  check_said ("screamsrc", FALSE, "timeout", "4294967295",
      "timeout=4294967295 is out of range: 0 to 3600000 ms.", 1);
  check_said ("linkemu", FALSE, "delay", "0.00001", "delay is only 1e-05 ms.",
      1);
  check_said ("screamtx", FALSE, "min-bitrate", "10000", "bit/s", 0);
  check_said ("screamtx", FALSE, "min-bitrate", "9999", "bit/s", 1);
}

GST_END_TEST;

/* Of each number once, though the parts of screamsink have it, too. */
GST_START_TEST (test_property_units_of_x264enc)
{
  GstElement *sink = put_on_bus (gst_element_factory_make ("screamsink", NULL));

  g_object_set (sink, "min-bitrate", 1000, "initial-bitrate", 2000,
      "max-bitrate", 8000, NULL);
  gst_element_set_state (sink, GST_STATE_PAUSED);
  fail_unless_equals_int (count_said (sink, "If kbit/s were meant: "), 3);
  g_object_set (sink, "max-bitrate", 3000000, NULL);
  fail_unless_equals_int (count_said (sink, ""), 0);
  g_object_set (sink, "max-bitrate", 3000, NULL);
  fail_unless_equals_int (count_said (sink, "max-bitrate=3000000."), 1);
  g_object_set (sink, "max-bitrate", 3500, NULL);
  fail_unless_equals_int (count_said (sink, ""), 0);
  finish_on_bus (sink);
}

GST_END_TEST;

/* An error is all that gst-launch shows: it has to say what a warning would. */
GST_START_TEST (test_property_units_below_min_bitrate)
{
  GstElement *tx = put_on_bus (gst_element_factory_make ("screamtx", NULL));
  GstBus *bus = gst_element_get_bus (tx);
  GstMessage *message;
  gchar *debug;

  g_object_set (tx, "max-bitrate", 2000, NULL);
  gst_element_set_state (tx, GST_STATE_PAUSED);
  message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  gst_message_parse_error (message, NULL, &debug);
  fail_unless (strstr (debug, "If kbit/s were meant: max-bitrate=2000000."),
      "%s", debug);
  g_free (debug);
  gst_message_unref (message);
  gst_object_unref (bus);
  finish_on_bus (tx);
}

GST_END_TEST;

static Suite *
propertyunits_suite (void)
{
  Suite *s = suite_create ("propertyunits");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
#if GLIB_CHECK_VERSION (2, 74, 0)
  tcase_add_loop_test (tc, test_property_units, 0, G_N_ELEMENTS (elements));
  tcase_add_test (tc, test_property_units_without_advice);
#endif
  tcase_add_test (tc, test_property_units_of_x264enc);
  tcase_add_test (tc, test_property_units_below_min_bitrate);
  return s;
}

GST_CHECK_MAIN (propertyunits);
