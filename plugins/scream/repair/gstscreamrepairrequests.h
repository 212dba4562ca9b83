/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairrequests.h: asks for the lost packets of one stream */
#ifndef __GST_SCREAM_REPAIR_REQUESTS_H__
#define __GST_SCREAM_REPAIR_REQUESTS_H__

#include <gst/gst.h>

G_BEGIN_DECLS

/* From now on, requests for what @jitterbuffer misses of @ssrc go upstream from it. Its
 * own ones end. */
void gst_scream_repair_requests_add (GstElement * jitterbuffer, guint ssrc);

G_END_DECLS

#endif /* __GST_SCREAM_REPAIR_REQUESTS_H__ */
