# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a user can put right, in one line."""


class UserError(Exception):
    """The message names the option and says what to do."""


class RunError(Exception):
    """One run went wrong; the message is the line that the report shows."""
