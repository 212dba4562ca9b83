/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstwritefile.h: text into a file, device or pipe */
#pragma once

#include <glib.h>

/* Replaces a regular file of our own with one name atomically, with the same
 * permissions; writes the target of a link, a device or a pipe in place. It does not
 * wait for the reader of a pipe: without one it fails. Uses GLib and GIO only. */
gboolean gst_write_file (const gchar * path, const gchar * text, GError ** error);
