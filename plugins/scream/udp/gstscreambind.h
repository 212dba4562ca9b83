/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreambind.h: the socket that screamsrc and screamudpsrc receive with */
#pragma once

#include <gio/gio.h>
#include <gst/gst.h>

/* Bytes: 2 MB hold 0.8 s at 20 Mbit/s. The kernel gives less where
 * net.core.rmem_max is less. */
#define GST_SCREAM_BIND_BUFFER 2000000

/* A UDP socket bound to @address (empty or NULL: all of them, IPv6 and IPv4,
 * only IPv4 where there is no IPv6) and @port, with a receive buffer of @buffer bytes,
 * 0 for what the system has.  NULL after an error message of
 * @element, which says what to do. */
GSocket *gst_scream_bind (GstElement * element, const gchar * address,
    guint port, gint buffer);
