/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamloops.c: see gstscreamloops.h */
#include "gstscreamloops.h"

/* Among some hundred other threads that are busy a thread has its part of a
 * processor and no more. With 300 streams on two cores one thread was late for
 * all of them; six were not, and took no more time in all. */
#define CLIENTS_OF_A_LOOP 50

#define GST_TYPE_SCREAM_LOOPS (gst_scream_loops_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamLoops, gst_scream_loops, GST, SCREAM_LOOPS,
    GstObject);

struct _GstScreamLoops
{
  GstObject object;

  GstClock *clock;
  GPtrArray *loops;             /* GstScreamLoop, at least one; object lock */
};

G_DEFINE_TYPE (GstScreamLoops, gst_scream_loops, GST_TYPE_OBJECT);

static void
gst_scream_loops_finalize (GObject * object)
{
  GstScreamLoops *self = GST_SCREAM_LOOPS (object);

  g_ptr_array_unref (self->loops);
  gst_object_unref (self->clock);
  G_OBJECT_CLASS (gst_scream_loops_parent_class)->finalize (object);
}

static void
gst_scream_loops_class_init (GstScreamLoopsClass * klass)
{
  G_OBJECT_CLASS (klass)->finalize = gst_scream_loops_finalize;
}

static void
gst_scream_loops_init (GstScreamLoops * self)
{
  self->loops = g_ptr_array_new_with_free_func (gst_object_unref);
}

static GstScreamLoops *
loops_new (GstClock * clock)
{
  GstScreamLoops *self =
      gst_object_ref_sink (g_object_new (GST_TYPE_SCREAM_LOOPS, NULL));

  self->clock = gst_object_ref (clock);
  g_ptr_array_add (self->loops, gst_scream_loop_new (clock));
  return self;
}

/* One with room, with a reference. */
static GstScreamLoop *
loops_choose (GstScreamLoops * self)
{
  GstScreamLoop *loop = NULL;
  guint i;

  GST_OBJECT_LOCK (self);
  for (i = 0; i < self->loops->len && loop == NULL; i++) {
    loop = g_ptr_array_index (self->loops, i);
    if (gst_scream_loop_get_n_clients (loop) >= CLIENTS_OF_A_LOOP)
      loop = NULL;
  }
  if (loop == NULL) {
    loop = gst_scream_loop_new_beside (g_ptr_array_index (self->loops, 0));
    g_ptr_array_add (self->loops, loop);
  }
  gst_object_ref (loop);
  GST_OBJECT_UNLOCK (self);
  return loop;
}

/* Those in the element's context, with a reference; NULL: none that fit. */
static GstScreamLoops *
get_known (GstElement * element, GstClock * clock)
{
  GstContext *context = gst_element_get_context (element,
      GST_SCREAM_LOOP_CONTEXT);
  GstScreamLoops *loops = NULL;

  if (context == NULL)
    return NULL;
  gst_structure_get (gst_context_get_structure (context), "loops",
      GST_TYPE_SCREAM_LOOPS, &loops, NULL);
  gst_context_unref (context);
  if (loops != NULL && loops->clock != clock)
    gst_clear_object (&loops);
  return loops;
}

/* New ones, that are offered to others. */
static GstScreamLoops *
make_known (GstElement * element, GstClock * clock)
{
  GstScreamLoops *loops = loops_new (clock);
  GstContext *context = gst_context_new (GST_SCREAM_LOOP_CONTEXT, FALSE);

  gst_structure_set (gst_context_writable_structure (context), "loops",
      GST_TYPE_SCREAM_LOOPS, loops, NULL);
  gst_element_set_context (element, context);
  gst_element_post_message (element,
      gst_message_new_have_context (GST_OBJECT (element), context));
  return loops;
}

GstScreamLoop *
gst_scream_loops_obtain (GstElement * element, GstClock * clock)
{
  GstScreamLoops *loops = get_known (element, clock);
  GstScreamLoop *loop;

  if (loops == NULL) {
    gst_element_post_message (element,
        gst_message_new_need_context (GST_OBJECT (element),
            GST_SCREAM_LOOP_CONTEXT));
    loops = get_known (element, clock);
  }
  if (loops == NULL)
    loops = make_known (element, clock);
  loop = loops_choose (loops);
  gst_object_unref (loops);
  return loop;
}
