/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamfruitless.h: packets that no picture comes of */
#ifndef __GST_SCREAM_FRUITLESS_H__
#define __GST_SCREAM_FRUITLESS_H__

#include <gst/gst.h>

G_BEGIN_DECLS
/* Has @element, with the pads sink and src, warn once if nothing leaves it in the first
 * 10 s of what it gets. */
void gst_scream_fruitless_watch (GstElement * element);

G_END_DECLS
#endif /* __GST_SCREAM_FRUITLESS_H__ */
