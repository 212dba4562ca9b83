/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-twcc.c: draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1
 *
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |V=2|P| FMT=15  |   PT = 205    |          length               |
 * |                 SSRC of RTCP packet sender                    |
 * |                 SSRC of a media source                        |
 * |      base sequence number     |     packet status count       |
 * |              reference time, 64 ms            | report count  |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * | status chunks, 16 bits each   | receive deltas, 8 or 16 bits  |
 *
 *   0 ss nnnnnnnnnnnnn      the status ss, n times
 *   1 0 s s s ...           14 times received or not
 *   1 1 ss ss ss ...        7 statuses
 *
 * The draft says PT 206 in one place; all that speak it use 205.  Peers pad
 * with the P bit, or with zeros alone: what follows the last delta is nothing.
 */
#include "rtpcc-twcc.h"

#include <string.h>

#include "rtpcc-bytes-private.h"

/* RFC 4585 section 6.1, RTPFB */
#define RTCP_PT_RTPFB 205
/* RFC 3550 section 6.4.1, P */
#define RTCP_PADDING_BIT 0x20
/* draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1, FMT */
#define TWCC_FMT 15
/* draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1 */
#define TWCC_HEADER_SIZE 20
/* draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1.5 */
#define TWCC_TICK (250 * RTP_CC_USECOND)
/* draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1: reference
 * time of 64 ms, in ticks */
#define TWCC_REFERENCE_TICKS 256
/* draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1.3 */
#define TWCC_MAX_RUN 8191
/* draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1.4 */
#define TWCC_ONE_BIT_SYMBOLS 14
/* draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1.4 */
#define TWCC_TWO_BIT_SYMBOLS 7
/* draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1.4 */
#define TWCC_VECTOR 0x8000
/* draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1.4 */
#define TWCC_TWO_BIT_VECTOR 0xc000
/* draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1.5: the largest
 * delta of one byte */
#define TWCC_SMALL_MAX 255
/* OURS: bounds the work and the stack of one written report: as many packets
 * as 160 Mbit/s are in 100 ms. */
#define TWCC_MAX_WRITTEN 2048
/* OURS: header, a chunk of each kind, 14 small deltas: in so many bytes
 * something can always be said. */
#define TWCC_MIN_SIZE 40

/* draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1.1; the value
 * is the bytes of the delta */
typedef enum
{
  SYMBOL_MISSING = 0,
  SYMBOL_SMALL = 1,
  SYMBOL_LARGE = 2,             /* or negative */
  SYMBOL_RESERVED = 3
} Symbol;

bool
rtp_cc_twcc_is (const uint8_t * data, size_t size)
{
  return rtp_cc_rtcp_is (data, size, RTCP_PT_RTPFB, TWCC_FMT);
}

/* ---- reading ---- */

/* How many symbols a chunk has, and the @i-th of them. */
static size_t
chunk_symbols (uint16_t chunk)
{
  if (!(chunk & TWCC_VECTOR))
    return chunk & TWCC_MAX_RUN;
  return (chunk & TWCC_TWO_BIT_VECTOR) == TWCC_TWO_BIT_VECTOR
      ? TWCC_TWO_BIT_SYMBOLS : TWCC_ONE_BIT_SYMBOLS;
}

static Symbol
chunk_symbol (uint16_t chunk, size_t i)
{
  if (!(chunk & TWCC_VECTOR))
    return (Symbol) (chunk >> 13 & 3);
  if ((chunk & TWCC_TWO_BIT_VECTOR) == TWCC_TWO_BIT_VECTOR)
    return (Symbol) (chunk >> (12 - 2 * i) & 3);
  return (Symbol) (chunk >> (13 - i) & 1);
}

/* Leaves the symbol of each packet in place of its arrival. */
static RtpCcRtcpResult
read_symbols (const uint8_t * data, size_t *pos, size_t end,
    RtpCcTwccPacket * packets, size_t n)
{
  uint16_t base = get16 (data + 12);
  size_t done = 0;

  while (done < n) {
    uint16_t chunk;
    size_t length;

    if (end - *pos < 2)
      return RTP_CC_RTCP_BAD_CHUNK;
    chunk = get16 (data + *pos);
    *pos += 2;
    length = chunk_symbols (chunk);
    if (length == 0)
      return RTP_CC_RTCP_BAD_CHUNK;
    for (size_t i = 0; i < length && done < n; i++) {
      packets[done].seq = (uint16_t) (base + done);
      packets[done++].arrival = chunk_symbol (chunk, i);
    }
  }
  return RTP_CC_RTCP_OK;
}

static RtpCcRtcpResult
read_deltas (const uint8_t * data, size_t pos, size_t end,
    RtpCcTwccPacket * packets, size_t n)
{
  int64_t ticks = (int64_t) get24 (data + 16) * TWCC_REFERENCE_TICKS;

  for (size_t i = 0; i < n; i++) {
    Symbol symbol = (Symbol) packets[i].arrival;

    if (symbol == SYMBOL_RESERVED)
      return RTP_CC_RTCP_BAD_SYMBOL;
    if (end - pos < (size_t) symbol)
      return RTP_CC_RTCP_BAD_DELTA;
    packets[i].received = symbol != SYMBOL_MISSING;
    packets[i].arrival = RTP_CC_TIME_NEVER;
    if (symbol == SYMBOL_MISSING)
      continue;
    ticks += symbol == SYMBOL_SMALL ? data[pos] : (int16_t) get16 (data + pos);
    pos += (size_t) symbol;
    packets[i].arrival = ticks * TWCC_TICK;
  }
  return RTP_CC_RTCP_OK;
}

RtpCcRtcpResult
rtp_cc_twcc_parse (const uint8_t * data, size_t size,
    RtpCcTwccHeader * header, RtpCcTwccPacket * packets, size_t *n)
{
  size_t pos = TWCC_HEADER_SIZE, end, count;
  RtpCcRtcpResult result = rtp_cc_rtcp_check (data, size, RTCP_PT_RTPFB,
      TWCC_FMT, TWCC_HEADER_SIZE, &end);

  *n = 0;
  if (result != RTP_CC_RTCP_OK)
    return result;
  header->sender_ssrc = get32 (data + 4);
  header->media_ssrc = get32 (data + 8);
  header->count = data[19];
  count = get16 (data + 14);
  if (count == 0 || count > RTP_CC_TWCC_MAX_PACKETS)
    return RTP_CC_RTCP_BAD_COUNT;

  result = read_symbols (data, &pos, end, packets, count);
  if (result == RTP_CC_RTCP_OK)
    result = read_deltas (data, pos, end, packets, count);
  if (result == RTP_CC_RTCP_OK)
    *n = count;
  return result;
}

/* ---- writing ---- */

typedef struct
{
  uint8_t symbols[TWCC_MAX_WRITTEN];
  int16_t deltas[TWCC_MAX_WRITTEN];
  size_t n;
  uint32_t reference;
} Statuses;

/* Rounded as points in time, so that rounding does not add up. */
static int64_t
to_ticks (RtpCcTime arrival)
{
  return (arrival + TWCC_TICK / 2) / TWCC_TICK;
}

/* The statuses of the first packets, up to a delta that cannot be written;
 * false: none was received. */
static bool
make_statuses (Statuses * s, const RtpCcTwccPacket * packets, size_t n)
{
  int64_t ticks = 0;
  bool any = false;

  for (s->n = 0; s->n < n && s->n < TWCC_MAX_WRITTEN; s->n++) {
    const RtpCcTwccPacket *packet = &packets[s->n];
    int64_t delta;

    s->symbols[s->n] = SYMBOL_MISSING;
    if (!packet->received)
      continue;
    if (!any) {
      ticks = to_ticks (packet->arrival);
      ticks -= ticks % TWCC_REFERENCE_TICKS;
      s->reference = (uint32_t) (ticks / TWCC_REFERENCE_TICKS) & 0xffffff;
      any = true;
    }
    delta = to_ticks (packet->arrival) - ticks;
    if (delta < INT16_MIN || delta > INT16_MAX)
      break;
    ticks += delta;
    s->deltas[s->n] = (int16_t) delta;
    s->symbols[s->n] = delta >= 0 && delta <= TWCC_SMALL_MAX ? SYMBOL_SMALL
        : SYMBOL_LARGE;
  }
  return any;
}

static size_t
run_length (const Statuses * s, size_t from)
{
  size_t n = 1;

  while (from + n < s->n && n < TWCC_MAX_RUN
      && s->symbols[from + n] == s->symbols[from])
    n++;
  return n;
}

/* How many symbols from @from a vector of @max symbols up to @largest takes;
 * 0: it cannot hold them. */
static size_t
vector_length (const Statuses * s, size_t from, size_t max, Symbol largest)
{
  size_t n = s->n - from < max ? s->n - from : max;

  for (size_t i = 0; i < n; i++) {
    if (s->symbols[from + i] > (unsigned) largest)
      return 0;
  }
  return n;
}

static size_t
delta_bytes (const Statuses * s, size_t from, size_t n)
{
  size_t bytes = 0;

  for (size_t i = from; i < from + n; i++)
    bytes += s->symbols[i];
  return bytes;
}

static uint16_t
vector_chunk (const Statuses * s, size_t from, size_t n, bool two_bits)
{
  unsigned chunk = two_bits ? TWCC_TWO_BIT_VECTOR : TWCC_VECTOR;

  for (size_t i = 0; i < n; i++)
    chunk |= (unsigned) s->symbols[from + i] << (two_bits ? 12 - 2 * i
        : 13 - i);
  return (uint16_t) chunk;
}

/* The chunk that says most from @from on; @length: of how many.  With its
 * deltas it takes no more than @room bytes; 0 in @length: there is no such. */
static uint16_t
next_chunk (const Statuses * s, size_t from, size_t room, size_t *length)
{
  size_t run = run_length (s, from);
  size_t one = vector_length (s, from, TWCC_ONE_BIT_SYMBOLS, SYMBOL_SMALL);
  size_t two = vector_length (s, from, TWCC_TWO_BIT_SYMBOLS, SYMBOL_LARGE);
  size_t vector = one > two ? one : two;
  unsigned symbol = s->symbols[from];

  *length = 0;
  if (room < 2)
    return 0;
  if (vector > run && delta_bytes (s, from, vector) <= room - 2) {
    *length = vector;
    return vector_chunk (s, from, vector, one < two);
  }
  if (symbol != SYMBOL_MISSING && run > (room - 2) / symbol)
    run = (room - 2) / symbol;
  *length = run;
  return (uint16_t) (symbol << 13 | run);
}

static uint8_t *
write_deltas (uint8_t * p, const Statuses * s, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    if (s->symbols[i] == SYMBOL_SMALL)
      *p = (uint8_t) s->deltas[i];
    else if (s->symbols[i] == SYMBOL_LARGE)
      put16 (p, (uint16_t) s->deltas[i]);
    p += s->symbols[i];
  }
  return p;
}

/* RFC 3550 section 6.4.1: to a multiple of 4, the last byte says how many. */
static size_t
pad (uint8_t * data, size_t size)
{
  size_t padding = (4 - size % 4) % 4;

  if (padding == 0)
    return size;
  memset (data + size, 0, padding);
  data[size + padding - 1] = (uint8_t) padding;
  return size + padding;
}

size_t
rtp_cc_twcc_write (uint8_t * data, size_t size,
    const RtpCcTwccHeader * header, const RtpCcTwccPacket * packets, size_t n,
    size_t *taken)
{
  Statuses s;
  size_t pos = TWCC_HEADER_SIZE, deltas = 0, end;

  *taken = 0;
  size -= size % 4;
  if (size < TWCC_MIN_SIZE || !make_statuses (&s, packets, n))
    return 0;
  while (*taken < s.n) {
    size_t length;
    uint16_t chunk = next_chunk (&s, *taken, size - pos - deltas, &length);

    if (length == 0)
      break;
    put16 (data + pos, chunk);
    pos += 2;
    deltas += delta_bytes (&s, *taken, length);
    *taken += length;
  }
  end = (size_t) (write_deltas (data + pos, &s, *taken) - data);
  size = pad (data, end);

  rtp_cc_rtcp_write_header (data, size, RTCP_PT_RTPFB, TWCC_FMT);
  if (size > end)
    data[0] |= RTCP_PADDING_BIT;
  put32 (data + 4, header->sender_ssrc);
  put32 (data + 8, header->media_ssrc);
  put16 (data + 12, packets[0].seq);
  put16 (data + 14, (uint16_t) * taken);
  put24 (data + 16, s.reference);
  data[19] = header->count;
  return size;
}
