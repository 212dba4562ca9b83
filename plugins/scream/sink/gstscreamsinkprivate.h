/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamsinkprivate.h: what the files of screamsink share
 *
 * gstscreamsink.c            pads, states, URI
 * gstscreamsinkproperties.c  properties, stats
 * gstscreamsinkstream.c      one stream: its pad, and what is built for it
 * gstscreamsinkchain.c       before screamtx: encoder, payloader
 * gstscreamsinkencoder.c     which encoder, with which settings
 * gstscreamsinksession.c     behind screamtx: its RTP session
 * gstscreamsinkshared.c      what all streams share: funnel, udpsink, tee, srtpdec
 * gstscreamsocket.c          the socket
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
#ifndef __GST_SCREAM_SINK_PRIVATE_H__
#define __GST_SCREAM_SINK_PRIVATE_H__

#include "plugins/scream/bins/gstscreamparts.h"
#include "plugins/scream/bins/gstscreampayload.h"
#include "plugins/scream/repair/gstscreamrepairsend.h"
#include "gstscreamsink.h"
#include "gstscreamsocket.h"

G_BEGIN_DECLS

GST_DEBUG_CATEGORY_EXTERN (gst_scream_sink_debug);

/* What cameras and decoders give and all decoders take. */
#define GST_SCREAM_SINK_RAW_VIDEO_CAPS \
    "video/x-raw, format=(string){ I420, NV12 }"

#define GST_TYPE_SCREAM_SINK_PAD (gst_scream_sink_pad_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamSinkPad, gst_scream_sink_pad, GST,
    SCREAM_SINK_PAD, GstGhostPad)

/* What has been built behind a pad. */
typedef enum
{
  GST_SCREAM_SINK_NOTHING,
  GST_SCREAM_SINK_RTP,
  GST_SCREAM_SINK_ENCODED,
  GST_SCREAM_SINK_RAW_VIDEO,
  GST_SCREAM_SINK_RAW_AUDIO
} GstScreamSinkKind;

/* All fields are under the bin's build_lock. */
struct _GstScreamSinkPad
{
  GstGhostPad pad;

  GstScreamSink *sink;          /* outlives it */
  GstPad *tx_sinkpad;           /* of screamtx; the other one by its number */
  GstPad *tx_srcpad;
  GstScreamSinkKind kind;
  const GstScreamPayload *entry;        /* of encoded streams */
  GPtrArray *chain;             /* GstElement, before screamtx */
  GPtrArray *behind;            /* GstElement, after it; empty: not open */
  GstPad *tee_pad, *rtp_funnel_pad, *rtcp_funnel_pad;
};

struct _GstScreamSink
{
  GstBin bin;

  /* properties, under the object lock */
  gchar *host, *bind_address;
  guint port, bind_port, mtu;
  gint ttl, qos_dscp;
  guint64 keep_alive;
  GstScreamRepair repair;
  GstBuffer *srtp_key;          /* NULL: no SRTP */
  gboolean bad_key;             /* as it was set it is none */
  gboolean overhead_is_set;     /* packet-overhead, by the user */
  guint next_pad;

  GstElement *tx;
  GstScreamRepairSender *repairs;
  gchar *cname;

  GRecMutex build_lock;         /* while elements come and go */
  gboolean is_open;
  GPtrArray *pads;              /* GstScreamSinkPad */
  GstElement *udpsink, *funnel, *tee, *srtpdec;
  GstPad *tx_rtcp_sinkpad, *tx_rtcp_srcpad;

  GMutex lock;                  /* for what follows */
  GstScreamSocket *socket;
  guint64 srtcp_in, srtcp_out;  /* packets to and from srtpdec */
};

/* properties */
void gst_scream_sink_install_properties (GObjectClass * klass);
/* The defaults; the object is new. */
void gst_scream_sink_init_properties (GstScreamSink * self);
/* The key of SRTP, or NULL. */
GstBuffer *gst_scream_sink_get_key (GstScreamSink * self);

/* shared: all with the build_lock */
/* FALSE: an error was posted. */
gboolean gst_scream_sink_open_shared (GstScreamSink * self);
/* Reads from the socket; the elements run. FALSE: an error was posted. */
gboolean gst_scream_sink_start_socket (GstScreamSink * self);
void gst_scream_sink_close_socket (GstScreamSink * self);
void gst_scream_sink_remove_shared (GstScreamSink * self);

/* stream: all with the build_lock */
GstScreamSinkPad *gst_scream_sink_pad_create (GstScreamSink * self,
    GstPadTemplate * templ, const gchar * name, GstPad * tx_sinkpad,
    GstPad * tx_srcpad);
/* Builds what @caps need; FALSE: not accepted, an error was posted. */
gboolean gst_scream_sink_pad_build (GstScreamSinkPad * self, GstCaps * caps);
/* The same, if upstream says what it will be. */
void gst_scream_sink_pad_build_early (GstScreamSinkPad * self);
/* Removes all that was built. */
void gst_scream_sink_pad_clear (GstScreamSinkPad * self);

/* chain: all with the build_lock */
/* FALSE: an error was posted, and nothing is there. */
gboolean gst_scream_sink_pad_build_chain (GstScreamSinkPad * self,
    GstScreamSinkKind kind, const GstScreamPayload * entry);
void gst_scream_sink_pad_clear_chain (GstScreamSinkPad * self);

/* session: all with the build_lock */
/* FALSE: an error was posted. */
gboolean gst_scream_sink_pad_open_session (GstScreamSinkPad * self);
void gst_scream_sink_pad_clear_session (GstScreamSinkPad * self);

/* encoder */
/* In the bin, with settings; NULL: none, an error was posted. @entry: for what
 * comes out of it. */
GstElement *gst_scream_sink_make_video_encoder (GstScreamSink * self,
    const GstScreamPayload ** entry);
GstElement *gst_scream_sink_make_audio_encoder (GstScreamSink * self,
    const GstScreamPayload ** entry);

G_END_DECLS

#endif /* __GST_SCREAM_SINK_PRIVATE_H__ */
