/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamsinkprivate.h: what the files of screamsink share
 *
 * gstscreamsink.c            pads, states, URI
 * gstscreamsinkproperties.c  properties, stats
 * gstscreamsinkstream.c      one stream: its pad, and what is built for it
 * gstscreamsinkchain.c       before screamtx: encoder, payloader
 * gstscreamsinkcarried.c     what RTP does not carry of an encoded stream
 * gstscreamsinkencoder.c     which encoder is taken, with which settings
 * gstscreamsinkmemory.c      pictures in the memory of hardware
 * gstscreamsinktrial.c       does an encoder work on this machine?
 * gstscreamsinksignals.c     what applications are asked
 * gstscreamsinksession.c     behind screamtx: its RTP session
 * gstscreamsinktypes.c       which payload types all streams have
 * gstscreamsinksdp.c         the streams as SDP, in a file
 * gstscreamsinkshared.c      what all streams share: funnel, screamudpsink, tee, srtpdec
 * gstscreamsinksocket.c      the socket
 *
 *  pad ─ [encoder] ─ [payloader] ─ [repair] ─ screamtx ─ rtpsession ─ [srtpenc] ─┐
 *  pad ─  ...                                    │  ▲          │ ▲               funnel ─ udpsink
 *                                                │  │          └─┼──── RTCP ─────┘
 *                                                └──┼── tee ─────┘
 *                                   [srtpdec] ──────┘ ◀── socket
 *
 * All but screamtx exists above READY only.  Each stream has an RTP session of
 * its own, so that a paused one is not said to have left.
 */
#pragma once

#include "plugins/scream/adapt/gstscreamadapt.h"
#include "plugins/scream/bins/gstscreamauth.h"
#include "plugins/scream/bins/gstscreamgoal.h"
#include "plugins/scream/bins/gstscreamparts.h"
#include "plugins/scream/bins/gstscreampayload.h"
#include "plugins/scream/encoder/gstencodertable.h"
#include "plugins/scream/net/gstsocketpath.h"
#include "plugins/scream/repair/gstscreamrepairsend.h"
#include "plugins/packet/gstpropertytable.h"
#include "gstscreamsink.h"

GST_DEBUG_CATEGORY_EXTERN (gst_scream_sink_debug);

/* What cameras and decoders give and all decoders take. */
#define GST_SCREAM_SINK_RAW_VIDEO_CAPS \
    "video/x-raw, format=(string){ I420, NV12 }"

#define GST_TYPE_SCREAM_SINK_PAD (gst_scream_sink_pad_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamSinkPad, gst_scream_sink_pad, GST,
    SCREAM_SINK_PAD, GstGhostPad)

/* What screamsink makes of pictures. */
typedef enum
{
  GST_SCREAM_SINK_CODEC_AUTO,
  GST_SCREAM_SINK_CODEC_H264,
  GST_SCREAM_SINK_CODEC_H265,
  GST_SCREAM_SINK_CODEC_VP8,
  GST_SCREAM_SINK_CODEC_VP9,
  GST_SCREAM_SINK_CODEC_AV1,
  GST_SCREAM_SINK_CODEC_JPEG
} GstScreamSinkCodec;

#define GST_TYPE_SCREAM_SINK_CODEC (gst_scream_sink_codec_get_type ())
GType gst_scream_sink_codec_get_type (void);

/* What has been built behind a pad. */
typedef enum
{
  GST_SCREAM_SINK_NOTHING,
  GST_SCREAM_SINK_RTP,
  GST_SCREAM_SINK_ENCODED,
  GST_SCREAM_SINK_RAW_VIDEO,
  GST_SCREAM_SINK_INTERLACED,   /* made progressive, then as raw video */
  GST_SCREAM_SINK_JPEG,         /* decoded, then as raw video */
  GST_SCREAM_SINK_RAW_AUDIO
} GstScreamSinkKind;

/* Memory of hardware that pictures may be in. */
typedef struct
{
  const gchar *feature;         /* of caps */
  const gchar *converter;       /* formats and sizes in it, also from and to ours where
                                 * it is not one of a copier; NULL: none */
  const gchar *copier;          /* to memory of the system; NULL: none is known */
  const gchar *package;         /* Debian's, of both */
} GstScreamMemory;

/* All fields are under the bin's build_lock. */
struct _GstScreamSinkPad
{
  GstGhostPad pad;

  GstScreamSink *sink;          /* outlives it */
  GstPad *tx_sinkpad;           /* of screamtx; the other one by its number */
  GstPad *tx_srcpad;
  GstScreamSinkKind kind;
  const GstScreamPayload *entry;        /* of encoded streams */
  const GstScreamMemory *memory;        /* of raw video; NULL: the system's */
  GPtrArray *chain;             /* GstElement, before screamtx */
  gboolean is_square;           /* its pixels are, by the caps */
  GstElement *crop;             /* one of these, or NULL */
  GPtrArray *behind;            /* GstElement, after it; empty: not open */
  GstPad *tee_pad, *rtp_funnel_pad, *rtcp_funnel_pad;
  gboolean flush_passes;        /* to the funnel: decided when it begins */
  gboolean flush_waits;         /* its end, for what comes next */
};

struct _GstScreamSink
{
  GstBin bin;

  /* properties, under the object lock */
  gchar *host, *bind_address;
  guint port, bind_port, mtu;
  gint ttl, qos_dscp;
  guint64 keep_alive;
  RtpCcGoal goal;
  GstScreamRepair repair;
  gboolean repair_is_set;       /* by the user: goal does not count for it */
  guint64 repair_deadline;      /* ns */
  gboolean deadline_is_set;     /* the same of it */
  RtpCcLadderMode adapt;
  gboolean adapt_is_set;        /* likewise */
  GstBuffer *srtp_key;          /* NULL: no SRTP; under the object lock */
  GstBuffer *key;               /* since READY to PAUSED */
  gboolean bad_key;             /* as it was set it is none */
  gchar *encoders;              /* names, separated by commas; NULL: our choice */
  GstScreamSinkCodec codec;
  gchar *sdp_location;          /* NULL or empty: no file */
  gboolean overhead_is_set;     /* packet-overhead, by the user */
  guint next_pad;

  GstElement *tx;
  GstScreamRepairSender *repairs;
  gchar *cname;

  GRecMutex build_lock;         /* while elements come and go */
  gboolean is_open;
  GPtrArray *pads;              /* GstScreamSinkPad */
  GstElement *udpsink, *funnel, *tee, *srtpdec;
  GstScreamAuth *auth;          /* of what comes to srtpdec */
  GstPad *tx_rtcp_sinkpad, *tx_rtcp_srcpad;
  GstPad *socket_pad;           /* what comes from the socket */
  GstClockID ticks;             /* of keep-alives, or NULL */

  GMutex lock;                  /* for what follows */
  GSocket *socket;              /* above READY, as the next two */
  GSocketAddress *peer;
  GstFeedbackReader *reader;
  guint64 served;               /* bytes that had left at the last tick */
  guint64 not_rtcp, keep_alives;        /* datagrams */
  guint64 srtcp_in, srtcp_out;  /* packets to and from srtpdec */
  guint64 warned[2];            /* payload types, one bit each */
};

/* properties */
extern const GstPropertyTable gst_scream_sink_properties;
/* The defaults; the object is new. */
void gst_scream_sink_init_properties (GstScreamSink * self);

/* shared: all with the build_lock */
/* FALSE: an error was posted. */
gboolean gst_scream_sink_open_shared (GstScreamSink * self);
void gst_scream_sink_remove_shared (GstScreamSink * self);

/* socket: all with the build_lock */
/* Has the UDP sink send by it. FALSE: an error was posted. */
gboolean gst_scream_sink_open_socket (GstScreamSink * self);
gboolean gst_scream_sink_is_v6 (GstScreamSink * self);
/* Reads from it; the elements run. FALSE: an error was posted. */
gboolean gst_scream_sink_start_socket (GstScreamSink * self);
void gst_scream_sink_close_socket (GstScreamSink * self);

/* stream: all with the build_lock */
/* For the pads of screamtx with this @suffix; the first two are there always. */
GstScreamSinkPad *gst_scream_sink_pad_create (GstScreamSink * self,
    GstPadTemplate * templ, const gchar * suffix);
/* Builds what @caps need; FALSE: not accepted, an error was posted. */
gboolean gst_scream_sink_pad_build (GstScreamSinkPad * self, GstCaps * caps);
/* The same, if upstream says what it will be. */
void gst_scream_sink_pad_build_early (GstScreamSinkPad * self);
/* Removes all that was built. */
void gst_scream_sink_pad_clear (GstScreamSinkPad * self);

/* chain: all with the build_lock */
/* FALSE: an error was posted, and nothing is there. */
gboolean gst_scream_sink_pad_build_chain (GstScreamSinkPad * self,
    GstScreamSinkKind kind, const GstScreamPayload * entry,
    const GstScreamMemory * memory);
void gst_scream_sink_pad_clear_chain (GstScreamSinkPad * self);
/* Before pictures of @caps come. */
void gst_scream_sink_pad_fit_size (GstScreamSinkPad * self,
    const GstCaps * caps);

/* session: all with the build_lock */
/* FALSE: an error was posted. */
gboolean gst_scream_sink_pad_open_session (GstScreamSinkPad * self);
void gst_scream_sink_pad_clear_session (GstScreamSinkPad * self);

/* signals */
void gst_scream_sink_install_signals (GstScreamSinkClass * klass);
/* screamtx asks, and who has connected to screamsink answers. */
void gst_scream_sink_forward_signals (GstScreamSink * self);
/* TRUE: the application has configured it. */
gboolean gst_scream_sink_emit_encoder_setup (GstScreamSink * self,
    const gchar * pad_name, GstElement * encoder);

/* encoder */
/* In the bin, with settings. @input: where the pictures are. @entry: for what comes out
 * of it. @memory: what it takes them from. NULL: none; for pictures in the system's
 * memory an error was posted. */
GstElement *gst_scream_sink_make_video_encoder (GstScreamSink * self,
    const gchar * pad_name, const GstScreamMemory * input,
    const GstScreamPayload ** entry, const GstScreamMemory ** memory);
GstElement *gst_scream_sink_make_audio_encoder (GstScreamSink * self,
    const gchar * pad_name, const GstScreamPayload ** entry);

/* types */
/* Of @pad of screamtx, which has got @caps. FALSE: an error was posted. */
gboolean gst_scream_sink_check_types (GstScreamSink * self, GstPad * pad,
    const GstCaps * caps);

/* sdp */
/* FALSE: an error was posted. */
gboolean gst_scream_sink_check_sdp (GstScreamSink * self);
/* With the caps that the streams have now, if a file is wanted. */
void gst_scream_sink_write_sdp (GstScreamSink * self);

/* trial: NULL: @encoder, which nothing else uses, works here; else why it does not. One that
 * takes no frames from the system's memory gets none: it has to open its hardware. */
gchar *gst_scream_sink_try_encoder (GstElement * encoder, gboolean with_frame);

/* carried: what caps say of pixels and of fields; square and no fields if nothing */
gboolean gst_scream_sink_is_square (const GstStructure * s);
gboolean gst_scream_sink_is_interlaced (const GstStructure * s);
/* @payloader, for @entry, says what the RTP format does not carry. */
void gst_scream_sink_watch_payloader (GstElement * payloader,
    const GstScreamPayload * entry);

/* fault: @message, or instead of it, if it is an error of a video encoder that has made none
 * of this size yet, one that names the size. */
GstMessage *gst_scream_sink_name_size (GstMessage * message);

/* memory: NULL stands for that of the system */
const GstScreamMemory *gst_scream_sink_memory_of (const GstCapsFeatures *
    features);
/* The caps of raw video in it, as text, to be freed. */
gchar *gst_scream_sink_memory_caps (const GstScreamMemory * memory);
gboolean gst_scream_sink_memory_is_taken (const GstScreamMemory * memory,
    GstElementFactory * factory);
/* To which pictures of the system's memory can be copied for that encoder, or NULL. */
const GstScreamMemory *gst_scream_sink_memory_for (GstElementFactory * factory);
gboolean gst_scream_sink_memory_has_converter (const GstScreamMemory * memory);
/* Can they be copied to the system's? FALSE: an error was posted. */
gboolean gst_scream_sink_memory_check_copier (GstScreamSink * self,
    const GstScreamMemory * memory);
