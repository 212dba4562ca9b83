/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxnumber.c: transport-wide sequence numbers that screamtx writes
 *
 * draft-holmer-rmcat-transport-wide-cc-extensions-01 section 2.  Room for the
 * number is made when a packet comes in, so that it counts as rate; the number
 * itself is written when it leaves, in the order of all streams.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/rtp/gstrtpextension.h"
#include "gstscreamtxprivate.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

#define NUMBER_SIZE 2

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

void
gst_scream_tx_write_number (GstScreamTxPad * pad, RtpCcQueueItem * item)
{
  guint8 bytes[NUMBER_SIZE];
  GstBuffer *buffer;
  gsize at, size;

  if (pad->number_id == 0)
    return;
  item->user = buffer = gst_buffer_make_writable (GST_BUFFER_CAST (item->user));
  at = gst_rtp_extension_find (buffer, pad->number_id, &size);
  bytes[0] = item->number >> 8;
  bytes[1] = item->number & 0xff;
  if (at > 0 && size == sizeof (bytes))
    gst_buffer_fill (buffer, at, bytes, sizeof (bytes));
  else
    GST_LOG_OBJECT (pad, "no room for a transport-wide number");
}
