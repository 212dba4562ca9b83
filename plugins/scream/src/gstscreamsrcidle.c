/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Outputs without a stream do not keep the others from playing.
 *
 * A sink that goes to PAUSED asynchronously keeps all sinks of the pipeline there until it has
 * something, and decoders and depayloaders pass no gap on. So the sinks of screamsrc do not:
 * GstBaseSink:async says that a stream may be sparse. The pipeline plays from the start then,
 * before the sinks know their latency, and as long as one has nothing it may tell none for
 * all. So they get theirs from here when a stream begins. A sink that is alone holds no other.
 *
 * What has no source may be linked to a decodebin behind screamsrc later, if the pipeline has
 * no other source. */
#include <gst/base/gstbasesink.h>

#include "gstscreamsrcstreamsprivate.h"
#include "plugins/scream/net/gstpadwalk.h"

GstPad *
gst_scream_streams_find_idle (GstScreamStreams * streams)
{
  GstPad *idle = NULL;
  guint i;

  g_mutex_lock (&streams->lock);
  for (i = 0; i < streams->outputs->len && idle == NULL; i++) {
    const GstScreamOutput *output = g_ptr_array_index (streams->outputs, i);

    if (output->stream == NULL && gst_pad_is_linked (output->pad))
      idle = gst_object_ref (output->pad);
  }
  g_mutex_unlock (&streams->lock);
  return idle;
}

/* ---- sinks ---- */

static gboolean
is_other_source (GstElement * element, GstObject * src)
{
  return GST_OBJECT_FLAG_IS_SET (element, GST_ELEMENT_FLAG_SOURCE)
      && !gst_object_has_as_ancestor (GST_OBJECT (element), src)
      && !gst_object_has_as_ancestor (src, GST_OBJECT (element));
}

typedef struct
{
  GstElement *element;
  GstObject *src;
  gboolean is_fed, has_other;   /* by that source, another one */
} Sink;

static GstPadWalkResult
look_for_other (GstElement * element, GstPad * pad, gpointer user_data)
{
  Sink *sink = user_data;

  if (gst_object_has_as_ancestor (GST_OBJECT (element), sink->src))
    return GST_PAD_WALK_SKIP;
  sink->has_other |= is_other_source (element, sink->src);
  return sink->has_other ? GST_PAD_WALK_STOP : GST_PAD_WALK_GO_ON;
}

static GstPadWalkResult
look_for_sink (GstElement * element, GstPad * pad, gpointer user_data)
{
  Sink *sink = user_data;

  sink->is_fed |= element == sink->element;
  return sink->is_fed ? GST_PAD_WALK_STOP : GST_PAD_WALK_GO_ON;
}

/* From there, as a pad without a stream has nothing inside that a walk would come to. */
static gboolean
walk_from (GstElement * src, GstPad * pad, gpointer sink)
{
  gst_pad_walk_downstream (pad, look_for_sink, sink);
  return TRUE;
}

static gboolean
is_behind (GstScreamSrc * self, GstElement * element, gboolean is_only_source)
{
  Sink sink = { element, GST_OBJECT (self), is_only_source, FALSE };

  if (!is_only_source)
    gst_element_foreach_src_pad (GST_ELEMENT (self), walk_from, &sink);
  gst_pad_walk_upstream (GST_BASE_SINK_PAD (element), look_for_other, &sink);
  return sink.is_fed && !sink.has_other;
}

static GstObject *
find_top (GstScreamSrc * self)
{
  GstObject *top = gst_object_ref (self), *parent;

  while ((parent = gst_object_get_parent (top)) != NULL) {
    gst_object_unref (top);
    top = parent;
  }
  return top;
}

static void
add_element (const GValue * value, gpointer elements)
{
  g_ptr_array_add (elements, g_value_dup_object (value));
}

static GPtrArray *
list_elements (GstObject * top)
{
  GPtrArray *elements = g_ptr_array_new_with_free_func (gst_object_unref);
  g_autoptr (GstIterator) it = gst_bin_iterate_recurse (GST_BIN (top));

  while (gst_iterator_foreach (it, add_element, elements) ==
      GST_ITERATOR_RESYNC) {
    g_ptr_array_set_size (elements, 0);
    gst_iterator_resync (it);
  }
  return elements;
}

/* Those that have no other source than screamsrc. @n_all: sinks of the pipeline. */
static GPtrArray *
find_sinks (GstScreamSrc * self, GstObject * top, guint * n_all)
{
  GPtrArray *sinks = list_elements (top);
  gboolean is_only_source = TRUE;
  guint i;

  for (i = sinks->len; i > 0; i--) {
    GstElement *element = g_ptr_array_index (sinks, i - 1);

    if (is_other_source (element, GST_OBJECT (self)))
      is_only_source = FALSE;
    if (!GST_IS_BASE_SINK (element))
      g_ptr_array_remove_index (sinks, i - 1);
  }
  *n_all = sinks->len;
  for (i = sinks->len; i > 0; i--)
    if (!is_behind (self, g_ptr_array_index (sinks, i - 1), is_only_source))
      g_ptr_array_remove_index (sinks, i - 1);
  return sinks;
}

void
gst_scream_src_let_sinks_play (GstScreamSrc * self)
{
  g_autoptr (GstObject) top = find_top (self);
  guint n_all, i;

  self->sinks = find_sinks (self, top, &n_all);
  for (i = self->sinks->len; i > 0; i--) {
    GstBaseSink *sink = g_ptr_array_index (self->sinks, i - 1);

    if (n_all > 1 && gst_base_sink_is_async_enabled (sink))
      gst_base_sink_set_async_enabled (sink, FALSE);
    else
      g_ptr_array_remove_index (self->sinks, i - 1);
  }
}

void
gst_scream_src_give_sinks_back (GstScreamSrc * self)
{
  guint i;

  for (i = 0; self->sinks != NULL && i < self->sinks->len; i++)
    gst_base_sink_set_async_enabled (g_ptr_array_index (self->sinks, i), TRUE);
  g_clear_pointer (&self->sinks, g_ptr_array_unref);
}

/* ---- latency ---- */

static GstClockTime
get_latency (GstElement * sink)
{
  GstQuery *query = gst_query_new_latency ();
  GstClockTime min = 0;
  gboolean live = FALSE;

  if (gst_element_query (sink, query))
    gst_query_parse_latency (query, &live, &min, NULL);
  gst_query_unref (query);
  return live ? min : 0;
}

/* Not less than the pipeline has told, which may know more. */
static GstClockTime
find_latency (GstScreamSrc * self, const GPtrArray * sinks)
{
  GstClockTime latency;
  guint i;

  g_mutex_lock (&self->lock);
  latency = self->latency_behind;
  g_mutex_unlock (&self->lock);
  latency = MAX (latency, gst_scream_src_get_latency (self));
  for (i = 0; i < sinks->len; i++)
    latency = MAX (latency, get_latency (g_ptr_array_index (sinks, i)));
  return latency;
}

static void
settle_latency (GstElement * element, gpointer user_data)
{
  GstScreamSrc *self = GST_SCREAM_SRC (element);
  g_autoptr (GstObject) top = find_top (self);
  guint n_all, i;
  g_autoptr (GPtrArray) sinks = find_sinks (self, top, &n_all);
  /* That which the application has set, if any. */
  GstClockTime latency = GST_IS_PIPELINE (top) ?
      gst_pipeline_get_latency (GST_PIPELINE (top)) : GST_CLOCK_TIME_NONE;

  if (!GST_CLOCK_TIME_IS_VALID (latency))
    latency = find_latency (self, sinks);
  for (i = 0; i < sinks->len; i++)
    gst_element_send_event (g_ptr_array_index (sinks, i),
        gst_event_new_latency (latency));
  gst_element_post_message (element,
      gst_message_new_latency (GST_OBJECT (element)));
}

void
gst_scream_streams_settle_latency (GstScreamStreams * streams)
{
  gst_element_call_async (GST_ELEMENT (streams->src), settle_latency, NULL,
      NULL);
}

/* ---- the end ---- */

void
gst_scream_streams_eos (GstScreamStreams * streams)
{
  GList *pads = NULL, *l;
  guint i;

  g_mutex_lock (&streams->wiring);
  for (i = 0; i < streams->outputs->len; i++) {
    GstScreamOutput *output = g_ptr_array_index (streams->outputs, i);

    if (output->stream == NULL && gst_pad_is_linked (output->pad))
      pads = g_list_prepend (pads, gst_object_ref (output->pad));
  }
  g_mutex_unlock (&streams->wiring);
  for (l = pads; l != NULL; l = l->next) {
    g_autofree gchar *id =
        gst_pad_create_stream_id (l->data, GST_ELEMENT (streams->src),
        GST_PAD_NAME (l->data));

    gst_pad_push_event (l->data, gst_event_new_stream_start (id));
    gst_pad_push_event (l->data, gst_event_new_eos ());
  }
  g_list_free_full (pads, gst_object_unref);
}
