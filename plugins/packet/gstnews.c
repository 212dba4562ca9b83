/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstnews.c: see gstnews.h */
#include "gstnews.h"

/* Of an info gst-launch prints the details and nothing else. */
void
gst_news_post (GstElement * element, GstStructure * fields, const gchar * text)
{
  GError *info = g_error_new_literal (GST_LIBRARY_ERROR,
      GST_LIBRARY_ERROR_SETTINGS, text);

  GST_INFO_OBJECT (element, "%s", text);
  gst_structure_set (fields, "text", G_TYPE_STRING, text, NULL);
  gst_element_post_message (element,
      gst_message_new_info (GST_OBJECT_CAST (element), info, text));
  gst_element_post_message (element,
      gst_message_new_element (GST_OBJECT_CAST (element), fields));
  g_error_free (info);
}
