/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One encoder for several receivers: each has its own control, and they find each other
 * at the encoder, which holds the list of them.
 *
 * Locks: the list has a lock of its own, which is held for nothing else. Who leads and
 * whether it is alone is read without it, for each raw frame. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstencodershare.h"

#include <stdlib.h>

struct _GstEncoderShare
{
  gint refcount;
  GMutex lock;
  GCopyFunc ref;
  GPtrArray *members;           /* with references */
  guint64 told;                 /* bit/s */

  gpointer leader;              /* atomic; the first member */
  gint n_members;               /* atomic */
};

/* --- lifetime --- */

static GQuark
share_quark (void)
{
  return g_quark_from_static_string ("gst-scream-encoder-share");
}

static GstEncoderShare *
share_new (GCopyFunc ref, GDestroyNotify unref)
{
  GstEncoderShare *self = g_new0 (GstEncoderShare, 1);

  self->refcount = 1;
  g_mutex_init (&self->lock);
  self->ref = ref;
  self->members = g_ptr_array_new_with_free_func (unref);
  return self;
}

void
gst_encoder_share_unref (gpointer data)
{
  GstEncoderShare *self = data;

  if (!g_atomic_int_dec_and_test (&self->refcount))
    return;
  g_ptr_array_unref (self->members);
  g_mutex_clear (&self->lock);
  g_free (self);
}

GstEncoderShare *
gst_encoder_share_get (GstElement * encoder, GCopyFunc ref,
    GDestroyNotify unref)
{
  GObject *object = G_OBJECT (encoder);
  GstEncoderShare *self;

  GST_OBJECT_LOCK (encoder);
  self = g_object_get_qdata (object, share_quark ());
  if (self == NULL) {
    self = share_new (ref, unref);
    g_object_set_qdata_full (object, share_quark (), self,
        gst_encoder_share_unref);
  }
  g_atomic_int_inc (&self->refcount);
  GST_OBJECT_UNLOCK (encoder);
  return self;
}

/* --- the members --- */

/* With the lock. */
static void
update_leader (GstEncoderShare * self)
{
  g_atomic_pointer_set (&self->leader,
      self->members->len > 0 ? self->members->pdata[0] : NULL);
  g_atomic_int_set (&self->n_members, (gint) self->members->len);
}

void
gst_encoder_share_join (GstEncoderShare * self, gpointer member)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->members, self->ref (member, NULL));
  update_leader (self);
  g_mutex_unlock (&self->lock);
}

void
gst_encoder_share_leave (GstEncoderShare * self, gpointer member)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_remove (self->members, member);
  update_leader (self);
  g_mutex_unlock (&self->lock);
}

gboolean
gst_encoder_share_leads (GstEncoderShare * self, gconstpointer member)
{
  return g_atomic_pointer_get (&self->leader) == member;
}

gboolean
gst_encoder_share_is_alone (GstEncoderShare * self)
{
  return g_atomic_int_get (&self->n_members) <= 1;
}

GPtrArray *
gst_encoder_share_get_members (GstEncoderShare * self)
{
  GPtrArray *members;

  g_mutex_lock (&self->lock);
  members = g_ptr_array_copy (self->members, self->ref, NULL);
  g_mutex_unlock (&self->lock);
  return members;
}

void
gst_encoder_share_set_told (GstEncoderShare * self, guint64 told)
{
  g_mutex_lock (&self->lock);
  self->told = told;
  g_mutex_unlock (&self->lock);
}

guint64
gst_encoder_share_get_told (GstEncoderShare * self)
{
  guint64 told;

  g_mutex_lock (&self->lock);
  told = self->told;
  g_mutex_unlock (&self->lock);
  return told;
}

/* --- the choice --- */

static int
compare_rates (const void *a, const void *b)
{
  guint64 x = ((const GstEncoderVote *) a)->rate;
  guint64 y = ((const GstEncoderVote *) b)->rate;

  return (x > y) - (x < y);
}

/* Moves those that are not paused and know their rate to the front. Returns their
 * number. */
static guint
put_known_first (GstEncoderVote * votes, guint n)
{
  guint i, n_known = 0;

  for (i = 0; i < n; i++) {
    GstEncoderVote vote = votes[i];

    if (vote.paused || vote.rate == 0)
      continue;
    votes[i] = votes[n_known];
    votes[n_known++] = vote;
  }
  return n_known;
}

/* Who skips outweighs who has to have each frame: a queue is too long. */
static GstEncoderControlSkip
choose_skip (const GstEncoderVote * votes, guint n, guint64 rate)
{
  GstEncoderControlSkip skip = GST_ENCODER_CONTROL_MAY_SKIP;
  gboolean all_paused = TRUE;
  guint i;

  for (i = 0; i < n; i++) {
    if (votes[i].paused)
      continue;
    all_paused = FALSE;
    if (votes[i].rate < rate)
      continue;
    if (votes[i].skip == GST_ENCODER_CONTROL_SKIP)
      return GST_ENCODER_CONTROL_SKIP;
    if (votes[i].skip == GST_ENCODER_CONTROL_KEEP)
      skip = GST_ENCODER_CONTROL_KEEP;
  }
  return all_paused ? GST_ENCODER_CONTROL_SKIP : skip;
}

/* Of @n, at least one, that are sorted by their rates. */
static guint64
choose_rate (const GstEncoderVote * votes, guint n, GstEncoderPolicy policy,
    guint percentile)
{
  guint i;

  if (policy == GST_ENCODER_POLICY_PERCENTILE)
    return votes[MAX ((n * percentile + 99) / 100, 1) - 1].rate;
  if (policy == GST_ENCODER_POLICY_FASTEST_THAT_FITS) {
    for (i = n; i > 0; i--) {
      if (votes[i - 1].fits)
        return votes[i - 1].rate;
    }
  }
  return votes[0].rate;
}

guint64
gst_encoder_share_choose (GstEncoderVote * votes, guint n,
    GstEncoderPolicy policy, guint percentile, GstEncoderControlSkip * skip)
{
  guint n_known = put_known_first (votes, n);
  guint64 rate = 0;

  qsort (votes, n_known, sizeof (votes[0]), compare_rates);
  if (n_known > 0)
    rate = choose_rate (votes, n_known, policy, percentile);
  *skip = choose_skip (votes, n, rate);
  return rate;
}
