/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * SECTION:element-screamfecdec
 * @title: screamfecdec
 * @see_also: screamfecenc, screamsrc, rtpjitterbuffer
 *
 * Restores lost RTP packets from the FEC of screamfecenc, and removes the FEC packets from the
 * stream. Media packets pass unchanged and without delay. A restored packet leaves as soon as enough
 * packets of its block have arrived, out of order, so an rtpjitterbuffer has to follow, with a latency
 * that covers the max-delay of screamfecenc and the time that a frame takes to arrive. The element
 * itself adds no latency to the pipeline.
 *
 * The element serves up to 32 SSRCs on its pad. Another one replaces the SSRC that was silent for
 * longest. FEC of an SSRC without media is refused, as is anything with the payload type of FEC
 * that is none; #GstScreamFecDec:stats counts both. A stream without FEC takes no memory, one with FEC
 * less than 1.5 MB. A restored packet has no header extensions.
 *
 * A stranger who can send media can use up the 32 SSRCs. In rtpbin, which keeps new SSRCs out for a
 * packet, the place of the element is before the rtpssrcdemux: request-aux-receiver. screamsrc has
 * the element inside.
 *
 * ## Example launch line
 * |[
 * gst-launch-1.0 udpsrc port=5004 caps=application/x-rtp,media=video,encoding-name=H264,clock-rate=90000,payload=96 ! screamfecdec ! rtpjitterbuffer latency=100 ! rtph264depay ! avdec_h264 ! autovideosink
 * ]|
 *
 * Since: 0.3
 */
#include "gstscreamfec.h"
#include "gstscreamfecrecovery.h"
#include "plugins/packet/gstpropertytable.h"

#include <gst/rtp/gstrtpbuffer.h>

/* OURS: as many streams as screamsrc takes. With half, its audio pushes video out; double gives
 * a stranger twice the memory to spend. */
#define STREAMS 32

/* RFC 3550 section 5.1 */
#define RTP_HEADER 12
#define RTP_VERSION 2
#define RTP_EXTENSION 0x10

typedef struct
{
  guint32 ssrc;
  guint64 used;                 /* packets before the last one of it; 0: no stream */
  GstScreamFecRecovery *recovery;       /* NULL: no FEC has come */
} Stream;

struct _GstScreamFecDec
{
  GstElement parent;
  GstPad *sinkpad, *srcpad;
  guint pt;

  guint64 received, refused, restored;  /* packets, with the object lock */

  /* in the thread of the stream */
  Stream streams[STREAMS];
  guint64 n_packets;
  guint used_pt;
};

static guint fec_received;      /* signal */

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS ("application/x-rtp"));
static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS ("application/x-rtp"));

G_DEFINE_TYPE (GstScreamFecDec, gst_scream_fec_dec, GST_TYPE_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE (screamfecdec, "screamfecdec", GST_RANK_NONE,
    GST_TYPE_SCREAM_FEC_DEC);

/* ---- streams ---- */

static void
clear_stream (Stream * stream)
{
  g_clear_pointer (&stream->recovery, gst_scream_fec_recovery_free);
  stream->used = 0;
}

static void
clear_streams (GstScreamFecDec * self)
{
  guint i;

  for (i = 0; i < STREAMS; i++)
    clear_stream (&self->streams[i]);
}

/* NULL: no media of it has come. */
static Stream *
find_stream (GstScreamFecDec * self, guint32 ssrc)
{
  guint i;

  for (i = 0; i < STREAMS && self->streams[i].used != 0; i++) {
    if (self->streams[i].ssrc == ssrc)
      return &self->streams[i];
  }
  return NULL;
}

static Stream *
get_stream (GstScreamFecDec * self, guint32 ssrc)
{
  Stream *stream = find_stream (self, ssrc);
  guint i;

  if (stream == NULL) {
    stream = &self->streams[0];
    for (i = 1; i < STREAMS; i++) {
      if (self->streams[i].used < stream->used)
        stream = &self->streams[i];
    }
    clear_stream (stream);
    stream->ssrc = ssrc;
  }
  stream->used = ++self->n_packets;
  return stream;
}

/* ---- restored packets ---- */

/* @now: the packet that came last, for the time of arrival. What is downstream says to the
 * stream's own packets what is wrong with it. */
static void
push_restored (GstScreamFecDec * self, GstScreamFecRecovery * recovery,
    const GstBuffer * now)
{
  GstBuffer *buffer;

  while ((buffer = gst_scream_fec_recovery_next (recovery)) != NULL) {
    GST_OBJECT_LOCK (self);
    self->restored++;
    GST_OBJECT_UNLOCK (self);
    GST_BUFFER_PTS (buffer) = GST_BUFFER_PTS (now);
    GST_BUFFER_DTS (buffer) = GST_BUFFER_DTS (now);
    GST_BUFFER_FLAG_SET (buffer, GST_SCREAM_FEC_FLAG_RESTORED);
    gst_pad_push (self->srcpad, buffer);
  }
}

/* ---- media ---- */

/* Extensions may have been added behind screamfecenc, as by screamtx. */
static void
note (GstScreamFecRecovery * recovery, GstBuffer * buffer)
{
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  gsize size = gst_buffer_get_size (buffer), header, behind;
  guint8 *copy;

  if (!gst_rtp_buffer_map (buffer, GST_MAP_READ, &rtp))
    return;
  header = RTP_HEADER + 4 * gst_rtp_buffer_get_csrc_count (&rtp);
  behind = gst_rtp_buffer_get_header_len (&rtp);
  gst_rtp_buffer_unmap (&rtp);
  if (size < behind)
    return;
  copy = g_malloc (header + size - behind);
  gst_buffer_extract (buffer, 0, copy, header);
  gst_buffer_extract (buffer, behind, copy + header, size - behind);
  copy[0] &= ~RTP_EXTENSION;
  gst_scream_fec_recovery_note (recovery, copy, header + size - behind);
  g_free (copy);
}

static GstFlowReturn
take_media (GstScreamFecDec * self, guint32 ssrc, GstBuffer * buffer)
{
  Stream *stream = get_stream (self, ssrc);

  if (stream->recovery != NULL) {
    note (stream->recovery, buffer);
    push_restored (self, stream->recovery, buffer);
  }
  return gst_pad_push (self->srcpad, buffer);
}

/* ---- FEC ---- */

/* NULL: it is no row that can be taken. */
static Stream *
take_row (GstScreamFecDec * self, GstScreamFecBlockHeader * header,
    const guint8 * payload, gsize size)
{
  Stream *stream = NULL;
  gboolean taken = FALSE;

  if (gst_scream_fec_block_read (header, payload, size))
    stream = find_stream (self, header->ssrc);
  if (stream != NULL && stream->recovery == NULL)
    stream->recovery = gst_scream_fec_recovery_new (header->ssrc);
  if (stream != NULL)
    taken = gst_scream_fec_recovery_take (stream->recovery, payload, size);
  GST_OBJECT_LOCK (self);
  *(taken ? &self->received : &self->refused) += 1;
  GST_OBJECT_UNLOCK (self);
  return stream;
}

static GstFlowReturn
take_fec (GstScreamFecDec * self, GstBuffer * buffer)
{
  GstScreamFecBlockHeader header = { 0 };
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  gboolean is_end = FALSE;
  Stream *stream = NULL;

  if (gst_rtp_buffer_map (buffer, GST_MAP_READ, &rtp)) {
    const guint8 *payload = gst_rtp_buffer_get_payload (&rtp);
    gsize size = gst_rtp_buffer_get_payload_len (&rtp);

    is_end = gst_scream_fec_block_read_end (&header, payload, size)
        && find_stream (self, header.ssrc) != NULL;
    if (!is_end)
      stream = take_row (self, &header, payload, size);
    gst_rtp_buffer_unmap (&rtp);
  }
  if (stream != NULL)
    push_restored (self, stream->recovery, buffer);
  g_signal_emit (self, fec_received, 0, header.ssrc, (guint) header.first,
      is_end || stream != NULL ? (guint) header.packets : 0, is_end);
  gst_buffer_unref (buffer);
  return GST_FLOW_OK;
}

static GstFlowReturn
chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstScreamFecDec *self = GST_SCREAM_FEC_DEC (parent);
  guint8 header[RTP_HEADER];

  if (gst_buffer_extract (buffer, 0, header, RTP_HEADER) != RTP_HEADER
      || header[0] >> 6 != RTP_VERSION)
    return gst_pad_push (self->srcpad, buffer);
  if ((header[1] & 0x7f) == self->used_pt)
    return take_fec (self, buffer);
  return take_media (self, GST_READ_UINT32_BE (header + 8), buffer);
}

static gboolean
sink_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  if (GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_STOP)
    clear_streams (GST_SCREAM_FEC_DEC (parent));
  return gst_pad_event_default (pad, parent, event);
}

/* ---- the element ---- */

static GstStructure *
create_stats (gpointer object)
{
  GstScreamFecDec *self = object;
  GstStructure *stats;

  GST_OBJECT_LOCK (self);
  stats = gst_structure_new ("application/x-screamfecdec-stats",
      "fec-packets-received", G_TYPE_UINT64, self->received,
      "fec-packets-refused", G_TYPE_UINT64, self->refused,
      "packets-recovered", G_TYPE_UINT64, self->restored, NULL);
  GST_OBJECT_UNLOCK (self);
  return stats;
}

static const GstProperty rows[] = {
  /**
   * GstScreamFecDec:pt:
   *
   * The payload type of FEC packets. Packets with it are removed from the stream.
   *
   * Since: 0.3
   */
  {"pt", "Payload type", "Payload type of FEC packets (number)", PROP_READY,
        PROP_UINT (0, 127, GST_SCREAM_FEC_PAYLOAD),
      PROP_MEMBER (GstScreamFecDec, pt)},
  /**
   * GstScreamFecDec:stats:
   *
   * Statistics since READY, as application/x-screamfecdec-stats:
   *
   * | field | type | |
   * | --- | --- | --- |
   * | `fec-packets-received` | uint64 | FEC packets taken |
   * | `fec-packets-refused` | uint64 | packets with the payload type of FEC that are none, not of a stream that arrives, far from its media, of another size, or twice |
   * | `packets-recovered` | uint64 | restored media packets |
   *
   * Since: 0.3
   */
  {"stats", "Statistics", "Numbers of FEC and restored packets since READY",
      PROP_STATS (create_stats)},
};

static const GstPropertyTable table = { PROP_ROWS (rows) };

static GstStateChangeReturn
gst_scream_fec_dec_change_state (GstElement * element,
    GstStateChange transition)
{
  GstScreamFecDec *self = GST_SCREAM_FEC_DEC (element);
  GstStateChangeReturn ret;

  if (!gst_property_check_allows (element, transition))
    return GST_STATE_CHANGE_FAILURE;
  if (transition == GST_STATE_CHANGE_READY_TO_PAUSED) {
    GST_OBJECT_LOCK (self);
    self->received = self->refused = self->restored = 0;
    self->used_pt = self->pt;
    GST_OBJECT_UNLOCK (self);
  }
  ret = GST_ELEMENT_CLASS (gst_scream_fec_dec_parent_class)->change_state
      (element, transition);
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY)
    clear_streams (self);
  return ret;
}

static void
gst_scream_fec_dec_finalize (GObject * object)
{
  clear_streams (GST_SCREAM_FEC_DEC (object));
  G_OBJECT_CLASS (gst_scream_fec_dec_parent_class)->finalize (object);
}

static void
gst_scream_fec_dec_class_init (GstScreamFecDecClass * klass)
{
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gst_scream_fec_dec_finalize;
  gst_property_table_install (G_OBJECT_CLASS (klass), &table);
  /**
   * GstScreamFecDec::fec-received:
   * @self: the element
   * @ssrc: SSRC of the protected stream
   * @first: sequence number of the first packet of the block
   * @packets: number of media packets of the block; 0: the packet is no FEC of a stream that arrives
   * @is_end: the packet carries no FEC, but says that these packets are a frame and were all sent
   *
   * A packet with the payload type of FEC has arrived; packets that it restores have left. Emitted in
   * the streaming thread.
   *
   * Since: 0.3
   */
  fec_received = g_signal_new ("fec-received", G_TYPE_FROM_CLASS (klass),
      G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 4, G_TYPE_UINT,
      G_TYPE_UINT, G_TYPE_UINT, G_TYPE_BOOLEAN);
  element_class->change_state = gst_scream_fec_dec_change_state;
  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_static_metadata (element_class,
      "SCReAM FEC decoder", "Codec/Decoder/Network/RTP",
      "Restores lost RTP packets by the FEC of screamfecenc",
      "The gst-scream authors");
}

static void
gst_scream_fec_dec_init (GstScreamFecDec * self)
{
  gst_property_table_init (self, &table);
  self->sinkpad = gst_pad_new_from_static_template (&sink_template, "sink");
  gst_pad_set_chain_function (self->sinkpad, chain);
  gst_pad_set_event_function (self->sinkpad, sink_event);
  GST_PAD_SET_PROXY_CAPS (self->sinkpad);
  GST_PAD_SET_PROXY_ALLOCATION (self->sinkpad);
  gst_element_add_pad (GST_ELEMENT (self), self->sinkpad);
  self->srcpad = gst_pad_new_from_static_template (&src_template, "src");
  GST_PAD_SET_PROXY_CAPS (self->srcpad);
  gst_element_add_pad (GST_ELEMENT (self), self->srcpad);
}
