/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* guards.c: our guards, each of which GUARD_OFF in the environment leaves out
 *
 * The linker puts these between a guard and who calls it (--wrap), so that nothing of
 * this is in the product.
 */
#include "plugins/scream/net/gstrtcpfilter.h"
#include "plugins/scream/rtp/gstscreamnal.h"

#include "behind.h"

void __real_gst_scream_nal_guard (GstPad * pad, const GstCaps * rtp);
void __wrap_gst_scream_nal_guard (GstPad * pad, const GstCaps * rtp);

/* What FEC recovered comes by the same pad; then the network is to bring what is sound. */
static bool
nal_is_off (void)
{
  return behind_guard_is_off ("nal") || behind_guard_is_off ("recovered");
}

void
__wrap_gst_scream_nal_guard (GstPad * pad, const GstCaps * rtp)
{
  if (!nal_is_off ())
    __real_gst_scream_nal_guard (pad, rtp);
}

GstBuffer *__real_gst_rtcp_filter_take_buffer (GstRtcpFilter * filter,
    GstBuffer * buffer, GstClockTime now);
GstBuffer *__wrap_gst_rtcp_filter_take_buffer (GstRtcpFilter * filter,
    GstBuffer * buffer, GstClockTime now);

/* For one fault behind the filter, see rtcp.c, or for those that are not known. */
static bool
rtcp_is_off (void)
{
  return behind_guard_is_off ("sr-req") || behind_guard_is_off ("twcc")
      || behind_guard_is_off ("priv") || behind_guard_is_off ("others");
}

GstBuffer *
__wrap_gst_rtcp_filter_take_buffer (GstRtcpFilter * filter, GstBuffer * buffer,
    GstClockTime now)
{
  if (rtcp_is_off ())
    return buffer;
  return __real_gst_rtcp_filter_take_buffer (filter, buffer, now);
}
