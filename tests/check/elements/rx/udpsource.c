/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* udpsource.c: see udpsource.h */
#include "udpsource.h"

typedef struct
{
  GstElementClass parent_class;
} TestSourceClass;

G_DEFINE_TYPE (TestSource, test_source, GST_TYPE_ELEMENT);

static void
test_source_set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * pspec)
{
  TestSource *self = (TestSource *) object;

  g_free (self->socket_timestamp);
  self->socket_timestamp = g_value_dup_string (value);
}

static void
test_source_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  TestSource *self = (TestSource *) object;

  if (id == 1)
    g_value_set_object (value, self->socket);
  else
    g_value_set_string (value, self->socket_timestamp);
}

static void
test_source_finalize (GObject * object)
{
  TestSource *self = (TestSource *) object;

  g_clear_object (&self->socket);
  g_free (self->socket_timestamp);
  G_OBJECT_CLASS (test_source_parent_class)->finalize (object);
}

static void
test_source_class_init (TestSourceClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = test_source_set_property;
  object_class->get_property = test_source_get_property;
  object_class->finalize = test_source_finalize;
  g_object_class_install_property (object_class, 1,
      g_param_spec_object ("used-socket", NULL, NULL, G_TYPE_SOCKET,
          G_PARAM_READABLE));
  g_object_class_install_property (object_class, 2,
      g_param_spec_string ("socket-timestamp", NULL, NULL, "disabled",
          G_PARAM_READWRITE));
}

static void
test_source_init (TestSource * self)
{
  self->srcpad = gst_pad_new ("src", GST_PAD_SRC);
  gst_element_add_pad (GST_ELEMENT (self), self->srcpad);
}

GSocket *
new_socket (GSocketFamily family)
{
  GSocket *socket = g_socket_new (family, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);
  GInetAddress *loopback = g_inet_address_new_loopback (family);
  GSocketAddress *address = g_inet_socket_address_new (loopback, 0);

  fail_unless (g_socket_bind (socket, address, FALSE, NULL));
  g_socket_set_timeout (socket, PATIENCE / G_TIME_SPAN_SECOND);
  g_object_unref (address);
  g_object_unref (loopback);
  return socket;
}

Net
new_net (void)
{
  GstSegment segment;
  GstElement *rx = gst_element_factory_make ("screamrx", NULL);
  Net net;

  net.source = (TestSource *) g_object_new (test_source_get_type (), NULL);
  gst_object_ref_sink (net.source);
  net.source->socket = new_socket (G_SOCKET_FAMILY_IPV4);
  net.sender = new_socket (G_SOCKET_FAMILY_IPV4);
  fail_unless (gst_element_link (GST_ELEMENT (net.source), rx));
  net.h = gst_harness_new_with_element (rx, NULL, "src");
  gst_object_unref (rx);
  gst_element_set_base_time (rx, T0 - 500 * MS);
  gst_element_set_clock (rx, GST_CLOCK (test_clock));
  gst_element_set_state (GST_ELEMENT (net.source), GST_STATE_PLAYING);
  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_push_event (net.source->srcpad, gst_event_new_stream_start ("net"));
  gst_pad_push_event (net.source->srcpad, gst_event_new_segment (&segment));
  return net;
}

void
free_net (Net * net)
{
  gst_element_set_state (GST_ELEMENT (net->source), GST_STATE_NULL);
  gst_harness_teardown (net->h);
  gst_object_unref (net->source);
  g_object_unref (net->sender);
}

void
push_from (Net * net, GSocket * sender, GstBuffer * buffer)
{
  GSocketAddress *address = g_socket_get_local_address (sender, NULL);

  gst_buffer_add_net_address_meta (buffer, address);
  fail_unless_equals_int (gst_pad_push (net->source->srcpad, buffer),
      GST_FLOW_OK);
  g_object_unref (address);
}

gboolean
has_datagram (GSocket * socket)
{
  return g_socket_condition_check (socket, G_IO_IN) & G_IO_IN;
}
