/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairwait.h: a jitter buffer that waits for longer than the pipeline */
#ifndef __GST_SCREAM_REPAIR_WAIT_H__
#define __GST_SCREAM_REPAIR_WAIT_H__

#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct _GstScreamRepairWait GstScreamRepairWait;

GstScreamRepairWait *gst_scream_repair_wait_new (GstElement * jitterbuffer);
void gst_scream_repair_wait_unref (GstScreamRepairWait * self);

/* ms, of the pipeline: for what is in time for the screen. */
void gst_scream_repair_wait_set_latency (GstScreamRepairWait * self,
    GstElement * jitterbuffer, guint latency);
guint gst_scream_repair_wait_get_latency (GstScreamRepairWait * self);

/* ms beyond it, for what the frames behind it need. */
void gst_scream_repair_wait_set_overtime (GstScreamRepairWait * self,
    GstElement * jitterbuffer, guint overtime);
guint gst_scream_repair_wait_get_overtime (GstScreamRepairWait * self);

G_END_DECLS

#endif /* __GST_SCREAM_REPAIR_WAIT_H__ */
