/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Who paces packets in the kernel: answers as it gives them, and a socket */
#include <linux/netlink.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <string.h>
#include <sys/socket.h>
#include <gst/check/gstcheck.h>

#include "plugins/scream/net/gstkernelpacing.h"

#ifndef SO_MAX_PACING_RATE
#define SO_MAX_PACING_RATE 47
#endif

#define INDEX 3

typedef struct
{
  guint8 bytes[1024];
  gsize size;
} Answer;

static void
add (Answer * answer, guint16 type, gint index, guint32 parent,
    const gchar * kind)
{
  guint8 *at = answer->bytes + answer->size;
  struct nlmsghdr header = { 0, };
  struct tcmsg message = { 0, };
  struct rtattr attribute = { 0, };
  gsize length = kind != NULL ? strlen (kind) + 1 : 0;

  attribute.rta_type = TCA_KIND;
  attribute.rta_len = (guint16) RTA_LENGTH (length);
  header.nlmsg_type = type;
  header.nlmsg_len = (guint32) (NLMSG_LENGTH (sizeof (message))
      + (kind != NULL ? RTA_SPACE (length) : 0));
  message.tcm_ifindex = index;
  message.tcm_parent = parent;
  memcpy (at, &header, sizeof (header));
  memcpy (at + NLMSG_LENGTH (0), &message, sizeof (message));
  if (kind != NULL) {
    memcpy (at + NLMSG_LENGTH (sizeof (message)), &attribute,
        sizeof (attribute));
    memcpy (at + NLMSG_LENGTH (sizeof (message)) + RTA_LENGTH (0), kind,
        length);
  }
  answer->size += NLMSG_ALIGN (header.nlmsg_len);
}

static gboolean
is_paced (const Answer * answer)
{
  GstKernelPacingQdiscs qdiscs = { 0, };

  gst_kernel_pacing_read (answer->bytes, answer->size, INDEX, &qdiscs);
  return gst_kernel_pacing_is_paced (&qdiscs);
}

GST_START_TEST (test_kernelpacing_root)
{
  static const gchar *const kinds[] =
      { "fq", "fq_codel", "pfifo_fast", "f", "" };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (kinds); i++) {
    Answer answer = { {0,}, 0 };

    add (&answer, RTM_NEWQDISC, INDEX + 1, TC_H_ROOT, i > 0 ? "fq" : "noqueue");
    add (&answer, RTM_NEWQDISC, INDEX, TC_H_ROOT, kinds[i]);
    add (&answer, RTM_NEWQDISC, INDEX, TC_H_INGRESS, "ingress");
    fail_unless_equals_int (is_paced (&answer), i == 0);
  }
}

GST_END_TEST;

/* One queue for each processor: all of them have to. */
GST_START_TEST (test_kernelpacing_queues)
{
  Answer answer = { {0,}, 0 };

  add (&answer, RTM_NEWQDISC, INDEX, TC_H_ROOT, "mq");
  fail_if (is_paced (&answer));
  add (&answer, RTM_NEWQDISC, INDEX, 1, "fq");
  add (&answer, RTM_NEWQDISC, INDEX, 2, "fq");
  fail_unless (is_paced (&answer));
  add (&answer, RTM_NEWQDISC, INDEX, 3, "fq_codel");
  fail_if (is_paced (&answer));
}

GST_END_TEST;

/* What ends anywhere, and lengths that are wrong, are read as far as they go. */
GST_START_TEST (test_kernelpacing_broken)
{
  Answer answer = { {0,}, 0 };
  GstKernelPacingQdiscs qdiscs;
  gsize size;
  guint i, j;

  add (&answer, RTM_NEWQDISC, INDEX, TC_H_ROOT, "fq");
  add (&answer, RTM_NEWQDISC, INDEX, TC_H_ROOT, NULL);
  add (&answer, NLMSG_DONE, 0, 0, NULL);
  for (size = 0; size <= answer.size; size++) {
    guint8 *copy = g_malloc (size + 1);

    memcpy (copy, answer.bytes, size);
    memset (&qdiscs, 0, sizeof (qdiscs));
    gst_kernel_pacing_read (copy, size, INDEX, &qdiscs);
    fail_unless (qdiscs.over == (size == answer.size));
    g_free (copy);
  }
  for (i = 0; i < answer.size; i++) {
    for (j = 1; j < 256; j *= 3) {
      guint8 *copy = g_malloc (answer.size);

      memcpy (copy, answer.bytes, answer.size);
      copy[i] = (guint8) (copy[i] + j);
      memset (&qdiscs, 0, sizeof (qdiscs));
      gst_kernel_pacing_read (copy, answer.size, INDEX, &qdiscs);
      g_free (copy);
    }
  }
}

GST_END_TEST;

static guint
rate_of (GSocket * socket)
{
  guint rate = 0;
  socklen_t size = sizeof (rate);

  fail_unless (getsockopt (g_socket_get_fd (socket), SOL_SOCKET,
          SO_MAX_PACING_RATE, &rate, &size) == 0);
  return rate;
}

/* A quarter more than the pacing rate, in bytes; small changes are none; none is left
 * behind. */
GST_START_TEST (test_kernelpacing_rate)
{
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);
  GstKernelPacing *pacing = gst_kernel_pacing_new_unchecked (socket);

  fail_unless_equals_uint64 (gst_kernel_pacing_get_rate (pacing), 0);
  gst_kernel_pacing_set_rate (pacing, 8000000);
  fail_unless_equals_int (rate_of (socket), 1250000);
  fail_unless_equals_uint64 (gst_kernel_pacing_get_rate (pacing), 10000000);
  gst_kernel_pacing_set_rate (pacing, 8400000);
  fail_unless_equals_int (rate_of (socket), 1250000);
  gst_kernel_pacing_set_rate (pacing, 4000000);
  fail_unless_equals_int (rate_of (socket), 625000);
  gst_kernel_pacing_free (pacing);
  fail_unless (rate_of (socket) == G_MAXUINT32);
  g_object_unref (socket);
}

GST_END_TEST;

/* Here it is as it is: there is one, or a reason. */
GST_START_TEST (test_kernelpacing_here)
{
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);
  GSocketAddress *to = g_inet_socket_address_new_from_string ("127.0.0.1",
      5000);
  GError *error = NULL;
  GstKernelPacing *pacing = gst_kernel_pacing_new (socket, to, &error);

  fail_unless ((pacing == NULL) == (error != NULL));
  if (error != NULL)
    fail_unless (strstr (error->message, "not fq") != NULL, "%s",
        error->message);
  g_clear_error (&error);
  g_clear_pointer (&pacing, gst_kernel_pacing_free);
  g_object_unref (to);
  g_object_unref (socket);
}

GST_END_TEST;

static Suite *
kernelpacing_suite (void)
{
  Suite *s = suite_create ("kernelpacing");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_kernelpacing_root);
  tcase_add_test (tc, test_kernelpacing_queues);
  tcase_add_test (tc, test_kernelpacing_broken);
  tcase_add_test (tc, test_kernelpacing_rate);
  tcase_add_test (tc, test_kernelpacing_here);
  return s;
}

GST_CHECK_MAIN (kernelpacing);
