/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The receiver's part of repair.
 *
 *   rtpsession ─ rtprtxreceive ─ screamfecdec ─ rtpssrcdemux ─ rtpjitterbuffer
 *
 * What is missing before a jitter buffer is asked for (gstscreamrepairrequests.c), the
 * session sends the request (generic NACK, RFC 4585 section 6.2.1) at once, and
 * rtprtxreceive makes of the answer the packet that was lost. A sender that does not answer costs
 * a few bytes of RTCP for each loss. */
#include "plugins/scream/fec/gstscreamfec.h"
#include "gstscreamrepairreceive.h"
#include "gstscreamrepairrequests.h"
#include "plugins/scream/bins/gstscreamparts.h"
#include "plugins/packet/gsthelp.h"

#include <gst/rtp/gstrtpbuffer.h>

/* OURS: a second of KLV at 20 Hz. At half what a receiver before us has asked for may do it;
 * at double data that come once a second are missing for a minute. */
#define UNASKED 20

struct _GstScreamRepairReceiver
{
  GstElement *owner;
  GstScreamRepairTypes types;   /* while attached */

  /* in the thread that brings packets */
  guint payload;                /* of the packet that the session gets now */
  guint unasked;                /* packets that cannot be of repair */

  GMutex lock;                  /* for what follows */
  GstElement *receive;          /* rtprtxreceive, NULL: there is none */
  GstElement *decoder;          /* screamfecdec, the last one; NULL: there was none */
  GHashTable *streams;          /* of GstScreamRepairRequests, by their jitter buffer */
};

GstScreamRepairReceiver *
gst_scream_repair_receiver_new (GstElement * owner)
{
  GstScreamRepairReceiver *self = g_new0 (GstScreamRepairReceiver, 1);

  self->owner = owner;
  self->streams = g_hash_table_new_full (NULL, NULL, NULL,
      gst_scream_repair_requests_unref);
  g_mutex_init (&self->lock);
  return self;
}

void
gst_scream_repair_receiver_free (GstScreamRepairReceiver * self)
{
  gst_scream_repair_receiver_detach (self);
  gst_clear_object (&self->decoder);
  g_hash_table_unref (self->streams);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* ---- retransmissions ---- */

static void
add_ghost (GstElement * bin, GstElement * element, const gchar * inner,
    const gchar * outer)
{
  GstPad *pad = gst_element_get_static_pad (element, inner);

  gst_element_add_pad (bin, gst_ghost_pad_new (outer, pad));
  gst_object_unref (pad);
}

/* The number means something else to the sender, and nobody has told. */
static void
note_unasked (GstScreamRepairReceiver * self, guint payload)
{
  if (++self->unasked == UNASKED)
    GST_ELEMENT_WARNING (self->owner, STREAM, WRONG_TYPE,
        ("Packets with payload type %u arrived, which belongs to repair here, "
            "but they are no repair.", payload),
        ("Set the property caps of screamsrc, for example "
            "caps=\"application/x-rtp, payload=%u, media=application, "
            "encoding-name=SMPTE336M, clock-rate=90000\", or sdp-location."
            GST_HELP ("payload-type"), payload));
}

/* Of what was asked for, something may come at last. */
static gboolean
has_asked (GstScreamRepairReceiver * self)
{
  guint requests = 0;

  g_mutex_lock (&self->lock);
  if (self->receive != NULL)
    g_object_get (self->receive, "num-rtx-requests", &requests, NULL);
  g_mutex_unlock (&self->lock);
  return requests > 0;
}

static gboolean
is_of (gpointer jitterbuffer, gpointer requests, gpointer ssrc)
{
  return gst_scream_repair_requests_get_ssrc (requests) ==
      GPOINTER_TO_UINT (ssrc);
}

static void
on_fec (GstElement * decoder, guint ssrc, guint first, guint packets,
    gboolean is_end, GstScreamRepairReceiver * self)
{
  GstScreamRepairRequests *requests;

  if (packets == 0) {
    note_unasked (self, GST_SCREAM_FEC_PAYLOAD);
    return;
  }
  self->unasked = 0;
  g_mutex_lock (&self->lock);
  requests = g_hash_table_find (self->streams, is_of, GUINT_TO_POINTER (ssrc));
  if (requests != NULL)
    g_atomic_rc_box_acquire (requests);
  g_mutex_unlock (&self->lock);
  if (requests == NULL)
    return;
  if (is_end)
    gst_scream_repair_requests_note_end (requests, (guint16) first, packets);
  else
    gst_scream_repair_requests_note_rows (requests, (guint16) first, packets);
  gst_scream_repair_requests_unref (requests);
}

/* A stream that ended does not begin again with what FEC restores of it. */
static GstPadProbeReturn
on_decoded (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamRepairReceiver *self = user_data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  guint8 ssrc[4] = { 0 };
  gboolean known;

  if (!GST_BUFFER_FLAG_IS_SET (buffer, GST_SCREAM_FEC_FLAG_RESTORED))
    return GST_PAD_PROBE_OK;
  gst_buffer_extract (buffer, 8, ssrc, sizeof (ssrc));
  g_mutex_lock (&self->lock);
  known = g_hash_table_find (self->streams, is_of,
      GUINT_TO_POINTER (GST_READ_UINT32_BE (ssrc))) != NULL;
  g_mutex_unlock (&self->lock);
  return known ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP;
}

/* Behind rtprtxreceive, as what is sent again belongs to blocks, too. */
static GstElement *
add_decoder (GstScreamRepairReceiver * self, GstBin * bin, GstElement * receive)
{
  GstElement *decoder = g_object_new (GST_TYPE_SCREAM_FEC_DEC, NULL);

  gst_bin_add (bin, decoder);
  gst_element_link (receive, decoder);
  g_signal_connect (decoder, "fec-received", G_CALLBACK (on_fec), self);
  gst_scream_parts_probe (decoder, "src", GST_PAD_PROBE_TYPE_BUFFER, on_decoded,
      self, NULL);
  g_mutex_lock (&self->lock);
  gst_object_replace ((GstObject **) & self->decoder, GST_OBJECT (decoder));
  g_mutex_unlock (&self->lock);
  return decoder;
}

/* rtpbin wants a bin with pads that have the number of the session. */
static GstElement *
on_request_aux_receiver (GstElement * rtpbin, guint session,
    GstScreamRepairReceiver * self)
{
  GstElement *bin, *receive, *last;
  GstStructure *map;

  if (session != 0)
    return NULL;
  bin = gst_bin_new ("repair");
  receive = gst_element_factory_make ("rtprtxreceive", NULL);
  map = gst_scream_repair_types_new_map (&self->types);
  g_object_set (receive, "payload-type-map", map, NULL);
  gst_structure_free (map);
  gst_bin_add (GST_BIN (bin), receive);
  last = receive;
  if (self->types.has_blocks)
    last = add_decoder (self, GST_BIN (bin), receive);
  add_ghost (bin, receive, "sink", "sink_0");
  add_ghost (bin, last, "src", "src_0");
  g_mutex_lock (&self->lock);
  gst_object_replace ((GstObject **) & self->receive, GST_OBJECT (receive));
  g_mutex_unlock (&self->lock);
  return bin;
}

/* The session holds the first packet of an SSRC back until the next one comes: for
 * streams of repair beside the media that may be too late. */
static void
on_new_ssrc (GObject * session, GObject * source,
    GstScreamRepairReceiver * self)
{
  if (self->types.repeats[self->payload] >= 0 || (self->types.has_blocks
          && self->payload == GST_SCREAM_FEC_PAYLOAD))
    g_object_set (source, "probation", 0, NULL);
}

void
gst_scream_repair_receiver_note (GstScreamRepairReceiver * self, guint payload)
{
  self->payload = payload;
  if (self->types.repeats[payload] >= 0 && !has_asked (self))
    note_unasked (self, payload);
}

/* ---- streams ---- */

/* Streams come and go for ever: nothing may stay of them. */
static void
on_element_removed (GstElement * rtpbin, GstElement * element,
    GstScreamRepairReceiver * self)
{
  g_mutex_lock (&self->lock);
  g_hash_table_remove (self->streams, element);
  g_mutex_unlock (&self->lock);
}

void
gst_scream_repair_receiver_set_jitterbuffer (GstScreamRepairReceiver * self,
    GstElement * jitterbuffer, guint ssrc)
{
  GstScreamRepairRequests *requests =
      gst_scream_repair_requests_new (jitterbuffer, ssrc);

  g_mutex_lock (&self->lock);
  g_hash_table_replace (self->streams, jitterbuffer, requests);
  g_mutex_unlock (&self->lock);
}

/* ---- all ---- */

void
gst_scream_repair_receiver_attach (GstScreamRepairReceiver * self,
    GstElement * rtpbin, const GstCaps * given)
{
  gst_scream_repair_types_init (&self->types, given);
  self->unasked = 0;
  g_signal_connect (rtpbin, "element-removed",
      G_CALLBACK (on_element_removed), self);
  g_mutex_lock (&self->lock);
  gst_clear_object (&self->decoder);
  g_mutex_unlock (&self->lock);
  if (!gst_scream_parts_have (self->owner, "rtprtxreceive",
          "No retransmissions are requested."))
    return;
  g_signal_connect (rtpbin, "request-aux-receiver",
      G_CALLBACK (on_request_aux_receiver), self);
}

/* Behind rtprtxreceive they are taken out of what the jitter buffers get. */
static void
announce_blocks (GObject * session)
{
  GstElementFactory *factory = gst_element_factory_find ("rtprtxreceive");
  GstStructure *sdes = NULL;

  if (factory == NULL)
    return;
  gst_object_unref (factory);
  g_object_get (session, "sdes", &sdes, NULL);
  gst_structure_set (sdes, GST_SCREAM_REPAIR_BLOCK_ITEM, G_TYPE_STRING,
      GST_SCREAM_REPAIR_BLOCK_VALUE, NULL);
  g_object_set (session, "sdes", sdes, NULL);
  gst_structure_free (sdes);
}

void
gst_scream_repair_receiver_set_latency (GstScreamRepairReceiver * self,
    guint latency)
{
  GList *all = NULL, *l;
  GHashTableIter streams;
  gpointer requests;

  g_mutex_lock (&self->lock);
  g_hash_table_iter_init (&streams, self->streams);
  while (g_hash_table_iter_next (&streams, NULL, &requests))
    all = g_list_prepend (all, g_atomic_rc_box_acquire (requests));
  g_mutex_unlock (&self->lock);
  for (l = all; l != NULL; l = l->next)
    gst_scream_repair_requests_set_latency (l->data, latency);
  g_list_free_full (all, gst_scream_repair_requests_unref);
}

void
gst_scream_repair_receiver_set_session (GstScreamRepairReceiver * self,
    GObject * session, guint bandwidth)
{
  g_object_set (session, "bandwidth", (gdouble) bandwidth, NULL);
  if (self->types.has_blocks)
    announce_blocks (session);
  g_signal_connect (session, "on-new-ssrc", G_CALLBACK (on_new_ssrc), self);
}

void
gst_scream_repair_receiver_detach (GstScreamRepairReceiver * self)
{
  g_mutex_lock (&self->lock);
  gst_clear_object (&self->receive);
  g_hash_table_remove_all (self->streams);
  g_mutex_unlock (&self->lock);
}

void
gst_scream_repair_receiver_add_stats (GstScreamRepairReceiver * self,
    GstStructure * stats)
{
  guint requested = 0, received = 0, repaired = 0;
  guint64 fec = 0, refused = 0, recovered = 0;
  GstStructure *decoded = NULL;

  g_mutex_lock (&self->lock);
  if (self->receive != NULL)
    g_object_get (self->receive, "num-rtx-requests", &requested,
        "num-rtx-packets", &received, "num-rtx-assoc-packets", &repaired, NULL);
  if (self->decoder != NULL)
    g_object_get (self->decoder, "stats", &decoded, NULL);
  g_mutex_unlock (&self->lock);
  if (decoded != NULL) {
    gst_structure_get (decoded, "fec-packets-received", G_TYPE_UINT64, &fec,
        "fec-packets-refused", G_TYPE_UINT64, &refused, "packets-recovered",
        G_TYPE_UINT64, &recovered, NULL);
    gst_structure_free (decoded);
  }
  gst_structure_set (stats,
      "retransmissions-requested", G_TYPE_UINT64, (guint64) requested,
      "retransmissions-received", G_TYPE_UINT64, (guint64) received,
      "packets-repaired", G_TYPE_UINT64, (guint64) repaired,
      "fec-packets-received", G_TYPE_UINT64, fec,
      "fec-packets-refused", G_TYPE_UINT64, refused,
      "packets-recovered", G_TYPE_UINT64, recovered, NULL);
}
