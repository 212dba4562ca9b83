/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Answers of one stream to requests for lost packets.
 *
 *   payloader ─ screamfecenc ─ rtprtxsend ─ screamtx
 *
 * rtprtxsend sends a packet for each request that comes to it from screamtx. */
#include "gstscreamrepairresend.h"

#include <gst/rtp/gstrtpbuffer.h>

#define REQUEST "GstRTPRetransmissionRequest"
/* Field of a request that is a copy. */
#define IS_COPY "gst-scream-copy"

typedef GstScreamRepairLook Look;

typedef struct
{
  GWeakRef pad;                 /* a timer is released late */
  GstEvent *request;
} Copy;

/* ---- what is sent ---- */

/* With the lock. FEC has numbers of its own, and is not sent again. */
static void
note (Look * self, GstBuffer * buffer, GstClockTime now)
{
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  guint payload;

  if (!gst_rtp_buffer_map (buffer, GST_MAP_READ, &rtp))
    return;
  payload = gst_rtp_buffer_get_payload_type (&rtp);
  if (payload != GST_SCREAM_FEC_PAYLOAD) {
    gst_scream_repair_answers_note (&self->answers,
        gst_rtp_buffer_get_seq (&rtp), gst_rtp_buffer_get_timestamp (&rtp),
        now);
    self->payload = payload;
  }
  gst_rtp_buffer_unmap (&rtp);
}

static GstPadProbeReturn
on_packets (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Look *self = user_data;
  GstClockTime now = gst_clock_get_time (self->clock);
  GstBufferList *list;
  guint i;

  g_mutex_lock (&self->lock);
  if (info->type & GST_PAD_PROBE_TYPE_BUFFER_LIST) {
    list = GST_PAD_PROBE_INFO_BUFFER_LIST (info);
    for (i = 0; i < gst_buffer_list_length (list); i++)
      note (self, gst_buffer_list_get (list, i), now);
  } else {
    note (self, GST_PAD_PROBE_INFO_BUFFER (info), now);
  }
  g_mutex_unlock (&self->lock);
  return GST_PAD_PROBE_OK;
}

/* ---- what is asked for ---- */

static void
copy_free (gpointer data)
{
  Copy *self = data;

  g_weak_ref_clear (&self->pad);
  gst_event_unref (self->request);
  g_free (self);
}

static gboolean
on_copy_time (GstClock * clock, GstClockTime time, GstClockID id,
    gpointer user_data)
{
  Copy *copy = user_data;
  GstPad *pad = g_weak_ref_get (&copy->pad);

  if (pad != NULL)
    gst_pad_send_event (pad, gst_event_ref (copy->request));
  gst_clear_object (&pad);
  return TRUE;
}

static void
send_copies (Look * self, GstPad * pad, GstEvent * request, guint copies,
    GstClockTime spacing)
{
  GstStructure *s = gst_structure_copy (gst_event_get_structure (request));
  GstClockID timer;
  GstClockTime time = gst_clock_get_time (self->clock);
  Copy *copy;
  guint i;

  gst_structure_set (s, IS_COPY, G_TYPE_BOOLEAN, TRUE, NULL);
  request = gst_event_new_custom (GST_EVENT_CUSTOM_UPSTREAM, s);
  for (i = 1; i < copies; i++) {
    copy = g_new0 (Copy, 1);
    g_weak_ref_init (&copy->pad, pad);
    copy->request = gst_event_ref (request);
    time += spacing;
    timer = gst_clock_new_single_shot_id (self->clock, time);
    gst_clock_id_wait_async (timer, on_copy_time, copy, copy_free);
    gst_clock_id_unref (timer);
  }
  gst_event_unref (request);
}

/* With the lock. Others than screamsrc give a packet up when its time is over. */
static GstClockTime
get_overtime (Look * self)
{
  return !self->policy.no_fec
      && gst_scream_repair_is_chained (self->payload) ?
      gst_scream_repair_get_overtime (self->policy.deadline) : 0;
}

static guint
judge (Look * self, guint seq, GstClockTime * spacing)
{
  GstClockTime now = gst_clock_get_time (self->clock);
  GstScreamRepairPath path;
  guint copies = 0;

  g_mutex_lock (&self->lock);
  gst_scream_repair_look_note_receiver (self);
  path.loss = gst_scream_repair_policy_get_loss (&self->policy);
  path.rtt = self->rtt;
  path.shortest = self->shortest;
  path.deadline = self->policy.deadline;
  path.overtime = get_overtime (self);
  if (gst_scream_repair_policy_retransmits (&self->policy))
    copies =
        gst_scream_repair_answers_take (&self->answers, (guint16) seq, &path,
        spacing, now);
  g_mutex_unlock (&self->lock);
  return copies;
}

static GstPadProbeReturn
on_request (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Look *self = user_data;
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  const GstStructure *s = gst_event_get_structure (event);
  GstClockTime spacing;
  guint seq, copies;

  if (!gst_event_has_name (event, REQUEST)
      || !gst_structure_get_uint (s, "seqnum", &seq)
      || gst_structure_has_field (s, IS_COPY))
    return GST_PAD_PROBE_OK;
  copies = judge (self, seq, &spacing);
  if (copies > 1)
    send_copies (self, pad, event, copies, spacing);
  return copies > 0 ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP;
}

void
gst_scream_repair_resend (GstElement * retransmitter,
    GstScreamRepairLook * look)
{
  gst_scream_repair_look_add_probe (look, retransmitter, "sink",
      GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_BUFFER_LIST, on_packets);
  gst_scream_repair_look_add_probe (look, retransmitter, "src",
      GST_PAD_PROBE_TYPE_EVENT_UPSTREAM, on_request);
}
