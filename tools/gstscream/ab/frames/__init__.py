# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The frames of two runs beside each other: where they differ most, as stills and a video."""
