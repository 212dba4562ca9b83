/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packets, the guard of depayloaders, and the depayloader of GStreamer behind it.
 *
 * The first byte chooses the depayloader, the second what its pads agreed on; each packet
 * then takes more bytes.
 */
#include "plugins/scream/rtp/gstscreamnal.h"

#include "tests/fuzz/behind.h"
#include "tests/fuzz/payload.h"
#include "tests/fuzz/watch.h"

#define MAX_PACKETS 64

static const char *const plugins[] = { "rtp", NULL };

typedef struct
{
  const char *element, *rtp;
  const char *out[4];           /* what is behind takes; NULL: anything */
  PayloadKind kind;
} Codec;

#define RTP(media, rate, name) "application/x-rtp,media=" media ",clock-rate=" \
    rate ",payload=96,encoding-name=" name

static const Codec codecs[] = {
  {"rtph264depay", RTP ("video", "90000", "H264"),
        {"video/x-h264,stream-format=byte-stream,alignment=nal",
              "video/x-h264,stream-format=byte-stream,alignment=au",
            "video/x-h264,stream-format=avc,alignment=au", NULL},
      PAYLOAD_H264},
  {"rtph265depay", RTP ("video", "90000", "H265"),
        {"video/x-h265,stream-format=byte-stream,alignment=nal",
              "video/x-h265,stream-format=byte-stream,alignment=au",
            "video/x-h265,stream-format=hvc1,alignment=au", NULL},
      PAYLOAD_H265},
  {"rtpvp8depay", RTP ("video", "90000", "VP8"), {NULL}, PAYLOAD_OTHER},
  {"rtpvp9depay", RTP ("video", "90000", "VP9"), {NULL}, PAYLOAD_OTHER},
  {"rtpjpegdepay", RTP ("video", "90000", "JPEG"), {NULL}, PAYLOAD_OTHER},
  {"rtpopusdepay", RTP ("audio", "48000", "OPUS"), {NULL}, PAYLOAD_OTHER},
};

/* As rtpjitterbuffer tells of it. */
static void
tell_lost (GstPad * feed, guint seq)
{
  gst_pad_push_event (feed, gst_event_new_custom (GST_EVENT_CUSTOM_DOWNSTREAM,
          gst_structure_new ("GstRTPPacketLost", "seqnum", G_TYPE_UINT, seq,
              "timestamp", G_TYPE_UINT64, (guint64) 0, "duration",
              G_TYPE_UINT64, (guint64) 0, NULL)));
}

static void
push (GstPad * feed, FuzzInput * in, const Codec * codec,
    PayloadHeader * header)
{
  static uint8_t payload[PAYLOAD_SIZE], packet[PAYLOAD_PACKET_SIZE];
  uint8_t how = fuzz_8 (in);
  size_t size = payload_make (in, codec->kind, payload);
  GstFlowReturn ret;

  if (how >= 240)
    tell_lost (feed, header->seq);
  if (how >= 230)
    header->seq += 1 + (how & 7);
  if (how & 1)
    header->timestamp += 3000;
  header->type = (uint8_t) (96 | (how & 2) << 6);
  size = payload_packet (in, header, payload, size, packet);
  header->seq++;
  ret = behind_push (feed, packet, size);
  if (ret != GST_FLOW_OK)
    watch_fail (gst_flow_get_name (ret));
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  FuzzInput in = { data, size };
  PayloadHeader header = { 96, 65530, 4294960000u, 1 };
  const Codec *codec;
  GstElement *element;
  GstPad *feed;
  Behind behind;

  behind_init (plugins);
  codec = &codecs[fuzz_8 (&in) % G_N_ELEMENTS (codecs)];
  behind_begin (&behind);
  element = behind_add (&behind, codec->element);
  behind_drain (&behind, element, "src", codec->out[fuzz_8 (&in) % 4]);
  behind_play (&behind);
  feed = behind_feed (&behind, element, "sink", codec->rtp);
  gst_scream_nal_guard (feed, NULL);
  for (int i = 0; in.size > 0 && i < MAX_PACKETS; i++)
    push (feed, &in, codec, &header);
  behind_end (&behind);
  return 0;
}
