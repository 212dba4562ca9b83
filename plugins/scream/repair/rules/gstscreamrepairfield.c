/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Arithmetic on bytes as elements of GF(256). */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamrepairfield.h"

/* RFC 5510 section 8.1 */
#define POLYNOMIAL 0x11d

/* By shifts, RFC 5510 section 8.1. */
guint8
gst_scream_repair_field_multiply (guint8 a, guint8 b)
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
gst_scream_repair_field_invert (guint8 a)
{
  guint8 result = 1;
  guint i;

  for (i = 0; i < 7; i++) {
    a = gst_scream_repair_field_multiply (a, a);
    result = gst_scream_repair_field_multiply (result, a);
  }
  return result;
}

/* Products are linear: two tables of 16, for the halves of a byte. */
static void
make_tables (guint8 factor, guint8 low[16], guint8 high[16])
{
  guint i;

  for (i = 0; i < 16; i++) {
    low[i] = gst_scream_repair_field_multiply (factor, i);
    high[i] = gst_scream_repair_field_multiply (factor, i << 4);
  }
}

void
gst_scream_repair_field_add (guint8 * to, const guint8 * from, gsize n,
    guint8 factor)
{
  guint8 low[16], high[16];
  gsize i;

  make_tables (factor, low, high);
  for (i = 0; i < n; i++)
    to[i] ^= low[from[i] & 0xf] ^ high[from[i] >> 4];
}

void
gst_scream_repair_field_scale (guint8 * bytes, gsize n, guint8 factor)
{
  guint8 low[16], high[16];
  gsize i;

  make_tables (factor, low, high);
  for (i = 0; i < n; i++)
    bytes[i] = low[bytes[i] & 0xf] ^ high[bytes[i] >> 4];
}
