/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Makes lost packets of one stream from the rows of their blocks. */
#include "gstscreamfecrecovery.h"

#include <string.h>

typedef struct
{
  guint16 seq;
  guint8 *symbol;               /* NULL: not there */
  gsize size;
} Kept;

typedef struct
{
  guint16 first;
  guint packets;                /* 0: no block */
  gsize size;                   /* of each row */
  gboolean is_done;
  guint n_rows;
  guint8 *rows[GST_SCREAM_FEC_BLOCK_ROWS];
  guint8 numbers[GST_SCREAM_FEC_BLOCK_ROWS];
} Block;

struct _GstScreamFecRecovery
{
  guint32 ssrc;
  gboolean started;
  guint16 newest;               /* packet of media */
  Kept kept[GST_SCREAM_FEC_RECOVERY_PACKETS];
  Block blocks[GST_SCREAM_FEC_RECOVERY_BLOCKS];
  guint next_block;             /* whose place a new one takes */
  GQueue made;                  /* GstBuffer */
};

GstScreamFecRecovery *
gst_scream_fec_recovery_new (guint32 ssrc)
{
  GstScreamFecRecovery *self = g_new0 (GstScreamFecRecovery, 1);

  self->ssrc = ssrc;
  g_queue_init (&self->made);
  return self;
}

static void
block_clear (Block * block)
{
  guint i;

  for (i = 0; i < block->n_rows; i++)
    g_free (block->rows[i]);
  block->n_rows = 0;
}

void
gst_scream_fec_recovery_free (GstScreamFecRecovery * self)
{
  GstBuffer *buffer;
  guint i;

  while ((buffer = g_queue_pop_head (&self->made)) != NULL)
    gst_buffer_unref (buffer);
  for (i = 0; i < GST_SCREAM_FEC_RECOVERY_BLOCKS; i++)
    block_clear (&self->blocks[i]);
  for (i = 0; i < GST_SCREAM_FEC_RECOVERY_PACKETS; i++)
    g_free (self->kept[i].symbol);
  g_free (self);
}

/* ---- what is there ---- */

static Kept *
get_place (GstScreamFecRecovery * self, guint16 seq)
{
  return &self->kept[seq % GST_SCREAM_FEC_RECOVERY_PACKETS];
}

static const Kept *
find_packet (GstScreamFecRecovery * self, guint16 seq)
{
  const Kept *kept = get_place (self, seq);

  return kept->symbol != NULL && kept->seq == seq ? kept : NULL;
}

/* Takes @symbol. */
static void
keep (GstScreamFecRecovery * self, guint16 seq, guint8 * symbol, gsize size)
{
  Kept *kept = get_place (self, seq);

  g_free (kept->symbol);
  kept->seq = seq;
  kept->symbol = symbol;
  kept->size = size;
}

/* ---- one block ---- */

static guint
find_missing (GstScreamFecRecovery * self, const Block * block, guint * missing)
{
  guint n = 0, i;

  for (i = 0; i < block->packets; i++) {
    if (find_packet (self, block->first + i) == NULL)
      missing[n++] = i;
  }
  return n;
}

/* What is longer than the rows is no packet of this block. */
static gboolean
take_out_known (GstScreamFecRecovery * self, Block * block, guint n)
{
  const Kept *kept;
  guint i, j;

  for (i = 0; i < block->packets; i++) {
    kept = find_packet (self, block->first + i);
    if (kept != NULL && kept->size > block->size)
      return FALSE;
  }
  for (i = 0; i < block->packets; i++) {
    kept = find_packet (self, block->first + i);
    for (j = 0; kept != NULL && j < n; j++)
      gst_scream_fec_block_add (block->rows[j], block->numbers[j], i,
          kept->symbol, kept->size);
  }
  return TRUE;
}

/* Takes @symbol. */
static void
make_packet (GstScreamFecRecovery * self, guint16 seq, guint8 * symbol,
    gsize size)
{
  gsize packet = gst_scream_fec_symbol_packet_size (symbol, size);
  GstBuffer *buffer;
  GstMapInfo map;

  if (packet == 0) {
    g_free (symbol);
    return;
  }
  buffer = gst_buffer_new_allocate (NULL, packet, NULL);
  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  gst_scream_fec_symbol_read (symbol, self->ssrc, seq, map.data, packet);
  gst_buffer_unmap (buffer, &map);
  g_queue_push_tail (&self->made, buffer);
  keep (self, seq, symbol, size);
}

static void
solve (GstScreamFecRecovery * self, Block * block)
{
  guint missing[GST_SCREAM_FEC_BLOCK_PACKETS];
  guint n, i;

  if (block->is_done || block->packets == 0)
    return;
  n = find_missing (self, block, missing);
  if (n > block->n_rows)
    return;
  block->is_done = TRUE;
  if (n > 0 && take_out_known (self, block, n)) {
    gst_scream_fec_block_solve (block->rows, block->numbers, missing, n,
        block->size);
    for (i = 0; i < n; i++)
      make_packet (self, block->first + missing[i],
          g_steal_pointer (&block->rows[i]), block->size);
  }
  block_clear (block);
}

static Block *
get_block (GstScreamFecRecovery * self,
    const GstScreamFecBlockHeader * header, gsize size)
{
  Block *block;
  guint i;

  for (i = 0; i < GST_SCREAM_FEC_RECOVERY_BLOCKS; i++) {
    block = &self->blocks[i];
    if (block->packets == header->packets && block->first == header->first)
      return block;
  }
  block = &self->blocks[self->next_block++ % GST_SCREAM_FEC_RECOVERY_BLOCKS];
  block_clear (block);
  block->first = header->first;
  block->packets = header->packets;
  block->size = size;
  block->is_done = FALSE;
  return block;
}

/* ---- what comes ---- */

/* What is far from the media that comes would be another stream. */
static gboolean
is_near (const GstScreamFecRecovery * self, guint16 seq)
{
  return ABS ((gint16) (seq - self->newest)) < GST_SCREAM_FEC_RECOVERY_PACKETS;
}

void
gst_scream_fec_recovery_note (GstScreamFecRecovery * self,
    const guint8 * rtp, gsize size)
{
  gsize symbol_size = gst_scream_fec_symbol_size (rtp, size);
  guint8 *symbol;
  guint16 seq;
  guint i;

  if (symbol_size == 0)
    return;
  seq = gst_scream_fec_symbol_seq (rtp);
  /* A sender that starts anew, too. */
  if (!self->started || !is_near (self, seq)
      || (gint16) (seq - self->newest) > 0)
    self->newest = seq;
  self->started = TRUE;
  symbol = g_malloc (symbol_size);
  gst_scream_fec_symbol_write (rtp, size, symbol);
  keep (self, seq, symbol, symbol_size);
  for (i = 0; i < GST_SCREAM_FEC_RECOVERY_BLOCKS; i++) {
    Block *block = &self->blocks[i];

    if ((guint16) (seq - block->first) < block->packets)
      solve (self, block);
  }
}

static gboolean
has_row (const Block * block, guint8 number)
{
  guint i;

  for (i = 0; i < block->n_rows; i++) {
    if (block->numbers[i] == number)
      return TRUE;
  }
  return FALSE;
}

gboolean
gst_scream_fec_recovery_take (GstScreamFecRecovery * self,
    const guint8 * payload, gsize size)
{
  GstScreamFecBlockHeader header;
  Block *block;

  if (!gst_scream_fec_block_read (&header, payload, size))
    return FALSE;
  if (!self->started)
    return TRUE;
  if (!is_near (self, header.first)
      || !is_near (self, header.first + header.packets - 1))
    return FALSE;
  size -= GST_SCREAM_FEC_BLOCK_HEADER;
  block = get_block (self, &header, size);
  if (block->is_done)
    return TRUE;
  if (block->size != size || has_row (block, header.row))
    return FALSE;
  block->numbers[block->n_rows] = header.row;
  block->rows[block->n_rows] = g_malloc (size);
  memcpy (block->rows[block->n_rows++],
      payload + GST_SCREAM_FEC_BLOCK_HEADER, size);
  solve (self, block);
  return TRUE;
}

GstBuffer *
gst_scream_fec_recovery_next (GstScreamFecRecovery * self)
{
  return g_queue_pop_head (&self->made);
}
