/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamsink repairs what is lost on the way to screamsrc. */
#include "lossyrelay.h"
#include "pipelinetest.h"

#define PATIENCE (15 * G_TIME_SPAN_SECOND)
#define KEY "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d"

/* Of RTP, RFC 3550 section 5.1 and 5.3.1 */
#define HEADER 12
#define H264 96
#define RETRANSMISSION 112
#define BLOCKS 122

#define SENDER "videotestsrc is-live=true pattern=snow ! " \
    "video/x-raw,width=160,height=120,framerate=30/1 ! x264enc " \
    "speed-preset=ultrafast tune=zerolatency key-int-max=10000 ! " \
    "screamsink name=s repair=%s port=%u controller=fixed " \
    "initial-bitrate=500000 %s"
/* The latency is for machines that do other things, too. */
#define RECEIVER "screamsrc name=r port=%u latency=1000 %s ! application/x-rtp " \
    "! appsink name=out sync=false"

/* Every 10th packet of media, and the first copy of every 4th of them. Or, for FEC, the
 * first packet of every 3rd frame that has several, and the FEC of every 10th other
 * one. */
typedef struct
{
  guint media, lost, repairs, fec, frames;
  guint32 repair_ssrc;          /* of retransmissions */
  gboolean inside;              /* a frame */
  gboolean is_broken;           /* ... that has lost one */
  guint blocks;                 /* packets of FEC by a block code, or ends of frames */
} Losses;

static gboolean
loses_a_tenth (const guint8 * data, gsize size, gpointer user_data)
{
  Losses *losses = user_data;
  gboolean lost;

  if ((data[1] & 0x7f) == RETRANSMISSION) {
    losses->repair_ssrc = GST_READ_UINT32_BE (data + 8);
    return losses->repairs++ % 4 == 3;
  }
  if ((data[1] & 0x7f) == BLOCKS) {
    losses->blocks++;
    return FALSE;
  }
  lost = ++losses->media % 10 == 0;
  losses->lost += lost;
  return lost;
}

/* Bytes: two headers and what SRTP adds; what protects packets is longer. */
#define MOST_OF_AN_END 64

static gboolean
loses_one_of_a_frame (const guint8 * data, gsize size, gpointer user_data)
{
  Losses *losses = user_data;
  gboolean is_last = data[1] & 0x80, is_first = !losses->inside, lost;

  losses->blocks += (data[1] & 0x7f) == BLOCKS;
  if ((data[1] & 0x7f) == BLOCKS && size < MOST_OF_AN_END)
    return FALSE;               /* "auto" tells ends until it has FEC */
  if ((data[1] & 0x7f) == BLOCKS)
    return ++losses->fec % 10 == 0 && !losses->is_broken;
  losses->inside = !is_last;
  losses->frames += is_first;
  lost = is_first && !is_last && losses->frames % 3 == 0;
  losses->lost += lost;
  losses->is_broken = lost || (losses->is_broken && !is_first);
  return lost;
}

static guint64
stat_of (GstElement * pipeline, const gchar * element, const gchar * name)
{
  GstStructure *stats;
  guint64 value = 0;

  g_object_get (get (pipeline, element), "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, name, &value), "no %s", name);
  gst_structure_free (stats);
  return value;
}

/* Sequence number of the next packet. */
static guint
pull (GstElement * out)
{
  GstSample *sample = NULL;
  guint8 header[HEADER];

  g_signal_emit_by_name (out, "try-pull-sample", PATIENCE * 1000, &sample);
  fail_unless (sample != NULL);
  fail_unless_equals_uint64 (gst_buffer_extract (gst_sample_get_buffer (sample),
          0, header, HEADER), HEADER);
  gst_sample_unref (sample);
  return GST_READ_UINT16_BE (header + 2);
}

static guint
count_gaps (GstElement * receiver, guint packets)
{
  GstElement *out = get (receiver, "out");
  guint seq = pull (out), gaps = 0, i;

  for (i = 0; i < packets; i++) {
    guint next = pull (out);

    gaps += next != ((seq + 1) & 0xffff);
    seq = next;
  }
  return gaps;
}

typedef struct
{
  const gchar *repair, *options;
  const gchar *hidden;          /* in what the sender gets, NULL: nothing */
} Way;

typedef struct
{
  Losses losses;
  LossyRelay *relay;
  GstElement *receiver, *sender;
} Path;

static void
path_open (Path * path, const Way * way, LossyRelayFunc loses)
{
  guint16 port = free_port ();

  memset (&path->losses, 0, sizeof (path->losses));
  path->receiver = launch (RECEIVER, port, way->options);
  play (path->receiver);
  path->relay = lossy_relay_new (port, loses, &path->losses);
  lossy_relay_hide (path->relay, way->hidden);
  path->sender = launch (SENDER, way->repair, lossy_relay_port (path->relay),
      way->options);
  play (path->sender);
}

static void
path_close (Path * path)
{
  finish (path->sender);
  lossy_relay_free (path->relay);
  finish (path->receiver);
}

/* As they are, while the relay goes on. */
static Losses
look_at (const Path * path)
{
  Losses seen;

  lossy_relay_lock (path->relay);
  seen = path->losses;
  lossy_relay_unlock (path->relay);
  return seen;
}

static const Way ways[] = {
  {"retransmission", "", NULL},
  {"auto", "", NULL},
  {"retransmission", "srtp-key=" KEY, NULL},
  /* A receiver that is not told of the ends of frames. */
  {"retransmission", "", "gst-scream-fec"},
};

/* The receiver's report says that it takes them, and comes at its own time. */
static void
wait_for_ends (Path * path)
{
  guint round;

  for (round = 0; round < 20 && look_at (path).blocks < 10; round++)
    fail_unless_equals_int (count_gaps (path->receiver, 50), 0);
  fail_unless (round < 20, "no ends are told");
}

static gboolean
read_offer (GstElement * transmitter, GstPad * pad, gpointer ssrc)
{
  GstCaps *caps = gst_pad_get_current_caps (pad);

  (void) transmitter;
  if (caps == NULL)
    return TRUE;
  gst_structure_get_uint (gst_caps_get_structure (caps, 0), "rtx-ssrc", ssrc);
  gst_caps_unref (caps);
  return TRUE;
}

/* Other receivers learn from caps which stream has the retransmissions. */
static void
check_offer (const Path * path)
{
  guint ssrc = 0;

  gst_element_foreach_src_pad (get (path->sender, "screamtx"), read_offer,
      &ssrc);
  fail_unless_equals_uint64 (ssrc, look_at (path).repair_ssrc);
}

static void
find_latency (const GValue * value, gpointer longest)
{
  GstElement *element = g_value_get_object (value);
  guint latency;

  if (g_strcmp0 (GST_OBJECT_NAME (gst_element_get_factory (element)),
          "rtpjitterbuffer") != 0)
    return;
  g_object_get (element, "latency", &latency, NULL);
  *(guint *) longest = MAX (*(guint *) longest, latency);
}

/* ms, of that of the media: what comes again has one, too. */
static guint
get_jitterbuffer_latency (const Path * path)
{
  GstIterator *all = gst_bin_iterate_recurse (GST_BIN (path->receiver));
  guint latency = 0;

  fail_unless_equals_int (gst_iterator_foreach (all, find_latency, &latency),
      GST_ITERATOR_DONE);
  gst_iterator_free (all);
  return latency;
}

/* ms, by what the sink is told. */
static guint
get_pipeline_latency (const Path * path)
{
  GstPad *pad = gst_element_get_static_pad (get (path->receiver, "out"),
      "sink");
  GstQuery *query = gst_query_new_latency ();
  GstClockTime least;

  fail_unless (gst_pad_peer_query (pad, query));
  gst_query_parse_latency (query, NULL, &least, NULL);
  gst_query_unref (query);
  gst_object_unref (pad);
  return (guint) (least / GST_MSECOND);
}

/* A jitter buffer waits for longer where packets come again, also when rtpbin has set it. What
 * is in time is shown no later. */
static void
check_overtime (const Path * path, guint overtime)
{
  fail_unless_equals_int (get_jitterbuffer_latency (path), 1000 + overtime);
  fail_unless_equals_int (get_pipeline_latency (path), 1000);
  g_object_set (get (path->receiver, "r"), "latency", 900, NULL);
  fail_unless_equals_int (get_jitterbuffer_latency (path), 900 + overtime);
  fail_unless_equals_int (get_pipeline_latency (path), 900);
}

GST_START_TEST (test_lost_packets_are_sent_again)
{
  const Way *way = &ways[__i__];
  Path path;

  if (!has_elements ("x264enc", "srtpenc", NULL))
    return;
  path_open (&path, way, loses_a_tenth);
  fail_unless_equals_int (count_gaps (path.receiver, 300), 0);
  /* Each loss was repaired once, but for those that are on their way. */
  fail_unless (stat_of (path.receiver, "r", "packets-repaired") >= 20);
  fail_unless (stat_of (path.receiver, "r", "packets-repaired") <=
      look_at (&path).lost * 3 + 3);
  fail_unless (stat_of (path.receiver, "r", "retransmissions-requested") >= 25);
  fail_unless (stat_of (path.sender, "s", "packets-retransmitted") >=
      stat_of (path.receiver, "r", "packets-repaired"));
  fail_unless_equals_uint64 (stat_of (path.sender, "s", "unknown-ssrc"), 0);
  check_offer (&path);
  if (way->hidden == NULL)
    wait_for_ends (&path);
  else
    fail_unless_equals_int (look_at (&path).blocks, 0);
  fail_unless_equals_uint64 (stat_of (path.receiver, "r",
          "fec-packets-refused"), 0);
  check_overtime (&path, 100);
  path_close (&path);
}

GST_END_TEST;

static const Way fec_ways[] = {
  {"fec", "", NULL},
  {"fec", "srtp-key=" KEY, NULL},
  /* No round trip of this machine is so short. */
  {"auto repair-deadline=1", "", NULL},
  /* screamtx changes packets after their FEC was made. */
  {"fec", "capture-time-extension=5", NULL},
};

/* The FEC begins when the loss is known, so the first losses stay. After that no number
 * is missing, neither of media nor of FEC. */
GST_START_TEST (test_lost_packets_are_recovered)
{
  const Way *way = &fec_ways[__i__];
  Losses seen;
  Path path;
  guint64 again;
  guint round;

  if (!has_elements ("x264enc", "srtpenc", NULL))
    return;
  path_open (&path, way, loses_one_of_a_frame);
  for (round = 0; round < 20; round++) {
    if (count_gaps (path.receiver, 50) == 0
        && stat_of (path.receiver, "r", "packets-recovered") >= 10)
      break;
  }
  fail_unless (round < 20, "gaps stay");
  fail_unless_equals_int (count_gaps (path.receiver, 100), 0);
  seen = look_at (&path);
  fail_unless (seen.fec >= 20);
  fail_unless (stat_of (path.sender, "s", "fec-packets-sent") >= seen.fec);
  fail_unless (stat_of (path.receiver, "r", "fec-packets-received") > 0);
  fail_unless (stat_of (path.receiver, "r", "packets-recovered") <=
      look_at (&path).lost);
  /* auto begins with them. */
  again = stat_of (path.sender, "s", "packets-retransmitted");
  fail_unless_equals_int (count_gaps (path.receiver, 100), 0);
  fail_unless_equals_uint64 (stat_of (path.sender, "s",
          "packets-retransmitted"), again);
  fail_unless (again == 0 || g_str_has_prefix (way->repair, "auto"));
  path_close (&path);
}

GST_END_TEST;

/* Media, and nothing with them; the user is told why, once. */
GST_START_TEST (test_fec_is_not_for_others)
{
  const Way way = { "fec", "", "gst-scream-fec" };
  GstMessage *message;
  GError *error = NULL;
  gchar *advice = NULL;
  Path path;

  if (!has_elements ("x264enc", NULL))
    return;
  path_open (&path, &way, loses_a_tenth);
  fail_unless (count_gaps (path.receiver, 50) > 0);
  message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (path.sender),
      PATIENCE * 1000, GST_MESSAGE_WARNING);
  fail_unless (message != NULL);
  fail_unless (GST_MESSAGE_SRC (message) ==
      GST_OBJECT (get (path.sender, "s")));
  gst_message_parse_warning (message, &error, &advice);
  fail_unless (strstr (error->message, "repair=fec") != NULL);
  fail_unless (strstr (advice, "repair of screamsink to auto") != NULL);
  g_clear_error (&error);
  g_free (advice);
  gst_message_unref (message);
  fail_unless (count_gaps (path.receiver, 100) > 0);
  fail_unless (gst_bus_pop_filtered (GST_ELEMENT_BUS (path.sender),
          GST_MESSAGE_WARNING) == NULL);
  fail_unless_equals_int (look_at (&path).blocks, 0);
  fail_unless_equals_int (look_at (&path).repairs, 0);
  fail_unless_equals_uint64 (stat_of (path.sender, "s", "fec-packets-sent"), 0);
  path_close (&path);
}

GST_END_TEST;

static gboolean
loses_nothing (const guint8 * data, gsize size, gpointer user_data)
{
  Losses *losses = user_data;

  losses->fec += (data[1] & 0x7f) == BLOCKS;
  losses->repairs += (data[1] & 0x7f) == RETRANSMISSION;
  return FALSE;
}

GST_START_TEST (test_no_loss_costs_nothing)
{
  static const Way none_needed[] = {
    {"fec", "", NULL}, {"auto", "", NULL}
  };
  Path path;

  if (!has_elements ("x264enc", NULL))
    return;
  path_open (&path, &none_needed[__i__], loses_nothing);
  fail_unless_equals_int (count_gaps (path.receiver, 150), 0);
  fail_unless_equals_int (look_at (&path).fec, 0);
  fail_unless_equals_int (look_at (&path).repairs, 0);
  check_overtime (&path, 0);
  path_close (&path);
}

GST_END_TEST;

GST_START_TEST (test_nothing_is_sent_again_without_repair)
{
  const Way way = { "none", "", NULL };
  Path path;

  if (!has_elements ("x264enc", NULL))
    return;
  path_open (&path, &way, loses_a_tenth);
  /* Of 100 packets each tenth is missing. */
  fail_unless (count_gaps (path.receiver, 100) >= 9);
  fail_unless_equals_int (look_at (&path).repairs, 0);
  fail_unless_equals_uint64 (stat_of (path.sender, "s",
          "packets-retransmitted"), 0);
  path_close (&path);
}

GST_END_TEST;

static void
remove_feature (const gchar * name)
{
  GstRegistry *registry = gst_registry_get ();
  GstPluginFeature *feature = gst_registry_lookup_feature (registry, name);

  fail_unless (feature != NULL);
  gst_registry_remove_feature (registry, feature);
  gst_object_unref (feature);
}

/* In a process of its own, as each test. */
GST_START_TEST (test_goes_without_a_missing_element)
{
  static const struct
  {
    const gchar *element, *repair, *plugin;
    gboolean at_receiver;
  } missing[] = {
    {"rtprtxsend", "retransmission", "rtpmanager", FALSE},
    {"rtprtxreceive", "retransmission", "rtpmanager", TRUE},
  };
  const Way way = { missing[__i__].repair, "", NULL };
  GstMessage *message;
  GError *error = NULL;
  gchar *advice = NULL;
  Path path;

  if (!has_elements ("x264enc", NULL))
    return;
  /* Its features come when it is loaded. */
  gst_object_unref (gst_plugin_load_by_name (missing[__i__].plugin));
  remove_feature (missing[__i__].element);
  path_open (&path, &way, loses_one_of_a_frame);
  pull (get (path.receiver, "out"));
  message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (missing
          [__i__].at_receiver ? path.receiver : path.sender), PATIENCE * 1000,
      GST_MESSAGE_WARNING);
  fail_unless (count_gaps (path.receiver, 30) < 30);
  fail_unless (message != NULL);
  gst_message_parse_warning (message, &error, &advice);
  fail_unless (strstr (error->message, missing[__i__].element) != NULL);
  fail_unless (strstr (advice, "gstreamer1.0-plugins-good") != NULL);
  g_clear_error (&error);
  g_free (advice);
  gst_message_unref (message);
  path_close (&path);
}

GST_END_TEST;

static Suite *
screamrepair_suite (void)
{
  Suite *s = suite_create ("screamrepair");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
  tcase_add_loop_test (tc, test_lost_packets_are_sent_again, 0,
      G_N_ELEMENTS (ways));
  tcase_add_loop_test (tc, test_goes_without_a_missing_element, 0, 2);
  tcase_add_loop_test (tc, test_lost_packets_are_recovered, 0,
      G_N_ELEMENTS (fec_ways));
  tcase_add_test (tc, test_fec_is_not_for_others);
  tcase_add_loop_test (tc, test_no_loss_costs_nothing, 0, 2);
  tcase_add_test (tc, test_nothing_is_sent_again_without_repair);
  return s;
}

GST_CHECK_MAIN (screamrepair);
