/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwsidelog.h: figures of a modem or of GPS beside the log, from a file that grows
 *
 *   line = TIME {NAME=VALUE}      blanks or commas between; # begins a comment
 *
 * TIME is seconds since 1970, or since the start if it is less than a billion.  The first
 * line has all names; a later one may have some of them.  It is followed while others
 * write it: what it takes does not grow with it.
 */
#ifndef BW_SIDE_LOG_H
#define BW_SIDE_LOG_H

#include <glib.h>

typedef struct _BwSideLog BwSideLog;

/* NULL and @error if it cannot be read, or has no first line yet. */
BwSideLog *bw_side_log_open (const gchar * path, GError ** error);

/* ",NAME [side]" for each column. */
void bw_side_log_add_names (const BwSideLog * log, GString * line);

/* ",VALUE" for each column, as they were at @epoch seconds since 1970, which are @time
 * seconds since the start; nan: none yet.  Neither goes back from call to call.  Lines that
 * are wrong are told on stderr, a few of them, and left out. */
void bw_side_log_add_values (BwSideLog * log, GString * line, gdouble epoch,
    gdouble time);

/* Says how many lines were left out, if there were any.  NULL is allowed. */
void bw_side_log_close (BwSideLog * log);

#endif /* BW_SIDE_LOG_H */
