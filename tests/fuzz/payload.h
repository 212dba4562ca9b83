/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* payload.h: payloads of RTP, and packets around them, from the bytes of an input */
#ifndef FUZZ_PAYLOAD_H
#define FUZZ_PAYLOAD_H

#include "fuzz.h"

#define PAYLOAD_SIZE 2200       /* the longest */

typedef enum
{
  PAYLOAD_H264,
  PAYLOAD_H265,
  PAYLOAD_OTHER                 /* any bytes */
} PayloadKind;

/* Writes a payload into @data, which has PAYLOAD_SIZE bytes; returns its size. */
size_t payload_make (FuzzInput * in, PayloadKind kind, uint8_t * data);

/* The same of a fragment, which begins, goes on, or ends (RFC 6184 section 5.8, RFC 7798
 * section 4.4.3); any bytes if there are none. */
#define PAYLOAD_BEGINS 0x80
#define PAYLOAD_GOES_ON 0
#define PAYLOAD_ENDS 0x40
size_t payload_fragment (FuzzInput * in, PayloadKind kind, uint8_t bits,
    uint8_t * data);

/* An RTP packet. */
typedef struct
{
  uint8_t type;                 /* with the marker in the highest bit */
  uint16_t seq;
  uint32_t timestamp, ssrc;
} PayloadHeader;

#define PAYLOAD_PACKET_SIZE (PAYLOAD_SIZE + 64)

/* One with at times CSRCs, an extension and padding, as they may be or not; returns its
 * size. */
size_t payload_packet (FuzzInput * in, const PayloadHeader * header,
    const uint8_t * payload, size_t size, uint8_t * packet);

#endif /* FUZZ_PAYLOAD_H */
