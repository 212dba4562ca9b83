/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamthread.h: scheduling of a thread with many short wake-ups */
#pragma once

#include <glib.h>

/* For the thread that calls it: it is woken on time, and gets a processor soon among many
 * threads that want one.  What the system does not have is left out. */
void gst_scream_thread_be_prompt (void);
