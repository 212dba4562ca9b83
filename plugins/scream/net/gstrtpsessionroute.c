/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Feedback that an RTPSession of GStreamer receives.
 *
 * The session's signal on-feedback-rtcp carries the header of a feedback packet
 * in pieces; here it is put together again, so that the one parser serves for
 * all routes.
 *
 * The element is recognised by its property with the session, and not by its
 * name or type: its plugin need not be there. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstrtpsessionroute.h"
#include "gstpadwalk.h"

#include <string.h>

/* RFC 4585 section 6.1: header, SSRC of the packet's sender, SSRC of the media */
#define FEEDBACK_HEADER_SIZE 12

/* RFC 4585 section 6.1 */
#define PACKET_TYPE_RTPFB 205
#define PACKET_TYPE_PSFB 206

/* The length field of RTCP has 16 bits and counts words after the first. */
#define MAX_FEEDBACK_SIZE (4 * (G_MAXUINT16 + 1))

/* Packets that are on their way to a session, most likely in this thread; if there
 * are more in a queue the oldest are heard twice. */
#define MAX_KNOWN 32

struct _GstRtpSessionRoute
{
  gint refs;                    /* one of the owner, one of each handler */
  GMutex lock;                  /* held while func runs */
  guint64 known[MAX_KNOWN];     /* hashes of packets not to be heard, 0: none */
  guint next_known;
  GstRtpSessionRouteFunc func;  /* NULL when freed */
  gpointer user_data;

  GPtrArray *sessions;          /* GObject */
  GArray *handlers;             /* gulong, of the session at the same place */
};

/* ---- finding ---- */

typedef struct
{
  const gchar *prefix;          /* of the names of pads */
  GPtrArray *elements;
} Search;

gboolean
gst_rtp_session_is (GstElement * element)
{
  GParamSpec *pspec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (element),
      "internal-session");

  return pspec != NULL && (pspec->flags & G_PARAM_READABLE)
      && g_type_is_a (pspec->value_type, G_TYPE_OBJECT);
}

static GstPadWalkResult
visit (GstElement * element, GstPad * pad, gpointer user_data)
{
  Search *search = user_data;
  gboolean this_way;
  gchar *name;

  if (!gst_rtp_session_is (element))
    return GST_PAD_WALK_GO_ON;

  name = gst_pad_get_name (pad);
  this_way = g_str_has_prefix (name, search->prefix);
  g_free (name);
  if (this_way && !g_ptr_array_find (search->elements, element, NULL))
    g_ptr_array_add (search->elements, gst_object_ref (element));
  return GST_PAD_WALK_SKIP;
}

void
gst_rtp_session_find (GstPad * pad, GstRtpSessionWay way, GPtrArray * elements)
{
  Search search = { NULL, elements };

  search.prefix = way == GST_RTP_SESSION_SEND ? "send_rtp_" : "recv_rtp_";
  if (GST_PAD_IS_SRC (pad))
    gst_pad_walk_downstream (pad, visit, &search);
  else
    gst_pad_walk_upstream (pad, visit, &search);
}

GObject *
gst_rtp_session_get_internal (GstElement * element)
{
  GObject *session = NULL;

  g_object_get (element, "internal-session", &session, NULL);
  return session;
}

/* ---- listening ---- */

GstRtpSessionRoute *
gst_rtp_session_route_ref (GstRtpSessionRoute * route)
{
  g_atomic_int_inc (&route->refs);
  return route;
}

void
gst_rtp_session_route_unref (GstRtpSessionRoute * route)
{
  if (!g_atomic_int_dec_and_test (&route->refs))
    return;
  g_mutex_clear (&route->lock);
  g_ptr_array_unref (route->sessions);
  g_array_unref (route->handlers);
  g_free (route);
}

static void
unref_with_handler (gpointer route, GClosure * closure)
{
  (void) closure;
  gst_rtp_session_route_unref (route);
}

/* FNV-1a, 64 bit */
static guint64
hash_bytes (const guint8 * data, gsize size)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);
  gsize i;

  for (i = 0; i < size; i++)
    hash = (hash ^ data[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  return hash != 0 ? hash : 1;
}

/* With the lock. */
static gboolean
forget_known (GstRtpSessionRoute * route, const guint8 * data, gsize size)
{
  guint64 hash = hash_bytes (data, size);
  guint i;

  for (i = 0; i < MAX_KNOWN; i++) {
    if (route->known[i] == hash) {
      route->known[i] = 0;
      return TRUE;
    }
  }
  return FALSE;
}

void
gst_rtp_session_route_pass_over (GstRtpSessionRoute * route,
    const guint8 * data, gsize size)
{
  g_mutex_lock (&route->lock);
  while (size >= 4) {
    gsize packet = 4 * (GST_READ_UINT16_BE (data + 2) + 1);

    if (packet > size)
      break;
    if (data[1] == PACKET_TYPE_RTPFB || data[1] == PACKET_TYPE_PSFB) {
      route->known[route->next_known] = hash_bytes (data, packet);
      route->next_known = (route->next_known + 1) % MAX_KNOWN;
    }
    data += packet;
    size -= packet;
  }
  g_mutex_unlock (&route->lock);
}

static void
hand_on (GstRtpSessionRoute * route, const guint8 * data, gsize size)
{
  g_mutex_lock (&route->lock);
  if (route->func != NULL && !forget_known (route, data, size))
    route->func (data, size, route->user_data);
  g_mutex_unlock (&route->lock);
}

/* The first SSRC of an RFC 8888 packet's reports, or without any its report
 * timestamp, is where other packets have the media SSRC; the rest is @fci, NULL
 * if there is none. */
static void
on_feedback (GObject * session, guint type, guint format, guint sender_ssrc,
    guint media_ssrc, GstBuffer * fci, gpointer user_data)
{
  gsize fci_size = fci != NULL ? gst_buffer_get_size (fci) : 0;
  gsize size = FEEDBACK_HEADER_SIZE + fci_size;
  guint8 *data;

  (void) session;
  if ((type != PACKET_TYPE_RTPFB && type != PACKET_TYPE_PSFB)
      || size % 4 != 0 || size > MAX_FEEDBACK_SIZE)
    return;

  data = g_malloc (size);
  data[0] = 2 << 6 | (format & 0x1f);
  data[1] = (guint8) type;
  GST_WRITE_UINT16_BE (data + 2, size / 4 - 1);
  GST_WRITE_UINT32_BE (data + 4, sender_ssrc);
  GST_WRITE_UINT32_BE (data + 8, media_ssrc);
  if (fci_size > 0)
    gst_buffer_extract (fci, 0, data + FEEDBACK_HEADER_SIZE, fci_size);
  hand_on (user_data, data, size);
  g_free (data);
}

/* Takes @session. */
static void
listen_to (GstRtpSessionRoute * route, GObject * session)
{
  gulong handler;

  handler = g_signal_connect_data (session, "on-feedback-rtcp",
      G_CALLBACK (on_feedback), gst_rtp_session_route_ref (route),
      unref_with_handler, 0);
  g_ptr_array_add (route->sessions, session);
  g_array_append_val (route->handlers, handler);
}

GstRtpSessionRoute *
gst_rtp_session_route_new (GPtrArray * elements, GstRtpSessionRouteFunc func,
    gpointer user_data)
{
  GstRtpSessionRoute *route;
  guint i;

  if (elements->len == 0)
    return NULL;

  route = g_new0 (GstRtpSessionRoute, 1);
  route->refs = 1;
  g_mutex_init (&route->lock);
  route->func = func;
  route->user_data = user_data;
  route->sessions = g_ptr_array_new_with_free_func (g_object_unref);
  route->handlers = g_array_new (FALSE, FALSE, sizeof (gulong));
  for (i = 0; i < elements->len; i++) {
    GObject *session =
        gst_rtp_session_get_internal (g_ptr_array_index (elements, i));

    if (session != NULL)
      listen_to (route, session);
  }
  return route;
}

/* A handler may run until after it is disconnected: it finds no func then, or is
 * waited for. */
void
gst_rtp_session_route_free (GstRtpSessionRoute * route)
{
  guint i;

  if (route == NULL)
    return;

  for (i = 0; i < route->sessions->len; i++)
    g_signal_handler_disconnect (g_ptr_array_index (route->sessions, i),
        g_array_index (route->handlers, gulong, i));
  g_mutex_lock (&route->lock);
  route->func = NULL;
  g_mutex_unlock (&route->lock);
  gst_rtp_session_route_unref (route);
}
