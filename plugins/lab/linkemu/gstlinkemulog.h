/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstlinkemulog.h: one line for each packet */
#pragma once

#include "gstlinkemuorder.h"
#include "plugins/packet/gstlogfile.h"

#include <gst/lab/linkemu/linkemu-log.h>

/* A file with a line for each packet that left the link or was dropped. NULL, and
 * errno says why. */
GstLogFile *gst_link_emu_log_open (const gchar * path);

void gst_link_emu_log_departure (GstLogFile * log,
    const LinkEmuDeparture * departure);
/* @packet was not taken. */
void gst_link_emu_log_refusal (GstLogFile * log,
    const GstLinkEmuPacket * packet, const LinkEmuPacketInfo * info,
    guint overhead, LinkEmuFate fate, gint64 now);
