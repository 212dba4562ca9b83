/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bwlogfile.h"

#include <errno.h>
#include <stdio.h>
#include <glib/gstdio.h>

struct _BwLogFile
{
  FILE *file;
  gchar *path;
  gboolean failed;
};

BwLogFile *
bw_log_file_open (const gchar * path, gboolean append, GError ** error)
{
  FILE *file = g_fopen (path, append ? "a" : "w");
  BwLogFile *log;

  if (file == NULL) {
    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno),
        "cannot write %s: %s", path, g_strerror (errno));
    return NULL;
  }
  log = g_new0 (BwLogFile, 1);
  log->file = file;
  log->path = g_strdup (path);
  return log;
}

static void
fail (BwLogFile * log)
{
  if (!log->failed)
    g_printerr ("-log: cannot write %s: %s. The log ends here.\n", log->path,
        g_strerror (errno));
  log->failed = TRUE;
}

void
bw_log_file_write (BwLogFile * log, const gchar * line)
{
  if (!log->failed && fprintf (log->file, "%s\n", line) < 0)
    fail (log);
}

void
bw_log_file_close (BwLogFile * log)
{
  if (log == NULL)
    return;
  if (fclose (log->file) != 0)
    fail (log);
  g_free (log->path);
  g_free (log);
}
