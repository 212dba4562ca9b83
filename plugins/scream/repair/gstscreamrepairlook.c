/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the sender of one stream knows of its path. */
#include "gstscreamrepairlook.h"
#include "plugins/packet/gsthelp.h"
#include "plugins/scream/fec/gstscreamfec.h"

/* OURS: between two looks at what screamtx knows of the path. Half looks more often than
 * feedback changes it; double adds to the time in which loss has no answer. */
#define INTERVAL (200 * GST_MSECOND)

/* OURS: with each look the shortest round trip grows by this part. Half still takes that of
 * the path before for this one a minute later; at double, a queue becomes the path. */
#define FORGETTING 64

/* Longer ones cannot be told: numbers have 16 bits. */
#define MOST_BURST 65536.0

typedef GstScreamRepairLook Look;

static void
look_clear (gpointer data)
{
  Look *self = data;

  gst_object_unref (self->clock);
  gst_object_unref (self->transmitter);
  g_atomic_rc_box_release (self->receiver);
  g_mutex_clear (&self->lock);
}

void
gst_scream_repair_look_unref (GstScreamRepairLook * self)
{
  g_atomic_rc_box_release_full (self, look_clear);
}

GstScreamRepairLook *
gst_scream_repair_look_new (GstElement * transmitter, GstScreamRepair repair,
    GstClockTime deadline, GstScreamRepairFecReceiver * receiver)
{
  Look *self = g_atomic_rc_box_new0 (Look);

  self->clock = gst_system_clock_obtain ();
  self->transmitter = gst_object_ref (transmitter);
  self->receiver = g_atomic_rc_box_acquire (receiver);
  g_mutex_init (&self->lock);
  self->looked = GST_CLOCK_TIME_NONE;
  gst_scream_repair_policy_init (&self->policy, repair, deadline);
  return self;
}

void
gst_scream_repair_look_add_probe (GstScreamRepairLook * self,
    GstElement * element, const gchar * name, GstPadProbeType type,
    GstPadProbeCallback callback)
{
  GstPad *pad = gst_element_get_static_pad (element, name);

  gst_pad_add_probe (pad, type, callback, g_atomic_rc_box_acquire (self),
      (GDestroyNotify) gst_scream_repair_look_unref);
  gst_object_unref (pad);
}

void
gst_scream_repair_look_note_receiver (GstScreamRepairLook * self)
{
  gst_scream_repair_policy_set_takes_fec (&self->policy,
      g_atomic_int_get (&self->receiver->is_there));
}

/* ---- what screamtx measures ---- */

/* With the lock. */
static void
take_stats (Look * self, const GstStructure * stats)
{
  guint64 lost = 0, received = 0, rtt = 0, newest = 0;

  gst_structure_get (stats, "packets-lost", G_TYPE_UINT64, &lost,
      "packets-received", G_TYPE_UINT64, &received, "smoothed-rtt",
      G_TYPE_UINT64, &rtt, "rtt", G_TYPE_UINT64, &newest, NULL);
  /* Not all controllers make a mean of it. */
  self->rtt = rtt != 0 ? rtt : newest;
  if (newest != 0)
    self->shortest = self->shortest == 0 ? newest
        : MIN (newest, self->shortest + self->shortest / FORGETTING);
  gst_scream_repair_policy_update (&self->policy, self->looked, self->rtt, lost,
      received);
}

/* Once for all streams. */
static void
warn_of_stranger (Look * self)
{
  GstObject *bin;

  if (!g_atomic_int_compare_and_exchange (&self->receiver->is_settled, FALSE,
          TRUE))
    return;
  bin = gst_object_get_parent (GST_OBJECT (self->transmitter));
  if (bin == NULL)
    return;
  GST_ELEMENT_WARNING (bin, STREAM, FAILED,
      ("repair=fec: the receiver does not announce FEC, and gets none."),
      ("Only screamsrc accepts it. Set the property repair of screamsink to "
          "auto, which retransmits lost packets on request."
          GST_HELP ("no-fec")));
  gst_object_unref (bin);
}

static void
guide (Look * self, GstElement * encoder, const GstStructure * stats)
{
  gboolean ends, misses, is_video;
  gdouble loss, burst;

  g_mutex_lock (&self->lock);
  gst_scream_repair_look_note_receiver (self);
  take_stats (self, stats);
  loss = gst_scream_repair_policy_get_fec_loss (&self->policy);
  ends = gst_scream_repair_policy_tells_ends (&self->policy);
  misses = gst_scream_repair_policy_misses_fec (&self->policy);
  burst = gst_scream_repair_bursts_get_length (&self->bursts);
  g_mutex_unlock (&self->lock);
  is_video = gst_scream_fec_enc_guide (GST_SCREAM_FEC_ENC (encoder), loss,
      CLAMP (burst, 1, MOST_BURST), ends);
  if (misses && is_video)
    warn_of_stranger (self);
}

/* For each packet: most times it does nothing. */
static GstPadProbeReturn
on_packets (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Look *self = user_data;
  GstClockTime now = gst_clock_get_time (self->clock);
  GstStructure *stats = NULL;

  if (GST_CLOCK_TIME_IS_VALID (self->looked) && now - self->looked < INTERVAL)
    return GST_PAD_PROBE_OK;
  self->looked = now;
  g_object_get (self->transmitter, "stats", &stats, NULL);
  if (stats == NULL)
    return GST_PAD_PROBE_OK;
  guide (self, GST_PAD_PARENT (pad), stats);
  gst_structure_free (stats);
  return GST_PAD_PROBE_OK;
}

void
gst_scream_repair_look_guide (GstScreamRepairLook * self, GstElement * encoder)
{
  gst_scream_repair_look_add_probe (self, encoder, "sink",
      GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_BUFFER_LIST, on_packets);
}

/* ---- what is requested ---- */

static GstPadProbeReturn
on_request (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Look *self = user_data;
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  guint seq;

  if (!gst_event_has_name (event, "GstRTPRetransmissionRequest")
      || !gst_structure_get_uint (gst_event_get_structure (event), "seqnum",
          &seq))
    return GST_PAD_PROBE_OK;
  g_mutex_lock (&self->lock);
  gst_scream_repair_bursts_note (&self->bursts, (guint16) seq,
      gst_clock_get_time (self->clock));
  g_mutex_unlock (&self->lock);
  return GST_PAD_PROBE_OK;
}

void
gst_scream_repair_look_watch (GstScreamRepairLook * self, GstElement * element)
{
  gst_scream_repair_look_add_probe (self, element, "src",
      GST_PAD_PROBE_TYPE_EVENT_UPSTREAM, on_request);
}
