/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __GST_SCREAM_ELEMENTS_H__
#define __GST_SCREAM_ELEMENTS_H__

#include <gst/gst.h>

GST_ELEMENT_REGISTER_DECLARE (screamrx);
GST_ELEMENT_REGISTER_DECLARE (screamsink);
GST_ELEMENT_REGISTER_DECLARE (screamsrc);
GST_ELEMENT_REGISTER_DECLARE (screamtx);
GST_ELEMENT_REGISTER_DECLARE (screamvideosrc);

#endif /* __GST_SCREAM_ELEMENTS_H__ */
