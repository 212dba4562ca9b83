/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamgoal.h: what matters most, in one word, and what both ends make of it */
#pragma once

#include <gst/gst.h>
#include <gst/rtpcc/session/rtpcc-session.h>

/* Values of RtpCcGoal */
GType gst_scream_goal_get_type (void);

/* ms: for how long the receiver waits, for late packets and for those that are sent again:
 * latency of screamsrc, repair-deadline of screamsink. */
guint gst_scream_goal_get_latency (RtpCcGoal goal);

/* Does the receiver wait for less where the path allows it? */
gboolean gst_scream_goal_is_impatient (RtpCcGoal goal);
