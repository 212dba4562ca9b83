/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstwritefile.h: text into a file, device or pipe */
#ifndef __GST_WRITE_FILE_H__
#define __GST_WRITE_FILE_H__

#include <glib.h>

G_BEGIN_DECLS

/* Replaces a regular file of our own with one name atomically, with the same
 * permissions; writes the target of a link, a device or a pipe in place. It does not
 * wait for the reader of a pipe: without one it fails. Uses GLib and GIO only. */
gboolean gst_write_file (const gchar * path, const gchar * text, GError ** error);

G_END_DECLS

#endif /* __GST_WRITE_FILE_H__ */
