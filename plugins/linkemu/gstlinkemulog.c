/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "gstlinkemulog.h"

#include <glib/gstdio.h>
#include <stdio.h>

/* 8 hexadecimal digits and the terminator */
#define FLOW_SIZE 9

struct _GstLinkEmuLog
{
  FILE *file;
};

GstLinkEmuLog *
gst_link_emu_log_open (const gchar * path)
{
  FILE *file = g_fopen (path, "w");
  GstLinkEmuLog *log;

  if (file == NULL)
    return NULL;
  fprintf (file, "%s\n", linkemu_log_header ());
  log = g_new (GstLinkEmuLog, 1);
  log->file = file;
  return log;
}

gboolean
gst_link_emu_log_close (GstLinkEmuLog * log)
{
  gboolean ok = !ferror (log->file);

  ok = fclose (log->file) == 0 && ok;
  g_free (log);
  return ok;
}

static void
name_flow (gchar * flow, const GstLinkEmuPacket * packet, guint32 ssrc)
{
  g_snprintf (flow, FLOW_SIZE, packet->is_rtp ? "%08x" : "-", ssrc);
}

void
gst_link_emu_log_departure (GstLinkEmuLog * log,
    const LinkEmuDeparture * departure)
{
  gchar flow[FLOW_SIZE], line[LINKEMU_LOG_LINE_SIZE];

  name_flow (flow, departure->packet, departure->info.flow);
  linkemu_log_departure (line, flow, departure);
  fprintf (log->file, "%s\n", line);
}

void
gst_link_emu_log_refusal (GstLinkEmuLog * log, const GstLinkEmuPacket * packet,
    const LinkEmuPacketInfo * info, guint overhead, LinkEmuFate fate,
    gint64 now)
{
  gchar flow[FLOW_SIZE], line[LINKEMU_LOG_LINE_SIZE];

  name_flow (flow, packet, info->flow);
  linkemu_log_refusal (line, flow, info, overhead, fate, now);
  fprintf (log->file, "%s\n", line);
}
