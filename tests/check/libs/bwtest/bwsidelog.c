/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* -sierralog: what is read of a file that grows, and what is refused with which words. */
#include <stdio.h>
#include <string.h>
#include <glib/gstdio.h>
#include <gst/check/gstcheck.h>

#include "bwacklog.h"
#include "bwsidelog.h"

static gchar *errors;
static gchar *path;
static BwSideLog *side;

static void
take_error (const gchar * text)
{
  gchar *all = g_strconcat (errors ? errors : "", text, NULL);

  g_free (errors);
  errors = all;
}

static void
setup (void)
{
  g_set_printerr_handler (take_error);
  path = g_build_filename (g_get_tmp_dir (), "bwside-XXXXXX", NULL);
  g_close (g_mkstemp (path), NULL);
}

static void
teardown (void)
{
  g_clear_pointer (&side, bw_side_log_close);
  g_unlink (path);
  g_clear_pointer (&path, g_free);
  g_clear_pointer (&errors, g_free);
  g_set_printerr_handler (NULL);
}

static void
append (const gchar * text)
{
  FILE *file = g_fopen (path, "a");

  fail_unless (file != NULL);
  fputs (text, file);
  fail_unless (fclose (file) == 0);
}

static void
open_side (const gchar * text)
{
  GError *error = NULL;

  append (text);
  side = bw_side_log_open (path, &error);
  fail_unless (side != NULL, "%s", error ? error->message : "");
}

static void
expect_names (const gchar * names)
{
  GString *line = g_string_new (NULL);

  bw_side_log_add_names (side, line);
  fail_unless_equals_string (line->str, names);
  g_string_free (line, TRUE);
}

/* @time s after the start, which was 1700000000 s after 1970 */
static void
expect (gdouble time, const gchar * values)
{
  GString *line = g_string_new (NULL);

  bw_side_log_add_values (side, line, 1700000000 + time, time);
  fail_unless_equals_string (line->str, values);
  g_string_free (line, TRUE);
}

/* ---- what is read ---- */

GST_START_TEST (test_side_values_hold_from_their_time)
{
  open_side ("# of a modem\n\n1700000001.5 rsrp=-101 sinr=12.25\n"
      "1700000003,sinr=-3\n1700000004\trsrp=-99,  sinr=1e3\r\n");
  expect_names (",rsrp [side],sinr [side]");
  expect (1.49, ",nan,nan");
  expect (1.5, ",-101,12.25");
  expect (2.9, ",-101,12.25");
  expect (3.1, ",-101,-3");
  expect (9, ",-99,1000");
  fail_unless (errors == NULL, "%s", errors);
}

GST_END_TEST;

GST_START_TEST (test_side_times_since_the_start)
{
  open_side ("0 a=1\n2 a=2\n2 a=3\n");
  expect (0, ",1");
  expect (1.9, ",1");
  expect (2, ",3");
}

GST_END_TEST;

/* The last word of a line that is being written is not half a number. */
GST_START_TEST (test_side_file_grows)
{
  open_side ("1 a=1\n");
  expect (1, ",1");
  append ("2 a=12");
  expect (3, ",1");
  append ("34\n3 a=5\n");
  expect (3, ",5");
  append ("1000000 a=6\n");
  expect (4, ",5");
}

GST_END_TEST;

/* What was written before the start is passed over, however much. */
GST_START_TEST (test_side_long_file)
{
  GString *text = g_string_new (NULL);
  guint i;

  for (i = 0; i < 200000; i++)
    g_string_append_printf (text, "%u a=%u\n", 1690000000 + i, i);
  open_side (text->str);
  for (i = 0; i < 10; i++) {
    GString *line = g_string_new (NULL);

    bw_side_log_add_values (side, line, 1700000000, 0);
    g_string_free (line, TRUE);
  }
  expect (0, ",199999");
  g_string_free (text, TRUE);
}

GST_END_TEST;

/* ---- what is refused ---- */

GST_START_TEST (test_side_lines_refused)
{
  static const gchar *const lines[][2] = {
    {"noon a=1", "it does not begin with a time in s"},
    {"nan a=1", "it does not begin with a time in s"},
    {"-1 a=1", "it does not begin with a time in s"},
    {"1e400 a=1", "it does not begin with a time in s"},
    {"5", "no NAME=VALUE"},
    {"5 a", "no NAME=VALUE"},
    {"5 =1", "no NAME=VALUE"},
    {"5 1a=1", "no NAME=VALUE"},
    {"5 a\"=1", "no NAME=VALUE"},
    {"5 a=", "a value is no number"},
    {"5 a=inf", "a value is no number"},
    {"5 a=1;", "a value is no number"},
    {"5 b=1", "a name is not in the first line"},
    {"4 a=1", "its time is before that of the line before"},
    {"5 a=\xff", "it is no text"},
  };
  gchar *wanted = g_strdup_printf ("-sierralog: %s:2: %s; ", path,
      lines[__i__][1]);

  open_side ("5 a=7\n");
  append (lines[__i__][0]);
  append ("\n6 a=8\n");
  expect (5, ",7");
  fail_unless (errors != NULL && g_str_has_prefix (errors, wanted)
      && g_str_has_suffix (errors, ". The line is left out.\n"), "%s", errors);
  expect (6, ",8");
  g_clear_pointer (&errors, g_free);
  g_clear_pointer (&side, bw_side_log_close);
  fail_unless (strstr (errors, ": 1 of 3 lines were left out\n") != NULL,
      "%s", errors);
  g_free (wanted);
}

GST_END_TEST;

/* A few are told, all are counted, and a line without end takes no memory. */
GST_START_TEST (test_side_many_lines_refused)
{
  gchar *long_line = g_strnfill (1000000, 'x');
  gchar **told;
  guint i;

  open_side ("1 a=1\n");
  append (long_line);
  append ("\n");
  for (i = 0; i < 1000; i++)
    append ("moon\n");
  append ("2 a=2\n");
  expect (2, ",2");
  told = g_strsplit (errors, "\n", -1);
  fail_unless_equals_int (g_strv_length (told), 6);
  fail_unless (strstr (told[0], ":2: it is longer than 4096 bytes; ") != NULL);
  fail_unless (strstr (told[1], ":3: it does not begin") != NULL);
  g_strfreev (told);
  g_clear_pointer (&side, bw_side_log_close);
  fail_unless (strstr (errors, ": 1001 of 1003 lines were left out\n") != NULL,
      "%s", errors);
  g_free (long_line);
}

GST_END_TEST;

/* Its names do not stay. */
GST_START_TEST (test_side_bad_first_line)
{
  open_side ("1 a=1 b=x\n1 c=2\n");
  expect_names (",c [side]");
  expect (1, ",2");
}

GST_END_TEST;

GST_START_TEST (test_side_names_are_limited)
{
  GString *text = g_string_new ("1");
  GError *error = NULL;
  guint i;

  for (i = 0; i < 17; i++)
    g_string_append_printf (text, " n%u=1", i);
  g_string_append_c (text, '\n');
  append (text->str);
  fail_unless (bw_side_log_open (path, &error) == NULL);
  fail_unless (strstr (errors, ":1: more than 16 names; ") != NULL);
  g_clear_error (&error);
  g_string_free (text, TRUE);
}

GST_END_TEST;

GST_START_TEST (test_side_what_cannot_be_read)
{
  GError *error = NULL;

  fail_unless (bw_side_log_open ("/nowhere/at all", &error) == NULL);
  fail_unless_equals_string (error->message, "-sierralog: cannot read "
      "/nowhere/at all: No such file or directory");
  g_clear_error (&error);
  fail_unless (bw_side_log_open ("/tmp", &error) == NULL);
  fail_unless (strstr (error->message, "/tmp: Is a directory") != NULL);
  g_clear_error (&error);
  fail_unless (bw_side_log_open (path, &error) == NULL);
  fail_unless (strstr (error->message, "has no line TIME NAME=VALUE yet: start "
          "what writes it before") != NULL);
  g_clear_error (&error);
  /* It never ends, and has no line. */
  fail_unless (bw_side_log_open ("/dev/zero", &error) == NULL);
  g_clear_error (&error);
}

GST_END_TEST;

/* ---- in the log ---- */

GST_START_TEST (test_side_columns_of_the_log)
{
  gchar *location = g_strconcat (path, ".csv", NULL), *text;
  BwAckLogOptions options = { location, TRUE, FALSE, FALSE, path };
  const gchar *numbers =
      "0,0,0,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21";
  BwAckLog *log;
  FILE *file;

  append ("0 rsrp=-90\n2 rsrp=-95\n");
  log = bw_ack_log_new (&options, NULL);
  fail_unless (log != NULL);
  file = g_fopen (bw_ack_log_location (log), "w");
  fail_unless (file != NULL);
  fprintf (file, "Time [s],2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,"
      "21\n1.5%s\n2.5%s\n", strchr (numbers, ','), strchr (numbers, ','));
  fclose (file);
  bw_ack_log_free (log);
  fail_unless (g_file_get_contents (location, &text, NULL, NULL));
  fail_unless_equals_string (text, "Time [s],2,3,4,5,6,7,8,9,10,11,12,13,14,15,"
      "16,17,18,19,20,rsrp [side]\n"
      "1.5,0,0,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,-90\n"
      "2.5,0,0,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,-95\n");
  g_free (text);
  g_unlink (location);
  g_free (location);
}

GST_END_TEST;

static Suite *
bwsidelog_suite (void)
{
  Suite *s = suite_create ("bwsidelog");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_side_values_hold_from_their_time);
  tcase_add_test (tc, test_side_times_since_the_start);
  tcase_add_test (tc, test_side_file_grows);
  tcase_add_test (tc, test_side_long_file);
  tcase_add_loop_test (tc, test_side_lines_refused, 0, 15);
  tcase_add_test (tc, test_side_many_lines_refused);
  tcase_add_test (tc, test_side_bad_first_line);
  tcase_add_test (tc, test_side_names_are_limited);
  tcase_add_test (tc, test_side_what_cannot_be_read);
  tcase_add_test (tc, test_side_columns_of_the_log);
  return s;
}

GST_CHECK_MAIN (bwsidelog);
