/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* near.h: values worked out by hand, and how near to them a result has to be */
#ifndef NEAR_H
#define NEAR_H

#include <math.h>
#include <gst/check/gstcheck.h>

#define fail_unless_near(a, b, tolerance) \
    fail_unless (fabs ((double) (a) - (double) (b)) <= (tolerance), \
        #a " is %g, not %g", (double) (a), (double) (b))

#endif /* NEAR_H */
