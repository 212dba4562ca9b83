/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* RTCP that comes to screamsrc: which of it the session gets.
 *
 * It must be from the address that screamrx believes, or authentic, for who else could
 * end a stream or move its clock; and it must be of streams that are in. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <gst/net/net.h>
#include <gst/rtpcc/wire/rtpcc-capturetime.h>

#include "gstscreamsrcprivate.h"

/* OURS: RTCP packets that the session takes, at once and a second: several of
 * each stream.  Half takes reports from a sender of 32 streams; double is twice
 * the work for who forges an address. */
#define RTCP_BURST 100
#define RTCP_INTERVAL (10 * GST_MSECOND)

/* RFC 3550 section 6.4.1, section 6.5 */
#define RTCP_SR 200
#define RTCP_SDES 202
#define RTCP_SDES_PRIV 8
#define RTCP_SR_SIZE 28

static void
start_rtcp_in (GstScreamSrc * self)
{
  GstCaps *caps = gst_caps_new_empty_simple (self->srtpdec
      ? "application/x-srtcp" : "application/x-rtcp");
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_push_event (self->rtcp_in, gst_event_new_stream_start ("rtcp"));
  gst_pad_push_event (self->rtcp_in, gst_event_new_caps (caps));
  gst_pad_push_event (self->rtcp_in, gst_event_new_segment (&segment));
  gst_caps_unref (caps);
}

/* The SSRC that it is of is not encrypted. */
static gboolean
may_take_rtcp (GstScreamSrc * self, GstBuffer * buffer)
{
  GstNetAddressMeta *meta = gst_buffer_get_net_address_meta (buffer);
  guint8 header[8];

  if (gst_buffer_extract (buffer, 0, header, 8) < 8
      || gst_scream_gate_find (&self->gate,
          GST_READ_UINT32_BE (header + 4)) == NULL)
    return FALSE;
  return self->srtpdec != NULL
      || (meta != NULL && gst_scream_rx_is_sender (self->rx, meta->addr));
}

void
gst_scream_src_take_rtcp (GstScreamSrc * self, GstBuffer * buffer)
{
  gboolean started;

  g_mutex_lock (&self->lock);
  started = self->started;
  self->started = TRUE;
  self->rtcp_refused++;
  g_mutex_unlock (&self->lock);
  if (!started)
    start_rtcp_in (self);
  if (may_take_rtcp (self, buffer))
    gst_pad_push (self->rtcp_in, buffer);
  else
    gst_buffer_unref (buffer);
}

/* With the lock. A stream that the session is about to forget is not in: rtpbin would
 * give it new pads while it removes the old ones. */
static gboolean
is_known (GstScreamSrc * self, const guint8 * ssrc)
{
  const GstScreamGateStream *stream =
      gst_scream_gate_find (&self->gate, GST_READ_UINT32_BE (ssrc));

  return stream != NULL && !stream->renewed;
}

/* RFC 3550 section 6.5: items are UTF-8, and rtpjitterbuffer (1.22) puts CNAME into a
 * structure as it comes. A private item begins with a length. */
static gboolean
is_item (const guint8 * data, gsize size)
{
  if (size < 2 || size - 2 < data[1])
    return FALSE;
  return data[0] == RTCP_SDES_PRIV
      || g_utf8_validate ((const gchar *) data + 2, data[1], NULL);
}

/* @data: chunks of SDES, each an SSRC and items up to a zero, padded. */
static gboolean
is_in_chunks (GstScreamSrc * self, const guint8 * data, gsize size, guint count)
{
  gsize at = 0;

  for (; count > 0; count--) {
    if (size - at < 8 || !is_known (self, data + at))
      return FALSE;
    at += 4;
    while (at < size && data[at] != 0) {
      if (!is_item (data + at, size - at))
        return FALSE;
      at += 2 + data[at + 1];
    }
    at = GST_ROUND_UP_4 (at + 1);
    if (at > size)
      return FALSE;
  }
  return TRUE;
}

/* One packet of a compound one, of @size bytes, 8 at least. */
static gboolean
is_in_packet (GstScreamSrc * self, const guint8 * data, gsize size)
{
  guint count = data[0] & 0x1f;

  if (data[1] == RTCP_SDES)
    return is_in_chunks (self, data + 4, size - 4, count);
  return is_known (self, data + 4);
}

/* Is all of it of streams that are in? Others cost the session memory. */
static gboolean
is_in (GstScreamSrc * self, const guint8 * data, gsize size)
{
  while (size > 0) {
    gsize length = size < 8 ? 0 : 4 + 4 * GST_READ_UINT16_BE (data + 2);

    if (length < 8 || length > size || !is_in_packet (self, data, length))
      return FALSE;
    data += length;
    size -= length;
  }
  return TRUE;
}

/* With the lock. RFC 3550 section 6.4.1: the first packet of a sender's. */
static void
read_report (GstScreamSrc * self, const guint8 * data, gsize size,
    GstClockTime now)
{
  GstScreamGateStream *stream;

  if (size < RTCP_SR_SIZE || data[1] != RTCP_SR)
    return;
  stream = gst_scream_gate_find (&self->gate, GST_READ_UINT32_BE (data + 4));
  if (stream != NULL)
    gst_scream_gate_tell_time (stream,
        rtp_cc_ntp_to_wall (GST_READ_UINT64_BE (data + 8)), now);
}

/* Until here it counted as refused. */
GstPadProbeReturn
gst_scream_src_on_rtcp (GstPad * pad, GstPadProbeInfo * info,
    gpointer user_data)
{
  GstScreamSrc *self = user_data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstClockTime now = gst_scream_src_get_time ();
  GstMapInfo map;
  gboolean good;

  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    return GST_PAD_PROBE_DROP;
  g_mutex_lock (&self->lock);
  good = is_in (self, map.data, map.size)
      && gst_scream_gate_take_turn (&self->rtcp_due, RTCP_BURST,
      RTCP_INTERVAL, now);
  if (good) {
    read_report (self, map.data, map.size, now);
    self->rtcp_refused--;
    self->rtcp_good++;
  }
  g_mutex_unlock (&self->lock);
  gst_buffer_unmap (buffer, &map);
  return good ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP;
}
