/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* options.h: the command line */
#ifndef LINKEMU_TUN_OPTIONS_H
#define LINKEMU_TUN_OPTIONS_H

#include "settings.h"

typedef struct
{
  gchar *name;                  /* of the namespaces */
  TunSettings forward, back;
  gchar *log, *summary;         /* files or NULL */
  gdouble duration;             /* seconds; 0: until a signal */
  gint priority;                /* of SCHED_FIFO; 0: leave it as it is */
  gboolean no_offload;          /* one packet in a read or write */
  gboolean version;             /* nothing else is asked for */
} TunOptions;

/* FALSE: @error is one line that names the option. */
gboolean tun_options_parse (TunOptions * options, gchar ** arguments,
    GError ** error);
void tun_options_clear (TunOptions * options);

#endif /* LINKEMU_TUN_OPTIONS_H */
