/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrxplace.c: jitter buffers around screamrx that hide what it needs, or drop
 * all packets without a word */
#include "gstscreamrxprivate.h"
#include "plugins/packet/gsthelp.h"
#include "plugins/scream/net/gstpadwalk.h"

static GstPadWalkResult
visit_buffer (GstElement * element, GstPad * pad, gpointer user_data)
{
  GstElementFactory *factory = gst_element_get_factory (element);

  if (factory == NULL
      || !g_str_equal (GST_OBJECT_NAME (factory), "rtpjitterbuffer"))
    return GST_PAD_WALK_GO_ON;
  gst_object_replace ((GstObject **) user_data, GST_OBJECT_CAST (element));
  return GST_PAD_WALK_STOP;
}

/* It keeps packets until it is their time. */
static void
check_upstream (GstScreamRx * self)
{
  GstElement *buffer = NULL;

  gst_pad_walk_upstream (self->sinkpad, visit_buffer, &buffer);
  if (buffer != NULL)
    GST_ELEMENT_WARNING (self, RESOURCE, SETTINGS,
        ("%s upstream of screamrx hides arrival times, so the rate is too "
            "low.", GST_OBJECT_NAME (buffer)),
        ("Put screamrx upstream of it, directly after the udpsrc; for an "
            "rtspsrc or a webrtcbin, set the property observe."
            GST_HELP ("jitter-buffer")));
  gst_clear_object (&buffer);
}

/* Does anybody tell it what a payload type is? One alone has the caps only; an rtpbin asks
 * its application. */
static gboolean
is_told (GstElement * buffer)
{
  GstObject *asks = gst_object_ref (GST_OBJECT_CAST (buffer)), *parent;
  gboolean told = TRUE;
  guint signal;

  while (told && asks != NULL
      && (signal = g_signal_lookup ("request-pt-map",
              G_OBJECT_TYPE (asks))) != 0) {
    told = g_signal_handler_find (asks, G_SIGNAL_MATCH_ID, signal, 0, NULL,
        NULL, NULL) != 0;
    parent = gst_object_get_parent (asks);
    gst_object_unref (asks);
    asks = parent;
  }
  gst_clear_object (&asks);
  return told;
}

static void
warn_of_caps (GstScreamRx * self, GstElement * buffer, guint type,
    const gchar * caps)
{
  GST_ELEMENT_WARNING (self, STREAM, FORMAT,
      ("Packets have payload type %u, but the caps upstream of screamrx are "
          "%s: %s drops them.", type, caps, GST_OBJECT_NAME (buffer)),
      ("Set the property caps of the udpsrc to those of the sender, for "
          "example caps=\"application/x-rtp,media=video,clock-rate=90000,"
          "encoding-name=H264,payload=%u\"." GST_HELP ("rtp-caps"), type));
}

/* What has no clock rate for a packet drops it, and says so in the debug log only. */
static void
check_downstream (GstScreamRx * self, guint type)
{
  GstCaps *caps = gst_pad_get_current_caps (self->sinkpad);
  gchar *text = caps != NULL ? gst_caps_to_string (caps) : g_strdup ("missing");
  GstElement *buffer = NULL;

  gst_pad_walk_downstream (self->srcpad, visit_buffer, &buffer);
  if (buffer != NULL && !is_told (buffer))
    warn_of_caps (self, buffer, type, text);
  gst_clear_object (&buffer);
  gst_clear_caps (&caps);
  g_free (text);
}

void
gst_scream_rx_note_type (GstScreamRx * self, guint type)
{
  if (self->n_first == GST_SCREAM_RX_PACKETS_BEFORE_WARNING)
    return;
  self->n_first++;
  self->first_type = type;
  self->fitting |= self->clock_rate != 0
      && (self->caps_payload < 0 || self->caps_payload == (gint) type);
}

void
gst_scream_rx_check_place (GstScreamRx * self)
{
  gboolean check, fitting;
  guint type;

  g_mutex_lock (&self->lock);
  check = !self->checked_place
      && self->n_first == GST_SCREAM_RX_PACKETS_BEFORE_WARNING;
  self->checked_place |= check;
  fitting = self->fitting;
  type = self->first_type;
  g_mutex_unlock (&self->lock);
  if (!check)
    return;
  check_upstream (self);
  if (!fitting)
    check_downstream (self, type);
}
