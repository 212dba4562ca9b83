/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxtwcc.c: transport-wide sequence numbers, and feedback by them
 *
 * draft-holmer-rmcat-transport-wide-cc-extensions-01 section 2.  screamtx writes
 * the numbers, or an rtpsession or payloader does.
 *
 * Ours: room is made when a packet comes in, so that it counts as rate; the number
 * itself is written when it leaves, in the order of all streams.
 *
 * Those of rtpsession, which numbers what passes it, are read behind it.  What the
 * receiver says of them comes as RTCP bytes by the RTPSession; only where that is
 * not found the event is taken that rtpsession makes of it.
 */
#include "plugins/scream/net/gstrtpsessionroute.h"
#include "plugins/scream/rtp/gstrtpextension.h"
#include "plugins/scream/rtp/gsttwccevent.h"
#include "gstscreamtxprivate.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

#define NUMBER_SIZE 2

/* ---- numbers of ours ---- */

/* With the lock. */
static void
start_counting (GstScreamTx * self)
{
  if (self->session == NULL || self->counting)
    return;
  self->counting = TRUE;
  rtp_cc_session_set_twcc_base (self->session, (guint16) g_random_int ());
}

GstEvent *
gst_scream_tx_announce_number (GstScreamTx * self, GstScreamTxPad * pad,
    GstEvent * event)
{
  guint id;

  GST_OBJECT_LOCK (self);
  id = self->twcc_extension;
  GST_OBJECT_UNLOCK (self);
  event = gst_rtp_extension_announce (GST_ELEMENT_CAST (self),
      "twcc-extension", GST_TWCC_URI, &id, event);

  g_mutex_lock (&self->lock);
  pad->number_id = id;
  if (id != 0)
    start_counting (self);
  g_mutex_unlock (&self->lock);
  return event;
}

GstBuffer *
gst_scream_tx_reserve_number (GstScreamTxPad * pad, GstBuffer * buffer)
{
  static const guint8 none[NUMBER_SIZE];

  if (pad->number_id == 0)
    return buffer;
  buffer = gst_buffer_make_writable (buffer);
  gst_rtp_extension_add (buffer, pad->number_id, none, sizeof (none));
  return buffer;
}

GstBuffer *
gst_scream_tx_write_number (guint id, GstBuffer * buffer, guint16 number)
{
  guint8 bytes[NUMBER_SIZE];
  gsize at, size;

  if (id == 0)
    return buffer;
  buffer = gst_buffer_make_writable (buffer);
  at = gst_rtp_extension_find (buffer, id, &size);
  GST_WRITE_UINT16_BE (bytes, number);
  if (at > 0 && size == sizeof (bytes))
    gst_buffer_fill (buffer, at, bytes, sizeof (bytes));
  else
    GST_LOG ("no room for a transport-wide number");
  return buffer;
}

/* ---- numbers of others ---- */

static void
on_number (guint32 ssrc, guint16 seq, guint16 number, gpointer user_data)
{
  GstScreamTx *self = GST_SCREAM_TX (user_data);

  g_mutex_lock (&self->lock);
  if (self->session != NULL)
    rtp_cc_session_note_twcc (self->session, ssrc, seq, number);
  g_mutex_unlock (&self->lock);
}

/* Do packets have numbers here: from a session that they come from, or from a
 * payloader, and not from us? The caps are those that came: what goes out waits for the
 * thread that sends. */
static gboolean
has_numbers (GstScreamTxPad * pad)
{
  GPtrArray *sessions = g_ptr_array_new_with_free_func (gst_object_unref);
  GstCaps *caps = gst_pad_get_current_caps (GST_PAD_CAST (pad));
  gboolean ours, has;

  g_mutex_lock (&pad->element->lock);
  ours = pad->number_id != 0;
  g_mutex_unlock (&pad->element->lock);
  gst_rtp_session_find (GST_PAD_CAST (pad), GST_RTP_SESSION_SEND, sessions);
  has = !ours && (sessions->len > 0 || gst_twcc_extension_id (caps) != 0);
  gst_clear_caps (&caps);
  g_ptr_array_unref (sessions);
  return has;
}

/* Packets have their numbers behind the sessions that they go to, or have them
 * already here. */
static void
add_numbered_pads (GstScreamTxPad * pad, GPtrArray * numbered)
{
  GPtrArray *sessions = g_ptr_array_new_with_free_func (gst_object_unref);
  guint i;

  gst_rtp_session_find (pad->srcpad, GST_RTP_SESSION_SEND, sessions);
  for (i = 0; i < sessions->len; i++) {
    GstPad *src = gst_element_get_static_pad (g_ptr_array_index (sessions, i),
        "send_rtp_src");

    if (src != NULL)
      g_ptr_array_add (numbered, src);
  }
  if (sessions->len == 0 && has_numbers (pad))
    g_ptr_array_add (numbered, gst_object_ref (pad->srcpad));
  g_ptr_array_unref (sessions);
}

GstTwccNumbers *
gst_scream_tx_watch_numbers (GstScreamTx * self)
{
  GPtrArray *numbered = g_ptr_array_new_with_free_func (gst_object_unref);
  GPtrArray *pads = gst_scream_tx_list_pads (self);
  GstTwccNumbers *numbers = NULL;
  guint i;

  for (i = 0; i < pads->len; i++)
    add_numbered_pads (g_ptr_array_index (pads, i), numbered);
  if (numbered->len > 0)
    numbers = gst_twcc_numbers_new (numbered, on_number, self);
  g_ptr_array_unref (pads);
  g_ptr_array_unref (numbered);
  return numbers;
}

void
gst_scream_tx_take_twcc_event (GstScreamTx * self, GstEvent * event)
{
  GArray *packets = gst_twcc_event_parse (event);
  gboolean taken;

  g_mutex_lock (&self->lock);
  taken = self->session != NULL && self->rtp_sessions == NULL
      && packets->len > 0;
  if (taken) {
    RtpCcTime now = gst_scream_tx_now (self);
    RtpCcSessionInfo info;

    rtp_cc_session_twcc (self->session,
        (const RtpCcTwccPacket *) packets->data, packets->len, now);
    gst_scream_tx_wake_if_due (self, now);
    rtp_cc_session_info (self->session, &info, now);
    gst_scream_tx_after_session (self, &info, now);
  } else {
    g_mutex_unlock (&self->lock);
  }
  g_array_unref (packets);
}
