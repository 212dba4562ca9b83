/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gcctest.h: units and times of the tests of GCC */
#ifndef GCCTEST_H
#define GCCTEST_H

#include "tests/check/libs/rtpcc/control/near.h"
#include "tests/check/libs/rtpcc/mechanism.h"

#define KBIT 1e3
#define MBIT 1e6

/* Receiver's clock minus sender's, and the path's delay. */
#define OFFSET (-7 * 3600 * S + 30 * MS)

#define RTT (50 * MS)

#endif /* GCCTEST_H */
