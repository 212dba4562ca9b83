/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Walk along the links of a pipeline.
 *
 * One step is: a pad's peer, the element that owns it, the pads that this
 * element links to it inside, and so on. A ghost pad is two pads that list
 * each other as their internal link, so walking into and out of a bin needs
 * nothing special; the bin itself is not visited, its children are.
 *
 * The walk is breadth first: what is nearer is visited earlier. */
#include "gstpadwalk.h"

/* A pipeline that is larger, or an element that invents pads while one looks,
 * is cut off here. Walking this far takes about 2 ms. */
#define MAX_PADS 1024

/* Elements that add pads just now make their iterator start again. */
#define MAX_RESYNCS 16

typedef struct
{
  GstElement *element;          /* owned */
  GstPadWalkResult result;
} Visited;

/* Arrays: most pipelines have a few elements, and each kind of GLib's tables that the
 * thread of a stream uses once keeps 2 KiB of its own (GSlice). */
typedef struct
{
  GstPadWalkFunc func;
  gpointer user_data;

  GPtrArray *pads;              /* owned: near side of a link, each once */
  guint next;                   /* of these; those before were walked */
  GArray *elements;             /* Visited */
} Walk;

static void
walk_push (Walk * walk, GstPad * pad)
{
  if (walk->pads->len >= MAX_PADS || g_ptr_array_find (walk->pads, pad, NULL))
    return;
  g_ptr_array_add (walk->pads, gst_object_ref (pad));
}

/* To all that gst_pad_iterate_internal_links_default() has. */
static void
walk_to_all (Walk * walk, GstPad * pad)
{
  GstElement *element = gst_pad_get_parent_element (pad);
  GList *pads;

  if (element == NULL)
    return;
  GST_OBJECT_LOCK (element);
  pads = GST_PAD_IS_SINK (pad) ? element->srcpads : element->sinkpads;
  for (; pads != NULL; pads = pads->next)
    walk_push (walk, pads->data);
  GST_OBJECT_UNLOCK (element);
  gst_object_unref (element);
}

/* To those that the element says are linked to it inside. */
static void
walk_to_some (Walk * walk, GstPad * pad)
{
  GstIterator *it = gst_pad_iterate_internal_links (pad);
  GValue item = G_VALUE_INIT;
  guint resyncs = 0;
  gboolean done = (it == NULL);

  while (!done) {
    switch (gst_iterator_next (it, &item)) {
      case GST_ITERATOR_OK:{
        GstPad *other = g_value_get_object (&item);

        if (GST_PAD_DIRECTION (other) != GST_PAD_DIRECTION (pad))
          walk_push (walk, other);
        g_value_reset (&item);
        break;
      }
      case GST_ITERATOR_RESYNC:
        gst_iterator_resync (it);
        done = (++resyncs > MAX_RESYNCS);
        break;
      default:
        done = TRUE;
        break;
    }
  }

  if (G_IS_VALUE (&item))
    g_value_unset (&item);
  if (it)
    gst_iterator_free (it);
}

/* Queue the pads at the other side of the element that owns @pad. */
static void
walk_across (Walk * walk, GstPad * pad)
{
  if (GST_PAD_ITERINTLINKFUNC (pad) == gst_pad_iterate_internal_links_default)
    walk_to_all (walk, pad);
  else
    walk_to_some (walk, pad);
}

/* An element is shown once, but may be crossed by each of its pads: the
 * branches of a tee are the same beyond it, the sessions of rtpbin are not. */
static GstPadWalkResult
walk_visit (Walk * walk, GstElement * element, GstPad * pad)
{
  Visited now = { element, GST_PAD_WALK_GO_ON };
  guint i;

  for (i = 0; i < walk->elements->len; i++) {
    const Visited *before = &g_array_index (walk->elements, Visited, i);

    if (before->element == element)
      return before->result;
  }
  now.result = walk->func (element, pad, walk->user_data);
  gst_object_ref (element);
  g_array_append_val (walk->elements, now);
  return now.result;
}

/* @pad is at the far side of a link; its owner is an element, or a pad if
 * @pad is the inner half of a ghost pad. */
static gboolean
walk_arrive (Walk * walk, GstPad * pad)
{
  GstPadWalkResult res = GST_PAD_WALK_GO_ON;
  GstElement *element;

  if (!GST_IS_PROXY_PAD (pad)) {
    element = gst_pad_get_parent_element (pad);
    if (element == NULL)
      return TRUE;
    res = walk_visit (walk, element, pad);
    gst_object_unref (element);
  }

  if (res == GST_PAD_WALK_GO_ON)
    walk_across (walk, pad);
  return res != GST_PAD_WALK_STOP;
}

static void
clear_visited (gpointer visited)
{
  gst_object_unref (((Visited *) visited)->element);
}

static void
walk_run (GstPad * start, GstPadWalkFunc func, gpointer user_data)
{
  Walk walk = { func, user_data, NULL, 0, NULL };
  gboolean go_on = TRUE;

  walk.pads = g_ptr_array_new_with_free_func (gst_object_unref);
  walk.elements = g_array_new (FALSE, FALSE, sizeof (Visited));
  g_array_set_clear_func (walk.elements, clear_visited);

  walk_push (&walk, start);
  while (go_on && walk.next < walk.pads->len) {
    GstPad *far = gst_pad_get_peer (g_ptr_array_index (walk.pads, walk.next++));

    if (far) {
      go_on = walk_arrive (&walk, far);
      gst_object_unref (far);
    }
  }

  g_ptr_array_unref (walk.pads);
  g_array_unref (walk.elements);
}

/**
 * gst_pad_walk_upstream:
 * @sinkpad: a sink pad
 * @func: called for each element that feeds @sinkpad, once for each
 * @user_data: for @func
 */
void
gst_pad_walk_upstream (GstPad * sinkpad, GstPadWalkFunc func,
    gpointer user_data)
{
  g_return_if_fail (GST_IS_PAD (sinkpad) && GST_PAD_IS_SINK (sinkpad));

  walk_run (sinkpad, func, user_data);
}

/**
 * gst_pad_walk_downstream:
 * @srcpad: a source pad
 * @func: called for each element that @srcpad feeds, once for each
 * @user_data: for @func
 */
void
gst_pad_walk_downstream (GstPad * srcpad, GstPadWalkFunc func,
    gpointer user_data)
{
  g_return_if_fail (GST_IS_PAD (srcpad) && GST_PAD_IS_SRC (srcpad));

  walk_run (srcpad, func, user_data);
}
