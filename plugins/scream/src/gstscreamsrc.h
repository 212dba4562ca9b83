/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __GST_SCREAM_SRC_H__
#define __GST_SCREAM_SRC_H__

#include <gst/gst.h>

G_BEGIN_DECLS

#define GST_TYPE_SCREAM_SRC (gst_scream_src_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamSrc, gst_scream_src, GST, SCREAM_SRC, GstBin)
GST_ELEMENT_REGISTER_DECLARE (screamsrc);

G_END_DECLS

#endif /* __GST_SCREAM_SRC_H__ */
