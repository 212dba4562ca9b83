/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/gst.h>

GST_ELEMENT_REGISTER_DECLARE (rtpscreambwe);
/* The same element by another name. */
GST_ELEMENT_REGISTER_DECLARE (rtpgccbwe);
