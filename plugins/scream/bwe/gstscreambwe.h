/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __GST_SCREAM_BWE_H__
#define __GST_SCREAM_BWE_H__

#include <gst/gst.h>

G_BEGIN_DECLS

GST_ELEMENT_REGISTER_DECLARE (rtpscreambwe);
/* The same element by another name. */
GST_ELEMENT_REGISTER_DECLARE (rtpgccbwe);

G_END_DECLS

#endif /* __GST_SCREAM_BWE_H__ */
