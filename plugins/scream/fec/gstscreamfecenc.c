/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * SECTION:element-screamfecenc
 * @title: screamfecenc
 * @see_also: screamfecdec, screamsink, rtpulpfecenc
 *
 * Adds forward error correction to one RTP stream of video. Behind the last packet of a block
 * follow packets of a Reed-Solomon code: any packets of the block, media or FEC, that are as many as
 * its media packets suffice to restore it. The media packets pass unchanged and without delay.
 *
 * A block is a frame, or several frames with #GstScreamFecEnc:max-delay, and at most 48 packets;
 * a frame ends with the marker bit. #GstScreamFecEnc:loss lets the element calculate the
 * number of FEC packets, #GstScreamFecEnc:percentage sets it.
 *
 * FEC packets have a payload type, an SSRC and sequence numbers of their own, so that a receiver
 * without screamfecdec can discard them by payload type. With the default payload type,
 * screamsrc restores the media without any setting. screamsink has this element inside, and adjusts it to the measured loss
 * (repair=fec).
 *
 * Caps with media=video are necessary: other streams pass without FEC. So do packets with header
 * extensions or of more than 1996 bytes, and streams with the payload type of the FEC. The element is for one SSRC; a change
 * of the SSRC ends a block without FEC. With screamtx, place it before screamtx.
 *
 * ## Example launch line
 * |[
 * gst-launch-1.0 videotestsrc is-live=true ! x264enc tune=zerolatency ! rtph264pay ! screamfecenc loss=0.02 ! udpsink host=192.0.2.1 port=5004
 * ]|
 *
 * Since: 0.3
 */
#include "gstscreamfec.h"
#include "gstscreamfecblock.h"
#include "gstscreamfecrows.h"
#include "plugins/packet/gstpropertytable.h"

#include <gst/rtp/gstrtpbuffer.h>

/* OURS: between two frames until it is known. Half begins with blocks that are too late;
 * double with blocks of one frame. */
#define FIRST_INTERVAL (33 * GST_MSECOND)

typedef struct
{
  guint8 *symbol;
  gsize size;
} Symbol;

typedef struct
{
  guint percentage;
  gdouble loss, burst;
  guint64 max_delay;
  gboolean tells_ends;
  guint pt;
} Settings;

struct _GstScreamFecEnc
{
  GstElement parent;
  GstPad *sinkpad, *srcpad;

  /* with the object lock */
  Settings set;
  guint ssrc;                   /* of FEC that the user wants; 0: any */
  guint64 n_rows, n_blocks;

  /* in the thread of the stream */
  Settings now;
  GstScreamFecRows rows;
  gboolean is_video;
  gint payload;                 /* type of the media; -1: not known */
  guint32 own_ssrc;             /* of the FEC */
  guint16 seq;

  Symbol symbols[GST_SCREAM_FEC_BLOCK_PACKETS];
  guint n_symbols;
  GstScreamFecBlockHeader block;
  guint32 timestamp;            /* of its last packet */
  GstClockTime pts, dts;
  gboolean has_delta, is_key;
  GstClockTime begun;           /* when the block did */
  GstClockTime ended, interval; /* when the last frame did; between two of them */

  GstScreamFecBlockHeader frame;        /* whose end is told */
  guint32 frame_timestamp;
};

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS ("application/x-rtp"));
static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS ("application/x-rtp"));

G_DEFINE_TYPE (GstScreamFecEnc, gst_scream_fec_enc, GST_TYPE_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE (screamfecenc, "screamfecenc", GST_RANK_NONE,
    GST_TYPE_SCREAM_FEC_ENC);

static void
clear_block (GstScreamFecEnc * self)
{
  guint i;

  for (i = 0; i < self->n_symbols; i++)
    g_free (self->symbols[i].symbol);
  self->n_symbols = 0;
  self->is_key = FALSE;
}

/* ---- rows ---- */

static gsize
get_longest (const GstScreamFecEnc * self)
{
  gsize longest = 0;
  guint i;

  for (i = 0; i < self->n_symbols; i++)
    longest = MAX (longest, self->symbols[i].size);
  return longest;
}

static void
write_row (GstScreamFecEnc * self, guint8 * to, gsize size)
{
  guint i;

  memset (to, 0, size);
  for (i = 0; i < self->n_symbols; i++)
    gst_scream_fec_block_add (to, self->block.row, i,
        self->symbols[i].symbol, self->symbols[i].size);
}

/* A row of @size bytes, or the end of a frame: none. */
static GstBuffer *
make_packet (GstScreamFecEnc * self, const GstScreamFecBlockHeader * header,
    guint32 timestamp, gsize size)
{
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  GstBuffer *buffer =
      gst_rtp_buffer_new_allocate (GST_SCREAM_FEC_BLOCK_HEADER + size, 0, 0);
  guint8 *payload;

  gst_rtp_buffer_map (buffer, GST_MAP_WRITE, &rtp);
  gst_rtp_buffer_set_payload_type (&rtp, self->now.pt);
  gst_rtp_buffer_set_ssrc (&rtp, self->own_ssrc);
  gst_rtp_buffer_set_seq (&rtp, self->seq++);
  gst_rtp_buffer_set_timestamp (&rtp, timestamp);
  payload = gst_rtp_buffer_get_payload (&rtp);
  gst_scream_fec_block_write (header, payload);
  if (size > 0)
    write_row (self, payload + GST_SCREAM_FEC_BLOCK_HEADER, size);
  gst_rtp_buffer_unmap (&rtp);
  GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DELTA_UNIT);
  GST_BUFFER_PTS (buffer) = self->pts;
  GST_BUFFER_DTS (buffer) = self->dts;
  return buffer;
}

static guint
get_rows (GstScreamFecEnc * self)
{
  guint rows = self->now.percentage > 0 ?
      (self->n_symbols * self->now.percentage + 99) / 100 :
      gst_scream_fec_rows_take (&self->rows, self->n_symbols, self->is_key);

  return MIN (rows, GST_SCREAM_FEC_BLOCK_ROWS);
}

static GstFlowReturn
push_rows (GstScreamFecEnc * self)
{
  gsize size = get_longest (self);
  guint rows = size > GST_SCREAM_FEC_SYMBOL_HEADER ? get_rows (self) : 0, i;
  GstFlowReturn ret = GST_FLOW_OK;

  self->block.packets = self->n_symbols;
  for (i = 0; i < rows && ret == GST_FLOW_OK; i++) {
    self->block.row = i;
    ret = gst_pad_push (self->srcpad, make_packet (self, &self->block,
            self->timestamp, size));
  }
  GST_OBJECT_LOCK (self);
  self->n_rows += i;
  self->n_blocks += rows > 0;
  GST_OBJECT_UNLOCK (self);
  clear_block (self);
  return ret;
}

/* ---- ends ---- */

static void
note_frame (GstScreamFecEnc * self, GstRTPBuffer * rtp)
{
  if (gst_rtp_buffer_get_ssrc (rtp) == self->frame.ssrc
      && gst_rtp_buffer_get_timestamp (rtp) == self->frame_timestamp)
    return;
  self->frame.ssrc = gst_rtp_buffer_get_ssrc (rtp);
  self->frame.first = gst_rtp_buffer_get_seq (rtp);
  self->frame_timestamp = gst_rtp_buffer_get_timestamp (rtp);
}

/* NULL: it is no end. */
static GstBuffer *
make_end (GstScreamFecEnc * self, GstBuffer * buffer)
{
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  GstBuffer *end = NULL;
  guint16 behind;

  if (!gst_rtp_buffer_map (buffer, GST_MAP_READ, &rtp))
    return NULL;
  note_frame (self, &rtp);
  if (gst_rtp_buffer_get_marker (&rtp)) {
    behind = gst_rtp_buffer_get_seq (&rtp) + 1;
    self->frame.packets =
        MIN ((guint16) (behind - self->frame.first), G_MAXUINT8);
    self->frame.first = behind - self->frame.packets;
    self->pts = GST_BUFFER_PTS (buffer);
    self->dts = GST_BUFFER_DTS (buffer);
    end = make_packet (self, &self->frame, self->frame_timestamp, 0);
  }
  gst_rtp_buffer_unmap (&rtp);
  return end;
}

static gboolean
takes_fec (const GstScreamFecEnc * self)
{
  return self->is_video && self->payload != (gint) self->now.pt;
}

static gboolean
tells_ends (const GstScreamFecEnc * self)
{
  return self->now.tells_ends && takes_fec (self);
}

static GstFlowReturn
push_end (GstScreamFecEnc * self, GstBuffer * end, GstFlowReturn ret)
{
  if (end == NULL)
    return ret;
  if (ret == GST_FLOW_OK)
    return gst_pad_push (self->srcpad, end);
  gst_buffer_unref (end);
  return ret;
}

static GstFlowReturn
pass (GstScreamFecEnc * self, GstBuffer * buffer)
{
  GstBuffer *end = tells_ends (self) ? make_end (self, buffer) : NULL;

  return push_end (self, end, gst_pad_push (self->srcpad, buffer));
}

/* A list is a frame, or a part of one. */
static GstFlowReturn
pass_list (GstScreamFecEnc * self, GstBufferList * list)
{
  GstBuffer *end = NULL;
  guint i;

  for (i = 0; tells_ends (self) && i < gst_buffer_list_length (list); i++) {
    gst_clear_buffer (&end);
    end = make_end (self, gst_buffer_list_get (list, i));
  }
  return push_end (self, end, gst_pad_push_list (self->srcpad, list));
}

/* ---- packets ---- */

static void
add_symbol (GstScreamFecEnc * self, GstRTPBuffer * rtp,
    const guint8 * data, gsize size, GstClockTime now)
{
  Symbol *symbol = &self->symbols[self->n_symbols];

  if (self->n_symbols++ == 0) {
    self->block.ssrc = gst_rtp_buffer_get_ssrc (rtp);
    self->block.first = gst_rtp_buffer_get_seq (rtp);
    self->begun = now;
  }
  self->timestamp = gst_rtp_buffer_get_timestamp (rtp);
  self->pts = GST_BUFFER_PTS (rtp->buffer);
  self->dts = GST_BUFFER_DTS (rtp->buffer);
  symbol->size = gst_scream_fec_symbol_size (data, size);
  symbol->symbol = g_malloc (symbol->size);
  gst_scream_fec_symbol_write (data, size, symbol->symbol);
}

/* A gap, or another stream, ends a block without rows. */
static gboolean
continues (const GstScreamFecEnc * self, GstRTPBuffer * rtp)
{
  return self->n_symbols == 0
      || (gst_rtp_buffer_get_ssrc (rtp) == self->block.ssrc
      && (guint16) (gst_rtp_buffer_get_seq (rtp) - self->block.first) ==
      self->n_symbols);
}

/* A payloader that does not tell key frames has none. */
static void
note_key (GstScreamFecEnc * self, GstBuffer * buffer)
{
  gboolean is_delta = GST_BUFFER_FLAG_IS_SET (buffer,
      GST_BUFFER_FLAG_DELTA_UNIT);

  self->has_delta |= is_delta;
  self->is_key |= self->has_delta && !is_delta;
}

static void
note_end (GstScreamFecEnc * self, GstClockTime now)
{
  GstClockTime interval = now - self->ended;

  if (GST_CLOCK_TIME_IS_VALID (self->ended))
    self->interval = (7 * self->interval + MIN (interval, GST_SECOND)) / 8;
  self->ended = now;
}

/* Frames that are further apart than a block may last are blocks of their own. */
static gboolean
is_over (const GstScreamFecEnc * self, gboolean is_last, GstClockTime now)
{
  if (self->n_symbols == 0)
    return FALSE;
  return self->n_symbols == GST_SCREAM_FEC_BLOCK_PACKETS
      || (is_last && (self->is_key
          || now + self->interval > self->begun + self->now.max_delay));
}

/* TRUE: a block is over with it. */
static gboolean
note (GstScreamFecEnc * self, GstBuffer * buffer)
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
  if (gst_scream_fec_symbol_size (map.data, map.size) > 0)
    add_symbol (self, &rtp, map.data, map.size, now);
  else
    clear_block (self);
  gst_buffer_unmap (buffer, &map);
  gst_rtp_buffer_unmap (&rtp);
  if (is_last)
    note_end (self, now);
  return is_over (self, is_last, now);
}

gboolean
gst_scream_fec_enc_guide (GstScreamFecEnc * self, gdouble loss, gdouble burst,
    gboolean tells_ends)
{
  GST_OBJECT_LOCK (self);
  self->set.loss = loss;
  self->set.burst = burst;
  self->set.tells_ends = tells_ends;
  GST_OBJECT_UNLOCK (self);
  return self->is_video;
}

/* FALSE: all goes through as it is. */
static gboolean
is_at_work (GstScreamFecEnc * self)
{
  GST_OBJECT_LOCK (self);
  self->now = self->set;
  GST_OBJECT_UNLOCK (self);
  self->rows.loss = self->now.loss;
  self->rows.burst = self->now.burst;
  if (takes_fec (self) && (self->now.percentage > 0 || self->now.loss > 0))
    return TRUE;
  clear_block (self);
  return FALSE;
}

static GstFlowReturn
protect (GstScreamFecEnc * self, GstBuffer * buffer)
{
  gboolean over = note (self, buffer);
  GstFlowReturn ret = gst_pad_push (self->srcpad, buffer);

  return ret == GST_FLOW_OK && over ? push_rows (self) : ret;
}

static GstFlowReturn
chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstScreamFecEnc *self = GST_SCREAM_FEC_ENC (parent);

  return is_at_work (self) ? protect (self, buffer) : pass (self, buffer);
}

static GstFlowReturn
chain_list (GstPad * pad, GstObject * parent, GstBufferList * list)
{
  GstScreamFecEnc *self = GST_SCREAM_FEC_ENC (parent);
  GstFlowReturn ret = GST_FLOW_OK;
  guint i;

  if (!is_at_work (self))
    return pass_list (self, list);
  for (i = 0; i < gst_buffer_list_length (list) && ret == GST_FLOW_OK; i++)
    ret = protect (self, gst_buffer_ref (gst_buffer_list_get (list, i)));
  gst_buffer_list_unref (list);
  return ret;
}

/* Audio has no frames of several packets. */
static void
take_caps (GstScreamFecEnc * self, GstEvent * event)
{
  const GstStructure *s;
  GstCaps *caps;

  gst_event_parse_caps (event, &caps);
  s = gst_caps_get_structure (caps, 0);
  self->is_video =
      g_strcmp0 (gst_structure_get_string (s, "media"), "video") == 0;
  self->payload = -1;
  gst_structure_get_int (s, "payload", &self->payload);
}

static gboolean
sink_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  GstScreamFecEnc *self = GST_SCREAM_FEC_ENC (parent);

  if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS)
    take_caps (self, event);
  if (GST_EVENT_TYPE (event) == GST_EVENT_EOS)
    push_rows (self);
  if (GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_STOP
      || GST_EVENT_TYPE (event) == GST_EVENT_SEGMENT)
    clear_block (self);
  return gst_pad_event_default (pad, parent, event);
}

/* ---- the element ---- */

static GstStructure *
create_stats (gpointer object)
{
  GstScreamFecEnc *self = object;
  GstStructure *stats;

  GST_OBJECT_LOCK (self);
  stats = gst_structure_new ("application/x-screamfecenc-stats",
      "fec-packets", G_TYPE_UINT64, self->n_rows,
      "blocks", G_TYPE_UINT64, self->n_blocks,
      "ssrc", G_TYPE_UINT, self->own_ssrc, NULL);
  GST_OBJECT_UNLOCK (self);
  return stats;
}

#define AT(member) PROP_MEMBER (GstScreamFecEnc, member)

static const GstProperty rows[] = {
  /**
   * GstScreamFecEnc:percentage:
   *
   * A fixed overhead: FEC packets for each 100 media packets, rounded up for each block. With 0,
   * #GstScreamFecEnc:loss determines the number.
   *
   * Since: 0.3
   */
  {"percentage", "Percentage",
        "FEC packets for each 100 media packets (%, 0 = by loss)", PROP_PLAYING,
      PROP_UINT (0, 100, 0), AT (set.percentage)},
  /**
   * GstScreamFecEnc:loss:
   *
   * The loss of the path that FEC is to repair: one block in 10 000 remains broken, of blocks
   * with a key frame one in 100 000. There are at most as many FEC packets as media packets. 0
   * switches FEC off, unless #GstScreamFecEnc:percentage is set. FEC for 0.01 is about a fifth of
   * the media, for 0.05 half.
   *
   * Since: 0.3
   */
  {"loss", "Loss", "Loss of the path to repair (fraction of packets, 0 = none)",
      PROP_PLAYING, PROP_DOUBLE (0, 1, 0.05), AT (set.loss)},
  /**
   * GstScreamFecEnc:burst-length:
   *
   * The mean number of packets that the path loses in a row, for #GstScreamFecEnc:loss.
   *
   * Since: 0.3
   */
  {"burst-length", "Burst length",
        "Mean number of packets lost in a row (packets)", PROP_PLAYING,
      PROP_DOUBLE (1, 65536, 1), AT (set.burst)},
  /**
   * GstScreamFecEnc:max-delay:
   *
   * The time that a block may last from its first packet to its FEC. Larger blocks need less FEC
   * for the same loss. With 0 each frame is a block. The jitter buffer of the receiver
   * needs a latency of this, plus the time that a frame takes to arrive. A key frame ends its block.
   * The element expects the next frame after the mean interval and has no timer: a frame that comes
   * later delays the FEC of the block.
   *
   * Since: 0.3
   */
  {"max-delay", "Maximum delay",
        "Time from the first packet of a block to its FEC (ms, 0 = each frame)",
      PROP_PLAYING, PROP_UINT (0, 60000, 0), PROP_MS (1), AT (set.max_delay)},
  /**
   * GstScreamFecEnc:frame-ends:
   *
   * Sends a short packet behind each frame that gets no FEC, so that the receiver notices the loss
   * of the last packets of a frame before the next frame. screamsrc uses it for requests of
   * retransmissions.
   *
   * Since: 0.3
   */
  {"frame-ends", "Frame ends", "Tell the end of each frame that has no FEC",
      PROP_PLAYING, PROP_BOOLEAN (FALSE), AT (set.tells_ends)},
  /**
   * GstScreamFecEnc:pt:
   *
   * The payload type of FEC packets, which must differ from that of the media.
   *
   * Since: 0.3
   */
  {"pt", "Payload type", "Payload type of FEC packets (number)", PROP_READY,
      PROP_UINT (0, 127, GST_SCREAM_FEC_PAYLOAD), AT (set.pt)},
  /**
   * GstScreamFecEnc:ssrc:
   *
   * The SSRC of FEC packets; with 0 the element draws one.
   *
   * Since: 0.3
   */
  {"ssrc", "SSRC", "SSRC of FEC packets (0 = random)", PROP_READY,
      PROP_UINT (0, G_MAXUINT32, 0), AT (ssrc)},
  /**
   * GstScreamFecEnc:stats:
   *
   * Statistics since READY, as application/x-screamfecenc-stats:
   *
   * | field | type | |
   * | --- | --- | --- |
   * | `fec-packets` | uint64 | FEC packets sent |
   * | `blocks` | uint64 | blocks with FEC |
   * | `ssrc` | uint | SSRC of the FEC packets |
   *
   * Since: 0.3
   */
  {"stats", "Statistics", "Numbers of FEC packets and blocks since READY",
      PROP_STATS (create_stats)},
};

static const GstPropertyTable table = { PROP_ROWS (rows) };

static void
start (GstScreamFecEnc * self)
{
  GST_OBJECT_LOCK (self);
  self->own_ssrc = self->ssrc != 0 ? self->ssrc : g_random_int ();
  self->n_rows = self->n_blocks = 0;
  GST_OBJECT_UNLOCK (self);
  self->seq = g_random_int ();
  self->ended = GST_CLOCK_TIME_NONE;
  self->interval = FIRST_INTERVAL;
  self->rows.credit = 0;
  self->is_video = self->has_delta = FALSE;
}

static GstStateChangeReturn
gst_scream_fec_enc_change_state (GstElement * element,
    GstStateChange transition)
{
  GstScreamFecEnc *self = GST_SCREAM_FEC_ENC (element);
  GstStateChangeReturn ret;

  if (!gst_property_check_allows (element, transition))
    return GST_STATE_CHANGE_FAILURE;
  if (transition == GST_STATE_CHANGE_READY_TO_PAUSED)
    start (self);
  ret = GST_ELEMENT_CLASS (gst_scream_fec_enc_parent_class)->change_state
      (element, transition);
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY)
    clear_block (self);
  return ret;
}

static void
gst_scream_fec_enc_finalize (GObject * object)
{
  clear_block (GST_SCREAM_FEC_ENC (object));
  G_OBJECT_CLASS (gst_scream_fec_enc_parent_class)->finalize (object);
}

static void
gst_scream_fec_enc_class_init (GstScreamFecEncClass * klass)
{
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gst_scream_fec_enc_finalize;
  gst_property_table_install (G_OBJECT_CLASS (klass), &table);
  element_class->change_state = gst_scream_fec_enc_change_state;
  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_static_metadata (element_class,
      "SCReAM FEC encoder", "Codec/Encoder/Network/RTP",
      "Adds forward error correction by a Reed-Solomon code to RTP video",
      "The gst-scream authors");
}

static void
gst_scream_fec_enc_init (GstScreamFecEnc * self)
{
  gst_property_table_init (self, &table);
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
}
