/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxreport.c: the message of stats-interval */
#include "plugins/scream/loop/gstscreamloops.h"
#include "gstscreamtxprivate.h"

/* Who waits for it is a person or a database: it can be put together with others. */
#define SLACK (20 * GST_MSECOND)

/* Less than this is no statistics. */
#define MIN_INTERVAL (10 * GST_MSECOND)

/* What is asked for most, of the stats property */
static const gchar *const fields[] = {
  "feedback-state", "estimated-bitrate", "send-rate", "acked-rate", "rtt",
  "network-queue-delay", "sender-queue-delay", "loss-rate", "packets-lost",
  "frames-skipped", "frames-discarded", "remote-frame-rate",
  "remote-frames-undecodable", "remote-freezes", "remote-freeze-time",
};

static void
post_report (GstScreamTx * self)
{
  GstStructure *stats = gst_scream_tx_create_stats (self);
  GstStructure *s = gst_structure_new_empty ("scream-stats");
  guint i;

  for (i = 0; i < G_N_ELEMENTS (fields); i++) {
    const GValue *value = gst_structure_get_value (stats, fields[i]);

    if (value != NULL)
      gst_structure_set_value (s, fields[i], value);
  }
  gst_structure_free (stats);
  gst_element_post_message (GST_ELEMENT_CAST (self),
      gst_message_new_element (GST_OBJECT_CAST (self), s));
}

/* GstScreamLoopFunc, which may be called earlier than it asked for */
static GstClockTime
on_time (GstClockTime now, gpointer user_data)
{
  GstScreamTx *self = GST_SCREAM_TX (user_data);

  if (now >= self->report_time) {
    post_report (self);
    self->report_time = now + self->report_interval;
  }
  return self->report_time;
}

void
gst_scream_tx_start_reports (GstScreamTx * self)
{
  GST_OBJECT_LOCK (self);
  self->report_interval = self->stats_interval;
  GST_OBJECT_UNLOCK (self);
  if (self->report_interval == 0)
    return;
  self->report_interval = MAX (self->report_interval, MIN_INTERVAL);
  self->report_time = gst_scream_loop_now (self->loop) + self->report_interval;
  self->report_source = gst_scream_loop_add (self->loop, on_time, self, SLACK,
      SLACK);
  gst_scream_loop_wake (self->report_source, self->report_time);
}

void
gst_scream_tx_stop_reports (GstScreamTx * self)
{
  if (self->report_source != NULL)
    gst_scream_loop_remove (self->report_source);
  self->report_source = NULL;
}
