/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * SECTION:element-linkemu
 * @title: linkemu
 *
 * One direction of an emulated network path: random loss, a queue, a link of
 * constant or varying rate, delay and jitter. Each buffer is a packet, and
 * passes unchanged or is dropped. Use one for each direction, media and feedback.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 udpsrc port=5004 ! linkemu bitrate=2000000 delay=50 ! udpsink port=5006 sync=false
 * gst-launch-1.0 udpsrc port=5004 ! linkemu schedule="0:2M,20:600k,40:2M" jitter=5 ! udpsink port=5006 sync=false
 * gst-launch-1.0 udpsrc port=5004 ! linkemu bitrate=2000000 aqm=codel flow-queueing=true ! udpsink port=5006 sync=false
 * ]|
 *
 * The capacity is given by one of #GstLinkEmu:bitrate, #GstLinkEmu:schedule and
 * #GstLinkEmu:trace; without any it is unlimited. Their time starts with the
 * first buffer after READY, and goes on during PAUSED and a flush, as a network
 * would. The system clock is the clock, whatever the pipeline has. With the
 * same seed and the same arrivals everything repeats.
 *
 * An #GstLinkEmu:aqm may drop packets of the queue, or mark those that are
 * ECN-capable. The ECN code point, and the mark, are in the
 * GstNetControlMessageMeta of the buffers, where screamrx finds them.
 *
 * The delay is a property of the path between two hosts, not a latency of the
 * element for which others could compensate: the LATENCY query passes
 * unchanged. Buffers keep their timestamps, so they are late at a sink that
 * synchronises. Set sync=false on it, or put an rtpjitterbuffer in between, as
 * behind a real network.
 *
 * Serialized events keep their place: each leaves after the packets before it,
 * and EOS after all. Packets do not overtake an event, even with
 * #GstLinkEmu:jitter-reorder.
 *
 * A network drops and does not push back: only the queue limits keep the memory
 * bounded. If downstream itself blocks for a tenth of a second, as a sink does
 * in PAUSED, upstream is blocked too.
 *
 * Since: 0.1
 */
#include "gstlinkemuprivate.h"

#include <errno.h>

GST_DEBUG_CATEGORY (gst_link_emu_debug);
#define GST_CAT_DEFAULT gst_link_emu_debug

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

#define gst_link_emu_parent_class parent_class
G_DEFINE_TYPE (GstLinkEmu, gst_link_emu, GST_TYPE_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE (linkemu, "linkemu", GST_RANK_NONE,
    GST_TYPE_LINK_EMU);

static gboolean
open_log (GstLinkEmu * self)
{
  if (!gst_link_emu_is_set (self->log_location))
    return TRUE;
  self->log = gst_link_emu_log_open (self->log_location);
  if (self->log == NULL)
    GST_ELEMENT_ERROR (self, RESOURCE, OPEN_WRITE,
        ("Property log-location: cannot write \"%s\": %s.", self->log_location,
            g_strerror (errno)), ("Set log-location to a file in a "
            "writable folder."));
  return self->log != NULL;
}

static void
close_log (GstLinkEmu * self)
{
  if (self->log != NULL)
    gst_log_file_close (self->log, GST_ELEMENT_CAST (self));
  self->log = NULL;
}

static gboolean
open_link (GstLinkEmu * self)
{
  if (!gst_link_emu_check_settings (self))
    return FALSE;
  if (!open_log (self)) {
    linkemu_rate_free (self->rate);
    self->rate = NULL;
    return FALSE;
  }
  g_mutex_lock (&self->lock);
  self->clock = gst_system_clock_obtain ();
  self->running = TRUE;
  gst_link_emu_reset_stats (self);
  g_mutex_unlock (&self->lock);
  return TRUE;
}

/* The last statistics can be read up to the next start. */
static void
close_link (GstLinkEmu * self)
{
  g_mutex_lock (&self->lock);
  if (self->link != NULL)
    linkemu_stats (self->link, &self->last_stats, gst_link_emu_get_time (self));
  gst_link_emu_free_link (self);
  linkemu_rate_free (self->rate);
  self->rate = NULL;
  self->running = FALSE;
  if (self->clock_id != NULL)
    gst_clock_id_unref (self->clock_id);
  self->clock_id = NULL;
  gst_clear_object (&self->clock);
  g_mutex_unlock (&self->lock);
  close_log (self);
}

static GstStateChangeReturn
gst_link_emu_change_state (GstElement * element, GstStateChange transition)
{
  GstLinkEmu *self = GST_LINK_EMU (element);
  GstStateChangeReturn ret;

  if (!gst_property_check_allows (element, transition))
    return GST_STATE_CHANGE_FAILURE;
  if (transition == GST_STATE_CHANGE_READY_TO_PAUSED && !open_link (self))
    return GST_STATE_CHANGE_FAILURE;
  ret = GST_ELEMENT_CLASS (parent_class)->change_state (element, transition);
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY ||
      (transition == GST_STATE_CHANGE_READY_TO_PAUSED &&
          ret == GST_STATE_CHANGE_FAILURE))
    close_link (self);
  return ret;
}

static void
gst_link_emu_finalize (GObject * object)
{
  GstLinkEmu *self = GST_LINK_EMU (object);

  gst_link_emu_order_clear (&self->order);
  gst_property_table_clear (self, &gst_link_emu_properties);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->cond);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_link_emu_class_init (GstLinkEmuClass * klass)
{
  GObjectClass *gobject_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  GST_DEBUG_CATEGORY_INIT (gst_link_emu_debug, "linkemu", 0, "emulated link");

  gobject_class->finalize = gst_link_emu_finalize;
  element_class->change_state = gst_link_emu_change_state;

  gst_property_table_install (gobject_class, &gst_link_emu_properties);

  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_static_metadata (element_class, "Emulated link",
      "Filter/Network",
      "Emulates a link with limited rate, a queue, delay and loss",
      "gst-scream developers");
}

static void
gst_link_emu_init (GstLinkEmu * self)
{
  g_mutex_init (&self->lock);
  g_cond_init (&self->cond);
  gst_link_emu_order_init (&self->order);
  self->flow = GST_FLOW_FLUSHING;
  self->waiting_until = LINKEMU_TIME_NEVER;
  gst_property_table_init (self, &gst_link_emu_properties);
  gst_link_emu_reset_stats (self);

  self->sinkpad = gst_pad_new_from_static_template (&sink_template, "sink");
  gst_link_emu_setup_sink_pad (self->sinkpad);
  GST_PAD_SET_PROXY_CAPS (self->sinkpad);
  gst_element_add_pad (GST_ELEMENT (self), self->sinkpad);

  self->srcpad = gst_pad_new_from_static_template (&src_template, "src");
  gst_link_emu_setup_src_pad (self->srcpad);
  GST_PAD_SET_PROXY_CAPS (self->srcpad);
  gst_element_add_pad (GST_ELEMENT (self), self->srcpad);
}
