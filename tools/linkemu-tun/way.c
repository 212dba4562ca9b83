/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "way.h"
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
tun_way_clear (TunWay * way)
{
  if (way->link == NULL)
    linkemu_rate_free (way->config.rate);
  linkemu_free (way->link, forget_packet);
  way->link = NULL;
  way->config.rate = NULL;
}

/* Time of a schedule or a trace starts with the first packet. */
static void
ensure_link (TunWay * way, gint64 now)
{
  if (way->link != NULL)
    return;
  way->link = linkemu_new (&way->config, now);
  way->config.rate = NULL;
  if (way->link == NULL)
    g_error ("out of memory");
}

/*** in **********************************************************************/

static void
enqueue (TunWay * way, TunPacket * packet)
{
  gint64 now = tun_realtime_now ();
  LinkEmuPacketInfo info;
  LinkEmuFate fate;

  info.size = (guint32) packet->size;
  info.ecn = packet->ip.ecn;
  info.flow = packet->ip.flow;
  ensure_link (way, now);
  fate = linkemu_enqueue (way->link, packet, &info, now);
  if (fate == LINKEMU_TAKEN)
    return;
  if (way->log != NULL)
    tun_packet_log_refusal (way->log, &packet->ip, &info, fate, now);
  tun_pool_give (way->pool, packet);
}

/* Returns an errno. */
static int
read_packet (TunWay * way, TunPacket * packet)
{
  ssize_t size = read (way->from->fd, packet->data, sizeof (packet->data));

  if (size < 0) {
    tun_pool_give (way->pool, packet);
    return errno;
  }
  packet->size = (gsize) size;
  if (tun_ip_parse (packet->data, packet->size, &packet->ip)) {
    enqueue (way, packet);
  } else {
    way->losses.not_ip++;
    tun_pool_give (way->pool, packet);
  }
  return 0;
}

static int
discard_packet (TunWay * way)
{
  guint8 byte;

  if (read (way->from->fd, &byte, 1) < 0)
    return errno;
  way->losses.no_buffer++;
  return 0;
}

gboolean
tun_way_read (TunWay * way)
{
  int status = 0;

  for (guint i = 0; i < MAX_PACKETS_AT_ONCE && status == 0; i++) {
    TunPacket *packet = tun_pool_take (way->pool);

    status = packet != NULL ? read_packet (way, packet) : discard_packet (way);
  }
  /* While a device is down it cannot be read, and may come up again. */
  return status == 0 || status == EAGAIN || status == EINTR || status == EIO;
}

/*** out *********************************************************************/

static void
write_packet (TunWay * way, TunPacket * packet, gboolean marked)
{
  if (marked)
    tun_ip_mark_ce (packet->data);
  if (write (way->to->fd, packet->data, packet->size) < 0)
    way->losses.not_written++;
}

void
tun_way_write (TunWay * way)
{
  gint64 now = tun_realtime_now ();
  LinkEmuDeparture departure;

  if (way->link == NULL)
    return;
  while (linkemu_dequeue (way->link, &departure, now)) {
    TunPacket *packet = departure.packet;

    if (!departure.dropped) {
      write_packet (way, packet, departure.marked);
      now = tun_realtime_now ();
      linkemu_histogram_add (way->lateness, now - departure.arrival);
    }
    if (way->log != NULL)
      tun_packet_log_departure (way->log, &packet->ip, &departure);
    tun_pool_give (way->pool, packet);
  }
}

gint64
tun_way_next_time (const TunWay * way)
{
  return way->link != NULL ? linkemu_next_time (way->link) : LINKEMU_TIME_NEVER;
}

void
tun_way_stats (TunWay * way, LinkEmuStats * stats)
{
  if (way->link != NULL) {
    linkemu_stats (way->link, stats, tun_realtime_now ());
    return;
  }
  memset (stats, 0, sizeof (*stats));
  stats->utilisation = NAN;
}
