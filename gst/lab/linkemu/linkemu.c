/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu.c: one direction of an emulated path
 *
 * Events of the link (a packet starts on it, a packet has left it) happen at
 * their own time, however late the next call comes: advance() replays them in
 * order, so that lateness of the caller does not add up.  A packet on the link
 * is not in the queue.  Its arrival is settled when its last bit has left.
 */
#include "linkemu-aqm.h"
#include "linkemu-histogram.h"
#include "linkemu-loss.h"
#include "linkemu-packets.h"
#include "linkemu-random.h"
#include "linkemu-server.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* OURS: 18 years; a delay and 3 jitters added to a time cannot overflow */
#define LINKEMU_TIME_MAX (INT64_MAX / 16)
/* RFC 8868 section 4.5.3: where the normal distribution is clipped */
#define LINKEMU_JITTER_CLIP 3.0
/* UNIT: number of a random stream; loss has 2 and 3 */
#define LINKEMU_STREAM_JITTER 1

struct _LinkEmu
{
  LinkEmuConfig config;
  LinkEmuRate *rate;
  int64_t rate_start;
  LinkEmuAqm *aqm;

  LinkEmuLoss loss;
  LinkEmuRandom jitter;

  LinkEmuPacket *on_link;
  LinkEmuServer server, server_before;  /* now, and when on_link started */
  uint64_t work;                /* of on_link from work_start on */
  int64_t work_start;
  int64_t link_event;           /* when on_link leaves, or the head starts */

  LinkEmuHeap on_way;
  int64_t last_arrival, last_delivery;

  LinkEmuStats stats;
  LinkEmuHistogram queue_delays;
  double bytes_served;
  double bits_offered;          /* by rates that are gone */
  int64_t first_packet;
};

static int64_t
since_rate_start (const LinkEmu * link, int64_t now)
{
  return now > link->rate_start ? now - link->rate_start : 0;
}

static int64_t
from_rate_start (const LinkEmu * link, int64_t time)
{
  if (link->rate_start > 0 && time > LINKEMU_TIME_NEVER - link->rate_start)
    return LINKEMU_TIME_NEVER;
  return time < LINKEMU_TIME_NEVER ? time + link->rate_start : time;
}

/*** arrival *****************************************************************/

static int64_t
draw_jitter (LinkEmu * link)
{
  double deviate = fabs (linkemu_random_normal (&link->jitter));

  if (deviate > LINKEMU_JITTER_CLIP)
    deviate = LINKEMU_JITTER_CLIP;
  return (int64_t) (deviate * (double) link->config.jitter);
}

static int64_t
serialisation_time (const LinkEmu * link, uint32_t size, int64_t now)
{
  double rate = linkemu_rate_nominal (link->rate, since_rate_start (link, now));

  return rate > 0 ? (int64_t) (size * 8.0 / rate * LINKEMU_SECOND) : 0;
}

/* RFC 8868 section 4.5.2 keeps the first bits of two packets apart by the time
 * of the first packet; for last bits, which we count, that is the time of the
 * second packet. */
static int64_t
arrival_in_order (const LinkEmu * link, int64_t arrival, uint32_t size,
    int64_t now)
{
  int64_t earliest = link->last_arrival;

  if (earliest > INT64_MIN && link->config.jitter > 0)
    earliest += serialisation_time (link, size, now);
  return arrival > earliest ? arrival : earliest;
}

/* Those of an interval arrive together. */
static int64_t
delivery (const LinkEmu * link, int64_t arrival)
{
  int64_t interval = link->config.delivery_interval;

  if (interval > 0)
    arrival += (interval - arrival % interval) % interval;
  if (!link->config.jitter_reorders && arrival < link->last_delivery)
    return link->last_delivery;
  return arrival;
}

static void
send_off (LinkEmu * link, LinkEmuPacket * packet, int64_t now)
{
  int64_t arrival = now + link->config.delay;

  if (link->config.jitter > 0)
    arrival += draw_jitter (link);
  if (!link->config.jitter_reorders)
    arrival = arrival_in_order (link, arrival, packet->info.size, now);
  packet->arrival = delivery (link, arrival);
  if (arrival > link->last_arrival)
    link->last_arrival = arrival;
  if (packet->arrival > link->last_delivery)
    link->last_delivery = packet->arrival;
  linkemu_heap_push (&link->on_way, packet);
}

/*** link ********************************************************************/

static void
wait_for_link (LinkEmu * link, int64_t now)
{
  if (link->aqm->packets == 0) {
    link->link_event = LINKEMU_TIME_NEVER;
    return;
  }
  link->link_event = from_rate_start (link,
      linkemu_server_next_start (&link->server, link->rate,
          since_rate_start (link, now)));
}

static void
work_on (LinkEmu * link, uint64_t work, int64_t now)
{
  link->work = work;
  link->work_start = since_rate_start (link, now);
  link->server_before = link->server;
  link->link_event = from_rate_start (link,
      linkemu_server_work (&link->server, link->rate, link->work_start, work));
}

static uint64_t
queue_limit (const LinkEmu * link, double rate)
{
  uint64_t limit = UINT64_MAX;

  if (link->config.queue_limit_bytes > 0)
    limit = link->config.queue_limit_bytes;
  if (link->config.queue_limit_time > 0 && rate > 0) {
    double bytes = rate * (double) link->config.queue_limit_time / 8 /
        LINKEMU_SECOND;

    if (bytes < (double) limit)
      limit = (uint64_t) bytes;
  }
  return limit;
}

static LinkEmuLinkView
view_link (const LinkEmu * link, int64_t now)
{
  double rate = linkemu_rate_nominal (link->rate, since_rate_start (link, now));
  LinkEmuLinkView view = {
    .limit_bytes = queue_limit (link, rate),
    .bitrate = rate,
    .link_idle = link->on_link == NULL && link->aqm->packets == 0,
  };

  return view;
}

/* What the AQM has dropped inside goes out, to be freed by its owner. */
static void
send_off_dropped (LinkEmu * link, int64_t now)
{
  LinkEmuPacket *packet;

  while ((packet = linkemu_fifo_pop (&link->aqm->dropped)) != NULL) {
    packet->dropped = true;
    packet->served = packet->arrival = now;
    linkemu_heap_push (&link->on_way, packet);
    if (packet->overflow)
      link->stats.dropped_queue++;
    else
      link->stats.dropped_aqm++;
  }
}

static void
start_next (LinkEmu * link)
{
  int64_t now = link->link_event;
  LinkEmuLinkView view = view_link (link, now);
  LinkEmuPacket *packet = link->aqm->ops->dequeue (link->aqm, &view, now);

  send_off_dropped (link, now);
  if (packet == NULL) {
    wait_for_link (link, now);
    return;
  }
  packet->served = now;
  link->stats.queue_delay_now = now - packet->enqueued;
  linkemu_histogram_add (&link->queue_delays, link->stats.queue_delay_now);
  link->on_link = packet;
  work_on (link, linkemu_work (packet->info.size), now);
}

static void
end_work (LinkEmu * link)
{
  int64_t now = link->link_event;
  LinkEmuPacket *packet = link->on_link;

  link->on_link = NULL;
  link->bytes_served += packet->info.size;
  send_off (link, packet, now);
  wait_for_link (link, now);
}

static void
advance (LinkEmu * link, int64_t now)
{
  while (link->link_event <= now) {
    if (link->on_link != NULL)
      end_work (link);
    else
      start_next (link);
  }
}

/*** life ********************************************************************/

static int64_t
clamp_time (int64_t time)
{
  if (time < 0)
    return 0;
  return time < LINKEMU_TIME_MAX ? time : LINKEMU_TIME_MAX;
}

static LinkEmuConfig
clamp_config (const LinkEmuConfig * config)
{
  LinkEmuConfig clamped = *config;

  clamped.delay = clamp_time (config->delay);
  clamped.jitter = clamp_time (config->jitter);
  clamped.delivery_interval = clamp_time (config->delivery_interval);
  clamped.queue_limit_time = clamp_time (config->queue_limit_time);
  clamped.target = clamp_time (config->target);
  clamped.interval = clamp_time (config->interval);
  clamped.step_threshold = clamp_time (config->step_threshold);
  return clamped;
}

LinkEmu *
linkemu_new_with_aqm (const LinkEmuConfig * config, const LinkEmuAqmOps * ops,
    int64_t now)
{
  LinkEmuConfig clamped = clamp_config (config);
  LinkEmu *link = calloc (1, sizeof (*link));
  LinkEmuAqm *aqm = linkemu_aqm_new (ops, &clamped);
  LinkEmuRate *rate =
      config->rate != NULL ? config->rate : linkemu_rate_constant (0);

  if (link == NULL || aqm == NULL || rate == NULL) {
    free (link);
    linkemu_aqm_free (aqm);
    linkemu_rate_free (rate);
    return NULL;
  }
  link->config = clamped;
  link->rate = rate;
  link->rate_start = now;
  link->aqm = aqm;
  linkemu_loss_init (&link->loss, config->seed);
  linkemu_random_init (&link->jitter, config->seed, LINKEMU_STREAM_JITTER);
  link->link_event = LINKEMU_TIME_NEVER;
  link->last_arrival = link->last_delivery = INT64_MIN;
  return link;
}

LinkEmu *
linkemu_new (const LinkEmuConfig * config, int64_t now)
{
  const LinkEmuAqmOps *ops = linkemu_aqm_choose (config, NULL);

  if (ops == NULL) {
    linkemu_rate_free (config->rate);
    return NULL;
  }
  return linkemu_new_with_aqm (config, ops, now);
}

static void
free_one (LinkEmuPacket * packet, void (*free_packet) (void *packet))
{
  if (packet != NULL && free_packet != NULL)
    free_packet (packet->packet);
  free (packet);
}

static void
free_all (LinkEmu * link, void (*free_packet) (void *packet))
{
  LinkEmuPacket *packet;

  while ((packet = linkemu_heap_pop (&link->on_way)) != NULL)
    free_one (packet, free_packet);
  free_one (link->on_link, free_packet);
  link->on_link = NULL;
  while ((packet = link->aqm->ops->remove (link->aqm)) != NULL)
    free_one (packet, free_packet);
}

void
linkemu_flush (LinkEmu * link, void (*free_packet) (void *packet), int64_t now)
{
  advance (link, now);
  /* What the packet on the link would still have used is free again. */
  if (link->on_link != NULL)
    link->server = link->server_before;
  free_all (link, free_packet);
  link->link_event = LINKEMU_TIME_NEVER;
  link->last_arrival = link->last_delivery = INT64_MIN;
}

void
linkemu_free (LinkEmu * link, void (*free_packet) (void *packet))
{
  if (link == NULL)
    return;
  free_all (link, free_packet);
  linkemu_aqm_free (link->aqm);
  free (link->on_way.packets);
  linkemu_rate_free (link->rate);
  free (link);
}

static double
bits_offered (const LinkEmu * link, int64_t now)
{
  if (link->stats.packets_in == 0)
    return 0;
  return link->bits_offered + linkemu_rate_capacity (link->rate,
      since_rate_start (link, link->first_packet),
      since_rate_start (link, now));
}

static void
replace_rate (LinkEmu * link, LinkEmuRate * rate, int64_t now)
{
  uint64_t left = 0;

  if (link->on_link != NULL)
    left = linkemu_server_left (&link->server_before, link->rate,
        link->work_start, link->work, since_rate_start (link, now));
  link->bits_offered = bits_offered (link, now);

  linkemu_rate_free (link->rate);
  link->rate = rate;
  link->rate_start = now;
  memset (&link->server, 0, sizeof (link->server));
  if (link->on_link != NULL)
    work_on (link, left, now);
  else
    wait_for_link (link, now);
}

void
linkemu_configure (LinkEmu * link, const LinkEmuConfig * config, int64_t now)
{
  advance (link, now);
  link->config = clamp_config (config);
  if (config->rate != NULL)
    replace_rate (link, config->rate, now);
}

/*** packets *****************************************************************/

static LinkEmuPacket *
new_packet (LinkEmu * link, void *packet, const LinkEmuPacketInfo * info,
    int64_t now)
{
  LinkEmuPacket *inside = calloc (1, sizeof (*inside));
  /* The queue, the one on the link and this one may all come to be on the
   * way. */
  size_t length = link->on_way.length + (size_t) link->aqm->packets + 2;

  if (inside == NULL || !linkemu_heap_reserve (&link->on_way, length)) {
    free (inside);
    return NULL;
  }
  inside->packet = packet;
  inside->info = *info;
  inside->enqueued = now;
  return inside;
}

static void
count_in (LinkEmu * link, uint32_t size, int64_t now)
{
  if (link->stats.packets_in == 0)
    link->first_packet = now;
  link->stats.packets_in++;
  link->stats.bytes_in += size;
}

static uint32_t
size_on_link (const LinkEmu * link, uint32_t size)
{
  uint64_t sum = (uint64_t) size + link->config.overhead;

  return sum < LINKEMU_MAX_PACKET ? (uint32_t) sum : LINKEMU_MAX_PACKET;
}

static LinkEmuFate
join_queue (LinkEmu * link, void *packet, const LinkEmuPacketInfo * info,
    int64_t now)
{
  LinkEmuLinkView view = view_link (link, now);
  LinkEmuPacket *inside = new_packet (link, packet, info, now);
  LinkEmuFate fate = LINKEMU_DROPPED_QUEUE;

  if (inside != NULL)
    fate = link->aqm->ops->enqueue (link->aqm, inside, &view, now);
  send_off_dropped (link, now);
  if (fate != LINKEMU_TAKEN)
    free (inside);
  else if (view.link_idle)
    wait_for_link (link, now);
  return fate;
}

LinkEmuFate
linkemu_enqueue (LinkEmu * link, void *packet, const LinkEmuPacketInfo * info,
    int64_t now)
{
  LinkEmuPacketInfo on_link = *info;
  LinkEmuFate fate;

  advance (link, now);
  on_link.size = size_on_link (link, info->size);
  on_link.ecn &= LINKEMU_CE;
  count_in (link, on_link.size, now);
  fate = linkemu_loss_next (&link->loss, &link->config) ? LINKEMU_DROPPED_LOSS :
      join_queue (link, packet, &on_link, now);
  link->stats.dropped_loss += fate == LINKEMU_DROPPED_LOSS;
  link->stats.dropped_queue += fate == LINKEMU_DROPPED_QUEUE;
  link->stats.dropped_aqm += fate == LINKEMU_DROPPED_AQM;
  advance (link, now);
  return fate;
}

int64_t
linkemu_next_time (const LinkEmu * link)
{
  LinkEmuPacket *first = linkemu_heap_top (&link->on_way);
  int64_t next = first != NULL ? first->arrival : LINKEMU_TIME_NEVER;

  /* Nothing that is still to leave the link can arrive before this. */
  if (link->link_event < LINKEMU_TIME_NEVER - link->config.delay &&
      link->link_event + link->config.delay < next)
    next = link->link_event + link->config.delay;
  return next;
}

static void
count_out (LinkEmu * link, const LinkEmuPacket * packet)
{
  if (packet->dropped)
    return;
  link->stats.packets_out++;
  link->stats.bytes_out += packet->info.size;
  link->stats.marked += packet->marked;
}

bool
linkemu_dequeue (LinkEmu * link, LinkEmuDeparture * departure, int64_t now)
{
  LinkEmuPacket *first;

  advance (link, now);
  first = linkemu_heap_top (&link->on_way);
  if (first == NULL || first->arrival > now)
    return false;
  linkemu_heap_pop (&link->on_way);
  count_out (link, first);
  departure->packet = first->packet;
  departure->info = first->info;
  departure->enqueued = first->enqueued;
  departure->served = first->served;
  departure->arrival = first->arrival;
  departure->dropped = first->dropped;
  departure->overflow = first->overflow;
  departure->marked = first->marked && !first->dropped;
  free (first);
  return true;
}

/*** statistics **************************************************************/

static double
utilisation (const LinkEmu * link, int64_t now)
{
  double offered = bits_offered (link, now);
  double bytes = link->bytes_served;

  if (!(offered > 0) || isinf (offered))
    return NAN;
  if (link->on_link != NULL) {
    uint64_t left = linkemu_server_left (&link->server_before, link->rate,
        link->work_start, link->work, since_rate_start (link, now));

    bytes += link->on_link->info.size - (double) left / 8 / LINKEMU_SECOND;
  }
  return bytes * 8 / offered;
}

void
linkemu_stats (LinkEmu * link, LinkEmuStats * stats, int64_t now)
{
  const LinkEmuHistogram *delays = &link->queue_delays;

  advance (link, now);
  *stats = link->stats;
  stats->queued_packets = link->aqm->packets;
  stats->queued_bytes = link->aqm->bytes;
  stats->bitrate = linkemu_rate_now (link->rate, since_rate_start (link, now));
  stats->utilisation = utilisation (link, now);
  stats->queue_delay_mean = linkemu_histogram_mean (delays);
  stats->queue_delay_p50 = linkemu_histogram_quantile (delays, 0.5);
  stats->queue_delay_p95 = linkemu_histogram_quantile (delays, 0.95);
  stats->queue_delay_p99 = linkemu_histogram_quantile (delays, 0.99);
  stats->queue_delay_max = delays->max;
  if (link->aqm->ops->stats != NULL)
    link->aqm->ops->stats (link->aqm, stats);
}
