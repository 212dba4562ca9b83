/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "direction.h"
#include "realtime.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* So that one direction does not make the other one late. */
#define MAX_PACKETS_AT_ONCE 64

/* The link forgets what it has at the end; the pool knows all packets. */
static void
forget_packet (void *packet)
{
}

void
tun_direction_clear (TunDirection * direction)
{
  if (direction->link == NULL)
    linkemu_rate_free (direction->config.rate);
  linkemu_free (direction->link, forget_packet);
  direction->link = NULL;
  direction->config.rate = NULL;
}

/* Time of a schedule or a trace starts with the first packet. */
static void
ensure_link (TunDirection * direction, gint64 now)
{
  if (direction->link != NULL)
    return;
  direction->link = linkemu_new (&direction->config, now);
  direction->config.rate = NULL;
  if (direction->link == NULL)
    g_error ("out of memory");
}

/*** in **********************************************************************/

static void
enqueue (TunDirection * direction, TunPacket * packet)
{
  gint64 now = tun_realtime_now ();
  LinkEmuPacketInfo info;
  LinkEmuFate fate;

  info.size = (guint32) packet->size;
  info.ecn = packet->ip.ecn;
  info.flow = packet->ip.flow;
  ensure_link (direction, now);
  fate = linkemu_enqueue (direction->link, packet, &info, now);
  if (fate == LINKEMU_TAKEN)
    return;
  if (direction->log != NULL)
    tun_packet_log_refusal (direction->log, &packet->ip, &info, fate, now);
  tun_pool_give (direction->pool, packet);
}

/* Returns an errno. */
static int
read_packet (TunDirection * direction, TunPacket * packet)
{
  ssize_t size =
      read (direction->from->fd, packet->data, sizeof (packet->data));

  if (size < 0) {
    tun_pool_give (direction->pool, packet);
    return errno;
  }
  packet->size = (gsize) size;
  if (tun_ip_parse (packet->data, packet->size, &packet->ip)) {
    enqueue (direction, packet);
  } else {
    direction->losses.not_ip++;
    tun_pool_give (direction->pool, packet);
  }
  return 0;
}

static int
discard_packet (TunDirection * direction)
{
  guint8 byte;

  if (read (direction->from->fd, &byte, 1) < 0)
    return errno;
  direction->losses.no_buffer++;
  return 0;
}

gboolean
tun_direction_read (TunDirection * direction)
{
  int status = 0;

  for (guint i = 0; i < MAX_PACKETS_AT_ONCE && status == 0; i++) {
    TunPacket *packet = tun_pool_take (direction->pool);

    status =
        packet != NULL ? read_packet (direction,
        packet) : discard_packet (direction);
  }
  /* While a device is down it cannot be read, and may come up again. */
  return status == 0 || status == EAGAIN || status == EINTR || status == EIO;
}

/*** out *********************************************************************/

static void
write_packet (TunDirection * direction, TunPacket * packet, gboolean marked)
{
  if (marked)
    tun_ip_mark_ce (packet->data);
  if (write (direction->to->fd, packet->data, packet->size) < 0)
    direction->losses.not_written++;
}

void
tun_direction_write (TunDirection * direction)
{
  gint64 now = tun_realtime_now ();
  LinkEmuDeparture departure;

  if (direction->link == NULL)
    return;
  while (linkemu_dequeue (direction->link, &departure, now)) {
    TunPacket *packet = departure.packet;

    if (!departure.dropped) {
      write_packet (direction, packet, departure.marked);
      now = tun_realtime_now ();
      linkemu_histogram_add (direction->lateness, now - departure.arrival);
    }
    if (direction->log != NULL)
      tun_packet_log_departure (direction->log, &packet->ip, &departure);
    tun_pool_give (direction->pool, packet);
  }
}

gint64
tun_direction_next_time (const TunDirection * direction)
{
  return direction->link !=
      NULL ? linkemu_next_time (direction->link) : LINKEMU_TIME_NEVER;
}

void
tun_direction_stats (TunDirection * direction, LinkEmuStats * stats)
{
  if (direction->link != NULL) {
    linkemu_stats (direction->link, stats, tun_realtime_now ());
    return;
  }
  memset (stats, 0, sizeof (*stats));
  stats->utilisation = NAN;
}
