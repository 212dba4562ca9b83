/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A line of CSV for each packet that left the link or was dropped. */
#include "gstlinkemulog.h"

/* 8 hexadecimal digits and the terminator */
#define FLOW_SIZE 9

GstLogFile *
gst_link_emu_log_open (const gchar * path)
{
  GstLogFile *log = gst_log_file_open (path, 0);

  if (log != NULL)
    gst_log_file_write (log, linkemu_log_header ());
  return log;
}

static void
name_flow (gchar * flow, const GstLinkEmuPacket * packet, guint32 ssrc)
{
  g_snprintf (flow, FLOW_SIZE, packet->is_rtp ? "%08x" : "-", ssrc);
}

void
gst_link_emu_log_departure (GstLogFile * log,
    const LinkEmuDeparture * departure)
{
  gchar flow[FLOW_SIZE], line[LINKEMU_LOG_LINE_SIZE];

  name_flow (flow, departure->packet, departure->info.flow);
  linkemu_log_departure (line, flow, departure);
  gst_log_file_write (log, line);
}

void
gst_link_emu_log_refusal (GstLogFile * log, const GstLinkEmuPacket * packet,
    const LinkEmuPacketInfo * info, guint overhead, LinkEmuFate fate,
    gint64 now)
{
  gchar flow[FLOW_SIZE], line[LINKEMU_LOG_LINE_SIZE];

  name_flow (flow, packet, info->flow);
  linkemu_log_refusal (line, flow, info, overhead, fate, now);
  gst_log_file_write (log, line);
}
