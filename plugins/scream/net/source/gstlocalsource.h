/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstlocalsource.h: buffers of a udpsrc tell to which address of this host they came
 *
 * The sender's address in their GstNetAddressMeta carries it, see gstlocaladdress.h.
 */
#pragma once

#include <gst/gst.h>

/* In any state, and again when the source has got a socket. FALSE: it has none
 * yet, or the system does not tell. */
gboolean gst_local_source_enable (GstElement * source);
