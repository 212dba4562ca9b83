/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstpadname.h: names of request pads, as "sink_3" */
#ifndef __GST_PAD_NAME_H__
#define __GST_PAD_NAME_H__

#include <gst/gst.h>

G_BEGIN_DECLS

/* The number of the pad that is asked for. @name is @prefix and that number, in
 * the one way to write it; or it is NULL or a template's, and the number is one
 * from @next on that no pad has. FALSE: it is no such name. @next, under the
 * object lock, goes up. */
gboolean gst_pad_name_choose (GstElement * element, const gchar * prefix,
    const gchar * name, guint * next, guint * number);

/* Has it a pad @prefix @number? */
gboolean gst_pad_name_is_taken (GstElement * element, const gchar * prefix,
    guint number);

G_END_DECLS

#endif /* __GST_PAD_NAME_H__ */
