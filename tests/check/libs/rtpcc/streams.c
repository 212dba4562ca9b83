/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Several streams over one path in virtual time: cameras and audio, pauses,
 * simulcast */
#include <string.h>

#include "simpath.h"
#include "mechanism.h"

#define MBIT 1e6

static SimConfig config;
static SimResult result;

/* ---- what was seen ---- */

static gdouble start, end;      /* s, the part of the run that is averaged */
static gdouble mean[SIM_MAX_STREAMS];   /* bit/s sent there */
static guint n_samples;
static GString *history;        /* which streams were on: "0:012 20.3:01" */
static gdouble worst_queue;     /* s, after the first 5 s */

static const gchar *
on (const SimSample * s)
{
  static gchar text[SIM_MAX_STREAMS + 1];
  guint n = 0;

  for (guint i = 0; i < config.n_streams; i++) {
    if (!s->info[i].paused && !s->info[i].off)
      text[n++] = '0' + i;
  }
  text[n] = 0;
  return text;
}

static void
sample (const void *data, void *user)
{
  const SimSample *s = data;
  const gchar *last = strrchr (history->str, ':');

  if (last == NULL || strcmp (last + 1, on (s)) != 0)
    g_string_append_printf (history, " %.1f:%s", s->time, on (s));
  if (s->time > 5)
    worst_queue = MAX (worst_queue, s->queue);
  if (s->time <= start || s->time > end)
    return;
  n_samples++;
  for (guint i = 0; i < SIM_MAX_STREAMS; i++)
    mean[i] += (s->stream[i] - mean[i]) / n_samples;
}

static void
setup (void)
{
  sim_config_init (&config);
  config.sample = sample;
  config.session.max_bitrate = 20000000;
  history = g_string_new (NULL);
  memset (mean, 0, sizeof (mean));
  n_samples = 0;
  worst_queue = 0;
}

static void
teardown (void)
{
  g_string_free (history, TRUE);
}

static void
run (gdouble from, gdouble to)
{
  start = from;
  end = to;
  sim_run (&config, &result);
}

/* When @streams were on for the first time after @from; s, 1000 for never. */
static gdouble
time_of (const gchar * streams, gdouble from)
{
  gchar **parts = g_strsplit (history->str, " ", -1);
  gdouble found = 1000;

  for (guint i = 0; parts[i] != NULL && found == 1000; i++) {
    gchar *colon = strchr (parts[i], ':');

    if (colon != NULL && strcmp (colon + 1, streams) == 0
        && g_ascii_strtod (parts[i], NULL) >= from)
      found = g_ascii_strtod (parts[i], NULL);
  }
  g_strfreev (parts);
  return found;
}

/* ---- cameras and audio ---- */

static const gdouble priorities[] = { 1.0, 0.5, 0.2 };

/* With key frames of six mean frames each 2 s */
static void
three_cameras (void)
{
  config.n_streams = 3;
  for (guint i = 0; i < 3; i++)
    config.streams[i].priority = priorities[i];
  config.audio = TRUE;
  config.schedule = "0:3M";
  config.key_interval = 2 * S;
  config.key_factor = 6;
  config.duration = 40 * S;
}

static void
check_shares (gdouble all)
{
  for (guint i = 0; i < 3; i++) {
    gdouble share = mean[i] / all, due = priorities[i] / 1.7;

    fail_unless (share > due * 0.85 && share < due * 1.15,
        "%u has %.3f, not %.3f", i, share, due);
  }
}

GST_START_TEST (test_streams_three_cameras_and_audio)
{
  gdouble video;

  three_cameras ();
  run (10, 40);
  video = mean[0] + mean[1] + mean[2];
  check_shares (video);
  /* All of the audio, and nearly all else is used. */
  fail_unless (mean[3] > SIM_AUDIO_RATE * 0.99
      && mean[3] < SIM_AUDIO_RATE * 1.01, "%.0f bit/s of audio", mean[3]);
  fail_unless (video > 2.6 * MBIT && video < 2.95 * MBIT, "%.0f", video);
  /* Key frames of 60 ms of the link do not hold it up. */
  fail_unless (result.audio_wait <= 2 * MS, "%" G_GINT64_FORMAT,
      result.audio_wait);
}

GST_END_TEST;

/* A packet of video takes 24 ms here. */
GST_START_TEST (test_streams_audio_on_a_slow_link)
{
  three_cameras ();
  config.schedule = "0:400k";
  config.session.min_bitrate = 50000;
  config.session.initial_bitrate = 300000;
  run (10, 40);
  fail_unless (mean[3] > SIM_AUDIO_RATE * 0.99
      && mean[3] < SIM_AUDIO_RATE * 1.01, "%.0f bit/s of audio", mean[3]);
  fail_unless (result.audio_wait <= 20 * MS, "%" G_GINT64_FORMAT,
      result.audio_wait);
}

GST_END_TEST;

/* The first camera pauses at 15 s and comes back at 25 s. */
static void
pause_first (RtpCcSession * session, gint64 time, RtpCcTime now)
{
  RtpCcStreamConfig stream = config.streams[0];

  stream.paused = time >= 15 * S && time < 25 * S;
  rtp_cc_session_configure_stream (session, 0, &stream, now);
}

static void
cameras_of_which_one_pauses (gdouble from, gdouble to)
{
  teardown ();
  setup ();
  three_cameras ();
  config.control = pause_first;
  run (from, to);
}

GST_START_TEST (test_streams_pause_and_return)
{
  gdouble others;

  cameras_of_which_one_pauses (10, 15);
  check_shares (mean[0] + mean[1] + mean[2]);
  others = mean[1] + mean[2];

  /* Within a second its share is the others', by their priorities. */
  cameras_of_which_one_pauses (16, 25);
  fail_unless (mean[0] == 0);
  fail_unless (mean[1] + mean[2] > 2 * others, "%.0f of %.0f", mean[1]
      + mean[2], others);
  fail_unless (mean[1] / mean[2] > 2.5 * 0.85
      && mean[1] / mean[2] < 2.5 * 1.15, "%.2f", mean[1] / mean[2]);
  fail_unless (mean[1] + mean[2] + mean[3] > 2.6 * MBIT);

  /* And a second after that it has it back. */
  cameras_of_which_one_pauses (26, 40);
  check_shares (mean[0] + mean[1] + mean[2]);
  /* That is no more than key frames of six mean frames cost anyway. */
  fail_unless (worst_queue < 0.1, "%.3f s", worst_queue);
  /* 5 to 74 with 60 seeds. */
  fail_unless (result.frames_discarded < 80);
}

GST_END_TEST;

/* ---- simulcast ---- */

/* 180p, 360p and 720p of one camera */
static void
three_layers (void)
{
  static const guint64 min[] = { 100000, 350000, 1200000 };
  static const guint64 max[] = { 200000, 700000, 2500000 };

  config.n_streams = 3;
  for (guint i = 0; i < 3; i++) {
    config.streams[i].priority = 1.0 - 0.25 * i;
    config.streams[i].min_bitrate = min[i];
    config.streams[i].max_bitrate = max[i];
    config.streams[i].pausable = TRUE;
  }
  config.session.max_bitrate = 3400000;
}

GST_START_TEST (test_streams_simulcast)
{
  three_layers ();
  config.schedule = "0:4M,20:1M,40:0.35M,60:1M,90:4M";
  config.duration = 130 * S;
  run (10, 20);
  fail_unless (mean[0] > 0.15 * MBIT && mean[1] > 0.5 * MBIT
      && mean[2] > 1.2 * MBIT, "%.0f %.0f %.0f", mean[0], mean[1], mean[2]);

  /* From the top, within two seconds of the link's change; and back in
   * order. */
  fail_unless (time_of ("01", 20) < 22, "%s", history->str);
  fail_unless (time_of ("0", 40) < 42, "%s", history->str);
  fail_unless (time_of ("01", 60) < 80, "%s", history->str);
  /* A try that the link's change finds is none. */
  fail_unless (time_of ("012", 88) < 115, "%s", history->str);
  /* No order but this */
  fail_unless (strstr (history->str, ":02") == NULL, "%s", history->str);
  fail_unless (strstr (history->str, ":12") == NULL, "%s", history->str);
  fail_unless (strstr (history->str, ":1 ") == NULL, "%s", history->str);
}

GST_END_TEST;

/* On a link that is too slow for the top layer it stays away, but for a try
 * once in a while. */
GST_START_TEST (test_streams_simulcast_does_not_flap)
{
  guint n = 0;

  three_layers ();
  config.schedule = "0:1.4M";
  config.duration = 120 * S;
  run (60, 120);
  for (gchar * p = history->str; (p = strstr (p, ":012")) != NULL; p++)
    n++;
  /* At the start, and then after 4, 8, 16, 16... s or a little more */
  fail_unless (n >= 5 && n <= 8, "%s", history->str);
  fail_unless (mean[0] > 0.18 * MBIT && mean[1] > 0.6 * MBIT,
      "%.0f %.0f", mean[0], mean[1]);
  fail_unless (result.over_100ms < 0.01, "%f", result.over_100ms);
}

GST_END_TEST;

static Suite *
streams_suite (void)
{
  Suite *s = suite_create ("streams");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_streams_three_cameras_and_audio);
  tcase_add_test (tc, test_streams_audio_on_a_slow_link);
  tcase_add_test (tc, test_streams_pause_and_return);
  tcase_add_test (tc, test_streams_simulcast);
  tcase_add_test (tc, test_streams_simulcast_does_not_flap);

  return s;
}

GST_CHECK_MAIN (streams);
