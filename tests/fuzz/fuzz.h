/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fuzz.h: one fuzz target, for libFuzzer and for replay.c */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Holds in release builds too. */
#define must(cond) do { if (!(cond)) abort (); } while (0)

int LLVMFuzzerTestOneInput (const uint8_t * data, size_t size);

/* The bytes of an input, taken from its beginning; zeros when there are no
 * more. */
typedef struct
{
  const uint8_t *data;
  size_t size;
} FuzzInput;

static inline uint8_t
fuzz_8 (FuzzInput * in)
{
  if (in->size == 0)
    return 0;
  in->size--;
  return *in->data++;
}

static inline uint16_t
fuzz_16 (FuzzInput * in)
{
  uint16_t high = fuzz_8 (in);

  return (uint16_t) (high << 8 | fuzz_8 (in));
}

static inline uint32_t
fuzz_32 (FuzzInput * in)
{
  uint32_t high = fuzz_16 (in);

  return high << 16 | fuzz_16 (in);
}

/* A run of bytes, the first tells how many; fewer at the end. */
static inline const uint8_t *
fuzz_run (FuzzInput * in, size_t *size)
{
  const uint8_t *data;

  *size = fuzz_8 (in);
  if (*size > in->size)
    *size = in->size;
  data = in->data;
  in->data += *size;
  in->size -= *size;
  return data;
}

/* Bit @i of a mask of 8 that repeats. */
static inline bool
fuzz_bit (uint8_t mask, size_t i)
{
  return mask >> (i & 7) & 1;
}

#endif /* FUZZ_H */
