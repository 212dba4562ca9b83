/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Search for the encoders upstream of a pad. */
#include "gstencoderproperty.h"
#include "gstencodersearch.h"
#include "plugins/scream/net/gstpadwalk.h"

/* Enough names of other elements for a diagnosis. */
#define MAX_SEEN 12

typedef struct
{
  GPtrArray *elements;
  GString *seen;
  guint n_seen;
} Search;

static GstPadWalkResult
visit_element (GstElement * element, GstPad * pad, gpointer user_data)
{
  Search *search = user_data;

  if (gst_encoder_is_encoder (element) || gst_encoder_is_camera (element)) {
    g_ptr_array_add (search->elements, gst_object_ref (element));
    return GST_PAD_WALK_SKIP;
  }
  if (search->n_seen++ < MAX_SEEN)
    g_string_append_printf (search->seen, "%s%s", search->seen->len ? ", " :
        "", GST_OBJECT_NAME (element));
  return GST_PAD_WALK_GO_ON;
}

static void
find_upstream (GstPad * sinkpad, GPtrArray * elements, gchar ** why)
{
  Search search = { elements, g_string_new (NULL), 0 };
  GstObject *parent = gst_object_get_parent (GST_OBJECT (sinkpad));

  gst_pad_walk_upstream (sinkpad, visit_element, &search);
  if (elements->len == 0)
    *why = g_strdup_printf ("no encoder upstream of %s:%s (seen: %s)",
        parent ? GST_OBJECT_NAME (parent) : "", GST_OBJECT_NAME (sinkpad),
        search.seen->len ? search.seen->str : "nothing, the pad is not linked");

  gst_clear_object (&parent);
  g_string_free (search.seen, TRUE);
}

/* The outermost bin around @object, or NULL. */
static GstElement *
top_level (GstObject * object)
{
  GstObject *top = object ? gst_object_ref (object) : NULL;

  while (top) {
    GstObject *parent = gst_object_get_parent (top);

    if (parent == NULL)
      break;
    gst_object_unref (top);
    top = parent;
  }
  if (top && !GST_IS_BIN (top))
    gst_clear_object (&top);
  return (GstElement *) top;
}

static void
find_by_name (GstObject * owner, const gchar * name, GPtrArray * elements,
    gchar ** why)
{
  GstElement *top = top_level (owner);
  GstElement *element = top ? gst_bin_get_by_name (GST_BIN (top), name) : NULL;

  if (element)
    g_ptr_array_add (elements, element);
  else
    *why = g_strdup_printf ("no element is named %s in %s; set encoder-name "
        "to the name of the encoder, or to \"\" to search upstream",
        name, top ? GST_OBJECT_NAME (top) : "the missing outer bin");
  gst_clear_object (&top);
}

/* Frames are seen by pad probes, or before each one by a signal: without there
 * is nothing to control. A camera is seen at its end alone. */
static gboolean
has_pads (GstElement * element)
{
  gboolean res;

  GST_OBJECT_LOCK (element);
  res = element->srcpads && (element->sinkpads ||
      g_signal_lookup ("prepare-frame", G_OBJECT_TYPE (element)));
  GST_OBJECT_UNLOCK (element);
  return res || gst_encoder_is_camera (element);
}

static void
refuse_without_pads (GPtrArray * elements, gchar ** why)
{
  guint i;

  for (i = elements->len; i > 0; i--) {
    GstElement *element = g_ptr_array_index (elements, i - 1);

    if (has_pads (element))
      continue;
    if (*why == NULL)
      *why = g_strdup_printf ("%s lacks a sink or a source pad, so it is no "
          "encoder; set encoder-name to the name of the encoder",
          GST_OBJECT_NAME (element));
    g_ptr_array_remove_index (elements, i - 1);
  }
}

/**
 * gst_encoder_search:
 * @owner: (nullable): a name is looked up in the outermost bin around it
 * @sinkpad: where the encoded stream comes in
 * @fixed: (nullable): the encoder, if the application says so
 * @name: (nullable): its name; "none" for none, "" or %NULL for upstream
 * @why: (out): the reason for none, for users; %NULL if there is one, or none is needed
 *
 * Returns: (transfer full) (element-type GstElement): the encoders of video and audio,
 * nearest first.
 */
GPtrArray *
gst_encoder_search (GstObject * owner, GstPad * sinkpad, GstElement * fixed,
    const gchar * name, gchar ** why)
{
  GPtrArray *elements = g_ptr_array_new_with_free_func (gst_object_unref);

  *why = NULL;
  if (fixed)
    g_ptr_array_add (elements, gst_object_ref (fixed));
  else if (name == NULL || *name == '\0')
    find_upstream (sinkpad, elements, why);
  else if (g_strcmp0 (name, "none") != 0)
    find_by_name (owner, name, elements, why);

  refuse_without_pads (elements, why);
  return elements;
}
