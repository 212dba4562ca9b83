/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairlook.h: what screamtx knows of the path, for a policy */
#ifndef __GST_SCREAM_REPAIR_LOOK_H__
#define __GST_SCREAM_REPAIR_LOOK_H__

#include "gstscreamrepairpolicy.h"

G_BEGIN_DECLS

typedef struct
{
  GstElement *transmitter;
  GstScreamRepairPolicy policy;
  GstClockTime rtt;             /* 0: not known */
  GstClockTime shortest;        /* of late */
  GstClockTime looked;          /* NONE: never */
} GstScreamRepairLook;

void gst_scream_repair_look_init (GstScreamRepairLook * self,
    GstElement * transmitter, GstScreamRepair repair, GstClockTime deadline);
void gst_scream_repair_look_clear (GstScreamRepairLook * self);

/* For each packet: most times it does nothing. */
void gst_scream_repair_look_update (GstScreamRepairLook * self,
    GstClockTime now);

G_END_DECLS

#endif /* __GST_SCREAM_REPAIR_LOOK_H__ */
