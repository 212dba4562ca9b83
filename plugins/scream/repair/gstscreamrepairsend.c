/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The sender's part of repair.
 *
 *   payloader ─ screamfecenc ─ [rtprtxsend] ─ screamtx
 *
 * It stands before screamtx, which paces repair and takes its rate from that of the
 * encoder. */
#include "gstscreamrepairlook.h"
#include "gstscreamrepairresend.h"
#include "gstscreamrepairsend.h"
#include "plugins/scream/bins/gstscreamparts.h"
#include "plugins/scream/fec/gstscreamfec.h"

/* OURS: ms for which a packet can be sent again: several round trips, and longer than
 * receivers wait. Half ends the second try on slow paths; double keeps packets that
 * nobody asks for. */
#define KEPT_TIME 1000

/* OURS: ms, the packets of a frame and its rows take as long to come in. With half, rows come
 * too late; with double, blocks are smaller than they could be. */
#define FRAME_TIME 33

/* The most that rtprtxsend takes; the time is the bound. */
#define KEPT_PACKETS 32767

typedef struct
{
  guint64 requested, retransmitted, fec;        /* packets */
} Counts;

struct _GstScreamRepairSender
{
  GstBin *bin;
  GstScreamRepairFecReceiver *receiver;
  gint ssrc;                    /* SSRC of the one that takes blocks, atomic */

  GMutex lock;                  /* for what follows */
  GPtrArray *elements;          /* screamfecenc, rtprtxsend */
  Counts gone;                  /* of those that have left */
};

GstScreamRepairSender *
gst_scream_repair_sender_new (GstBin * bin)
{
  GstScreamRepairSender *self = g_new0 (GstScreamRepairSender, 1);

  self->bin = bin;
  self->receiver = g_atomic_rc_box_new0 (GstScreamRepairFecReceiver);
  g_mutex_init (&self->lock);
  self->elements = g_ptr_array_new_with_free_func (gst_object_unref);
  return self;
}

void
gst_scream_repair_sender_free (GstScreamRepairSender * self)
{
  g_ptr_array_unref (self->elements);
  g_atomic_rc_box_release (self->receiver);
  g_mutex_clear (&self->lock);
  g_free (self);
}

void
gst_scream_repair_sender_reset (GstScreamRepairSender * self)
{
  g_mutex_lock (&self->lock);
  memset (&self->gone, 0, sizeof (self->gone));
  g_mutex_unlock (&self->lock);
  g_atomic_int_set (&self->receiver->is_there, FALSE);
  g_atomic_int_set (&self->receiver->is_settled, FALSE);
}

/* The receivers of all streams are one. */
static void
on_sdes (GObject * session, GObject * source, GstScreamRepairSender * self)
{
  GstStructure *sdes = NULL;
  guint ssrc = 0;

  g_object_get (source, "sdes", &sdes, NULL);
  if (sdes == NULL)
    return;
  if (g_strcmp0 (gst_structure_get_string (sdes, GST_SCREAM_REPAIR_BLOCK_ITEM),
          GST_SCREAM_REPAIR_BLOCK_VALUE) == 0) {
    g_object_get (source, "ssrc", &ssrc, NULL);
    g_atomic_int_set (&self->ssrc, (gint) ssrc);
    g_atomic_int_set (&self->receiver->is_there, TRUE);
    g_atomic_int_set (&self->receiver->is_settled, TRUE);
  }
  gst_structure_free (sdes);
}

static void
on_gone (GObject * session, GObject * source, GstScreamRepairSender * self)
{
  guint ssrc = 0;

  g_object_get (source, "ssrc", &ssrc, NULL);
  if (ssrc == (guint) g_atomic_int_get (&self->ssrc))
    g_atomic_int_set (&self->receiver->is_there, FALSE);
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
append (GstScreamRepairSender * self, GPtrArray * chain, GstElement * element)
{
  g_ptr_array_add (chain, element);
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->elements, gst_object_ref (element));
  g_mutex_unlock (&self->lock);
}

/* A block is over so early that its FEC comes in time. */
static void
append_encoder (GstScreamRepairSender * self, GPtrArray * chain,
    GstScreamRepairLook * look, guint deadline)
{
  GstElement *encoder = g_object_new (GST_TYPE_SCREAM_FEC_ENC, "loss", 0.0,
      "max-delay", deadline - MIN (deadline, FRAME_TIME), NULL);

  gst_bin_add (self->bin, encoder);
  append (self, chain, encoder);
  gst_scream_repair_look_guide (look, encoder);
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
  append (self, chain, element);
  return element;
}

void
gst_scream_repair_sender_append (GstScreamRepairSender * self,
    GPtrArray * chain, GstElement * transmitter, GstScreamRepair repair,
    guint deadline)
{
  GstElement *retransmitter = NULL;
  GstScreamRepairLook *look;

  if (repair == GST_SCREAM_REPAIR_NONE)
    return;
  look = gst_scream_repair_look_new (transmitter, repair,
      deadline * GST_MSECOND, self->receiver);
  append_encoder (self, chain, look, deadline);
  if (repair == GST_SCREAM_REPAIR_RETRANSMISSION
      || repair == GST_SCREAM_REPAIR_AUTO)
    retransmitter = append_retransmitter (self, chain);
  gst_scream_repair_look_watch (look,
      g_ptr_array_index (chain, chain->len - 1));
  if (retransmitter != NULL)
    gst_scream_repair_resend (retransmitter, look);
  gst_scream_repair_look_unref (look);
}

static void
add_counts (GstElement * element, Counts * counts)
{
  guint requests = 0, packets = 0;
  GstStructure *stats = NULL;
  guint64 fec = 0;

  if (GST_IS_SCREAM_FEC_ENC (element)) {
    g_object_get (element, "stats", &stats, NULL);
    gst_structure_get_uint64 (stats, "fec-packets", &fec);
    gst_structure_free (stats);
  } else {
    g_object_get (element, "num-rtx-requests", &requests, "num-rtx-packets",
        &packets, NULL);
  }
  counts->fec += fec;
  counts->requested += requests;
  counts->retransmitted += packets;
}

void
gst_scream_repair_sender_forget (GstScreamRepairSender * self,
    GPtrArray * chain)
{
  guint i, at;

  g_mutex_lock (&self->lock);
  for (i = 0; i < chain->len; i++) {
    GstElement *element = g_ptr_array_index (chain, i);

    if (!g_ptr_array_find (self->elements, element, &at))
      continue;
    add_counts (element, &self->gone);
    g_ptr_array_remove_index (self->elements, at);
  }
  g_mutex_unlock (&self->lock);
}

void
gst_scream_repair_sender_add_stats (GstScreamRepairSender * self,
    GstStructure * stats)
{
  Counts counts;
  guint i;

  g_mutex_lock (&self->lock);
  counts = self->gone;
  for (i = 0; i < self->elements->len; i++)
    add_counts (g_ptr_array_index (self->elements, i), &counts);
  g_mutex_unlock (&self->lock);
  gst_structure_set (stats,
      "retransmissions-requested", G_TYPE_UINT64, counts.requested,
      "packets-retransmitted", G_TYPE_UINT64, counts.retransmitted,
      "fec-packets-sent", G_TYPE_UINT64, counts.fec, NULL);
}
