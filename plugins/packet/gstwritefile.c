/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "gstwritefile.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

/* GIO follows links, and leaves a file with several names or of another owner
 * where it is. */
static gboolean
replace (const gchar * path, const gchar * text, GError ** error)
{
  GFile *file = g_vfs_get_file_for_path (g_vfs_get_local (), path);
  gboolean done = g_file_replace_contents (file, text, strlen (text), NULL,
      FALSE, G_FILE_CREATE_NONE, NULL, NULL, error);

  g_object_unref (file);
  return done;
}

static gboolean
write_in_place (const gchar * path, const gchar * text, GError ** error)
{
  gssize size = (gssize) strlen (text), written = -1;
  int fd = g_open (path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0);

  if (fd >= 0)
    written = write (fd, text, (gsize) size);
  if (written != size)
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s",
        written >= 0 ? "no room left" : g_strerror (errno));
  if (fd >= 0)
    close (fd);
  return written == size;
}

gboolean
gst_write_file (const gchar * path, const gchar * text, GError ** error)
{
  GStatBuf found;

  if (g_stat (path, &found) == 0 && !S_ISREG (found.st_mode))
    return write_in_place (path, text, error);
  return replace (path, text, error);
}
