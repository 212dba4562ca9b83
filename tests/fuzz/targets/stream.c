/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packets that are RTP, and one element alone of those that screamsrc has of GStreamer's.
 *
 * The first byte chooses the element; each packet then takes more bytes.
 */
#include <gst/rtp/gstrtpbuffer.h>

#include "plugins/packet/gstscreampacket.h"

#include "tests/fuzz/behind.h"
#include "tests/fuzz/payload.h"

#define MAX_PACKETS 64
#define MEDIA 96
#define RETRANSMISSION 112
#define SSRC 1
#define RTP "media=video,clock-rate=90000,payload=96,encoding-name=H264"

static const char *const plugins[] = {
  "coreelements", "rtpmanager", "rtp", "srtp", NULL
};

typedef struct
{
  const char *factory, *sink, *src, *caps;
  void (*set_up) (GstElement * element);
} Element;

/* As one that loses nothing by waiting. */
static void
set_up_jitterbuffer (GstElement * element)
{
  g_object_set (element, "latency", 2, "do-lost", TRUE, "faststart-min-packets",
      2, NULL);
}

static void
set_up_rtxreceive (GstElement * element)
{
  GstStructure *map = gst_structure_new ("application/x-rtp-pt-map", "96",
      G_TYPE_UINT, RETRANSMISSION, NULL);

  g_object_set (element, "payload-type-map", map, NULL);
  gst_structure_free (map);
}

/* Without tags: an input would have none that is good. */
static GstCaps *
on_request_key (GstElement * element, guint ssrc, gpointer data)
{
  GstBuffer *key = gst_buffer_new_memdup ("012345678901234567890123456789", 30);
  GstCaps *caps = gst_caps_new_simple ("application/x-srtp", "srtp-key",
      GST_TYPE_BUFFER, key, "srtp-cipher", G_TYPE_STRING, "aes-128-icm",
      "srtp-auth", G_TYPE_STRING, "null", "srtcp-cipher", G_TYPE_STRING,
      "aes-128-icm", "srtcp-auth", G_TYPE_STRING, "null", NULL);

  (void) element;
  (void) ssrc;
  (void) data;
  gst_buffer_unref (key);
  return caps;
}

static void
set_up_srtpdec (GstElement * element)
{
  g_signal_connect (element, "request-key", G_CALLBACK (on_request_key), NULL);
}

static const Element elements[] = {
  {"rtpjitterbuffer", "sink", "src", "application/x-rtp," RTP,
      set_up_jitterbuffer},
  {"rtprtxreceive", "sink", "src", "application/x-rtp," RTP,
      set_up_rtxreceive},
  {"srtpdec", "rtp_sink", "rtp_src", "application/x-srtp," RTP,
      set_up_srtpdec},
};

static GstPad *
begin (Behind * behind, const Element * element)
{
  GstElement *it = behind_add (behind, element->factory);
  GstPad *feed;

  element->set_up (it);
  feed = behind_feed (behind, it, element->sink, NULL);
  behind_drain (behind, it, element->src, NULL);
  behind_play (behind);
  behind_start (feed, element->caps);
  return feed;
}

/* As rtprtxreceive is told of what was asked for. */
static void
ask_for (Behind * behind, const PayloadHeader * lost)
{
  GstPad *drain = g_ptr_array_index (behind->pads, 1);

  gst_pad_push_event (drain, gst_event_new_custom (GST_EVENT_CUSTOM_UPSTREAM,
          gst_structure_new ("GstRTPRetransmissionRequest", "seqnum",
              G_TYPE_UINT, (guint) lost->seq, "ssrc", G_TYPE_UINT,
              lost->ssrc, NULL)));
}

/* Is it RTP by our look, and by that of rtpsession? */
static void
push (GstPad * feed, const uint8_t * data, size_t size)
{
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  GstScreamPacket packet;
  GstBuffer *buffer = gst_buffer_new_memdup (data, size);
  gboolean is_rtp;

  gst_scream_packet_parse (buffer, &packet);
  is_rtp = packet.kind == GST_SCREAM_PACKET_RTP
      && gst_rtp_buffer_map (buffer, GST_MAP_READ, &rtp);
  if (is_rtp)
    gst_rtp_buffer_unmap (&rtp);
  gst_buffer_unref (buffer);
  if (is_rtp)
    behind_push (feed, data, size);
}

static size_t
make_payload (FuzzInput * in, PayloadHeader * header, PayloadHeader * lost,
    uint8_t how, uint8_t * data)
{
  static uint8_t media[PAYLOAD_SIZE];
  size_t size = payload_make (in, PAYLOAD_H264, media);

  memcpy (data + 2, media, size);
  GST_WRITE_UINT16_BE (data, lost->seq);
  if (how % 4 == 2) {
    header->type = RETRANSMISSION;
    header->ssrc = SSRC + 1;
    return size + 2;
  }
  memmove (data, data + 2, size);
  if (how % 4 == 3)
    header->type = fuzz_8 (in);
  return size;
}

static void
step (Behind * behind, GstPad * feed, FuzzInput * in, PayloadHeader * next,
    PayloadHeader * lost)
{
  static uint8_t payload[PAYLOAD_SIZE + 2], packet[PAYLOAD_PACKET_SIZE + 2];
  uint8_t how = fuzz_8 (in), jump = fuzz_8 (in);
  PayloadHeader header = *next;
  size_t size = make_payload (in, &header, lost, how, payload);

  if (jump >= 230)
    header.seq += fuzz_16 (in);
  if (jump >= 245)
    header.timestamp += fuzz_32 (in);
  if (jump >= 250)
    header.ssrc = jump;
  size = payload_packet (in, &header, payload, size, packet);
  next->timestamp += how & 4 ? 9 : 0;
  next->seq++;
  if (how >= 200) {
    *lost = header;
    return;
  }
  push (feed, packet, size);
  if (how >= 100)
    ask_for (behind, lost);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  FuzzInput in = { data, size };
  PayloadHeader next = { MEDIA, 65500, 4294960000u, SSRC }, lost = next;
  const Element *element;
  Behind behind;
  GstPad *feed;

  behind_init (plugins);
  element = &elements[fuzz_8 (&in) % G_N_ELEMENTS (elements)];
  behind_begin (&behind);
  feed = begin (&behind, element);
  for (int i = 0; in.size > 0 && i < MAX_PACKETS; i++)
    step (&behind, feed, &in, &next, &lost);
  if (element == elements)
    g_usleep (4000);
  behind_end (&behind);
  return 0;
}
