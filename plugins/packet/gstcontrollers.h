/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstcontrollers.h: controllers by name, those of librtpcc and of other plugins
 *
 * A plugin offers a controller as a dynamic type of the registry, "RtpCc+" and its name,
 * which finds and loads the plugin. The type's data are the RtpCcOps; their layout may
 * change, so plugins of other versions do not count.
 */
#pragma once

#include <gst/gst.h>
#include <gst/rtpcc/rtpcc.h>

/* In plugin_init */
gboolean gst_controllers_register (GstPlugin * plugin, const RtpCcOps * ops);

/* Without locks: it may load a plugin. NULL: unknown. */
const RtpCcOps *gst_controllers_find (const gchar * name);

/* A message about the missing controller, with those available; free with g_free (). */
gchar *gst_controllers_describe_missing (const gchar * name);
