/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE             /* O_CLOEXEC */
#endif
#include "bwsidelog.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>
#include <glib/gstdio.h>

#define MAX_COLUMNS 16
#define MAX_NAME 32
#define MAX_LINE 4096

/* Times above are since 1970: September 2001. */
#define EPOCH 1e9

/* Lines that are told; of the others there is a number at the end. */
#define MAX_TOLD 5

/* What one look takes of a file that was long before the start, or never ends. */
#define READS_AT_ONCE 256
#define LINES_AT_ONCE 65536

#define BETWEEN " \t,\r"

typedef struct
{
  gdouble time;
  gdouble values[MAX_COLUMNS];  /* nan: not in the line */
} Entry;

struct _BwSideLog
{
  gchar *path;
  gint fd;
  gchar buffer[MAX_LINE];       /* what was read, and is no line yet */
  gsize filled;
  gboolean too_long;            /* the rest of a line that was refused */
  guint64 n_lines, n_entries, n_refused;

  gchar *names[MAX_COLUMNS];
  guint n_columns;
  gdouble values[MAX_COLUMNS];
  Entry next;                   /* if waiting: its time has not come */
  gboolean waiting;
  gdouble last_time;
};

static void
refuse (BwSideLog * log, const gchar * what, const gchar * remedy)
{
  log->n_refused++;
  if (log->n_refused <= MAX_TOLD)
    g_printerr ("-sierralog: %s:%" G_GUINT64_FORMAT ": %s; %s. The line is "
        "left out.\n", log->path, log->n_lines, what, remedy);
}

/* ---- a line ---- */

static gboolean
is_name (const gchar * text, gsize length)
{
  gsize i;

  for (i = 0; i < length; i++) {
    if (!g_ascii_isalnum (text[i]) && strchr ("_.-", text[i]) == NULL)
      return FALSE;
  }
  return length > 0 && length <= MAX_NAME && g_ascii_isalpha (*text);
}

static gboolean
read_number (const gchar * text, gdouble * number)
{
  gchar *end;

  *number = g_ascii_strtod (text, &end);
  return end != text && *end == '\0' && isfinite (*number);
}

/* Its place; n_columns if there is none of that name. */
static guint
find_column (const BwSideLog * log, const gchar * name)
{
  guint i;

  for (i = 0; i < log->n_columns; i++) {
    if (strcmp (log->names[i], name) == 0)
      break;
  }
  return i;
}

/* "NAME=VALUE", which is changed.  Returns what is wrong, or NULL. */
static const gchar *
read_pair (BwSideLog * log, gchar * text, Entry * entry)
{
  gchar *sign = strchr (text, '=');
  gdouble value;
  guint i;

  if (sign == NULL || !is_name (text, (gsize) (sign - text)))
    return "no NAME=VALUE";
  *sign = '\0';
  if (!read_number (sign + 1, &value))
    return "a value is no number";
  i = find_column (log, text);
  if (i == log->n_columns && log->n_entries > 0)
    return "a name is not in the first line";
  if (i == MAX_COLUMNS)
    return "more than 16 names";
  if (i == log->n_columns)
    log->names[log->n_columns++] = g_strdup (text);
  entry->values[i] = value;
  return NULL;
}

static const gchar *
read_words (BwSideLog * log, gchar ** words, Entry * entry)
{
  const gchar *wrong = NULL;
  guint i, n = 0;

  for (i = 0; i < MAX_COLUMNS; i++)
    entry->values[i] = NAN;
  if (!read_number (words[0], &entry->time) || entry->time < 0)
    return "it does not begin with a time in s";
  if (entry->time < log->last_time)
    return "its time is before that of the line before";
  for (i = 1; words[i] != NULL && wrong == NULL; i++) {
    if (*words[i] != '\0') {
      wrong = read_pair (log, words[i], entry);
      n++;
    }
  }
  return wrong != NULL || n > 0 ? wrong : "no NAME=VALUE";
}

static void
forget_columns (BwSideLog * log)
{
  while (log->n_columns > 0)
    g_free (log->names[--log->n_columns]);
}

/* TRUE if it is one; blank ones and comments are not, and are not wrong. */
static gboolean
read_line (BwSideLog * log, gchar * line, gsize length, Entry * entry)
{
  const gchar *wrong;
  gchar **words;

  log->n_lines++;
  if (!g_utf8_validate (line, (gssize) length, NULL)) {
    refuse (log, "it is no text", "write UTF-8");
    return FALSE;
  }
  line += strspn (line, BETWEEN);
  if (*line == '\0' || *line == '#')
    return FALSE;
  words = g_strsplit_set (line, BETWEEN, -1);
  wrong = read_words (log, words, entry);
  g_strfreev (words);
  if (wrong != NULL) {
    refuse (log, wrong, "write TIME NAME=VALUE ... with names of line 1");
    if (log->n_entries == 0)
      forget_columns (log);
    return FALSE;
  }
  log->n_entries++;
  log->last_time = entry->time;
  return TRUE;
}

/* ---- the file ---- */

/* FALSE: there is no more for now. */
static gboolean
fill (BwSideLog * log)
{
  gssize n;

  if (log->filled == MAX_LINE - 1) {
    if (!log->too_long) {
      log->n_lines++;
      refuse (log, "it is longer than 4096 bytes", "write shorter ones");
    }
    log->too_long = TRUE;
    log->filled = 0;
  }
  n = read (log->fd, log->buffer + log->filled, MAX_LINE - 1 - log->filled);
  if (n <= 0)
    return FALSE;
  log->filled += (gsize) n;
  return TRUE;
}

/* What is before @end, which is taken out of the buffer. */
static gboolean
take_line (BwSideLog * log, gchar * end, Entry * entry)
{
  gsize length = (gsize) (end - log->buffer);
  gchar *line = g_strndup (log->buffer, length);
  gboolean found = !log->too_long && read_line (log, line, length, entry);

  log->filled -= length + 1;
  memmove (log->buffer, end + 1, log->filled);
  log->too_long = FALSE;
  g_free (line);
  return found;
}

/* The next line that is an entry; FALSE: there is none for now. */
static gboolean
next_entry (BwSideLog * log, Entry * entry)
{
  guint reads;

  for (reads = 0; reads < READS_AT_ONCE; reads++) {
    gchar *end;

    while ((end = memchr (log->buffer, '\n', log->filled)) != NULL) {
      if (take_line (log, end, entry))
        return TRUE;
    }
    if (!fill (log))
      return FALSE;
  }
  return FALSE;
}

BwSideLog *
bw_side_log_open (const gchar * path, GError ** error)
{
  BwSideLog *log = g_new0 (BwSideLog, 1);
  guint i;

  log->path = g_strdup (path);
  for (i = 0; i < MAX_COLUMNS; i++)
    log->values[i] = NAN;
  log->fd = g_open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0);
  errno = log->fd < 0 ? errno : 0;
  log->waiting = log->fd >= 0 && next_entry (log, &log->next);
  if (log->waiting)
    return log;
  if (log->fd < 0 || errno == EISDIR)
    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno),
        "-sierralog: cannot read %s: %s", path, g_strerror (errno));
  else
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "-sierralog: %s has "
        "no line TIME NAME=VALUE yet: start what writes it before, since the "
        "first line names the columns", path);
  bw_side_log_close (log);
  return NULL;
}

void
bw_side_log_add_names (const BwSideLog * log, GString * line)
{
  guint i;

  for (i = 0; i < log->n_columns; i++)
    g_string_append_printf (line, ",%s [side]", log->names[i]);
}

/* All entries up to a time; of the file, those that there are. */
static void
advance (BwSideLog * log, gdouble epoch, gdouble time)
{
  guint i, n;

  for (n = 0; n < LINES_AT_ONCE && (log->waiting
          || next_entry (log, &log->next)); n++) {
    log->waiting = log->next.time > (log->next.time < EPOCH ? time : epoch);
    if (log->waiting)
      return;
    for (i = 0; i < log->n_columns; i++) {
      if (!isnan (log->next.values[i]))
        log->values[i] = log->next.values[i];
    }
  }
}

void
bw_side_log_add_values (BwSideLog * log, GString * line, gdouble epoch,
    gdouble time)
{
  gchar text[G_ASCII_DTOSTR_BUF_SIZE];
  guint i;

  advance (log, epoch, time);
  for (i = 0; i < log->n_columns; i++) {
    g_string_append_c (line, ',');
    g_string_append (line, isnan (log->values[i]) ? "nan"
        : g_ascii_formatd (text, sizeof (text), "%.10g", log->values[i]));
  }
}

void
bw_side_log_close (BwSideLog * log)
{
  if (log == NULL)
    return;
  if (log->n_refused > 0)
    g_printerr ("-sierralog: %s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
        " lines were left out\n", log->path, log->n_refused, log->n_lines);
  if (log->fd >= 0)
    close (log->fd);
  forget_columns (log);
  g_free (log->path);
  g_free (log);
}
