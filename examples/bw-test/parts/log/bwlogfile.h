/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwlogfile.h: the file of -log, of either program */
#ifndef BW_LOG_FILE_H
#define BW_LOG_FILE_H

#include <glib.h>

typedef struct _BwLogFile BwLogFile;

BwLogFile *bw_log_file_open (const gchar * path, gboolean append,
    GError ** error);
/* What cannot be written is told on stderr, once, and is the end of the log. */
void bw_log_file_write (BwLogFile * log, const gchar * line);
/* NULL: nothing */
void bw_log_file_close (BwLogFile * log);

#endif /* BW_LOG_FILE_H */
