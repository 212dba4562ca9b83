/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrxprivate.h: what the files of screamrx share
 *
 * gstscreamrx.c            pads, states
 * gstscreamrxflow.c        chain, events
 * gstscreamrxplace.c       jitter buffers around
 * gstscreamrxfeedback.c    feedback out: routes, timer, worker
 * gstscreamrxpeers.c       who the sender is, by gstscreampeers
 * gstscreamrxrtcp.c        the pads rtcp_src and rtcp_sink
 * gstscreamrxproperties.c  properties
 * gstscreamrxstats.c       the stats structure
 *
 * One lock, self->lock, guards all fields below it.  No function of another
 * element is called with it held.
 */
#pragma once

#include "plugins/scream/rtp/gstcapturereader.h"
#include "plugins/packet/gstpropertytable.h"
#include "plugins/packet/gstscreampacket.h"
#include "gstscreampeers.h"
#include "gstscreamroute.h"
#include "gstscreamrx.h"
#include "gstscreamrxobserver.h"
#include "gstscreamrxsession.h"

GST_DEBUG_CATEGORY_EXTERN (gst_scream_rx_debug);

/* What IPv6 lets through everywhere, 1280, without headers and SRTCP's tag. */
#define GST_SCREAM_RX_MAX_FEEDBACK_SIZE 1200

/* IPv4 and UDP: they count in a REMB, and in what may go back. */
#define GST_SCREAM_RX_PACKET_OVERHEAD 28

/* RTCP of a session that has to wait; what is older is worth less. */
#define GST_SCREAM_RX_MAX_WAITING 4

/* None is larger than a packet of Ethernet. */
#define GST_SCREAM_RX_MAX_RTCP 1500

/* Packets without a route, or a number, before the warning: pads may be linked
 * late. */
#define GST_SCREAM_RX_PACKETS_BEFORE_WARNING 16

/* Of those that GstScreamRxRoute allows */
typedef enum
{
  ROUTE_NONE,
  ROUTE_SOCKET,
  ROUTE_RTP_SESSION,
  ROUTE_PAD
} GstScreamRxTakenRoute;

struct _GstScreamRx
{
  GstElement parent;

  GstPad *sinkpad, *srcpad;
  GstScreamRxSession *session;
  GstScreamRxObserver *observer;
  GstSegment segment;           /* streaming thread */

  GMutex lock;                  /* for what follows, never held for a push */
  GstPad *rtcp_srcpad, *rtcp_sinkpad;
  GstClock *clock;              /* NULL if not running */
  GstClockID timer;
  guint needless;               /* times it fired in a row and nothing was due */
  RtpCcTime asked_until;        /* an RTPSession, for RTCP; 0: it was not */
  gboolean working;             /* the worker is to run, or runs */
  gboolean eos;                 /* the worker has to end rtcp_src */
  RtpCcReporter *receiver;
  GstScreamPeers peers;
  GstScreamRoute route;
  GstCaptureReader *capture;
  guint caps_twcc_id;           /* of the extension, by the caps */
  guint clock_rate;             /* the same, 0: unknown */
  gint nal_payload;             /* the same, of H.264 or H.265; -1: unknown */
  gboolean nal_is_h265;
  gint caps_payload;            /* the same, -1: unknown */
  guint n_first, first_type;    /* packets until it looks around, the last's type */
  gboolean fitting;             /* the caps said what one of these is */
  gboolean checked_place;
  gboolean numbered;            /* a packet had a transport-wide number */
  gboolean warned, warned_numbers;
  GstScreamRxTakenRoute last_route;
  guint64 rtcp_packets;
  guint64 other_packets;
  guint64 ecn_unknown;
  guint64 feedback_errors;
  GQueue waiting;               /* GBytes: RTCP until enough has come */
  guint64 prepaid;              /* bytes that went to rtcp_src and may come back
                                 * encrypted */
  guint32 random_ssrc;

  /* properties */
  GstScreamRxFeedback feedback;
  GstClockTime max_interval;
  guint max_packets;
  guint overlap;
  GstClockTime min_interval;
  guint sender_ssrc;
  GstScreamRxCompat compat;
  GstScreamRxRoute feedback_route;
  guint rtp_session_bandwidth;
  guint capture_time_extension;
  guint twcc_extension;
};

/* flow */
void gst_scream_rx_setup_sink_pad (GstPad * pad);
/* A packet that goes past the pads into @session, which may be replaced. Without the
 * lock. */
void gst_scream_rx_observe (GstScreamRx * self, GstElement * session,
    GstBuffer ** packet);

/* for handlers, probes and timers, which may run after the end of the element */
static inline GWeakRef *
gst_scream_rx_new_weak_ref (GstScreamRx * self)
{
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  g_weak_ref_init (ref, self);
  return ref;
}

static inline void
gst_scream_rx_free_weak_ref (gpointer ref)
{
  g_weak_ref_clear (ref);
  g_free (ref);
}

static inline void
gst_scream_rx_free_with_handler (gpointer ref, GClosure * closure)
{
  gst_scream_rx_free_weak_ref (ref);
}

/* @callback gets a weak reference. */
static inline gulong
gst_scream_rx_connect (GstScreamRx * self, gpointer instance,
    const gchar * signal, GCallback callback)
{
  return g_signal_connect_data (instance, signal, callback,
      gst_scream_rx_new_weak_ref (self), gst_scream_rx_free_with_handler, 0);
}

/* place */
/* The payload type of a packet. With the lock. */
void gst_scream_rx_note_type (GstScreamRx * self, guint type);
/* After the first packets: warns of what is in the wrong place. Without the lock. */
void gst_scream_rx_check_place (GstScreamRx * self);

/* feedback */
/* Looks for sockets and sessions around. Without the lock. */
void gst_scream_rx_find_routes (GstScreamRx * self);
/* The first of it, for sockets alone. */
void gst_scream_rx_find_sockets (GstScreamRx * self);
/* RTCP that counts already; @to: NULL is the sender. Without the lock. */
gboolean gst_scream_rx_send_to (GstScreamRx * self, GSocketAddress * to,
    const guint8 * data, gsize size);
/* Packets were noted: sends what is due, or has it sent later. Without the lock. */
void gst_scream_rx_respond (GstScreamRx * self);
/* RTCP that had to wait goes out, if it may by now. Without the lock. */
void gst_scream_rx_send_waiting (GstScreamRx * self);
/* Forgets it. With the lock. */
void gst_scream_rx_clear_waiting (GstScreamRx * self);
/* Sends what is due, and the end of rtcp_src. Without the lock. */
void gst_scream_rx_wake_worker (GstScreamRx * self);
/* No timer from now on; the clock is gone. Without the lock. */
void gst_scream_rx_disarm (GstScreamRx * self);
/* GstScreamRxSessionFunc: the RTPSession makes RTCP, for whatever reason. */
gsize gst_scream_rx_take_for_session (GstElement * element, guint8 * data,
    gsize size);

/* peers */
/* A packet came: to whom does feedback go, and what is it to that address? Returns a message
 * if it is another address now, or if one was refused; else NULL. With the lock, and
 * receiver. */
GstStructure *gst_scream_rx_note_sender (GstScreamRx * self,
    GstBuffer * buffer, const GstScreamPacket * packet,
    GstScreamRxOrigin * origin, GstClockTime now);
/* Asks who has an address, if there is a dispute. Without the lock. */
void gst_scream_rx_ask (GstScreamRx * self);
/* Adds sender, local-address, sender-moves, sender-refusals, from-unknown-peers. With the
 * lock. */
void gst_scream_rx_add_peer_stats (GstScreamRx * self, GstStructure * stats);

/* rtcp */
void gst_scream_rx_setup_rtcp_pad (GstPad * pad);
/* FALSE: what is behind rtcp_src did not take it. Without the lock. */
gboolean gst_scream_rx_push (GstPad * pad, const guint8 * data, gsize size);
/* Ends rtcp_src, if the media has ended. Without the lock. */
void gst_scream_rx_send_eos (GstScreamRx * self);
/* Flushes the stream of feedback with the media, and starts it again after its
 * end. Without the lock. */
void gst_scream_rx_rtcp_follow (GstScreamRx * self, GstEvent * event);

/* Who sends the feedback.  With the lock. */
static inline guint32
gst_scream_rx_own_ssrc (const GstScreamRx * self)
{
  return self->sender_ssrc ? self->sender_ssrc : self->random_ssrc;
}

/* properties */
extern const GstPropertyTable gst_scream_rx_properties;
/* With the lock. */
void gst_scream_rx_get_config (GstScreamRx * self,
    RtpCcReporterConfig * config);

/* stats */
GstStructure *gst_scream_rx_create_stats (gpointer object);
