/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreampayload.h: payload types that screamsink and screamsrc agree on
 *
 * Without SDP a number of 7 bits in each packet is all that says what is in
 * it.  Both elements take its meaning from this table.
 */
#pragma once

#include <gst/gst.h>

/**
 * GstScreamPayload:
 * @payload: payload type, static of RFC 3551 or dynamic
 * @retransmission: payload type of a packet of it that is sent again, dynamic
 * @media: "video", "audio" or "application"
 * @encoding_name: as in SDP
 * @clock_rate: of RTP timestamps, Hz
 * @encoded: name of the caps of the stream inside
 * @payloader: factory
 * @depayloader: factory
 * @rtp_fields: (nullable): more fields of the RTP caps
 * @payloader_settings: (nullable): "property=value ..." for it
 * @parser: (nullable): factory that brings it into shape for the payloader
 * @parsed: (nullable): that shape, fields of the caps of the stream inside
 * @carried: (nullable): all that the RTP format can carry, such fields
 * @has_shape: the stream inside says how wide a pixel is, and what fields are
 */
typedef struct
{
  guint payload;
  guint retransmission;
  const gchar *media;
  const gchar *encoding_name;
  gint clock_rate;
  const gchar *encoded;
  const gchar *payloader;
  const gchar *depayloader;
  const gchar *rtp_fields;
  const gchar *payloader_settings;
  const gchar *parser;
  const gchar *parsed;
  const gchar *carried;
  gboolean has_shape;
} GstScreamPayload;

extern const GstScreamPayload gst_scream_payloads[];
extern const guint gst_scream_n_payloads;

/* NULL: the number is not in the table. */
const GstScreamPayload *gst_scream_payload_find (guint payload);

/* By the caps of an encoded stream ("video/x-h264") or of RTP (by encoding-name), of which
 * the first structure counts. NULL: none. */
const GstScreamPayload *gst_scream_payload_find_structure (const GstStructure
    * s);
const GstScreamPayload *gst_scream_payload_find_caps (const GstCaps * caps);

/* application/x-rtp of one entry. */
GstCaps *gst_scream_payload_get_rtp_caps (const GstScreamPayload * entry);
