/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* registry.c: writes the registry of plugins for all programs of the tests
 *
 * To look into each plugin takes a second, and ten under a sanitizer: once for a build,
 * not once for a program. GStreamer writes GST_REGISTRY itself; the status is 1 if it
 * did not, or if our plugin was not found.
 */
#include <glib/gstdio.h>
#include <gst/gst.h>

int
main (int argc, char *argv[])
{
  const gchar *file = g_getenv ("GST_REGISTRY");
  GstPlugin *plugin;

  if (file != NULL)
    g_unlink (file);
  gst_init (&argc, &argv);
  plugin = gst_registry_find_plugin (gst_registry_get (), "scream");
  if (plugin == NULL) {
    g_printerr ("There is no plugin scream in %s.\n",
        g_getenv ("GST_PLUGIN_PATH_1_0"));
    return 1;
  }
  gst_object_unref (plugin);
  if (file == NULL || !g_file_test (file, G_FILE_TEST_IS_REGULAR)) {
    g_printerr ("%s was not written.\n", file);
    return 1;
  }
  return 0;
}
