/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which sockets elements send and receive by, and what is set on them. */
#include <netinet/in.h>
#include <sys/socket.h>

#include "sockettest.h"
#include "plugins/packet/gstsystem.h"
#include "plugins/scream/net/gstlocaladdress.h"
#include "plugins/scream/net/gstsocketpath.h"
#include "tests/check/elements/elementtest.h"

static GstElement *
launch (const gchar * description, GstState state)
{
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch (description, &error);

  fail_unless (error == NULL, "%s", error ? error->message : "");
  fail_unless (gst_element_set_state (pipeline,
          state) != GST_STATE_CHANGE_FAILURE);
  return pipeline;
}

/* Nobody else holds it. */
static void
finish_alone (GstElement * pipeline)
{
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_check_object_destroyed_on_unref (pipeline);
}

/* From element "x". */
static GstSocketPath *
find (GstElement * pipeline, gboolean sinks)
{
  GstElement *x = gst_bin_get_by_name (GST_BIN (pipeline), "x");
  GstPad *pad = gst_element_get_static_pad (x, sinks ? "src" : "sink");
  GstSocketPath *path = sinks ? gst_socket_path_find_sinks (pad)
      : gst_socket_path_find_sources (pad);

  gst_object_unref (pad);
  gst_object_unref (x);
  return path;
}

static void
check_peer (GstSocketPath * path, guint i, const gchar * expected)
{
  gchar *text;

  fail_unless (i < path->peers->len);
  text = g_socket_connectable_to_string (G_SOCKET_CONNECTABLE
      (g_ptr_array_index (path->peers, i)));
  fail_unless_equals_string (text, expected);
  g_free (text);
}

GST_START_TEST (test_socketpath_source)
{
  GstElement *pipeline = launch ("udpsrc name=u address=127.0.0.1 port=0 ! "
      "queue ! tee name=t ! fakesink t. ! identity name=x ! fakesink",
      GST_STATE_NULL);
  GstSocketPath *path = find (pipeline, FALSE);
  GSocket *used;

  fail_unless_equals_int (path->elements->len, 1);
  fail_unless_equals_int (path->sockets->len, 0);
  gst_socket_path_free (path);

  gst_element_set_state (pipeline, GST_STATE_READY);
  path = find (pipeline, FALSE);
  fail_unless_equals_int (path->sockets->len, 1);
  gst_child_proxy_get (GST_CHILD_PROXY (pipeline), "u::used-socket", &used,
      NULL);
  fail_unless (g_ptr_array_index (path->sockets, 0) == used);
  g_object_unref (used);
  gst_socket_path_free (path);
  finish_alone (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_socketpath_no_source)
{
  GstElement *pipeline = launch ("fakesrc ! identity name=x ! fakesink",
      GST_STATE_READY);
  GstSocketPath *path = find (pipeline, FALSE);

  fail_unless_equals_int (path->elements->len, 0);
  gst_socket_path_free (path);
  path = find (pipeline, TRUE);
  fail_unless_equals_int (path->elements->len, 0);
  fail_unless (!path->any_peer);
  gst_socket_path_free (path);
  finish_alone (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_socketpath_sink)
{
  GstElement *pipeline = launch ("fakesrc ! identity name=x ! queue ! "
      "udpsink name=u host=127.0.0.1 port=5006", GST_STATE_NULL);
  GstSocketPath *path = find (pipeline, TRUE);

  fail_unless_equals_int (path->elements->len, 0);
  fail_unless_equals_int (path->sockets->len, 0);
  gst_socket_path_free (path);

  gst_element_set_state (pipeline, GST_STATE_PAUSED);
  path = find (pipeline, TRUE);
  fail_unless_equals_int (path->elements->len, 1);
  /* One for each family that this machine has. */
  fail_unless (path->sockets->len == 1 || path->sockets->len == 2);
  fail_unless_equals_int (path->shared_sockets->len, 0);
  fail_unless_equals_int (path->peers->len, 1);
  check_peer (path, 0, "127.0.0.1:5006");
  fail_unless (!path->any_peer);
  fail_unless_equals_int (path->synced->len, 1);
  g_object_set (g_ptr_array_index (path->synced, 0), "sync", FALSE, NULL);
  gst_socket_path_free (path);

  path = find (pipeline, TRUE);
  fail_unless_equals_int (path->synced->len, 0);
  gst_socket_path_free (path);
  finish_alone (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_socketpath_own_sink)
{
  GstElement *pipeline = launch ("fakesrc ! identity name=x ! queue ! "
      "screamudpsink name=u host=127.0.0.1 port=5006", GST_STATE_PAUSED);
  GstSocketPath *path = find (pipeline, TRUE);
  GSocket *used;

  fail_unless_equals_int (path->elements->len, 1);
  fail_unless_equals_int (path->sockets->len, 1);
  gst_child_proxy_get (GST_CHILD_PROXY (pipeline), "u::used-socket", &used,
      NULL);
  fail_unless (g_ptr_array_index (path->sockets, 0) == used);
  g_object_unref (used);
  fail_unless_equals_int (path->peers->len, 1);
  check_peer (path, 0, "127.0.0.1:5006");
  fail_unless (!path->any_peer);
  fail_unless_equals_int (path->synced->len, 0);
  gst_socket_path_free (path);
  finish_alone (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_socketpath_sinks_behind_tee)
{
  GstElement *pipeline = launch ("fakesrc ! identity name=x ! tee name=t "
      "t. ! queue ! udpsink host=127.0.0.1 port=5006 sync=false "
      "t. ! queue ! multiudpsink name=m sync=false clients=127.0.0.2:1",
      GST_STATE_PAUSED);
  GstElement *multi = gst_bin_get_by_name (GST_BIN (pipeline), "m");
  GstSocketPath *path;

  g_signal_emit_by_name (multi, "add", "::1", 65535);
  gst_object_unref (multi);
  path = find (pipeline, TRUE);

  fail_unless_equals_int (path->elements->len, 2);
  fail_unless (path->sockets->len >= 2 && path->sockets->len <= 4);
  check_peer (path, 0, "127.0.0.1:5006");
  check_peer (path, 1, "127.0.0.2:1");
  check_peer (path, 2, "[::1]:65535");
  fail_unless_equals_int (path->peers->len, 3);
  gst_socket_path_free (path);
  finish_alone (pipeline);
}

GST_END_TEST;

GST_START_TEST (test_socketpath_names_are_resolved)
{
  GstElement *pipeline = launch ("fakesrc ! identity name=x ! "
      "udpsink host=localhost port=5006", GST_STATE_PAUSED);
  GstSocketPath *path = find (pipeline, TRUE);
  guint i;

  fail_unless (path->peers->len >= 1);
  for (i = 0; i < path->peers->len; i++)
    fail_unless (g_inet_address_get_is_loopback
        (g_inet_socket_address_get_address (g_ptr_array_index (path->peers,
                    i))));
  gst_socket_path_free (path);
  finish_alone (pipeline);
}

GST_END_TEST;

/* A socket from outside is likely to be read outside. */
GST_START_TEST (test_socketpath_given_socket_is_shared)
{
  GSocket *socket = new_socket (G_SOCKET_FAMILY_IPV4);
  static const gchar *const sinks[] = {
    "udpsink", "dynudpsink", "screamudpsink"
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (sinks); i++) {
    gchar *text = g_strdup_printf ("fakesrc ! identity name=x ! %s name=u "
        "close-socket=false", sinks[i]);
    GstElement *pipeline = launch (text, GST_STATE_NULL);
    GstSocketPath *path;

    gst_child_proxy_set (GST_CHILD_PROXY (pipeline), "u::socket", socket, NULL);
    gst_element_set_state (pipeline, GST_STATE_PAUSED);
    path = find (pipeline, TRUE);
    fail_unless_equals_int (path->elements->len, 1);
    fail_unless_equals_int (path->shared_sockets->len, 1);
    fail_unless (g_ptr_array_index (path->shared_sockets, 0) == socket);
    fail_if (g_ptr_array_find (path->sockets, socket, NULL));
    fail_unless_equals_int (path->any_peer, i == 1);
    gst_socket_path_free (path);
    finish_alone (pipeline);
    g_free (text);
  }
  g_object_unref (socket);
}

GST_END_TEST;

/* From appsrc "a" out of udpsink "u". */
static void
send_one (GstElement * pipeline)
{
  GstElement *a = gst_bin_get_by_name (GST_BIN (pipeline), "a");
  gint64 end = g_get_monotonic_time () + PATIENCE;
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, 12, NULL);
  GstFlowReturn ret;
  guint64 bytes = 0;

  g_signal_emit_by_name (a, "push-buffer", buffer, &ret);
  fail_unless_equals_int (ret, GST_FLOW_OK);
  while (bytes == 0 && g_get_monotonic_time () < end) {
    g_usleep (1000);
    gst_child_proxy_get (GST_CHILD_PROXY (pipeline), "u::bytes-served", &bytes,
        NULL);
  }
  fail_unless (bytes > 0);
  gst_buffer_unref (buffer);
  gst_object_unref (a);
}

/* Of a sink. @sends: it does before; @kept: then nobody gets its port. */
static void
check_port (gint bind_port, GSocket * given, gboolean sends, gboolean kept)
{
  GstElement *pipeline = launch ("appsrc name=a ! identity name=x ! queue ! "
      "udpsink name=u host=127.0.0.1 close-socket=false sync=false async=false",
      GST_STATE_NULL);
  GstElement *x = gst_bin_get_by_name (GST_BIN (pipeline), "x");
  GstPad *pad = gst_element_get_static_pad (x, "src");
  GSocket *used, *other;
  guint16 port;

  gst_child_proxy_set (GST_CHILD_PROXY (pipeline), "u::bind-port", bind_port,
      "u::socket", given, NULL);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  if (sends)
    send_one (pipeline);
  gst_child_proxy_get (GST_CHILD_PROXY (pipeline), "u::used-socket", &used,
      NULL);
  port = port_of (used);
  other = bind_shared (port);
  fail_unless (other != NULL);

  gst_socket_path_keep_ports (pad);
  fail_unless_equals_int (port_of (used) != port, kept && !sends);
  g_object_unref (other);
  other = bind_shared (port_of (used));
  fail_unless_equals_int (other == NULL, kept);
  g_clear_object (&other);

  port = port_of (used);
  gst_socket_path_keep_ports (pad);
  fail_unless_equals_int (port_of (used), port);
  g_socket_close (used, NULL);
  g_object_unref (used);
  gst_object_unref (pad);
  gst_object_unref (x);
  finish_alone (pipeline);
}

/* Else two sinks of many get the same one, and one of them no feedback. */
GST_START_TEST (test_socketpath_ports_are_kept)
{
  GSocket *socket = bind_shared (0);

  check_port (0, NULL, FALSE, TRUE);
  check_port (0, NULL, TRUE, TRUE);
  check_port (port_of (socket), NULL, FALSE, FALSE);
  check_port (0, socket, FALSE, FALSE);
  g_object_unref (socket);
}

GST_END_TEST;

static void
check_arrival_times (GstState before, GstState after)
{
  GstElement *pipeline = launch ("udpsrc name=u address=127.0.0.1 port=0 ! "
      "fakesink", before);
  GstElement *source = gst_bin_get_by_name (GST_BIN (pipeline), "u");
  GSocket *socket;
  gint value = 0, mode = -1;

  fail_unless (gst_socket_path_enable_arrival_times (source));
  gst_element_set_state (pipeline, after);
  g_object_get (source, "used-socket", &socket, "socket-timestamp", &mode,
      NULL);
  fail_unless (g_socket_get_option (socket, SOL_SOCKET, SO_TIMESTAMPNS, &value,
          NULL));
  fail_unless_equals_int (value, 1);
  fail_unless_equals_int (mode, 1);
  g_object_unref (socket);
  gst_object_unref (source);
  finish_alone (pipeline);
}

GST_START_TEST (test_socketpath_arrival_times_in_any_state)
{
  check_arrival_times (GST_STATE_NULL, GST_STATE_READY);
  check_arrival_times (GST_STATE_READY, GST_STATE_READY);
  check_arrival_times (GST_STATE_PLAYING, GST_STATE_PLAYING);
}

GST_END_TEST;

GST_START_TEST (test_socketpath_arrival_times_unknown_element)
{
  GstElement *identity = gst_element_factory_make ("identity", NULL);

  fail_if (gst_socket_path_enable_arrival_times (identity));
  gst_object_unref (identity);
}

GST_END_TEST;

GST_START_TEST (test_socketpath_same_address)
{
  static const struct
  {
    const gchar *a;
    guint port_a;
    const gchar *b;
    guint port_b;
    gboolean same;
  } table[] = {
    {"10.0.0.1", 5, "10.0.0.1", 5, TRUE},
    {"10.0.0.1", 5, "10.0.0.1", 6, FALSE},
    {"10.0.0.1", 5, "10.0.0.2", 5, FALSE},
    {"::ffff:10.0.0.1", 5, "10.0.0.1", 5, TRUE},
    {"10.0.0.1", 5, "::ffff:10.0.0.1", 5, TRUE},
    {"::10.0.0.1", 5, "10.0.0.1", 5, FALSE},
    {"fe80::1", 5, "fe80::1", 5, TRUE},
    {"fe80::1", 5, "fe80::2", 5, FALSE},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (table); i++) {
    GSocketAddress *a =
        g_inet_socket_address_new_from_string (table[i].a, table[i].port_a);
    GSocketAddress *b =
        g_inet_socket_address_new_from_string (table[i].b, table[i].port_b);

    fail_unless_equals_int (gst_socket_path_same_address (a, b), table[i].same);
    g_object_unref (a);
    g_object_unref (b);
  }
}

GST_END_TEST;

/* From 10.0.0.1:5 to @to, as a kernel would tell it. */
static GSocketAddress *
new_peer_of (const gchar * to, guint port)
{
  GSocketAddress *peer = g_inet_socket_address_new_from_string ("10.0.0.1", 5);
  GSocketAddress *own = g_inet_socket_address_new_from_string (to, port);
  GstLocalAddress local = { {0,}, g_socket_address_get_native_size (own)
  };
  guint8 native[16];

  g_socket_address_to_native (own, local.bytes, local.size, NULL);
  g_socket_address_to_native (peer, native, sizeof (native), NULL);
  g_object_unref (own);
  g_object_unref (peer);
  return gst_local_address_attach (&local, native, sizeof (native));
}

/* A sender to one address of this host is not one to another. */
GST_START_TEST (test_socketpath_same_local_address)
{
  GSocketAddress *any = g_inet_socket_address_new_from_string ("10.0.0.1", 5);
  GSocketAddress *a = new_peer_of ("10.0.0.7", 7);
  GSocketAddress *b = new_peer_of ("10.0.0.8", 7);
  GSocketAddress *mapped = new_peer_of ("::ffff:10.0.0.7", 7);
  GSocketAddress *rtcp = new_peer_of ("10.0.0.7", 8);

  fail_unless (gst_socket_path_same_address (a, a));
  fail_unless (gst_socket_path_same_address (a, mapped));
  fail_unless (gst_socket_path_same_address (a, rtcp));
  fail_if (gst_socket_path_same_address (a, b));
  fail_unless (gst_socket_path_same_address (a, any));
  fail_unless (gst_socket_path_same_address (any, b));
  g_object_unref (any);
  g_object_unref (a);
  g_object_unref (b);
  g_object_unref (mapped);
  g_object_unref (rtcp);
}

GST_END_TEST;

/* Who writes a control message may cut it. */
GST_START_TEST (test_socketpath_local_address_is_whole)
{
  static const struct
  {
    gint level, type;
    gsize size;
  } table[] = {
    {IPPROTO_IP, 20, 16}, {IPPROTO_IPV6, 74, 28},
  };
  GstLocalAddress local = { {0,}, 0 };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (table); i++) {
    gpointer cut = g_malloc0 (table[i].size - 1);
    gpointer whole = g_malloc0 (table[i].size);

    fail_if (gst_local_address_read (table[i].level, table[i].type,
            table[i].size - 1, cut, &local));
    fail_if (gst_local_address_read (table[i].level, 1, table[i].size, whole,
            &local));
    fail_unless (gst_local_address_read (table[i].level, table[i].type,
            table[i].size, whole, &local));
    fail_unless_equals_uint64 (local.size, table[i].size);
    g_free (cut);
    g_free (whole);
  }
}

GST_END_TEST;

static Suite *
socketpath_suite (void)
{
  Suite *s = suite_create ("socketpath");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, loop_setup, loop_teardown);
  tcase_add_test (tc, test_socketpath_source);
  tcase_add_test (tc, test_socketpath_no_source);
  tcase_add_test (tc, test_socketpath_sink);
  tcase_add_test (tc, test_socketpath_own_sink);
  tcase_add_test (tc, test_socketpath_sinks_behind_tee);
  tcase_add_test (tc, test_socketpath_names_are_resolved);
  tcase_add_test (tc, test_socketpath_given_socket_is_shared);
  if (USE_LINUX)
    tcase_add_test (tc, test_socketpath_ports_are_kept);
  if (USE_LINUX)
    tcase_add_test (tc, test_socketpath_local_address_is_whole);
  tcase_add_test (tc, test_socketpath_arrival_times_in_any_state);
  tcase_add_test (tc, test_socketpath_arrival_times_unknown_element);
  tcase_add_test (tc, test_socketpath_same_address);
  tcase_add_test (tc, test_socketpath_same_local_address);

  return s;
}

GST_CHECK_MAIN (socketpath);
