/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstcapturestamper.h: writes abs-capture-time into the packets of a stream
 *
 * For the streaming thread of one pad.
 */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS typedef struct
{
  guint id;                     /* of the header extension, 0: none */
  GstClockTime interval;        /* between two packets with it */
  gboolean has_ssrc;            /* others are repair packets */
  guint32 ssrc;
  gboolean has_payload;         /* likewise */
  gint payload;
  gboolean any;                 /* the rest counts only then */
  guint32 timestamp;            /* RTP, of the frame that was looked at last */
  GstClockTime stamped;         /* running time of the frame stamped last */
} GstCaptureStamper;

/* New caps: with @id other than 0, packets get the extension from now on, as do the
 * caps. Takes @event and returns the event to send. */
GstEvent *gst_capture_stamper_set_caps (GstCaptureStamper * stamper,
    GstElement * element, guint id, GstEvent * event);

/* Whether the first packet of a frame is to get it. */
gboolean gst_capture_stamper_wants (GstCaptureStamper * stamper,
    GstBuffer * buffer);
/* Takes the buffer, which is of the time @running, and returns it, or one with the extension:
 * @stamped. */
GstBuffer *gst_capture_stamper_stamp (GstCaptureStamper * stamper,
    GstElement * element, GstClockTime running, GstBuffer * buffer,
    gboolean * stamped);
