/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Feedback over the sockets of the UDP elements around.
 *
 * UDP elements are recognised by their properties and not by their names, so
 * that those of other plugins serve as well. */
#include "gstsocketpath.h"
#include "gsticesocket.h"
#include "gstlocaladdress.h"
#include "gstpadwalk.h"
#include "gstsocketport.h"
#include "gststockelement.h"

#include <string.h>
#include <gio/gnetworking.h>

GST_DEBUG_CATEGORY_STATIC (socket_path_debug);
#define GST_CAT_DEFAULT socket_path_debug

static void
socket_path_init (void)
{
  static gsize once = 0;

  if (g_once_init_enter (&once)) {
    GST_DEBUG_CATEGORY_INIT (socket_path_debug, "screamsocket", 0,
        "feedback over UDP elements' sockets");
    g_once_init_leave (&once, 1);
  }
}

GstSocketPath *
gst_socket_path_new (void)
{
  GstSocketPath *path = g_new0 (GstSocketPath, 1);

  socket_path_init ();
  path->elements = g_ptr_array_new_with_free_func (gst_object_unref);
  path->sockets = g_ptr_array_new_with_free_func (g_object_unref);
  path->shared_sockets = g_ptr_array_new_with_free_func (g_object_unref);
  path->peers = g_ptr_array_new_with_free_func (g_object_unref);
  path->synced = g_ptr_array_new_with_free_func (gst_object_unref);
  path->ice_sinks = g_ptr_array_new_with_free_func (gst_object_unref);
  return path;
}

void
gst_socket_path_free (GstSocketPath * path)
{
  if (path == NULL)
    return;

  g_ptr_array_unref (path->elements);
  g_ptr_array_unref (path->sockets);
  g_ptr_array_unref (path->shared_sockets);
  g_ptr_array_unref (path->peers);
  g_ptr_array_unref (path->synced);
  g_ptr_array_unref (path->ice_sinks);
  g_free (path);
}

static GSocket *
get_socket (GstElement * element, const gchar * property)
{
  GSocket *socket = NULL;

  if (gst_stock_element_has_property (element, property, G_TYPE_SOCKET))
    g_object_get (element, property, &socket, NULL);
  return socket;
}

/* Takes @socket. */
static void
add_socket (GPtrArray * sockets, GSocket * socket)
{
  if (g_socket_is_closed (socket) || g_ptr_array_find (sockets, socket, NULL))
    g_object_unref (socket);
  else
    g_ptr_array_add (sockets, socket);
}

static GstPadWalkResult
visit_source (GstElement * element, GstPad * pad, gpointer user_data)
{
  GstSocketPath *path = user_data;
  GSocket *socket;

  if (!gst_stock_element_has_property (element, "used-socket", G_TYPE_SOCKET))
    return GST_PAD_WALK_GO_ON;

  GST_DEBUG_OBJECT (pad, "found a UDP source");
  g_ptr_array_add (path->elements, gst_object_ref (element));
  socket = get_socket (element, "used-socket");
  if (socket != NULL)
    add_socket (path->sockets, socket);
  return GST_PAD_WALK_SKIP;
}

GstSocketPath *
gst_socket_path_find_sources (GstPad * sinkpad)
{
  GstSocketPath *path = gst_socket_path_new ();

  gst_pad_walk_upstream (sinkpad, visit_source, path);
  return path;
}

/* @used: a property with the socket in use, @given: one with the socket that
 * the application gave, NULL if it gave none. */
static gboolean
add_sink_socket (GstSocketPath * path, GstElement * element,
    const gchar * used, const gchar * given)
{
  GSocket *mine = get_socket (element, used);
  GSocket *theirs = get_socket (element, given);
  gboolean found = mine != NULL || theirs != NULL;

  if (mine != NULL && mine != theirs)
    add_socket (path->sockets, mine);
  else
    g_clear_object (&mine);
  if (theirs != NULL)
    add_socket (path->shared_sockets, theirs);
  return found;
}

static void
add_resolved (GPtrArray * peers, const gchar * host, guint16 port)
{
  GResolver *resolver = g_resolver_get_default ();
  GError *error = NULL;
  GList *addresses, *l;

  addresses = g_resolver_lookup_by_name (resolver, host, NULL, &error);
  if (addresses == NULL) {
    GST_WARNING ("cannot resolve %s: %s", host, error->message);
    g_clear_error (&error);
  }
  for (l = addresses; l != NULL; l = l->next)
    g_ptr_array_add (peers, g_inet_socket_address_new (l->data, port));

  g_resolver_free_addresses (addresses);
  g_object_unref (resolver);
}

/* "host:port"; the port follows the last colon, for IPv6 hosts have some. */
static void
add_peer (GPtrArray * peers, const gchar * client)
{
  const gchar *colon = strrchr (client, ':');
  GSocketAddress *address;
  guint64 port;
  gchar *host;

  if (colon == NULL
      || !g_ascii_string_to_unsigned (colon + 1, 10, 1, 65535, &port, NULL))
    return;

  host = g_strndup (client, colon - client);
  g_strstrip (host);
  address = g_inet_socket_address_new_from_string (host, port);
  if (address != NULL)
    g_ptr_array_add (peers, address);
  else
    add_resolved (peers, host, port);
  g_free (host);
}

static void
add_peers (GstSocketPath * path, GstElement * element)
{
  gchar *clients = NULL;
  gchar **list;
  guint i;

  if (!gst_stock_element_has_property (element, "clients", G_TYPE_STRING)) {
    path->any_peer = TRUE;
    return;
  }

  g_object_get (element, "clients", &clients, NULL);
  list = g_strsplit (clients ? clients : "", ",", -1);
  for (i = 0; list[i] != NULL; i++)
    add_peer (path->peers, list[i]);
  g_strfreev (list);
  g_free (clients);
}

static gboolean
is_udp_sink (GstElement * element)
{
  return gst_stock_element_has_property (element, "used-socket", G_TYPE_SOCKET)
      || (gst_stock_element_has_property (element, "socket", G_TYPE_SOCKET)
      && gst_stock_element_has_property (element, "socket-v6", G_TYPE_SOCKET));
}

static GstPadWalkResult
visit_sink (GstElement * element, GstPad * pad, gpointer user_data)
{
  GstSocketPath *path = user_data;
  gboolean sync = FALSE, found;

  if (gst_ice_socket_is_sink (element)) {
    g_ptr_array_add (path->ice_sinks, gst_object_ref (element));
    return GST_PAD_WALK_SKIP;
  }
  if (!is_udp_sink (element))
    return GST_PAD_WALK_GO_ON;

  GST_DEBUG_OBJECT (pad, "found a UDP sink");
  found = add_sink_socket (path, element, "used-socket", "socket");
  found |= add_sink_socket (path, element, "used-socket-v6", "socket-v6");
  if (found) {
    g_ptr_array_add (path->elements, gst_object_ref (element));
    add_peers (path, element);
  }
  if (gst_stock_element_has_property (element, "sync", G_TYPE_BOOLEAN))
    g_object_get (element, "sync", &sync, NULL);
  if (sync)
    g_ptr_array_add (path->synced, gst_object_ref (element));
  return GST_PAD_WALK_SKIP;
}

GstSocketPath *
gst_socket_path_find_sinks (GstPad * srcpad)
{
  GstSocketPath *path = gst_socket_path_new ();

  gst_pad_walk_downstream (srcpad, visit_sink, path);
  return path;
}

static gboolean
is_same_peer (gconstpointer a, gconstpointer b)
{
  return gst_socket_path_same_address ((GSocketAddress *) a,
      (GSocketAddress *) b);
}

void
gst_socket_path_add_readable (GstSocketPath * path, const GstSocketPath * more)
{
  guint i;

  if (more->sockets->len == 0)
    return;
  for (i = 0; i < more->sockets->len; i++)
    add_socket (path->sockets, g_object_ref (g_ptr_array_index (more->sockets,
                i)));
  path->any_peer |= more->any_peer;
  for (i = 0; i < more->peers->len; i++) {
    GSocketAddress *peer = g_ptr_array_index (more->peers, i);

    if (!g_ptr_array_find_with_equal_func (path->peers, peer, is_same_peer,
            NULL))
      g_ptr_array_add (path->peers, g_object_ref (peer));
  }
}

static gboolean
has_sent (GstElement * sink)
{
  guint64 bytes = 1;

  if (gst_stock_element_has_property (sink, "bytes-served", G_TYPE_UINT64))
    g_object_get (sink, "bytes-served", &bytes, NULL);
  return bytes > 0;
}

/* A port that the user chose may be meant to be shared, with a udpsrc. */
static GstPadWalkResult
visit_port (GstElement * element, GstPad * pad, gpointer user_data)
{
  GstSocketPath *path;
  gboolean unused;
  gint port = -1;
  guint i;

  if (!is_udp_sink (element))
    return GST_PAD_WALK_GO_ON;
  if (gst_stock_element_has_property (element, "bind-port", G_TYPE_INT))
    g_object_get (element, "bind-port", &port, NULL);
  if (port != 0)
    return GST_PAD_WALK_SKIP;

  unused = !has_sent (element);
  path = gst_socket_path_new ();
  add_sink_socket (path, element, "used-socket", "socket");
  add_sink_socket (path, element, "used-socket-v6", "socket-v6");
  for (i = 0; i < path->sockets->len; i++)
    gst_socket_port_keep (g_ptr_array_index (path->sockets, i), unused);
  gst_socket_path_free (path);
  return GST_PAD_WALK_SKIP;
}

void
gst_socket_path_keep_ports (GstPad * srcpad)
{
  gst_pad_walk_downstream (srcpad, visit_port, NULL);
}

/* To a packet that came before the pipeline's start, which has no running time,
 * a udpsrc gives the clock's own time, hours ahead: a jitter buffer would wait
 * for that. */
static GstPadProbeReturn
on_arrival (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstElement *source = GST_PAD_PARENT (pad);
  GstClockTime now = gst_element_get_current_running_time (source);

  if (!GST_CLOCK_TIME_IS_VALID (now) || !GST_BUFFER_DTS_IS_VALID (buffer)
      || GST_BUFFER_DTS (buffer) <= now)
    return GST_PAD_PROBE_OK;
  buffer = gst_buffer_make_writable (buffer);
  GST_BUFFER_DTS (buffer) = GST_BUFFER_PTS (buffer) = now;
  GST_PAD_PROBE_INFO_DATA (info) = buffer;
  return GST_PAD_PROBE_OK;
}

gboolean
gst_socket_path_enable_arrival_times (GstElement * source)
{
#ifdef SO_TIMESTAMPNS
  GSocket *socket;
  GError *error = NULL;

  socket_path_init ();
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (source),
          "socket-timestamp") == NULL)
    return FALSE;

  /* The element passes on to its socket only what is set before it opens it,
   * but looks at the property for each packet. */
  gst_util_set_object_arg (G_OBJECT (source), "socket-timestamp", "realtime");
  gst_stock_element_probe_buffers (source, "gst-scream-arrival-times",
      on_arrival);
  socket = get_socket (source, "used-socket");
  if (socket == NULL)
    return TRUE;
  if (!g_socket_set_option (socket, SOL_SOCKET, SO_TIMESTAMPNS, 1, &error)) {
    GST_WARNING_OBJECT (source, "no arrival times: %s", error->message);
    g_clear_error (&error);
    g_object_unref (socket);
    return FALSE;
  }
  g_object_unref (socket);
  return TRUE;
#else
  return FALSE;
#endif
}

/* The address in network byte order, IPv4 where it is one. */
static const guint8 *
get_bytes (GInetAddress * address, gsize * size)
{
  static const guint8 mapped[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };
  const guint8 *bytes = g_inet_address_to_bytes (address);

  *size = g_inet_address_get_native_size (address);
  if (*size == 16 && memcmp (bytes, mapped, sizeof (mapped)) == 0) {
    *size = 4;
    return bytes + sizeof (mapped);
  }
  return bytes;
}

static gboolean
same_host (GInetSocketAddress * a, GInetSocketAddress * b)
{
  gsize size_a, size_b;
  const guint8 *bytes_a =
      get_bytes (g_inet_socket_address_get_address (a), &size_a);
  const guint8 *bytes_b =
      get_bytes (g_inet_socket_address_get_address (b), &size_b);

  return size_a == size_b && memcmp (bytes_a, bytes_b, size_a) == 0;
}

/* Where one does not say to which address of this host it sends, it may be any. RTCP may
 * come to another port than RTP. */
static gboolean
same_local (GSocketAddress * a, GSocketAddress * b)
{
  GSocketAddress *local_a = gst_local_address_get (a);
  GSocketAddress *local_b = gst_local_address_get (b);

  return local_a == NULL || local_b == NULL || local_a == local_b
      || same_host (G_INET_SOCKET_ADDRESS (local_a),
      G_INET_SOCKET_ADDRESS (local_b));
}

gboolean
gst_socket_path_same_address (GSocketAddress * a, GSocketAddress * b)
{
  GInetSocketAddress *inet_a, *inet_b;

  if (!G_IS_INET_SOCKET_ADDRESS (a) || !G_IS_INET_SOCKET_ADDRESS (b))
    return FALSE;
  /* Mostly: sources keep the addresses that packets came from last. */
  if (a == b)
    return TRUE;
  inet_a = G_INET_SOCKET_ADDRESS (a);
  inet_b = G_INET_SOCKET_ADDRESS (b);
  return g_inet_socket_address_get_port (inet_a) ==
      g_inet_socket_address_get_port (inet_b) && same_host (inet_a, inet_b)
      && same_local (a, b);
}
