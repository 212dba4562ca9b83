/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamproxy.h: who notifies of the properties of an object inside */
#pragma once

#include <gst/gst.h>

/* @outer notifies of what @inner notifies of, for as long as both are there. */
void gst_scream_proxy_forward_notify (GObject * inner, GObject * outer);

/* What gst_scream_proxy_tell() is for: it changes many times a second. */
#define GST_SCREAM_PROXY_ESTIMATE "estimated-bitrate"

void gst_scream_proxy_tell (GObject * object, const gchar * property);
