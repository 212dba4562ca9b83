/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwcontrol.h: screamtx as it is asked for */
#ifndef BW_CONTROL_H
#define BW_CONTROL_H

#include <gst/gst.h>

#include "bwtxoptions.h"

/* FALSE, and one line on stderr, if there is no controller of that name. */
gboolean bw_control_configure (GstElement * tx, const BwTxOptions * options);

#endif /* BW_CONTROL_H */
