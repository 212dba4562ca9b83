/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* FEC of one stream at the receiver.
 *
 *   rtpssrcdemux ─┬─ rtpjitterbuffer ─ rtpptdemux ─ rtpulpfecdec ─
 *                 └─ rtpstorage          (no FEC)
 *
 * When the jitter buffer gives a packet up, rtpulpfecdec makes it of what rtpstorage has.
 * rtpulpfecdec numbers packets anew, so that depayloaders see no gaps of FEC, but none of
 * lost media, either. So each gets the number here that it would have without FEC; a
 * stream that has none keeps its numbers. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamrepairdecode.h"
#include "plugins/scream/repair/rules/gstscreamrepairnumbers.h"
#include "plugins/scream/bins/gstscreamparts.h"

#include <gst/rtp/gstrtpbuffer.h>

/* OURS: how long rtpstorage keeps packets beyond the latency of the jitter buffer: longer
 * than a frame takes to come in. At half, a slow link loses the first packets of a key
 * frame; double is memory. */
#define MORE_STORAGE (200 * GST_MSECOND)

/* OURS: losses that are looked into at once, beyond as many as packets come: what FEC can
 * give back is less than what comes, and rtpulpfecdec looks through all that is stored. At
 * half, a key frame of which much is lost is not repaired; at double, numbers that jump
 * cost twice as much. */
#define MOST_ATTEMPTS 128

/* The part of a packet of FEC that is read: RFC 5109 section 7.3 */
#define SEQ_BASE 2
#define FEC_HEADER 10

struct _GstScreamRepairDecoder
{
  GstElement *owner;
  GstElement *jitterbuffer;     /* whose pad owns this */
  gint payload;                 /* of FEC; -1: there is none */
  GstScreamRepairDecodeStats *stats;

  GMutex lock;                  /* for what follows */
  gboolean has_fec;
  GstElement *storage;          /* NULL: none yet, or none at all */
  GstScreamRepairNumbers *numbers;      /* with has_fec */
  /* in the thread behind the jitter buffer */
  guint16 seq, number;          /* of what rtpulpfecdec has now, before and after */
  gboolean is_lost;             /* ... and it is to recover it */
  gboolean lost_fec, lost_media;        /* since the last packet */
  guint attempts;               /* that are left */
  gboolean pushes;              /* a packet that was recovered */
};

static void
decoder_clear (gpointer data)
{
  GstScreamRepairDecoder *self = data;

  if (self->storage != NULL)
    gst_element_set_state (self->storage, GST_STATE_NULL);
  gst_clear_object (&self->storage);
  g_free (self->numbers);
  g_atomic_rc_box_release (self->stats);
  g_mutex_clear (&self->lock);
}

GstScreamRepairDecoder *
gst_scream_repair_decoder_ref (GstScreamRepairDecoder * self)
{
  return g_atomic_rc_box_acquire (self);
}

void
gst_scream_repair_decoder_unref (GstScreamRepairDecoder * self)
{
  g_atomic_rc_box_release_full (self, decoder_clear);
}

static void
release (gpointer self)
{
  gst_scream_repair_decoder_unref (self);
}

/* ---- before the jitter buffer ---- */

/* Pads take buffers after these. */
static void
begin_stream (GstElement * storage)
{
  GstPad *pad = gst_element_get_static_pad (storage, "sink");
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_send_event (pad, gst_event_new_stream_start ("repair"));
  gst_pad_send_event (pad, gst_event_new_segment (&segment));
  gst_object_unref (pad);
}

static gboolean
have_decoder (GstScreamRepairDecoder * self)
{
  GstElementFactory *factory = gst_element_factory_find ("rtpulpfecdec");

  if (factory == NULL)
    return FALSE;
  gst_object_unref (factory);
  return TRUE;
}

/* NULL: an element is missing. One warning is enough for all streams. rtpbin itself does
 * not work without rtpstorage. */
static GstElement *
make_storage (GstScreamRepairDecoder * self)
{
  GstElement *storage;
  guint latency;

  if (!have_decoder (self)) {
    if (g_atomic_int_compare_and_exchange (&self->stats->warned, 0, 1))
      gst_scream_parts_have (self->owner, "rtpulpfecdec",
          "Lost packets are not recovered from the FEC that comes.");
    return NULL;
  }
  storage = gst_object_ref_sink (gst_element_factory_make ("rtpstorage", NULL));
  g_object_get (self->jitterbuffer, "latency", &latency, NULL);
  g_object_set (storage, "size-time", latency * GST_MSECOND + MORE_STORAGE,
      NULL);
  gst_element_set_state (storage, GST_STATE_PAUSED);
  begin_stream (storage);
  return storage;
}

static void
begin_fec (GstScreamRepairDecoder * self)
{
  GstElement *storage = make_storage (self);

  g_mutex_lock (&self->lock);
  self->numbers = g_new0 (GstScreamRepairNumbers, 1);
  self->storage = storage;
  self->has_fec = TRUE;
  g_mutex_unlock (&self->lock);
}

/* As it was when its FEC was made: screamtx adds extensions after that. */
static GstBuffer *
without_extensions (GstBuffer * buffer, GstRTPBuffer * rtp)
{
  guint header = 12 + 4 * gst_rtp_buffer_get_csrc_count (rtp);
  guint skip = gst_rtp_buffer_get_header_len (rtp);
  GstBuffer *copy = gst_buffer_new_memdup (rtp->data[0], header);
  GstMapInfo map;

  gst_buffer_copy_into (copy, buffer, GST_BUFFER_COPY_TIMESTAMPS, 0, -1);
  gst_buffer_map (copy, &map, GST_MAP_READWRITE);
  map.data[0] &= ~0x10;
  gst_buffer_unmap (copy, &map);
  return gst_buffer_append_region (copy, gst_buffer_ref (buffer), skip, -1);
}

static void
store (GstElement * storage, GstBuffer * buffer)
{
  GstPad *pad = gst_element_get_static_pad (storage, "sink");

  /* Nothing is linked behind it. */
  gst_pad_chain (pad, buffer);
  gst_object_unref (pad);
}

static GstScreamRepairNumber
get_kind (GstScreamRepairDecoder * self, GstRTPBuffer * rtp)
{
  if (gst_rtp_buffer_get_payload_type (rtp) == self->payload)
    return GST_SCREAM_REPAIR_NUMBER_FEC;
  return gst_rtp_buffer_get_marker (rtp) ? GST_SCREAM_REPAIR_NUMBER_LAST :
      GST_SCREAM_REPAIR_NUMBER_MEDIA;
}

/* With the lock. */
static void
note (GstScreamRepairDecoder * self, GstRTPBuffer * rtp)
{
  GstScreamRepairNumber kind = get_kind (self, rtp);
  const guint8 *fec = gst_rtp_buffer_get_payload (rtp);

  gst_scream_repair_numbers_note (self->numbers, gst_rtp_buffer_get_seq (rtp),
      kind);
  if (kind == GST_SCREAM_REPAIR_NUMBER_FEC
      && gst_rtp_buffer_get_payload_len (rtp) >= FEC_HEADER)
    gst_scream_repair_numbers_note_base (self->numbers,
        GST_READ_UINT16_BE (fec + SEQ_BASE));
}

static GstPadProbeReturn
on_arrival (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamRepairDecoder *self = user_data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info), *kept = NULL;
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;

  (void) pad;
  if (!gst_rtp_buffer_map (buffer, GST_MAP_READ, &rtp))
    return GST_PAD_PROBE_OK;
  if (get_kind (self, &rtp) == GST_SCREAM_REPAIR_NUMBER_FEC) {
    g_atomic_int_inc (&self->stats->received);
    if (!self->has_fec)
      begin_fec (self);
  }
  if (self->has_fec) {
    g_mutex_lock (&self->lock);
    note (self, &rtp);
    g_mutex_unlock (&self->lock);
  }
  if (self->storage != NULL)
    kept = gst_rtp_buffer_get_extension (&rtp) ?
        without_extensions (buffer, &rtp) : gst_buffer_ref (buffer);
  gst_rtp_buffer_unmap (&rtp);
  if (kept != NULL)
    store (self->storage, kept);
  return GST_PAD_PROBE_OK;
}

/* ---- behind it ---- */

static void
set_storage (GstElement * element, GstElement * storage)
{
  GObject *inner = NULL;

  g_object_get (element, "storage", &inner, NULL);
  if (inner == NULL) {
    g_object_get (storage, "internal-storage", &inner, NULL);
    g_object_set (element, "storage", inner, NULL);
  }
  g_clear_object (&inner);
}

typedef enum
{
  LOSS_IS_NEWS,                 /* for what follows, as it is */
  LOSS_OF_FEC,
  LOSS_OF_MEDIA                 /* for rtpulpfecdec */
} Loss;

/* With the lock. */
static Loss
judge_loss (GstScreamRepairDecoder * self, guint16 seq)
{
  if (!self->has_fec)
    return LOSS_IS_NEWS;
  self->seq = seq;
  self->number = gst_scream_repair_numbers_advance (self->numbers, seq);
  if (self->attempts == 0) {
    self->lost_media = TRUE;
    return LOSS_IS_NEWS;
  }
  self->attempts--;
  if (gst_scream_repair_numbers_was_fec (self->numbers, seq)) {
    self->lost_fec = TRUE;
    return LOSS_OF_FEC;
  }
  self->is_lost = self->storage != NULL;
  self->lost_media |= !self->is_lost;
  return self->is_lost ? LOSS_OF_MEDIA : LOSS_IS_NEWS;
}

/* It goes around rtpulpfecdec, which takes each loss for one that it may repair. */
static void
push_around (GstElement * element, GstEvent * event)
{
  GstPad *src = gst_element_get_static_pad (element, "src");

  gst_pad_push_event (src, gst_event_ref (event));
  gst_object_unref (src);
}

static GstPadProbeReturn
on_event_in (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamRepairDecoder *self = user_data;
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  GstElement *element;
  guint seq;
  Loss loss;

  if (!gst_event_has_name (event, "GstRTPPacketLost")
      || !gst_structure_get_uint (gst_event_get_structure (event), "seqnum",
          &seq))
    return GST_PAD_PROBE_OK;
  element = gst_pad_get_parent_element (pad);
  if (element == NULL)
    return GST_PAD_PROBE_DROP;
  g_mutex_lock (&self->lock);
  loss = judge_loss (self, seq);
  g_mutex_unlock (&self->lock);
  if (loss == LOSS_OF_MEDIA)
    set_storage (element, self->storage);
  else if (loss == LOSS_IS_NEWS)
    push_around (element, event);
  gst_object_unref (element);
  return loss == LOSS_OF_MEDIA ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP;
}

static GstPadProbeReturn
on_packet_in (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamRepairDecoder *self = user_data;
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;

  (void) pad;
  if (!gst_rtp_buffer_map (GST_PAD_PROBE_INFO_BUFFER (info), GST_MAP_READ,
          &rtp))
    return GST_PAD_PROBE_OK;
  g_mutex_lock (&self->lock);
  self->is_lost = FALSE;
  self->attempts = MIN (self->attempts + 1, MOST_ATTEMPTS);
  self->seq = self->number = gst_rtp_buffer_get_seq (&rtp);
  if (self->has_fec)
    self->number =
        gst_scream_repair_numbers_advance (self->numbers, self->number);
  g_mutex_unlock (&self->lock);
  gst_rtp_buffer_unmap (&rtp);
  return GST_PAD_PROBE_OK;
}

/* What rtpulpfecdec could not recover: it no longer says which one that is. */
static GstPadProbeReturn
on_event_out (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamRepairDecoder *self = user_data;
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);

  (void) pad;
  if (!gst_event_has_name (event, "GstRTPPacketLost"))
    return GST_PAD_PROBE_OK;
  g_mutex_lock (&self->lock);
  if (self->is_lost) {
    event = gst_event_make_writable (event);
    gst_structure_set (gst_event_writable_structure (event),
        "seqnum", G_TYPE_UINT, (guint) self->number,
        "might-have-been-fec", G_TYPE_BOOLEAN, FALSE, NULL);
    GST_PAD_PROBE_INFO_DATA (info) = event;
    self->is_lost = FALSE;
    self->lost_media = TRUE;
  }
  g_mutex_unlock (&self->lock);
  return GST_PAD_PROBE_OK;
}

/* With the lock. The jitter buffer says of a packet after lost FEC, too, that it does not
 * continue what was before. */
static void
correct (GstScreamRepairDecoder * self, GstBuffer * buffer, GstRTPBuffer * rtp)
{
  gst_rtp_buffer_set_seq (rtp, self->number);
  if (self->is_lost) {
    g_atomic_int_inc (&self->stats->recovered);
    gst_scream_repair_numbers_note (self->numbers, self->seq, get_kind (self, rtp));
    self->is_lost = FALSE;
    return;
  }
  if (self->lost_fec && !self->lost_media)
    GST_BUFFER_FLAG_UNSET (buffer, GST_BUFFER_FLAG_DISCONT);
  self->lost_fec = self->lost_media = FALSE;
}

/* rtpulpfecdec takes what a recovered packet comes to for the end of the stream: what
 * comes after it says so itself. It goes through all probes of @pad like any other. */
static void
push_recovered (GstScreamRepairDecoder * self, GstPad * pad,
    GstPadProbeInfo * info, GstBuffer * buffer)
{
  self->pushes = TRUE;
  gst_pad_push (pad, buffer);
  self->pushes = FALSE;
  GST_PAD_PROBE_INFO_DATA (info) = NULL;
  GST_PAD_PROBE_INFO_FLOW_RETURN (info) = GST_FLOW_OK;
}

static GstPadProbeReturn
on_packet_out (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamRepairDecoder *self = user_data;
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  gboolean recovered = FALSE;
  GstBuffer *buffer;

  if (self->pushes)
    return GST_PAD_PROBE_OK;
  buffer = gst_buffer_make_writable (GST_PAD_PROBE_INFO_BUFFER (info));
  GST_PAD_PROBE_INFO_DATA (info) = buffer;
  if (!gst_rtp_buffer_map (buffer, GST_MAP_READWRITE, &rtp))
    return GST_PAD_PROBE_OK;
  g_mutex_lock (&self->lock);
  recovered = self->is_lost;
  correct (self, buffer, &rtp);
  g_mutex_unlock (&self->lock);
  gst_rtp_buffer_unmap (&rtp);
  if (!recovered)
    return GST_PAD_PROBE_OK;
  push_recovered (self, pad, info, buffer);
  return GST_PAD_PROBE_HANDLED;
}

/* ---- all ---- */

static void
add_probe (GstScreamRepairDecoder * self, GstElement * element,
    const gchar * name, GstPadProbeType type, GstPadProbeCallback callback)
{
  GstPad *pad = gst_element_get_static_pad (element, name);

  gst_pad_add_probe (pad, type, callback, gst_scream_repair_decoder_ref (self),
      release);
  gst_object_unref (pad);
}

GstScreamRepairDecoder *
gst_scream_repair_decoder_new (GstElement * owner, GstElement * jitterbuffer,
    gint payload, GstScreamRepairDecodeStats * stats)
{
  GstScreamRepairDecoder *self = g_atomic_rc_box_new0 (GstScreamRepairDecoder);

  self->owner = owner;
  self->jitterbuffer = jitterbuffer;
  self->payload = payload;
  self->stats = g_atomic_rc_box_acquire (stats);
  self->attempts = MOST_ATTEMPTS;
  g_mutex_init (&self->lock);
  add_probe (self, jitterbuffer, "sink", GST_PAD_PROBE_TYPE_BUFFER, on_arrival);
  return self;
}

/* Without rtpulpfecdec the numbers of FEC still have to go. */
GstElement *
gst_scream_repair_decoder_make_element (GstScreamRepairDecoder * self)
{
  GstElement *element;

  if (self->payload < 0)
    return NULL;
  element = gst_element_factory_make ("rtpulpfecdec", NULL);
  if (element != NULL)
    g_object_set (element, "pt", self->payload, NULL);
  else
    element = gst_element_factory_make ("identity", NULL);
  add_probe (self, element, "sink", GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
      on_event_in);
  add_probe (self, element, "sink", GST_PAD_PROBE_TYPE_BUFFER, on_packet_in);
  add_probe (self, element, "src", GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
      on_event_out);
  add_probe (self, element, "src", GST_PAD_PROBE_TYPE_BUFFER, on_packet_out);
  return element;
}
