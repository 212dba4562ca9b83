/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Depayloaders and decoders wait for what they can begin with, and say nothing: with caps
 * that are not the sender's, for ever. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamfruitless.h"

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
  GError *error = g_error_new (GST_STREAM_ERROR, GST_STREAM_ERROR_DECODE,
      "no picture in %u s", (guint) (PATIENCE / GST_SECOND));

  gst_element_post_message (element,
      gst_message_new_warning (GST_OBJECT (element), error,
          "There was no key frame, or no parameter sets: a payloader of the "
          "sender may need config-interval=-1, and the sender has to answer "
          "key frame requests"));
  g_error_free (error);
}

static GstPadProbeReturn
on_packet (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Watch *watch = user_data;
  GstElement *element;

  if (g_atomic_int_get (&watch->over))
    return GST_PAD_PROBE_REMOVE;
  if (!has_waited (watch, GST_PAD_PROBE_INFO_BUFFER (info)))
    return GST_PAD_PROBE_OK;
  g_atomic_int_set (&watch->over, TRUE);
  element = gst_pad_get_parent_element (pad);
  if (element != NULL)
    warn (element);
  gst_clear_object (&element);
  return GST_PAD_PROBE_REMOVE;
}

static GstPadProbeReturn
on_frame (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Watch *watch = user_data;

  (void) pad;
  (void) info;
  g_atomic_int_set (&watch->over, TRUE);
  return GST_PAD_PROBE_REMOVE;
}

static void
add_probe (GstElement * element, const gchar * name,
    GstPadProbeCallback callback, Watch * watch)
{
  GstPad *pad = gst_element_get_static_pad (element, name);

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, callback,
      g_atomic_rc_box_acquire (watch),
      (GDestroyNotify) g_atomic_rc_box_release);
  gst_object_unref (pad);
}

void
gst_scream_fruitless_watch (GstElement * element)
{
  Watch *watch = g_atomic_rc_box_new0 (Watch);

  watch->began = GST_CLOCK_TIME_NONE;
  add_probe (element, "sink", on_packet, watch);
  add_probe (element, "src", on_frame, watch);
  g_atomic_rc_box_release (watch);
}
