/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reed-Solomon code over the packets of a block. */
#include "gstscreamfecblock.h"

#include <string.h>

/* RFC 3550 section 5.1: fixed header, version, extension and count of CSRCs. */
#define RTP_HEADER 12
#define RTP_VERSION 2
#define RTP_EXTENSION 0x10
#define RTP_CSRCS 0x0f

#define FIRST_ROW 64

/* RFC 5510 section 8.1 */
#define POLYNOMIAL 0x11d

/* ---- bytes as elements of GF(256) ---- */

/* By shifts, RFC 5510 section 8.1. */
guint8
gst_scream_fec_field_multiply (guint8 a, guint8 b)
{
  guint product = 0, shifted = a;

  for (; b != 0; b >>= 1) {
    if (b & 1)
      product ^= shifted;
    shifted <<= 1;
    if (shifted & 0x100)
      shifted ^= POLYNOMIAL;
  }
  return product;
}

/* The 254th power: the 255th of each is 1. */
guint8
gst_scream_fec_field_invert (guint8 a)
{
  guint8 result = 1;
  guint i;

  for (i = 0; i < 7; i++) {
    a = gst_scream_fec_field_multiply (a, a);
    result = gst_scream_fec_field_multiply (result, a);
  }
  return result;
}

/* Products are linear: two tables of 16, for the halves of a byte. */
static void
make_tables (guint8 factor, guint8 low[16], guint8 high[16])
{
  guint i;

  for (i = 0; i < 16; i++) {
    low[i] = gst_scream_fec_field_multiply (factor, i);
    high[i] = gst_scream_fec_field_multiply (factor, i << 4);
  }
}

void
gst_scream_fec_field_add (guint8 * to, const guint8 * from, gsize n,
    guint8 factor)
{
  guint8 low[16], high[16];
  gsize i;

  make_tables (factor, low, high);
  for (i = 0; i < n; i++)
    to[i] ^= low[from[i] & 0xf] ^ high[from[i] >> 4];
}

void
gst_scream_fec_field_scale (guint8 * bytes, gsize n, guint8 factor)
{
  guint8 low[16], high[16];
  gsize i;

  make_tables (factor, low, high);
  for (i = 0; i < n; i++)
    bytes[i] = low[bytes[i] & 0xf] ^ high[bytes[i] >> 4];
}

/* ---- headers ---- */

/* Rows begin at any byte. */
static guint
read_16 (const guint8 * from)
{
  return from[0] << 8 | from[1];
}

static void
write_16 (guint8 * to, guint value)
{
  to[0] = value >> 8;
  to[1] = value & 0xff;
}

static guint32
read_32 (const guint8 * from)
{
  return (guint32) read_16 (from) << 16 | read_16 (from + 2);
}

static void
write_32 (guint8 * to, guint32 value)
{
  write_16 (to, value >> 16);
  write_16 (to + 2, value & 0xffff);
}

void
gst_scream_fec_block_write (const GstScreamFecBlockHeader * header, guint8 * to)
{
  write_32 (to, header->ssrc);
  write_16 (to + 4, header->first);
  to[6] = header->packets;
  to[7] = header->row;
}

static void
read_header (GstScreamFecBlockHeader * header, const guint8 * from)
{
  header->ssrc = read_32 (from);
  header->first = read_16 (from + 4);
  header->packets = from[6];
  header->row = from[7];
}

gboolean
gst_scream_fec_block_read_end (GstScreamFecBlockHeader * header,
    const guint8 * from, gsize size)
{
  if (size != GST_SCREAM_FEC_BLOCK_HEADER)
    return FALSE;
  read_header (header, from);
  return header->packets > 0 && header->row == 0;
}

gboolean
gst_scream_fec_block_read (GstScreamFecBlockHeader * header,
    const guint8 * from, gsize size)
{
  if (size <= GST_SCREAM_FEC_BLOCK_HEADER + GST_SCREAM_FEC_SYMBOL_HEADER
      || size > GST_SCREAM_FEC_BLOCK_HEADER + GST_SCREAM_FEC_SYMBOL_SIZE)
    return FALSE;
  read_header (header, from);
  return header->packets > 0
      && header->packets <= GST_SCREAM_FEC_BLOCK_PACKETS
      && header->row < GST_SCREAM_FEC_BLOCK_ROWS;
}

/* ---- symbols ---- */

static gboolean
is_plain (guint8 first)
{
  return first >> 6 == RTP_VERSION && (first & RTP_EXTENSION) == 0;
}

gsize
gst_scream_fec_symbol_size (const guint8 * rtp, gsize size)
{
  if (size < RTP_HEADER || !is_plain (rtp[0]))
    return 0;
  size += GST_SCREAM_FEC_SYMBOL_HEADER - RTP_HEADER;
  return size > GST_SCREAM_FEC_SYMBOL_SIZE ? 0 : size;
}

void
gst_scream_fec_symbol_write (const guint8 * rtp, gsize size, guint8 * to)
{
  write_16 (to, size - RTP_HEADER);
  memcpy (to + 2, rtp, 2);
  memcpy (to + 4, rtp + 4, 4);
  memcpy (to + GST_SCREAM_FEC_SYMBOL_HEADER, rtp + RTP_HEADER,
      size - RTP_HEADER);
}

gsize
gst_scream_fec_symbol_packet_size (const guint8 * symbol, gsize size)
{
  gsize rest = read_16 (symbol);

  if (GST_SCREAM_FEC_SYMBOL_HEADER + rest > size || !is_plain (symbol[2])
      || rest < 4 * (gsize) (symbol[2] & RTP_CSRCS))
    return 0;
  return RTP_HEADER + rest;
}

void
gst_scream_fec_symbol_read (const guint8 * symbol, guint32 ssrc,
    guint16 seq, guint8 * rtp, gsize size)
{
  memcpy (rtp, symbol + 2, 2);
  write_16 (rtp + 2, seq);
  memcpy (rtp + 4, symbol + 4, 4);
  write_32 (rtp + 8, ssrc);
  memcpy (rtp + RTP_HEADER, symbol + GST_SCREAM_FEC_SYMBOL_HEADER,
      size - RTP_HEADER);
}

/* ---- the code ---- */

static guint8
get_coefficient (guint8 row, guint packet)
{
  return gst_scream_fec_field_invert ((FIRST_ROW + row) ^ packet);
}

void
gst_scream_fec_block_add (guint8 * row, guint8 number, guint i,
    const guint8 * symbol, gsize size)
{
  gst_scream_fec_field_add (row, symbol, size, get_coefficient (number, i));
}

/* Takes @factor times line @from out of line @to. */
static void
subtract (guint8 ** rows, guint8 (*matrix)[GST_SCREAM_FEC_BLOCK_PACKETS],
    guint to, guint from, guint8 factor, guint n, gsize size)
{
  gst_scream_fec_field_add (matrix[to], matrix[from], n, factor);
  gst_scream_fec_field_add (rows[to], rows[from], size, factor);
}

/* By Gauss and Jordan. No pivot is 0, as all leading minors of Cauchy's matrix are not. */
void
gst_scream_fec_block_solve (guint8 ** rows, const guint8 * numbers,
    const guint * missing, guint n, gsize size)
{
  guint8 matrix[GST_SCREAM_FEC_BLOCK_PACKETS]
      [GST_SCREAM_FEC_BLOCK_PACKETS];
  guint i, j;

  for (i = 0; i < n; i++) {
    for (j = 0; j < n; j++)
      matrix[i][j] = get_coefficient (numbers[i], missing[j]);
  }
  for (i = 0; i < n; i++) {
    guint8 factor = gst_scream_fec_field_invert (matrix[i][i]);

    gst_scream_fec_field_scale (matrix[i], n, factor);
    gst_scream_fec_field_scale (rows[i], size, factor);
    for (j = 0; j < n; j++) {
      if (j != i && matrix[j][i] != 0)
        subtract (rows, matrix, j, i, matrix[j][i], n, size);
    }
  }
}

guint16
gst_scream_fec_symbol_seq (const guint8 * rtp)
{
  return read_16 (rtp + 2);
}
