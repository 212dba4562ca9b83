/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What screamtx tells of an encoder whose changes cost more than was known. */
#include <gst/check/gstcheck.h>

#include "fakeencoder.h"

#define FRAMES 120
#define EVERY 10

static const FakeEncoder fake = { "fancynewenc", "Codec/Encoder/Video",
  "bitrate", "Bitrate in kbit/s", 1000, 300, FALSE, 0,.factor = 1.0,
  .cost = FAKE_COST_KEY_FRAME
};

/* Another limit, and so another bitrate, before each tenth frame. */
static GstPadProbeReturn
on_raw (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  static guint n;

  if (++n % EVERY == 0)
    g_object_set (user_data, "max-bitrate", n / EVERY % 2 ? 200000 : 300000,
        NULL);
  return GST_PAD_PROBE_OK;
}

typedef struct
{
  guint n_infos, n_warnings, n_costly;
  gchar *text;
} Told;

static void
read_message (GstMessage * msg, Told * told)
{
  const GstStructure *s = gst_message_get_structure (msg);

  if (GST_MESSAGE_TYPE (msg) == GST_MESSAGE_INFO)
    told->n_infos++;
  else if (GST_MESSAGE_TYPE (msg) == GST_MESSAGE_WARNING)
    told->n_warnings++;
  else if (gst_structure_has_name (s, "scream-encoder")
      && g_strcmp0 (gst_structure_get_string (s, "event"), "costly") == 0) {
    told->n_costly++;
    g_free (told->text);
    told->text = g_strdup (gst_structure_get_string (s, "text"));
  }
}

/* Until the end of the stream. */
static void
read_messages (GstElement * pipeline, Told * told)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  gboolean done = FALSE;

  while (!done) {
    GstMessage *msg = gst_bus_timed_pop_filtered (bus, 60 * GST_SECOND,
        GST_MESSAGE_EOS | GST_MESSAGE_ERROR | GST_MESSAGE_INFO |
        GST_MESSAGE_WARNING | GST_MESSAGE_ELEMENT);

    fail_unless (msg != NULL);
    fail_if (GST_MESSAGE_TYPE (msg) == GST_MESSAGE_ERROR);
    done = GST_MESSAGE_TYPE (msg) == GST_MESSAGE_EOS;
    if (!done)
      read_message (msg, told);
    gst_message_unref (msg);
  }
  gst_object_unref (bus);
}

static void
assert_cost (GstElement * tx, const gchar * expected)
{
  GstPad *pad = gst_element_get_static_pad (tx, "sink");
  GstStructure *stats, *encoder;

  g_object_get (pad, "stats", &stats, NULL);
  fail_unless (gst_structure_get (stats, "encoder", GST_TYPE_STRUCTURE,
          &encoder, NULL));
  fail_unless_equals_string (gst_structure_get_string (encoder, "cost"),
      expected);
  gst_structure_free (encoder);
  gst_structure_free (stats);
  gst_object_unref (pad);
}

GST_START_TEST (test_costly_is_told_once)
{
  Told told = { 0, };
  GstElement *pipeline, *tx, *src;
  GstPad *pad;

  fake_encoder_register (&fake);
  pipeline = gst_parse_launch ("videotestsrc name=src num-buffers="
      G_STRINGIFY (FRAMES) " ! video/x-raw,width=64,height=48,framerate=30/1 ! "
      "fancynewenc ! rtpgstpay ! screamtx name=tx controller=fixed "
      "initial-bitrate=300000 min-bitrate=100000 max-bitrate=300000 "
      "pacing=false ! fakesink sync=false async=false", NULL);
  fail_unless (pipeline != NULL);
  tx = gst_bin_get_by_name (GST_BIN (pipeline), "tx");
  src = gst_bin_get_by_name (GST_BIN (pipeline), "src");
  pad = gst_element_get_static_pad (src, "src");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, on_raw, tx, NULL);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  read_messages (pipeline, &told);

  fail_unless_equals_int (told.n_costly, 1);
  fail_unless_equals_int (told.n_infos, 1);
  fail_unless_equals_int (told.n_warnings, 0);
  fail_unless (strstr (told.text, "makes a key frame at each change") != NULL,
      "%s", told.text);
  assert_cost (tx, "key-frame");

  gst_element_set_state (pipeline, GST_STATE_NULL);
  g_free (told.text);
  gst_object_unref (pad);
  gst_object_unref (src);
  gst_object_unref (tx);
  gst_object_unref (pipeline);
}

GST_END_TEST;

static Suite *
encodermessages_suite (void)
{
  Suite *s = suite_create ("encodermessages");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_costly_is_told_once);

  return s;
}

GST_CHECK_MAIN (encodermessages);
