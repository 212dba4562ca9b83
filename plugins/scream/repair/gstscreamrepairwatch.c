/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How many packets in a row the path loses, by what is asked for. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/repair/rules/gstscreamrepairbursts.h"
#include "gstscreamrepairwatch.h"

#define BURST_UNIT 256.0
/* Longer ones cannot be told: numbers have 16 bits. */
#define MOST_BURST 65536.0

typedef struct
{
  GstScreamRepairSendStats *stats;

  GMutex lock;                  /* for what follows */
  GstScreamRepairBursts bursts;
} Watch;

static void
watch_free (gpointer data)
{
  Watch *self = data;

  g_atomic_rc_box_release (self->stats);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static GstPadProbeReturn
on_request (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Watch *self = user_data;
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  gdouble length;
  guint seq;

  (void) pad;
  if (!gst_event_has_name (event, "GstRTPRetransmissionRequest")
      || !gst_structure_get_uint (gst_event_get_structure (event), "seqnum",
          &seq))
    return GST_PAD_PROBE_OK;
  g_mutex_lock (&self->lock);
  gst_scream_repair_bursts_note (&self->bursts, (guint16) seq,
      g_get_monotonic_time () * GST_USECOND);
  length = gst_scream_repair_bursts_get_length (&self->bursts);
  g_atomic_int_set (&self->stats->burst,
      (gint) (BURST_UNIT * MIN (length, MOST_BURST)));
  g_mutex_unlock (&self->lock);
  return GST_PAD_PROBE_OK;
}

void
gst_scream_repair_watch (GstElement * element, GstScreamRepairSendStats * stats)
{
  GstPad *pad = gst_element_get_static_pad (element, "src");
  Watch *watch = g_new0 (Watch, 1);

  watch->stats = g_atomic_rc_box_acquire (stats);
  g_mutex_init (&watch->lock);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM, on_request, watch,
      watch_free);
  gst_object_unref (pad);
}

gdouble
gst_scream_repair_watch_get_burst (GstScreamRepairSendStats * stats)
{
  return MAX (g_atomic_int_get (&stats->burst) / BURST_UNIT, 1);
}
