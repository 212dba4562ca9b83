/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstframesizefile.h: frame sizes from a file */
#ifndef __GST_FRAME_SIZE_FILE_H__
#define __GST_FRAME_SIZE_FILE_H__

#include <glib.h>

G_BEGIN_DECLS

GArray *gst_frame_size_file_read (const gchar * path, gdouble * mean,
    GError ** error);

G_END_DECLS

#endif /* __GST_FRAME_SIZE_FILE_H__ */
