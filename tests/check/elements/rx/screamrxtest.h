/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamrxtest.h: a screamrx with a test clock, packets, and its feedback as numbers */
#ifndef SCREAMRXTEST_H
#define SCREAMRXTEST_H

#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>
#include <gst/check/gsttestclock.h>
#include <gst/rtpcc/wire/rtpcc-rfc8888.h>

/* Odd, and not zero. */
#define T0 (G_GUINT64_CONSTANT (7654321987))
#define MS GST_MSECOND
#define SSRC 0x12345678

/* Longer than anything here takes; only a failure waits for it. */
#define PATIENCE (10 * G_TIME_SPAN_SECOND)

extern GstTestClock *test_clock;
extern guint n_metrics;
extern RtpCcCcfbHeader header;

/* The element takes the default system clock when it goes to PAUSED. */
void setup (void);

void teardown (void);
void advance (GstClockTime by);
GstBuffer *new_rtp (guint32 ssrc, guint16 seq, gboolean marker);
/* Feedback into @header, @n_metrics, and what find_metric() looks at. */
void parse_bytes (const guint8 * data, gsize size);
void parse_feedback (GstBuffer * buffer);
const RtpCcMetric *find_metric (guint32 ssrc, guint16 seq);
void check_age (guint16 seq, GstClockTime age);
guint64 get_stat (GstElement * element, const gchar * name);
void check_text_stat (GstElement * element, const gchar * name,
    const gchar * expected);

/* Media in and out, and feedback out by the pad. */
typedef struct
{
  GstHarness *media, *rtcp;
  GstElement *element;
  gint refs;                    /* of the element, at rest */
} Rx;

Rx new_rx (void);
void free_rx (Rx * rx);

/* The thread that sends feedback holds the element as long as it runs. */
void settle (Rx * rx);

void push (Rx * rx, GstBuffer * buffer);
void pull_feedback (Rx * rx);

/* Fires the timer that is set; it must be set for @time. What it leads to is
 * over when this returns, if @rx is given. */
void fire_timer (Rx * rx, GstClockTime time);

#endif /* SCREAMRXTEST_H */
