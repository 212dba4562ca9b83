/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamsoften.h: removal of detail from a picture */
#pragma once

#include <gst/video/video.h>

/* Leaves of @buffer what a picture of a @divisor of the width and of the height shows. It
 * has to be writable. FALSE: it is as it was. */
gboolean gst_scream_soften (GstBuffer * buffer, const GstVideoInfo * info,
    guint divisor);
