/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamroute.h: the way back to the sender over the socket of a udpsrc */
#ifndef __GST_SCREAM_ROUTE_H__
#define __GST_SCREAM_ROUTE_H__

#include <gst/gst.h>
#include <gio/gio.h>

#include <gst/rtpcc/wire/rtpcc-echo.h>

#include "plugins/packet/gstscreampacket.h"

G_BEGIN_DECLS

typedef struct _GstScreamRoute GstScreamRoute;

GstScreamRoute *gst_scream_route_new (void);
void gst_scream_route_free (GstScreamRoute * route);

/* Looks for udpsrc elements that feed @sinkpad, and asks them for the kernel's
 * arrival times, for ECN codepoints, and for the addresses that packets came to. To be called again when something upstream has
 * changed. */
void gst_scream_route_find (GstScreamRoute * route, GstPad * sinkpad);

/* Forgets sockets and address. */
void gst_scream_route_clear (GstScreamRoute * route);

/* A packet came: feedback goes to its sender, by the rules of gstscreamlatch.h. Returns
 * a structure for a message if feedback goes to another address now, and then sets
 * @moved, or if an address was refused; else NULL. */
GstStructure *gst_scream_route_note_sender (GstScreamRoute * route,
    GstBuffer * buffer, const GstScreamPacket * packet, gboolean * moved,
    GstClockTime now);

/* Asks an address whether it gets what is sent to it; @ssrc is the one that asks. FALSE:
 * nobody is to be asked. Otherwise @data has the question. If @own is set, it is for the
 * address that feedback goes to; if not, it has been sent to another address. */
gboolean gst_scream_route_ask (GstScreamRoute * route, guint32 ssrc,
    guint8 data[RTP_CC_ECHO_QUESTION_SIZE], gboolean * own, GstClockTime now);

/* RTCP came. TRUE: it is an answer to a question, and for nobody else. */
gboolean gst_scream_route_note_rtcp (GstScreamRoute * route,
    GstBuffer * buffer, guint32 ssrc, GstClockTime now);

/* @buffer, of @ssrc, is a recording: gst_scream_latch_forget(). */
gboolean gst_scream_route_forget (GstScreamRoute * route, GstBuffer * buffer,
    guint32 ssrc);

/* @buffer, of @ssrc, cannot be a recording: gst_scream_latch_overtake(). */
gboolean gst_scream_route_overtake (GstScreamRoute * route,
    GstBuffer * buffer, guint32 ssrc, GstClockTime now);

/* Did the last change of the address end a dispute? */
gboolean gst_scream_route_was_disputed (GstScreamRoute * route);

/* Is it the address that feedback goes to? */
gboolean gst_scream_route_is_sender (GstScreamRoute * route,
    GSocketAddress * address);

/* Does @buffer come from elsewhere while the sender is heard? Who sends it may have
 * overheard the numbers of the stream: feedback on such packets would say that the
 * sender's own packets are lost. */
gboolean gst_scream_route_is_unknown_peer (GstScreamRoute * route,
    GstBuffer * buffer, GstClockTime now);

/* Is @buffer from another address than the one that feedback goes to? */
gboolean gst_scream_route_is_elsewhere (GstScreamRoute * route,
    GstBuffer * buffer);

/* Adds sender, local-address, sender-moves, sender-refusals, from-unknown-peers. */
void gst_scream_route_add_stats (GstScreamRoute * route, GstStructure * stats);

/* Is there a socket? */
gboolean gst_scream_route_has_socket (GstScreamRoute * route);

/* Is there a socket, and an address that it can send to? */
gboolean gst_scream_route_is_open (GstScreamRoute * route);

/* Do the buffers' DTS say when packets came? */
gboolean gst_scream_route_has_arrival_times (GstScreamRoute * route);

/* May block: the caller holds no lock. */
gboolean gst_scream_route_send (GstScreamRoute * route, const guint8 * data,
    gsize size, GError ** error);

G_END_DECLS

#endif /* __GST_SCREAM_ROUTE_H__ */
