/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairresend.h: answers of one stream to requests for lost packets */
#ifndef __GST_SCREAM_REPAIR_RESEND_H__
#define __GST_SCREAM_REPAIR_RESEND_H__

#include "gstscreamrepairlook.h"

G_BEGIN_DECLS

/* Decides which requests reach @retransmitter, a rtprtxsend, and how often. */
void gst_scream_repair_resend (GstElement * retransmitter,
    GstScreamRepairLook * look);

G_END_DECLS

#endif /* __GST_SCREAM_REPAIR_RESEND_H__ */
