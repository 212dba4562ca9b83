/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The sender's part of repair.
 *
 *   payloader ─ coder ─ [rtprtxsend] ─ screamtx
 *
 * It stands before screamtx, which paces repair and takes its rate from that of the
 * encoder. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamrepaircoder.h"
#include "gstscreamrepairresend.h"
#include "gstscreamrepairsend.h"
#include "plugins/scream/bins/gstscreamparts.h"

/* OURS: ms for which a packet can be sent again: several round trips, and longer than
 * receivers wait. Half ends the second try on slow paths; double keeps packets that
 * nobody asks for. */
#define KEPT_TIME 1000

/* The most that rtprtxsend takes; the time is the bound. */
#define KEPT_PACKETS 32767

struct _GstScreamRepairSender
{
  GstBin *bin;
  GstScreamRepairSendStats *sent;
  gint receiver;                /* SSRC of the one that takes blocks, atomic */

  GMutex lock;                  /* for what follows */
  GPtrArray *retransmitters;    /* rtprtxsend */
  guint64 requested, retransmitted;     /* by those that are gone */
};

GstScreamRepairSender *
gst_scream_repair_sender_new (GstBin * bin)
{
  GstScreamRepairSender *self = g_new0 (GstScreamRepairSender, 1);

  self->bin = bin;
  self->sent = g_atomic_rc_box_new0 (GstScreamRepairSendStats);
  g_mutex_init (&self->lock);
  self->retransmitters = g_ptr_array_new_with_free_func (gst_object_unref);
  return self;
}

void
gst_scream_repair_sender_free (GstScreamRepairSender * self)
{
  g_ptr_array_unref (self->retransmitters);
  g_atomic_rc_box_release (self->sent);
  g_mutex_clear (&self->lock);
  g_free (self);
}

void
gst_scream_repair_sender_reset (GstScreamRepairSender * self)
{
  g_mutex_lock (&self->lock);
  self->requested = self->retransmitted = 0;
  g_mutex_unlock (&self->lock);
  g_atomic_int_set (&self->sent->fec_sent, 0);
  g_atomic_int_set (&self->sent->burst, 0);
  g_atomic_int_set (&self->sent->takes_blocks, FALSE);
  g_atomic_int_set (&self->sent->is_settled, FALSE);
}

/* The receivers of all streams are one. */
static void
on_sdes (GObject * session, GObject * source, GstScreamRepairSender * self)
{
  GstStructure *sdes = NULL;
  guint ssrc = 0;

  (void) session;
  g_object_get (source, "sdes", &sdes, NULL);
  if (sdes == NULL)
    return;
  if (g_strcmp0 (gst_structure_get_string (sdes, GST_SCREAM_REPAIR_BLOCK_ITEM),
          GST_SCREAM_REPAIR_BLOCK_VALUE) == 0) {
    g_object_get (source, "ssrc", &ssrc, NULL);
    g_atomic_int_set (&self->receiver, (gint) ssrc);
    g_atomic_int_set (&self->sent->takes_blocks, TRUE);
    g_atomic_int_set (&self->sent->is_settled, TRUE);
  }
  gst_structure_free (sdes);
}

static void
on_gone (GObject * session, GObject * source, GstScreamRepairSender * self)
{
  guint ssrc = 0;

  (void) session;
  g_object_get (source, "ssrc", &ssrc, NULL);
  if (ssrc == (guint) g_atomic_int_get (&self->receiver))
    g_atomic_int_set (&self->sent->takes_blocks, FALSE);
}

void
gst_scream_repair_sender_watch (GstScreamRepairSender * self,
    GstElement * session)
{
  GObject *internal = NULL;

  g_object_get (session, "internal-session", &internal, NULL);
  g_quark_from_static_string (GST_SCREAM_REPAIR_BLOCK_ITEM);
  g_signal_connect (internal, "on-ssrc-sdes", G_CALLBACK (on_sdes), self);
  g_signal_connect (internal, "on-bye-ssrc", G_CALLBACK (on_gone), self);
  g_signal_connect (internal, "on-timeout", G_CALLBACK (on_gone), self);
  g_object_unref (internal);
}

static void
append_coder (GstScreamRepairSender * self, GPtrArray * chain,
    GstElement * transmitter, GstScreamRepair repair, GstClockTime deadline)
{
  GstElement *coder = gst_scream_repair_coder_new (transmitter, repair,
      deadline, self->sent);

  gst_bin_add (self->bin, coder);
  g_ptr_array_add (chain, coder);
}

static GstElement *
append_retransmitter (GstScreamRepairSender * self, GPtrArray * chain)
{
  GstScreamRepairTypes types;
  GstStructure *map;
  GstElement *element;

  if (!gst_scream_parts_have (GST_ELEMENT (self->bin), "rtprtxsend",
          "No packets are retransmitted."))
    return NULL;
  element = gst_scream_parts_make (self->bin, "rtprtxsend", NULL);
  gst_scream_repair_types_init (&types, NULL);
  map = gst_scream_repair_types_new_map (&types);
  g_object_set (element, "payload-type-map", map, "max-size-time", KEPT_TIME,
      "max-size-packets", KEPT_PACKETS, NULL);
  gst_structure_free (map);
  g_ptr_array_add (chain, element);
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->retransmitters, gst_object_ref (element));
  g_mutex_unlock (&self->lock);
  return element;
}

void
gst_scream_repair_sender_append (GstScreamRepairSender * self,
    GPtrArray * chain, GstElement * transmitter, GstScreamRepair repair,
    guint deadline)
{
  GstElement *retransmitter = NULL;

  if (repair == GST_SCREAM_REPAIR_NONE)
    return;
  append_coder (self, chain, transmitter, repair, deadline * GST_MSECOND);
  if (repair == GST_SCREAM_REPAIR_RETRANSMISSION
      || repair == GST_SCREAM_REPAIR_AUTO)
    retransmitter = append_retransmitter (self, chain);
  gst_scream_repair_watch (g_ptr_array_index (chain, chain->len - 1),
      self->sent);
  if (retransmitter != NULL)
    gst_scream_repair_resend (retransmitter, transmitter, repair,
        deadline * GST_MSECOND, self->sent);
}

/* With the lock. */
static void
add_counts (GstElement * retransmitter, guint64 * requested,
    guint64 * retransmitted)
{
  guint requests = 0, packets = 0;

  g_object_get (retransmitter, "num-rtx-requests", &requests,
      "num-rtx-packets", &packets, NULL);
  *requested += requests;
  *retransmitted += packets;
}

void
gst_scream_repair_sender_forget (GstScreamRepairSender * self,
    GPtrArray * chain)
{
  guint i, at;

  g_mutex_lock (&self->lock);
  for (i = 0; i < chain->len; i++) {
    GstElement *element = g_ptr_array_index (chain, i);

    if (!g_ptr_array_find (self->retransmitters, element, &at))
      continue;
    add_counts (element, &self->requested, &self->retransmitted);
    g_ptr_array_remove_index (self->retransmitters, at);
  }
  g_mutex_unlock (&self->lock);
}

void
gst_scream_repair_sender_add_stats (GstScreamRepairSender * self,
    GstStructure * stats)
{
  guint64 requested, retransmitted;
  guint i;

  g_mutex_lock (&self->lock);
  requested = self->requested;
  retransmitted = self->retransmitted;
  for (i = 0; i < self->retransmitters->len; i++)
    add_counts (g_ptr_array_index (self->retransmitters, i), &requested,
        &retransmitted);
  g_mutex_unlock (&self->lock);
  gst_structure_set (stats,
      "retransmissions-requested", G_TYPE_UINT64, requested,
      "packets-retransmitted", G_TYPE_UINT64, retransmitted,
      "fec-packets-sent", G_TYPE_UINT64,
      (guint64) (guint) g_atomic_int_get (&self->sent->fec_sent), NULL);
}
