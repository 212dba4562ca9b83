/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of encoders: which entry an encoder has, its unit, its companions and its
 * cost. */
#include <gst/check/gstcheck.h>

#include "plugins/scream/encoder/gstencoderproperty.h"
#include "plugins/scream/encoder/gstencodertune.h"

GST_START_TEST (test_table_first_match_counts)
{
  static const struct
  {
    const gchar *factory, *pattern;
    GstEncoderUnit unit;
    GstEncoderCost cost;
  } cases[] = {
    {"x264enc", "x264enc", GST_ENCODER_UNIT_KBPS, GST_ENCODER_COST_NONE},
    {"x265enc", "x265enc", GST_ENCODER_UNIT_KBPS, GST_ENCODER_COST_RESTART},
    {"vp8enc", "vp8enc", GST_ENCODER_UNIT_BPS, GST_ENCODER_COST_NONE},
    {"nvh264enc", "nv*enc", GST_ENCODER_UNIT_KBPS, GST_ENCODER_COST_KEY_FRAME},
    {"nvh264device1enc", "nv*enc", GST_ENCODER_UNIT_KBPS,
        GST_ENCODER_COST_KEY_FRAME},
    {"nvcudah265enc", "nvcuda*enc", GST_ENCODER_UNIT_KBPS,
        GST_ENCODER_COST_NONE},
    {"nvautogpuh264enc", "nvautogpu*enc", GST_ENCODER_UNIT_KBPS,
        GST_ENCODER_COST_NONE},
    {"nvd3d11h264enc", "nvd3d11*enc", GST_ENCODER_UNIT_KBPS,
        GST_ENCODER_COST_NONE},
    {"nvv4l2h264enc", "nvv4l2*enc", GST_ENCODER_UNIT_BPS,
        GST_ENCODER_COST_NONE},
    {"vah264enc", "va*enc", GST_ENCODER_UNIT_KBPS, GST_ENCODER_COST_KEY_FRAME},
    {"varenderD129h265lpenc", "va*enc", GST_ENCODER_UNIT_KBPS,
        GST_ENCODER_COST_KEY_FRAME},
    {"vaapivp9enc", "vaapivp*enc", GST_ENCODER_UNIT_KBPS,
        GST_ENCODER_COST_NONE},
    {"vaapih265enc", "vaapi*enc", GST_ENCODER_UNIT_KBPS,
        GST_ENCODER_COST_KEY_FRAME},
    {"qsvav1enc", "qsv*enc", GST_ENCODER_UNIT_KBPS, GST_ENCODER_COST_DRAIN},
    {"qsvh264enc", "qsvh26*enc", GST_ENCODER_UNIT_KBPS,
        GST_ENCODER_COST_KEY_FRAME},
    {"msdkh264enc", "msdk*enc", GST_ENCODER_UNIT_KBPS,
        GST_ENCODER_COST_RESTART},
    {"amfh265enc", "amf*enc", GST_ENCODER_UNIT_KBPS, GST_ENCODER_COST_RESTART},
    {"mfh264enc", "mf*enc", GST_ENCODER_UNIT_KBPS, GST_ENCODER_COST_FIXED},
    {"vtenc_h264_hw", "vtenc_*", GST_ENCODER_UNIT_KBPS, GST_ENCODER_COST_NONE},
    {"amcvidenc-omxqcomvideoencoderavc", "amcvidenc-*", GST_ENCODER_UNIT_BPS,
        GST_ENCODER_COST_NONE},
    {"omxh264enc", "omx*enc", GST_ENCODER_UNIT_BPS, GST_ENCODER_COST_NONE},
    {"v4l2h264enc", "v4l2*enc", GST_ENCODER_UNIT_BPS, GST_ENCODER_COST_NONE},
    {"mpph264enc", "mpp*enc", GST_ENCODER_UNIT_BPS, GST_ENCODER_COST_NONE},
    {"vpuenc_hevc", "vpuenc_*", GST_ENCODER_UNIT_KBPS, GST_ENCODER_COST_NONE},
    {"imxvpuenc_h264", "imxvpuenc_*", GST_ENCODER_UNIT_KBPS,
        GST_ENCODER_COST_NONE},
    {"qtic2venc", "qtic2venc", GST_ENCODER_UNIT_BPS, GST_ENCODER_COST_NONE},
    {"vulkanh264enc", "vulkan*enc", GST_ENCODER_UNIT_KBPS,
        GST_ENCODER_COST_KEY_FRAME},
    {"d3d12h264enc", "d3d12*enc", GST_ENCODER_UNIT_KBPS, GST_ENCODER_COST_NONE},
    {"avenc_mpeg4", "avenc_*", GST_ENCODER_UNIT_BPS, GST_ENCODER_COST_FIXED},
    {"vajpegenc", "vajpegenc", GST_ENCODER_UNIT_KBPS, GST_ENCODER_COST_NO_RATE},
    {"opusenc", "opusenc", GST_ENCODER_UNIT_BPS, GST_ENCODER_COST_AUDIO},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    const GstEncoderEntry *entry = gst_encoder_table_lookup (cases[i].factory,
        NULL, NULL);

    fail_unless (entry != NULL, "%s", cases[i].factory);
    fail_unless_equals_string (entry->factory, cases[i].pattern);
    fail_unless_equals_int (entry->unit, cases[i].unit);
    fail_unless_equals_int (entry->cost, cases[i].cost);
  }
  fail_unless (gst_encoder_table_lookup ("fancynewenc", NULL, NULL) == NULL);
  fail_unless (gst_encoder_table_lookup ("", NULL, NULL) == NULL);
  fail_unless (gst_encoder_table_lookup (NULL, NULL, NULL) == NULL);
}

GST_END_TEST;

/* No entry hides behind one before it that always counts. */
GST_START_TEST (test_table_each_entry_is_reached)
{
  guint i;

  for (i = 0; i < gst_encoder_table_size; i++) {
    const GstEncoderEntry *entry = &gst_encoder_table[i];
    gchar **parts = g_strsplit (entry->factory, "*", -1);
    gchar *example = g_strjoinv ("zz", parts);
    const GstEncoderEntry *found =
        gst_encoder_table_lookup (example, NULL, NULL);

    /* Without an encoder conditions do not hold, and the next one counts. */
    fail_unless (found == entry || (entry->when && found > entry), "%s",
        example);
    g_free (example);
    g_strfreev (parts);
  }
}

GST_END_TEST;

/* Companions are name=value, separated by one space. */
GST_START_TEST (test_table_companions_are_well_formed)
{
  guint i;

  for (i = 0; i < gst_encoder_table_size; i++) {
    const gchar *lists[4] = { gst_encoder_table[i].tune_start,
      gst_encoder_table[i].tune_live, gst_encoder_table[i].tune_change,
      gst_encoder_table_get_short (&gst_encoder_table[i])
    };
    guint k;

    for (k = 0; k < 4; k++)
      fail_unless (lists[k] == NULL || g_regex_match_simple
          ("^[a-z][a-z-]*(:[a-z_]+)?=[a-z0-9_-]+!?"
              "( [a-z][a-z-]*(:[a-z_]+)?=[a-z0-9_-]+!?)*$",
              lists[k], 0, 0), "%s", lists[k]);
  }
}

GST_END_TEST;

GST_START_TEST (test_unit_from_text)
{
  static const gchar *kilo[] = {
    "Bitrate in kbit/sec", "Target bitrate, in kilobits per second",
    "Compressed video bitrate (kbps)", "Bitrate in Kbps",
    "The desired bitrate expressed in kbps (0-auto)", "Bitrate (kb/s)"
  };
  static const gchar *plain[] = {
    "Bitrate (in bits per second)", "Target bitrate (in bits/sec)",
    "set bitrate (in bits/s) (Generic codec option)",
    "Target bitrate in bits per second (0xffffffff=component default)",
    "Bitrate", NULL
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (kilo); i++)
    fail_unless_equals_int (gst_encoder_unit_from_text (kilo[i]),
        GST_ENCODER_UNIT_KBPS);
  for (i = 0; i < G_N_ELEMENTS (plain); i++)
    fail_unless_equals_int (gst_encoder_unit_from_text (plain[i]),
        GST_ENCODER_UNIT_BPS);
}

GST_END_TEST;

/* Every encoder of this machine that the table knows: what the table says and
 * what the property says about itself are the same. */
GST_START_TEST (test_unit_of_installed_encoders)
{
  GList *factories, *l;
  guint n = 0;

  factories = gst_element_factory_list_get_elements
      (GST_ELEMENT_FACTORY_TYPE_ENCODER, GST_RANK_NONE);
  for (l = factories; l; l = l->next) {
    const gchar *name = GST_OBJECT_NAME (l->data);
    const GstEncoderEntry *entry = gst_encoder_table_lookup (name, NULL, NULL);
    GstElement *element;
    GstEncoderProperty p;
    gchar *text;

    if (entry == NULL)
      continue;
    element = gst_element_factory_create (l->data, NULL);
    if (element == NULL)
      continue;
    gst_encoder_property_resolve (&p, element);
    if (p.pspec && !p.field[0]) {
      text = g_strconcat (g_param_spec_get_nick (p.pspec), " ",
          g_param_spec_get_blurb (p.pspec), NULL);
      fail_unless (gst_encoder_unit_from_text (text) == p.unit,
          "%s: \"%s\" is not unit %u", name, text, p.unit);
      g_free (text);
      n++;
    }
    /* An entry with a property is no use if the encoder has none. */
    fail_unless (entry->property == NULL || p.pspec ||
        g_str_has_prefix (name, "avenc_"), "%s", name);
    gst_object_unref (element);
  }
  gst_plugin_feature_list_free (factories);
  g_print ("%u encoders looked at\n", n);
}

GST_END_TEST;

/* What the table sets exists in the encoders that are installed here. */
GST_START_TEST (test_companions_of_installed_encoders)
{
  static const gchar *names[] = { "x264enc", "x265enc", "openh264enc",
    "vp8enc", "vp9enc", "av1enc", "theoraenc"
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (names); i++) {
    GstElement *element = gst_element_factory_make (names[i], NULL);
    const GstEncoderEntry *entry = gst_encoder_table_lookup (names[i],
        NULL, NULL);
    GString *done = g_string_new (NULL);
    gchar *wanted;
    guint k;

    if (element == NULL) {
      g_print ("SKIP: no %s\n", names[i]);
      g_string_free (done, TRUE);
      continue;
    }
    gst_encoder_tune (element, entry->tune_start, 0, done);
    gst_encoder_tune (element, entry->tune_live, 0, done);
    wanted = g_strconcat (entry->tune_start, " ", entry->tune_live, NULL);
    for (k = 0; wanted[k]; k++)
      if (wanted[k] == '!')
        memmove (&wanted[k], &wanted[k + 1], strlen (&wanted[k]));
    g_strchomp (wanted);
    /* lag-in-frames=0 is the default of vp8enc and av1enc. */
    if (g_strcmp0 (names[i], "vp9enc") != 0) {
      gchar **parts = g_strsplit (wanted, " lag-in-frames=0", -1);

      g_free (wanted);
      wanted = g_strjoinv ("", parts);
      g_strfreev (parts);
    }
    fail_unless_equals_string (g_strstrip (done->str), wanted);
    g_free (wanted);
    g_string_free (done, TRUE);
    gst_object_unref (element);
  }
}

GST_END_TEST;

static Suite *
encodertable_suite (void)
{
  Suite *s = suite_create ("encodertable");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_table_first_match_counts);
  tcase_add_test (tc, test_table_each_entry_is_reached);
  tcase_add_test (tc, test_table_companions_are_well_formed);
  tcase_add_test (tc, test_unit_from_text);
  tcase_add_test (tc, test_unit_of_installed_encoders);
  tcase_add_test (tc, test_companions_of_installed_encoders);

  return s;
}

GST_CHECK_MAIN (encodertable);
