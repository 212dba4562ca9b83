/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What who waits for a picture wants to know: that nobody sends, what comes and from where,
 * that the sender has become silent, and that it is back. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamsrcstreamsprivate.h"
#include "plugins/packet/gstnews.h"

/* OURS: half is a key frame on a slow link, or a sender that begins; with double, people have
 * begun to look for the fault. */
#define SILENCE (3 * GST_SECOND)

#define TICK GST_SECOND

/* ---- the sender ---- */

/* Takes @text. */
static void
post_sender (GstScreamSrc * self, const gchar * event, GstClockTime silence,
    gchar * text)
{
  gst_news_post (GST_ELEMENT (self), gst_structure_new ("scream-sender",
          "event", G_TYPE_STRING, event, "silence", G_TYPE_UINT64, silence,
          NULL), text);
  g_free (text);
}

/* @refused: packets came, which nobody can have sent who has the key. */
static void
post_waiting (GstScreamSrc * self, GstClockTime silence, guint port,
    gboolean refused)
{
  guint seconds = silence / GST_SECOND;

  post_sender (self, "waiting", silence, refused ?
      g_strdup_printf
      ("Packets arrive at UDP port %u, but none authentic in %u s: srtp-key "
          "has to be the same at the sender.", port,
          seconds) :
      g_strdup_printf
      ("No packet in %u s: waiting for a sender at UDP port %u, which the "
          "sender has to set and no firewall may block.", seconds, port));
}

static void
look_for_sender (GstScreamSrc * self)
{
  gboolean tell, met, refused;
  GstClockTime silence;
  guint port;

  g_mutex_lock (&self->lock);
  silence = gst_scream_src_get_time () - self->heard;
  tell = !self->silent && silence >= SILENCE;
  self->silent |= tell;
  met = self->met;
  port = self->port;
  refused = self->srtp_key != NULL && self->rtp_in > 0;
  g_mutex_unlock (&self->lock);
  if (tell && !met)
    post_waiting (self, silence, port, refused);
  else if (tell)
    post_sender (self, "silent", silence,
        g_strdup_printf ("The sender is silent for %u s.",
            (guint) (silence / GST_SECOND)));
}

static gboolean
on_tick (GstClock * clock, GstClockTime time, GstClockID id, gpointer user_data)
{
  GstScreamSrc *self = g_weak_ref_get (user_data);

  (void) clock;
  (void) time;
  (void) id;
  if (self != NULL)
    look_for_sender (self);
  g_clear_object (&self);
  return TRUE;
}

/* A clock releases what a timer has when it looks at it again: not the element. */
static void
free_weak_ref (gpointer ref)
{
  g_weak_ref_clear (ref);
  g_free (ref);
}

void
gst_scream_src_await_sender (GstScreamSrc * self)
{
  GstClock *clock = gst_system_clock_obtain ();
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  g_weak_ref_init (ref, self);
  g_mutex_lock (&self->lock);
  self->heard = gst_scream_src_get_time ();
  g_mutex_unlock (&self->lock);
  self->ticks = gst_clock_new_periodic_id (clock,
      gst_clock_get_time (clock) + TICK, TICK);
  gst_clock_id_wait_async (self->ticks, on_tick, ref, free_weak_ref);
  gst_object_unref (clock);
}

void
gst_scream_src_end_awaiting (GstScreamSrc * self)
{
  if (self->ticks == NULL)
    return;
  gst_clock_id_unschedule (self->ticks);
  g_clear_pointer (&self->ticks, gst_clock_id_unref);
}

void
gst_scream_src_hear_sender (GstScreamSrc * self, GstClockTime now)
{
  GstClockTime silence;
  gboolean is_back;

  g_mutex_lock (&self->lock);
  silence = now - self->heard;
  is_back = self->met && self->silent;
  self->heard = now;
  self->met = TRUE;
  self->silent = FALSE;
  g_mutex_unlock (&self->lock);
  if (is_back)
    post_sender (self, "back", silence,
        g_strdup_printf ("The sender is back after %u s.",
            (guint) (silence / GST_SECOND)));
}

/* ---- its streams ---- */

static gchar *
get_sender (GstScreamSrc * self)
{
  gchar *text = NULL;

  g_mutex_lock (&self->lock);
  if (G_IS_SOCKET_CONNECTABLE (self->sender))
    text = g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (self->sender));
  g_mutex_unlock (&self->lock);
  return text != NULL ? text : g_strdup ("somebody");
}

static const gchar *
get_form (const GstStructure * caps)
{
  if (gst_structure_has_name (caps, "application/x-rtp"))
    return "rtp";
  return g_str_has_suffix (gst_structure_get_name (caps), "/x-raw") ? "raw" :
      "encoded";
}

/* With the size, if the caps know it; takes @fields. */
static void
post_stream (GstScreamStream * stream, GstPad * pad, const GstStructure * caps,
    GstStructure * fields)
{
  gchar *sender = get_sender (stream->owner->src), *text;
  gchar *size = NULL;
  gint width, height;

  if (gst_structure_get (caps, "width", G_TYPE_INT, &width, "height",
          G_TYPE_INT, &height, NULL)) {
    gst_structure_set (fields, "width", G_TYPE_INT, width, "height",
        G_TYPE_INT, height, NULL);
    size = g_strdup_printf (", %dx%d", width, height);
  }
  gst_structure_set (fields, "sender", G_TYPE_STRING, sender, NULL);
  text = g_strdup_printf ("%s from %s%s, leaves pad %s as %s.",
      gst_scream_stream_get_name (stream->rtp), sender,
      size != NULL ? size : "", GST_PAD_NAME (pad), get_form (caps));
  gst_news_post (GST_ELEMENT (stream->owner->src), fields, text);
  g_free (text);
  g_free (size);
  g_free (sender);
}

/* The caps have passed @pad. */
void
gst_scream_stream_tell (GstScreamStream * stream, GstPad * pad)
{
  GstCaps *caps = gst_pad_get_current_caps (pad);
  const GstStructure *s;
  gint payload = -1;

  if (caps == NULL)
    return;
  s = gst_caps_get_structure (caps, 0);
  gst_structure_get_int (gst_caps_get_structure (stream->rtp, 0), "payload",
      &payload);
  post_stream (stream, pad, s, gst_structure_new ("scream-stream",
          "pad", G_TYPE_STRING, GST_PAD_NAME (pad),
          "ssrc", G_TYPE_UINT, stream->ssrc, "payload", G_TYPE_INT, payload,
          "encoding-name", G_TYPE_STRING,
          gst_scream_stream_get_name (stream->rtp),
          "form", G_TYPE_STRING, get_form (s), NULL));
  gst_caps_unref (caps);
}
