/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrxpeers.c: who the sender is: packets and answers go to the table of addresses,
 * questions and messages come from it */
#include "plugins/scream/net/gstlocaladdress.h"
#include "gstscreamrxprivate.h"

#include <gst/net/net.h>
#include <gst/rtpcc/wire/rtpcc-echo.h>

/* An answer is shorter, a compound with one not much longer. */
#define MAX_ANSWER 256

static GSocketAddress *
get_address (GstBuffer * buffer)
{
  GstNetAddressMeta *meta = gst_buffer_get_net_address_meta (buffer);

  return meta != NULL ? meta->addr : NULL;
}

static gchar *
address_to_text (GSocketAddress * address)
{
  if (address == NULL || !G_IS_SOCKET_CONNECTABLE (address))
    return NULL;
  return g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (address));
}

/* With the lock. What the one before has earned is not its. */
static void
new_peer (GstScreamRx * self)
{
  rtp_cc_reporter_new_peer (self->receiver);
  self->prepaid = 0;
  gst_scream_rx_clear_waiting (self);
}

static GstStructure *
new_message (const gchar * name, const gchar * first, GSocketAddress * from,
    const gchar * second, GSocketAddress * to)
{
  gchar *from_text = address_to_text (from), *to_text = address_to_text (to);
  GstStructure *s = gst_structure_new (name, first, G_TYPE_STRING, from_text,
      second, G_TYPE_STRING, to_text, NULL);

  g_free (from_text);
  g_free (to_text);
  return s;
}

/* With the lock. */
static GstScreamRxOrigin
get_origin (GstScreamRx * self, GstBuffer * buffer, GstClockTime now)
{
  GSocketAddress *address = get_address (buffer);
  GstScreamRxOrigin origin = { TRUE, FALSE, FALSE };

  if (address == NULL)
    return origin;
  origin.is_sender = gst_scream_peers_is_holder (&self->peers, address);
  origin.is_unknown = gst_scream_peers_is_unknown (&self->peers, address, now);
  origin.disputed = self->peers.disputed;
  return origin;
}

GstStructure *
gst_scream_rx_note_sender (GstScreamRx * self, GstBuffer * buffer,
    const GstScreamPacket * packet, GstScreamRxOrigin * origin,
    GstClockTime now)
{
  GSocketAddress *address = get_address (buffer), *before = NULL, *refused;
  GstScreamPeers *peers = &self->peers;
  GstScreamPeerPacket noted = { packet->ssrc, packet->seq,
    (guint) gst_buffer_get_size (buffer) + GST_SCREAM_RX_PACKET_OVERHEAD
  };
  GstStructure *s = NULL;

  if (address != NULL)
    gst_scream_peers_packet (peers, address, &noted, now, &before);
  *origin = get_origin (self, buffer, now);
  refused = g_steal_pointer (&peers->refused);
  if (before != NULL) {
    new_peer (self);
    s = new_message ("scream-sender-moved", "from", before, "to",
        peers->own.address);
    gst_structure_set (s, "reason", G_TYPE_STRING, peers->reason, NULL);
  } else if (refused != NULL) {
    s = new_message ("scream-sender-refused", "sender", peers->own.address,
        "challenger", refused);
  }
  g_clear_object (&before);
  g_clear_object (&refused);
  return s;
}

GstScreamRxOrigin
gst_scream_rx_get_origin (GstScreamRx * self, GstBuffer * buffer)
{
  GstScreamRxOrigin origin = { TRUE, FALSE, FALSE };

  g_mutex_lock (&self->lock);
  if (self->clock != NULL)
    origin = get_origin (self, buffer, gst_clock_get_time (self->clock));
  g_mutex_unlock (&self->lock);
  return origin;
}

void
gst_scream_rx_forget (GstScreamRx * self, GstBuffer * buffer, guint32 ssrc)
{
  GSocketAddress *address = get_address (buffer);

  g_mutex_lock (&self->lock);
  if (self->clock != NULL && address != NULL
      && gst_scream_peers_forget (&self->peers, address, ssrc))
    new_peer (self);
  g_mutex_unlock (&self->lock);
}

/* ---- questions ---- */

/* The address that is to be asked, with its reference; NULL: none. Elsewhere than by the
 * socket a question might have to be encrypted, and only who has the key comes there. */
static GSocketAddress *
take_question (GstScreamRx * self, guint8 * data, gboolean * own)
{
  GSocketAddress *address = NULL;
  guint32 number;

  g_mutex_lock (&self->lock);
  if (self->last_route == ROUTE_SOCKET && self->clock != NULL)
    address = gst_scream_peers_take_question (&self->peers, &number,
        gst_clock_get_time (self->clock));
  *own = address == self->peers.own.address;
  if (address != NULL)
    rtp_cc_echo_write_question (data, gst_scream_rx_own_ssrc (self), number);
  g_mutex_unlock (&self->lock);
  return address;
}

void
gst_scream_rx_ask (GstScreamRx * self)
{
  guint8 data[RTP_CC_ECHO_QUESTION_SIZE];
  GSocketAddress *address;
  gboolean own;

  while ((address = take_question (self, data, &own)) != NULL) {
    if (own)
      gst_scream_rx_send_rtcp (self, data, sizeof (data));
    else
      gst_scream_rx_send_to (self, address, data, sizeof (data));
    g_object_unref (address);
  }
}

gboolean
gst_scream_rx_note_rtcp (GstScreamRx * self, GstBuffer * buffer)
{
  GSocketAddress *address = get_address (buffer);
  guint8 data[MAX_ANSWER];
  gsize size = gst_buffer_extract (buffer, 0, data, sizeof (data));
  gboolean taken;
  guint32 number;

  g_mutex_lock (&self->lock);
  taken = self->clock != NULL && address != NULL
      && rtp_cc_echo_read_answer (data, size, gst_scream_rx_own_ssrc (self),
      &number);
  if (taken)
    gst_scream_peers_answer (&self->peers, address, number,
        gst_clock_get_time (self->clock));
  g_mutex_unlock (&self->lock);
  return taken && gst_buffer_get_size (buffer) == RTP_CC_ECHO_ANSWER_SIZE;
}

/* ---- stats ---- */

void
gst_scream_rx_add_peer_stats (GstScreamRx * self, GstStructure * stats)
{
  const GstScreamPeers *peers = &self->peers;
  GSocketAddress *own = peers->own.address;
  gchar *sender = address_to_text (own), *local = own == NULL ? NULL
      : address_to_text (gst_local_address_get (own));

  gst_structure_set (stats, "sender", G_TYPE_STRING, sender,
      "local-address", G_TYPE_STRING, local,
      "sender-moves", G_TYPE_UINT64, peers->moves,
      "sender-refusals", G_TYPE_UINT64, peers->refusals,
      "from-unknown-peers", G_TYPE_UINT64, peers->from_unknown_peers, NULL);
  g_free (sender);
  g_free (local);
}
