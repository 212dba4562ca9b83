/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frame sizes from a file, in bytes, one on each line. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <gio/gio.h>
#include <glib/gstdio.h>

#include "gstframesizefile.h"

/* No size needs more. */
#define MAX_LINE 64

/* 64 MiB for one frame: a typing error rather than a video. */
#define MAX_SIZE (64 * 1024 * 1024)

/* Ten days at 60 frames/s. It may be a file that never ends. */
#define MAX_LINES 50000000

/* TRUE with *@size or with @skip for an empty line or a comment. */
static gboolean
parse_line (gchar * line, gboolean is_last, guint32 * size, gboolean * skip,
    GError ** error)
{
  guint64 number = 0;

  if (strchr (line, '\n') == NULL && !is_last) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
        "line longer than %d bytes, or not text", MAX_LINE - 2);
    return FALSE;
  }
  g_strstrip (line);
  *skip = *line == '\0' || *line == '#';
  if (*skip)
    return TRUE;
  if (!g_ascii_string_to_unsigned (line, 10, 0, MAX_SIZE, &number, error))
    return FALSE;
  *size = (guint32) number;
  return TRUE;
}

static gboolean
read_lines (FILE * file, const gchar * path, GArray * sizes, GError ** error)
{
  gchar line[MAX_LINE];
  guint number = 0;

  while (fgets (line, sizeof (line), file)) {
    gboolean skip = FALSE;
    guint32 size = 0;

    number++;
    if (!parse_line (line, feof (file), &size, &skip, error)) {
      g_prefix_error (error, "%s:%u: not a frame size in bytes: ", path,
          number);
      return FALSE;
    }
    if (!skip)
      g_array_append_val (sizes, size);
    if (number > MAX_LINES) {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
          "%s: more than %d lines", path, MAX_LINES);
      return FALSE;
    }
  }
  if (ferror (file)) {
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: %s",
        path, g_strerror (errno));
    return FALSE;
  }
  return TRUE;
}

static gdouble
mean_of (const GArray * sizes)
{
  gdouble sum = 0;
  guint i;

  for (i = 0; i < sizes->len; i++)
    sum += g_array_index (sizes, guint32, i);
  return sizes->len > 0 ? sum / sizes->len : 0;
}

/**
 * gst_frame_size_file_read:
 * @path: name of the file; empty lines and those that begin with # are skipped
 * @mean: (out): mean of the sizes
 * @error: names file and line
 *
 * Returns: (transfer full) (nullable) (element-type guint32): the sizes, at
 * least one of them above 0; %NULL with @error.
 */
GArray *
gst_frame_size_file_read (const gchar * path, gdouble * mean, GError ** error)
{
  FILE *file = g_fopen (path, "r");
  GArray *sizes;
  gboolean ok;

  if (file == NULL) {
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: %s",
        path, g_strerror (errno));
    return NULL;
  }
  sizes = g_array_new (FALSE, FALSE, sizeof (guint32));
  ok = read_lines (file, path, sizes, error);
  fclose (file);
  *mean = mean_of (sizes);
  if (ok && *mean <= 0) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
        "%s: no line has a frame size above 0", path);
    ok = FALSE;
  }
  if (!ok)
    g_clear_pointer (&sizes, g_array_unref);
  return sizes;
}
