/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencodertune.h: companion properties for the rate control of an encoder */
#pragma once

#include <gst/gst.h>

#include "gstencodertable.h"

void gst_encoder_tune_live (GstElement * encoder,
    const GstEncoderEntry * entry, gboolean latency, guint64 bitrate,
    GString * done);
void gst_encoder_tune (GstElement * encoder, const gchar * companions,
    guint64 bitrate, GString * done);
gchar *gst_encoder_tune_untouched (GstElement * encoder,
    const gchar * companions);
void gst_encoder_tune_change (GstElement * encoder, const gchar * companions,
    guint64 bitrate);
