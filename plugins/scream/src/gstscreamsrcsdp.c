/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamsrc: the file of sdp-location */
#include "gstscreamsdp.h"
#include "gstscreamsrcprivate.h"

#include <errno.h>

#include <glib/gstdio.h>

/* OURS: a hundred times what a sender of some streams writes. GStreamer's parser takes
 * time by the square of it: at double it is a second. */
#define MAX_SIZE 65536

static void
post_error (GstScreamSrc * self, const gchar * location, const gchar * wrong)
{
  GST_ELEMENT_ERROR (self, RESOURCE, READ,
      ("sdp-location=%s: %s.", location, wrong),
      ("Set the property sdp-location to a file that screamsink or another "
          "sender has written, or set port and caps instead."));
}

/* NULL: @text is the file. It may be one that never ends. */
static const gchar *
load (const gchar * location, gchar * text, gsize * size)
{
  FILE *file = g_fopen (location, "rb");
  gboolean failed;

  if (file == NULL)
    return g_strerror (errno);
  *size = fread (text, 1, MAX_SIZE + 1, file);
  failed = ferror (file);
  fclose (file);
  if (failed)
    return "it cannot be read";
  if (*size > MAX_SIZE)
    return "it has more than " G_STRINGIFY (MAX_SIZE) " bytes";
  text[*size] = '\0';
  return NULL;
}

static gboolean
read_file (GstScreamSrc * self, const gchar * location)
{
  g_autoptr (GstCaps) caps = gst_caps_new_empty ();
  g_autofree gchar *text = g_malloc (MAX_SIZE + 1);
  guint port = 0;
  gsize size = 0;
  const gchar *wrong = load (location, text, &size);

  if (wrong == NULL)
    wrong = gst_scream_sdp_read (text, size, &port, caps);

  if (wrong != NULL)
    post_error (self, location, wrong);
  else
    g_object_set (self, "port", port, "caps", caps, NULL);
  return wrong == NULL;
}

gboolean
gst_scream_src_read_sdp (GstScreamSrc * self)
{
  g_autofree gchar *location = NULL;
  gboolean ok;

  g_mutex_lock (&self->lock);
  location = g_strdup (self->sdp_location);
  g_mutex_unlock (&self->lock);
  ok = location == NULL || *location == '\0' || read_file (self, location);
  return ok;
}
