/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which stream goes to which pad, and in which form.
 *
 * A stream is a pad of rtpbin, an output a pad of screamsrc.  A stream looks for
 * an output when its first packet comes, in its own thread, for only then both
 * its payload type and what is linked behind are known.  It keeps the output
 * until it ends; when it is silent another one may have it, for a sender that
 * has been started again comes with another SSRC. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamdecode.h"
#include "gstscreamsrcprivate.h"

#include <gst/video/video.h>
#include <string.h>

GST_DEBUG_CATEGORY_EXTERN (gst_scream_src_debug);
#define GST_CAT_DEFAULT gst_scream_src_debug

/* As gstscreamlatch.c has it for addresses: no video is slower than four frames
 * a second. */
#define SILENCE (250 * G_TIME_SPAN_MILLISECOND)

/* A stream without an output looks again so often: something may have been
 * linked, or another stream may have ended. */
#define LOOK_INTERVAL (50 * G_TIME_SPAN_MILLISECOND)

/* Audio comes to a pad that takes anything if there was no video so long, and a
 * pad that nothing came for is taken for one that nothing will come for. */
#define VIDEO_FIRST G_TIME_SPAN_SECOND

typedef struct _Output Output;

typedef struct
{
  GstScreamStreams *owner;
  GstPad *pad;                  /* of rtpbin */
  gulong probe;                 /* which holds the stream, which holds the pad */
  guint ssrc;
  GstCaps *rtp;
  gint64 began, heard, looked;  /* us */
  gboolean ended;               /* what still comes was on its way */
  Output *output;               /* NULL: what comes is dropped */
} Stream;

struct _Output
{
  GstPad *pad;                  /* ghost */
  gboolean always;
  Stream *stream;               /* NULL: none */
  GstElement *decode;           /* NULL: RTP as it is */
};

struct _GstScreamStreams
{
  GstScreamSrc *src;
  /* Held while elements are linked and change their states, which may take as
   * long as a sink holds a buffer. */
  GMutex wiring;
  GMutex lock;                  /* for the lists and what is in them */
  GPtrArray *streams;
  GPtrArray *outputs;
  gint64 shown;                 /* us, when the first was; 0: not yet */
  gboolean filled;              /* the outputs without a stream have a gap */
};

/* ---- streams ---- */

static void
stream_clear (Stream * stream)
{
  gst_object_unref (stream->pad);
  gst_caps_unref (stream->rtp);
}

static void
stream_unref (gpointer stream)
{
  g_atomic_rc_box_release_full (stream, (GDestroyNotify) stream_clear);
}

static Stream *
stream_new (GstScreamStreams * streams, GstPad * pad, guint ssrc, GstCaps * rtp)
{
  Stream *stream = g_atomic_rc_box_new0 (Stream);

  stream->owner = streams;
  stream->pad = gst_object_ref (pad);
  stream->ssrc = ssrc;
  stream->rtp = gst_caps_ref (rtp);
  return stream;
}

/* ---- links ---- */

/* With wiring. */
static void
output_disconnect (Output * output)
{
  GstScreamStreams *streams;
  GstElement *decode;
  Stream *stream = output->stream;

  if (stream == NULL)
    return;
  streams = stream->owner;
  gst_ghost_pad_set_target (GST_GHOST_PAD (output->pad), NULL);
  decode = output->decode;
  g_mutex_lock (&streams->lock);
  output->decode = NULL;
  output->stream = NULL;
  stream->output = NULL;
  g_mutex_unlock (&streams->lock);
  if (decode != NULL) {
    gst_element_set_locked_state (decode, TRUE);
    gst_element_set_state (decode, GST_STATE_NULL);
    gst_bin_remove (GST_BIN (streams->src), decode);
    gst_object_unref (decode);
  }
  stream_unref (stream);
}

static gboolean
link_decode (Stream * stream, Output * output, GstScreamForm form,
    GError ** error)
{
  GstElement *decode = gst_scream_decode_new (stream->rtp, form, error);
  GstPad *src, *sink;

  if (decode == NULL)
    return FALSE;
  gst_bin_add (GST_BIN (stream->owner->src), decode);
  src = gst_element_get_static_pad (decode, "src");
  sink = gst_element_get_static_pad (decode, "sink");
  gst_ghost_pad_set_target (GST_GHOST_PAD (output->pad), src);
  gst_element_sync_state_with_parent (decode);
  gst_pad_link (stream->pad, sink);
  gst_object_unref (src);
  gst_object_unref (sink);
  output->decode = decode;
  return TRUE;
}

static void
post_stream (Stream * stream, Output * output, GstScreamForm form)
{
  static const gchar *const forms[] = { "none", "rtp", "encoded", "raw" };
  GstElement *src = GST_ELEMENT (stream->owner->src);
  const GstStructure *rtp = gst_caps_get_structure (stream->rtp, 0);
  gint payload = -1;

  gst_structure_get_int (rtp, "payload", &payload);
  gst_element_post_message (src, gst_message_new_element (GST_OBJECT (src),
          gst_structure_new ("scream-stream", "pad", G_TYPE_STRING,
              GST_PAD_NAME (output->pad), "ssrc", G_TYPE_UINT, stream->ssrc,
              "payload", G_TYPE_INT, payload, "encoding-name", G_TYPE_STRING,
              gst_structure_get_string (rtp, "encoding-name"), "form",
              G_TYPE_STRING, forms[form], NULL)));
  /* What the pipeline knew of latency was without this stream. */
  gst_element_post_message (src, gst_message_new_latency (GST_OBJECT (src)));
}

/* Whoever depayloads it may have to wait for one. */
static void
ask_for_key_frame (Stream * stream)
{
  gst_pad_send_event (stream->pad,
      gst_video_event_new_upstream_force_key_unit (GST_CLOCK_TIME_NONE, TRUE,
          0));
}

/* With wiring. The error is one for the whole element: what is linked waits for
 * something that never comes. */
static gboolean
connect (Stream * stream, Output * output, GstScreamForm form)
{
  GError *error = NULL;

  if (form == GST_SCREAM_FORM_RTP) {
    gst_ghost_pad_set_target (GST_GHOST_PAD (output->pad), stream->pad);
  } else if (!link_decode (stream, output, form, &error)) {
    const gchar *what =
        gst_structure_get_string (gst_caps_get_structure (stream->rtp, 0),
        "encoding-name");

    GST_ELEMENT_ERROR (stream->owner->src, STREAM, CODEC_NOT_FOUND,
        ("%s came, and cannot be decoded.", what ? what : "A stream"),
        ("%s", error->message));
    g_clear_error (&error);
    output_disconnect (output);
    return FALSE;
  }
  if (form == GST_SCREAM_FORM_RTP && gst_scream_decode_is_video (stream->rtp))
    ask_for_key_frame (stream);
  post_stream (stream, output, form);
  return TRUE;
}

/* ---- choice ---- */

static gboolean
is_silent (const Stream * stream, gint64 now)
{
  return stream->ended || now - stream->heard >= SILENCE;
}

/* Low is better, 0 is not at all. With the lock. */
static guint
rate_output (const Output * output, const Stream * stream, gint64 now)
{
  if (output->stream == NULL)
    return 2;
  if (!is_silent (output->stream, now))
    return 0;
  return gst_caps_is_equal (output->stream->rtp, stream->rtp) ? 1 : 3;
}

static GstScreamForm
choose_form (const Output * output, const Stream * stream, gint64 now)
{
  GstCaps *accepted;
  GstScreamForm form;

  if (!gst_pad_is_linked (output->pad))
    return GST_SCREAM_FORM_NONE;
  accepted = gst_pad_peer_query_caps (output->pad, NULL);
  form = gst_scream_decode_choose (stream->rtp, accepted);
  if (output->always && gst_caps_is_any (accepted)
      && !gst_scream_decode_is_video (stream->rtp)
      && now - stream->began < VIDEO_FIRST)
    form = GST_SCREAM_FORM_NONE;
  gst_caps_unref (accepted);
  return form;
}

/* With wiring: outputs stay. */
static Output *
find_output (GstScreamStreams * streams, Stream * stream, gint64 now,
    GstScreamForm * form)
{
  guint class, i;

  for (class = 1; class <= 3; class++) {
    for (i = 0; i < streams->outputs->len; i++) {
      Output *output = g_ptr_array_index (streams->outputs, i);
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
look_for_output (GstScreamStreams * streams, Stream * stream, gint64 now)
{
  GstScreamForm form = GST_SCREAM_FORM_NONE;
  gboolean connected = FALSE;
  Output *output;

  g_mutex_lock (&streams->wiring);
  output = find_output (streams, stream, now, &form);
  if (output != NULL) {
    output_disconnect (output);
    g_mutex_lock (&streams->lock);
    output->stream = g_atomic_rc_box_acquire (stream);
    stream->output = output;
    g_mutex_unlock (&streams->lock);
    connected = connect (stream, output, form);
  }
  g_mutex_lock (&streams->lock);
  if (connected && streams->shown == 0)
    streams->shown = now;
  g_mutex_unlock (&streams->lock);
  g_mutex_unlock (&streams->wiring);
  return connected;
}

/* A blocking probe that never blocks: it is called before events go to what it
 * links. */
static GstPadProbeReturn
on_data (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Stream *stream = user_data;
  GstScreamStreams *streams = stream->owner;
  gint64 now = g_get_monotonic_time ();
  gboolean shown, look = FALSE;

  g_mutex_lock (&streams->lock);
  if (stream->began == 0)
    stream->began = now;
  stream->heard = now;
  shown = stream->output != NULL;
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
  Stream *stream = stream_new (streams, pad, ssrc, rtp);

  GST_INFO_OBJECT (streams->src, "stream %08x: %" GST_PTR_FORMAT, ssrc, rtp);
  g_mutex_lock (&streams->lock);
  g_ptr_array_add (streams->streams, stream);
  g_mutex_unlock (&streams->lock);
  stream->probe = gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BLOCK
      | GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_BUFFER_LIST, on_data,
      g_atomic_rc_box_acquire (stream), stream_unref);
}

/* With wiring. */
static void
remove_stream (GstScreamStreams * streams, Stream * stream)
{
  if (stream->output != NULL)
    output_disconnect (stream->output);
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
    Stream *stream = g_ptr_array_index (streams->streams, i - 1);

    if (stream->pad == pad)
      remove_stream (streams, stream);
  }
  g_mutex_unlock (&streams->wiring);
}

void
gst_scream_streams_bye (GstScreamStreams * streams, guint ssrc)
{
  guint i;

  GST_INFO_OBJECT (streams->src, "stream %08x says goodbye", ssrc);
  g_mutex_lock (&streams->lock);
  for (i = 0; i < streams->streams->len; i++) {
    Stream *stream = g_ptr_array_index (streams->streams, i);

    if (stream->ssrc == ssrc)
      stream->ended = TRUE;
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
  streams->shown = 0;
  streams->filled = FALSE;
  g_mutex_unlock (&streams->lock);
  g_mutex_unlock (&streams->wiring);
}

gboolean
gst_scream_streams_is_shown (GstScreamStreams * streams, guint ssrc)
{
  gboolean shown = FALSE;
  guint i;

  g_mutex_lock (&streams->lock);
  for (i = 0; i < streams->streams->len; i++) {
    Stream *stream = g_ptr_array_index (streams->streams, i);

    shown |= stream->ssrc == ssrc && stream->output != NULL;
  }
  g_mutex_unlock (&streams->lock);
  return shown;
}

guint
gst_scream_streams_count (GstScreamStreams * streams)
{
  guint count;

  g_mutex_lock (&streams->lock);
  count = streams->streams->len;
  g_mutex_unlock (&streams->lock);
  return count;
}

/* ---- outputs ---- */

/* A pad that shows no stream yet belongs to a live source all the same. */
static gboolean
on_query (GstPad * pad, GstObject * parent, GstQuery * query)
{
  GstPad *target = gst_ghost_pad_get_target (GST_GHOST_PAD (pad));
  GstScreamSrc *src = GST_SCREAM_SRC (parent);

  if (target != NULL) {
    gst_object_unref (target);
    return gst_pad_query_default (pad, parent, query);
  }
  if (GST_QUERY_TYPE (query) == GST_QUERY_LATENCY) {
    g_mutex_lock (&src->lock);
    gst_query_set_latency (query, TRUE, src->latency * GST_MSECOND,
        GST_CLOCK_TIME_NONE);
    g_mutex_unlock (&src->lock);
    return TRUE;
  }
  return gst_pad_query_default (pad, parent, query);
}

GstPad *
gst_scream_streams_new_output (GstScreamStreams * streams,
    GstPadTemplate * templ, const gchar * name)
{
  Output *output = g_new0 (Output, 1);

  output->pad = gst_ghost_pad_new_no_target_from_template (name, templ);
  output->always = GST_PAD_TEMPLATE_PRESENCE (templ) == GST_PAD_ALWAYS;
  gst_pad_set_query_function (output->pad, on_query);
  g_mutex_lock (&streams->wiring);
  g_ptr_array_add (streams->outputs, output);
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
    Output *output = g_ptr_array_index (streams->outputs, i - 1);

    if (output->pad != pad)
      continue;
    output_disconnect (output);
    g_ptr_array_remove_index (streams->outputs, i - 1);
  }
  g_mutex_unlock (&streams->wiring);
  gst_pad_set_active (pad, FALSE);
  gst_element_remove_pad (GST_ELEMENT (streams->src), pad);
}

/* ---- outputs without a stream ---- */

static GList *
get_idle_pads (GstScreamStreams * streams)
{
  GList *pads = NULL;
  guint i;

  g_mutex_lock (&streams->wiring);
  for (i = 0; i < streams->outputs->len; i++) {
    Output *output = g_ptr_array_index (streams->outputs, i);

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

/* A sink that has nothing to show keeps the others from playing. */
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

/* ---- all ---- */

GstScreamStreams *
gst_scream_streams_new (GstScreamSrc * src)
{
  GstScreamStreams *streams = g_new0 (GstScreamStreams, 1);

  streams->src = src;
  g_mutex_init (&streams->wiring);
  g_mutex_init (&streams->lock);
  streams->streams = g_ptr_array_new_with_free_func (stream_unref);
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
