/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/gst.h>

#define GST_TYPE_LINK_EMU (gst_link_emu_get_type ())
G_DECLARE_FINAL_TYPE (GstLinkEmu, gst_link_emu, GST, LINK_EMU, GstElement)

GST_ELEMENT_REGISTER_DECLARE (linkemu);
