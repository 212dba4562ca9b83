/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pipelinetest.h: what the tests of whole pipelines share
 *
 * Names are short: nothing but these tests includes this.
 */
#ifndef PIPELINETEST_H
#define PIPELINETEST_H

#include "tests/check/elements/elementtest.h"

#include <gio/gio.h>

/* Of a gst-launch line; a line that is wrong fails the test. */
GstElement *launch (const gchar * format, ...) G_GNUC_PRINTF (1, 2);
/* The pipeline holds the element; one that is not there fails the test. */
GstElement *get (GstElement * pipeline, const gchar * name);

#endif /* PIPELINETEST_H */
