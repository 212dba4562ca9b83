/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxcore.h: screamtx itself, and what all of its files use
 *
 * One lock, self->lock, guards the session and all fields below it.  No
 * function of another element is called with it held.
 */
#pragma once

#include <gst/rtpcc/session/rtpcc-session.h>

#include "plugins/scream/net/gstecnsink.h"
#include "plugins/packet/gstlogfile.h"
#include "plugins/scream/net/gstrtpsessionroute.h"
#include "gstscreamtx.h"
#include "gstscreamtxpad.h"
#include "plugins/scream/net/gstsocketpath.h"
#include "plugins/scream/rtp/gsttwccnumbers.h"

GST_DEBUG_CATEGORY_EXTERN (gst_scream_tx_debug);
/* SSRC, sequence number and time (ns) from which on each packet may leave, as TRACE */
GST_DEBUG_CATEGORY_EXTERN (gst_scream_pace_debug);

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
  gchar *controller, *controller_params;
  guint min_bitrate, initial_bitrate, max_bitrate, no_feedback_bitrate;
  gchar *encoder_name;
  GstElement *encoder;
  GstEncoderPolicy shared_policy;
  gboolean policy_is_set;       /* by the user: shared-percentile does not change it */
  guint shared_percentile;
  gboolean tune_encoder;
  RtpCcGoal goal;
  guint64 queue_delay_target, queue_delay_target_max, max_queue_delay;
  gboolean target_is_set, limit_is_set; /* the first and the last of these, by the
                                         * user: goal does not count for them */
  GstScreamTxEcn ecn;
  gboolean frame_skip;
  guint packet_overhead;
  gboolean pacing;
  guint64 pacing_burst;
  guint capture_time_extension;
  guint twcc_extension;
  gchar *log_location;
  guint64 stats_interval;

  GMutex lock;
  GCond cond;
  guint n_waiting;              /* threads that wait on it */
  GstClock *clock;              /* system clock: all times of the session */
  RtpCcTime now;                /* as it was read last */
  RtpCcSession *session;        /* NULL below PAUSED */
  GPtrArray *pads;              /* GstScreamTxPad, in order of streams */
  guint next_pad;               /* number, under the object lock */
  guint n_in_use;               /* pads into which something came */
  gboolean playing;             /* time passes for the session */
  RtpCcTime paused_since;
  GstScreamLoop *loop;          /* calls the pads, NULL below PAUSED */
  GstScreamTxPad *dispatcher;   /* who is called for what is next */
  gboolean waiting;             /* it waits, until wait_until */
  gboolean woken;               /* that is over, and it is about to look */
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
  GstScreamLoopSource *report_source;   /* NULL: stats-interval is 0, or not PLAYING */
  GstClockTime report_interval, report_time;    /* of its thread, once it is there */

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
  guint64 hints_refused;        /* events */
  gboolean had_route;           /* feedback could come, in this session */
  gboolean feedback_missing, feedback_stalled;  /* posted */
  gboolean feedback_warned;
  gboolean several_receivers;   /* so it is no wonder that there is none */
  gboolean receiver_known;      /* feedback came, in this session */
  RtpCcTime receiver_heard;     /* the last time, or the start */
  gboolean violation_warned;    /* the controller broke its contract */
  gboolean remb_warned;         /* it comes, and nothing else */
  GstTwccNumbers *twcc_numbers;
  gboolean counting;            /* the session gives packets their numbers */
  GPtrArray *ecn_sinks;         /* GstEcnSink */
  guint64 ecn_changes;          /* posted */
};

/* With the lock: the time; and @time if that was read shortly before, since a session
 * does not go back. */
RtpCcTime gst_scream_tx_now (GstScreamTx * self);
RtpCcTime gst_scream_tx_at (GstScreamTx * self, GstClockTime time);

/* The pads as they are, to be used without the lock. */
GPtrArray *gst_scream_tx_list_pads (GstScreamTx * self);
/* With the lock: the next pad that has a stream, from the place @next on, which moves
 * behind it; its @info at @now.  NULL: none is left. */
GstScreamTxPad *gst_scream_tx_next_stream (GstScreamTx * self, guint * next,
    RtpCcStreamInfo * info, RtpCcTime now);
/* The pad that belongs to a src pad, with a reference. */
GstScreamTxPad *gst_scream_tx_pad_of (GstScreamTx * self, GstPad * srcpad);
/* RtpCcDropFunc */
void gst_scream_tx_drop (const RtpCcQueueItem * item, gpointer user_data);
/* With the object lock: max-queue-delay as it holds, ns. */
guint64 gst_scream_tx_get_limit (GstScreamTx * self);
/* The application hears of changes of a rate of 1 % or more. */
gboolean gst_scream_tx_worth_telling (guint64 before, guint64 now);

/* The RTPSessions that media goes through, before screamtx or behind it: rtpbin's aux sender
 * is before (element-type GstElement). Without the lock, as the next two. */
GPtrArray *gst_scream_tx_find_sessions (GstScreamTx * self);
/* These and those that RTCP goes to get less RTCP from now on, and how many packets they did
 * not get. */
void gst_scream_tx_guard_sessions (GstScreamTx * self);
guint64 gst_scream_tx_count_withheld (GstScreamTx * self);
