/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamfecblock.h: Reed-Solomon code over the packets of a block
 *
 * Any n of the packets of a block and of its rows are enough for all n packets of the block.
 * A symbol is what a packet has without its sequence number and its SSRC:
 *
 *   size of the rest (16 bits) | first two bytes of RTP | timestamp | rest
 *
 * with zeros behind it up to the longest. A row is the sum of all symbols, each times
 * 1 / (x XOR y), where y is the number of the packet in the block, and x is 64 and the
 * number of the row: all square parts of such a matrix (Cauchy's) can be inverted.
 *
 * In a packet of FEC, this header comes before the row:
 *
 *   SSRC of the block | number of its first packet | packets | row
 *
 * With no row behind it, it says that these packets are a frame, and that all of them were
 * sent: the number of the row is 0 then.
 */
#pragma once

#include <gst/gst.h>

/* OURS: the payload type unless a user says otherwise, near those of retransmissions. FEC has an SSRC
 * of its own, so one number serves all video. */
#define GST_SCREAM_FEC_PAYLOAD 122

/* OURS: packets of a block, and its rows. With half, large frames have many small blocks,
 * which repair less; double takes four times as long to solve, and the numbers of packets
 * and rows have to fit into a byte. */
#define GST_SCREAM_FEC_BLOCK_PACKETS 48
#define GST_SCREAM_FEC_BLOCK_ROWS 48

#define GST_SCREAM_FEC_BLOCK_HEADER 8
/* Of a symbol, before the rest. */
#define GST_SCREAM_FEC_SYMBOL_HEADER 8

/* OURS: bytes of a symbol, and of a row: longer ones would be fragments of IP. Half refuses those of
 * common packets; double is memory that a stranger can use. */
#define GST_SCREAM_FEC_SYMBOL_SIZE 1992

typedef struct
{
  guint32 ssrc;
  guint16 first;
  guint8 packets, row;
} GstScreamFecBlockHeader;

void gst_scream_fec_block_write (const GstScreamFecBlockHeader * header,
    guint8 * to);
/* FALSE: it is none. */
gboolean gst_scream_fec_block_read (GstScreamFecBlockHeader * header,
    const guint8 * from, gsize size);

/* The end of a frame. FALSE: it is none. */
gboolean gst_scream_fec_block_read_end (GstScreamFecBlockHeader * header,
    const guint8 * from, gsize size);

/* Bytes of the symbol of a packet of RTP; 0: it cannot have one, as it has extensions,
 * is too long or is none. */
gsize gst_scream_fec_symbol_size (const guint8 * rtp, gsize size);
/* Of a packet that can have one: its number. */
guint16 gst_scream_fec_symbol_seq (const guint8 * rtp);
/* @to has as many zeros. */
void gst_scream_fec_symbol_write (const guint8 * rtp, gsize size,
    guint8 * to);
/* Bytes of the packet of a symbol; 0: there is none in it. */
gsize gst_scream_fec_symbol_packet_size (const guint8 * symbol, gsize size);
void gst_scream_fec_symbol_read (const guint8 * symbol, guint32 ssrc,
    guint16 seq, guint8 * rtp, gsize size);

/* Adds the symbol of packet @i of the block to @row. */
void gst_scream_fec_block_add (guint8 * row, guint8 number, guint i,
    const guint8 * symbol, gsize size);

/* Makes the @n symbols with the numbers @missing from as many rows, of @size bytes each,
 * from which all others have been taken out by gst_scream_fec_block_add(). They are in
 * @rows then. */
void gst_scream_fec_block_solve (guint8 ** rows, const guint8 * numbers,
    const guint * missing, guint n, gsize size);

/* Arithmetic on bytes as elements of GF(256); the polynomial is x^8 + x^4 + x^3 + x^2 + 1, as in
 * RFC 5510 section 8.1. */
guint8 gst_scream_fec_field_multiply (guint8 a, guint8 b);
/* @a is not 0. */
guint8 gst_scream_fec_field_invert (guint8 a);

/* Adds @factor times each of @n bytes of @from to those of @to. */
void gst_scream_fec_field_add (guint8 * to, const guint8 * from, gsize n,
    guint8 factor);

/* Multiplies each of @n bytes. */
void gst_scream_fec_field_scale (guint8 * bytes, gsize n, guint8 factor);
