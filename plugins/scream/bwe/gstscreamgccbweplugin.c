/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * plugin-screamgccbwe:
 *
 * rtpscreambwe by the name rtpgccbwe, for applications that look for that.
 *
 * It is in the file of the plugin scream, so that both have the same types: GStreamer takes the
 * name of a plugin from the name of its file, and libgstscreamgccbwe is a link to libgstscream
 * in a folder of its own.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreambwe.h"

/* Of two elements of one name GStreamer has the one that it has read last.  Where the other
 * plugin is another one than before, so that it is read again, this one is read behind it. */
static gboolean
plugin_init (GstPlugin * plugin)
{
  gst_plugin_add_dependency_simple (plugin,
      "GST_PLUGIN_PATH,GST_PLUGIN_PATH_1_0,GST_PLUGIN_SYSTEM_PATH,"
      "GST_PLUGIN_SYSTEM_PATH_1_0", NULL,
      "libgstrsrtp." G_MODULE_SUFFIX, GST_PLUGIN_DEPENDENCY_FLAG_NONE);
  return GST_ELEMENT_REGISTER (rtpgccbwe, plugin);
}

GST_PLUGIN_DEFINE (GST_VERSION_MAJOR, GST_VERSION_MINOR, screamgccbwe,
    "SCReAM by the name rtpgccbwe", plugin_init, VERSION, "LGPL",
    GST_PACKAGE_NAME, GST_PACKAGE_ORIGIN);
