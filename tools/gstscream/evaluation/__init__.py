# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The evaluation of controllers: what the programs in tests/evaluation consist of.

It builds and runs the programs of a checkout, so that it is not installed."""
