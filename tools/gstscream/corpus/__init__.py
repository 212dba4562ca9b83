# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Many traces at once: generators and parsers, the two halves, the oracle, what it all says."""
