/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How the pictures of screamsrc move, in its statistics and in its RTCP.
 *
 * A frame comes when its first packet leaves the jitter buffer, and it is shown when it
 * leaves screamsrc. A report of each picture goes with the regular RTCP of the session, so
 * it is inside SRTCP, and within the bandwidth that RTCP has (RFC 3550 section 6.2). */
#include <string.h>

#include <gst/rtp/gstrtcpbuffer.h>
#include <gst/rtpcc/wire/rtpcc-framereport.h>

#include "gstscreamsrcstreamsprivate.h"

/* OURS: reports in one RTCP packet, one of each picture: more of them would leave no
 * room for the report blocks of many streams. */
#define MAX_REPORTS 4

/* OURS: a person looks at them; RTCP may come as often as there is feedback. */
#define REPORT_INTERVAL G_TIME_SPAN_SECOND

static void
stream_clear (GstScreamStream * stream)
{
  gst_object_unref (stream->pad);
  gst_caps_unref (stream->rtp);
}

void
gst_scream_stream_unref (gpointer stream)
{
  g_atomic_rc_box_release_full (stream, (GDestroyNotify) stream_clear);
}

static RtpCcTime
now_ns (void)
{
  return g_get_monotonic_time () * (RtpCcTime) 1000;
}

/* Of a buffer, or of the first one of a list; FALSE: none that a clock could have. */
static gboolean
get_pts (GstPadProbeInfo * info, RtpCcTime * pts)
{
  GstBuffer *buffer = NULL;

  if (info->type & GST_PAD_PROBE_TYPE_BUFFER)
    buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  else if (info->type & GST_PAD_PROBE_TYPE_BUFFER_LIST)
    buffer = gst_buffer_list_get (GST_PAD_PROBE_INFO_BUFFER_LIST (info), 0);
  if (buffer == NULL || !GST_BUFFER_PTS_IS_VALID (buffer)
      || GST_BUFFER_PTS (buffer) > G_MAXINT64 / 2)
    return FALSE;
  *pts = (RtpCcTime) GST_BUFFER_PTS (buffer);
  return TRUE;
}

/* With the lock. */
void
gst_scream_stream_came (GstScreamStream * stream, GstPadProbeInfo * info)
{
  RtpCcTime pts;

  if (stream->is_video && stream->output != NULL && get_pts (info, &pts))
    rtp_cc_frames_came (&stream->frames, pts);
}

/* With the lock. The first picture; NULL: there is none. */
static GstScreamStream *
find_picture (GstScreamStreams * streams)
{
  guint i;

  for (i = 0; i < streams->outputs->len; i++) {
    const GstScreamOutput *output = g_ptr_array_index (streams->outputs, i);

    if (output->stream != NULL && output->stream->is_video)
      return output->stream;
  }
  return NULL;
}

/* With the lock. That of @pad; NULL: it has no stream. */
static GstScreamOutput *
find_output (GstScreamStreams * streams, const GstPad * pad)
{
  guint i;

  for (i = 0; i < streams->outputs->len; i++) {
    GstScreamOutput *output = g_ptr_array_index (streams->outputs, i);

    if (output->pad == pad && output->stream != NULL)
      return output;
  }
  return NULL;
}

/* With the lock. TRUE: this is the first buffer of a stream. */
static gboolean
note_buffer (GstScreamOutput * output, GstPadProbeInfo * info)
{
  gboolean begins = !output->flows;
  RtpCcTime pts;

  if (output->stream->is_video && get_pts (info, &pts))
    rtp_cc_frames_show (&output->stream->frames, pts, now_ns ());
  output->flows = TRUE;
  return begins;
}

static GstPadProbeReturn
on_output (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamStreams *streams = user_data;
  GstScreamStream *begins = NULL;
  GstScreamOutput *output;

  g_mutex_lock (&streams->lock);
  output = find_output (streams, pad);
  if (output != NULL && note_buffer (output, info))
    begins = g_atomic_rc_box_acquire (output->stream);
  g_mutex_unlock (&streams->lock);
  if (begins == NULL)
    return GST_PAD_PROBE_OK;
  gst_scream_streams_settle_latency (streams);
  gst_scream_stream_tell (begins, pad);
  gst_scream_stream_unref (begins);
  return GST_PAD_PROBE_OK;
}

void
gst_scream_streams_watch_frames (GstScreamStreams * streams, GstPad * pad)
{
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER |
      GST_PAD_PROBE_TYPE_BUFFER_LIST, on_output, streams, NULL);
}

void
gst_scream_streams_add_stats (GstScreamStreams * streams, GstStructure * stats)
{
  static const RtpCcFrames none;
  const GstScreamStream *stream;
  const RtpCcFrames *f;

  g_mutex_lock (&streams->lock);
  stream = find_picture (streams);
  f = stream ? &stream->frames : &none;
  gst_structure_set (stats, "streams", G_TYPE_UINT, streams->streams->len,
      "frames-shown", G_TYPE_UINT64, f->shown,
      "frames-undecodable", G_TYPE_UINT64, f->undecodable,
      "freezes", G_TYPE_UINT64, f->freezes,
      "freeze-time", G_TYPE_UINT64, (guint64) f->freeze_time,
      "harmonic-frame-rate", G_TYPE_DOUBLE, rtp_cc_frames_rate (f), NULL);
  g_mutex_unlock (&streams->lock);
}

/* ---- reports ---- */

static RtpCcFrameReport
make_report (const GstScreamStream * stream)
{
  const RtpCcFrames *f = &stream->frames;
  gdouble rate = MIN (rtp_cc_frames_rate (f) * 1000 + 0.5, G_MAXUINT32);
  RtpCcFrameReport report = { stream->ssrc, (guint32) f->shown,
    (guint32) f->undecodable, (guint32) f->freezes,
    (guint32) (f->freeze_time / RTP_CC_MSECOND), (guint32) rate
  };

  return report;
}

/* At most MAX_REPORTS of them. Returns how many. */
static guint
take_reports (GstScreamStreams * streams, RtpCcFrameReport * reports)
{
  gint64 now = g_get_monotonic_time ();
  guint i, n = 0;

  g_mutex_lock (&streams->lock);
  if (streams->reported == 0 || now - streams->reported >= REPORT_INTERVAL) {
    for (i = 0; i < streams->outputs->len && n < MAX_REPORTS; i++) {
      const GstScreamOutput *output = g_ptr_array_index (streams->outputs, i);

      if (output->stream != NULL && output->stream->frames.shown > 0)
        reports[n++] = make_report (output->stream);
    }
  }
  if (n > 0)
    streams->reported = now;
  g_mutex_unlock (&streams->lock);
  return n;
}

static gboolean
add_report (GstRTCPBuffer * rtcp, guint32 ssrc, const RtpCcFrameReport * report)
{
  GstRTCPPacket packet;

  if (!gst_rtcp_buffer_add_packet (rtcp, GST_RTCP_TYPE_APP, &packet))
    return FALSE;
  /* In words, behind the name. */
  if (!gst_rtcp_packet_app_set_data_length (&packet,
          (RTP_CC_FRAME_REPORT_SIZE - 12) / 4)) {
    gst_rtcp_packet_remove (&packet);
    return FALSE;
  }
  rtp_cc_frame_report_write (rtcp->map.data + packet.offset, ssrc, report);
  return TRUE;
}

/* Early RTCP is for what cannot wait. */
gboolean
gst_scream_src_on_sending (GObject * session, GstBuffer * buffer,
    gboolean early, GstScreamSrc * self)
{
  RtpCcFrameReport reports[MAX_REPORTS];
  GstRTCPBuffer rtcp = GST_RTCP_BUFFER_INIT;
  guint i, n = early ? 0 : take_reports (self->streams, reports);
  guint ssrc;

  if (n == 0 || !gst_rtcp_buffer_map (buffer, GST_MAP_READWRITE, &rtcp))
    return FALSE;
  g_object_get (session, "internal-ssrc", &ssrc, NULL);
  for (i = 0; i < n && add_report (&rtcp, ssrc, &reports[i]); i++) {
  }
  gst_rtcp_buffer_unmap (&rtcp);
  return FALSE;
}
