/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packets leave a UDP sink with the codepoint of their buffers. */
#include "gstecnsink.h"

#include "gstecnsocket.h"
#include "gsticesocket.h"
#include "plugins/packet/gstscreamecn.h"

#include <gio/gio.h>

#define NOT_ECT 0

/* None of the four: the sockets have to be set. */
#define UNSET 0xff

/* Somebody else may set the sockets' byte, an application of its own socket for
 * instance: after so many buffers the probe looks itself. */
#define RECHECK_BUFFERS 64

struct _GstEcnSink
{
  gatomicrefcount refs;
  GstElement *sink;
  GstPad *pad;
  gulong probe, notify;
  GPtrArray *sockets;           /* GSocket */
  GstIceSocket *ice;            /* NULL: they stay the same */
  gint changed;                 /* atomic: somebody else set the byte */

  /* of the thread that sends */
  guint8 ecn;                   /* what the sockets are set to */
  guint buffers;                /* since they were looked at */
};

static void
unref (gpointer data)
{
  GstEcnSink *self = data;

  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  gst_object_unref (self->sink);
  gst_object_unref (self->pad);
  g_ptr_array_unref (self->sockets);
  gst_ice_socket_free (self->ice);
  g_free (self);
}

/* ICE may take another path at any time.  True: it has. */
static gboolean
follow_ice (GstEcnSink * self)
{
  GSocket *socket = self->ice ? gst_ice_socket_get (self->ice) : NULL;
  gboolean is_new;

  if (socket == NULL)
    return FALSE;
  is_new = !g_ptr_array_find (self->sockets, socket, NULL);
  if (is_new) {
    g_ptr_array_set_size (self->sockets, 0);
    g_ptr_array_add (self->sockets, g_object_ref (socket));
  }
  g_object_unref (socket);
  return is_new;
}

static gboolean
set_sockets (GstEcnSink * self, guint8 ecn)
{
  gboolean ok = self->sockets->len > 0;
  guint i;

  for (i = 0; i < self->sockets->len; i++)
    ok &= gst_ecn_socket_set (g_ptr_array_index (self->sockets, i), ecn);
  return ok;
}

static void
apply (GstEcnSink * self, guint8 ecn)
{
  gboolean changed = g_atomic_int_compare_and_exchange (&self->changed, 1, 0);

  changed |= follow_ice (self);
  if (ecn == self->ecn && !changed && ++self->buffers < RECHECK_BUFFERS)
    return;
  set_sockets (self, ecn);
  self->ecn = ecn;
  self->buffers = 0;
}

static gboolean
is_uniform (GstBufferList * list)
{
  guint8 first = gst_scream_ecn_get (gst_buffer_list_get (list, 0), NOT_ECT);
  guint i, n = gst_buffer_list_length (list);

  for (i = 1; i < n; i++) {
    if (gst_scream_ecn_get (gst_buffer_list_get (list, i), NOT_ECT) != first)
      return FALSE;
  }
  return TRUE;
}

/* A list is sent by one system call, with one codepoint: this one is taken
 * apart.  Each buffer comes by the probe again. */
static GstFlowReturn
chain_one_by_one (GstPad * pad, GstBufferList * list)
{
  GstFlowReturn ret = GST_FLOW_OK;
  guint i, n = gst_buffer_list_length (list);

  for (i = 0; i < n && ret == GST_FLOW_OK; i++)
    ret = gst_pad_chain (pad, gst_buffer_ref (gst_buffer_list_get (list, i)));
  gst_buffer_list_unref (list);
  return ret;
}

static GstPadProbeReturn
on_data (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstEcnSink *self = user_data;
  GstBufferList *list;

  if (info->type & GST_PAD_PROBE_TYPE_BUFFER) {
    apply (self, gst_scream_ecn_get (GST_PAD_PROBE_INFO_BUFFER (info),
            NOT_ECT));
    return GST_PAD_PROBE_OK;
  }

  list = GST_PAD_PROBE_INFO_BUFFER_LIST (info);
  if (gst_buffer_list_length (list) == 0)
    return GST_PAD_PROBE_OK;
  if (!is_uniform (list)) {
    GST_PAD_PROBE_INFO_FLOW_RETURN (info) = chain_one_by_one (pad, list);
    return GST_PAD_PROBE_HANDLED;
  }
  apply (self, gst_scream_ecn_get (gst_buffer_list_get (list, 0), NOT_ECT));
  return GST_PAD_PROBE_OK;
}

/* The sink has set the whole byte, with ECN zero. */
static void
on_qos_dscp (GObject * sink, GParamSpec * pspec, gpointer user_data)
{
  GstEcnSink *self = user_data;

  g_atomic_int_set (&self->changed, 1);
}

static void
closure_unref (gpointer data, GClosure * closure)
{
  unref (data);
}

static void
add_socket (GPtrArray * sockets, GstElement * sink, const gchar * property)
{
  GParamSpec *pspec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (sink), property);
  GSocket *socket = NULL;

  if (pspec == NULL || !g_type_is_a (pspec->value_type, G_TYPE_SOCKET))
    return;
  g_object_get (sink, property, &socket, NULL);
  if (socket != NULL && !g_ptr_array_find (sockets, socket, NULL))
    g_ptr_array_add (sockets, socket);
  else
    g_clear_object (&socket);
}

static GQuark
by_itself (void)
{
  return g_quark_from_static_string ("gst-scream-ecn-by-itself");
}

void
gst_ecn_sink_note_type (GType type)
{
  g_type_set_qdata (type, by_itself (), GINT_TO_POINTER (TRUE));
}

static void
find_sockets (GstEcnSink * self, GstElement * sink)
{
  add_socket (self->sockets, sink, "used-socket");
  add_socket (self->sockets, sink, "used-socket-v6");
  add_socket (self->sockets, sink, "socket");
  add_socket (self->sockets, sink, "socket-v6");
}

static GstEcnSink *
ecn_sink_new (GstElement * sink, GstPad * pad)
{
  GstEcnSink *self = g_new0 (GstEcnSink, 1);

  g_atomic_ref_count_init (&self->refs);
  self->sink = gst_object_ref (sink);
  self->pad = pad;
  self->ecn = UNSET;
  self->sockets = g_ptr_array_new_with_free_func (g_object_unref);
  return self;
}

GstEcnSink *
gst_ecn_sink_new (GstElement * sink)
{
  GstPad *pad = gst_element_get_static_pad (sink, "sink");
  GstEcnSink *self;

  if (pad == NULL)
    return NULL;
  self = ecn_sink_new (sink, pad);
  if (g_type_get_qdata (G_OBJECT_TYPE (sink), by_itself ()) != NULL)
    return self;
  find_sockets (self, sink);
  self->ice = gst_ice_socket_new (sink);
  if (self->ice == NULL && !set_sockets (self, NOT_ECT)) {
    unref (self);
    return NULL;
  }

  g_atomic_ref_count_inc (&self->refs);
  self->probe = gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER |
      GST_PAD_PROBE_TYPE_BUFFER_LIST, on_data, self, unref);
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (sink), "qos-dscp")) {
    g_atomic_ref_count_inc (&self->refs);
    self->notify = g_signal_connect_data (sink, "notify::qos-dscp",
        G_CALLBACK (on_qos_dscp), self, closure_unref, 0);
  }
  return self;
}

gboolean
gst_ecn_sink_is_for (const GstEcnSink * self, GstElement * sink)
{
  return self->sink == sink;
}

void
gst_ecn_sink_free (GstEcnSink * self)
{
  if (self == NULL)
    return;
  if (self->probe != 0)
    gst_pad_remove_probe (self->pad, self->probe);
  if (self->notify != 0)
    g_signal_handler_disconnect (self->sink, self->notify);
  set_sockets (self, NOT_ECT);
  unref (self);
}
