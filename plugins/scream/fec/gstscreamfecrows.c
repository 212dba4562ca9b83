/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Number of rows for a block, by the loss of the path. */
#include "gstscreamfecblock.h"
#include "gstscreamfecrows.h"

#include <math.h>

/* OURS: how many of the blocks may stay broken: at 30 frames a second, a freeze in ten
 * minutes. A tenth costs one row more; ten times that is a freeze each minute. A broken
 * key frame takes all frames after it along. */
#define UNSOLVED 0.0001
#define UNSOLVED_KEY 0.00001

/* OURS: what blocks with more rows than they need leave to others is kept up to this: a
 * whole number of rows is seldom what it takes. With half, blocks of few packets cannot
 * share a row; with double, one after a quiet time has too few. */
#define MOST_CREDIT (8 * UNSOLVED)

/* OURS: at most so many rows for a packet, half of what is sent. With half, 5 % of loss
 * breaks small frames several times a minute; double leaves the picture a third. */
#define MOST_ROWS 1.0

/* OURS: more loss than that is counted as that. Half gives up what could be repaired; at
 * double, no number of rows suffices. */
#define MOST_LOSS 0.4

/* The chance that of @packets and @rows together more than @rows are lost, by the model of
 * Gilbert ("Capacity of a burst-noise channel", 1960): a packet is lost by another chance if
 * the one before it was. good[n], bad[n]: n are lost so far, and the last one is not, or is. */
static gdouble
get_unsolved (guint packets, guint rows, gdouble loss, gdouble burst)
{
  gdouble good[GST_SCREAM_FEC_BLOCK_ROWS + 1] = { 1 - loss };
  gdouble bad[GST_SCREAM_FEC_BLOCK_ROWS + 1] = { 0, loss };
  gdouble stay = 1 - 1 / burst, enter = loss / (1 - loss) / burst, solved = 0;
  guint i, n;

  for (i = 1; i < packets + rows; i++) {
    for (n = rows; n > 0; n--) {
      good[n] = good[n] * (1 - enter) + bad[n] * (1 - stay);
      bad[n] = good[n - 1] * enter + bad[n - 1] * stay;
    }
    good[0] *= 1 - enter;
  }
  for (n = 0; n <= rows; n++)
    solved += good[n] + bad[n];
  return 1 - solved;
}

/* As few as the risk that is left allows. Losses by chance are sometimes in a row, too. */
static guint
find_rows (const GstScreamFecRows * self, guint packets, gdouble allowed,
    gdouble * risk)
{
  gdouble loss = MIN (self->loss, MOST_LOSS);
  gdouble burst = MAX (self->burst, 1 / (1 - loss));
  guint most = MIN (ceil (packets * MOST_ROWS), GST_SCREAM_FEC_BLOCK_ROWS);
  guint rows = 1;

  while (rows < most && get_unsolved (packets, rows, loss, burst) > allowed)
    rows++;
  *risk = get_unsolved (packets, rows, loss, burst);
  return rows;
}

guint
gst_scream_fec_rows_take (GstScreamFecRows * self, guint packets,
    gboolean is_key)
{
  gdouble risk;
  guint rows;

  if (self->loss <= 0 || packets == 0)
    return 0;
  if (is_key)
    return find_rows (self, packets, UNSOLVED_KEY, &risk);
  self->credit = MIN (self->credit + UNSOLVED, MOST_CREDIT);
  rows = find_rows (self, packets, self->credit, &risk);
  self->credit = MAX (self->credit - risk, 0);
  return rows;
}
