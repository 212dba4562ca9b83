/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "direction.h"
#include "realtime.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* So that one direction does not make the other one late. */
#define MAX_PACKETS_AT_ONCE 256

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
enqueue (TunDirection * direction, TunPacket * packet, gint64 now)
{
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

static void
take_packet (TunDirection * direction, TunSplit * split, gint64 now)
{
  TunPacket *packet = tun_pool_take (direction->pool);

  if (packet == NULL) {
    direction->losses.no_buffer += tun_split_left (split);
    split->done = split->count;
    return;
  }
  tun_split_next (split, packet);
  if (tun_ip_parse (packet->data, packet->size, &packet->ip)) {
    enqueue (direction, packet, now);
  } else {
    direction->losses.not_ip++;
    tun_pool_give (direction->pool, packet);
  }
}

/* Returns an errno. */
static int
read_packets (TunDirection * direction)
{
  ssize_t size = read (direction->from->fd, direction->buffer, TUN_READ_SIZE);
  gint64 now = tun_realtime_now ();
  TunSplit split;

  if (size < 0)
    return errno;
  if (!tun_split_begin (&split, direction->buffer, (gsize) size)) {
    direction->losses.not_ip++;
    return 0;
  }
  direction->moved += tun_split_left (&split);
  while (tun_split_left (&split) > 0)
    take_packet (direction, &split, now);
  return 0;
}

gboolean
tun_direction_read (TunDirection * direction)
{
  guint64 end = direction->moved + MAX_PACKETS_AT_ONCE;
  int status = 0;

  while (status == 0 && direction->moved < end)
    status = read_packets (direction);
  /* While a device is down it cannot be read, and may come up again. */
  return status == 0 || status == EAGAIN || status == EINTR || status == EIO;
}

/*** out *********************************************************************/

static void
write_merged (TunDirection * direction)
{
  TunMerge *merge = &direction->merge;
  gint64 now;

  if (merge->n == 0)
    return;
  if (!tun_merge_write (merge, direction->to->fd))
    direction->losses.not_written += merge->n;
  now = tun_realtime_now ();
  for (guint i = 0; i < merge->n; i++) {
    linkemu_histogram_add (direction->lateness, now - merge->packets[i]->due);
    tun_pool_give (direction->pool, merge->packets[i]);
  }
  direction->moved += merge->n;
  merge->n = 0;
}

static void
write_packet (TunDirection * direction, const LinkEmuDeparture * departure)
{
  TunPacket *packet = departure->packet;
  gboolean udp = direction->to->udp_pieces;

  if (departure->marked)
    tun_ip_mark_ce (packet->data);
  packet->due = departure->arrival;
  if (tun_merge_add (&direction->merge, packet, udp))
    return;
  write_merged (direction);
  tun_merge_add (&direction->merge, packet, udp);
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

    if (direction->log != NULL)
      tun_packet_log_departure (direction->log, &packet->ip, &departure);
    if (departure.dropped)
      tun_pool_give (direction->pool, packet);
    else
      write_packet (direction, &departure);
  }
  write_merged (direction);
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
