/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamfecrows.h: number of rows for a block, by the loss of the path */
#pragma once

#include <gst/gst.h>

typedef struct
{
  gdouble loss;                 /* fraction of packets; 0: no rows */
  gdouble burst;                /* packets in a row that are lost, the mean; 1 or more */
  gdouble credit;               /* chance of a broken block that is left, 0 at first */
} GstScreamFecRows;

guint gst_scream_fec_rows_take (GstScreamFecRows * self, guint packets,
    gboolean is_key);
