/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxrates.c: what encoders and application are told of the rates
 *
 * Signals, notifications and messages leave without any lock, from the thread
 * that publishes: mostly the one that sends or takes feedback, else the one that
 * changed a property or the state.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamtxprivate.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

/* The application hears of changes of the estimate of this part or more. */
#define NOTIFY_STEP 0.01

enum
{
  SIGNAL_SPLIT_BITRATE,
  SIGNAL_ENCODER_BITRATE_CHANGING,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* What is new about one stream. */
typedef struct
{
  GstScreamTxPad *pad;
  gboolean estimate, active;
  gboolean is_active, by_application;
} News;

static void
news_free (gpointer data)
{
  News *news = data;

  gst_object_unref (news->pad);
  g_free (news);
}

static gboolean
worth_telling (guint before, guint64 now)
{
  return before == 0 || now > before * (1 + NOTIFY_STEP)
      || now < before * (1 - NOTIFY_STEP);
}

/* ---- the application's own split ---- */

/* With the lock: a number that is another when streams come or go. */
static guint
sum_up_streams (GstScreamTx * self, RtpCcTime now)
{
  guint sum = 1, i;

  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);
    RtpCcStreamInfo info;

    if (pad->stream < 0)
      continue;
    rtp_cc_session_stream_info (self->session, pad->stream, &info, now);
    sum = 31 * sum + 2 * (guint) pad->stream + info.active;
  }
  return sum;
}

/* With the lock: the shares as they are. */
static GstStructure *
list_shares (GstScreamTx * self, RtpCcTime now)
{
  GstStructure *shares = gst_structure_new_empty ("scream-stream-bitrates");
  guint i;

  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);
    RtpCcStreamInfo info;

    if (pad->stream < 0)
      continue;
    rtp_cc_session_stream_info (self->session, pad->stream, &info, now);
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
apply_split (GstScreamTx * self, const GstStructure * answer, guint total)
{
  RtpCcTime now = gst_scream_tx_now (self);
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
    apply_split (self, answer, total);
  gst_structure_free (shares);
  if (answer != NULL)
    gst_structure_free (answer);
}

/* With the lock, which it may let go of. */
static void
update_split (GstScreamTx * self)
{
  gboolean wanted = g_signal_has_handler_pending (self,
      signals[SIGNAL_SPLIT_BITRATE], 0, FALSE);
  RtpCcTime now = gst_scream_tx_now (self);
  RtpCcSessionInfo info;
  guint streams;

  if (!wanted && self->split_total == 0)
    return;
  rtp_cc_session_info (self->session, &info, now);
  streams = sum_up_streams (self, now);
  if (wanted && streams == self->split_streams
      && !worth_telling (self->split_total, info.estimated_bitrate))
    return;

  self->split_total = wanted ? (guint) MIN (info.estimated_bitrate, G_MAXUINT)
      : 0;
  self->split_streams = streams;
  if (wanted)
    ask_for_split (self, self->split_total, now);
  else
    apply_split (self, NULL, 0);
}

/* With the lock, which it may let go of.  What the handler changes comes back
 * here, and so does another thread: the one that asks looks again. */
static void
keep_split (GstScreamTx * self)
{
  self->split_again = TRUE;
  while (self->split_again && !self->splitting && self->session != NULL) {
    self->split_again = FALSE;
    update_split (self);
  }
}

/* ---- rates ---- */

/* With the lock.  NULL: nothing is new. */
static News *
publish_stream (GstScreamTx * self, GstScreamTxPad * pad, RtpCcTime now)
{
  RtpCcStreamInfo info;
  gboolean is_active, estimate, active;
  News *news;

  rtp_cc_session_stream_info (self->session, pad->stream, &info, now);
  is_active = !info.paused && !info.off;
  gst_encoder_control_set_target (pad->encoder, info.target_bitrate);
  /* One that is not live would run away, see wait_for_turn(). */
  gst_encoder_control_set_paused (pad->encoder, !is_active && pad->live);
  estimate = gst_scream_tx_pad_set_estimate (pad,
      (guint) MIN (info.target_bitrate, G_MAXUINT));
  active = gst_scream_tx_pad_set_active (pad, is_active);
  if (!estimate && !active)
    return NULL;

  news = g_new0 (News, 1);
  news->pad = gst_object_ref (pad);
  news->estimate = estimate;
  news->active = active;
  news->is_active = is_active;
  news->by_application = info.paused;
  return news;
}

/* With the lock. */
static GPtrArray *
publish_streams (GstScreamTx * self, RtpCcTime now)
{
  GPtrArray *all = NULL;
  guint i;

  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);
    News *news = pad->stream < 0 ? NULL : publish_stream (self, pad, now);

    if (news == NULL)
      continue;
    if (all == NULL)
      all = g_ptr_array_new_with_free_func (news_free);
    g_ptr_array_add (all, news);
  }
  return all;
}

static void
post_active (GstScreamTx * self, const News * news)
{
  const gchar *reason = news->is_active ? "none"
      : news->by_application ? "application" : "rate";
  GstStructure *s;

  GST_INFO_OBJECT (news->pad, "%s (%s)", news->is_active ? "active" : "paused",
      reason);
  s = gst_structure_new ("scream-stream",
      "pad", G_TYPE_STRING, GST_OBJECT_NAME (news->pad),
      "active", G_TYPE_BOOLEAN, news->is_active,
      "reason", G_TYPE_STRING, reason, NULL);
  gst_element_post_message (GST_ELEMENT_CAST (self),
      gst_message_new_element (GST_OBJECT_CAST (self), s));
}

static void
tell (GstScreamTx * self, GPtrArray * all)
{
  guint i;

  for (i = 0; i < all->len; i++) {
    const News *news = g_ptr_array_index (all, i);

    if (news->estimate)
      g_object_notify (G_OBJECT (news->pad), "estimated-bitrate");
    if (news->active) {
      g_object_notify (G_OBJECT (news->pad), "active");
      post_active (self, news);
    }
  }
  g_ptr_array_unref (all);
}

/* With the lock: the estimate is worth a notification. */
static gboolean
publish_estimate (GstScreamTx * self, RtpCcTime now)
{
  RtpCcSessionInfo info;

  rtp_cc_session_info (self->session, &info, now);
  if (!worth_telling (self->estimated_bitrate, info.estimated_bitrate))
    return FALSE;
  self->estimated_bitrate = (guint) MIN (info.estimated_bitrate, G_MAXUINT);
  return TRUE;
}

void
gst_scream_tx_publish_rates (GstScreamTx * self)
{
  gboolean estimate = FALSE;
  GPtrArray *streams = NULL;

  g_mutex_lock (&self->lock);
  keep_split (self);
  if (self->session != NULL) {
    RtpCcTime now = gst_scream_tx_now (self);

    streams = publish_streams (self, now);
    estimate = publish_estimate (self, now);
  }
  g_mutex_unlock (&self->lock);

  if (estimate)
    g_object_notify (G_OBJECT (self), "estimated-bitrate");
  if (streams != NULL)
    tell (self, streams);
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

/* ---- signals ---- */

/* The first handler that has an answer. */
static gboolean
accumulate_split (GSignalInvocationHint * hint, GValue * result,
    const GValue * answer, gpointer data)
{
  (void) hint;
  (void) data;
  g_value_copy (answer, result);
  return g_value_get_boxed (answer) == NULL;
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
   * in it, or with 0, share by priority what the others leave. min-bitrate of a
   * stream then is the application's business; its max-bitrate holds. Until the
   * next call the answer counts in proportion if the rate falls, and as it is if
   * it grows.
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
  signals[SIGNAL_SPLIT_BITRATE] = g_signal_new ("split-bitrate",
      G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, accumulate_split, NULL,
      NULL, GST_TYPE_STRUCTURE, 2, G_TYPE_UINT,
      GST_TYPE_STRUCTURE | G_SIGNAL_TYPE_STATIC_SCOPE);

  /**
   * GstScreamTx::encoder-bitrate-changing:
   * @self: the screamtx
   * @encoder: the encoder
   * @pad: the sink pad that it feeds
   * @bitrate: what the encoder is about to be told, bit/s
   *
   * An encoder's bitrate is about to be changed. A handler that returns TRUE has
   * done what there is to do: it has set the encoder by itself, or wants it to
   * stay as it is. screamtx then does not touch it, and asks again when the next
   * change is due.
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
      g_signal_new ("encoder-bitrate-changing", G_TYPE_FROM_CLASS (klass),
      G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL, NULL,
      G_TYPE_BOOLEAN, 3, GST_TYPE_ELEMENT, GST_TYPE_PAD, G_TYPE_UINT);
}
