/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairpolicy.h: which repair fits a path
 *
 * No clock and no element: time is an argument, in nanoseconds.
 */
#pragma once

#include "gstscreamrepair.h"

typedef struct
{
  GstScreamRepair repair;       /* what the user wants */
  GstClockTime deadline;        /* from loss to picture */

  gboolean too_far;             /* a retransmission would come too late */
  GstClockTime differs;         /* since when the path says otherwise, NONE: no */
  gboolean lossy;
  gdouble lost, received;       /* packets, the old ones count less */
  guint64 seen_lost, seen_received;
  GstClockTime updated;         /* NONE: never */
  gboolean no_fec;              /* the receiver does not say that it takes any */
  GstClockTime missed;          /* since when FEC would be sent if it did, NONE: it would not */
} GstScreamRepairPolicy;

void gst_scream_repair_policy_init (GstScreamRepairPolicy * self,
    GstScreamRepair repair, GstClockTime deadline);

/* @rtt: 0, not known. @lost, @received: packets since the start, by feedback. */
void gst_scream_repair_policy_update (GstScreamRepairPolicy * self,
    GstClockTime now, GstClockTime rtt, guint64 lost, guint64 received);

/* Unless the receiver takes FEC, there is none, and "auto" retransmits on any path. At first
 * it does. */
void gst_scream_repair_policy_set_takes_fec (GstScreamRepairPolicy * self,
    gboolean takes_fec);

/* The fraction of packets that are lost of late. */
gdouble gst_scream_repair_policy_get_loss (const GstScreamRepairPolicy * self);

/* Is a packet sent again that is asked for? */
gboolean gst_scream_repair_policy_retransmits (const GstScreamRepairPolicy *
    self);

/* Is the receiver told of the end of each frame? */
gboolean gst_scream_repair_policy_tells_ends (const GstScreamRepairPolicy *
    self);

/* Is nothing repaired, since the receiver is none that takes FEC? */
gboolean gst_scream_repair_policy_misses_fec (const GstScreamRepairPolicy *
    self);
/* The loss that FEC is to repair now; 0: video gets none. */
gdouble gst_scream_repair_policy_get_fec_loss (const GstScreamRepairPolicy *
    self);
