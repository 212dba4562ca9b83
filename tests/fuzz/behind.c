/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* See behind.h. */
#include "behind.h"

#include <gmodule.h>
#include <stdio.h>

#include "watch.h"

static GstStaticPadTemplate feed_template = GST_STATIC_PAD_TEMPLATE ("feed",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

/* What elements of GStreamer say of packets and go on: a message, and no more. Anything else
 * that is critical is a crash. */
static const char *const harmless[] = {
  /* rtpvp8depay, rtpvp9depay (1.22): they write into an event that they do not have */
  "gst_event_writable_structure: assertion 'GST_IS_EVENT (event)' failed",
  "gst_structure_remove_field: assertion 'structure != NULL' failed",
  /* the RTCP thread of rtpsession (1.22), when a source is new: it looks at fewer */
  "g_hash_table_foreach: assertion 'version == hash_table->version' failed",
};

static void
on_log (const char *domain, GLogLevelFlags level, const char *text,
    gpointer data)
{
  (void) data;
  for (size_t i = 0; i < G_N_ELEMENTS (harmless); i++) {
    if (strcmp (text, harmless[i]) == 0)
      return;
  }
  if (level & (G_LOG_LEVEL_CRITICAL | G_LOG_FLAG_FATAL))
    fprintf (stderr, "%s: ", domain != NULL ? domain : "");
  if (level & (G_LOG_LEVEL_CRITICAL | G_LOG_FLAG_FATAL))
    watch_fail (text);
}

bool
behind_guard_is_off (const char *guard)
{
  const char *off = getenv ("GUARD_OFF");

  return off != NULL && strcmp (off, guard) == 0;
}

static void
load (const char *name)
{
  char *path = g_strdup_printf ("%s/libgst%s." G_MODULE_SUFFIX,
      STOCK_PLUGINS, name);
  GstPlugin *plugin = gst_plugin_load_file (path, NULL);

  if (plugin == NULL) {
    printf ("Left out: there is no %s.\n", path);
    exit (77);
  }
  g_free (path);
}

bool
behind_init (const char *const *plugins)
{
  static gboolean done = FALSE;

  if (done)
    return false;
  done = TRUE;
  fuzz_gst_init ();
  g_log_set_always_fatal (G_LOG_FATAL_MASK);
  g_log_set_default_handler (on_log, NULL);
  while (*plugins != NULL)
    load (*plugins++);
  return true;
}

void
behind_begin (Behind * self)
{
  watch_begin ();
  self->pipeline = gst_object_ref_sink (gst_pipeline_new (NULL));
  self->pads = g_ptr_array_new_with_free_func (gst_object_unref);
}

GstElement *
behind_add (Behind * self, const char *factory)
{
  GstElement *element = gst_element_factory_make (factory, NULL);

  must (element != NULL && gst_bin_add (GST_BIN (self->pipeline), element));
  return element;
}

void
behind_play (Behind * self)
{
  must (gst_element_set_state (self->pipeline, GST_STATE_PLAYING)
      != GST_STATE_CHANGE_FAILURE);
}

static void
check_errors (Behind * self)
{
  GstBus *bus = gst_element_get_bus (self->pipeline);
  GstMessage *message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  char *debug = NULL, *why;
  GError *error = NULL;

  gst_object_unref (bus);
  if (message == NULL)
    return;
  gst_message_parse_error (message, &error, &debug);
  why = g_strdup_printf ("error of %s: %s (%s)",
      GST_MESSAGE_SRC_NAME (message), error->message, debug);
  watch_fail (why);
}

void
behind_end (Behind * self)
{
  guint i;

  check_errors (self);
  gst_element_set_state (self->pipeline, GST_STATE_NULL);
  for (i = 0; i < self->pads->len; i++)
    gst_pad_set_active (g_ptr_array_index (self->pads, i), FALSE);
  gst_object_unref (self->pipeline);
  g_ptr_array_unref (self->pads);
  watch_end ();
}

/* ---- pads ---- */

void
behind_start (GstPad * pad, const char *text)
{
  GstCaps *caps = gst_caps_from_string (text);
  GstSegment segment;

  must (caps != NULL);
  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_push_event (pad, gst_event_new_stream_start ("fuzz"));
  gst_pad_push_event (pad, gst_event_new_caps (caps));
  gst_pad_push_event (pad, gst_event_new_segment (&segment));
  gst_caps_unref (caps);
}

/* Takes @pad, which is ours and has no parent. */
static void
keep (Behind * self, GstPad * pad)
{
  gst_object_ref_sink (pad);
  gst_pad_set_active (pad, TRUE);
  g_ptr_array_add (self->pads, pad);
}

static GstPad *
get_pad (GstElement * element, const char *name)
{
  GstPad *pad = gst_element_get_static_pad (element, name);

  if (pad == NULL)
    pad = gst_element_request_pad_simple (element, name);
  must (pad != NULL);
  return pad;
}

GstPad *
behind_feed (Behind * self, GstElement * element, const char *name,
    const char *caps)
{
  GstPad *sink = get_pad (element, name);
  GstPad *pad = gst_pad_new_from_static_template (&feed_template, NULL);

  keep (self, pad);
  must (gst_pad_link_full (pad, sink, GST_PAD_LINK_CHECK_NOTHING)
      == GST_PAD_LINK_OK);
  if (caps != NULL)
    behind_start (pad, caps);
  gst_object_unref (sink);
  return pad;
}

/* A jump that depends on each byte. */
static void
look_at (GstBuffer * buffer)
{
  static volatile guint seen;
  GstMapInfo map;
  guint sum = 0;
  gsize i;

  must (gst_buffer_map (buffer, &map, GST_MAP_READ));
  for (i = 0; i < map.size; i++)
    sum = sum * 31 + map.data[i];
  if (sum == 1)
    seen++;
  gst_buffer_unmap (buffer, &map);
}

static GstFlowReturn
drain_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  (void) pad;
  (void) parent;
  look_at (buffer);
  gst_buffer_unref (buffer);
  return GST_FLOW_OK;
}

static gboolean
drain_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  (void) pad;
  (void) parent;
  gst_event_unref (event);
  return TRUE;
}

/* Takes @src. */
static void
drain (Behind * self, GstPad * src, const char *text)
{
  GstCaps *caps = text != NULL ? gst_caps_from_string (text)
      : gst_caps_new_any ();
  GstPadTemplate *template = gst_pad_template_new ("drain", GST_PAD_SINK,
      GST_PAD_ALWAYS, caps);
  GstPad *pad = gst_pad_new_from_template (template, NULL);

  gst_pad_set_chain_function (pad, drain_chain);
  gst_pad_set_event_function (pad, drain_event);
  keep (self, pad);
  must (gst_pad_link_full (src, pad, GST_PAD_LINK_CHECK_NOTHING)
      == GST_PAD_LINK_OK);
  gst_object_unref (template);
  gst_caps_unref (caps);
  gst_object_unref (src);
}

void
behind_drain (Behind * self, GstElement * element, const char *name,
    const char *caps)
{
  drain (self, get_pad (element, name), caps);
}

/* In the thread that brings the packets, and that is the one of the input. */
static void
on_pad_added (GstElement * element, GstPad * pad, Behind * self)
{
  (void) element;
  if (GST_PAD_IS_SRC (pad) && !gst_pad_is_linked (pad))
    drain (self, gst_object_ref (pad), NULL);
}

void
behind_drain_all (Behind * self, GstElement * element)
{
  g_signal_connect (element, "pad-added", G_CALLBACK (on_pad_added), self);
}

GstFlowReturn
behind_push (GstPad * feed, const uint8_t * data, size_t size)
{
  static const uint8_t whole[2] = { 0, 0 };
  GstBuffer *buffer = fuzz_gst_buffer (data, size, whole);

  return gst_pad_push (feed, buffer);
}
