/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Payloads of H.264 and H.265: are they as long as their type says? */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamnal.h"

#include <gst/rtp/gstrtpbuffer.h>

/* RFC 6184 section 5.2, RFC 7798 section 4.4.2 */
#define SIZE_FIELD 2

typedef struct
{
  const gchar *encoding_name;
  guint header;                 /* bytes of a NAL unit before its data */
    guint (*get_type) (const guint8 * nal);
    gboolean (*is_slice) (guint type);
    gboolean (*is_interleaved) (guint type);
  guint aggregate, fragment;    /* types of payloads */
} Codec;

static guint
get_type_h264 (const guint8 * nal)
{
  return nal[0] & 0x1f;
}

/* ISO/IEC 14496-10 table 7-1: those whose data begins with the number of a macroblock */
static gboolean
is_slice_h264 (guint type)
{
  return type == 1 || type == 2 || type == 5;
}

/* RFC 6184 table 1: STAP-B and FU-B. Depayloaders take their numbers for data. */
static gboolean
is_interleaved_h264 (guint type)
{
  return type == 25 || type == 29;
}

static guint
get_type_h265 (const guint8 * nal)
{
  return nal[0] >> 1 & 0x3f;
}

/* ISO/IEC 23008-2 table 7-1 */
static gboolean
is_slice_h265 (guint type)
{
  return type < 32;
}

/* RFC 7798 section 4.4: numbers only if SDP says so */
static gboolean
is_interleaved_h265 (guint type)
{
  (void) type;
  return FALSE;
}

/* RFC 6184 table 1: STAP-A and FU-A; RFC 7798 section 4.4: AP and FU */
static const Codec codecs[] = {
  {"H264", 1, get_type_h264, is_slice_h264, is_interleaved_h264,
      24, 28},
  {"H265", 2, get_type_h265, is_slice_h265, is_interleaved_h265,
      48, 49},
};

/* Depayloaders look at the first byte of a slice. What is not as long as its header they
 * leave out themselves. */
static gboolean
is_nal (const Codec * codec, const guint8 * nal, gsize size)
{
  return size == 0 || size > codec->header
      || !codec->is_slice (codec->get_type (nal));
}

/* Each NAL unit, as depayloaders read it: the last one may be cut short. */
static gboolean
are_nals (const Codec * codec, const guint8 * data, gsize size)
{
  while (size > SIZE_FIELD) {
    gsize length = GST_READ_UINT16_BE (data);

    data += SIZE_FIELD;
    size -= SIZE_FIELD;
    length = MIN (length, size);
    if (!is_nal (codec, data, length))
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
  type = codec->get_type (payload);
  /* A byte of its own, and one of data */
  if (type == codec->fragment)
    return size >= header + 2;
  if (type == codec->aggregate)
    return are_nals (codec, payload + header, size - header);
  if (codec->is_interleaved (type))
    return FALSE;
  return is_nal (codec, payload, size);
}

gboolean
gst_scream_nal_is_sound_packet (gboolean is_h265, GstBuffer * packet)
{
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  gboolean sound;

  if (!gst_rtp_buffer_map (packet, GST_MAP_READ, &rtp))
    return TRUE;
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

static GstPadProbeReturn
on_packet (GstPad * pad, GstPadProbeInfo * info, gpointer is_h265)
{
  if (gst_scream_nal_is_sound_packet (GPOINTER_TO_INT (is_h265),
          GST_PAD_PROBE_INFO_BUFFER (info)))
    return GST_PAD_PROBE_OK;
  GST_DEBUG_OBJECT (pad, "no payload of H.264 or H.265");
  return GST_PAD_PROBE_DROP;
}

void
gst_scream_nal_guard (GstPad * pad, const GstCaps * rtp)
{
  gboolean is_h265;

  if (gst_scream_nal_is_of (rtp, &is_h265))
    gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, on_packet,
        GINT_TO_POINTER (is_h265), NULL);
}
