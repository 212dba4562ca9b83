/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * SECTION:element-screamudpsrc
 * @title: screamudpsrc
 * @see_also: screamrx, screamudpsink, udpsrc
 *
 * Receives UDP packets, as udpsrc does, at less cost: one system call takes many
 * datagrams (recvmmsg), and the kernel may hand on packets that came together as one
 * datagram (UDP GRO), which this element splits. What came together goes on as one
 * buffer list, a buffer for each packet.
 *
 * Each buffer has the address of its sender (GstNetAddressMeta) and the traffic class
 * of its packet (GstNetControlMessageMeta), which tells the ECN codepoint. DTS and PTS
 * are the running time at which the kernel took the packet. Packets that the kernel put
 * together have one time, that of the first of them: on the way to the receiver they
 * came without a pause between them.
 *
 * screamrx behind it sends feedback from its socket, as from that of a udpsrc, and from
 * the address of this host that the packets came to. rtpbin
 * takes a list for packets of one stream, and drops all of it for one that is broken:
 * set #GstScreamUdpSrc:buffer-lists to FALSE in front of it, unless a screamrx is
 * between, which hands on single packets there.
 *
 * It is for unicast: multicast groups are refused. A port has one receiver: there is no
 * reuse, with which two would share it without a word, and a port that is taken is an
 * error. Where there is no recvmmsg() it reads one packet at a time, without arrival
 * time and traffic class.
 *
 * The element message `GstUDPSrcTimeout` is that of udpsrc, see
 * #GstScreamUdpSrc:timeout.
 *
 * ## Example launch line
 * |[
 * gst-launch-1.0 screamudpsrc port=5004 caps="application/x-rtp, media=video, clock-rate=90000, encoding-name=H264, payload=96" ! screamrx ! rtpjitterbuffer ! rtph264depay ! avdec_h264 ! videoconvert ! autovideosink
 * ]|
 *
 * Since: 0.2
 */
#include "gstscreambind.h"
#include "gstscreamudpsrcprivate.h"

#include <gst/net/net.h>

GST_DEBUG_CATEGORY_STATIC (gst_scream_udp_src_debug);
#define GST_CAT_DEFAULT gst_scream_udp_src_debug

/* OURS: so many reads in a row that brought only errors, then a pause after each: a
 * socket that somebody has shut down would take a whole core. At half a flood of ICMP
 * messages delays packets, at double nothing. */
#define MAX_VAIN 100
#define VAIN_PAUSE (10 * G_TIME_SPAN_MILLISECOND)

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

#define gst_scream_udp_src_parent_class parent_class
G_DEFINE_TYPE (GstScreamUdpSrc, gst_scream_udp_src, GST_TYPE_PUSH_SRC);
GST_ELEMENT_REGISTER_DEFINE (screamudpsrc, "screamudpsrc", GST_RANK_NONE,
    GST_TYPE_SCREAM_UDP_SRC);

/* OURS: memory of a packet has a multiple of this many bytes. GLib and the C library keep
 * what a thread has freed, of each size by itself, so packets of all sizes would leave 30 KiB
 * with each stream. At half that doubles, at double small packets take more than they
 * need. */
#define SIZE_STEP 512

/* OURS: the same for lists: places for packets. Four packets of a frame and its end fit
 * into half. */
#define LIST_STEP 16

/* ---- packets to buffers ---- */

/* Not before the packet before it, which came earlier: running time stands still in
 * PAUSED, and begins again with a new start. */
static GstClockTime
get_arrival (GstScreamUdpSrc * self, const GstScreamUdpPacket * packet)
{
  GstClockTime read = self->read_time;

  if (!GST_CLOCK_TIME_IS_VALID (read))
    return GST_CLOCK_TIME_NONE;
  self->arrival = MAX (self->arrival, read - MIN (read, packet->age));
  self->arrival = MIN (self->arrival, read);
  return self->arrival;
}

static GstBuffer *
make_buffer (GstScreamUdpSrc * self, const GstScreamUdpPacket * packet)
{
  gsize steps = (packet->size + SIZE_STEP - 1) / SIZE_STEP;
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, steps * SIZE_STEP, NULL);

  gst_buffer_set_size (buffer, (gssize) packet->size);
  gst_buffer_fill (buffer, 0, packet->data, packet->size);
  GST_BUFFER_DTS (buffer) = GST_BUFFER_PTS (buffer) =
      get_arrival (self, packet);
  if (packet->from != NULL)
    gst_buffer_add_net_address_meta (buffer, packet->from);
  if (packet->traffic_class != NULL)
    gst_buffer_add_net_control_message_meta (buffer, packet->traffic_class);
  return buffer;
}

/* Before 1.24 the base class loses a list when it stops before it pushes that. So it
 * gets the first buffer, and a probe on the pad pushes the others with it. */
static GstBuffer *
make_first (GstScreamUdpSrc * self)
{
  GstBuffer *first = make_buffer (self, &self->packets[self->next++]);
  guint n = self->n_packets - self->next + 1;

  self->others = gst_buffer_list_new_sized ((n / LIST_STEP + 1) * LIST_STEP);
  while (self->next < self->n_packets)
    gst_buffer_list_add (self->others, make_buffer (self,
            &self->packets[self->next++]));
  self->first = first;
  return first;
}

static GstPadProbeReturn
push_others (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamUdpSrc *self = GST_SCREAM_UDP_SRC (GST_OBJECT_PARENT (pad));
  GstBuffer *first = GST_PAD_PROBE_INFO_BUFFER (info);
  GstBufferList *list;

  if (self->others == NULL || first != self->first)
    return GST_PAD_PROBE_OK;
  list = g_steal_pointer (&self->others);
  gst_buffer_list_insert (list, 0, first);
  GST_PAD_PROBE_INFO_FLOW_RETURN (info) = gst_pad_push_list (pad, list);
  return GST_PAD_PROBE_HANDLED;
}

/* ---- the socket ---- */

/* As udpsrc has it, for who replaces that. */
static void
post_timeout (GstScreamUdpSrc * self, guint64 timeout)
{
  gst_element_post_message (GST_ELEMENT (self),
      gst_message_new_element (GST_OBJECT (self),
          gst_structure_new ("GstUDPSrcTimeout",
              "timeout", G_TYPE_UINT64, timeout, NULL)));
}

/* GLib makes a file descriptor for each wait, which costs as much as reading, unless
 * somebody has one. */
static GCancellable *
cancellable_new (void)
{
  GCancellable *cancellable = g_cancellable_new ();
  GPollFD poll_fd;

  g_cancellable_make_pollfd (cancellable, &poll_fd);
  return cancellable;
}

static void
cancellable_free (GCancellable * cancellable)
{
  g_cancellable_release_fd (cancellable);
  g_object_unref (cancellable);
}

/* Until there is something to read. */
static GstFlowReturn
wait_for_packets (GstScreamUdpSrc * self)
{
  g_autoptr (GError) error = NULL;
  guint64 timeout;

  GST_OBJECT_LOCK (self);
  timeout = self->timeout;
  GST_OBJECT_UNLOCK (self);
  if (g_socket_condition_timed_wait (self->used, G_IO_IN,
          timeout > 0 ? (gint64) MAX (timeout / GST_USECOND, 1) : -1,
          self->cancellable, &error))
    return GST_FLOW_OK;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT)) {
    post_timeout (self, timeout);
    return GST_FLOW_OK;
  }
  if (g_cancellable_is_cancelled (self->cancellable))
    return GST_FLOW_FLUSHING;
  GST_ELEMENT_ERROR (self, RESOURCE, READ,
      ("Cannot read the UDP socket."),
      ("%s. It was closed: keep a property socket open until this element "
          "is in NULL.", error->message));
  return GST_FLOW_ERROR;
}

static GstFlowReturn
read_packets (GstScreamUdpSrc * self)
{
  g_autoptr (GError) error = NULL;

  self->next = 0;
  if (!gst_scream_udp_reader_read (self->reader, &self->packets,
          &self->n_packets, &error)) {
    GST_ELEMENT_ERROR (self, RESOURCE, READ,
        ("Cannot read the UDP socket."),
        ("%s. The property socket has to be an open UDP socket.",
            error->message));
    return GST_FLOW_ERROR;
  }
  if (self->n_packets > 0)
    self->read_time = gst_element_get_current_running_time (GST_ELEMENT (self));
  return GST_FLOW_OK;
}

/* Waits, if the last read took all, and reads. */
static GstFlowReturn
fetch (GstScreamUdpSrc * self)
{
  GstFlowReturn ret = GST_FLOW_OK;

  if (gst_scream_udp_reader_get_vain (self->reader) > MAX_VAIN)
    g_usleep (VAIN_PAUSE);
  if (g_cancellable_is_cancelled (self->cancellable))
    return GST_FLOW_FLUSHING;
  if (gst_scream_udp_reader_is_drained (self->reader))
    ret = wait_for_packets (self);
  return ret == GST_FLOW_OK ? read_packets (self) : ret;
}

static GstFlowReturn
gst_scream_udp_src_create (GstPushSrc * src, GstBuffer ** buffer)
{
  GstScreamUdpSrc *self = GST_SCREAM_UDP_SRC (src);
  GstFlowReturn ret = GST_FLOW_OK;
  gboolean lists;

  while (self->next == self->n_packets && ret == GST_FLOW_OK)
    ret = fetch (self);
  if (ret != GST_FLOW_OK)
    return ret;
  GST_OBJECT_LOCK (self);
  lists = self->buffer_lists;
  GST_OBJECT_UNLOCK (self);
  /* Of a first one that the base class dropped: the next may stand where it stood. */
  g_clear_pointer (&self->others, gst_buffer_list_unref);
  if (lists && self->n_packets - self->next > 1)
    *buffer = make_first (self);
  else
    *buffer = make_buffer (self, &self->packets[self->next++]);
  if (self->next == self->n_packets)
    gst_scream_udp_reader_done (self->reader);
  return GST_FLOW_OK;
}

/* ---- GstBaseSrc ---- */

static gboolean
gst_scream_udp_src_unlock (GstBaseSrc * src)
{
  g_cancellable_cancel (GST_SCREAM_UDP_SRC (src)->cancellable);
  return TRUE;
}

/* The base class calls it while nobody reads. */
static gboolean
gst_scream_udp_src_unlock_stop (GstBaseSrc * src)
{
  GstScreamUdpSrc *self = GST_SCREAM_UDP_SRC (src);

  cancellable_free (self->cancellable);
  self->cancellable = cancellable_new ();
  return TRUE;
}

static GstCaps *
gst_scream_udp_src_get_caps (GstBaseSrc * src, GstCaps * filter)
{
  GstScreamUdpSrc *self = GST_SCREAM_UDP_SRC (src);
  g_autoptr (GstCaps) caps = NULL;

  g_object_get (self, "caps", &caps, NULL);
  if (caps == NULL)
    caps = gst_caps_new_any ();
  return filter == NULL ? g_steal_pointer (&caps)
      : gst_caps_intersect_full (filter, caps, GST_CAPS_INTERSECT_FIRST);
}

/* ---- states ---- */

/* The one that is given, or one of its own. */
static GSocket *
open_socket (GstScreamUdpSrc * self)
{
  GSocket *socket;
  g_autofree gchar *address = NULL;
  gint buffer;
  guint port;

  GST_OBJECT_LOCK (self);
  socket = self->socket != NULL ? g_object_ref (self->socket) : NULL;
  address = g_strdup (self->address);
  port = self->port;
  buffer = (gint) self->buffer_size;
  GST_OBJECT_UNLOCK (self);
  if (socket == NULL)
    socket = gst_scream_bind (GST_ELEMENT (self), address, port, buffer);
  return socket;
}

static guint
get_bound_port (GSocket * socket)
{
  g_autoptr (GSocketAddress) address =
      g_socket_get_local_address (socket, NULL);
  guint port = 0;

  if (G_IS_INET_SOCKET_ADDRESS (address))
    port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address));
  return port;
}

static gboolean
is_usable (GstScreamUdpSrc * self, GSocket * socket)
{
  if (!g_socket_is_closed (socket)
      && g_socket_get_socket_type (socket) == G_SOCKET_TYPE_DATAGRAM)
    return TRUE;
  GST_ELEMENT_ERROR (self, RESOURCE, SETTINGS,
      ("The property socket is not an open UDP socket."),
      ("Set it to a bound and open socket, or to NULL."));
  return FALSE;
}

static gboolean
open_reader (GstScreamUdpSrc * self)
{
  g_autoptr (GSocket) socket = open_socket (self);

  if (socket == NULL || !is_usable (self, socket))
    return FALSE;
  GST_OBJECT_LOCK (self);
  self->reader = gst_scream_udp_reader_new (socket, self->gro);
  self->bound_port = get_bound_port (socket);
  self->used = g_steal_pointer (&socket);
  GST_OBJECT_UNLOCK (self);
  g_object_notify (G_OBJECT (self), "port");
  return TRUE;
}

static void
close_reader (GstScreamUdpSrc * self)
{
  GstScreamUdpReader *reader;
  g_autoptr (GSocket) socket = NULL;
  gboolean closes;

  GST_OBJECT_LOCK (self);
  reader = g_steal_pointer (&self->reader);
  socket = g_steal_pointer (&self->used);
  closes = self->socket != socket || self->close_socket;
  self->bound_port = 0;
  GST_OBJECT_UNLOCK (self);
  self->n_packets = self->next = 0;
  g_clear_pointer (&self->others, gst_buffer_list_unref);
  if (reader != NULL)
    gst_scream_udp_reader_free (reader);
  if (socket != NULL && closes)
    g_socket_close (socket, NULL);
}

static GstStateChangeReturn
gst_scream_udp_src_change_state (GstElement * element,
    GstStateChange transition)
{
  GstScreamUdpSrc *self = GST_SCREAM_UDP_SRC (element);
  GstStateChangeReturn ret;

  if (!gst_property_check_allows (element, transition))
    return GST_STATE_CHANGE_FAILURE;
  if (transition == GST_STATE_CHANGE_NULL_TO_READY && !open_reader (self))
    return GST_STATE_CHANGE_FAILURE;
  ret = GST_ELEMENT_CLASS (parent_class)->change_state (element, transition);
  if ((transition == GST_STATE_CHANGE_NULL_TO_READY
          && ret == GST_STATE_CHANGE_FAILURE)
      || transition == GST_STATE_CHANGE_READY_TO_NULL)
    close_reader (self);
  return ret;
}

/* ---- object ---- */

static void
gst_scream_udp_src_finalize (GObject * object)
{
  GstScreamUdpSrc *self = GST_SCREAM_UDP_SRC (object);

  cancellable_free (self->cancellable);
  gst_property_table_clear (self, &gst_scream_udp_src_properties);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_scream_udp_src_class_init (GstScreamUdpSrcClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  GstBaseSrcClass *base_class = GST_BASE_SRC_CLASS (klass);
  GstPushSrcClass *push_class = GST_PUSH_SRC_CLASS (klass);

  GST_DEBUG_CATEGORY_INIT (gst_scream_udp_src_debug, "screamudpsrc", 0,
      "UDP receiver for many packets");
  object_class->finalize = gst_scream_udp_src_finalize;
  gst_property_table_install (object_class, &gst_scream_udp_src_properties);

  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_static_metadata (element_class,
      "UDP source for many packets", "Source/Network",
      "Receives UDP packets, many in one system call, with arrival time and "
      "ECN", "gst-scream developers");
  element_class->change_state = gst_scream_udp_src_change_state;
  base_class->unlock = gst_scream_udp_src_unlock;
  base_class->unlock_stop = gst_scream_udp_src_unlock_stop;
  base_class->get_caps = gst_scream_udp_src_get_caps;
  push_class->create = gst_scream_udp_src_create;
}

static void
gst_scream_udp_src_init (GstScreamUdpSrc * self)
{
  self->cancellable = cancellable_new ();
  gst_property_table_init (self, &gst_scream_udp_src_properties);
  gst_base_src_set_live (GST_BASE_SRC (self), TRUE);
  gst_base_src_set_format (GST_BASE_SRC (self), GST_FORMAT_TIME);
  gst_base_src_set_do_timestamp (GST_BASE_SRC (self), FALSE);
  gst_pad_add_probe (GST_BASE_SRC_PAD (self), GST_PAD_PROBE_TYPE_BUFFER,
      push_others, NULL, NULL);
}
