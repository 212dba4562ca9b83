/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstpadwalk.h: a walk along the links of a pipeline */
#pragma once

#include <gst/gst.h>

/**
 * GstPadWalkResult:
 * @GST_PAD_WALK_GO_ON: walk on beyond this element
 * @GST_PAD_WALK_SKIP: not beyond this element, but along the other branches
 * @GST_PAD_WALK_STOP: the walk is over
 */
typedef enum
{
  GST_PAD_WALK_GO_ON,
  GST_PAD_WALK_SKIP,
  GST_PAD_WALK_STOP
} GstPadWalkResult;

/* @pad is the pad of @element by which the walk came to it: a source pad on
 * the way upstream, a sink pad on the way downstream. No lock is held. */
typedef GstPadWalkResult (*GstPadWalkFunc) (GstElement * element,
    GstPad * pad, gpointer user_data);

void gst_pad_walk_upstream (GstPad * sinkpad, GstPadWalkFunc func,
    gpointer user_data);
void gst_pad_walk_downstream (GstPad * srcpad, GstPadWalkFunc func,
    gpointer user_data);
