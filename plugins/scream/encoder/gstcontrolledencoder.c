/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A controlled encoder: its record, lifetime and statistics.  Locks and lifetime:
 * gstencodercontrol.c. */
#include "gstencodercontrol-private.h"

static void
clear_encoder (gpointer data)
{
  GstControlledEncoder *e = data;

  g_weak_ref_clear (&e->element);
  g_weak_ref_clear (&e->sinkpad);
  g_weak_ref_clear (&e->srcpad);
  g_free (e->name);
  g_free (e->factory);
  g_free (e->tune_change);
  gst_scream_motion_reset (&e->motion);
  g_queue_clear_full (&e->held, (GDestroyNotify) gst_buffer_unref);
  gst_encoder_share_unref (e->share);
  gst_encoder_control_unref (e->ctl);
}

void
gst_controlled_encoder_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, clear_encoder);
}

static gpointer
ref_member (gconstpointer member, gpointer data)
{
  return g_atomic_rc_box_acquire ((gpointer) member);
}

/* First pad of a list, with a reference. */
static GstPad *
first_pad (GstElement * element, GList ** pads)
{
  GstPad *pad;

  GST_OBJECT_LOCK (element);
  pad = *pads ? gst_object_ref ((*pads)->data) : NULL;
  GST_OBJECT_UNLOCK (element);
  return pad;
}

GstControlledEncoder *
gst_controlled_encoder_new (GstEncoderControl * ctl, GstElement * element)
{
  GstControlledEncoder *e = g_atomic_rc_box_new0 (GstControlledEncoder);
  GstElementFactory *factory = gst_element_get_factory (element);
  GstPad *sinkpad = first_pad (element, &element->sinkpads);
  GstPad *srcpad = first_pad (element, &element->srcpads);

  e->ctl = g_atomic_rc_box_acquire (ctl);
  e->share = gst_encoder_share_get (element, ref_member,
      gst_controlled_encoder_unref);
  g_weak_ref_init (&e->element, element);
  g_weak_ref_init (&e->sinkpad, sinkpad);
  g_weak_ref_init (&e->srcpad, srcpad);
  e->name = gst_object_get_name (GST_OBJECT (element));
  e->factory = g_strdup (factory ? GST_OBJECT_NAME (factory) : "");
  gst_encoder_property_resolve (&e->property, element);
  e->is_source =
      g_signal_lookup ("prepare-frame", G_OBJECT_TYPE (element)) != 0;
  e->is_camera = sinkpad == NULL && !e->is_source;
  gst_encoder_model_init (&e->model, e->property.cost, e->property.is_sure);
  e->told_cost = e->property.cost;
  e->last_out = GST_CLOCK_TIME_NONE;
  gst_video_info_init (&e->raw);
  g_queue_init (&e->held);

  gst_clear_object (&sinkpad);
  gst_clear_object (&srcpad);
  return e;
}

gboolean
gst_controlled_encoder_is_controlled (const GstControlledEncoder * e)
{
  return e->property.cost < GST_ENCODER_COST_FIXED;
}

gboolean
gst_controlled_encoder_is_video (const GstControlledEncoder * e)
{
  return e->property.cost != GST_ENCODER_COST_AUDIO;
}

/* With the lock of the control held. */
GstStructure *
gst_controlled_encoder_get_stats (const GstControlledEncoder * e)
{
  const GstEncoderProperty *p = &e->property;
  const GstEncoderModel *m = &e->model;
  const gchar *name = p->field[0] ? p->field : p->pspec ? p->pspec->name : "";

  return gst_structure_new ("scream-encoder-stats",
      "encoder", G_TYPE_STRING, e->name,
      "factory", G_TYPE_STRING, e->factory,
      "property", G_TYPE_STRING, name,
      "cost", G_TYPE_STRING,
      gst_encoder_cost_get_name (gst_encoder_model_get_cost (m)),
      "commanded-bitrate", G_TYPE_UINT64, m->told,
      "output-bitrate", G_TYPE_UINT64, gst_encoder_model_get_output_rate (m),
      "gain", G_TYPE_DOUBLE, m->gain,
      "frames-in", G_TYPE_UINT64, e->frames_in,
      "frames-skipped", G_TYPE_UINT64, e->frames_skipped,
      "frames-replaced", G_TYPE_UINT64, e->frames_replaced,
      "changes", G_TYPE_UINT64, e->changes,
      "changes-handled", G_TYPE_UINT64, e->changes_handled,
      "follows", G_TYPE_BOOLEAN, gst_controlled_encoder_is_controlled (e)
      && !e->mismatch && m->follows, NULL);
}
