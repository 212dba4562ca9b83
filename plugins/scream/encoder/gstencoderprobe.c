/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Probes on the pads of an encoder.
 *
 * The probe on the sink pad sees each raw frame, the probe on the source pad each coded
 * frame and the key frame requests, all in the encoder's streaming thread. A source with
 * its own encoder (screamvideosrc) has a signal instead of the sink pad. A camera with an
 * encoder has its source pad only: changes come after a frame, before the next one. */
#include <gst/video/video.h>

#include "gstencodercontrol-private.h"
#include "gstencodertune.h"
#include "plugins/scream/motion/gstscreamsoften.h"

/* RFC 3550 section 5.1 */
#define RTP_HEADER_SIZE 12

/* Time of the stream: in a test it runs faster than any clock, and a paused
 * source must not look like one that needs no bits.  A film that is played faster has more
 * frames in a second. */
static GstClockTime
frame_time (GstPad * pad, GstBuffer * buffer)
{
  GstEvent *event = gst_pad_get_sticky_event (pad, GST_EVENT_SEGMENT, 0);
  const GstSegment *segment;
  gdouble rate = 1;

  if (event != NULL) {
    gst_event_parse_segment (event, &segment);
    rate = ABS (segment->rate);
    gst_event_unref (event);
  }
  if (GST_BUFFER_PTS_IS_VALID (buffer))
    return (GstClockTime) ((gdouble) GST_BUFFER_PTS (buffer) / rate);
  return (GstClockTime) g_get_monotonic_time () * GST_USECOND;
}

/* The next key frame is not for a change of the bitrate. */
static void
note_asked (GstControlledEncoder * e)
{
  g_mutex_lock (&e->ctl->lock);
  gst_encoder_model_expect_key (&e->model);
  g_mutex_unlock (&e->ctl->lock);
}

/* --- Scenes --- */

/* At the encoder itself, past other elements. */
static void
ask_for_key (GstPad * pad)
{
  gst_pad_send_event (pad,
      gst_video_event_new_upstream_force_key_unit (GST_CLOCK_TIME_NONE, TRUE,
          0));
}

/* Pictures in other memory than that of the system are not looked at. */
static void
take_caps (GstControlledEncoder * e, GstCaps * caps)
{
  gboolean is_near = caps != NULL
      && gst_structure_has_name (gst_caps_get_structure (caps, 0),
      "video/x-raw")
      && gst_caps_features_is_equal (gst_caps_get_features (caps, 0),
      GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY);

  gst_scream_motion_reset (&e->motion);
  if (!is_near || !gst_video_info_from_caps (&e->raw, caps))
    gst_video_info_init (&e->raw);
}

static void
look_for_cut (GstControlledEncoder * e, GstPad * pad, GstBuffer * buffer)
{
  GstPad *srcpad;
  gdouble part;

  if (!gst_scream_motion_look (&e->motion, &e->raw, buffer, &part)
      || !gst_scream_motion_is_cut (&e->motion, part)
      || !gst_controlled_encoder_handle_cut (e, frame_time (pad, buffer)))
    return;
  srcpad = g_weak_ref_get (&e->srcpad);
  GST_DEBUG_OBJECT (srcpad, "another scene");
  if (srcpad != NULL)
    ask_for_key (srcpad);
  gst_clear_object (&srcpad);
}

/* Others may have the picture as well: it is a copy. */
static void
soften (const GstControlledEncoder * e, GstPadProbeInfo * info)
{
  if (e->softness <= 1)
    return;
  info->data = gst_buffer_make_writable (GST_PAD_PROBE_INFO_BUFFER (info));
  gst_scream_soften (GST_PAD_PROBE_INFO_BUFFER (info), &e->raw, e->softness);
}

static GstPadProbeReturn
sink_probe (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstControlledEncoder *e = user_data;

  if (info->type & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) {
    GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
    GstCaps *caps;

    if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS) {
      gst_event_parse_caps (event, &caps);
      take_caps (e, caps);
    }
    /* Another size or format begins anew. */
    if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS
        || gst_video_event_is_force_key_unit (event))
      note_asked (e);
    return GST_PAD_PROBE_OK;
  }
  look_for_cut (e, pad, GST_PAD_PROBE_INFO_BUFFER (info));
  if (gst_controlled_encoder_handle_frame (e,
          frame_time (pad, GST_PAD_PROBE_INFO_BUFFER (info))))
    return GST_PAD_PROBE_DROP;
  soften (e, info);
  return GST_PAD_PROBE_OK;
}

static gboolean
on_prepare_frame (GstElement * element, guint64 time, gpointer user_data)
{
  return gst_controlled_encoder_handle_frame (user_data, time);
}

/* Some encoders for boards have a signal and do not look at the event. */
static void
force_key_by_signal (GstControlledEncoder * e, GstEvent * event)
{
  GstElement *element;

  if (!gst_video_event_is_force_key_unit (event))
    return;
  element = g_weak_ref_get (&e->element);
  if (element && g_signal_lookup ("force-IDR", G_OBJECT_TYPE (element)))
    g_signal_emit_by_name (element, "force-IDR");
  gst_clear_object (&element);
}

/* What an encoder is told does not count them, and a source makes them. */
static gsize
headers_of (const GstControlledEncoder * e, GstBufferList * list)
{
  return e->is_source ? RTP_HEADER_SIZE * gst_buffer_list_length (list) : 0;
}

/* --- Frames that are too large: see gstencodermodel.c --- */

static void
drop_held (GstControlledEncoder * e)
{
  g_queue_clear_full (&e->held, (GDestroyNotify) gst_buffer_unref);
}

/* Past the pad itself, which may have an event by now that has to come after them. */
static void
release_held (GstControlledEncoder * e, GstPad * pad)
{
  GstPad *peer = g_queue_is_empty (&e->held) ? NULL : gst_pad_get_peer (pad);

  if (peer == NULL)
    return;
  while (!g_queue_is_empty (&e->held))
    gst_pad_chain (peer, g_queue_pop_head (&e->held));
  gst_object_unref (peer);
}

/* With the lock held: a frame comes out. Returns whether it is the first to be held back.
 * A part of a frame is no frame, nor is a list. */
static gboolean
take_coded (GstControlledEncoder * e, GstBuffer * buffer, gboolean key)
{
  gsize bytes = gst_buffer_get_size (buffer);

  e->model.is_stubborn |= GST_BUFFER_PTS_IS_VALID (buffer)
      && GST_BUFFER_PTS (buffer) == e->last_out;
  e->last_out = GST_BUFFER_PTS (buffer);
  gst_encoder_model_add_frame (&e->model, bytes, key);
  if (key)
    e->frames_replaced += e->held.length;
  return !key && e->may_hold && e->held.length == 0
      && gst_encoder_model_is_too_large (&e->model, bytes);
}

/* Without the lock. A key frame replaces the frames held back; without one in time,
 * they are sent. */
static GstPadProbeReturn
hold_back (GstControlledEncoder * e, GstPad * pad, GstBuffer * buffer,
    gboolean key, gboolean first)
{
  if (key)
    drop_held (e);
  if (e->held.length >= gst_encoder_model_key_distance (&e->model)) {
    e->model.is_stubborn = TRUE;
    release_held (e, pad);
  } else if (first || e->held.length > 0) {
    g_queue_push_tail (&e->held, gst_buffer_ref (buffer));
    if (first)
      ask_for_key (pad);
    return GST_PAD_PROBE_DROP;
  }
  return GST_PAD_PROBE_OK;
}

/* Output of an encoder other than frames. */
static void
note_event (GstControlledEncoder * e, GstPad * pad, GstEvent * event)
{
  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_FLUSH_STOP:
      drop_held (e);
      break;
    case GST_EVENT_EOS:
    case GST_EVENT_CAPS:
    case GST_EVENT_SEGMENT:
      release_held (e, pad);
      break;
    default:
      break;
  }
}

/* Output of the encoder, of one frame if there is a buffer. */
static GstPadProbeReturn
note_output (GstControlledEncoder * e, GstPad * pad, gsize bytes,
    GstBuffer * buffer)
{
  gboolean key = buffer
      && !GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_DELTA_UNIT);
  gboolean is_frame = buffer
      && !GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_HEADER);
  gboolean first;

  g_mutex_lock (&e->ctl->lock);
  first = is_frame && take_coded (e, buffer, key);
  /* Frames that are never shown do not count as output. */
  if (!first)
    gst_encoder_model_add_bytes (&e->model, bytes);
  g_mutex_unlock (&e->ctl->lock);
  return is_frame ? hold_back (e, pad, buffer, key, first) : GST_PAD_PROBE_OK;
}

static GstPadProbeReturn
src_probe (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstControlledEncoder *e = user_data;
  GstBuffer *buffer = NULL;
  gsize bytes = 0;

  if (info->type & (GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM |
          GST_PAD_PROBE_TYPE_EVENT_FLUSH)) {
    note_event (e, pad, GST_PAD_PROBE_INFO_EVENT (info));
    return GST_PAD_PROBE_OK;
  }
  if (info->type & GST_PAD_PROBE_TYPE_EVENT_UPSTREAM) {
    if (gst_encoder_control_owner_takes (e->ctl,
            GST_PAD_PROBE_INFO_EVENT (info)))
      return GST_PAD_PROBE_DROP;
    if (gst_video_event_is_force_key_unit (GST_PAD_PROBE_INFO_EVENT (info)))
      note_asked (e);
    force_key_by_signal (e, GST_PAD_PROBE_INFO_EVENT (info));
    return GST_PAD_PROBE_OK;
  }

  if (info->type & GST_PAD_PROBE_TYPE_BUFFER) {
    buffer = GST_PAD_PROBE_INFO_BUFFER (info);
    bytes = gst_buffer_get_size (buffer);
    if (e->is_camera)
      gst_controlled_encoder_handle_frame (e, frame_time (pad, buffer));
  } else if (info->type & GST_PAD_PROBE_TYPE_BUFFER_LIST) {
    bytes = gst_buffer_list_calculate_size (info->data) -
        headers_of (e, info->data);
  }
  return note_output (e, pad, bytes, e->is_source ? NULL : buffer);
}

/* The data of the handler lives as long as the handler, as with probes. */
static void
drop_handler (gpointer data, GClosure * closure)
{
  gst_controlled_encoder_unref (data);
}

static gulong
connect_source (GstControlledEncoder * e, GstElement * element)
{
  if (!e->is_source)
    return 0;
  return g_signal_connect_data (element, "prepare-frame",
      G_CALLBACK (on_prepare_frame), g_atomic_rc_box_acquire (e),
      drop_handler, 0);
}

static void
disconnect_source (GstControlledEncoder * e)
{
  GstElement *element = e->frame_handler ? g_weak_ref_get (&e->element) : NULL;

  if (element) {
    g_signal_handler_disconnect (element, e->frame_handler);
    gst_object_unref (element);
  }
}

static gulong
add_probe (GstControlledEncoder * e, GWeakRef * where, GstPadProbeType type,
    GstPadProbeCallback func)
{
  GstPad *pad = g_weak_ref_get (where);
  gulong id = 0;

  if (pad) {
    id = gst_pad_add_probe (pad, type, func, g_atomic_rc_box_acquire (e),
        gst_controlled_encoder_unref);
    gst_object_unref (pad);
  }
  return id;
}

static void
remove_probe (GWeakRef * where, gulong id)
{
  GstPad *pad = id ? g_weak_ref_get (where) : NULL;

  if (pad) {
    gst_pad_remove_probe (pad, id);
    gst_object_unref (pad);
  }
}

static gchar *
describe_found (const GstControlledEncoder * e, const gchar * done,
    gboolean late)
{
  const GstEncoderProperty *p = &e->property;
  GString *text = g_string_new (NULL);

  g_string_printf (text, "%s (%s) is controlled by its %s in %s; it %s",
      e->name, e->factory, p->field[0] ? p->field : p->pspec->name,
      p->unit == GST_ENCODER_UNIT_KBPS ? "kbit/s" : "bit/s",
      gst_encoder_cost_get_text (p->cost));
  if (*done)
    g_string_append_printf (text, "; tune-encoder set%s", done);
  if (e->tune_change && *e->tune_change)
    g_string_append_printf (text, "; with each change: %s", e->tune_change);
  if (gst_encoder_share_get_role (e->share, e, NULL)
      == GST_ENCODER_ROLE_FOLLOWS)
    g_string_append (text,
        "; another screamtx sets it for all that share it, by its "
        "shared-policy");
  if (late && p->entry->tune_start)
    g_string_append_printf (text, "; already running, so tune-encoder did not "
        "set the properties of the start: %s", p->entry->tune_start);
  return g_string_free (text, FALSE);
}

static void
notice_encoder (GstControlledEncoder * e, GstElement * element,
    const gchar * done, gboolean late, GPtrArray * notices)
{
  if (gst_controlled_encoder_is_controlled (e)) {
    gst_encoder_control_add_notice (notices, GST_ENCODER_CONTROL_FOUND, element,
        describe_found (e, done, late));
    return;
  }

  g_mutex_lock (&e->ctl->lock);
  e->complained = TRUE;
  g_mutex_unlock (&e->ctl->lock);
  gst_encoder_control_add_notice (notices, GST_ENCODER_CONTROL_CANNOT_CHANGE,
      element,
      g_strdup_printf ("%s (%s) %s; use another encoder", e->name, e->factory,
          gst_encoder_cost_get_text (e->property.cost)));
}

/* The cost of a change depends on settings, some of them from tuning. */
static void
know_cost (GstControlledEncoder * e, GstElement * element)
{
  GstEncoderProperty property;

  gst_encoder_property_resolve (&property, element);
  g_mutex_lock (&e->ctl->lock);
  e->property = property;
  e->told_cost = property.cost;
  e->model.known = property.cost;
  e->model.is_sure = property.is_sure;
  g_mutex_unlock (&e->ctl->lock);
}

/* Of an encoder that runs already. */
static void
take_current_caps (GstControlledEncoder * e)
{
  GstPad *pad = g_weak_ref_get (&e->sinkpad);
  GstCaps *caps = pad ? gst_pad_get_current_caps (pad) : NULL;

  take_caps (e, caps);
  gst_clear_caps (&caps);
  gst_clear_object (&pad);
}

void
gst_controlled_encoder_take (GstControlledEncoder * e, gboolean tune,
    GPtrArray * notices)
{
  GstElement *element = g_weak_ref_get (&e->element);
  GString *done = g_string_new (NULL);
  gboolean started, leads;

  if (element == NULL) {
    g_string_free (done, TRUE);
    return;
  }

  gst_encoder_share_join (e->share, e);
  leads = gst_encoder_share_get_role (e->share, e, NULL)
      != GST_ENCODER_ROLE_FOLLOWS;
  started = gst_encoder_has_started (element);
  if (tune && e->property.entry)
    e->tune_change =
        gst_encoder_tune_untouched (element, e->property.entry->tune_change);
  if (gst_controlled_encoder_is_video (e) && !started && leads)
    gst_controlled_encoder_prepare (e, element, tune, done);
  know_cost (e, element);

  g_mutex_lock (&e->ctl->lock);
  e->tune_pending = tune && started && leads
      && gst_controlled_encoder_is_video (e) && e->property.entry->tune_live;
  g_mutex_unlock (&e->ctl->lock);

  e->frame_handler = connect_source (e, element);
  take_current_caps (e);
  e->sink_probe = add_probe (e, &e->sinkpad, GST_PAD_PROBE_TYPE_BUFFER |
      GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, sink_probe);
  e->src_probe = add_probe (e, &e->srcpad, GST_PAD_PROBE_TYPE_BUFFER |
      GST_PAD_PROBE_TYPE_BUFFER_LIST | GST_PAD_PROBE_TYPE_EVENT_BOTH |
      GST_PAD_PROBE_TYPE_EVENT_FLUSH, src_probe);

  if (gst_controlled_encoder_is_video (e))
    notice_encoder (e, element, done->str, tune && started, notices);
  g_string_free (done, TRUE);
  gst_object_unref (element);
}

void
gst_controlled_encoder_leave (GstControlledEncoder * e)
{
  gst_encoder_share_leave (e->share, e);
  disconnect_source (e);
  remove_probe (&e->sinkpad, e->sink_probe);
  remove_probe (&e->srcpad, e->src_probe);
  e->frame_handler = e->sink_probe = e->src_probe = 0;
}
