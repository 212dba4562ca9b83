/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/gst.h>

#define GST_TYPE_SCREAM_SRC (gst_scream_src_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamSrc, gst_scream_src, GST, SCREAM_SRC, GstBin)
GST_ELEMENT_REGISTER_DECLARE (screamsrc);
