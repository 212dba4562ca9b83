/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The plain C libraries when there is no memory.
 *
 * The linker leads their calls of malloc and the like to here.  A scenario runs
 * once for each allocation that it makes, and that one fails; then once more
 * for each, and all from that one on fail.  Nothing may crash, and all that was
 * allocated is given back.
 */
#include "tests/check/libs/rtpcc/mechanism.h"

#include <gst/lab/linkemu/linkemu.h>
#include <gst/rtpcc/control/rtpcc-controllers.h>
#include <gst/rtpcc/receiver/rtpcc-reporter.h>
#include <gst/rtpcc/session/rtpcc-session.h>
#include <glib/gstdio.h>
#include <stdlib.h>

#define PACKETS 2500            /* more than the first sizes of rings hold */
#define STREAMS 3

void *__real_malloc (size_t size);
void *__real_calloc (size_t n, size_t size);
void *__real_realloc (void *memory, size_t size);
void __real_free (void *memory);
void *__wrap_malloc (size_t size);
void *__wrap_calloc (size_t n, size_t size);
void *__wrap_realloc (void *memory, size_t size);
void __wrap_free (void *memory);

static unsigned n_allocations;
static unsigned first_failure;  /* counted from 1; 0: none */
static gboolean only_one;
static int n_held;

static gboolean
fails (void)
{
  n_allocations++;
  if (first_failure == 0)
    return FALSE;
  return only_one ? n_allocations == first_failure
      : n_allocations >= first_failure;
}

void *
__wrap_malloc (size_t size)
{
  if (fails ())
    return NULL;
  n_held++;
  return __real_malloc (size);
}

void *
__wrap_calloc (size_t n, size_t size)
{
  if (fails ())
    return NULL;
  n_held++;
  return __real_calloc (n, size);
}

void *
__wrap_realloc (void *memory, size_t size)
{
  if (fails ())
    return NULL;
  n_held += memory == NULL;
  return __real_realloc (memory, size);
}

void
__wrap_free (void *memory)
{
  n_held -= memory != NULL;
  __real_free (memory);
}

/* ---- what is done with little memory ---- */

static void
report_back (RtpCcSession * session, RtpCcReporter * reporter, RtpCcTime now)
{
  guint8 data[1500];
  bool other;
  size_t size;

  while ((size = rtp_cc_reporter_feedback (reporter, data, sizeof (data),
              now)) > 0)
    rtp_cc_session_rtcp (session, data, size, &other, now);
}

static void
arrive (RtpCcReporter * reporter, const RtpCcQueueItem * item, RtpCcTime now)
{
  RtpCcReceived received = { 0 };

  /* Some are lost, so that gaps are reported. */
  if (item->seq % 50 == 49)
    return;
  received.ssrc = item->ssrc;
  received.seq = item->seq;
  received.timestamp = item->timestamp;
  received.marker = item->marker;
  received.size = item->size;
  received.clock_rate = 90000;
  received.has_number = true;
  received.number = item->number;
  received.arrival = now;
  rtp_cc_reporter_on_packet (reporter, &received, now);
}

static void
send_all (RtpCcSession * session, RtpCcReporter * reporter, RtpCcTime now)
{
  RtpCcQueueItem item;

  while (rtp_cc_session_dequeue (session, &item, now) >= 0)
    arrive (reporter, &item, now);
  report_back (session, reporter, now);
}

static void
talk (RtpCcSession * session, RtpCcReporter * reporter)
{
  RtpCcStreamConfig config = { 0 };
  RtpCcTime now = T0;
  int streams[STREAMS], i;

  config.priority = 1;
  for (i = 0; i < STREAMS; i++)
    streams[i] = rtp_cc_session_add_stream (session, &config, now);
  rtp_cc_session_set_twcc_base (session, 65000);
  for (i = 0; i < PACKETS; i++, now += 5 * MS) {
    RtpCcSessionPacket packet = { 0 };
    int stream = streams[i % STREAMS];

    packet.is_packet = true;
    packet.ssrc = (guint32) (i % STREAMS);
    packet.seq = (guint16) (i / STREAMS);
    packet.timestamp = (guint32) (450 * i);
    packet.marker = i % 4 == 0;
    packet.size = 1200;
    packet.payload_size = 1188;
    if (stream >= 0)
      rtp_cc_session_enqueue (session, stream, &packet, now);
    rtp_cc_session_tick (session, NULL, NULL, now);
    send_all (session, reporter, now);
  }
}

static void
sender_and_receiver (const RtpCcOps * ops, RtpCcReporterKind kind)
{
  RtpCcSessionConfig config;
  RtpCcReporterConfig receiver = { 0 };
  RtpCcSession *session;
  RtpCcReporter *reporter;

  rtp_cc_session_config_init (&config);
  config.ops = ops;
  receiver.kind = kind;
  receiver.receiver.max_interval = 40 * MS;
  receiver.receiver.max_packets = 16;
  receiver.receiver.max_size = 1200;
  receiver.packet_overhead = 28;
  session = rtp_cc_session_new (&config, T0);
  reporter = rtp_cc_reporter_new (&receiver, T0);
  if (session != NULL && reporter != NULL)
    talk (session, reporter);
  rtp_cc_reporter_free (reporter);
  rtp_cc_session_free (session, NULL, NULL);
}

static void
free_nothing (void *packet)
{
}

static void
carry (LinkEmu * link)
{
  static char packet;
  LinkEmuDeparture departure;
  LinkEmuPacketInfo info = { 1200, LINKEMU_ECT_1, 0 };
  int64_t now = T0;
  int i;

  for (i = 0; i < PACKETS; i++, now += MS) {
    info.flow = (uint32_t) i % 5;
    linkemu_enqueue (link, &packet, &info, now);
    while (i > PACKETS / 2 && linkemu_dequeue (link, &departure, now));
  }
}

static void
one_link (const char *aqm, bool fq)
{
  char error[LINKEMU_ERROR_SIZE];
  LinkEmuConfig config = { 0 };
  LinkEmu *link;

  config.rate = linkemu_rate_schedule ("0:2M,1:1M", error);
  config.aqm = aqm;
  config.fq = fq;
  config.delay = 20 * MS;
  link = linkemu_new (&config, T0);
  if (link == NULL)
    return;
  carry (link);
  linkemu_free (link, free_nothing);
}

static void
one_trace (const char *path)
{
  char error[LINKEMU_ERROR_SIZE];

  linkemu_rate_free (linkemu_rate_trace (path, error));
}

/* ---- ---- */

typedef void (*Scenario) (gconstpointer data, int i);

static void
run_out (Scenario scenario, gconstpointer data, int i)
{
  unsigned n, all;

  first_failure = n_allocations = 0;
  scenario (data, i);
  fail_unless_equals_int (n_held, 0);
  all = n_allocations;
  fail_unless (all > 0);
  for (n = 0; n < 2 * all; n++) {
    first_failure = n / 2 + 1;
    only_one = n % 2 == 0;
    n_allocations = 0;
    scenario (data, i);
    fail_unless (n_held == 0, "%d held when allocation %u failed", n_held,
        first_failure);
  }
}

static void
with_reporter (gconstpointer ops, int kind)
{
  sender_and_receiver (ops, (RtpCcReporterKind) kind);
}

static void
with_link (gconstpointer aqm, int fq)
{
  one_link (aqm, fq != 0);
}

static void
with_trace (gconstpointer path, int i)
{
  one_trace (path);
}

GST_START_TEST (test_memory_sender_and_receiver)
{
  run_out (with_reporter, rtp_cc_find ("scream"), __i__);
}

GST_END_TEST;

GST_START_TEST (test_memory_links)
{
  static const char *const aqms[] = { NULL, "codel", "pie", "dualpi2" };
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (aqms); i++) {
    run_out (with_link, aqms[i], 0);
    if (i == 1 || i == 2)
      run_out (with_link, aqms[i], 1);
  }
}

GST_END_TEST;

GST_START_TEST (test_memory_trace)
{
  GString *lines = g_string_new (NULL);
  gchar *path = g_build_filename (g_get_tmp_dir (), "faults-XXXXXX", NULL);
  gint fd = g_mkstemp (path), i;

  for (i = 0; i < 5000; i++)
    g_string_append_printf (lines, "%d\n", i);
  fail_unless (fd >= 0 && g_close (fd, NULL));
  fail_unless (g_file_set_contents (path, lines->str, -1, NULL));
  run_out (with_trace, path, 0);
  g_unlink (path);
  g_free (path);
  g_string_free (lines, TRUE);
}

GST_END_TEST;

static Suite *
memory_suite (void)
{
  Suite *s = suite_create ("memory");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  /* Each allocation fails once, which takes 5 s of a processor. */
  tcase_set_timeout (tc, 150);
  /* Kinds of feedback; a controller allocates nothing by itself. */
  tcase_add_loop_test (tc, test_memory_sender_and_receiver, 0, 3);
  tcase_add_test (tc, test_memory_links);
  tcase_add_test (tc, test_memory_trace);
  return s;
}

GST_CHECK_MAIN (memory);
