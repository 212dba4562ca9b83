/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The control as its encoders see it: lifetime, questions and notices to the owner.
 * Locks: gstencodercontrol.c. */
#include "gstencodercontrol-private.h"

GST_DEBUG_CATEGORY (gst_encoder_control_debug);
#define GST_CAT_DEFAULT gst_encoder_control_debug

static void
clear_control (gpointer data)
{
  GstEncoderControl *ctl = data;

  g_ptr_array_unref (ctl->encoders);
  g_weak_ref_clear (&ctl->owner);
  g_weak_ref_clear (&ctl->fixed);
  g_weak_ref_clear (&ctl->sinkpad);
  g_mutex_clear (&ctl->lock);
  g_mutex_clear (&ctl->find_lock);
  g_free (ctl->name);
  g_free (ctl->not_found);
}

void
gst_encoder_control_unref (GstEncoderControl * ctl)
{
  g_atomic_rc_box_release_full (ctl, clear_control);
}

/* --- The owner is held while one of its functions runs; the functions do not change
 * after the first find(), so no lock is needed --- */

void
gst_encoder_control_tell (GstEncoderControl * ctl, GstEncoderControlEvent event,
    GstElement * element, const gchar * text)
{
  GstObject *owner = g_weak_ref_get (&ctl->owner);

  GST_INFO_OBJECT (owner, "%s", text);
  if (owner && ctl->functions->notify)
    ctl->functions->notify (event, element, text, ctl->owner_data);
  gst_clear_object (&owner);
}

/* Does the owner skip the frame that comes? */
GstEncoderControlSkip
gst_encoder_control_owner_skips (GstEncoderControl * ctl, guint64 * waits)
{
  GstObject *owner = g_weak_ref_get (&ctl->owner);
  GstEncoderControlSkip skip = owner && ctl->functions->skip ?
      ctl->functions->skip (waits, ctl->owner_data) : GST_ENCODER_CONTROL_KEEP;

  gst_clear_object (&owner);
  return skip;
}

/* Does the owner change the bitrate itself? */
gboolean
gst_encoder_control_owner_changes (GstEncoderControl * ctl,
    GstElement * element, guint64 bitrate)
{
  GstObject *owner = g_weak_ref_get (&ctl->owner);
  gboolean changes = owner && ctl->functions->change
      && ctl->functions->change (element, bitrate, ctl->owner_data);

  gst_clear_object (&owner);
  return changes;
}

/* Does the owner see to an event that goes to an encoder? */
gboolean
gst_encoder_control_owner_takes (GstEncoderControl * ctl, GstEvent * event)
{
  GstObject *owner = g_weak_ref_get (&ctl->owner);
  gboolean takes = owner && ctl->functions->takes
      && ctl->functions->takes (event, ctl->owner_data);

  gst_clear_object (&owner);
  return takes;
}

/* Takes @text. */
void
gst_encoder_control_add_notice (GPtrArray * notices,
    GstEncoderControlEvent event, GstElement * element, gchar * text)
{
  g_ptr_array_add (notices, gst_structure_new ("notice", "event", G_TYPE_INT,
          (gint) event, "element", GST_TYPE_ELEMENT, element, "text",
          G_TYPE_STRING, text, NULL));
  g_free (text);
}
