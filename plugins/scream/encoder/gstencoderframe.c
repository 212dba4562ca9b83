/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Actions before each raw frame: skip it, set the bitrate, check that the encoder
 * follows.
 *
 * Decisions are made under the lock, taken once. They are carried out without it, in the
 * encoder's streaming thread between two frames: some property setters block for a frame
 * time, which costs nothing there. The outcome of a change takes the lock once more. */
#include "gstencodercontrol-private.h"
#include "gstencodertune.h"

#define GST_CAT_DEFAULT gst_encoder_control_debug

/* Whatever the skip function says, a viewer gets a picture this often. */
#define MAX_SKIP_TIME GST_SECOND

/* Least part of the target for controlled encoders, beside uncontrolled ones: video at
 * a crawl is better than none. */
#define MIN_SHARE 10

/* --- All with the lock held --- */

/* The rate without uncontrolled encoders, in equal parts. */
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
      others += gst_encoder_model_get_output_rate (&e->model);
  }
  others = MIN (others, ctl->target - ctl->target / MIN_SHARE);
  return (ctl->target - others) / MAX (n, 1);
}

static void
note_change (GstControlledEncoder * e, guint64 asked, guint64 told,
    gboolean handled, GstClockTime now)
{
  gst_encoder_model_told (&e->model, asked, told, now);
  gst_encoder_share_set_told (e->share, told);
  e->changes++;
  e->changes_handled += handled;
  e->handled = handled;
}

/* With the lock held: the complaint if it does not follow. */
static gchar *
check_follows (const GstControlledEncoder * e)
{
  if (e->complained || e->handled || e->model.follows
      || !gst_controlled_encoder_is_controlled (e))
    return NULL;
  return g_strdup_printf ("%s produces %" G_GUINT64_FORMAT " bit/s instead of %"
      G_GUINT64_FORMAT "; set its rate control to constant bitrate, or reduce "
      "the picture size or the frame rate", e->name,
      gst_encoder_model_get_output_rate (&e->model), e->model.wanted);
}

/* --- Without the lock, in the only thread that writes these fields --- */

/* A complaint if the property does not read back as @told: some encoders refuse a
 * change with a line in the log only. */
static gchar *
check_read_back (GstControlledEncoder * e, GstElement * element, guint64 told)
{
  guint64 is = 0;
  guint64 slack = MAX (told / 100, e->property.unit);

  if (!gst_encoder_property_get (&e->property, element, &is) ||
      MAX (is, told) - MIN (is, told) <= slack)
    return NULL;
  return g_strdup_printf ("%s refused %s for %" G_GUINT64_FORMAT " bit/s and "
      "stays at %" G_GUINT64_FORMAT "; use an encoder with a bitrate that can "
      "change while running", e->name, e->property.pspec->name, told, is);
}

/* Returns the bitrate that was set, by the owner if @handled. */
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

/* Returns the complaint if it refused. */
static gchar *
change_bitrate (GstControlledEncoder * e, GstElement * element, guint64 ask,
    GstClockTime now)
{
  gchar *refused = NULL;
  gboolean handled;
  guint64 told = tell_encoder (e, element, ask, &handled);

  GST_LOG_OBJECT (element, "told %" G_GUINT64_FORMAT " bit/s", told);
  if (!e->changed_live && !handled)
    refused = check_read_back (e, element, told);

  g_mutex_lock (&e->ctl->lock);
  note_change (e, ask, told, handled, now);
  e->changed_live |= !handled;
  e->mismatch |= refused != NULL;
  g_mutex_unlock (&e->ctl->lock);
  return refused;
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

/* Takes @text, once for each encoder. */
static void
complain (GstControlledEncoder * e, GstElement * element, gchar * text)
{
  if (text && !e->complained)
    gst_encoder_control_tell (e->ctl, GST_ENCODER_CONTROL_NOT_FOLLOWING,
        element, text);
  e->complained |= text != NULL;
  g_free (text);
}

/* The observed cost of a change, once for each cost. */
static void
tell_cost (GstControlledEncoder * e, GstElement * element, GstEncoderCost cost)
{
  gchar *text;

  if (cost <= e->told_cost)
    return;
  e->told_cost = cost;
  text = g_strdup_printf ("%s (%s) %s", e->name, e->factory,
      gst_encoder_cost_get_text (cost));
  gst_encoder_control_tell (e->ctl, GST_ENCODER_CONTROL_COSTLY, element, text);
  g_free (text);
}

/* Actions for one frame. */
typedef struct
{
  gboolean tune;
  guint64 ask;                  /* bit/s, 0: no change */
  GstEncoderCost cost;          /* of changes so far */
  gchar *complaint;             /* of the rate so far, or NULL */
} Work;

static void
carry_out (GstControlledEncoder * e, Work * work, GstClockTime now)
{
  GstElement *element = g_weak_ref_get (&e->element);
  gchar *refused = NULL;

  if (element == NULL) {
    g_free (work->complaint);
    return;
  }
  if (work->tune)
    tune_live (e, element);
  if (work->ask)
    refused = change_bitrate (e, element, work->ask, now);
  complain (e, element, refused);
  complain (e, element, work->complaint);
  tell_cost (e, element, work->cost);
  gst_object_unref (element);
}

/* Without the lock: the decision of the owner, but the viewer gets a picture in
 * time. */
static GstEncoderControlSkip
ask_owner (GstEncoderControl * ctl, GstClockTime passed_at, GstClockTime now,
    guint64 * waits)
{
  if (g_atomic_int_get (&ctl->paused))
    return GST_ENCODER_CONTROL_SKIP;
  if (!GST_CLOCK_TIME_IS_VALID (passed_at) || now < passed_at
      || now - passed_at >= MAX_SKIP_TIME)
    return GST_ENCODER_CONTROL_KEEP;
  return gst_encoder_control_owner_skips (ctl, waits);
}

/* Without the lock: of all that share the encoder. */
static GstEncoderControlSkip
ask_all (GstControlledEncoder * e, GstClockTime now, guint64 * wanted)
{
  GPtrArray *members = gst_encoder_share_get_members (e->share);
  GstEncoderVote *votes = g_new0 (GstEncoderVote, members->len);
  GstEncoderControlSkip skip;
  guint i;

  for (i = 0; i < members->len; i++) {
    GstEncoderControl *ctl = ((GstControlledEncoder *) members->pdata[i])->ctl;
    guint64 waits = 0;

    votes[i].skip = ask_owner (ctl, e->model.passed_at, now, &waits);
    votes[i].paused = g_atomic_int_get (&ctl->paused);
    votes[i].fits = g_atomic_int_get (&ctl->fits);
    g_mutex_lock (&ctl->lock);
    votes[i].rate = (guint64) (share_of_target (ctl)
        * gst_encoder_model_repay (waits));
    g_mutex_unlock (&ctl->lock);
  }
  *wanted = gst_encoder_share_choose (votes, members->len,
      (GstEncoderPolicy) g_atomic_int_get (&e->ctl->policy),
      (guint) g_atomic_int_get (&e->ctl->percentile), &skip);
  g_free (votes);
  g_ptr_array_unref (members);
  return skip;
}

/* With the lock held: a frame comes, and may be skipped. */
static gboolean
take_frame (GstControlledEncoder * e, guint64 wanted, guint64 waits,
    GstEncoderControlSkip skip, GstClockTime now)
{
  gboolean skipped =
      gst_encoder_model_add_raw (&e->model, wanted, waits, skip, now);

  e->frames_in++;
  e->frames_skipped += skipped;
  return skipped;
}

/* A frame goes to an encoder that another control sets. Should this one have to set it
 * later, it does so at once. */
static void
follow_frame (GstControlledEncoder * e, guint64 told, GstClockTime now)
{
  g_mutex_lock (&e->ctl->lock);
  take_frame (e, told, 0, GST_ENCODER_CONTROL_KEEP, now);
  if (told != e->model.told)
    gst_encoder_model_told (&e->model, 0, told, now);
  gst_encoder_model_pass (&e->model, FALSE, now);
  g_mutex_unlock (&e->ctl->lock);
}

/* A frame comes. Returns TRUE if it is to be skipped. */
static gboolean
lead_frame (GstControlledEncoder * e, gboolean shared, GstClockTime now)
{
  gboolean is_video = gst_controlled_encoder_is_video (e);
  GstEncoderControlSkip skip = GST_ENCODER_CONTROL_KEEP;
  guint64 wanted = 0, waits = 0;
  Work work = { FALSE, };
  gboolean skipped;

  if (shared)
    skip = ask_all (e, now, &wanted);
  else if (is_video)
    skip = ask_owner (e->ctl, e->model.passed_at, now, &waits);
  if (e->is_camera)
    skip = GST_ENCODER_CONTROL_KEEP;
  g_mutex_lock (&e->ctl->lock);
  if (!shared)
    wanted = share_of_target (e->ctl);
  e->may_hold = !shared && skip != GST_ENCODER_CONTROL_KEEP;
  e->model.is_sharp = g_atomic_int_get (&e->ctl->sharp);
  skipped = take_frame (e, wanted, waits, skip, now);
  if (!skipped) {
    work.ask = gst_encoder_model_tell (&e->model, now);
    work.tune = e->tune_pending;
    work.cost = gst_encoder_model_get_cost (&e->model);
    work.complaint = is_video ? check_follows (e) : NULL;
    gst_encoder_model_pass (&e->model, work.ask > 0, now);
    e->tune_pending = FALSE;
    e->softness = gst_encoder_model_soften (&e->model);
  }
  g_mutex_unlock (&e->ctl->lock);

  if (!skipped && is_video)
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
      && gst_encoder_model_get_cost (&e->model) == GST_ENCODER_COST_NONE;
  if (helps)
    gst_encoder_model_begin_scene (&e->model, now);
  g_mutex_unlock (&e->ctl->lock);
  return helps;
}

gboolean
gst_controlled_encoder_handle_frame (GstControlledEncoder * e, GstClockTime now)
{
  guint64 told;
  GstEncoderRole role = gst_encoder_share_get_role (e->share, e, &told);

  if (role != GST_ENCODER_ROLE_FOLLOWS)
    return lead_frame (e, role == GST_ENCODER_ROLE_LEADS
        && gst_controlled_encoder_is_video (e), now);
  follow_frame (e, told, now);
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
  ask = share_of_target (e->ctl);
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
