/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwsource.h: the fake video */
#ifndef BW_SOURCE_H
#define BW_SOURCE_H

#include <gst/gst.h>

#include "bwtxoptions.h"

/* NULL if there is no screamvideosrc. */
GstElement *bw_source_new (const BwTxOptions * options);

#endif /* BW_SOURCE_H */
