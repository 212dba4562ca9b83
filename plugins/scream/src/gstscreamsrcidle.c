/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Outputs without a stream do not keep the others from playing.
 *
 * A sink that goes to PAUSED asynchronously keeps all sinks of the pipeline there until it has
 * something, and decoders and depayloaders pass no gap on. So the sinks of screamsrc do not:
 * GstBaseSink:async says that a stream may be sparse. The pipeline plays from the start then,
 * before the sinks know their latency, and as long as one has nothing it may tell none for
 * all. So they get theirs from here when a stream begins.
 *
 * What has no source may be linked to a decodebin behind screamsrc later. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

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

typedef struct
{
  GstObject *src;
  gboolean has_other;           /* source than that */
} Origin;

static GstPadWalkResult
look_at_origin (GstElement * element, GstPad * pad, gpointer user_data)
{
  Origin *origin = user_data;

  (void) pad;
  if (gst_object_has_as_ancestor (GST_OBJECT (element), origin->src))
    return GST_PAD_WALK_SKIP;
  if (!GST_OBJECT_FLAG_IS_SET (element, GST_ELEMENT_FLAG_SOURCE))
    return GST_PAD_WALK_GO_ON;
  origin->has_other = TRUE;
  return GST_PAD_WALK_STOP;
}

typedef struct
{
  GstScreamSrc *src;
  void (*func) (GstElement * sink, GstClockTime * latency);
  GstClockTime latency;
} Visit;

static void
visit (const GValue * value, gpointer user_data)
{
  Visit *visit = user_data;
  Origin origin = { GST_OBJECT (visit->src), FALSE };
  GstElement *element = g_value_get_object (value);

  if (!GST_IS_BASE_SINK (element))
    return;
  gst_pad_walk_upstream (GST_BASE_SINK_PAD (element), look_at_origin, &origin);
  if (!origin.has_other)
    visit->func (element, &visit->latency);
}

/* All sinks of the pipeline that have no other source than screamsrc. */
static void
visit_sinks (Visit * to)
{
  GstObject *top = gst_object_ref (to->src), *parent;
  GstIterator *it;

  while ((parent = gst_object_get_parent (top)) != NULL) {
    gst_object_unref (top);
    top = parent;
  }
  it = gst_bin_iterate_recurse (GST_BIN (top));
  while (gst_iterator_foreach (it, visit, to) == GST_ITERATOR_RESYNC)
    gst_iterator_resync (it);
  gst_iterator_free (it);
  gst_object_unref (top);
}

static void
do_not_wait (GstElement * sink, GstClockTime * latency)
{
  (void) latency;
  gst_base_sink_set_async_enabled (GST_BASE_SINK (sink), FALSE);
}

void
gst_scream_src_let_sinks_play (GstScreamSrc * self)
{
  Visit all = { self, do_not_wait, 0 };

  visit_sinks (&all);
}

/* ---- latency ---- */

static void
add_latency (GstElement * sink, GstClockTime * latency)
{
  GstQuery *query = gst_query_new_latency ();
  GstClockTime min;
  gboolean live;

  if (gst_element_query (sink, query)) {
    gst_query_parse_latency (query, &live, &min, NULL);
    if (live)
      *latency = MAX (*latency, min);
  }
  gst_query_unref (query);
}

static void
tell_latency (GstElement * sink, GstClockTime * latency)
{
  gst_element_send_event (sink, gst_event_new_latency (*latency));
}

/* Not less than the application has set, which may know more of the pipeline. */
static void
settle_latency (GstElement * element, gpointer user_data)
{
  GstScreamSrc *self = GST_SCREAM_SRC (element);
  GstClockTime own =
      gst_scream_src_latency_get (self->latency_now) * GST_MSECOND;
  Visit all = { self, add_latency, 0 };

  (void) user_data;
  g_mutex_lock (&self->lock);
  all.latency = MAX (own, self->latency_behind);
  g_mutex_unlock (&self->lock);
  visit_sinks (&all);
  all.func = tell_latency;
  visit_sinks (&all);
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
    gchar *id = gst_pad_create_stream_id (l->data, GST_ELEMENT (streams->src),
        GST_PAD_NAME (l->data));

    gst_pad_push_event (l->data, gst_event_new_stream_start (id));
    gst_pad_push_event (l->data, gst_event_new_eos ());
    g_free (id);
  }
  g_list_free_full (pads, gst_object_unref);
}
