/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamproxy.h: properties of an object inside, shown by one around it */
#ifndef __GST_SCREAM_PROXY_H__
#define __GST_SCREAM_PROXY_H__

#include <gst/gst.h>

G_BEGIN_DECLS

/* In class_init, after the class's own properties: installs each property that
 * @inner itself has (none of its parents') and @klass has not, with numbers from
 * @first_id on. @inner: the type of the object inside; @left_out: a property of it that
 * is not shown, or NULL. */
void gst_scream_proxy_install (GObjectClass * klass, guint first_id,
    GType inner, const gchar * left_out);

/* In set_property and get_property, for the numbers from @first_id on. */
void gst_scream_proxy_set (GObject * inner, const GValue * value,
    const GParamSpec * pspec);
void gst_scream_proxy_get (GObject * inner, GValue * value,
    const GParamSpec * pspec);

/* @outer notifies of what @inner notifies of, for as long as both are there. */
void gst_scream_proxy_forward_notify (GObject * inner, GObject * outer);

/* What gst_scream_proxy_tell() is for: it changes many times a second. */
#define GST_SCREAM_PROXY_ESTIMATE "estimated-bitrate"

void gst_scream_proxy_tell (GObject * object, const gchar * property);

G_END_DECLS

#endif /* __GST_SCREAM_PROXY_H__ */
