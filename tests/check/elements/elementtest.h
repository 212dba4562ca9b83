/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* elementtest.h: what tests of elements and of pipelines share */
#ifndef ELEMENTTEST_H
#define ELEMENTTEST_H

#include <gio/gio.h>
#include <gst/check/gstcheck.h>

/* Of stock elements by name, ended by NULL; says which are missing. */
gboolean has_elements (const gchar * first, ...) G_GNUC_NULL_TERMINATED;
void play (GstElement * pipeline);
/* Stops it and gives it up. */
void finish (GstElement * pipeline);
/* @element, which is in no pipeline, posts on a bus of its own, until it is given up. */
GstElement *put_on_bus (GstElement * element);
void finish_on_bus (GstElement * element);
/* In @alive, how many of the elements that are put into @pipeline from now on are not freed. */
void count_alive (GstElement * pipeline, gint * alive);
/* All are, after 10 s at most. */
void assert_freed (gint * alive);
/* On the loopback device, for UDP; free a moment ago. */
guint16 free_port (void);
/* As UDP sinks bind their sockets, so that others can have the port as well; NULL
 * if somebody has it for himself. */
GSocket *bind_shared (guint16 port);
guint16 port_of (GSocket * socket);

#endif /* ELEMENTTEST_H */
