/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamtx and rtpscreambwe as the aux sender of webrtcbin, another webrtcbin at the other end
 *
 * In real time, over loopback; tests/e2e/webrtc has a browser. */
#define GST_USE_UNSTABLE_API
#include <gst/sdp/sdp.h>
#include <gst/webrtc/webrtc.h>
#include <gio/gio.h>

#include <dlfcn.h>
#include <netinet/in.h>

#include "tests/check/elements/elementtest.h"
#include "plugins/scream/net/gsticesocket.h"

#define URI \
    "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01"
#define FEEDBACK "rtcp-fb-transport-cc=true,extmap-1=\"" URI "\""
#define VIDEO "videotestsrc is-live=true ! " \
    "video/x-raw,width=160,height=120,framerate=15/1 ! " \
    "vp8enc deadline=1 cpu-used=-8 ! rtpvp8pay ! " \
    "application/x-rtp,media=video,encoding-name=VP8,payload=%d," FEEDBACK \
    " ! webrtc. "
#define AUDIO "audiotestsrc is-live=true ! opusenc ! rtpopuspay ! " \
    "application/x-rtp,media=audio,encoding-name=OPUS,payload=111," FEEDBACK \
    " ! webrtc. "

#define PATIENCE (25 * G_USEC_PER_SEC)

static GstElement *sender, *receiver;   /* webrtcbin */
static GstElement *screamtx;    /* atomic: a thread of webrtcbin's makes it */
static const gchar *aux_sender = "screamtx";
static gint n_estimates;        /* that were notified */
static const gchar *agreement;  /* rtcp-fb of the answer, or NULL */

/* ---- two sides that negotiate ---- */

static void
on_estimate (GstElement * element, GParamSpec * pspec, gpointer user_data)
{
  g_atomic_int_inc (&n_estimates);
}

static GstElement *
on_aux_sender (GstElement * webrtc, GObject * transport, gpointer user_data)
{
  GstElement *element = gst_element_factory_make (aux_sender, NULL);

  fail_unless (g_atomic_pointer_get (&screamtx) == NULL,
      "asked for twice with one transport");
  gst_util_set_object_arg (G_OBJECT (element), "ecn", "ect1");
  g_signal_connect (element, "notify::estimated-bitrate",
      G_CALLBACK (on_estimate), NULL);
  g_atomic_pointer_set (&screamtx, gst_object_ref (element));
  return element;
}

static gboolean
is_asked_for (void)
{
  return g_atomic_pointer_get (&screamtx) != NULL;
}

static void
on_candidate (GstElement * webrtc, guint line, gchar * candidate,
    gpointer user_data)
{
  GstElement *other = webrtc == sender ? receiver : sender;

  g_signal_emit_by_name (other, "add-ice-candidate", line, candidate);
}

static void
on_pad (GstElement * webrtc, GstPad * pad, gpointer user_data)
{
  GstElement *sink = gst_element_factory_make ("fakesink", NULL);
  GstPad *sinkpad = gst_element_get_static_pad (sink, "sink");

  g_object_set (sink, "async", FALSE, NULL);
  gst_bin_add (GST_BIN (user_data), sink);
  gst_element_sync_state_with_parent (sink);
  gst_pad_link (pad, sinkpad);
  gst_object_unref (sinkpad);
}

static GstWebRTCSessionDescription *
description (GstPromise * promise, const gchar * name)
{
  GstWebRTCSessionDescription *result = NULL;

  gst_structure_get (gst_promise_get_reply (promise), name,
      GST_TYPE_WEBRTC_SESSION_DESCRIPTION, &result, NULL);
  gst_promise_unref (promise);
  return result;
}

/* webrtcbin 1.22 leaves the extension out of its answer, and RFC 8888. */
static void
on_answer (GstPromise * promise, gpointer user_data)
{
  GstWebRTCSessionDescription *answer = description (promise, "answer");
  guint i;

  for (i = 0; i < gst_sdp_message_medias_len (answer->sdp); i++) {
    GstSDPMedia *media = &g_array_index (answer->sdp->medias, GstSDPMedia, i);

    if (gst_sdp_media_get_attribute_val (media, "extmap") == NULL)
      gst_sdp_media_add_attribute (media, "extmap", "1 " URI);
    if (agreement != NULL)
      gst_sdp_media_add_attribute (media, "rtcp-fb", agreement);
  }
  g_signal_emit_by_name (receiver, "set-local-description", answer, NULL);
  g_signal_emit_by_name (sender, "set-remote-description", answer, NULL);
  gst_webrtc_session_description_free (answer);
}

static void
on_offer_set (GstPromise * promise, gpointer user_data)
{
  gst_promise_unref (promise);
  g_signal_emit_by_name (receiver, "create-answer", NULL,
      gst_promise_new_with_change_func (on_answer, NULL, NULL));
}

static void
on_offer (GstPromise * promise, gpointer user_data)
{
  GstWebRTCSessionDescription *offer = description (promise, "offer");

  g_signal_emit_by_name (sender, "set-local-description", offer, NULL);
  g_signal_emit_by_name (receiver, "set-remote-description", offer,
      gst_promise_new_with_change_func (on_offer_set, NULL, NULL));
  gst_webrtc_session_description_free (offer);
}

static void
on_negotiation (GstElement * webrtc, gpointer user_data)
{
  g_signal_emit_by_name (webrtc, "create-offer", NULL,
      gst_promise_new_with_change_func (on_offer, NULL, NULL));
}

static GstElement *
side_new (const gchar * line, GstElement ** webrtc)
{
  gchar *all = g_strdup_printf ("webrtcbin name=webrtc "
      "bundle-policy=max-bundle latency=20 %s", line);
  GError *error = NULL;
  GstElement *pipeline, *made = gst_parse_launch (all, &error);
  GObject *ice = NULL;

  fail_unless (error == NULL, "%s", error ? error->message : "");
  g_free (all);
  if (GST_IS_PIPELINE (made)) {
    pipeline = made;
    *webrtc = gst_bin_get_by_name (GST_BIN (pipeline), "webrtc");
  } else {
    pipeline = gst_pipeline_new (NULL);
    gst_bin_add (GST_BIN (pipeline), made);
    *webrtc = gst_object_ref (made);
  }
  g_signal_connect (*webrtc, "on-ice-candidate", G_CALLBACK (on_candidate),
      NULL);
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (*webrtc), "ice-agent"))
    g_object_get (*webrtc, "ice-agent", &ice, NULL);
  if (ice != NULL && g_signal_lookup ("add-local-ip-address",
          G_OBJECT_TYPE (ice))) {
    gboolean added;

    g_signal_emit_by_name (ice, "add-local-ip-address", "127.0.0.1", &added);
  }
  g_clear_object (&ice);
  return pipeline;
}

/* ---- what is seen ---- */

static guint64
stat_of (const gchar * name)
{
  GstStructure *stats;
  guint64 value = 0;

  g_object_get (g_atomic_pointer_get (&screamtx), "stats", &stats, NULL);
  gst_structure_get_uint64 (stats, name, &value);
  gst_structure_free (stats);
  return value;
}

typedef gint (*InitFunc) (guint64 options, gconstpointer settings);

/* A thread that used OpenSSL and ends while the process exits crashes in the clean-up of
 * OpenSSL, and those of DTLS outlive their elements: without the clean-up. It has to be told
 * before anybody uses the library. */
static void
keep_openssl (void)
{
  static const guint64 no_atexit = G_GUINT64_CONSTANT (0x00080000);
  gpointer library = dlopen ("libcrypto.so.3", RTLD_NOW | RTLD_GLOBAL);
  InitFunc init = NULL;

  if (library != NULL)
    init = (InitFunc) dlsym (library, "OPENSSL_init_crypto");
  if (init != NULL)
    init (no_atexit, NULL);
}

/* Encoders that are controlled. */
static guint
count_encoders (GstElement * pipeline)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GHashTable *encoders = g_hash_table_new (NULL, NULL);
  GstMessage *message;
  guint n;

  while ((message = gst_bus_pop_filtered (bus, GST_MESSAGE_ELEMENT))) {
    const GstStructure *s = gst_message_get_structure (message);
    GstElement *encoder = NULL;

    if (gst_structure_has_name (s, "scream-encoder")
        && gst_structure_get (s, "encoder", GST_TYPE_ELEMENT, &encoder, NULL)
        && encoder != NULL)
      g_hash_table_add (encoders, encoder);
    gst_clear_object (&encoder);
    gst_message_unref (message);
  }
  gst_object_unref (bus);
  n = g_hash_table_size (encoders);
  g_hash_table_unref (encoders);
  return n;
}

/* The codepoint at the socket that ICE selected, -1 if there is none. */
static gint
socket_ecn (GstElement * pipeline)
{
  GstIterator *it = gst_bin_iterate_recurse (GST_BIN (pipeline));
  GValue item = G_VALUE_INIT;
  gint ecn = -1, tos;

  while (gst_iterator_next (it, &item) == GST_ITERATOR_OK) {
    GstIceSocket *ice = gst_ice_socket_new (g_value_get_object (&item));
    GSocket *socket = ice ? gst_ice_socket_get (ice) : NULL;

    if (socket != NULL && g_socket_get_option (socket, IPPROTO_IP, IP_TOS, &tos,
            NULL))
      ecn = tos & 3;
    g_clear_object (&socket);
    gst_ice_socket_free (ice);
    g_value_reset (&item);
  }
  g_value_unset (&item);
  gst_iterator_free (it);
  return ecn;
}

/* rtpscreambwe leaves encoders to those whom it notifies. */
static const struct
{
  const gchar *name;
  gboolean sets_encoders;
} aux_senders[] = {
  {"screamtx", TRUE}, {"rtpscreambwe", FALSE}
};

GST_START_TEST (test_webrtc_bundled_streams)
{
  gchar *line = g_strdup_printf (VIDEO VIDEO AUDIO, 96, 97);
  GstElement *a, *b;
  gint64 end = g_get_monotonic_time () + PATIENCE;
  gboolean marked = FALSE;
  guint encoders;

  if (!has_elements ("webrtcbin", "nicesink", "srtpenc", "dtlsenc", "vp8enc",
          "opusenc", NULL)) {
    g_free (line);
    return;
  }
  aux_sender = aux_senders[__i__].name;
  a = side_new (line, &sender);
  b = side_new ("", &receiver);
  g_free (line);
  if (g_signal_lookup ("request-aux-sender", G_OBJECT_TYPE (sender)) == 0) {
    g_print ("skipped: this webrtcbin has no request-aux-sender\n");
    goto done;
  }
  g_signal_connect (sender, "request-aux-sender", G_CALLBACK (on_aux_sender),
      NULL);
  g_signal_connect (sender, "on-negotiation-needed",
      G_CALLBACK (on_negotiation), NULL);
  g_signal_connect (receiver, "pad-added", G_CALLBACK (on_pad), b);
  gst_element_set_state (b, GST_STATE_PLAYING);
  gst_element_set_state (a, GST_STATE_PLAYING);

  /* Reports come, and packets are found by their numbers; marking stops when it
   * is seen that nobody reports on it. */
  while (g_get_monotonic_time () < end && (!is_asked_for () || !marked
          || stat_of ("packets-received") < 200)) {
    marked |= is_asked_for () && socket_ecn (a) == 1;
    g_usleep (5000);
  }
  fail_unless (is_asked_for (), "nobody asked for it");
  fail_unless (marked, "ECT(1) was not seen at the socket");
  fail_unless (stat_of ("packets-received") >= 200,
      "%" G_GUINT64_FORMAT " packets reported on",
      stat_of ("packets-received"));
  fail_unless (stat_of ("feedback-packets") >= 10);
  /* All streams have numbers: next to nothing is not known. */
  fail_unless (stat_of ("unknown-seqnum") <= stat_of ("packets-received") / 20,
      "%" G_GUINT64_FORMAT " numbers not known", stat_of ("unknown-seqnum"));
  encoders = count_encoders (a);
  if (aux_senders[__i__].sets_encoders)
    fail_unless (encoders >= 2, "%u encoders", encoders);
  else
    fail_unless_equals_int (encoders, 0);
  fail_unless (g_atomic_int_get (&n_estimates) > 0);

  gst_element_set_state (a, GST_STATE_NULL);
  gst_element_set_state (b, GST_STATE_NULL);
done:
  gst_clear_object (&screamtx);
  gst_clear_object (&sender);
  gst_clear_object (&receiver);
  gst_object_unref (a);
  gst_object_unref (b);
}

GST_END_TEST;

/* ---- RFC 8888 from a webrtcbin that receives ---- */

/* A screamrx that is not linked stands beside the receiver.  @attribute: of the SDP of
 * the answer, or NULL. */
static void
run_observed (const gchar * attribute, guint64 * feedback, guint64 * not_agreed)
{
  GstElement *a = side_new ("videotestsrc is-live=true ! "
      "video/x-raw,width=160,height=120,framerate=30/1 ! "
      "vp8enc deadline=1 cpu-used=-8 ! rtpvp8pay ! application/x-rtp,"
      "media=video,encoding-name=VP8,payload=96,"
      "a-rtcp-fb=(string)\"96 ack ccfb\" ! webrtc. ", &sender);
  GstElement *b = side_new ("", &receiver);
  GstElement *rx = gst_element_factory_make ("screamrx", NULL);
  gint64 end = g_get_monotonic_time () + PATIENCE;
  GstStructure *stats;

  agreement = attribute;
  g_object_set (rx, "observe", receiver, NULL);
  gst_bin_add (GST_BIN (b), rx);
  g_signal_connect (sender, "request-aux-sender", G_CALLBACK (on_aux_sender),
      NULL);
  g_signal_connect (sender, "on-negotiation-needed",
      G_CALLBACK (on_negotiation), NULL);
  g_signal_connect (receiver, "pad-added", G_CALLBACK (on_pad), b);
  gst_element_set_state (b, GST_STATE_PLAYING);
  gst_element_set_state (a, GST_STATE_PLAYING);

  *feedback = *not_agreed = 0;
  while (g_get_monotonic_time () < end && *not_agreed < 20 && (!is_asked_for ()
          || stat_of ("packets-received") < 60)) {
    g_usleep (5000);
    g_object_get (rx, "stats", &stats, NULL);
    gst_structure_get_uint64 (stats, "feedback-packets", feedback);
    gst_structure_get_uint64 (stats, "not-agreed", not_agreed);
    gst_structure_free (stats);
  }
  gst_element_set_state (a, GST_STATE_NULL);
  gst_element_set_state (b, GST_STATE_NULL);
  gst_clear_object (&screamtx);
  gst_clear_object (&sender);
  gst_clear_object (&receiver);
  gst_object_unref (a);
  gst_object_unref (b);
}

static gboolean
can_run (void)
{
  GstElement *webrtc;
  gboolean can = has_elements ("webrtcbin", "nicesink", "srtpenc", "dtlsenc",
      "vp8enc", NULL);

  if (!can)
    return FALSE;
  webrtc = gst_element_factory_make ("webrtcbin", NULL);
  can = g_signal_lookup ("request-aux-sender", G_OBJECT_TYPE (webrtc)) != 0;
  gst_object_unref (webrtc);
  if (!can)
    g_print ("skipped: this webrtcbin has no request-aux-sender\n");
  return can;
}

GST_START_TEST (test_webrtc_observed)
{
  guint64 feedback, not_agreed;

  if (!can_run ())
    return;
  run_observed ("96 ack ccfb", &feedback, &not_agreed);
  fail_unless (feedback > 10, "%" G_GUINT64_FORMAT " feedback packets",
      feedback);
  fail_unless_equals_uint64 (not_agreed, 0);
}

GST_END_TEST;

/* Nobody asked for it: a sender that does not know it gets none. */
GST_START_TEST (test_webrtc_observed_without_agreement)
{
  guint64 feedback, not_agreed;

  if (!can_run ())
    return;
  run_observed (NULL, &feedback, &not_agreed);
  fail_unless (not_agreed >= 20, "%" G_GUINT64_FORMAT " packets", not_agreed);
  fail_unless_equals_uint64 (feedback, 0);
}

GST_END_TEST;

static Suite *
webrtc_suite (void)
{
  Suite *s = suite_create ("webrtc");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, keep_openssl, NULL);
  tcase_add_loop_test (tc, test_webrtc_bundled_streams, 0,
      G_N_ELEMENTS (aux_senders));
  tcase_add_test (tc, test_webrtc_observed);
  tcase_add_test (tc, test_webrtc_observed_without_agreement);
  return s;
}

GST_CHECK_MAIN (webrtc);
