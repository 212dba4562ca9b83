/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One encoder that is controlled: its probes, what it is told and why.
 *
 * All work is done by a probe on the encoder's sink pad, in the encoder's own
 * streaming thread and between two frames: some encoders block their setter
 * for as long as a frame takes, and there it costs nothing and takes effect at
 * once. A source that is its own encoder (screamvideosrc) has a signal instead
 * of the pad. See gstencodercontrol.c for locks and lifetime. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <gst/video/video.h>

#include "gstencodercontrol-private.h"

#define GST_CAT_DEFAULT gst_encoder_control_debug

/* Whatever the skip function says, a viewer gets a picture this often. */
#define MAX_SKIP_TIME GST_SECOND

/* Encoders that are not controlled may take all but this part of the target:
 * video at a crawl is better than an encoder told nothing. */
#define MIN_SHARE 10

/* RFC 3550 section 5.1 */
#define RTP_HEADER_SIZE 12

void
gst_controlled_encoder_unref (gpointer data)
{
  GstControlledEncoder *e = data;

  if (!g_atomic_int_dec_and_test (&e->refcount))
    return;
  g_weak_ref_clear (&e->element);
  g_weak_ref_clear (&e->sinkpad);
  g_weak_ref_clear (&e->srcpad);
  g_free (e->name);
  g_free (e->factory);
  gst_encoder_control_unref (e->ctl);
  g_free (e);
}

GstControlledEncoder *
gst_controlled_encoder_ref (GstControlledEncoder * e)
{
  g_atomic_int_inc (&e->refcount);
  return e;
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
  GstControlledEncoder *e = g_new0 (GstControlledEncoder, 1);
  GstElementFactory *factory = gst_element_get_factory (element);
  GstPad *sinkpad = first_pad (element, &element->sinkpads);
  GstPad *srcpad = first_pad (element, &element->srcpads);

  e->refcount = 1;
  e->ctl = gst_encoder_control_ref (ctl);
  g_weak_ref_init (&e->element, element);
  g_weak_ref_init (&e->sinkpad, sinkpad);
  g_weak_ref_init (&e->srcpad, srcpad);
  e->name = gst_object_get_name (GST_OBJECT (element));
  e->factory = g_strdup (factory ? GST_OBJECT_NAME (factory) : "");
  gst_encoder_property_resolve (&e->property, element);
  e->is_source =
      g_signal_lookup ("prepare-frame", G_OBJECT_TYPE (element)) != 0;
  gst_encoder_gain_init (&e->gain);
  e->changed_at = GST_CLOCK_TIME_NONE;
  e->passed_at = GST_CLOCK_TIME_NONE;

  gst_clear_object (&sinkpad);
  gst_clear_object (&srcpad);
  return e;
}

/* Once for each encoder. Takes @text. */
static void
complain (GstControlledEncoder * e, GstEncoderControlEvent event, gchar * text)
{
  GstElement *element = g_weak_ref_get (&e->element);
  gboolean first;

  g_mutex_lock (&e->ctl->lock);
  first = !e->complained;
  e->complained = TRUE;
  g_mutex_unlock (&e->ctl->lock);

  if (first && element)
    gst_encoder_control_tell (e->ctl, event, element, text);
  g_free (text);
  gst_clear_object (&element);
}

/* --- How much for each; all with the lock held --- */

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

/* The value to write now, 0 = none. */
static guint64
due_change (GstControlledEncoder * e, GstClockTime now)
{
  guint64 wanted = share_of_target (e->ctl);
  guint64 ask = (guint64) (wanted * gst_encoder_gain_get (&e->gain));
  guint64 since = G_MAXUINT64;

  if (GST_CLOCK_TIME_IS_VALID (e->changed_at) && now >= e->changed_at)
    since = now - e->changed_at;
  gst_encoder_gain_set_command (&e->gain, wanted, e->told, now);

  if (e->ctl->target == 0 ||
      !gst_encoder_cost_allows (e->property.cost, e->asked, ask, since))
    return 0;
  return ask;
}

static void
note_change (GstControlledEncoder * e, guint64 asked, guint64 told,
    GstClockTime now)
{
  e->asked = asked;
  e->told = told;
  e->changed_at = now;
  e->changes++;
  gst_encoder_gain_set_command (&e->gain, share_of_target (e->ctl), told, now);
}

/* --- Probes: the encoder's streaming thread --- */

/* Some encoders refuse a change with no more than a line in the log. */
static void
check_read_back (GstControlledEncoder * e, GstElement * element, guint64 told)
{
  guint64 is = 0;
  guint64 slack = MAX (told / 100, e->property.unit);

  if (!gst_encoder_property_get (&e->property, element, &is) ||
      MAX (is, told) - MIN (is, told) <= slack)
    return;

  g_mutex_lock (&e->ctl->lock);
  e->mismatch = TRUE;
  g_mutex_unlock (&e->ctl->lock);
  complain (e, GST_ENCODER_CONTROL_NOT_FOLLOWING,
      g_strdup_printf ("%s refused %s for %" G_GUINT64_FORMAT " bit/s and "
          "stays at %" G_GUINT64_FORMAT "; use an encoder that changes its "
          "bitrate while it runs, or set encoder-name=none", e->name,
          e->property.pspec->name, told, is));
}

/* May the owner do it itself? */
static gboolean
owner_handles (GstControlledEncoder * e, GstElement * element, guint64 ask)
{
  GstEncoderControl *ctl = e->ctl;
  GstObject *owner = g_weak_ref_get (&ctl->owner);
  GstEncoderControlChangeFunc change;
  gpointer data;
  gboolean handled;

  g_mutex_lock (&ctl->lock);
  change = ctl->change;
  data = ctl->change_data;
  g_mutex_unlock (&ctl->lock);

  handled = owner != NULL && change != NULL && change (element, ask, data);
  gst_clear_object (&owner);
  return handled;
}

/* What the encoder was told, by whomever. */
static guint64
tell_encoder (GstControlledEncoder * e, GstElement * element, guint64 ask)
{
  gboolean handled = owner_handles (e, element, ask);
  guint64 told = ask;

  if (!handled)
    told = gst_encoder_property_set (&e->property, element, ask);
  else if (!gst_encoder_property_get (&e->property, element, &told))
    told = ask;

  g_mutex_lock (&e->ctl->lock);
  e->handled = handled;
  if (handled)
    e->changes_handled++;
  g_mutex_unlock (&e->ctl->lock);
  return told;
}

static void
change_bitrate (GstControlledEncoder * e, GstElement * element, guint64 ask,
    GstClockTime now)
{
  guint64 told = tell_encoder (e, element, ask);
  gboolean first;

  g_mutex_lock (&e->ctl->lock);
  note_change (e, ask, told, now);
  first = !e->changed_live && !e->handled;
  e->changed_live |= !e->handled;
  g_mutex_unlock (&e->ctl->lock);

  GST_LOG_OBJECT (element, "told %" G_GUINT64_FORMAT " bit/s", told);
  if (first)
    check_read_back (e, element, told);
}

static void
tune_live (GstControlledEncoder * e, GstElement * element)
{
  GString *done = g_string_new (NULL);

  gst_encoder_tune (element, e->property.entry->tune_live, done);
  GST_INFO_OBJECT (element, "set while running:%s", done->str);
  g_string_free (done, TRUE);
}

/* Before each frame: what is due for the encoder. */
static void
apply_changes (GstControlledEncoder * e, GstClockTime now)
{
  GstElement *element = g_weak_ref_get (&e->element);
  gboolean tune;
  guint64 ask;

  if (element == NULL)
    return;
  g_mutex_lock (&e->ctl->lock);
  tune = e->tune_pending;
  e->tune_pending = FALSE;
  ask = due_change (e, now);
  g_mutex_unlock (&e->ctl->lock);

  if (tune)
    tune_live (e, element);
  if (ask)
    change_bitrate (e, element, ask, now);
  gst_object_unref (element);
}

static void
check_follows (GstControlledEncoder * e)
{
  GstEncoderGain gain;
  gboolean quiet;

  g_mutex_lock (&e->ctl->lock);
  gain = e->gain;
  quiet = e->complained || e->handled ||
      !gst_controlled_encoder_is_controlled (e);
  g_mutex_unlock (&e->ctl->lock);
  if (quiet || gst_encoder_gain_follows (&gain))
    return;

  complain (e, GST_ENCODER_CONTROL_NOT_FOLLOWING,
      g_strdup_printf ("%s makes %" G_GUINT64_FORMAT " bit/s instead of %"
          G_GUINT64_FORMAT "; set its rate control to a constant bitrate, or "
          "make the picture or the frame rate smaller", e->name,
          gst_encoder_gain_get_output_rate (&gain), (guint64) gain.wanted));
}

/* Time of the stream: in a test it runs faster than any clock, and a paused
 * source must not look like one that needs no bits. */
static GstClockTime
frame_time (GstBuffer * buffer)
{
  if (GST_BUFFER_PTS_IS_VALID (buffer))
    return GST_BUFFER_PTS (buffer);
  return (GstClockTime) g_get_monotonic_time () * GST_USECOND;
}

static gboolean
ask_skip (GstControlledEncoder * e, GstClockTime now)
{
  GstEncoderControl *ctl = e->ctl;
  GstEncoderControlSkipFunc skip;
  gboolean may, res = FALSE;
  GstObject *owner;
  gpointer data;

  g_mutex_lock (&ctl->lock);
  skip = ctl->skip;
  data = ctl->skip_data;
  may = GST_CLOCK_TIME_IS_VALID (e->passed_at) && now >= e->passed_at &&
      now - e->passed_at < MAX_SKIP_TIME;
  g_mutex_unlock (&ctl->lock);

  if (skip == NULL || !may)
    return FALSE;
  owner = g_weak_ref_get (&ctl->owner);
  if (owner) {
    res = skip (data);
    gst_object_unref (owner);
  }
  return res;
}

static gboolean
is_paused (GstControlledEncoder * e)
{
  gboolean paused;

  g_mutex_lock (&e->ctl->lock);
  paused = e->ctl->paused;
  g_mutex_unlock (&e->ctl->lock);
  return paused;
}

/* Returns TRUE if the frame is to be skipped. */
static gboolean
handle_frame (GstControlledEncoder * e, GstClockTime now)
{
  gboolean skipped = gst_controlled_encoder_is_video (e) &&
      (is_paused (e) || ask_skip (e, now));

  g_mutex_lock (&e->ctl->lock);
  gst_encoder_gain_add_frame (&e->gain, skipped, now);
  e->frames_in++;
  if (skipped)
    e->frames_skipped++;
  else
    e->passed_at = now;
  g_mutex_unlock (&e->ctl->lock);

  if (!skipped && gst_controlled_encoder_is_video (e)) {
    apply_changes (e, now);
    check_follows (e);
  }
  return skipped;
}

static GstPadProbeReturn
sink_probe (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  (void) pad;

  return handle_frame (user_data, frame_time (GST_PAD_PROBE_INFO_BUFFER (info)))
      ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK;
}

static gboolean
on_prepare_frame (GstElement * element, guint64 time, gpointer user_data)
{
  (void) element;

  return handle_frame (user_data, time);
}

static gboolean
owner_takes_event (GstControlledEncoder * e, GstEvent * event)
{
  GstEncoderControl *ctl = e->ctl;
  GstObject *owner = g_weak_ref_get (&ctl->owner);
  GstEncoderControlEventFunc func;
  gboolean taken;
  gpointer data;

  g_mutex_lock (&ctl->lock);
  func = ctl->event;
  data = ctl->event_data;
  g_mutex_unlock (&ctl->lock);

  taken = owner != NULL && func != NULL && func (event, data);
  gst_clear_object (&owner);
  return taken;
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

static GstPadProbeReturn
src_probe (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstControlledEncoder *e = user_data;
  gsize bytes = 0;

  (void) pad;

  if (info->type & GST_PAD_PROBE_TYPE_EVENT_UPSTREAM) {
    if (owner_takes_event (e, GST_PAD_PROBE_INFO_EVENT (info)))
      return GST_PAD_PROBE_DROP;
    force_key_by_signal (e, GST_PAD_PROBE_INFO_EVENT (info));
    return GST_PAD_PROBE_OK;
  }

  if (info->type & GST_PAD_PROBE_TYPE_BUFFER)
    bytes = gst_buffer_get_size (GST_PAD_PROBE_INFO_BUFFER (info));
  else if (info->type & GST_PAD_PROBE_TYPE_BUFFER_LIST)
    bytes = gst_buffer_list_calculate_size (info->data) -
        headers_of (e, info->data);

  g_mutex_lock (&e->ctl->lock);
  gst_encoder_gain_add_output (&e->gain, bytes);
  g_mutex_unlock (&e->ctl->lock);
  return GST_PAD_PROBE_OK;
}

/* As for the probes, what the handler works with lives as long as the handler
 * does. */
static void
drop_handler (gpointer data, GClosure * closure)
{
  (void) closure;

  gst_controlled_encoder_unref (data);
}

static gulong
connect_source (GstControlledEncoder * e, GstElement * element)
{
  if (!e->is_source)
    return 0;
  return g_signal_connect_data (element, "prepare-frame",
      G_CALLBACK (on_prepare_frame), gst_controlled_encoder_ref (e),
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
    id = gst_pad_add_probe (pad, type, func, gst_controlled_encoder_ref (e),
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

/* What an encoder reads only when it starts may be set now. */
static gboolean
has_started (GstElement * element)
{
  GstState state, pending;

  gst_element_get_state (element, &state, &pending, 0);
  return state > GST_STATE_READY || pending > GST_STATE_READY;
}

static void
prepare_before_start (GstControlledEncoder * e, GstElement * element,
    gboolean tune, GString * done)
{
  const GstEncoderEntry *entry = e->property.entry;
  guint64 ask;

  if (tune) {
    gst_encoder_tune (element, entry->tune_start, done);
    gst_encoder_tune (element, entry->tune_live, done);
  }

  g_mutex_lock (&e->ctl->lock);
  ask = share_of_target (e->ctl);
  g_mutex_unlock (&e->ctl->lock);
  if (ask > 0 && e->property.pspec) {
    guint64 told = tell_encoder (e, element, ask);

    g_mutex_lock (&e->ctl->lock);
    note_change (e, ask, told, GST_CLOCK_TIME_NONE);
    g_mutex_unlock (&e->ctl->lock);
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
  if (late && p->entry->tune_start)
    g_string_append_printf (text, "; it already runs, so tune-encoder left "
        "alone what counts only before: %s", p->entry->tune_start);
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
      g_strdup_printf ("%s (%s) %s; use another encoder, or set "
          "encoder-name=none", e->name, e->factory,
          gst_encoder_cost_get_text (e->property.cost)));
}

void
gst_controlled_encoder_take (GstControlledEncoder * e, gboolean tune,
    GPtrArray * notices)
{
  GstElement *element = g_weak_ref_get (&e->element);
  GString *done = g_string_new (NULL);
  gboolean started;

  if (element == NULL) {
    g_string_free (done, TRUE);
    return;
  }

  started = has_started (element);
  if (gst_controlled_encoder_is_video (e) && !started)
    prepare_before_start (e, element, tune, done);

  g_mutex_lock (&e->ctl->lock);
  e->tune_pending = tune && started && gst_controlled_encoder_is_video (e) &&
      e->property.entry->tune_live;
  g_mutex_unlock (&e->ctl->lock);

  e->frame_handler = connect_source (e, element);
  e->sink_probe = add_probe (e, &e->sinkpad, GST_PAD_PROBE_TYPE_BUFFER,
      sink_probe);
  e->src_probe = add_probe (e, &e->srcpad, GST_PAD_PROBE_TYPE_BUFFER |
      GST_PAD_PROBE_TYPE_BUFFER_LIST | GST_PAD_PROBE_TYPE_EVENT_UPSTREAM,
      src_probe);

  if (gst_controlled_encoder_is_video (e))
    notice_encoder (e, element, done->str, tune && started, notices);
  g_string_free (done, TRUE);
  gst_object_unref (element);
}

void
gst_controlled_encoder_leave (GstControlledEncoder * e)
{
  disconnect_source (e);
  remove_probe (&e->sinkpad, e->sink_probe);
  remove_probe (&e->srcpad, e->src_probe);
  e->frame_handler = e->sink_probe = e->src_probe = 0;
}

/* With the lock of the control held. */
GstStructure *
gst_controlled_encoder_get_stats (const GstControlledEncoder * e)
{
  const GstEncoderProperty *p = &e->property;
  const gchar *name = p->field[0] ? p->field : p->pspec ? p->pspec->name : "";

  return gst_structure_new ("scream-encoder-stats",
      "encoder", G_TYPE_STRING, e->name,
      "factory", G_TYPE_STRING, e->factory,
      "property", G_TYPE_STRING, name,
      "commanded-bitrate", G_TYPE_UINT64, e->told,
      "output-bitrate", G_TYPE_UINT64,
      gst_encoder_gain_get_output_rate (&e->gain),
      "gain", G_TYPE_DOUBLE, gst_encoder_gain_get (&e->gain),
      "frames-in", G_TYPE_UINT64, e->frames_in,
      "frames-skipped", G_TYPE_UINT64, e->frames_skipped,
      "changes", G_TYPE_UINT64, e->changes,
      "changes-handled", G_TYPE_UINT64, e->changes_handled,
      "follows", G_TYPE_BOOLEAN, gst_controlled_encoder_is_controlled (e)
      && !e->mismatch && gst_encoder_gain_follows (&e->gain), NULL);
}
