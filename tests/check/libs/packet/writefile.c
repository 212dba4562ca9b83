/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gst_write_file: what is no regular file stays what it is */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <gst/check/gstcheck.h>

#include "plugins/packet/gstwritefile.h"

static gchar *folder, *path, *other;

static void
setup (void)
{
  folder = g_dir_make_tmp ("writefile-XXXXXX", NULL);
  path = g_build_filename (folder, "path", NULL);
  other = g_build_filename (folder, "other", NULL);
}

static void
teardown (void)
{
  g_remove (path);
  g_remove (other);
  fail_unless_equals_int (g_rmdir (folder), 0);
  g_free (path);
  g_free (other);
  g_free (folder);
}

static struct stat
look (const gchar * name)
{
  struct stat found;

  fail_unless_equals_int (lstat (name, &found), 0);
  return found;
}

static void
write_well (const gchar * text)
{
  GError *error = NULL;

  gst_write_file (path, text, &error);
  g_assert_no_error (error);
}

static void
write_badly (gint code)
{
  GError *error = NULL;

  fail_if (gst_write_file (path, "a text", &error));
  g_assert_error (error, G_IO_ERROR, code);
  g_error_free (error);
}

static void
assert_text (const gchar * name, const gchar * wanted)
{
  gchar *text;

  fail_unless (g_file_get_contents (name, &text, NULL, NULL));
  fail_unless_equals_string (text, wanted);
  g_free (text);
}

/* Who has the old one open reads it to its end. */
GST_START_TEST (test_write_file_replaces_what_is_regular)
{
  gchar text[16] = "";
  int fd;

  write_well ("an older one");
  fail_unless_equals_int (chmod (path, 0640), 0);
  fd = g_open (path, O_RDONLY, 0);
  write_well ("new");
  fail_unless_equals_int ((gint) read (fd, text, sizeof (text) - 1), 12);
  fail_unless_equals_string (text, "an older one");
  close (fd);
  assert_text (path, "new");
  fail_unless_equals_int (look (path).st_mode & 0777, 0640);
}

GST_END_TEST;

GST_START_TEST (test_write_file_follows_a_link)
{
  fail_unless_equals_int (symlink ("other", path), 0);
  write_well ("to one that is not there yet");
  assert_text (other, "to one that is not there yet");
  write_well ("shorter");
  assert_text (other, "shorter");
  fail_unless (S_ISLNK (look (path).st_mode));
}

GST_END_TEST;

GST_START_TEST (test_write_file_into_a_pipe)
{
  gchar text[16] = "";
  int fd;

  fail_unless_equals_int (mkfifo (path, 0600), 0);
  write_badly (g_io_error_from_errno (ENXIO));
  fd = g_open (path, O_RDONLY | O_NONBLOCK, 0);
  write_well ("a text");
  fail_unless_equals_int ((gint) read (fd, text, sizeof (text)), 6);
  fail_unless_equals_string (text, "a text");
  close (fd);
  fail_unless (S_ISFIFO (look (path).st_mode));
}

GST_END_TEST;

/* Those of null and full, but not those that the machine needs. */
GST_START_TEST (test_write_file_leaves_a_device)
{
  int fd;

  if (mknod (path, S_IFCHR | 0600, makedev (1, 3)) != 0
      || (fd = g_open (path, O_WRONLY, 0)) < 0) {
    g_print ("skipped: no device can be made here: %s\n", g_strerror (errno));
    return;
  }
  close (fd);
  write_well ("a text");
  fail_unless (S_ISCHR (look (path).st_mode));
  g_remove (path);
  fail_unless_equals_int (mknod (path, S_IFCHR | 0600, makedev (1, 7)), 0);
  write_badly (G_IO_ERROR_NO_SPACE);
  fail_unless (S_ISCHR (look (path).st_mode));
}

GST_END_TEST;

GST_START_TEST (test_write_file_says_why_not)
{
  fail_unless_equals_int (g_mkdir (path, 0700), 0);
  write_badly (G_IO_ERROR_IS_DIRECTORY);
  fail_unless_equals_int (g_rmdir (path), 0);
  g_free (path);
  path = g_build_filename (folder, "no", "such", NULL);
  write_badly (G_IO_ERROR_NOT_FOUND);
}

GST_END_TEST;

static Suite *
writefile_suite (void)
{
  Suite *suite = suite_create ("writefile");
  TCase *tests = tcase_create ("writefile");

  suite_add_tcase (suite, tests);
  tcase_add_checked_fixture (tests, setup, teardown);
  tcase_add_test (tests, test_write_file_replaces_what_is_regular);
  tcase_add_test (tests, test_write_file_follows_a_link);
  tcase_add_test (tests, test_write_file_into_a_pipe);
  tcase_add_test (tests, test_write_file_leaves_a_device);
  tcase_add_test (tests, test_write_file_says_why_not);
  return suite;
}

GST_CHECK_MAIN (writefile);
