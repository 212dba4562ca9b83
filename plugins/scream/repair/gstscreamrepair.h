/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepair.h: what both ends agree on about the repair of lost packets
 *
 * A payload type tells what a packet of repair is, as there is no SDP. A retransmission
 * (RFC 4588) has the payload type of its media plus a fixed distance, and an SSRC that
 * the sender chooses: the receiver learns it from the number of the packet that it has
 * asked for (RFC 4588 section 5.3). FEC (RFC 5109) has the SSRC and the sequence numbers
 * of the video that it protects, each packet without its header extensions.
 */
#ifndef __GST_SCREAM_REPAIR_H__
#define __GST_SCREAM_REPAIR_H__

#include <gst/gst.h>

G_BEGIN_DECLS

typedef enum
{
  GST_SCREAM_REPAIR_NONE,
  GST_SCREAM_REPAIR_RETRANSMISSION,
  GST_SCREAM_REPAIR_FEC,
  GST_SCREAM_REPAIR_AUTO
} GstScreamRepair;

/* OURS: 121 follows the last number of retransmissions. FEC has the SSRC of its video, so
 * one number serves all. */
#define GST_SCREAM_REPAIR_FEC_PAYLOAD 121

/* OURS: 122 follows it: FEC by a block code (gstscreamrepairblock.h), with an SSRC and
 * sequence numbers of its own. It is sent to receivers that say that they take it, by an
 * item PRIV of their SDES (RFC 3550 section 6.5.8). */
#define GST_SCREAM_REPAIR_BLOCK_PAYLOAD 122
#define GST_SCREAM_REPAIR_BLOCK_ITEM "gst-scream-fec"
#define GST_SCREAM_REPAIR_BLOCK_VALUE "122"

#define GST_TYPE_SCREAM_REPAIR (gst_scream_repair_get_type ())
GType gst_scream_repair_get_type (void);

/* "payload-type-map" of rtprtxsend and rtprtxreceive. */
GstStructure *gst_scream_repair_new_payload_map (void);
/* Caps of packets of repair; NULL: @payload is none. */
GstCaps *gst_scream_repair_get_rtp_caps (guint payload);
/* Is it that of a retransmission? */
gboolean gst_scream_repair_is_retransmission (guint payload);
/* Of either kind? */
gboolean gst_scream_repair_is_fec (guint payload);
/* Does a frame of it need those before? Of media in the table only. */
gboolean gst_scream_repair_is_chained (guint payload);
/* Is it that of a stream of repair beside the media? */
gboolean gst_scream_repair_is_stream (guint payload);

G_END_DECLS

#endif /* __GST_SCREAM_REPAIR_H__ */
