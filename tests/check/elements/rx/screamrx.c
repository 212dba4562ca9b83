/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <string.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>
#include <gst/check/gsttestclock.h>
#include <gst/net/net.h>
#include <gst/rtpcc/wire/rtpcc-echo.h>
#include <gst/rtpcc/wire/rtpcc-rfc8888.h>

/* Odd, and not zero. */
#define T0 (G_GUINT64_CONSTANT (7654321987))
#define MS GST_MSECOND
#define SSRC 0x12345678

/* Longer than anything here takes; only a failure waits for it. */
#define PATIENCE (10 * G_TIME_SPAN_SECOND)

#define N_METRICS 1024

static GstTestClock *test_clock;
static RtpCcMetric metrics[N_METRICS];
static guint n_metrics;
static RtpCcCcfbHeader header;

/* The element takes the default system clock when it goes to PAUSED. */
static void
setup (void)
{
  test_clock = GST_TEST_CLOCK (gst_test_clock_new_with_start_time (T0));
  gst_system_clock_set_default (GST_CLOCK (test_clock));
}

static void
teardown (void)
{
  gst_system_clock_set_default (NULL);
  gst_clear_object (&test_clock);
}

static void
advance (GstClockTime by)
{
  gst_test_clock_advance_time (test_clock, by);
}

static GstBuffer *
new_rtp (guint32 ssrc, guint16 seq, gboolean marker)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, 100, NULL);
  guint8 bytes[12] = { 0x80, 96, };

  bytes[1] |= marker ? 0x80 : 0;
  GST_WRITE_UINT16_BE (bytes + 2, seq);
  GST_WRITE_UINT32_BE (bytes + 8, ssrc);
  gst_buffer_memset (buffer, 0, 0, 100);
  gst_buffer_fill (buffer, 0, bytes, 12);
  return buffer;
}

/* A sender report, PT 200. */
static GstBuffer *
new_rtcp (void)
{
  static const guint8 bytes[28] = { 0x80, 200, 0, 6, };

  return gst_buffer_new_memdup (bytes, sizeof (bytes));
}

static void
on_metric (const RtpCcMetric * metric, void *user)
{
  fail_unless (n_metrics < N_METRICS);
  metrics[n_metrics++] = *metric;
}

static void
parse_bytes (const guint8 * data, gsize size)
{
  n_metrics = 0;
  fail_unless_equals_int (rtp_cc_ccfb_parse (data, size,
          RTP_CC_NUM_REPORTS_COUNT, &header, on_metric, NULL), RTP_CC_RTCP_OK);
}

static void
parse_feedback (GstBuffer * buffer)
{
  GstMapInfo map;

  gst_buffer_map (buffer, &map, GST_MAP_READ);
  parse_bytes (map.data, map.size);
  gst_buffer_unmap (buffer, &map);
  gst_buffer_unref (buffer);
}

static const RtpCcMetric *
find_metric (guint32 ssrc, guint16 seq)
{
  guint i;

  for (i = 0; i < n_metrics; i++) {
    if (metrics[i].ssrc == ssrc && metrics[i].seq == seq)
      return &metrics[i];
  }
  fail ("nothing on %08x %u", ssrc, seq);
  return NULL;
}

static void
check_age (guint16 seq, GstClockTime age)
{
  const RtpCcMetric *m = find_metric (SSRC, seq);

  fail_unless (m->received);
  /* The resolution is 1/1024 s, rounded down. */
  fail_unless (m->age <= (gint64) age);
  fail_unless (m->age > (gint64) age - GST_SECOND / 1024);
}

static guint64
get_stat (GstElement * element, const gchar * name)
{
  GstStructure *stats;
  guint64 value;

  g_object_get (element, "stats", &stats, NULL);
  fail_unless (gst_structure_has_name (stats, "application/x-screamrx-stats"));
  fail_unless (gst_structure_get_uint64 (stats, name, &value), "no %s", name);
  gst_structure_free (stats);
  return value;
}

static void
check_text_stat (GstElement * element, const gchar * name,
    const gchar * expected)
{
  GstStructure *stats;

  g_object_get (element, "stats", &stats, NULL);
  fail_unless_equals_string (gst_structure_get_string (stats, name), expected);
  gst_structure_free (stats);
}

/* Media in and out, and feedback out by the pad. */
typedef struct
{
  GstHarness *media, *rtcp;
  GstElement *element;
  gint refs;                    /* of the element, at rest */
} Rx;

static Rx
new_rx (void)
{
  Rx rx;

  rx.media = gst_harness_new ("screamrx");
  rx.element = rx.media->element;
  rx.rtcp = gst_harness_new_with_element (rx.element, NULL, "rtcp_src");
  gst_harness_set_src_caps_str (rx.media, "application/x-rtp");
  rx.refs = GST_OBJECT_REFCOUNT_VALUE (rx.element);
  return rx;
}

static void
free_rx (Rx * rx)
{
  gst_harness_teardown (rx->rtcp);
  gst_harness_teardown (rx->media);
}

/* The thread that sends feedback holds the element as long as it runs. */
static void
settle (Rx * rx)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;

  while (GST_OBJECT_REFCOUNT_VALUE (rx->element) > rx->refs) {
    fail_unless (g_get_monotonic_time () < end);
    g_thread_yield ();
  }
}

static void
push (Rx * rx, GstBuffer * buffer)
{
  fail_unless_equals_int (gst_harness_push (rx->media, buffer), GST_FLOW_OK);
  settle (rx);
}

static void
check_no_feedback (Rx * rx)
{
  fail_unless_equals_int (gst_harness_buffers_in_queue (rx->rtcp), 0);
}

static void
pull_feedback (Rx * rx)
{
  GstBuffer *buffer = gst_harness_pull (rx->rtcp);

  fail_unless (buffer != NULL, "no feedback");
  fail_if (GST_BUFFER_PTS_IS_VALID (buffer));
  parse_feedback (buffer);
}

/* Fires the timer that is set; it must be set for @time. What it leads to is
 * over when this returns, if @rx is given. */
static void
fire_timer (Rx * rx, GstClockTime time)
{
  GstClockTime next;

  fail_unless_equals_int (gst_test_clock_peek_id_count (test_clock), 1);
  next = gst_test_clock_get_next_entry_time (test_clock);
  fail_unless_equals_uint64 (next, time);
  fail_unless (gst_test_clock_crank (test_clock));
  if (rx)
    settle (rx);
}

GST_START_TEST (test_screamrx_packets_pass_untouched)
{
  Rx rx = new_rx ();
  GstBuffer *buffer = new_rtp (SSRC, 1, FALSE);
  GstBuffer *out;

  GST_BUFFER_PTS (buffer) = 77;
  push (&rx, buffer);
  out = gst_harness_pull (rx.media);
  fail_unless (out == buffer);
  fail_unless_equals_uint64 (GST_BUFFER_PTS (out), 77);
  fail_unless_equals_uint64 (gst_harness_query_latency (rx.media), 0);
  gst_buffer_unref (out);
  free_rx (&rx);
}

GST_END_TEST;

static guint n_lists;
static GstBufferList *last_list;

static GstFlowReturn
count_list (GstPad * pad, GstObject * parent, GstBufferList * list)
{
  n_lists++;
  last_list = list;
  gst_buffer_list_unref (list);
  return GST_FLOW_OK;
}

GST_START_TEST (test_screamrx_lists_stay_lists)
{
  Rx rx = new_rx ();
  GstBufferList *list = gst_buffer_list_new ();
  GstPad *src = gst_element_get_static_pad (rx.element, "src");
  GstPad *peer = gst_pad_get_peer (src);
  guint i;

  gst_pad_set_chain_list_function (peer, count_list);
  for (i = 0; i < 40; i++)
    gst_buffer_list_add (list, new_rtp (SSRC, 65530 + i, i == 39));
  n_lists = 0;
  fail_unless_equals_int (gst_pad_push_list (rx.media->srcpad, list),
      GST_FLOW_OK);
  fail_unless_equals_int (n_lists, 1);
  fail_unless (last_list == list);
  /* The list came at once: one packet about all of it. */
  settle (&rx);
  pull_feedback (&rx);
  fail_unless_equals_int (n_metrics, 40);
  check_no_feedback (&rx);

  gst_object_unref (peer);
  gst_object_unref (src);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_rtcp_pad_events)
{
  Rx rx = new_rx ();
  static const GstEventType types[] = { GST_EVENT_STREAM_START,
    GST_EVENT_CAPS, GST_EVENT_SEGMENT
  };
  const GstSegment *segment;
  GstCaps *caps;
  guint i;

  push (&rx, new_rtp (SSRC, 1, TRUE));
  pull_feedback (&rx);
  for (i = 0; i < G_N_ELEMENTS (types); i++) {
    GstEvent *event = gst_harness_pull_event (rx.rtcp);

    fail_unless_equals_int (GST_EVENT_TYPE (event), types[i]);
    if (i == 1) {
      gst_event_parse_caps (event, &caps);
      fail_unless (gst_structure_has_name (gst_caps_get_structure (caps, 0),
              "application/x-rtcp"));
    } else if (i == 2) {
      gst_event_parse_segment (event, &segment);
      fail_unless_equals_int (segment->format, GST_FORMAT_TIME);
    }
    gst_event_unref (event);
  }
  fail_unless_equals_int (gst_harness_events_in_queue (rx.rtcp), 0);
  check_text_stat (rx.element, "route", "pad");
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_marker_and_packet_count)
{
  Rx rx = new_rx ();
  guint i;

  push (&rx, new_rtp (SSRC, 1, FALSE));
  pull_feedback (&rx);          /* the first packet */
  for (i = 2; i <= 16; i++)
    push (&rx, new_rtp (SSRC, i, FALSE));
  check_no_feedback (&rx);
  push (&rx, new_rtp (SSRC, 17, FALSE));
  pull_feedback (&rx);
  fail_unless_equals_int (n_metrics, 17);
  push (&rx, new_rtp (SSRC, 18, TRUE));
  pull_feedback (&rx);
  check_no_feedback (&rx);

  g_object_set (rx.element, "feedback-max-packets", 2, NULL);
  push (&rx, new_rtp (SSRC, 19, FALSE));
  check_no_feedback (&rx);
  push (&rx, new_rtp (SSRC, 20, FALSE));
  pull_feedback (&rx);
  fail_unless_equals_uint64 (get_stat (rx.element, "packets"), 20);
  fail_unless_equals_uint64 (get_stat (rx.element, "feedback-packets"), 4);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_timer)
{
  Rx rx = new_rx ();

  push (&rx, new_rtp (SSRC, 1, FALSE));
  pull_feedback (&rx);
  fail_unless_equals_int (gst_test_clock_peek_id_count (test_clock), 0);

  advance (3 * MS);
  push (&rx, new_rtp (SSRC, 2, FALSE));
  advance (7 * MS);
  push (&rx, new_rtp (SSRC, 3, FALSE));
  check_no_feedback (&rx);
  fire_timer (&rx, T0 + 40 * MS);
  pull_feedback (&rx);
  check_age (2, 37 * MS);
  check_age (3, 30 * MS);
  /* Nothing new: nothing to wait for. */
  fail_unless_equals_int (gst_test_clock_peek_id_count (test_clock), 0);

  g_object_set (rx.element, "feedback-max-interval", 100 * MS, NULL);
  push (&rx, new_rtp (SSRC, 4, FALSE));
  fire_timer (&rx, T0 + 140 * MS);
  pull_feedback (&rx);
  free_rx (&rx);
}

GST_END_TEST;

/* A timer that marker bits have overtaken looks and waits on. */
GST_START_TEST (test_screamrx_timer_after_marker)
{
  Rx rx = new_rx ();

  push (&rx, new_rtp (SSRC, 1, FALSE));
  pull_feedback (&rx);
  push (&rx, new_rtp (SSRC, 2, FALSE));
  advance (30 * MS);
  push (&rx, new_rtp (SSRC, 3, TRUE));
  pull_feedback (&rx);
  advance (5 * MS);
  push (&rx, new_rtp (SSRC, 4, FALSE));
  fire_timer (&rx, T0 + 40 * MS);
  check_no_feedback (&rx);
  fire_timer (&rx, T0 + 70 * MS);
  pull_feedback (&rx);
  check_age (4, 35 * MS);

  push (&rx, new_rtp (SSRC, 5, FALSE));
  push (&rx, new_rtp (SSRC, 6, TRUE));
  pull_feedback (&rx);
  fire_timer (&rx, T0 + 110 * MS);
  check_no_feedback (&rx);
  fail_unless_equals_int (gst_test_clock_peek_id_count (test_clock), 0);
  free_rx (&rx);
}

GST_END_TEST;

/* One that marker bits always overtake comes less often; without packets it
 * still fires. */
GST_START_TEST (test_screamrx_timer_is_patient)
{
  Rx rx = new_rx ();
  guint16 seq = 1;
  guint i;

  push (&rx, new_rtp (SSRC, seq++, TRUE));
  pull_feedback (&rx);
  for (i = 1; i <= 8; i++) {
    gst_test_clock_set_time (test_clock, T0 + i * 33 * MS);
    push (&rx, new_rtp (SSRC, seq++, FALSE));
    push (&rx, new_rtp (SSRC, seq++, TRUE));
    pull_feedback (&rx);
    fire_timer (&rx, T0 + (i * 33 + 7) * MS);
    check_no_feedback (&rx);
  }

  gst_test_clock_set_time (test_clock, T0 + 300 * MS);
  push (&rx, new_rtp (SSRC, seq++, TRUE));
  pull_feedback (&rx);
  advance (10 * MS);
  push (&rx, new_rtp (SSRC, seq++, FALSE));
  fire_timer (&rx, T0 + (300 + 40 + 100) * MS);
  pull_feedback (&rx);
  /* It was needed. */
  push (&rx, new_rtp (SSRC, seq++, FALSE));
  fire_timer (&rx, T0 + (440 + 40) * MS);
  pull_feedback (&rx);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_several_ssrcs)
{
  Rx rx = new_rx ();
  guint i;

  push (&rx, new_rtp (0, 65535, FALSE));
  pull_feedback (&rx);
  for (i = 1; i < 5; i++)
    push (&rx, new_rtp (i, 0, i == 4));
  pull_feedback (&rx);
  fail_unless_equals_int (n_metrics, 5);
  for (i = 1; i < 5; i++)
    find_metric (i, 0);
  check_no_feedback (&rx);
  free_rx (&rx);
}

GST_END_TEST;

/* First numbers, jumps and wraps that broke other receivers. */
GST_START_TEST (test_screamrx_any_sequence_number)
{
  static const guint16 numbers[] = { 0, 65535, 0, 1, 60000, 60001, 30000,
    30001, 29999, 500, 501, 65535, 0
  };
  Rx rx = new_rx ();
  guint i;

  for (i = 0; i < G_N_ELEMENTS (numbers); i++) {
    push (&rx, new_rtp (SSRC, numbers[i], TRUE));
    while (gst_harness_buffers_in_queue (rx.rtcp) > 0)
      pull_feedback (&rx);
  }
  /* Two of a kind are a new start. */
  fail_unless_equals_int (n_metrics, 2);
  find_metric (SSRC, 65535);
  find_metric (SSRC, 0);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_gap_of_500)
{
  Rx rx = new_rx ();
  guint i;

  /* A gap of 500 is for streams that have shown 55 packets. */
  for (i = 64940; i <= 65000; i++) {
    push (&rx, new_rtp (SSRC, i, TRUE));
    pull_feedback (&rx);
  }
  push (&rx, new_rtp (SSRC, 65001, FALSE));
  push (&rx, new_rtp (SSRC, 65502, TRUE));
  pull_feedback (&rx);
  fail_unless (find_metric (SSRC, 65001)->received);
  for (i = 65002; i < 65502; i++)
    fail_if (find_metric (SSRC, i)->received);
  fail_unless (find_metric (SSRC, 65502)->received);
  fail_unless_equals_uint64 (get_stat (rx.element, "lost"), 500);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_muxed_rtcp_is_dropped)
{
  Rx rx = new_rx ();
  GstBufferList *list = gst_buffer_list_new ();
  GstBufferList *shared;

  push (&rx, new_rtcp ());
  fail_unless_equals_int (gst_harness_buffers_in_queue (rx.media), 0);

  gst_buffer_list_add (list, new_rtp (SSRC, 1, FALSE));
  gst_buffer_list_add (list, new_rtcp ());
  gst_buffer_list_add (list, new_rtp (SSRC, 2, FALSE));
  shared = gst_buffer_list_ref (list);
  fail_unless_equals_int (gst_pad_push_list (rx.media->srcpad, list),
      GST_FLOW_OK);
  fail_unless_equals_int (gst_harness_buffers_in_queue (rx.media), 2);
  fail_unless_equals_int (gst_buffer_list_length (shared), 3);
  gst_buffer_list_unref (shared);

  list = gst_buffer_list_new ();
  gst_buffer_list_add (list, new_rtcp ());
  fail_unless_equals_int (gst_pad_push_list (rx.media->srcpad, list),
      GST_FLOW_OK);
  fail_unless_equals_int (gst_harness_buffers_in_queue (rx.media), 2);
  fail_unless_equals_uint64 (get_stat (rx.element, "rtcp-packets"), 3);
  fail_unless_equals_uint64 (get_stat (rx.element, "packets"), 2);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_other_packets_pass)
{
  Rx rx = new_rx ();
  static const guint8 stun[20] = { 0, 1, };
  static const guint8 short_rtp[11] = { 0x80, 96, };
  static const guint8 one_byte[1] = { 0x8b };

  push (&rx, gst_buffer_new_memdup (stun, sizeof (stun)));
  push (&rx, gst_buffer_new_memdup (short_rtp, sizeof (short_rtp)));
  push (&rx, gst_buffer_new_memdup (one_byte, sizeof (one_byte)));
  push (&rx, gst_buffer_new ());
  fail_unless_equals_int (gst_harness_buffers_in_queue (rx.media), 4);
  check_no_feedback (&rx);
  fail_unless_equals_uint64 (get_stat (rx.element, "ignored"), 4);
  free_rx (&rx);
}

GST_END_TEST;

/* RTP whose header is in two memories. */
GST_START_TEST (test_screamrx_split_header)
{
  Rx rx = new_rx ();
  GstBuffer *whole = new_rtp (SSRC, 4711, TRUE);
  GstBuffer *split = gst_buffer_append (gst_buffer_copy_region (whole,
          GST_BUFFER_COPY_ALL | GST_BUFFER_COPY_DEEP, 0, 5),
      gst_buffer_copy_region (whole, GST_BUFFER_COPY_ALL | GST_BUFFER_COPY_DEEP,
          5, -1));

  gst_buffer_unref (whole);
  fail_unless_equals_int (gst_buffer_n_memory (split), 2);
  push (&rx, split);
  pull_feedback (&rx);
  find_metric (SSRC, 4711);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_rtcp_sink_takes_all)
{
  Rx rx = new_rx ();
  GstHarness *in = gst_harness_new_with_element (rx.element, "rtcp_sink", NULL);

  rx.refs = GST_OBJECT_REFCOUNT_VALUE (rx.element);
  gst_harness_set_src_caps_str (in, "application/x-rtcp");
  fail_unless_equals_int (gst_harness_push (in, new_rtcp ()), GST_FLOW_OK);
  fail_unless (gst_harness_push_event (in, gst_event_new_eos ()));
  fail_unless_equals_uint64 (get_stat (rx.element, "rtcp-packets"), 1);

  /* None of it has reached the media or the feedback. */
  push (&rx, new_rtp (SSRC, 1, TRUE));
  pull_feedback (&rx);
  gst_harness_teardown (in);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_sender_ssrc_and_compat)
{
  Rx rx = new_rx ();
  GstStructure *stats;
  guint ssrc;

  push (&rx, new_rtp (SSRC, 1, TRUE));
  pull_feedback (&rx);
  g_object_get (rx.element, "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint (stats, "sender-ssrc", &ssrc));
  fail_unless_equals_int (header.sender_ssrc, ssrc);
  gst_structure_free (stats);

  g_object_set (rx.element, "sender-ssrc", 0xfffffffeu, NULL);
  gst_util_set_object_arg (G_OBJECT (rx.element), "compat", "num-reports-last");
  push (&rx, new_rtp (SSRC, 2, TRUE));
  pull_feedback (&rx);
  fail_unless_equals_int_hex (header.sender_ssrc, 0xfffffffeu);
  fail_unless_equals_int (header.num_reports, RTP_CC_NUM_REPORTS_LAST);
  fail_unless_equals_int (n_metrics, 2);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_eos_reaches_rtcp_src)
{
  Rx rx = new_rx ();
  GstEvent *event = NULL;

  push (&rx, new_rtp (SSRC, 1, TRUE));
  pull_feedback (&rx);
  fail_unless (gst_harness_push_event (rx.media, gst_event_new_eos ()));
  do {
    gst_clear_event (&event);
    event = gst_harness_pull_event (rx.rtcp);
    fail_unless (event != NULL);
  } while (GST_EVENT_TYPE (event) != GST_EVENT_EOS);
  gst_event_unref (event);

  /* A new stream takes it back. */
  gst_harness_push_event (rx.media, gst_event_new_stream_start ("again"));
  push (&rx, new_rtp (SSRC, 2, TRUE));
  pull_feedback (&rx);
  fail_unless_equals_uint64 (get_stat (rx.element, "feedback-errors"), 0);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_flush)
{
  Rx rx = new_rx ();
  GstSegment segment;
  guint i;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  for (i = 0; i < 3; i++) {
    if (i == 2)
      gst_harness_push_event (rx.media, gst_event_new_eos ());
    gst_harness_push_event (rx.media, gst_event_new_flush_start ());
    fail_unless_equals_int (gst_harness_push (rx.media, new_rtp (SSRC, i,
                TRUE)), GST_FLOW_FLUSHING);
    gst_harness_push_event (rx.media, gst_event_new_flush_stop (TRUE));
    gst_harness_push_event (rx.media, gst_event_new_segment (&segment));
    push (&rx, new_rtp (SSRC, i, TRUE));
    pull_feedback (&rx);
  }
  fail_unless_equals_uint64 (get_stat (rx.element, "feedback-errors"), 0);
  free_rx (&rx);
}

GST_END_TEST;

static GstFlowReturn
refuse (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  gst_buffer_unref (buffer);
  return GST_FLOW_ERROR;
}

/* Whatever becomes of feedback, the media goes on. */
GST_START_TEST (test_screamrx_feedback_error)
{
  Rx rx = new_rx ();
  GstPad *src = gst_element_get_static_pad (rx.element, "rtcp_src");
  GstPad *peer = gst_pad_get_peer (src);
  guint i;

  gst_pad_set_chain_function (peer, refuse);
  for (i = 0; i < 10; i++)
    push (&rx, new_rtp (SSRC, i, TRUE));
  fail_unless_equals_int (gst_harness_buffers_in_queue (rx.media), 10);
  fail_unless_equals_uint64 (get_stat (rx.element, "feedback-errors"), 10);
  gst_object_unref (peer);
  gst_object_unref (src);
  free_rx (&rx);
}

GST_END_TEST;

/* ... and what becomes of the media is told upstream. */
GST_START_TEST (test_screamrx_media_error)
{
  Rx rx = new_rx ();
  GstPad *src = gst_element_get_static_pad (rx.element, "src");
  GstPad *peer = gst_pad_get_peer (src);

  gst_pad_set_chain_function (peer, refuse);
  fail_unless_equals_int (gst_harness_push (rx.media, new_rtp (SSRC, 1, TRUE)),
      GST_FLOW_ERROR);
  gst_pad_unlink (src, peer);
  fail_unless_equals_int (gst_harness_push (rx.media, new_rtp (SSRC, 2, TRUE)),
      GST_FLOW_NOT_LINKED);
  fail_unless (gst_pad_link (src, peer) == GST_PAD_LINK_OK);
  settle (&rx);
  pull_feedback (&rx);
  gst_object_unref (peer);
  gst_object_unref (src);
  free_rx (&rx);
}

GST_END_TEST;

static guint
count_warnings (GstBus * bus, gboolean * names_fix)
{
  GstMessage *message;
  guint n = 0;

  while ((message = gst_bus_pop_filtered (bus, GST_MESSAGE_WARNING))) {
    GError *error;
    gchar *debug;

    gst_message_parse_warning (message, &error, &debug);
    *names_fix = strstr (debug, "rtcp_src") && strstr (debug, "udpsrc");
    g_error_free (error);
    g_free (debug);
    gst_message_unref (message);
    n++;
  }
  return n;
}

GST_START_TEST (test_screamrx_no_route_warns_once)
{
  GstHarness *h = gst_harness_new ("screamrx");
  GstBus *bus = gst_bus_new ();
  gboolean names_fix = FALSE;
  guint i;

  gst_element_set_bus (h->element, bus);
  gst_harness_set_src_caps_str (h, "application/x-rtp");
  for (i = 0; i < 15; i++)
    gst_harness_push (h, new_rtp (SSRC, i, TRUE));
  /* Perhaps somebody is about to link the pad. */
  fail_unless_equals_int (count_warnings (bus, &names_fix), 0);
  for (; i < 200; i++)
    fail_unless_equals_int (gst_harness_push (h, new_rtp (SSRC, i, TRUE)),
        GST_FLOW_OK);
  fail_unless_equals_int (count_warnings (bus, &names_fix), 1);
  fail_unless (names_fix);
  fail_unless_equals_int (gst_harness_buffers_in_queue (h), 200);
  check_text_stat (h->element, "route", "none");
  fail_unless_equals_uint64 (get_stat (h->element, "feedback-errors"), 200);
  gst_element_set_bus (h->element, NULL);
  gst_object_unref (bus);
  gst_harness_teardown (h);
}

GST_END_TEST;

/* Neither sink takes more than one buffer before the other has one, and one
 * thread feeds both. */
GST_START_TEST (test_screamrx_two_sinks_preroll)
{
  GstElement *pipeline, *src;
  GstBus *bus;
  GstMessage *message;
  guint i;

  teardown ();                  /* sinks live in real time */
  pipeline = gst_parse_launch ("appsrc name=a format=time "
      "caps=application/x-rtp ! screamrx name=r ! fakesink "
      "r.rtcp_src ! fakesink", NULL);
  src = gst_bin_get_by_name (GST_BIN (pipeline), "a");
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  for (i = 0; i < 10; i++) {
    GstBuffer *buffer = new_rtp (SSRC, i, TRUE);
    GstFlowReturn ret;

    g_signal_emit_by_name (src, "push-buffer", buffer, &ret);
    gst_buffer_unref (buffer);
  }
  g_signal_emit_by_name (src, "end-of-stream", &i);
  bus = gst_element_get_bus (pipeline);
  message = gst_bus_timed_pop_filtered (bus, 10 * GST_SECOND, GST_MESSAGE_EOS);
  fail_unless (message != NULL);
  gst_message_unref (message);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  gst_object_unref (src);
  gst_object_unref (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_rtcp_pads_come_and_go)
{
  GstHarness *h = gst_harness_new ("screamrx");
  guint i;

  gst_harness_set_src_caps_str (h, "application/x-rtp");
  for (i = 0; i < 20; i++) {
    GstPad *pad = gst_element_request_pad_simple (h->element, "rtcp_src");

    fail_unless (pad != NULL);
    gst_harness_push (h, new_rtp (SSRC, 2 * i, TRUE));
    gst_harness_push (h, new_rtp (SSRC, 2 * i + 1, FALSE));
    gst_element_release_request_pad (h->element, pad);
    gst_object_unref (pad);
  }
  fail_unless_equals_int (gst_harness_buffers_in_queue (h), 40);
  gst_harness_teardown (h);
}

GST_END_TEST;

/* Always in the midst of something: a timer is set, or a thread is about to
 * send. */
GST_START_TEST (test_screamrx_state_cycles)
{
  Rx rx = new_rx ();
  guint i;

  for (i = 0; i < 100; i++) {
    push (&rx, new_rtp (SSRC, 3 * i, FALSE));
    push (&rx, new_rtp (SSRC, 3 * i + 1, FALSE));
    fail_unless_equals_int (gst_test_clock_peek_id_count (test_clock), 1);
    if (i % 2)
      gst_test_clock_crank (test_clock);
    gst_element_set_state (rx.element, GST_STATE_NULL);
    gst_element_set_state (rx.element, GST_STATE_PLAYING);
    fail_unless_equals_int (gst_test_clock_peek_id_count (test_clock), 0);
    /* The stream starts anew with each cycle. */
    fail_unless_equals_uint64 (get_stat (rx.element, "packets"), 0);
    gst_harness_push_event (rx.media, gst_event_new_stream_start ("s"));
    gst_harness_set_src_caps_str (rx.media, "application/x-rtp");
  }
  free_rx (&rx);
}

GST_END_TEST;

/* With the real clock, so that timers fire while states change. */
GST_START_TEST (test_screamrx_state_cycles_in_real_time)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;
  GstClock *clock;
  gint refs;
  guint i, k;

  teardown ();
  clock = gst_system_clock_obtain ();
  refs = GST_OBJECT_REFCOUNT_VALUE (clock);
  for (i = 0; i < 100; i++) {
    Rx rx = new_rx ();

    gst_harness_use_systemclock (rx.media);
    g_object_set (rx.element, "feedback-max-interval", MS, NULL);
    for (k = 0; k < 8; k++) {
      push (&rx, new_rtp (SSRC, k, FALSE));
      g_usleep (200);
    }
    free_rx (&rx);
  }
  /* A timer's thread may still hold an element, which holds the clock that the
   * thread is of: it must not be the last to hold it. */
  while (GST_OBJECT_REFCOUNT_VALUE (clock) > refs) {
    fail_unless (g_get_monotonic_time () < end);
    g_thread_yield ();
  }
  gst_object_unref (clock);
}

GST_END_TEST;

typedef struct
{
  GSocketControlMessage parent;
  gint level, type, value;
  gsize size;
} TestMessage;

typedef struct
{
  GSocketControlMessageClass parent_class;
} TestMessageClass;

GType test_message_get_type (void);
G_DEFINE_TYPE (TestMessage, test_message, G_TYPE_SOCKET_CONTROL_MESSAGE);

static gsize
test_message_get_size (GSocketControlMessage * message)
{
  return ((TestMessage *) message)->size;
}

static gint
test_message_get_level (GSocketControlMessage * message)
{
  return ((TestMessage *) message)->level;
}

static gint
test_message_get_msg_type (GSocketControlMessage * message)
{
  return ((TestMessage *) message)->type;
}

static void
test_message_serialize (GSocketControlMessage * message, gpointer data)
{
  TestMessage *self = (TestMessage *) message;

  if (self->size == 1)
    *(guint8 *) data = self->value;
  else
    memcpy (data, &self->value, sizeof (self->value));
}

static void
test_message_class_init (TestMessageClass * klass)
{
  GSocketControlMessageClass *message_class =
      G_SOCKET_CONTROL_MESSAGE_CLASS (klass);

  message_class->get_size = test_message_get_size;
  message_class->get_level = test_message_get_level;
  message_class->get_type = test_message_get_msg_type;
  message_class->serialize = test_message_serialize;
}

static void
test_message_init (TestMessage * self)
{
}

static void
add_message (GstBuffer * buffer, gint level, gint type, gsize size, gint value)
{
  TestMessage *message = g_object_new (test_message_get_type (), NULL);

  message->level = level;
  message->type = type;
  message->size = size;
  message->value = value;
  gst_buffer_add_net_control_message_meta (buffer,
      G_SOCKET_CONTROL_MESSAGE (message));
  g_object_unref (message);
}

GST_START_TEST (test_screamrx_ecn_from_control_messages)
{
  static const struct
  {
    gint level, type;
    gsize size;
    gint value;
    RtpCcEcn ecn;
  } table[] = {
    {IPPROTO_IP, IP_TOS, 1, 0xb8 | 3, RTP_CC_ECN_CE},
    {IPPROTO_IP, IP_TOS, 4, 1, RTP_CC_ECN_ECT_1},
    {IPPROTO_IPV6, IPV6_TCLASS, 4, 2, RTP_CC_ECN_ECT_0},
    {IPPROTO_IPV6, IPV6_TCLASS, 4, 0xb8, RTP_CC_ECN_NOT_ECT},
    {IPPROTO_IP, IP_TTL, 4, 3, RTP_CC_ECN_NOT_ECT},
    {SOL_SOCKET, IP_TOS, 4, 3, RTP_CC_ECN_NOT_ECT},
    {IPPROTO_IP, IP_TOS, 64, 3, RTP_CC_ECN_NOT_ECT},
  };
  Rx rx = new_rx ();
  guint i;

  for (i = 0; i < G_N_ELEMENTS (table); i++) {
    GstBuffer *buffer = new_rtp (SSRC, i, TRUE);

    add_message (buffer, IPPROTO_IP, IP_TTL, 4, 3);
    add_message (buffer, table[i].level, table[i].type, table[i].size,
        table[i].value);
    push (&rx, buffer);
    pull_feedback (&rx);
    fail_unless_equals_int (find_metric (SSRC, i)->ecn, table[i].ecn);
  }
  fail_unless_equals_uint64 (get_stat (rx.element, "ce"), 1);
  fail_unless_equals_uint64 (get_stat (rx.element, "ect0"), 1);
  fail_unless_equals_uint64 (get_stat (rx.element, "ect1"), 1);
  fail_unless_equals_uint64 (get_stat (rx.element, "not-ect"), 4);
  free_rx (&rx);
}

GST_END_TEST;

/* An element with the properties of a udpsrc, so that its socket can be had
 * without its timing. */
typedef struct
{
  GstElement parent;
  GstPad *srcpad;
  GSocket *socket;
  gchar *socket_timestamp;
} TestSource;

typedef struct
{
  GstElementClass parent_class;
} TestSourceClass;

GType test_source_get_type (void);
G_DEFINE_TYPE (TestSource, test_source, GST_TYPE_ELEMENT);

static void
test_source_set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * pspec)
{
  TestSource *self = (TestSource *) object;

  g_free (self->socket_timestamp);
  self->socket_timestamp = g_value_dup_string (value);
}

static void
test_source_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  TestSource *self = (TestSource *) object;

  if (id == 1)
    g_value_set_object (value, self->socket);
  else
    g_value_set_string (value, self->socket_timestamp);
}

static void
test_source_finalize (GObject * object)
{
  TestSource *self = (TestSource *) object;

  g_clear_object (&self->socket);
  g_free (self->socket_timestamp);
  G_OBJECT_CLASS (test_source_parent_class)->finalize (object);
}

static void
test_source_class_init (TestSourceClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = test_source_set_property;
  object_class->get_property = test_source_get_property;
  object_class->finalize = test_source_finalize;
  g_object_class_install_property (object_class, 1,
      g_param_spec_object ("used-socket", NULL, NULL, G_TYPE_SOCKET,
          G_PARAM_READABLE));
  g_object_class_install_property (object_class, 2,
      g_param_spec_string ("socket-timestamp", NULL, NULL, "disabled",
          G_PARAM_READWRITE));
}

static void
test_source_init (TestSource * self)
{
  self->srcpad = gst_pad_new ("src", GST_PAD_SRC);
  gst_element_add_pad (GST_ELEMENT (self), self->srcpad);
}

static GSocket *
new_socket (GSocketFamily family)
{
  GSocket *socket = g_socket_new (family, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);
  GInetAddress *loopback = g_inet_address_new_loopback (family);
  GSocketAddress *address = g_inet_socket_address_new (loopback, 0);

  fail_unless (g_socket_bind (socket, address, FALSE, NULL));
  g_socket_set_timeout (socket, PATIENCE / G_TIME_SPAN_SECOND);
  g_object_unref (address);
  g_object_unref (loopback);
  return socket;
}

/* TestSource ! screamrx ! harness; @sender is where packets come from. */
typedef struct
{
  GstHarness *h;
  TestSource *source;
  GSocket *sender;
} Net;

static Net
new_net (void)
{
  GstSegment segment;
  GstElement *rx = gst_element_factory_make ("screamrx", NULL);
  Net net;

  net.source = (TestSource *) g_object_new (test_source_get_type (), NULL);
  gst_object_ref_sink (net.source);
  net.source->socket = new_socket (G_SOCKET_FAMILY_IPV4);
  net.sender = new_socket (G_SOCKET_FAMILY_IPV4);
  fail_unless (gst_element_link (GST_ELEMENT (net.source), rx));
  net.h = gst_harness_new_with_element (rx, NULL, "src");
  gst_object_unref (rx);
  gst_element_set_base_time (rx, T0 - 500 * MS);
  gst_element_set_clock (rx, GST_CLOCK (test_clock));
  gst_element_set_state (GST_ELEMENT (net.source), GST_STATE_PLAYING);
  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_push_event (net.source->srcpad, gst_event_new_stream_start ("net"));
  gst_pad_push_event (net.source->srcpad, gst_event_new_segment (&segment));
  return net;
}

static void
free_net (Net * net)
{
  gst_element_set_state (GST_ELEMENT (net->source), GST_STATE_NULL);
  gst_harness_teardown (net->h);
  gst_object_unref (net->source);
  g_object_unref (net->sender);
}

static void
push_from (Net * net, GSocket * sender, GstBuffer * buffer)
{
  GSocketAddress *address = g_socket_get_local_address (sender, NULL);

  gst_buffer_add_net_address_meta (buffer, address);
  fail_unless_equals_int (gst_pad_push (net->source->srcpad, buffer),
      GST_FLOW_OK);
  g_object_unref (address);
}

/* What @sender gets must come from the source's port. */
static void
receive_feedback (GSocket * sender, GSocket * from)
{
  GSocketAddress *expected = g_socket_get_local_address (from, NULL);
  GSocketAddress *address = NULL;
  GError *error = NULL;
  gchar data[2000];
  gssize size;

  size = g_socket_receive_from (sender, &address, data, sizeof (data), NULL,
      &error);
  fail_unless (size > 0, "%s", error ? error->message : "");
  fail_unless_equals_int (g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS
          (address)),
      g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (expected)));
  parse_bytes ((guint8 *) data, size);
  g_object_unref (address);
  g_object_unref (expected);
}

static gboolean
has_datagram (GSocket * socket)
{
  return g_socket_condition_check (socket, G_IO_IN) & G_IO_IN;
}

/* Address and port. */
static gchar *
get_place (GSocket * socket)
{
  GSocketAddress *address = g_socket_get_local_address (socket, NULL);
  gchar *text = g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (address));

  g_object_unref (address);
  return text;
}

GST_START_TEST (test_screamrx_socket_route)
{
  Net net = new_net ();
  GSocket *other = new_socket (G_SOCKET_FAMILY_IPV4);
  gchar *old_place = get_place (net.sender);
  gchar *new_place = get_place (other);
  GstBus *bus = gst_bus_new ();
  GstMessage *message;
  GstPad *pad;
  guint i;

  gst_element_set_bus (net.h->element, bus);
  /* As much as feedback on the next four will be. */
  for (i = 65530; i <= 65537; i++) {
    push_from (&net, net.sender, new_rtp (SSRC, (guint16) i, TRUE));
    receive_feedback (net.sender, net.source->socket);
  }
  find_metric (SSRC, 1);
  check_text_stat (net.h->element, "route", "socket");

  /* The sender has moved. */
  advance (300 * MS);
  for (i = 2; i <= 5; i++) {
    push_from (&net, other, new_rtp (SSRC, i, TRUE));
    receive_feedback (net.sender, net.source->socket);
  }
  check_text_stat (net.h->element, "sender", old_place);
  push_from (&net, other, new_rtp (SSRC, 6, TRUE));
  receive_feedback (other, net.source->socket);
  fail_if (has_datagram (net.sender));
  check_text_stat (net.h->element, "sender", new_place);
  fail_unless_equals_uint64 (get_stat (net.h->element, "sender-moves"), 1);
  fail_unless_equals_uint64 (get_stat (net.h->element, "from-unknown-peers"),
      5);
  message = gst_bus_timed_pop_filtered (bus, 0, GST_MESSAGE_ELEMENT);
  fail_unless (gst_message_has_name (message, "scream-sender-moved"));
  fail_unless_equals_string (gst_structure_get_string
      (gst_message_get_structure (message), "from"), old_place);
  fail_unless_equals_string (gst_structure_get_string
      (gst_message_get_structure (message), "to"), new_place);
  gst_message_unref (message);

  /* A pad that is not linked changes nothing. */
  pad = gst_element_request_pad_simple (net.h->element, "rtcp_src");
  push_from (&net, other, new_rtp (SSRC, 7, TRUE));
  receive_feedback (other, net.source->socket);
  gst_element_release_request_pad (net.h->element, pad);
  gst_object_unref (pad);
  fail_unless_equals_uint64 (get_stat (net.h->element, "feedback-errors"), 0);
  gst_element_set_bus (net.h->element, NULL);
  gst_object_unref (bus);
  g_free (old_place);
  g_free (new_place);
  g_object_unref (other);
  free_net (&net);
}

GST_END_TEST;

/* All that waits at @socket, with IP and UDP. */
static guint64
count_bytes (GSocket * socket)
{
  gchar data[2000];
  guint64 sum = 0;

  while (has_datagram (socket))
    sum += g_socket_receive (socket, data, sizeof (data), NULL, NULL) + 28;
  return sum;
}

/* Packets from address after address, with the longest gaps that count: none of
 * them gets more than it has sent. */
GST_START_TEST (test_screamrx_returns_less_than_comes)
{
  Net net = new_net ();
  guint i, k;

  for (i = 0; i < 8; i++) {
    GSocket *socket = new_socket (G_SOCKET_FAMILY_IPV4);
    guint64 in = 0, out = 0;

    advance (3 * GST_SECOND);
    for (k = 0; k < 200; k++) {
      push_from (&net, socket, new_rtp (SSRC + i, (guint16) (k * 71), TRUE));
      in += 128;
      out += count_bytes (socket);
      fail_unless (out <= in, "%" G_GUINT64_FORMAT " for %" G_GUINT64_FORMAT,
          out, in);
      advance (MS);
    }
    fail_unless (out > in / 4);
    g_object_unref (socket);
  }
  fail_unless_equals_uint64 (get_stat (net.h->element, "sender-moves"), 7);
  fail_unless (get_stat (net.h->element, "feedback-held") > 100);
  free_net (&net);
}

GST_END_TEST;

typedef enum
{
  ANSWERS_NOT,
  ANSWERS_WRONG,
  ANSWERS_RIGHT,
  N_ANSWERS
} Answers;

/* Takes all that waits at @socket, @bytes on the wire; answers what asks.  Returns
 * the number of questions. */
static guint
take_questions (Net * net, GSocket * socket, Answers answers, guint64 * bytes)
{
  guint8 data[2000];
  guint32 ssrc, number;
  guint n = 0;

  while (has_datagram (socket)) {
    gssize size = g_socket_receive (socket, (gchar *) data, sizeof (data), NULL,
        NULL);

    *bytes += size + 28;
    if (!rtp_cc_echo_read_question (data, size, &ssrc, &number))
      continue;
    n++;
    rtp_cc_echo_write_answer (data, ssrc, number + (answers == ANSWERS_WRONG));
    if (answers != ANSWERS_NOT)
      push_from (net, socket, gst_buffer_new_memdup (data,
              RTP_CC_ECHO_ANSWER_SIZE));
  }
  return n;
}

static void
push_media (Net * net, GSocket * sender, guint32 ssrc, guint16 seq)
{
  GstBuffer *buffer = new_rtp (ssrc, seq, TRUE);
  guint8 time[4];

  GST_WRITE_UINT32_BE (time, seq * 3000u);
  gst_buffer_fill (buffer, 4, time, sizeof (time));
  push_from (net, sender, buffer);
}

/* The first sends five packets a second, the second media, each of its own SSRC.
 * It is the first that is asked, and if it answers the second never is. */
GST_START_TEST (test_screamrx_dispute)
{
  gboolean answers = __i__ == ANSWERS_RIGHT;
  Net net = new_net ();
  GSocket *other = new_socket (G_SOCKET_FAMILY_IPV4);
  GstBus *bus = gst_bus_new ();
  const GstStructure *s;
  GstMessage *message;
  guint64 bytes = 0;
  guint i, asked = 0;

  gst_element_set_bus (net.h->element, bus);
  for (i = 0; i < 150; i++) {
    if (i % 10 == 0)
      push_media (&net, net.sender, SSRC, i / 10);
    if (i >= 50)
      push_media (&net, other, SSRC + 1, i);
    asked += take_questions (&net, net.sender, (Answers) __i__, &bytes);
    fail_unless_equals_int (take_questions (&net, other, ANSWERS_NOT, &bytes),
        0);
    advance (20 * MS);
  }
  fail_unless (answers ? asked >= 1 && asked <= 2 : asked == 3, "%u", asked);
  fail_unless_equals_uint64 (get_stat (net.h->element, "sender-moves"),
      !answers);
  fail_unless_equals_uint64 (get_stat (net.h->element, "sender-refusals"),
      answers);

  message = gst_bus_timed_pop_filtered (bus, 0, GST_MESSAGE_ELEMENT);
  s = gst_message_get_structure (message);
  fail_unless (gst_structure_has_name (s, answers ? "scream-sender-refused"
          : "scream-sender-moved"));
  if (!answers)
    fail_unless_equals_string (gst_structure_get_string (s, "reason"),
        "behaviour");
  gst_message_unref (message);
  gst_element_set_bus (net.h->element, NULL);
  gst_object_unref (bus);
  g_object_unref (other);
  free_net (&net);
}

GST_END_TEST;

/* A sender of slides that could not be asked, as feedback goes by the pad: nobody
 * gets its place by that, and both are told. */
GST_START_TEST (test_screamrx_dispute_without_questions)
{
  Net net = new_net ();
  GSocket *other = new_socket (G_SOCKET_FAMILY_IPV4);
  GstHarness *rtcp = gst_harness_new_with_element (net.h->element, NULL,
      "rtcp_src");
  guint64 bytes = 0;
  guint i;

  for (i = 0; i < 300; i++) {
    if (i % 10 == 0)
      push_media (&net, net.sender, SSRC, i / 10);
    if (i >= 50)
      push_media (&net, other, SSRC + 1, i);
    fail_unless_equals_int (take_questions (&net, net.sender, ANSWERS_NOT,
            &bytes), 0);
    fail_unless_equals_int (take_questions (&net, other, ANSWERS_NOT, &bytes),
        0);
    advance (20 * MS);
  }
  fail_unless_equals_uint64 (get_stat (net.h->element, "sender-moves"), 0);
  fail_unless_equals_uint64 (get_stat (net.h->element, "sender-refusals"), 1);
  /* It is silent for 2 s: the other one is next. */
  for (; i < 420; i++) {
    push_media (&net, other, SSRC + 1, i);
    advance (20 * MS);
  }
  fail_unless_equals_uint64 (get_stat (net.h->element, "sender-moves"), 1);
  gst_harness_teardown (rtcp);
  g_object_unref (other);
  free_net (&net);
}

GST_END_TEST;

/* Feedback takes nearly all that the first has sent, and it is asked even so: for both
 * together not more goes to it than came. */
GST_START_TEST (test_screamrx_question_costs)
{
  Net net = new_net ();
  GSocket *other = new_socket (G_SOCKET_FAMILY_IPV4);
  guint64 in = 0, out = 0, rest = 0;
  guint i, asked = 0;

  for (i = 0; i < 300; i++) {
    if (i % 10 == 0) {
      push_media (&net, net.sender, SSRC, i / 10 * 71);
      in += 128;
    }
    if (i >= 50)
      push_media (&net, other, SSRC + 1, i);
    asked += take_questions (&net, net.sender, ANSWERS_NOT, &out);
    take_questions (&net, other, ANSWERS_NOT, &rest);
    fail_unless (out <= in, "%" G_GUINT64_FORMAT " for %" G_GUINT64_FORMAT,
        out, in);
    advance (20 * MS);
  }
  fail_unless (asked >= 1);
  g_object_unref (other);
  free_net (&net);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_linked_pad_goes_first)
{
  Net net = new_net ();
  GstHarness *rtcp = gst_harness_new_with_element (net.h->element, NULL,
      "rtcp_src");

  push_from (&net, net.sender, new_rtp (SSRC, 1, TRUE));
  parse_feedback (gst_harness_pull (rtcp));
  fail_if (has_datagram (net.sender));
  check_text_stat (net.h->element, "route", "pad");
  gst_harness_teardown (rtcp);

  push_from (&net, net.sender, new_rtp (SSRC, 2, TRUE));
  receive_feedback (net.sender, net.source->socket);
  free_net (&net);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_socket_timer)
{
  Net net = new_net ();

  push_from (&net, net.sender, new_rtp (SSRC, 1, FALSE));
  receive_feedback (net.sender, net.source->socket);
  push_from (&net, net.sender, new_rtp (SSRC, 2, FALSE));
  fire_timer (NULL, T0 + 40 * MS);
  receive_feedback (net.sender, net.source->socket);
  check_age (2, 40 * MS);
  free_net (&net);
}

GST_END_TEST;

/* udpsrc stops, or cannot reach the sender. */
GST_START_TEST (test_screamrx_socket_is_closed)
{
  Net net = new_net ();
  GSocket *v6;
  guint i;

  push_from (&net, net.sender, new_rtp (SSRC, 1, TRUE));
  receive_feedback (net.sender, net.source->socket);
  g_socket_close (net.source->socket, NULL);
  for (i = 2; i < 5; i++)
    push_from (&net, net.sender, new_rtp (SSRC, i, TRUE));
  check_text_stat (net.h->element, "route", "none");
  fail_unless_equals_uint64 (get_stat (net.h->element, "feedback-errors"), 3);

  /* It starts again with another socket. */
  g_object_unref (net.source->socket);
  net.source->socket = new_socket (G_SOCKET_FAMILY_IPV4);
  gst_pad_push_event (net.source->srcpad, gst_event_new_stream_start ("new"));
  push_from (&net, net.sender, new_rtp (SSRC, 5, TRUE));
  receive_feedback (net.sender, net.source->socket);

  if (g_file_test ("/proc/net/if_inet6", G_FILE_TEST_EXISTS)) {
    v6 = new_socket (G_SOCKET_FAMILY_IPV6);
    advance (300 * MS);
    for (i = 6; i < 11; i++)
      push_from (&net, v6, new_rtp (SSRC, i, TRUE));
    check_text_stat (net.h->element, "route", "none");
    g_object_unref (v6);
  }
  free_net (&net);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_arrival_times)
{
  static const struct
  {
    GstClockTime dts, age;
  } table[] = {
    /* Running time is 540 ms when the timer fires, 500 ms when they come. */
    {475 * MS, 25 * MS},
    {500 * MS, 0},
    {501 * MS, 0},              /* in the future */
    {GST_CLOCK_TIME_NONE, 0},
    {1 * MS, 499 * MS},
    {5000 * GST_SECOND, 0},     /* clock time in place of running time */
  };
  Net net = new_net ();
  guint i;

  fail_unless_equals_string (net.source->socket_timestamp, "realtime");
  check_text_stat (net.h->element, "arrival-times", "kernel");
  push_from (&net, net.sender, new_rtp (SSRC, 99, FALSE));
  receive_feedback (net.sender, net.source->socket);
  for (i = 0; i < G_N_ELEMENTS (table); i++) {
    GstBuffer *buffer = new_rtp (SSRC, 100 + i, FALSE);

    GST_BUFFER_DTS (buffer) = table[i].dts;
    push_from (&net, net.sender, buffer);
  }
  fire_timer (NULL, T0 + 40 * MS);
  receive_feedback (net.sender, net.source->socket);
  for (i = 0; i < G_N_ELEMENTS (table); i++)
    check_age (100 + i, table[i].age + 40 * MS);

  /* Older than anything that a socket holds back. */
  advance (2 * GST_SECOND);
  {
    GstBuffer *buffer = new_rtp (SSRC, 200, TRUE);

    GST_BUFFER_DTS (buffer) = 500 * MS;
    push_from (&net, net.sender, buffer);
  }
  receive_feedback (net.sender, net.source->socket);
  check_age (200, 0);
  free_net (&net);
}

GST_END_TEST;

/* Before udpsrc opens its socket, so that no packet is without. */
GST_START_TEST (test_screamrx_arrival_times_from_ready_on)
{
  GstElement *rx = gst_element_factory_make ("screamrx", NULL);
  TestSource *source = g_object_new (test_source_get_type (), NULL);

  gst_object_ref_sink (source);
  fail_unless (gst_element_link (GST_ELEMENT (source), rx));
  fail_if (source->socket_timestamp);
  gst_element_set_state (rx, GST_STATE_READY);
  fail_unless_equals_string (source->socket_timestamp, "realtime");
  gst_element_set_state (rx, GST_STATE_NULL);
  gst_object_unref (source);
  gst_object_unref (rx);
}

GST_END_TEST;

/* Media with a DTS that is not from a udpsrc. */
GST_START_TEST (test_screamrx_no_arrival_times_without_udpsrc)
{
  Rx rx = new_rx ();
  GstBuffer *buffer;

  gst_element_set_clock (rx.element, GST_CLOCK (test_clock));
  gst_element_set_base_time (rx.element, T0 - 500 * MS);
  buffer = new_rtp (SSRC, 2, TRUE);
  GST_BUFFER_DTS (buffer) = 475 * MS;
  push (&rx, buffer);
  pull_feedback (&rx);
  check_age (2, 0);
  check_text_stat (rx.element, "arrival-times", "element");
  free_rx (&rx);
}

GST_END_TEST;

static void
check_real_udpsrc (void)
{
  GstElement *pipeline = gst_parse_launch ("udpsrc name=u port=0 "
      "address=127.0.0.1 caps=application/x-rtp ! queue ! screamrx name=r ! "
      "fakesink async=false sync=false", NULL);
  GstElement *rx = gst_bin_get_by_name (GST_BIN (pipeline), "r");
  GSocket *sender = new_socket (G_SOCKET_FAMILY_IPV4);
  GSocket *used;
  GInetAddress *loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  GSocketAddress *address;
  GstMapInfo map;
  gint port, mode, i;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  gst_element_get_state (pipeline, NULL, NULL, GST_SECOND);
  gst_child_proxy_get (GST_CHILD_PROXY (pipeline), "u::port", &port,
      "u::socket-timestamp", &mode, "u::used-socket", &used, NULL);
  fail_unless_equals_int (mode, 1);
  address = g_inet_socket_address_new (loopback, port);

  for (i = 0; i < 20; i++) {
    GstBuffer *buffer = new_rtp (SSRC, 65530 + i, TRUE);

    gst_buffer_map (buffer, &map, GST_MAP_READ);
    g_socket_send_to (sender, address, (gchar *) map.data, map.size, NULL,
        NULL);
    gst_buffer_unmap (buffer, &map);
    gst_buffer_unref (buffer);
    receive_feedback (sender, used);
    fail_unless (find_metric (SSRC, 65530 + i)->received);
    /* It waited for a thread or two, known and less than a second. */
    fail_unless (find_metric (SSRC, 65530 + i)->age >= 0);
    fail_unless (find_metric (SSRC, 65530 + i)->age < GST_SECOND);
  }
  check_text_stat (rx, "route", "socket");
  check_text_stat (rx, "arrival-times", "kernel");

  gst_element_set_state (pipeline, GST_STATE_NULL);
  g_object_unref (used);
  g_object_unref (address);
  g_object_unref (loopback);
  g_object_unref (sender);
  gst_object_unref (rx);
  gst_object_unref (pipeline);
}

GST_START_TEST (test_screamrx_behind_udpsrc)
{
  teardown ();                  /* udpsrc lives in real time */
  check_real_udpsrc ();
}

GST_END_TEST;

static GstPad *
get_linked_inside (GstElement * element, const gchar * name)
{
  GstPad *pad = gst_element_get_static_pad (element, name);
  GstIterator *it = gst_pad_iterate_internal_links (pad);
  GValue value = G_VALUE_INIT;
  GstPad *linked = NULL;

  if (gst_iterator_next (it, &value) == GST_ITERATOR_OK) {
    linked = g_value_get_object (&value);
    g_value_reset (&value);
    fail_unless_equals_int (gst_iterator_next (it, &value), GST_ITERATOR_DONE);
  }
  if (G_IS_VALUE (&value))
    g_value_unset (&value);
  gst_iterator_free (it);
  gst_object_unref (pad);
  return linked;
}

/* Who looks for the media's way must not take the feedback's. */
GST_START_TEST (test_screamrx_internal_links)
{
  Rx rx = new_rx ();
  GstPad *sink_in = gst_element_request_pad_simple (rx.element, "rtcp_sink");
  GstPad *sink = gst_element_get_static_pad (rx.element, "sink");
  GstPad *src = gst_element_get_static_pad (rx.element, "src");

  fail_unless (get_linked_inside (rx.element, "sink") == src);
  fail_unless (get_linked_inside (rx.element, "src") == sink);
  fail_unless (get_linked_inside (rx.element, "rtcp_sink") == NULL);
  fail_unless (get_linked_inside (rx.element, "rtcp_src") == NULL);
  gst_object_unref (sink);
  gst_object_unref (src);
  gst_element_release_request_pad (rx.element, sink_in);
  gst_object_unref (sink_in);
  free_rx (&rx);
}

GST_END_TEST;

GST_START_TEST (test_screamrx_two_instances)
{
  Rx a = new_rx ();
  Rx b = new_rx ();

  push (&a, new_rtp (1, 1, TRUE));
  push (&b, new_rtp (2, 2, TRUE));
  pull_feedback (&a);
  fail_unless_equals_int (n_metrics, 1);
  find_metric (1, 1);
  pull_feedback (&b);
  fail_unless_equals_int (n_metrics, 1);
  find_metric (2, 2);
  free_rx (&a);
  push (&b, new_rtp (2, 3, TRUE));
  pull_feedback (&b);
  free_rx (&b);
}

GST_END_TEST;

static Suite *
screamrx_suite (void)
{
  Suite *s = suite_create ("screamrx");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_screamrx_packets_pass_untouched);
  tcase_add_test (tc, test_screamrx_lists_stay_lists);
  tcase_add_test (tc, test_screamrx_rtcp_pad_events);
  tcase_add_test (tc, test_screamrx_marker_and_packet_count);
  tcase_add_test (tc, test_screamrx_timer);
  tcase_add_test (tc, test_screamrx_timer_after_marker);
  tcase_add_test (tc, test_screamrx_timer_is_patient);
  tcase_add_test (tc, test_screamrx_several_ssrcs);
  tcase_add_test (tc, test_screamrx_any_sequence_number);
  tcase_add_test (tc, test_screamrx_gap_of_500);
  tcase_add_test (tc, test_screamrx_muxed_rtcp_is_dropped);
  tcase_add_test (tc, test_screamrx_other_packets_pass);
  tcase_add_test (tc, test_screamrx_split_header);
  tcase_add_test (tc, test_screamrx_rtcp_sink_takes_all);
  tcase_add_test (tc, test_screamrx_sender_ssrc_and_compat);
  tcase_add_test (tc, test_screamrx_eos_reaches_rtcp_src);
  tcase_add_test (tc, test_screamrx_flush);
  tcase_add_test (tc, test_screamrx_feedback_error);
  tcase_add_test (tc, test_screamrx_media_error);
  tcase_add_test (tc, test_screamrx_no_route_warns_once);
  tcase_add_test (tc, test_screamrx_two_sinks_preroll);
  tcase_add_test (tc, test_screamrx_rtcp_pads_come_and_go);
  tcase_add_test (tc, test_screamrx_state_cycles);
  tcase_add_test (tc, test_screamrx_state_cycles_in_real_time);
  tcase_add_test (tc, test_screamrx_ecn_from_control_messages);
  tcase_add_test (tc, test_screamrx_socket_route);
  tcase_add_test (tc, test_screamrx_returns_less_than_comes);
  tcase_add_loop_test (tc, test_screamrx_dispute, 0, N_ANSWERS);
  tcase_add_test (tc, test_screamrx_dispute_without_questions);
  tcase_add_test (tc, test_screamrx_question_costs);
  tcase_add_test (tc, test_screamrx_linked_pad_goes_first);
  tcase_add_test (tc, test_screamrx_socket_timer);
  tcase_add_test (tc, test_screamrx_socket_is_closed);
  tcase_add_test (tc, test_screamrx_arrival_times);
  tcase_add_test (tc, test_screamrx_arrival_times_from_ready_on);
  tcase_add_test (tc, test_screamrx_no_arrival_times_without_udpsrc);
  tcase_add_test (tc, test_screamrx_behind_udpsrc);
  tcase_add_test (tc, test_screamrx_internal_links);
  tcase_add_test (tc, test_screamrx_two_instances);

  return s;
}

GST_CHECK_MAIN (screamrx);
