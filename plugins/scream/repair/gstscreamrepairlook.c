/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What screamtx knows of the path, for a policy. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamrepairlook.h"

/* OURS: between two looks at what screamtx knows of the path. Half looks more often than
 * feedback changes it; double adds to the time in which loss has no answer. */
#define INTERVAL (200 * GST_MSECOND)

/* OURS: with each look the shortest round trip grows by this part. Half still takes that of
 * the path before for this one a minute later; at double, a queue becomes the path. */
#define FORGETTING 64

void
gst_scream_repair_look_init (GstScreamRepairLook * self,
    GstElement * transmitter, GstScreamRepair repair, GstClockTime deadline)
{
  self->transmitter = gst_object_ref (transmitter);
  self->rtt = self->shortest = 0;
  self->looked = GST_CLOCK_TIME_NONE;
  gst_scream_repair_policy_init (&self->policy, repair, deadline);
}

void
gst_scream_repair_look_clear (GstScreamRepairLook * self)
{
  gst_clear_object (&self->transmitter);
}

void
gst_scream_repair_look_update (GstScreamRepairLook * self, GstClockTime now)
{
  guint64 lost = 0, received = 0, rtt = 0, newest = 0;
  GstStructure *stats = NULL;

  if (GST_CLOCK_TIME_IS_VALID (self->looked) && now - self->looked < INTERVAL)
    return;
  self->looked = now;
  g_object_get (self->transmitter, "stats", &stats, NULL);
  if (stats == NULL)
    return;
  gst_structure_get (stats, "packets-lost", G_TYPE_UINT64, &lost,
      "packets-received", G_TYPE_UINT64, &received, "smoothed-rtt",
      G_TYPE_UINT64, &rtt, "rtt", G_TYPE_UINT64, &newest, NULL);
  gst_structure_free (stats);
  /* Not all controllers make a mean of it. */
  self->rtt = rtt != 0 ? rtt : newest;
  if (newest != 0)
    self->shortest = self->shortest == 0 ? newest
        : MIN (newest, self->shortest + self->shortest / FORGETTING);
  gst_scream_repair_policy_update (&self->policy, now, self->rtt, lost,
      received);
}
