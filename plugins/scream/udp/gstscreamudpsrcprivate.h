/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamudpsrcprivate.h: what the files of screamudpsrc share
 *
 * gstscreamudpsrcproperties.c  properties and statistics
 * gstscreamudpsrc.c            states, packets
 * gstscreamudpreader.c         the socket
 */
#pragma once

#include "gstscreamudpreader.h"
#include "gstscreamudpsrc.h"
#include "plugins/packet/gstpropertytable.h"

struct _GstScreamUdpSrc
{
  GstPushSrc parent;

  /* streaming thread */
  const GstScreamUdpPacket *packets;    /* of the last read */
  guint n_packets, next;        /* of these, the next that goes on */
  GstClockTime read_time;       /* running time of that read, ns */
  GstClockTime arrival;         /* the same of the last packet's arrival */
  GstBuffer *first;             /* was given to the base class, not owned */
  GstBufferList *others;        /* are to follow it, or NULL */

  /* the object lock, for what follows */
  GCancellable *cancellable;    /* ends a wait */
  GSocket *used;                /* READY and above */
  GstScreamUdpReader *reader;   /* the same */

  /* properties */
  gchar *address;
  guint port;
  guint bound_port;             /* 0 in NULL */
  GSocket *socket;
  gboolean close_socket;
  guint buffer_size;
  GstCaps *caps;
  guint64 timeout;
  gboolean buffer_lists;
  gboolean gro;
};

extern const GstPropertyTable gst_scream_udp_src_properties;
