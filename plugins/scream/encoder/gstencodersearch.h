/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencodersearch.h: search for the encoders upstream of a pad */
#ifndef __GST_ENCODER_SEARCH_H__
#define __GST_ENCODER_SEARCH_H__

#include <gst/gst.h>

G_BEGIN_DECLS

GPtrArray *gst_encoder_search (GstObject * owner, GstPad * sinkpad,
    GstElement * fixed, const gchar * name, gchar ** why);

G_END_DECLS

#endif /* __GST_ENCODER_SEARCH_H__ */
