/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * SECTION:element-screamudpsink
 * @title: screamudpsink
 * @see_also: screamtx, screamsink, udpsink
 *
 * It sends packets to one UDP address, like udpsink, with less processor time.
 * Buffers leave straight from their memories. A buffer list is one system call;
 * packets of one size that follow each other in it are one message that the kernel or the
 * network interface cuts (UDP_SEGMENT, Linux 4.18 and later). Where that does not work,
 * stats tells why, and packets leave one by one.
 *
 * screamtx finds it as it finds a udpsink, and reads feedback from its socket. Each
 * packet leaves with the ECN codepoint that screamtx gave it, also where packets of one
 * list have different ones.
 *
 * Packets leave when they come: sync and async are off by default. What the system
 * refuses is lost, as it would be on the network, and a warning is posted once for each
 * kind of error. That nobody listens at the address is no error.
 *
 * It is for one unicast address. For several addresses and for multicast groups there are
 * multiudpsink and udpsink.
 *
 * ## Example launch line
 * |[
 * gst-launch-1.0 videotestsrc is-live=true ! x264enc tune=zerolatency ! rtph264pay ! screamtx ! screamudpsink host=192.0.2.1 port=5004
 * ]|
 *
 * Since: 0.2
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamudpsinkprivate.h"

#include "plugins/scream/net/gstecnsink.h"
#include "plugins/packet/gsthelp.h"

#include <errno.h>

GST_DEBUG_CATEGORY (gst_scream_udp_sink_debug);
#define GST_CAT_DEFAULT gst_scream_udp_sink_debug

/* A list of more packets is sent in parts, so that they need not all be mapped. */
#define MAX_BATCH 256

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

#define gst_scream_udp_sink_parent_class parent_class
G_DEFINE_TYPE (GstScreamUdpSink, gst_scream_udp_sink, GST_TYPE_BASE_SINK);
GST_ELEMENT_REGISTER_DEFINE (screamudpsink, "screamudpsink", GST_RANK_NONE,
    GST_TYPE_SCREAM_UDP_SINK);

/* ---- sending ---- */

static void
warn_once (GstScreamUdpSink * self, const GstUdpBatchFault * fault)
{
  if (!g_hash_table_add (self->warned, GINT_TO_POINTER (fault->error)))
    return;
  if (fault->error == EMSGSIZE)
    GST_ELEMENT_WARNING (self, RESOURCE, WRITE,
        ("A packet of %" G_GSIZE_FORMAT " bytes is too large to be sent, and "
            "is lost. Set a smaller mtu of the payloader.",
            fault->size), ("%s." GST_HELP ("packet-size"),
            g_strerror (fault->error)));
  else
    GST_ELEMENT_WARNING (self, RESOURCE, WRITE,
        ("The system refuses to send packets, which are lost: %s. See the "
            "properties host and bind-address.", g_strerror (fault->error)),
        ("The property stats counts them." GST_HELP ("refused-packets")));
}

/* What the application set meanwhile counts from the next packet on. */
static void
follow_properties (GstScreamUdpSink * self)
{
  gboolean changed;

  GST_OBJECT_LOCK (self);
  changed = self->changed;
  self->changed = FALSE;
  GST_OBJECT_UNLOCK (self);
  if (changed)
    gst_udp_batch_set_traffic_class (self->batch,
        gst_scream_udp_sink_traffic_class (self->used_socket));
}

static GstFlowReturn
send_batch (GstScreamUdpSink * self)
{
  GstUdpBatchFault fault;
  GError *error = NULL;
  gboolean ok = gst_udp_batch_send (self->batch, self->cancellable, &fault,
      &error);

  GST_OBJECT_LOCK (self);
  self->stats = *gst_udp_batch_stats (self->batch);
  GST_OBJECT_UNLOCK (self);
  if (fault.error != 0)
    warn_once (self, &fault);
  if (ok)
    return GST_FLOW_OK;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    g_error_free (error);
    return GST_FLOW_FLUSHING;
  }
  GST_ELEMENT_ERROR (self, RESOURCE, WRITE,
      ("The socket cannot be used: %s. A socket given by the property socket must "
          "stay open until the element has stopped.", error->message), (NULL));
  g_error_free (error);
  return GST_FLOW_ERROR;
}

static void
add (GstScreamUdpSink * self, GstBuffer * buffer)
{
  if (!gst_udp_batch_add (self->batch, buffer))
    GST_ELEMENT_WARNING (self, RESOURCE, READ,
        ("The memory of a packet cannot be read, and the packet is lost."),
        ("%" GST_PTR_FORMAT "." GST_HELP ("packet-memory"), buffer));
}

static GstFlowReturn
gst_scream_udp_sink_render (GstBaseSink * sink, GstBuffer * buffer)
{
  GstScreamUdpSink *self = GST_SCREAM_UDP_SINK (sink);

  follow_properties (self);
  add (self, buffer);
  return send_batch (self);
}

static GstFlowReturn
gst_scream_udp_sink_render_list (GstBaseSink * sink, GstBufferList * list)
{
  GstScreamUdpSink *self = GST_SCREAM_UDP_SINK (sink);
  guint i, n = gst_buffer_list_length (list);
  GstFlowReturn ret = GST_FLOW_OK;

  follow_properties (self);
  for (i = 0; i < n && ret == GST_FLOW_OK; i++) {
    add (self, gst_buffer_list_get (list, i));
    if (i + 1 == n || (i + 1) % MAX_BATCH == 0)
      ret = send_batch (self);
  }
  return ret;
}

/* ---- states ---- */

static gboolean
gst_scream_udp_sink_unlock (GstBaseSink * sink)
{
  g_cancellable_cancel (GST_SCREAM_UDP_SINK (sink)->cancellable);
  return TRUE;
}

/* One that was cancelled must not be reset while somebody may look at it. */
static gboolean
gst_scream_udp_sink_unlock_stop (GstBaseSink * sink)
{
  GstScreamUdpSink *self = GST_SCREAM_UDP_SINK (sink);

  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  return TRUE;
}

static gboolean
gst_scream_udp_sink_start (GstBaseSink * sink)
{
  GstScreamUdpSink *self = GST_SCREAM_UDP_SINK (sink);
  GError *error = NULL;

  if (!gst_property_check_allows (GST_ELEMENT_CAST (self),
          GST_STATE_CHANGE_READY_TO_PAUSED))
    return FALSE;
  if (!gst_scream_udp_sink_open (self, &error)) {
    gst_element_message_full (GST_ELEMENT_CAST (self), GST_MESSAGE_ERROR,
        error->domain, error->code, g_strdup (error->message), NULL, __FILE__,
        GST_FUNCTION, __LINE__);
    g_error_free (error);
    return FALSE;
  }
  self->batch = gst_udp_batch_new (self->used_socket, self->to, self->gso);
  if (self->batch == NULL) {
    GST_ELEMENT_ERROR (self, RESOURCE, SETTINGS,
        ("Cannot send to this address. Set the property host to an IPv4 or "
            "IPv6 address."), (NULL));
    gst_scream_udp_sink_close (self);
    return FALSE;
  }
  GST_OBJECT_LOCK (self);
  self->stats = *gst_udp_batch_stats (self->batch);
  self->changed = TRUE;
  GST_OBJECT_UNLOCK (self);
  g_hash_table_remove_all (self->warned);
  return TRUE;
}

static gboolean
gst_scream_udp_sink_stop (GstBaseSink * sink)
{
  GstScreamUdpSink *self = GST_SCREAM_UDP_SINK (sink);

  g_clear_pointer (&self->batch, gst_udp_batch_free);
  gst_scream_udp_sink_close (self);
  return TRUE;
}

/* ---- GObject ---- */

static void
gst_scream_udp_sink_finalize (GObject * object)
{
  GstScreamUdpSink *self = GST_SCREAM_UDP_SINK (object);

  gst_property_table_clear (self, &gst_scream_udp_sink_properties);
  g_hash_table_unref (self->warned);
  g_object_unref (self->cancellable);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_scream_udp_sink_class_init (GstScreamUdpSinkClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  GstBaseSinkClass *sink_class = GST_BASE_SINK_CLASS (klass);

  GST_DEBUG_CATEGORY_INIT (gst_scream_udp_sink_debug, "screamudpsink", 0,
      "UDP sender for many packets");
  object_class->finalize = gst_scream_udp_sink_finalize;
  gst_property_table_install (object_class, &gst_scream_udp_sink_properties);
  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_set_static_metadata (element_class,
      "UDP sender for many packets", "Sink/Network",
      "Sends packets to one UDP address, many in one system call",
      "The gst-scream authors");
  sink_class->start = gst_scream_udp_sink_start;
  sink_class->stop = gst_scream_udp_sink_stop;
  sink_class->unlock = gst_scream_udp_sink_unlock;
  sink_class->unlock_stop = gst_scream_udp_sink_unlock_stop;
  sink_class->render = gst_scream_udp_sink_render;
  sink_class->render_list = gst_scream_udp_sink_render_list;
  gst_ecn_sink_note_type (G_TYPE_FROM_CLASS (klass));
}

static void
gst_scream_udp_sink_init (GstScreamUdpSink * self)
{
  GstBaseSink *sink = GST_BASE_SINK (self);

  gst_base_sink_set_sync (sink, FALSE);
  gst_base_sink_set_async_enabled (sink, FALSE);
  gst_base_sink_set_last_sample_enabled (sink, FALSE);
  self->cancellable = g_cancellable_new ();
  self->warned = g_hash_table_new (NULL, NULL);
  gst_property_table_init (self, &gst_scream_udp_sink_properties);
}
