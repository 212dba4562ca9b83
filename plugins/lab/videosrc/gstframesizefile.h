/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstframesizefile.h: frame sizes from a file */
#pragma once

#include <glib.h>

GArray *gst_frame_size_file_read (const gchar * path, gdouble * mean,
    GError ** error);
