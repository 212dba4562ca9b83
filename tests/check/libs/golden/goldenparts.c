/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Small parts of the mechanism answer as recorded, at times and rates so round that they
 * meet the parts' bounds exactly. */
#include <string.h>
#include <gst/rtpcc/picture/rtpcc-ladder.h>
#include <gst/rtpcc/receiver/rtpcc-latency.h>
#include <gst/rtpcc/rtpcc-basedelay.h>
#include <gst/rtpcc/rtpcc-meter.h>
#include <gst/rtpcc/send/rtpcc-layers.h>
#include <gst/rtpcc/send/rtpcc-overhead.h>
#include <gst/rtpcc/send/rtpcc-queue.h>
#include <gst/rtpcc/send/rtpcc-share.h>

#include "golden.h"

#define T0 (G_GINT64_CONSTANT (987654321987))
#define MS RTP_CC_MSECOND
#define RUNS 6

static guint64 seed;
static RtpCcTime now;

static guint
below (guint n)
{
  return golden_random (&seed, n);
}

/* A whole number of @ms, at times none, at times many. */
static void
pass (guint ms)
{
  now += (below (40) == 0 ? 100 : below (4)) * ms * MS;
}

typedef struct
{
  const char *name;
  guint steps;
  gpointer state;
  void (*start) (gpointer state, guint run);
  void (*step) (gpointer state, guint run);
} Part;

/* ---- steps of the picture ---- */

static RtpCcLadder ladder;

static void
start_ladder (gpointer state, guint run)
{
  rtp_cc_ladder_init (state, (RtpCcLadderMode) (run % 4));
}

static void
step_ladder (gpointer state, guint run)
{
  static const guint pictures[][3] = {
    {1280, 720, 30}, {1920, 1080, 60}, {640, 480, 25}, {320, 180, 0}, {3840,
        2160, 30}
  };
  const RtpCcLadderStep *step;
  guint rate = 100000 << below (8);
  gdouble made = below (30) == 0 ? 1.5 : 1;

  if (below (200) == 0) {
    const guint *p = pictures[below (G_N_ELEMENTS (pictures))];

    rtp_cc_ladder_set_picture (state, p[0], p[1], p[2]);
  }
  /* It stays for a while. */
  if (ladder.rate > 0 && below (60) != 0)
    rate = (guint) ladder.rate;
  golden_put ("changed", rtp_cc_ladder_update (state,
          below (50) == 0 ? 0 : rate, made, now));
  step = rtp_cc_ladder_get (state);
  golden_put ("step", step == NULL ? 0
      : step->width + 3 * step->height + 7 * step->divisor);
  pass (run < 3 ? 100 : 250);
}

/* ---- age of frames ---- */

static RtpCcLatency latency;

static void
start_latency (gpointer state, guint run)
{
  rtp_cc_latency_init (state);
}

static void
step_latency (gpointer state, guint run)
{
  static gint64 wall;
  RtpCcLatencySample s = { 0 };
  RtpCcLatencyInfo info;

  if (below (400) == 0)
    wall += ((gint64) below (9) - 4) * 250 * MS;
  s.captured = now;
  s.arrived = now + wall + (20 + 5 * below (5)) * MS;
  s.seen = s.arrived + 10 * (gint64) below (4) * MS;
  s.timestamp = (guint32) ((now - T0) / 1000 * 9 / 100);
  s.clock_rate = run == 5 ? 0 : 90000;
  rtp_cc_latency_add (state, &s, now);
  /* At times long after the last frame. */
  rtp_cc_latency_info (state, &info, now + below (30) / 29 * 2 * RTP_CC_SECOND);
  golden_put ("clocks", info.clocks);
  golden_put ("steps", (gdouble) info.clock_steps);
  golden_put ("last", (gdouble) info.last);
  golden_put ("smoothed", (gdouble) info.smoothed);
  golden_put ("min", (gdouble) info.min);
  golden_put ("p95", (gdouble) info.p95);
  golden_put ("arrival", (gdouble) info.arrival);
  now += (run < 3 ? 20 : 100) * MS * (below (50) == 0 ? 20 : 1);
}

/* ---- bytes of a window, least of a while ---- */

static RtpCcMeter meter;

static void
start_meter (gpointer state, guint run)
{
  now -= now % MS;
  rtp_cc_meter_init (state, (100 << run) * MS, now);
}

static void
step_meter (gpointer state, guint run)
{
  if (below (3) != 0)
    rtp_cc_meter_add (state, 100 * below (15), now);
  golden_put ("bytes", (gdouble) rtp_cc_meter_bytes (state, now));
  golden_put ("rate", rtp_cc_meter_rate (state, now));
  pass (10);
}

static RtpCcBaseDelay base_delay;

static void
start_base_delay (gpointer state, guint run)
{
  rtp_cc_base_delay_forget (state);
}

static void
step_base_delay (gpointer state, guint run)
{
  if (below (300) == 0)
    rtp_cc_base_delay_forget (state);
  else if (below (4) != 0)
    rtp_cc_base_delay_add (state, (gint64) below (1000) * MS - 500 * MS, now);
  golden_put_time ("base", rtp_cc_base_delay (state), 0);
  pass (5000);
}

/* ---- shares, layers, overhead ---- */

static void
step_share (gpointer state, guint run)
{
  RtpCcShare s[5];
  guint n = 1 + below (5);

  memset (s, 0, sizeof (s));
  for (guint i = 0; i < n; i++) {
    s[i].priority = 0.5 * (1 + below (4));
    s[i].min_rate = 50000 * below (4);
    s[i].max_rate = s[i].min_rate + 250000 * (1 + below (8));
    s[i].preferred_rate = run % 2 == 0 ? 0 : 250000 * below (6);
    s[i].active = below (5) != 0;
  }
  rtp_cc_share (50000 * below (80), s, n);
  for (guint i = 0; i < n; i++)
    golden_put ("rate", (gdouble) s[i].rate);
}

typedef struct
{
  RtpCcLayers layers;
  RtpCcLayer streams[4];
} Layers;

static Layers layers;

static void
start_layers (gpointer state, guint run)
{
  memset (&layers, 0, sizeof (layers));
  rtp_cc_layers_init (&layers.layers);
  for (guint i = 0; i < 4; i++) {
    RtpCcLayer *s = &layers.streams[i];

    s->priority = 1 + i / 2;
    s->min_rate = 100000 << i;
    s->max_rate = 400000 << i;
    s->wants = TRUE;
    s->pausable = i != run % 4;
  }
}

static void
step_layers (gpointer state, guint run)
{
  static guint rate, sent;

  if (below (20) == 0) {
    rate = 100000 * below (40);
    sent = rate / (1 + below (3));
  }
  if (below (200) == 0)
    layers.streams[below (4)].wants ^= TRUE;
  golden_put ("changed", rtp_cc_layers_update (&layers.layers, rate, sent,
          layers.streams, 4, now));
  for (guint i = 0; i < 4; i++)
    golden_put ("off", layers.streams[i].off << i);
  golden_put_time ("next", rtp_cc_layers_next_time (&layers.layers), now);
  pass (run < 3 ? 100 : 500);
}

static RtpCcOverhead overhead;

static void
start_overhead (gpointer state, guint run)
{
  rtp_cc_overhead_init (state, 40, 1240);
}

static void
step_overhead (gpointer state, guint run)
{
  guint payload = 100 * below (13);

  rtp_cc_overhead_on_packet (state, payload + 40 + 4 * below (3), payload);
  if (below (4) == 0)
    rtp_cc_overhead_on_frame (state, below (50) == 0 ? 0
        : (gint64) (1 + below (60)) * 20 * MS);
  if (below (20) == 0)
    rtp_cc_overhead_set_repair (state, payload, 1000 * below (20));
  golden_put ("wire", (gdouble) rtp_cc_overhead_to_wire (state,
          10000 * below (500)));
  golden_put ("media", (gdouble) rtp_cc_overhead_to_media (state,
          10000 * below (500)));
}

/* ---- packets that wait ---- */

static RtpCcQueue *queue;
static guint16 next_seq;

static void
note_drop (const RtpCcQueueItem * item, void *user)
{
  golden_put ("drop", item->seq % 977 + 1000 * item->ssrc);
}

static void
start_queue (gpointer state, guint run)
{
  if (queue != NULL)
    rtp_cc_queue_free (queue, NULL, NULL);
  queue = rtp_cc_queue_new ();
}

static void
push_one (guint run)
{
  RtpCcQueueItem item = { 0 };

  item.is_packet = below (20) != 0;
  item.ssrc = below (3);
  item.seq = next_seq++;
  item.timestamp = (guint32) (now / (40 * MS) * 3600);
  item.marker = below (4) == 0;
  item.size = 50 * (1 + below (25));
  item.queued = now;
  golden_put ("taken", rtp_cc_queue_push (queue, &item, false));
}

static void
step_queue (gpointer state, guint run)
{
  if (below (8) < 4)
    push_one (run);
  if (below (8) < 3 && rtp_cc_queue_peek (queue) != NULL) {
    RtpCcQueueItem item = rtp_cc_queue_pop (queue);

    golden_put ("pop", item.seq % 977 + 1000 * item.ssrc);
    golden_put_time ("waited", now, item.queued);
    golden_put ("frame", (gdouble) item.frame);
  }
  if (below (30) == 0)
    golden_put ("discarded", rtp_cc_queue_discard (queue, 20 * MS * below (20),
            note_drop, NULL, now));
  if (below (200) == 0)
    rtp_cc_queue_postpone (queue, 10 * MS);
  if (below (2000) == 0)
    rtp_cc_queue_clear (queue, note_drop, NULL);
  golden_put ("bytes", (gdouble) rtp_cc_queue_bytes (queue));
  golden_put ("packets", rtp_cc_queue_packets (queue));
  golden_put_time ("oldest", rtp_cc_queue_oldest (queue), now);
  pass (10);
}

static const Part parts[] = {
  {"ladder", 12000, &ladder, start_ladder, step_ladder},
  {"latency", 4000, &latency, start_latency, step_latency},
  {"meter", 4000, &meter, start_meter, step_meter},
  {"base-delay", 2000, &base_delay, start_base_delay, step_base_delay},
  {"share", 3000, NULL, NULL, step_share},
  {"layers", 6000, NULL, start_layers, step_layers},
  {"overhead", 3000, &overhead, start_overhead, step_overhead},
  {"queue", 6000, NULL, start_queue, step_queue},
};

GST_START_TEST (test_parts)
{
  golden_open ("parts");
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    for (guint run = 0; run < RUNS; run++) {
      gchar *name = g_strdup_printf ("%s/%u", parts[i].name, run);

      seed = 10 * i + run;
      now = T0;
      if (parts[i].start != NULL)
        parts[i].start (parts[i].state, run);
      golden_begin (name, (int) parts[i].steps);
      for (guint step = 0; step < parts[i].steps; step++) {
        parts[i].step (parts[i].state, run);
        golden_step ();
      }
      golden_end ();
      g_free (name);
    }
  }
  rtp_cc_queue_free (queue, NULL, NULL);
  golden_close ();
}

GST_END_TEST;

static Suite *
goldenparts_suite (void)
{
  Suite *s = suite_create ("goldenparts");
  TCase *tc = tcase_create ("general");

  tcase_add_test (tc, test_parts);
  suite_add_tcase (s, tc);
  return s;
}

GST_CHECK_MAIN (goldenparts);
