/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamsrcprivate.h: parts of screamsrc
 *
 *   gstscreamsrc.c         pads, states, URI
 *   gstscreamsrcproperties.c  properties, stats
 *   gstscreamsrcsession.c  socket to RTP session, and RTCP both ways
 *   gstscreamsrcguard.c    which packets the session gets
 *   gstscreamsrcsrtp.c     ... of SRTP
 *   gstscreamsrclatency.c  how long the jitter buffers are (with gstscreamlateness)
 *   gstscreamsrclag.c      how long packets wait for what is behind (with gstscreamlag)
 *   gstscreamsrcframes.c   how the pictures move
 *   gstscreamsrcplaces.c   which streams have a place there
 *   gstscreamsrcnews.c     messages about the sender and its streams
 *   gstscreamsrcstreams.c  which stream goes to which pad, and in which form
 *                          (with gstscreamsrcidle.c and gstscreamsrcfaults.c)
 */
#pragma once

#include <gio/gio.h>
#include <gst/gst.h>

#include "gstscreamgate.h"
#include "plugins/packet/gstscreampacket.h"
#include "plugins/scream/bins/gstscreamauth.h"
#include "plugins/scream/bins/gstscreamgoal.h"
#include "plugins/scream/repair/gstscreamrepairreceive.h"
#include "plugins/scream/net/gstrtcpfilter.h"
#include "plugins/scream/rx/gstscreamrx.h"
#include "plugins/packet/gstpropertytable.h"
#include "plugins/scream/src/rules/gstscreamlateness.h"
#include "gstscreamsrc.h"

typedef struct _GstScreamStreams GstScreamStreams;

/* Since the start; those of stats */
typedef struct
{
  guint64 rtp_in, rtp_good;     /* packets from the socket, and to the session */
  guint64 from_unknown_peers, excess, recorded, untried;        /* of RTP */
  guint64 rtcp_good, rtcp_refused;      /* datagrams, whole or in part */
  GstClockTime lag;             /* of the packet that left a jitter buffer last */
  guint64 lag_skips, lag_packets;
} GstScreamSrcCounts;

struct _GstScreamSrc
{
  GstBin parent;

  GstScreamRx *rx;
  GstScreamStreams *streams;
  GstScreamRepairReceiver *repair;

  /* from NULL to READY and back */
  GstElement *udpsrc, *rtpbin;
  GstElement *srtpdec, *srtpenc;        /* NULL: not encrypted */
  GstPad *rtcp_in;              /* of the session, or of srtpdec */
  GPtrArray *sinks;             /* that were async */

  /* in the thread of udpsrc */
  GstScreamAuth *auth;          /* NULL: not encrypted */
  GQueue held;                  /* GstScreamHeld */
  guint capture_id;             /* of the header extension, 0: none */
  GstClockTime trial_due;       /* when all packets of unknown SSRCs that were tried would
                                 * have been due, with a key */
  GstClockTime refusal_due;     /* the same of streams that begin anew when refused */

  GstClockID ticks;             /* NULL: it does not play */

  GRecMutex clearing;           /* held while the session forgets a stream */
  gboolean may_clear;           /* with it: streams come and go one by one */

  GMutex lock;                  /* for what follows */
  gboolean started;             /* rtcp_in has its first events */
  guint64 warned[2];            /* payload types, one bit each */
  GstScreamGate gate;           /* changes in the thread of udpsrc */
  GPtrArray *leaving;           /* SSRCs that the session is about to forget, and that
                                 * have no place any more */
  GstScreamSrcCounts counts;
  GstRtcpFilter rtcp_filter;
  GstClockTime latency_behind;  /* of the pipeline, as sinks have told */
  GstScreamLatencyPolicy policy;        /* of auto_latency */
  GQueue jitterbuffers;         /* what they need of it */
  GSocketAddress *sender;       /* whose streams are in, NULL: nobody's yet; changes in the
                                 * thread of udpsrc */
  GstClockTime heard;           /* when the sender was, or the element began to play */
  gboolean met, silent;         /* it was heard; that it is not is told */
  /* properties */
  gchar *address;
  guint port;
  GstCaps *caps;
  RtpCcGoal goal;
  guint64 latency;              /* ns */
  gboolean auto_latency;
  gboolean latency_is_set, auto_latency_is_set; /* by the user: goal does not count
                                                 * for them */
  guint64 max_lag;              /* ns, 0: any */
  guint64 timeout;
  guint64 max_age;              /* ns, 0: any */
  GstBuffer *srtp_key;          /* NULL: none */
  gboolean bad_key;             /* one was set that is none */
  gboolean key_is_new;          /* than the elements inside */
  gchar *sdp_location;          /* NULL or empty: none */
};

/* ---- gstscreamsrcproperties.c ---- */

extern const GstPropertyTable gst_scream_src_properties;
/* The defaults; the object is new, and rx is there. */
void gst_scream_src_init_properties (GstScreamSrc * self);

/* ---- gstscreamsrcsession.c ---- */

/* Once, when rx is there. */
void gst_scream_src_init_session (GstScreamSrc * self);
/* Makes the elements.  FALSE after an error message. */
gboolean gst_scream_src_open (GstScreamSrc * self);
/* The same, in their place, if the key was set since. */
gboolean gst_scream_src_renew_key (GstScreamSrc * self);
/* Removes them; they are in NULL. */
void gst_scream_src_close (GstScreamSrc * self);
/* Forgets what came, before a new start. */
void gst_scream_src_reset_counters (GstScreamSrc * self);
void gst_scream_src_add_stats (GstScreamSrc * self, GstStructure * stats);

/* ---- gstscreamsdp.c ---- */

/* Sets port and caps from the file. FALSE after an error message. */
gboolean gst_scream_src_read_sdp (GstScreamSrc * self);

/* ---- gstscreamsrcguard.c ---- */

/* Before a new start. */
void gst_scream_src_reset_guard (GstScreamSrc * self);
/* At the end; the counters stay. */
void gst_scream_src_clear_guard (GstScreamSrc * self);

/* Probes for packets from the socket, for media from screamrx, and for RTCP at the
 * session. */
GstPadProbeReturn gst_scream_src_on_packet (GstPad * pad,
    GstPadProbeInfo * info, gpointer self);
GstPadProbeReturn gst_scream_src_on_rtcp (GstPad * pad,
    GstPadProbeInfo * info, gpointer self);
GstPadProbeReturn gst_scream_src_on_media (GstPad * pad,
    GstPadProbeInfo * info, gpointer self);

/* ---- gstscreamsrcsrtp.c ---- */

/* Does @buffer go to srtpdec? */
gboolean gst_scream_src_admit_encrypted (GstScreamSrc * self,
    GstBuffer * buffer, const GstScreamPacket * packet);
/* Probe for what comes from srtpdec. */
GstPadProbeReturn gst_scream_src_on_decrypted (GstPad * pad,
    GstPadProbeInfo * info, gpointer self);

/* ---- gstscreamsrcplaces.c ---- */

GstClockTime gst_scream_src_get_time (void);
/* NULL: there is no place. @is_own: it comes from the address of the sender. */
GstScreamGateStream *gst_scream_src_open_stream (GstScreamSrc * self,
    const GstScreamPacket * packet, gboolean is_own, GstClockTime now);
/* What has been silent for long leaves. */
void gst_scream_src_sweep (GstScreamSrc * self, GstClockTime now);
/* With the lock. What the session has of it is not the sender's, or not of now: what
 * follows would wait for the packets between. */
void gst_scream_src_renew (GstScreamSrc * self, GstScreamGateStream * stream);
/* The session has forgotten the source @ssrc. FALSE: it sends on. */
gboolean gst_scream_src_forget (GstScreamSrc * self, guint32 ssrc);
/* A packet came from the sender: is it the first since it has moved to @address? @disputed:
 * by a dispute. */
void gst_scream_src_follow_sender (GstScreamSrc * self,
    GSocketAddress * address, gboolean disputed, GstClockTime now);
/* From READY to PAUSED. */
void gst_scream_src_allow_clearing (GstScreamSrc * self);
/* Before READY and NULL. Waits for a stream that is being cleared: rtpssrcdemux takes
 * all its streams apart then, and holds no lock. */
void gst_scream_src_end_clearing (GstScreamSrc * self);

/* ---- gstscreamsrclatency.c ---- */

/* As it is now, whole ms. */
GstClockTime gst_scream_src_get_latency (GstScreamSrc * self);
/* What was found out is of another path, or the user knows better. */
void gst_scream_src_restart_latency (GstScreamSrc * self);
/* The properties are new. */
void gst_scream_src_apply_latency (gpointer self);
/* It is new. */
void gst_scream_src_watch_jitterbuffer (GstScreamSrc * self,
    GstElement * jitterbuffer);

/* ---- gstscreamsrclag.c ---- */

/* It is new. */
void gst_scream_src_watch_lag (GstScreamSrc * self, GstElement * jitterbuffer,
    guint ssrc);
void gst_scream_src_watch_latency (GstScreamSrc * self, GstPad * output);

/* ---- gstscreamsrcframes.c ---- */

/* For the session */
gboolean gst_scream_src_on_sending (GObject * session, GstBuffer * buffer,
    gboolean early, GstScreamSrc * self);
void gst_scream_streams_add_stats (GstScreamStreams * streams,
    GstStructure * stats);

/* ---- gstscreamsrcnews.c ---- */

/* In PLAYING, and before it is left. */
void gst_scream_src_await_sender (GstScreamSrc * self);
void gst_scream_src_end_awaiting (GstScreamSrc * self);
/* A packet of it came, or RTCP: who sends a picture now and then is not silent between. */
void gst_scream_src_hear_sender (GstScreamSrc * self, GstClockTime now);

/* ---- gstscreamsrcidle.c ---- */

/* A linked pad that nothing comes for, owned; NULL: there is none. */
GstPad *gst_scream_streams_find_idle (GstScreamStreams * streams);
/* Before PAUSED: the sinks of pads without a stream will not hold up the others. */
void gst_scream_src_let_sinks_play (GstScreamSrc * self);
/* In NULL: they are as they were. */
void gst_scream_src_give_sinks_back (GstScreamSrc * self);

/* ---- gstscreamsrcstreams.c ---- */

GstScreamStreams *gst_scream_streams_new (GstScreamSrc * src);
void gst_scream_streams_free (GstScreamStreams * streams);

/* @pad: of rtpbin, a stream with the caps @rtp begins. */
void gst_scream_streams_add (GstScreamStreams * streams, GstPad * pad,
    guint ssrc, GstCaps * rtp);
void gst_scream_streams_remove (GstScreamStreams * streams, GstPad * pad);
/* Its sender says that nothing follows, or goes on nevertheless. */
void gst_scream_streams_set_ended (GstScreamStreams * streams, guint ssrc,
    gboolean ended);
/* All of them; with no data flowing. */
void gst_scream_streams_clear (GstScreamStreams * streams);
/* The pads that show no stream have no other way to hear of it. */
void gst_scream_streams_eos (GstScreamStreams * streams);
/* Was it on a pad that another stream has, or that is not linked any more? */
gboolean gst_scream_streams_lost_output (GstScreamStreams * streams, guint ssrc);
/* In the stream's thread: packets of @ssrc were left out, and if it is a video nothing
 * can be shown of it before a key frame. */
void gst_scream_streams_begin_anew (GstScreamStreams * streams, guint ssrc);
/* Has a buffer left the output that @element decodes for? Any output, where it decodes
 * for none. */
gboolean gst_scream_streams_has_flow (GstScreamStreams * streams,
    GstObject * element);
/* Is it of an element that decodes, about what came? Then it is told, and not to be passed
 * on. */
gboolean gst_scream_streams_take_fault (GstScreamStreams * streams,
    GstMessage * message);
/* The stream @ssrc is refused downstream, which posts nothing: a warning tells of it, once. */
void gst_scream_streams_blame (GstScreamStreams * streams, guint ssrc,
    const gchar * fault);

/* A pad for one stream, added to the element. */
GstPad *gst_scream_streams_new_output (GstScreamStreams * streams,
    GstPadTemplate * templ, const gchar * name);
void gst_scream_streams_release_output (GstScreamStreams * streams,
    GstPad * pad);
