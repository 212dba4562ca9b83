/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* values.h: what stands behind an option -> a number in the library's unit
 *
 * All return FALSE for what they do not take.
 */
#ifndef LINKEMU_TUN_VALUES_H
#define LINKEMU_TUN_VALUES_H

#include <glib.h>

/* "25ms", "1.5s", "300us", "100ns"; a plain number is ms; at most 60 s. */
gboolean tun_value_time (const gchar * text, gint64 * ns);
/* "2M", "600k", "1G"; a plain number is bit/s. */
gboolean tun_value_rate (const gchar * text, guint64 * bitrate);
/* 0...1 */
gboolean tun_value_fraction (const gchar * text, gdouble * fraction);
/* A whole number, at most @max. */
gboolean tun_value_count (const gchar * text, guint64 max, guint64 * count);
/* "true" or "false"; NULL is TRUE. */
gboolean tun_value_flag (const gchar * text, gboolean * flag);
/* Seconds, above 0. */
gboolean tun_value_seconds (const gchar * text, gdouble * seconds);

#endif /* LINKEMU_TUN_VALUES_H */
