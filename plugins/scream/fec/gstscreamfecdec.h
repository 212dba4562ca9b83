/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamfecdec.h: the element screamfecdec */
#ifndef __GST_SCREAM_FEC_DEC_H__
#define __GST_SCREAM_FEC_DEC_H__

#include <gst/gst.h>

G_BEGIN_DECLS

/* Of a buffer behind it: it was restored. */
#define GST_SCREAM_FEC_FLAG_RESTORED (GST_BUFFER_FLAG_LAST << 6)

#define GST_TYPE_SCREAM_FEC_DEC (gst_scream_fec_dec_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamFecDec, gst_scream_fec_dec, GST, SCREAM_FEC_DEC,
    GstElement)

GST_ELEMENT_REGISTER_DECLARE (screamfecdec)

G_END_DECLS

#endif /* __GST_SCREAM_FEC_DEC_H__ */
