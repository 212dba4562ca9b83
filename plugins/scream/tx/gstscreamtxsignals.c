/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxsignals.c: what the application is asked: how to split the rate, and
 * whether it sets an encoder by itself
 *
 * The signals leave without any lock, from the thread that publishes the rates or
 * that of the encoder.
 */
#include "gstscreamtxprivate.h"

enum
{
  SIGNAL_SPLIT_BITRATE,
  SIGNAL_ENCODER_BITRATE_CHANGING,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- the application's own split ---- */

/* With the lock: a number that is another when streams come or go. */
static guint
sum_up_streams (GstScreamTx * self, RtpCcTime now)
{
  guint sum = 1, next = 0;
  GstScreamTxPad *pad;
  RtpCcStreamInfo info;

  while ((pad = gst_scream_tx_next_stream (self, &next, &info, now)) != NULL)
    sum = 31 * sum + 2 * (guint) pad->stream + info.active;
  return sum;
}

/* With the lock: the shares as they are. */
static GstStructure *
list_shares (GstScreamTx * self, RtpCcTime now)
{
  GstStructure *shares = gst_structure_new_empty ("scream-stream-bitrates");
  GstScreamTxPad *pad;
  RtpCcStreamInfo info;
  guint next = 0;

  while ((pad = gst_scream_tx_next_stream (self, &next, &info, now)) != NULL) {
    if (info.active)
      gst_structure_set (shares, GST_OBJECT_NAME (pad), G_TYPE_UINT,
          (guint) MIN (info.target_bitrate, G_MAXUINT), NULL);
  }
  return shares;
}

/* Applications write numbers of any kind; one that is none counts as 0. */
static guint64
get_bitrate (const GstStructure * s, const gchar * field)
{
  const GValue *value = gst_structure_get_value (s, field);
  GValue number = G_VALUE_INIT;
  gdouble bitrate = 0;

  g_value_init (&number, G_TYPE_DOUBLE);
  if (value != NULL && g_value_transform (value, &number))
    bitrate = g_value_get_double (&number);
  g_value_unset (&number);
  return bitrate > 0 ? (guint64) MIN (bitrate, G_MAXUINT) : 0;
}

/* With the lock.  @answer may be NULL: by priority. */
static void
apply_split (GstScreamTx * self, const GstStructure * answer, guint total,
    RtpCcTime now)
{
  guint i;

  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);
    guint64 bitrate = answer == NULL ? 0 : get_bitrate (answer,
        GST_OBJECT_NAME (pad));

    if (pad->stream >= 0)
      rtp_cc_session_split (self->session, pad->stream, bitrate,
          bitrate > 0 ? total : 0, now);
  }
}

/* With the lock, which it lets go of. */
static void
ask_for_split (GstScreamTx * self, guint total, RtpCcTime now)
{
  GstStructure *shares = list_shares (self, now);
  GstStructure *answer = NULL;

  self->splitting = TRUE;
  g_mutex_unlock (&self->lock);
  g_signal_emit (self, signals[SIGNAL_SPLIT_BITRATE], 0, total, shares,
      &answer);
  g_mutex_lock (&self->lock);
  self->splitting = FALSE;

  if (self->session != NULL)
    apply_split (self, answer, total, gst_scream_tx_now (self));
  gst_structure_free (shares);
  if (answer != NULL)
    gst_structure_free (answer);
}

/* With the lock; TRUE: it was let go of. */
static gboolean
update_split (GstScreamTx * self, guint64 total, RtpCcTime now)
{
  gboolean wanted = g_signal_has_handler_pending (self,
      signals[SIGNAL_SPLIT_BITRATE], 0, FALSE);
  guint streams;

  if (!wanted && self->split_total == 0)
    return FALSE;
  streams = sum_up_streams (self, now);
  if (wanted && streams == self->split_streams
      && !gst_scream_tx_worth_telling (self->split_total, total))
    return FALSE;

  self->split_total = wanted ? (guint) MIN (total, G_MAXUINT) : 0;
  self->split_streams = streams;
  if (wanted)
    ask_for_split (self, self->split_total, now);
  else
    apply_split (self, NULL, 0, now);
  return wanted;
}

/* What the handler changes comes back here, and so does another thread: the one
 * that asks looks again. */
gboolean
gst_scream_tx_keep_split (GstScreamTx * self, guint64 total, RtpCcTime now)
{
  gboolean let_go = FALSE;

  self->split_again = TRUE;
  while (self->split_again && !self->splitting && self->session != NULL) {
    self->split_again = FALSE;
    if (let_go) {
      RtpCcSessionInfo info;

      now = gst_scream_tx_now (self);
      rtp_cc_session_info (self->session, &info, now);
      total = info.estimated_bitrate;
    }
    let_go |= update_split (self, total, now);
  }
  return let_go;
}

/* ---- encoders ---- */

gboolean
gst_scream_tx_on_encoder_change (GstElement * encoder, guint64 bitrate,
    gpointer user_data)
{
  GstPad *pad = GST_PAD_CAST (user_data);
  GstObject *parent = gst_object_get_parent (GST_OBJECT_CAST (pad));
  gboolean handled = FALSE;

  if (parent == NULL)
    return FALSE;
  g_signal_emit (parent, signals[SIGNAL_ENCODER_BITRATE_CHANGING], 0, encoder,
      pad, (guint) MIN (bitrate, G_MAXUINT), &handled);
  gst_object_unref (parent);
  return handled;
}

/* ---- installation ---- */

/* The first handler that has an answer. */
static gboolean
accumulate_split (GSignalInvocationHint * hint, GValue * result,
    const GValue * answer, gpointer data)
{
  g_value_copy (answer, result);
  return g_value_get_boxed (answer) == NULL;
}

guint
gst_scream_tx_new_split_bitrate (GType type)
{
  return g_signal_new ("split-bitrate", type, G_SIGNAL_RUN_LAST, 0,
      accumulate_split, NULL, NULL, GST_TYPE_STRUCTURE, 2, G_TYPE_UINT,
      GST_TYPE_STRUCTURE | G_SIGNAL_TYPE_STATIC_SCOPE);
}

guint
gst_scream_tx_new_encoder_bitrate_changing (GType type)
{
  return g_signal_new ("encoder-bitrate-changing", type, G_SIGNAL_RUN_LAST, 0,
      g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 3,
      GST_TYPE_ELEMENT, GST_TYPE_PAD, G_TYPE_UINT);
}

void
gst_scream_tx_install_signals (GstScreamTxClass * klass)
{
  /**
   * GstScreamTx::split-bitrate:
   * @self: the screamtx
   * @total: media rate of all streams together, bit/s
   * @bitrates: #GstStructure `scream-stream-bitrates`: the name of each sink pad
   *     that is active, with its share as it is, bit/s (uint)
   *
   * Asks the application how to split the rate over the streams, at each change
   * of the total of 1 % or more and when a stream comes or goes. It returns a
   * structure of the same kind (any number type), or NULL. Streams that are not
   * in it, or with 0, share the rest by priority. The application is then
   * responsible for the min-bitrate of a stream; its max-bitrate holds. Until
   * the next call, the answer counts in proportion if the rate falls, and
   * unchanged if it grows.
   *
   * Emitted without locks, never twice at a time, from the thread that sends or
   * takes feedback, or the one that changes a property or the state: properties
   * may be set and read, states and links not changed. It should return within a
   * millisecond, since packets wait.
   *
   * Returns: (transfer full) (nullable): the bitrates
   *
   * Since: 0.1
   */
  signals[SIGNAL_SPLIT_BITRATE] =
      gst_scream_tx_new_split_bitrate (G_TYPE_FROM_CLASS (klass));

  /**
   * GstScreamTx::encoder-bitrate-changing:
   * @self: the screamtx
   * @encoder: the encoder
   * @pad: the sink pad that it feeds
   * @bitrate: what the encoder is about to be told, bit/s
   *
   * The bitrate of an encoder is about to change. A handler that returns TRUE
   * has set the encoder by itself, or wants it to stay unchanged. screamtx then
   * does not set it, and asks again when the next change is due.
   *
   * Emitted without locks in the encoder's streaming thread between two frames,
   * so a handler may set any property of the encoder; the first time, before the
   * encoder starts, in the thread that changes the state. States and links must
   * not be changed in it.
   *
   * Returns: TRUE to keep screamtx from setting the bitrate
   *
   * Since: 0.1
   */
  signals[SIGNAL_ENCODER_BITRATE_CHANGING] =
      gst_scream_tx_new_encoder_bitrate_changing (G_TYPE_FROM_CLASS (klass));
}
