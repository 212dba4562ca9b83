/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* sessiontest.c: see sessiontest.h */
#include <string.h>

#include "sessiontest.h"

/* ---- a policy that does as the test says, and notes what it is told ---- */

RtpCcTarget wanted;
static const RtpCcConfig *bounds;
gboolean obeys;                 /* keeps within its bounds, as it has to */
RtpCcFeedback told;
RtpCcFrame frame;
guint n_feedback, n_frames, n_timers;

static void
want (RtpCcTarget * target)
{
  *target = wanted;
  if (obeys)
    target->media_rate = CLAMP (wanted.media_rate, bounds->min_rate,
        bounds->max_rate);
}

static void
probe_init (void *state, const RtpCcConfig * config, RtpCcTime t,
    RtpCcTarget * target)
{
  bounds = config;
  want (target);
}

static void
probe_on_feedback (void *state, const RtpCcFeedback * feedback, RtpCcTime t,
    RtpCcTarget * target)
{
  told = *feedback;
  n_feedback++;
  want (target);
}

static void
probe_on_frame (void *state, const RtpCcFrame * f, RtpCcTime t,
    RtpCcTarget * target)
{
  frame = *f;
  n_frames++;
}

static void
probe_on_timer (void *state, RtpCcTime t, RtpCcTarget * target)
{
  n_timers++;
  want (target);
}

static const RtpCcOps probe_ops = {
  .name = "probe",
  .source = "none",
  .init = probe_init,
  .on_feedback = probe_on_feedback,
  .on_frame = probe_on_frame,
  .on_timer = probe_on_timer,
};

/* ---- a host ---- */

RtpCcSession *session;
RtpCcSessionConfig config;
RtpCcTime now;
guint16 seq[2];                 /* next of A and B */
GString *dropped;
guint n_inside;                 /* that the session keeps */

void
setup (void)
{
  rtp_cc_session_config_init (&config);
  config.ops = &probe_ops;
  config.max_packet_size = WIRE;
  obeys = FALSE;
  wanted.media_rate = 4000000;
  wanted.pacing_rate = 8000000; /* a packet of 1000 bytes each ms */
  wanted.window = RTP_CC_NO_WINDOW;
  wanted.ecn = RTP_CC_ECN_NOT_ECT;
  wanted.wakeup = RTP_CC_TIME_NEVER;
  config.burst = 0;
  now = T0;
  seq[0] = 65534;
  seq[1] = 0;
  n_feedback = n_frames = n_timers = n_inside = 0;
  memset (&told, 0, sizeof (told));
  memset (&frame, 0, sizeof (frame));
  dropped = g_string_new (NULL);
  session = rtp_cc_session_new (&config, now);
}

void
on_drop (const RtpCcQueueItem * item, void *user)
{
  g_string_append_c (dropped, GPOINTER_TO_INT (item->user));
  n_inside--;
}

void
teardown (void)
{
  rtp_cc_session_free (session, on_drop, NULL);
  fail_unless_equals_int (n_inside, 0);
  g_string_free (dropped, TRUE);
}

void
restart (void)
{
  rtp_cc_session_free (session, on_drop, NULL);
  session = rtp_cc_session_new (&config, now);
}

gint
add_stream (gdouble priority)
{
  RtpCcStreamConfig stream = {.priority = priority };

  return rtp_cc_session_add_stream (session, &stream, now);
}

gboolean
enqueue_sized (gint stream, gchar name, guint32 ssrc, guint32 timestamp,
    gboolean marker, guint payload)
{
  RtpCcSessionPacket packet = { 0 };

  packet.user = GINT_TO_POINTER ((gint) name);
  packet.is_packet = TRUE;
  packet.ssrc = ssrc;
  packet.seq = seq[ssrc == B]++;
  packet.timestamp = timestamp;
  packet.marker = marker;
  packet.size = payload + RTP_HEADER;
  packet.payload_size = payload;
  if (!rtp_cc_session_enqueue (session, stream, &packet, now))
    return FALSE;
  n_inside++;
  return TRUE;
}

gboolean
enqueue (gint stream, gchar name, guint32 ssrc, guint32 timestamp,
    gboolean marker)
{
  return enqueue_sized (stream, name, ssrc, timestamp, marker, PAYLOAD);
}

void
enqueue_event (gint stream, gchar name)
{
  RtpCcSessionPacket packet = { 0 };

  packet.user = GINT_TO_POINTER ((gint) name);
  check (rtp_cc_session_enqueue (session, stream, &packet, now));
  n_inside++;
}

gchar
dequeue (void)
{
  RtpCcQueueItem item;

  if (rtp_cc_session_dequeue (session, &item, now) < 0)
    return 0;
  n_inside--;
  return GPOINTER_TO_INT (item.user);
}

guint
dequeue_all (void)
{
  guint n = 0;

  while (dequeue ())
    n++;
  return n;
}

void
tick (void)
{
  rtp_cc_session_tick (session, on_drop, NULL, now);
}

RtpCcTime
next_time (void)
{
  return rtp_cc_session_next_time (session, now);
}

RtpCcSessionInfo
get_info (void)
{
  RtpCcSessionInfo info;

  rtp_cc_session_info (session, &info, now);
  return info;
}

RtpCcStreamInfo
get_stream_info (gint stream)
{
  RtpCcStreamInfo info;

  rtp_cc_session_stream_info (session, stream, &info, now);
  return info;
}

gsize
write_feedback (guint8 * data, gsize size, guint32 ssrc, guint16 begin, guint n)
{
  RtpCcMetric metrics[64];
  RtpCcCcfbBlock block = { ssrc, begin, n, metrics };

  memset (metrics, 0, sizeof (metrics));
  for (guint i = 0; i < n; i++)
    metrics[i].received = TRUE;
  return rtp_cc_ccfb_write (data, size, 1, &block, 1,
      (guint32) (now * 65536 / S), RTP_CC_NUM_REPORTS_COUNT);
}

gboolean
give_rtcp (const guint8 * data, gsize size, RtpCcRtcpResult result)
{
  bool other = TRUE;

  fail_unless_equals_int (rtp_cc_session_rtcp (session, data, size, &other,
          now), result);
  return other;
}

void
feed (guint32 ssrc, guint16 begin, guint n)
{
  guint8 data[256];
  gsize size = write_feedback (data, sizeof (data), ssrc, begin, n);

  fail_if (give_rtcp (data, size, RTP_CC_RTCP_OK));
}

gint
add_configured (const RtpCcStreamConfig * stream)
{
  return rtp_cc_session_add_stream (session, stream, now);
}
