/* What feedback has to know of a packet. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreampacket.h"

#include <string.h>
#include <gst/net/net.h>
#ifdef G_OS_UNIX
#include <netinet/in.h>
#endif

/* RFC 3550 section 5.1 */
#define RTP_HEADER_SIZE 12

/* RFC 5761 section 4: the second byte of RTCP, marker bit and payload types 64
 * to 95 for RTP, which must not be used */
#define FIRST_RTCP_TYPE 192
#define LAST_RTCP_TYPE 223

void
gst_scream_packet_parse (GstBuffer * buffer, GstScreamPacket * packet)
{
  guint8 header[RTP_HEADER_SIZE];
  gsize size = gst_buffer_extract (buffer, 0, header, sizeof (header));

  memset (packet, 0, sizeof (*packet));
  packet->kind = GST_SCREAM_PACKET_OTHER;
  if (size < 4 || header[0] >> 6 != 2)
    return;
  if (header[1] >= FIRST_RTCP_TYPE && header[1] <= LAST_RTCP_TYPE) {
    packet->kind = GST_SCREAM_PACKET_RTCP;
    return;
  }
  if (size < RTP_HEADER_SIZE)
    return;

  packet->kind = GST_SCREAM_PACKET_RTP;
  packet->marker = header[1] >> 7;
  packet->seq = GST_READ_UINT16_BE (header + 2);
  packet->ssrc = GST_READ_UINT32_BE (header + 8);
}

/* The value of a message, -1 if it is none about ECN. IPv4 has it as one byte,
 * which some senders of such messages make an int as IPv6 does. */
static gint
get_traffic_class (GSocketControlMessage * message)
{
  gint level = g_socket_control_message_get_level (message);
  gint type = g_socket_control_message_get_msg_type (message);
  gsize size = g_socket_control_message_get_size (message);
  union
  {
    guint8 byte;
    gint word;
  } value;

  if (!(level == IPPROTO_IP && type == IP_TOS)
      && !(level == IPPROTO_IPV6 && type == IPV6_TCLASS))
    return -1;
  if (size != sizeof (value.byte) && size != sizeof (value.word))
    return -1;

  g_socket_control_message_serialize (message, &value);
  return size == sizeof (value.byte) ? value.byte : value.word & 0xff;
}

RtpCcEcn
gst_scream_packet_ecn (GstBuffer * buffer)
{
  gpointer state = NULL;
  GstMeta *meta;

  while ((meta = gst_buffer_iterate_meta_filtered (buffer, &state,
              GST_NET_CONTROL_MESSAGE_META_API_TYPE))) {
    GstNetControlMessageMeta *control = (GstNetControlMessageMeta *) meta;
    gint traffic_class = get_traffic_class (control->message);

    /* RFC 3168 section 5: the two low bits */
    if (traffic_class >= 0)
      return (RtpCcEcn) (traffic_class & 3);
  }
  return RTP_CC_ECN_NOT_ECT;
}
