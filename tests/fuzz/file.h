/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* file.h: an input as a file, for code that wants a name */
#ifndef FUZZ_FILE_H
#define FUZZ_FILE_H

#include <stddef.h>
#include <stdint.h>

/* The name of a file in memory with this content, until the next call. */
const char *file_with (const uint8_t * data, size_t size);

#endif /* FUZZ_FILE_H */
