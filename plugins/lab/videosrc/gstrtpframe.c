/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* RTP packets of one frame, as a buffer list.
 *
 * All packets share one read-only payload; only headers are written, so that
 * 500 Mbit/s take a few percent of a core. */
#include "gstrtpframe.h"

/* Noise, so that no link on the way compresses it. Always the same. */
static void
fill (guint8 * data, gsize size)
{
  guint32 state = 1;
  gsize i;

  for (i = 0; i < size; i++) {
    state = state * 1664525u + 1013904223u;
    data[i] = (guint8) (state >> 24);
  }
}

/* A memory counts in 15 bits the buffers that it is in, and queues downstream
 * may hold more packets than that; and in 8 bits how often it is mapped, and a
 * udpsink maps all packets of a list at once. */
#define MAX_USERS 128

/* Each part of the noise counts in those 15 bits, too. */
#define MAX_PARTS 16384

static GstMemory *
noise_new (guint size)
{
  guint8 *data = g_malloc (size);

  fill (data, size);
  return gst_memory_new_wrapped (GST_MEMORY_FLAG_READONLY, data, size, 0, size,
      data, g_free);
}

void
gst_rtp_framer_clear (GstRtpFramer * f)
{
  g_clear_pointer (&f->payload, gst_memory_unref);
  g_clear_pointer (&f->noise, gst_memory_unref);
}

static GstMemory *
new_part (GstRtpFramer * f, guint size)
{
  f->n_parts++;
  return gst_memory_share (f->noise, 0, size);
}

/* Returns the packets for @size bytes of payload. */
static GstMemory *
get_payload (GstRtpFramer * f, guint size)
{
  if (size < f->noise->size)
    return new_part (f, size);
  if (f->payload == NULL || f->n_users >= MAX_USERS) {
    g_clear_pointer (&f->payload, gst_memory_unref);
    f->payload = new_part (f, size);
    f->n_users = 0;
  }
  f->n_users++;
  return gst_memory_ref (f->payload);
}

static void
write_header (const GstRtpFramer * f, guint8 * header, gboolean marker,
    guint32 timestamp)
{
  header[0] = 0x80;
  header[1] = (guint8) ((marker ? 0x80 : 0) | f->payload_type);
  GST_WRITE_UINT16_BE (&header[2], f->seqnum);
  GST_WRITE_UINT32_BE (&header[4], timestamp);
  GST_WRITE_UINT32_BE (&header[8], f->ssrc);
}

static GstBuffer *
make_packet (GstRtpFramer * f, guint size, gboolean marker, guint32 timestamp)
{
  GstBuffer *packet = gst_buffer_new_allocate (NULL, GST_RTP_FRAME_HEADER,
      NULL);
  GstMapInfo map;

  gst_buffer_map (packet, &map, GST_MAP_WRITE);
  write_header (f, map.data, marker, timestamp);
  gst_buffer_unmap (packet, &map);
  gst_buffer_append_memory (packet, get_payload (f, size));
  if (marker)
    GST_BUFFER_FLAG_SET (packet, GST_BUFFER_FLAG_MARKER);
  f->seqnum++;
  return packet;
}

/**
 * gst_rtp_framer_make:
 * @f: framer
 * @size: payload bytes of the frame, more than 0
 * @mtu: bytes of the largest packet, with its RTP header
 * @timestamp: RTP timestamp
 *
 * Returns: (transfer full): the packets.
 */
GstBufferList *
gst_rtp_framer_make (GstRtpFramer * f, guint size, guint mtu, guint32 timestamp)
{
  guint max = mtu - GST_RTP_FRAME_HEADER;
  guint n = (size + max - 1) / max;
  GstBufferList *list = gst_buffer_list_new_sized (n);

  if (f->noise == NULL || f->noise->size != max || f->n_parts > MAX_PARTS) {
    gst_rtp_framer_clear (f);
    f->noise = noise_new (max);
    f->n_parts = 0;
  }
  while (size > 0) {
    guint part = MIN (size, max);

    size -= part;
    gst_buffer_list_add (list, make_packet (f, part, size == 0, timestamp));
  }
  return list;
}
