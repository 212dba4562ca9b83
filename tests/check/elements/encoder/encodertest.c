/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* encodertest.c: see encodertest.h */
#include "encodertest.h"
#include "fakeencoder.h"

#define FPS 30

static void
on_told (GstEncoderControlEvent event, GstElement * encoder,
    const gchar * text, gpointer user_data)
{
  Rig *rig = user_data;

  fail_unless ((encoder == NULL) == (event == GST_ENCODER_CONTROL_NOT_FOUND));
  if (g_getenv ("VERBOSE_TEST"))
    g_print ("  %d: %s\n", event, text);
  if (rig->n_told < G_N_ELEMENTS (rig->told)) {
    rig->told[rig->n_told].event = event;
    rig->told[rig->n_told].text = g_strdup (text);
  }
  rig->n_told++;
}

GstEncoderControlSkip
on_skip (guint64 * waits, gpointer user_data)
{
  Rig *rig = user_data;
  guint n = g_atomic_int_add (&rig->n_asked, 1);

  if (n < MAX_FRAMES)
    *waits = rig->waits[n];
  return n >= rig->skip_from && n < rig->skip_to ? GST_ENCODER_CONTROL_SKIP :
      GST_ENCODER_CONTROL_MAY_SKIP;
}

static GstPadProbeReturn
on_raw (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Rig *rig = user_data;
  guint n = rig->n_in++;

  if (n < MAX_FRAMES && rig->schedule[n])
    gst_encoder_control_set_target (rig->ctl, rig->schedule[n]);
  if (n && n == rig->request_key_at)
    fail_unless (gst_encoder_control_request_key_frame (rig->ctl, 0));
  if (n && n == rig->find_at)
    gst_encoder_control_find (rig->ctl, rig->pad);
  return GST_PAD_PROBE_OK;
}

static GstPadProbeReturn
on_coded (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Rig *rig = user_data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);

  /* The headers of theoraenc. */
  if (!GST_BUFFER_PTS_IS_VALID (buffer))
    return GST_PAD_PROBE_OK;
  if (rig->n_out < MAX_FRAMES) {
    rig->bytes[rig->n_out] = gst_buffer_get_size (buffer);
    rig->key[rig->n_out] =
        !GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_DELTA_UNIT);
  }
  if (rig->n_out)
    rig->longest_gap = MAX (rig->longest_gap,
        GST_BUFFER_PTS (buffer) - rig->last_pts);
  rig->last_pts = GST_BUFFER_PTS (buffer);
  rig->n_out++;
  return GST_PAD_PROBE_OK;
}

void
rig_init_launch (Rig * rig, const gchar * launch)
{
  GError *error = NULL;

  memset (rig, 0, sizeof (*rig));
  rig->pipeline = gst_parse_launch (launch, &error);
  fail_unless (error == NULL, "%s", error ? error->message : "");
  rig->tx = gst_bin_get_by_name (GST_BIN (rig->pipeline), "tx");
  rig->pad = gst_element_get_static_pad (rig->tx, "sink");
  rig->ctl = gst_encoder_control_new (rig->pad);
  rig->owner.notify = on_told;
  gst_encoder_control_set_owner (rig->ctl, &rig->owner, rig);
}

void
rig_init (Rig * rig, gchar * source, const gchar * middle)
{
  gchar *launch = g_strconcat (source, middle,
      " ! identity name=tx ! fakesink sync=false", NULL);
  GstElement *src;
  GstPad *pad;

  rig_init_launch (rig, launch);
  src = gst_bin_get_by_name (GST_BIN (rig->pipeline), "src");
  pad = gst_element_get_static_pad (src, "src");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, on_raw, rig, NULL);
  gst_pad_add_probe (rig->pad, GST_PAD_PROBE_TYPE_BUFFER, on_coded, rig, NULL);
  gst_object_unref (pad);
  gst_object_unref (src);
  g_free (launch);
  g_free (source);
}

GstElement *
rig_get (Rig * rig, const gchar * name)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (rig->pipeline), name);

  fail_unless (element != NULL);
  gst_object_unref (element);
  return element;
}

void
assert_property (Rig * rig, const gchar * element, const gchar * name,
    const gchar * expected)
{
  GstElement *e = rig_get (rig, element);
  GValue value = G_VALUE_INIT;
  gchar *text;

  g_value_init (&value, g_object_class_find_property (G_OBJECT_GET_CLASS (e),
          name)->value_type);
  g_object_get_property (G_OBJECT (e), name, &value);
  text = gst_value_serialize (&value);
  fail_unless (g_strcmp0 (text, expected) == 0, "%s is %s, not %s", name,
      text, expected);
  g_free (text);
  g_value_unset (&value);
}

guint64
rig_stat (Rig * rig, const gchar * field)
{
  GstStructure *s = gst_encoder_control_get_stats (rig->ctl);
  guint64 res = 0;

  fail_unless (gst_structure_get_uint64 (s, field, &res), "%s", field);
  gst_structure_free (s);
  return res;
}

gboolean
rig_follows (Rig * rig)
{
  GstStructure *s = gst_encoder_control_get_stats (rig->ctl);
  gboolean res = FALSE;

  fail_unless (gst_structure_get_boolean (s, "follows", &res));
  gst_structure_free (s);
  return res;
}

void
assert_told (Rig * rig, guint i, GstEncoderControlEvent event,
    const gchar * part)
{
  fail_unless (i < rig->n_told);
  fail_unless_equals_int (rig->told[i].event, event);
  fail_unless (strstr (rig->told[i].text, part) != NULL, "%s",
      rig->told[i].text);
}

void
rig_run (Rig * rig)
{
  GstBus *bus = gst_element_get_bus (rig->pipeline);
  GstMessage *msg;

  gst_element_set_state (rig->pipeline, GST_STATE_PLAYING);
  msg = gst_bus_timed_pop_filtered (bus, 60 * GST_SECOND,
      GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  fail_unless (msg != NULL);
  fail_unless_equals_int (GST_MESSAGE_TYPE (msg), GST_MESSAGE_EOS);
  gst_message_unref (msg);
  gst_object_unref (bus);
}

static GMutex gone_lock;
static GCond gone_cond;

static void
on_gone (gpointer data, GObject * object)
{
  g_mutex_lock (&gone_lock);
  *(gboolean *) data = TRUE;
  g_cond_signal (&gone_cond);
  g_mutex_unlock (&gone_lock);
}

/* All references go: the pipeline must, too, at the latest when GStreamer's
 * thread that changed its state lets go of it. */
static void
assert_goes (GstElement * pipeline)
{
  gint64 end = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;
  gboolean gone = FALSE, in_time = TRUE;

  g_object_weak_ref (G_OBJECT (pipeline), on_gone, &gone);
  gst_object_unref (pipeline);
  g_mutex_lock (&gone_lock);
  while (!gone && in_time)
    in_time = g_cond_wait_until (&gone_cond, &gone_lock, end);
  g_mutex_unlock (&gone_lock);
  fail_unless (gone);
}

void
rig_clear (Rig * rig)
{
  guint i;

  gst_element_set_state (rig->pipeline, GST_STATE_NULL);
  gst_encoder_control_free (rig->ctl);
  gst_object_unref (rig->pad);
  gst_object_unref (rig->tx);
  assert_goes (rig->pipeline);
  for (i = 0; i < MIN (rig->n_told, G_N_ELEMENTS (rig->told)); i++)
    g_free (rig->told[i].text);
}

gboolean
have (const gchar * factory)
{
  GstElementFactory *f = gst_element_factory_find (factory);

  if (f == NULL)
    g_print ("SKIP: no %s\n", factory);
  else
    gst_object_unref (f);
  return f != NULL;
}

gdouble
rig_rate (const Rig * rig, guint from, guint to)
{
  gdouble sum = 0;
  guint i;

  for (i = from; i < to; i++)
    sum += rig->bytes[i];
  return sum * 8 * FPS / (to - from);
}

void
assert_rate (const Rig * rig, guint from, guint to, gdouble wanted,
    gdouble part)
{
  gdouble rate = rig_rate (rig, from, to);

  fail_unless (rate >= wanted * (1 - part) && rate <= wanted * (1 + part),
      "frames %u to %u: %.0f bit/s instead of %.0f", from, to, rate, wanted);
}

static const FakeEncoder fakes[] = {
  {"fakekbitenc", "Codec/Encoder/Video", "bitrate", "Bitrate in kbit/s", 1000,
      2048, FALSE, 0,.factor = 1.0},
  {"vahfakeenc", "Codec/Encoder/Video/Hardware", "bitrate",
        "Bitrate in kbit/s", 1000, 2048, FALSE, 0,.factor = 1.0,
      .cost = FAKE_COST_KEY_FRAME},
  {"fakebitenc", "Codec/Encoder/Video/Hardware", "target-bitrate",
      "Bitrate in bits per second", 1, 2048000, FALSE, 0,.factor = 1.0},
  {"fakedoubleenc", "Codec/Encoder/Video", "bitrate", "Bitrate in bit/s", 1,
      300000, FALSE, 0,.factor = 2.0},
  {"fakerefusingenc", "Codec/Encoder/Video", "bitrate", "Bitrate in bit/s", 1,
      2000000, TRUE, 0,.factor = 1.0},
  {"fakestubbornenc", "Codec/Encoder/Video", "bitrate", "Bitrate in bit/s", 1,
      2000000, FALSE, 2000000,.factor = 1.0},
  {"fakepictureenc", "Codec/Encoder/Image", NULL, NULL, 1, 0, FALSE, 500000,
      .factor = 1.0},
  {"v4l2fakeenc", "Codec/Encoder/Video/Hardware", "extra-controls",
        "Extra v4l2 controls (CIDs) for the device", 1, 64000, FALSE,
      0,.factor = 1.0},
  {"fakeaudioenc", "Codec/Encoder/Audio", "bitrate", "Bitrate in bit/s", 1,
      100000, FALSE, 0,.factor = 1.0},
};

void
register_fakes (void)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (fakes); i++)
    fake_encoder_register (&fakes[i]);
}
