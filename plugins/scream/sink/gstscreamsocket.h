/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamsocket.h: the one UDP socket of screamsink
 *
 * Media and RTCP leave by a screamudpsink that it is given to; what comes back is read
 * here and pushed to a pad. Only datagrams from the address that media goes to
 * are taken. While nothing leaves, empty datagrams keep a NAT's binding open.
 */
#pragma once

#include <gst/gst.h>
#include <gio/gio.h>

typedef struct _GstScreamSocket GstScreamSocket;

/**
 * GstScreamSocketStats:
 * @datagrams: that came from the receiver
 * @from_unknown_peers: that came from elsewhere, ignored
 * @not_rtcp: from the receiver, and no RTCP, but longer than a keep-alive
 * @keep_alives: sent
 */
typedef struct
{
  guint64 datagrams, from_unknown_peers, not_rtcp, keep_alives;
} GstScreamSocketStats;

/* Resolves @host, which may take time. NULL and @error, an error of GStreamer
 * for users, if that fails or there is no such local address. @bind_address may
 * be NULL, @bind_port 0. */
GstScreamSocket *gst_scream_socket_new (const gchar * host, guint16 port,
    const gchar * bind_address, guint16 bind_port, GError ** error);

gboolean gst_scream_socket_is_v6 (GstScreamSocket * self);

/* Makes @udpsink send to the receiver by this socket. */
void gst_scream_socket_set_sink (GstScreamSocket * self, GstElement * udpsink);

/* Pushes to @rtcp_sinkpad from now on, by the loop of @owner; @caps_name: of
 * its caps.
 * @keep_alive: ns in which something leaves, 0: as it comes. */
gboolean gst_scream_socket_start (GstScreamSocket * self, GstElement * owner,
    GstPad * rtcp_sinkpad, const gchar * caps_name, guint64 keep_alive,
    GError ** error);

void gst_scream_socket_get_stats (GstScreamSocket * self,
    GstScreamSocketStats * stats);

/* Stops and closes. NULL is allowed. */
void gst_scream_socket_free (GstScreamSocket * self);
