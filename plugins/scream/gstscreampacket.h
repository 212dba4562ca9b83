/* gstscreampacket.h: what feedback has to know of a packet */
#ifndef __GST_SCREAM_PACKET_H__
#define __GST_SCREAM_PACKET_H__

#include <gst/gst.h>
#include <gst/rtpcc/rtpcc.h>

G_BEGIN_DECLS

typedef enum
{
  GST_SCREAM_PACKET_RTP,
  GST_SCREAM_PACKET_RTCP,       /* multiplexed, RFC 5761 section 4 */
  GST_SCREAM_PACKET_OTHER       /* neither: STUN, DTLS, too short, ... */
} GstScreamPacketKind;

typedef struct
{
  GstScreamPacketKind kind;
  /* the rest for RTP only */
  guint32 ssrc;
  guint16 seq;
  gboolean marker;
} GstScreamPacket;

/* The header alone, which SRTP leaves as it is. */
void gst_scream_packet_parse (GstBuffer * buffer, GstScreamPacket * packet);

/* From the control messages that an element upstream left on the buffer;
 * Not-ECT if there are none. */
RtpCcEcn gst_scream_packet_ecn (GstBuffer * buffer);

G_END_DECLS

#endif /* __GST_SCREAM_PACKET_H__ */
