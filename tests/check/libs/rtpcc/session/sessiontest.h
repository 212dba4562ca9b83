/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* sessiontest.h: a session with a policy that does as the test says, and its host */
#ifndef SESSIONTEST_H
#define SESSIONTEST_H

#include <gst/rtpcc/session/rtpcc-session.h>
#include <gst/rtpcc/wire/rtpcc-rfc8888.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define A 0xa0a0a0a0
#define B 0xb0b0b0b0
#define RTP_HEADER 12

/* 1000 bytes on the wire */
#define PAYLOAD 960
#define WIRE 1000

/* ---- a policy that does as the test says, and notes what it is told ---- */

extern RtpCcTarget wanted;
extern gboolean obeys;          /* keeps within its bounds, as it has to */
extern RtpCcFeedback told;
extern RtpCcFrame frame;
extern guint n_feedback, n_frames, n_timers;

/* ---- a host ---- */

extern RtpCcSession *session;
extern RtpCcSessionConfig config;
extern RtpCcTime now;
extern guint16 seq[2];          /* next of A and B */
extern GString *dropped;
extern guint n_inside;          /* that the session keeps */

void setup (void);
void on_drop (const RtpCcQueueItem * item, void *user);
void teardown (void);

/* As setup(), with what @config now says. */
void restart (void);

gint add_stream (gdouble priority);
gboolean enqueue_sized (gint stream, gchar name, guint32 ssrc,
    guint32 timestamp, gboolean marker, guint payload);
gboolean enqueue (gint stream, gchar name, guint32 ssrc, guint32 timestamp,
    gboolean marker);
void enqueue_event (gint stream, gchar name);

/* The name of what goes now; 0: nothing. */
gchar dequeue (void);

guint dequeue_all (void);
void tick (void);
RtpCcTime next_time (void);
RtpCcSessionInfo get_info (void);
RtpCcStreamInfo get_stream_info (gint stream);

/* CCFB: @n packets from @begin on have just come. */
gsize write_feedback (guint8 * data, gsize size, guint32 ssrc, guint16 begin,
    guint n);

gboolean give_rtcp (const guint8 * data, gsize size, RtpCcRtcpResult result);
void feed (guint32 ssrc, guint16 begin, guint n);

gint add_configured (const RtpCcStreamConfig * stream);

#endif /* SESSIONTEST_H */
