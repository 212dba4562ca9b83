/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/gst.h>

#define GST_TYPE_SCREAM_TX (gst_scream_tx_get_type ())
#define GST_SCREAM_TX(obj) \
  (G_TYPE_CHECK_INSTANCE_CAST ((obj), GST_TYPE_SCREAM_TX, GstScreamTx))
#define GST_IS_SCREAM_TX(obj) \
  (G_TYPE_CHECK_INSTANCE_TYPE ((obj), GST_TYPE_SCREAM_TX))
#define GST_SCREAM_TX_CLASS(klass) \
  (G_TYPE_CHECK_CLASS_CAST ((klass), GST_TYPE_SCREAM_TX, GstScreamTxClass))
#define GST_SCREAM_TX_GET_CLASS(obj) \
  (G_TYPE_INSTANCE_GET_CLASS ((obj), GST_TYPE_SCREAM_TX, GstScreamTxClass))

typedef struct _GstScreamTx GstScreamTx;

typedef struct
{
  GstElementClass parent_class;
  /* With the lock: what the application is told of @estimate; NULL: that. */
    guint64 (*reckon) (GstScreamTx * self, guint64 estimate, gint64 now);
  /* There is another estimated-bitrate. Without the lock. */
  void (*estimated) (GstScreamTx * self);
} GstScreamTxClass;

GType gst_scream_tx_get_type (void);
GST_ELEMENT_REGISTER_DECLARE (screamtx);

/* The signals by which screamtx asks, for an element of @type that hands them on.
 * Returns: the identifier of the signal */
guint gst_scream_tx_new_split_bitrate (GType type);
guint gst_scream_tx_new_encoder_bitrate_changing (GType type);

/* The controller is the one that does not control. */
gboolean gst_scream_tx_is_fixed (GstScreamTx * self);
