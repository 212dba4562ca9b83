/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fakeencoder.c: see fakeencoder.h */
#include <gst/check/gsttestclock.h>

#include "fakeencoder.h"

typedef struct
{
  GstElement element;
  GstPad *sinkpad, *srcpad;
  guint value;
  guint settings[2];
  GstStructure *controls;
  gint n_sets;
  gint n_forced;

  /* Of the streaming thread. */
  GQueue inside;                /* GstBuffer, coded */
  guint n_frames;
  guint applied;                /* value that the frames are made of */
  gint n_costs;
  gboolean key_due;
  gint event_key_due;
} FakeElement;

typedef struct
{
  GstElementClass parent;
  const FakeEncoder *fake;
} FakeElementClass;

/* Ids of the properties: the bitrate, and from here on the settings. */
#define SETTING 2

#define FAKE_CLASS(obj) ((FakeElementClass *) G_OBJECT_GET_CLASS (obj))

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);
static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

/* As the machine would: frames wait meanwhile. */
static void
pass_time (FakeElement * self, GstClockTime time)
{
  GstClock *clock = gst_element_get_clock (&self->element);

  if (clock && GST_IS_TEST_CLOCK (clock))
    gst_test_clock_advance_time (GST_TEST_CLOCK (clock), time);
  gst_clear_object (&clock);
}

static GstFlowReturn
push_inside (FakeElement * self, guint keep)
{
  GstFlowReturn res = GST_FLOW_OK;

  while (g_queue_get_length (&self->inside) > keep)
    res = gst_pad_push (self->srcpad, g_queue_pop_head (&self->inside));
  return res;
}

static void
drop_inside (FakeElement * self)
{
  g_queue_clear_full (&self->inside, (GDestroyNotify) gst_buffer_unref);
}

static void
pay_for_change (FakeElement * self, const FakeEncoder * fake)
{
  gint n = g_atomic_int_add (&self->n_costs, 1);

  if (fake->n_costs && n >= (gint) fake->n_costs)
    return;
  switch (fake->cost) {
    case FAKE_COST_DRAIN:
      push_inside (self, 0);
      break;
    case FAKE_COST_RESTART:
      drop_inside (self);
      self->key_due = TRUE;
      break;
    case FAKE_COST_KEY_FRAME:
      self->key_due = TRUE;
      break;
    default:
      break;
  }
  pass_time (self, fake->gap);
}

/* Takes what was set since the last frame. */
static guint64
apply_rate (FakeElement * self, const FakeEncoder * fake)
{
  guint value;

  GST_OBJECT_LOCK (self);
  value = self->value;
  GST_OBJECT_UNLOCK (self);
  if (self->n_frames == 0) {
    self->applied = value;
  } else if (value != self->applied && fake->cost != FAKE_COST_FIXED) {
    self->applied = value;
    pay_for_change (self, fake);
  }
  return fake->fixed ? fake->fixed :
      (guint64) (self->applied * (gdouble) fake->unit * fake->factor);
}

/* Takes @raw. */
static GstBuffer *
code_frame (FakeElement * self, const FakeEncoder * fake, GstBuffer * raw,
    guint64 rate)
{
  gboolean asked = g_atomic_int_compare_and_exchange (&self->event_key_due, 1,
      0);
  gboolean periodic = fake->key_distance > 0
      && self->n_frames % fake->key_distance == 0;
  gboolean key = self->n_frames++ == 0 || self->key_due || asked || periodic;
  GstClockTime duration = 33 * GST_MSECOND;
  GstBuffer *out;
  gsize size;

  if (GST_BUFFER_DURATION_IS_VALID (raw))
    duration = GST_BUFFER_DURATION (raw);
  size = gst_util_uint64_scale (rate, duration, 8 * GST_SECOND);
  if (key && !periodic)
    size *= MAX (fake->key_size, 1);
  else if (fake->large_distance && self->n_frames % fake->large_distance == 0)
    size *= fake->large_size;
  self->key_due = FALSE;
  out = gst_buffer_new_allocate (NULL, MAX (size, 1), NULL);
  gst_buffer_memset (out, 0, 0, gst_buffer_get_size (out));
  gst_buffer_copy_into (out, raw, GST_BUFFER_COPY_METADATA, 0, -1);
  if (key)
    GST_BUFFER_FLAG_UNSET (out, GST_BUFFER_FLAG_DELTA_UNIT);
  else
    GST_BUFFER_FLAG_SET (out, GST_BUFFER_FLAG_DELTA_UNIT);
  gst_buffer_unref (raw);
  return out;
}

/* Not by a change. */
static void
be_held_up (FakeElement * self, const FakeEncoder * fake)
{
  if (fake->busy_distance
      && self->n_frames % fake->busy_distance < fake->busy_frames)
    pass_time (self, fake->busy);
}

static GstFlowReturn
fake_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  FakeElement *self = (FakeElement *) parent;
  const FakeEncoder *fake = FAKE_CLASS (self)->fake;
  guint64 rate = apply_rate (self, fake);

  if (fake->no_frame) {
    gst_buffer_unref (buffer);
    GST_ELEMENT_ERROR (self, STREAM, ENCODE, ("Out of sessions."), (NULL));
    return GST_FLOW_ERROR;
  }
  be_held_up (self, fake);
  g_queue_push_tail (&self->inside, code_frame (self, fake, buffer, rate));
  return push_inside (self, fake->depth);
}

/* Requests for key frames, as real encoders take them. */
static gboolean
fake_src_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  FakeElement *self = (FakeElement *) parent;

  if (gst_event_has_name (event, "GstForceKeyUnit")
      && !FAKE_CLASS (self)->fake->ignores_requests)
    g_atomic_int_set (&self->event_key_due, 1);
  return gst_pad_event_default (pad, parent, event);
}

static GstCaps *
get_src_caps (const FakeEncoder * fake)
{
  return gst_caps_from_string (fake->media ? fake->media :
      "application/x-fake");
}

/* Raw caps do not go through. */
static gboolean
fake_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS) {
    GstCaps *caps = get_src_caps (FAKE_CLASS (parent)->fake);

    gst_event_unref (event);
    event = gst_event_new_caps (caps);
    gst_caps_unref (caps);
    return gst_pad_push_event (((FakeElement *) parent)->srcpad, event);
  }
  if (GST_EVENT_TYPE (event) == GST_EVENT_EOS)
    push_inside ((FakeElement *) parent, 0);
  return gst_pad_event_default (pad, parent, event);
}

static void
fake_set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * pspec)
{
  FakeElement *self = (FakeElement *) object;

  if (id >= SETTING) {
    self->settings[id - SETTING] = G_VALUE_HOLDS_BOOLEAN (value) ?
        (guint) g_value_get_boolean (value) : g_value_get_uint (value);
    return;
  }
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
  if (id >= SETTING && G_VALUE_HOLDS_BOOLEAN (value))
    g_value_set_boolean (value, self->settings[id - SETTING] != 0);
  else if (id >= SETTING)
    g_value_set_uint (value, self->settings[id - SETTING]);
  else if (G_VALUE_HOLDS (value, GST_TYPE_STRUCTURE))
    gst_value_set_structure (value, self->controls);
  else
    g_value_set_uint (value, self->value);
  GST_OBJECT_UNLOCK (self);
}

static void
fake_finalize (GObject * object)
{
  FakeElement *self = (FakeElement *) object;

  drop_inside (self);
  gst_clear_structure (&self->controls);
  G_OBJECT_CLASS (g_type_class_peek (GST_TYPE_ELEMENT))->finalize (object);
}

static void
fake_force_idr (FakeElement * self)
{
  g_atomic_int_inc (&self->n_forced);
}

static GstStateChangeReturn
fake_change_state (GstElement * element, GstStateChange transition)
{
  if (FAKE_CLASS (element)->fake->no_start
      && transition == GST_STATE_CHANGE_NULL_TO_READY) {
    GST_ELEMENT_ERROR (element, RESOURCE, NOT_FOUND, ("No hardware."), (NULL));
    return GST_STATE_CHANGE_FAILURE;
  }
  return GST_ELEMENT_CLASS (g_type_class_peek
      (GST_TYPE_ELEMENT))->change_state (element, transition);
}

static void
add_templates (GstElementClass * klass, const FakeEncoder * fake)
{
  GstCaps *caps = get_src_caps (fake);

  if (fake->takes) {
    GstCaps *takes = gst_caps_from_string (fake->takes);

    gst_element_class_add_pad_template (klass, gst_pad_template_new ("sink",
            GST_PAD_SINK, GST_PAD_ALWAYS, takes));
    gst_caps_unref (takes);
  } else {
    gst_element_class_add_static_pad_template (klass, &sink_template);
  }
  if (fake->media)
    gst_element_class_add_pad_template (klass, gst_pad_template_new ("src",
            GST_PAD_SRC, GST_PAD_ALWAYS, caps));
  else
    gst_element_class_add_static_pad_template (klass, &src_template);
  gst_caps_unref (caps);
}

static void
install_settings (GObjectClass * object_class, const FakeEncoder * fake)
{
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (fake->settings); i++) {
    const FakeSetting *s = &fake->settings[i];

    if (s->name == NULL)
      continue;
    g_object_class_install_property (object_class, SETTING + i, s->is_flag ?
        g_param_spec_boolean (s->name, s->name, s->name, FALSE, flags) :
        g_param_spec_uint (s->name, s->name, s->name, 0, G_MAXUINT, 0, flags));
  }
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
  install_settings (object_class, fake);
  g_signal_new_class_handler ("force-IDR", G_TYPE_FROM_CLASS (g_class),
      G_SIGNAL_RUN_LAST | G_SIGNAL_ACTION, G_CALLBACK (fake_force_idr), NULL,
      NULL, NULL, G_TYPE_NONE, 0);

  element_class->change_state = fake_change_state;
  add_templates (element_class, fake);
  gst_element_class_set_metadata (element_class, "Fake", fake->klass,
      "Makes zeros", "test");
}

static void
fake_init (GTypeInstance * instance, gpointer g_class)
{
  FakeElement *self = (FakeElement *) instance;

  self->value = ((FakeElementClass *) g_class)->fake->start;
  self->sinkpad = gst_pad_new_from_template (gst_element_class_get_pad_template
      (g_class, "sink"), "sink");
  self->srcpad = gst_pad_new_from_template (gst_element_class_get_pad_template
      (g_class, "src"), "src");
  gst_pad_set_chain_function (self->sinkpad, fake_chain);
  gst_pad_set_event_function (self->sinkpad, fake_event);
  gst_pad_set_event_function (self->srcpad, fake_src_event);
  g_queue_init (&self->inside);
  gst_element_add_pad (&self->element, self->sinkpad);
  gst_element_add_pad (&self->element, self->srcpad);
}

/* The class that @fake is derived from. */
static GType
parent_type (const FakeEncoder * fake)
{
  GTypeInfo info = { 0, };
  GType type = fake->parent ? g_type_from_name (fake->parent) :
      GST_TYPE_ELEMENT;

  if (type != 0)
    return type;
  info.class_size = sizeof (GstElementClass);
  info.instance_size = sizeof (GstElement);
  return g_type_register_static (GST_TYPE_ELEMENT, fake->parent, &info,
      G_TYPE_FLAG_ABSTRACT);
}

typedef struct
{
  const gchar *factory;
  GType type;
} Registration;

static gboolean
init_plugin (GstPlugin * plugin, gpointer user_data)
{
  Registration *r = user_data;

  return gst_element_register (plugin, r->factory, GST_RANK_NONE, r->type);
}

/* @fake must stay. */
void
fake_encoder_register (const FakeEncoder * fake)
{
  GTypeInfo info = { 0, };
  gchar *name = g_strconcat ("FakeEncoder_", fake->factory, NULL);
  Registration r;

  info.class_size = sizeof (FakeElementClass);
  info.class_init = fake_class_init;
  info.class_data = fake;
  info.instance_size = sizeof (FakeElement);
  info.instance_init = fake_init;
  r.factory = fake->factory;
  r.type = g_type_register_static (parent_type (fake), name, &info, 0);
  if (fake->version)
    gst_plugin_register_static_full (GST_VERSION_MAJOR, GST_VERSION_MINOR, name,
        "Fake", init_plugin, fake->version, "LGPL", "fake", "fake",
        "https://example.org", &r);
  else
    gst_element_register (NULL, fake->factory, GST_RANK_NONE, r.type);
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

guint
fake_encoder_get_n_costs (GstElement * element)
{
  return g_atomic_int_get (&((FakeElement *) element)->n_costs);
}

guint
fake_encoder_get_n_fields (GstElement * element)
{
  FakeElement *self = (FakeElement *) element;
  guint res;

  GST_OBJECT_LOCK (self);
  res = self->controls ? gst_structure_n_fields (self->controls) : 0;
  GST_OBJECT_UNLOCK (self);
  return res;
}
