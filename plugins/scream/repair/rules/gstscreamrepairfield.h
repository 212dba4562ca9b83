/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairfield.h: arithmetic on bytes as elements of GF(256)
 *
 * The polynomial is x^8 + x^4 + x^3 + x^2 + 1, as in RFC 5510 section 8.1.
 */
#ifndef __GST_SCREAM_REPAIR_FIELD_H__
#define __GST_SCREAM_REPAIR_FIELD_H__

#include <gst/gst.h>

G_BEGIN_DECLS

guint8 gst_scream_repair_field_multiply (guint8 a, guint8 b);
/* @a is not 0. */
guint8 gst_scream_repair_field_invert (guint8 a);

/* Adds @factor times each of @n bytes of @from to those of @to. */
void gst_scream_repair_field_add (guint8 * to, const guint8 * from, gsize n,
    guint8 factor);

/* Multiplies each of @n bytes. */
void gst_scream_repair_field_scale (guint8 * bytes, gsize n, guint8 factor);

G_END_DECLS

#endif /* __GST_SCREAM_REPAIR_FIELD_H__ */
