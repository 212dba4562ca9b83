# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""worker.py place JOB: a process that makes the pictures of a place."""
import sys

from gstscream.ab.run import worker

from . import place

ROLES = {"place": place.make}

if __name__ == "__main__":
    sys.exit(worker.main(ROLES, *sys.argv[1:]))
