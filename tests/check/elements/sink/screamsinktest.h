/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamsinktest.h: a screamsink, and what its receiver gets */
#ifndef SCREAMSINKTEST_H
#define SCREAMSINKTEST_H

#include "tests/check/elements/elementtest.h"
#include "udpreceiver.h"

#define KEY "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d"

/* A sink line that sends to the ports of @r. */
GstElement *launch (const Receiver * r, const gchar * format, ...);
guint64 get_stat (GstElement * pipeline, const gchar * name);

#define VIDEO "videotestsrc is-live=true ! " \
    "video/x-raw,width=160,height=120,framerate=30/1"

#endif /* SCREAMSINKTEST_H */
