/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstlinkemustats.c: the stats property of linkemu */
#include "gstlinkemuprivate.h"

#include <math.h>

void
gst_link_emu_reset_stats (GstLinkEmu * self)
{
  memset (&self->last_stats, 0, sizeof (self->last_stats));
  self->last_stats.utilisation = NAN;
}

static void
add_queue_stats (GstStructure * structure, const gchar * queue,
    const LinkEmuQueueStats * s)
{
  const struct
  {
    const gchar *name;
    guint64 value;
  } fields[] = {
    {"packets", s->packets},
    {"dropped", s->dropped},
    {"marked", s->marked},
    {"delay-p50", s->delay_p50},
    {"delay-p99", s->delay_p99},
  };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++) {
    gchar *name = g_strdup_printf ("%s-%s", queue, fields[i].name);

    gst_structure_set (structure, name, G_TYPE_UINT64, fields[i].value, NULL);
    g_free (name);
  }
}

GstStructure *
gst_link_emu_create_stats (gpointer object)
{
  GstLinkEmu *self = object;
  LinkEmuStats s;
  GstStructure *structure;

  g_mutex_lock (&self->lock);
  s = self->last_stats;
  if (self->link != NULL)
    linkemu_stats (self->link, &s, gst_link_emu_get_time (self));
  g_mutex_unlock (&self->lock);
  structure = gst_structure_new ("application/x-linkemu-stats",
      "packets-in", G_TYPE_UINT64, s.packets_in,
      "bytes-in", G_TYPE_UINT64, s.bytes_in,
      "packets-out", G_TYPE_UINT64, s.packets_out,
      "bytes-out", G_TYPE_UINT64, s.bytes_out,
      "dropped-loss", G_TYPE_UINT64, s.dropped_loss,
      "dropped-queue", G_TYPE_UINT64, s.dropped_queue,
      "dropped-aqm", G_TYPE_UINT64, s.dropped_aqm,
      "marked", G_TYPE_UINT64, s.marked,
      "queued-packets", G_TYPE_UINT64, s.queued_packets,
      "queued-bytes", G_TYPE_UINT64, s.queued_bytes,
      "bitrate", G_TYPE_DOUBLE, s.bitrate,
      "utilisation", G_TYPE_DOUBLE, s.utilisation,
      "queue-delay", G_TYPE_UINT64, s.queue_delay_now,
      "queue-delay-mean", G_TYPE_UINT64, s.queue_delay_mean,
      "queue-delay-p50", G_TYPE_UINT64, s.queue_delay_p50,
      "queue-delay-p95", G_TYPE_UINT64, s.queue_delay_p95,
      "queue-delay-p99", G_TYPE_UINT64, s.queue_delay_p99,
      "queue-delay-max", G_TYPE_UINT64, s.queue_delay_max, NULL);
  add_queue_stats (structure, "l-queue", &s.l_queue);
  add_queue_stats (structure, "c-queue", &s.c_queue);
  return structure;
}
