/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gststockelement.h: elements of others, which know nothing of us */
#pragma once

#include <gst/gst.h>

/* Whether it has a property of this type that can be read. */
gboolean gst_stock_element_has_property (GstElement * element,
    const gchar * name, GType type);

/* @func sees each buffer that leaves by @element's pad "src", with no user data.
 * The probe stays, and there is one for each @name, a static string, whoever
 * asks how often: it has to do no harm to those who did not ask. */
void gst_stock_element_probe_buffers (GstElement * element, const gchar * name,
    GstPadProbeCallback func);
