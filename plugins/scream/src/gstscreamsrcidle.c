/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Outputs without a stream. A sink that has nothing to show keeps the others from
 * playing, so such an output gets a gap; and the end of stream has no other way to it. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamsrcstreamsprivate.h"

static GList *
get_idle_pads (GstScreamStreams * streams)
{
  GList *pads = NULL;
  guint i;

  g_mutex_lock (&streams->wiring);
  for (i = 0; i < streams->outputs->len; i++) {
    GstScreamOutput *output = g_ptr_array_index (streams->outputs, i);

    if (output->stream == NULL && gst_pad_is_linked (output->pad))
      pads = g_list_prepend (pads, gst_object_ref (output->pad));
  }
  g_mutex_unlock (&streams->wiring);
  return pads;
}

static void
start_output (GstPad * pad, GstElement * src)
{
  gchar *id = gst_pad_create_stream_id (pad, src, GST_PAD_NAME (pad));

  gst_pad_push_event (pad, gst_event_new_stream_start (id));
  g_free (id);
}

/* Audio sinks want to know the format of a silence. NULL: the peer takes
 * nothing raw. */
static GstCaps *
get_idle_caps (GstPad * pad)
{
  static const gchar *const usual[] = {
    "audio/x-raw, format=S16LE, layout=interleaved, rate=48000, channels=2",
    "video/x-raw, width=320, height=240, framerate=30/1"
  };
  GstCaps *accepted = gst_pad_peer_query_caps (pad, NULL);
  GstCaps *caps = NULL;
  guint i;

  if (gst_caps_is_any (accepted))
    return accepted;
  for (i = 0; caps == NULL && i < G_N_ELEMENTS (usual); i++) {
    GstCaps *wanted = gst_caps_from_string (usual[i]);

    if (gst_caps_can_intersect (wanted, accepted))
      caps = gst_caps_fixate (gst_caps_intersect (wanted, accepted));
    gst_caps_unref (wanted);
  }
  gst_caps_unref (accepted);
  return caps;
}

/* Takes as long as the pipeline needs to play. */
static void
fill_output (GstElement * src, gpointer user_data)
{
  GstPad *pad = user_data;
  GstCaps *caps = get_idle_caps (pad);
  GstSegment segment;

  if (caps == NULL)
    return;
  gst_segment_init (&segment, GST_FORMAT_TIME);
  start_output (pad, src);
  if (!gst_caps_is_any (caps))
    gst_pad_push_event (pad, gst_event_new_caps (caps));
  gst_pad_push_event (pad, gst_event_new_segment (&segment));
  gst_pad_push_event (pad,
      gst_event_new_gap (gst_element_get_current_running_time (src),
          GST_CLOCK_TIME_NONE));
  gst_caps_unref (caps);
}

void
gst_scream_streams_eos (GstScreamStreams * streams)
{
  GList *pads = get_idle_pads (streams), *l;

  for (l = pads; l != NULL; l = l->next) {
    start_output (l->data, GST_ELEMENT (streams->src));
    gst_pad_push_event (l->data, gst_event_new_eos ());
  }
  g_list_free_full (pads, gst_object_unref);
}

void
gst_scream_streams_fill (GstScreamStreams * streams)
{
  gint64 now = g_get_monotonic_time ();
  GList *pads = NULL, *l;
  gboolean fill;

  g_mutex_lock (&streams->lock);
  fill = streams->shown != 0 && !streams->filled
      && now - streams->shown >= VIDEO_FIRST;
  streams->filled |= fill;
  g_mutex_unlock (&streams->lock);
  if (!fill)
    return;
  pads = get_idle_pads (streams);
  for (l = pads; l != NULL; l = l->next)
    gst_element_call_async (GST_ELEMENT (streams->src), fill_output, l->data,
        gst_object_unref);
  g_list_free (pads);
}
