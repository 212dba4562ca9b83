/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gsthelp.h: links from warnings to docs/troubleshooting.md */
#ifndef __GST_HELP_H__
#define __GST_HELP_H__

/* At the end of a warning's details: the row of that name in the page. */
#define GST_HELP(name) " More: docs/troubleshooting.md, " name

#endif /* __GST_HELP_H__ */
