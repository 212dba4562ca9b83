/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxpad.h: a sink pad of screamtx: one stream of the session */
#pragma once

#include <gst/gst.h>

#include <gst/rtpcc/session/rtpcc-session.h>
#include <gst/rtpcc/wire/rtpcc-framereport.h>

#include "plugins/packet/gstscreamecn.h"
#include "plugins/scream/rtp/gstcapturestamper.h"
#include "plugins/scream/rtp/gstkeypacket.h"
#include "plugins/scream/adapt/gstscreamsuggestion.h"
#include "plugins/scream/encoder/gstencodercontrol.h"
#include "plugins/scream/loop/gstscreamloop.h"
#include "gstscreamtx.h"

#define GST_TYPE_SCREAM_TX_PAD (gst_scream_tx_pad_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamTxPad, gst_scream_tx_pad, GST, SCREAM_TX_PAD,
    GstPad)

typedef enum
{
  GST_SCREAM_TX_TRAFFIC_AUTO,
  GST_SCREAM_TX_TRAFFIC_NORMAL,
  GST_SCREAM_TX_TRAFFIC_URGENT
} GstScreamTxTraffic;

/* Of packets: hashes of the events that came before them, and how often something else
 * made them begin anew, as a flush or another encoder. */
typedef struct
{
  guint stream, caps, segment, breaks;
} GstScreamTxOrigin;

typedef struct
{
  guint32 ssrc;
  gboolean known;               /* its origin is */
  GstScreamTxOrigin origin;
  guint32 timestamp;            /* of the packet before */
  gboolean begins;              /* a frame, of which no packet said what it is */
} GstScreamTxSsrc;

/* Streams of one pad that are told apart; twice what a conference has. */
#define GST_SCREAM_TX_PAD_SSRCS 64

/* The source is in a push on srcpad. */
typedef enum
{
  GST_SCREAM_TX_PUSH_NONE,
  GST_SCREAM_TX_PUSH_ALONE,     /* and nobody wants to hear of its end */
  GST_SCREAM_TX_PUSH_WATCHED    /* who pushes takes the lock afterwards, and tells */
} GstScreamTxPush;

/* All fields but the properties are the element's, under its lock. */
struct _GstScreamTxPad
{
  GstPad pad;

  /* properties, under the object lock */
  gdouble priority;
  guint min_bitrate;            /* bit/s */
  guint max_bitrate;            /* bit/s, 0: the element's */
  guint preferred_bitrate;      /* bit/s, 0: no limit */
  GstScreamTxTraffic traffic;
  gboolean paused;
  gboolean auto_pause;
  gboolean is_audio, is_data;   /* by its caps; nobody controls either */
  guint estimated_bitrate;      /* as notified last */
  gboolean active;              /* the same */
  guint suggested_height;       /* the same; 0: as it is */
  gdouble suggested_framerate;

  GstScreamTx *element;         /* outlives the source */
  GstPad *srcpad;
  GstScreamLoopSource *source;  /* of the loop, NULL: not started */
  gboolean running;             /* it may do something */
  gboolean in_use;              /* something came */
  GArray *out;                  /* RtpCcQueueItem, taken from the session */
  GArray *pushed;               /* the same, in a push: of the one who pushes */
  guint pushed_id;              /* number_id for these */
  GstScreamEcnMessages ecn_messages;    /* likewise */
  GstEncoderControl *encoder;
  GstScreamSuggestion suggestion;
  gchar *encoder_missing;       /* what to say if none turns up */
  gboolean is_controlled;       /* though it goes as data: it has an encoder */
  gint stream;                  /* of the session, -1: none */
  GstFlowReturn result;         /* of the last push */
  gboolean flushing;
  gboolean eos;                 /* came in */
  gboolean eos_taken;           /* to be pushed, or it was */
  gboolean eos_sent;            /* went out */
  gint pushing;                 /* atomic, a GstScreamTxPush */
  gboolean started;             /* a packet came */
  GstScreamTxOrigin origin;     /* of what comes now */
  GstKeyPacketCodec codec;
  GstScreamTxSsrc ssrcs[GST_SCREAM_TX_PAD_SSRCS];       /* that came */
  guint n_ssrcs;
  RtpCcFrameReport frame_report;        /* of a receiver, zeros: none yet */
  /* of the thread that brings packets */
  gboolean new_ssrc;            /* one more since encoders were searched */
  gboolean is_cut;              /* a key frame is to be asked for */
  gboolean has_encoder;         /* when it was searched last */
  RtpCcTime looked;             /* when that was */
  gboolean look;                /* it is to be now */
  gboolean prerolling;          /* chain let one pass in PAUSED */
  GstClockTime preroll_start;   /* running time of that one */
  gboolean live;                /* upstream is, so that nothing has to wait */
  GstClockID sync_id;           /* chain waits on it */
  gboolean begins;              /* it was flushed, and no packet came since */
  guint begun;                  /* how often its time began anew */
  GstClockTime last_running;    /* running time of the packet before */
  GstClockTime delay;           /* of what comes against its running time */
  gboolean shares_sink;         /* with others, so that a flush ends here */
  gboolean passes_flush;        /* this one, since it has ended behind as well */
  GstSegment segment;
  GstCaptureStamper stamper;    /* streaming thread */
  guint64 capture_times;        /* packets that it wrote one into */
  guint number_id;              /* of the extension for transport-wide numbers
                                 * that we write, 0: none */
  guint64 key_requests;         /* of receivers */
  guint64 key_frames_asked;     /* of the encoder */
  guint64 not_rtp;              /* buffers that were no RTP packets */
  gint media_type;              /* payload type by the caps, -1: not in them */
  gboolean media_seen;          /* a packet had it */
};
