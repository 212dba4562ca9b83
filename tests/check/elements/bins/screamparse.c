/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamsink and screamsrc in bins that are made from text: gst_parse_bin_from_description()
 * makes ghost pads of all pads that are not linked, those inside of bins, too */
#include <gst/check/gstcheck.h>

static const struct
{
  const gchar *line;
  const gchar *sink, *src;      /* the element whose pad is shown, NULL: none is */
} cases[] = {
  {"identity name=a ! screamsink host=127.0.0.1 port=5999", "a", NULL},
  {"screamsrc name=a port=5998", NULL, "a"},
  {"screamsrc port=5998 ! identity name=a", NULL, "a"},
  {"identity name=a ! screamtx ! identity name=b", "a", "b"},
};

static void
check_pad (GstElement * bin, const gchar * pad_name, const gchar * element)
{
  GstPad *pad = gst_element_get_static_pad (bin, pad_name), *target;
  GstElement *parent;

  fail_unless ((pad != NULL) == (element != NULL), "%s: %s", pad_name,
      pad != NULL ? "there is one" : "there is none");
  if (pad == NULL)
    return;
  target = gst_ghost_pad_get_target (GST_GHOST_PAD (pad));
  parent = gst_pad_get_parent_element (target);
  fail_unless_equals_string (GST_ELEMENT_NAME (parent), element);
  gst_object_unref (parent);
  gst_object_unref (target);
  gst_object_unref (pad);
}

GST_START_TEST (test_ghost_pads_of_a_parsed_bin)
{
  GstElement *bin = gst_parse_bin_from_description (cases[__i__].line, TRUE,
      NULL);

  fail_unless (bin != NULL);
  check_pad (bin, "sink", cases[__i__].sink);
  check_pad (bin, "src", cases[__i__].src);
  gst_object_unref (bin);
}

GST_END_TEST;

/* What was left alone by the parser works, and the bin around knows when it ends. */
GST_START_TEST (test_a_parsed_sender_encodes)
{
  GstElement *pipeline = gst_pipeline_new (NULL);
  GstElement *source = gst_parse_bin_from_description
      ("videotestsrc num-buffers=5 ! video/x-raw,width=64,height=48,framerate=30/1",
      TRUE, NULL);
  GstElement *sender = gst_parse_bin_from_description
      ("identity ! screamsink host=127.0.0.1 port=5999", TRUE, NULL);
  GstMessage *message;
  GstBus *bus;

  gst_bin_add_many (GST_BIN (pipeline), source, sender, NULL);
  fail_unless (gst_element_link (source, sender));
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  bus = gst_element_get_bus (pipeline);
  message = gst_bus_timed_pop_filtered (bus, 20 * GST_SECOND,
      GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  fail_unless (message != NULL && GST_MESSAGE_TYPE (message) ==
      GST_MESSAGE_EOS, "%" GST_PTR_FORMAT, message);
  gst_message_unref (message);
  gst_object_unref (bus);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
}

GST_END_TEST;

static Suite *
screamparse_suite (void)
{
  Suite *s = suite_create ("screamparse");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_ghost_pads_of_a_parsed_bin, 0,
      G_N_ELEMENTS (cases));
  tcase_add_test (tc, test_a_parsed_sender_encodes);
  return s;
}

GST_CHECK_MAIN (screamparse);
