/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Feedback out through an RTPSession of GStreamer.
 *
 * The session makes RTCP by the timing rules of RFC 4585 and lets others add to
 * it; it can be asked to make some early.  The rules give RTCP 5 % of the session's
 * bandwidth, which is small while it is not known: by default feedback waits for
 * half a second and more in the first seconds. */
#include "plugins/scream/net/gstrtpsessionroute.h"
#include "gstscreamrxprivate.h"
#include "plugins/packet/gsthelp.h"

#include <gst/rtp/rtp.h>
#include <string.h>

GST_DEBUG_CATEGORY_STATIC (rx_session_debug);
#define GST_CAT_DEFAULT rx_session_debug

/* RFC 4585 section 6.1: header and the SSRCs of sender and media */
#define FEEDBACK_HEADER_SIZE 12

/* As much as the rules want a packet to wait after the one before: it then
 * leaves as early as they let it.  If they want more it goes with regular RTCP. */
#define MAX_DELAY (10 * GST_SECOND)

/* Feedback that waits longer makes the sender slow, and if it does so each time of
 * so many the session's bandwidth is too small. */
#define MAX_WAIT (250 * G_TIME_SPAN_MILLISECOND)
#define WAITS_BEFORE_WARNING 8

struct _GstScreamRxSession
{
  GstElement *owner;            /* not owned */
  GstScreamRxSessionFunc func;

  GMutex lock;
  GstElement *element;          /* rtpsession */
  GObject *session;             /* the RTPSession in it */
  gboolean downstream;
  gulong handler;
  gdouble bandwidth;            /* that it was given, 0: none */
  gint64 asked;                 /* when first since the last feedback, 0: not */
  guint waits;                  /* in a row */
};

GstScreamRxSession *
gst_scream_rx_session_new (GstElement * owner, GstScreamRxSessionFunc func)
{
  GstScreamRxSession *self = g_new0 (GstScreamRxSession, 1);
  static gsize once = 0;

  if (g_once_init_enter (&once)) {
    GST_DEBUG_CATEGORY_INIT (rx_session_debug, "screamrxsession", 0,
        "feedback through an RTPSession");
    g_once_init_leave (&once, 1);
  }
  self->owner = owner;
  self->func = func;
  g_mutex_init (&self->lock);
  return self;
}

void
gst_scream_rx_session_free (GstScreamRxSession * self)
{
  gst_scream_rx_session_clear (self);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* ---- adding to RTCP ---- */

/* Adds one packet of feedback; FALSE if there is none, or no room. */
static gboolean
add_feedback (GstScreamRxSession * self, GstRTCPBuffer * rtcp, guint32 ssrc)
{
  GstRTCPPacket packet;
  guint8 *data;
  gsize room, size;

  if (!gst_rtcp_buffer_add_packet (rtcp, GST_RTCP_TYPE_RTPFB, &packet))
    return FALSE;

  room = rtcp->map.maxsize - packet.offset;
  data = g_malloc (room);
  size = self->func (self->owner, data, room);
  if (size < FEEDBACK_HEADER_SIZE
      || !gst_rtcp_packet_fb_set_fci_length (&packet,
          (size - FEEDBACK_HEADER_SIZE) / 4)) {
    gst_rtcp_packet_remove (&packet);
    g_free (data);
    return FALSE;
  }
  /* All but the length, which is the same. */
  memcpy (rtcp->map.data + packet.offset, data, size);
  GST_WRITE_UINT32_BE (rtcp->map.data + packet.offset + 4, ssrc);
  g_free (data);
  return TRUE;
}

static void
note_wait (GstScreamRxSession * self)
{
  gint64 waited = 0;
  gboolean warn;

  g_mutex_lock (&self->lock);
  if (self->asked != 0)
    waited = g_get_monotonic_time () - self->asked;
  self->asked = 0;
  if (waited <= MAX_WAIT)
    self->waits = 0;
  else if (self->waits <= WAITS_BEFORE_WARNING)
    self->waits++;
  warn = waited > MAX_WAIT && self->waits == WAITS_BEFORE_WARNING;
  g_mutex_unlock (&self->lock);

  if (warn)
    GST_ELEMENT_WARNING (self->owner, RESOURCE, SETTINGS,
        ("The RTPSession delays feedback by %" G_GINT64_FORMAT " ms, so the "
            "sender adapts late.", waited / 1000),
        ("RTCP gets 5 %% of the session's bandwidth: set it to 2 Mbit/s or "
            "more, or keep it at 0 and set rtp-session-bandwidth, or set "
            "feedback-route=socket." GST_HELP ("late-feedback")));
}

/* Returns whether the RTCP is needed even if it would be left out. */
static gboolean
on_sending (GObject * session, GstBuffer * buffer, gboolean early,
    gpointer user_data)
{
  GstScreamRx *owner = g_weak_ref_get (user_data);
  GstRTCPBuffer rtcp = GST_RTCP_BUFFER_INIT;
  gboolean added = FALSE;
  guint ssrc;

  if (owner == NULL)
    return FALSE;

  g_object_get (session, "internal-ssrc", &ssrc, NULL);
  if (gst_rtcp_buffer_map (buffer, GST_MAP_READWRITE, &rtcp)) {
    while (add_feedback (owner->session, &rtcp, ssrc))
      added = TRUE;
    gst_rtcp_buffer_unmap (&rtcp);
  }
  if (added)
    note_wait (owner->session);
  gst_object_unref (owner);
  return added;
}

/* ---- finding ---- */

/* With the lock. */
static void
attach (GstScreamRxSession * self, GstElement * element)
{
  self->session = gst_rtp_session_get_internal (element);
  if (self->session == NULL)
    return;
  self->element = gst_object_ref (element);
  gst_rtp_session_guard (element);
  self->handler = gst_scream_rx_connect (GST_SCREAM_RX (self->owner),
      self->session, "on-sending-rtcp", G_CALLBACK (on_sending));
}

void
gst_scream_rx_session_find (GstScreamRxSession * self, GstPad * sinkpad,
    GstPad * srcpad)
{
  GPtrArray *elements = g_ptr_array_new_with_free_func (gst_object_unref);
  gboolean downstream, known;

  gst_rtp_session_find (srcpad, GST_RTP_SESSION_RECEIVE, elements);
  downstream = elements->len > 0;
  if (!downstream)
    gst_rtp_session_find (sinkpad, GST_RTP_SESSION_RECEIVE, elements);

  g_mutex_lock (&self->lock);
  self->downstream = downstream;
  known = elements->len > 0 && self->element == g_ptr_array_index (elements, 0);
  g_mutex_unlock (&self->lock);

  if (!known) {
    gst_scream_rx_session_clear (self);
    g_mutex_lock (&self->lock);
    self->downstream = downstream;
    if (elements->len > 0)
      attach (self, g_ptr_array_index (elements, 0));
    g_mutex_unlock (&self->lock);
  }
  g_ptr_array_unref (elements);
}

void
gst_scream_rx_session_clear (GstScreamRxSession * self)
{
  GstElement *element;
  GObject *session;
  gulong handler;
  gdouble given, bandwidth = 0;

  g_mutex_lock (&self->lock);
  element = g_steal_pointer (&self->element);
  session = g_steal_pointer (&self->session);
  handler = self->handler;
  given = self->bandwidth;
  self->handler = 0;
  self->bandwidth = 0;
  self->downstream = FALSE;
  self->asked = 0;
  self->waits = 0;
  g_mutex_unlock (&self->lock);
  if (session == NULL)
    return;

  g_signal_handler_disconnect (session, handler);
  g_object_get (session, "bandwidth", &bandwidth, NULL);
  if (given > 0 && bandwidth == given)
    g_object_set (session, "bandwidth", 0.0, NULL);
  g_object_unref (session);
  gst_object_unref (element);
}

gboolean
gst_scream_rx_session_is_downstream (GstScreamRxSession * self)
{
  gboolean downstream;

  g_mutex_lock (&self->lock);
  downstream = self->downstream;
  g_mutex_unlock (&self->lock);
  return downstream;
}

gboolean
gst_scream_rx_session_is_open (GstScreamRxSession * self)
{
  GstElement *element = NULL;
  gboolean open = FALSE;
  GstPad *pad;

  g_mutex_lock (&self->lock);
  if (self->element != NULL)
    element = gst_object_ref (self->element);
  g_mutex_unlock (&self->lock);
  if (element == NULL)
    return FALSE;

  pad = gst_element_get_static_pad (element, "send_rtcp_src");
  if (pad != NULL) {
    open = gst_pad_is_linked (pad);
    gst_object_unref (pad);
  }
  gst_object_unref (element);
  return open;
}

/* ---- using ---- */

static GObject *
ref_session (GstScreamRxSession * self)
{
  GObject *session;

  g_mutex_lock (&self->lock);
  session = self->session != NULL ? g_object_ref (self->session) : NULL;
  g_mutex_unlock (&self->lock);
  return session;
}

/* It takes on the feedback profile by itself when it is asked for early RTCP;
 * with it from the start its first RTCP does not wait for some seconds. */
static void
use_feedback_profile (GObject * session)
{
  gint profile = GST_RTP_PROFILE_AVPF;

  g_object_get (session, "rtp-profile", &profile, NULL);
  if (profile == GST_RTP_PROFILE_AVP || profile == GST_RTP_PROFILE_UNKNOWN)
    g_object_set (session, "rtp-profile", GST_RTP_PROFILE_AVPF, NULL);
  else if (profile == GST_RTP_PROFILE_SAVP)
    g_object_set (session, "rtp-profile", GST_RTP_PROFILE_SAVPF, NULL);
}

void
gst_scream_rx_session_prepare (GstScreamRxSession * self, guint64 bandwidth)
{
  GObject *session = ref_session (self);
  gdouble old = 0;

  if (session == NULL)
    return;
  use_feedback_profile (session);
  g_object_get (session, "bandwidth", &old, NULL);
  if (bandwidth > 0 && old == 0) {
    GST_INFO_OBJECT (self->owner, "setting the bandwidth of the RTPSession to %"
        G_GUINT64_FORMAT " bit/s, so that it does not hold feedback back",
        bandwidth);
    g_object_set (session, "bandwidth", (gdouble) bandwidth, NULL);
    g_mutex_lock (&self->lock);
    if (self->session == session)
      self->bandwidth = (gdouble) bandwidth;
    g_mutex_unlock (&self->lock);
  }
  g_object_unref (session);
}

void
gst_scream_rx_session_use (GstScreamRxSession * self, GstElement * element,
    guint64 bandwidth)
{
  gboolean known;

  g_mutex_lock (&self->lock);
  known = self->element == element;
  g_mutex_unlock (&self->lock);
  if (known)
    return;
  gst_scream_rx_session_clear (self);
  g_mutex_lock (&self->lock);
  attach (self, element);
  g_mutex_unlock (&self->lock);
  gst_scream_rx_session_prepare (self, bandwidth);
}

gboolean
gst_scream_rx_session_request (GstScreamRxSession * self)
{
  GObject *session = ref_session (self);
  gboolean accepted = FALSE;

  if (session == NULL)
    return FALSE;
  g_mutex_lock (&self->lock);
  if (self->asked == 0)
    self->asked = g_get_monotonic_time ();
  g_mutex_unlock (&self->lock);
  g_signal_emit_by_name (session, "send-rtcp-full", MAX_DELAY, &accepted);
  g_object_unref (session);
  return accepted;
}

guint64
gst_scream_rx_session_count_withheld (GstScreamRxSession * self)
{
  GPtrArray *elements = g_ptr_array_new_with_free_func (gst_object_unref);
  guint64 count;

  g_mutex_lock (&self->lock);
  if (self->element != NULL)
    g_ptr_array_add (elements, gst_object_ref (self->element));
  g_mutex_unlock (&self->lock);
  count = gst_rtp_session_count_withheld (elements);
  g_ptr_array_unref (elements);
  return count;
}
