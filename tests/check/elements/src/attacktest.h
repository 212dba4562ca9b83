/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* attacktest.h: a screamsrc that strangers send to */
#ifndef ATTACKTEST_H
#define ATTACKTEST_H

#include "screamsrctest.h"

/* Of a stranger; at once as many as a socket holds */
#define FLOOD 600
#define AT_ONCE 50

GstElement *get_inside (const gchar * factory);

/* What the session remembers, itself among it */
guint count_sources (void);

/* Where feedback goes is where @s is. */
gboolean is_believed (Sender * s);

/* So many come out, and no more. */
void assert_out (guint n);

guint32 get_ssrc (GstSample * sample);

#endif /* ATTACKTEST_H */
