/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gst.h: GStreamer in a fuzz target */
#ifndef FUZZ_GST_H
#define FUZZ_GST_H

#include <gst/gst.h>

#include "fuzz.h"

/* Once; without plugins, and what GLib finds critical is a crash. */
void fuzz_gst_init (void);

/* A buffer in blocks of its own for each byte of memory that does not belong to
 * it to be seen, cut after the bytes that @cuts counts; 0: no more. */
GstBuffer *fuzz_gst_buffer (const uint8_t * data, size_t size,
    const uint8_t cuts[2]);

#endif /* FUZZ_GST_H */
