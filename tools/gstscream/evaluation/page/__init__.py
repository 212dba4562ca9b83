# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The report of tests/evaluation/run: its page, its pictures, its first sentence."""
