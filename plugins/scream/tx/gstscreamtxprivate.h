/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxprivate.h: what the files of screamtx share
 *
 * gstscreamtx.c          properties, pads, states
 * gstscreamtxflow.c      chain, events, queries
 * gstscreamtxsend.c      the sources of the loop that send
 * gstscreamtxfeedback.c  RTCP in, what is not ours out, routes, warnings
 * gstscreamtxkeyframes.c key frames that are asked for
 * gstscreamtxrates.c     rates to encoders and application, its own split
 * gstscreamtxnumber.c    transport-wide numbers that we write
 * gstscreamtxtwcc.c      transport-wide feedback through an rtpsession
 * gstscreamtxstats.c     the stats structure
 *
 * One lock, self->lock, guards the session and all fields below it.  No
 * function of another element is called with it held.
 */
#ifndef __GST_SCREAM_TX_PRIVATE_H__
#define __GST_SCREAM_TX_PRIVATE_H__

#include <gst/rtpcc/session/rtpcc-session.h>

#include "plugins/scream/net/gstecnsink.h"
#include "plugins/packet/gstlogfile.h"
#include "plugins/scream/net/gstrtpsessionroute.h"
#include "gstscreamtx.h"
#include "gstscreamtxpad.h"
#include "plugins/scream/net/gstsocketpath.h"
#include "plugins/scream/rtp/gsttwccnumbers.h"

G_BEGIN_DECLS

GST_DEBUG_CATEGORY_EXTERN (gst_scream_tx_debug);

typedef enum
{
  GST_SCREAM_TX_CONTROLLER_SCREAM,
  GST_SCREAM_TX_CONTROLLER_SCREAM_V1,
  GST_SCREAM_TX_CONTROLLER_NADA,
  GST_SCREAM_TX_CONTROLLER_GCC,
  GST_SCREAM_TX_CONTROLLER_GCC_DRAFT02,
  GST_SCREAM_TX_CONTROLLER_GCC_REMB,
  GST_SCREAM_TX_CONTROLLER_FIXED
} GstScreamTxController;

#define GST_TYPE_SCREAM_TX_CONTROLLER (gst_scream_tx_controller_get_type ())
GType gst_scream_tx_controller_get_type (void);

/* The values are the code points. */
typedef enum
{
  GST_SCREAM_TX_ECN_NOT_ECT = RTP_CC_ECN_NOT_ECT,
  GST_SCREAM_TX_ECN_ECT_1 = RTP_CC_ECN_ECT_1,
  GST_SCREAM_TX_ECN_ECT_0 = RTP_CC_ECN_ECT_0
} GstScreamTxEcn;

typedef enum
{
  ROUTE_UNKNOWN,                /* not looked for yet */
  ROUTE_NONE,
  ROUTE_SOCKET,                 /* with the next also: by which it came last */
  ROUTE_RTP_SESSION,
  ROUTE_PAD
} GstScreamTxRoute;

struct _GstScreamTx
{
  GstElement element;

  /* properties, under the object lock */
  GstScreamTxController controller;
  guint min_bitrate, initial_bitrate, max_bitrate;
  gchar *encoder_name;
  GstElement *encoder;
  gboolean tune_encoder;
  guint64 queue_delay_target, queue_delay_target_max, max_queue_delay;
  GstScreamTxEcn ecn;
  gboolean frame_skip;
  gboolean verify_feedback;
  guint packet_overhead;
  guint64 pacing_burst;
  guint capture_time_extension;
  guint twcc_extension;
  gchar *log_location;

  GMutex lock;
  GCond cond;
  guint n_waiting;              /* threads that wait on it */
  GstClock *clock;              /* system clock: all times of the session */
  RtpCcSession *session;        /* NULL below PAUSED */
  GPtrArray *pads;              /* GstScreamTxPad, in order of streams */
  guint next_pad;               /* number, under the object lock */
  gboolean playing;             /* time passes for the session */
  RtpCcTime paused_since;
  GstScreamLoop *loop;          /* calls the pads, NULL below PAUSED */
  GstScreamTxPad *dispatcher;   /* who is called for what is next */
  gboolean waiting;             /* it waits, until wait_until */
  RtpCcTime wait_until;
  RtpCcTime last_send;          /* when packets were taken to be sent */
  RtpCcTime lateness;           /* of this thread lately */
  RtpCcTime house_kept;         /* when, and whether something happened since */
  gboolean house_dirty;
  guint estimated_bitrate;      /* as notified last */
  guint split_total;            /* that the application split last; 0: none */
  guint split_streams;          /* which streams there were */
  gboolean splitting;           /* it is being asked */
  gboolean split_again;         /* and is to be asked again */
  GstLogFile *log;
  RtpCcTime log_flushed;

  GstPad *rtcp_sinkpad, *rtcp_srcpad;   /* NULL: not requested */
  gboolean rtcp_started;        /* rtcp_src has its first events */
  GstScreamTxRoute route;
  GstFeedbackReader *reader;
  GstRtpSessionRoute *rtp_sessions;
  guint64 feedback_packets;     /* of the session, when some came last */
  guint64 from_unknown_peers;   /* of readers before this one */
  RtpCcTime fir_read;           /* the last one; NEVER: none yet */
  guint64 requests_refused;     /* to send again what was never sent */
  guint64 not_rtcp;             /* datagrams from peers */
  gboolean had_route;           /* feedback could come, in this session */
  gboolean feedback_missing, feedback_stalled;  /* posted */
  gboolean feedback_warned;
  gboolean violation_warned;    /* the controller broke its contract */
  gboolean feedback_dishonest;  /* posted */
  GstTwccNumbers *twcc_numbers;
  gboolean counting;            /* the session gives packets their numbers */
  GPtrArray *ecn_sinks;         /* GstEcnSink */
  guint64 ecn_changes;          /* posted */
};

RtpCcTime gst_scream_tx_now (GstScreamTx * self);

/* The pads as they are, to be used without the lock. */
GPtrArray *gst_scream_tx_list_pads (GstScreamTx * self);

/* flow */
void gst_scream_tx_setup_sink_pad (GstScreamTx * self, GstScreamTxPad * pad);
void gst_scream_tx_setup_src_pad (GstScreamTx * self, GstPad * pad);
/* The pad that belongs to a src pad, with a reference. */
GstScreamTxPad *gst_scream_tx_pad_of (GstScreamTx * self, GstPad * srcpad);
/* RtpCcDropFunc */
void gst_scream_tx_drop (const RtpCcQueueItem * item, gpointer user_data);
/* In the thread that leads: who reads the log while it grows finds whole lines
 * that are a second old at most. */
void gst_scream_tx_flush_log (GstScreamTx * self, RtpCcTime now);

/* send */
/* The source of a pad; halt lets it end, join waits for that. Without the lock. */
void gst_scream_tx_start_pad (GstScreamTx * self, GstScreamTxPad * pad);
void gst_scream_tx_halt_pad (GstScreamTx * self, GstScreamTxPad * pad);
void gst_scream_tx_join_pad (GstScreamTx * self, GstScreamTxPad * pad);
/* With the lock: something has changed; waits until it does. */
void gst_scream_tx_signal (GstScreamTx * self);
void gst_scream_tx_wait (GstScreamTx * self);
/* With the lock: the dispatcher looks again; the second, if it must do so earlier
 * than it knows. */
void gst_scream_tx_wake (GstScreamTx * self);
void gst_scream_tx_wake_if_due (GstScreamTx * self, RtpCcTime now);
/* With the lock: less of this pad is on its way than before. */
void gst_scream_tx_pad_done (GstScreamTx * self, GstScreamTxPad * pad);

/* key frames */
/* Asks encoders for those that are due. Without the lock. */
void gst_scream_tx_request_key_frames (GstScreamTx * self);
/* An event that comes upstream for @pad; TRUE: it is a receiver's request, which
 * is answered, now or later. Without the lock. */
gboolean gst_scream_tx_take_key_request (GstScreamTx * self,
    GstScreamTxPad * pad, GstEvent * event);
/* With the lock: what RTCP that was read asks for. */
void gst_scream_tx_take_firs (GstScreamTx * self, RtpCcTime now);
/* GstEncoderControlEventFunc, for a pad */
gboolean gst_scream_tx_on_encoder_request (GstEvent * event, gpointer pad);

/* feedback */
/* EOS of a pad has been pushed. Without the lock. */
void gst_scream_tx_stream_ended (GstScreamTx * self, GstScreamTxPad * pad);
void gst_scream_tx_setup_rtcp_pads (GstPad * rtcp_sink, GstPad * rtcp_src);
/* Those of UDP sinks that have opened their sockets. Without the lock. */
void gst_scream_tx_keep_ports (GstScreamTx * self);
/* Finds a way for feedback, with the first packet. Without the lock. */
void gst_scream_tx_find_route (GstScreamTx * self);
/* Takes it down, but for the pad. Without the lock. */
void gst_scream_tx_drop_route (GstScreamTx * self);
/* Posts what changed: feedback missing or back. Without the lock. */
void gst_scream_tx_check_feedback (GstScreamTx * self);

/* twcc */
/* NULL: the media goes through no rtpsession. Without the lock. */
GstTwccNumbers *gst_scream_tx_watch_numbers (GstScreamTx * self);
/* One of rtpsession. Without the lock. */
void gst_scream_tx_take_twcc_event (GstScreamTx * self, GstEvent * event);

/* numbers */
/* New caps: takes @event and returns what is to be sent on. Without the lock. */
GstEvent *gst_scream_tx_announce_number (GstScreamTx * self,
    GstScreamTxPad * pad, GstEvent * event);
/* Takes the buffer and returns it with room for the number, if it is to have
 * one. */
GstBuffer *gst_scream_tx_reserve_number (GstScreamTxPad * pad,
    GstBuffer * buffer);
/* With the lock: the number of a packet that leaves. */
void gst_scream_tx_write_number (GstScreamTxPad * pad, RtpCcQueueItem * item);

/* elements' settings */
/* New bounds and priorities to the session. Without the lock. */
void gst_scream_tx_apply_settings (GstScreamTx * self);

/* rates */
void gst_scream_tx_install_signals (GstScreamTxClass * klass);
/* Tells the encoders and the application the new rates. Without the lock. */
void gst_scream_tx_publish_rates (GstScreamTx * self);
/* GstEncoderControlChangeFunc, for a pad */
gboolean gst_scream_tx_on_encoder_change (GstElement * encoder, guint64 bitrate,
    gpointer pad);

/* properties */
void gst_scream_tx_install_properties (GObjectClass * klass);
/* The defaults; the object is new. */
void gst_scream_tx_init_properties (GstScreamTx * self);

/* stats */
GstStructure *gst_scream_tx_create_stats (GstScreamTx * self);
/* NULL: there is no session. */
GstStructure *gst_scream_tx_create_stream_stats (GstScreamTx * self,
    GstScreamTxPad * pad);

G_END_DECLS

#endif /* __GST_SCREAM_TX_PRIVATE_H__ */
