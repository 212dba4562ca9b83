/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any file as a list of frame sizes: taken or refused with a reason, and what was
 * taken makes frames.
 */
#include "plugins/lab/videosrc/gstframesize.h"
#include "plugins/lab/videosrc/gstframesizefile.h"

#include "tests/fuzz/file.h"
#include "tests/fuzz/fuzz.h"

static void
replay (const GArray * sizes, double mean)
{
  GstFrameSizeConfig config = { 1000000, 30, 60, 4, 0.2, NULL, 0, TRUE };
  GstFrameSize state;
  gboolean is_key;

  config.replay = sizes;
  config.replay_mean = mean;
  gst_frame_size_init (&state, 1);
  for (guint i = 0; i < 2 * sizes->len && i < 1000; i++)
    gst_frame_size_next (&state, &config, FALSE, &is_key);
  gst_frame_size_clear (&state);
}

/* What cannot be opened, and what can but not be read. */
static void
refuse (const char *path)
{
  GError *error = NULL;
  double mean;

  must (gst_frame_size_file_read (path, &mean, &error) == NULL);
  must (error != NULL);
  g_error_free (error);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  GError *error = NULL;
  double mean = -1;
  GArray *sizes = gst_frame_size_file_read (file_with (data, size), &mean,
      &error);

  if (size == 0) {
    refuse ("/");
    refuse ("/dev/null/none");
  }
  must ((sizes != NULL) == (error == NULL));
  if (sizes == NULL) {
    must (error->message[0] != '\0');
    g_error_free (error);
    return 0;
  }
  must (sizes->len > 0 && mean > 0);
  replay (sizes, mean);
  g_array_unref (sizes);
  return 0;
}
