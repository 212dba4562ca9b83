/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The sender's part of repair.
 *
 *   payloader ─ rtprtxsend ─ screamtx
 *
 * It stands before screamtx, which paces retransmissions and takes their rate from
 * that of the encoder. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamrepairsend.h"
#include "plugins/scream/bins/gstscreamparts.h"

/* OURS: ms for which a packet can be sent again: several round trips, and longer than
 * receivers wait. Half ends the second try on slow paths; double keeps packets that
 * nobody asks for. */
#define KEPT_TIME 1000

/* The most that rtprtxsend takes; the time is the bound. */
#define KEPT_PACKETS 32767

/* OURS: copies of a packet that is asked for again: a third try comes too late as a
 * rule. Two leave a frame lost every few minutes at 10 % of loss; four add nothing that
 * is seen, and a hundredth to the rate. */
#define COPIES 3

/* OURS: requests that are remembered, to know those that come again: those of a round
 * trip of 100 ms at 2000 packets a second with 10 % of loss, twice. Half forgets them
 * on faster links; double is more to search. */
#define REMEMBERED 40

/* Of one stream, in the thread in which RTCP comes. */
typedef struct
{
  guint64 asked[REMEMBERED];    /* SSRC and sequence number */
  guint next;
} Requests;

struct _GstScreamRepairSender
{
  GstBin *bin;

  GMutex lock;                  /* for what follows */
  GPtrArray *retransmitters;    /* rtprtxsend */
  guint64 requested, retransmitted;     /* by those that are gone */
};

GstScreamRepairSender *
gst_scream_repair_sender_new (GstBin * bin)
{
  GstScreamRepairSender *self = g_new0 (GstScreamRepairSender, 1);

  self->bin = bin;
  g_mutex_init (&self->lock);
  self->retransmitters = g_ptr_array_new_with_free_func (gst_object_unref);
  return self;
}

void
gst_scream_repair_sender_free (GstScreamRepairSender * self)
{
  g_ptr_array_unref (self->retransmitters);
  g_mutex_clear (&self->lock);
  g_free (self);
}

void
gst_scream_repair_sender_reset (GstScreamRepairSender * self)
{
  g_mutex_lock (&self->lock);
  self->requested = self->retransmitted = 0;
  g_mutex_unlock (&self->lock);
}

/* ---- what is asked for again ---- */

/* Has it been asked for before? */
static gboolean
note_request (Requests * requests, guint ssrc, guint seq)
{
  guint64 id = (guint64) ssrc << 32 | 1u << 16 | (seq & 0xffff);
  guint i;

  for (i = 0; i < REMEMBERED; i++) {
    if (requests->asked[i] == id)
      return TRUE;
  }
  requests->asked[requests->next] = id;
  requests->next = (requests->next + 1) % REMEMBERED;
  return FALSE;
}

static GstPadProbeReturn
on_request (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  const GstStructure *s = gst_event_get_structure (event);
  guint ssrc, seq, i;

  if (s == NULL || !gst_structure_has_name (s, "GstRTPRetransmissionRequest")
      || gst_structure_has_field (s, "copy")
      || !gst_structure_get_uint (s, "ssrc", &ssrc)
      || !gst_structure_get_uint (s, "seqnum", &seq)
      || !note_request (user_data, ssrc, seq))
    return GST_PAD_PROBE_OK;
  for (i = 1; i < COPIES; i++) {
    GstStructure *copy = gst_structure_copy (s);

    gst_structure_set (copy, "copy", G_TYPE_UINT, i, NULL);
    gst_pad_send_event (pad,
        gst_event_new_custom (GST_EVENT_CUSTOM_UPSTREAM, copy));
  }
  return GST_PAD_PROBE_OK;
}

static void
watch_requests (GstElement * retransmitter)
{
  GstPad *pad = gst_element_get_static_pad (retransmitter, "src");

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM, on_request,
      g_new0 (Requests, 1), g_free);
  gst_object_unref (pad);
}

/* ---- elements ---- */

void
gst_scream_repair_sender_append (GstScreamRepairSender * self,
    GPtrArray * chain, GstScreamRepair repair)
{
  GstStructure *map;
  GstElement *element;

  if (repair == GST_SCREAM_REPAIR_NONE
      || !gst_scream_parts_have (GST_ELEMENT (self->bin), "rtprtxsend",
          "Lost packets are not sent again."))
    return;
  element = gst_scream_parts_make (self->bin, "rtprtxsend", NULL);
  map = gst_scream_repair_new_payload_map ();
  g_object_set (element, "payload-type-map", map, "max-size-time", KEPT_TIME,
      "max-size-packets", KEPT_PACKETS, NULL);
  gst_structure_free (map);
  watch_requests (element);
  g_ptr_array_add (chain, element);
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->retransmitters, gst_object_ref (element));
  g_mutex_unlock (&self->lock);
}

/* ---- statistics ---- */

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
      "packets-retransmitted", G_TYPE_UINT64, retransmitted, NULL);
}
