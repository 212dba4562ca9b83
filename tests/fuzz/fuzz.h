/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fuzz.h: one fuzz target, for libFuzzer and for the tests of every run */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Holds in release builds too. */
#define must(cond) do { if (!(cond)) abort (); } while (0)

int LLVMFuzzerTestOneInput (const uint8_t * data, size_t size);

#endif /* FUZZ_H */
