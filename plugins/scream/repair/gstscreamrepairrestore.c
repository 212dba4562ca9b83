/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* FEC by a block code of one stream at the receiver.
 *
 * What is made comes to the jitter buffer like a packet out of order, as soon as enough of
 * its block is there. Nothing that came is ever replaced. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/repair/rules/gstscreamrepairrecovery.h"
#include "gstscreamrepairrestore.h"

#include <gst/rtp/gstrtpbuffer.h>

struct _GstScreamRepairRestore
{
  GstScreamRepairRestoreStats *stats;
  GWeakRef pad;                 /* of the jitter buffer, which owns this */
  guint32 ssrc;

  GMutex lock;                  /* for what follows */
  GstScreamRepairRecovery *recovery;    /* NULL: no FEC has come */
};

static void
restore_clear (gpointer data)
{
  GstScreamRepairRestore *self = data;

  if (self->recovery != NULL)
    gst_scream_repair_recovery_free (self->recovery);
  g_atomic_rc_box_release (self->stats);
  g_weak_ref_clear (&self->pad);
  g_mutex_clear (&self->lock);
}

GstScreamRepairRestore *
gst_scream_repair_restore_ref (GstScreamRepairRestore * self)
{
  return g_atomic_rc_box_acquire (self);
}

void
gst_scream_repair_restore_unref (GstScreamRepairRestore * self)
{
  g_atomic_rc_box_release_full (self, restore_clear);
}

static void
release (gpointer self)
{
  gst_scream_repair_restore_unref (self);
}

/* ---- what is made ---- */

static GstBuffer *
next (GstScreamRepairRestore * self)
{
  GstBuffer *buffer;

  g_mutex_lock (&self->lock);
  buffer = gst_scream_repair_recovery_next (self->recovery);
  g_mutex_unlock (&self->lock);
  return buffer;
}

/* Without the lock: each comes through the probe of @pad again. @now: what came last, which
 * says when that was. */
static void
push_all (GstScreamRepairRestore * self, GstPad * pad, GstBuffer * now)
{
  GstBuffer *buffer;

  while ((buffer = next (self)) != NULL) {
    g_atomic_int_inc (&self->stats->recovered);
    GST_BUFFER_PTS (buffer) = GST_BUFFER_PTS (now);
    GST_BUFFER_DTS (buffer) = GST_BUFFER_DTS (now);
    GST_BUFFER_FLAG_SET (buffer, GST_SCREAM_REPAIR_FLAG_MADE);
    gst_pad_chain (pad, buffer);
  }
}

/* ---- media ---- */

/* screamtx adds extensions after the FEC was made. */
static void
note (GstScreamRepairRestore * self, GstRTPBuffer * rtp)
{
  guint header = 12 + 4 * gst_rtp_buffer_get_csrc_count (rtp);
  guint rest = gst_rtp_buffer_get_header_len (rtp);
  GstBuffer *whole = rtp->buffer;
  gsize size = gst_buffer_get_size (whole);
  guint8 *copy;

  if (size < rest)
    return;
  copy = g_malloc (header + size - rest);
  gst_buffer_extract (whole, 0, copy, header);
  gst_buffer_extract (whole, rest, copy + header, size - rest);
  copy[0] &= ~0x10;
  gst_scream_repair_recovery_note (self->recovery, copy, header + size - rest);
  g_free (copy);
}

static GstPadProbeReturn
on_media (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamRepairRestore *self = user_data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  gboolean has_fec;

  if (GST_BUFFER_FLAG_IS_SET (buffer, GST_SCREAM_REPAIR_FLAG_MADE)
      || !gst_rtp_buffer_map (buffer, GST_MAP_READ, &rtp))
    return GST_PAD_PROBE_OK;
  g_mutex_lock (&self->lock);
  has_fec = self->recovery != NULL;
  if (has_fec)
    note (self, &rtp);
  g_mutex_unlock (&self->lock);
  gst_rtp_buffer_unmap (&rtp);
  if (has_fec)
    push_all (self, pad, buffer);
  return GST_PAD_PROBE_OK;
}

GstScreamRepairRestore *
gst_scream_repair_restore_new (GstElement * jitterbuffer, guint32 ssrc,
    GstScreamRepairRestoreStats * stats)
{
  GstScreamRepairRestore *self = g_atomic_rc_box_new0 (GstScreamRepairRestore);
  GstPad *pad = gst_element_get_static_pad (jitterbuffer, "sink");

  self->stats = g_atomic_rc_box_acquire (stats);
  self->ssrc = ssrc;
  g_weak_ref_init (&self->pad, pad);
  g_mutex_init (&self->lock);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, on_media,
      gst_scream_repair_restore_ref (self), release);
  gst_object_unref (pad);
  return self;
}

/* ---- FEC ---- */

/* With the lock. */
static gboolean
take (GstScreamRepairRestore * self, GstBuffer * fec)
{
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  gboolean taken;

  if (!gst_rtp_buffer_map (fec, GST_MAP_READ, &rtp))
    return FALSE;
  if (self->recovery == NULL)
    self->recovery = gst_scream_repair_recovery_new (self->ssrc);
  taken = gst_scream_repair_recovery_take (self->recovery,
      gst_rtp_buffer_get_payload (&rtp), gst_rtp_buffer_get_payload_len (&rtp));
  gst_rtp_buffer_unmap (&rtp);
  return taken;
}

void
gst_scream_repair_restore_take (GstScreamRepairRestore * self, GstBuffer * fec)
{
  GstPad *pad = g_weak_ref_get (&self->pad);
  gboolean taken;

  if (pad == NULL)
    return;
  g_mutex_lock (&self->lock);
  taken = take (self, fec);
  g_mutex_unlock (&self->lock);
  g_atomic_int_inc (taken ? &self->stats->received : &self->stats->refused);
  if (taken)
    push_all (self, pad, fec);
  gst_object_unref (pad);
}
