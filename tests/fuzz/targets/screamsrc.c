/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A whole screamsrc with all that is in it, and the datagrams of a sender that it
 * believes: media, FEC that restores what was never sent, retransmissions, RTCP.
 *
 * The first byte chooses what is in the media; then each byte is an operation that takes
 * more bytes.
 */
#include "plugins/scream/fec/gstscreamfecblock.h"
#include "plugins/scream/rtp/gstscreamnal.h"
#include "plugins/scream/rx/gstscreamrx.h"
#include "plugins/scream/src/gstscreamsrc.h"

#include "tests/fuzz/behind.h"
#include "tests/fuzz/datagrams.h"
#include "tests/fuzz/payload.h"
#include "tests/fuzz/rtcp.h"

#define MAX_OPERATIONS 200
#define LATENCY 4               /* ms */
#define FRAME 9                 /* of 90 kHz: it all comes at once */
#define PROBATION 3
#define FIRST_RETRANSMISSION 112
#define BLOCK 122
#define RTP_HEADER 12
#define FEC_HEADER (GST_SCREAM_FEC_BLOCK_HEADER + GST_SCREAM_FEC_SYMBOL_HEADER)

static const char *const plugins[] = {
  "coreelements", "rtpmanager", "rtp", "playback", NULL
};

typedef struct
{
  uint8_t payload;
  const char *out;
  PayloadKind kind;
} Codec;

/* In the order of their retransmissions. */
static const Codec codecs[] = {
  {96, "video/x-h264,stream-format=byte-stream", PAYLOAD_H264},
  {97, "video/x-vp8", PAYLOAD_OTHER},
  {98, "video/x-vp9", PAYLOAD_OTHER},
  {99, "video/x-h265,stream-format=byte-stream", PAYLOAD_H265},
  {26, "image/jpeg", PAYLOAD_OTHER},
  {111, "audio/x-opus", PAYLOAD_OTHER},
};

typedef struct
{
  Behind behind;
  GstBin *src;
  GSocketAddress *from;
  const Codec *codec;
  PayloadHeader header;         /* of the next packet */
  PayloadHeader lost;           /* the last that was not sent */
  FuzzInput *in;
} Peer;

static uint8_t payload[PAYLOAD_SIZE];

/* ---- operations ---- */

static void
send_as (Peer * peer, uint8_t type, uint32_t ssrc, const uint8_t * data,
    size_t size)
{
  static uint8_t packet[PAYLOAD_PACKET_SIZE + FEC_HEADER + 1];
  PayloadHeader header = peer->header;

  header.type = type;
  header.ssrc = ssrc;
  size = payload_packet (peer->in, &header, data, size, packet);
  datagrams_push (peer->src, peer->from, packet, size);
}

/* Without the guard for what FEC recovers, nothing else is to be unsound. */
static bool
may_send (const Peer * peer, size_t size)
{
  PayloadKind kind = peer->codec->kind;

  return !behind_guard_is_off ("recovered") || kind == PAYLOAD_OTHER
      || gst_scream_nal_is_sound (kind == PAYLOAD_H265, payload, size);
}

/* The payload is in its place; @how: it is of a new frame, and ends one. */
static void
send_media (Peer * peer, size_t size, uint8_t how)
{
  if (how & 1)
    peer->header.timestamp += FRAME;
  if (may_send (peer, size))
    send_as (peer, (uint8_t) (peer->codec->payload | (how & 2) << 6),
        RTCP_PEER, payload, size);
  peer->header.seq++;
}

static void
op_media (Peer * peer)
{
  uint8_t how = fuzz_8 (peer->in);
  size_t size = payload_make (peer->in, peer->codec->kind, payload);

  send_media (peer, size, how);
}

static void
op_lose (Peer * peer)
{
  peer->lost = peer->header;
  peer->lost.type = peer->codec->payload;
  peer->header.seq += 1 + (fuzz_8 (peer->in) >= 240);
}

/* The symbol of the packet that was not sent, with @size bytes in their place. */
static size_t
make_symbol (Peer * peer, size_t size, uint8_t * symbol)
{
  static uint8_t packet[RTP_HEADER + PAYLOAD_SIZE] = { 0x80 };

  packet[1] = peer->lost.type;
  GST_WRITE_UINT16_BE (packet + 2, peer->lost.seq);
  GST_WRITE_UINT32_BE (packet + 4, peer->lost.timestamp);
  memcpy (packet + RTP_HEADER, payload, size);
  gst_scream_fec_symbol_write (packet, RTP_HEADER + size, symbol);
  return gst_scream_fec_symbol_size (packet, RTP_HEADER + size);
}

/* FEC of one packet, which may be empty; 4 in 5 times without a mistake. */
static void
send_fec (Peer * peer, size_t size)
{
  static uint8_t fec[FEC_HEADER + PAYLOAD_SIZE + 1], symbol[sizeof (fec)];
  GstScreamFecBlockHeader block = { RTCP_PEER, peer->lost.seq, 1, 0 };
  uint8_t lie = fuzz_8 (peer->in);

  size = make_symbol (peer, size, symbol);
  memset (fec, 0, sizeof (fec));
  gst_scream_fec_block_write (&block, fec);
  gst_scream_fec_block_add (fec + GST_SCREAM_FEC_BLOCK_HEADER, 0, 0,
      symbol, size);
  if (lie >= 205)
    fec[lie % FEC_HEADER] ^= fuzz_8 (peer->in);
  send_as (peer, BLOCK, RTCP_OTHER, fec,
      GST_SCREAM_FEC_BLOCK_HEADER + size + 1);
}

/* ... and media behind it. */
static void
op_fec (Peer * peer)
{
  op_lose (peer);
  send_fec (peer, payload_make (peer->in, peer->codec->kind, payload));
  op_media (peer);
}

/* Of a NAL unit in three pieces, the one in the middle comes from FEC. */
static void
op_fec_of_fragment (Peer * peer)
{
  PayloadKind kind = peer->codec->kind;

  send_media (peer, payload_fragment (peer->in, kind, PAYLOAD_BEGINS, payload),
      1);
  op_lose (peer);
  send_fec (peer, payload_fragment (peer->in, kind, PAYLOAD_GOES_ON, payload));
  send_media (peer, payload_fragment (peer->in, kind, PAYLOAD_ENDS, payload),
      2);
}

/* RFC 4588 section 4: two bytes of a number, and what had it */
static void
op_retransmission (Peer * peer)
{
  uint8_t data[PAYLOAD_SIZE + 2];
  uint8_t cut = fuzz_8 (peer->in);
  size_t size = payload_make (peer->in, peer->codec->kind, payload);

  if (!may_send (peer, size))
    return;
  GST_WRITE_UINT16_BE (data, peer->lost.seq);
  memcpy (data + 2, payload, size);
  size = cut >= 250 ? cut % 3 : size + 2;
  send_as (peer, (uint8_t) (FIRST_RETRANSMISSION + (peer->codec - codecs)),
      RTCP_OTHER, data, size);
}

static void
op_block (Peer * peer)
{
  size_t size = payload_make (peer->in, PAYLOAD_OTHER, payload);

  send_as (peer, BLOCK, RTCP_PEER, payload, size);
}

static void
op_rtcp (Peer * peer)
{
  static uint8_t packet[RTCP_SIZE];
  size_t size = rtcp_make (peer->in, packet);

  if (size > 0)
    datagrams_push (peer->src, peer->from, packet, size);
}

static void
op_any (Peer * peer)
{
  size_t size = payload_make (peer->in, PAYLOAD_OTHER, payload);

  if (!behind_guard_is_off ("recovered"))
    datagrams_push (peer->src, peer->from, payload, size);
}

/* What was lost is given up. */
static void
op_wait (Peer * peer)
{
  g_usleep (1000 * (1 + fuzz_8 (peer->in) % LATENCY));
}

static void (*const operations[]) (Peer * peer) = {
  op_media, op_media, op_fec, op_fec, op_fec_of_fragment, op_fec_of_fragment,
  op_lose, op_block,
  op_retransmission, op_wait, op_wait, op_rtcp, op_any, op_block, op_media,
};

/* ---- */

/* The address of a socket that nobody reads, as long as that address lives. */
static GSocketAddress *
open_socket (void)
{
  GInetAddress *loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  GSocketAddress *any = g_inet_socket_address_new (loopback, 0);
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);
  GSocketAddress *address;

  must (g_socket_bind (socket, any, FALSE, NULL));
  address = g_socket_get_local_address (socket, NULL);
  g_object_set_data_full (G_OBJECT (address), "socket", socket, g_object_unref);
  g_object_unref (any);
  g_object_unref (loopback);
  return address;
}

/* screamsrc has a socket, too, which nothing comes to: of a port that was free. */
static guint
find_port (void)
{
  GSocketAddress *address = open_socket ();
  guint port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address));

  g_object_unref (address);
  return port;
}

static void
begin (Peer * peer)
{
  GstElement *src;

  behind_begin (&peer->behind);
  src = behind_add (&peer->behind, "screamsrc");
  peer->src = GST_BIN (src);
  g_object_set (src, "address", "127.0.0.1", "port", find_port (), "latency",
      LATENCY, "sender-ssrc", RTCP_OWN, NULL);
  behind_drain (&peer->behind, src, "src", peer->codec->out);
  behind_play (&peer->behind);
  peer->header.seq = 65500;
  for (int i = 0; i < PROBATION; i++) {
    send_as (peer, peer->codec->payload, RTCP_PEER,
        (const uint8_t *) "\x26\x01\x80", 3);
    peer->header.seq++;
  }
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  static GSocketAddress *from;  /* feedback goes there */
  FuzzInput in = { data, size };
  Peer peer = { 0 };

  if (behind_init (plugins)) {
    must (GST_ELEMENT_REGISTER (screamrx, NULL)
        && GST_ELEMENT_REGISTER (screamsrc, NULL));
    datagrams_register ();
    from = open_socket ();
  }
  peer.in = &in;
  peer.from = from;
  peer.codec = &codecs[fuzz_8 (&in) % G_N_ELEMENTS (codecs)];
  begin (&peer);
  for (int i = 0; in.size > 0 && i < MAX_OPERATIONS; i++)
    operations[fuzz_8 (&in) % G_N_ELEMENTS (operations)] (&peer);
  g_usleep (2 * LATENCY * 1000);
  behind_end (&peer.behind);
  return 0;
}
