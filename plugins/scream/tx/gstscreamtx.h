/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __GST_SCREAM_TX_H__
#define __GST_SCREAM_TX_H__

#include <gst/gst.h>

G_BEGIN_DECLS

#define GST_TYPE_SCREAM_TX (gst_scream_tx_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamTx, gst_scream_tx, GST, SCREAM_TX, GstElement)
GST_ELEMENT_REGISTER_DECLARE (screamtx);

/* The signals by which screamtx asks, for an element of @type that hands them on.
 * Returns: the identifier of the signal */
guint gst_scream_tx_new_split_bitrate (GType type);
guint gst_scream_tx_new_encoder_bitrate_changing (GType type);

/* The controller is the one that does not control. */
gboolean gst_scream_tx_is_fixed (GstScreamTx * self);

G_END_DECLS

#endif /* __GST_SCREAM_TX_H__ */
