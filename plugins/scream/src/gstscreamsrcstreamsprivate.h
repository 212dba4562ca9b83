/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamsrcstreamsprivate.h: what the files of the streams share
 *
 *   gstscreamsrcstreams.c  streams and outputs, and which stream goes to which output
 *   gstscreamsrcidle.c     outputs without a stream
 *   gstscreamsrcframes.c   which frames come, and are shown
 *   gstscreamsrcfaults.c   streams that cannot be decoded, or fit no output
 *
 * A stream is a pad of rtpbin, an output a pad of screamsrc.
 */
#pragma once

#include <gst/rtpcc/receiver/rtpcc-frames.h>

#include "gstscreamdecode.h"
#include "gstscreamsrcprivate.h"

GST_DEBUG_CATEGORY_EXTERN (gst_scream_src_debug);

/* OURS: audio comes to a pad that takes anything if there was no video so long. Half is what
 * an encoder takes to begin on a small machine, and the pad would have no picture then; double
 * lets who has nothing but audio wait for more than a second. */
#define VIDEO_FIRST (700 * G_TIME_SPAN_MILLISECOND)

typedef struct _GstScreamOutput GstScreamOutput;

typedef struct
{
  GstScreamStreams *owner;
  GstPad *pad;                  /* of rtpbin */
  gulong probe;                 /* which holds the stream, which holds the pad */
  guint ssrc;
  GstCaps *rtp;
  gboolean is_video;
  RtpCcFrames frames;           /* with the lock */
  gint64 began, heard, looked;  /* us */
  gboolean ended;               /* what still comes was on its way */
  GstScreamOutput *output;      /* NULL: what comes is dropped */
  gboolean was_shown;
  guint no_way_to;              /* forms, one bit each: elements are missing */
  gboolean blamed;              /* with the lock: a warning tells of it */
} GstScreamStream;

struct _GstScreamOutput
{
  GstPad *pad;                  /* ghost */
  gboolean always;
  GstScreamStream *stream;      /* NULL: none */
  /* With the lock */
  GstElement *decode;           /* NULL: RTP as it is */
  gboolean flows;               /* the pipeline knows its latency */
};

struct _GstScreamStreams
{
  GstScreamSrc *src;
  /* Held while elements are linked and change their states, which may take as
   * long as a sink holds a buffer. */
  GMutex wiring;
  GMutex lock;                  /* for the lists and what is in them */
  GPtrArray *streams;
  GPtrArray *outputs;
  gint64 reported;              /* us, when the frames were; 0: not yet */
};

/* ---- faults ---- */

/* Of the encoding, for people. */
const gchar *gst_scream_stream_get_name (const GstCaps * rtp);

/* Nothing that is installed makes @form of it. */
void gst_scream_stream_no_way_to (GstScreamStream * stream, GstScreamForm form,
    const GError * error);

/* With wiring. Nothing that is linked takes it. */
void gst_scream_stream_fits_nowhere (GstScreamStream * stream, gint64 now);

/* ---- outputs without a stream ---- */

/* What the pipeline knew of latency was without the stream that begins. */
void gst_scream_streams_settle_latency (GstScreamStreams * streams);

/* ---- news ---- */

/* It leaves @pad now. */
void gst_scream_stream_tell (GstScreamStream * stream, GstPad * pad);

/* ---- frames ---- */

void gst_scream_stream_unref (gpointer stream);

/* With the lock: a packet, or a list of them. */
void gst_scream_stream_came (GstScreamStream * stream, GstPadProbeInfo * info);
/* @pad: of an output, once. */
void gst_scream_streams_watch_frames (GstScreamStreams * streams, GstPad * pad);
