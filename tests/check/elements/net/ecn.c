/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* ECN codepoints out of stock UDP sinks, and into buffers of stock udpsrc
 *
 * The other end is a plain socket, which says what was on the wire. */
#include <gst/check/gstcheck.h>
#include <gst/net/net.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "plugins/scream/net/gstecnsink.h"
#include "plugins/scream/net/gstecnsocket.h"
#include "plugins/scream/net/gstecnsource.h"
#include "plugins/packet/gstscreamecn.h"
#include "plugins/packet/gsttrafficclass.h"

#define NONE 0xff
#define AF41 34                 /* a DSCP, RFC 4594 */
#define SIZE 200

/* ---- plain sockets ---- */

static socklen_t
loopback (gint family, guint16 port, struct sockaddr_storage *address)
{
  struct sockaddr_in *in = (struct sockaddr_in *) address;
  struct sockaddr_in6 *in6 = (struct sockaddr_in6 *) address;

  memset (address, 0, sizeof (*address));
  address->ss_family = family;
  if (family == AF_INET) {
    in->sin_addr.s_addr = htonl (INADDR_LOOPBACK);
    in->sin_port = htons (port);
    return sizeof (*in);
  }
  in6->sin6_addr = in6addr_loopback;
  in6->sin6_port = htons (port);
  return sizeof (*in6);
}

static void
set_option (gint fd, gint level, gint option, gint value)
{
  fail_unless (setsockopt (fd, level, option, &value, sizeof (value)) == 0,
      "option %d of level %d", option, level);
}

static gint
receiver_new (gint family, guint16 * port)
{
  struct timeval timeout = { 2, 0 };
  struct sockaddr_storage address;
  socklen_t size = loopback (family, 0, &address);
  gint fd = socket (family, SOCK_DGRAM, 0);

  fail_unless (bind (fd, (struct sockaddr *) &address, size) == 0);
  fail_unless (getsockname (fd, (struct sockaddr *) &address, &size) == 0);
  *port = ntohs (((struct sockaddr_in *) &address)->sin_port);
  set_option (fd, IPPROTO_IP, IP_RECVTOS, 1);
  if (family == AF_INET6)
    set_option (fd, IPPROTO_IPV6, IPV6_RECVTCLASS, 1);
  setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof (timeout));
  return fd;
}

/* The traffic class of the next packet, and its first byte. */
static gint
receive (gint fd, guint8 * data)
{
  gchar control[256];
  guint8 packet[SIZE];
  struct iovec vector = { packet, sizeof (packet) };
  struct msghdr header = { 0, };
  struct cmsghdr *c;
  gint value = -1;

  header.msg_iov = &vector;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof (control);
  fail_unless (recvmsg (fd, &header, 0) > 0, "nothing came");
  for (c = CMSG_FIRSTHDR (&header); c != NULL; c = CMSG_NXTHDR (&header, c)) {
    if (c->cmsg_level == IPPROTO_IP && c->cmsg_type == IP_TOS)
      value = *(guint8 *) CMSG_DATA (c);
    if (c->cmsg_level == IPPROTO_IPV6 && c->cmsg_type == IPV6_TCLASS)
      memcpy (&value, CMSG_DATA (c), sizeof (value));
  }
  if (data != NULL)
    *data = packet[0];
  return value;
}

/* ---- out ---- */

typedef struct
{
  GstElement *pipeline;
  GstElement *source;           /* appsrc */
  GstElement *sink;
  GstEcnSink *ecn;
  gint fd;
} Out;

/* appsrc ! @middle ! @sink */
static void
out_start (Out * out, gint family, const gchar * middle, const gchar * sink,
    gint fd, guint16 port)
{
  const gchar *host = family == AF_INET ? "127.0.0.1" : "::1";
  gchar *line = g_strdup_printf ("appsrc name=a ! %s udpsink name=s host=%s "
      "port=%u sync=false async=false %s", middle, host, port, sink);
  GError *error = NULL;

  out->pipeline = gst_parse_launch (line, &error);
  fail_unless (error == NULL, "%s", error ? error->message : "");
  out->source = gst_bin_get_by_name (GST_BIN (out->pipeline), "a");
  out->sink = gst_bin_get_by_name (GST_BIN (out->pipeline), "s");
  out->fd = fd;
  gst_element_set_state (out->pipeline, GST_STATE_PLAYING);
  out->ecn = gst_ecn_sink_new (out->sink);
  fail_unless (out->ecn != NULL);
  g_free (line);
}

static void
out_stop (Out * out)
{
  gst_ecn_sink_free (out->ecn);
  gst_element_set_state (out->pipeline, GST_STATE_NULL);
  gst_object_unref (out->source);
  gst_object_unref (out->sink);
  gst_object_unref (out->pipeline);
}

static GstBuffer *
buffer_new (guint8 ecn)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, SIZE, NULL);

  gst_buffer_memset (buffer, 0, ecn, SIZE);
  if (ecn != NONE)
    gst_scream_ecn_set (buffer, ecn);
  return buffer;
}

static void
push (Out * out, GstBuffer * buffer)
{
  GstFlowReturn ret;

  g_signal_emit_by_name (out->source, "push-buffer", buffer, &ret);
  gst_buffer_unref (buffer);
  fail_unless_equals_int (ret, GST_FLOW_OK);
}

/* The codepoints of the buffers in order; RTCP, for example, has none. */
static const guint8 codepoints[] = { 1, 1, 2, NONE, 3, 0, 1, NONE, NONE, 2 };

static void
check_out (Out * out, guint8 dscp)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (codepoints); i++)
    push (out, buffer_new (codepoints[i]));
  for (i = 0; i < G_N_ELEMENTS (codepoints); i++) {
    guint8 ecn = codepoints[i] == NONE ? 0 : codepoints[i];

    fail_unless_equals_int (receive (out->fd, NULL), dscp << 2 | ecn);
  }
}

typedef struct
{
  const gchar *middle, *sink;
  guint8 dscp;
} OutCase;

static const OutCase out_cases[] = {
  {"", "", 0},
  {"queue !", "", 0},
  {"tee ! queue !", "", 0},
  {"", "qos-dscp=34", AF41},
  {"queue !", "qos-dscp=34", AF41},
};

GST_START_TEST (test_ecn_out)
{
  static const gint families[] = { AF_INET, AF_INET6 };
  const OutCase *c = &out_cases[__i__];
  guint i;

  for (i = 0; i < G_N_ELEMENTS (families); i++) {
    guint16 port;
    gint fd = receiver_new (families[i], &port);
    Out out;

    out_start (&out, families[i], c->middle, c->sink, fd, port);
    check_out (&out, c->dscp);
    out_stop (&out);
    close (fd);
  }
}

GST_END_TEST;

/* A socket of IPv6 that sends to an address of IPv4. */
GST_START_TEST (test_ecn_out_dual_stack)
{
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_IPV6, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);
  GSocketAddress *mapped;
  GOutputVector vector = { "x", 1 };
  guint16 port;
  gint fd = receiver_new (AF_INET, &port);

  mapped = g_inet_socket_address_new_from_string ("::ffff:127.0.0.1", port);
  fail_unless (gst_ecn_socket_set (socket, 1));
  fail_unless_equals_int (g_socket_send_message (socket, mapped, &vector, 1,
          NULL, 0, 0, NULL, NULL), 1);
  fail_unless_equals_int (receive (fd, NULL), 1);
  g_object_unref (mapped);
  g_object_unref (socket);
  close (fd);
}

GST_END_TEST;

/* It sets the whole byte; and again by hand, behind everyone's back, where the
 * probe looks itself after a while. */
GST_START_TEST (test_ecn_out_dscp_changes_later)
{
  guint16 port;
  gint fd = receiver_new (AF_INET, &port), i;
  GSocket *socket;
  Out out;

  out_start (&out, AF_INET, "", "", fd, port);
  push (&out, buffer_new (1));
  fail_unless_equals_int (receive (fd, NULL), 1);
  g_object_set (out.sink, "qos-dscp", AF41, NULL);
  for (i = 0; i < 3; i++) {
    push (&out, buffer_new (1));
    fail_unless_equals_int (receive (fd, NULL), AF41 << 2 | 1);
  }
  g_object_get (out.sink, "used-socket", &socket, NULL);
  set_option (g_socket_get_fd (socket), IPPROTO_IP, IP_TOS, 0);
  g_object_unref (socket);
  for (i = 0; i < 64; i++) {
    push (&out, buffer_new (1));
    receive (fd, NULL);
  }
  push (&out, buffer_new (1));
  fail_unless_equals_int (receive (fd, NULL), 1);
  out_stop (&out);
  close (fd);
}

GST_END_TEST;

/* One system call sends a list. */
GST_START_TEST (test_ecn_out_lists)
{
  guint16 port;
  gint fd = receiver_new (AF_INET, &port);
  GstBufferList *list = gst_buffer_list_new ();
  GstFlowReturn ret;
  Out out;
  guint i;

  out_start (&out, AF_INET, "queue !", "", fd, port);
  for (i = 0; i < G_N_ELEMENTS (codepoints); i++)
    gst_buffer_list_add (list, buffer_new (codepoints[i]));
  g_signal_emit_by_name (out.source, "push-buffer-list", list, &ret);
  gst_buffer_list_unref (list);
  for (i = 0; i < G_N_ELEMENTS (codepoints); i++) {
    guint8 byte;
    gint value = receive (fd, &byte);

    fail_unless_equals_int (byte, codepoints[i]);
    fail_unless_equals_int (value, codepoints[i] == NONE ? 0 : codepoints[i]);
  }
  check_out (&out, 0);
  out_stop (&out);
  close (fd);
}

GST_END_TEST;

GST_START_TEST (test_ecn_out_ends)
{
  guint16 port;
  gint fd = receiver_new (AF_INET, &port);
  Out out;

  out_start (&out, AF_INET, "", "qos-dscp=34", fd, port);
  push (&out, buffer_new (1));
  fail_unless_equals_int (receive (fd, NULL), AF41 << 2 | 1);
  g_clear_pointer (&out.ecn, gst_ecn_sink_free);
  push (&out, buffer_new (1));
  fail_unless_equals_int (receive (fd, NULL), AF41 << 2);
  out_stop (&out);
  close (fd);
}

GST_END_TEST;

/* The SRTP packet is another buffer. */
GST_START_TEST (test_ecn_out_srtp)
{
  static const guint8 ecn[] = { 1, 1, 2, 0, 1 };
  guint16 port;
  gint fd = receiver_new (AF_INET, &port);
  GstCaps *caps = gst_caps_from_string ("application/x-rtp,payload=96,"
      "media=video,clock-rate=90000,ssrc=(uint)1");
  Out out;
  guint i;

  out_start (&out, AF_INET, "srtpenc key=0123456789012345678901234567890123"
      "45678901234567890123456789 !", "", fd, port);
  g_object_set (out.source, "caps", caps, "format", GST_FORMAT_TIME, NULL);
  gst_caps_unref (caps);
  for (i = 0; i < G_N_ELEMENTS (ecn); i++) {
    guint8 header[12] = { 0x80, 96, 0, i, 0, 0, 0, 0, 0, 0, 0, 1 };
    GstBuffer *buffer = buffer_new (ecn[i]);

    gst_buffer_fill (buffer, 0, header, sizeof (header));
    push (&out, buffer);
  }
  for (i = 0; i < G_N_ELEMENTS (ecn); i++)
    fail_unless_equals_int (receive (fd, NULL), ecn[i]);
  out_stop (&out);
  close (fd);
}

GST_END_TEST;

GST_START_TEST (test_ecn_feedback_is_not_ect)
{
  static const gint families[] = { AF_INET, AF_INET6 };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (families); i++) {
    GSocket *socket = g_socket_new ((GSocketFamily) families[i],
        G_SOCKET_TYPE_DATAGRAM, G_SOCKET_PROTOCOL_UDP, NULL);
    struct sockaddr_storage storage;
    GSocketAddress *address;
    socklen_t size;
    guint16 port;
    gint fd = receiver_new (families[i], &port);
    gint fd_out = g_socket_get_fd (socket);
    guint8 ecn;

    size = loopback (families[i], port, &storage);
    address = g_socket_address_new_from_native (&storage, size);
    if (families[i] == AF_INET)
      set_option (fd_out, IPPROTO_IP, IP_TOS, AF41 << 2);
    else
      set_option (fd_out, IPPROTO_IPV6, IPV6_TCLASS, AF41 << 2);
    for (ecn = 0; ecn < 4; ecn++) {
      fail_unless (gst_ecn_socket_set (socket, ecn));
      fail_unless_equals_int (gst_ecn_socket_send_not_ect (socket, address,
              (const guint8 *) "rtcp", 4, NULL), 4);
      fail_unless_equals_int (receive (fd, NULL), AF41 << 2);
    }
    g_object_unref (address);
    g_object_unref (socket);
    close (fd);
  }
}

GST_END_TEST;

/* ---- in ---- */

typedef struct
{
  GstElement *pipeline;
  gint fd;                      /* sends */
  struct sockaddr_storage address;
  socklen_t address_size;
  gint family;
  gint right, wrong, without;   /* atomic */
} In;

/* Each packet says in its first byte what it was sent with. */
static void
on_handoff (GstElement * sink, GstBuffer * buffer, GstPad * pad, In * in)
{
  guint8 sent, ecn = gst_scream_ecn_get (buffer, NONE);

  gst_buffer_extract (buffer, 0, &sent, 1);
  if (ecn == NONE)
    g_atomic_int_inc (&in->without);
  else if (ecn == (sent & 3))
    g_atomic_int_inc (&in->right);
  else
    g_atomic_int_inc (&in->wrong);
}

static void
in_start (In * in, gint family, const gchar * options)
{
  gchar *line = g_strdup_printf ("udpsrc name=u address=%s port=0 "
      "socket-timestamp=realtime %s ! queue max-size-buffers=0 max-size-time=0 "
      "max-size-bytes=0 ! fakesink name=f signal-handoffs=true sync=false",
      family == AF_INET ? "127.0.0.1" : "::1", options);
  GstElement *source, *sink;
  gint port;

  memset (in, 0, sizeof (*in));
  in->pipeline = gst_parse_launch (line, NULL);
  source = gst_bin_get_by_name (GST_BIN (in->pipeline), "u");
  sink = gst_bin_get_by_name (GST_BIN (in->pipeline), "f");
  g_signal_connect (sink, "handoff", G_CALLBACK (on_handoff), in);
  fail_if (gst_ecn_source_enable (source));
  gst_element_set_state (in->pipeline, GST_STATE_READY);
  fail_unless (gst_ecn_source_enable (source));
  gst_element_set_state (in->pipeline, GST_STATE_PLAYING);
  g_object_get (source, "port", &port, NULL);
  gst_object_unref (source);
  gst_object_unref (sink);
  in->family = family;
  in->fd = socket (family, SOCK_DGRAM, 0);
  in->address_size = loopback (family, port, &in->address);
  g_free (line);
}

static void
in_stop (In * in)
{
  gst_element_set_state (in->pipeline, GST_STATE_NULL);
  gst_object_unref (in->pipeline);
  close (in->fd);
}

static void
send_packet (In * in, gint traffic_class)
{
  gchar control[CMSG_SPACE (sizeof (gint))] = { 0, };
  guint8 packet[SIZE];
  struct iovec vector = { packet, sizeof (packet) };
  struct msghdr header = { 0, };
  struct cmsghdr *c;

  memset (packet, traffic_class, sizeof (packet));
  header.msg_name = &in->address;
  header.msg_namelen = in->address_size;
  header.msg_iov = &vector;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof (control);
  c = CMSG_FIRSTHDR (&header);
  c->cmsg_level = in->family == AF_INET ? IPPROTO_IP : IPPROTO_IPV6;
  c->cmsg_type = in->family == AF_INET ? IP_TOS : IPV6_TCLASS;
  c->cmsg_len = CMSG_LEN (sizeof (gint));
  memcpy (CMSG_DATA (c), &traffic_class, sizeof (gint));
  fail_unless (sendmsg (in->fd, &header, 0) == sizeof (packet));
}

static gint
n_received (In * in)
{
  return g_atomic_int_get (&in->right) + g_atomic_int_get (&in->wrong)
      + g_atomic_int_get (&in->without);
}

#define MANY 100000

/* For IPv6, which differs in nothing but the message */
#define SOME 10000

/* As fast as it goes into a small socket buffer, so that it overflows. */
GST_START_TEST (test_ecn_in_many_packets)
{
  gint64 end = g_get_monotonic_time () + 20 * G_TIME_SPAN_SECOND;
  gint many = __i__ == 0 ? MANY : SOME;
  guint32 random = 1;
  gint sent = 0;
  In in;

  in_start (&in, __i__ == 0 ? AF_INET : AF_INET6, "buffer-size=20000");
  while (n_received (&in) < many && g_get_monotonic_time () < end) {
    random = random * 1664525u + 1013904223u;
    send_packet (&in, (random >> 24) & 0xff);
    sent++;
  }
  fail_unless (n_received (&in) >= many, "%d of %d", n_received (&in), sent);
  fail_unless (sent > many, "no packet was lost: the buffer was not full");
  fail_unless_equals_int (in.wrong, 0);
  fail_unless_equals_int (in.without, 0);
  in_stop (&in);
}

GST_END_TEST;

static void
wait_for_packets (In * in, gint n)
{
  gint64 end = g_get_monotonic_time () + 5 * G_TIME_SPAN_SECOND;

  while (n_received (in) < n && g_get_monotonic_time () < end)
    g_usleep (1000);
  fail_unless_equals_int (n_received (in), n);
}

/* What is known of a packet is not known of the next one. */
GST_START_TEST (test_ecn_in_cannot_be_read)
{
  GstElement *source;
  GSocket *socket;
  In in;

  in_start (&in, AF_INET, "");
  send_packet (&in, 3);
  wait_for_packets (&in, 1);
  source = gst_bin_get_by_name (GST_BIN (in.pipeline), "u");
  g_object_get (source, "used-socket", &socket, NULL);
  set_option (g_socket_get_fd (socket), IPPROTO_IP, IP_RECVTOS, 0);
  send_packet (&in, 3);
  wait_for_packets (&in, 2);
  fail_unless_equals_int (in.right, 1);
  fail_unless_equals_int (in.without, 1);
  g_object_unref (socket);
  gst_object_unref (source);
  in_stop (&in);
}

GST_END_TEST;

GST_START_TEST (test_ecn_in_keeps_the_traffic_class)
{
  guint8 traffic_class = 0;
  gboolean ipv6 = FALSE;
  GSocketControlMessage *message = gst_traffic_class_message_new (0xb9, TRUE);

  fail_unless (gst_traffic_class_read (message, &traffic_class, &ipv6));
  fail_unless_equals_int (traffic_class, 0xb9);
  fail_unless (ipv6);
  g_object_unref (message);
}

GST_END_TEST;

/* A message that was received is asked of each type, ours too. */
GST_START_TEST (test_ecn_in_other_messages_are_left_alone)
{
  gint value = 1;
  gpointer byte = g_malloc0 (1);        /* sanitizers see who reads more */
  GSocketControlMessage *message = gst_traffic_class_message_new (1, FALSE);
  GstElement *source = gst_element_factory_make ("udpsrc", NULL);

  gst_ecn_source_enable (source);
  fail_unless (g_socket_control_message_deserialize (SOL_SOCKET, 12345,
          sizeof (value), &value) == NULL);
  /* Too short for what it says it is */
  fail_unless (g_socket_control_message_deserialize (IPPROTO_IPV6, IPV6_TCLASS,
          1, byte) == NULL);
  g_free (byte);
  g_object_unref (message);
  gst_object_unref (source);
}

GST_END_TEST;

static Suite *
ecn_suite (void)
{
  Suite *s = suite_create ("ecn");
  TCase *tc = tcase_create ("all");

  suite_add_tcase (s, tc);
  tcase_add_loop_test (tc, test_ecn_out, 0, G_N_ELEMENTS (out_cases));
  tcase_add_test (tc, test_ecn_out_dual_stack);
  tcase_add_test (tc, test_ecn_out_dscp_changes_later);
  tcase_add_test (tc, test_ecn_out_lists);
  tcase_add_test (tc, test_ecn_out_ends);
  tcase_add_test (tc, test_ecn_out_srtp);
  tcase_add_test (tc, test_ecn_feedback_is_not_ect);
  tcase_add_loop_test (tc, test_ecn_in_many_packets, 0, 2);
  tcase_add_test (tc, test_ecn_in_cannot_be_read);
  tcase_add_test (tc, test_ecn_in_keeps_the_traffic_class);
  tcase_add_test (tc, test_ecn_in_other_messages_are_left_alone);
  return s;
}

GST_CHECK_MAIN (ecn);
