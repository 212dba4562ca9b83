# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""worker.py measure JOB: after the processes of a run, the one that works out its figures."""
import sys

from gstscream.ab.run import worker

from . import measure

ROLES = {"measure": measure.measure}

if __name__ == "__main__":
    sys.exit(worker.main(ROLES, *sys.argv[1:]))
