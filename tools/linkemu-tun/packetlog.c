/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "packetlog.h"

#include <gio/gio.h>
#include <gst/lab/linkemu/linkemu-log.h>

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>

/* A power of two. */
#define RING_SIZE 65536
/* A lock to wake the writer would be one that the forwarder may wait for. */
#define WRITER_SLEEP (20 * G_TIME_SPAN_MILLISECOND)

typedef struct
{
  TunIpInfo ip;
  LinkEmuFate fate;             /* LINKEMU_TAKEN: see departure */
  LinkEmuDeparture departure;   /* otherwise only info, and enqueued is when */
} Record;

struct _TunPacketLog
{
  Record *ring;
  atomic_uint written;          /* by the forwarder */
  atomic_uint read;             /* by the writer */
  atomic_bool ended;
  guint64 lost;

  GThread *thread;
  FILE *file;
  guint32 overhead;
  int file_error;               /* errno */
};

/*** writer ******************************************************************/

static void
write_line (TunPacketLog * log, const gchar * line)
{
  if (log->file_error != 0)
    return;
  errno = 0;
  if (fputs (line, log->file) == EOF || fputc ('\n', log->file) == EOF)
    log->file_error = errno != 0 ? errno : EIO;
}

static void
write_record (TunPacketLog * log, const Record * record)
{
  const LinkEmuDeparture *departure = &record->departure;
  gchar flow[TUN_FLOW_SIZE], line[LINKEMU_LOG_LINE_SIZE];

  tun_ip_flow_name (&record->ip, flow);
  if (record->fate == LINKEMU_TAKEN)
    linkemu_log_departure (line, flow, departure);
  else
    linkemu_log_refusal (line, flow, &departure->info, log->overhead,
        record->fate, departure->enqueued);
  write_line (log, line);
}

static void
write_all (TunPacketLog * log)
{
  guint read = atomic_load_explicit (&log->read, memory_order_relaxed);
  guint written = atomic_load_explicit (&log->written, memory_order_acquire);

  for (; read != written; read++) {
    write_record (log, &log->ring[read % RING_SIZE]);
    atomic_store_explicit (&log->read, read + 1, memory_order_release);
  }
}

static gpointer
run_writer (gpointer user_data)
{
  TunPacketLog *log = user_data;
  gboolean ended;

  do {
    ended = atomic_load (&log->ended);
    write_all (log);
    if (!ended)
      g_usleep (WRITER_SLEEP);
  } while (!ended);
  return NULL;
}

/*** forwarder ***************************************************************/

/* NULL: the ring is full. */
static Record *
begin_record (TunPacketLog * log, const TunIpInfo * ip)
{
  guint written = atomic_load_explicit (&log->written, memory_order_relaxed);
  guint read = atomic_load_explicit (&log->read, memory_order_acquire);
  Record *record = &log->ring[written % RING_SIZE];

  if (written - read == RING_SIZE) {
    log->lost++;
    return NULL;
  }
  record->ip = *ip;
  return record;
}

static void
end_record (TunPacketLog * log)
{
  guint written = atomic_load_explicit (&log->written, memory_order_relaxed);

  atomic_store_explicit (&log->written, written + 1, memory_order_release);
}

void
tun_packet_log_departure (TunPacketLog * log, const TunIpInfo * ip,
    const LinkEmuDeparture * departure)
{
  Record *record = begin_record (log, ip);

  if (record == NULL)
    return;
  record->fate = LINKEMU_TAKEN;
  record->departure = *departure;
  end_record (log);
}

void
tun_packet_log_refusal (TunPacketLog * log, const TunIpInfo * ip,
    const LinkEmuPacketInfo * info, LinkEmuFate fate, gint64 now)
{
  Record *record = begin_record (log, ip);

  if (record == NULL)
    return;
  record->fate = fate;
  record->departure.info = *info;
  record->departure.enqueued = now;
  end_record (log);
}

guint64
tun_packet_log_lost (const TunPacketLog * log)
{
  return log->lost;
}

/*** life ********************************************************************/

TunPacketLog *
tun_packet_log_new (const gchar * path, guint32 overhead, GError ** error)
{
  FILE *file = fopen (path, "we");
  TunPacketLog *log;

  if (file == NULL) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "--log %s: %s", path,
        g_strerror (errno));
    return NULL;
  }
  log = g_new0 (TunPacketLog, 1);
  log->file = file;
  log->overhead = overhead;
  log->ring = g_new0 (Record, RING_SIZE);
  write_line (log, linkemu_log_header ());
  log->thread = g_thread_new ("packet-log", run_writer, log);
  return log;
}

gboolean
tun_packet_log_free (TunPacketLog * log, GError ** error)
{
  gboolean complete;

  atomic_store (&log->ended, true);
  g_thread_join (log->thread);
  if (fclose (log->file) != 0 && log->file_error == 0)
    log->file_error = errno;
  complete = log->file_error == 0;
  if (!complete)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
        "the log is not complete: %s", g_strerror (log->file_error));
  g_free (log->ring);
  g_free (log);
  return complete;
}
