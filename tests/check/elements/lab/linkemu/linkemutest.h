/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemutest.h: what the tests of linkemu share */
#ifndef __LINKEMU_TEST_H__
#define __LINKEMU_TEST_H__

#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>
#include <gst/check/gsttestclock.h>

/* Not zero and not a whole ms */
#define T0 (G_GINT64_CONSTANT (1234567) * GST_USECOND + 89)
#define MS GST_MSECOND

/* With the default overhead of 28 bytes 10 ms at 1 Mbit/s */
#define SIZE 1222

/* The system clock between link_setup and link_teardown; starts at T0. */
extern GstTestClock *test_clock;

void link_setup (void);
void link_teardown (void);

/* A harness around "linkemu ...", which went to PLAYING. */
GstHarness *link_harness_new (const gchar * line, const gchar * caps);

/* The text of the error that the element posts on its way to PAUSED. */
gchar *link_error_of (const gchar * line);
/* The same; takes @element. */
gchar *link_error_of_element (GstElement * element);

#endif /* __LINKEMU_TEST_H__ */
