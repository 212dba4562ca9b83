/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* See datagrams.h. */
#include "datagrams.h"

#include <gst/net/net.h>

#define NAME "datagrams"

typedef struct
{
  GstElement parent;
  GstPad *src;
  GstCaps *caps;
  gboolean began;
} Datagrams;

typedef struct
{
  GstElementClass parent;
} DatagramsClass;

/* As of screamudpsrc: those that screamsrc sets */
enum
{
  PROP_0,
  PROP_ADDRESS,
  PROP_PORT,
  PROP_CAPS,
  PROP_TIMEOUT,
  PROP_BUFFER_LISTS
};

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

GType datagrams_get_type (void);
G_DEFINE_TYPE (Datagrams, datagrams, GST_TYPE_ELEMENT);

static void
datagrams_set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * pspec)
{
  Datagrams *self = (Datagrams *) object;

  (void) pspec;
  if (id == PROP_CAPS)
    gst_caps_replace (&self->caps, g_value_get_boxed (value));
}

static void
datagrams_finalize (GObject * object)
{
  gst_clear_caps (&((Datagrams *) object)->caps);
  G_OBJECT_CLASS (datagrams_parent_class)->finalize (object);
}

static void
datagrams_class_init (DatagramsClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  object_class->set_property = datagrams_set_property;
  object_class->finalize = datagrams_finalize;
  g_object_class_install_property (object_class, PROP_ADDRESS,
      g_param_spec_string ("address", "", "", NULL, flags));
  g_object_class_install_property (object_class, PROP_PORT,
      g_param_spec_int ("port", "", "", 0, G_MAXUINT16, 0, flags));
  g_object_class_install_property (object_class, PROP_CAPS,
      g_param_spec_boxed ("caps", "", "", GST_TYPE_CAPS, flags));
  g_object_class_install_property (object_class, PROP_TIMEOUT,
      g_param_spec_uint ("timeout", "", "", 0, G_MAXUINT, 0, flags));
  g_object_class_install_property (object_class, PROP_BUFFER_LISTS,
      g_param_spec_boolean ("buffer-lists", "", "", FALSE, flags));
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_static_metadata (element_class, NAME, "Source",
      "Gives what it is given", "gst-scream");
}

static void
datagrams_init (Datagrams * self)
{
  self->src = gst_pad_new_from_static_template (&src_template, "src");
  gst_element_add_pad (GST_ELEMENT (self), self->src);
}

void
datagrams_register (void)
{
  must (gst_element_register (NULL, "screamudpsrc", GST_RANK_NONE,
          datagrams_get_type ()));
}

static void
begin (Datagrams * self)
{
  GstSegment segment;

  if (self->began)
    return;
  self->began = TRUE;
  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_push_event (self->src, gst_event_new_stream_start (NAME));
  gst_pad_push_event (self->src, gst_event_new_caps (self->caps));
  gst_pad_push_event (self->src, gst_event_new_segment (&segment));
}

static gint
is_datagrams (const GValue * item, gpointer data)
{
  (void) data;
  return !G_TYPE_CHECK_INSTANCE_TYPE (g_value_get_object (item),
      datagrams_get_type ());
}

static Datagrams *
find (GstBin * bin)
{
  GstIterator *elements = gst_bin_iterate_elements (bin);
  GValue item = G_VALUE_INIT;
  Datagrams *found;

  must (gst_iterator_find_custom (elements, (GCompareFunc) is_datagrams, &item,
          NULL));
  found = g_value_dup_object (&item);
  g_value_unset (&item);
  gst_iterator_free (elements);
  return found;
}

void
datagrams_push (GstBin * bin, GSocketAddress * from, const uint8_t * data,
    size_t size)
{
  static const uint8_t whole[2] = { 0, 0 };
  GstBuffer *buffer = fuzz_gst_buffer (data, size, whole);
  Datagrams *self = find (bin);
  GstClock *clock = gst_element_get_clock (GST_ELEMENT (self));

  begin (self);
  if (clock != NULL)
    GST_BUFFER_DTS (buffer) = gst_clock_get_time (clock)
        - gst_element_get_base_time (GST_ELEMENT (self));
  gst_clear_object (&clock);
  gst_buffer_add_net_address_meta (buffer, from);
  gst_pad_push (self->src, buffer);
  gst_object_unref (self);
}
