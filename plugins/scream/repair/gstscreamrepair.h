/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepair.h: what both ends agree on about the repair of lost packets
 *
 * A payload type tells what a packet of repair is: the one that the receiver was told, by
 * SDP for example, else the one of the table (gstscreampayload.h). A retransmission
 * (RFC 4588) has an SSRC that
 * the sender chooses: the receiver learns it from the number of the packet that it has
 * asked for (RFC 4588 section 5.3). FEC protects each packet without its header extensions.
 */
#pragma once

#include "plugins/scream/fec/gstscreamfecblock.h"

typedef enum
{
  GST_SCREAM_REPAIR_NONE,
  GST_SCREAM_REPAIR_RETRANSMISSION,
  GST_SCREAM_REPAIR_FEC,
  GST_SCREAM_REPAIR_AUTO
} GstScreamRepair;

/* FEC is sent to receivers that say that they take it, by an item PRIV of their SDES
 * (RFC 3550 section 6.5.8). */
#define GST_SCREAM_REPAIR_BLOCK_ITEM "gst-scream-fec"
#define GST_SCREAM_REPAIR_BLOCK_VALUE "122"

GType gst_scream_repair_get_type (void);

/* RFC 3550 section 5.1: PT has 7 bits */
#define GST_SCREAM_REPAIR_PAYLOADS 128

/* What payload types say of repair. */
typedef struct
{
  gint8 repeats[GST_SCREAM_REPAIR_PAYLOADS];    /* of what media a packet with that number
                                                 * is a retransmission; -1: it is none */
  gboolean has_blocks;          /* GST_SCREAM_FEC_PAYLOAD is what it is to us */
} GstScreamRepairTypes;

/* As the table has them, but for the numbers to which @given, caps of RTP, gives a
 * meaning. */
void gst_scream_repair_types_init (GstScreamRepairTypes * types,
    const GstCaps * given);
/* "payload-type-map" of rtprtxsend and rtprtxreceive. */
GstStructure *gst_scream_repair_types_new_map (const GstScreamRepairTypes *
    types);

/* Caps of packets of repair; NULL: @payload is none in the table. */
GstCaps *gst_scream_repair_get_rtp_caps (guint payload);
/* The same for all packets that @repair may send beside those with the caps @rtp. */
GstCaps *gst_scream_repair_list_rtp_caps (GstScreamRepair repair,
    const GstCaps * rtp);
/* Is it that of repair in the table? */
gboolean gst_scream_repair_is_known (guint payload);
/* Does a frame of it need those before? Of media in the table only. */
gboolean gst_scream_repair_is_chained (guint payload);

/* For how long a packet is worth waiting for when it is too late: a frame that comes too late for the
 * screen is not seen, but the frames behind it need it. Without it all of them are broken until a key
 * frame comes, which takes longer.
 *
 * OURS: at 30 frames a second, a frame that comes 100 ms late hides three others, which is
 * no freeze by W3C webrtc-stats. With half, there are 0.8 and 1.0 freezes a minute at 15 % of
 * loss instead of 0.1, and 3 in bursts instead of 0.5 (elements_screamrepairmodel, x264enc and
 * vp8enc); with double, the late frame is a freeze itself where latency allows it. */
#define GST_SCREAM_REPAIR_OVERTIME (100 * GST_MSECOND)

/* @latency: for which frames are waited for. Who wants them soon does not wait for more
 * than as long again. */
static inline GstClockTime
gst_scream_repair_get_overtime (GstClockTime latency)
{
  return MIN (latency, GST_SCREAM_REPAIR_OVERTIME);
}
