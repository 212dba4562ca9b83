# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Many runs of programs: here, side by side, or on the workers of a Dask scheduler."""
