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

#include "plugins/scream/bwe/gstscreambwe.h"

static gboolean
plugin_init (GstPlugin * plugin)
{
  return GST_ELEMENT_REGISTER (rtpgccbwe, plugin);
}

GST_PLUGIN_DEFINE (GST_VERSION_MAJOR, GST_VERSION_MINOR, screamgccbwe,
    "SCReAM by the name rtpgccbwe", plugin_init, VERSION, "LGPL",
    GST_PACKAGE_NAME, GST_PACKAGE_ORIGIN);
