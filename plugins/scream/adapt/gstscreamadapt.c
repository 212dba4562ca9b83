/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Adaptation of raw video before an encoder.
 *
 *   raw video ─ GstScreamThin ─ videoscale ─ capsfilter ─ encoder
 *
 * GstScreamThin drops frames, and sets the size in the capsfilter. */
#include "gstscreamadapt.h"
#include "gstscreamthin.h"
#include "plugins/scream/bins/gstscreamparts.h"
#include "plugins/packet/gsthelp.h"
#include "plugins/packet/gstpropertytable.h"

static const GEnumValue modes[] = {
  {RTP_CC_LADDER_NONE, "No change of the picture", "none"},
  {RTP_CC_LADDER_AUTO, "Smaller pictures, below the smallest size also fewer",
      "auto"},
  {RTP_CC_LADDER_RESOLUTION, "Smaller pictures", "resolution"},
  {RTP_CC_LADDER_FRAMERATE, "Fewer pictures", "framerate"},
  {0, NULL, NULL}
};

GST_PROPERTY_DEFINE_ENUM ("GstScreamAdapt", gst_scream_adapt_get_type, modes);

void
gst_scream_adapt_append (GstBin * bin, GPtrArray * chain, RtpCcLadderMode mode,
    GstPad * stream)
{
  GstElement *thin, *scale, *filter;

  if (mode == RTP_CC_LADDER_NONE
      || !gst_scream_parts_have (GST_ELEMENT (bin), "videoscale",
          "The picture keeps its size."))
    return;
  scale = gst_scream_parts_make (bin, "videoscale", "add-borders=false");
  filter = gst_scream_parts_make (bin, "capsfilter", NULL);
  thin = gst_scream_thin_new (mode, stream, filter);
  gst_bin_add (bin, thin);
  g_ptr_array_add (chain, thin);
  g_ptr_array_add (chain, scale);
  g_ptr_array_add (chain, filter);
}

void
gst_scream_adapt_refuse (GstElement * owner, RtpCcLadderMode mode,
    const gchar * name)
{
  if (mode == RTP_CC_LADDER_NONE)
    return;
  GST_ELEMENT_WARNING (owner, LIBRARY, SETTINGS,
      ("The stream of %s is already encoded: adapt has no effect on it.", name),
      ("Link raw video to screamsink, or scale before your own encoder, by "
          "suggested-height and suggested-framerate of the pad."
          GST_HELP ("adapt")));
}
