/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* RTCP that comes to screamsrc: which of it the session gets.
 *
 * It must be from the address that screamrx believes, or authentic, for who else could
 * end a stream or move its clock; and it must be of streams that are in. A receiver needs no
 * feedback. */
#include <gst/rtpcc/wire/rtpcc-capturetime.h>

#include "gstscreamsrcprivate.h"

#include <string.h>

/* RFC 3550 section 6.4.1: what is read of it */
#define RTCP_SR 200
#define RTCP_SR_SIZE 16

static void
start_rtcp_in (GstScreamSrc * self)
{
  g_autoptr (GstCaps) caps =
      gst_caps_new_empty_simple (self->srtpdec ? "application/x-srtcp" :
      "application/x-rtcp");
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_send_event (self->rtcp_in, gst_event_new_stream_start ("rtcp"));
  gst_pad_send_event (self->rtcp_in, gst_event_new_caps (caps));
  gst_pad_send_event (self->rtcp_in, gst_event_new_segment (&segment));
}

/* The SSRC that it is of is not encrypted. */
static gboolean
may_take_rtcp (GstScreamSrc * self, GstBuffer * buffer)
{
  guint8 header[8];

  if (gst_buffer_extract (buffer, 0, header, 8) < 8
      || gst_scream_gate_find (&self->gate,
          GST_READ_UINT32_BE (header + 4)) == NULL)
    return FALSE;
  return self->srtpdec != NULL
      || gst_scream_rx_get_origin (self->rx, buffer).is_sender;
}

void
gst_scream_src_take_rtcp (GstScreamSrc * self, GstBuffer * buffer)
{
  gboolean started;

  g_mutex_lock (&self->lock);
  started = self->started;
  self->started = TRUE;
  self->counts.rtcp_refused++;
  g_mutex_unlock (&self->lock);
  if (!started)
    start_rtcp_in (self);
  if (may_take_rtcp (self, buffer))
    gst_pad_chain (self->rtcp_in, buffer);
  else
    gst_buffer_unref (buffer);
}

/* With the lock. A stream that the session is about to forget is not in: rtpbin would
 * give it new pads while it removes the old ones. */
static gboolean
is_in (guint32 ssrc, gpointer user_data)
{
  GstScreamSrc *self = user_data;
  const GstScreamGateStream *stream = gst_scream_gate_find (&self->gate, ssrc);

  return stream != NULL && !stream->renewed;
}

void
gst_scream_src_reset_rtcp (GstScreamSrc * self)
{
  memset (&self->rtcp_filter, 0, sizeof (self->rtcp_filter));
  self->rtcp_filter.knows = is_in;
  self->rtcp_filter.user_data = self;
}

/* With the lock. RFC 3550 section 6.4.1: the first packet of a sender's. */
static void
read_report (GstScreamSrc * self, GstBuffer * rtcp, GstClockTime now)
{
  GstScreamGateStream *stream;
  guint8 data[RTCP_SR_SIZE];

  if (gst_buffer_extract (rtcp, 0, data, RTCP_SR_SIZE) < RTCP_SR_SIZE
      || data[1] != RTCP_SR)
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
  GstClockTime now = gst_scream_src_get_time ();
  GstBuffer *rtcp;
  guint64 refused;

  g_mutex_lock (&self->lock);
  refused = self->rtcp_filter.refused;
  info->data = rtcp = gst_rtcp_filter_take_buffer (&self->rtcp_filter,
      GST_PAD_PROBE_INFO_BUFFER (info), now);
  if (rtcp != NULL)
    read_report (self, rtcp, now);
  self->counts.rtcp_good += rtcp != NULL;
  self->counts.rtcp_refused -= refused == self->rtcp_filter.refused;
  g_mutex_unlock (&self->lock);
  if (rtcp != NULL)
    gst_scream_src_hear_sender (self, now);
  GST_PAD_PROBE_INFO_FLOW_RETURN (info) = GST_FLOW_OK;
  return rtcp != NULL ? GST_PAD_PROBE_OK : GST_PAD_PROBE_HANDLED;
}
