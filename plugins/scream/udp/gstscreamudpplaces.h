/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamudpplaces.h: memory into which datagrams are read
 *
 * Readers borrow it for as long as it takes to make buffers of what they read, so that
 * hundreds of streams need what the few of them take that read at the same time.
 */
#pragma once

#include <glib.h>

/* Of one size each, page-aligned. Any thread. */
guint8 *gst_scream_udp_places_take (void);
void gst_scream_udp_places_give (guint8 * places);

/* OURS: datagrams of a call. At half a frame of 2 Mbit/s that came at once takes a call
 * more, at double there is nothing to gain. */
#define GST_SCREAM_UDP_SLOTS 8

/* OURS: the first bytes of each datagram have a place among those of the others, so that
 * a stream of single packets touches a page or two. Those of Ethernet fit. */
#define GST_SCREAM_UDP_FIRST_SIZE 1536

/* The longest datagram of UDP, and its place, into which the first bytes are copied if
 * it is longer than those. Pages that no packet touches take no memory. */
#define GST_SCREAM_UDP_SLOT_SIZE 65536
