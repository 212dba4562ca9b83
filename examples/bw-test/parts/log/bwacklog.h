/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwacklog.h: the log with a line for each feedback packet
 *
 * screamtx writes one with more columns.  It writes it into a pipe, and what
 * comes out is cut to the columns that users of the SCReAM BW test tool know.
 */
#ifndef BW_ACK_LOG_H
#define BW_ACK_LOG_H

#include <glib.h>

typedef struct
{
  const gchar *location;
  gboolean item_list;           /* 20 columns with their names, else 13 */
  gboolean append;
  gboolean epoch;               /* times since 1970 */
  const gchar *side;            /* file of further columns, bwsidelog.h; or NULL */
} BwAckLogOptions;

typedef struct _BwAckLog BwAckLog;

/* NULL and @error if a file cannot be written, or read. */
BwAckLog *bw_ack_log_new (const BwAckLogOptions * options, GError ** error);

/* What screamtx has to open: its log-location. */
const gchar *bw_ack_log_location (BwAckLog * log);

/* When screamtx has closed its end: writes the rest.  NULL is allowed. */
void bw_ack_log_free (BwAckLog * log);

/* One line of screamtx's log without newline, changed in place: as many columns
 * as are wanted, @offset seconds added to the time.  Returns a new line; NULL if
 * it is none. */
gchar *bw_ack_log_convert (const gchar * line, guint n_columns,
    gdouble offset);

#endif /* BW_ACK_LOG_H */
