/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * plugin-screamlab:
 *
 * For research and tests: controllers for comparison with that of screamtx; linkemu, an
 * emulated link; and screamvideosrc, a synthetic encoder.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <gst/lab/control/rtpcc-lab.h>
#include <gst/rtpcc/control/rtpcc-controllers.h>

#include "plugins/lab/linkemu/gstlinkemu.h"
#include "plugins/lab/videosrc/gstscreamvideosrc.h"
#include "plugins/packet/gstcontrollers.h"

static gboolean
plugin_init (GstPlugin * plugin)
{
  gboolean ret = TRUE;
  const RtpCcOps *ops;
  gsize i;

  /* An older libgstlinkemu, left behind beside this one, has it already. */
  if (g_type_from_name ("GstLinkEmu") == 0)
    ret &= GST_ELEMENT_REGISTER (linkemu, plugin);
  ret &= GST_ELEMENT_REGISTER (screamvideosrc, plugin);
  for (i = 0; (ops = rtp_cc_lab_nth (i)) != NULL; i++) {
    if (rtp_cc_find (ops->name) == NULL)
      ret &= gst_controllers_register (plugin, ops);
  }
  return ret;
}

GST_PLUGIN_DEFINE (GST_VERSION_MAJOR, GST_VERSION_MINOR, screamlab,
    "Congestion controllers and an emulated link, for research", plugin_init,
    VERSION, "LGPL", GST_PACKAGE_NAME, GST_PACKAGE_ORIGIN);
