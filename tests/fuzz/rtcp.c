/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* See rtcp.h. */
#include "rtcp.h"

#include "behind.h"

#define LONGEST 1200            /* of one packet in a compound one */
#define MAX_PACKETS 6

typedef struct
{
  uint8_t data[LONGEST];
  size_t size;
  bool is_private;              /* it has a private item */
  FuzzInput *in;
} Packet;

static void
add_8 (Packet * packet, uint32_t value)
{
  if (packet->size < LONGEST)
    packet->data[packet->size++] = (uint8_t) value;
}

static void
add_16 (Packet * packet, uint32_t value)
{
  add_8 (packet, value >> 8);
  add_8 (packet, value);
}

static void
add_32 (Packet * packet, uint32_t value)
{
  add_16 (packet, value >> 16);
  add_16 (packet, value);
}

static void
add_some (Packet * packet, size_t n)
{
  for (size_t i = 0; i < n; i++)
    add_8 (packet, i < 24 ? fuzz_8 (packet->in) : (uint32_t) i);
}

static void
add_ssrc (Packet * packet)
{
  static const uint32_t known[] = {
    RTCP_PEER, RTCP_OWN, RTCP_PEER, RTCP_OTHER
  };
  uint8_t byte = fuzz_8 (packet->in);

  add_32 (packet, byte < 240 ? known[byte % 4] : 0x5000u + byte);
}

/* RFC 3550 section 6.4: what follows the first SSRC of SR and RR */
static uint8_t
add_blocks (Packet * packet)
{
  uint8_t n = fuzz_8 (packet->in) % 5;

  for (unsigned i = 0; i < n; i++) {
    add_ssrc (packet);
    add_some (packet, 20);
  }
  return n;
}

static uint8_t
add_sr (Packet * packet)
{
  add_ssrc (packet);
  add_some (packet, 20);
  return add_blocks (packet);
}

static uint8_t
add_rr (Packet * packet)
{
  add_ssrc (packet);
  return add_blocks (packet);
}

/* RFC 3550 section 6.5. A private item has the length of its prefix first. */
static void
add_item (Packet * packet)
{
  uint8_t type = fuzz_8 (packet->in) % 10, lie = fuzz_8 (packet->in);
  size_t size = fuzz_8 (packet->in) % 40;

  add_8 (packet, type);
  if (type == 0)
    return;
  add_8 (packet, (uint32_t) (lie > 240 ? lie : size));
  packet->is_private |= type == 8;
  if (type == 8 && size > 0) {
    add_8 (packet, (uint32_t) (lie % 2 == 0 ? lie : (size - 1) / 2));
    size--;
  }
  for (; size > 0; size--)
    add_8 (packet, lie % 8 == 0 ? fuzz_8 (packet->in) : 'a' + size % 20);
}

static uint8_t
add_sdes (Packet * packet)
{
  uint8_t chunks = fuzz_8 (packet->in) % 4;

  for (unsigned i = 0; i < chunks; i++) {
    add_ssrc (packet);
    for (unsigned n = fuzz_8 (packet->in) % 4; n > 0; n--)
      add_item (packet);
    do
      add_8 (packet, 0);
    while (packet->size % 4 != 0);
  }
  return chunks;
}

static uint8_t
add_bye (Packet * packet)
{
  uint8_t n = fuzz_8 (packet->in) % 3, reason = fuzz_8 (packet->in);

  for (unsigned i = 0; i < n; i++)
    add_ssrc (packet);
  if (reason >= 200)
    return n;
  add_8 (packet, reason);
  add_some (packet, reason % 30);
  return n;
}

static uint8_t
add_app (Packet * packet)
{
  add_ssrc (packet);
  add_some (packet, 4 + fuzz_8 (packet->in) % 40);
  return fuzz_8 (packet->in);
}

/* ---- feedback: RFC 4585 section 6 ---- */

/* draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1 */
static void
add_twcc (Packet * packet)
{
  unsigned chunks = fuzz_8 (packet->in) % 24;
  uint8_t lie = fuzz_8 (packet->in);

  add_16 (packet, fuzz_16 (packet->in));
  add_16 (packet, lie < 128 ? 65535 : lie);
  add_32 (packet, fuzz_32 (packet->in));
  for (; chunks > 0; chunks--)
    add_16 (packet, lie % 3 == 0 ? 0x1fff : fuzz_16 (packet->in));
  add_some (packet, fuzz_8 (packet->in) % 24);
}

/* Generic NACK, TMMBR, TMMBN, SR-REQ, ECN, RFC 8888, TWCC */
static uint8_t
add_rtpfb (Packet * packet)
{
  static const uint8_t formats[] = { 1, 3, 4, 5, 8, 11, 15, 15 };
  uint8_t byte = fuzz_8 (packet->in);
  uint8_t format = byte < 240 ? formats[byte % 8] : byte;

  add_ssrc (packet);
  add_ssrc (packet);
  if (format == 15)
    add_twcc (packet);
  else
    add_some (packet, 4 * (fuzz_8 (packet->in) % 9));
  return format;
}

/* PLI, SLI, RPSI, FIR, REMB */
static uint8_t
add_psfb (Packet * packet)
{
  static const uint8_t formats[] = { 1, 4, 4, 15, 1, 2, 3, 4 };
  uint8_t byte = fuzz_8 (packet->in);
  uint8_t format = byte < 240 ? formats[byte % 8] : byte;
  unsigned n = fuzz_8 (packet->in) % 5;

  add_ssrc (packet);
  add_ssrc (packet);
  for (; n > 0; n--) {
    add_ssrc (packet);
    add_some (packet, 4);
  }
  return format;
}

/* RFC 3611: blocks, each with a length */
static uint8_t
add_xr (Packet * packet)
{
  unsigned n = fuzz_8 (packet->in) % 4;

  add_ssrc (packet);
  for (; n > 0; n--) {
    uint8_t words = fuzz_8 (packet->in) % 10;

    add_8 (packet, fuzz_8 (packet->in) % 9);
    add_8 (packet, fuzz_8 (packet->in));
    add_16 (packet, fuzz_8 (packet->in) >= 230 ? words + 1 : words);
    add_some (packet, 4u * words);
  }
  return 0;
}

static uint8_t
add_any (Packet * packet)
{
  add_some (packet, fuzz_8 (packet->in) % 64);
  return fuzz_8 (packet->in);
}

/* ---- */

typedef struct
{
  uint8_t type;
    uint8_t (*add) (Packet * packet);
} Kind;

static const Kind kinds[] = {
  {200, add_sr}, {201, add_rr}, {202, add_sdes}, {202, add_sdes},
  {203, add_bye}, {204, add_app}, {205, add_rtpfb}, {205, add_rtpfb},
  {205, add_rtpfb}, {206, add_psfb}, {207, add_xr}, {206, add_any},
};

/* Its header; one in eight is not right. */
static void
finish (Packet * packet, uint8_t type, uint8_t count)
{
  uint8_t lie = fuzz_8 (packet->in);
  size_t words;

  while (packet->size % 4 != 0)
    add_8 (packet, lie % 5 == 0 ? lie : 0);
  words = packet->size / 4 - 1;
  packet->data[0] = 0x80 | (count & 0x1f);
  packet->data[1] = type;
  if (lie >= 250)
    words = lie;
  else if (lie >= 240)
    words += lie % 3 - 1u;
  else if (lie >= 230)
    packet->data[0] ^= lie & 0x1f;
  else if (lie >= 220)
    packet->data[0] |= 0x20;
  packet->data[2] = (uint8_t) (words >> 8);
  packet->data[3] = (uint8_t) words;
}

/* Faults of RTPSession that tests/fuzz/run --prove looks for one by one */
typedef enum
{
  SR_REQ,
  TWCC,
  PRIV,
  N_FAULTS
} Fault;

static const char *const faults[N_FAULTS] = { "sr-req", "twcc", "priv" };

static bool
is_of (const Packet * packet, Fault fault)
{
  bool is_rtpfb = packet->data[1] == 205;
  uint8_t format = packet->data[0] & 0x1f;

  if (fault == PRIV)
    return packet->is_private;
  return is_rtpfb && format == (fault == SR_REQ ? 5 : 15);
}

/* With a guard left out, the faults that are not asked for are not in the way. */
static bool
is_wanted (const Packet * packet)
{
  if (getenv ("GUARD_OFF") == NULL)
    return true;
  for (unsigned i = 0; i < N_FAULTS; i++) {
    if (is_of (packet, i) && !behind_guard_is_off (faults[i]))
      return false;
  }
  return true;
}

size_t
rtcp_make (FuzzInput * in, uint8_t * data)
{
  uint8_t many = fuzz_8 (in);
  unsigned n = many & 1 ? 1 : 1 + many % MAX_PACKETS;
  size_t size = 0;

  for (; n > 0; n--) {
    static Packet packet;
    const Kind *kind = &kinds[fuzz_8 (in) % (sizeof (kinds) / sizeof (Kind))];

    memset (&packet, 0, sizeof (packet));
    packet.in = in;
    add_32 (&packet, 0);
    finish (&packet, kind->type, kind->add (&packet));
    if (!is_wanted (&packet))
      continue;
    memcpy (data + size, packet.data, packet.size);
    size += packet.size;
  }
  if (fuzz_8 (in) >= 250 && size > 0)
    size -= 1 + fuzz_8 (in) % 4;
  return size;
}
