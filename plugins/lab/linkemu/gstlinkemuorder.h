/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstlinkemuorder.h: order of events among packets */
#pragma once

#include <gst/gst.h>

/* Keeps serialized events at their place among packets, of which some are
 * dropped and some may overtake others.  A section is the packets between two
 * events; it ends when none of them is under way any more. */
typedef struct
{
  GQueue sections;
} GstLinkEmuOrder;

typedef struct _GstLinkEmuSection GstLinkEmuSection;

/* A packet under way. */
typedef struct
{
  GstBuffer *buffer;
  gboolean is_rtp;
  GstLinkEmuSection *section;
} GstLinkEmuPacket;

void gst_link_emu_order_init (GstLinkEmuOrder * order);
void gst_link_emu_order_clear (GstLinkEmuOrder * order);

/* Takes @event. */
void gst_link_emu_order_add_event (GstLinkEmuOrder * order, GstEvent * event);
/* Takes @buffer. */
GstLinkEmuPacket *gst_link_emu_order_add_packet (GstLinkEmuOrder * order,
    GstBuffer * buffer);
/* @packet has arrived, or was dropped on the way; frees it. */
void gst_link_emu_order_arrived (GstLinkEmuPacket * packet);
void gst_link_emu_order_dropped (GstLinkEmuPacket * packet);

/* The next buffer, buffer list or event for downstream; NULL: none now. */
GstMiniObject *gst_link_emu_order_next (GstLinkEmuOrder * order);
