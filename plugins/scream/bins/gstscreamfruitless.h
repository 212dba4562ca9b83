/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamfruitless.h: packets that no picture comes of */
#pragma once

#include <gst/gst.h>

/* Has @element, with the pads sink and src, warn once if nothing leaves it in the first
 * 10 s of what it gets. */
void gst_scream_fruitless_watch (GstElement * element);
