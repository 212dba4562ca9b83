/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames that do not reach an encoder, and frames that it makes a key frame of. */
#include <gst/video/video.h>

#include "encodertest.h"
#include "fakeencoder.h"

static const gchar *skip_cases[] = { "x264enc", "vp8enc", "openh264enc" };

GST_START_TEST (test_skip_drops_frames)
{
  const gchar *factory = skip_cases[__i__];
  Rig rig;

  if (!have (factory))
    return;
  rig_init (&rig, g_strdup_printf (SMALL, 120), factory);
  rig.owner.skip = on_skip;
  rig.skip_from = 40;
  rig.skip_to = 60;
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  rig_run (&rig);
  fail_unless_equals_int (rig.n_out, 100);
  /* Not asked about the first. */
  fail_unless_equals_int (rig.n_asked, 119);
  fail_unless_equals_uint64 (rig_stat (&rig, "frames-skipped"), 20);
  fail_unless_equals_uint64 (rig_stat (&rig, "frames-in"), 120);
  rig_clear (&rig);
}

GST_END_TEST;

/* Whoever always says skip gets one frame in each second. */
GST_START_TEST (test_skip_is_bounded)
{
  Rig rig;

  if (!have ("x264enc"))
    return;
  rig_init (&rig, g_strdup_printf (SMALL, 300), "x264enc");
  rig.owner.skip = on_skip;
  rig.skip_to = G_MAXUINT;
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  rig_run (&rig);
  /* Time stamps are rounded down: every 30th or 31st. */
  fail_unless (rig.n_out >= 9 && rig.n_out <= 10, "%u", rig.n_out);
  rig_clear (&rig);
}

GST_END_TEST;

/* Unlike skipping, for as long as it lasts. */
GST_START_TEST (test_paused_encoder_gets_nothing)
{
  Rig rig;

  rig_init (&rig, g_strdup_printf (SMALL, 300), "fakekbitenc name=enc");
  gst_encoder_control_set_target (rig.ctl, 600000);
  gst_encoder_control_set_paused (rig.ctl, TRUE);
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  rig_run (&rig);
  fail_unless_equals_int (rig.n_out, 0);
  fail_unless_equals_uint64 (rig_stat (&rig, "frames-skipped"), 300);
  rig_clear (&rig);
}

GST_END_TEST;

/* av1enc of 1.22 does not look at the event and is not here. */
static const gchar *key_cases[] = { "x264enc", "vp8enc", "vp9enc",
  "openh264enc", "x265enc", "theoraenc"
};

GST_START_TEST (test_key_frame_on_request)
{
  const gchar *factory = key_cases[__i__];
  Rig rig;
  guint i, n = 0;

  if (!have (factory))
    return;
  rig_init (&rig, g_strdup_printf (SMALL, 80), factory);
  gst_encoder_control_set_target (rig.ctl, 300000);
  rig.request_key_at = 50;
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  rig_run (&rig);
  for (i = 0; i < 80; i++)
    n += rig.key[i];
  fail_unless (rig.key[50] || rig.key[51]);
  /* The first and this one: no change of the bitrate made another. */
  fail_unless_equals_int (n, 2);
  rig_clear (&rig);
}

GST_END_TEST;

/* Signal instead of event: some encoders for boards know only that. */
GST_START_TEST (test_key_frame_by_signal)
{
  Rig rig;

  rig_init_launch (&rig, "fakesrc ! fakekbitenc name=enc ! queue ! "
      "identity name=tx ! fakesink");
  fail_if (gst_encoder_control_request_key_frame (rig.ctl, 0));
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  gst_element_set_state (rig.pipeline, GST_STATE_PAUSED);
  gst_element_get_state (rig.pipeline, NULL, NULL, GST_CLOCK_TIME_NONE);
  gst_encoder_control_request_key_frame (rig.ctl, 1234);
  fail_unless_equals_int (fake_encoder_get_n_forced (rig_get (&rig, "enc")), 1);
  rig_clear (&rig);
}

GST_END_TEST;

static GstPadProbeReturn
count_forced (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  if (gst_video_event_is_force_key_unit (GST_PAD_PROBE_INFO_EVENT (info)))
    (*(guint *) user_data)++;
  return GST_PAD_PROBE_OK;
}

static void
watch_forced (Rig * rig, const gchar * element, guint * count)
{
  GstPad *pad = gst_element_get_static_pad (rig_get (rig, element), "src");

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM, count_forced,
      count, NULL);
  gst_object_unref (pad);
}

/* Both streams have been seen. */
typedef struct
{
  GMutex lock;
  GCond cond;
  guint seen;
} BothSeen;

static GstPadProbeReturn
on_rtp (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  BothSeen *both = user_data;
  guint8 ssrc[4] = { 0, };

  if (info->type & GST_PAD_PROBE_TYPE_BUFFER_LIST)
    gst_buffer_extract (gst_buffer_list_get (info->data, 0), 8, ssrc, 4);
  else
    gst_buffer_extract (info->data, 8, ssrc, 4);
  g_mutex_lock (&both->lock);
  both->seen |= GST_READ_UINT32_BE (ssrc) == 1111 ? 1 : 2;
  g_cond_signal (&both->cond);
  g_mutex_unlock (&both->lock);
  return GST_PAD_PROBE_OK;
}

/* rtpfunnel sends it to the stream that it is for, 0 goes to all. */
GST_START_TEST (test_key_frame_of_one_stream)
{
  guint n_a = 0, n_b = 0;
  BothSeen both = { 0, };
  Rig rig;

  if (!have ("x264enc") || !have ("vp8enc") || !have ("rtpfunnel"))
    return;
  rig_init_launch (&rig, "rtpfunnel name=f ! identity name=tx ! "
      "fakesink sync=false async=false "
      "videotestsrc ! vp8enc name=a ! rtpvp8pay ssrc=1111 ! f. "
      "videotestsrc ! x264enc name=b ! rtph264pay ssrc=2222 ! f.");
  g_mutex_init (&both.lock);
  g_cond_init (&both.cond);
  gst_pad_add_probe (rig.pad, GST_PAD_PROBE_TYPE_BUFFER |
      GST_PAD_PROBE_TYPE_BUFFER_LIST, on_rtp, &both, NULL);
  watch_forced (&rig, "a", &n_a);
  watch_forced (&rig, "b", &n_b);
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  gst_element_set_state (rig.pipeline, GST_STATE_PLAYING);
  g_mutex_lock (&both.lock);
  while (both.seen != 3)
    g_cond_wait (&both.cond, &both.lock);
  g_mutex_unlock (&both.lock);

  gst_encoder_control_request_key_frame (rig.ctl, 2222);
  fail_unless_equals_int (n_a, 0);
  fail_unless_equals_int (n_b, 1);
  gst_encoder_control_request_key_frame (rig.ctl, 0);
  fail_unless_equals_int (n_a, 1);
  fail_unless_equals_int (n_b, 2);
  rig_clear (&rig);
  g_mutex_clear (&both.lock);
  g_cond_clear (&both.cond);
}

GST_END_TEST;

static Suite *
encoderframes_suite (void)
{
  Suite *s = suite_create ("encoderframes");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, register_fakes, NULL);
  tcase_add_loop_test (tc, test_skip_drops_frames, 0,
      G_N_ELEMENTS (skip_cases));
  tcase_add_test (tc, test_skip_is_bounded);
  tcase_add_loop_test (tc, test_key_frame_on_request, 0,
      G_N_ELEMENTS (key_cases));
  tcase_add_test (tc, test_paused_encoder_gets_nothing);
  tcase_add_test (tc, test_key_frame_by_signal);
  tcase_add_test (tc, test_key_frame_of_one_stream);

  return s;
}

GST_CHECK_MAIN (encoderframes);
