/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstlinkemuproperties.h: types of linkemu's properties */
#pragma once

#include <gst/gst.h>

#include "plugins/packet/gstpropertytable.h"

/* bit/s: least plausible value */
#define GST_LINK_EMU_LEAST_BITRATE 10000

typedef enum
{
  GST_LINK_EMU_AQM_DROPTAIL,
  GST_LINK_EMU_AQM_CODEL,
  GST_LINK_EMU_AQM_PIE,
  GST_LINK_EMU_AQM_DUALPI2,
} GstLinkEmuAqm;

/* RFC 3168 section 5: the bits */
typedef enum
{
  GST_LINK_EMU_ECN_NOT_ECT = 0,
  GST_LINK_EMU_ECN_ECT_1 = 1,
  GST_LINK_EMU_ECN_ECT_0 = 2,
} GstLinkEmuEcn;

extern const GstPropertyTable gst_link_emu_properties;
/* As the library knows it. */
const gchar *gst_link_emu_aqm_get_name (GstLinkEmuAqm aqm);
