/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fakeencoder.c: see fakeencoder.h */
#include <string.h>

#include "fakeencoder.h"

typedef struct
{
  GstElement element;
  GstPad *sinkpad, *srcpad;
  guint value;
  GstStructure *controls;
  gint n_sets;
  gint n_forced;
} FakeElement;

typedef struct
{
  GstElementClass parent;
  const FakeEncoder *fake;
} FakeElementClass;

#define FAKE_CLASS(obj) ((FakeElementClass *) G_OBJECT_GET_CLASS (obj))

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);
static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

static GstFlowReturn
fake_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  FakeElement *self = (FakeElement *) parent;
  const FakeEncoder *fake = FAKE_CLASS (self)->fake;
  GstClockTime duration = 33 * GST_MSECOND;
  guint64 rate;
  GstBuffer *out;
  gsize size;

  GST_OBJECT_LOCK (self);
  rate = fake->fixed ? fake->fixed :
      (guint64) (self->value * (gdouble) fake->unit * fake->factor);
  GST_OBJECT_UNLOCK (self);
  if (GST_BUFFER_DURATION_IS_VALID (buffer))
    duration = GST_BUFFER_DURATION (buffer);
  size = gst_util_uint64_scale (rate, duration, 8 * GST_SECOND);
  out = gst_buffer_new_allocate (NULL, MAX (size, 1), NULL);
  gst_buffer_memset (out, 0, 0, gst_buffer_get_size (out));
  gst_buffer_copy_into (out, buffer, GST_BUFFER_COPY_METADATA, 0, -1);
  gst_buffer_unref (buffer);
  return gst_pad_push (self->srcpad, out);
}

/* Raw caps do not go through. */
static gboolean
fake_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS) {
    GstCaps *caps = gst_caps_new_empty_simple ("application/x-fake");

    gst_event_unref (event);
    event = gst_event_new_caps (caps);
    gst_caps_unref (caps);
  }
  return gst_pad_event_default (pad, parent, event);
}

static void
fake_set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * pspec)
{
  FakeElement *self = (FakeElement *) object;

  g_atomic_int_inc (&self->n_sets);
  if (FAKE_CLASS (self)->fake->refuses)
    return;
  GST_OBJECT_LOCK (self);
  if (G_VALUE_HOLDS (value, GST_TYPE_STRUCTURE)) {
    gint rate;

    gst_clear_structure (&self->controls);
    if (gst_value_get_structure (value))
      self->controls = gst_structure_copy (gst_value_get_structure (value));
    if (self->controls &&
        gst_structure_get_int (self->controls, "video_bitrate", &rate))
      self->value = rate;
  } else {
    self->value = g_value_get_uint (value);
  }
  GST_OBJECT_UNLOCK (self);
}

static void
fake_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  FakeElement *self = (FakeElement *) object;

  GST_OBJECT_LOCK (self);
  if (G_VALUE_HOLDS (value, GST_TYPE_STRUCTURE))
    gst_value_set_structure (value, self->controls);
  else
    g_value_set_uint (value, self->value);
  GST_OBJECT_UNLOCK (self);
}

static void
fake_finalize (GObject * object)
{
  FakeElement *self = (FakeElement *) object;

  gst_clear_structure (&self->controls);
  G_OBJECT_CLASS (g_type_class_peek_parent (FAKE_CLASS (self)))->finalize
      (object);
}

static void
fake_force_idr (FakeElement * self)
{
  g_atomic_int_inc (&self->n_forced);
}

static void
fake_class_init (gpointer g_class, gpointer data)
{
  const FakeEncoder *fake = data;
  GObjectClass *object_class = g_class;
  GstElementClass *element_class = g_class;
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  ((FakeElementClass *) g_class)->fake = fake;
  object_class->set_property = fake_set_property;
  object_class->get_property = fake_get_property;
  object_class->finalize = fake_finalize;
  if (g_strcmp0 (fake->property, "extra-controls") == 0)
    g_object_class_install_property (object_class, 1,
        g_param_spec_boxed (fake->property, "Extra Controls", fake->blurb,
            GST_TYPE_STRUCTURE, flags));
  else if (fake->property)
    g_object_class_install_property (object_class, 1,
        g_param_spec_uint (fake->property, "Rate", fake->blurb, 1, 50000000,
            fake->start, flags));
  g_signal_new_class_handler ("force-IDR", G_TYPE_FROM_CLASS (g_class),
      G_SIGNAL_RUN_LAST | G_SIGNAL_ACTION, G_CALLBACK (fake_force_idr), NULL,
      NULL, NULL, G_TYPE_NONE, 0);

  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_metadata (element_class, "Fake", fake->klass,
      "Makes zeros", "test");
}

static void
fake_init (GTypeInstance * instance, gpointer g_class)
{
  FakeElement *self = (FakeElement *) instance;

  self->value = ((FakeElementClass *) g_class)->fake->start;
  self->sinkpad = gst_pad_new_from_static_template (&sink_template, "sink");
  self->srcpad = gst_pad_new_from_static_template (&src_template, "src");
  gst_pad_set_chain_function (self->sinkpad, fake_chain);
  gst_pad_set_event_function (self->sinkpad, fake_event);
  gst_element_add_pad (&self->element, self->sinkpad);
  gst_element_add_pad (&self->element, self->srcpad);
}

/* @fake must stay. */
void
fake_encoder_register (const FakeEncoder * fake)
{
  GTypeInfo info = { 0, };
  gchar *name = g_strconcat ("FakeEncoder_", fake->factory, NULL);

  info.class_size = sizeof (FakeElementClass);
  info.class_init = fake_class_init;
  info.class_data = fake;
  info.instance_size = sizeof (FakeElement);
  info.instance_init = fake_init;
  gst_element_register (NULL, fake->factory, GST_RANK_NONE,
      g_type_register_static (GST_TYPE_ELEMENT, name, &info, 0));
  g_free (name);
}

guint
fake_encoder_get_n_sets (GstElement * element)
{
  return g_atomic_int_get (&((FakeElement *) element)->n_sets);
}

guint
fake_encoder_get_n_forced (GstElement * element)
{
  return g_atomic_int_get (&((FakeElement *) element)->n_forced);
}
