/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Several streams through one emulated link, on the system's clock: cameras
 * with audio, a pause, and the layers of a simulcast */
#include "tests/check/elements/tx/screamtxtest.h"
#include "pipelinetest.h"

#include <string.h>

/* @streams in front of screamtx, which is tx, and all its src pads into one
 * link of 20 ms each way. */
static GstElement *
launch_streams (const gchar * streams, guint n_streams, guint bitrate)
{
  guint16 port = free_port ();
  GString *line = g_string_new (NULL);
  GstElement *pipeline;
  guint i;

  g_string_append_printf (line, "screamtx name=tx funnel name=all ! "
      "linkemu name=link bitrate=%u delay=20 ! udpsink host=127.0.0.1 "
      "port=%u sync=false async=false udpsrc address=127.0.0.1 port=%u "
      "caps=\"application/x-rtp,media=video,encoding-name=X-SCREAM-TEST,"
      "clock-rate=90000,payload=96\" ! screamrx ! fakesink async=false %s",
      bitrate, port, port, streams);
  for (i = 0; i < n_streams; i++)
    g_string_append_printf (line, " tx.src_%u ! all.", i);
  pipeline = launch ("%s", line->str);
  g_string_free (line, TRUE);
  return pipeline;
}

static GstPad *
pad_of (GstElement * pipeline, guint n)
{
  gchar *name = g_strdup_printf ("sink_%u", n);
  GstPad *pad = gst_element_get_static_pad (get (pipeline, "tx"), name);

  fail_unless (pad != NULL, "%s", name);
  gst_object_unref (pad);       /* the element holds it */
  g_free (name);
  return pad;
}

static guint64
stat_of (GstPad * pad, const gchar * name)
{
  GstStructure *s;
  guint64 value;

  g_object_get (pad, "stats", &s, NULL);
  fail_unless (gst_structure_get_uint64 (s, name, &value), "%s", name);
  gst_structure_free (s);
  return value;
}

static gboolean
is_active (GstPad * pad)
{
  gboolean active;

  g_object_get (pad, "active", &active, NULL);
  return active;
}

/* bit/s on the wire of each stream over @ms */
static void
measure (GstElement * pipeline, guint n_streams, gdouble * rates, guint ms)
{
  gint64 begin = g_get_monotonic_time (), time;
  guint i;

  for (i = 0; i < n_streams; i++)
    rates[i] = -(gdouble) stat_of (pad_of (pipeline, i), "bytes-sent");
  g_usleep (ms * 1000);
  time = g_get_monotonic_time () - begin;
  for (i = 0; i < n_streams; i++)
    rates[i] = (rates[i] + stat_of (pad_of (pipeline, i), "bytes-sent"))
        * 8e6 / time;
}

/* ---- cameras and audio ---- */

#define CAMERA "screamvideosrc bitrate=300000 ! tx.sink_"
#define AUDIO "audiotestsrc is-live=true samplesperbuffer=960 ! " \
    "audio/x-raw,rate=48000,channels=2 ! audioconvert ! " \
    "audio/x-raw,format=S16BE ! rtpL16pay max-ptime=4000000 ! tx.sink_3"

/* How long the packets of one stream were in screamtx, by sequence number */
typedef struct
{
  gint64 in[65536];
  guint n, late;                /* of which more than 20 ms */
} Waits;

static GstPadProbeReturn
note_in (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Waits *waits = user_data;
  guint16 seq = rtp_seq (GST_PAD_PROBE_INFO_BUFFER (info));

  waits->in[seq] = g_get_monotonic_time ();
  return GST_PAD_PROBE_OK;
}

static void
note_buffer_out (Waits * waits, GstBuffer * buffer)
{
  waits->n++;
  waits->late += g_get_monotonic_time () - waits->in[rtp_seq (buffer)] > 20000;
}

static GstPadProbeReturn
note_out (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstBufferList *list = GST_PAD_PROBE_INFO_BUFFER_LIST (info);
  guint i;

  if (info->type & GST_PAD_PROBE_TYPE_BUFFER)
    note_buffer_out (user_data, GST_PAD_PROBE_INFO_BUFFER (info));
  else
    for (i = 0; i < gst_buffer_list_length (list); i++)
      note_buffer_out (user_data, gst_buffer_list_get (list, i));
  return GST_PAD_PROBE_OK;
}

static void
watch_waits (GstElement * pipeline, Waits * waits)
{
  GstPad *src = gst_element_get_static_pad (get (pipeline, "tx"), "src_3");

  gst_pad_add_probe (pad_of (pipeline, 3), GST_PAD_PROBE_TYPE_BUFFER, note_in,
      waits, NULL);
  gst_pad_add_probe (src, GST_PAD_PROBE_TYPE_BUFFER |
      GST_PAD_PROBE_TYPE_BUFFER_LIST, note_out, waits, NULL);
  gst_object_unref (src);
}

static void
check_shares (const gdouble * rates)
{
  static const gdouble due[] = { 1 / 1.7, 0.5 / 1.7, 0.2 / 1.7 };
  gdouble all = rates[0] + rates[1] + rates[2];
  guint i;

  for (i = 0; i < 3; i++)
    fail_unless (rates[i] > all * due[i] * 0.85
        && rates[i] < all * due[i] * 1.15, "%u: %.3f, not %.3f", i,
        rates[i] / all, due[i]);
}

GST_START_TEST (test_screamstreams_cameras_and_audio)
{
  GstElement *pipeline =
      launch_streams (CAMERA "0 " CAMERA "1 " CAMERA "2 " AUDIO, 4,
      6000000);
  Waits *waits = g_new0 (Waits, 1);
  gdouble rates[4], all, others;

  g_object_set (pad_of (pipeline, 1), "priority", 0.5, NULL);
  g_object_set (pad_of (pipeline, 2), "priority", 0.2, NULL);
  watch_waits (pipeline, waits);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  g_usleep (3 * G_USEC_PER_SEC);
  measure (pipeline, 4, rates, 3000);
  check_shares (rates);
  /* 1.536 Mbit/s and headers of 40 bytes in 768 + 40 */
  fail_unless (rates[3] > 1.55e6 && rates[3] < 1.70e6, "%.0f", rates[3]);
  /* The link has 4.4 Mbit/s left; on a busy machine much is not used, and it is
   * the shares that matter here. */
  all = rates[0] + rates[1] + rates[2];
  fail_unless (all > 1.0e6 && all < 4.5e6, "%.0f", all);
  others = rates[1] + rates[2];

  g_object_set (pad_of (pipeline, 0), "paused", TRUE, NULL);
  g_usleep (G_USEC_PER_SEC);
  measure (pipeline, 4, rates, 1500);
  fail_unless (rates[0] == 0);
  fail_unless (rates[1] + rates[2] > 1.5 * others, "%.0f of %.0f", rates[1]
      + rates[2], others);
  g_object_set (pad_of (pipeline, 0), "paused", FALSE, NULL);
  g_usleep (G_USEC_PER_SEC);
  measure (pipeline, 4, rates, 2500);
  check_shares (rates);

  gst_element_set_state (pipeline, GST_STATE_NULL);
  /* All of them, but for what a machine with other work holds up. */
  fail_unless (waits->n > 2000 && waits->late <= waits->n / 50, "%u of %u",
      waits->late, waits->n);
  gst_object_unref (pipeline);
  g_free (waits);
}

GST_END_TEST;

/* ---- simulcast ---- */

/* Noise, so that the encoder can use the rate */
#define LAYER(n, size) "raw. ! queue leaky=downstream ! videoscale ! " \
    "video/x-raw," size " ! x264enc name=enc" n " tune=zerolatency " \
    "speed-preset=ultrafast key-int-max=1000 threads=1 ! rtph264pay ! " \
    "tx.sink_" n " "
#define LAYERS "videotestsrc is-live=true pattern=snow ! " \
    "video/x-raw,width=80,height=60,framerate=15/1 ! tee name=raw " \
    LAYER ("0", "width=80,height=60") LAYER ("1", "width=160,height=120") \
    LAYER ("2", "width=320,height=240")

/* As "012", those that are active */
static void
read_layers (GstElement * pipeline, gchar * text)
{
  guint i, n = 0;

  for (i = 0; i < 3; i++) {
    if (is_active (pad_of (pipeline, i)))
      text[n++] = '0' + i;
  }
  text[n] = 0;
}

/* Waits until these are active; on the way only @between may be. */
static gdouble
wait_for (GstElement * pipeline, const gchar * layers, const gchar * between,
    gdouble seconds)
{
  gint64 begin = g_get_monotonic_time ();
  gchar is[4];

  do {
    read_layers (pipeline, is);
    fail_unless (strstr (between, is) != NULL, "%s", is);
    if (strcmp (is, layers) == 0)
      break;
    g_usleep (10000);
  } while (g_get_monotonic_time () - begin < seconds * G_USEC_PER_SEC);
  fail_unless_equals_string (is, layers);
  return (g_get_monotonic_time () - begin) / 1e6;
}

static GstPadProbeReturn
count_key_frames (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  if (!GST_BUFFER_FLAG_IS_SET (GST_PAD_PROBE_INFO_BUFFER (info),
          GST_BUFFER_FLAG_DELTA_UNIT))
    g_atomic_int_inc ((gint *) user_data);
  return GST_PAD_PROBE_OK;
}

GST_START_TEST (test_screamstreams_simulcast)
{
  static const guint min[] = { 60000, 150000, 700000 };
  static const guint max[] = { 120000, 300000, 2000000 };
  GstElement *pipeline = launch_streams (LAYERS, 3, 3000000);
  GstPad *top = gst_element_get_static_pad (get (pipeline, "enc2"), "src");
  gdouble rates[3];
  gint n_key = 0, before;
  guint i;

  gst_pad_add_probe (top, GST_PAD_PROBE_TYPE_BUFFER, count_key_frames, &n_key,
      NULL);
  for (i = 0; i < 3; i++)
    g_object_set (pad_of (pipeline, i), "min-bitrate", min[i], "max-bitrate",
        max[i], "priority", 1 - 0.25 * i, "auto-pause", TRUE, NULL);
  g_object_set (get (pipeline, "tx"), "initial-bitrate", 1500000, NULL);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  g_usleep (3 * G_USEC_PER_SEC);
  wait_for (pipeline, "012", "012", 1);

  g_object_set (get (pipeline, "link"), "bitrate", 500000, NULL);
  wait_for (pipeline, "01", "012,01", 4);
  before = g_atomic_int_get (&n_key);
  g_usleep (G_USEC_PER_SEC / 2);
  measure (pipeline, 3, rates, 1000);
  /* At most the rest of a frame that had begun, of up to 8 kB */
  fail_unless (rates[2] < 70000, "%.0f", rates[2]);
  fail_unless (rates[0] > 50000 && rates[1] > 100000, "%.0f %.0f", rates[0],
      rates[1]);

  g_object_set (get (pipeline, "link"), "bitrate", 180000, NULL);
  wait_for (pipeline, "0", "01,0", 4);
  g_object_set (get (pipeline, "link"), "bitrate", 4000000, NULL);
  wait_for (pipeline, "01", "0,01", 8);
  wait_for (pipeline, "012", "01,012", 12);
  g_usleep (G_USEC_PER_SEC / 2);
  fail_unless (g_atomic_int_get (&n_key) > before);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (top);
  gst_object_unref (pipeline);
}

GST_END_TEST;

static Suite *
screamstreams_suite (void)
{
  Suite *s = suite_create ("screamstreams");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_screamstreams_cameras_and_audio);
  tcase_add_test (tc, test_screamstreams_simulcast);

  return s;
}

GST_CHECK_MAIN (screamstreams);
