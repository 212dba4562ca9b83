/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* figures.h: the figures of a wired test case, from what its bottlenecks and
 * flows noted */
#ifndef FIGURES_H
#define FIGURES_H

#include "metrics.h"
#include "network.h"

namespace evaluation
{
/* All columns but controller and seed. */
void FillRow (Row & row, Network & network);
}
#endif
