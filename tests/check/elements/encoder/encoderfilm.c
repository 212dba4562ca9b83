/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A film with cuts, encoders that GStreamer has, and a link in virtual time
 *
 * Noise and test patterns are of one kind all the time. In a film a calm scene is followed
 * by one that needs many times the bits, and the first frames of it were coded as the calm
 * one was. */
#include "encodertest.h"

#define FPS 30
#define SCENE (2 * FPS)         /* frames */
#define N_FRAMES (7 * SCENE)
#define LINK 1000000.0          /* bit/s */
/* What screamtx leaves to the pacer and the headers. */
#define TARGET (0.9 * LINK)
/* max-queue-delay of screamtx: raw frames are skipped above it. */
#define MAX_WAIT 0.2            /* s */
#define SOURCE "videotestsrc name=src num-buffers=%u horizontal-speed=3 kx2=12 ky2=8 " \
    "kt=2 ! video/x-raw,format=I420,width=640,height=360,framerate=30/1 ! "

typedef struct
{
  Rig rig;
  gboolean may_skip;
  gdouble link;                 /* bit/s */
  gdouble waiting;              /* bits in front of the link */
  GstClockTime at;              /* of the frame that goes in */
  guint n_skipped;
  gdouble shown[N_FRAMES], waits[N_FRAMES];     /* s */
  guint n_shown;
} Film;

/* Calm ones, and ones that move, by turns. */
static const gchar *const scenes[] = { "smpte75", "zone-plate", "ball",
  "chroma-zone-plate"
};

static GstPadProbeReturn
on_scene (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Film *film = user_data;
  guint next = film->rig.n_in;

  if (next % SCENE == 0)
    gst_util_set_object_arg (G_OBJECT (rig_get (&film->rig, "src")), "pattern",
        scenes[next / SCENE % G_N_ELEMENTS (scenes)]);
  film->at = GST_BUFFER_PTS (GST_PAD_PROBE_INFO_BUFFER (info));
  film->waiting = MAX (0, film->waiting - film->link / FPS);
  return GST_PAD_PROBE_OK;
}

/* As screamtx has it. */
static GstEncoderControlSkip
skip (guint64 * waits, gpointer user_data)
{
  Film *film = user_data;
  gdouble time = film->waiting / film->link;

  if (!film->may_skip)
    return GST_ENCODER_CONTROL_KEEP;
  *waits = (guint64) (time * GST_SECOND);
  film->n_skipped += time > MAX_WAIT;
  return time > MAX_WAIT ? GST_ENCODER_CONTROL_SKIP :
      GST_ENCODER_CONTROL_MAY_SKIP;
}

static GstPadProbeReturn
on_frame (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Film *film = user_data;
  gsize bytes = gst_buffer_get_size (GST_PAD_PROBE_INFO_BUFFER (info));

  film->waiting += 8.0 * (gdouble) bytes;
  film->waits[film->n_shown] = film->waiting / film->link;
  film->shown[film->n_shown] =
      (gdouble) film->at / GST_SECOND + film->waits[film->n_shown];
  film->n_shown++;
  return GST_PAD_PROBE_OK;
}

/* W3C webrtc-stats, freezeCount: longer than three intervals of the mean of 30, and than
 * the mean and 150 ms. */
static guint
count_freezes (const Film * film)
{
  gdouble mean = 1.0 / FPS;
  guint i, n = 0;

  for (i = 1; i < film->n_shown; i++) {
    gdouble interval = film->shown[i] - film->shown[i - 1];

    n += interval > MAX (3 * mean, mean + 0.15);
    mean += (interval - mean) / 30;
  }
  return n;
}

static int
compare (const void *a, const void *b)
{
  return *(const gdouble *) a > *(const gdouble *) b ? 1 : -1;
}

/* ms; 95 % of the frames wait for less. */
static guint
get_p95 (Film * film)
{
  qsort (film->waits, film->n_shown, sizeof (gdouble), compare);
  return (guint) (1000 * film->waits[film->n_shown * 95 / 100]);
}

static void
play (Film * film, const gchar * launch, gboolean may_skip)
{
  Rig *rig = &film->rig;
  GstPad *pad;

  memset (film, 0, sizeof (*film));
  rig_init (rig, g_strdup_printf (SOURCE, N_FRAMES), launch);
  film->may_skip = may_skip;
  film->link = LINK;
  pad = gst_element_get_static_pad (rig_get (rig, "src"), "src");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, on_scene, film, NULL);
  gst_object_unref (pad);
  gst_pad_add_probe (rig->pad, GST_PAD_PROBE_TYPE_BUFFER, on_frame, film, NULL);
  rig->owner.skip = skip;
  gst_encoder_control_set_target (rig->ctl, (guint64) TARGET);
  fail_unless (gst_encoder_control_find (rig->ctl, rig->pad));
  rig_run (rig);
}

typedef struct
{
  const gchar *factory, *launch;
  guint freezes;                /* at most */
  guint shown;                  /* % of the frames, at least */
  guint p95;                    /* ms that frames wait, at most */
} FilmCase;

/* What each makes of this film, which is the same each time, with some room. openh264enc is
 * at its coarsest quantizer: frames are skipped. So is vp8enc in some scenes: of 12 % of the
 * frames that are skipped, p95 is 144 instead of 223 ms. */
static const FilmCase cases[] = {
  {"x264enc", "x264enc name=enc speed-preset=superfast threads=1", 0, 100, 60},
  {"vp8enc", "vp8enc name=enc threads=1", 1, 85, 180},
  {"vp9enc", "vp9enc name=enc threads=1", 1, 98, 150},
  {"openh264enc", "openh264enc name=enc complexity=low", 2, 84, 270},
};

GST_START_TEST (test_film_moves)
{
  const FilmCase *c = &cases[__i__];
  Film film;
  guint freezes, shown, p95;

  if (!have (c->factory))
    return;
  play (&film, c->launch, TRUE);
  freezes = count_freezes (&film);
  shown = 100 * film.n_shown / N_FRAMES;
  p95 = get_p95 (&film);
  GST_INFO ("%s: %u freezes, %u %% of the frames, %u skipped, p95 %u ms",
      c->factory, freezes, shown, film.n_skipped, p95);
  fail_unless (freezes <= c->freezes, "%u freezes", freezes);
  fail_unless (shown >= c->shown, "%u %%", shown);
  /* A film that is coded at all waits for some of its own time. */
  fail_unless (p95 > 10 && p95 <= c->p95, "%u ms", p95);
  rig_clear (&film.rig);
}

GST_END_TEST;

/* The film is hard enough: as it comes out of an encoder it stands still. */
GST_START_TEST (test_film_freezes_with_nothing_done)
{
  Film film;
  guint freezes, p95;

  if (!have ("vp8enc"))
    return;
  play (&film, "vp8enc name=enc threads=1", FALSE);
  freezes = count_freezes (&film);
  p95 = get_p95 (&film);
  fail_unless (freezes >= 2, "%u freezes", freezes);
  fail_unless (p95 > 500, "%u ms", p95);
  rig_clear (&film.rig);
}

GST_END_TEST;

static Suite *
encoderfilm_suite (void)
{
  Suite *s = suite_create ("encoderfilm");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 120);
  tcase_add_loop_test (tc, test_film_moves, 0, G_N_ELEMENTS (cases));
  tcase_add_test (tc, test_film_freezes_with_nothing_done);
  return s;
}

GST_CHECK_MAIN (encoderfilm);
