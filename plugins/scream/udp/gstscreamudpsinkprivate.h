/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamudpsinkprivate.h: what the files of screamudpsink share
 *
 * gstscreamudpsink.c            starts, sends, stops
 * gstscreamudpsinkproperties.c  properties and stats
 * gstscreamudpsinksocket.c      the socket: whose it is, and its options
 */
#pragma once

#include "gstscreamudpsink.h"
#include "gstudpbatch.h"
#include "plugins/packet/gstpropertytable.h"

GST_DEBUG_CATEGORY_EXTERN (gst_scream_udp_sink_debug);

struct _GstScreamUdpSink
{
  GstBaseSink sink;

  /* under the object lock */
  gchar *host, *bind_address;
  gint port, bind_port;
  GSocket *socket;              /* of the application, or NULL */
  gboolean close_socket;
  gint ttl, qos_dscp, buffer_size;
  gboolean gso;
  GSocket *used_socket;         /* NULL: stopped */
  GSocketAddress *to;
  GstUdpBatchStats stats;       /* at the end of the last send */
  gboolean changed;             /* what the socket sends with */

  GCancellable *cancellable;    /* of waiting for room */

  /* of the thread that sends */
  GstUdpBatch *batch;
  GHashTable *warned;           /* a set of errno */
};

/* By the property socket, or a new one; sets used_socket and to.  FALSE and @error: a
 * GStreamer error for users. */
gboolean gst_scream_udp_sink_open (GstScreamUdpSink * self, GError ** error);
void gst_scream_udp_sink_close (GstScreamUdpSink * self);

/* Sets the DSCP, if the property does. */
void gst_scream_udp_sink_apply_dscp (GSocket * socket, gint dscp);
/* The byte with DSCP and ECN. */
guint8 gst_scream_udp_sink_traffic_class (GSocket * socket);

extern const GstPropertyTable gst_scream_udp_sink_properties;
