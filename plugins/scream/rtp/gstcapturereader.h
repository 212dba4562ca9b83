/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstcapturereader.h: latency by the abs-capture-time of received packets
 *
 * Not thread-safe: callers serialise.
 */
#pragma once

#include <gst/gst.h>

#include <gst/rtpcc/rtpcc.h>

typedef struct _GstCaptureReader GstCaptureReader;

GstCaptureReader *gst_capture_reader_new (void);
void gst_capture_reader_free (GstCaptureReader * reader);

/* Resets the results, not the settings. */
void gst_capture_reader_reset (GstCaptureReader * reader);
/* The header extension's id where the caps do not tell, 0: do not read it. */
void gst_capture_reader_set_id (GstCaptureReader * reader, guint id);
void gst_capture_reader_set_caps (GstCaptureReader * reader,
    const GstCaps * caps);

gboolean gst_capture_reader_is_on (const GstCaptureReader * reader);
/* An RTP packet that came @age ago; @now: a clock that does not step.  If it is
 * known when its frame was captured, takes the buffer and returns one with a
 * #GstReferenceTimestampMeta, which applications can read at the sink. */
GstBuffer *gst_capture_reader_note (GstCaptureReader * reader,
    GstBuffer * buffer, GstClockTime age, RtpCcTime now);

/* Once a second: the message to post, or NULL. @doubt: set to TRUE once, when the
 * clocks are wrong. */
GstStructure *gst_capture_reader_take_report (GstCaptureReader * reader,
    gboolean * doubt, RtpCcTime now);
void gst_capture_reader_add_stats (GstCaptureReader * reader, GstStructure * s,
    RtpCcTime now);
