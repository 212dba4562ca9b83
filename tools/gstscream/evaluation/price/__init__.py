# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""tests/evaluation/departures and sensitivity: what rules and numbers of SCReAM's are worth."""
