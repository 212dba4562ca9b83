/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxlog.c: one line for each feedback, in the file of log-location */
#include <errno.h>

#include "gstscreamtxprivate.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

/* How old the newest line of the log file may be */
#define LOG_INTERVAL GST_SECOND

/* Several seconds of it, so that lines are written whole */
#define LOG_BUFFER_SIZE (256 * 1024)

void
gst_scream_tx_write_trace (const RtpCcTraceRecord * record, gpointer user_data)
{
  GstScreamTx *self = GST_SCREAM_TX (user_data);
  gchar line[RTP_CC_TRACE_LINE_SIZE];

  rtp_cc_trace_format (line, record);
  gst_log_file_write (self->log, line);
}

void
gst_scream_tx_flush_log (GstScreamTx * self, RtpCcTime now)
{
  if (self->log == NULL || now - self->log_flushed < LOG_INTERVAL)
    return;
  self->log_flushed = now;
  gst_log_file_flush (self->log);
  gst_log_file_tell (self->log, GST_ELEMENT_CAST (self));
}

gboolean
gst_scream_tx_open_log (GstScreamTx * self)
{
  gchar *location;

  GST_OBJECT_LOCK (self);
  location = g_strdup (self->log_location);
  GST_OBJECT_UNLOCK (self);
  if (location == NULL || *location == '\0') {
    g_free (location);
    return TRUE;
  }
  self->log = gst_log_file_open (location, LOG_BUFFER_SIZE);
  if (self->log == NULL)
    GST_ELEMENT_ERROR (self, RESOURCE, OPEN_WRITE,
        ("Cannot write the log to \"%s\": %s.", location, g_strerror (errno)),
        ("Set log-location to a file that can be written."));
  g_free (location);
  if (self->log == NULL)
    return FALSE;
  gst_log_file_write (self->log, rtp_cc_trace_header ());
  self->log_flushed = gst_scream_tx_now (self);
  return TRUE;
}
