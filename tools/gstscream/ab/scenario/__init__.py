# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What is compared, as a user writes it: links, controllers, cases, all options."""
