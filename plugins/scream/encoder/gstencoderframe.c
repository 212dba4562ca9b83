/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is done for an encoder before each raw frame: is the frame skipped, which
 * bitrate is written, does the encoder do what it was told.
 *
 * All of it is decided under the lock, taken once, and done after that, in the encoder's
 * own streaming thread and between two frames: some encoders block their setter for as
 * long as a frame takes, and there it costs nothing and takes effect at once. What came
 * of a change is noted under the lock, taken once more. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstencodercontrol-private.h"
#include "gstencodertune.h"

#define GST_CAT_DEFAULT gst_encoder_control_debug

/* Whatever the skip function says, a viewer gets a picture this often. */
#define MAX_SKIP_TIME GST_SECOND

/* OURS: nor does a debt; half of it leaves no time to pay for a key frame of eight frames,
 * double of it is a freeze. */
#define MAX_DEBT_TIME (200 * GST_MSECOND)

/* Encoders that are not controlled may take all but this part of the target:
 * video at a crawl is better than an encoder told nothing. */
#define MIN_SHARE 10

/* OURS: the key frame of a change says nothing of how the encoder follows. Half of it
 * corrects for the key frame with another change, double of it hardly ever corrects. */
#define KEY_FRAME_FADES (2 * GST_SECOND)

/* Decided under the lock, for after it. */
typedef struct
{
  gboolean tune;
  guint64 ask;                  /* bit/s to be told, 0 = nothing */
  gboolean read_back;           /* ... and whether it was taken */
  gchar *complaint;             /* NULL: none */
  gchar *costly;                /* the same: a change costs more than was known */
} Work;

/* --- All with the lock held --- */

/* What the encoders that are not controlled leave, in equal parts. */
static guint64
share_of_target (GstEncoderControl * ctl)
{
  guint64 others = 0;
  guint i, n = 0;

  for (i = 0; i < ctl->encoders->len; i++) {
    const GstControlledEncoder *e = g_ptr_array_index (ctl->encoders, i);

    if (gst_controlled_encoder_is_controlled (e))
      n++;
    else
      others += gst_encoder_gain_get_output_rate (&e->gain);
  }
  others = MIN (others, ctl->target - ctl->target / MIN_SHARE);
  return (ctl->target - others) / MAX (n, 1);
}

/* The value to write now, 0 = none. What is dear to change pays with frames instead. */
static guint64
due_change (GstControlledEncoder * e, GstClockTime now)
{
  gdouble repay =
      gst_encoder_cost_is_dear (gst_controlled_encoder_get_cost (e)) ? 1 :
      e->repay;
  guint64 ask = (guint64) (e->wanted * gst_encoder_gain_get (&e->gain) * repay);
  guint64 since = G_MAXUINT64;

  if (GST_CLOCK_TIME_IS_VALID (e->changed_at) && now >= e->changed_at)
    since = now - e->changed_at;
  gst_encoder_gain_set_command (&e->gain, e->wanted, e->told, now);

  if (e->wanted == 0)
    return 0;
  return gst_encoder_choice_choose (&e->choice,
      gst_controlled_encoder_get_cost (e), e->asked, ask, since, now);
}

static void
note_change (GstControlledEncoder * e, guint64 asked, guint64 told,
    gboolean handled, GstClockTime now)
{
  e->asked = asked;
  e->told = told;
  e->changed_at = now;
  e->changes++;
  gst_encoder_share_set_told (e->share, told);
  e->handled = handled;
  if (handled)
    e->changes_handled++;
  gst_encoder_gain_set_command (&e->gain, e->wanted, told, now);
  if (GST_CLOCK_TIME_IS_VALID (now)
      && gst_encoder_cost_is_dear (gst_controlled_encoder_get_cost (e)))
    gst_encoder_gain_freeze (&e->gain, now + KEY_FRAME_FADES);
}

/* Takes @text. Returns it once for each encoder, NULL after that. */
static gchar *
complain_once (GstControlledEncoder * e, gchar * text)
{
  if (e->complained)
    g_clear_pointer (&text, g_free);
  e->complained = TRUE;
  return text;
}

/* The complaint if it does not follow. */
static gchar *
check_follows (GstControlledEncoder * e)
{
  if (e->complained || e->handled || !gst_controlled_encoder_is_controlled (e)
      || gst_encoder_gain_follows (&e->gain))
    return NULL;
  return complain_once (e,
      g_strdup_printf ("%s makes %" G_GUINT64_FORMAT " bit/s instead of %"
          G_GUINT64_FORMAT "; set its rate control to a constant bitrate, or "
          "make the picture or the frame rate smaller", e->name,
          gst_encoder_gain_get_output_rate (&e->gain),
          (guint64) e->gain.wanted));
}

static void
note_frame (GstControlledEncoder * e, gboolean skipped, GstClockTime now)
{
  gst_encoder_gain_add_frame (&e->gain, skipped, now);
  e->frames_in++;
  if (skipped)
    e->frames_skipped++;
}

/* What was seen, once for each cost. */
static gchar *
check_cost (GstControlledEncoder * e)
{
  GstEncoderCost cost = gst_controlled_encoder_get_cost (e);

  if (cost <= e->told_cost)
    return NULL;
  e->told_cost = cost;
  return g_strdup_printf ("%s (%s) %s", e->name, e->factory,
      gst_encoder_cost_get_text (cost));
}

static void
decide (GstControlledEncoder * e, Work * work, GstClockTime now)
{
  work->costly = check_cost (e);
  work->tune = e->tune_pending;
  e->tune_pending = FALSE;
  work->ask = due_change (e, now);
  work->read_back = !e->changed_live;
  if (work->ask == 0)
    work->complaint = check_follows (e);
}

/* --- Without the lock --- */

/* The complaint if it did not take @told: some encoders refuse a change with no more
 * than a line in the log. */
static gchar *
check_read_back (GstControlledEncoder * e, GstElement * element, guint64 told)
{
  guint64 is = 0;
  guint64 slack = MAX (told / 100, e->property.unit);

  if (!gst_encoder_property_get (&e->property, element, &is) ||
      MAX (is, told) - MIN (is, told) <= slack)
    return NULL;
  return g_strdup_printf ("%s refused %s for %" G_GUINT64_FORMAT " bit/s and "
      "stays at %" G_GUINT64_FORMAT "; use an encoder that changes its "
      "bitrate while it runs", e->name, e->property.pspec->name, told, is);
}

/* Returns what the encoder was told, by its owner if @handled. */
static guint64
tell_encoder (GstControlledEncoder * e, GstElement * element, guint64 ask,
    gboolean * handled)
{
  guint64 told = ask;

  *handled = gst_encoder_control_owner_changes (e->ctl, element, ask);
  if (!*handled) {
    gst_encoder_tune_change (element, e->tune_change, ask);
    return gst_encoder_property_set (&e->property, element, ask);
  }
  return gst_encoder_property_get (&e->property, element, &told) ? told : ask;
}

static void
change_bitrate (GstControlledEncoder * e, GstElement * element, Work * work,
    GstClockTime now)
{
  gchar *refused = NULL;
  gboolean handled;
  guint64 told = tell_encoder (e, element, work->ask, &handled);

  GST_LOG_OBJECT (element, "told %" G_GUINT64_FORMAT " bit/s", told);
  if (work->read_back && !handled)
    refused = check_read_back (e, element, told);

  g_mutex_lock (&e->ctl->lock);
  note_change (e, work->ask, told, handled, now);
  e->changed_live |= !handled;
  e->mismatch |= refused != NULL;
  work->complaint = refused ? complain_once (e, refused) : check_follows (e);
  g_mutex_unlock (&e->ctl->lock);
}

static void
tune_live (GstControlledEncoder * e, GstElement * element)
{
  GString *done = g_string_new (NULL);

  gst_encoder_tune_live (element, e->property.entry,
      g_atomic_int_get (&e->ctl->latency), 0, done);
  GST_INFO_OBJECT (element, "set while running:%s", done->str);
  g_string_free (done, TRUE);
}

static void
carry_out (GstControlledEncoder * e, Work * work, GstClockTime now)
{
  GstElement *element = g_weak_ref_get (&e->element);

  if (element != NULL) {
    if (work->tune)
      tune_live (e, element);
    if (work->ask)
      change_bitrate (e, element, work, now);
    if (work->complaint)
      gst_encoder_control_tell (e->ctl, GST_ENCODER_CONTROL_NOT_FOLLOWING,
          element, work->complaint);
    if (work->costly)
      gst_encoder_control_tell (e->ctl, GST_ENCODER_CONTROL_COSTLY, element,
          work->costly);
    gst_object_unref (element);
  }
  g_free (work->complaint);
  g_free (work->costly);
}

/* Is the last frame that was not skipped less than @time ago? */
static gboolean
may_skip (const GstControlledEncoder * e, GstClockTime now, GstClockTime time)
{
  return GST_CLOCK_TIME_IS_VALID (e->passed_at) && now >= e->passed_at &&
      now - e->passed_at < time;
}

/* Without the lock: what the owner says. */
static GstEncoderControlSkip
ask_owner (GstControlledEncoder * e, GstClockTime now, guint64 * waits)
{
  if (!gst_controlled_encoder_is_video (e))
    return GST_ENCODER_CONTROL_KEEP;
  if (g_atomic_int_get (&e->ctl->paused))
    return GST_ENCODER_CONTROL_SKIP;
  return may_skip (e, now, MAX_SKIP_TIME) ?
      gst_encoder_control_owner_skips (e->ctl, waits) :
      GST_ENCODER_CONTROL_KEEP;
}

/* Without the lock: the same, and the rate, of one of those that share the encoder. */
static void
ask_member (GstControlledEncoder * e, gboolean may_skip, GstEncoderVote * vote)
{
  guint64 waits = 0;

  vote->paused = g_atomic_int_get (&e->ctl->paused);
  vote->fits = g_atomic_int_get (&e->ctl->fits);
  vote->skip = vote->paused ? GST_ENCODER_CONTROL_SKIP
      : may_skip ? gst_encoder_control_owner_skips (e->ctl, &waits)
      : GST_ENCODER_CONTROL_KEEP;
  g_mutex_lock (&e->ctl->lock);
  vote->rate = (guint64) (share_of_target (e->ctl)
      * gst_encoder_budget_repay (waits));
  g_mutex_unlock (&e->ctl->lock);
}

static GstEncoderControlSkip
ask_all (GstControlledEncoder * e, GstClockTime now, guint64 * wanted)
{
  GPtrArray *members = gst_encoder_share_get_members (e->share);
  GstEncoderVote *votes = g_new0 (GstEncoderVote, members->len);
  GstEncoderControlSkip skip;
  guint i;

  for (i = 0; i < members->len; i++)
    ask_member (members->pdata[i], may_skip (e, now, MAX_SKIP_TIME), &votes[i]);
  *wanted = gst_encoder_share_choose (votes, members->len,
      (GstEncoderPolicy) g_atomic_int_get (&e->ctl->policy),
      (guint) g_atomic_int_get (&e->ctl->percentile), &skip);
  g_free (votes);
  g_ptr_array_unref (members);
  return skip;
}

/* With the lock held: what was made beyond the bitrate is to be paid for first. An encoder
 * that is cheap to change pays with smaller frames, unless it cannot make them: in a film a
 * frame would be skipped for each large one. */
static gboolean
is_owed (GstControlledEncoder * e, GstClockTime now)
{
  gboolean owed = gst_encoder_budget_is_owed (&e->budget, e->wanted, now);

  return owed && may_skip (e, now, MAX_DEBT_TIME) && (e->blur > 1
      || gst_encoder_cost_is_dear (gst_controlled_encoder_get_cost (e)));
}

/* With the lock held: a frame goes to the encoder. */
static void
pass_frame (GstControlledEncoder * e, Work * work, GstClockTime now,
    GstClockTime clock_time)
{
  e->passed_at = now;
  if (gst_controlled_encoder_is_video (e))
    decide (e, work, now);
  gst_encoder_watch_frame_in (&e->watch, work->ask > 0, clock_time);
}

/* A frame goes to an encoder that another control sets. Should this one have to set it
 * later, it does so at once. */
static void
follow_frame (GstControlledEncoder * e, GstClockTime now)
{
  GstClockTime clock_time = gst_controlled_encoder_get_clock_time (e);
  guint64 told = gst_encoder_share_get_told (e->share);

  g_mutex_lock (&e->ctl->lock);
  if (told != e->told)
    gst_encoder_gain_set_command (&e->gain, told, told, now);
  note_frame (e, FALSE, now);
  e->passed_at = now;
  e->asked = 0;
  e->told = told;
  gst_encoder_watch_frame_in (&e->watch, FALSE, clock_time);
  g_mutex_unlock (&e->ctl->lock);
}

/* With the lock held: the part of the bitrate for this frame. */
static gdouble
part_of_bitrate (const GstControlledEncoder * e, guint64 waits,
    GstClockTime now)
{
  gdouble repay = gst_encoder_budget_repay (waits);

  if (!GST_CLOCK_TIME_IS_VALID (e->cut_at) || now < e->cut_at)
    return repay;
  return MIN (repay, gst_encoder_budget_for_cut (now - e->cut_at));
}

/* A frame comes. Returns TRUE if it is to be skipped. */
static gboolean
lead_frame (GstControlledEncoder * e, GstClockTime now)
{
  gboolean shared = gst_controlled_encoder_is_video (e)
      && !gst_encoder_share_is_alone (e->share);
  guint64 wanted = 0, waits = 0;
  GstEncoderControlSkip skip =
      shared ? ask_all (e, now, &wanted) : ask_owner (e, now, &waits);
  GstClockTime clock_time = gst_controlled_encoder_get_clock_time (e);
  Work work = { 0, };
  gboolean skipped, owed;

  if (e->is_camera)
    skip = GST_ENCODER_CONTROL_KEEP;
  g_mutex_lock (&e->ctl->lock);
  e->wanted = shared ? wanted : share_of_target (e->ctl);
  e->repay = part_of_bitrate (e, waits, now);
  e->may_hold = !shared && skip != GST_ENCODER_CONTROL_KEEP;
  owed = is_owed (e, now);
  skipped = skip == GST_ENCODER_CONTROL_SKIP
      || (skip == GST_ENCODER_CONTROL_MAY_SKIP && owed);
  e->blur = gst_encoder_budget_blur (&e->budget, skipped && waits > 0
      && !g_atomic_int_get (&e->ctl->sharp));
  note_frame (e, skipped, now);
  if (!skipped)
    pass_frame (e, &work, now, clock_time);
  g_mutex_unlock (&e->ctl->lock);

  if (work.tune || work.ask || work.complaint || work.costly)
    carry_out (e, &work, now);
  return skipped;
}

/* Another scene begins with the frame that comes. Returns whether a key frame helps. */
gboolean
gst_controlled_encoder_handle_cut (GstControlledEncoder * e, GstClockTime now)
{
  gboolean helps;

  g_mutex_lock (&e->ctl->lock);
  helps = e->may_hold
      && gst_controlled_encoder_get_cost (e) == GST_ENCODER_COST_NONE;
  if (helps) {
    e->cut_at = now;
    e->softness = gst_encoder_budget_soften (&e->budget, e->wanted);
    e->n_soft = 0;
  }
  g_mutex_unlock (&e->ctl->lock);
  return helps;
}

gboolean
gst_controlled_encoder_handle_frame (GstControlledEncoder * e, GstClockTime now)
{
  if (gst_encoder_share_leads (e->share, e))
    return lead_frame (e, now);
  follow_frame (e, now);
  return FALSE;
}

/* Before the encoder starts: its companions, and the first bitrate. */
void
gst_controlled_encoder_prepare (GstControlledEncoder * e,
    GstElement * element, gboolean tune, GString * done)
{
  const GstEncoderEntry *entry = e->property.entry;
  gboolean handled;
  guint64 ask, told;

  g_mutex_lock (&e->ctl->lock);
  ask = e->wanted = share_of_target (e->ctl);
  g_mutex_unlock (&e->ctl->lock);
  gst_encoder_property_restore (&e->property, element);
  if (tune) {
    gst_encoder_tune (element, entry->tune_start, ask, done);
    gst_encoder_tune_live (element, entry, g_atomic_int_get (&e->ctl->latency),
        ask, done);
  }
  if (ask == 0 || e->property.pspec == NULL)
    return;

  told = tell_encoder (e, element, ask, &handled);
  g_mutex_lock (&e->ctl->lock);
  note_change (e, ask, told, handled, GST_CLOCK_TIME_NONE);
  g_mutex_unlock (&e->ctl->lock);
}
