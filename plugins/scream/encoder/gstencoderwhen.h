/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencoderwhen.h: conditions of the table of encoders */
#ifndef __GST_ENCODER_WHEN_H__
#define __GST_ENCODER_WHEN_H__

#include <gst/gst.h>

G_BEGIN_DECLS

gboolean gst_encoder_when_holds (const gchar * when,
    GstElementFactory * factory, GstElement * encoder);

G_END_DECLS

#endif /* __GST_ENCODER_WHEN_H__ */
