/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamparts.h: elements are put into a bin, started and removed */
#pragma once

#include <gst/gst.h>

/* A new element in @bin; @settings: "property=value ...", those that exist, or NULL.
 * NULL: @bin has posted an error that names the package. */
GstElement *gst_scream_parts_make (GstBin * bin, const gchar * factory,
    const gchar * settings);
/* @element, which the owner of @bin keeps, stands in it from now on.  In a bin that was
 * never started it would be taken for a part to link: gst_parse_bin_from_description ()
 * makes ghost pads of all pads that are not linked, those inside of bins, too. */
void gst_scream_parts_adopt (GstBin * bin, GstElement * element);
/* Of which package a part is. */
const gchar *gst_scream_parts_get_package (const gchar * factory);
gboolean gst_scream_parts_is_installed (const gchar * factory);
/* FALSE: there is no such element, and @owner has posted a warning that names the Debian
 * package and says what happens @without it. */
gboolean gst_scream_parts_have (GstElement * owner, const gchar * factory,
    const gchar * without);
/* Sets those of "property=value ..." that exist. */
void gst_scream_parts_configure (GstElement * element, const gchar * settings);
/* A rtpsession notifies of its statistics no more; the RTPSession in it does. */
void gst_scream_parts_quiet_session (GstElement * session);
/* A probe at the pad @name of @element. */
void gst_scream_parts_probe (GstElement * element, const gchar * name,
    GstPadProbeType type, GstPadProbeCallback callback, gpointer user_data,
    GDestroyNotify notify);
/* Calls @callback with a GWeakRef to @object after @delay, and each @period unless that is 0. */
GstClockID gst_scream_parts_start_timer (gpointer object, GstClockTime delay,
    GstClockTime period, GstClockCallback callback);
/* Out of @bin, in state NULL. */
void gst_scream_parts_remove (GstBin * bin, GstElement * element);

/* The request pad @pad of @element, and the reference; *@pad may be NULL. */
void gst_scream_parts_release (GstElement * element, GstPad ** pad);
/* To the state of their bin, the last one first: it is downstream. */
void gst_scream_parts_start (GPtrArray * elements);
/* Out of @bin, in state NULL, and out of @elements. */
void gst_scream_parts_remove_all (GstBin * bin, GPtrArray * elements);
