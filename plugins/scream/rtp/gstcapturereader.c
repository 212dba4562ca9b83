/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Latency by the abs-capture-time of received packets. */
#include "gstcapturereader.h"

#include <gst/rtpcc/wire/rtpcc-capturetime.h>
#include <gst/rtpcc/receiver/rtpcc-latency.h>

#include "gstrtpextension.h"

/* Of the start of a packet: header, all CSRCs, and more header extensions than
 * anyone sends. */
#define MAX_HEADER_SIZE 512

/* Streams of one sender that are measured at the same time */
#define MAX_STREAMS 8

/* RFC 3550 section 5.1, without CSRC */
#define RTP_HEADER_SIZE 12

#define REPORT_INTERVAL RTP_CC_SECOND

typedef struct
{
  guint32 ssrc;
  RtpCcLatency latency;
  guint32 timestamp;            /* RTP, of the frame that was stamped last */
  RtpCcTime captured;           /* and when that was captured */
} Stream;

struct _GstCaptureReader
{
  guint id;                     /* as set */
  guint caps_id;                /* as the caps have it, 0: not there */
  guint clock_rate;             /* 0: unknown */
  Stream *streams[MAX_STREAMS];
  guint n_streams;
  guint64 malformed;
  GstCaps *unix_time;
  RtpCcTime reported;
  gboolean doubted;
};

GstCaptureReader *
gst_capture_reader_new (void)
{
  GstCaptureReader *reader = g_new0 (GstCaptureReader, 1);

  reader->unix_time = gst_caps_new_empty_simple ("timestamp/x-unix");
  return reader;
}

void
gst_capture_reader_reset (GstCaptureReader * reader)
{
  while (reader->n_streams > 0)
    g_free (reader->streams[--reader->n_streams]);
  reader->malformed = 0;
  reader->reported = 0;
  reader->doubted = FALSE;
}

void
gst_capture_reader_free (GstCaptureReader * reader)
{
  gst_capture_reader_reset (reader);
  gst_caps_unref (reader->unix_time);
  g_free (reader);
}

void
gst_capture_reader_set_id (GstCaptureReader * reader, guint id)
{
  reader->id = id;
}

void
gst_capture_reader_set_caps (GstCaptureReader * reader, const GstCaps * caps)
{
  reader->caps_id = gst_rtp_extension_read_caps (caps, RTP_CC_CAPTURE_TIME_URI,
      &reader->clock_rate);
}

/* ---- packets ---- */

gboolean
gst_capture_reader_is_on (const GstCaptureReader * reader)
{
  return reader->id != 0;
}

static Stream *
find_stream (GstCaptureReader * reader, guint32 ssrc)
{
  guint i;

  for (i = 0; i < reader->n_streams; i++) {
    if (reader->streams[i]->ssrc == ssrc)
      return reader->streams[i];
  }
  return NULL;
}

/* In the place of the one that has been silent for the longest time, if there
 * are too many. */
static Stream *
add_stream (GstCaptureReader * reader, guint32 ssrc)
{
  Stream *oldest = NULL;
  guint i;

  for (i = 0; i < reader->n_streams; i++) {
    Stream *stream = reader->streams[i];

    if (oldest == NULL
        || stream->latency.previous_now < oldest->latency.previous_now)
      oldest = stream;
  }
  if (reader->n_streams < MAX_STREAMS)
    oldest = reader->streams[reader->n_streams++] = g_new (Stream, 1);
  oldest->ssrc = ssrc;
  rtp_cc_latency_init (&oldest->latency);
  return oldest;
}

/* The capture time that the packet carries. */
static gboolean
read_packet (GstCaptureReader * reader, const guint8 * packet, gsize size,
    RtpCcCaptureTime * time)
{
  guint id = reader->caps_id ? reader->caps_id : reader->id;
  gsize length;
  const guint8 *value = rtp_cc_extension_find (packet, size, id, &length);

  if (value == NULL)
    return FALSE;
  if (rtp_cc_capture_time_read (value, length, time))
    return TRUE;
  reader->malformed++;
  return FALSE;
}

static Stream *
measure (GstCaptureReader * reader, const guint8 * packet,
    const RtpCcCaptureTime * time, GstClockTime age, RtpCcTime now)
{
  guint32 ssrc = GST_READ_UINT32_BE (packet + 8);
  Stream *stream = find_stream (reader, ssrc);
  RtpCcLatencySample sample;

  if (stream == NULL)
    stream = add_stream (reader, ssrc);
  sample.seen = g_get_real_time () * 1000;
  sample.arrived = sample.seen - (RtpCcTime) age;
  sample.captured = time->captured;
  sample.timestamp = GST_READ_UINT32_BE (packet + 4);
  sample.clock_rate = reader->clock_rate;
  rtp_cc_latency_add (&stream->latency, &sample, now);
  stream->timestamp = sample.timestamp;
  stream->captured = sample.captured;
  return stream;
}

/* Depayloaders take metas from any packet of a frame, so all get it. */
GstBuffer *
gst_capture_reader_note (GstCaptureReader * reader, GstBuffer * buffer,
    GstClockTime age, RtpCcTime now)
{
  guint8 packet[MAX_HEADER_SIZE];
  RtpCcCaptureTime time;
  Stream *stream;
  gsize size;

  if (reader->id == 0)
    return buffer;
  size = gst_buffer_extract (buffer, 0, packet, sizeof (packet));
  if (size < RTP_HEADER_SIZE)
    return buffer;
  if (read_packet (reader, packet, size, &time))
    stream = measure (reader, packet, &time, age, now);
  else
    stream = find_stream (reader, GST_READ_UINT32_BE (packet + 8));

  if (stream == NULL || stream->captured < 0
      || stream->timestamp != GST_READ_UINT32_BE (packet + 4))
    return buffer;
  buffer = gst_buffer_make_writable (buffer);
  gst_buffer_add_reference_timestamp_meta (buffer, reader->unix_time,
      (GstClockTime) stream->captured, GST_CLOCK_TIME_NONE);
  return buffer;
}

/* ---- results ---- */

static void
set_fields (GstStructure * s, guint32 ssrc, const RtpCcLatencyInfo * info)
{
  gst_structure_set (s,
      "ssrc", G_TYPE_UINT, ssrc,
      "clocks", G_TYPE_STRING, rtp_cc_clocks_name (info->clocks),
      "clock-steps", G_TYPE_UINT64, (guint64) info->clock_steps,
      "count", G_TYPE_UINT64, (guint64) info->count,
      "last", G_TYPE_INT64, (gint64) info->last,
      "smoothed", G_TYPE_INT64, (gint64) info->smoothed,
      "min", G_TYPE_INT64, (gint64) info->min,
      "p95", G_TYPE_INT64, (gint64) info->p95,
      "arrival", G_TYPE_INT64, (gint64) info->arrival, NULL);
}

/* The latest stream, for which all wait when they play in sync; NULL: none. The worst
 * state of the clocks. */
static const Stream *
find_slowest (GstCaptureReader * reader, RtpCcLatencyInfo * info, RtpCcTime now)
{
  RtpCcClocks worst = RTP_CC_CLOCKS_UNKNOWN;
  const Stream *slowest = NULL;
  guint i;

  for (i = 0; i < reader->n_streams; i++) {
    RtpCcLatencyInfo this_info;

    rtp_cc_latency_info (&reader->streams[i]->latency, &this_info, now);
    worst = MAX (worst, this_info.clocks);
    if (slowest != NULL && this_info.smoothed <= info->smoothed)
      continue;
    slowest = reader->streams[i];
    *info = this_info;
  }
  info->clocks = worst;
  return slowest;
}

GstStructure *
gst_capture_reader_take_report (GstCaptureReader * reader, gboolean * doubt,
    RtpCcTime now)
{
  RtpCcLatencyInfo info;
  const Stream *slowest;
  GstStructure *s;

  *doubt = FALSE;
  if (reader->n_streams == 0)
    return NULL;
  if (reader->reported == 0)
    reader->reported = now;
  if (now - reader->reported < REPORT_INTERVAL)
    return NULL;
  reader->reported = now;
  slowest = find_slowest (reader, &info, now);
  *doubt = !reader->doubted && info.clocks == RTP_CC_CLOCKS_NOT_SYNCHRONISED;
  reader->doubted |= *doubt;
  s = gst_structure_new_empty ("scream-latency");
  set_fields (s, slowest->ssrc, &info);
  return s;
}

void
gst_capture_reader_add_stats (GstCaptureReader * reader, GstStructure * s,
    RtpCcTime now)
{
  GValue array = G_VALUE_INIT, value = G_VALUE_INIT;
  RtpCcLatencyInfo info = { RTP_CC_CLOCKS_UNKNOWN, };
  guint i;

  g_value_init (&array, GST_TYPE_ARRAY);
  g_value_init (&value, GST_TYPE_STRUCTURE);
  for (i = 0; i < reader->n_streams; i++) {
    GstStructure *stream =
        gst_structure_new_empty ("application/x-screamrx-latency");

    rtp_cc_latency_info (&reader->streams[i]->latency, &info, now);
    set_fields (stream, reader->streams[i]->ssrc, &info);
    g_value_take_boxed (&value, stream);
    gst_value_array_append_value (&array, &value);
    g_value_reset (&value);
  }
  find_slowest (reader, &info, now);
  gst_structure_set (s,
      "latency", G_TYPE_INT64, (gint64) info.smoothed,
      "clocks", G_TYPE_STRING, rtp_cc_clocks_name (info.clocks),
      "malformed-capture-times", G_TYPE_UINT64, reader->malformed, NULL);
  gst_structure_set_value (s, "latencies", &array);
  g_value_unset (&value);
  g_value_unset (&array);
}
