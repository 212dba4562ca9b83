# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""tests/evaluation/run: the cases of RFC 8867 and 8869 in ns-3."""
