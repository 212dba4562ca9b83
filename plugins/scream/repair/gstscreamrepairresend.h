/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairresend.h: answers of one stream to requests for lost packets */
#pragma once

#include "gstscreamrepairlook.h"

/* Decides which requests reach @retransmitter, a rtprtxsend, and how often. */
void gst_scream_repair_resend (GstElement * retransmitter,
    GstScreamRepairLook * look);
