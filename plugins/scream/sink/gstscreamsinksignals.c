/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamsinksignals.c: what the application is asked: about an encoder that
 * screamsink has made, and what screamtx asks */
#include "gstscreamsinkprivate.h"
#include "plugins/scream/tx/gstscreamtx.h"

enum
{
  SIGNAL_ENCODER_SETUP,
  SIGNAL_SPLIT_BITRATE,
  SIGNAL_ENCODER_BITRATE_CHANGING,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

gboolean
gst_scream_sink_emit_encoder_setup (GstScreamSink * self,
    const gchar * pad_name, GstElement * encoder)
{
  gboolean done = FALSE;
  g_autofree gchar *receiver = NULL;

  GST_OBJECT_LOCK (self);
  receiver = g_strdup_printf ("%s:%u", self->host, self->port);
  GST_OBJECT_UNLOCK (self);
  g_signal_emit (self, signals[SIGNAL_ENCODER_SETUP], 0, receiver, pad_name,
      encoder, &done);
  return done;
}

/* ---- of screamtx ---- */

/* Its pads have the names of ours. */
static GstStructure *
on_split_bitrate (GstElement * tx, guint total, const GstStructure * bitrates,
    GstScreamSink * self)
{
  GstStructure *answer = NULL;

  if (g_signal_has_handler_pending (self, signals[SIGNAL_SPLIT_BITRATE], 0,
          FALSE))
    g_signal_emit (self, signals[SIGNAL_SPLIT_BITRATE], 0, total, bitrates,
        &answer);
  return answer;
}

static gboolean
on_encoder_bitrate_changing (GstElement * tx, GstElement * encoder,
    GstPad * tx_pad, guint bitrate, GstScreamSink * self)
{
  g_autofree gchar *name = gst_pad_get_name (tx_pad);
  g_autoptr (GstPad) pad =
      gst_element_get_static_pad (GST_ELEMENT_CAST (self), name);
  gboolean handled = FALSE;

  if (pad == NULL)
    return FALSE;
  g_signal_emit (self, signals[SIGNAL_ENCODER_BITRATE_CHANGING], 0, encoder,
      pad, bitrate, &handled);
  return handled;
}

void
gst_scream_sink_forward_signals (GstScreamSink * self)
{
  g_signal_connect (self->tx, "split-bitrate",
      G_CALLBACK (on_split_bitrate), self);
  g_signal_connect (self->tx, "encoder-bitrate-changing",
      G_CALLBACK (on_encoder_bitrate_changing), self);
}

static gboolean
gst_scream_sink_capacity_hint (GstScreamSink * self, guint64 bitrate,
    guint valid)
{
  gboolean taken = FALSE;

  g_signal_emit_by_name (self->tx, "capacity-hint", bitrate, valid, &taken);
  return taken;
}

/* ---- installation ---- */

void
gst_scream_sink_install_signals (GstScreamSinkClass * klass)
{
  /**
   * GstScreamSink::encoder-setup:
   * @self: the screamsink
   * @receiver: where it sends, as "host:port"
   * @pad: name of the sink pad whose stream is encoded
   * @encoder: the encoder, not started yet
   *
   * screamsink has made an encoder for raw video or audio, and the application may
   * set its properties, as with the signal of this name of webrtcsink. The bitrate
   * is set afterwards, and #GstScreamTx:tune-encoder sets what rate control needs
   * where it is as in a new encoder.
   *
   * Emitted in the thread that changes the state or sends caps. States and links
   * must not be changed in it.
   *
   * Returns: TRUE if the encoder is as it should be; FALSE if screamsink shall
   *     configure it for live video, which may overwrite what was set
   *
   * Since: 0.2
   */
  signals[SIGNAL_ENCODER_SETUP] = g_signal_new ("encoder-setup",
      G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
      g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 3,
      G_TYPE_STRING, G_TYPE_STRING, GST_TYPE_ELEMENT);

  /**
   * GstScreamSink::split-bitrate:
   * @self: the screamsink
   * @total: media rate of all streams together, bit/s
   * @bitrates: #GstStructure with the name of each active sink pad and its share
   *
   * As #GstScreamTx::split-bitrate.
   *
   * Returns: (transfer full) (nullable): the bitrates
   *
   * Since: 0.2
   */
  signals[SIGNAL_SPLIT_BITRATE] =
      gst_scream_tx_new_split_bitrate (G_TYPE_FROM_CLASS (klass));

  /**
   * GstScreamSink::encoder-bitrate-changing:
   * @self: the screamsink
   * @encoder: the encoder
   * @pad: the sink pad of screamsink that it feeds
   * @bitrate: what the encoder is about to be told, bit/s
   *
   * As #GstScreamTx::encoder-bitrate-changing.
   *
   * Returns: TRUE to keep screamsink from setting the bitrate
   *
   * Since: 0.2
   */
  signals[SIGNAL_ENCODER_BITRATE_CHANGING] =
      gst_scream_tx_new_encoder_bitrate_changing (G_TYPE_FROM_CLASS (klass));

  /**
   * GstScreamSink::capacity-hint:
   * @self: the screamsink
   * @bitrate: what the link carries, bit/s, IP headers included
   * @valid: for how long that holds, ms
   *
   * As #GstScreamTx::capacity-hint. The event `GstScreamCapacityHint` may be sent
   * to screamsink with gst_element_send_event().
   *
   * Returns: FALSE: ignored, the element is below PAUSED
   *
   * Since: 0.2
   */
  g_signal_new_class_handler ("capacity-hint", G_TYPE_FROM_CLASS (klass),
      G_SIGNAL_RUN_LAST | G_SIGNAL_ACTION,
      G_CALLBACK (gst_scream_sink_capacity_hint), NULL, NULL, NULL,
      G_TYPE_BOOLEAN, 2, G_TYPE_UINT64, G_TYPE_UINT);
}
