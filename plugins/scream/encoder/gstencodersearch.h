/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencodersearch.h: search for the encoders upstream of a pad */
#pragma once

#include <gst/gst.h>

GPtrArray *gst_encoder_search (GstObject * owner, GstPad * sinkpad,
    GstElement * fixed, const gchar * name, gchar ** why);
