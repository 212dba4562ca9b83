/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemupackets.h: numbered packets into a linkemu and out of it */
#ifndef LINKEMUPACKETS_H
#define LINKEMUPACKETS_H

#include "linkemutest.h"

GstHarness *harness_new (const gchar * line);
GstBuffer *buffer_new (guint number);
void push_number (GstHarness * h, guint number);

/* The task waits for @time, which comes now. */
void crank_to (GstClockTime time);

void pull_number (GstHarness * h, guint number);
void expect (GstHarness * h, guint number, GstClockTime time);
guint64 get_stat (GstElement * element, const gchar * name);

/* Up to the first event of @type */
void wait_for_event (GstHarness * h, GstEventType type);

gchar *write_trace (const gchar * content);
void remove_trace (gchar * path);

#endif /* LINKEMUPACKETS_H */
