/**
 * SECTION:element-linkemu
 * @title: linkemu
 *
 * One direction of an emulated network path: random loss, a queue, a link of
 * constant or varying rate, delay and jitter. Each buffer is a packet, and
 * passes unchanged or is dropped. Put one into each direction that matters,
 * media and feedback.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 udpsrc port=5004 ! linkemu bitrate=2000000 delay=50000000 ! udpsink port=5006 sync=false
 * gst-launch-1.0 udpsrc port=5004 ! linkemu schedule="0:2M,20:600k,40:2M" jitter=5000000 ! udpsink port=5006 sync=false
 * gst-launch-1.0 udpsrc port=5004 ! linkemu bitrate=2000000 aqm=codel flow-queueing=true ! udpsink port=5006 sync=false
 * ]|
 *
 * The capacity is given by one of #GstLinkEmu:bitrate, #GstLinkEmu:schedule and
 * #GstLinkEmu:trace; without any it is unlimited. Their time starts with the
 * first buffer after READY, and goes on during PAUSED and a flush, as a network
 * would. The system clock is the clock, whatever the pipeline has. With the
 * same seed and the same arrivals everything repeats.
 *
 * An #GstLinkEmu:aqm may drop packets of the queue, or mark those that are
 * ECN-capable. Which those are, and the mark, is in the buffers'
 * GstNetControlMessageMeta, where screamrx finds it.
 *
 * The delay is a property of the path between two hosts, and not one of the
 * element for others to make up for: the LATENCY query passes unchanged.
 * Buffers keep their timestamps, so they come late to a sink that
 * synchronises. Give it sync=false, or put an rtpjitterbuffer in between, as
 * behind a real network.
 *
 * Serialized events keep their place: each leaves after the packets before it,
 * and EOS after all. Packets do not overtake an event, even with
 * #GstLinkEmu:jitter-reorder.
 *
 * A network drops and does not push back: only the queue limits keep the memory
 * bounded. If downstream itself blocks for a tenth of a second, as a sink does
 * in PAUSED, upstream is blocked too.
 *
 * Since: 0.1
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstlinkemu.h"
#include "gstlinkemulog.h"
#include "gstlinkemuorder.h"
#include "gstlinkemuproperties.h"
#include "gstscreamecn.h"
#include "gstscreampacket.h"

#include <gst/linkemu/linkemu.h>

#include <errno.h>
#include <math.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

GST_DEBUG_CATEGORY_STATIC (linkemu_debug);
#define GST_CAT_DEFAULT linkemu_debug

/* How late what has arrived may be before upstream is blocked. */
#define MAX_LATENESS (100 * (gint64) GST_MSECOND)
/* ns; the default of 50 us would add to each departure. */
#define TIMER_SLACK 1000

struct _GstLinkEmu
{
  GstElement parent;

  GstPad *sinkpad, *srcpad;

  /* Guards all below. */
  GMutex lock;
  /* Signalled when the task may have something to do, and when a push has
   * ended. */
  GCond cond;

  guint64 bitrate;
  gchar *schedule, *trace;
  GstLinkEmuAqm aqm;
  GstLinkEmuEcn default_ecn;
  gchar *log_location;
  LinkEmuConfig config;         /* the rest; without a rate */

  gboolean running;             /* PAUSED or PLAYING */
  LinkEmuRate *rate;            /* of schedule or trace, for the link to come */
  LinkEmu *link;                /* from the first buffer to READY */
  LinkEmuStats last_stats;      /* when there is no link */
  GstLinkEmuLog *log;           /* NULL: none */
  GstLinkEmuOrder order;

  GstFlowReturn flow;           /* what upstream is told */
  gboolean eos;                 /* EOS came in */
  gboolean pushing;

  GstClock *clock;
  GstClockID clock_id;
  gint64 waiting_until;         /* by the task; LINKEMU_TIME_NEVER: on cond */
  gboolean slack_set;
};

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

#define gst_link_emu_parent_class parent_class
G_DEFINE_TYPE (GstLinkEmu, gst_link_emu, GST_TYPE_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE (linkemu, "linkemu", GST_RANK_NONE,
    GST_TYPE_LINK_EMU);

/*** link: with the lock *****************************************************/

static gint64
get_time (GstLinkEmu * self)
{
  return (gint64) gst_clock_get_time (self->clock);
}

static void
free_packet (void *packet)
{
  gst_link_emu_order_dropped (packet);
}

static void
reset_stats (GstLinkEmu * self)
{
  memset (&self->last_stats, 0, sizeof (self->last_stats));
  self->last_stats.utilisation = NAN;
}

static gboolean
ensure_link (GstLinkEmu * self, gint64 now)
{
  LinkEmuConfig config = self->config;

  if (self->link != NULL)
    return TRUE;
  config.rate = g_steal_pointer (&self->rate);
  if (config.rate == NULL)
    config.rate = linkemu_rate_constant (self->bitrate);
  self->link = linkemu_new (&config, now);
  return self->link != NULL;
}

static gint64
next_time (GstLinkEmu * self)
{
  return self->link != NULL ? linkemu_next_time (self->link) :
      LINKEMU_TIME_NEVER;
}

/* The task waits on either; it looks again at what there is. */
static void
wake_task (GstLinkEmu * self)
{
  g_cond_broadcast (&self->cond);
  if (self->waiting_until != LINKEMU_TIME_NEVER)
    gst_clock_id_unschedule (self->clock_id);
}

static void
wake_task_if_earlier (GstLinkEmu * self)
{
  if (next_time (self) < self->waiting_until)
    wake_task (self);
}

static void
configure_link (GstLinkEmu * self, LinkEmuRate * rate)
{
  LinkEmuConfig config = self->config;

  if (self->link == NULL)
    return;
  config.rate = rate;
  linkemu_configure (self->link, &config, get_time (self));
  wake_task_if_earlier (self);
}

static void
empty (GstLinkEmu * self)
{
  if (self->link != NULL)
    linkemu_flush (self->link, free_packet, get_time (self));
  gst_link_emu_order_clear (&self->order);
  gst_link_emu_order_init (&self->order);
  self->eos = FALSE;
}

/*** src pad: the task *******************************************************/

static void
arrived (GstLinkEmuPacket * packet, guint8 ecn)
{
  if (gst_scream_ecn_get (packet->buffer, LINKEMU_NOT_ECT) != ecn) {
    packet->buffer = gst_buffer_make_writable (packet->buffer);
    gst_scream_ecn_set (packet->buffer, ecn);
  }
  gst_link_emu_order_arrived (packet);
}

static void
take_arrived (GstLinkEmu * self)
{
  LinkEmuDeparture departure;
  gint64 now;

  if (self->link == NULL)
    return;
  now = get_time (self);
  while (linkemu_dequeue (self->link, &departure, now)) {
    if (self->log != NULL)
      gst_link_emu_log_departure (self->log, &departure);
    if (departure.dropped)
      gst_link_emu_order_dropped (departure.packet);
    else
      arrived (departure.packet,
          departure.marked ? LINKEMU_CE : departure.info.ecn);
  }
}

static void
wait_until (GstLinkEmu * self, gint64 time)
{
  GstClockID id;

  if (time == LINKEMU_TIME_NEVER) {
    g_cond_wait (&self->cond, &self->lock);
    return;
  }
  if (self->clock_id == NULL)
    self->clock_id = gst_clock_new_single_shot_id (self->clock, time);
  else
    gst_clock_single_shot_id_reinit (self->clock, self->clock_id, time);
  id = gst_clock_id_ref (self->clock_id);
  self->waiting_until = time;
  g_mutex_unlock (&self->lock);
  gst_clock_id_wait (id, NULL);
  g_mutex_lock (&self->lock);
  self->waiting_until = LINKEMU_TIME_NEVER;
  gst_clock_id_unref (id);
}

/* NULL: flushing. After an error the task waits for a flush, or for a link to
 * be made. */
static GstMiniObject *
wait_for_output (GstLinkEmu * self)
{
  while (self->flow != GST_FLOW_FLUSHING) {
    GstMiniObject *output = NULL;

    if (self->flow == GST_FLOW_OK) {
      take_arrived (self);
      output = gst_link_emu_order_next (&self->order);
    }
    if (output != NULL)
      return output;
    wait_until (self, self->flow == GST_FLOW_OK ? next_time (self) :
        LINKEMU_TIME_NEVER);
  }
  return NULL;
}

static GstFlowReturn
push (GstLinkEmu * self, GstMiniObject * output)
{
  if (GST_IS_BUFFER (output))
    return gst_pad_push (self->srcpad, GST_BUFFER_CAST (output));
  if (GST_IS_BUFFER_LIST (output))
    return gst_pad_push_list (self->srcpad, GST_BUFFER_LIST_CAST (output));
  gst_pad_push_event (self->srcpad, GST_EVENT_CAST (output));
  return GST_FLOW_OK;
}

/* After EOS there is no chain call any more that could tell upstream. */
static void
report_flow (GstLinkEmu * self, GstFlowReturn flow, gboolean eos)
{
  GST_DEBUG_OBJECT (self, "downstream returned %s", gst_flow_get_name (flow));
  if (!eos || (flow != GST_FLOW_NOT_LINKED && flow >= GST_FLOW_EOS))
    return;
  GST_ELEMENT_FLOW_ERROR (self, flow);
  gst_pad_push_event (self->srcpad, gst_event_new_eos ());
}

static void
set_timer_slack (GstLinkEmu * self)
{
#ifdef __linux__
  if (!self->slack_set)
    prctl (PR_SET_TIMERSLACK, TIMER_SLACK, 0, 0, 0);
#endif
  self->slack_set = TRUE;
}

static void
gst_link_emu_loop (gpointer user_data)
{
  GstLinkEmu *self = user_data;
  GstMiniObject *output;
  GstFlowReturn flow;
  gboolean eos;

  g_mutex_lock (&self->lock);
  set_timer_slack (self);
  output = wait_for_output (self);
  self->pushing = output != NULL;
  g_mutex_unlock (&self->lock);
  if (output == NULL) {
    gst_pad_pause_task (self->srcpad);
    return;
  }

  flow = push (self, output);

  g_mutex_lock (&self->lock);
  self->pushing = FALSE;
  if (self->flow == GST_FLOW_OK)
    self->flow = flow;
  eos = self->eos;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->lock);
  if (flow != GST_FLOW_OK)
    report_flow (self, flow, eos);
}

static void
start (GstLinkEmu * self)
{
  g_mutex_lock (&self->lock);
  empty (self);
  self->flow = GST_FLOW_OK;
  self->slack_set = FALSE;
  g_mutex_unlock (&self->lock);
  gst_pad_start_task (self->srcpad, gst_link_emu_loop, self, NULL);
}

static void
stop (GstLinkEmu * self)
{
  g_mutex_lock (&self->lock);
  self->flow = GST_FLOW_FLUSHING;
  wake_task (self);
  g_mutex_unlock (&self->lock);
}

static gboolean
gst_link_emu_src_activate_mode (GstPad * pad, GstObject * parent,
    GstPadMode mode, gboolean active)
{
  GstLinkEmu *self = GST_LINK_EMU (parent);
  gboolean stopped;

  if (mode != GST_PAD_MODE_PUSH)
    return FALSE;
  if (active) {
    start (self);
    return TRUE;
  }
  stop (self);
  stopped = gst_pad_stop_task (pad);
  g_mutex_lock (&self->lock);
  empty (self);
  g_mutex_unlock (&self->lock);
  return stopped;
}

static gboolean
gst_link_emu_src_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  GstLinkEmu *self = GST_LINK_EMU (parent);

  if (GST_EVENT_TYPE (event) == GST_EVENT_RECONFIGURE) {
    g_mutex_lock (&self->lock);
    if (self->flow == GST_FLOW_NOT_LINKED) {
      GST_DEBUG_OBJECT (self, "linked again");
      self->flow = GST_FLOW_OK;
      wake_task (self);
    }
    g_mutex_unlock (&self->lock);
  }
  return gst_pad_event_default (pad, parent, event);
}

/*** sink pad ****************************************************************/

/* Downstream has blocked the task for long: block as well. */
static void
wait_for_downstream (GstLinkEmu * self)
{
  while (self->flow == GST_FLOW_OK && self->pushing &&
      next_time (self) < get_time (self) - MAX_LATENESS)
    g_cond_wait (&self->cond, &self->lock);
}

/* OK: buffers may be put in. */
static GstFlowReturn
begin_chain (GstLinkEmu * self)
{
  g_mutex_lock (&self->lock);
  wait_for_downstream (self);
  if (self->flow != GST_FLOW_OK)
    return self->flow;
  return ensure_link (self, get_time (self)) ? GST_FLOW_OK : GST_FLOW_ERROR;
}

static void
end_chain (GstLinkEmu * self)
{
  wake_task_if_earlier (self);
  g_mutex_unlock (&self->lock);
}

/* Takes @buffer. */
static void
enqueue (GstLinkEmu * self, GstBuffer * buffer, gint64 now)
{
  LinkEmuPacketInfo info = { 0, };
  GstLinkEmuPacket *packet =
      gst_link_emu_order_add_packet (&self->order, buffer);
  GstScreamPacket rtp;
  LinkEmuFate fate;

  gst_scream_packet_parse (buffer, &rtp);
  packet->is_rtp = rtp.kind == GST_SCREAM_PACKET_RTP;
  info.size = (guint32) MIN (gst_buffer_get_size (buffer), G_MAXUINT32);
  info.ecn = gst_scream_ecn_get (buffer, (guint8) self->default_ecn);
  info.flow = rtp.ssrc;
  fate = linkemu_enqueue (self->link, packet, &info, now);
  if (fate == LINKEMU_TAKEN)
    return;
  GST_LOG_OBJECT (self, "dropped %" GST_PTR_FORMAT, buffer);
  if (self->log != NULL)
    gst_link_emu_log_refusal (self->log, packet, &info, self->config.overhead,
        fate, now);
  gst_link_emu_order_dropped (packet);
}

static GstFlowReturn
gst_link_emu_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstLinkEmu *self = GST_LINK_EMU (parent);
  GstFlowReturn flow = begin_chain (self);

  if (flow == GST_FLOW_OK)
    enqueue (self, buffer, get_time (self));
  else
    gst_buffer_unref (buffer);
  end_chain (self);
  return flow;
}

static GstFlowReturn
gst_link_emu_chain_list (GstPad * pad, GstObject * parent, GstBufferList * list)
{
  GstLinkEmu *self = GST_LINK_EMU (parent);
  GstFlowReturn flow = begin_chain (self);

  if (flow == GST_FLOW_OK) {
    gint64 now = get_time (self);

    for (guint i = 0; i < gst_buffer_list_length (list); i++)
      enqueue (self, gst_buffer_ref (gst_buffer_list_get (list, i)), now);
  }
  end_chain (self);
  gst_buffer_list_unref (list);
  return flow;
}

static gboolean
enqueue_event (GstLinkEmu * self, GstEvent * event)
{
  gboolean is_eos = GST_EVENT_TYPE (event) == GST_EVENT_EOS;
  GstFlowReturn flow;

  g_mutex_lock (&self->lock);
  if (GST_EVENT_TYPE (event) == GST_EVENT_STREAM_START) {
    self->eos = FALSE;
    if (self->flow == GST_FLOW_EOS)
      self->flow = GST_FLOW_OK;
  }
  flow = self->flow;
  if (flow == GST_FLOW_OK) {
    gst_link_emu_order_add_event (&self->order, event);
    self->eos = is_eos;
    wake_task (self);
  }
  g_mutex_unlock (&self->lock);
  if (flow != GST_FLOW_OK) {
    gst_event_unref (event);
    report_flow (self, flow, is_eos);
  }
  return flow == GST_FLOW_OK;
}

static gboolean
gst_link_emu_sink_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  GstLinkEmu *self = GST_LINK_EMU (parent);
  gboolean pushed;

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_FLUSH_START:
      pushed = gst_pad_push_event (self->srcpad, event);
      stop (self);
      /* Waits until the task has returned. */
      gst_pad_pause_task (self->srcpad);
      return pushed;
    case GST_EVENT_FLUSH_STOP:
      pushed = gst_pad_push_event (self->srcpad, event);
      start (self);
      return pushed;
    default:
      if (GST_EVENT_IS_SERIALIZED (event))
        return enqueue_event (self, event);
      return gst_pad_event_default (pad, parent, event);
  }
}

static gboolean
gst_link_emu_sink_query (GstPad * pad, GstObject * parent, GstQuery * query)
{
  /* Their answer would have to wait for all packets on the way. */
  if (GST_QUERY_IS_SERIALIZED (query))
    return FALSE;
  return gst_pad_query_default (pad, parent, query);
}

/*** properties **************************************************************/

static void
add_queue_stats (GstStructure * structure, const gchar * queue,
    const LinkEmuQueueStats * s)
{
  const struct
  {
    const gchar *name;
    guint64 value;
  } fields[] = {
    {"packets", s->packets},
    {"dropped", s->dropped},
    {"marked", s->marked},
    {"delay-p50", s->delay_p50},
    {"delay-p99", s->delay_p99},
  };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++) {
    gchar *name = g_strdup_printf ("%s-%s", queue, fields[i].name);

    gst_structure_set (structure, name, G_TYPE_UINT64, fields[i].value, NULL);
    g_free (name);
  }
}

static GstStructure *
create_stats (GstLinkEmu * self)
{
  LinkEmuStats s = self->last_stats;
  GstStructure *structure;

  if (self->link != NULL)
    linkemu_stats (self->link, &s, get_time (self));
  structure = gst_structure_new ("application/x-linkemu-stats",
      "packets-in", G_TYPE_UINT64, s.packets_in,
      "bytes-in", G_TYPE_UINT64, s.bytes_in,
      "packets-out", G_TYPE_UINT64, s.packets_out,
      "bytes-out", G_TYPE_UINT64, s.bytes_out,
      "dropped-loss", G_TYPE_UINT64, s.dropped_loss,
      "dropped-queue", G_TYPE_UINT64, s.dropped_queue,
      "dropped-aqm", G_TYPE_UINT64, s.dropped_aqm,
      "marked", G_TYPE_UINT64, s.marked,
      "queued-packets", G_TYPE_UINT64, s.queued_packets,
      "queued-bytes", G_TYPE_UINT64, s.queued_bytes,
      "bitrate", G_TYPE_DOUBLE, s.bitrate,
      "utilisation", G_TYPE_DOUBLE, s.utilisation,
      "queue-delay", G_TYPE_UINT64, s.queue_delay_now,
      "queue-delay-mean", G_TYPE_UINT64, s.queue_delay_mean,
      "queue-delay-p50", G_TYPE_UINT64, s.queue_delay_p50,
      "queue-delay-p95", G_TYPE_UINT64, s.queue_delay_p95,
      "queue-delay-p99", G_TYPE_UINT64, s.queue_delay_p99,
      "queue-delay-max", G_TYPE_UINT64, s.queue_delay_max, NULL);
  add_queue_stats (structure, "l-queue", &s.l_queue);
  add_queue_stats (structure, "c-queue", &s.c_queue);
  return structure;
}

static gboolean
is_set (const gchar * text)
{
  return text != NULL && text[0] != '\0';
}

static void
set_bitrate (GstLinkEmu * self, guint64 bitrate)
{
  gboolean refused;

  g_mutex_lock (&self->lock);
  refused = self->running && (is_set (self->schedule) || is_set (self->trace));
  if (!refused) {
    self->bitrate = bitrate;
    if (self->link != NULL)
      configure_link (self, linkemu_rate_constant (bitrate));
  }
  g_mutex_unlock (&self->lock);
  if (refused)
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS,
        ("Property bitrate was not changed, since property schedule or trace "
            "gives the rate."), ("Go to READY and unset that one before."));
}

static void
set_string (gchar ** member, const GValue * value)
{
  g_free (*member);
  *member = g_value_dup_string (value);
}

static void
gst_link_emu_set_property (GObject * object, guint prop_id,
    const GValue * value, GParamSpec * pspec)
{
  GstLinkEmu *self = GST_LINK_EMU (object);
  LinkEmuConfig *config = &self->config;

  if (prop_id == PROP_BITRATE) {
    set_bitrate (self, g_value_get_uint64 (value));
    return;
  }

  g_mutex_lock (&self->lock);
  switch (prop_id) {
    case PROP_SCHEDULE:
      set_string (&self->schedule, value);
      break;
    case PROP_TRACE:
      set_string (&self->trace, value);
      break;
    case PROP_DELAY:
      config->delay = (gint64) g_value_get_uint64 (value);
      break;
    case PROP_JITTER:
      config->jitter = (gint64) g_value_get_uint64 (value);
      break;
    case PROP_JITTER_REORDER:
      config->jitter_reorders = g_value_get_boolean (value);
      break;
    case PROP_LOSS:
      config->loss = g_value_get_double (value);
      break;
    case PROP_GE_P:
      config->ge_p = g_value_get_double (value);
      break;
    case PROP_GE_R:
      config->ge_r = g_value_get_double (value);
      break;
    case PROP_GE_LOSS_GOOD:
      config->ge_loss_good = g_value_get_double (value);
      break;
    case PROP_GE_LOSS_BAD:
      config->ge_loss_bad = g_value_get_double (value);
      break;
    case PROP_QUEUE_LIMIT_TIME:
      config->queue_limit_time = (gint64) g_value_get_uint64 (value);
      break;
    case PROP_QUEUE_LIMIT_BYTES:
      config->queue_limit_bytes = g_value_get_uint64 (value);
      break;
    case PROP_OVERHEAD:
      config->overhead = g_value_get_uint (value);
      break;
    case PROP_AQM:
      self->aqm = g_value_get_enum (value);
      config->aqm = gst_link_emu_aqm_get_name (self->aqm);
      break;
    case PROP_ECN:
      config->ecn = g_value_get_boolean (value);
      break;
    case PROP_FLOW_QUEUEING:
      config->fq = g_value_get_boolean (value);
      break;
    case PROP_TARGET:
      config->target = (gint64) g_value_get_uint64 (value);
      break;
    case PROP_INTERVAL:
      config->interval = (gint64) g_value_get_uint64 (value);
      break;
    case PROP_STEP_THRESHOLD:
      config->step_threshold = (gint64) g_value_get_uint64 (value);
      break;
    case PROP_DEFAULT_ECN:
      self->default_ecn = g_value_get_enum (value);
      break;
    case PROP_LOG_LOCATION:
      set_string (&self->log_location, value);
      break;
    case PROP_SEED:
      config->seed = g_value_get_uint64 (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      break;
  }
  configure_link (self, NULL);
  g_mutex_unlock (&self->lock);
}

static void
gst_link_emu_get_property (GObject * object, guint prop_id, GValue * value,
    GParamSpec * pspec)
{
  GstLinkEmu *self = GST_LINK_EMU (object);
  const LinkEmuConfig *config = &self->config;

  g_mutex_lock (&self->lock);
  switch (prop_id) {
    case PROP_BITRATE:
      g_value_set_uint64 (value, self->bitrate);
      break;
    case PROP_SCHEDULE:
      g_value_set_string (value, self->schedule);
      break;
    case PROP_TRACE:
      g_value_set_string (value, self->trace);
      break;
    case PROP_DELAY:
      g_value_set_uint64 (value, config->delay);
      break;
    case PROP_JITTER:
      g_value_set_uint64 (value, config->jitter);
      break;
    case PROP_JITTER_REORDER:
      g_value_set_boolean (value, config->jitter_reorders);
      break;
    case PROP_LOSS:
      g_value_set_double (value, config->loss);
      break;
    case PROP_GE_P:
      g_value_set_double (value, config->ge_p);
      break;
    case PROP_GE_R:
      g_value_set_double (value, config->ge_r);
      break;
    case PROP_GE_LOSS_GOOD:
      g_value_set_double (value, config->ge_loss_good);
      break;
    case PROP_GE_LOSS_BAD:
      g_value_set_double (value, config->ge_loss_bad);
      break;
    case PROP_QUEUE_LIMIT_TIME:
      g_value_set_uint64 (value, config->queue_limit_time);
      break;
    case PROP_QUEUE_LIMIT_BYTES:
      g_value_set_uint64 (value, config->queue_limit_bytes);
      break;
    case PROP_OVERHEAD:
      g_value_set_uint (value, config->overhead);
      break;
    case PROP_AQM:
      g_value_set_enum (value, self->aqm);
      break;
    case PROP_ECN:
      g_value_set_boolean (value, config->ecn);
      break;
    case PROP_FLOW_QUEUEING:
      g_value_set_boolean (value, config->fq);
      break;
    case PROP_TARGET:
      g_value_set_uint64 (value, config->target);
      break;
    case PROP_INTERVAL:
      g_value_set_uint64 (value, config->interval);
      break;
    case PROP_STEP_THRESHOLD:
      g_value_set_uint64 (value, config->step_threshold);
      break;
    case PROP_DEFAULT_ECN:
      g_value_set_enum (value, self->default_ecn);
      break;
    case PROP_LOG_LOCATION:
      g_value_set_string (value, self->log_location);
      break;
    case PROP_SEED:
      g_value_set_uint64 (value, config->seed);
      break;
    case PROP_STATS:
      g_value_take_boxed (value, create_stats (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      break;
  }
  g_mutex_unlock (&self->lock);
}

/*** states ******************************************************************/

static gboolean
check_one_rate (GstLinkEmu * self)
{
  guint n_set = (self->bitrate > 0) + is_set (self->schedule) +
      is_set (self->trace);

  if (n_set <= 1)
    return TRUE;
  GST_ELEMENT_ERROR (self, LIBRARY, SETTINGS,
      ("Only one of the properties bitrate, schedule and trace may be set."),
      ("bitrate=%" G_GUINT64_FORMAT " schedule=\"%s\" trace=\"%s\"",
          self->bitrate, GST_STR_NULL (self->schedule),
          GST_STR_NULL (self->trace)));
  return FALSE;
}

static gboolean
read_rate (GstLinkEmu * self)
{
  gchar error[LINKEMU_ERROR_SIZE];

  if (is_set (self->schedule)) {
    self->rate = linkemu_rate_schedule (self->schedule, error);
    if (self->rate == NULL)
      GST_ELEMENT_ERROR (self, LIBRARY, SETTINGS,
          ("Property schedule, %s. It should be like 0:2M,20:600k.", error),
          ("schedule=\"%s\"", self->schedule));
    return self->rate != NULL;
  }
  if (is_set (self->trace)) {
    self->rate = linkemu_rate_trace (self->trace, error);
    if (self->rate == NULL)
      GST_ELEMENT_ERROR (self, RESOURCE, READ, ("Property trace: %s.", error),
          ("It should name a trace in Mahimahi's format: one time in ms for "
              "each line."));
    return self->rate != NULL;
  }
  return TRUE;
}

static gboolean
check_queues (GstLinkEmu * self)
{
  gchar error[LINKEMU_ERROR_SIZE];

  if (linkemu_config_is_valid (&self->config, error))
    return TRUE;
  GST_ELEMENT_ERROR (self, LIBRARY, SETTINGS,
      ("Properties aqm and flow-queueing: %s.", error), (NULL));
  return FALSE;
}

static gboolean
open_log (GstLinkEmu * self)
{
  if (!is_set (self->log_location))
    return TRUE;
  self->log = gst_link_emu_log_open (self->log_location);
  if (self->log == NULL)
    GST_ELEMENT_ERROR (self, RESOURCE, OPEN_WRITE,
        ("Property log-location: cannot write \"%s\": %s.", self->log_location,
            g_strerror (errno)), ("It should name a file in a folder that can "
            "be written."));
  return self->log != NULL;
}

static void
close_log (GstLinkEmu * self)
{
  if (self->log != NULL && !gst_link_emu_log_close (self->log))
    GST_ELEMENT_WARNING (self, RESOURCE, WRITE,
        ("Property log-location: \"%s\" is not complete.",
            self->log_location), ("Is the disk full?"));
  self->log = NULL;
}

static gboolean
open_link (GstLinkEmu * self)
{
  if (!check_one_rate (self) || !check_queues (self) || !read_rate (self))
    return FALSE;
  if (!open_log (self)) {
    linkemu_rate_free (self->rate);
    self->rate = NULL;
    return FALSE;
  }
  g_mutex_lock (&self->lock);
  self->clock = gst_system_clock_obtain ();
  self->running = TRUE;
  reset_stats (self);
  g_mutex_unlock (&self->lock);
  return TRUE;
}

/* The last statistics can be read up to the next start. */
static void
close_link (GstLinkEmu * self)
{
  g_mutex_lock (&self->lock);
  if (self->link != NULL)
    linkemu_stats (self->link, &self->last_stats, get_time (self));
  linkemu_free (self->link, free_packet);
  self->link = NULL;
  linkemu_rate_free (self->rate);
  self->rate = NULL;
  self->running = FALSE;
  if (self->clock_id != NULL)
    gst_clock_id_unref (self->clock_id);
  self->clock_id = NULL;
  gst_clear_object (&self->clock);
  g_mutex_unlock (&self->lock);
  close_log (self);
}

static GstStateChangeReturn
gst_link_emu_change_state (GstElement * element, GstStateChange transition)
{
  GstLinkEmu *self = GST_LINK_EMU (element);
  GstStateChangeReturn ret;

  if (transition == GST_STATE_CHANGE_READY_TO_PAUSED && !open_link (self))
    return GST_STATE_CHANGE_FAILURE;
  ret = GST_ELEMENT_CLASS (parent_class)->change_state (element, transition);
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY ||
      (transition == GST_STATE_CHANGE_READY_TO_PAUSED &&
          ret == GST_STATE_CHANGE_FAILURE))
    close_link (self);
  return ret;
}

static void
gst_link_emu_finalize (GObject * object)
{
  GstLinkEmu *self = GST_LINK_EMU (object);

  gst_link_emu_order_clear (&self->order);
  g_free (self->schedule);
  g_free (self->trace);
  g_free (self->log_location);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->cond);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_link_emu_class_init (GstLinkEmuClass * klass)
{
  GObjectClass *gobject_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  GST_DEBUG_CATEGORY_INIT (linkemu_debug, "linkemu", 0, "emulated link");

  gobject_class->set_property = gst_link_emu_set_property;
  gobject_class->get_property = gst_link_emu_get_property;
  gobject_class->finalize = gst_link_emu_finalize;
  element_class->change_state = gst_link_emu_change_state;

  gst_link_emu_install_properties (gobject_class);

  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_static_metadata (element_class, "Emulated link",
      "Filter/Network",
      "Passes packets as a network of limited rate, delay and loss would",
      "gst-scream developers");
}

static void
gst_link_emu_init (GstLinkEmu * self)
{
  g_mutex_init (&self->lock);
  g_cond_init (&self->cond);
  gst_link_emu_order_init (&self->order);
  self->flow = GST_FLOW_FLUSHING;
  self->waiting_until = LINKEMU_TIME_NEVER;
  self->aqm = GST_LINK_EMU_DEFAULT_AQM;
  self->default_ecn = GST_LINK_EMU_DEFAULT_DEFAULT_ECN;
  self->bitrate = GST_LINK_EMU_DEFAULT_BITRATE;
  self->config.ge_r = GST_LINK_EMU_DEFAULT_GE_R;
  self->config.ge_loss_bad = GST_LINK_EMU_DEFAULT_GE_LOSS_BAD;
  self->config.queue_limit_time = GST_LINK_EMU_DEFAULT_QUEUE_LIMIT_TIME;
  self->config.overhead = GST_LINK_EMU_DEFAULT_OVERHEAD;
  self->config.seed = GST_LINK_EMU_DEFAULT_SEED;
  reset_stats (self);

  self->sinkpad = gst_pad_new_from_static_template (&sink_template, "sink");
  gst_pad_set_chain_function (self->sinkpad, gst_link_emu_chain);
  gst_pad_set_chain_list_function (self->sinkpad, gst_link_emu_chain_list);
  gst_pad_set_event_function (self->sinkpad, gst_link_emu_sink_event);
  gst_pad_set_query_function (self->sinkpad, gst_link_emu_sink_query);
  GST_PAD_SET_PROXY_CAPS (self->sinkpad);
  gst_element_add_pad (GST_ELEMENT (self), self->sinkpad);

  self->srcpad = gst_pad_new_from_static_template (&src_template, "src");
  gst_pad_set_activatemode_function (self->srcpad,
      gst_link_emu_src_activate_mode);
  gst_pad_set_event_function (self->srcpad, gst_link_emu_src_event);
  GST_PAD_SET_PROXY_CAPS (self->srcpad);
  gst_element_add_pad (GST_ELEMENT (self), self->srcpad);
}
