/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* datagrams.h: an element in the place of screamudpsrc, without a socket
 *
 * What comes is pushed into its pad, in the thread of the input.
 */
#ifndef FUZZ_DATAGRAMS_H
#define FUZZ_DATAGRAMS_H

#include <gio/gio.h>

#include "gst.h"

/* Registers it under the name screamudpsrc. */
void datagrams_register (void);

/* One to the screamudpsrc in @bin, from this address. */
void datagrams_push (GstBin * bin, GSocketAddress * from, const uint8_t * data,
    size_t size);

#endif /* FUZZ_DATAGRAMS_H */
