/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamfec.h: the elements screamfecenc and screamfecdec */
#pragma once

#include <gst/gst.h>

#define GST_TYPE_SCREAM_FEC_ENC (gst_scream_fec_enc_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamFecEnc, gst_scream_fec_enc, GST, SCREAM_FEC_ENC,
    GstElement)
GST_ELEMENT_REGISTER_DECLARE (screamfecenc)

/* As by the properties loss, burst-length and frame-ends, without notifications; from the
 * streaming thread. Returns whether the stream is video, which alone gets FEC. */
gboolean gst_scream_fec_enc_guide (GstScreamFecEnc * self, gdouble loss,
    gdouble burst, gboolean tells_ends);

#define GST_TYPE_SCREAM_FEC_DEC (gst_scream_fec_dec_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamFecDec, gst_scream_fec_dec, GST, SCREAM_FEC_DEC,
    GstElement)
GST_ELEMENT_REGISTER_DECLARE (screamfecdec)

/* Of a buffer behind screamfecdec: it was restored. */
#define GST_SCREAM_FEC_FLAG_RESTORED (GST_BUFFER_FLAG_LAST << 6)
