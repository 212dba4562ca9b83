/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Walks from pad to pad: which pads are visited, that each walk ends, and pads that
 * change meanwhile. */
#include <gst/check/gstcheck.h>

#include "plugins/scream/net/gstpadwalk.h"

typedef struct
{
  GString *names;
  const gchar *skip;
  const gchar *stop;
} Visit;

static GstPadWalkResult
visit (GstElement * element, GstPad * pad, gpointer user_data)
{
  Visit *v = user_data;
  const gchar *name = GST_OBJECT_NAME (element);

  fail_unless (GST_OBJECT_PARENT (pad) == GST_OBJECT (element));
  g_string_append_printf (v->names, "%s%s", v->names->len ? " " : "", name);
  if (g_strcmp0 (name, v->stop) == 0)
    return GST_PAD_WALK_STOP;
  return g_strcmp0 (name, v->skip) == 0 ? GST_PAD_WALK_SKIP :
      GST_PAD_WALK_GO_ON;
}

/* Walk from pad @pad_name of element "x" and compare the visited names. */
static void
assert_walk (GstElement * pipeline, const gchar * pad_name,
    const gchar * skip, const gchar * stop, const gchar * expected)
{
  Visit v = { g_string_new (NULL), skip, stop };
  GstElement *x = gst_bin_get_by_name (GST_BIN (pipeline), "x");
  GstPad *pad = gst_element_get_static_pad (x, pad_name);

  if (GST_PAD_IS_SINK (pad))
    gst_pad_walk_upstream (pad, visit, &v);
  else
    gst_pad_walk_downstream (pad, visit, &v);
  fail_unless_equals_string (v.names->str, expected);

  gst_object_unref (pad);
  gst_object_unref (x);
  g_string_free (v.names, TRUE);
}

/* One reference is the bin's, one the iterator's. A bin is also held by the
 * iterator over what is in it. */
static void
assert_not_referenced (const GValue * item, gpointer user_data)
{
  GstElement *element = g_value_get_object (item);

  if (!GST_IS_BIN (element))
    ASSERT_OBJECT_REFCOUNT (element, GST_OBJECT_NAME (element), 2);
}

/* Nothing of the walk may keep an element alive. */
static void
assert_walk_parsed (const gchar * launch, const gchar * pad_name,
    const gchar * skip, const gchar * stop, const gchar * expected)
{
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch (launch, &error);
  GstIterator *it;

  fail_unless (error == NULL, "%s", error ? error->message : "");
  assert_walk (pipeline, pad_name, skip, stop, expected);
  it = gst_bin_iterate_recurse (GST_BIN (pipeline));
  gst_iterator_foreach (it, assert_not_referenced, NULL);
  gst_iterator_free (it);
  ASSERT_OBJECT_REFCOUNT (pipeline, "pipeline", 1);
  gst_check_object_destroyed_on_unref (pipeline);
}

GST_START_TEST (test_walk_straight_both_ways)
{
  const gchar *launch = "fakesrc name=a ! queue name=b ! capsfilter name=c ! "
      "identity name=x ! queue name=d ! fakesink name=e";

  assert_walk_parsed (launch, "sink", NULL, NULL, "c b a");
  assert_walk_parsed (launch, "src", NULL, NULL, "d e");
}

GST_END_TEST;

GST_START_TEST (test_walk_skip_and_stop)
{
  const gchar *launch = "fakesrc name=a ! identity name=b ! funnel name=f "
      "fakesrc name=c ! identity name=d ! f. f. ! identity name=x ! fakesink";

  assert_walk_parsed (launch, "sink", NULL, NULL, "f b d a c");
  assert_walk_parsed (launch, "sink", "b", NULL, "f b d c");
  assert_walk_parsed (launch, "sink", NULL, "d", "f b d");
  assert_walk_parsed (launch, "sink", "f", NULL, "f");
}

GST_END_TEST;

GST_START_TEST (test_walk_tee_upstream_leaves_other_branch)
{
  assert_walk_parsed ("fakesrc name=a ! tee name=t t. ! queue name=q ! "
      "fakesink t. ! queue name=r ! identity name=x ! fakesink",
      "sink", NULL, NULL, "r t a");
}

GST_END_TEST;

/* A diamond: each element is seen once, though there are two ways to it. */
GST_START_TEST (test_walk_diamond_visits_once)
{
  assert_walk_parsed ("fakesrc name=a ! tee name=t funnel name=f "
      "t. ! queue name=p ! f. t. ! queue name=q ! f. "
      "f. ! identity name=x ! fakesink", "sink", NULL, NULL, "f p q t a");
  assert_walk_parsed ("fakesrc ! identity name=x ! tee name=t funnel name=f "
      "t. ! queue name=p ! f. t. ! queue name=q ! f. f. ! fakesink name=s",
      "src", NULL, NULL, "t p q f s");
}

GST_END_TEST;

GST_START_TEST (test_walk_into_and_out_of_bins)
{
  assert_walk_parsed ("bin.( name=b1 bin.( name=b2 fakesrc name=a ! "
      "queue name=b ) ! queue name=c ) ! identity name=x ! fakesink",
      "sink", NULL, NULL, "c b a");
  assert_walk_parsed ("fakesrc name=a ! queue name=b ! bin.( name=b1 "
      "queue name=c ! bin.( name=b2 identity name=x ! queue name=d ! "
      "fakesink name=e ) )", "sink", NULL, NULL, "c b a");
  assert_walk_parsed ("fakesrc ! bin.( name=b1 identity name=x ) ! "
      "bin.( name=b2 queue name=c ! fakesink name=d )",
      "src", NULL, NULL, "c d");
}

GST_END_TEST;

GST_START_TEST (test_walk_unlinked_and_targetless)
{
  GstElement *pipeline = gst_pipeline_new (NULL);
  GstElement *x = gst_element_factory_make ("identity", "x");
  GstElement *bin = gst_bin_new ("bin");
  GstPad *ghost, *sink;

  gst_bin_add_many (GST_BIN (pipeline), bin, x, NULL);
  assert_walk (pipeline, "sink", NULL, NULL, "");

  ghost = gst_ghost_pad_new_no_target ("src", GST_PAD_SRC);
  gst_element_add_pad (bin, ghost);
  sink = gst_element_get_static_pad (x, "sink");
  fail_unless (gst_pad_link (ghost, sink) == GST_PAD_LINK_OK);
  assert_walk (pipeline, "sink", NULL, NULL, "");

  gst_object_unref (sink);
  gst_object_unref (pipeline);
}

GST_END_TEST;

/* The other session of the same rtpbin does not feed x. */
GST_START_TEST (test_walk_rtpbin_keeps_sessions_apart)
{
  GstElement *pipeline, *probe;

  probe = gst_element_factory_make ("rtpbin", NULL);
  if (probe == NULL) {
    g_print ("SKIP %s: no rtpbin\n", __func__);
    return;
  }
  gst_object_unref (probe);

  pipeline = gst_parse_launch ("rtpbin name=r "
      "fakesrc name=a ! application/x-rtp ! r.send_rtp_sink_0 "
      "fakesrc name=b ! application/x-rtp ! r.send_rtp_sink_1 "
      "r.send_rtp_src_0 ! identity name=x ! fakesink "
      "r.send_rtp_src_1 ! fakesink", NULL);
  fail_unless (pipeline != NULL);
  assert_walk (pipeline, "sink", NULL, "a", "rtpsession0 capsfilter0 a");
  gst_object_unref (pipeline);
}

GST_END_TEST;

/* A ring: the walk ends. */
GST_START_TEST (test_walk_ring_ends)
{
  GstElement *pipeline = gst_parse_launch ("identity name=x ! queue name=q ! "
      "identity name=y", NULL);
  GstElement *x = gst_bin_get_by_name (GST_BIN (pipeline), "x");
  GstElement *y = gst_bin_get_by_name (GST_BIN (pipeline), "y");

  fail_unless (gst_element_link (y, x));
  assert_walk (pipeline, "sink", NULL, NULL, "y q x");
  assert_walk (pipeline, "src", NULL, NULL, "q y x");

  gst_element_unlink (y, x);
  gst_object_unref (x);
  gst_object_unref (y);
  gst_check_object_destroyed_on_unref (pipeline);
}

GST_END_TEST;

/* More pads than the walk is willing to see: it ends and stays polite. */
GST_START_TEST (test_walk_is_bounded)
{
  GstElement *pipeline = gst_pipeline_new (NULL);
  GstElement *x = gst_element_factory_make ("identity", "x");
  GstElement *last = x;
  Visit v = { g_string_new (NULL), NULL, NULL };
  GstPad *pad;
  guint i, n_visited = 1;

  gst_bin_add (GST_BIN (pipeline), x);
  for (i = 0; i < 1100; i++) {
    GstElement *e = gst_element_factory_make ("identity", NULL);

    gst_bin_add (GST_BIN (pipeline), e);
    fail_unless (gst_element_link (e, last));
    last = e;
  }
  pad = gst_element_get_static_pad (x, "sink");
  gst_pad_walk_upstream (pad, visit, &v);
  for (i = 0; i < v.names->len; i++)
    n_visited += (v.names->str[i] == ' ');
  /* The start is one of the 1024 pads, each other one stands for an element
   * beyond the first. */
  fail_unless_equals_int (n_visited, 1024);

  g_string_free (v.names, TRUE);
  gst_object_unref (pad);
  gst_object_unref (pipeline);
}

GST_END_TEST;

/* Internal links that change under the iterator a given number of times. */
static GList *changing_pads;
static guint32 changing_cookie;
static guint changes_left;
static GMutex changing_lock;

static GstIteratorItem
changing_item (GstIterator * it, const GValue * item)
{
  if (changes_left > 0) {
    changes_left--;
    changing_cookie++;
  }
  return GST_ITERATOR_ITEM_PASS;
}

static GstIterator *
changing_links (GstPad * pad, GstObject * parent)
{
  return gst_iterator_new_list (GST_TYPE_PAD, &changing_lock,
      &changing_cookie, &changing_pads, NULL, changing_item);
}

static void
assert_walk_with_changes (guint n_changes, const gchar * expected)
{
  GstElement *pipeline = gst_parse_launch ("fakesrc ! identity name=x ! "
      "tee name=t t. ! queue name=q ! fakesink name=s "
      "t. ! queue name=r ! fakesink name=u",
      NULL);
  GstElement *tee = gst_bin_get_by_name (GST_BIN (pipeline), "t");
  GstPad *pad = gst_element_get_static_pad (tee, "sink");

  changing_pads = g_list_copy (tee->srcpads);
  changes_left = n_changes;
  gst_pad_set_iterate_internal_links_function (pad, changing_links);
  assert_walk (pipeline, "src", NULL, NULL, expected);

  g_list_free (g_steal_pointer (&changing_pads));
  gst_object_unref (pad);
  gst_object_unref (tee);
  gst_check_object_destroyed_on_unref (pipeline);
}

GST_START_TEST (test_walk_resyncs)
{
  assert_walk_with_changes (0, "t q r s u");
  assert_walk_with_changes (5, "t q r s u");
}

GST_END_TEST;

/* For ever changing: the walk takes what it saw and ends. */
GST_START_TEST (test_walk_gives_up_resync)
{
  assert_walk_with_changes (G_MAXUINT, "t q s");
}

GST_END_TEST;

static gpointer
churn_pads (gpointer data)
{
  GstElement *tee = data;
  guint i;

  for (i = 0; i < 2000; i++) {
    GstPad *pad = gst_element_request_pad_simple (tee, "src_%u");

    gst_element_release_request_pad (tee, pad);
    gst_object_unref (pad);
  }
  return NULL;
}

/* Pads come and go while the walk looks at them. */
GST_START_TEST (test_walk_while_pads_change)
{
  GstElement *pipeline = gst_parse_launch ("fakesrc ! identity name=x ! "
      "tee name=t ! queue name=q ! fakesink name=s", NULL);
  GstElement *tee = gst_bin_get_by_name (GST_BIN (pipeline), "t");
  GThread *churn;
  guint i;

  churn = g_thread_new ("churn", churn_pads, tee);
  for (i = 0; i < 300; i++)
    assert_walk (pipeline, "src", NULL, NULL, "t q s");
  g_thread_join (churn);

  gst_object_unref (tee);
  gst_check_object_destroyed_on_unref (pipeline);
}

GST_END_TEST;

static Suite *
padwalk_suite (void)
{
  Suite *s = suite_create ("padwalk");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_walk_straight_both_ways);
  tcase_add_test (tc, test_walk_skip_and_stop);
  tcase_add_test (tc, test_walk_tee_upstream_leaves_other_branch);
  tcase_add_test (tc, test_walk_diamond_visits_once);
  tcase_add_test (tc, test_walk_into_and_out_of_bins);
  tcase_add_test (tc, test_walk_unlinked_and_targetless);
  tcase_add_test (tc, test_walk_rtpbin_keeps_sessions_apart);
  tcase_add_test (tc, test_walk_ring_ends);
  tcase_add_test (tc, test_walk_is_bounded);
  tcase_add_test (tc, test_walk_resyncs);
  tcase_add_test (tc, test_walk_gives_up_resync);
  tcase_add_test (tc, test_walk_while_pads_change);

  return s;
}

GST_CHECK_MAIN (padwalk);
