/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* FEC of one stream by a block code, or the ends of its frames. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/repair/rules/gstscreamrepairblock.h"
#include "gstscreamrepaircoder.h"
#include "gstscreamrepairlook.h"
#include "plugins/packet/gsthelp.h"

#include <gst/rtp/gstrtpbuffer.h>

/* OURS: between two frames until it is known. Half begins with blocks that are too late;
 * double with blocks of one frame. */
#define FIRST_INTERVAL (33 * GST_MSECOND)

typedef struct
{
  guint8 *symbol;
  gsize size;
} Symbol;

struct _GstScreamRepairCoder
{
  GstElement parent;
  GstPad *sinkpad, *srcpad;
  GstScreamRepairSendStats *stats;

  /* in the thread of the stream */
  GstScreamRepairLook look;
  gboolean is_video;
  guint32 ssrc;                 /* of the rows */
  guint16 seq;

  Symbol symbols[GST_SCREAM_REPAIR_BLOCK_PACKETS];
  guint n_symbols;
  GstScreamRepairBlockHeader block;
  guint32 timestamp;            /* of its last packet */
  gboolean has_delta, is_key;
  GstClockTime begun;           /* when the block did */
  GstClockTime ended, interval; /* when the last frame did; between two of them */

  GstScreamRepairBlockHeader frame;     /* whose end is told */
  guint32 frame_timestamp;
};

G_DEFINE_TYPE (GstScreamRepairCoder, gst_scream_repair_coder, GST_TYPE_ELEMENT)
     static GstStaticPadTemplate sink_template =
         GST_STATIC_PAD_TEMPLATE ("sink", GST_PAD_SINK, GST_PAD_ALWAYS,
    GST_STATIC_CAPS ("application/x-rtp"));
     static GstStaticPadTemplate src_template =
         GST_STATIC_PAD_TEMPLATE ("src", GST_PAD_SRC, GST_PAD_ALWAYS,
    GST_STATIC_CAPS ("application/x-rtp"));

     static void clear_block (GstScreamRepairCoder * self)
{
  guint i;

  for (i = 0; i < self->n_symbols; i++)
    g_free (self->symbols[i].symbol);
  self->n_symbols = 0;
  self->is_key = FALSE;
}

/* ---- rows ---- */

static gsize
get_longest (const GstScreamRepairCoder * self)
{
  gsize longest = 0;
  guint i;

  for (i = 0; i < self->n_symbols; i++)
    longest = MAX (longest, self->symbols[i].size);
  return longest;
}

static void
write_row (GstScreamRepairCoder * self, guint8 * to, gsize size)
{
  guint i;

  gst_scream_repair_block_write (&self->block, to);
  to += GST_SCREAM_REPAIR_BLOCK_HEADER;
  memset (to, 0, size);
  for (i = 0; i < self->n_symbols; i++)
    gst_scream_repair_block_add (to, self->block.row, i,
        self->symbols[i].symbol, self->symbols[i].size);
}

/* Its payload is to be written. */
static GstBuffer *
make_packet (GstScreamRepairCoder * self, gsize size, guint32 timestamp,
    GstRTPBuffer * rtp)
{
  GstBuffer *buffer =
      gst_rtp_buffer_new_allocate (GST_SCREAM_REPAIR_BLOCK_HEADER + size, 0, 0);

  gst_rtp_buffer_map (buffer, GST_MAP_WRITE, rtp);
  gst_rtp_buffer_set_payload_type (rtp, GST_SCREAM_REPAIR_BLOCK_PAYLOAD);
  gst_rtp_buffer_set_ssrc (rtp, self->ssrc);
  gst_rtp_buffer_set_seq (rtp, self->seq++);
  gst_rtp_buffer_set_timestamp (rtp, timestamp);
  GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DELTA_UNIT);
  return buffer;
}

static GstBuffer *
make_row (GstScreamRepairCoder * self, gsize size, const GstBuffer * last)
{
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  GstBuffer *buffer = make_packet (self, size, self->timestamp, &rtp);

  write_row (self, gst_rtp_buffer_get_payload (&rtp), size);
  gst_rtp_buffer_unmap (&rtp);
  GST_BUFFER_PTS (buffer) = GST_BUFFER_PTS (last);
  GST_BUFFER_DTS (buffer) = GST_BUFFER_DTS (last);
  return buffer;
}

static GstFlowReturn
push_rows (GstScreamRepairCoder * self, const GstBuffer * last)
{
  gsize size = get_longest (self);
  GstFlowReturn ret = GST_FLOW_OK;
  guint rows, i;

  gst_scream_repair_policy_set_burst (&self->look.policy,
      gst_scream_repair_watch_get_burst (self->stats));
  rows = gst_scream_repair_policy_get_rows (&self->look.policy,
      self->n_symbols, self->is_key);
  self->block.packets = self->n_symbols;
  for (i = 0; i < rows && ret == GST_FLOW_OK; i++) {
    self->block.row = i;
    g_atomic_int_inc (&self->stats->fec_sent);
    ret = gst_pad_push (self->srcpad, make_row (self, size, last));
  }
  clear_block (self);
  return ret;
}

/* ---- ends ---- */

/* NULL: it is no end. */
static GstBuffer *
note_frame (GstScreamRepairCoder * self, GstBuffer * buffer)
{
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT, end = GST_RTP_BUFFER_INIT;
  GstBuffer *told = NULL;

  if (!gst_rtp_buffer_map (buffer, GST_MAP_READ, &rtp))
    return NULL;
  if (gst_rtp_buffer_get_ssrc (&rtp) != self->frame.ssrc
      || gst_rtp_buffer_get_timestamp (&rtp) != self->frame_timestamp) {
    self->frame.ssrc = gst_rtp_buffer_get_ssrc (&rtp);
    self->frame.first = gst_rtp_buffer_get_seq (&rtp);
    self->frame_timestamp = gst_rtp_buffer_get_timestamp (&rtp);
  }
  if (gst_rtp_buffer_get_marker (&rtp)) {
    self->frame.packets = MIN ((guint16) (gst_rtp_buffer_get_seq (&rtp) + 1 -
            self->frame.first), G_MAXUINT8);
    self->frame.first = gst_rtp_buffer_get_seq (&rtp) + 1 - self->frame.packets;
    told = make_packet (self, 0, self->frame_timestamp, &end);
    gst_scream_repair_block_write (&self->frame,
        gst_rtp_buffer_get_payload (&end));
    gst_rtp_buffer_unmap (&end);
    GST_BUFFER_PTS (told) = GST_BUFFER_PTS (buffer);
    GST_BUFFER_DTS (told) = GST_BUFFER_DTS (buffer);
  }
  gst_rtp_buffer_unmap (&rtp);
  return told;
}

static gboolean
tells_ends (GstScreamRepairCoder * self)
{
  return self->is_video
      && gst_scream_repair_policy_tells_ends (&self->look.policy);
}

static GstFlowReturn
push_end (GstScreamRepairCoder * self, GstBuffer * end, GstFlowReturn ret)
{
  if (end == NULL)
    return ret;
  if (ret == GST_FLOW_OK)
    return gst_pad_push (self->srcpad, end);
  gst_buffer_unref (end);
  return ret;
}

static GstFlowReturn
pass (GstScreamRepairCoder * self, GstBuffer * buffer)
{
  GstBuffer *end = tells_ends (self) ? note_frame (self, buffer) : NULL;

  return push_end (self, end, gst_pad_push (self->srcpad, buffer));
}

/* A list is a frame, or a part of one. */
static GstFlowReturn
pass_list (GstScreamRepairCoder * self, GstBufferList * list)
{
  GstBuffer *end = NULL;
  guint i;

  for (i = 0; tells_ends (self) && i < gst_buffer_list_length (list); i++) {
    gst_clear_buffer (&end);
    end = note_frame (self, gst_buffer_list_get (list, i));
  }
  return push_end (self, end, gst_pad_push_list (self->srcpad, list));
}

/* ---- packets ---- */

static void
add_symbol (GstScreamRepairCoder * self, GstRTPBuffer * rtp,
    const guint8 * data, gsize size, GstClockTime now)
{
  Symbol *symbol = &self->symbols[self->n_symbols];

  if (self->n_symbols++ == 0) {
    self->block.ssrc = gst_rtp_buffer_get_ssrc (rtp);
    self->block.first = gst_rtp_buffer_get_seq (rtp);
    self->begun = now;
  }
  self->timestamp = gst_rtp_buffer_get_timestamp (rtp);
  symbol->size = gst_scream_repair_symbol_size (data, size);
  symbol->symbol = g_malloc (symbol->size);
  gst_scream_repair_symbol_write (data, size, symbol->symbol);
}

/* A gap, or another stream, ends a block without rows. */
static gboolean
continues (const GstScreamRepairCoder * self, GstRTPBuffer * rtp)
{
  return self->n_symbols == 0
      || (gst_rtp_buffer_get_ssrc (rtp) == self->block.ssrc
      && (guint16) (gst_rtp_buffer_get_seq (rtp) - self->block.first) ==
      self->n_symbols);
}

/* A payloader that does not tell key frames has none. */
static void
note_key (GstScreamRepairCoder * self, GstBuffer * buffer)
{
  gboolean is_delta = GST_BUFFER_FLAG_IS_SET (buffer,
      GST_BUFFER_FLAG_DELTA_UNIT);

  self->has_delta |= is_delta;
  self->is_key |= self->has_delta && !is_delta;
}

/* Frames that are further apart than a block may last are blocks of their own. */
static void
note_end (GstScreamRepairCoder * self, GstClockTime now)
{
  GstClockTime interval = now - self->ended;

  if (GST_CLOCK_TIME_IS_VALID (self->ended))
    self->interval = (7 * self->interval + MIN (interval, GST_SECOND)) / 8;
  self->ended = now;
}

static gboolean
is_over (GstScreamRepairCoder * self, gboolean is_last, GstClockTime now)
{
  if (self->n_symbols == 0)
    return FALSE;
  return self->n_symbols == GST_SCREAM_REPAIR_BLOCK_PACKETS
      || (is_last && (self->is_key
          || !gst_scream_repair_policy_waits (&self->look.policy, self->begun,
              self->interval, now)));
}

/* TRUE: a block is over with it. */
static gboolean
note (GstScreamRepairCoder * self, GstBuffer * buffer)
{
  GstClockTime now = g_get_monotonic_time () * GST_USECOND;
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  gboolean is_last;
  GstMapInfo map;

  if (!gst_rtp_buffer_map (buffer, GST_MAP_READ, &rtp))
    return FALSE;
  is_last = gst_rtp_buffer_get_marker (&rtp);
  if (!continues (self, &rtp))
    clear_block (self);
  note_key (self, buffer);
  gst_buffer_map (buffer, &map, GST_MAP_READ);
  if (gst_scream_repair_symbol_size (map.data, map.size) > 0)
    add_symbol (self, &rtp, map.data, map.size, now);
  else
    clear_block (self);
  gst_buffer_unmap (buffer, &map);
  gst_rtp_buffer_unmap (&rtp);
  if (is_last)
    note_end (self, now);
  return is_over (self, is_last, now);
}

/* Once for all streams. */
static void
warn_of_stranger (GstScreamRepairCoder * self)
{
  GstObject *bin;

  if (!g_atomic_int_compare_and_exchange (&self->stats->is_settled, FALSE,
          TRUE))
    return;
  bin = gst_object_get_parent (GST_OBJECT (self));
  if (bin == NULL)
    return;
  GST_ELEMENT_WARNING (bin, STREAM, FAILED,
      ("repair=fec: the receiver does not announce FEC, and gets none."),
      ("Only screamsrc accepts it. Set the property repair of screamsink to "
          "auto, which retransmits lost packets on request."
          GST_HELP ("no-fec")));
  gst_object_unref (bin);
}

/* FALSE: all goes through as it is. */
static gboolean
is_at_work (GstScreamRepairCoder * self)
{
  gboolean at_work;

  if (!self->is_video)
    return FALSE;
  gst_scream_repair_policy_set_takes_fec (&self->look.policy,
      g_atomic_int_get (&self->stats->takes_blocks));
  gst_scream_repair_look_update (&self->look,
      g_get_monotonic_time () * GST_USECOND);
  if (gst_scream_repair_policy_misses_fec (&self->look.policy))
    warn_of_stranger (self);
  at_work = gst_scream_repair_policy_protects (&self->look.policy);
  if (!at_work)
    clear_block (self);
  return at_work;
}

static GstFlowReturn
protect (GstScreamRepairCoder * self, GstBuffer * buffer)
{
  gboolean over = note (self, buffer);
  GstFlowReturn ret = gst_pad_push (self->srcpad, gst_buffer_ref (buffer));

  if (ret == GST_FLOW_OK && over)
    ret = push_rows (self, buffer);
  gst_buffer_unref (buffer);
  return ret;
}

static GstFlowReturn
chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstScreamRepairCoder *self = GST_SCREAM_REPAIR_CODER (parent);

  (void) pad;
  if (!is_at_work (self))
    return pass (self, buffer);
  return protect (self, buffer);
}

static GstFlowReturn
chain_list (GstPad * pad, GstObject * parent, GstBufferList * list)
{
  GstScreamRepairCoder *self = GST_SCREAM_REPAIR_CODER (parent);
  GstFlowReturn ret = GST_FLOW_OK;
  guint i;

  (void) pad;
  if (!is_at_work (self))
    return pass_list (self, list);
  for (i = 0; i < gst_buffer_list_length (list) && ret == GST_FLOW_OK; i++)
    ret = protect (self, gst_buffer_ref (gst_buffer_list_get (list, i)));
  gst_buffer_list_unref (list);
  return ret;
}

/* Audio has no frames of several packets. */
static void
take_caps (GstScreamRepairCoder * self, GstEvent * event)
{
  GstCaps *caps;

  gst_event_parse_caps (event, &caps);
  self->is_video = g_strcmp0 (gst_structure_get_string (gst_caps_get_structure
          (caps, 0), "media"), "video") == 0;
}

static gboolean
sink_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  GstScreamRepairCoder *self = GST_SCREAM_REPAIR_CODER (parent);

  if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS)
    take_caps (self, event);
  if (GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_STOP
      || GST_EVENT_TYPE (event) == GST_EVENT_SEGMENT)
    clear_block (self);
  return gst_pad_event_default (pad, parent, event);
}

/* ---- the element ---- */

static void
gst_scream_repair_coder_finalize (GObject * object)
{
  GstScreamRepairCoder *self = GST_SCREAM_REPAIR_CODER (object);

  clear_block (self);
  gst_scream_repair_look_clear (&self->look);
  g_atomic_rc_box_release (self->stats);
  G_OBJECT_CLASS (gst_scream_repair_coder_parent_class)->finalize (object);
}

static void
gst_scream_repair_coder_class_init (GstScreamRepairCoderClass * klass)
{
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gst_scream_repair_coder_finalize;
  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_static_metadata (element_class, "Block code for RTP",
      "Codec/Network/RTP", "Adds FEC packets to video",
      "The gst-scream authors");
}

static void
gst_scream_repair_coder_init (GstScreamRepairCoder * self)
{
  self->sinkpad = gst_pad_new_from_static_template (&sink_template, "sink");
  gst_pad_set_chain_function (self->sinkpad, chain);
  gst_pad_set_chain_list_function (self->sinkpad, chain_list);
  gst_pad_set_event_function (self->sinkpad, sink_event);
  GST_PAD_SET_PROXY_CAPS (self->sinkpad);
  GST_PAD_SET_PROXY_ALLOCATION (self->sinkpad);
  gst_element_add_pad (GST_ELEMENT (self), self->sinkpad);
  self->srcpad = gst_pad_new_from_static_template (&src_template, "src");
  GST_PAD_SET_PROXY_CAPS (self->srcpad);
  gst_element_add_pad (GST_ELEMENT (self), self->srcpad);
  self->ssrc = g_random_int ();
  self->seq = g_random_int ();
  self->ended = GST_CLOCK_TIME_NONE;
  self->interval = FIRST_INTERVAL;
}

GstElement *
gst_scream_repair_coder_new (GstElement * transmitter, GstScreamRepair repair,
    GstClockTime deadline, GstScreamRepairSendStats * stats)
{
  GstScreamRepairCoder *self =
      g_object_new (GST_TYPE_SCREAM_REPAIR_CODER, NULL);

  self->stats = g_atomic_rc_box_acquire (stats);
  gst_scream_repair_look_init (&self->look, transmitter, repair, deadline);
  return GST_ELEMENT (self);
}
