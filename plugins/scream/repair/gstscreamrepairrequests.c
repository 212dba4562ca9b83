/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Asks for the lost packets of one stream, and for a key frame.
 *
 *   rtpsession ─ rtprtxreceive ─ rtpssrcdemux ─ (here) ─ rtpjitterbuffer
 *
 * The requests are those that a jitter buffer sends. It would time them by the spacing of
 * packets, and knows nothing of the ends of frames. It takes an answer only if it asked
 * itself, so answers come to it as packets out of order.
 *
 * Who decodes asks for a key frame when the jitter buffer gives a packet up. Here it is known
 * before; what is asked for later, for the same loss, goes no further.
 *
 * A frame that is too late for the screen keeps those behind it whole: the jitter buffer waits
 * for packets for longer than the pipeline does. */
#include "plugins/scream/fec/gstscreamfec.h"
#include "plugins/scream/repair/rules/gstscreamrepairasker.h"
#include "plugins/scream/repair/rules/gstscreamrepairkeyframes.h"
#include "gstscreamrepair.h"
#include "gstscreamrepairrequests.h"

#include <gst/rtp/gstrtpbuffer.h>
#include <gst/video/video.h>

#define NEED "GstScreamRepairNeedsKeyFrames"
#define HAVE "GstScreamRepairHasKeyFrame"
/* Field of a request for a key frame that is made here. */
#define IS_EARLY "gst-scream-early"

struct _GstScreamRepairRequests
{
  GWeakRef pad;                 /* of the jitter buffer, which owns this */
  GRecMutex setting;            /* the jitter buffer has what was set last */
  GstClock *clock;
  guint ssrc;

  GMutex lock;                  /* for what follows */
  guint latency, overtime;      /* ms: of the pipeline, and what the jitter buffer has beyond */
  GstScreamRepairAsker asker;
  GstScreamRepairKeyFrames key_frames;
  guint payload;                /* type of the media */
  gboolean asks_again;          /* for a key frame: packets come, and none is one */
  GstClockID timer;             /* NULL: none */
  GstClockTime due;             /* of the timer */
  gboolean removed;
};

typedef GstScreamRepairRequests Requests;

static void
requests_clear (gpointer data)
{
  Requests *self = data;

  g_rec_mutex_clear (&self->setting);
  gst_object_unref (self->clock);
  g_weak_ref_clear (&self->pad);
  g_mutex_clear (&self->lock);
}

void
gst_scream_repair_requests_unref (gpointer self)
{
  g_atomic_rc_box_release_full (self, requests_clear);
}

/* With the lock. */
static void
stop_timer (Requests * self)
{
  if (self->timer == NULL)
    return;
  gst_clock_id_unschedule (self->timer);
  gst_clock_id_unref (self->timer);
  self->timer = NULL;
}

/* The pad goes: a timer that fires at this moment finds none. */
static void
requests_remove (gpointer data)
{
  Requests *self = data;

  g_mutex_lock (&self->lock);
  self->removed = TRUE;
  stop_timer (self);
  g_mutex_unlock (&self->lock);
  gst_scream_repair_requests_unref (self);
}

/* As rtpjitterbuffer does; times are in ms. */
static GstEvent *
new_request (Requests * self, guint16 seq, guint latency)
{
  return gst_event_new_custom (GST_EVENT_CUSTOM_UPSTREAM,
      gst_structure_new ("GstRTPRetransmissionRequest",
          "seqnum", G_TYPE_UINT, (guint) seq, "ssrc", G_TYPE_UINT, self->ssrc,
          "delay", G_TYPE_UINT, 0, "deadline", G_TYPE_UINT, latency,
          "avg-rtt", G_TYPE_UINT,
          (guint) GST_TIME_AS_MSECONDS (self->asker.rtt), NULL));
}

/* The session chooses PLI or FIR by the payload type. */
static GstEvent *
new_key_request (Requests * self)
{
  GstEvent *event =
      gst_video_event_new_upstream_force_key_unit (GST_CLOCK_TIME_NONE, TRUE,
      0);

  gst_structure_set (gst_event_writable_structure (event), "ssrc", G_TYPE_UINT,
      self->ssrc, "payload", G_TYPE_UINT, self->payload, IS_EARLY,
      G_TYPE_BOOLEAN, TRUE, NULL);
  return event;
}

static gboolean on_timer (GstClock * clock, GstClockTime time, GstClockID id,
    gpointer user_data);

/* With the lock. One that fires too early looks again. */
static void
start_timer (Requests * self)
{
  GstClockTime next = gst_scream_repair_asker_get_next (&self->asker);

  if (!GST_CLOCK_TIME_IS_VALID (next) || self->removed
      || (self->timer != NULL && self->due <= next))
    return;
  stop_timer (self);
  self->due = next;
  self->timer = gst_clock_new_single_shot_id (self->clock, next);
  gst_clock_id_wait_async (self->timer, on_timer,
      g_atomic_rc_box_acquire (self), gst_scream_repair_requests_unref);
}

/* With the lock. */
static guint
get_overtime (Requests * self, GstClockTime now)
{
  return gst_scream_repair_asker_is_repaired (&self->asker, now)
      && gst_scream_repair_is_chained (self->payload) ?
      gst_scream_repair_get_overtime (self->latency * GST_MSECOND) / GST_MSECOND
      : 0;
}

/* With the lock. */
static gboolean
needs_key_frame (Requests * self, GstClockTime latency, GstClockTime now)
{
  gboolean again = self->asks_again;
  GstClockTime begun;

  self->asks_again = FALSE;
  if (gst_scream_repair_asker_take_lost (&self->asker, &begun)
      && gst_scream_repair_key_frames_lose (&self->key_frames, begun,
          begun + latency, gst_scream_repair_asker_get_rtt (&self->asker), now))
    return TRUE;
  return again;
}

/* With the lock. */
static GList *
collect (Requests * self, guint latency, GstClockTime now)
{
  GList *requests = NULL;
  guint16 seq;

  while (gst_scream_repair_asker_take (&self->asker, latency * GST_MSECOND,
          &seq, now))
    requests = g_list_prepend (requests, new_request (self, seq, latency));
  if (needs_key_frame (self, latency * GST_MSECOND, now))
    requests = g_list_prepend (requests, new_key_request (self));
  return g_list_reverse (requests);
}

/* The jitter buffer says that it has changed: queries are answered by then as it is. */
static void
set_wait (Requests * self, GstElement * jitterbuffer, guint * what, guint value)
{
  guint whole;

  g_rec_mutex_lock (&self->setting);
  g_mutex_lock (&self->lock);
  *what = value;
  whole = self->latency + self->overtime;
  g_mutex_unlock (&self->lock);
  g_object_set (jitterbuffer, "latency", whole, NULL);
  g_rec_mutex_unlock (&self->setting);
}

/* The jitter buffer adds all of its latency to the answer; what is in order passes it at
 * once, so nothing else is later for the overtime. */
static GstPadProbeReturn
on_query (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Requests *self = user_data;
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);
  GstClockTime least, most, overtime;
  gboolean is_live;

  if (GST_QUERY_TYPE (query) != GST_QUERY_LATENCY)
    return GST_PAD_PROBE_OK;
  g_mutex_lock (&self->lock);
  overtime = self->overtime * GST_MSECOND;
  g_mutex_unlock (&self->lock);
  gst_query_parse_latency (query, &is_live, &least, &most);
  gst_query_set_latency (query, is_live, least - MIN (overtime, least), most);
  return GST_PAD_PROBE_OK;
}

/* Requests are sent without the lock: @pad may get packets meanwhile. */
static void
look (Requests * self, GstPad * pad)
{
  GstElement *jitterbuffer = gst_pad_get_parent_element (pad);
  GstClockTime now = gst_clock_get_time (self->clock);
  guint before, overtime;
  GList *requests, *l;

  if (jitterbuffer == NULL)
    return;
  g_mutex_lock (&self->lock);
  before = self->overtime;
  overtime = get_overtime (self, now);
  requests = collect (self, self->latency + overtime, now);
  start_timer (self);
  g_mutex_unlock (&self->lock);
  if (overtime != before)
    set_wait (self, jitterbuffer, &self->overtime, overtime);
  gst_object_unref (jitterbuffer);
  for (l = requests; l != NULL; l = l->next)
    gst_pad_push_event (pad, l->data);
  g_list_free (requests);
}

static gboolean
on_timer (GstClock * clock, GstClockTime time, GstClockID id,
    gpointer user_data)
{
  Requests *self = user_data;
  GstPad *pad = g_weak_ref_get (&self->pad);

  g_mutex_lock (&self->lock);
  if (self->timer == id)
    stop_timer (self);
  g_mutex_unlock (&self->lock);
  if (pad != NULL)
    look (self, pad);
  gst_clear_object (&pad);
  return TRUE;
}

/* With the lock. FALSE: nobody waits for it. @due: something is to be asked for. */
static gboolean
note (Requests * self, GstRTPBuffer * rtp, GstScreamRepairOrigin origin,
    gboolean * due)
{
  GstClockTime now = gst_clock_get_time (self->clock);
  gboolean wanted = gst_scream_repair_asker_note (&self->asker,
      gst_rtp_buffer_get_seq (rtp), gst_rtp_buffer_get_timestamp (rtp),
      gst_rtp_buffer_get_marker (rtp), origin, now);

  self->payload = gst_rtp_buffer_get_payload_type (rtp);
  *due = gst_scream_repair_asker_get_next (&self->asker) <= now;
  return wanted;
}

static GstScreamRepairOrigin
get_origin (GstBuffer * buffer)
{
  if (GST_BUFFER_FLAG_IS_SET (buffer, GST_RTP_BUFFER_FLAG_RETRANSMISSION))
    return GST_SCREAM_REPAIR_ANSWER;
  return GST_BUFFER_FLAG_IS_SET (buffer, GST_SCREAM_FEC_FLAG_RESTORED) ?
      GST_SCREAM_REPAIR_MADE : GST_SCREAM_REPAIR_BY_ITSELF;
}

/* With the lock. */
static gboolean
look_for_key_frame (Requests * self)
{
  if (!gst_scream_repair_key_frames_are_due (&self->key_frames))
    return FALSE;
  self->asks_again =
      gst_scream_repair_key_frames_take_again (&self->key_frames,
      gst_scream_repair_asker_get_rtt (&self->asker),
      gst_clock_get_time (self->clock));
  return self->asks_again;
}

static GstPadProbeReturn
on_packet (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Requests *self = user_data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  gboolean is_answer = GST_BUFFER_FLAG_IS_SET (buffer,
      GST_RTP_BUFFER_FLAG_RETRANSMISSION);
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  gboolean is_due, is_wanted;

  if (!gst_rtp_buffer_map (buffer, GST_MAP_READ, &rtp))
    return GST_PAD_PROBE_OK;
  g_mutex_lock (&self->lock);
  is_wanted = note (self, &rtp, get_origin (buffer), &is_due);
  is_due |= look_for_key_frame (self);
  start_timer (self);
  g_mutex_unlock (&self->lock);
  gst_rtp_buffer_unmap (&rtp);
  if (is_due)
    look (self, pad);
  if (!is_wanted)
    return GST_PAD_PROBE_DROP;
  if (!is_answer)
    return GST_PAD_PROBE_OK;
  buffer = gst_buffer_make_writable (buffer);
  GST_BUFFER_FLAG_UNSET (buffer, GST_RTP_BUFFER_FLAG_RETRANSMISSION);
  GST_PAD_PROBE_INFO_DATA (info) = buffer;
  return GST_PAD_PROBE_OK;
}

/* ---- key frames ---- */

static GstEvent *
new_note (const gchar * name)
{
  return gst_event_new_custom (GST_EVENT_CUSTOM_UPSTREAM,
      gst_structure_new_empty (name));
}

GstEvent *
gst_scream_repair_requests_new_need (void)
{
  return new_note (NEED);
}

GstEvent *
gst_scream_repair_requests_new_have (void)
{
  return new_note (HAVE);
}

/* FALSE: it is none of what tells of key frames. */
static gboolean
take_note (Requests * self, GstEvent * event)
{
  gboolean is_need = gst_event_has_name (event, NEED);

  if (!is_need && !gst_event_has_name (event, HAVE))
    return FALSE;
  g_mutex_lock (&self->lock);
  if (is_need)
    self->key_frames.needed = self->key_frames.is_told = TRUE;
  else
    gst_scream_repair_key_frames_come (&self->key_frames);
  g_mutex_unlock (&self->lock);
  return TRUE;
}

static GstPadProbeReturn
on_event (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Requests *self = user_data;
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  gboolean passes;

  if (take_note (self, event))
    return GST_PAD_PROBE_DROP;
  if (!gst_video_event_is_force_key_unit (event)
      || gst_structure_has_field (gst_event_get_structure (event), IS_EARLY))
    return GST_PAD_PROBE_OK;
  g_mutex_lock (&self->lock);
  passes = gst_scream_repair_key_frames_take (&self->key_frames,
      self->asker.gave_up, gst_scream_repair_asker_get_rtt (&self->asker),
      gst_clock_get_time (self->clock));
  g_mutex_unlock (&self->lock);
  return passes ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP;
}

/* ---- what the sender tells ---- */

typedef void (*NoteFunc) (GstScreamRepairAsker * asker, guint16 first, guint n,
    GstClockTime now);

static void
note_packets (Requests * self, NoteFunc func, guint16 first, guint n)
{
  GstClockTime now = gst_clock_get_time (self->clock);
  GstPad *pad = g_weak_ref_get (&self->pad);
  gboolean is_due;

  if (pad == NULL)
    return;
  g_mutex_lock (&self->lock);
  func (&self->asker, first, n, now);
  is_due = gst_scream_repair_asker_get_next (&self->asker) <= now;
  start_timer (self);
  g_mutex_unlock (&self->lock);
  if (is_due)
    look (self, pad);
  gst_object_unref (pad);
}

static void
note_end (GstScreamRepairAsker * asker, guint16 first, guint n,
    GstClockTime now)
{
  gst_scream_repair_asker_note_end (asker, first, first + n - 1, now);
}

void
gst_scream_repair_requests_note_end (GstScreamRepairRequests * self,
    guint16 first, guint packets)
{
  note_packets (self, note_end, first, packets);
}

void
gst_scream_repair_requests_note_rows (GstScreamRepairRequests * self,
    guint16 first, guint packets)
{
  note_packets (self, gst_scream_repair_asker_note_rows, first, packets);
}

void
gst_scream_repair_requests_set_latency (GstScreamRepairRequests * self,
    guint latency)
{
  GstPad *pad = g_weak_ref_get (&self->pad);
  GstElement *jitterbuffer;

  if (pad == NULL)
    return;
  jitterbuffer = gst_pad_get_parent_element (pad);
  if (jitterbuffer != NULL)
    set_wait (self, jitterbuffer, &self->latency, latency);
  gst_clear_object (&jitterbuffer);
  gst_object_unref (pad);
}

guint
gst_scream_repair_requests_get_ssrc (const GstScreamRepairRequests * self)
{
  return self->ssrc;
}

GstScreamRepairRequests *
gst_scream_repair_requests_new (GstElement * jitterbuffer, guint ssrc)
{
  Requests *self = g_atomic_rc_box_new0 (Requests);
  GstPad *pad = gst_element_get_static_pad (jitterbuffer, "sink");

  g_weak_ref_init (&self->pad, pad);
  g_rec_mutex_init (&self->setting);
  g_object_get (jitterbuffer, "latency", &self->latency, NULL);
  self->clock = gst_system_clock_obtain ();
  self->ssrc = ssrc;
  g_mutex_init (&self->lock);
  g_object_set (jitterbuffer, "do-retransmission", FALSE, NULL);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, on_packet,
      g_atomic_rc_box_acquire (self), requests_remove);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM, on_event,
      g_atomic_rc_box_acquire (self), gst_scream_repair_requests_unref);
  gst_object_unref (pad);
  pad = gst_element_get_static_pad (jitterbuffer, "src");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_QUERY_UPSTREAM
      | GST_PAD_PROBE_TYPE_PULL, on_query, g_atomic_rc_box_acquire (self),
      gst_scream_repair_requests_unref);
  gst_object_unref (pad);
  return self;
}
