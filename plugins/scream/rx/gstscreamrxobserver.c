/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The packets that an element receives to which no pad of ours can be linked, and those
 * that leave it for a depayloader.
 *
 * A bin makes its rtpsession, and that makes its pad, when they are needed.  The first
 * session that gets the pad is the one: a congestion control has one path.
 */
#include "plugins/scream/net/gstrtpsessionroute.h"
#include "plugins/scream/rtp/gstscreamnal.h"
#include "gstscreamrxprivate.h"
#include "plugins/packet/gsthelp.h"

GST_DEBUG_CATEGORY_STATIC (rx_observer_debug);
#define GST_CAT_DEFAULT rx_observer_debug

#define SESSION_PAD "recv_rtp_sink"

/* RFC 3550 section 5.1: seven bits */
#define N_PAYLOAD_TYPES 128

/* A payload type that was not agreed on is asked for again after this time, since
 * both sides may negotiate anew. */
#define ASK_AGAIN GST_SECOND

typedef struct
{
  gboolean agreed;
  gint64 asked;                 /* us, when; 0: never */
} PayloadType;

struct _GstScreamRxObserver
{
  GstElement *owner;            /* not owned */

  GMutex lock;                  /* for what follows */
  GWeakRef target;
  gulong element_added;         /* handler of the target; 0: none */
  gulong output_added;          /* the same */
  GPtrArray *sessions;          /* GstElement */
  GArray *pad_added;            /* gulong, handler of the session at the same place */
  GstPad *pad;                  /* of the session; NULL: not found yet */
  gulong probe;
  gboolean started;
  gboolean negotiates;          /* the target does */
  const gchar *agreed;
  PayloadType *types;           /* N_PAYLOAD_TYPES; NULL: there was no target yet */
  guint64 not_agreed;
};

static void
init_sessions (GstScreamRxObserver * self)
{
  self->sessions = g_ptr_array_new_with_free_func (gst_object_unref);
  self->pad_added = g_array_new (FALSE, FALSE, sizeof (gulong));
}

GstScreamRxObserver *
gst_scream_rx_observer_new (GstElement * owner)
{
  GstScreamRxObserver *self = g_new0 (GstScreamRxObserver, 1);
  static gsize once = 0;

  if (g_once_init_enter (&once)) {
    GST_DEBUG_CATEGORY_INIT (rx_observer_debug, "screamrxobserver", 0,
        "packets received by another element");
    g_once_init_leave (&once, 1);
  }
  self->owner = owner;
  g_mutex_init (&self->lock);
  g_weak_ref_init (&self->target, NULL);
  init_sessions (self);
  return self;
}

void
gst_scream_rx_observer_free (GstScreamRxObserver * self)
{
  gst_scream_rx_observer_stop (self);
  g_ptr_array_unref (self->sessions);
  g_array_unref (self->pad_added);
  g_free (self->types);
  g_weak_ref_clear (&self->target);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* ---- packets ---- */

/* A property of the caps that SDP gave the payload type. */
static gboolean
has_field (GstElement * session, guint type, const gchar * field)
{
  GstCaps *caps = NULL;
  gboolean has = FALSE, value = FALSE;

  g_signal_emit_by_name (session, "request-pt-map", type, &caps);
  GST_DEBUG_OBJECT (session, "payload type %u: %" GST_PTR_FORMAT, type, caps);
  if (caps != NULL && gst_caps_get_size (caps) > 0)
    has = gst_structure_get_boolean (gst_caps_get_structure (caps, 0), field,
        &value) && value;
  gst_clear_caps (&caps);
  return has;
}

/* Is there an agreement on packets of this payload type? */
static gboolean
is_agreed (GstScreamRxObserver * self, GstElement * session, guint type)
{
  gint64 now = g_get_monotonic_time ();
  const gchar *field;
  gboolean agreed, ask;

  g_mutex_lock (&self->lock);
  field = self->agreed;
  agreed = !self->negotiates || self->types[type].agreed;
  ask = !agreed && field != NULL && (self->types[type].asked == 0
      || now - self->types[type].asked >= (gint64) (ASK_AGAIN / GST_USECOND));
  g_mutex_unlock (&self->lock);
  if (ask) {
    agreed = has_field (session, type, field);
    GST_INFO_OBJECT (self->owner, "payload type %u: %s %s", type,
        agreed ? "agreed on" : "no", field);
  }
  g_mutex_lock (&self->lock);
  if (ask) {
    self->types[type].agreed = agreed;
    self->types[type].asked = now;
  }
  self->not_agreed += !agreed;
  g_mutex_unlock (&self->lock);
  return agreed;
}

static void
look_at (GstScreamRxObserver * self, GstElement * session, GstBuffer ** packet)
{
  guint8 header[2];

  if (gst_buffer_extract (*packet, 0, header, sizeof (header)) ==
      sizeof (header) && is_agreed (self, session, header[1] & 0x7f))
    gst_scream_rx_observe (GST_SCREAM_RX (self->owner), session, packet);
}

/* GstBufferListFunc */
typedef struct
{
  GstScreamRxObserver *self;
  GstElement *session;
} Look;

static gboolean
look_in_list (GstBuffer ** packet, guint i, gpointer user_data)
{
  Look *look = user_data;

  look_at (look->self, look->session, packet);
  return TRUE;
}

static GstPadProbeReturn
on_data (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamRx *owner = g_weak_ref_get (user_data);
  GstElement *session = gst_pad_get_parent_element (pad);

  if (owner != NULL && session != NULL) {
    Look look = { owner->observer, session };

    if (GST_PAD_PROBE_INFO_TYPE (info) & GST_PAD_PROBE_TYPE_BUFFER_LIST) {
      GST_PAD_PROBE_INFO_DATA (info) = gst_buffer_list_make_writable
          (GST_PAD_PROBE_INFO_BUFFER_LIST (info));
      gst_buffer_list_foreach (GST_PAD_PROBE_INFO_BUFFER_LIST (info),
          look_in_list, &look);
    } else {
      look_at (look.self, session, (GstBuffer **) & info->data);
    }
  }
  gst_clear_object (&session);
  gst_clear_object (&owner);
  return GST_PAD_PROBE_OK;
}

/* ---- finding ---- */

static void
use_pad (GstScreamRxObserver * self, GstPad * pad)
{
  gboolean other = FALSE;

  g_mutex_lock (&self->lock);
  if (self->started && self->pad == NULL) {
    self->pad = gst_object_ref (pad);
    self->probe = gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER |
        GST_PAD_PROBE_TYPE_BUFFER_LIST, on_data,
        gst_scream_rx_new_weak_ref (GST_SCREAM_RX (self->owner)),
        gst_scream_rx_free_weak_ref);
  } else {
    other = self->started && self->pad != pad;
  }
  g_mutex_unlock (&self->lock);
  if (other)
    GST_ELEMENT_WARNING (self->owner, STREAM, FORMAT,
        ("There is more than one RTP session; only the first gets feedback."),
        ("%" GST_PTR_FORMAT ". Use bundle-policy=max-bundle, or a screamrx "
            "for each rtpsession, with observe set to it."
            GST_HELP ("observe"), pad));
}

static void
on_pad_added (GstElement * session, GstPad * pad, gpointer user_data)
{
  GstScreamRx *owner = g_weak_ref_get (user_data);

  if (owner == NULL)
    return;
  if (g_str_equal (GST_PAD_NAME (pad), SESSION_PAD))
    use_pad (owner->observer, pad);
  gst_object_unref (owner);
}

/* FALSE: it is known already, or all is over. */
static gboolean
listen_to (GstScreamRxObserver * self, GstElement * session)
{
  gboolean is_new;
  gulong handler;

  g_mutex_lock (&self->lock);
  is_new = self->started && !g_ptr_array_find (self->sessions, session, NULL);
  if (is_new) {
    handler = gst_scream_rx_connect (GST_SCREAM_RX (self->owner), session,
        "pad-added", G_CALLBACK (on_pad_added));
    g_ptr_array_add (self->sessions, gst_object_ref (session));
    g_array_append_val (self->pad_added, handler);
  }
  g_mutex_unlock (&self->lock);
  return is_new;
}

/* FALSE: it is no rtpsession. */
static gboolean
consider (GstScreamRxObserver * self, GstElement * element)
{
  GstPad *pad;

  if (!gst_rtp_session_is (element))
    return FALSE;
  if (!listen_to (self, element))
    return TRUE;
  gst_rtp_session_guard (element);
  pad = gst_element_get_static_pad (element, SESSION_PAD);
  if (pad != NULL)
    use_pad (self, pad);
  gst_clear_object (&pad);
  return TRUE;
}

static void
on_element_added (GstBin * bin, GstBin * sub, GstElement * element,
    gpointer user_data)
{
  GstScreamRx *owner = g_weak_ref_get (user_data);

  if (owner == NULL)
    return;
  consider (owner->observer, element);
  gst_object_unref (owner);
}

static void
consider_all (GstScreamRxObserver * self, GstBin * bin)
{
  GstIterator *it = gst_bin_iterate_recurse (bin);
  GValue item = G_VALUE_INIT;
  GPtrArray *elements = g_ptr_array_new_with_free_func (gst_object_unref);
  GstIteratorResult result;
  guint i;

  while ((result = gst_iterator_next (it, &item)) == GST_ITERATOR_OK
      || result == GST_ITERATOR_RESYNC) {
    if (result == GST_ITERATOR_RESYNC) {
      g_ptr_array_set_size (elements, 0);
      gst_iterator_resync (it);
      continue;
    }
    g_ptr_array_add (elements, g_value_dup_object (&item));
    g_value_reset (&item);
  }
  gst_iterator_free (it);
  for (i = 0; i < elements->len; i++)
    consider (self, g_ptr_array_index (elements, i));
  g_ptr_array_unref (elements);
}

/* ---- what leaves the target ---- */

/* What it sends is its own. Also a handler of pad-added, which returns nothing. */
static gboolean
guard_output (GstElement * target, GstPad * pad, gpointer user_data)
{
  if (GST_PAD_IS_SRC (pad) && !g_str_has_prefix (GST_PAD_NAME (pad), "send_"))
    gst_scream_nal_guard (pad, NULL);
  return TRUE;
}

/* ---- the target ---- */

void
gst_scream_rx_observer_set_target (GstScreamRxObserver * self,
    GstElement * target)
{
  g_weak_ref_set (&self->target, target);
}

GstElement *
gst_scream_rx_observer_get_target (GstScreamRxObserver * self)
{
  return g_weak_ref_get (&self->target);
}

static void
warn_of_target (GstScreamRxObserver * self, GstElement * target)
{
  GST_ELEMENT_WARNING (self->owner, RESOURCE, SETTINGS,
      ("observe=%s has no RTP session to report on.",
          GST_OBJECT_NAME (target)),
      ("Set the property observe to a webrtcbin, an rtpbin or an rtpsession."
          GST_HELP ("observe")));
}

void
gst_scream_rx_observer_start (GstScreamRxObserver * self, const gchar * agreed)
{
  GstElement *target = g_weak_ref_get (&self->target);

  if (target == NULL)
    return;
  g_mutex_lock (&self->lock);
  self->started = TRUE;
  self->agreed = agreed;
  self->negotiates = g_signal_lookup ("create-answer",
      G_OBJECT_TYPE (target)) != 0;
  self->not_agreed = 0;
  g_free (self->types);
  self->types = g_new0 (PayloadType, N_PAYLOAD_TYPES);
  if (GST_IS_BIN (target))
    self->element_added = gst_scream_rx_connect (GST_SCREAM_RX (self->owner),
        target, "deep-element-added", G_CALLBACK (on_element_added));
  self->output_added = g_signal_connect (target, "pad-added",
      G_CALLBACK (guard_output), NULL);
  g_mutex_unlock (&self->lock);
  gst_element_foreach_src_pad (target, guard_output, NULL);
  if (GST_IS_BIN (target))
    consider_all (self, GST_BIN (target));
  else if (!consider (self, target))
    warn_of_target (self, target);
  gst_object_unref (target);
}

static void
leave_sessions (GPtrArray * sessions, GArray * handlers)
{
  guint i;

  for (i = 0; i < sessions->len; i++)
    g_signal_handler_disconnect (g_ptr_array_index (sessions, i),
        g_array_index (handlers, gulong, i));
}

void
gst_scream_rx_observer_stop (GstScreamRxObserver * self)
{
  GstElement *target = g_weak_ref_get (&self->target);
  GPtrArray *sessions;
  GArray *handlers;
  gulong probe, element_added, output_added;
  GstPad *pad;

  g_mutex_lock (&self->lock);
  self->started = FALSE;
  pad = g_steal_pointer (&self->pad);
  probe = self->probe;
  element_added = self->element_added;
  self->element_added = 0;
  output_added = self->output_added;
  self->output_added = 0;
  sessions = g_steal_pointer (&self->sessions);
  handlers = g_steal_pointer (&self->pad_added);
  init_sessions (self);
  g_mutex_unlock (&self->lock);
  if (pad != NULL)
    gst_pad_remove_probe (pad, probe);
  if (target != NULL && element_added != 0)
    g_signal_handler_disconnect (target, element_added);
  if (target != NULL && output_added != 0)
    g_signal_handler_disconnect (target, output_added);
  leave_sessions (sessions, handlers);
  g_ptr_array_unref (sessions);
  g_array_unref (handlers);
  gst_clear_object (&pad);
  gst_clear_object (&target);
}

guint64
gst_scream_rx_observer_get_not_agreed (GstScreamRxObserver * self)
{
  guint64 n;

  g_mutex_lock (&self->lock);
  n = self->not_agreed;
  g_mutex_unlock (&self->lock);
  return n;
}
