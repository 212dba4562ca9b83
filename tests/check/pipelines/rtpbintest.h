/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpbintest.h: senders and receivers with rtpbin */
#ifndef RTPBINTEST_H
#define RTPBINTEST_H

#include "tests/check/elements/tx/screamtxtest.h"
#include "pipelinetest.h"

#define CAMERA "videotestsrc is-live=true ! " \
    "video/x-raw,width=160,height=120,framerate=30/1 ! "
#define ENCODER "x264enc tune=zerolatency speed-preset=ultrafast ! "
#define H264 ENCODER "rtph264pay name=pay pt=96 ! "
#define VIDEO_CAPS "\"application/x-rtp,media=video,encoding-name=H264," \
    "payload=96,clock-rate=90000\""

/* Of one RTP session: media and the sender's RTCP go to the receiver, its RTCP
 * comes back. */
typedef struct
{
  guint16 media, rtcp, back;
} Ports;

Ports ports_new (void);

/* Of screamrx; tx_stat is for screamtx. */
guint64 rx_stat (GstElement * pipeline, const gchar * name);

void wait_for_stat (GstElement * element, const gchar * name, guint64 n);
void expect_stat_string (GstElement * tx, const gchar * name,
    const gchar * want);
void expect_no_complaint (GstElement * pipeline);

/* ---- pipelines ---- */

/* The sending rtpbin's RTCP, for session @n. */
gchar *sender_rtcp (const Ports * ports, guint n);

/* @media: what is between the payloader and udpsink. */
GstElement *sender_new (const Ports * ports, const gchar * media);

#define BEFORE "screamtx name=tx ! s.send_rtp_sink_0 s.send_rtp_src_0"
#define BEHIND "s.send_rtp_sink_0 s.send_rtp_src_0 ! screamtx name=tx"

/* ---- aux sender ---- */

/* @n sessions, each with a camera and its own screamtx. rtpbin asks for that as
 * soon as the session's pad is requested. */
GstElement *aux_sender_new (const Ports * ports, guint n);

#endif /* RTPBINTEST_H */
