# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Student's t for intervals that hold 95 % of the time."""
# 97.5th percentile: entry n is for n + 1 degrees of freedom
T_975 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
         2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
         2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042]
NORMAL_975 = 1.95996


def student_t(freedom):
    """For over 30 degrees the first term of the expansion around the normal."""
    if freedom <= len(T_975):
        return T_975[freedom - 1]
    return NORMAL_975 + (NORMAL_975 ** 3 + NORMAL_975) / (4 * freedom)
