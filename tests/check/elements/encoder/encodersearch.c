/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How the encoder upstream is found, by itself or by name, is replaced and let go. */
#include "encodertest.h"

/* {launch line, encoders expected} */
static const struct
{
  const gchar *launch, *expected;
} find_cases[] = {
  {"videotestsrc ! x264enc name=a ! rtph264pay ! identity name=tx ! fakesink",
      "a"},
  {"videotestsrc ! x264enc name=a ! queue ! identity ! capsfilter ! "
        "h264parse ! rtph264pay ! queue ! identity name=tx ! fakesink", "a"},
  {"videotestsrc ! x264enc name=a ! tee name=t t. ! queue ! fakesink "
        "t. ! queue ! rtph264pay ! identity name=tx ! fakesink", "a"},
  {"bin.( videotestsrc ! x264enc name=a ! h264parse ) ! rtph264pay ! "
        "identity name=tx ! fakesink", "a"},
  {"videotestsrc ! x264enc name=a ! rtph264pay ! bin.( queue ! "
        "identity name=tx ! fakesink )", "a"},
  {"videotestsrc ! x264enc name=a ! rtph264pay ! f. "
        "videotestsrc ! vp8enc name=b ! rtpvp8pay ! f. "
        "audiotestsrc ! opusenc name=c ! rtpopuspay ! f. "
        "rtpfunnel name=f ! identity name=tx ! fakesink", "a b c"},
  {"rtpbin name=r videotestsrc ! x264enc name=a ! rtph264pay ! "
        "r.send_rtp_sink_0 r.send_rtp_src_0 ! identity name=tx ! fakesink",
      "a"},
  {"videotestsrc ! x264enc name=a ! rtph264pay ! rtprtxsend ! rtpulpfecenc ! "
        "identity name=tx ! fakesink", "a"},
  /* Nearest only: nobody wants the one before the decoder. */
  {"videotestsrc ! vp8enc ! vp8dec ! vp8enc name=a ! rtpvp8pay ! "
        "identity name=tx ! fakesink", "a"},
  {"appsrc ! h264parse ! rtph264pay ! identity name=tx ! fakesink", ""},
};

GST_START_TEST (test_find_through)
{
  GstStructure *s;
  GString *names = g_string_new (NULL);
  const GValue *array;
  guint i;
  Rig rig;

  if (!have ("x264enc") || !have ("vp8enc") || !have ("opusenc") ||
      !have ("rtpbin") || !have ("rtpfunnel") || !have ("h264parse"))
    return;

  rig_init_launch (&rig, find_cases[__i__].launch);
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad) ==
      (find_cases[__i__].expected[0] != '\0'));
  s = gst_encoder_control_get_stats (rig.ctl);
  array = gst_structure_get_value (s, "encoders");
  for (i = 0; i < gst_value_array_get_size (array); i++)
    g_string_append_printf (names, "%s%s", i ? " " : "",
        gst_structure_get_string (gst_value_get_structure
            (gst_value_array_get_value (array, i)), "encoder"));
  fail_unless_equals_string (names->str, find_cases[__i__].expected);

  /* Again: the same ones, and nothing is told again. */
  i = rig.n_told;
  gst_encoder_control_find (rig.ctl, rig.pad);
  fail_unless_equals_int (rig.n_told, i);

  gst_structure_free (s);
  g_string_free (names, TRUE);
  rig_clear (&rig);
}

GST_END_TEST;

static void
configure (Rig * rig, GstElement * encoder, const gchar * name)
{
  const GstEncoderSettings settings = {.encoder = encoder,.name = name };

  gst_encoder_control_configure (rig->ctl, &settings);
}

GST_START_TEST (test_not_found_says_why)
{
  Rig rig;

  rig_init_launch (&rig, "fakesrc name=a ! queue name=b ! "
      "identity name=tx ! fakesink");
  fail_if (gst_encoder_control_find (rig.ctl, rig.pad));
  fail_if (gst_encoder_control_find (rig.ctl, rig.pad));
  fail_unless_equals_int (rig.n_told, 1);
  assert_told (&rig, 0, GST_ENCODER_CONTROL_NOT_FOUND,
      "no encoder upstream of tx:sink (seen: b, a)");

  configure (&rig, NULL, "nobody");
  fail_if (gst_encoder_control_find (rig.ctl, rig.pad));
  fail_unless_equals_int (rig.n_told, 2);
  assert_told (&rig, 1, GST_ENCODER_CONTROL_NOT_FOUND, "nobody");

  configure (&rig, NULL, "a");
  fail_if (gst_encoder_control_find (rig.ctl, rig.pad));
  fail_unless_equals_int (rig.n_told, 3);
  assert_told (&rig, 2, GST_ENCODER_CONTROL_NOT_FOUND, "a lacks a");

  configure (&rig, NULL, "none");
  fail_if (gst_encoder_control_find (rig.ctl, rig.pad));
  fail_unless_equals_int (rig.n_told, 3);
  rig_clear (&rig);
}

GST_END_TEST;

GST_START_TEST (test_encoder_by_name_and_by_object)
{
  GstElement *enc;
  Rig rig;

  rig_init_launch (&rig, "fakesrc ! fakekbitenc name=far ! fakesink "
      "fakesrc ! fakebitenc name=near ! identity name=tx ! fakesink");
  gst_encoder_control_set_target (rig.ctl, 321000);
  configure (&rig, NULL, "far");
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  assert_property (&rig, "far", "bitrate", "321");
  assert_property (&rig, "near", "target-bitrate", "2048000");

  /* The object comes before the name; the one before is left. */
  enc = rig_get (&rig, "near");
  configure (&rig, enc, "far");
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  assert_property (&rig, "near", "target-bitrate", "321000");
  fail_unless_equals_int (rig.n_told, 2);
  rig_clear (&rig);
}

GST_END_TEST;

/* The encoder goes while it is controlled: nothing crashes, a search finds
 * the new one, and the old one is free. */
GST_START_TEST (test_encoder_replaced)
{
  GstElement *old, *next, *src;
  Rig rig;

  rig_init_launch (&rig, "fakesrc name=src ! fakekbitenc name=enc ! "
      "identity name=tx ! fakesink");
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  old = gst_object_ref (rig_get (&rig, "enc"));
  src = rig_get (&rig, "src");
  gst_bin_remove (GST_BIN (rig.pipeline), old);
  gst_check_object_destroyed_on_unref (old);

  gst_encoder_control_set_target (rig.ctl, 400000);
  gst_structure_free (gst_encoder_control_get_stats (rig.ctl));
  fail_unless_equals_int (rig.n_told, 1);
  fail_if (gst_encoder_control_find (rig.ctl, rig.pad));
  assert_told (&rig, 1, GST_ENCODER_CONTROL_NOT_FOUND, "the pad is not linked");

  next = gst_element_factory_make ("fakebitenc", "next");
  gst_bin_add (GST_BIN (rig.pipeline), next);
  fail_unless (gst_element_link_many (src, next, rig.tx, NULL));
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  assert_told (&rig, 2, GST_ENCODER_CONTROL_FOUND, "next");
  assert_property (&rig, "next", "target-bitrate", "400000");
  rig_clear (&rig);
}

GST_END_TEST;

/* After clear() the encoder is left alone, and may be found again. */
GST_START_TEST (test_clear_and_again)
{
  Rig rig;

  rig_init (&rig, g_strdup_printf (SMALL, 30), "fakekbitenc name=enc");
  gst_encoder_control_set_target (rig.ctl, 400000);
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  gst_encoder_control_clear (rig.ctl);
  rig.schedule[10] = 800000;
  rig_run (&rig);
  assert_property (&rig, "enc", "bitrate", "400");

  gst_element_set_state (rig.pipeline, GST_STATE_READY);
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  assert_property (&rig, "enc", "bitrate", "800");
  fail_unless_equals_int (rig.n_told, 2);
  rig_clear (&rig);
}

GST_END_TEST;

static Suite *
encodersearch_suite (void)
{
  Suite *s = suite_create ("encodersearch");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, register_fakes, NULL);
  tcase_add_loop_test (tc, test_find_through, 0, G_N_ELEMENTS (find_cases));
  tcase_add_test (tc, test_not_found_says_why);
  tcase_add_test (tc, test_encoder_by_name_and_by_object);
  tcase_add_test (tc, test_encoder_replaced);
  tcase_add_test (tc, test_clear_and_again);

  return s;
}

GST_CHECK_MAIN (encodersearch);
