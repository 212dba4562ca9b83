/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * plugin-scream:
 *
 * Congestion control for RTP: screamtx sends, screamrx returns feedback,
 * screamsink and screamsrc are a whole sender and receiver around them,
 * screamudpsink and screamudpsrc send and receive at less cost, screamfecenc
 * and screamfecdec add FEC and restore lost packets from it.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/bwe/gstscreambwe.h"
#include "plugins/scream/fec/gstscreamfec.h"
#include "plugins/scream/rx/gstscreamrx.h"
#include "plugins/scream/sink/gstscreamsink.h"
#include "plugins/scream/src/gstscreamsrc.h"
#include "plugins/scream/tx/gstscreamtx.h"
#include "plugins/scream/udp/gstscreamudpsink.h"
#include "plugins/scream/udp/gstscreamudpsrc.h"

static gboolean
plugin_init (GstPlugin * plugin)
{
  gboolean ret = TRUE;

  ret &= GST_ELEMENT_REGISTER (screamtx, plugin);
  ret &= GST_ELEMENT_REGISTER (screamrx, plugin);
  ret &= GST_ELEMENT_REGISTER (rtpscreambwe, plugin);
  ret &= GST_ELEMENT_REGISTER (screamsink, plugin);
  ret &= GST_ELEMENT_REGISTER (screamsrc, plugin);
  ret &= GST_ELEMENT_REGISTER (screamudpsink, plugin);
  ret &= GST_ELEMENT_REGISTER (screamudpsrc, plugin);
  ret &= GST_ELEMENT_REGISTER (screamfecenc, plugin);
  ret &= GST_ELEMENT_REGISTER (screamfecdec, plugin);

  return ret;
}

GST_PLUGIN_DEFINE (GST_VERSION_MAJOR, GST_VERSION_MINOR, scream,
    "Congestion control for RTP", plugin_init, VERSION, "LGPL",
    GST_PACKAGE_NAME, GST_PACKAGE_ORIGIN);
