/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* AES with keys of 128 bits, FIPS 197. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamaes.h"

#include <string.h>

/* FIPS 197 section 5: for keys of 128 bits */
#define ROUNDS 10
#define SIZE GST_SCREAM_AES_SIZE

/* FIPS 197 section 4.2: times x, modulo x^8 + x^4 + x^3 + x + 1 */
static guint8
double_of (guint8 a)
{
  return (guint8) (a << 1 ^ (a & 0x80 ? 0x1b : 0));
}

static guint8
multiply (guint8 a, guint8 b)
{
  guint8 product = 0;

  for (; b != 0; b >>= 1, a = double_of (a)) {
    if (b & 1)
      product ^= a;
  }
  return product;
}

/* The inverse is the power of 254; that of 0 is 0. */
static guint8
inverse (guint8 a)
{
  guint8 power = 1;
  guint i;

  for (i = 0; i < 254; i++)
    power = multiply (power, a);
  return power;
}

/* FIPS 197 section 5.1.1 */
static void
make_boxes (guint8 boxes[256])
{
  guint i, shift;

  for (i = 0; i < 256; i++) {
    guint b = inverse ((guint8) i);
    guint8 sum = 0x63;

    for (shift = 0; shift < 5; shift++)
      sum ^= (guint8) (b << shift | b >> (8 - shift));
    boxes[i] = sum;
  }
}

/* FIPS 197 section 5.2: the key of the next round takes the place of this one's. */
static void
next_key (guint8 key[SIZE], guint8 constant, const guint8 boxes[256])
{
  guint i;

  for (i = 0; i < 4; i++)
    key[i] ^= boxes[key[12 + (i + 1) % 4]];
  key[0] ^= constant;
  for (i = 4; i < SIZE; i++)
    key[i] ^= key[i - 4];
}

static void
add_key (guint8 state[SIZE], const guint8 key[SIZE])
{
  guint i;

  for (i = 0; i < SIZE; i++)
    state[i] ^= key[i];
}

/* FIPS 197 sections 5.1.1 and 5.1.2 */
static void
substitute_and_shift (guint8 state[SIZE], const guint8 boxes[256])
{
  guint8 before[SIZE];
  guint i;

  memcpy (before, state, SIZE);
  for (i = 0; i < SIZE; i++)
    state[i] = boxes[before[(i + 4 * (i % 4)) % SIZE]];
}

/* FIPS 197 section 5.1.3 */
static void
mix_column (guint8 column[4])
{
  guint8 before[4], all = column[0] ^ column[1] ^ column[2] ^ column[3];
  guint i;

  memcpy (before, column, 4);
  for (i = 0; i < 4; i++)
    column[i] ^= all ^ double_of (before[i] ^ before[(i + 1) % 4]);
}

void
gst_scream_aes_encrypt (const guint8 key[SIZE], const guint8 in[SIZE],
    guint8 out[SIZE])
{
  guint8 boxes[256], round_key[SIZE], constant = 1;
  guint round, column;

  make_boxes (boxes);
  memcpy (round_key, key, SIZE);
  memmove (out, in, SIZE);
  add_key (out, round_key);
  for (round = 1; round <= ROUNDS; round++) {
    substitute_and_shift (out, boxes);
    for (column = 0; round < ROUNDS && column < 4; column++)
      mix_column (out + 4 * column);
    next_key (round_key, constant, boxes);
    constant = double_of (constant);
    add_key (out, round_key);
  }
}
