/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* sockettest.h: a loop, and sockets on the loopback */
#ifndef SOCKETTEST_H
#define SOCKETTEST_H

#include <gio/gio.h>
#include <gst/check/gstcheck.h>

#include "plugins/scream/loop/gstscreamloop.h"

extern GstScreamLoop *loop;

void loop_setup (void);
void loop_teardown (void);

/* Longer than anything here takes; only a failure waits for it. */
#define PATIENCE (10 * G_TIME_SPAN_SECOND)

GSocket *new_socket (GSocketFamily family);

#endif /* SOCKETTEST_H */
