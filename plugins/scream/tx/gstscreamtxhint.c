/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxhint.c: capacity hints, from an event or a signal to the session
 *
 * They come from any thread.
 */
#include "gstscreamtxprivate.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

#define EVENT_NAME "GstScreamCapacityHint"

/* Senders of events write numbers of any kind.  -1: the field is no number, or one
 * below 0. */
static gdouble
get_number (const GstStructure * s, const gchar * field)
{
  const GValue *value = gst_structure_get_value (s, field);
  GValue number = G_VALUE_INIT;
  gdouble x = -1;

  g_value_init (&number, G_TYPE_DOUBLE);
  if (value != NULL && g_value_transform (value, &number)
      && g_value_get_double (&number) >= 0)
    x = g_value_get_double (&number);
  g_value_unset (&number);
  return x;
}

static gboolean
refuse (GstScreamTx * self, const gchar * field)
{
  g_mutex_lock (&self->lock);
  self->hints_refused++;
  g_mutex_unlock (&self->lock);
  GST_WARNING_OBJECT (self, EVENT_NAME " without a usable field \"%s\": a "
      "number of 0 or more is needed, \"bitrate\" in bit/s, \"valid\" in ms",
      field);
  return FALSE;
}

gboolean
gst_scream_tx_take_hint (GstScreamTx * self, guint64 bitrate, guint valid)
{
  gboolean taken;

  g_mutex_lock (&self->lock);
  taken = self->session != NULL;
  if (taken) {
    rtp_cc_session_capacity_hint (self->session, bitrate,
        (gint64) valid * RTP_CC_MSECOND, gst_scream_tx_now (self));
    gst_scream_tx_wake (self);
  }
  g_mutex_unlock (&self->lock);
  GST_DEBUG_OBJECT (self, "capacity hint of %" G_GUINT64_FORMAT
      " bit/s for %u ms%s", bitrate, valid,
      taken ? "" : ", ignored below PAUSED");
  gst_scream_tx_publish (self);
  return taken;
}

gboolean
gst_scream_tx_is_hint (GstEvent * event)
{
  return gst_event_has_name (event, EVENT_NAME);
}

gboolean
gst_scream_tx_take_hint_event (GstScreamTx * self, GstEvent * event)
{
  const GstStructure *s = gst_event_get_structure (event);
  gdouble bitrate = get_number (s, "bitrate");
  gdouble valid = get_number (s, "valid");

  if (bitrate < 0)
    return refuse (self, "bitrate");
  if (valid < 0)
    return refuse (self, "valid");
  return gst_scream_tx_take_hint (self, (guint64) MIN (bitrate, G_MAXINT64 / 2),
      (guint) MIN (valid, G_MAXUINT));
}

void
gst_scream_tx_install_hint_signal (GstScreamTxClass * klass)
{
  /**
   * GstScreamTx::capacity-hint:
   * @self: the screamtx
   * @bitrate: what the link carries, bit/s, IP headers included
   * @valid: for how long that holds, ms
   *
   * Tells what a modem, a Wi-Fi driver or a scheduler knows of the link. While it
   * holds, the rate of all streams together is no higher, at once, and packets leave
   * at 1.25 times that at most. #GstScreamTx:min-bitrate holds in any case, so 0
   * means that. The newest hint replaces the one before; one with @valid 0 withdraws
   * it; an hour is the longest. A hint does not raise the rate: the path has to
   * agree. When it ends, the controller goes on from there.
   *
   * The upstream event `GstScreamCapacityHint` (GST_EVENT_CUSTOM_UPSTREAM) with the
   * fields `bitrate` and `valid`, of any number type, on a src pad does the same.
   *
   * Any thread may emit it.
   *
   * Returns: FALSE: ignored, the element is below PAUSED
   *
   * Since: 0.2
   */
  g_signal_new_class_handler ("capacity-hint", G_TYPE_FROM_CLASS (klass),
      G_SIGNAL_RUN_LAST | G_SIGNAL_ACTION, G_CALLBACK (gst_scream_tx_take_hint),
      NULL, NULL, NULL, G_TYPE_BOOLEAN, 2, G_TYPE_UINT64, G_TYPE_UINT);
}
