/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstrtpframe.h: RTP packets of one frame, with noise in them, as a buffer list */
#pragma once

#include <gst/gst.h>

/* RFC 3550 section 5.1, without CSRC */
#define GST_RTP_FRAME_HEADER 12

/* Cuts frames of nothing into RTP packets. */
typedef struct
{
  guint8 payload_type;
  guint32 ssrc;
  guint16 seqnum;               /* of the next packet */
  GstMemory *noise;             /* all payload is a part of it */
  GstMemory *payload;           /* what a full packet has */
  guint n_users;                /* of payload */
  guint n_parts;                /* of noise, since it was made */
} GstRtpFramer;

void gst_rtp_framer_clear (GstRtpFramer * f);
GstBufferList *gst_rtp_framer_make (GstRtpFramer * f, guint size, guint mtu,
    guint32 timestamp);
