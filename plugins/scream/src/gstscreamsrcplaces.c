/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The streams that screamsrc has a place for: how they come, go, and begin anew.
 *
 * srtpdec and the session keep something of each SSRC that they see. A stream that loses
 * its place must leave there, too, and one of which they hold what is not its sender's
 * must begin anew. */
#include "gstscreamsrcprivate.h"
#include "plugins/scream/net/gstsocketpath.h"

GST_DEBUG_CATEGORY_EXTERN (gst_scream_src_debug);
#define GST_CAT_DEFAULT gst_scream_src_debug

/* OURS: who sent so lately goes on. No video is slower than four frames a second: half may
 * end one that goes on; with double, one that has ended is kept for longer. */
#define ALIVE (500 * GST_MSECOND)

GstClockTime
gst_scream_src_get_time (void)
{
  return (GstClockTime) g_get_monotonic_time () * GST_USECOND;
}

/* May block for as long as what shows the stream does. */
static void
clear_stream (GstElement * element, gpointer ssrc)
{
  GstScreamSrc *self = GST_SCREAM_SRC (element);

  g_rec_mutex_lock (&self->clearing);
  if (self->may_clear)
    g_signal_emit_by_name (self->rtpbin, "clear-ssrc", 0,
        GPOINTER_TO_UINT (ssrc));
  g_rec_mutex_unlock (&self->clearing);
}

void
gst_scream_src_allow_clearing (GstScreamSrc * self)
{
  g_rec_mutex_lock (&self->clearing);
  self->may_clear = TRUE;
  g_rec_mutex_unlock (&self->clearing);
}

static gboolean
flush_pad (GstElement * element, GstPad * pad, gpointer data)
{
  return gst_pad_set_active (pad, FALSE);
}

/* What blocks downstream of a pad lets go when the pad is flushing. */
void
gst_scream_src_end_clearing (GstScreamSrc * self)
{
  gst_element_foreach_src_pad (GST_ELEMENT (self), flush_pad, NULL);
  g_rec_mutex_lock (&self->clearing);
  self->may_clear = FALSE;
  g_rec_mutex_unlock (&self->clearing);
}

/* Until the session has forgotten the stream, its packets do not go in. */
static void
renew_stream (GstElement * element, gpointer ssrc)
{
  GstScreamSrc *self = GST_SCREAM_SRC (element);
  GstScreamGateStream *stream;

  clear_stream (element, ssrc);
  g_mutex_lock (&self->lock);
  stream = gst_scream_gate_find (&self->gate, GPOINTER_TO_UINT (ssrc));
  if (stream != NULL)
    stream->renewed = FALSE;
  g_mutex_unlock (&self->lock);
}

void
gst_scream_src_renew (GstScreamSrc * self, GstScreamGateStream * stream)
{
  if (stream->renewed)
    return;
  GST_INFO_OBJECT (self, "stream %08x begins anew", stream->ssrc);
  stream->renewed = TRUE;
  gst_element_call_async (GST_ELEMENT (self), renew_stream,
      GUINT_TO_POINTER (stream->ssrc), NULL);
}

/* RFC 3550 section 6.3.5: what sends on in spite of its BYE goes on, for rtpbin cannot
 * remove pads that packets come to. */
gboolean
gst_scream_src_forget (GstScreamSrc * self, guint32 ssrc)
{
  GstClockTime now = gst_scream_src_get_time ();
  GstScreamGateStream *stream;
  gboolean alive;

  g_mutex_lock (&self->lock);
  stream = gst_scream_gate_find (&self->gate, ssrc);
  alive = stream != NULL && now - stream->heard < ALIVE;
  if (stream != NULL && !alive)
    gst_scream_src_renew (self, stream);
  g_mutex_unlock (&self->lock);
  return !alive;
}

/* Its packets do not go in again before that is over. */
static void
clear_gone (GstElement * element, gpointer ssrc)
{
  GstScreamSrc *self = GST_SCREAM_SRC (element);

  clear_stream (element, ssrc);
  g_mutex_lock (&self->lock);
  g_ptr_array_remove_fast (self->leaving, ssrc);
  g_mutex_unlock (&self->lock);
}

static void
leave (GstScreamSrc * self, guint32 ssrc)
{
  GST_INFO_OBJECT (self, "stream %08x loses its place", ssrc);
  if (self->srtpdec != NULL)
    g_signal_emit_by_name (self->srtpdec, "remove-key", ssrc);
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->leaving, GUINT_TO_POINTER (ssrc));
  g_mutex_unlock (&self->lock);
  gst_element_call_async (GST_ELEMENT (self), clear_gone,
      GUINT_TO_POINTER (ssrc), NULL);
}

GstScreamGateStream *
gst_scream_src_open_stream (GstScreamSrc * self, const GstScreamPacket * packet,
    gboolean is_own, GstClockTime now)
{
  GstScreamGateStream *stream = NULL;
  gboolean leaves = FALSE;
  guint32 gone = 0;

  g_mutex_lock (&self->lock);
  if (!g_ptr_array_find (self->leaving, GUINT_TO_POINTER (packet->ssrc), NULL))
    stream = gst_scream_gate_open (&self->gate, packet->ssrc, packet->seq,
        is_own, now, &leaves, &gone);
  self->counts.excess += stream == NULL;
  g_mutex_unlock (&self->lock);
  if (leaves)
    leave (self, gone);
  return stream;
}

void
gst_scream_src_sweep (GstScreamSrc * self, GstClockTime now)
{
  gboolean leaves;
  guint32 gone;

  do {
    g_mutex_lock (&self->lock);
    leaves = gst_scream_gate_sweep (&self->gate, now, &gone);
    g_mutex_unlock (&self->lock);
    if (leaves)
      leave (self, gone);
  } while (leaves);
}

void
gst_scream_src_follow_sender (GstScreamSrc * self, GSocketAddress * address,
    gboolean disputed, GstClockTime now)
{
  gboolean first = self->sender == NULL;
  guint i;

  if (!first && gst_socket_path_same_address (self->sender, address))
    return;
  g_mutex_lock (&self->lock);
  g_set_object (&self->sender, address);
  g_mutex_unlock (&self->lock);
  if (first)
    return;
  disputed = disputed && self->srtpdec == NULL;
  g_mutex_lock (&self->lock);
  gst_scream_gate_move (&self->gate, now);
  for (i = 0; i < self->gate.n_streams && disputed; i++)
    gst_scream_src_renew (self, &self->gate.streams[i]);
  g_mutex_unlock (&self->lock);
}
