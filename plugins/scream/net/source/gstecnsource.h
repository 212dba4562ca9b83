/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstecnsource.h: buffers of a udpsrc carry the codepoint of their packets
 *
 * A type of control message takes a note (gstmessagehook.h), and a probe hangs it on
 * the buffer as GstNetControlMessageMeta.
 */
#pragma once

#include <gst/gst.h>

/* In any state, and again when the source has got a socket. FALSE: it has none
 * yet, or the system does not tell the codepoint. */
gboolean gst_ecn_source_enable (GstElement * source);
