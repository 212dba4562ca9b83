# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""scream-ab: rate controls and encoders compared on real pipelines; see docs/ab.md."""
