/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SDP files: screamsink writes one that players and screamsrc read. */
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>
#include <gst/sdp/gstsdpmessage.h>

#include "tests/check/elements/sink/screamsinktest.h"

static gchar *folder, *location;

static void
setup (void)
{
  folder = g_dir_make_tmp ("screamsdp-XXXXXX", NULL);
  location = g_build_filename (folder, "stream.sdp", NULL);
}

static void
teardown (void)
{
  g_remove (location);
  g_rmdir (folder);
  g_free (location);
  g_free (folder);
}

static GstSDPMessage *
read_sdp (void)
{
  GstSDPMessage *sdp;
  gchar *text;
  gsize size;

  fail_unless (g_file_get_contents (location, &text, &size, NULL));
  gst_sdp_message_new (&sdp);
  fail_unless_equals_int (gst_sdp_message_parse_buffer ((guint8 *) text,
          (guint) size, sdp), GST_SDP_OK);
  g_free (text);
  return sdp;
}

static void
assert_media (const GstSDPMessage * sdp, guint n, guint port,
    const gchar * media_name, gint payload, const gchar * encoding)
{
  const GstSDPMedia *media = gst_sdp_message_get_media (sdp, n);
  GstCaps *caps = gst_sdp_media_get_caps_from_media (media, payload);

  fail_unless_equals_string (gst_sdp_media_get_media (media), media_name);
  fail_unless_equals_string (gst_sdp_media_get_proto (media), "RTP/AVP");
  fail_unless_equals_int (gst_sdp_media_get_port (media), port);
  fail_unless (gst_sdp_media_get_attribute_val (media, "rtcp-mux") != NULL);
  fail_unless (caps != NULL);
  fail_unless_equals_string (gst_structure_get_string (gst_caps_get_structure
          (caps, 0), "encoding-name"), encoding);
  gst_caps_unref (caps);
}

/* ---- screamsink ---- */

GST_START_TEST (test_streams_are_written)
{
  GstElement *pipeline;
  GstSDPMessage *sdp;
  Receiver r;

  if (!has_elements ("vp8enc", "opusenc", "audiotestsrc", NULL))
    return;
  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, VIDEO " ! vp8enc deadline=1 ! screamsink name=s "
      "sdp-location=%s audiotestsrc is-live=true ! opusenc ! s.", location);
  play (pipeline);
  /* a packet of each: both have caps then */
  do {
    receive_kind (&r, TRUE);
  } while ((r.data[1] & 0x7f) != 97);
  do {
    receive_kind (&r, TRUE);
  } while ((r.data[1] & 0x7f) != 111);

  sdp = read_sdp ();
  fail_unless_equals_string (gst_sdp_message_get_connection (sdp)->address,
      "127.0.0.1");
  fail_unless_equals_string (gst_sdp_message_get_connection (sdp)->addrtype,
      "IP4");
  fail_unless_equals_int (gst_sdp_message_medias_len (sdp), 2);
  assert_media (sdp, 0, r.port, "video", 97, "VP8");
  assert_media (sdp, 1, r.port, "audio", 111, "OPUS");
  gst_sdp_message_free (sdp);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

static void
assert_says (GstElement * pipeline, GstMessageType type, const gchar * part,
    const gchar * advice)
{
  GstMessage *message = gst_bus_timed_pop_filtered (GST_ELEMENT_BUS (pipeline),
      PATIENCE * 1000, type);
  GError *error;
  gchar *debug;

  fail_unless (message != NULL);
  if (type == GST_MESSAGE_ERROR)
    gst_message_parse_error (message, &error, &debug);
  else
    gst_message_parse_warning (message, &error, &debug);
  fail_unless (strstr (error->message, part) != NULL, "%s", error->message);
  fail_unless (strstr (debug, advice) != NULL, "%s", debug);
  g_error_free (error);
  g_free (debug);
  gst_message_unref (message);
}

/* The stream goes on without the file. */
GST_START_TEST (test_file_that_cannot_be_written)
{
  GstElement *pipeline;
  Receiver r;

  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "screamvideosrc ! screamsink name=s "
      "sdp-location=/no/such/folder/a.sdp");
  play (pipeline);
  assert_says (pipeline, GST_MESSAGE_WARNING,
      "sdp-location=/no/such/folder/a.sdp", "property sdp-location");
  receive_kind (&r, TRUE);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

/* It follows a link, and does not wait for who reads a pipe. */
GST_START_TEST (test_file_stays_what_it_is)
{
  gchar *link = g_build_filename (folder, "link", NULL);
  GstElement *pipeline;
  GStatBuf found;
  Receiver r;

  fail_unless_equals_int (symlink ("stream.sdp", link), 0);
  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "screamvideosrc ! screamsink name=s sdp-location=%s",
      link);
  play (pipeline);
  receive_kind (&r, TRUE);
  finish (pipeline);
  gst_sdp_message_free (read_sdp ());
  fail_unless (g_file_test (link, G_FILE_TEST_IS_SYMLINK));

  g_remove (location);
  fail_unless_equals_int (mkfifo (location, 0600), 0);
  pipeline = launch (&r, "screamvideosrc ! screamsink name=s sdp-location=%s",
      link);
  play (pipeline);
  assert_says (pipeline, GST_MESSAGE_WARNING, "sdp-location=",
      "property sdp-location");
  finish (pipeline);
  fail_unless_equals_int (g_lstat (location, &found), 0);
  fail_unless (S_ISFIFO (found.st_mode));
  receiver_close (&r);
  g_remove (link);
  g_free (link);
}

GST_END_TEST;

GST_START_TEST (test_no_file_with_a_key)
{
  GstElement *pipeline = launch (NULL, "screamvideosrc ! screamsink name=s "
      "sdp-location=%s srtp-key=" KEY, location);

  fail_unless (gst_element_set_state (pipeline, GST_STATE_PLAYING) ==
      GST_STATE_CHANGE_FAILURE);
  assert_says (pipeline, GST_MESSAGE_ERROR, "sdp-location and srtp-key",
      "contain the key");
  fail_if (g_file_test (location, G_FILE_TEST_EXISTS));
  finish (pipeline);
}

GST_END_TEST;

/* ---- screamsrc ---- */

static void
write_file (const gchar * text)
{
  fail_unless (g_file_set_contents (location, text, -1, NULL));
}

static GstElement *
make_src (void)
{
  gchar *line = g_strdup_printf ("screamsrc name=s sdp-location=%s", location);
  GstElement *pipeline = gst_pipeline_new (NULL);
  GstElement *src = gst_parse_launch (line, NULL);

  gst_bin_add (GST_BIN (pipeline), src);
  g_free (line);
  return pipeline;
}

GST_START_TEST (test_file_is_read)
{
  guint16 free = free_port ();
  gchar *text = g_strdup_printf ("v=0\r\no=- 1 1 IN IP4 192.0.2.1\r\ns=x\r\n"
      "c=IN IP4 192.0.2.1\r\nt=0 0\r\nm=video %u RTP/AVP 100 101\r\n"
      "a=rtpmap:100 VP9/90000\r\na=rtpmap:101 H264/90000\r\n"
      "a=fmtp:101 packetization-mode=1\r\nm=audio 7 RTP/AVP 0\r\n", free);
  GstElement *pipeline, *src;
  const GstStructure *s;
  GstCaps *caps;
  gint payload;
  guint port;

  write_file (text);
  pipeline = make_src ();
  src = gst_bin_get_by_name (GST_BIN (pipeline), "s");
  fail_unless (gst_element_set_state (pipeline, GST_STATE_READY) ==
      GST_STATE_CHANGE_SUCCESS);
  g_object_get (src, "port", &port, "caps", &caps, NULL);
  fail_unless_equals_int (port, free);
  fail_unless_equals_int (gst_caps_get_size (caps), 2);
  s = gst_caps_get_structure (caps, 1);
  fail_unless_equals_string (gst_structure_get_name (s), "application/x-rtp");
  fail_unless (gst_structure_get_int (s, "payload", &payload));
  fail_unless_equals_int (payload, 101);
  fail_unless_equals_string (gst_structure_get_string (s, "encoding-name"),
      "H264");
  fail_unless_equals_string (gst_structure_get_string (s,
          "packetization-mode"), "1");
  gst_caps_unref (caps);
  gst_object_unref (src);
  finish (pipeline);
  g_free (text);
}

GST_END_TEST;

static void
assert_refused (const gchar * text, const gchar * part)
{
  GstElement *pipeline;

  if (text != NULL)
    write_file (text);
  pipeline = make_src ();
  fail_unless (gst_element_set_state (pipeline, GST_STATE_READY) ==
      GST_STATE_CHANGE_FAILURE);
  assert_says (pipeline, GST_MESSAGE_ERROR, part, "property sdp-location");
  finish (pipeline);
}

GST_START_TEST (test_wrong_files_are_named)
{
  assert_refused (NULL, location);
  assert_refused ("", "it is not SDP");
  assert_refused ("GIF89a", "it is not SDP");
  assert_refused ("v=0\r\ns=x\r\n", "no m= line of RTP");
  assert_refused ("v=0\r\nm=video 0 RTP/AVP 96\r\n", "no m= line of RTP");
  assert_refused ("v=0\r\nm=video 70000 RTP/AVP 96\r\n", "no m= line of RTP");
  assert_refused ("v=0\r\nm=video 5000 RTP/SAVP 96\r\n"
      "a=rtpmap:96 VP8/90000\r\n", "encrypted");
}

GST_END_TEST;

/* It may be a device or another file that never ends. */
GST_START_TEST (test_file_is_bounded)
{
  gchar *text = g_strnfill (70000, 'a');

  memcpy (text, "v=0\r\ns=", 7);
  assert_refused (text, "more than 65536 bytes");
  g_free (text);
  /* A link: teardown removes what it finds here. */
  g_remove (location);
  fail_unless_equals_int (symlink ("/dev/zero", location), 0);
  assert_refused (NULL, "more than 65536 bytes");
}

GST_END_TEST;

/* A payload type counts once, and there are 128 of them. */
GST_START_TEST (test_payload_types_are_bounded)
{
  GString *text = g_string_new ("v=0\r\ns=x\r\nm=video 5004 RTP/AVP");
  GstElement *pipeline, *src;
  GstCaps *caps;

  for (guint i = 0; i < 8000; i++)
    g_string_append_printf (text, " %d", (gint) i % 300 - 50);
  g_string_append (text, " x 99999999999\r\na=rtpmap:96 VP8/90000\r\n"
      "a=rtpmap:200 VP8/90000\r\na=rtpmap:-3 VP8/90000\r\n");
  write_file (text->str);
  pipeline = make_src ();
  src = gst_bin_get_by_name (GST_BIN (pipeline), "s");
  fail_unless (gst_element_set_state (pipeline, GST_STATE_READY) ==
      GST_STATE_CHANGE_SUCCESS);
  g_object_get (src, "caps", &caps, NULL);
  fail_unless (gst_caps_get_size (caps) <= 128, "%u", gst_caps_get_size (caps));
  for (guint i = 0; i < gst_caps_get_size (caps); i++) {
    gint payload;

    fail_unless (gst_structure_get_int (gst_caps_get_structure (caps, i),
            "payload", &payload));
    fail_unless (payload >= 0 && payload <= 127, "payload %d", payload);
  }
  gst_caps_unref (caps);
  gst_object_unref (src);
  finish (pipeline);
  g_string_free (text, TRUE);
}

GST_END_TEST;

static const gchar *const sdp_lines[] = {
  "v=0", "o=- 1 1 IN IP4 192.0.2.1", "s=x", "c=IN IP4 192.0.2.1/127", "t=0 0",
  "m=video 5004 RTP/AVP 96 97", "m=audio 5004 RTP/AVPF 0 111", "m=", "m=video",
  "a=rtpmap:96 VP8/90000", "a=rtpmap:97 H264/0", "a=rtpmap:111 opus/48000/2",
  "a=rtpmap:96", "a=rtpmap:96 /", "a=fmtp:96 =;;=x;a=1;A=2", "a=fmtp:97",
  "a=extmap:1 urn:x", "a=extmap:99999999999999999999/recvonly urn:x \"",
  "a=extmap:",
  "a=rtcp-fb:96 nack pli", "a=rtcp-fb:* ccm fir", "a=rtcp-fb:",
  "a=ssrc:1 cname:x",
  "a=ssrc:x", "a=ssrc-group:FID 1", "a=rid:1 send pt=96;max-width=x", "a=rid:",
  "a=framesize:96 1-1", "a=framerate:0/0", "a=key-mgmt:mikey x", "a=crypto:1 x",
  "a",
  "=", "b=AS:x", "k=clear:x", "z=0 -1h", "r=7d 1h 0 25h",
  "a=source-filter: incl IN",
};

/* Lines in any order, some of whose bytes are others. */
static gchar *
random_text (GRand * rand)
{
  GString *text = g_string_new ("v=0\r\n");
  gint n = g_rand_int_range (rand, 1, 25);

  while (n-- > 0) {
    g_string_append (text, sdp_lines[g_rand_int_range (rand, 0,
                G_N_ELEMENTS (sdp_lines))]);
    g_string_append (text, g_rand_int_range (rand, 0, 5) == 0 ? "\n" : "\r\n");
  }
  n = g_rand_int_range (rand, 0, 4);
  while (n-- > 0)
    text->str[g_rand_int_range (rand, 4, (gint) text->len)] =
        (gchar) g_rand_int_range (rand, 1, 256);
  return g_string_free (text, FALSE);
}

/* Whatever is in the file, it is read or it is refused; GStreamer says nothing critical. */
GST_START_TEST (test_any_text)
{
  GRand *rand = g_rand_new_with_seed (13);
  guint n_read = 0;

  for (guint i = 0; i < 300; i++) {
    gchar *text = random_text (rand);
    GstElement *pipeline;

    write_file (text);
    pipeline = make_src ();
    n_read += gst_element_set_state (pipeline, GST_STATE_READY) ==
        GST_STATE_CHANGE_SUCCESS;
    finish (pipeline);
    g_free (text);
  }
  /* Neither all nor none of them. */
  fail_unless (n_read > 30 && n_read < 270, "%u of 300", n_read);
  g_rand_free (rand);
}

GST_END_TEST;

static Suite *
screamsdp_suite (void)
{
  Suite *s = suite_create ("screamsdp");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_streams_are_written);
  tcase_add_test (tc, test_file_that_cannot_be_written);
  tcase_add_test (tc, test_file_stays_what_it_is);
  tcase_add_test (tc, test_no_file_with_a_key);
  tcase_add_test (tc, test_file_is_read);
  tcase_add_test (tc, test_wrong_files_are_named);
  tcase_add_test (tc, test_file_is_bounded);
  tcase_add_test (tc, test_payload_types_are_bounded);
  tcase_add_test (tc, test_any_text);

  return s;
}

GST_CHECK_MAIN (screamsdp);
