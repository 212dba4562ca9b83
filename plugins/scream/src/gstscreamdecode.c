/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From RTP to what is in it: depayloader, parser, decoder, converter, one after
 * the other with no queue between, so that a frame is out as soon as its last
 * packet is in and decoded. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <string.h>

#include "gstscreamdecode.h"
#include "plugins/scream/bins/gstscreamfruitless.h"
#include "plugins/scream/bins/gstscreamparts.h"
#include "plugins/scream/bins/gstscreampayload.h"
#include "plugins/scream/repair/gstscreamrepairrequests.h"

#include <gst/video/video.h>

/* A sender that has just begun sends a key frame without being asked, which takes
 * its time on a slow link. */
#define PATIENCE (60 * G_TIME_SPAN_MILLISECOND)

/* So often a key frame is asked for while none comes: a request may be lost, and
 * the answer takes a round trip and a frame. */
#define ASK_INTERVAL (500 * G_TIME_SPAN_MILLISECOND)

/* OURS: a sender that refreshes its picture bit by bit never sends one, nor does who hears no
 * requests, and people give a picture a second. Other frames do not come while a key frame
 * is on its way: this is for the way there and back, a queue, and the encoder. Half shows
 * broken pictures at the start over a mobile network; at double, loading a decoder may be
 * too much. */
#define MAX_WAIT (500 * G_TIME_SPAN_MILLISECOND)

/* Behind it, what a decoder can begin with is no delta unit. */
#define FRAMER "framer"

gboolean
gst_scream_decode_is_video (const GstCaps * rtp)
{
  return g_strcmp0 (gst_structure_get_string (gst_caps_get_structure (rtp, 0),
          "media"), "video") == 0;
}

/* ---- which elements ---- */

/* The one of highest rank that takes @caps, and gives raw in the memory of the
 * system if @raw (NULL: gives anything). */
static GstElementFactory *
find_factory (GstElementFactoryListType type, const GstCaps * caps,
    const GstCaps * raw)
{
  GList *all = gst_element_factory_list_get_elements (type, GST_RANK_MARGINAL);
  GList *fitting = gst_element_factory_list_filter (all, caps, GST_PAD_SINK,
      FALSE);
  GstElementFactory *found = NULL;
  GList *l;

  for (l = fitting; l != NULL && found == NULL; l = l->next) {
    if (raw == NULL || gst_element_factory_can_src_any_caps (l->data, raw))
      found = gst_object_ref (l->data);
  }
  gst_plugin_feature_list_free (fitting);
  gst_plugin_feature_list_free (all);
  return found;
}

static GstElementFactory *
find_depayloader (const GstCaps * rtp)
{
  const GstScreamPayload *entry = gst_scream_payload_find_caps (rtp);

  if (entry != NULL)
    return gst_element_factory_find (entry->depayloader);
  return find_factory (GST_ELEMENT_FACTORY_TYPE_DEPAYLOADER, rtp, NULL);
}

/* What the depayloader of @rtp gives, or would if it were installed; NULL: there is
 * none. */
static GstCaps *
get_encoded_caps (const GstCaps * rtp)
{
  const GstScreamPayload *entry = gst_scream_payload_find_caps (rtp);
  GstElementFactory *factory = find_depayloader (rtp);
  GstCaps *caps = NULL;
  const GList *l;

  if (factory == NULL)
    return entry != NULL ? gst_caps_new_empty_simple (entry->encoded) : NULL;
  for (l = gst_element_factory_get_static_pad_templates (factory); l != NULL;
      l = l->next) {
    GstStaticPadTemplate *templ = l->data;

    if (templ->direction == GST_PAD_SRC && caps == NULL)
      caps = gst_static_pad_template_get_caps (templ);
  }
  gst_object_unref (factory);
  return caps;
}

/* NULL: there is nothing to decode in data, nor in what has streams inside. */
static GstCaps *
get_raw_caps (const GstCaps * rtp, const GstCaps * encoded)
{
  const gchar *media =
      gst_structure_get_string (gst_caps_get_structure (rtp, 0), "media");
  gboolean is_system = FALSE;

  if (encoded != NULL)
    gst_structure_get_boolean (gst_caps_get_structure (encoded, 0),
        "systemstream", &is_system);
  if (is_system || (media != NULL && strcmp (media, "video") != 0
          && strcmp (media, "audio") != 0))
    return NULL;
  return gst_caps_new_empty_simple (gst_scream_decode_is_video (rtp)
      ? "video/x-raw" : "audio/x-raw");
}

GstScreamForm
gst_scream_decode_choose (const GstCaps * rtp, const GstCaps * accepted)
{
  GstScreamForm form = GST_SCREAM_FORM_NONE;
  GstCaps *encoded = get_encoded_caps (rtp);
  GstCaps *raw = get_raw_caps (rtp, encoded);

  if (gst_caps_is_any (accepted))
    form = raw != NULL ? GST_SCREAM_FORM_RAW : GST_SCREAM_FORM_ENCODED;
  else if (gst_caps_can_intersect (rtp, accepted))
    form = GST_SCREAM_FORM_RTP;
  else if (encoded != NULL && gst_caps_can_intersect (encoded, accepted))
    form = GST_SCREAM_FORM_ENCODED;
  else if (raw != NULL && gst_caps_can_intersect (raw, accepted))
    form = GST_SCREAM_FORM_RAW;
  gst_clear_caps (&encoded);
  gst_clear_caps (&raw);
  return form;
}

static const gchar *
get_name (const GstCaps * caps)
{
  return gst_structure_get_name (gst_caps_get_structure (caps, 0));
}

gchar *
gst_scream_decode_describe (const GstCaps * rtp)
{
  GString *text = g_string_new (get_name (rtp));
  GstCaps *encoded = get_encoded_caps (rtp);
  GstCaps *raw = get_raw_caps (rtp, encoded);

  if (encoded != NULL && !gst_caps_is_any (encoded))
    g_string_append_printf (text, ", %s", get_name (encoded));
  if (encoded != NULL && raw != NULL)
    g_string_append_printf (text, ", %s", get_name (raw));
  gst_clear_caps (&encoded);
  gst_clear_caps (&raw);
  return g_string_free (text, FALSE);
}

/* ---- the elements ---- */

static void
set_if_there (GstElement * element, const gchar * property, const gchar * value)
{
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (element), property))
    gst_util_set_object_arg (G_OBJECT (element), property, value);
}

/* Takes @factory. @name: NULL for any. */
static GstElement *
add_new (GstBin * bin, GstElementFactory * factory, const gchar * name)
{
  GstElement *element;

  if (factory == NULL)
    return NULL;
  element = gst_element_factory_create (factory, name);
  gst_object_unref (factory);
  if (element != NULL)
    gst_bin_add (bin, element);
  return element;
}

/* RTP has no alpha channel: decoders that want one have the higher rank, and
 * would refuse the stream. */
static GstElementFactory *
find_decoder (const GstCaps * encoded, const GstCaps * raw)
{
  GstCaps *opaque = gst_caps_copy (encoded);
  GstElementFactory *factory;

  gst_caps_set_simple (opaque, "codec-alpha", G_TYPE_BOOLEAN, FALSE, NULL);
  factory = find_factory (GST_ELEMENT_FACTORY_TYPE_DECODER, opaque, raw);
  gst_caps_unref (opaque);
  return factory;
}

/* libav's threads for frames hold a frame back for each of them; those for
 * slices do not. */
static GstElement *
add_decoder (GstBin * bin, const GstCaps * encoded, const GstCaps * raw)
{
  GstElement *decoder = add_new (bin, find_decoder (encoded, raw), NULL);

  if (decoder != NULL) {
    set_if_there (decoder, "thread-type", "slice");
    set_if_there (decoder, "plc", "true");
  }
  return decoder;
}

/* Hardware decoders want to know more of the stream than packets say; and a depayloader knows
 * nothing of recovery points. */
static GstElement *
add_parser (GstBin * bin, const GstCaps * rtp)
{
  const GstScreamPayload *entry = gst_scream_payload_find_caps (rtp);

  if (entry == NULL || entry->parser == NULL)
    return NULL;
  return add_new (bin, gst_element_factory_find (entry->parser), FRAMER);
}

static gboolean
append (GstElement ** last, GstElement * next)
{
  gboolean linked = next != NULL && gst_element_link (*last, next);

  if (linked)
    *last = next;
  return linked;
}

/* Sinks take few formats. With nothing to do these pass on what they get. */
static gboolean
append_converters (GstBin * bin, GstElement ** last, gboolean video)
{
  if (video)
    return append (last, add_new (bin,
            gst_element_factory_find ("videoconvert"), NULL));
  return append (last, add_new (bin, gst_element_factory_find ("audioconvert"),
          NULL))
      && append (last, add_new (bin, gst_element_factory_find ("audioresample"),
          NULL));
}

static gboolean
append_decoder (GstBin * bin, GstElement ** last, const GstCaps * rtp,
    GError ** error)
{
  GstCaps *encoded = get_encoded_caps (rtp);
  GstCaps *raw = get_raw_caps (rtp, encoded);
  gboolean ok;

  ok = (gst_caps_can_intersect (encoded, raw)
      || append (last, add_decoder (bin, encoded, raw)))
      && append_converters (bin, last, gst_scream_decode_is_video (rtp));
  if (!ok && gst_scream_payload_find_caps (rtp) != NULL)
    g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN,
        "no decoder, or no converter behind it (Debian: gstreamer1.0-libav, "
        "gstreamer1.0-plugins-base)");
  else if (!ok)
    g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN,
        "no installed decoder takes %s; link an element for that, or for RTP, "
        "to screamsrc", get_name (encoded));
  gst_caps_unref (encoded);
  gst_caps_unref (raw);
  return ok;
}

/* ---- the first key frame ---- */

typedef struct
{
  gint64 began, asked;          /* us, 0: not yet */
  gboolean over;
} KeyFrameWait;

static gboolean
is_over (KeyFrameWait * wait, gint64 now)
{
  if (wait->began == 0)
    wait->began = now;
  if (now - wait->began > MAX_WAIT)
    wait->over = TRUE;
  return wait->over;
}

/* By packets and not by frames: without a key frame some depayloaders give
 * nothing at all. */
static GstPadProbeReturn
on_packet (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  KeyFrameWait *wait = user_data;
  gint64 now = g_get_monotonic_time ();

  if (is_over (wait, now))
    return GST_PAD_PROBE_REMOVE;
  if (now - wait->began < PATIENCE
      || (wait->asked != 0 && now - wait->asked < ASK_INTERVAL))
    return GST_PAD_PROBE_OK;
  wait->asked = now;
  gst_pad_push_event (pad,
      gst_video_event_new_upstream_force_key_unit (GST_CLOCK_TIME_NONE, TRUE,
          0));
  return GST_PAD_PROBE_OK;
}

/* A decoder would make something of frames without the one that they are
 * based on. */
static GstPadProbeReturn
on_frame (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstBuffer *frame = GST_PAD_PROBE_INFO_BUFFER (info);
  KeyFrameWait *wait = user_data;

  if (GST_BUFFER_FLAG_IS_SET (frame, GST_BUFFER_FLAG_DELTA_UNIT)
      && !is_over (wait, g_get_monotonic_time ()))
    return GST_PAD_PROBE_DROP;
  wait->over = TRUE;
  return GST_PAD_PROBE_REMOVE;
}

/* Both are called in the one thread of the stream. */
static void
add_probe (GstElement * depayloader, const gchar * name,
    GstPadProbeCallback callback, KeyFrameWait * wait)
{
  GstPad *pad = gst_element_get_static_pad (depayloader, name);

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, callback,
      g_atomic_rc_box_acquire (wait), (GDestroyNotify) g_atomic_rc_box_release);
  gst_object_unref (pad);
}

/* Some depayloaders ask for a key frame once, though that request may be lost. */
static GstPadProbeReturn
on_any_frame (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstBuffer *frame = GST_PAD_PROBE_INFO_BUFFER (info);
  GstPad *sink;

  if (GST_BUFFER_FLAG_IS_SET (frame, GST_BUFFER_FLAG_DELTA_UNIT))
    return GST_PAD_PROBE_OK;
  sink = gst_element_get_static_pad (user_data, "sink");
  gst_pad_push_event (sink, gst_scream_repair_requests_new_have ());
  gst_object_unref (sink);
  return GST_PAD_PROBE_OK;
}

static void
tell_of_key_frames (GstElement * depayloader, GstElement * framer)
{
  GstPad *pad = gst_element_get_static_pad (framer, "src");

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, on_any_frame, depayloader,
      NULL);
  gst_object_unref (pad);
}

static void
wait_for_key_frame (GstElement * depayloader, GstElement * framer)
{
  KeyFrameWait *wait = g_atomic_rc_box_new0 (KeyFrameWait);

  add_probe (depayloader, "sink", on_packet, wait);
  add_probe (framer, "src", on_frame, wait);
  g_atomic_rc_box_release (wait);
}

void
gst_scream_decode_wait_for_key_frame (GstElement * bin)
{
  GstPad *ghost = gst_element_get_static_pad (bin, "sink");
  GstPad *pad = gst_ghost_pad_get_target (GST_GHOST_PAD (ghost));
  GstElement *depayloader = pad ? gst_pad_get_parent_element (pad) : NULL;
  GstElement *framer = gst_bin_get_by_name (GST_BIN (bin), FRAMER);

  if (depayloader != NULL)
    wait_for_key_frame (depayloader, framer != NULL ? framer : depayloader);
  gst_clear_object (&framer);
  gst_clear_object (&depayloader);
  gst_clear_object (&pad);
  gst_object_unref (ghost);
}

/* ---- what is lost ---- */

/* rtpvp9depay of GStreamer 1.20 to 1.26 asks for the structure of an event that it does not have
 * where a packet is lost in a picture. So it gets what it would have made of the loss. */
static GstPadProbeReturn
on_loss (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info), *gap;
  GstClockTime timestamp, duration;
  const GstStructure *s;

  (void) pad;
  (void) user_data;
  if (!gst_event_has_name (event, "GstRTPPacketLost"))
    return GST_PAD_PROBE_OK;
  s = gst_event_get_structure (event);
  if (!gst_structure_get (s, "timestamp", G_TYPE_UINT64, &timestamp,
          "duration", G_TYPE_UINT64, &duration, NULL)
      || !GST_CLOCK_TIME_IS_VALID (timestamp))
    return GST_PAD_PROBE_DROP;
  gap = gst_event_new_gap (timestamp, duration);
  gst_event_set_gap_flags (gap, GST_GAP_FLAG_MISSING_DATA);
  gst_event_unref (event);
  info->data = gap;
  return GST_PAD_PROBE_OK;
}

static void
translate_losses (GstElement * depayloader)
{
  GstElementFactory *factory = gst_element_get_factory (depayloader);
  GstPad *pad = gst_element_get_static_pad (depayloader, "sink");

  if (strcmp (GST_OBJECT_NAME (factory), "rtpvp9depay") == 0)
    gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, on_loss, NULL,
        NULL);
  gst_object_unref (pad);
}

/* ---- the bin ---- */

static void
add_ghost (GstElement * bin, GstElement * element, const gchar * name)
{
  GstPad *pad = gst_element_get_static_pad (element, name);

  gst_element_add_pad (bin, gst_ghost_pad_new (name, pad));
  gst_object_unref (pad);
}

static void
set_no_depayloader (const GstCaps * rtp, GError ** error)
{
  const GstScreamPayload *entry = gst_scream_payload_find_caps (rtp);

  if (entry != NULL)
    g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN,
        "no element %s (package %s)", entry->depayloader,
        gst_scream_parts_get_package (entry->depayloader));
  else
    g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN,
        "no depayloader for it is installed; an element for application/x-rtp "
        "can be linked to screamsrc");
}

GstElement *
gst_scream_decode_new (const GstCaps * rtp, GstScreamForm form, GError ** error)
{
  GstElement *bin = gst_object_ref_sink (gst_bin_new (NULL));
  GstElement *depayloader = add_new (GST_BIN (bin), find_depayloader (rtp),
      NULL);
  GstElement *last = depayloader;

  if (depayloader == NULL) {
    set_no_depayloader (rtp, error);
    gst_object_unref (bin);
    return NULL;
  }
  if (form == GST_SCREAM_FORM_RAW)
    append (&last, add_parser (GST_BIN (bin), rtp));
  if (gst_scream_decode_is_video (rtp)) {
    set_if_there (depayloader, "request-keyframe", "true");
    tell_of_key_frames (depayloader, last);
    wait_for_key_frame (depayloader, last);
    translate_losses (depayloader);
  }
  if (form == GST_SCREAM_FORM_RAW
      && !append_decoder (GST_BIN (bin), &last, rtp, error)) {
    gst_object_unref (bin);
    return NULL;
  }
  add_ghost (bin, depayloader, "sink");
  add_ghost (bin, last, "src");
  if (gst_scream_decode_is_video (rtp))
    gst_scream_fruitless_watch (bin);
  return bin;
}
