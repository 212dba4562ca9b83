/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The receiver's part of repair.
 *
 *   rtpsession ─ rtprtxreceive ─ rtpssrcdemux ─ rtpjitterbuffer
 *
 * What is missing before a jitter buffer is asked for (gstscreamrepairrequests.c), the
 * session sends the request (generic NACK, RFC 4585 section 6.2.1) at once, and
 * rtprtxreceive makes of the answer the packet that was lost. A sender that does not answer costs a few bytes of RTCP for
 * each loss. FEC is for gstscreamrepairrestore.c. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/repair/rules/gstscreamrepairblock.h"
#include "gstscreamrepairreceive.h"
#include "gstscreamrepairrequests.h"
#include "gstscreamrepairrestore.h"
#include "plugins/scream/bins/gstscreamparts.h"
#include "plugins/packet/gsthelp.h"

#include <gst/rtp/gstrtpbuffer.h>

/* OURS: a second of KLV at 20 Hz. At half what a receiver before us has asked for may do it;
 * at double data that come once a second are missing for a minute. */
#define UNASKED 20

/* What a stream has. */
typedef struct
{
  gpointer jitterbuffer;        /* to compare with */
  GstScreamRepairRequests *requests;
  GstScreamRepairRestore *restore;
} Stream;

struct _GstScreamRepairReceiver
{
  GstElement *owner;
  GstScreamRepairRestoreStats *restored;
  GstScreamRepairTypes types;   /* while attached */

  /* in the thread that brings packets */
  guint payload;                /* of the packet that the session gets now */
  guint unasked;                /* packets that cannot be of repair */

  GMutex lock;                  /* for what follows */
  GstElement *receive;          /* rtprtxreceive, NULL: there is none */
  GHashTable *streams;          /* by SSRC */
};

static void
stream_free (gpointer data)
{
  Stream *self = data;

  gst_scream_repair_requests_unref (self->requests);
  gst_scream_repair_restore_unref (self->restore);
  g_free (self);
}

GstScreamRepairReceiver *
gst_scream_repair_receiver_new (GstElement * owner)
{
  GstScreamRepairReceiver *self = g_new0 (GstScreamRepairReceiver, 1);

  self->owner = owner;
  self->restored = g_atomic_rc_box_new0 (GstScreamRepairRestoreStats);
  self->streams = g_hash_table_new_full (NULL, NULL, NULL, stream_free);
  g_mutex_init (&self->lock);
  return self;
}

void
gst_scream_repair_receiver_free (GstScreamRepairReceiver * self)
{
  gst_scream_repair_receiver_detach (self);
  g_hash_table_unref (self->streams);
  g_atomic_rc_box_release (self->restored);
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

typedef enum
{
  BLOCK_IS_NONE,
  BLOCK_ROW,
  BLOCK_END                     /* of a frame */
} BlockKind;

static BlockKind
read_block (GstBuffer * buffer, GstScreamRepairBlockHeader * header)
{
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  BlockKind kind = BLOCK_IS_NONE;
  const guint8 *payload;
  guint size;

  if (!gst_rtp_buffer_map (buffer, GST_MAP_READ, &rtp))
    return BLOCK_IS_NONE;
  payload = gst_rtp_buffer_get_payload (&rtp);
  size = gst_rtp_buffer_get_payload_len (&rtp);
  if (gst_scream_repair_block_read_end (header, payload, size))
    kind = BLOCK_END;
  else if (gst_scream_repair_block_read (header, payload, size))
    kind = BLOCK_ROW;
  gst_rtp_buffer_unmap (&rtp);
  return kind;
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

/* FALSE: the stream is not known. */
static gboolean
take (GstScreamRepairReceiver * self, BlockKind kind,
    const GstScreamRepairBlockHeader * header, GstBuffer * buffer)
{
  GstScreamRepairRequests *requests = NULL;
  GstScreamRepairRestore *restore = NULL;
  Stream *stream;

  g_mutex_lock (&self->lock);
  stream = g_hash_table_lookup (self->streams, GUINT_TO_POINTER (header->ssrc));
  if (stream != NULL) {
    requests = gst_scream_repair_requests_ref (stream->requests);
    restore = gst_scream_repair_restore_ref (stream->restore);
  }
  g_mutex_unlock (&self->lock);
  if (stream == NULL)
    return FALSE;
  if (kind == BLOCK_END)
    gst_scream_repair_requests_note_end (requests, header->first,
        header->packets);
  else {
    gst_scream_repair_restore_take (restore, buffer);
    gst_scream_repair_requests_note_rows (requests, header->first,
        header->packets);
  }
  gst_scream_repair_requests_unref (requests);
  gst_scream_repair_restore_unref (restore);
  return TRUE;
}

/* FEC ends here: it is no stream for a jitter buffer. */
static GstPadProbeReturn
on_received (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamRepairReceiver *self = user_data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstScreamRepairBlockHeader header;
  BlockKind kind;
  guint8 type = 0;

  (void) pad;
  gst_buffer_extract (buffer, 1, &type, 1);
  if (!self->types.has_blocks
      || (type & 0x7f) != GST_SCREAM_REPAIR_BLOCK_PAYLOAD)
    return GST_PAD_PROBE_OK;
  kind = read_block (buffer, &header);
  if (kind == BLOCK_IS_NONE || !take (self, kind, &header, buffer)) {
    g_atomic_int_inc (&self->restored->refused);
    note_unasked (self, GST_SCREAM_REPAIR_BLOCK_PAYLOAD);
  } else {
    self->unasked = 0;
  }
  return GST_PAD_PROBE_DROP;
}

/* rtpbin wants a bin with pads that have the number of the session. */
static GstElement *
on_request_aux_receiver (GstElement * rtpbin, guint session,
    GstScreamRepairReceiver * self)
{
  GstElement *bin, *receive;
  GstStructure *map;
  GstPad *pad;

  (void) rtpbin;
  if (session != 0)
    return NULL;
  bin = gst_bin_new ("repair");
  receive = gst_element_factory_make ("rtprtxreceive", NULL);
  map = gst_scream_repair_types_new_map (&self->types);
  g_object_set (receive, "payload-type-map", map, NULL);
  gst_structure_free (map);
  gst_bin_add (GST_BIN (bin), receive);
  pad = gst_element_get_static_pad (receive, "src");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, on_received, self, NULL);
  gst_object_unref (pad);
  add_ghost (bin, receive, "sink", "sink_0");
  add_ghost (bin, receive, "src", "src_0");
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
  (void) session;
  if (self->types.repeats[self->payload] >= 0 || (self->types.has_blocks
          && self->payload == GST_SCREAM_REPAIR_BLOCK_PAYLOAD))
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

static gboolean
is_for (gpointer ssrc, gpointer stream, gpointer jitterbuffer)
{
  (void) ssrc;
  return ((Stream *) stream)->jitterbuffer == jitterbuffer;
}

/* Streams come and go for ever: nothing may stay of them. */
static void
on_element_removed (GstElement * rtpbin, GstElement * element,
    GstScreamRepairReceiver * self)
{
  (void) rtpbin;
  g_mutex_lock (&self->lock);
  g_hash_table_foreach_remove (self->streams, is_for, element);
  g_mutex_unlock (&self->lock);
}

void
gst_scream_repair_receiver_set_jitterbuffer (GstScreamRepairReceiver * self,
    GstElement * jitterbuffer, guint ssrc)
{
  Stream *stream = g_new0 (Stream, 1);

  stream->jitterbuffer = jitterbuffer;
  stream->requests = gst_scream_repair_requests_new (jitterbuffer, ssrc);
  stream->restore =
      gst_scream_repair_restore_new (jitterbuffer, ssrc, self->restored);
  g_mutex_lock (&self->lock);
  g_hash_table_replace (self->streams, GUINT_TO_POINTER (ssrc), stream);
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
  g_atomic_int_set (&self->restored->received, 0);
  g_atomic_int_set (&self->restored->refused, 0);
  g_atomic_int_set (&self->restored->recovered, 0);
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
  gpointer stream;

  g_mutex_lock (&self->lock);
  g_hash_table_iter_init (&streams, self->streams);
  while (g_hash_table_iter_next (&streams, NULL, &stream))
    all = g_list_prepend (all, gst_scream_repair_requests_ref (((Stream *)
                stream)->requests));
  g_mutex_unlock (&self->lock);
  for (l = all; l != NULL; l = l->next)
    gst_scream_repair_requests_set_latency (l->data, latency);
  g_list_free_full (all, (GDestroyNotify) gst_scream_repair_requests_unref);
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

  g_mutex_lock (&self->lock);
  if (self->receive != NULL)
    g_object_get (self->receive, "num-rtx-requests", &requested,
        "num-rtx-packets", &received, "num-rtx-assoc-packets", &repaired, NULL);
  g_mutex_unlock (&self->lock);
  gst_structure_set (stats,
      "retransmissions-requested", G_TYPE_UINT64, (guint64) requested,
      "retransmissions-received", G_TYPE_UINT64, (guint64) received,
      "packets-repaired", G_TYPE_UINT64, (guint64) repaired,
      "fec-packets-received", G_TYPE_UINT64,
      (guint64) (guint) g_atomic_int_get (&self->restored->received),
      "fec-packets-refused", G_TYPE_UINT64,
      (guint64) (guint) g_atomic_int_get (&self->restored->refused),
      "packets-recovered", G_TYPE_UINT64,
      (guint64) (guint) g_atomic_int_get (&self->restored->recovered), NULL);
}
