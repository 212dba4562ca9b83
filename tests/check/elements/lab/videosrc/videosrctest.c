/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* videosrctest.c: see videosrctest.h */
#include "videosrctest.h"

#define HEADER 12

static void
add_packet (Video * video, GstBuffer * buffer, gboolean * marker)
{
  Frame *frame = &video->frames[video->n];
  gsize size = gst_buffer_get_size (buffer);
  guint8 header[HEADER];
  guint16 seq;

  fail_unless (gst_buffer_extract (buffer, 0, header, HEADER) == HEADER);
  fail_unless_equals_int (header[0], 0x80);
  seq = GST_READ_UINT16_BE (&header[2]);
  if (video->n == 0 && frame->packets == 0) {
    video->first_seq = seq;
    video->ssrc = GST_READ_UINT32_BE (&header[8]);
    video->pt = header[1] & 0x7f;
  } else {
    fail_unless_equals_int (seq, (guint16) (video->last_seq + 1));
    fail_unless_equals_int (video->ssrc, GST_READ_UINT32_BE (&header[8]));
  }
  if (frame->packets > 0)
    fail_unless_equals_int (frame->timestamp, GST_READ_UINT32_BE (&header[4]));
  video->last_seq = seq;
  frame->timestamp = GST_READ_UINT32_BE (&header[4]);
  frame->pts = GST_BUFFER_PTS (buffer);
  fail_unless_equals_uint64 (frame->pts, GST_BUFFER_DTS (buffer));
  frame->key = !GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_DELTA_UNIT);
  frame->bytes += size - HEADER;
  frame->largest = MAX (frame->largest, size);
  frame->packets++;
  *marker = header[1] >> 7;
  fail_unless_equals_int (*marker, GST_BUFFER_FLAG_IS_SET (buffer,
          GST_BUFFER_FLAG_MARKER));
  fail_unless_equals_int (GST_BUFFER_FLAG_IS_SET (buffer,
          GST_BUFFER_FLAG_DISCONT), video->n == 0 && frame->packets == 1);
}

void
pull_frames (GstHarness * h, Video * video, guint n)
{
  while (n > 0) {
    GstBuffer *buffer = gst_harness_pull (h);
    gboolean marker;

    fail_unless (buffer != NULL);
    add_packet (video, buffer, &marker);
    gst_buffer_unref (buffer);
    if (marker) {
      video->n++;
      n--;
    }
  }
}

GstHarness *
harness_new (const gchar * properties)
{
  gchar *line = g_strconcat ("screamvideosrc ", properties, NULL);
  GstHarness *h = gst_harness_new_parse (line);

  g_free (line);
  return h;
}

guint64
bytes_of (const Video * video, guint from, guint n)
{
  guint64 sum = 0;
  guint i;

  for (i = from; i < from + n; i++)
    sum += video->frames[i].bytes;
  return sum;
}

void
expect_near (gdouble is, gdouble wanted, gdouble part)
{
  fail_unless (is > wanted * (1 - part) && is < wanted * (1 + part),
      "%f is not %f", is, wanted);
}
