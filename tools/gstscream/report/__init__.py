# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The page of a comparison, from the folder that scream-ab wrote; templates of all pages."""
