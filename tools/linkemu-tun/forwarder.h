/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* forwarder.h: both directions in one thread */
#ifndef LINKEMU_TUN_FORWARDER_H
#define LINKEMU_TUN_FORWARDER_H

#include "options.h"
#include "direction.h"

typedef struct
{
  TunDevice a, b;
  TunDirection forward, back;         /* a -> b, b -> a */
  TunPool pool;
  LinkEmuHistogram lateness;    /* ns from ideal arrival to write, both ways */
  guint8 *buffer;               /* for one read */
  gint64 moved_at;              /* ns: when the last packets came or went */
  int signals;                  /* tells SIGINT and SIGTERM */
} TunForwarder;

/* Takes the rates out of @options.  The signals that end it are blocked from
 * here on.  FALSE: @error says what to do. */
gboolean tun_forwarder_open (TunForwarder * forwarder, TunOptions * options,
    GError ** error);
void tun_forwarder_close (TunForwarder * forwarder);
/* Until a signal or @end, ns.  FALSE: @error. */
gboolean tun_forwarder_run (TunForwarder * forwarder, gint64 end,
    GError ** error);

#endif /* LINKEMU_TUN_FORWARDER_H */
