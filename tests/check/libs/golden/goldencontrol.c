/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The policies answer as recorded.  Those named scream are not here: their tests judge
 * what they reach, and they are still worked on. */
#include <gst/lab/control/rtpcc-lab.h>

#include "goldenpath.h"

static const struct
{
  const char *controller, *params;
} policies[] = {
  {"gcc", NULL}, {"gcc", "loss-v2=1"}, {"gcc-remb", NULL},
  {"nada", NULL}, {"scream-v1", NULL}, {"fixed", NULL},
};

/* *INDENT-OFF* */
static const GoldenPath paths[] = {
  /* seed, grain, delay, interval, rates, loss, odd, seconds */
  {NULL, NULL, 1, 1, 20, 50, {2000, 1000, 500, 4000}, 0, 0, 40},
  {NULL, NULL, 2, 5, 25, 50, {1000, 2000, 1500, 800}, 10, 0, 40},
  {NULL, NULL, 3, 1, 5, 20, {5000, 10000, 5000, 2500}, 5, 0, 30},
  {NULL, NULL, 4, 10, 100, 100, {800, 400, 0, 1600}, 20, 0, 60},
  {NULL, NULL, 5, 1, 30, 40, {3000, 300, 3000, 0}, 0, 50, 40},
  {NULL, NULL, 6, 5, 50, 100, {500, 2000, 0, 2000}, 100, 100, 60},
  {NULL, NULL, 7, 20, 60, 200, {400, 800, 1600, 200}, 50, 0, 60},
  {NULL, NULL, 8, 5, 10, 25, {150, 100, 200, 300}, 200, 20, 60},
};
/* *INDENT-ON* */

GST_START_TEST (test_answers)
{
  const RtpCcOps *ops = rtp_cc_lab_find (policies[__i__].controller);
  gchar *file = g_strdup_printf ("control-%d", __i__);

  golden_open (file);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    GoldenPath path = paths[i];
    gchar *name = g_strdup_printf ("%s%s/%u", ops->name,
        policies[__i__].params != NULL ? "+" : "", i);

    path.ops = ops;
    path.params = policies[__i__].params;
    golden_path_run (name, &path);
    g_free (name);
  }
  golden_close ();
  g_free (file);
}

GST_END_TEST;

static Suite *
goldencontrol_suite (void)
{
  Suite *s = suite_create ("goldencontrol");
  TCase *tc = tcase_create ("general");

  tcase_add_loop_test (tc, test_answers, 0, G_N_ELEMENTS (policies));
  suite_add_tcase (s, tc);
  return s;
}

GST_CHECK_MAIN (goldencontrol);
