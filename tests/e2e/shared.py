# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What these tests have in common with the tools: their Python package."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'tools'))
from gstscream.stats.distribution import quantile  # noqa: E402

__all__ = ["quantile"]
