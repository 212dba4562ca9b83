/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds the encoder upstream of a pad and sets its bitrate.
 *
 * This file holds the settings and the list of encoders. Each encoder has a record
 * (gstcontrolledencoder.c) and probes (gstencoderprobe.c), which call
 * gstencoderframe.c for each raw frame, in the encoder's streaming thread. All of them
 * call gstencodercore.c. set_target() only stores a number.
 *
 * Lifetime: a pad's probe holds a GstControlledEncoder, which holds the
 * GstEncoderControl. Nobody holds an element or a pad for longer than a call.
 *
 * Locks: find_lock serialises searches. lock guards the numbers, and is never held while
 * anything outside these files is called. A raw frame takes it once, and once more if
 * the bitrate changes. */
#include <gst/video/video.h>

#include "gstencodercontrol-private.h"
#include "gstencodersearch.h"

static GPtrArray *
encoder_array_new (void)
{
  return g_ptr_array_new_with_free_func (gst_controlled_encoder_unref);
}

GstEncoderControl *
gst_encoder_control_new (gpointer owner)
{
  static const GstEncoderOwner nobody = { NULL, };
  GstEncoderControl *ctl = g_atomic_rc_box_new0 (GstEncoderControl);

  GST_DEBUG_CATEGORY_INIT (gst_encoder_control_debug, "screamencoder", 0,
      "Encoder control of screamtx");

  ctl->functions = &nobody;
  g_weak_ref_init (&ctl->owner, owner);
  g_weak_ref_init (&ctl->fixed, NULL);
  g_weak_ref_init (&ctl->sinkpad, NULL);
  g_mutex_init (&ctl->lock);
  g_mutex_init (&ctl->find_lock);
  ctl->tune = TRUE;
  ctl->encoders = encoder_array_new ();
  return ctl;
}

void
gst_encoder_control_free (GstEncoderControl * ctl)
{
  if (ctl == NULL)
    return;
  g_weak_ref_set (&ctl->owner, NULL);
  gst_encoder_control_clear (ctl);
  gst_encoder_control_unref (ctl);
}

void
gst_encoder_control_configure (GstEncoderControl * ctl,
    const GstEncoderSettings * settings)
{
  g_weak_ref_set (&ctl->fixed, settings->encoder);
  g_mutex_lock (&ctl->lock);
  g_free (ctl->name);
  ctl->name = g_strdup (settings->name);
  ctl->tune = !settings->no_tune;
  g_mutex_unlock (&ctl->lock);
  g_atomic_int_set (&ctl->latency, settings->latency);
  g_atomic_int_set (&ctl->policy, (gint) settings->policy);
  g_atomic_int_set (&ctl->percentile, (gint) settings->percentile);
}

void
gst_encoder_control_set_sharp (GstEncoderControl * ctl, gboolean sharp)
{
  g_atomic_int_set (&ctl->sharp, sharp);
}

void
gst_encoder_control_set_owner (GstEncoderControl * ctl,
    const GstEncoderOwner * functions, gpointer user_data)
{
  ctl->functions = functions;
  ctl->owner_data = user_data;
}

void
gst_encoder_control_set_paused (GstEncoderControl * ctl, gboolean paused)
{
  g_atomic_int_set (&ctl->paused, paused);
}

void
gst_encoder_control_set_target (GstEncoderControl * ctl, guint64 bitrate)
{
  g_mutex_lock (&ctl->lock);
  ctl->target = bitrate;
  g_mutex_unlock (&ctl->lock);
}

void
gst_encoder_control_set_fits (GstEncoderControl * ctl, gboolean fits)
{
  g_atomic_int_set (&ctl->fits, fits);
}

static GstControlledEncoder *
find_known (GPtrArray * encoders, GstElement * element)
{
  GstControlledEncoder *res = NULL;
  guint i;

  for (i = 0; i < encoders->len && res == NULL; i++) {
    GstControlledEncoder *e = g_ptr_array_index (encoders, i);
    GstElement *known = g_weak_ref_get (&e->element);

    if (known == element)
      res = e;
    gst_clear_object (&known);
  }
  return res;
}

/* From the list of now to the list of @elements: the same ones stay. Returns
 * the old list; those to be left and to be taken are seen by comparing. */
static GPtrArray *
swap_encoders (GstEncoderControl * ctl, GPtrArray * elements)
{
  GPtrArray *next = encoder_array_new ();
  GPtrArray *old;
  guint i;

  for (i = 0; i < elements->len; i++) {
    GstElement *element = g_ptr_array_index (elements, i);
    GstControlledEncoder *known = find_known (ctl->encoders, element);

    g_ptr_array_add (next,
        known ? g_atomic_rc_box_acquire (known) :
        gst_controlled_encoder_new (ctl, element));
  }

  g_mutex_lock (&ctl->lock);
  old = ctl->encoders;
  ctl->encoders = next;
  g_mutex_unlock (&ctl->lock);
  return old;
}

static void
use_encoders (GstEncoderControl * ctl, GPtrArray * elements,
    GPtrArray * notices)
{
  GPtrArray *old = swap_encoders (ctl, elements);
  gboolean tune;
  guint i;

  g_mutex_lock (&ctl->lock);
  tune = ctl->tune;
  g_mutex_unlock (&ctl->lock);

  for (i = 0; i < old->len; i++) {
    if (!g_ptr_array_find (ctl->encoders, old->pdata[i], NULL))
      gst_controlled_encoder_leave (old->pdata[i]);
  }
  for (i = 0; i < ctl->encoders->len; i++) {
    if (!g_ptr_array_find (old, ctl->encoders->pdata[i], NULL))
      gst_controlled_encoder_take (ctl->encoders->pdata[i], tune, notices);
  }
  g_ptr_array_unref (old);
}

/* Takes @why. Each reason gets one notice. */
static void
notice_not_found (GstEncoderControl * ctl, gchar * why, GPtrArray * notices)
{
  gboolean is_new;

  g_mutex_lock (&ctl->lock);
  is_new = why && g_strcmp0 (why, ctl->not_found) != 0;
  g_free (ctl->not_found);
  ctl->not_found = g_strdup (why);
  g_mutex_unlock (&ctl->lock);

  if (is_new)
    gst_encoder_control_add_notice (notices, GST_ENCODER_CONTROL_NOT_FOUND,
        NULL, why);
  else
    g_free (why);
}

/* Takes @notices; without find_lock. */
static void
tell_notices (GstEncoderControl * ctl, GPtrArray * notices)
{
  guint i;

  for (i = 0; i < notices->len; i++) {
    GstElement *element = NULL;
    gint event = 0;
    gchar *text = NULL;

    gst_structure_get (notices->pdata[i], "event", G_TYPE_INT, &event,
        "element", GST_TYPE_ELEMENT, &element, "text", G_TYPE_STRING, &text,
        NULL);
    gst_encoder_control_tell (ctl, (GstEncoderControlEvent) event, element,
        text);
    gst_clear_object (&element);
    g_free (text);
  }
  g_ptr_array_unref (notices);
}

/* With find_lock held. */
static gboolean
any_controlled (GstEncoderControl * ctl)
{
  guint i;

  for (i = 0; i < ctl->encoders->len; i++) {
    if (gst_controlled_encoder_is_controlled (g_ptr_array_index (ctl->encoders,
                i)))
      return TRUE;
  }
  return FALSE;
}

gboolean
gst_encoder_control_find (GstEncoderControl * ctl, GstPad * sinkpad)
{
  GstObject *owner = g_weak_ref_get (&ctl->owner);
  GstElement *fixed = g_weak_ref_get (&ctl->fixed);
  GPtrArray *notices = g_ptr_array_new_with_free_func
      ((GDestroyNotify) gst_structure_free);
  GPtrArray *elements;
  gchar *name, *why = NULL;
  gboolean found;

  g_mutex_lock (&ctl->lock);
  name = g_strdup (ctl->name);
  g_mutex_unlock (&ctl->lock);
  g_weak_ref_set (&ctl->sinkpad, sinkpad);

  g_mutex_lock (&ctl->find_lock);
  elements = gst_encoder_search (owner, sinkpad, fixed, name, &why);
  use_encoders (ctl, elements, notices);
  notice_not_found (ctl, why, notices);
  found = any_controlled (ctl);
  g_mutex_unlock (&ctl->find_lock);

  tell_notices (ctl, notices);
  g_ptr_array_unref (elements);
  g_free (name);
  gst_clear_object (&fixed);
  gst_clear_object (&owner);
  return found;
}

void
gst_encoder_control_clear (GstEncoderControl * ctl)
{
  GPtrArray *none = g_ptr_array_new ();

  g_mutex_lock (&ctl->find_lock);
  use_encoders (ctl, none, none);
  notice_not_found (ctl, NULL, none);
  g_mutex_unlock (&ctl->find_lock);
  g_weak_ref_set (&ctl->sinkpad, NULL);
  g_ptr_array_unref (none);
}

gboolean
gst_encoder_control_request_key_frame (GstEncoderControl * ctl, guint32 ssrc)
{
  GstPad *pad = g_weak_ref_get (&ctl->sinkpad);
  GstEvent *event;
  gboolean res;
  guint count;

  if (pad == NULL)
    return FALSE;
  g_mutex_lock (&ctl->lock);
  count = ctl->n_key_requests++;
  g_mutex_unlock (&ctl->lock);

  event = gst_video_event_new_upstream_force_key_unit (GST_CLOCK_TIME_NONE,
      TRUE, count);
  if (ssrc)
    gst_structure_set (gst_event_writable_structure (event),
        "ssrc", G_TYPE_UINT, ssrc, NULL);
  res = gst_pad_push_event (pad, event);
  gst_object_unref (pad);
  return res;
}

/* Appends one structure to an array. */
static void
append_stats (GValue * array, const GstStructure * s)
{
  GValue value = G_VALUE_INIT;

  g_value_init (&value, GST_TYPE_STRUCTURE);
  gst_value_set_structure (&value, s);
  gst_value_array_append_and_take_value (array, &value);
}

GstStructure *
gst_encoder_control_get_stats (GstEncoderControl * ctl)
{
  GstStructure *res = NULL;
  GValue array = G_VALUE_INIT;
  guint i;

  g_value_init (&array, GST_TYPE_ARRAY);
  g_mutex_lock (&ctl->lock);
  for (i = 0; i < ctl->encoders->len; i++) {
    const GstControlledEncoder *e = g_ptr_array_index (ctl->encoders, i);
    GstStructure *s = gst_controlled_encoder_get_stats (e);

    append_stats (&array, s);
    if (res == NULL && gst_controlled_encoder_is_video (e))
      res = s;
    else
      gst_structure_free (s);
  }
  if (res == NULL)
    res = gst_structure_new_empty ("scream-encoder-stats");
  gst_structure_set (res, "target-bitrate", G_TYPE_UINT64, ctl->target,
      "n-encoders", G_TYPE_UINT, ctl->encoders->len, NULL);
  g_mutex_unlock (&ctl->lock);
  gst_structure_take_value (res, "encoders", &array);
  return res;
}

GstCaps *
gst_encoder_control_get_raw_caps (GstEncoderControl * ctl, gdouble * made)
{
  GstPad *pad = NULL;
  GstCaps *caps;
  guint i;

  *made = 1;
  g_mutex_lock (&ctl->lock);
  for (i = 0; i < ctl->encoders->len && pad == NULL; i++) {
    GstControlledEncoder *e = g_ptr_array_index (ctl->encoders, i);

    if (!gst_controlled_encoder_is_video (e))
      continue;
    pad = g_weak_ref_get (&e->sinkpad);
    if (ctl->target > 0)
      *made = (gdouble) gst_encoder_model_get_output_rate (&e->model) /
          (gdouble) ctl->target;
  }
  g_mutex_unlock (&ctl->lock);
  caps = pad != NULL ? gst_pad_get_current_caps (pad) : NULL;
  gst_clear_object (&pad);
  return caps;
}
