/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * plugin-linkemu:
 *
 * An emulated network path, to see what a pipeline does on it.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstlinkemu.h"

static gboolean
plugin_init (GstPlugin * plugin)
{
  return GST_ELEMENT_REGISTER (linkemu, plugin);
}

GST_PLUGIN_DEFINE (GST_VERSION_MAJOR, GST_VERSION_MINOR, linkemu,
    "Emulated network path", plugin_init, VERSION, "LGPL",
    GST_PACKAGE_NAME, GST_PACKAGE_ORIGIN);
