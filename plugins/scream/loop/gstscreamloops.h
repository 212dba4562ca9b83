/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamloops.h: the shared loops of a pipeline
 *
 * Elements find the loops of their pipeline by a GstContext, or create them.  An
 * application shares them between pipelines by the context of the first one.
 *
 * The elements of one loop are limited; more of them get more loops.
 */
#pragma once

#include "gstscreamloop.h"

#define GST_SCREAM_LOOP_CONTEXT "gst.scream.Loop"

/* A loop of the element's context if its clock is the same, else of a new context,
 * which is offered to others. Needs gst_scream_loop_add_client(). */
GstScreamLoop *gst_scream_loops_obtain (GstElement * element, GstClock * clock);
