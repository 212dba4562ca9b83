/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which stream goes to which pad, and in which form.
 *
 * A stream looks for an output when its first packet comes, in its own thread: only then
 * both its payload type and what is linked behind the output are known. It keeps the
 * output until it ends. When it is silent another stream may take the output, because a
 * sender that was started again comes with another SSRC. */
#include "plugins/scream/rtp/gstscreamnal.h"
#include "gstscreamsrcstreamsprivate.h"
#include "plugins/scream/bins/gstscreamparts.h"
#include "plugins/scream/repair/gstscreamrepairrequests.h"

#include <gst/video/video.h>

#define GST_CAT_DEFAULT gst_scream_src_debug

/* As gstscreampeer.h has it for addresses: no video is slower than four frames
 * a second. */
#define SILENCE (250 * G_TIME_SPAN_MILLISECOND)

/* A stream without an output looks again so often: something may have been
 * linked, or another stream may have ended. */
#define LOOK_INTERVAL (50 * G_TIME_SPAN_MILLISECOND)

/* ---- streams ---- */

static GstScreamStream *
stream_new (GstScreamStreams * streams, GstPad * pad, guint ssrc, GstCaps * rtp)
{
  GstScreamStream *stream = g_atomic_rc_box_new0 (GstScreamStream);

  stream->owner = streams;
  stream->pad = gst_object_ref (pad);
  stream->ssrc = ssrc;
  stream->rtp = gst_caps_ref (rtp);
  stream->is_video = gst_scream_decode_is_video (rtp);
  return stream;
}

/* ---- links between streams and outputs; with wiring ---- */

static void
disconnect_output (GstScreamOutput * output)
{
  GstScreamStreams *streams;
  GstElement *decode;
  GstScreamStream *stream = output->stream;

  if (stream == NULL)
    return;
  streams = stream->owner;
  gst_ghost_pad_set_target (GST_GHOST_PAD (output->pad), NULL);
  decode = output->decode;
  g_mutex_lock (&streams->lock);
  output->decode = NULL;
  output->stream = NULL;
  output->flows = FALSE;
  stream->output = NULL;
  g_mutex_unlock (&streams->lock);
  if (decode != NULL) {
    gst_scream_parts_remove (GST_BIN (streams->src), decode);
    gst_object_unref (decode);
  }
  gst_scream_stream_unref (stream);
}

static gboolean
link_decode (GstScreamStream * stream, GstScreamOutput * output,
    GstScreamForm form, GError ** error)
{
  GstElement *decode = gst_scream_decode_new (stream->rtp, form, error);
  GstScreamStreams *streams = stream->owner;
  g_autoptr (GstPad) src = NULL;
  g_autoptr (GstPad) sink = NULL;

  if (decode == NULL)
    return FALSE;
  g_mutex_lock (&streams->lock);
  output->decode = decode;
  g_mutex_unlock (&streams->lock);
  gst_bin_add (GST_BIN (streams->src), decode);
  src = gst_element_get_static_pad (decode, "src");
  sink = gst_element_get_static_pad (decode, "sink");
  gst_ghost_pad_set_target (GST_GHOST_PAD (output->pad), src);
  gst_element_sync_state_with_parent (decode);
  gst_pad_link (stream->pad, sink);
  if (gst_scream_decode_is_video (stream->rtp))
    gst_pad_send_event (stream->pad, gst_scream_repair_requests_new_need ());
  return TRUE;
}

/* Whoever depayloads it may have to wait for one. */
static void
ask_for_key_frame (GstScreamStream * stream)
{
  gst_pad_send_event (stream->pad,
      gst_video_event_new_upstream_force_key_unit (GST_CLOCK_TIME_NONE, TRUE,
          0));
}

/* FALSE: @output has no stream, after a warning. */
static gboolean
connect_stream (GstScreamStream * stream, GstScreamOutput * output,
    GstScreamForm form)
{
  g_autoptr (GError) error = NULL;

  if (form == GST_SCREAM_FORM_RTP) {
    gst_ghost_pad_set_target (GST_GHOST_PAD (output->pad), stream->pad);
  } else if (!link_decode (stream, output, form, &error)) {
    gst_scream_stream_no_way_to (stream, form, error);
    disconnect_output (output);
    return FALSE;
  }
  if (form == GST_SCREAM_FORM_RTP && gst_scream_decode_is_video (stream->rtp))
    ask_for_key_frame (stream);
  return TRUE;
}

/* ---- choice ---- */

static gboolean
is_silent (const GstScreamStream * stream, gint64 now)
{
  return stream->ended || now - stream->heard >= SILENCE;
}

/* Low is better, 0 is not at all. With the lock. */
static guint
rate_output (const GstScreamOutput * output, const GstScreamStream * stream,
    gint64 now)
{
  if (output->stream == NULL)
    return 2;
  if (!is_silent (output->stream, now))
    return 0;
  /* of the same sender, and the first to be heard after an outage */
  if (output->stream->is_video != stream->is_video && !output->stream->ended)
    return 0;
  return gst_caps_is_equal (output->stream->rtp, stream->rtp) ? 1 : 3;
}

static GstScreamForm
choose_form (const GstScreamOutput * output, const GstScreamStream * stream,
    gint64 now)
{
  g_autoptr (GstCaps) accepted = NULL;
  GstScreamForm form;

  if (!gst_pad_is_linked (output->pad))
    return GST_SCREAM_FORM_NONE;
  accepted = gst_pad_peer_query_caps (output->pad, NULL);
  form = gst_scream_decode_choose (stream->rtp, accepted);
  if (output->always && gst_caps_is_any (accepted)
      && !gst_scream_decode_is_video (stream->rtp)
      && now - stream->began < VIDEO_FIRST)
    form = GST_SCREAM_FORM_NONE;
  if (stream->no_way_to & (1 << form))
    form = GST_SCREAM_FORM_NONE;
  return form;
}

/* With wiring: outputs stay. */
static GstScreamOutput *
find_output (GstScreamStreams * streams, GstScreamStream * stream, gint64 now,
    GstScreamForm * form)
{
  guint class, i;

  for (class = 1; class <= 3; class++) {
    for (i = 0; i < streams->outputs->len; i++) {
      GstScreamOutput *output = g_ptr_array_index (streams->outputs, i);
      guint rated;

      g_mutex_lock (&streams->lock);
      rated = rate_output (output, stream, now);
      g_mutex_unlock (&streams->lock);
      if (rated != class)
        continue;
      *form = choose_form (output, stream, now);
      if (*form != GST_SCREAM_FORM_NONE)
        return output;
    }
  }
  return NULL;
}

/* In the stream's thread. */
static gboolean
look_for_output (GstScreamStreams * streams, GstScreamStream * stream,
    gint64 now)
{
  GstScreamForm form = GST_SCREAM_FORM_NONE;
  gboolean connected = FALSE;
  GstScreamOutput *output;

  g_mutex_lock (&streams->wiring);
  output = find_output (streams, stream, now, &form);
  if (output != NULL) {
    disconnect_output (output);
    g_mutex_lock (&streams->lock);
    output->stream = g_atomic_rc_box_acquire (stream);
    stream->output = output;
    g_mutex_unlock (&streams->lock);
    connected = connect_stream (stream, output, form);
  } else {
    gst_scream_stream_fits_nowhere (stream, now);
  }
  g_mutex_lock (&streams->lock);
  stream->was_shown |= connected;
  g_mutex_unlock (&streams->lock);
  g_mutex_unlock (&streams->wiring);
  return connected;
}

/* A blocking probe that never blocks: it is called before events go to what it
 * links. */
static GstPadProbeReturn
on_data (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamStream *stream = user_data;
  GstScreamStreams *streams = stream->owner;
  gint64 now = g_get_monotonic_time ();
  gboolean shown, look = FALSE;

  g_mutex_lock (&streams->lock);
  if (stream->began == 0)
    stream->began = now;
  stream->heard = now;
  shown = stream->output != NULL;
  gst_scream_stream_came (stream, info);
  if (!shown && now - stream->looked >= LOOK_INTERVAL) {
    stream->looked = now;
    look = TRUE;
  }
  g_mutex_unlock (&streams->lock);

  if (look)
    shown = look_for_output (streams, stream, now);
  return shown ? GST_PAD_PROBE_PASS : GST_PAD_PROBE_DROP;
}

void
gst_scream_streams_add (GstScreamStreams * streams, GstPad * pad, guint ssrc,
    GstCaps * rtp)
{
  GstScreamStream *stream = stream_new (streams, pad, ssrc, rtp);

  GST_INFO_OBJECT (streams->src, "stream %08x: %" GST_PTR_FORMAT, ssrc, rtp);
  g_mutex_lock (&streams->lock);
  g_ptr_array_add (streams->streams, stream);
  g_mutex_unlock (&streams->lock);
  gst_scream_nal_guard (pad, rtp);
  stream->probe = gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BLOCK
      | GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_BUFFER_LIST, on_data,
      g_atomic_rc_box_acquire (stream), gst_scream_stream_unref);
}

/* With wiring. */
static void
remove_stream (GstScreamStreams * streams, GstScreamStream * stream)
{
  if (stream->output != NULL)
    disconnect_output (stream->output);
  gst_pad_remove_probe (stream->pad, stream->probe);
  g_mutex_lock (&streams->lock);
  g_ptr_array_remove (streams->streams, stream);
  g_mutex_unlock (&streams->lock);
}

void
gst_scream_streams_remove (GstScreamStreams * streams, GstPad * pad)
{
  guint i;

  g_mutex_lock (&streams->wiring);
  for (i = streams->streams->len; i > 0; i--) {
    GstScreamStream *stream = g_ptr_array_index (streams->streams, i - 1);

    if (stream->pad == pad)
      remove_stream (streams, stream);
  }
  g_mutex_unlock (&streams->wiring);
}

void
gst_scream_streams_set_ended (GstScreamStreams * streams, guint ssrc,
    gboolean ended)
{
  guint i;

  GST_INFO_OBJECT (streams->src, "stream %08x %s", ssrc,
      ended ? "says goodbye" : "goes on after all");
  g_mutex_lock (&streams->lock);
  for (i = 0; i < streams->streams->len; i++) {
    GstScreamStream *stream = g_ptr_array_index (streams->streams, i);

    if (stream->ssrc == ssrc)
      stream->ended = ended;
  }
  g_mutex_unlock (&streams->lock);
}

void
gst_scream_streams_clear (GstScreamStreams * streams)
{
  g_mutex_lock (&streams->wiring);
  while (streams->streams->len > 0)
    remove_stream (streams, g_ptr_array_index (streams->streams, 0));
  g_mutex_lock (&streams->lock);
  streams->reported = 0;
  g_mutex_unlock (&streams->lock);
  g_mutex_unlock (&streams->wiring);
}

gboolean
gst_scream_streams_lost_output (GstScreamStreams * streams, guint ssrc)
{
  gboolean lost = FALSE;
  guint i;

  g_mutex_lock (&streams->lock);
  for (i = 0; i < streams->streams->len; i++) {
    GstScreamStream *stream = g_ptr_array_index (streams->streams, i);

    lost |= stream->ssrc == ssrc && stream->was_shown
        && (stream->output == NULL || !gst_pad_is_linked (stream->output->pad));
  }
  g_mutex_unlock (&streams->lock);
  return lost;
}

gboolean
gst_scream_streams_has_flow (GstScreamStreams * streams, GstObject * element)
{
  gboolean flows = FALSE;
  guint i;

  g_mutex_lock (&streams->lock);
  for (i = 0; i < streams->outputs->len; i++) {
    const GstScreamOutput *output = g_ptr_array_index (streams->outputs, i);

    if (output->decode != NULL
        && gst_object_has_as_ancestor (element, GST_OBJECT (output->decode))) {
      flows = output->flows;
      break;
    }
    flows |= output->flows;
  }
  g_mutex_unlock (&streams->lock);
  return flows;
}

/* With the lock. NULL: it is shown nowhere, or no video. */
static GstScreamStream *
find_video (GstScreamStreams * streams, guint ssrc)
{
  guint i;

  for (i = 0; i < streams->streams->len; i++) {
    GstScreamStream *stream = g_ptr_array_index (streams->streams, i);

    if (stream->ssrc == ssrc && stream->is_video && stream->output != NULL)
      return stream;
  }
  return NULL;
}

void
gst_scream_streams_begin_anew (GstScreamStreams * streams, guint ssrc)
{
  g_autoptr (GstElement) decode = NULL;
  GstScreamStream *stream;
  g_autoptr (GstPad) pad = NULL;

  g_mutex_lock (&streams->lock);
  stream = find_video (streams, ssrc);
  if (stream != NULL) {
    pad = gst_object_ref (stream->pad);
    gst_object_replace ((GstObject **) & decode,
        (GstObject *) stream->output->decode);
  }
  g_mutex_unlock (&streams->lock);
  if (pad == NULL)
    return;
  if (decode != NULL)
    gst_scream_decode_wait_for_key_frame (decode);
  gst_pad_send_event (pad,
      gst_video_event_new_upstream_force_key_unit (GST_CLOCK_TIME_NONE, TRUE,
          0));
}

/* ---- outputs ---- */

/* A pad that shows no stream yet belongs to a live source all the same. */
static gboolean
on_query (GstPad * pad, GstObject * parent, GstQuery * query)
{
  g_autoptr (GstPad) target = gst_ghost_pad_get_target (GST_GHOST_PAD (pad));
  GstScreamSrc *src = GST_SCREAM_SRC (parent);

  if (target != NULL || GST_QUERY_TYPE (query) != GST_QUERY_LATENCY)
    return gst_pad_query_default (pad, parent, query);
  gst_query_set_latency (query, TRUE,
      gst_scream_src_get_latency (src), GST_CLOCK_TIME_NONE);
  return TRUE;
}

GstPad *
gst_scream_streams_new_output (GstScreamStreams * streams,
    GstPadTemplate * templ, const gchar * name)
{
  GstScreamOutput *output = g_new0 (GstScreamOutput, 1);

  output->pad = gst_ghost_pad_new_no_target_from_template (name, templ);
  output->always = GST_PAD_TEMPLATE_PRESENCE (templ) == GST_PAD_ALWAYS;
  gst_pad_set_query_function (output->pad, on_query);
  gst_scream_streams_watch_frames (streams, output->pad);
  g_mutex_lock (&streams->wiring);
  g_mutex_lock (&streams->lock);
  g_ptr_array_add (streams->outputs, output);
  g_mutex_unlock (&streams->lock);
  g_mutex_unlock (&streams->wiring);
  gst_pad_set_active (output->pad, TRUE);
  gst_element_add_pad (GST_ELEMENT (streams->src), output->pad);
  return output->pad;
}

void
gst_scream_streams_release_output (GstScreamStreams * streams, GstPad * pad)
{
  guint i;

  g_mutex_lock (&streams->wiring);
  for (i = streams->outputs->len; i > 0; i--) {
    GstScreamOutput *output = g_ptr_array_index (streams->outputs, i - 1);

    if (output->pad != pad)
      continue;
    disconnect_output (output);
    g_mutex_lock (&streams->lock);
    g_ptr_array_remove_index (streams->outputs, i - 1);
    g_mutex_unlock (&streams->lock);
  }
  g_mutex_unlock (&streams->wiring);
  gst_pad_set_active (pad, FALSE);
  gst_element_remove_pad (GST_ELEMENT (streams->src), pad);
}

/* ---- all ---- */

GstScreamStreams *
gst_scream_streams_new (GstScreamSrc * src)
{
  GstScreamStreams *streams = g_new0 (GstScreamStreams, 1);

  streams->src = src;
  g_mutex_init (&streams->wiring);
  g_mutex_init (&streams->lock);
  streams->streams = g_ptr_array_new_with_free_func (gst_scream_stream_unref);
  streams->outputs = g_ptr_array_new_with_free_func (g_free);
  return streams;
}

void
gst_scream_streams_free (GstScreamStreams * streams)
{
  gst_scream_streams_clear (streams);
  g_ptr_array_unref (streams->streams);
  g_ptr_array_unref (streams->outputs);
  g_mutex_clear (&streams->wiring);
  g_mutex_clear (&streams->lock);
  g_free (streams);
}
