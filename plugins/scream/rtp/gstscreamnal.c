/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Length checks of H.264 and H.265 payloads. */
#include "gstscreamnal.h"

#include <gst/rtp/gstrtpbuffer.h>

/* RFC 6184 section 5.2, RFC 7798 section 4.4.2 */
#define SIZE_FIELD 2

/* RFC 6184 section 5.8, RFC 7798 section 4.4.3: bits of the byte behind the header of a
 * fragment */
#define BEGINS 0x80
#define ENDS 0x40

typedef struct
{
  const gchar *encoding_name;
  guint header;                 /* bytes of a NAL unit before its data */
  guint shift, mask;            /* of the type in the first byte of the header */
  guint first, last;            /* types of NAL units; others are structures, or undefined */
  guint32 slices;               /* a bit for each type whose data depayloaders look at */
  guint aggregate, fragment;    /* types of payloads */
} Codec;

/* RFC 6184 table 1: NAL units, STAP-A and FU-A, and ISO/IEC 14496-10 table 7-1: slices;
 * RFC 7798 section 4.4: AP and FU, and ISO/IEC 23008-2 table 7-1: slices, up to 31 */
static const Codec codecs[] = {
  {"H264", 1, 0, 0x1f, 1, 23, 1 << 1 | 1 << 2 | 1 << 5, 24, 28},
  {"H265", 2, 1, 0x3f, 0, 47, G_MAXUINT32, 48, 49},
};

static gboolean
is_unit (const Codec * codec, guint type)
{
  return type >= codec->first && type <= codec->last;
}

/* Depayloaders look at the first byte of a slice. */
static gboolean
is_nal (const Codec * codec, const guint8 * nal, gsize size)
{
  guint type = nal[0] >> codec->shift & codec->mask;
  gboolean is_slice = type < 32 && codec->slices >> type & 1;

  return is_unit (codec, type) && size >= codec->header + is_slice;
}

/* Each NAL unit, as depayloaders read it: the last one may be truncated, and empty ones
 * are skipped. */
static gboolean
are_nals (const Codec * codec, const guint8 * data, gsize size)
{
  while (size > SIZE_FIELD) {
    gsize length = data[0] << 8 | data[1];

    data += SIZE_FIELD;
    size -= SIZE_FIELD;
    length = MIN (length, size);
    if (length > 0 && !is_nal (codec, data, length))
      return FALSE;
    data += length;
    size -= length;
  }
  return TRUE;
}

gboolean
gst_scream_nal_is_sound (gboolean is_h265, const guint8 * payload, gsize size)
{
  const Codec *codec = &codecs[is_h265];
  gsize header = codec->header;
  guint type;

  if (size < header)
    return FALSE;
  type = payload[0] >> codec->shift & codec->mask;
  /* A byte with the type of the NAL unit, and one of data */
  if (type == codec->fragment)
    return size >= header + 2 && is_unit (codec, payload[header] & codec->mask);
  if (type == codec->aggregate)
    return are_nals (codec, payload + header, size - header);
  return is_nal (codec, payload, size);
}

gboolean
gst_scream_nal_is_sound_packet (gboolean is_h265, GstBuffer * packet)
{
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  gboolean sound;

  if (!gst_rtp_buffer_map (packet, GST_MAP_READ, &rtp))
    return FALSE;
  sound = gst_scream_nal_is_sound (is_h265, gst_rtp_buffer_get_payload (&rtp),
      gst_rtp_buffer_get_payload_len (&rtp));
  gst_rtp_buffer_unmap (&rtp);
  return sound;
}

gboolean
gst_scream_nal_is_of (const GstCaps * rtp, gboolean * is_h265)
{
  const GstStructure *s = gst_caps_get_structure (rtp, 0);
  const gchar *name = gst_structure_get_string (s, "encoding-name");
  guint i;

  if (!gst_structure_has_name (s, "application/x-rtp"))
    return FALSE;
  for (i = 0; i < G_N_ELEMENTS (codecs); i++) {
    *is_h265 = i;
    if (g_strcmp0 (name, codecs[i].encoding_name) == 0)
      return TRUE;
  }
  return FALSE;
}

/* Of the packets that leave a pad, by its caps of now: streaming thread */
typedef struct
{
  gboolean is_nal, is_h265;
  gboolean is_open;             /* a fragment began, and has not ended */
} Guard;

static void
guard_take_caps (Guard * guard, const GstCaps * rtp)
{
  guard->is_nal = gst_scream_nal_is_of (rtp, &guard->is_h265);
}

/* A sound packet: does it leave a fragment without its end? */
static gboolean
cuts_off (Guard * guard, GstBuffer * packet)
{
  const Codec *codec = &codecs[guard->is_h265];
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  gboolean was_open = guard->is_open;
  const guint8 *payload;
  guint8 bits = BEGINS | ENDS;

  if (!gst_rtp_buffer_map (packet, GST_MAP_READ, &rtp))
    return FALSE;
  payload = gst_rtp_buffer_get_payload (&rtp);
  if ((payload[0] >> codec->shift & codec->mask) == codec->fragment)
    bits = payload[codec->header];
  gst_rtp_buffer_unmap (&rtp);
  guard->is_open = !(bits & ENDS);
  return was_open && bits & BEGINS;
}

/* rtph265depay of GStreamer 1.24 to 1.26 ends the process when a packet that does not go on
 * with an open fragment makes it close that: it gives the fragment up first if the packet
 * is marked. FALSE: it is not sound. */
static gboolean
take (Guard * guard, GstBuffer ** packet)
{
  if (!gst_scream_nal_is_sound_packet (guard->is_h265, *packet))
    return FALSE;
  if (cuts_off (guard, *packet)) {
    *packet = gst_buffer_make_writable (*packet);
    GST_BUFFER_FLAG_SET (*packet, GST_BUFFER_FLAG_DISCONT);
  }
  return TRUE;
}

/* GstBufferListFunc */
static gboolean
drop_unsound (GstBuffer ** packet, guint i, gpointer guard)
{
  if (!take (guard, packet))
    gst_clear_buffer (packet);
  return TRUE;
}

static GstPadProbeReturn
on_list (GstPadProbeInfo * info, Guard * guard)
{
  GstBufferList *list =
      gst_buffer_list_make_writable (GST_PAD_PROBE_INFO_BUFFER_LIST (info));

  gst_buffer_list_foreach (list, drop_unsound, guard);
  GST_PAD_PROBE_INFO_DATA (info) = list;
  return gst_buffer_list_length (list) > 0 ? GST_PAD_PROBE_OK
      : GST_PAD_PROBE_DROP;
}

static GstPadProbeReturn
on_data (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Guard *guard = user_data;
  GstCaps *caps;

  if (info->type & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) {
    GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);

    if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS) {
      gst_event_parse_caps (event, &caps);
      guard_take_caps (guard, caps);
    }
    return GST_PAD_PROBE_OK;
  }
  if (!guard->is_nal)
    return GST_PAD_PROBE_OK;
  if (info->type & GST_PAD_PROBE_TYPE_BUFFER_LIST)
    return on_list (info, guard);
  if (take (guard, (GstBuffer **) & info->data))
    return GST_PAD_PROBE_OK;
  GST_DEBUG_OBJECT (pad, "no payload of H.264 or H.265");
  return GST_PAD_PROBE_DROP;
}

void
gst_scream_nal_guard (GstPad * pad, const GstCaps * rtp)
{
  GQuark quark = g_quark_from_static_string ("gst-scream-nal-guard");
  GstCaps *caps;
  Guard *guard;

  /* For one that is asked twice, as when its owner is stopped and started */
  if (!g_object_replace_qdata (G_OBJECT (pad), quark, NULL, pad, NULL, NULL))
    return;
  guard = g_new0 (Guard, 1);
  caps = gst_pad_get_current_caps (pad);
  if (caps != NULL)
    guard_take_caps (guard, caps);
  else if (rtp != NULL)
    guard_take_caps (guard, rtp);
  gst_clear_caps (&caps);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER
      | GST_PAD_PROBE_TYPE_BUFFER_LIST | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
      on_data, guard, g_free);
}
