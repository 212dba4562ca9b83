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
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstpadwalk.h"

/* A pipeline that is larger, or an element that invents pads while one looks,
 * is cut off here. Walking this far takes about 2 ms. */
#define MAX_PADS 1024

/* Elements that add pads just now make their iterator start again. */
#define MAX_RESYNCS 16

typedef struct
{
  GstPadWalkFunc func;
  gpointer user_data;

  GQueue todo;                  /* GstPad, owned: near side of a link */
  GHashTable *pads;             /* GstPad, owned: was in todo */
  GHashTable *elements;         /* GstElement, owned -> GstPadWalkResult */
} Walk;

static void
walk_push (Walk * walk, GstPad * pad)
{
  if (g_hash_table_size (walk->pads) >= MAX_PADS)
    return;
  if (g_hash_table_add (walk->pads, gst_object_ref (pad)))
    g_queue_push_tail (&walk->todo, gst_object_ref (pad));
}

/* Queue the pads at the other side of the element that owns @pad. */
static void
walk_across (Walk * walk, GstPad * pad)
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

/* An element is shown once, but may be crossed by each of its pads: the
 * branches of a tee are the same beyond it, the sessions of rtpbin are not. */
static GstPadWalkResult
walk_visit (Walk * walk, GstElement * element, GstPad * pad)
{
  gpointer known;
  GstPadWalkResult res;

  if (g_hash_table_lookup_extended (walk->elements, element, NULL, &known))
    return GPOINTER_TO_INT (known);

  res = walk->func (element, pad, walk->user_data);
  g_hash_table_insert (walk->elements, gst_object_ref (element),
      GINT_TO_POINTER (res));
  return res;
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
walk_run (GstPad * start, GstPadWalkFunc func, gpointer user_data)
{
  Walk walk = { func, user_data, G_QUEUE_INIT, NULL, NULL };
  gboolean go_on = TRUE;
  GstPad *near;

  walk.pads = g_hash_table_new_full (NULL, NULL, gst_object_unref, NULL);
  walk.elements = g_hash_table_new_full (NULL, NULL, gst_object_unref, NULL);

  walk_push (&walk, start);
  while (go_on && (near = g_queue_pop_head (&walk.todo))) {
    GstPad *far = gst_pad_get_peer (near);

    if (far) {
      go_on = walk_arrive (&walk, far);
      gst_object_unref (far);
    }
    gst_object_unref (near);
  }

  g_queue_clear_full (&walk.todo, gst_object_unref);
  g_hash_table_unref (walk.pads);
  g_hash_table_unref (walk.elements);
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
