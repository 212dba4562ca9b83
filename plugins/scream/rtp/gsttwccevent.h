/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gsttwccevent.h: transport-wide feedback as an event of rtpsession
 *
 * The custom event RTPTWCCPackets goes upstream from where rtpsession takes the
 * media in, and since GStreamer 1.26 downstream as well.
 */
#pragma once

#include <gst/gst.h>

#include <gst/rtpcc/wire/rtpcc-twcc.h>

gboolean gst_twcc_event_is (GstEvent * event);

/* Its reports, in the order of the numbers (element-type RtpCcTwccPacket), without
 * malformed ones; never NULL. */
GArray *gst_twcc_event_parse (GstEvent * event);
