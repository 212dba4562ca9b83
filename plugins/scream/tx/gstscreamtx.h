/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __GST_SCREAM_TX_H__
#define __GST_SCREAM_TX_H__

#include <gst/gst.h>

G_BEGIN_DECLS

#define GST_TYPE_SCREAM_TX (gst_scream_tx_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamTx, gst_scream_tx, GST, SCREAM_TX, GstElement)
GST_ELEMENT_REGISTER_DECLARE (screamtx);

G_END_DECLS

#endif /* __GST_SCREAM_TX_H__ */
