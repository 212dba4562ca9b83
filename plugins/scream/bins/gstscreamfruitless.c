/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Depayloaders and decoders wait for what they can begin with, and say nothing: with caps
 * that are not the sender's, for ever. */
#include "gstscreamfruitless.h"
#include "gstscreamparts.h"

/* By the times of the packets. Longer than a picture takes that is refreshed bit by bit,
 * and than a key frame that is asked for. */
#define PATIENCE (10 * GST_SECOND)

typedef struct
{
  GstClockTime began;           /* NONE: not yet; thread of sink */
  gint over;                    /* atomic: decoders may have threads of their own */
} Watch;

static gboolean
has_waited (Watch * watch, const GstBuffer * packet)
{
  GstClockTime time = GST_BUFFER_PTS (packet);

  if (!GST_CLOCK_TIME_IS_VALID (time))
    return FALSE;
  if (!GST_CLOCK_TIME_IS_VALID (watch->began) || time < watch->began)
    watch->began = time;
  return time - watch->began > PATIENCE;
}

/* The bin around it says to whom, and what to read. */
static void
warn (GstElement * element)
{
  g_autoptr (GError) error =
      g_error_new (GST_STREAM_ERROR, GST_STREAM_ERROR_DECODE,
      "no picture in %u s", (guint) (PATIENCE / GST_SECOND));

  gst_element_post_message (element,
      gst_message_new_warning (GST_OBJECT (element), error,
          "There was no key frame, or no parameter sets: a payloader of the "
          "sender may need config-interval=-1, and the sender has to answer "
          "key frame requests"));
}

static GstPadProbeReturn
on_packet (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Watch *watch = user_data;
  g_autoptr (GstElement) element = NULL;

  if (g_atomic_int_get (&watch->over))
    return GST_PAD_PROBE_REMOVE;
  if (!has_waited (watch, GST_PAD_PROBE_INFO_BUFFER (info)))
    return GST_PAD_PROBE_OK;
  g_atomic_int_set (&watch->over, TRUE);
  element = gst_pad_get_parent_element (pad);
  if (element != NULL)
    warn (element);
  return GST_PAD_PROBE_REMOVE;
}

static GstPadProbeReturn
on_frame (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Watch *watch = user_data;

  g_atomic_int_set (&watch->over, TRUE);
  return GST_PAD_PROBE_REMOVE;
}

void
gst_scream_fruitless_watch (GstElement * element)
{
  Watch *watch = g_atomic_rc_box_new0 (Watch);

  watch->began = GST_CLOCK_TIME_NONE;
  gst_scream_parts_probe (element, "sink", GST_PAD_PROBE_TYPE_BUFFER, on_packet,
      g_atomic_rc_box_acquire (watch),
      (GDestroyNotify) g_atomic_rc_box_release);
  gst_scream_parts_probe (element, "src", GST_PAD_PROBE_TYPE_BUFFER, on_frame,
      watch, (GDestroyNotify) g_atomic_rc_box_release);
}
