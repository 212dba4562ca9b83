/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstdatagrams.h: the datagrams that wait at a UDP socket, read together
 *
 * For one thread at a time.
 */
#pragma once

#include <gio/gio.h>

/* That are read at a time; if there were fewer, that was all. */
#define GST_DATAGRAMS_AT_ONCE 2

typedef struct _GstDatagrams GstDatagrams;

/* What was read last; valid until this thread reads again, from any socket. */
typedef struct
{
  const guint8 *data;
  gsize size;                   /* bytes */
  GSocketAddress *from;
} GstDatagram;

GstDatagrams *gst_datagrams_new (void);
void gst_datagrams_free (GstDatagrams * self);

/* Does not wait.  How many: -1 and @error, which may be WOULD_BLOCK, if there is
 * none. */
gint gst_datagrams_read (GstDatagrams * self, GSocket * socket,
    GError ** error);

const GstDatagram *gst_datagrams_get (const GstDatagrams * self, guint i);
