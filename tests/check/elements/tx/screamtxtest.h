/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamtxtest.h: what the tests of screamtx share */
#ifndef SCREAM_TX_TEST_H
#define SCREAM_TX_TEST_H

#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>
#include <gst/check/gsttestclock.h>

/* Not zero and not a whole ms */
#define T0 (G_GINT64_CONSTANT (1234567) * GST_USECOND + 89)
#define MS GST_MSECOND

#define SSRC 0x5c4ea300

/* With IP and UDP 1500 bytes on the wire */
#define SIZE 1472

#define SCREAM "screamtx encoder-name=none"

/* controller=fixed paces at twice its rate.  Media of 1.46 Mbit/s in packets of
 * 1460 bytes is 1.5 Mbit/s on the wire, so at 3 Mbit/s a packet takes 4 ms, and
 * 1 ms of it may go ahead of time. */
#define PACED "screamtx controller=fixed encoder-name=none initial-bitrate=1460000"
#define PACKET_TIME (4 * MS)
#define BURST MS

/* The default of the packets below: a hundred in a burst */
#define FAST "screamtx controller=fixed encoder-name=none " \
    "initial-bitrate=1000000000 max-bitrate=1000000000"

extern GstTestClock *test_clock;

void tx_setup (void);
void tx_teardown (void);

/* A harness around an element, with a bus; without caps. */
GstHarness *harness_on_bus (const gchar * line);
/* A harness around "screamtx ...", which went to PLAYING, with a bus. */
GstHarness *tx_harness_new (const gchar * line);
void tx_harness_free (GstHarness * h);
/* Caps and segment into a new harness, and out of it. */
void tx_start (GstHarness * h);

/* The clock goes on to @time; who waits for less is served. */
void tx_run_to (GstClockTime time);
void tx_go_on (GstClockTime time);

/* Waits, in real time, until @h has got @n buffers in all, and no more. */
void tx_expect_buffers (GstHarness * h, guint n);

/* The test clock goes on until @h has got @n buffers in all. */
void tx_run_until (GstHarness * h, guint n);

/* The task waits for @time, give or take a few ns, which comes now. */
void tx_crank_to (GstClockTime time);

GstBuffer *rtp_new (guint32 ssrc, guint16 seq, guint32 timestamp,
    gboolean marker, gsize size);
guint16 rtp_seq (GstBuffer * buffer);
guint32 rtp_ssrc (GstBuffer * buffer);

/* A packet that is a frame by itself. */
void tx_push (GstHarness * h, guint16 seq);
void tx_pull (GstHarness * h, guint16 seq);

/* RTCP: reports on @n packets from @seq on that all have come, @hold ns ago. */
GstBuffer *ccfb_new (guint32 ssrc, guint16 seq, guint n, gboolean last_reading,
    guint32 timestamp);

guint64 tx_stat (GstElement * element, const gchar * name);
gchar *tx_stat_string (GstElement * element, const gchar * name);
/* It is @text. */
void tx_check_text (GstElement * element, const gchar * name,
    const gchar * text);
guint64 tx_stream_stat (GstElement * element, guint stream, const gchar * name);
guint tx_n_streams (GstElement * element);

/* The next message of this type, which must be there; with @text in its text
 * or debug string. */
void tx_expect_message (GstElement * element, GstMessageType type,
    const gchar * text);
/* How many of this type there are; takes them. For element messages @name
 * counts those of that name. */
guint tx_count_messages (GstElement * element, GstMessageType type,
    const gchar * name);

/* Events that have come upstream and ask for a key frame; takes all events. */
guint count_key_requests (GstHarness * h);

/* What passes a pad, in order: sequence numbers, [lists], names of events. */
typedef struct _TxLog TxLog;
TxLog *tx_log_new (GstElement * element, const gchar * pad);
gchar *tx_log_text (TxLog * log);
void tx_log_free (TxLog * log);
/* Waits, in real time, until @text has been written. */
void tx_log_expect (TxLog * log, const gchar * text);

/* One frame in @n packets from @first on, as a list. */
void tx_push_list (GstHarness * h, guint first, guint n);
void tx_push_eos (GstHarness * h);
void tx_flush (GstHarness * h);

/* Around the RTCP pads of the same element. */
GstHarness *tx_rtcp_harness_new (GstHarness * h);
void tx_push_rtcp (GstHarness * rtcp, const guint8 * data, gsize size);

#endif /* SCREAM_TX_TEST_H */
