/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A full disk or a read-only file system does not stop the stream. */
#include "gstlogfile.h"
#include "plugins/packet/gsthelp.h"

#include <errno.h>
#include <stdio.h>
#include <glib/gstdio.h>

struct _GstLogFile
{
  FILE *file;
  gchar *path;
  gint error;                   /* errno of the first failure, 0: none */
  gint told;
};

GstLogFile *
gst_log_file_open (const gchar * path, gsize buffer_size)
{
  FILE *file = g_fopen (path, "w");
  GstLogFile *log;

  if (file == NULL)
    return NULL;
  if (buffer_size > 0)
    setvbuf (file, NULL, _IOFBF, buffer_size);
  log = g_new0 (GstLogFile, 1);
  log->file = file;
  log->path = g_strdup (path);
  return log;
}

static void
note_failure (GstLogFile * log)
{
  g_atomic_int_compare_and_exchange (&log->error, 0, errno != 0 ? errno : EIO);
}

void
gst_log_file_write (GstLogFile * log, const gchar * line)
{
  if (g_atomic_int_get (&log->error) == 0
      && fprintf (log->file, "%s\n", line) < 0)
    note_failure (log);
}

void
gst_log_file_flush (GstLogFile * log)
{
  if (g_atomic_int_get (&log->error) == 0 && fflush (log->file) != 0)
    note_failure (log);
}

void
gst_log_file_tell (GstLogFile * log, GstElement * element)
{
  gint error = g_atomic_int_get (&log->error);

  if (error == 0 || !g_atomic_int_compare_and_exchange (&log->told, FALSE,
          TRUE))
    return;
  GST_ELEMENT_WARNING (element, RESOURCE, WRITE,
      ("Property log-location: cannot write \"%s\": %s. The log ends, the "
          "stream continues.", log->path, g_strerror (error)),
      ("Free some space, or set log-location to a file elsewhere."
          GST_HELP ("log-file")));
}

void
gst_log_file_close (GstLogFile * log, GstElement * element)
{
  gst_log_file_flush (log);
  if (fclose (log->file) != 0)
    note_failure (log);
  gst_log_file_tell (log, element);
  g_free (log->path);
  g_free (log);
}
