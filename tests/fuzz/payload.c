/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* See payload.h. */
#include "payload.h"

typedef struct
{
  size_t header;
  uint8_t aggregate, fragment;
} Codec;

/* RFC 6184 section 5.2, RFC 7798 section 4.4 */
static const Codec codecs[] = { {1, 24, 28}, {2, 48, 49} };

/* Often too few. */
static size_t
small_size (FuzzInput * in)
{
  uint8_t byte = fuzz_8 (in);

  return byte < 200 ? byte % 9 : byte;
}

static size_t
write_some (FuzzInput * in, uint8_t * data, size_t size)
{
  for (size_t i = 0; i < size; i++)
    data[i] = i < 8 ? fuzz_8 (in) : (uint8_t) i;
  return size;
}

/* The header of a NAL unit. */
static size_t
write_header (const Codec * codec, uint8_t type, uint8_t * data)
{
  data[0] = codec->header == 1 ? 0x60 | (type & 0x1f) : (type & 0x3f) << 1;
  if (codec->header > 1)
    data[1] = 1;
  return codec->header;
}

/* Cut to as many bytes as are said. */
static size_t
write_unit (FuzzInput * in, const Codec * codec, uint8_t * data)
{
  size_t size = small_size (in);

  write_header (codec, fuzz_8 (in), data);
  if (size > codec->header)
    write_some (in, data + codec->header, size - codec->header);
  return size;
}

/* Units with their sizes; a byte says whether the last size is a lie. */
static size_t
write_aggregate (FuzzInput * in, const Codec * codec, uint8_t * data)
{
  size_t at = write_header (codec, codec->aggregate, data);
  unsigned n = fuzz_8 (in) % 5;

  for (; n > 0; n--) {
    size_t size = write_unit (in, codec, data + at + 2);
    uint8_t lie = fuzz_8 (in);

    data[at] = lie < 20 ? lie : 0;
    data[at + 1] = (uint8_t) (lie > 220 ? lie : size);
    at += 2 + size;
  }
  return at;
}

/* @bits: of the header of a fragment; one of four is cut. */
static size_t
write_fragment (FuzzInput * in, const Codec * codec, uint8_t bits,
    uint8_t * data)
{
  uint8_t cut = fuzz_8 (in);
  size_t at = write_header (codec, codec->fragment, data), size = 1;

  data[at] = bits | (fuzz_8 (in) & 0x1f);
  size += small_size (in);
  write_some (in, data + at + 1, size - 1);
  at += size;
  return cut < 64 && cut % 4 < at ? cut % 4 : at;
}

/* One of four begins, one ends. */
static size_t
write_any_fragment (FuzzInput * in, const Codec * codec, uint8_t * data)
{
  static const uint8_t bits[] = {
    PAYLOAD_BEGINS, PAYLOAD_GOES_ON, PAYLOAD_GOES_ON, PAYLOAD_ENDS
  };

  return write_fragment (in, codec, bits[fuzz_8 (in) % 4], data);
}

static size_t
write_any (FuzzInput * in, uint8_t * data)
{
  size_t size = fuzz_8 (in) % 64;

  for (size_t i = 0; i < size; i++)
    data[i] = fuzz_8 (in);
  return size;
}

static size_t
write_long (FuzzInput * in, uint8_t * data)
{
  size_t size = fuzz_16 (in) % PAYLOAD_SIZE;

  return write_some (in, data, size);
}

size_t
payload_make (FuzzInput * in, PayloadKind kind, uint8_t * data)
{
  uint8_t how = fuzz_8 (in) % 8;

  if (how == 0)
    return write_long (in, data);
  if (how == 1)
    return write_any (in, data);
  if (kind == PAYLOAD_OTHER)
    return write_some (in, data, small_size (in));
  if (how < 6)
    return write_any_fragment (in, &codecs[kind], data);
  if (how < 7)
    return write_aggregate (in, &codecs[kind], data);
  return write_unit (in, &codecs[kind], data);
}

size_t
payload_fragment (FuzzInput * in, PayloadKind kind, uint8_t bits,
    uint8_t * data)
{
  if (kind == PAYLOAD_OTHER)
    return write_any (in, data);
  return write_fragment (in, &codecs[kind], bits, data);
}

/* ---- packets ---- */

static void
write_16 (uint8_t * data, uint32_t value)
{
  data[0] = (uint8_t) (value >> 8);
  data[1] = (uint8_t) value;
}

static void
write_32 (uint8_t * data, uint32_t value)
{
  write_16 (data, value >> 16);
  write_16 (data + 2, value);
}

/* RFC 3550 section 5.1, 5.3.1 */
size_t
payload_packet (FuzzInput * in, const PayloadHeader * header,
    const uint8_t * payload, size_t size, uint8_t * packet)
{
  uint8_t odd = fuzz_8 (in);
  size_t at = 12;

  memset (packet, 0, 32);
  packet[0] = 0x80;
  packet[1] = header->type;
  write_16 (packet + 2, header->seq);
  write_32 (packet + 4, header->timestamp);
  write_32 (packet + 8, header->ssrc);
  if (odd >= 240) {
    packet[0] |= odd & 0xf;
    at += 4 * (odd & 3);
  } else if (odd >= 220) {
    packet[0] |= 0x10;
    packet[at + 3] = odd & 1;
    at += 8;
  }
  if (size > 0)
    memcpy (packet + at, payload, size);
  at += size;
  if (odd >= 200 && odd < 220) {
    packet[0] |= 0x20;
    packet[at++] = odd == 200 ? fuzz_8 (in) : 1;
  }
  return at;
}
