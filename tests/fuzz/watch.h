/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* watch.h: an input that locks up or fills memory is a crash
 *
 * A thread beside looks on. An input locks up when it takes 2 s of the processor, or when
 * for 2 s each thread of the process sleeps, so that there is nothing that a busy machine
 * keeps from it.
 */
#ifndef FUZZ_WATCH_H
#define FUZZ_WATCH_H

#include "fuzz.h"

/* Around an input; in one thread. */
void watch_begin (void);
void watch_end (void);

/* Ends the process as a crash, and says why. */
void watch_fail (const char *why) __attribute__ ((noreturn));

#endif /* FUZZ_WATCH_H */
