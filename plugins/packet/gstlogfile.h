/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstlogfile.h: log files of elements */
#pragma once

#include <gst/gst.h>

typedef struct _GstLogFile GstLogFile;

/* NULL, and errno says why. @buffer_size: bytes that may wait, 0: as the C
 * library has it. */
GstLogFile *gst_log_file_open (const gchar * path, gsize buffer_size);

/* From any thread, with whatever lock. Behind a line that could not be written
 * none is: the file has all of the log up to some moment. */
void gst_log_file_write (GstLogFile * log, const gchar * line);
void gst_log_file_flush (GstLogFile * log);

/* Posts a warning of @element, once, if something could not be written. Without
 * locks. */
void gst_log_file_tell (GstLogFile * log, GstElement * element);

/* Tells, too. */
void gst_log_file_close (GstLogFile * log, GstElement * element);
