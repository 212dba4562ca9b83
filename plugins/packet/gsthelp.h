/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gsthelp.h: links from warnings to docs/troubleshooting.md */
#pragma once

/* At the end of a warning's details: the row of that name in the page. */
#define GST_HELP(name) " More: docs/troubleshooting.md, " name
