/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstpadname.h: names of request pads, as "sink_3" */
#pragma once

#include <gst/gst.h>

/* Sets @number to that of the pad that is asked for. @name is @prefix and the number,
 * written without zeros in front. If @name is NULL or a template's, the number is the
 * first from @next on that no pad has. FALSE: @name is no such name. @next is under the
 * object lock, and goes up. */
gboolean gst_pad_name_choose (GstElement * element, const gchar * prefix,
    const gchar * name, guint * next, guint * number);

/* The same, but also FALSE if the element has a pad of that name already. */
gboolean gst_pad_name_choose_free (GstElement * element, const gchar * prefix,
    const gchar * name, guint * next, guint * number);
