/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* link.h: packets over a link of a rate that was read */
#ifndef FUZZ_LINK_H
#define FUZZ_LINK_H

#include <gst/lab/linkemu/linkemu.h>

#include "fuzz.h"

/* Takes over @rate. */
void link_use (LinkEmuRate * rate);

#endif /* FUZZ_LINK_H */
