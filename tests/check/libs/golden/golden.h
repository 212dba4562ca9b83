/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* golden.h: what code answered when its answers were last looked at
 *
 * A run is a sequence of answers to input that never changes.  Each kind of number in it
 * is a channel, whose weighted sums over quarters of the run are compared with a file in
 * recorded/.  Any other answer is another sum, and docs/research/testing.md says how to record
 * them anew.
 */
#ifndef GOLDEN_H
#define GOLDEN_H

#include <gst/check/gstcheck.h>

/* Opens recorded/@name.txt; GOLDEN_WRITE in the environment: writes it. */
void golden_open (const char *name);
void golden_close (void);

/* A run of @steps, whose name and channels have no blanks. */
void golden_begin (const char *run, int steps);
/* One more number of a channel; not a number and the largest integer are numbers, too. */
void golden_put (const char *channel, gdouble value);
void golden_put_time (const char *channel, gint64 time, gint64 since);
void golden_step (void);
/* Fails if a sum is another one than recorded. */
void golden_end (void);

/* Input: evenly 0 ... @n - 1, the same for a seed everywhere. */
guint golden_random (guint64 * state, guint n);

#endif /* GOLDEN_H */
