/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstnews.h: information for users, as element and info messages */
#pragma once

#include <gst/gst.h>

/* Posts an info with @text, which gst-launch prints, and an element message: @fields with
 * @text in the field "text".  Takes @fields.  Without locks. */
void gst_news_post (GstElement * element, GstStructure * fields,
    const gchar * text);
