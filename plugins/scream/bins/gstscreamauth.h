/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamauth.h: is a packet of SRTP or SRTCP authentic?
 *
 * RFC 3711 with AES-128 in counter mode and 80 bits of HMAC-SHA1 (gstscreamsrtp.h). The
 * session keys are the same for all SSRCs, so nothing is kept of a packet. srtpdec makes
 * a context of 30 kB for each SSRC and frees none before its end; it sees only SSRCs that
 * have had an authentic packet.
 *
 * The 16 bits of sequence number in a packet of SRTP continue in a rollover counter that
 * is not sent (RFC 3711 section 3.3.1). A receiver that comes late has to guess the
 * counter. With each packet it tries the first counters, and some of the others that the
 * number of the packet selects. So it takes 64 packets at most, and what a third party
 * sends in between changes nothing.
 */
#pragma once

#include <gst/gst.h>

/* OURS: 18 hours of 1000 packets a second.  Half of it shuts out who joins in the
 * evening what began in the morning; double costs twice the packets until it is
 * found. */
#define GST_SCREAM_AUTH_MAX_ROC 1024

typedef struct _GstScreamAuth GstScreamAuth;

/* @key: master key and salt, GST_SCREAM_SRTP_KEY_SIZE bytes. */
GstScreamAuth *gst_scream_auth_new (GstBuffer * key);
void gst_scream_auth_free (GstScreamAuth * auth);

/* Sets @roc if it is. */
gboolean gst_scream_auth_check (GstScreamAuth * auth, const guint8 * data,
    gsize size, guint * roc);

/* SRTCP has its whole index in the packet (RFC 3711 section 3.4). */
gboolean gst_scream_auth_check_rtcp (GstScreamAuth * auth,
    const guint8 * data, gsize size);
