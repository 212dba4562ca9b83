/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamfecenc.h: the element screamfecenc */
#ifndef __GST_SCREAM_FEC_ENC_H__
#define __GST_SCREAM_FEC_ENC_H__

#include <gst/gst.h>

G_BEGIN_DECLS

#define GST_TYPE_SCREAM_FEC_ENC (gst_scream_fec_enc_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamFecEnc, gst_scream_fec_enc, GST, SCREAM_FEC_ENC,
    GstElement)

GST_ELEMENT_REGISTER_DECLARE (screamfecenc)

G_END_DECLS

#endif /* __GST_SCREAM_FEC_ENC_H__ */
