/* Finds the encoder upstream of a pad and sets its bitrate.
 *
 * Threads: set_target() comes from any thread and stores one number. All work
 * is done by a probe on the encoder's sink pad, in the encoder's own streaming
 * thread and between two frames: some encoders block their setter for as long
 * as a frame takes, and there it costs nothing and takes effect at once.
 *
 * Lifetime: a pad's probe holds a ControlledEncoder, that holds the
 * GstEncoderControl; nobody holds an element or a pad for longer than a call.
 *
 * Locks: find_lock serialises searches; lock is for the numbers and is never
 * held while anything outside this file is called. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <gst/video/video.h>

#include "gstencodercontrol.h"
#include "gstencodergain.h"
#include "gstencoderproperty.h"
#include "gstencodersearch.h"

GST_DEBUG_CATEGORY_STATIC (gst_encoder_control_debug);
#define GST_CAT_DEFAULT gst_encoder_control_debug

/* Whatever the skip function says, a viewer gets a picture this often. */
#define MAX_SKIP_TIME GST_SECOND

/* Encoders that are not controlled may take all but this part of the target:
 * video at a crawl is better than an encoder told nothing. */
#define MIN_SHARE 10

struct _GstEncoderControl
{
  gint refcount;
  GWeakRef owner;
  GMutex find_lock;

  GMutex lock;
  gchar *name;
  GWeakRef fixed;               /* encoder of set_encoder() */
  GWeakRef sinkpad;             /* of the last find() */
  gboolean tune;
  GstEncoderControlNotify notify;
  gpointer notify_data;
  GstEncoderControlSkipFunc skip;
  gpointer skip_data;
  guint64 target;               /* bit/s, 0 = not known yet */
  guint n_key_requests;
  gchar *not_found;             /* reason that was told last */
  GPtrArray *encoders;          /* ControlledEncoder */
};

typedef struct
{
  gint refcount;
  GstEncoderControl *ctl;

  /* Set once, before the probes. */
  GWeakRef element;
  GWeakRef sinkpad;
  GWeakRef srcpad;
  gchar *name;
  gchar *factory;
  GstEncoderProperty property;

  /* Under find_lock. */
  gulong sink_probe;
  gulong src_probe;

  /* The rest under the lock of the control. */
  GstEncoderGain gain;
  guint64 asked;                /* bit/s, before rounding and limits */
  guint64 told;                 /* bit/s as written, 0 = nothing yet */
  GstClockTime changed_at;
  GstClockTime passed_at;       /* last frame that was not skipped */
  guint64 frames_in;
  guint64 frames_skipped;
  guint64 changes;
  gboolean tune_pending;
  gboolean changed_live;        /* read-back was done */
  gboolean mismatch;            /* ... and gave something else */
  gboolean complained;
} ControlledEncoder;

static void
control_unref (GstEncoderControl * ctl)
{
  if (!g_atomic_int_dec_and_test (&ctl->refcount))
    return;
  g_ptr_array_unref (ctl->encoders);
  g_weak_ref_clear (&ctl->owner);
  g_weak_ref_clear (&ctl->fixed);
  g_weak_ref_clear (&ctl->sinkpad);
  g_mutex_clear (&ctl->lock);
  g_mutex_clear (&ctl->find_lock);
  g_free (ctl->name);
  g_free (ctl->not_found);
  g_free (ctl);
}

static void
encoder_unref (gpointer data)
{
  ControlledEncoder *e = data;

  if (!g_atomic_int_dec_and_test (&e->refcount))
    return;
  g_weak_ref_clear (&e->element);
  g_weak_ref_clear (&e->sinkpad);
  g_weak_ref_clear (&e->srcpad);
  g_free (e->name);
  g_free (e->factory);
  control_unref (e->ctl);
  g_free (e);
}

static ControlledEncoder *
encoder_ref (ControlledEncoder * e)
{
  g_atomic_int_inc (&e->refcount);
  return e;
}

static GPtrArray *
encoder_array_new (void)
{
  return g_ptr_array_new_with_free_func (encoder_unref);
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

static ControlledEncoder *
encoder_new (GstEncoderControl * ctl, GstElement * element)
{
  ControlledEncoder *e = g_new0 (ControlledEncoder, 1);
  GstElementFactory *factory = gst_element_get_factory (element);
  GstPad *sinkpad = first_pad (element, &element->sinkpads);
  GstPad *srcpad = first_pad (element, &element->srcpads);

  g_atomic_int_inc (&ctl->refcount);
  e->refcount = 1;
  e->ctl = ctl;
  g_weak_ref_init (&e->element, element);
  g_weak_ref_init (&e->sinkpad, sinkpad);
  g_weak_ref_init (&e->srcpad, srcpad);
  e->name = gst_object_get_name (GST_OBJECT (element));
  e->factory = g_strdup (factory ? GST_OBJECT_NAME (factory) : "");
  gst_encoder_property_resolve (&e->property, element);
  gst_encoder_gain_init (&e->gain);
  e->changed_at = GST_CLOCK_TIME_NONE;
  e->passed_at = GST_CLOCK_TIME_NONE;

  gst_clear_object (&sinkpad);
  gst_clear_object (&srcpad);
  return e;
}

/* --- Telling the owner --- */

static void
tell (GstEncoderControl * ctl, GstEncoderControlEvent event,
    GstElement * element, const gchar * text)
{
  GstObject *owner = g_weak_ref_get (&ctl->owner);
  GstEncoderControlNotify notify;
  gpointer data;

  g_mutex_lock (&ctl->lock);
  notify = ctl->notify;
  data = ctl->notify_data;
  g_mutex_unlock (&ctl->lock);

  GST_INFO_OBJECT (owner, "%s", text);
  if (owner && notify)
    notify (event, element, text, data);
  gst_clear_object (&owner);
}

/* Once for each encoder. Takes @text. */
static void
complain (ControlledEncoder * e, GstEncoderControlEvent event, gchar * text)
{
  GstElement *element = g_weak_ref_get (&e->element);
  gboolean first;

  g_mutex_lock (&e->ctl->lock);
  first = !e->complained;
  e->complained = TRUE;
  g_mutex_unlock (&e->ctl->lock);

  if (first && element)
    tell (e->ctl, event, element, text);
  g_free (text);
  gst_clear_object (&element);
}

/* --- How much for each; all with the lock held --- */

static gboolean
is_controlled (const ControlledEncoder * e)
{
  return e->property.cost < GST_ENCODER_COST_FIXED;
}

static gboolean
is_video (const ControlledEncoder * e)
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
    const ControlledEncoder *e = g_ptr_array_index (ctl->encoders, i);

    if (is_controlled (e))
      n++;
    else
      others += gst_encoder_gain_get_output_rate (&e->gain);
  }
  others = MIN (others, ctl->target - ctl->target / MIN_SHARE);
  return (ctl->target - others) / MAX (n, 1);
}

/* The value to write now, 0 = none. */
static guint64
due_change (ControlledEncoder * e, GstClockTime now)
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
note_change (ControlledEncoder * e, guint64 asked, guint64 told,
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
check_read_back (ControlledEncoder * e, GstElement * element, guint64 told)
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

static void
change_bitrate (ControlledEncoder * e, GstElement * element, guint64 ask,
    GstClockTime now)
{
  guint64 told = gst_encoder_property_set (&e->property, element, ask);
  gboolean first;

  g_mutex_lock (&e->ctl->lock);
  note_change (e, ask, told, now);
  first = !e->changed_live;
  e->changed_live = TRUE;
  g_mutex_unlock (&e->ctl->lock);

  GST_LOG_OBJECT (element, "told %" G_GUINT64_FORMAT " bit/s", told);
  if (first)
    check_read_back (e, element, told);
}

static void
tune_live (ControlledEncoder * e, GstElement * element)
{
  GString *done = g_string_new (NULL);

  gst_encoder_tune (element, e->property.entry->tune_live, done);
  GST_INFO_OBJECT (element, "set while running:%s", done->str);
  g_string_free (done, TRUE);
}

/* Before each frame: what is due for the encoder. */
static void
apply_changes (ControlledEncoder * e, GstClockTime now)
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
check_follows (ControlledEncoder * e)
{
  GstEncoderGain gain;
  gboolean quiet;

  g_mutex_lock (&e->ctl->lock);
  gain = e->gain;
  quiet = e->complained || !is_controlled (e);
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
ask_skip (ControlledEncoder * e, GstClockTime now)
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

static GstPadProbeReturn
sink_probe (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  ControlledEncoder *e = user_data;
  GstClockTime now = frame_time (GST_PAD_PROBE_INFO_BUFFER (info));
  gboolean skipped = is_video (e) && ask_skip (e, now);

  (void) pad;

  g_mutex_lock (&e->ctl->lock);
  gst_encoder_gain_add_frame (&e->gain, skipped, now);
  e->frames_in++;
  if (skipped)
    e->frames_skipped++;
  else
    e->passed_at = now;
  g_mutex_unlock (&e->ctl->lock);

  if (skipped)
    return GST_PAD_PROBE_DROP;
  if (is_video (e)) {
    apply_changes (e, now);
    check_follows (e);
  }
  return GST_PAD_PROBE_OK;
}

/* Some encoders for boards have a signal and do not look at the event. */
static void
force_key_by_signal (ControlledEncoder * e, GstEvent * event)
{
  GstElement *element;

  if (!gst_video_event_is_force_key_unit (event))
    return;
  element = g_weak_ref_get (&e->element);
  if (element && g_signal_lookup ("force-IDR", G_OBJECT_TYPE (element)))
    g_signal_emit_by_name (element, "force-IDR");
  gst_clear_object (&element);
}

static GstPadProbeReturn
src_probe (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  ControlledEncoder *e = user_data;
  gsize bytes = 0;

  (void) pad;

  if (info->type & GST_PAD_PROBE_TYPE_EVENT_UPSTREAM) {
    force_key_by_signal (e, GST_PAD_PROBE_INFO_EVENT (info));
    return GST_PAD_PROBE_OK;
  }

  if (info->type & GST_PAD_PROBE_TYPE_BUFFER)
    bytes = gst_buffer_get_size (GST_PAD_PROBE_INFO_BUFFER (info));
  else if (info->type & GST_PAD_PROBE_TYPE_BUFFER_LIST)
    bytes = gst_buffer_list_calculate_size (info->data);

  g_mutex_lock (&e->ctl->lock);
  gst_encoder_gain_add_output (&e->gain, bytes);
  g_mutex_unlock (&e->ctl->lock);
  return GST_PAD_PROBE_OK;
}

static gulong
add_probe (ControlledEncoder * e, GWeakRef * where, GstPadProbeType type,
    GstPadProbeCallback func)
{
  GstPad *pad = g_weak_ref_get (where);
  gulong id = 0;

  if (pad) {
    id = gst_pad_add_probe (pad, type, func, encoder_ref (e), encoder_unref);
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

/* --- Taking and leaving an encoder; find_lock held --- */

/* What is to be told after the search: the owner may do what it likes then,
 * even start another one. */
typedef struct
{
  GstEncoderControlEvent event;
  GstElement *element;
  gchar *text;
} Notice;

static void
notice_free (gpointer data)
{
  Notice *notice = data;

  gst_clear_object (&notice->element);
  g_free (notice->text);
  g_free (notice);
}

static void
add_notice (GPtrArray * notices, GstEncoderControlEvent event,
    GstElement * element, gchar * text)
{
  Notice *notice = g_new0 (Notice, 1);

  notice->event = event;
  notice->element = element ? gst_object_ref (element) : NULL;
  notice->text = text;
  g_ptr_array_add (notices, notice);
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
prepare_before_start (ControlledEncoder * e, GstElement * element,
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
    guint64 told = gst_encoder_property_set (&e->property, element, ask);

    g_mutex_lock (&e->ctl->lock);
    note_change (e, ask, told, GST_CLOCK_TIME_NONE);
    g_mutex_unlock (&e->ctl->lock);
  }
}

static gchar *
describe_found (const ControlledEncoder * e, const gchar * done, gboolean late)
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
notice_encoder (ControlledEncoder * e, GstElement * element,
    const gchar * done, gboolean late, GPtrArray * notices)
{
  if (is_controlled (e)) {
    add_notice (notices, GST_ENCODER_CONTROL_FOUND, element,
        describe_found (e, done, late));
    return;
  }

  g_mutex_lock (&e->ctl->lock);
  e->complained = TRUE;
  g_mutex_unlock (&e->ctl->lock);
  add_notice (notices, GST_ENCODER_CONTROL_CANNOT_CHANGE, element,
      g_strdup_printf ("%s (%s) %s; use another encoder, or set "
          "encoder-name=none", e->name, e->factory,
          gst_encoder_cost_get_text (e->property.cost)));
}

static void
take_encoder (ControlledEncoder * e, gboolean tune, GPtrArray * notices)
{
  GstElement *element = g_weak_ref_get (&e->element);
  GString *done = g_string_new (NULL);
  gboolean started;

  if (element == NULL) {
    g_string_free (done, TRUE);
    return;
  }

  started = has_started (element);
  if (is_video (e) && !started)
    prepare_before_start (e, element, tune, done);

  g_mutex_lock (&e->ctl->lock);
  e->tune_pending = tune && started && is_video (e) &&
      e->property.entry->tune_live;
  g_mutex_unlock (&e->ctl->lock);

  e->sink_probe = add_probe (e, &e->sinkpad, GST_PAD_PROBE_TYPE_BUFFER,
      sink_probe);
  e->src_probe = add_probe (e, &e->srcpad, GST_PAD_PROBE_TYPE_BUFFER |
      GST_PAD_PROBE_TYPE_BUFFER_LIST | GST_PAD_PROBE_TYPE_EVENT_UPSTREAM,
      src_probe);

  if (is_video (e))
    notice_encoder (e, element, done->str, tune && started, notices);
  g_string_free (done, TRUE);
  gst_object_unref (element);
}

static void
leave_encoder (ControlledEncoder * e)
{
  remove_probe (&e->sinkpad, e->sink_probe);
  remove_probe (&e->srcpad, e->src_probe);
  e->sink_probe = e->src_probe = 0;
}

/* --- Interface --- */

GstEncoderControl *
gst_encoder_control_new (gpointer owner)
{
  GstEncoderControl *ctl = g_new0 (GstEncoderControl, 1);

  GST_DEBUG_CATEGORY_INIT (gst_encoder_control_debug, "screamencoder", 0,
      "Encoder control of screamtx");

  ctl->refcount = 1;
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
  gst_encoder_control_set_notify (ctl, NULL, NULL);
  gst_encoder_control_set_skip_func (ctl, NULL, NULL);
  gst_encoder_control_clear (ctl);
  control_unref (ctl);
}

void
gst_encoder_control_set_encoder (GstEncoderControl * ctl, GstElement * encoder)
{
  g_weak_ref_set (&ctl->fixed, encoder);
}

void
gst_encoder_control_set_encoder_name (GstEncoderControl * ctl,
    const gchar * name)
{
  g_mutex_lock (&ctl->lock);
  g_free (ctl->name);
  ctl->name = g_strdup (name);
  g_mutex_unlock (&ctl->lock);
}

void
gst_encoder_control_set_tune (GstEncoderControl * ctl, gboolean tune)
{
  g_mutex_lock (&ctl->lock);
  ctl->tune = tune;
  g_mutex_unlock (&ctl->lock);
}

void
gst_encoder_control_set_notify (GstEncoderControl * ctl,
    GstEncoderControlNotify func, gpointer user_data)
{
  g_mutex_lock (&ctl->lock);
  ctl->notify = func;
  ctl->notify_data = user_data;
  g_mutex_unlock (&ctl->lock);
}

void
gst_encoder_control_set_skip_func (GstEncoderControl * ctl,
    GstEncoderControlSkipFunc func, gpointer user_data)
{
  g_mutex_lock (&ctl->lock);
  ctl->skip = func;
  ctl->skip_data = user_data;
  g_mutex_unlock (&ctl->lock);
}

void
gst_encoder_control_set_target (GstEncoderControl * ctl, guint64 bitrate)
{
  g_mutex_lock (&ctl->lock);
  ctl->target = bitrate;
  g_mutex_unlock (&ctl->lock);
}

static ControlledEncoder *
find_known (GPtrArray * encoders, GstElement * element)
{
  ControlledEncoder *res = NULL;
  guint i;

  for (i = 0; i < encoders->len && res == NULL; i++) {
    ControlledEncoder *e = g_ptr_array_index (encoders, i);
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
    ControlledEncoder *known = find_known (ctl->encoders, element);

    g_ptr_array_add (next, known ? encoder_ref (known) : encoder_new (ctl,
            element));
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
      leave_encoder (old->pdata[i]);
  }
  for (i = 0; i < ctl->encoders->len; i++) {
    if (!g_ptr_array_find (old, ctl->encoders->pdata[i], NULL))
      take_encoder (ctl->encoders->pdata[i], tune, notices);
  }
  g_ptr_array_unref (old);
}

/* Takes @why. The same reason is not told twice. */
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
    add_notice (notices, GST_ENCODER_CONTROL_NOT_FOUND, NULL, why);
  else
    g_free (why);
}

/* Takes @notices; without find_lock. */
static void
tell_notices (GstEncoderControl * ctl, GPtrArray * notices)
{
  guint i;

  for (i = 0; i < notices->len; i++) {
    Notice *notice = g_ptr_array_index (notices, i);

    tell (ctl, notice->event, notice->element, notice->text);
  }
  g_ptr_array_unref (notices);
}

/* With find_lock held. */
static gboolean
any_controlled (GstEncoderControl * ctl)
{
  guint i;

  for (i = 0; i < ctl->encoders->len; i++) {
    if (is_controlled (g_ptr_array_index (ctl->encoders, i)))
      return TRUE;
  }
  return FALSE;
}

gboolean
gst_encoder_control_find (GstEncoderControl * ctl, GstPad * sinkpad)
{
  GstObject *owner = g_weak_ref_get (&ctl->owner);
  GstElement *fixed = g_weak_ref_get (&ctl->fixed);
  GPtrArray *notices = g_ptr_array_new_with_free_func (notice_free);
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

static GstStructure *
encoder_stats (const ControlledEncoder * e)
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
      "follows", G_TYPE_BOOLEAN, is_controlled (e) && !e->mismatch &&
      gst_encoder_gain_follows (&e->gain), NULL);
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
    const ControlledEncoder *e = g_ptr_array_index (ctl->encoders, i);
    GstStructure *s = encoder_stats (e);

    append_stats (&array, s);
    if (res == NULL && is_video (e))
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
