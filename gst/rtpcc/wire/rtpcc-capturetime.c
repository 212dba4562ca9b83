/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-capturetime.c: abs-capture-time in RTP header extensions */
#include "rtpcc-capturetime.h"

/* RFC 3550 section 4: NTP counts from 1900, 70 years with 17 leap days before
 * 1970. */
#define SECONDS_TO_1970 INT64_C (2208988800)

/* RFC 4330 section 3: seconds without the highest bit are after 2036. */
#define FIRST_ERA_BIT UINT64_C (0x8000000000000000)

/* RFC 5905 section 6: an era is 2^32 seconds. */
#define ERA_SECONDS INT64_C (0x100000000)

/* RFC 3550 section 5.1 */
#define RTP_HEADER_SIZE 12

/* RFC 3550 section 5.3.1: profile and length */
#define EXTENSION_HEADER_SIZE 4

/* RFC 8285 section 4.2 */
#define ONE_BYTE_PROFILE 0xbede

/* RFC 8285 section 4.3: without the application bits */
#define TWO_BYTE_PROFILE 0x1000

/* RFC 8285 section 4.2: nothing that follows this id counts. */
#define STOP_ID 15

static unsigned
get_16 (const uint8_t * data)
{
  return (unsigned) data[0] << 8 | data[1];
}

static uint64_t
get_64 (const uint8_t * data)
{
  uint64_t value = 0;

  for (int i = 0; i < 8; i++)
    value = value << 8 | data[i];
  return value;
}

static void
put_64 (uint8_t * data, uint64_t value)
{
  for (int i = 0; i < 8; i++)
    data[i] = (uint8_t) (value >> (56 - 8 * i));
}

/* ---- times ---- */

/* ns of a fraction of 2^-32 seconds, to the nearest */
static int64_t
fraction_to_ns (uint64_t fraction)
{
  return (int64_t) ((fraction * (uint64_t) RTP_CC_SECOND +
          (UINT64_C (1) << 31)) >> 32);
}

uint64_t
rtp_cc_ntp_from_wall (RtpCcTime wall)
{
  int64_t seconds = wall / RTP_CC_SECOND, ns = wall % RTP_CC_SECOND;
  uint64_t fraction;

  if (ns < 0) {
    seconds--;
    ns += RTP_CC_SECOND;
  }
  fraction = (((uint64_t) ns << 32) + RTP_CC_SECOND / 2) / RTP_CC_SECOND;
  return ((uint64_t) (seconds + SECONDS_TO_1970) << 32) + fraction;
}

RtpCcTime
rtp_cc_ntp_to_wall (uint64_t ntp)
{
  int64_t seconds = (int64_t) (ntp >> 32) - SECONDS_TO_1970;

  if (!(ntp & FIRST_ERA_BIT))
    seconds += ERA_SECONDS;
  return seconds * RTP_CC_SECOND + fraction_to_ns (ntp & UINT32_MAX);
}

/* Signed, with as many bits of fraction; the result fits for all of them. */
static int64_t
offset_to_ns (uint64_t bits)
{
  int64_t seconds = (int64_t) (int32_t) (uint32_t) (bits >> 32);

  return seconds * RTP_CC_SECOND + fraction_to_ns (bits & UINT32_MAX);
}

/* ---- the element ---- */

void
rtp_cc_capture_time_write (uint8_t data[RTP_CC_CAPTURE_TIME_SIZE],
    RtpCcTime captured)
{
  put_64 (data, rtp_cc_ntp_from_wall (captured));
  put_64 (data + 8, 0);
}

bool
rtp_cc_capture_time_read (const uint8_t * data, size_t size,
    RtpCcCaptureTime * time)
{
  if (size != 8 && size != RTP_CC_CAPTURE_TIME_SIZE)
    return false;
  time->has_offset = size == RTP_CC_CAPTURE_TIME_SIZE;
  time->offset = time->has_offset ? offset_to_ns (get_64 (data + 8)) : 0;
  /* It is the capture system's time. */
  time->captured = rtp_cc_ntp_to_wall (get_64 (data)) - time->offset;
  return true;
}

/* ---- header extensions ---- */

static const uint8_t *
find_one_byte (const uint8_t * data, const uint8_t * end, unsigned id,
    size_t *length)
{
  while (data < end) {
    unsigned this_id = *data >> 4;
    size_t size = (*data & 0x0f) + 1u;

    if (*data == 0) {
      data++;
      continue;
    }
    if (this_id == STOP_ID || size > (size_t) (end - data) - 1)
      return NULL;
    if (this_id == id) {
      *length = size;
      return data + 1;
    }
    data += 1 + size;
  }
  return NULL;
}

static const uint8_t *
find_two_bytes (const uint8_t * data, const uint8_t * end, unsigned id,
    size_t *length)
{
  while (end - data >= 2) {
    size_t size = data[1];

    if (*data == 0) {
      data++;
      continue;
    }
    if (size > (size_t) (end - data) - 2)
      return NULL;
    if (*data == id) {
      *length = size;
      return data + 2;
    }
    data += 2 + size;
  }
  return NULL;
}

const uint8_t *
rtp_cc_extension_find (const uint8_t * packet, size_t size, unsigned id,
    size_t *length)
{
  size_t start, words;
  const uint8_t *data, *end;

  if (size < RTP_HEADER_SIZE || packet[0] >> 6 != 2 || !(packet[0] & 0x10)
      || id == 0)
    return NULL;
  start = RTP_HEADER_SIZE + 4u * (packet[0] & 0x0f);
  if (size < start + EXTENSION_HEADER_SIZE)
    return NULL;

  words = get_16 (packet + start + 2);
  data = packet + start + EXTENSION_HEADER_SIZE;
  end = packet + size;
  if (4 * words < (size_t) (end - data))
    end = data + 4 * words;
  if (get_16 (packet + start) == ONE_BYTE_PROFILE)
    return find_one_byte (data, end, id, length);
  if ((get_16 (packet + start) & 0xfff0) == TWO_BYTE_PROFILE)
    return find_two_bytes (data, end, id, length);
  return NULL;
}
