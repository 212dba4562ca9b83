/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* capturetest.h: a harness with caps of its own, and the wall clock */
#ifndef CAPTURETEST_H
#define CAPTURETEST_H

#include <gst/rtpcc/wire/rtpcc-capturetime.h>

#include "tests/check/elements/tx/screamtxtest.h"

#define URI RTP_CC_CAPTURE_TIME_URI

gint64 wall_now (void);

/* A harness whose caps are @caps; the clock is at a second of running time. */
GstHarness *new_harness (const gchar * line, const gchar * caps);

GstBuffer *pull (GstHarness * h);

#endif /* CAPTURETEST_H */
