/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamloops.h: the loops that the elements of a pipeline share
 *
 * Elements find the loops of their pipeline by a GstContext; they are made where
 * there are none.  An application lets several pipelines share them by giving
 * the context of one pipeline to the others.
 *
 * One thread carries so many elements; for more of them there are more loops.
 */
#ifndef __GST_SCREAM_LOOPS_H__
#define __GST_SCREAM_LOOPS_H__

#include "gstscreamloop.h"

G_BEGIN_DECLS

#define GST_SCREAM_LOOP_CONTEXT "gst.scream.Loop"

/* One of the element's context if that is for this clock, else of a new context
 * that is then offered to others. Wants gst_scream_loop_add_client(). */
GstScreamLoop *gst_scream_loops_obtain (GstElement * element, GstClock * clock);

G_END_DECLS

#endif /* __GST_SCREAM_LOOPS_H__ */
