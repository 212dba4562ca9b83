/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE             /* F_SETPIPE_SZ */
#endif
#include "bwacklog.h"
#include "bwlogfile.h"
#include "bwsidelog.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <glib-unix.h>

/* Of the SCReAM BW test tool: its old log, and its log today. */
#define CLASSIC_COLUMNS 13
#define ALL_COLUMNS 20

/* Seconds of records, so that a slow disk does not hold up the sender. */
#define PIPE_SIZE (1 << 20)

struct _BwAckLog
{
  BwLogFile *file;
  BwSideLog *side;              /* NULL: none */
  FILE *reader;
  gint writer;                  /* keeps the pipe open until the end */
  gchar *location;
  guint n_columns;
  gboolean header_wanted;
  gboolean epoch;
  gdouble start;                /* s since 1970; 0: no record yet */
  GThread *thread;
};

/* Where column @n ends. */
static const gchar *
end_of_column (const gchar * line, guint n)
{
  const gchar *p = line;
  guint i;

  for (i = 0; i < n; i++) {
    p = strchr (i > 0 ? p + 1 : p, ',');
    if (p == NULL)
      return i + 1 == n ? line + strlen (line) : NULL;
  }
  return p;
}

gchar *
bw_ack_log_convert (const gchar * line, guint n_columns, gdouble offset)
{
  const gchar *end = end_of_column (line, n_columns);
  gchar time[G_ASCII_DTOSTR_BUF_SIZE];
  gchar *after;
  gdouble seconds;

  if (end == NULL)
    return NULL;
  seconds = g_ascii_strtod (line, &after);
  if (after == line)
    return g_strndup (line, end - line);        /* the names */
  if (offset == 0)
    return g_strndup (line, end - line);
  g_ascii_formatd (time, sizeof (time), "%.6f", seconds + offset);
  return g_strdup_printf ("%s%.*s", time, (int) (end - after), after);
}

static gchar *
with_side_columns (BwAckLog * log, gchar * line, gboolean is_header,
    gdouble time)
{
  GString *all = g_string_new (line);

  if (is_header)
    bw_side_log_add_names (log->side, all);
  else
    bw_side_log_add_values (log->side, all, log->start + time, time);
  g_free (line);
  return g_string_free (all, FALSE);
}

/* Times count from the first record on, or near it: the session begins with the
 * pipeline. */
static void
take_line (BwAckLog * log, gchar * line)
{
  gboolean is_header = !g_ascii_isdigit (*line) && *line != '-';
  gdouble time = is_header ? 0 : g_ascii_strtod (line, NULL);
  gchar *converted;

  line[strcspn (line, "\n")] = '\0';
  if (is_header && !log->header_wanted)
    return;
  if (!is_header && log->start == 0)
    log->start = (gdouble) g_get_real_time () / G_USEC_PER_SEC - time;
  converted = bw_ack_log_convert (line, log->n_columns,
      log->epoch ? log->start : 0);
  if (converted != NULL && log->side != NULL)
    converted = with_side_columns (log, converted, is_header, time);
  if (converted != NULL)
    bw_log_file_write (log->file, converted);
  g_free (converted);
}

static gpointer
run (gpointer user_data)
{
  BwAckLog *log = user_data;
  gchar *line = NULL;
  size_t size = 0;

  while (getline (&line, &size, log->reader) >= 0)
    take_line (log, line);
  free (line);
  return NULL;
}

static gboolean
open_pipe (BwAckLog * log, GError ** error)
{
  gint fds[2];

  if (!g_unix_open_pipe (fds, FD_CLOEXEC, error))
    return FALSE;
#ifdef F_SETPIPE_SZ
  fcntl (fds[1], F_SETPIPE_SZ, PIPE_SIZE);      /* less will do, too */
#endif
  log->reader = fdopen (fds[0], "r");
  log->writer = fds[1];
  log->location = g_strdup_printf ("/proc/self/fd/%d", fds[1]);
  return TRUE;
}

static gboolean
open_side (BwAckLog * log, const gchar * path, GError ** error)
{
  if (path != NULL)
    log->side = bw_side_log_open (path, error);
  return path == NULL || log->side != NULL;
}

BwAckLog *
bw_ack_log_new (const BwAckLogOptions * options, GError ** error)
{
  BwAckLog *log = g_new0 (BwAckLog, 1);

  log->n_columns = options->item_list ? ALL_COLUMNS : CLASSIC_COLUMNS;
  log->header_wanted = options->item_list;
  log->epoch = options->epoch;
  log->writer = -1;
  if (!open_side (log, options->side, error)
      || (log->file = bw_log_file_open (options->location, options->append,
              error)) == NULL || !open_pipe (log, error)) {
    bw_ack_log_free (log);
    return NULL;
  }
  log->thread = g_thread_new ("bw-ack-log", run, log);
  return log;
}

const gchar *
bw_ack_log_location (BwAckLog * log)
{
  return log->location;
}

void
bw_ack_log_free (BwAckLog * log)
{
  if (log == NULL)
    return;
  if (log->writer >= 0)
    close (log->writer);
  if (log->thread != NULL)
    g_thread_join (log->thread);
  if (log->reader != NULL)
    fclose (log->reader);
  bw_log_file_close (log->file);
  bw_side_log_close (log->side);
  g_free (log->location);
  g_free (log);
}
