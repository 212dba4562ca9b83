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
  const LinkEmuAqmOps *aqm;

  LinkEmuLoss loss;
  LinkEmuRandom jitter;

  LinkEmuFifo queue;
  LinkEmuPacket *on_link;
  LinkEmuServer server, server_before;  /* now, and when on_link started */
  uint64_t work;                /* of on_link from work_start on */
  int64_t work_start;
  int64_t link_event;           /* when on_link leaves, or the head starts */

  LinkEmuHeap on_way;
  int64_t last_arrival;

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

static void
send_off (LinkEmu * link, LinkEmuPacket * packet, int64_t now)
{
  int64_t arrival = now + link->config.delay;

  if (link->config.jitter > 0)
    arrival += draw_jitter (link);
  if (!link->config.jitter_reorders)
    arrival = arrival_in_order (link, arrival, packet->size, now);
  packet->arrival = arrival;
  if (arrival > link->last_arrival)
    link->last_arrival = arrival;
  linkemu_heap_push (&link->on_way, packet);
}

/*** link ********************************************************************/

static void
wait_for_link (LinkEmu * link, int64_t now)
{
  if (link->queue.packets == 0) {
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
queue_limit (const LinkEmu * link, int64_t now)
{
  uint64_t limit = UINT64_MAX;
  double rate = linkemu_rate_nominal (link->rate, since_rate_start (link, now));

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

static LinkEmuQueueView
view_queue (const LinkEmu * link, int64_t now)
{
  LinkEmuQueueView view = {
    .packets = link->queue.packets,
    .bytes = link->queue.bytes,
    .limit_bytes = queue_limit (link, now),
    .link_idle = link->on_link == NULL && link->queue.packets == 0,
  };

  return view;
}

static void
start_head (LinkEmu * link)
{
  int64_t now = link->link_event;
  LinkEmuPacket *packet = linkemu_fifo_pop (&link->queue);
  LinkEmuQueueView view = view_queue (link, now);
  int64_t sojourn = now - packet->enqueued;
  LinkEmuVerdict verdict =
      link->aqm->dequeue (&view, packet->size, sojourn, now);

  if (verdict == LINKEMU_DROP) {
    packet->dropped = true;
    packet->arrival = now;
    linkemu_heap_push (&link->on_way, packet);
    link->stats.dropped_aqm++;
    wait_for_link (link, now);
    return;
  }
  packet->marked |= verdict == LINKEMU_MARK;
  link->stats.queue_delay_now = sojourn;
  linkemu_histogram_add (&link->queue_delays, sojourn);
  link->on_link = packet;
  work_on (link, linkemu_work (packet->size), now);
}

static void
end_work (LinkEmu * link)
{
  int64_t now = link->link_event;
  LinkEmuPacket *packet = link->on_link;

  link->on_link = NULL;
  link->bytes_served += packet->size;
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
      start_head (link);
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

static void
set_config (LinkEmu * link, const LinkEmuConfig * config)
{
  link->config = *config;
  link->config.delay = clamp_time (config->delay);
  link->config.jitter = clamp_time (config->jitter);
  link->config.queue_limit_time = clamp_time (config->queue_limit_time);
}

LinkEmu *
linkemu_new_with_aqm (const LinkEmuConfig * config, const LinkEmuAqmOps * aqm,
    int64_t now)
{
  LinkEmu *link = calloc (1, sizeof (*link));
  LinkEmuRate *rate =
      config->rate != NULL ? config->rate : linkemu_rate_constant (0);

  if (link == NULL || rate == NULL) {
    free (link);
    linkemu_rate_free (rate);
    return NULL;
  }
  set_config (link, config);
  link->rate = rate;
  link->rate_start = now;
  link->aqm = aqm;
  linkemu_loss_init (&link->loss, config->seed);
  linkemu_random_init (&link->jitter, config->seed, LINKEMU_STREAM_JITTER);
  link->link_event = LINKEMU_TIME_NEVER;
  link->last_arrival = INT64_MIN;
  return link;
}

LinkEmu *
linkemu_new (const LinkEmuConfig * config, int64_t now)
{
  return linkemu_new_with_aqm (config, &linkemu_droptail_ops, now);
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
  while ((packet = linkemu_fifo_pop (&link->queue)) != NULL)
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
  link->last_arrival = INT64_MIN;
}

void
linkemu_free (LinkEmu * link, void (*free_packet) (void *packet))
{
  if (link == NULL)
    return;
  free_all (link, free_packet);
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
  set_config (link, config);
  if (config->rate != NULL)
    replace_rate (link, config->rate, now);
}

/*** packets *****************************************************************/

static LinkEmuPacket *
new_packet (LinkEmu * link, void *packet, uint32_t size, int64_t now)
{
  LinkEmuPacket *inside = calloc (1, sizeof (*inside));
  /* The queue, the one on the link and this one may all come to be on the
   * way. */
  size_t length = link->on_way.length + (size_t) link->queue.packets + 2;

  if (inside == NULL || !linkemu_heap_reserve (&link->on_way, length)) {
    free (inside);
    return NULL;
  }
  inside->packet = packet;
  inside->size = size;
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

bool
linkemu_enqueue (LinkEmu * link, void *packet, uint32_t size, int64_t now)
{
  LinkEmuPacket *inside = NULL;
  LinkEmuVerdict verdict;
  LinkEmuQueueView view;

  advance (link, now);
  size = size_on_link (link, size);
  count_in (link, size, now);
  if (linkemu_loss_next (&link->loss, &link->config)) {
    link->stats.dropped_loss++;
    return false;
  }
  view = view_queue (link, now);
  verdict = link->aqm->enqueue (&view, size, now);
  if (verdict != LINKEMU_DROP)
    inside = new_packet (link, packet, size, now);
  if (inside == NULL) {
    link->stats.dropped_queue++;
    return false;
  }
  inside->marked = verdict == LINKEMU_MARK;
  linkemu_fifo_push (&link->queue, inside);
  if (view.link_idle)
    wait_for_link (link, now);
  advance (link, now);
  return true;
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

void *
linkemu_dequeue (LinkEmu * link, int64_t now, bool *dropped, bool *marked)
{
  LinkEmuPacket *first;
  void *packet;

  advance (link, now);
  first = linkemu_heap_top (&link->on_way);
  if (first == NULL || first->arrival > now)
    return NULL;
  linkemu_heap_pop (&link->on_way);
  packet = first->packet;
  *dropped = first->dropped;
  *marked = first->marked && !first->dropped;
  if (!first->dropped) {
    link->stats.packets_out++;
    link->stats.bytes_out += first->size;
    link->stats.marked += first->marked;
  }
  free (first);
  return packet;
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

    bytes += link->on_link->size - (double) left / 8 / LINKEMU_SECOND;
  }
  return bytes * 8 / offered;
}

void
linkemu_stats (LinkEmu * link, LinkEmuStats * stats, int64_t now)
{
  const LinkEmuHistogram *delays = &link->queue_delays;

  advance (link, now);
  *stats = link->stats;
  stats->queued_packets = link->queue.packets;
  stats->queued_bytes = link->queue.bytes;
  stats->bitrate = linkemu_rate_now (link->rate, since_rate_start (link, now));
  stats->utilisation = utilisation (link, now);
  stats->queue_delay_mean = linkemu_histogram_mean (delays);
  stats->queue_delay_p50 = linkemu_histogram_quantile (delays, 0.5);
  stats->queue_delay_p95 = linkemu_histogram_quantile (delays, 0.95);
  stats->queue_delay_p99 = linkemu_histogram_quantile (delays, 0.99);
  stats->queue_delay_max = delays->max;
}
