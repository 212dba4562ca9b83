/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* RTCP that comes to an RTPSession of GStreamer.
 *
 * Each rtpsession has one guard, which is a probe on its sink pads. Routes hear what comes
 * before the guard filters it.
 *
 * The element is recognised by its property with the session, and not by its
 * name or type: its plugin need not be there. */
#include "plugins/packet/gstscreampacket.h"
#include "plugins/scream/net/gstrtcpfilter.h"
#include "gstrtpsessionroute.h"
#include "gstpadwalk.h"

struct _GstRtpSessionRoute
{
  GMutex lock;                  /* held while func runs */
  GstRtpSessionRouteFunc func;  /* NULL when freed */
  gpointer user_data;

  GPtrArray *elements;          /* GstElement */
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
  static const gchar *const prefixes[] = {
    "send_rtp_", "recv_rtp_", "recv_rtcp_"
  };
  Search search = { prefixes[way], elements };

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

/* ---- the guard of a session ---- */

typedef struct
{
  gint sent;                    /* SSRC of the last packet, as a hint */

  GMutex lock;                  /* for what follows */
  GstRtcpFilter filter;
  GPtrArray *routes;            /* GstRtpSessionRoute */
} Guard;

/* RFC 3550 section 12.1: what an RTPSession takes for RTCP, also where RTP comes */
#define FIRST_RTCP_TYPE 200
#define LAST_RTCP_TYPE 207

static GQuark
get_quark (void)
{
  return g_quark_from_static_string ("gst-rtp-session-guard");
}

static Guard *
guard_new (void)
{
  Guard *guard = g_atomic_rc_box_new0 (Guard);

  g_mutex_init (&guard->lock);
  guard->routes = g_ptr_array_new ();
  return guard;
}

static void
guard_clear (gpointer data)
{
  Guard *guard = data;

  g_ptr_array_unref (guard->routes);
  g_mutex_clear (&guard->lock);
}

static void
guard_unref (gpointer guard)
{
  g_atomic_rc_box_release_full (guard, guard_clear);
}

static void
unref_with_handler (gpointer guard, GClosure * closure)
{
  guard_unref (guard);
}

static void
route_clear (gpointer data)
{
  GstRtpSessionRoute *route = data;

  g_ptr_array_unref (route->elements);
  g_mutex_clear (&route->lock);
}

static void
route_unref (gpointer route)
{
  g_atomic_rc_box_release_full (route, route_clear);
}

static void
hand_on (GstRtpSessionRoute * route, GstBuffer * rtcp)
{
  GstMapInfo map;

  g_mutex_lock (&route->lock);
  if (route->func != NULL && route->user_data !=
      gst_mini_object_get_qdata (GST_MINI_OBJECT_CAST (rtcp), get_quark ())
      && gst_buffer_map (rtcp, &map, GST_MAP_READ)) {
    route->func (map.data, map.size, route->user_data);
    gst_buffer_unmap (rtcp, &map);
  }
  g_mutex_unlock (&route->lock);
}

static void
hand_on_to_all (Guard * guard, GstBuffer * rtcp)
{
  GPtrArray *routes = g_ptr_array_new_with_free_func (route_unref);
  guint i;

  g_mutex_lock (&guard->lock);
  for (i = 0; i < guard->routes->len; i++)
    g_ptr_array_add (routes,
        g_atomic_rc_box_acquire (g_ptr_array_index (guard->routes, i)));
  g_mutex_unlock (&guard->lock);
  for (i = 0; i < routes->len; i++)
    hand_on (g_ptr_array_index (routes, i), rtcp);
  g_ptr_array_unref (routes);
}

/* GstBufferListFunc */
static gboolean
filter_rtcp (GstBuffer ** buffer, guint i, gpointer user_data)
{
  Guard *guard = user_data;

  hand_on_to_all (guard, *buffer);
  g_mutex_lock (&guard->lock);
  *buffer = gst_rtcp_filter_take_buffer (&guard->filter, *buffer,
      g_get_monotonic_time () * GST_USECOND);
  g_mutex_unlock (&guard->lock);
  return TRUE;
}

/* The same */
static gboolean
filter_rtp (GstBuffer ** buffer, guint i, gpointer user_data)
{
  Guard *guard = user_data;
  gboolean admitted;
  guint8 header[2];

  if (gst_buffer_extract (*buffer, 0, header, 2) == 2
      && header[1] >= FIRST_RTCP_TYPE && header[1] <= LAST_RTCP_TYPE)
    return filter_rtcp (buffer, i, user_data);
  g_mutex_lock (&guard->lock);
  admitted = gst_rtcp_filter_admits_rtp (&guard->filter, *buffer,
      g_get_monotonic_time () * GST_USECOND);
  g_mutex_unlock (&guard->lock);
  if (!admitted)
    gst_clear_buffer (buffer);
  return TRUE;
}

/* The same */
static gboolean
note_sent (GstBuffer ** buffer, guint i, gpointer user_data)
{
  Guard *guard = user_data;
  guint8 bytes[4] = { 0, };
  guint32 ssrc;

  gst_buffer_extract (*buffer, 8, bytes, sizeof (bytes));
  ssrc = GST_READ_UINT32_BE (bytes);
  if (ssrc != 0 && (guint32) g_atomic_int_get (&guard->sent) == ssrc)
    return TRUE;
  g_atomic_int_set (&guard->sent, (gint) ssrc);
  g_mutex_lock (&guard->lock);
  gst_rtcp_filter_note_sent (&guard->filter, ssrc,
      g_get_monotonic_time () * GST_USECOND);
  g_mutex_unlock (&guard->lock);
  return TRUE;
}

static const struct
{
  const gchar *pad;
  GstBufferListFunc look;
} looks[] = {
  {"recv_rtcp_sink", filter_rtcp},
  {"recv_rtp_sink", filter_rtp},
  {"send_rtp_sink", note_sent},
};

static GstPadProbeReturn
look (GstPadProbeInfo * info, GstBufferListFunc func, gpointer guard)
{
  if (info->type & GST_PAD_PROBE_TYPE_BUFFER_LIST) {
    if (func != note_sent)
      info->data = gst_buffer_list_make_writable (info->data);
    gst_buffer_list_foreach (info->data, func, guard);
    return gst_buffer_list_length (info->data) > 0 ? GST_PAD_PROBE_OK
        : GST_PAD_PROBE_DROP;
  }
  func ((GstBuffer **) & info->data, 0, guard);
  if (info->data != NULL)
    return GST_PAD_PROBE_OK;
  GST_PAD_PROBE_INFO_FLOW_RETURN (info) = GST_FLOW_OK;
  return GST_PAD_PROBE_HANDLED;
}

static GstPadProbeReturn
on_data (GstPad * pad, GstPadProbeInfo * info, gpointer guard)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (looks); i++) {
    if (g_str_equal (GST_PAD_NAME (pad), looks[i].pad))
      return look (info, looks[i].look, guard);
  }
  return GST_PAD_PROBE_OK;
}

static gboolean
guard_pad (GstElement * session, GstPad * pad, gpointer guard)
{
  if (GST_PAD_IS_SINK (pad) && g_object_replace_qdata (G_OBJECT (pad),
          get_quark (), NULL, guard, NULL, NULL))
    gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER |
        GST_PAD_PROBE_TYPE_BUFFER_LIST, on_data,
        g_atomic_rc_box_acquire (guard), guard_unref);
  return TRUE;
}

static void
on_pad_added (GstElement * session, GstPad * pad, gpointer guard)
{
  guard_pad (session, pad, guard);
}

static Guard *
get_guard (GstElement * session)
{
  return g_object_get_qdata (G_OBJECT (session), get_quark ());
}

void
gst_rtp_session_guard (GstElement * session)
{
  Guard *guard;

  if (get_guard (session) != NULL)
    return;
  guard = guard_new ();
  if (g_object_replace_qdata (G_OBJECT (session), get_quark (), NULL,
          g_atomic_rc_box_acquire (guard), guard_unref, NULL)) {
    g_signal_connect_data (session, "pad-added", G_CALLBACK (on_pad_added),
        g_atomic_rc_box_acquire (guard), unref_with_handler, 0);
    gst_element_foreach_sink_pad (session, guard_pad, guard);
  } else {
    guard_unref (guard);
  }
  guard_unref (guard);
}

guint64
gst_rtp_session_count_withheld (GPtrArray * elements)
{
  guint64 count = 0;
  guint i;

  for (i = 0; i < elements->len; i++) {
    Guard *guard = get_guard (g_ptr_array_index (elements, i));

    if (guard == NULL)
      continue;
    g_mutex_lock (&guard->lock);
    count += guard->filter.refused;
    g_mutex_unlock (&guard->lock);
  }
  return count;
}

/* ---- routes ---- */

void
gst_rtp_session_route_pass_over (GstBuffer * rtcp, gpointer user_data)
{
  gst_mini_object_set_qdata (GST_MINI_OBJECT_CAST (rtcp), get_quark (),
      user_data, NULL);
}

GstRtpSessionRoute *
gst_rtp_session_route_new (GPtrArray * elements, GstRtpSessionRouteFunc func,
    gpointer user_data)
{
  GstRtpSessionRoute *route;
  guint i;

  if (elements->len == 0)
    return NULL;

  route = g_atomic_rc_box_new0 (GstRtpSessionRoute);
  g_mutex_init (&route->lock);
  route->func = func;
  route->user_data = user_data;
  route->elements = g_ptr_array_new_with_free_func (gst_object_unref);
  for (i = 0; i < elements->len; i++) {
    GstElement *session = gst_object_ref (g_ptr_array_index (elements, i));
    Guard *guard;

    gst_rtp_session_guard (session);
    guard = get_guard (session);
    g_mutex_lock (&guard->lock);
    g_ptr_array_add (guard->routes, route);
    g_mutex_unlock (&guard->lock);
    g_ptr_array_add (route->elements, session);
  }
  return route;
}

/* A call may be on its way: it finds no func then, or is waited for. */
void
gst_rtp_session_route_free (GstRtpSessionRoute * route)
{
  guint i;

  if (route == NULL)
    return;

  for (i = 0; i < route->elements->len; i++) {
    Guard *guard = get_guard (g_ptr_array_index (route->elements, i));

    g_mutex_lock (&guard->lock);
    g_ptr_array_remove (guard->routes, route);
    g_mutex_unlock (&guard->lock);
  }
  g_mutex_lock (&route->lock);
  route->func = NULL;
  g_mutex_unlock (&route->lock);
  route_unref (route);
}
