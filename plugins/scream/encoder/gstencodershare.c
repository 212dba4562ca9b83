/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One encoder for several receivers: each has its own control; the encoder holds the
 * list of them, which has a lock of its own. */
#include "gstencodershare.h"

#include <stdlib.h>

struct _GstEncoderShare
{
  GMutex lock;
  GCopyFunc ref;
  GPtrArray *members;           /* with references; the first one leads */
  guint64 told;                 /* bit/s */
};

/* --- the members --- */

static void
share_clear (gpointer data)
{
  GstEncoderShare *self = data;

  g_ptr_array_unref (self->members);
  g_mutex_clear (&self->lock);
}

void
gst_encoder_share_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, share_clear);
}

GstEncoderShare *
gst_encoder_share_get (GstElement * encoder, GCopyFunc ref,
    GDestroyNotify unref)
{
  GQuark quark = g_quark_from_static_string ("gst-scream-encoder-share");
  GstEncoderShare *self;

  GST_OBJECT_LOCK (encoder);
  self = g_object_get_qdata (G_OBJECT (encoder), quark);
  if (self == NULL) {
    self = g_atomic_rc_box_new0 (GstEncoderShare);
    g_mutex_init (&self->lock);
    self->ref = ref;
    self->members = g_ptr_array_new_with_free_func (unref);
    g_object_set_qdata_full (G_OBJECT (encoder), quark, self,
        gst_encoder_share_unref);
  }
  g_atomic_rc_box_acquire (self);
  GST_OBJECT_UNLOCK (encoder);
  return self;
}

void
gst_encoder_share_join (GstEncoderShare * self, gpointer member)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->members, self->ref (member, NULL));
  g_mutex_unlock (&self->lock);
}

void
gst_encoder_share_leave (GstEncoderShare * self, gpointer member)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_remove (self->members, member);
  g_mutex_unlock (&self->lock);
}

GstEncoderRole
gst_encoder_share_get_role (GstEncoderShare * self, gconstpointer member,
    guint64 * told)
{
  GstEncoderRole role = GST_ENCODER_ROLE_FOLLOWS;

  g_mutex_lock (&self->lock);
  if (self->members->len > 0 && self->members->pdata[0] == member)
    role = self->members->len > 1 ? GST_ENCODER_ROLE_LEADS :
        GST_ENCODER_ROLE_ALONE;
  if (told)
    *told = self->told;
  g_mutex_unlock (&self->lock);
  return role;
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

/* A request to skip outweighs one to keep: a queue is too long. */
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
