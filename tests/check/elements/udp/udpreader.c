/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The reader of screamudpsrc when recvmmsg() fails, and where there is none */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "plugins/scream/udp/gstscreamudpreader.h"
#include "tests/check/elements/elementtest.h"
#include "udptest.h"

int __real_recvmmsg (int fd, struct mmsghdr *messages, unsigned n, int flags,
    struct timespec *timeout);
int __wrap_recvmmsg (int fd, struct mmsghdr *messages, unsigned n, int flags,
    struct timespec *timeout);

gint64 __real_g_get_monotonic_time (void);
gint64 __wrap_g_get_monotonic_time (void);

static int failure;             /* errno of the next call; 0: none */
static time_t earlier;          /* s: so long ago the kernel took what comes */
static gint64 later;            /* us, of the clock that cannot be set */

gint64
__wrap_g_get_monotonic_time (void)
{
  return __real_g_get_monotonic_time () + later;
}

static void
take_earlier (struct msghdr *header)
{
  struct cmsghdr *control;
  struct timespec taken;

  for (control = CMSG_FIRSTHDR (header); control != NULL;
      control = CMSG_NXTHDR (header, control)) {
    if (control->cmsg_level != SOL_SOCKET
        || control->cmsg_type != SO_TIMESTAMPNS)
      continue;
    memcpy (&taken, CMSG_DATA (control), sizeof (taken));
    taken.tv_sec -= earlier;
    memcpy (CMSG_DATA (control), &taken, sizeof (taken));
  }
}

int
__wrap_recvmmsg (int fd, struct mmsghdr *messages, unsigned n, int flags,
    struct timespec *timeout)
{
  int i, got;

  if (failure == 0) {
    got = __real_recvmmsg (fd, messages, n, flags, timeout);
    for (i = 0; i < got; i++)
      take_earlier (&messages[i].msg_hdr);
    return got;
  }
  errno = failure;
  failure = 0;
  return -1;
}

typedef struct
{
  GSocket *socket, *sender;
  guint16 port;
  GstScreamUdpReader *reader;
  const GstScreamUdpPacket *packets;
  guint n;
} Fixture;

static void
start (Fixture * f)
{
  f->socket = bound_socket ();
  f->port = port_of (f->socket);
  f->sender = sender_new (G_SOCKET_FAMILY_IPV4);
  f->reader = gst_scream_udp_reader_new (f->socket, TRUE);
  failure = 0;
}

static void
stop (Fixture * f)
{
  gst_scream_udp_reader_free (f->reader);
  g_object_unref (f->socket);
  g_object_unref (f->sender);
}

static gboolean
read_with (Fixture * f, int number)
{
  GError *error = NULL;
  gboolean good;

  failure = number;
  good = gst_scream_udp_reader_read (f->reader, &f->packets, &f->n, &error);
  fail_unless (good == (error == NULL));
  g_clear_error (&error);
  return good;
}

static GstClockTime
read_age (Fixture * f)
{
  static const guint8 bytes[10];

  send_bytes (f->sender, f->port, bytes, sizeof (bytes));
  fail_unless (read_with (f, 0));
  fail_unless_equals_int (f->n, 1);
  return f->packets[0].age;
}

/* A packet that is older than the time in which nobody read is older because the clock was
 * set. A machine that stood still finds packets that are as old as that. */
GST_START_TEST (test_udpreader_ages)
{
  Fixture f;

  start (&f);
  fail_unless (read_age (&f) < 5 * GST_SECOND);
  earlier = 10;
  fail_unless_equals_uint64 (read_age (&f), 0);
  later += 11 * G_TIME_SPAN_SECOND;
  fail_unless (read_age (&f) >= 10 * GST_SECOND);
  fail_unless_equals_uint64 (read_age (&f), 0);
  earlier = -10;
  fail_unless_equals_uint64 (read_age (&f), 0);
  earlier = later = 0;
  stop (&f);
}

GST_END_TEST;

/* An error of one packet is not the end. */
GST_START_TEST (test_udpreader_passing_errors)
{
  static const int numbers[] = {
    ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ENOMEM, ENOBUFS
  };
  GstScreamUdpReaderStats stats;
  Fixture f;
  guint i;

  start (&f);
  for (i = 0; i < G_N_ELEMENTS (numbers); i++) {
    fail_unless (read_with (&f, numbers[i]));
    fail_unless_equals_int (f.n, 0);
    fail_if (gst_scream_udp_reader_is_drained (f.reader));
    fail_unless_equals_int (gst_scream_udp_reader_get_vain (f.reader), i + 1);
  }
  send_bytes (f.sender, f.port, (const guint8 *) "a", 1);
  fail_unless (read_with (&f, 0));
  fail_unless_equals_int (f.n, 1);
  fail_unless_equals_int (gst_scream_udp_reader_get_vain (f.reader), 0);
  gst_scream_udp_reader_get_stats (f.reader, &stats);
  fail_unless_equals_uint64 (stats.errors, G_N_ELEMENTS (numbers));
  stop (&f);
}

GST_END_TEST;

GST_START_TEST (test_udpreader_lasting_errors)
{
  static const int numbers[] = { EBADF, ENOTSOCK, EINVAL };
  Fixture f;
  guint i;

  start (&f);
  for (i = 0; i < G_N_ELEMENTS (numbers); i++)
    fail_if (read_with (&f, numbers[i]));
  stop (&f);
}

GST_END_TEST;

GST_START_TEST (test_udpreader_interrupted)
{
  static const int numbers[] = { EAGAIN, EINTR };
  Fixture f;
  guint i;

  start (&f);
  for (i = 0; i < G_N_ELEMENTS (numbers); i++) {
    fail_unless (read_with (&f, numbers[i]));
    fail_unless (gst_scream_udp_reader_is_drained (f.reader));
    fail_unless_equals_int (gst_scream_udp_reader_get_vain (f.reader), 0);
  }
  stop (&f);
}

GST_END_TEST;

/* A sandbox allows no recvmmsg(): one at a time, by GLib. */
GST_START_TEST (test_udpreader_forbidden)
{
  static const int numbers[] = { ENOSYS, EPERM };
  Fixture f;
  guint i, k;

  for (k = 0; k < G_N_ELEMENTS (numbers); k++) {
    start (&f);
    fail_unless (read_with (&f, numbers[k]));
    fail_unless (read_with (&f, EBADF));        /* it is not called */
    fail_unless (gst_scream_udp_reader_is_drained (f.reader));
    send_bytes (f.sender, f.port, (const guint8 *) "", 0);
    for (i = 0; i < 3; i++)
      send_bytes (f.sender, f.port, (const guint8 *) "abc", 1 + i);
    fail_unless (read_with (&f, 0));
    fail_unless_equals_int (f.n, 0);
    for (i = 0; i < 3; i++) {
      fail_unless (read_with (&f, 0));
      fail_unless_equals_int (f.n, 1);
      fail_unless_equals_uint64 (f.packets[0].size, 1 + i);
      fail_unless (f.packets[0].from != NULL);
      fail_unless_equals_uint64 (f.packets[0].age, 0);
    }
    fail_unless (read_with (&f, 0));
    fail_unless_equals_int (f.n, 0);
    fail_unless (gst_scream_udp_reader_is_drained (f.reader));
    stop (&f);
  }
}

GST_END_TEST;

/* Datagrams of all lengths that wait together do not touch each other: the first bytes
 * of each have a place of their own. */
GST_START_TEST (test_udpreader_lengths)
{
  static const gsize sizes[] = { 1535, 1, 1536, 65507, 1537, 20, 9000 };
  static guint8 data[65507];
  Fixture f;
  guint i;
  gsize k;

  start (&f);
  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    for (k = 0; k < sizes[i]; k++)
      data[k] = (guint8) (k / 7 + 31 * i);
    send_bytes (f.sender, f.port, data, sizes[i]);
  }
  fail_unless (read_with (&f, 0));
  fail_unless_equals_int (f.n, G_N_ELEMENTS (sizes));
  for (i = 0; i < f.n; i++) {
    fail_unless_equals_uint64 (f.packets[i].size, sizes[i]);
    for (k = 0; k < sizes[i]; k++)
      fail_unless_equals_int (f.packets[i].data[k], (guint8) (k / 7 + 31 * i));
  }
  stop (&f);
}

GST_END_TEST;

/* A socket that was shut down reads as if empty datagrams came without end. */
GST_START_TEST (test_udpreader_shut_down)
{
  GstScreamUdpReaderStats stats;
  GError *error = NULL;
  Fixture f;
  guint i;

  start (&f);
  send_bytes (f.sender, f.port, (const guint8 *) "a", 1);
  shutdown (g_socket_get_fd (f.socket), SHUT_RD);
  for (i = 0; i < 300 && gst_scream_udp_reader_get_vain (f.reader) <= 100; i++) {
    if (!gst_scream_udp_reader_read (f.reader, &f.packets, &f.n, &error))
      break;
    if (gst_scream_udp_reader_is_drained (f.reader))
      break;
  }
  g_clear_error (&error);
  gst_scream_udp_reader_get_stats (f.reader, &stats);
  fail_unless (stats.packets <= 1);
  stop (&f);
}

GST_END_TEST;

/* Memory that one reader does not need is that of the next; what it still needs is its
 * own, and so it is when the socket is empty. */
GST_START_TEST (test_udpreader_shares_places)
{
  const guint8 *place;
  Fixture a, b;

  start (&a);
  start (&b);
  send_bytes (a.sender, a.port, (const guint8 *) "a", 1);
  send_bytes (b.sender, b.port, (const guint8 *) "b", 1);
  fail_unless (read_with (&a, 0) && a.n == 1);
  place = a.packets[0].data;
  fail_unless (read_with (&b, 0) && b.n == 1);
  fail_if (b.packets[0].data == place);
  fail_unless_equals_int (place[0], 'a');
  gst_scream_udp_reader_done (b.reader);

  gst_scream_udp_reader_done (a.reader);
  send_bytes (b.sender, b.port, (const guint8 *) "c", 1);
  fail_unless (read_with (&b, 0) && b.n == 1);
  fail_unless (b.packets[0].data == place);
  fail_unless_equals_int (place[0], 'c');
  fail_unless (read_with (&b, 0) && b.n == 0);
  send_bytes (a.sender, a.port, (const guint8 *) "d", 1);
  fail_unless (read_with (&a, 0) && a.n == 1);
  fail_unless (a.packets[0].data == place);
  stop (&a);
  stop (&b);
}

GST_END_TEST;

static Suite *
udpreader_suite (void)
{
  Suite *s = suite_create ("udpreader");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_udpreader_ages);
  tcase_add_test (tc, test_udpreader_passing_errors);
  tcase_add_test (tc, test_udpreader_lasting_errors);
  tcase_add_test (tc, test_udpreader_interrupted);
  tcase_add_test (tc, test_udpreader_forbidden);
  tcase_add_test (tc, test_udpreader_lengths);
  tcase_add_test (tc, test_udpreader_shut_down);
  tcase_add_test (tc, test_udpreader_shares_places);
  return s;
}

GST_CHECK_MAIN (udpreader);
